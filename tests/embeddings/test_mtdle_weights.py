"""Weights of a mixture: moments over pairs of rows without visiting them, and every objective's optimum."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import linprog, minimize

import catviz
from catviz.embeddings import mtdle_weights
from catviz.embeddings.mtdle_graphs import Base, symbol_paths
from catviz.embeddings.mtdle_weights import (
    Links,
    Moments,
    learned_mixture,
    minimal_quadratic,
    minimal_ratio,
    pair_moments,
    ratio,
    same_and_different,
    tells_nothing,
)
from catviz.table.categorical import CategoricalTable

A2, B2 = np.array([[2.0, 1], [1, 2]]), np.array([[4, 3], [3, 2.5]])
SIX = CategoricalTable.from_pandas(pd.DataFrame({"u": list("aaabbc"), "v": list("xxyyyz")}))


def tables_of(table, bases, theta=1):
    counts = catviz.count(table)
    found = [symbol_paths(counts, Base.of(base)).distances ** theta for base in bases]
    return [[S[part, part] for part in counts.codebook.slices()] for S in found]


def random_case(seed, n=25, sizes=(3, 4, 2), n_bases=3):
    """A table with weights, symmetric tables of a few bases, and labels of which some are missing."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"a{r}": rng.choice(list("pqrs")[:v], n) for r, v in enumerate(sizes)})
    table = CategoricalTable.from_pandas(frame.assign(w=rng.integers(0, 4, n)), weights="w").observed()
    random = [[rng.random((v, v)) for v in table.codebook.n_values] for _ in range(n_bases)]
    labels = rng.choice(["no", "yes", "perhaps", None], n)
    return table, [[(t + t.T) * (1 - np.eye(len(t))) for t in tables] for tables in random], labels


def row_distances(tables, codes):
    """(n, n, L), one pair of rows at a time."""
    n = len(codes)
    return np.array(
        [[[sum(t[a, b] for t, a, b in zip(base, codes[i], codes[j], strict=True)) for base in tables] for j in range(n)]
         for i in range(n)]
    )  # fmt: skip


def slow_moments(distances, weights, pairs):
    second, first, mass = 0, 0, 0
    for i, j in pairs:
        mu, weight = distances[i, j], weights[i] * weights[j]
        second, first, mass = second + weight * np.outer(mu, mu), first + weight * mu, mass + weight
    return second, first, mass


def assert_moments(found, wanted):
    np.testing.assert_allclose(found.second, wanted[0], rtol=1e-10)
    np.testing.assert_allclose(found.first, wanted[1], rtol=1e-10)
    assert found.mass == pytest.approx(wanted[2])


# sums over pairs


def six_rows():
    counts = catviz.count(SIX, by=list("000111"))
    return same_and_different(tables_of(SIX, ["cooc/inverse/all", "hamming/all"]), counts.by_class.values())


def test_sums_over_the_pairs_of_six_rows():
    same, different = six_rows()
    assert same.first.tolist() == [38, 116] and different.first.tolist() == [78, 244]
    assert same.second.tolist() == [[265, 798], [798, 2404]]
    assert different.second.tolist() == [[465, 1422], [1422, 4356]]
    assert same.mass == different.mass == 18


@pytest.mark.parametrize("seed", range(4))
def test_sums_are_those_over_all_pairs_of_rows(seed):
    table, tables, labels = random_case(seed)
    distances, weights = row_distances(tables, table.codes), table.weights
    every = list(itertools.product(range(len(table)), repeat=2))
    assert_moments(pair_moments(tables, catviz.count(table).matrix), slow_moments(distances, weights, every))
    same, different = same_and_different(tables, catviz.count(table, by=labels).by_class.values())
    known = [(i, j) for i, j in every if labels[i] is not None and labels[j] is not None]
    assert_moments(same, slow_moments(distances, weights, [(i, j) for i, j in known if labels[i] == labels[j]]))
    assert_moments(different, slow_moments(distances, weights, [(i, j) for i, j in known if labels[i] != labels[j]]))


