"""Row weights: frequencies are whole numbers; fractional ones are brought to the effective number of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from catviz.table.frames import unmasked

#: Names, in any case, of columns that may hold how many rows each row of an aggregated table counts for.
COUNTS = (
    *("freq", "frequency", "count", "counts", "n", "anzahl", "häufigkeit", "haeufigkeit", "effectif", "frecuencia"),
)
#: The share of all combinations of values that an aggregated table has; tables of single cases have far less.
CELLS = 0.25
#: Different whole weights, and their mean, from which on weights of single cases are no counts of equal rows.
_FEWEST_DIFFERENT, _LARGE = 20, 10


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
        """The totals of (n,) weights, finite and not negative."""
        weights = np.asarray(weights, dtype=float)
        largest = float(weights.max(initial=0.0))
        shares = weights / (largest or 1.0)
        return cls(are_whole(weights), largest, float(shares.sum()), float((shares**2).sum()))

    def merge(self, other: WeightTotals) -> WeightTotals:
        """The totals of both together."""
        largest = max(self.largest, other.largest)
        parts = [(part, part.largest / (largest or 1.0)) for part in (self, other)]
        total = sum(part.total * unit for part, unit in parts)
        squares = sum(part.squares * unit**2 for part, unit in parts)
        return WeightTotals(self.whole and other.whole, largest, total, squares)

    def effective(self, weights: ArrayLike) -> np.ndarray:
        """(m,) float64: some of the weights in effective rows of all, or as they are where all are whole."""
        weights = np.asarray(weights, dtype=float)
        return np.rint(weights) if self.whole else weights / self.largest * (self.total / self.squares)


def rescale_weights(weights: ArrayLike) -> np.ndarray:
    """Survey weights in effective rows, whole ones too: they add up to Kish's effective number of rows.

    Parameters
    ----------
    weights : (n,) array-like
        Not negative.

    Returns
    -------
    (n,) ndarray

    Examples
    --------
    >>> import catviz
    >>> catviz.rescale_weights([1000, 3000]).round(3).tolist(), catviz.rescale_weights([250, 250, 250]).tolist()
    ([0.4, 1.2], [1.0, 1.0, 1.0])
    """
    return replace(WeightTotals.of(weights), whole=False).effective(weights)


def survey_evidence(name: str, weights: np.ndarray, others: Sequence[np.ndarray]) -> str:
    """Why whole weights are survey weights, and no counts of rows; empty where they may be counts, or are not whole.

    Counts of an aggregated table may be large and all different. Those of single cases are not: in a table that has
    every case on a row of its own, more than half of the weights are no different whole numbers, and ten rows are not
    counted as one on average.

    Parameters
    ----------
    name : str
        Of the column of weights; one of `COUNTS` holds counts where no two rows agree in all other columns.
    weights : (n,) finite, not negative
    others : sequence of (n,) whole numbers
        A number for each value of the other columns. One with another value in every row, such as an id, is passed over
        if there are others.

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.table.weights import survey_evidence
    >>> sex, smokes = np.arange(40) % 2, np.arange(40) // 2 % 2
    >>> survey_evidence("factor", np.arange(500, 540), [sex, smokes])
    '40 different whole numbers on 40 rows, and some rows agree in all other columns'
    >>> survey_evidence("factor", np.arange(500, 504), [sex[:4], smokes[:4]])
    ''
    """
    weights = weights[weights > 0]
    n, different, mean = len(weights), len(np.unique(weights)), float(weights.mean()) if len(weights) else 0.0
    if not are_whole(weights):
        return ""
    if different >= _FEWEST_DIFFERENT and different > n / 2:
        evidence = f"{different:,} different whole numbers on {n:,} rows"
    elif mean >= _LARGE:
        evidence = f"whole numbers with a mean of {mean:,.4g}"
    else:
        return ""
    counted = name.casefold() in COUNTS
    told = [codes for codes in others if len(np.unique(codes)) < len(codes)]
    single = single_cases(others if counted or not told else told, counted)
    return f"{evidence}, and {single}" if single else ""


def counted_though_survey(name: str, total: float, evidence: str) -> str:
    """What to say where weights that look like survey weights, by some evidence, count as rows all the same."""
    return (
        f"the weights {name!r} count as {total:,.6g} rows, but look like survey weights ({evidence}): give "
        "catviz.rescale_weights of them, so that they add up to the effective number of rows and nothing is tested as "
        "if there were so many"
    )


def single_cases(others: Sequence[np.ndarray], counted: bool = False) -> str:
    """Why the rows of a table with a column of weights are single cases; empty where they are combinations of values.

    Parameters
    ----------
    others : sequence of (n,) whole numbers
        A number for each value of the other columns.
    counted : bool
        The name of the column says that it holds counts: that no two rows agree is enough.
    """
    codes = pd.DataFrame(dict(enumerate(others)))
    if codes.duplicated().any():
        return "some rows agree in all other columns"
    cells = float(np.prod([float(codes[i].nunique()) for i in codes]))
    if not counted and len(codes) < CELLS * cells:
        return f"the rows are few of the {cells:,.0f} combinations of values"
    return ""


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
    """(m,) sorted row numbers: `repeated_rows`, or ``most`` of them drawn without replacement where there are more."""
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
    weights = np.array(unmasked(weights), dtype=float)
    if weights.shape != (n,):
        raise ValueError(f"weights have shape {weights.shape}: give one number for each of the {n} rows")
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise ValueError("weights must be finite and not negative")
    return weights
