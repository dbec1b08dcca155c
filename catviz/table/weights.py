"""Row weights: frequencies are whole numbers; fractional ones are brought to the effective number of rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike


def effective_weights(weights: ArrayLike) -> np.ndarray:
    """Weights that add up to the number of rows that they are worth.

    Whole weights are frequencies (a row of weight 3 is three rows) and stay as they are. Fractional ones, such as
    survey weights, have no scale of their own: w sum(w) / sum(w^2) adds up to Kish's effective sample size
    (sum w)^2 / sum(w^2), which is the number of rows where all weigh alike, and less the more they differ.

    A `CategoricalTable` rescales the weights it is given by this, and a scanned source those of all its rows, so that
    every method, count and score sees the same ones. Weights that are rescaled stay as they are.

    Parameters
    ----------
    weights : (n,) finite, not negative

    Returns
    -------
    (n,) float64

    Source: L. Kish (1965), Survey Sampling.

    Examples
    --------
    >>> from catviz.table.weights import effective_weights
    >>> effective_weights([3, 1, 0]).tolist(), effective_weights([0.5, 0.5, 0.5]).tolist()
    ([3.0, 1.0, 0.0], [1.0, 1.0, 1.0])
    >>> round(float(effective_weights([0.5, 1.5]).sum()), 3)
    1.6
    """
    return WeightTotals.of(weights).effective(weights)


@dataclass(frozen=True)
class WeightTotals:
    """What some weights add up to: all that `effective_weights` needs to know of the others to rescale a few of them.

    Attributes
    ----------
    whole : bool
        True where all are whole numbers.
    largest : float
    total, squares : float
        Sums of w and of w^2, in units of the largest weight and of its square.
    """

    whole: bool
    largest: float
    total: float
    squares: float

    @classmethod
    def of(cls, weights: ArrayLike) -> WeightTotals:
        """Of (n,) weights, finite and not negative."""
        weights = np.asarray(weights, dtype=float)
        largest = float(weights.max(initial=0.0))
        shares = weights / (largest or 1.0)
        return cls(are_whole(weights), largest, float(shares.sum()), float((shares**2).sum()))

    def merge(self, other: WeightTotals) -> WeightTotals:
        """Of both together."""
        largest = max(self.largest, other.largest)
        parts = [(part, part.largest / (largest or 1.0)) for part in (self, other)]
        total = sum(part.total * unit for part, unit in parts)
        squares = sum(part.squares * unit**2 for part, unit in parts)
        return WeightTotals(self.whole and other.whole, largest, total, squares)

    def effective(self, weights: ArrayLike) -> np.ndarray:
        """(m,) float64: some of the weights in effective rows of all, or as they are where all are whole."""
        weights = np.asarray(weights, dtype=float)
        return np.rint(weights) if self.whole else weights / self.largest * (self.total / self.squares)


def are_whole(weights: ArrayLike | None) -> bool:
    """True where weights are frequencies: whole numbers but for rounding, or None for one each."""
    if weights is None:
        return True
    weights = np.asarray(weights, dtype=float)
    return not (np.abs(weights - np.rint(weights)) > 1e-9 * np.abs(weights)).any()


def repeated_rows(weights: ArrayLike | None, n: int, why: str) -> np.ndarray:
    """Row numbers in which each of n rows occurs as often as it weighs.

    Parameters
    ----------
    weights : (n,) whole numbers, or None for one each
    n : int
    why : str
        What needs whole rows, for the error.

    Raises
    ------
    ValueError
        A row weighs a fraction.

    Examples
    --------
    >>> from catviz.table.weights import repeated_rows
    >>> repeated_rows([2, 0, 1], 3, "rows are split").tolist()
    [0, 0, 2]
    """
    if weights is None:
        return np.arange(n)
    weights = np.asarray(weights, dtype=float)
    if not are_whole(weights):
        raise ValueError(f"the row weights are fractional, but {why}: give whole weights")
    return np.repeat(np.arange(n), np.rint(weights).astype(np.intp))


def drawn_rows(weights: ArrayLike | None, n: int, most: int, why: str, rng: np.random.Generator) -> np.ndarray:
    """Sorted row numbers: `repeated_rows`, or ``most`` of them drawn without replacement where there are more."""
    if weights is None:
        return np.arange(n) if n <= most else np.sort(rng.choice(n, most, replace=False))
    ends = np.cumsum(np.rint(weights) if are_whole(weights) else np.asarray(weights, dtype=float))
    if not len(ends) or ends[-1] <= most or not are_whole(weights):
        return repeated_rows(weights, n, why)
    places = np.sort(rng.choice(int(ends[-1]), most, replace=False))
    return np.searchsorted(ends, places, side="right")


def thinned_rows(weights: ArrayLike, most: int, rng: np.random.Generator) -> np.ndarray:
    """Sorted numbers of rows drawn without replacement, each with a probability in proportion to its weight.

    The rows drawn stand for the weighted rows and need no weights. They are as many as the largest weight allows, the
    sum of the weights over the largest one, or ``most``; at least one. Drawing more would draw rows of the largest
    weights twice, or less often than their weights ask for.

    Parameters
    ----------
    weights : (n,) finite, not negative, some of them positive
    most : int
    rng : Generator
        Systematic sampling in a random order of the rows (Madow 1949).

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.table.weights import thinned_rows
    >>> thinned_rows([0.5, 1.5, 0, 1.0], 10, np.random.default_rng(0)).tolist()
    [0, 1]
    """
    weights = np.asarray(weights, dtype=float)
    n_drawn = max(1, min(most, int(weights.sum() / weights.max() + 1e-9)))
    shuffled = rng.permutation(len(weights))
    reached = np.cumsum(weights[shuffled]) * (n_drawn / weights.sum())
    picked = np.searchsorted(reached, np.arange(n_drawn) + rng.random(), side="right")
    return np.sort(shuffled[np.minimum(picked, np.flatnonzero(weights[shuffled])[-1])])


def checked_weights(weights: ArrayLike, n: int) -> np.ndarray:
    """(n,) weights as float64, a copy; ValueError where they are not one finite number of at least 0 for each row."""
    weights = np.array(weights, dtype=float)
    if weights.shape != (n,):
        raise ValueError(f"weights have shape {weights.shape}: give one number for each of the {n} rows")
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise ValueError("weights must be finite and not negative")
    return weights
