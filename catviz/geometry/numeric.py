"""Numeric columns compared beside the values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial.distance import cdist

from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import listed


@dataclass(frozen=True, eq=False)
class NumericPart:
    """Numeric columns that are compared beside the values: two numbers are |x - y| / scale apart.

    Attributes
    ----------
    names : tuple of str
        Columns of ``t.numeric``.
    scales : (m,) float64
        Infinite where a column is constant: it adds nothing.
    means : (m,) float64
        Where a missing number stands.
    """

    names: tuple[str, ...]
    scales: np.ndarray
    means: np.ndarray

    def places(self, table: CategoricalTable) -> np.ndarray:
        """(n, m) scaled differences from the mean, 0 where missing; ValueError names a column the table lacks."""
        return np.nan_to_num((self._columns(table) - self.means) / self.scales)

    def known(self, table: CategoricalTable) -> np.ndarray:
        """(n, m) True where a table has a number."""
        return ~np.isnan(self._columns(table))

    def _columns(self, table: CategoricalTable) -> np.ndarray:
        return np.column_stack([np.empty((len(table), 0)), *(_numbers(table, name) for name in self.names)])


def numeric_part(table: CategoricalTable, scale: Callable[[np.ndarray, np.ndarray], float]) -> NumericPart | None:
    """The numeric columns of a fitting table, scaled; None where it has none.

    Parameters
    ----------
    table : CategoricalTable
    scale : function of a column's known numbers, moved and shrunk to run from 0 to 1, and their rows' weights
        What a difference between two such numbers is divided by.

    Raises
    ------
    ValueError
        A column with an infinite number or range.
    """
    if not table.numeric_names:
        return None
    weights = table.row_weights
    scales, means = np.full(len(table.numeric_names), np.inf), np.zeros(len(table.numeric_names))
    for k, (name, column) in enumerate(zip(table.numeric_names, table.numeric.T, strict=True)):
        known = ~np.isnan(column) & (weights > 0)
        if not known.any():
            continue
        low, high = float(column[known].min()), float(column[known].max())
        if not np.isfinite(high - low):
            raise ValueError(f"numeric column {name!r} runs from {low:g} to {high:g}: mend it or leave it out")
        means[k] = np.average(column[known], weights=weights[known])
        if high > low:
            scales[k] = (high - low) * scale((column[known] - low) / (high - low), weights[known])
    return NumericPart(table.numeric_names, scales, means)


def evened_part(table: CategoricalTable, spread: Callable[[np.ndarray, np.ndarray], float]) -> NumericPart | None:
    """The numeric columns of a fitting table, each scaled to the same spread; None where it has none.

    Parameters
    ----------
    table : CategoricalTable
    spread : function of the (n,) numbers of a column, of mean 0 and 0 where missing, and their rows' weights
        Each column is divided by it. A column without any is left at 0.
    """
    part = numeric_part(table, lambda x, weights: 1.0)
    if part is None:
        return None
    spreads = np.array([spread(column, table.row_weights) for column in part.places(table).T])
    scales = np.full(len(spreads), np.inf)
    np.multiply(part.scales, spreads, out=scales, where=spreads > 0)
    return replace(part, scales=scales)


def standardised_part(table: CategoricalTable) -> NumericPart | None:
    """The numeric columns of a fitting table, each divided by its standard deviation (divisor n); None without any."""
    return evened_part(table, lambda x, weights: float(np.sqrt(np.average(x**2, weights=weights))))


def squared_distances(centres: np.ndarray, numbers: np.ndarray) -> np.ndarray | None:
    """(k, m) squared distances between rows of numbers, None where there are no columns."""
    return cdist(centres, numbers, "sqeuclidean") if numbers.shape[1] else None


def _numbers(table: CategoricalTable, name: str) -> np.ndarray:
    if name not in table.numeric_names:
        raise ValueError(f"no numeric column {name!r}: the numeric columns are {listed(table.numeric_names) or 'none'}")
    numbers = table.numeric[:, table.numeric_names.index(name)]
    if np.isinf(numbers).any():
        raise ValueError(f"numeric column {name!r} holds an infinite number: mend it or make it missing")
    return numbers
