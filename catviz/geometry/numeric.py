"""Numeric columns compared beside the values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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
        columns = [_numbers(table, name) for name in self.names]
        return np.nan_to_num((np.column_stack(columns) - self.means) / self.scales)


def _numbers(table: CategoricalTable, name: str) -> np.ndarray:
    if name not in table.numeric_names:
        raise ValueError(f"no numeric column {name!r}: the numeric columns are {listed(table.numeric_names) or 'none'}")
    numbers = table.numeric[:, table.numeric_names.index(name)]
    if np.isinf(numbers).any():
        raise ValueError(f"numeric column {name!r} holds an infinite number: mend it or make it missing")
    return numbers
