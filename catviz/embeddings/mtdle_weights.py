"""Weights of a mixture of distances: rows of one class near each other, rows of different classes far apart.

Source: Zhang et al. 2015, section 4. With mu the vector of a pair's L base distances, A is the sum of mu mu' over the
pairs of one class and B over the pairs of different classes; pairs are ordered, and a row with itself is one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import add
from typing import Any

import numpy as np
from scipy.linalg import eigh
from scipy.optimize import nnls

#: How weights are found, with the name that pages show.
OBJECTIVES = {
    "ratio": "least ratio of distances within and between classes",
    "lp": "largest gap between mean distances (Eq. 4.11)",
    "qp_printed": "Eq. 4.12 as printed",
    "uniform": "all equal",
}
#: Up to so many bases the ratio is minimised exactly, over all subsets of them.
EXACT_BASES = 10
N_STARTS = 50
N_STEPS = 300
RIDGE = 1e-10
TIED = 1e-9
NOTHING = 1e-12

#: A distance table a column.
Tables = Sequence[np.ndarray]


@dataclass(frozen=True, eq=False)
class Moments:
    """Sums over pairs of rows, or their differences.

    Attributes
    ----------
    second : (L, L) sum of mu mu'
    first : (L,) sum of mu
    mass : float
        Number (weight) of the pairs.
    """

    second: np.ndarray
    first: np.ndarray
    mass: float

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.second + other.second, self.first + other.first, self.mass + other.mass)


@dataclass(frozen=True, eq=False)
class Mixture:
    """Weights of the bases, at least 0 and summing to 1.

    Attributes
    ----------
    alpha : (L,)
    value : float
        Of the objective, at ``alpha``.
    single : (L,)
        Of the objective, at each base alone.
    exact : bool
        False where the minimum was searched for from many starts.
    """

    alpha: np.ndarray
    value: float
    single: np.ndarray
    exact: bool = True


@dataclass(frozen=True, eq=False)
class Links:
    """Pairs of rows that belong together or apart.

    Attributes
    ----------
    codes : (n, d) the rows
    weights : (n,)
    must, cannot : (k, 2) row numbers
    """

    codes: np.ndarray
    weights: np.ndarray
    must: np.ndarray
    cannot: np.ndarray

    @classmethod
    def of(cls, codes: np.ndarray, weights: np.ndarray, must_link: Any, cannot_link: Any) -> Links:
        """Links from whatever holds pairs of row numbers, or None; ValueError names what holds none."""
        n = len(codes)
        return cls(codes, weights, _row_pairs("must_link", must_link, n), _row_pairs("cannot_link", cannot_link, n))


def learned_mixture(same: Moments, different: Moments, objective: str) -> Mixture:
    """Weights of the bases by one of ``OBJECTIVES``, from pairs of one class and pairs of different classes.

    "ratio" minimises a'Aa / a'Ba. "lp" maximises the mean distance of different classes less that of one class (Eq.
    4.11); its optimum is a corner, so it selects a single base. "qp_printed" is Eq. 4.12 as printed, where B cancels:
    it minimises a'Aa. Ties go to the fewest bases, and to those listed first. "uniform" is told by the ratio.
    """
    n_bases, exact = len(same.first), True
    if objective == "lp":
        gain = different.first / different.mass - same.first / same.mass
        alpha = np.eye(n_bases)[int(np.argmax(gain >= gain.max() - TIED * np.abs(gain).max()))]
        return Mixture(alpha, float(gain @ alpha), gain)
    if objective == "qp_printed":
        alpha = minimal_quadratic(same.second)
        return Mixture(alpha, float(alpha @ same.second @ alpha), np.diag(same.second).copy())
    alpha = np.full(n_bases, 1 / n_bases)
    if objective == "ratio":
        alpha, exact = minimal_ratio(same.second, different.second)
    single = [ratio(same.second, different.second, corner) for corner in np.eye(n_bases)]
    return Mixture(alpha, ratio(same.second, different.second, alpha), np.array(single), exact)


def same_and_different(
    bases: Sequence[Tables], by_class: Iterable[np.ndarray], links: Links | None = None
) -> tuple[Moments, Moments]:
    """Moments over pairs of one class and over pairs of different classes, from a Burt matrix a class and from links.

    Nothing where there is no table, as in a table without a column that varies.
    """
    nothing = Moments(np.zeros((len(bases), len(bases))), np.zeros(len(bases)), 0.0)
    matrices, same, different = list(by_class), [nothing], [nothing]
    if not bases[0]:
        return nothing, nothing
    whole = sum(matrices)
    for matrix in matrices:
        same.append(pair_moments(bases, matrix))
        different.append(pair_moments(bases, matrix, whole - matrix))
    if links is not None:
        same.append(link_moments(bases, links.codes, links.weights, links.must))
        different.append(link_moments(bases, links.codes, links.weights, links.cannot))
    return reduce(add, same), reduce(add, different)


def pair_moments(bases: Sequence[Tables], burt: np.ndarray, other: np.ndarray | None = None) -> Moments:
    """Over all pairs of a row behind one Burt matrix and a row behind another (or the same), without visiting them.

    With T_m the block-diagonal matrix of a base's tables, G and H the Burt matrices and g and h their diagonals, the
    sums are tr(T_m G T_m' H) and g'T_m h.
    """
    matrices = [np.asarray(m, dtype=float) for m in ([burt] if other is None else [burt, other])]
    near, far = matrices[0], matrices[-1]
    parts = _slices(bases[0])
    products = [[_times(tables, m, parts) for tables in bases] for m in matrices]
    second = np.array([[(x * y.T).sum() for y in products[-1]] for x in products[0]])
    first = [_times(tables, np.diag(near), parts) @ np.diag(far) for tables in bases]
    masses = [np.diag(m)[parts[0]].sum() for m in (near, far)]
    return Moments((second + second.T) / 2, np.array(first), float(masses[0] * masses[1]))


def link_moments(bases: Sequence[Tables], codes: np.ndarray, weights: np.ndarray, links: np.ndarray) -> Moments:
    """Over (k, 2) pairs of row numbers, each in both orders, weighing what its rows weigh."""
    first, second = links.T
    weight = 2 * weights[first] * weights[second]
    first, second, weight = first[weight > 0], second[weight > 0], weight[weight > 0]
    mu = np.array(
        [sum(table[codes[first, r], codes[second, r]] for r, table in enumerate(tables)) for tables in bases]
    ).reshape(len(bases), len(first))
    return Moments((mu * weight) @ mu.T, mu @ weight, float(weight.sum()))


def tells_nothing(same: Moments, different: Moments) -> bool:
    """True where either kind of pair is lacking, or all its rows coincide."""
    whole = NOTHING * (same.second + different.second).max(initial=0)
    return min(same.second.max(initial=0), different.second.max(initial=0)) <= whole


def ratio(A: np.ndarray, B: np.ndarray, alpha: np.ndarray) -> float:
    """a'Aa / a'Ba; inf where the denominator is 0."""
    below = float(alpha @ B @ alpha)
    return float(alpha @ A @ alpha) / below if below > 0 else np.inf


def minimal_ratio(A: np.ndarray, B: np.ndarray) -> tuple[np.ndarray, bool]:
    """``(alpha, exact)``: the weights of smallest ``ratio``, at least 0 and summing to 1.

    The problem is not convex. Inside a face of the simplex the only minimum is the smallest generalised eigenvector
    of the face's A and B, so up to ten bases all faces are tried; beyond, projected gradient descends from all single
    bases and 50 drawn starts, and the minimum is not certain.

    Raises
    ------
    ValueError
        No base tells different pairs apart (the diagonal of B is 0).
    """
    usable = np.flatnonzero(np.diag(B) > NOTHING * np.maximum(np.diag(A), np.diag(B)))
    if not len(usable):
        raise ValueError("no base has any distance between the pairs of B: the ratio has no minimum")
    scale = 1 / np.sqrt(np.diag(B)[usable])
    square, units = np.ix_(usable, usable), np.outer(scale, scale)
    exact = len(usable) <= EXACT_BASES
    candidates = _all_faces if exact else _ends_of_descents
    best, lowest = np.full(len(usable), np.nan), np.inf
    for candidate in candidates(A[square] * units, B[square] * units):
        value = ratio(A[square] * units, B[square] * units, candidate)
        if value < lowest * (1 - TIED):
            best, lowest = candidate, value
    alpha = np.zeros(len(A))
    alpha[usable] = best * scale
    return alpha / alpha.sum(), exact


def minimal_quadratic(A: np.ndarray) -> np.ndarray:
    """The weights of smallest a'Aa, at least 0 and summing to 1; A is positive semidefinite.

    Non-negative least squares of |Ca|^2 + (1'a - 1)^2 with A = C'C has them as its direction: along each direction its
    smallest value is q / (1 + q), which rises with q = a'Aa.
    """
    values, vectors = eigh(A / (np.trace(A) or 1.0))
    root = np.sqrt(np.clip(values, 0, None))[:, None] * vectors.T
    alpha, _ = nnls(np.vstack([root, np.ones(len(A))]), np.append(np.zeros(len(A)), 1.0))
    return alpha / alpha.sum()


def _all_faces(A: np.ndarray, B: np.ndarray) -> Iterator[np.ndarray]:
    """(L,) minimum inside each face of the simplex that has one, small faces first."""
    for size in range(1, len(A) + 1):
        for face in combinations(range(len(A)), size):
            minimum = _minimum_inside(A, B, face)
            if minimum is not None:
                yield minimum


def _minimum_inside(A: np.ndarray, B: np.ndarray, face: Sequence[int]) -> np.ndarray | None:
    """(L,) smallest generalised eigenvector of a face, or None where it leaves the face."""
    square = np.ix_(face, face)
    _, vectors = eigh(A[square], B[square] + RIDGE * np.eye(len(face)))
    vector = vectors[:, 0] * np.sign(vectors[:, 0].sum())
    if vector.min() <= 0:
        return None
    alpha = np.zeros(len(A))
    alpha[list(face)] = vector
    return alpha


def _ends_of_descents(A: np.ndarray, B: np.ndarray) -> Iterator[np.ndarray]:
    """(L,) where projected gradient ends from each single base and from drawn starts, small faces first."""
    n = len(A)
    x = np.vstack([np.eye(n), np.random.default_rng(0).dirichlet(np.ones(n), N_STARTS)])
    step = np.ones(len(x))
    for _ in range(N_STEPS):
        slope_a, slope_b = x @ A, x @ B
        below = (slope_b * x).sum(axis=1)
        value = (slope_a * x).sum(axis=1) / below
        moved = _on_simplex(x - (step * 2 / below)[:, None] * (slope_a - value[:, None] * slope_b))
        better = (moved @ A * moved).sum(axis=1) / (moved @ B * moved).sum(axis=1) < value
        x[better] = moved[better]
        step = np.where(better, 1.5 * step, step / 2)
    for end in sorted(x, key=lambda end: (end > TIED).sum()):
        minimum = _minimum_inside(A, B, np.flatnonzero(end > TIED).tolist())
        yield end if minimum is None else minimum


def _on_simplex(points: np.ndarray) -> np.ndarray:
    """(m, L) nearest points that are at least 0 and sum to 1."""
    falling = -np.sort(-points, axis=1)
    excess = (np.cumsum(falling, axis=1) - 1) / np.arange(1, points.shape[1] + 1)
    last = (falling > excess).sum(axis=1) - 1
    return np.maximum(points - excess[np.arange(len(points)), last][:, None], 0)


def _times(tables: Tables, matrix: np.ndarray, parts: Sequence[slice]) -> np.ndarray:
    """The block-diagonal matrix of tables times a matrix or vector."""
    return np.concatenate([table @ matrix[part] for table, part in zip(tables, parts, strict=True)])


def _slices(tables: Tables) -> list[slice]:
    stops = np.cumsum([len(table) for table in tables])
    return [slice(stop - len(table), stop) for table, stop in zip(tables, stops, strict=True)]


def _row_pairs(name: str, given: Any, n: int) -> np.ndarray:
    """(k, 2) row numbers."""
    pairs = np.asarray([] if given is None else given)
    if not pairs.size:
        return np.empty((0, 2), dtype=np.intp)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(f"{name} is {pairs.dtype} of shape {pairs.shape}: give pairs of row numbers, two columns")
    if pairs.min() < 0 or pairs.max() >= n:
        wrong = pairs.min() if pairs.min() < 0 else pairs.max()
        raise ValueError(f"{name} names row {wrong}: rows are numbered from 0 to {n - 1}")
    return pairs.astype(np.intp)
