"""Linear arrangements against brute force, the paper's counterexample, and many restarts."""

import itertools

import numpy as np
import pytest
from scipy.stats import kendalltau

import catviz
from catviz.orders.arrangement import (
    EXACT_VALUES,
    SEARCHED_VALUES,
    arrangement_cost,
    crossings,
    kendall_tau,
    local_search,
    minimum_linear_arrangement,
    nearer_orientation,
    organ_pipe,
    paper_order,
    random_ranks,
)


def lowest_cost(W):
    return min(arrangement_cost(W, np.array(ranks)) for ranks in itertools.permutations(range(len(W))))


def cluster_weights(v, k, rng, spread=0.5):
    """W = sum_j n_j p_j p_j' of random clusters, as OCL meets it."""
    p = rng.dirichlet(np.full(v, spread), k)
    return (p * rng.integers(10, 1000, k)[:, None]).T @ p


def test_organ_pipe_puts_the_largest_in_the_centre_and_the_next_right_and_left():
    assert organ_pipe([5, 4, 3, 2, 1]).tolist() == [2, 3, 1, 4, 0]
    assert organ_pipe([4, 3, 2, 1]).tolist() == [1, 2, 0, 3]
    assert organ_pipe([1, 1, 0]).tolist() == [1, 2, 0]
    assert organ_pipe([1.0]).tolist() == [0]
    assert organ_pipe([]).tolist() == []


@pytest.mark.parametrize("v", range(1, 8))
def test_organ_pipe_is_optimal_for_one_distribution(v):
    rng = np.random.default_rng(v)
    for _ in range(4):
        p = rng.dirichlet(np.full(v, 0.7))
        assert arrangement_cost(np.outer(p, p), organ_pipe(p)) == pytest.approx(lowest_cost(np.outer(p, p)), abs=1e-12)


@pytest.mark.parametrize("v", range(1, 8))
def test_subset_programme_is_optimal(v):
    rng = np.random.default_rng(v)
    asymmetric = rng.random((v, v))
    sparse = np.where(rng.random((v, v)) < 0.3, rng.random((v, v)), 0)
    for W in (asymmetric, sparse, cluster_weights(v, 3, rng), np.zeros((v, v))):
        ranks = minimum_linear_arrangement(W)
        assert sorted(ranks) == list(range(v))
        assert arrangement_cost(W, ranks) == pytest.approx(lowest_cost(W), abs=1e-9)


def test_subset_programme_finds_a_hidden_path_at_its_largest_size():
    place = np.random.default_rng(0).permutation(EXACT_VALUES)
    W = (np.abs(place[:, None] - place) == 1).astype(float)
    ranks = minimum_linear_arrangement(W)
    assert arrangement_cost(W, ranks) == 2 * (EXACT_VALUES - 1)
    assert ranks.tolist() in (place.tolist(), (EXACT_VALUES - 1 - place).tolist())


def test_local_search_agrees_with_the_exact_order_where_both_run():
    rng = np.random.default_rng(5)
    for _ in range(5):
        W = rng.random((10, 10))
        W = W + W.T
        np.fill_diagonal(W, 0)
        exact = arrangement_cost(W, minimum_linear_arrangement(W))
        found = [arrangement_cost(W, local_search(W, random_ranks(10, rng))) for _ in range(10)]
        assert min(found) == pytest.approx(exact)


@pytest.mark.parametrize("kind", ["sparse", "clusters"])
def test_no_insertion_and_no_swap_improves_what_local_search_finds(kind):
    rng = np.random.default_rng(3)
    W = cluster_weights(12, 4, rng) if kind == "clusters" else rng.random((12, 12)) * (rng.random((12, 12)) < 0.3)
    W = (W + W.T) / 2
    np.fill_diagonal(W, 0)
    order = np.argsort(local_search(W, random_ranks(12, rng)))
    cost = arrangement_cost(W, np.argsort(order))
    for i, j in itertools.permutations(range(12), 2):
        inserted = np.insert(np.delete(order, i), j, order[i])
        swapped = order.copy()
        swapped[[i, j]] = order[[j, i]]
        for moved in (inserted, swapped):
            assert arrangement_cost(W, np.argsort(moved)) >= cost * (1 - 1e-9)


@pytest.mark.parametrize("v", [15, 26, 40])
@pytest.mark.parametrize("kind", ["clusters", "narrow clusters", "sparse"])
def test_search_is_within_one_percent_of_fifty_restarts(v, kind):
    rng = np.random.default_rng(v)
    if kind == "sparse":
        W = rng.random((v, v)) * (rng.random((v, v)) < 0.1)
    else:
        W = cluster_weights(v, 6, rng, spread=0.5 if kind == "clusters" else 0.06)
    W = (W + W.T) / 2
    np.fill_diagonal(W, 0)
    best = min(arrangement_cost(W, local_search(W, random_ranks(v, rng))) for _ in range(50))
    assert arrangement_cost(W, minimum_linear_arrangement(W)) <= 1.01 * best


