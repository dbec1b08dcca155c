"""The sentences of the page Overview: numbers against pandas and NumPy, and no claim without its test."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.clusterability import related
from catviz.geometry.joint_map import value_map
from catviz.table.association import association_matrix
from catviz.wording import in_percent, significant
from catviz.words import columns, overview
from catviz.words.overview import Fact


@pytest.mark.parametrize("data", ["zoo", "mushroom", "voting"])
def test_the_shares_of_the_strongest_value_are_counted_in_the_table(data):
    table = catviz.load_dataset(data)
    said = columns.strongest_value(catviz.outcome(table))
    column, value, share, count, of, group, otherwise = re.match(
        r"Where (\S+) = (\S+), (\S+\s%) \((\S+) of (\S+)\) have class = (\S+), against (\S+\s%) otherwise", said
    ).groups()
    known = table.known
    has = (table.to_pandas()[column].astype(str) == value).to_numpy()[known]
    of_group = table.target[known] == group
    assert [count, of] == [f"{of_group[has].sum():,}", f"{has.sum():,}"]
    assert share == in_percent(of_group[has].mean()) and otherwise == in_percent(of_group[~has].mean())
    assert of_group[has].mean() > of_group.mean()


def test_values_that_go_with_a_class_alike_are_all_named():
    said = columns.strongest_value(catviz.outcome(catviz.load_dataset("car")))
    assert "Where persons = 2 (or safety = low, the same), 100\u00a0% (576 of 576) have class = unacc" in said


def test_no_value_is_named_of_unrelated_columns(noise):
    found = catviz.outcome(noise, "three")
    assert not found.columns["significant"].any()
    assert columns.strongest_value(found) == ""
    assert "No column is shown to be related to three" in overview.related_to(found)
    assert "unrelated" not in overview.related_to(found)


def test_the_strongest_pair_is_that_of_the_matrix_and_named_only_if_columns_are_related(zoo, noise):
    for frame, significant_test in ((zoo[1], True), (noise, False)):
        counts = catviz.count(frame)
        matrix = association_matrix(counts, "AMI")
        off = matrix.to_numpy() * (1 - np.eye(len(matrix))) - np.eye(len(matrix))
        pair = tuple(matrix.index[list(np.unravel_index(off.argmax(), off.shape))])
        a, b = overview.strongest_pair(matrix)
        assert {a, b} == set(pair)
        test = related(counts, catviz.CategoricalTable.from_pandas(frame))
        assert test.significant == significant_test
        said = overview.related_columns(matrix, "AMI", test)
        assert (significant(off.max()) in said and a in said) == significant_test
        assert ("No association" in said) == (not significant_test)
        table, n = catviz.crosstab(frame, a, b), len(matrix)
        said = overview.crossed_if_related(table, n, test)
        assert (said == overview.crossed(table)) == significant_test
        assert (f"strongest of {n * (n - 1) // 2} pairs" in said) == (not significant_test)
    assert "not tested" in overview.related_columns(matrix, "AMI", None)
    assert "not tested" in overview.related_columns(matrix, "AMI", replace(test, shuffles=None))


def test_the_cell_with_most_rows_beyond_those_expected_is_counted(zoo):
    _, frame, _ = zoo
    for by, of in (("milk", "eggs"), ("legs", "tail"), ("domestic", "catsize")):
        said = overview.crossed(catviz.crosstab(frame, by, of))
        value, share, with_both, n, other, otherwise = re.match(
            rf"Where {by} = (\S+), (\S+\s%) \((\d+) of (\d+)\) have {of} = (\S+), against (\S+\s%) otherwise",
            said,
        ).groups()
        counts = pd.crosstab(frame[by], frame[of])
        assert int(with_both) == counts.loc[value, other] and int(n) == counts.loc[value].sum()
        assert float(re.match(r"[\d.]+", share)[0]) == pytest.approx(100 * int(with_both) / int(n), abs=0.51)
        elsewhere = (frame[of] == other)[frame[by] != value].mean()
        assert float(re.match(r"[\d.]+", otherwise)[0]) == pytest.approx(100 * elsewhere, abs=0.51)
        expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / len(frame)
        assert counts.loc[value, other] > expected[counts.index.get_loc(value), counts.columns.get_loc(other)]


def test_missing_cells_count_as_in_the_figure_and_are_not_named():
    frame = pd.DataFrame({"a": ["x"] * 6 + ["y"] * 4, "b": ["u"] * 3 + [None] * 3 + ["v"] * 4})
    said = overview.crossed(catviz.crosstab(frame, "a", "b"))
    assert "(4 of 4)" in said and "against 0\u00a0%" in said
    with_missing = overview.crossed(catviz.crosstab(frame.assign(b=frame["b"].where(frame["a"] == "x")), "a", "b"))
    assert "missing" not in with_missing and "(3 of 6)" in with_missing


def test_columns_that_do_not_vary_together_have_no_cell():
    frame = pd.DataFrame({"a": ["x"] * 9, "b": list("uvw") * 3})
    assert "do not vary" in overview.crossed(catviz.crosstab(frame, "a", "b"))


def test_the_inertia_of_a_map_is_that_of_the_indicator_matrix(zoo):
    table, frame, _ = zoo
    indicator = pd.get_dummies(frame).to_numpy(dtype=float)
    n, j, q = len(frame), indicator.shape[1], frame.shape[1]
    scaled = indicator / np.sqrt(n * q * indicator.sum(axis=0) / (n * q)) / np.sqrt(q)
    inertia = np.sort(np.linalg.svd(scaled, compute_uv=False) ** 2)[::-1]
    assert inertia[0] == pytest.approx(1)
    said = overview.map_of_rows(59, value_map(catviz.MCA().fit(table)))
    assert in_percent(inertia[1:3].sum() / (j / q - 1)) in said and said.startswith("59 distinct rows.")
    assert overview.map_of_rows(1) == "1 distinct row."


def test_the_rule_of_the_largest_cluster_describes_the_rows_that_it_says(zoo):
    table, frame, _ = zoo
    labels = catviz.KModes(4, random_state=0).fit(table).labels_ + 1
    sizes = pd.Series(1, range(101)).groupby(labels).sum()
    said = overview.clusters_by_rules(catviz.rules(table, labels), sizes)
    rule, right, n = re.search(r"Where (.+), (\d+) of (\d+) rows are in the largest", said).groups()
    applies = np.ones(101, dtype=bool)
    for part in rule.split(", "):
        column, sign, value = re.match(r"(\S+) ([=≠]) (\S+)", part).groups()
        applies &= (frame[column] == value).to_numpy() == (sign == "=")
    assert said.startswith("4 clusters.") and applies.sum() == int(n)
    assert (labels[applies] == sizes.idxmax()).sum() == int(right)


def test_one_cluster_and_clusters_without_rules_are_said_to_be_so(noise):
    table = catviz.CategoricalTable.from_pandas(noise)
    labels = np.random.default_rng(0).integers(1, 3, 90)
    assert "No short rule" in overview.clusters_by_rules(catviz.rules(table, labels), pd.Series({1: 40, 2: 50}))
    one = np.ones(90, dtype=int)
    assert overview.clusters_by_rules(catviz.rules(table, one), pd.Series({1: 90})) == "All rows are in one cluster."


def test_no_structure_is_claimed_beyond_what_shuffles_support(zoo, noise):
    for data, significant_test in ((zoo[0], True), (noise, False)):
        test = catviz.structure_test(data, "ADM", k=[2, 3], n_shuffles=19)
        assert test.significant == significant_test
        said = overview.beyond_chance(test)
        assert f"{test.exceeding} of {test.n_shuffles}" in said
        assert ("cluster better" in said) == significant_test
        assert ("No cluster structure" in said) == (not significant_test)


def test_facts_are_named_by_their_share_and_none_is_made_up():
    facts = [Fact("missing cells", 3, 300), Fact("equal rows", 5, 10), Fact("rare values", 0, 7), Fact("ids", 1, 9)]
    said = overview.look_out(facts)
    assert [part.partition(":")[0] for part in said.split(". ")] == ["Equal rows", "Ids", "Missing cells"]
    assert "5 of 10" in said and "Rare" not in said
    assert Fact("ids", 0, 0).share == 0 and Fact("ids", 0, 4).counted == "none"
