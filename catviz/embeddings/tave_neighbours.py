"""How often the values of rows occur among the k nearest neighbours of all rows, under the Hamming distance.

No neighbour list is kept: what counts is how often each row is used, summed over all queries. A row of weight c
stands for c copies, which are neighbours of each other at distance 0; a copy is never its own neighbour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

#: Up to this many columns, groups by all subsets of the columns can replace comparing the rows pair by pair.
SUBSET_COLUMNS = 12

#: Wider tables with more distinct rows than this are queried at a sample of the rows.
EXACT_ROWS = 100_000

SAMPLED_BATCHES = 32
SAMPLED_QUERIES = 4096

_BLOCK = 1 << 20
_DENSE = 16
_REACHED = 1e-9


@dataclass(frozen=True)
class NeighbourCounts:
    """Occurrences of values over all k-nearest-neighbour sets.

    Attributes
    ----------
    counts : tuple of (v,) float64, an array a column
        Each sums to (total weight) x k.
    errors : tuple of (v,) float64
        Standard errors of the counts; zeros where they are exact.
    n_queries : int or None
        Size of the sample of query rows; None where every row was a query.
    """

    counts: tuple[np.ndarray, ...]
    errors: tuple[np.ndarray, ...]
    n_queries: int | None = None


def neighbour_counts(
    codes: np.ndarray, n_values: np.ndarray, weights: np.ndarray, n_neighbors: float, ties: str = "fair"
) -> NeighbourCounts:
    """Count every value over all k-nearest-neighbour sets: N(v) in Eq. 2 of Gu, Zhou & Zhao.

    Parameters
    ----------
    codes : (u, t) unsigned integers below ``n_values``
        Distinct rows for ``ties="fair"``, where repeated rows only cost time; the rows in their order for ``"index"``.
    n_values : (t,) number of values a column
    weights : (u,) row frequencies
    n_neighbors : k, cut to (total weight) - 1
    ties : {"fair", "index"}
        ``"fair"`` counts the shell in which the k-th neighbour lies by the fraction that is needed of it;
        ``"index"`` takes its first rows, and so depends on the row order.

    With ``"fair"``, more than ``SUBSET_COLUMNS`` columns and more than ``EXACT_ROWS`` rows, ``SAMPLED_QUERIES`` rows
    drawn (fixed seed) with probability proportional to weight are queried: an unbiased estimate. Its standard errors
    come from the spread of ``SAMPLED_BATCHES`` batches of them.
    """
    if not is_sampled(codes, ties):
        counts = _by_value(codes, n_values, neighbour_usage(codes, weights, n_neighbors, ties))
        return NeighbourCounts(counts, tuple(np.zeros(len(c)) for c in counts))
    k, size = _reachable(n_neighbors, weights), SAMPLED_QUERIES // SAMPLED_BATCHES
    drawn = np.random.default_rng(0).choice(len(codes), (SAMPLED_BATCHES, size), p=weights / weights.sum())
    share = np.full(size, weights.sum() / size)
    batches = [_by_value(codes, n_values, _compared(codes, weights, k, ties, rows, share)) for rows in drawn]
    columns = [np.array(column) for column in zip(*batches, strict=True)]
    return NeighbourCounts(
        tuple(column.mean(axis=0) for column in columns),
        tuple(column.std(axis=0, ddof=1) / np.sqrt(SAMPLED_BATCHES) for column in columns),
        SAMPLED_QUERIES,
    )


def is_sampled(codes: np.ndarray, ties: str = "fair") -> bool:
    """True where ``neighbour_counts`` queries a sample of the rows."""
    return ties == "fair" and codes.shape[1] > SUBSET_COLUMNS and len(codes) > EXACT_ROWS


def neighbour_usage(codes: np.ndarray, weights: np.ndarray, n_neighbors: float, ties: str = "fair") -> np.ndarray:
    """(u,) how often each row, all its copies together, is among the k nearest neighbours of a row; always exact.

    Parameters as in ``neighbour_counts``. Fair ties take O(2^t u) time where that is less than comparing all pairs
    of rows, which takes O(t u^2).
    """
    if ties not in ("fair", "index"):
        raise ValueError(f"ties={ties!r}: choose one of 'fair', 'index'")
    weights = np.asarray(weights, dtype=float)
    k = _reachable(n_neighbors, weights)
    if k == 0:
        return np.zeros(len(codes))
    if ties == "fair" and subsets_are_cheaper(*codes.shape):
        return _grouped(codes, weights, k)
    return _compared(codes, weights, k, ties, np.arange(len(codes)), weights)


def subsets_are_cheaper(n_rows: int, n_columns: int) -> bool:
    """True where groups by all subsets of the columns take less time than comparing all pairs of rows."""
    return n_columns <= SUBSET_COLUMNS and 2 ** (n_columns + 2) <= n_rows


def _reachable(n_neighbors: float, weights: np.ndarray) -> float:
    return max(min(float(n_neighbors), float(np.sum(weights)) - 1.0), 0.0)


def _by_value(codes: np.ndarray, n_values: np.ndarray, usage: np.ndarray) -> tuple[np.ndarray, ...]:
    return tuple(
        np.bincount(column, weights=usage, minlength=int(v)) for column, v in zip(codes.T, n_values, strict=True)
    )


def _shares(shells: np.ndarray, k: float) -> np.ndarray:
    """Share of each shell that is used, from (t + 1, rows) shell weights by rising distance."""
    left = np.clip(k - (np.cumsum(shells, axis=0) - shells), 0, None)
    return np.divide(np.minimum(left, shells), shells, out=(left > 0).astype(float), where=shells > 0)


# fair ties by groups


def _grouped(codes: np.ndarray, weights: np.ndarray, k: float) -> np.ndarray:
    """Fair usage from sums over groups of rows that agree on a subset of the columns.

    With A(a) the weight of the rows that agree with a row on exactly a columns, the groups of all subsets of size j
    add up to sum_a C(a, j) A(a). That gives A by binomial inversion, and A the share p(a) of each shell. Written as
    p(a) = sum_j h(j) C(a, j), the shares go back to the rows by the same groups.
    """
    n_columns = codes.shape[1]
    choose = _binomials(n_columns)
    inverse = choose * (-1.0) ** np.add.outer(np.arange(n_columns + 1), np.arange(n_columns + 1))
    sums = np.zeros((n_columns + 1, len(codes)))
    for size, groups, n_groups in _subsets(codes):
        sums[size] += np.bincount(groups, weights=weights, minlength=n_groups)[groups]
    self_weights = np.minimum(weights, 1.0)
    shells = np.clip(inverse.T @ sums, 0, None)[::-1]
    shells[0] = np.clip(shells[0] - self_weights, 0, None)
    shares = _shares(shells, k)
    spread = weights * (inverse @ shares[::-1])
    usage = np.zeros(len(codes))
    for size, groups, n_groups in _subsets(codes):
        usage += np.bincount(groups, weights=spread[size], minlength=n_groups)[groups]
    return weights * (usage - self_weights * shares[0])


def _binomials(n: int) -> np.ndarray:
    """(n + 1, n + 1) Pascal's triangle: row a, column j holds C(a, j)."""
    choose = np.zeros((n + 1, n + 1))
    choose[:, 0] = 1.0
    for a in range(1, n + 1):
        choose[a, 1:] = choose[a - 1, 1:] + choose[a - 1, :-1]
    return choose