def scrambled(v, share):
    """Weights without structure, the same on every machine."""
    a = np.arange(v)
    weights = ((a[:, None] + 1) * (a + 1) * 7919 + (a[:, None] * a) ** 2 * 31 + (a[:, None] + a) * 104729) % 1009 / 1009
    return np.where((weights < share) & (a[:, None] != a), weights, 0)


def groups_of(column, by):
    """W = sum_j n_j p_j p_j' of a finely binned column of german_credit, another column's values as clusters."""
    counts = catviz.count(catviz.load_dataset("german_credit", bins=100)).block(by, column).astype(float)
    return (counts / counts.sum(axis=1, keepdims=True)).T @ counts


def burt_matrix_of(name):
    return catviz.count(catviz.load_dataset(name)).matrix.astype(float)


#: Weights, and the lowest cost of 50 local searches from random orders, found beforehand.
BEST_OF_FIFTY = {
    "dense, 100 values": (lambda: scrambled(100, 1.0), 153246.91),
    "sparse, 100 values": (lambda: scrambled(100, 0.06), 245.7245),
    "sparse, 60 values": (lambda: scrambled(60, 0.06), 19.15956),
    "credit amounts, 80 values": (lambda: groups_of("credit_amount", "purpose"), 10294.486),
    "ages, 53 values": (lambda: groups_of("age", "employment"), 9905.112),
    "german_credit, 98 values": (lambda: burt_matrix_of("german_credit"), 6161134),
    "breast_cancer_wisconsin, 90 values": (lambda: burt_matrix_of("breast_cancer_wisconsin"), 539732),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BEST_OF_FIFTY)
def test_search_of_many_values_is_within_one_percent_of_fifty_restarts(name):
    make, best = BEST_OF_FIFTY[name]
    W = make()
    assert arrangement_cost(W, minimum_linear_arrangement(W)) <= 1.01 * best


def test_values_without_weight_are_placed_too():
    W = np.zeros((20, 20))
    assert sorted(minimum_linear_arrangement(W)) == list(range(20))
    W[3, 17] = 1.0
    assert arrangement_cost(W, minimum_linear_arrangement(W)) == 1


@pytest.mark.parametrize("v", [20, SEARCHED_VALUES + 1, 1001])
def test_search_is_never_worse_than_its_start(v):
    place = np.random.default_rng(1).permutation(v)
    W = np.exp(-np.abs(place[:, None] - place) / 2.0)
    ranks = minimum_linear_arrangement(W, start=place)
    assert sorted(ranks) == list(range(v))
    assert arrangement_cost(W, ranks) <= arrangement_cost(W, place) * (1 + 1e-12)


def test_search_gives_the_same_order_each_time():
    W = cluster_weights(20, 4, np.random.default_rng(2))
    assert minimum_linear_arrangement(W).tolist() == minimum_linear_arrangement(W).tolist()


def test_averaging_the_clusters_orders_can_raise_the_cost():
    counts = np.array([[1, 1, 0], [0, 1, 1]])
    assert [(organ_pipe(row) + 1).tolist() for row in counts] == [[2, 3, 1], [1, 2, 3]]
    W = sum(np.outer(row, row) / row.sum() for row in counts)
    natural = np.arange(3)
    averaged = paper_order(counts)
    assert averaged.tolist() == [0, 2, 1]
    assert arrangement_cost(W, natural) == 2
    assert arrangement_cost(W, averaged) == 3
    assert arrangement_cost(W, minimum_linear_arrangement(W)) == 2


def test_orders_are_compared_by_pairs():
    ranks = np.array([0, 1, 2, 3])
    assert crossings(ranks, ranks) == 0
    assert crossings(ranks, ranks[::-1]) == 6
    assert crossings(ranks, np.array([1, 0, 2, 3])) == 1
    assert kendall_tau(ranks, ranks[::-1]) == pytest.approx(-1)
    assert kendall_tau(ranks, np.array([1, 0, 2, 3])) == pytest.approx(1 - 2 * 1 / 6)
    assert np.isnan(kendall_tau([0], [0]))
    assert np.isnan(kendall_tau([1, 1], [0, 1]))
    rng = np.random.default_rng(0)
    for _ in range(10):
        a, b = rng.integers(0, 5, (2, 8))
        assert kendall_tau(a, b) == pytest.approx(kendalltau(a, b).statistic)


def test_orientation_is_the_one_with_fewer_crossings():
    reference = np.arange(5)
    ranks = np.array([4, 3, 1, 2, 0])
    assert nearer_orientation(ranks, reference).tolist() == [0, 1, 3, 2, 4]
    assert nearer_orientation(4 - ranks, reference).tolist() == [0, 1, 3, 2, 4]
    assert nearer_orientation(np.array([0]), np.array([0])).tolist() == [0]


def test_bad_weights_and_starts_are_refused():
    with pytest.raises(ValueError, match="square matrix"):
        minimum_linear_arrangement(np.ones((2, 3)))
    with pytest.raises(ValueError, match="finite"):
        minimum_linear_arrangement([[0, np.nan], [0, 0]])
    with pytest.raises(ValueError, match="ranks 0 to 2"):
        minimum_linear_arrangement(np.ones((3, 3)), start=[0, 0, 2])