@pytest.mark.parametrize("seed", range(3))
def test_links_add_their_pairs_in_both_orders(seed):
    table, tables, labels = random_case(seed)
    distances = row_distances(tables, table.codes)
    must, cannot = [(0, 1), (2, 2), (3, 9)], np.array([[4, 7]])
    by_class = catviz.count(table, by=labels).by_class.values()
    links = Links.of(table.codes, table.weights, must, cannot)
    with_links, plain = same_and_different(tables, by_class, links), same_and_different(tables, by_class)
    for found, known, pairs in zip(with_links, plain, (must, cannot), strict=True):
        extra = slow_moments(distances, table.weights, [*pairs, *((j, i) for i, j in pairs)])
        assert_moments(found, (known.second + extra[0], known.first + extra[1], known.mass + extra[2]))
    alone = same_and_different(tables, [], links)
    assert_moments(alone[1], slow_moments(distances, table.weights, [(4, 7), (7, 4)]))


def test_no_links_are_no_pairs_and_no_classes_tell_nothing():
    table, tables, labels = random_case(0)
    links = Links.of(table.codes, table.weights, None, [])
    assert links.must.shape == links.cannot.shape == (0, 2)
    assert tells_nothing(*same_and_different(tables, [], links))
    assert tells_nothing(*same_and_different([[], []], [np.empty((0, 0))]))
    one_class = catviz.count(table, by=np.full(len(table), "yes")).by_class.values()
    assert tells_nothing(*same_and_different(tables, one_class))
    assert not tells_nothing(*same_and_different(tables, catviz.count(table, by=labels).by_class.values()))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([(0, 1, 2)], r"must_link is int64 of shape \(1, 3\)"),
        ([0, 1], r"must_link is int64 of shape \(2,\)"),
        ([(0.0, 1.0)], "must_link is float64"),
        ([(0, 6)], "must_link .*row 6: .* 0 to 5"),
        ([(0, 1), (-1, 2)], "must_link names row -1"),
    ],
)
def test_links_that_name_no_rows_are_refused(given, words):
    with pytest.raises(ValueError, match=words):
        Links.of(SIX.codes, np.ones(6), given, None)


# objectives


def test_six_rows_by_every_objective():
    same, different = six_rows()
    best = learned_mixture(same, different, "ratio")
    assert best.alpha.tolist() == [0, 1] and best.exact
    assert best.value == pytest.approx(0.551882, abs=5e-7)
    assert best.single == pytest.approx([265 / 465, 2404 / 4356])
    corner = learned_mixture(same, different, "lp")
    assert corner.alpha.tolist() == [0, 1] and corner.value == (244 - 116) / 18
    assert corner.single == pytest.approx([40 / 18, 128 / 18])
    printed = learned_mixture(same, different, "qp_printed")
    assert printed.alpha.tolist() == [1, 0] and printed.value == 265 and printed.single.tolist() == [265, 2404]
    plain = learned_mixture(same, different, "uniform")
    assert plain.alpha.tolist() == [0.5, 0.5] and plain.value == (265 + 2 * 798 + 2404) / (465 + 2 * 1422 + 4356)


def test_a_ratio_that_mixes_two_bases():
    alpha, exact = minimal_ratio(A2, B2)
    assert alpha == pytest.approx([0.694254, 0.305746], abs=5e-7) and exact
    assert ratio(A2, B2, alpha) == pytest.approx(0.458619, abs=5e-7)
    assert minimal_quadratic(A2) == pytest.approx([0.5, 0.5])


def random_moments(seed, n_bases):
    """Sums of products of positive vectors, as those of pairs are, in very different units."""
    rng = np.random.default_rng(seed)
    units = 10.0 ** rng.integers(-3, 3, n_bases)
    mu, nu = (rng.random((60, n_bases)) ** 4 * units for _ in range(2))
    return Moments(mu.T @ mu, mu.sum(axis=0), 60.0), Moments(nu.T @ nu, nu.sum(axis=0), 60.0)


@pytest.mark.parametrize("seed", range(8))
def test_no_point_of_the_simplex_has_a_smaller_ratio(seed):
    same, different = random_moments(seed, 3)
    A, B = same.second, different.second
    alpha, _ = minimal_ratio(A, B)
    assert alpha.min() >= 0 and alpha.sum() == pytest.approx(1)
    steps = np.linspace(0, 1, 61)
    scale = 1 / np.sqrt(np.diag(B))
    grid = [np.array([x, y, 1 - x - y]) * scale for x in steps for y in steps if x + y <= 1]
    assert ratio(A, B, alpha) <= min(ratio(A, B, point) for point in grid) + 1e-12


