"""One scale of colours for all columns of a method, and a column's own where it is too small to be seen on it."""

import numpy as np
import pytest

import catviz
from catviz.plots.values import distance_scale, heat_map


@pytest.mark.parametrize("method", [catviz.AhmadDey(), catviz.Hamming(), catviz.LeHo()], ids=lambda m: type(m).__name__)
def test_columns_share_a_scale(method):
    distances = method.fit(catviz.load_dataset("zoo")).geometry_.distances()
    shared = {s.end for s in (distance_scale(distances, c) for c in distances.codebook.attributes) if not s.own}
    largest = max(table.max() for table in distances.tables)
    assert shared == {1.0 if 0.5 <= largest <= 1 else largest}


def test_a_column_too_small_to_be_seen_has_a_scale_of_its_own_and_says_so():
    distances = catviz.COD().fit(catviz.load_dataset("zoo")).geometry_.distances()
    small, *_, large = sorted(distances.codebook.attributes, key=lambda c: np.max(distances[c].to_numpy()))
    for column, own in ((small, True), (large, False)):
        drawn = heat_map(distances, column).data[0]
        assert distance_scale(distances, column).own == own == ("this column" in drawn.colorbar.title.text)
        assert drawn.zmax == pytest.approx(distances[column].to_numpy().max() if own else 1)
