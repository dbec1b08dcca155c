"""Linear arrangements: put v values on a line so that weight lies between neighbours.

The cost of ranks o is sum_ab W_ab |o_a - o_b|, over ordered pairs. For a single distribution (W = p p') the organ pipe
is optimal; for any W, subset dynamic programming finds an optimum up to ``EXACT_VALUES`` values and local search a good
order beyond. Equation numbers are those of Zhang, Zhao, Jia & Cheung 2024, "Order Is All You Need for Categorical Data
Clustering".

Ranks run from 0 to v - 1 and are indexed by value. An order and its reverse cost the same.
"""

from __future__ import annotations

import numpy as np

#: Up to this many values an order is exactly optimal.
EXACT_VALUES = 14
#: Up to this many values the local search runs; beyond, the best of its deterministic starts is given.
SEARCHED_VALUES = 200
#: Up to this many values spectral orders are among the starts.
SPECTRAL_VALUES = 1000
_RANDOM_STARTS = (4, 400)
#: How many random starts, and how many disturbances of the best order: at most, and at most times v.
_KICKS = (300, 12000)
#: So many disturbances in a row that gain nothing end the search.
_PATIENCE = 80
#: A move counts when it lowers the cost by more than this share of it.
_GAIN = 1e-12


def organ_pipe(p: np.ndarray) -> np.ndarray:
    """Ranks that minimise sum_ab p_a p_b |o_a - o_b| (Eq. 10): largest in the centre, second right, third left, ...

    Equal shares are taken in the order they stand.

    Parameters
    ----------
    p : (v,) shares or counts

    Returns
    -------
    (v,) int ranks

    Examples
    --------
    >>> organ_pipe([0.1, 0.5, 0.1, 0.3]).tolist()
    [0, 1, 3, 2]
    """
    p = np.asarray(p, dtype=float)
    steps = np.arange(1, len(p) + 1)
    places = (len(p) - 1) // 2 + np.where(steps % 2, -(steps // 2), steps // 2)
    ranks = np.empty(len(p), dtype=np.intp)
    ranks[np.argsort(-p, kind="stable")] = places
    return ranks


def arrangement_cost(W: np.ndarray, ranks: np.ndarray) -> float:
    """sum_ab W_ab |o_a - o_b| over ordered pairs; ``W`` (v, v), ``ranks`` (v,)."""
    ranks = np.asarray(ranks)
    return float((np.asarray(W) * np.abs(ranks[:, None] - ranks[None, :])).sum())


