"""Can scores that a paper prints of the same runs stand together? Necessary conditions, each with its proof.

A printed figure is a mean over runs, so the vector of a row's means lies in the convex hull of the vectors that single
runs can have. With two classes and at most two clusters a run is one of the (p + 1)(q + 1) tables of a and b rows of
the classes (p and q rows) in the first cluster: all of them are tried, and a row of means cannot be if it is further
from every point of their hull than rounding allows. Runs that leave a cluster empty count as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.optimize import linprog

_EQUAL = 1e-10
_STEPS = 500


def two_by_two(p: int, q: int, form: str) -> dict[str, np.ndarray]:
    """Scores of all partitions of p and q rows of two classes into at most two clusters.

    Parameters
    ----------
    p, q : int
        Rows of the classes.
    form : {"purity", "matched", "mixed"}
        "purity": AC is purity, PR and RE are the share and the recall of each cluster's largest class, averaged over
        clusters with rows; where both classes are the largest, both readings are among the partitions. "matched": AC,
        PR and RE are of clusters matched with classes one to one, PR and RE averaged over both classes. "mixed": AC is
        of matched clusters, PR and RE as with "purity".

    Returns
    -------
    dict of score to (partitions,) array
        "AC", "PR", "RE", "ARI", "F" (over pairs of rows), "NMI" (arithmetic mean of the entropies) and "NMI sqrt".
    """
    a, b = (x.ravel() for x in np.meshgrid(np.arange(p + 1), np.arange(q + 1), indexing="ij"))
    table = np.array([[a, p - a], [b, q - b]])
    n, sizes = p + q, table.sum(axis=0)
    filled, classes = sizes > 0, np.array([p, q])[:, None, None]
    shares, recalls = table / np.where(filled, sizes, 1), table / classes
    pairs = np.array([[0, 1], [1, 0]])
    hits = [table[pairs[i], [0, 1]].sum(axis=0) for i in range(2)]
    if form == "matched":
        choices = [(pairs[i], hits[i] >= hits[1 - i]) for i in range(2)]
        parts = np.full(len(a), 2)
    else:
        best = table.max(axis=0)
        choices = [((i, j), (table[i, 0] == best[0]) & (table[j, 1] == best[1])) for i in range(2) for j in range(2)]
        parts = filled.sum(axis=0)
    common = _partition_scores(table, sizes, p, q)
    scores: dict[str, list[np.ndarray]] = {name: [] for name in ("AC", "PR", "RE", *common)}
    for chosen, kept in choices:
        rows = np.asarray(chosen)
        values = {
            "AC": (np.maximum(*hits) if form == "mixed" else table[rows, [0, 1]].sum(axis=0)) / n,
            "PR": shares[rows, [0, 1]].sum(axis=0) / parts,
            "RE": (recalls[rows, [0, 1]] * filled).sum(axis=0) / parts,
            **common,
        }
        for name, value in values.items():
            scores[name].append(value[kept])
    return {name: np.concatenate(values) for name, values in scores.items()}


def _partition_scores(table: np.ndarray, sizes: np.ndarray, p: int, q: int) -> dict[str, np.ndarray]:
    n = p + q
    both, together = _pairs(table).sum(axis=(0, 1)), _pairs(sizes).sum(axis=0)
    same = _pairs(np.array([p, q])).sum()
    expected, largest = together * same / _pairs(np.array(n)), (together + same) / 2
    of_class = -_plogp(np.array([p, q]) / n).sum()
    of_cluster, joint = -_plogp(sizes / n).sum(axis=0), -_plogp(table / n).sum(axis=(0, 1))
    shared = np.clip(of_class + of_cluster - joint, 0, None)
    return {
        "ARI": (both - expected) / np.where(largest == expected, 1, largest - expected),
        "F": 2 * both / (together + same),
        "NMI": 2 * shared / (of_class + of_cluster),
        "NMI sqrt": shared / np.sqrt(of_class * np.where(of_cluster > 0, of_cluster, 1)),
    }


def distance_beyond_rounding(points: np.ndarray, means: Sequence[float], half: float) -> float:
    """How far means are from every mixture of points, beyond rounding: 0 if one rounds to them.

    The largest deviation of a coordinate, less ``half``, at its smallest over the convex hull: a linear program, solved
    on a few points to which the one that its dual prices lowest is added until no point would help, so that the value
    holds for all.

    Parameters
    ----------
    points : (m, s)
    means : (s,)
    half : float
        Half a unit of the last printed digit.

    Examples
    --------
    >>> import numpy as np
    >>> from studies.reproduce.feasible import distance_beyond_rounding
    >>> corners = np.array([[0.0, 0.0], [1.0, 1.0]])
    >>> [round(distance_beyond_rounding(corners, [0.5, y], 0.01), 6) for y in (0.5, 0.6)]
    [0.0, 0.04]
    """
    wanted = np.asarray(means, dtype=float)
    s = len(wanted)
    chosen = [int(((points - wanted) ** 2).sum(axis=1).argmin())]
    for _ in range(_STEPS):
        some, ones = points[chosen].T, np.ones((s, 1))
        solution = linprog(
            np.append(np.zeros(len(chosen)), 1),
            A_ub=np.vstack([np.hstack([some, -ones]), np.hstack([-some, -ones])]),
            b_ub=np.concatenate([wanted + half, half - wanted]),
            A_eq=[[*[1] * len(chosen), 0]],
            b_eq=[1],
        )
        if solution.fun <= _EQUAL:
            return 0.0
        prices = solution.ineqlin.marginals
        reduced = points @ (prices[s:] - prices[:s]) - solution.eqlin.marginals[0]
        if reduced.min() > -_EQUAL:
            return float(solution.fun)
        chosen.append(int(reduced.argmin()))
    raise RuntimeError(f"no answer after {_STEPS} steps")


def clash(points: dict[str, np.ndarray], means: dict[str, float], half: float) -> tuple[tuple[str, ...], float] | None:
    """The fewest of the scores that cannot stand together, and by how much they miss; None if all can.

    Parameters
    ----------
    points : as `two_by_two` gives them
    means : printed means by the names of these scores
    half : float
        Half a unit of their last digit.
    """
    names = list(means)
    if not distance_beyond_rounding(_columns(points, names), [means[name] for name in names], half):
        return None
    for size in range(1, len(names) + 1):
        for some in combinations(names, size):
            off = distance_beyond_rounding(_columns(points, some), [means[name] for name in some], half)
            if off:
                return some, off
    return None


def recall_limits(sizes: Sequence[int], ac: float) -> tuple[float, float]:
    """The smallest and the largest mean of RE that a mean AC allows, for classes of these sizes.

    Let class i have p_i of n rows and M_i of them outside the clusters that count for it. Summed over classes, M_i is
    n(1 - AC), and with as many clusters as classes, k, 1 - RE = (1/k) sum_i M_i / p_i. This holds for purity and the
    recall of each cluster's largest class, and for clusters matched one to one. So 1 - RE is least if the rows missed
    are of the largest classes, and most if they are of the smallest. The least is convex in AC and the most is concave,
    so both hold for means over runs. A run with fewer clusters averages RE over these, which makes it larger: the
    smallest RE still holds then, the largest does not.

    Examples
    --------
    >>> from studies.reproduce.feasible import recall_limits
    >>> [round(limit, 4) for limit in recall_limits([458, 241], 0.9456)]
    [0.9211, 0.9585]
    """
    missed = sum(sizes) * (1 - ac)
    ends = []
    for ordered in (sorted(sizes), sorted(sizes, reverse=True)):
        left, lost = missed, 0.0
        for p in ordered:
            lost += min(left, p) / p
            left -= min(left, p)
        ends.append(1 - lost / len(sizes))
    return ends[0], ends[1]


def least_nmi(sizes: Sequence[int], ac: float) -> float:
    """The smallest mean of NMI that a mean AC allows, with at most as many clusters as classes.

    By Fano's inequality the entropy H(Y|C) of classes within clusters is at most h(e) + e log(k - 1), where e is the
    share of rows outside their cluster's largest class, which is at most 1 - AC for purity and for matched clusters.
    The bound is concave in e, and grows up to e = 1 - 1/k, so it holds for means. The entropy of k clusters is at most
    log k, which is no less than that of the classes, so whether NMI is divided by the arithmetic mean of both, their
    geometric mean or the larger one, the divisor is at most log k.

    Examples
    --------
    >>> from studies.reproduce.feasible import least_nmi
    >>> round(least_nmi([50, 50], 0.95), 4)
    0.7136
    """
    k, shares = len(sizes), np.array(sizes) / sum(sizes)
    e = min(1 - ac, 1 - 1 / k)
    within = -_plogp(np.array([e, 1 - e])).sum() + e * np.log(k - 1)
    return float(max(0.0, (-_plogp(shares).sum() - within) / np.log(k)))


def _columns(points: dict[str, np.ndarray], names: Sequence[str]) -> np.ndarray:
    return np.column_stack([points[name] for name in names])


def _pairs(counts: np.ndarray) -> np.ndarray:
    return counts * (counts - 1) / 2


def _plogp(shares: np.ndarray) -> np.ndarray:
    return np.where(shares > 0, shares * np.log(np.where(shares > 0, shares, 1)), 0.0)