def _subsets(codes: np.ndarray) -> Iterator[tuple[int, np.ndarray, int]]:
    """``(size, group of each row, number of groups)`` for every subset of the columns, the empty one included.

    Group numbers are mixed-radix keys, replaced by ranks where they would run far beyond the number of rows.
    """
    columns = [column.astype(np.intp) for column in codes.T]
    levels = codes.max(axis=0).astype(int) + 1

    def extended(size: int, groups: np.ndarray, n_groups: int, first: int) -> Iterator[tuple[int, np.ndarray, int]]:
        yield size, groups, n_groups
        for r in range(first, len(columns)):
            finer, n_finer = groups * levels[r] + columns[r], n_groups * int(levels[r])
            if n_finer > _DENSE * len(codes):
                finer, distinct = pd.factorize(finer)
                n_finer = len(distinct)
            yield from extended(size + 1, finer, n_finer, r + 1)

    return extended(0, np.zeros(len(codes), dtype=np.intp), 1, 0)


# all pairs of rows, block by block


def _compared(
    codes: np.ndarray, weights: np.ndarray, k: float, ties: str, queries: np.ndarray, query_weights: np.ndarray
) -> np.ndarray:
    """Usage of all rows by some query rows (row numbers), each counted by its query weight."""
    columns = [column.astype(np.min_scalar_type(int(column.max()))) for column in codes.T]
    size = max(1, _BLOCK // len(codes))
    usage = np.zeros(len(codes))
    for start in range(0, len(queries), size):
        rows, factors = queries[start : start + size], query_weights[start : start + size]
        distances = _mismatches(columns, rows)
        self_weights = np.minimum(weights[rows], 1.0)
        places = distances * np.intp(len(rows)) + np.arange(len(rows))[:, None]
        shells = np.bincount(
            places.ravel(), weights=np.tile(weights, len(rows)), minlength=(len(columns) + 1) * len(rows)
        ).reshape(-1, len(rows))
        shells[0] = np.clip(shells[0] - self_weights, 0, None)
        if ties == "fair":
            shares = _shares(shells, k)
            usage += weights * (factors @ shares.ravel()[places])
            usage -= np.bincount(rows, weights=factors * self_weights * shares[0], minlength=len(usage))
        else:
            usage += factors @ _first_of_ties(distances, shells, weights, rows, self_weights, k)
    return usage


def _mismatches(columns: list[np.ndarray], rows: np.ndarray) -> np.ndarray:
    """(rows, u) Hamming distances, in the smallest integers that hold them."""
    distances = np.zeros((len(rows), len(columns[0])), dtype=np.min_scalar_type(len(columns)))
    for column in columns:
        distances += column[rows][:, None] != column
    return distances


def _first_of_ties(
    distances: np.ndarray, shells: np.ndarray, weights: np.ndarray, rows: np.ndarray, self_weights: np.ndarray, k: float
) -> np.ndarray:
    """(rows, u) weight each query takes of each row when the last shell is used in row order."""
    reached = np.cumsum(shells, axis=0)
    last = (reached >= k - _REACHED).argmax(axis=0)
    here = np.arange(len(rows))
    left = k - (reached - shells)[last, here]
    mass = np.where(distances <= last[:, None], weights, 0.0)
    mass[here, rows] -= self_weights
    tied = np.where(distances == last[:, None], mass, 0.0)
    return mass - tied + np.clip(left[:, None] - (np.cumsum(tied, axis=1) - tied), 0, tied)
