"""Columns that determine others: found, kept in shuffled and simulated tables, and named by the tests' conclusions."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.clusterability import related
from catviz.analysis.nested import determining, nested_columns, together
from catviz.analysis.one_factor import OneFactorTables
from catviz.analysis.order_null import permuted_tables
from catviz.analysis.stability import stability_test
from catviz.table.categorical import CategoricalTable
from catviz.words.clusters import stability_in_words as stable
from catviz.words.clusters import structure_in_words
from catviz.words.columns import nested_in_words
from catviz.words.columns import related_in_words as related_in_words

MONTHS = np.array(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])


def seasons(n=300, seed=0, groups=False):
    """A month, the quarter made from it, and columns that are unrelated, or follow three groups of rows."""
    rng = np.random.default_rng(seed)
    when, of = rng.integers(0, 12, n), rng.integers(0, 3, n)
    cells = rng.integers(0, 3, (n, 4))
    if groups:
        cells = np.where(rng.random((n, 4)) < 0.7, of[:, None], cells)
    frame = pd.DataFrame(cells.astype(str)).add_prefix("c")
    frame = frame.assign(month=MONTHS[when], quarter=[f"Q{m // 3 + 1}" for m in when])
    return CategoricalTable.from_pandas(frame.astype("category"))


def test_columns_that_determine_others_are_found_in_rows_and_in_counts():
    rng = np.random.default_rng(1)
    day = rng.integers(0, 360, 900)
    frame = pd.DataFrame(
        {
            "quarter": day // 90,
            "date": day,
            "month": day // 30,
            "copy": day // 90 + 4,
            "id": np.arange(900),
            "coin": rng.integers(0, 2, 900),
            "always": 1,
        }
    ).astype(str)
    frame.loc[:9, ["quarter", "date", "month", "copy"]] = None
    table = CategoricalTable.from_pandas(frame)
    expected = {(a, b) for a in ("date", "month", "quarter", "copy") for b in ("month", "quarter", "copy") if a != b}
    expected -= {("quarter", "month"), ("copy", "month")}
    assert set(nested_columns(table)) == expected == set(nested_columns(catviz.count(table)))
    (group,) = together(nested_columns(table))
    assert set(group) == {"date", "month", "quarter", "copy"}
    assert set(determining(nested_columns(table)).values()) == {"date"}
    frame.loc[500, "quarter"] = str((int(frame.loc[500, "quarter"]) + 1) % 4)
    assert not {pair for pair in nested_columns(CategoricalTable.from_pandas(frame)) if "quarter" in pair}


def test_few_rows_determine_columns_by_chance():
    movies = catviz.load_dataset("toy_movie")
    assert nested_columns(movies) == ()
    assert nested_columns(catviz.load_dataset("adult")) == (("education", "education_num"),)


def test_what_determines_a_column_is_at_the_top_of_its_chain():
    assert determining([("month", "quarter"), ("date", "month")]) == {"quarter": "date", "month": "date"}
    assert determining([("a", "b"), ("b", "a")]) == {"b": "a"}
    many = [(f"c{i}", "d") for i in range(6)]
    assert nested_in_words(many) == "c0 determines d; c1 determines d; c2 determines d; 3 other columns too"


def test_shuffled_and_simulated_tables_keep_nested_columns_and_nothing_else():
    table = seasons(groups=True)
    nested = nested_columns(table)
    assert nested == (("month", "quarter"),)
    drawn = [t for t, _ in permuted_tables(table, 3, 0, None, together(nested))]
    drawn += [t for t, _ in OneFactorTables(table, None, determining(nested)).draw(3)]
    own = catviz.count(table.canonical())
    for other in drawn:
        found = catviz.count(other)
        assert nested_columns(other) == nested
        assert (found.block("month", "quarter") == own.block("month", "quarter")).all()
        for name in ("c0", "month", "quarter"):
            a, b = (dict(zip(x.codebook.values, np.diag(x.matrix), strict=True)) for x in (found, own))
            assert {k: v for k, v in a.items() if k[0] == name} == {k: v for k, v in b.items() if k[0] == name}
        assert (found.block("c0", "month") != own.block("c0", "month")).any()


@pytest.mark.parametrize("method", ["ADM", "Hamming"])
def test_seasons_alone_are_no_cluster_structure(method):
    """Columns that are unrelated, but for a month and its quarter: until then, the test found significant clusters."""
    found = catviz.structure_test(seasons(), method, range(2, 6), 39)
    assert found.significant is False and found.nested == (("month", "quarter"),)
    assert "month determines quarter" in structure_in_words(found)


def test_groups_are_found_beside_nested_columns_which_are_named():
    table = seasons(groups=True)
    found = catviz.structure_test(table, "ADM", range(2, 6), 39)
    assert found.significant and "month determines quarter" in structure_in_words(found)
    beyond = catviz.structure_test(table, "ADM", [2, 3], 19, null="one factor")
    assert beyond.nested == (("month", "quarter"),)
    assert structure_in_words(found, beyond).count("month determines quarter") == 1
    assert "Nested" not in structure_in_words(catviz.structure_test(table.select(["c0", "c1", "c2"]), "ADM", [2], 19))


def test_columns_are_not_called_related_because_of_nested_ones():
    for groups in (False, True):
        table = seasons(groups=groups)
        found = related(catviz.count(table), table)
        assert found.significant is groups
        assert "month determines quarter" in related_in_words(found)


def test_cells_that_are_missing_stay_in_place_in_nested_columns_too():
    frame = seasons().to_pandas().astype(object)
    frame.loc[frame.index % 10 == 0, ["month", "quarter"]] = None
    table = CategoricalTable.from_pandas(frame)
    found = catviz.clusterability(table, 39)
    assert found.shuffles.nested == (("month", "quarter"),) and found.significant is False


def test_stability_of_seasons_is_no_finding():
    found = stability_test(seasons(seed=1), "Hamming", 4, 5, 39)
    assert found.significant is False and "month determines quarter" in stable(found)


def test_an_outcome_names_columns_that_follow_from_it():
    found = catviz.outcome(seasons(), "month")
    assert found.determined == ("quarter",) and found.determining == ()
    assert catviz.outcome(seasons(), "quarter").determined == ()
    assert catviz.outcome(seasons(), "quarter").determining == ("month",)
