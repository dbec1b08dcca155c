"""A mixture of classes in which columns are independent: its parameters, and EM from one start.

Values of all columns stand below each other. Sums over a row's columns are products with sparse matrices, through
columns fused into few, as in `catviz.clustering.lookup`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_matrix

from catviz.clustering.lookup import FUSED
from catviz.table.fusion import fused_codes, fusion

#: Stands for ln 0. It adds up: where a row is impossible in each class, those with the fewest zeros have it.
LOG_OF_ZERO = -1e5
#: Steps of EM before any is extrapolated.
PLAIN = 100
#: Length of an extrapolation at least; one of 1 is a step of EM itself.
SHORTEST = 1.1
#: Probabilities are compared after rounding to 1e-10; the first of equal ones wins.
TIED = 1e10


@dataclass(frozen=True, eq=False)
class Mixture:
    """Classes in which columns are independent.

    Attributes
    ----------
    shares : (k,) pi, the share of each class
    theta : (c, k) probability of every value in each class, column below column
    """

    shares: np.ndarray
    theta: np.ndarray

    def numbered(self) -> Mixture:
        """The same classes by falling share."""
        order = np.argsort(-np.round(self.shares, 9), kind="stable")
        return Mixture(self.shares[order], self.theta[:, order])

    def like(self, other: Mixture) -> Mixture:
        """The same classes in the order of those of another mixture whose distributions are most like theirs."""
        apart = np.abs(self.theta[:, :, None] - other.theta[:, None, :]).sum(axis=0)
        _, order = linear_sum_assignment(apart.T)
        return Mixture(self.shares[order], self.theta[:, order])

    def given_values(self) -> np.ndarray:
        """(c, k) P(class | value); the shares of the classes for a value that no class has."""
        joint = self.theta * self.shares
        total = joint.sum(axis=1, keepdims=True)
        posteriors: np.ndarray = np.where(total > 0, joint / np.where(total > 0, total, 1), self.shares)
        return posteriors


class MixedRows:
    """Weighted rows for a mixture.

    Parameters
    ----------
    codes : (m, d) codes, each below ``sizes[r]``, or equal to it where the row says nothing of the column
    sizes : (d,) number of values a column
    weights : (m,) row weights
    """

    def __init__(self, codes: np.ndarray, sizes: np.ndarray, weights: np.ndarray) -> None:
        self.weights, self.sizes = weights, [int(v) for v in sizes]
        slots = [v + int((codes[:, r] == v).any()) for r, v in enumerate(self.sizes)]
        groups = fusion(slots, min(FUSED, max(len(codes), 1)))
        widths = [int(np.prod([slots[r] for r in group])) for group in groups]
        firsts = np.cumsum([0, *widths[:-1]])
        self._rows = _ones(np.column_stack([fused_codes(codes, slots, g) for g in groups]) + firsts, sum(widths))
        self._rows_of = self._rows.T.tocsr()
        starts = np.cumsum([0, *self.sizes])
        entries = [np.indices([slots[r] for r in group]).reshape(len(group), -1) for group in groups]
        place, value = [], []
        for group, combinations, first in zip(groups, entries, firsts, strict=True):
            for r, code in zip(group, combinations, strict=True):
                present = np.flatnonzero(code < self.sizes[r])
                place.append(first + present)
                value.append(starts[r] + code[present])
        at = np.concatenate(place), np.concatenate(value)
        self._values = csr_matrix((np.ones(len(at[0])), at), (sum(widths), starts[-1]))
        self._entries_of = self._values.T.tocsr()
        columns = np.repeat(np.arange(len(self.sizes)), self.sizes)
        self._column = _ones(columns[:, None], len(self.sizes))

    def joint(self, mixture: Mixture) -> np.ndarray:
        """(m, k) ln of pi_j times the probability of each row in class j."""
        joint: np.ndarray = self._rows @ (self._values @ _log(mixture.theta))
        joint += _log(mixture.shares)
        return joint

    def counts(self, R: np.ndarray) -> np.ndarray:
        """(c, k) weight of each value in every class, rows shared by (m, k) R."""
        counts: np.ndarray = self._entries_of @ (self._rows_of @ (R * self.weights[:, None]))
        return counts

    def shares(self, counts: np.ndarray, otherwise: np.ndarray | float = 0.0) -> np.ndarray:
        """(c, k) counts divided by their sums over the values of each column, or something else where these are 0."""
        total = self._column @ (self._column.T @ counts)
        shares: np.ndarray = np.where(total > 0, counts / np.where(total > 0, total, 1), otherwise)
        return shares

    def split(self, numbers: np.ndarray) -> list[np.ndarray]:
        """Numbers of all values, (c, ...), column by column."""
        return np.split(numbers, np.cumsum(self.sizes)[:-1])


@dataclass(frozen=True, eq=False)
class Step:
    """Where EM stands: a mixture, what it makes of the rows, and the step as a dict."""

    mixture: Mixture
    objective: float
    step: dict[str, Any]


def posterior(joint: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """``(R, ln P)``: (m, k) probability of each class, and (m,) that of each row, from their (m, k) logarithms."""
    top = joint.max(axis=1, keepdims=True)
    R = np.exp(joint - top)
    total = R.sum(axis=1, keepdims=True)
    R /= total
    return R, (top + np.log(total))[:, 0]


def classified(joint: np.ndarray, hard: bool) -> tuple[np.ndarray, np.ndarray]:
    """What `posterior` gives; where ``hard``, each row has its likeliest class alone, and its probability in it."""
    R, logs = posterior(joint)
    if not hard:
        return R, logs
    labels = likeliest(R)
    return np.eye(joint.shape[1])[labels], joint[np.arange(len(joint)), labels]


def likeliest(R: np.ndarray) -> np.ndarray:
    """(m,) the class of the highest probability, the first of equal ones."""
    return np.round(R * TIED).argmax(axis=1).astype(np.intp)


def random_start(rows: MixedRows, k: int, rng: np.random.RandomState) -> Mixture:
    """Classes of one size; in each, a column's values have random numbers, divided by their sum."""
    drawn = [rng.uniform(size=(v, k)) if v > 1 else np.ones((v, k)) for v in rows.sizes]
    return Mixture(np.full(k, 1 / k), rows.shares(np.vstack(drawn)))