def minimum_linear_arrangement(W: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Ranks of the lowest cost: exact for v <= 14, by local search beyond.

    Parameters
    ----------
    W : (v, v) weights of pairs; asymmetric ones count both ways, the diagonal not at all
    start : (v,) ranks, optional
        An order the local search also starts from, so that its result is never worse. No matter where exact.

    Returns
    -------
    (v,) int ranks

    Raises
    ------
    ValueError
        W is not square or not finite, or ``start`` is not a permutation of 0 .. v - 1.

    Examples
    --------
    >>> path = [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    >>> minimum_linear_arrangement(path)[2].item()
    1
    """
    W = np.asarray(W, dtype=float)
    if W.ndim != 2 or W.shape[0] != W.shape[1] or not np.isfinite(W).all():
        raise ValueError(f"weights of shape {W.shape}: give a square matrix of finite numbers")
    if start is not None:
        start = np.asarray(start)
        if not np.array_equal(np.sort(start), np.arange(len(W))):
            raise ValueError(f"start {start.tolist()}: give each of the ranks 0 to {len(W) - 1} once")
    symmetric = (W + W.T) / 2
    np.fill_diagonal(symmetric, 0.0)
    if len(W) < 3:
        return np.arange(len(W))
    if len(W) <= EXACT_VALUES:
        return _subset_programme(symmetric)
    rng = np.random.default_rng(0)
    orders = _starts(symmetric, W.sum(axis=1), start, rng)
    if len(W) > SEARCHED_VALUES:
        return min(orders, key=lambda ranks: arrangement_cost(symmetric, ranks))
    optima = [local_search(symmetric, ranks) for ranks in orders]
    return _kicked(symmetric, min(optima, key=lambda ranks: arrangement_cost(symmetric, ranks)), rng)


def local_search(W: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    """Ranks that no insertion and no swap of values improves, reached from ``ranks``.

    Moves within disjoint stretches of the line change the cost independently, so each sweep makes the best set of
    such moves at once (dynasearch: one pass of dynamic programming over the positions).

    Parameters
    ----------
    W : (v, v) symmetric, zero diagonal
    ranks : (v,)
    """
    order = np.argsort(ranks)
    least = _GAIN * max(np.abs(W).sum(), np.finfo(float).tiny)
    for _ in range(100 * len(W)):
        gains, kinds = _moves(W[np.ix_(order, order)])
        moves = _independent(gains, least)
        if not moves:
            break
        for i, j in moves:
            stretch = order[i : j + 1].copy()
            if kinds[i, j] == 0:
                order[i : j + 1] = np.roll(stretch, -1)
            elif kinds[i, j] == 1:
                order[i : j + 1] = np.roll(stretch, 1)
            else:
                order[i], order[j] = stretch[-1], stretch[0]
    return np.argsort(order)


def paper_order(counts_by_cluster: np.ndarray) -> np.ndarray:
    """The paper's order of one column (Eqs. 10 to 12): the mean of the clusters' organ pipes, weighted by n_j / n.

    Not optimal: it can cost more than the order it replaces, see `minimum_linear_arrangement`.

    Parameters
    ----------
    counts_by_cluster : (k, v) value counts, a row a cluster

    Returns
    -------
    (v,) int ranks; equal means in the order the values stand
    """
    counts = np.asarray(counts_by_cluster, dtype=float)
    sizes = counts.sum(axis=1)
    means = (sizes / sizes.sum()) @ np.array([organ_pipe(row) for row in counts])
    return np.argsort(np.argsort(np.round(means, 10), kind="stable"))


def kendall_tau(ranks_a: np.ndarray, ranks_b: np.ndarray) -> float:
    """Kendall's tau-b of two orders: 1 equal, -1 reversed; nan below two values, or where all are tied."""
    a, b = (np.sign(np.subtract.outer(ranks, ranks)) for ranks in map(np.asarray, (ranks_a, ranks_b)))
    pairs = np.sqrt((a * a).sum() * (b * b).sum())
    return float((a * b).sum() / pairs) if pairs else float("nan")


def crossings(a: np.ndarray, b: np.ndarray) -> int:
    """Pairs of values that stand in one order in ``a`` and in the other in ``b``."""
    a, b = np.asarray(a), np.asarray(b)
    return int(np.triu((a[:, None] - a) * (b[:, None] - b) < 0).sum())


def random_ranks(v: int, rng: np.random.Generator | np.random.RandomState) -> np.ndarray:
    """(v,) ranks of a random order of v values; ``rng`` a Generator or RandomState."""
    return rng.permutation(v)


def nearer_orientation(ranks: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """The ranks or their reverse, whichever has fewer crossings with ``reference``; on a tie, the better correlated."""
    ranks, reference = np.asarray(ranks), np.asarray(reference)
    if len(ranks) < 2:
        return ranks
    reverse = len(ranks) - 1 - ranks
    forward, backward = crossings(ranks, reference), crossings(reverse, reference)
    correlation = (reference - reference.mean()) @ (ranks - ranks.mean())
    return reverse if backward < forward or (backward == forward and correlation < 0) else ranks


def _subset_programme(W: np.ndarray) -> np.ndarray:
    """f(S) = cut(S, rest) + min over a in S of f(S without a), all subsets of one size at a time; v >= 2."""
    v = len(W)
    cuts = _cuts(W)
    sizes = np.zeros(1, dtype=np.uint8)
    for _ in range(v):
        sizes = np.concatenate([sizes, sizes + 1])
    layers = np.split(np.argsort(sizes, kind="stable"), np.cumsum(np.bincount(sizes))[:-1])
    bits = 1 << np.arange(v)
    cost = np.full(2**v, np.inf)
    last = np.zeros(2**v, dtype=np.uint8)
    cost[0] = 0.0
    for layer in layers[1:]:
        before = cost[layer[:, None] ^ bits]
        chosen = before.argmin(axis=1)
        last[layer] = chosen
        cost[layer] = cuts[layer] + before[np.arange(len(layer)), chosen]
    ranks = np.empty(v, dtype=np.intp)
    subset = 2**v - 1
    for place in range(v - 1, -1, -1):
        ranks[last[subset]] = place
        subset ^= 1 << int(last[subset])
    return ranks


def _cuts(W: np.ndarray) -> np.ndarray:
    """(2^v,) weight between each subset (bit a: value a is in) and the rest."""
    cuts = np.zeros(1)
    for b, row in enumerate(W):
        within = np.zeros(1)
        for weight in row[:b]:
            within = np.concatenate([within, within + weight])
        cuts = np.concatenate([cuts, cuts + row.sum() - 2 * within])
    return cuts


def _kicked(W: np.ndarray, ranks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The best order found by exchanging two neighbouring stretches of the best so far and searching on, repeatedly.

    Both lie in a window of random width: wide ones leave the valley, narrow ones mend a part of the line.
    """
    v, cost, idle = len(W), arrangement_cost(W, ranks), 0
    for _ in range(_number(_KICKS, v)):
        order = np.argsort(ranks)
        width = rng.integers(2, v + 1)
        i, j, k = rng.integers(v - width + 1) + np.sort(rng.choice(width + 1, 3, replace=False))
        order[i:k] = np.concatenate([order[j:k], order[i:j]])
        tried = local_search(W, np.argsort(order))
        new_cost = arrangement_cost(W, tried)
        idle += 1
        if new_cost < cost * (1 - _GAIN):
            ranks, cost, idle = tried, new_cost, 0
        if idle == _PATIENCE:
            break
    return ranks


def _starts(W: np.ndarray, degrees: np.ndarray, start: np.ndarray | None, rng: np.random.Generator) -> list[np.ndarray]:
    """The organ pipe of the degrees, the order given, spectral orders, and a few random ones."""
    starts = [organ_pipe(degrees)]
    if start is not None:
        starts.append(start)
    if len(W) <= SPECTRAL_VALUES:
        starts.extend(_spectral_orders(W))
    if len(W) <= SEARCHED_VALUES:
        starts.extend(random_ranks(len(W), rng) for _ in range(_number(_RANDOM_STARTS, len(W))))
    return starts


def _spectral_orders(W: np.ndarray) -> list[np.ndarray]:
    """Ranks along the second and third eigenvector of the Laplacian (the second: Fiedler's), plain and normalised.

    Normalised, a heavy value no longer draws all others to its side.
    """
    degrees = W.sum(axis=1)
    laplacian = np.diag(degrees) - W
    scale = 1 / np.sqrt(np.where(degrees > 0, degrees, 1.0))
    plain = np.linalg.eigh(laplacian)[1]
    normalised = scale[:, None] * np.linalg.eigh(scale[:, None] * laplacian * scale)[1]
    axes = [*plain.T[1:3], *normalised.T[1:3]]
    return [np.argsort(np.argsort(axis, kind="stable")) for axis in axes]


def _number(limits: tuple[int, int], v: int) -> int:
    """How many repetitions v values are worth: ``limits`` are the most, and the most times v."""
    return min(limits[0], limits[1] // v)


def _moves(P: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What each move changes, halved: (v, v) arrays over positions i < j, the best change and its kind.

    ``P`` holds the weights in the order of the line. Kind 0 takes the value at i to j, 1 the value at j to i (those
    between move up by one), 2 exchanges them. ``below[i, j]``: weight from the value at i to all before position j.
    """
    v = len(P)
    upto = np.cumsum(P, axis=1)
    excess = 2 * (upto - P) - upto[:, -1:]
    passing = excess - excess.diagonal()
    doubled = 2 * P
    best = np.cumsum(np.triu(passing + doubled, 1), axis=1)
    backward = -np.cumsum(np.tril(passing, -1)[:, ::-1], axis=1)[:, ::-1].T
    kinds = (backward < best).astype(np.int8)
    np.minimum(best, backward, out=best)
    reach = np.cumsum(excess, axis=1)
    reach -= reach.diagonal()[:, None]
    swap = reach + reach.T + doubled * np.abs(np.arange(v)[:, None] - np.arange(v))
    kinds[swap < best] = 2
    return np.triu(np.minimum(best, swap), 1), kinds


def _independent(changes: np.ndarray, least: float) -> list[tuple[int, int]]:
    """The set of moves on disjoint stretches (i, j) with the lowest sum of changes."""
    v = len(changes)
    best, first = np.zeros(v), np.full(v, -1)
    lowest, done = 0.0, 0
    for j in np.flatnonzero((changes < -least).any(axis=0)).tolist():
        best[done : j + 1] = lowest
        totals = best[:j] + changes[:j, j]
        i = int(totals.argmin())
        if totals[i] < lowest - least:
            lowest, first[j] = totals[i], i
        done = j + 1
    moves: list[tuple[int, int]] = []
    j = v - 1
    while j > 0:
        if first[j] >= 0:
            moves.append((int(first[j]), j))
            j = int(first[j])
        j -= 1
    return moves
