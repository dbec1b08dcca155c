"""HD: worked examples, every part against sums over rows, ordered columns, missing cells, weights."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame
from scipy.optimize import linprog
from scipy.stats import wasserstein_distance

import catviz
from catviz.distances.hd import HD
from catviz.table.categorical import CategoricalTable

MOVIES = catviz.load_dataset("toy_movie")


def table_of(frame, ordered=()):
    return CategoricalTable.from_pandas(frame, ordered={c: sorted(frame[c].dropna().unique()) for c in ordered})


def difference(frame, r, s, a, b, ordered):
    """delta_s of two values, straight from the rows; missing cells are one value."""
    known = frame.fillna("?")
    shares = [Counter(known.loc[known[r] == x, s]) for x in (a, b)]
    shares = [{value: n / sum(c.values()) for value, n in c.items()} for c in shares]
    if s not in ordered:
        seen = set(shares[0]) | set(shares[1])
        return sum(abs(shares[0].get(g, 0) - shares[1].get(g, 0)) for g in seen) / len(seen)
    levels = sorted(set(known[s]) - {"?"})
    places = np.arange(len(levels)) / (len(levels) - 1)
    return wasserstein_distance(places, places, *([c.get(g, 0) for g in levels] for c in shares))


def distance(frame, r, a, b, ordered=()):
    return sum(difference(frame, r, s, a, b, ordered) for s in frame) / frame.shape[1]


# worked examples


@pytest.mark.parametrize(
    ("column", "a", "b", "expected"),
    [
        ("actor", "De Niro", "Grant", 13 / 18),
        ("actor", "De Niro", "Stewart", 13 / 18),
        ("actor", "Grant", "Stewart", 1 / 3),
        ("genre", "Comedy", "Crime", 7 / 9),
        ("genre", "Comedy", "Thriller", 2 / 3),
        ("genre", "Crime", "Thriller", 7 / 9),
        ("director", "Coppola", "Scorsese", 1 / 3),
        ("director", "Hitchcock", "Koster", 2 / 3),
        ("director", "Coppola", "Hitchcock", 8 / 9),
    ],
)
def test_movies(column, a, b, expected):
    assert HD().fit(MOVIES).value_distances_[column].loc[a, b] == pytest.approx(expected, abs=1e-12)


def test_movies_with_directors_in_alphabetical_order():
    frame = MOVIES.to_pandas()[list(MOVIES.attributes)]
    found = HD().fit(table_of(frame, ["director"])).value_distances_
    assert np.diag(found["director"], 1) == pytest.approx([0.375, 0.25, 0.375], abs=1e-12)
    actors = found["actor"]
    assert [actors.loc["De Niro", "Grant"], actors.loc["De Niro", "Stewart"]] == pytest.approx([2 / 3] * 2, abs=1e-12)
    assert actors.loc["Grant", "Stewart"] == pytest.approx(1 / 3, abs=1e-12)


def test_independent_columns_are_hamming_over_the_number_of_columns():
    nursery = catviz.load_dataset("nursery")
    frame = nursery.to_pandas()[list(nursery.attributes)].astype(str)
    for table in HD().fit(table_of(frame)).geometry_.tables:
        assert table == pytest.approx((1 - np.eye(len(table))) / frame.shape[1], abs=1e-12)


# against sums over rows


@pytest.mark.parametrize("ordered", [(), ("a1",), ("a1", "a3")])
def test_every_pair_against_sums_over_rows(ordered):
    frame = dependent_frame(60, (3, 4, 2, 5), seed=1, missing=0.0)
    found = HD().fit(table_of(frame, ordered)).value_distances_
    for r in frame:
        values = sorted(frame[r].unique())
        expected = pd.DataFrame([[distance(frame, r, a, b, ordered) for b in values] for a in values], values, values)
        if r in ordered:
            places = np.concatenate([[0], np.cumsum(np.diag(expected, 1))])
            expected[:] = np.abs(places[:, None] - places) / places[-1]
        assert found[r].loc[values, values].to_numpy() == pytest.approx(expected.to_numpy(), abs=1e-12)


@pytest.mark.parametrize("turned", [False, True])
def test_a_missing_cell_is_as_far_from_each_level_as_the_ends_are(turned):
    """The whole weight at one place: the levels are (steps) / (levels - 1) apart, missing is 1 from each."""
    levels = ["p", "q", "r", "s"]
    frame = pd.DataFrame({"x": [*"abcde"] * 2, "y": [*levels, None] * 2})
    table = CategoricalTable.from_pandas(frame, ordered={"y": levels[::-1] if turned else levels})
    found = HD().fit(table).value_distances_["x"]
    places = np.array([0, 1, 2, 3]) / 3
    assert found.to_numpy()[:4, :4] == pytest.approx((np.abs(places[:, None] - places) + 1 - np.eye(4)) / 2, abs=1e-12)
    assert found.loc["e", [*"abcd"]].to_numpy() == pytest.approx(1.0, abs=1e-12)


def cheapest(shares, others, costs):
    """The least cost at which one distribution becomes another: a linear program of all moves."""
    k = len(shares)
    moves = np.arange(k * k).reshape(k, k)
    leave, arrive = np.zeros((k, k * k)), np.zeros((k, k * k))
    for i in range(k):
        leave[i, moves[i]] = arrive[i, moves[:, i]] = 1
    return linprog(costs.ravel(), A_eq=np.vstack([leave, arrive]), b_eq=np.r_[shares, others]).fun


@pytest.mark.parametrize(("levels", "seed"), [(2, 0), (3, 1), (5, 2), (9, 3)])
def test_distances_along_an_order_with_missing_cells_are_the_cheapest_moves(levels, seed):
    names, rng = "pqrstuvwx"[:levels], np.random.default_rng(seed)
    frame = pd.DataFrame({"x": rng.choice([*"abcdef"], 60), "y": rng.choice([*names, None], 60)})
    table = CategoricalTable.from_pandas(frame, ordered={"y": list(names)})
    found = HD().fit(table).value_distances_["x"]
    counts = pd.crosstab(frame["x"], frame["y"].fillna("~"))[[*names, "~"]].to_numpy()
    shares, places = counts / counts.sum(axis=1, keepdims=True), np.linspace(0, 1, levels)
    costs = np.ones((levels + 1, levels + 1)) - np.eye(levels + 1)
    costs[:levels, :levels] = np.abs(places[:, None] - places)
    for i, a in enumerate("abcdef"):
        for j, b in enumerate("abcdef"[:i]):
            expected = (1 + cheapest(shares[i], shares[j], costs)) / 2
            assert found.loc[a, b] == pytest.approx(expected, abs=1e-9)


def test_pairs_of_the_missing_level_of_an_ordered_column_are_those_of_an_unordered_one():
    frame = dependent_frame(60, (3, 4, 2), seed=3, missing=0.1)
    plain, ordered = (HD().fit(table_of(frame, some)).geometry_.tables[1] for some in ((), ("a1",)))
    # the own column's term is 1 in both: a missing cell is 1 from every level
    assert ordered[-1, :-1] == pytest.approx(plain[-1, :-1], abs=1e-12) and ordered[:-1, :-1].max() == 1.0
    assert ordered[:-1, :-1] == pytest.approx(np.abs(np.subtract.outer(ordered[0, :-1], ordered[0, :-1])), abs=1e-12)


def test_a_single_level_and_missing_cells():
    frame = pd.DataFrame({"x": [*"aabb"], "y": ["p", "p", None, None]})
    table = CategoricalTable.from_pandas(frame, ordered={"y": ["p"]})
    assert HD().fit(table).value_distances_["x"].loc["a", "b"] == pytest.approx(1.0)


# what it explains


@pytest.mark.parametrize("ordered", [(), ("a1",)])
def test_an_explanation_has_a_term_a_column(ordered):
    frame = dependent_frame(60, (3, 4, 2), seed=4, missing=0.1)
    model = HD().fit(table_of(frame, ordered))
    for a, b in (("p", "r"), ("p", None), ("p", "q")):
        explained = model.explain("a1", a, b)
        assert explained.value == pytest.approx(explained.distance, abs=1e-12)
        assert list(explained.terms["term"]) == ["a0", "a1 (own counts)", "a2"]
