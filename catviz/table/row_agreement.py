"""How far the rows of one group, such as those of a person, agree in a column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

#: Values of a column up to which all pairs of them are looked at.
_MOST_VALUES = 1_000
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Agreement:
    """How far rows of one group agree in a column, over all pairs of rows of one group.

    With S the covariance of the indicators of the values and C that between two rows of one group, R = S^-1 C.

    Attributes
    ----------
    trace : float
        Of R: the sum of its eigenvalues, as many as the column has values, less one.
    squares : float
        Of R R.
    by_value : (v,) float64
        The intraclass correlation of each value, or not: between 0 (rows of a group are as any others) and 1; below 0
        where they differ more than others. 0 for a value of no row or of all.
    """

    trace: float
    squares: float
    by_value: np.ndarray


class Grouping:
    """Rows in groups.

    Parameters
    ----------
    groups : (n,) whole numbers
    weights : (n,) how many equal rows each row is

    Attributes
    ----------
    n_groups : int
    pairs : float
        Ordered pairs of two different rows of one group, for each row: sum of m (m - 1) over n, with m the rows of a
        group.
    """

    def __init__(self, groups: np.ndarray, weights: np.ndarray) -> None:
        counted = weights > 0
        self._weights = np.where(counted, weights, 0.0)
        self._places = np.zeros(len(groups), dtype=np.intp)
        self._places[counted] = np.unique(groups[counted], return_inverse=True)[1]
        self.n_groups = len(np.unique(groups[counted]))
        sizes = np.bincount(self._places, self._weights, minlength=self.n_groups)
        self._sizes, self._n = sizes, float(sizes.sum())
        self.pairs = float((sizes * (sizes - 1)).sum() / (self._n or 1.0))

    def correlation(self, scores: np.ndarray) -> float:
        """The intraclass correlation of (n,) numbers."""
        if self.n_groups < 2 or self.pairs <= 0:
            return 0.0
        apart = scores - self._weights @ scores / self._n
        squares = float(self._weights @ apart**2)
        sums = np.bincount(self._places, self._weights * apart, minlength=self.n_groups)
        both = self.n_groups / (self.n_groups - 1) * float((sums**2).sum()) - squares
        return both / (self.pairs * squares) if squares > _ROUNDING else 0.0

    def effects(self, first: np.ndarray | float, second: np.ndarray | float) -> np.ndarray:
        """Design effects of counts, from the intraclass correlations of either side; 1 at least."""
        return 1 + self.pairs * np.maximum(np.multiply(first, second), 0.0)

    def agreement(self, codes: np.ndarray, v: int) -> Agreement:
        """How far the rows of a group agree in a column of v values, given (n,) codes below v."""
        if self.n_groups < 2 or self.pairs <= 0:
            return Agreement(0.0, 0.0, np.zeros(v))
        keys = self._places * v + codes
        counts = np.bincount(keys, self._weights, minlength=self.n_groups * v).reshape(self.n_groups, v)
        shares = counts.sum(axis=0) / self._n
        apart = counts - self._sizes[:, None] * shares  # sums over the rows of a group, less what is expected
        more, all_pairs = self.n_groups / (self.n_groups - 1), self.pairs * self._n
        own = (more * (apart**2).sum(axis=0) - self._n * shares * (1 - shares)) / all_pairs
        varies = (shares > 0) & (shares < 1)
        by_value = np.divide(own, shares * (1 - shares), out=np.zeros(v), where=varies)
        trace = float((own[varies] / shares[varies]).sum())
        if v > _MOST_VALUES:
            return Agreement(trace, trace**2, by_value)
        cross = (more * apart.T @ apart - self._n * (np.diag(shares) - np.outer(shares, shares))) / all_pairs
        scaled = cross[np.ix_(varies, varies)] / np.sqrt(np.outer(shares[varies], shares[varies]))
        return Agreement(trace, float((scaled**2).sum()), by_value)