def em(
    rows: MixedRows,
    mixture: Mixture,
    prior: np.ndarray,
    hard: bool = False,
    tol: float = 1e-10,
    max_iter: int = 5000,
    first: int = 0,
) -> Iterator[Step]:
    """EM from a start: a state after each step, until the likelihood rises by less than ``tol``.

    A run of more than 100 steps is slow: from there on, every second step is extrapolated from those before it (with
    step length S3 of SQUAREM, Varadhan & Roland 2008) where that is more likely than the state before it.

    Parameters
    ----------
    rows : MixedRows
    mixture : Mixture
        The start.
    prior : (c, 1)
        Added to the counts of each class; zeros for maximum likelihood.
    hard : bool
        Each row counts for its likeliest class alone.
    tol : float
    max_iter : int
        Steps at most.
    first : int
        Number of the start among the steps.

    Yields
    ------
    Step
        Its objective is minus the log-likelihood, penalised where there is a prior, and of the classification where
        ``hard``. It never rises.
    """

    def step(at: Mixture) -> tuple[float, Mixture]:
        """The objective of a mixture, and the mixture that a step of EM makes of it."""
        R, logs = classified(rows.joint(at), hard)
        objective = -float(rows.weights @ logs) - float((prior.T @ _log(at.theta)).sum() if prior.any() else 0)
        sizes, added = rows.weights @ R, np.repeat(prior, R.shape[1], 1)
        return objective, Mixture(sizes / sizes.sum(), rows.shares(rows.counts(R) + added, at.theta))

    before, last = np.inf, mixture
    for iteration in range(max_iter + 1):
        objective, following = step(mixture)
        if objective > before:  # by rounding alone: the state before it counts
            return
        yield Step(mixture, objective, {"iteration": first + iteration, "objective": objective})
        if before - objective < tol:
            return
        ahead = None if hard or iteration < PLAIN or iteration % 2 else _extrapolated(last, mixture, following)
        before, last = objective, mixture
        mixture = following if ahead is None or step(ahead)[0] > objective - tol else ahead


def _extrapolated(first: Mixture, second: Mixture, third: Mixture) -> Mixture | None:
    """Where three steps of EM lead to, by their squared extrapolation; None where no length gives probabilities."""
    parts = [np.vstack([each.shares, each.theta]) for each in (first, second, third)]
    rise, bend = parts[1] - parts[0], parts[2] - 2 * parts[1] + parts[0]
    turn = np.linalg.norm(bend)
    length = np.linalg.norm(rise) / turn if turn > 0 else 0.0
    while length > SHORTEST:
        extrapolated = parts[0] + 2 * length * rise + length**2 * bend
        if (extrapolated >= 0).all():
            return Mixture(extrapolated[0], extrapolated[1:])
        length = (length + 1) / 2  # 1 is where EM stands
    return None


def _ones(places: np.ndarray, width: int) -> csr_matrix:
    """(m, width) matrix with a 1 at the (m, g) places of each row."""
    m, g = places.shape
    return csr_matrix((np.ones(m * g), places.ravel(), np.arange(0, m * g + 1, max(g, 1))), (m, width))


def _log(shares: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore"):
        return np.maximum(np.log(shares), LOG_OF_ZERO)
