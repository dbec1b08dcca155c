"""Distances between rows that are no sum of distances between values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from catviz.geometry.unseen import labelled_codes
from catviz.table.categorical import CategoricalTable, rows_of
from catviz.table.codebook import Codebook, number_of
from catviz.table.limits import refuse_pairs

TILE = 256
"""Rows compared with as many rows at once: the arrays in between stay in the processor's cache."""


@dataclass(frozen=True, eq=False, repr=False)
class ObjectDistances:
    """Distances between rows, computed on request tile by tile.

    There are no tables of values behind them, so there are no value distances, coordinates or orders either.

    Attributes
    ----------
    codebook : Codebook
    compare : callable
        ``compare(a, b)``: (m, k) distances of (m, d) codes from (k, d) codes, symmetric and 0 for equal rows. Codes
        after a column's last one stand for values never seen: equal codes for equal values (`labelled_codes`).
    """

    codebook: Codebook
    compare: Callable[[np.ndarray, np.ndarray], np.ndarray]

    def __repr__(self) -> str:
        book = self.codebook
        return f"ObjectDistances({number_of(len(book.attributes), 'column')}, {number_of(len(book.values), 'value')})"

    def between(self, a: CategoricalTable, b: CategoricalTable | None = None) -> np.ndarray:
        """(n_a, n_b) distances between the rows of two tables; of one table with itself where ``b`` is left out.

        Each value of a column that was not seen at the fit is one further value, and so is a missing cell where none
        was seen.
        """
        a, b = rows_of(a, self.codebook), None if b is None else rows_of(b, self.codebook)
        refuse_pairs(len(a), len(a if b is None else b))
        codes = labelled_codes(self.codebook, a) if b is None else labelled_codes(self.codebook, a, b)
        left, right = codes[0], codes[-1]
        out = np.empty((len(left), len(right)))
        for i in range(0, len(left), TILE):
            for j in range(0 if b is not None else i, len(right), TILE):
                rows, columns = slice(i, i + TILE), slice(j, j + TILE)
                out[rows, columns] = self.compare(left[rows], right[columns])
                if b is None and j > i:
                    out[columns, rows] = out[rows, columns].T
        return out
