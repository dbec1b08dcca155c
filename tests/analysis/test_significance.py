"""Friedman's gate, critical differences and the pairs and groups they give; the papers' statistics recomputed."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.significance import mean_scores, mostly_one_class, rank_table, significance
from catviz.analysis.statistics import average_ranks, bonferroni_dunn_difference, friedman, nemenyi_difference
from catviz.plots.colours import DARK, HIGHLIGHT, LIGHT
from catviz.plots.significance import critical_difference, ranks_on_tables
from catviz.published import published
from catviz.published.recomputed import has_ranks, recomputed_ranks, recomputed_tests

OCL = published("OCL", 3).wide("CA")
#: Some of its methods, of which the test tells some apart.
SIX = OCL[["OCL", "LSM", *OCL.columns.drop(["OCL", "LSM"])[:4]]]


def made_up(n, k, spread, seed=0):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(rng.normal(size=(n, k)) + spread * np.arange(k), columns=[f"m{j}" for j in range(k)])


def test_means_keep_the_order_of_the_runs_and_leave_gaps():
    runs = pd.DataFrame(
        [("zoo", "b", 0.2), ("zoo", "b", 0.4), ("zoo", "a", 0.5), ("car", "b", 1.0)],
        columns=["data", "method", "adjusted_rand"],
    )
    found = mean_scores(runs, "adjusted_rand")
    assert list(found.index) == ["zoo", "car"] and list(found.columns) == ["b", "a"]
    np.testing.assert_allclose(found, [[0.3, 0.5], [1.0, np.nan]])
    assert rank_table(found).to_numpy().tolist() == [[2, 1], [1, 2]]


@pytest.mark.parametrize("control", [None, "OCL"])
@pytest.mark.parametrize("alpha", [0.05, 0.1, 0.3])
def test_statistics_are_the_librarys(control, alpha):
    found = significance(OCL, alpha, control)
    expected = (nemenyi_difference if control is None else bonferroni_dunn_difference)(10, 12, alpha)
    assert found.difference == expected and found.friedman == friedman(OCL)
    assert found.ranks.to_dict() == dict(zip(OCL.columns, average_ranks(OCL), strict=True))
    assert found.ranks.is_monotonic_increasing and found.differ


@pytest.mark.parametrize("seed", range(4))
def test_groups_are_the_largest_in_which_no_two_differ(seed):
    found = significance(made_up(8, 7, 0.6, seed))
    names = list(found.ranks.index)

    def alike(group):
        return all(abs(found.ranks[a] - found.ranks[b]) <= found.difference for a, b in combinations(group, 2))

    groups = [names[i:j] for i, j in combinations(range(len(names) + 1), 2) if j - i > 1 and alike(names[i:j])]
    largest = [g for g in groups if not any(set(g) < set(other) for other in groups)]
    assert found.alike == largest
    together = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    assert {frozenset(pair) for pair in found.differing_pairs} == {
        frozenset(p) for p in combinations(names, 2)
    } - together


def test_a_control_is_held_against_all_others_only():
    found = significance(OCL, control="OCL")
    assert {b for a, b in found.differing_pairs if a == "OCL"} == set(OCL.columns) - {"OCL"} and len(
        found.differing_pairs
    ) == 9
    last = significance(OCL, control="KMD")
    assert all("KMD" in pair for pair in last.differing_pairs) and ("OCL", "KMD") in last.differing_pairs


def test_the_gate_and_what_no_number_of_ranks_can_reach():
    assert not significance(made_up(6, 4, 0.0)).differ
    assert significance(made_up(2, 3, 0.0)).too_few_data and not significance(made_up(30, 3, 0.0)).too_few_data
    always = pd.DataFrame({"first": np.arange(4) + 1.0, "second": np.arange(4)})
    result = significance(
        always
    )  # ranks differ by 1, more than the critical difference; the permuted ones do in 1 of 8
    assert result.difference < 1 and result.p == pytest.approx(result.least_p) == 1 / 8 and result.too_few_data
    assert not significance(pd.concat([always] * 2, ignore_index=True)).too_few_data


def test_an_unknown_control_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="control='ADD'.*KMD, LSM"):
        significance(OCL, control="ADD")


def test_the_papers_statistics_from_its_printed_cells():
    tests = recomputed_tests(published("OCL", 3), "CA")
    np.testing.assert_allclose(tests["published"], [0.000017, 3.4275, 3.1383])
    np.testing.assert_allclose(tests["ours"], [1.681e-5, 3.42742, 3.13852], rtol=2e-4)
    assert recomputed_tests(published("OCL", 5), "CA").empty
    ranks = recomputed_ranks(published("OCL", 4), "ARI")
    assert ranks.index[0] == "OCL" and (ranks["published"] - ranks["ours"]).abs().max() < 0.006
    five = recomputed_ranks(published("OCL", 5), "CA")
    assert (five["published"] - five["ours"]).abs().round(2).tolist() == [0, 0.08, 0.08, 0]
    assert [has_ranks(published(*which)) for which in (("TAVE", 3), ("TAVE", 2), ("W-CADO", 6))] == [True, False, False]


def test_the_diagram_places_every_method_at_its_rank():
    found = significance(OCL)
    made = critical_difference(found, theme=LIGHT)
    dots = [trace for trace in made.data if trace.mode == "markers"]
    assert [trace.x[0] for trace in dots] == found.ranks.tolist()
    thick = [s for s in made.layout.shapes if s.type == "line" and s.line.width == 6]
    assert len(thick) == len(found.alike) > 1 and len({s.y0 for s in thick}) == len(thick)
    texts = " ".join(a.text for a in made.layout.annotations)
    assert all(name in texts for name in OCL.columns) and f"{found.difference:.2f}" in texts


def test_the_band_of_a_control_ends_at_the_critical_difference():
    found = significance(OCL, control="LSM")
    made = critical_difference(found, theme=DARK)
    (band,) = [s for s in made.layout.shapes if s.type == "rect"]
    assert (band.x0, band.x1) == pytest.approx(
        (found.ranks["LSM"] - found.difference, found.ranks["LSM"] + found.difference)
    )
    assert not [s for s in made.layout.shapes if s.type == "line" and s.line.width == 6]
    colours = {t.hovertext.split("<b>")[1].split("</b>")[0]: t.marker.color for t in made.data if t.mode == "markers"}
    assert colours["LSM"] == HIGHLIGHT and colours["OCL"] == DARK.text and colours["ADC"] == DARK.faint


@pytest.mark.parametrize("control", [None, "LSM"])
def test_below_the_ranks_on_every_table_are_their_averages_and_what_is_not_told_apart(control):
    found, ranks = significance(SIX, control=control), rank_table(SIX)
    made = ranks_on_tables(SIX, found, LIGHT)
    for trace, (name, average) in zip(made.data, found.ranks.items(), strict=True):
        assert trace.name == f"{name} <b>{average:.2f}</b>"
        np.testing.assert_allclose(trace.x, [*ranks[name], average])
        assert [round(y) for y in trace.y[:-1]] == list(range(len(SIX)))
    places = [place for trace in made.data for place in zip(trace.x, trace.y, strict=True)]
    assert len(set(places)) == len(places)
    thick = [(s.x0, s.x1) for s in made.layout.shapes if s.type == "line" and s.line.width == 6]
    bands = [(s.x0, s.x1) for s in made.layout.shapes if s.type == "rect"]
    if control is None:
        joined = [[name for name, rank in found.ranks.items() if x0 <= rank <= x1] for x0, x1 in thick]
        assert joined == found.alike and not bands
    else:
        centre = found.ranks[control]
        assert not thick and bands == [pytest.approx((centre - found.difference, centre + found.difference))]


def test_ranks_without_a_test_have_neither_bars_nor_a_critical_difference():
    for made in (
        ranks_on_tables(SIX, None, LIGHT),
        ranks_on_tables(made_up(6, 4, 0.0), significance(made_up(6, 4, 0.0)), DARK),
    ):
        assert not made.layout.annotations and {s.line.width for s in made.layout.shapes} == {1}


@pytest.mark.parametrize("tested", [True, False])
def test_of_many_methods_each_has_a_line_with_its_ranks(tested):
    scores = made_up(8, 12, 3.0)
    found, ranks = significance(scores) if tested else None, rank_table(scores)
    made = ranks_on_tables(scores, found, LIGHT)
    small, large = made.data
    order = list(ranks.mean().sort_values(kind="stable").index)
    np.testing.assert_array_equal(np.reshape(small.x, (12, 8)), ranks[order].to_numpy().T)
    np.testing.assert_array_equal(small.y, np.repeat(np.arange(12), 8))
    np.testing.assert_allclose(large.x, ranks[order].mean())
    assert bool(large.error_x.visible) == tested


def test_where_friedman_finds_nothing_there_are_ranks_alone():
    made = critical_difference(significance(made_up(6, 4, 0.0)), theme=LIGHT)
    assert not [s for s in made.layout.shapes if s.type == "rect" or s.line.width == 6]
    assert "critical" not in " ".join(a.text for a in made.layout.annotations)


def test_tables_with_nearly_all_rows_in_one_class_are_named():
    frame = pd.DataFrame({"a": list("xy") * 50, "class": ["p"] * 92 + ["q"] * 8, "w": [1] * 92 + [3] * 8})
    uneven, weighted = (
        catviz.CategoricalTable.from_pandas(frame.drop(columns=left), target="class", weights=weights)
        for left, weights in ((["w"], None), ([], "w"))
    )
    unclassed = catviz.CategoricalTable.from_pandas(frame[["a"]])
    assert mostly_one_class({"uneven": uneven, "weighted": weighted, "unclassed": unclassed}) == ["uneven"]
