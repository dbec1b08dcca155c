"""Which rows belong together: a table carries it through everything that leaves its rows as they are."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.table.categorical import CategoricalTable
from catviz.table.joined import classes_as_column
from catviz.table.row_groups import as_groups, rows_of_whole_groups

FRAME = pd.DataFrame(
    {
        "who": ["ann", "bob", "ann", None, None, "bob"],
        "tea": ["yes", "no", None, "no", "yes", "yes"],
        "age": ["old", "young", "old", "young", "old", "old"],
        "class": list("xyxyxy"),
    }
)


def _table() -> CategoricalTable:
    return CategoricalTable.from_pandas(FRAME, target="class", groups="who")


def test_a_group_column_is_no_active_column_and_a_missing_group_is_a_row_of_its_own():
    table = _table()
    assert table.attributes == ("tea", "age")
    assert table.groups.tolist() == [0, 1, 0, 2, 3, 1]
    assert table.groups_name == "who"
    assert not table.groups.flags.writeable


def test_rows_keep_their_groups():
    table = _table()
    others = [
        table.canonical(),
        table.observed(),
        table.missing_as_category(),
        table.select(["age"]),
        classes_as_column(table),
        table.recode(table.missing_as_category().codebook),
    ]
    assert all(other.groups.tolist() == table.groups.tolist() for other in others)
    assert table[[4, 1, 5]].groups.tolist() == [3, 1, 1]
    assert table[table.target == "x"].groups.tolist() == [0, 0, 3]
    assert table.drop_missing().groups.tolist() == [0, 1, 2, 3, 1]
    assert table.unique_rows()[0].groups is None


def test_groups_change_the_fingerprint_and_nothing_that_is_learned():
    table, alone = _table(), _table().grouped_by(None)
    assert table.fingerprint != alone.fingerprint
    assert alone.groups is None and alone.groups_name is None
    first, second = (catviz.AhmadDey().fit(each).geometry_.distances().tables[0] for each in (table, alone))
    assert np.array_equal(first, second)


def test_a_table_can_be_grouped_by_a_column_of_its_own_or_one_kept_aside():
    plain = CategoricalTable.from_pandas(FRAME, target="class")
    assert plain.grouped_by("who").groups.tolist() == _table().groups.tolist()
    aside = catviz.Recipe().role("who", "id").apply(plain)
    assert aside.grouped_by("who").groups.tolist() == _table().groups.tolist()
    for name in ("class", "town"):
        with pytest.raises(ValueError, match=name):
            plain.grouped_by(name)


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="town"):
        CategoricalTable.from_pandas(FRAME, groups="town")
    with pytest.raises(ValueError, match="class"):
        CategoricalTable.from_pandas(FRAME, target="class", groups="class")
    with pytest.raises(ValueError, match="3 rows"):
        as_groups(["a", "b"], 3)


def test_groups_of_any_type():
    assert as_groups([2.0, np.nan, 2.0, np.nan], 4).tolist() == [0, 1, 0, 2]
    assert as_groups(pd.Series(["b", pd.NA, "b"]), 3).tolist() == [0, 1, 0]
    assert as_groups(np.array([7, 3, 7]), 3).tolist() == [0, 1, 0]


def test_drawn_rows_are_whole_groups():
    groups = np.repeat(np.arange(50), 4)
    drawn = rows_of_whole_groups(groups, np.arange(200), 90, np.random.default_rng(0))
    assert len(drawn) == 88
    assert set(np.bincount(groups[drawn]).tolist()) == {0, 4}
