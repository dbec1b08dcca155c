"""Counts: value counts and co-occurrences of a table, the input of every count-based method."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from catviz.codebook import Codebook, natural_order
from catviz.kernels import burt_matrix
from catviz.table import CategoricalTable


@dataclass(frozen=True, eq=False)
class Counts:
    """Co-occurrence (Burt) matrix of a table against a codebook.

    Attributes
    ----------
    codebook : Codebook
        Only values that occur; "missing" is the last value of each column that has it.
    matrix : (c, c) int64, or float64 where rows are weighted
        ``matrix[p, q]``: rows that carry both values; the diagonal holds the value counts.
    n_rows : int, or float where rows are weighted
        Total (weight) of the rows.
    by_class : dict of str to (c, c) matrix
        The same matrix within each class, where ``by`` was given.
    """

    codebook: Codebook
    matrix: np.ndarray
    n_rows: float
    by_class: dict[str, np.ndarray]

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """All (attribute, value) pairs, in matrix order."""
        return self.codebook.values

    @cached_property
    def frequencies(self) -> tuple[np.ndarray, ...]:
        """Value counts, a vector a column."""
        diagonal = np.diag(self.matrix)
        return tuple(diagonal[part] for part in self.codebook.slices())

    def block(self, a: str, b: str) -> np.ndarray:
        """(v_a, v_b) contingency table of two columns."""
        return self.joint(self.codebook.position(a), self.codebook.position(b))

    def joint(self, r: int, s: int) -> np.ndarray:
        """(v_r, v_s) contingency table of two columns, by number."""
        parts = self.codebook.slices()
        return self.matrix[parts[r], parts[s]]

    def without_missing(self) -> Counts:
        """The counts with the missing levels left out (pairwise complete contingency tables)."""
        book = self.codebook
        keep = np.ones(len(self.matrix), dtype=bool)
        keep[[stop - 1 for stop, missing in zip(book.offsets[1:], book.missing, strict=True) if missing]] = False
        square = np.ix_(keep, keep)
        return Counts(
            replace(book, missing=(False,) * len(book.missing)),
            self.matrix[square],
            self.n_rows,
            {label: matrix[square] for label, matrix in self.by_class.items()},
        )


def count(table: CategoricalTable, by=None) -> Counts:
    """Count values and co-occurrences of a table.

    Parameters
    ----------
    table : CategoricalTable
    by : (n,) class labels, optional
        Adds one matrix a class; rows whose label is None count in the whole only.

    Returns
    -------
    Counts

    Examples
    --------
    >>> import catviz
    >>> catviz.count(catviz.load_dataset("toy_movie")).block("actor", "genre").shape
    (3, 3)
    """
    if not isinstance(table, CategoricalTable):
        raise ValueError(f"count takes a CategoricalTable, not a {type(table).__name__}: make one with from_pandas")
    table = table.observed().missing_as_category()
    by_class = {}
    if by is not None:
        labels = np.asarray(by, dtype=object)
        if labels.shape != (table.n_rows,):
            raise ValueError(f"by has shape {labels.shape}: give one label for each of the {table.n_rows} rows")
        by_class = {
            label: _matrix(table[labels == label]) for label in natural_order({v for v in labels if v is not None})
        }
    n = table.n_rows if table.weights is None else float(table.weights.sum())
    return Counts(table.codebook, _matrix(table), n, by_class)


def _matrix(table: CategoricalTable) -> np.ndarray:
    return burt_matrix(table.codes, table.codebook.n_values, table.weights)
