"""One published table run anew: the runs of the whole paper's experiment, so far as they have ended."""

import pandas as pd
import pytest

from catviz.papers.comparison import COLUMNS, compared_cells
from catviz.papers.one_table import NOT_YET, cells_so_far, reproduce_table, table_pieces, table_seconds
from catviz.papers.published import published

TABLE = published("W-CADO", 6)


def test_a_table_stopped_and_taken_up_again_is_that_of_the_whole_paper():
    pieces, done = table_pieces(TABLE, 2), {}
    some = reproduce_table(TABLE, 2, callback=lambda share, _: share >= 0.5, done=done)
    cells = cells_so_far(TABLE, pieces, done)
    assert len(some) == 4 and len(done) == 2
    assert list(cells.columns) == COLUMNS and (cells["badge"] == NOT_YET).sum() == 10
    assert cells["published"].tolist() == TABLE.cells["mean"].tolist()
    seen = []
    runs = reproduce_table(TABLE, 2, callback=lambda share, found: seen.append((share, len(found))), done=done)
    assert seen == [(0.5, 4), (0.75, 6), (1.0, 8)]
    ended = cells_so_far(TABLE, pieces, done)
    pd.testing.assert_frame_equal(ended, compared_cells(TABLE, runs), check_dtype=False)


def test_a_ratio_waits_for_both_of_its_parts():
    table = published("COS", "clustering")
    pieces = table_pieces(table, 1)
    done = {name: [] for name, piece in pieces.items() if piece.run.method != "AhmadDey"}
    assert (cells_so_far(table, pieces, done)["badge"] == NOT_YET).all()


@pytest.mark.parametrize("which", [("MTDLE", 3), ("OCL", 5), ("W-CADO", 8)])
def test_more_repeats_take_longer(which):
    table = published(*which)
    assert 0 < table_seconds(table, 1) < table_seconds(table, 4) < 5 * table_seconds(table, 1)
