"""Methods held side by side: ranks of pairs, one seriation, correlations, disagreements, two maps in one frame."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import squareform
from scipy.stats import spearmanr

import catviz
from catviz.analysis.method_ranks import (
    EQUALLY_FAR,
    SAME_PLACE,
    aligned,
    common_by_chance,
    method_ranks,
    percentile_ranks,
    tie,
)
from catviz.geometry.joint_map import JointMap
from catviz.geometry.value_geometries import ValueDistances
from catviz.table.codebook import Codebook


def geometry(condensed, labels="wxyz", counts=None):
    """Distances of one column "c" from its pairs, in the order of ``squareform``."""
    table = squareform(np.asarray(condensed, dtype=float)) if len(condensed) else np.zeros((1, 1))
    labels = tuple(labels[: len(table)])
    counts = np.full(len(labels), 10) if counts is None else np.asarray(counts)
    return ValueDistances(Codebook(("c",), (labels,), ("nominal",), (False,)), (table,), (counts,))


def random_ranks(v=8, m=3, seed=0):
    rng = np.random.default_rng(seed)
    labels = [f"v{i}" for i in range(v)]
    tables = {f"m{k}": rng.integers(1, 6, v * (v - 1) // 2) for k in range(m)}
    return method_ranks("c", {name: geometry(t, labels, rng.integers(1, 50, v)) for name, t in tables.items()}), tables


# ranks


def test_percentile_ranks_by_hand():
    found = percentile_ranks(squareform([4.0, 1.0, 9.0]))
    assert found.tolist() == [[0, 0.5, 0], [0.5, 0, 1], [0, 1, 0]]


def test_equal_distances_share_their_mean_rank():
    # ranks 0, (1 + 2) / 2, (1 + 2) / 2, 3, 4, 5 over 5; the two 2s differ by rounding only
    found = percentile_ranks(squareform([1.0, 2.0, 2.0 + 1e-13, 3.0, 4.0, 5.0]))
    assert squareform(found).tolist() == [0, 0.3, 0.3, 0.6, 0.8, 1]


def test_ranks_do_not_depend_on_the_unit():
    table = squareform(np.random.default_rng(0).random(28))
    for other in (1e-12 * table, 1e12 * table, table**3):
        np.testing.assert_array_equal(percentile_ranks(other), percentile_ranks(table))


def test_ranks_of_one_value_and_of_two():
    assert percentile_ranks(np.zeros((1, 1))).tolist() == [[0]]
    assert percentile_ranks(np.array([[0.0, 3], [3, 0]])).tolist() == [[0, 0.5], [0.5, 0]]


@pytest.mark.parametrize(
    ("condensed", "text"),
    [
        ([], None),
        ([3.0], None),
        ([0.0], SAME_PLACE),
        ([0.0, 0.0, 0.0], SAME_PLACE),
        ([2.0, 2.0, 2.0 + 1e-12], EQUALLY_FAR),
        ([2.0, 2.0, 2.001], None),
        ([0.0, 0.0, 1.0], None),
    ],
)
def test_ties_in_words(condensed, text):
    assert tie(geometry(condensed).tables[0]) == text


# several methods


def test_ranks_of_methods_by_hand():
    compared = method_ranks("c", {"p": geometry([1, 2, 3]), "q": geometry([30, 20, 10]), "r": geometry([1, 3, 2])})
    assert compared.labels == ("w", "x", "y") and compared.names == ("p", "q", "r") and compared.left_out == 0
    assert [squareform(t).tolist() for t in compared.ranks] == [[0, 0.5, 1], [1, 0.5, 0], [0, 1, 0.5]]
    np.testing.assert_allclose(compared.correlations, [[1, -1, 0.5], [-1, 1, -0.5], [0.5, -0.5, 1]])
    assert compared.correlations.index.tolist() == compared.correlations.columns.tolist() == ["p", "q", "r"]
    found = compared.disagreements()
    assert found.columns.tolist() == ["a", "b", "near", "far", "near rank", "far rank", "spread"]
    assert found.to_numpy().tolist() == [
        ["w", "x", "p", "q", 0, 1, 1],
        ["x", "y", "q", "p", 0, 1, 1],
        ["w", "y", "p", "r", 0.5, 1, 0.5],
    ]


def test_correlations_are_spearmans_with_ties():
    compared, tables = random_ranks(m=4)
    expected = spearmanr(np.array(list(tables.values())), axis=1).statistic
    np.testing.assert_allclose(compared.correlations, expected, atol=1e-12)


def test_a_method_that_ties_all_pairs_says_nothing():
    untied = {"p": geometry([1, 2, 3, 4, 5, 6]), "q": geometry([6, 2, 3, 4, 5, 1])}
    compared = method_ranks("c", untied | {"flat": geometry([7] * 6), "none": geometry([0] * 6)})
    assert compared.ties == (None, None, EQUALLY_FAR, SAME_PLACE)
    assert np.isnan(compared.ranks[2:]).all() and np.isfinite(compared.ranks[:2]).all()
    alone = method_ranks("c", untied)
    assert compared.order.tolist() == alone.order.tolist()
    pd.testing.assert_frame_equal(compared.disagreements(), alone.disagreements())
    pd.testing.assert_frame_equal(compared.correlations.iloc[:2, :2], alone.correlations)
    assert compared.correlations.iloc[2:].isna().all(axis=None) and compared.correlations.iloc[:, 2:].isna().all(
        axis=None
    )


def test_where_all_methods_tie_the_order_is_the_codebooks():
    compared = method_ranks("c", {"flat": geometry([7] * 6), "none": geometry([0] * 6)})
    assert compared.order.tolist() == [0, 1, 2, 3]
    assert compared.disagreements().empty and compared.correlations.isna().all(axis=None)


def test_the_order_keeps_values_that_all_methods_find_near_side_by_side():
    # w-y and x-z are near under both
    compared = method_ranks("c", {"p": geometry([8, 1, 9, 9, 2, 8]), "q": geometry([5, 2, 4, 4, 1, 5])})
    place = np.argsort(compared.order)
    assert abs(place[0] - place[2]) == abs(place[1] - place[3]) == 1


@pytest.mark.parametrize("condensed", [[], [2.0]])
def test_one_value_and_two_values(condensed):
    compared = method_ranks("c", {"p": geometry(condensed), "q": geometry(condensed)})
    v = len(compared.labels)
    assert v == 1 + len(condensed) and sorted(compared.order) == list(range(v))
    assert compared.ranks.shape == (2, v, v) and not np.isnan(compared.ranks).any()
    assert compared.correlations.isna().all(axis=None) and compared.disagreements().empty


def test_one_method_agrees_with_itself():
    compared = method_ranks("c", {"p": geometry([1, 2, 3])})
    assert compared.correlations.loc["p", "p"] == pytest.approx(1) and compared.disagreements().empty


def test_no_method_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        method_ranks("c", {})


def test_disagreements_are_the_largest_spreads_of_all_pairs():
    compared, _ = random_ranks(v=7, m=4, seed=3)
    found, pairs = compared.disagreements(5), {}
    for i, a in enumerate(compared.labels):
        for j, b in enumerate(compared.labels[:i]):
            pairs[frozenset((a, b))] = {name: compared.ranks[k, i, j] for k, name in enumerate(compared.names)}
    largest = sorted((max(r.values()) - min(r.values()) for r in pairs.values()), reverse=True)
    np.testing.assert_allclose(found["spread"], largest[:5])
    for line in found.to_dict("records"):
        ranks = pairs[frozenset((line["a"], line["b"]))]
        assert ranks[line["near"]] == line["near rank"] == min(ranks.values())
        assert ranks[line["far"]] == line["far rank"] == max(ranks.values())
        assert line["spread"] == line["far rank"] - line["near rank"]


def test_among_equal_disagreements_frequent_values_come_first():
    counts = [1, 5, 9, 9]
    p, q = [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]
    found = method_ranks("c", {"p": geometry(p, counts=counts), "q": geometry(q, counts=counts)}).disagreements(2)
    assert found[["a", "b"]].to_numpy().tolist() == [["y", "z"], ["w", "x"]]


def test_pairs_on_which_all_agree_are_no_disagreement():
    compared = method_ranks("c", {"p": geometry([1, 2, 3]), "q": geometry([1, 3, 2])})
    assert compared.disagreements()[["a", "b"]].to_numpy().tolist() == [["w", "y"], ["x", "y"]]


def test_the_most_frequent_values_are_compared():
    counts = [3, 50, 4, 4]
    p, q = np.arange(1.0, 7), np.arange(6.0, 0, -1)
    compared = method_ranks("c", {"p": geometry(p, counts=counts), "q": geometry(q, counts=counts)}, most=3)
    assert compared.labels == ("x", "y", "z") and compared.left_out == 1 and compared.frequencies.tolist() == [50, 4, 4]
    np.testing.assert_array_equal(compared.ranks[0], percentile_ranks(squareform(p)[1:, 1:]))


def test_values_that_a_method_leaves_out_are_left_out():
    table = catviz.load_dataset("voting")
    whole = catviz.AhmadDey().fit(table).value_distances_
    without = catviz.AhmadDey(na="exclude").fit(table).value_distances_
    for methods in ({"p": whole, "q": without}, {"q": without, "p": whole}):
        compared = method_ranks("crime", methods)
        assert compared.labels == ("no", "yes") and compared.left_out == 1
        assert compared.frequencies.sum() == (table.codes[:, table.codebook.position("crime")] < 2).sum()


def test_every_column_of_many_tables():
    for name in ("zoo", "voting", "nursery", "toy_movie"):
        table = catviz.load_dataset(name)
        fitted = {m.__name__: m().fit(table).value_distances_ for m in (catviz.AhmadDey, catviz.Hamming, catviz.COD)}
        for attribute in table.attributes:
            compared = method_ranks(attribute, fitted)
            v = len(compared.labels)
            assert sorted(compared.order) == list(range(v)) and compared.ranks.shape == (3, v, v)
            ranks = compared.ranks[[t is None for t in compared.ties]]
            assert ((ranks >= 0) & (ranks <= 1)).all() and (ranks == ranks.transpose(0, 2, 1)).all()
            assert compared.disagreements()["spread"].le(1).all()


# two maps in one frame


def joint(coordinates, values=None):
    values = [("c", str(i)) for i in range(len(coordinates))] if values is None else values
    return JointMap(tuple(values), np.asarray(coordinates, dtype=float), np.ones(2), 2.0, None, np.zeros(2), np.eye(2))


def test_a_map_turned_moved_and_scaled_is_the_same_map():
    X = np.random.default_rng(1).normal(size=(9, 2))
    turn = np.array([[np.cos(2), -np.sin(2)], [np.sin(2), np.cos(2)]]) @ np.diag([1, -1])
    found = aligned(joint(X), joint(0.3 * X @ turn + [5, -4]))
    np.testing.assert_allclose(found.second, X, atol=1e-12)
    assert found.common == pytest.approx(1) and found.moved.max() < 1e-12


def test_the_value_that_moved_is_found():
    X = np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, -1], [0, 0]])
    Y = X.copy()
    Y[6] = [0, 0.9]
    found = aligned(joint(X), joint(Y))
    assert found.moved.argmax() == 6 and 0 < found.common < 1
    np.testing.assert_allclose(found.moved, np.linalg.norm(found.first - found.second, axis=1))
    spread = ((X - X.mean(axis=0)) ** 2).sum()
    assert found.common == pytest.approx(1 - (found.moved**2).sum() / spread)


def test_maps_are_aligned_over_the_values_both_show():
    X = np.random.default_rng(2).normal(size=(5, 2))
    values = [("c", v) for v in "abcde"]
    found = aligned(joint(X, values), joint(X[[4, 2, 0, 3]], [values[i] for i in (4, 2, 0, 3)]))
    assert found.values == tuple(values[i] for i in (0, 2, 3, 4))
    np.testing.assert_allclose(found.second, X[[0, 2, 3, 4]], atol=1e-12)


def test_unrelated_maps_share_some_of_their_spread_by_chance():
    rng = np.random.default_rng(3)
    X, Y, weights = rng.normal(size=(6, 2)), rng.normal(size=(6, 2)), np.array([1, 3, 2, 7, 1, 4])
    orders = [list(order) for order in permutations(range(6))]
    for given in (None, weights):
        every = [aligned(joint(X), joint(Y[order]), given).common for order in orders]
        drawn = common_by_chance(joint(X), joint(Y), given, draws=400)
        assert drawn.shape == (400,) and drawn.mean() == pytest.approx(np.mean(every), abs=0.04) and drawn.mean() > 0.15
        assert set(drawn.round(9)) <= set(np.maximum(every, 0).round(9))
    large = rng.normal(size=(2, 200, 2))
    assert common_by_chance(*map(joint, large), draws=20).max() < 0.05


def test_weights_count_a_value_as_often():
    rng = np.random.default_rng(4)
    X, Y, weights = rng.normal(size=(6, 2)), rng.normal(size=(6, 2)), np.array([1, 3, 2, 7, 1, 4])
    found = aligned(joint(X), joint(Y), weights)
    expected = catviz.align(np.repeat(X, weights, axis=0), np.repeat(Y, weights, axis=0))
    np.testing.assert_allclose(np.repeat(found.second, weights, axis=0), expected, atol=1e-12)
    centred = X - np.average(X, axis=0, weights=weights)
    lost = (weights * found.moved**2).sum() / (weights[:, None] * centred**2).sum()
    assert found.common == pytest.approx(1 - lost)
    np.testing.assert_allclose(aligned(joint(X), joint(Y)).second, catviz.align(X, Y), atol=1e-12)


def test_values_of_no_weight_are_placed_without_shaping_the_frame():
    X = np.random.default_rng(5).normal(size=(5, 2))
    Y = 2 * X[:, ::-1]
    Y[4] = [50, 50]
    found = aligned(joint(X), joint(Y), np.array([1, 1, 1, 1, 0]))
    np.testing.assert_allclose(found.second[:4], X[:4], atol=1e-4)
    assert found.moved.argmax() == 4 and np.isfinite(found.second).all()


def test_a_map_of_one_place_has_nothing_in_common():
    X = np.random.default_rng(3).normal(size=(4, 2))
    found = aligned(joint(X), joint(np.ones((4, 2))))
    assert found.common == pytest.approx(0) and np.isfinite(found.second).all()
    assert aligned(joint(np.ones((4, 2))), joint(X)).common == 0
    assert aligned(joint(X), joint(X, [("d", v) for v in "abcd"])).values == ()
