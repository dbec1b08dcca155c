"""Distances between rows that are no sum of distances between values: of a method, or of a user's function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from catviz.geometry.in_frames import OfCodebook
from catviz.geometry.unseen import labelled_codes
from catviz.table.categorical import CategoricalTable, rows_of
from catviz.table.codebook import Codebook
from catviz.table.sizes import refuse_pairs
from catviz.wording import number_of

#: Rows compared with as many rows at once: the arrays in between stay in the processor's cache.
TILE = 256


@dataclass(frozen=True, eq=False, repr=False)
class ObjectDistances(OfCodebook):
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


@dataclass(frozen=True, eq=False, repr=False)
class CalledDistances(OfCodebook):
    """Distances between rows by a function of two rows, as scikit-learn's ``metric`` may be one.

    Attributes
    ----------
    codebook : Codebook
        The columns that the rows have.
    function : callable
        ``function(a, b)`` gives the distance of two rows, a number that is finite and not negative. A row is a (d,)
        object array: its values as text ("2" for 2 and 2.0), None where missing. The function is taken to be
        symmetric and 0 for equal rows, so it is called once for each pair of distinct rows.

    Examples
    --------
    >>> import catviz
    >>> model = catviz.KMedoidsCategorical(2, lambda a, b: (a != b).sum(), random_state=0)
    >>> model.fit(catviz.load_dataset("toy_movie")).objective_
    7.0
    """

    codebook: Codebook
    function: Callable[[np.ndarray, np.ndarray], float]

    def between(self, a: CategoricalTable, b: CategoricalTable | None = None) -> np.ndarray:
        """(n_a, n_b) distances between the rows of two tables; of one table with itself where ``b`` is left out.

        Raises
        ------
        ValueError
            The function gives a number that is negative or not finite, or something else.
        """
        refuse_pairs(len(a), len(a if b is None else b))
        left = self._texts(a)
        right = left if b is None else self._texts(b)
        out = np.zeros((len(left), len(right)))
        for i, row in enumerate(left):
            for j in range(0 if b is not None else i + 1, len(right)):
                out[i, j] = self._called(row, right[j])
        return out if b is not None else out + out.T

    def _called(self, a: np.ndarray, b: np.ndarray) -> float:
        value = self.function(a, b)
        try:
            distance = float(value)
        except (TypeError, ValueError):
            raise ValueError(f"the function of two rows gives {value!r}: a distance is one number") from None
        if not 0 <= distance < np.inf:
            raise ValueError(f"the function of two rows gives {distance}: a distance is finite and not negative")
        return distance

    def _texts(self, table: CategoricalTable) -> np.ndarray:
        """(n, d) values as text, None where missing."""
        table = table.select(self.codebook.attributes)
        columns = zip(table.categories, table.codes.T, strict=True)
        # the last two places: missing as a level of its own, and no value
        return np.column_stack([np.array([*labels, None, None], dtype=object)[codes] for labels, codes in columns])