@pytest.mark.parametrize("seed", range(8))
def test_the_ratio_is_the_best_of_a_local_search_over_six_bases(seed):
    same, different = random_moments(seed, 6)
    A, B = same.second, different.second
    scale = 1 / np.sqrt(np.diag(B))
    A, B = A * np.outer(scale, scale), B * np.outer(scale, scale)
    starts = np.vstack([np.eye(6), np.random.default_rng(seed).dirichlet(np.ones(6), 20)])
    ends = [minimize(lambda x: ratio(A, B, x), s, bounds=[(0, None)] * 6).fun for s in starts]
    assert ratio(A, B, minimal_ratio(A, B)[0]) == pytest.approx(min(ends), rel=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_the_search_for_many_bases_finds_the_exact_minimum_of_few(seed, monkeypatch):
    same, different = random_moments(seed, 8)
    exact, sure = minimal_ratio(same.second, different.second)
    monkeypatch.setattr(mtdle_weights, "EXACT_BASES", 7)
    searched, unsure = minimal_ratio(same.second, different.second)
    assert sure and not unsure
    assert searched == pytest.approx(exact, abs=1e-6 * exact.max())


def test_twelve_bases_are_searched_the_same_way_every_time():
    same, different = random_moments(3, 12)
    found = [learned_mixture(same, different, "ratio") for _ in range(2)]
    assert not found[0].exact and (found[0].alpha == found[1].alpha).all()
    assert found[0].value <= found[0].single.min()


def test_equal_bases_leave_the_first_and_useless_ones_get_nothing():
    same, different = random_moments(1, 2)
    twice = np.ix_([0, 0, 1, 1], [0, 0, 1, 1])
    alpha, _ = minimal_ratio(same.second[twice], different.second[twice])
    single, _ = minimal_ratio(same.second, different.second)
    assert alpha[[0, 2]] == pytest.approx(single) and alpha[[1, 3]].tolist() == [0, 0]
    A, B = np.pad(same.second, (0, 1), constant_values=1.0), np.pad(different.second, (0, 1))
    assert minimal_ratio(A, B)[0] == pytest.approx([*single, 0])
    with pytest.raises(ValueError, match="no minimum"):
        minimal_ratio(A2, np.zeros((2, 2)))


@pytest.mark.parametrize("seed", range(5))
def test_the_linear_program_selects_one_base(seed):
    same, different = random_moments(seed, 5)
    found = learned_mixture(same, different, "lp")
    gain = different.first / different.mass - same.first / same.mass
    solved = linprog(-gain, A_eq=np.ones((1, 5)), b_eq=[1])
    assert found.value == pytest.approx(-solved.fun) and found.alpha == pytest.approx(solved.x)
    assert sorted(found.alpha) == [0, 0, 0, 0, 1]


def test_means_not_sums_enter_the_linear_program():
    one = Moments(np.eye(2), np.array([90.0, 10.0]), 90.0)
    other = Moments(np.eye(2), np.array([20.0, 5.0]), 10.0)
    assert learned_mixture(one, other, "lp").alpha.tolist() == [1, 0]
    assert (other.first - one.first).argmax() == 1


@pytest.mark.parametrize("seed", range(5))
def test_the_printed_program_minimises_a_quadratic_form_and_never_sees_the_other_pairs(seed):
    same, different = random_moments(seed, 4)
    A = same.second
    alpha = minimal_quadratic(A)
    assert alpha.min() >= 0 and alpha.sum() == pytest.approx(1)
    slope = 2 * A @ alpha
    # Karush, Kuhn and Tucker: no base has a smaller slope than those in use
    assert slope.min() == pytest.approx(slope @ alpha, rel=1e-6)
    other = Moments(np.eye(4), np.ones(4), 1.0)
    assert (learned_mixture(same, other, "qp_printed").alpha == alpha).all()
