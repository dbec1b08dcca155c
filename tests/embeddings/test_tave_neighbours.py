"""Neighbour counting against brute force on the copies, one by one."""

import numpy as np
import pytest

from catviz.embeddings import tave_neighbours
from catviz.embeddings.tave_neighbours import neighbour_counts, neighbour_usage
from catviz.table.kernels import distinct_rows


def brute_usage(codes, k, ties):
    """Usage of each row by an explicit loop over queries; no weights."""
    n = len(codes)
    usage = np.zeros(n)
    for i in range(n):
        others = [j for j in range(n) if j != i]
        distance = {j: int((codes[i] != codes[j]).sum()) for j in others}
        ordered = sorted(others, key=lambda j: (distance[j], j))
        if ties == "index":
            usage[ordered[:k]] += 1
            continue
        last = distance[ordered[k - 1]]
        inside = [j for j in others if distance[j] < last]
        tied = [j for j in others if distance[j] == last]
        usage[inside] += 1
        usage[tied] += (k - len(inside)) / len(tied)
    return usage


def random_codes(rng, n, levels):
    return np.column_stack([rng.integers(0, v, n) for v in levels]).astype(np.uint8)


@pytest.fixture(params=["groups", "pairs"])
def path(request, monkeypatch):
    monkeypatch.setattr(tave_neighbours, "subsets_are_cheaper", lambda n, t: request.param == "groups")
    return request.param


@pytest.mark.parametrize("seed", range(12))
def test_fair_usage_equals_brute_force(seed, path):
    rng = np.random.default_rng(seed)
    n, t = int(rng.integers(2, 25)), int(rng.integers(1, 6))
    codes = random_codes(rng, n, rng.integers(1, 5, t))
    k = int(rng.integers(1, n))
    np.testing.assert_allclose(neighbour_usage(codes, np.ones(n), k), brute_usage(codes, k, "fair"), atol=1e-10)


@pytest.mark.parametrize("ties", ["fair", "index"])
@pytest.mark.parametrize("seed", range(12))
def test_weighted_rows_equal_their_copies(seed, ties, path):
    rng = np.random.default_rng(seed)
    u, t = int(rng.integers(2, 12)), int(rng.integers(1, 5))
    codes = random_codes(rng, u, rng.integers(2, 4, t))
    weights = rng.integers(1, 5, u)
    k = int(rng.integers(1, weights.sum()))
    copies = np.repeat(np.arange(u), weights)
    expected = np.bincount(copies, weights=brute_usage(codes[copies], k, ties), minlength=u)
    np.testing.assert_allclose(neighbour_usage(codes, weights, k, ties), expected, atol=1e-10)


@pytest.mark.parametrize("seed", range(6))
def test_index_ties_equal_brute_force(seed):
    rng = np.random.default_rng(seed)
    codes = random_codes(rng, 30, [2, 3, 2])
    k = int(rng.integers(1, 30))
    np.testing.assert_allclose(neighbour_usage(codes, np.ones(30), k, "index"), brute_usage(codes, k, "index"))


def test_blocks_and_ranked_keys_change_nothing(monkeypatch):
    rng = np.random.default_rng(3)
    codes = random_codes(rng, 300, [9] * 6)
    codes = codes[distinct_rows(codes, np.full(6, 9))[0]]
    weights = rng.integers(1, 4, len(codes)).astype(float)
    pairs = tave_neighbours._compared(codes, weights, 17.0, "fair", np.arange(len(codes)), weights)
    first = tave_neighbours._compared(codes, weights, 17.0, "index", np.arange(len(codes)), weights)
    np.testing.assert_allclose(tave_neighbours._grouped(codes, weights, 17.0), pairs, atol=1e-8)
    monkeypatch.setattr(tave_neighbours, "_BLOCK", 1000)
    monkeypatch.setattr(tave_neighbours, "_DENSE", 1)
    np.testing.assert_allclose(neighbour_usage(codes, weights, 17, "index"), first, atol=1e-10)
    np.testing.assert_allclose(tave_neighbours._grouped(codes, weights, 17.0), pairs, atol=1e-8)


def test_fractional_weights_agree_between_paths_and_keep_the_total():
    rng = np.random.default_rng(4)
    codes = random_codes(rng, 40, [3, 3, 2])
    codes = codes[distinct_rows(codes, np.array([3, 3, 2]))[0]]
    weights = rng.uniform(0.2, 3.0, len(codes))
    grouped = tave_neighbours._grouped(codes, weights, 4.0)
    compared = tave_neighbours._compared(codes, weights, 4.0, "fair", np.arange(len(codes)), weights)
    np.testing.assert_allclose(grouped, compared, atol=1e-10)
    assert grouped.sum() == pytest.approx(4.0 * weights.sum())
    assert neighbour_usage(codes, weights, 4, "index").sum() == pytest.approx(4.0 * weights.sum())


def test_more_neighbours_than_rows_use_every_other_row_once():
    codes = random_codes(np.random.default_rng(0), 7, [2, 2])
    for ties in ("fair", "index"):
        np.testing.assert_allclose(neighbour_usage(codes, np.ones(7), 99, ties), np.full(7, 6.0))


def test_a_single_row_has_no_neighbour():
    assert neighbour_usage(np.zeros((1, 3), dtype=np.uint8), np.ones(1), 10).tolist() == [0.0]


def test_unknown_ties():
    with pytest.raises(ValueError, match="ties='random'"):
        neighbour_usage(np.zeros((2, 1), dtype=np.uint8), np.ones(2), 1, "random")


def test_counts_sum_to_n_times_k_in_every_column():
    rng = np.random.default_rng(5)
    codes = random_codes(rng, 60, [2, 5, 3])
    found = neighbour_counts(codes, np.array([2, 5, 3]), np.ones(60), 8)
    assert found.n_queries is None
    for counts, errors in zip(found.counts, found.errors, strict=True):
        assert counts.sum() == pytest.approx(60 * 8)
        assert not errors.any()


def test_sampled_counts_lie_within_their_standard_errors(monkeypatch):
    rng = np.random.default_rng(6)
    levels = np.full(14, 3)
    codes = random_codes(rng, 800, levels)
    codes[:, 3] = np.where(rng.random(800) < 0.7, codes[:, 2], codes[:, 3])
    weights = rng.integers(1, 4, 800).astype(float)
    exact = neighbour_counts(codes, levels, weights, 25)
    monkeypatch.setattr(tave_neighbours, "EXACT_ROWS", 100)
    sampled = neighbour_counts(codes, levels, weights, 25)
    assert sampled.n_queries == tave_neighbours.SAMPLED_QUERIES
    scores = np.concatenate([(s - e) / d for s, e, d in zip(sampled.counts, exact.counts, sampled.errors, strict=True)])
    assert 0.4 < np.sqrt((scores**2).mean()) < 1.8
    assert np.abs(scores).max() < 5
    for counts in sampled.counts:
        assert counts.sum() == pytest.approx(25 * weights.sum())
