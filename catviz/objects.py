"""Distances between rows that are no sum of distances between values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from catviz.codebook import Codebook
from catviz.table import CategoricalTable

TILE = 256
"""Rows compared with as many rows at once: the arrays in between stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class ObjectDistances:
    """Distances between rows, computed on request tile by tile.

    There are no tables of values behind them, so there are no value distances, coordinates or orders either.

    Attributes
    ----------
    codebook : Codebook
    compare : callable
        ``compare(a, b)``: (m, k) distances of (m, d) codes from (k, d) codes, symmetric and 0 for equal rows. The code
        after a column's last one stands for every value never seen.
    """

    codebook: Codebook
    compare: Callable[[np.ndarray, np.ndarray], np.ndarray]

    def between(self, a: CategoricalTable, b: CategoricalTable | None = None) -> np.ndarray:
        """(n_a, n_b) distances between the rows of two tables; of one table with itself where ``b`` is left out.

        All values of a column that were not seen at the fit, and missing cells where none was seen, count as one
        further value.
        """
        left = a.recode(self.codebook).codes
        right = left if b is None else b.recode(self.codebook).codes
        out = np.empty((len(left), len(right)))
        for i in range(0, len(left), TILE):
            for j in range(0 if b is not None else i, len(right), TILE):
                rows, columns = slice(i, i + TILE), slice(j, j + TILE)
                out[rows, columns] = self.compare(left[rows], right[columns])
                if b is None and j > i:
                    out[columns, rows] = out[rows, columns].T
        return out
