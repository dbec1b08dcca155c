"""Counts: value counts and co-occurrences of a table, the input of every count-based method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from catviz.codebook import Codebook
from catviz.kernels import burt_matrix
from catviz.source import Block, Source, TableSource
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


def count(data: CategoricalTable | Source, by=None, callback: Callable[[dict], bool] | None = None) -> Counts:
    """Count values and co-occurrences of a table or a source.

    Parameters
    ----------
    data : CategoricalTable or Source
    by : (n,) class labels of a table, or the name of a source's column of groups, optional
        Adds one matrix a class; rows whose label is None count in the whole only.
    callback : callable(dict) -> bool, optional
        Sees how far a source is, as in `Source.reduce`.

    Returns
    -------
    Counts

    Examples
    --------
    >>> import catviz
    >>> catviz.count(catviz.load_dataset("toy_movie")).block("actor", "genre").shape
    (3, 3)
    """
    source = _source(data, by)
    n_classes = len(source.classes) if by is not None else 0
    tally = source.reduce(_tally, n_classes, merge=_Tally.merge, callback=callback)
    by_class = dict(zip(source.classes, tally.matrices[1:], strict=True)) if n_classes else {}
    return Counts(source.codebook, tally.matrices.sum(axis=0), tally.n_rows, by_class)


@dataclass
class _Tally:
    """(1 + classes, c, c) matrices of the rows without a class and of each class, and the rows' total weight."""

    matrices: np.ndarray
    n_rows: float

    def merge(self, other: _Tally) -> _Tally:
        return _Tally(self.matrices + other.matrices, self.n_rows + other.n_rows)


def _tally(block: Block, n_classes: int) -> _Tally:
    table = block.table
    n = table.n_rows if table.weights is None else float(table.weights.sum())
    if not n_classes:
        return _Tally(_matrix(table)[None], n)
    parts = [table[block.groups == j] for j in (n_classes, *range(n_classes))]
    return _Tally(np.stack([_matrix(part) for part in parts]), n)


def _matrix(table: CategoricalTable) -> np.ndarray:
    return burt_matrix(table.codes, table.codebook.n_values, table.weights)


def _source(data: CategoricalTable | Source, by) -> Source:
    """The source to count, with the groups that ``by`` names."""
    if isinstance(data, Source):
        if by is not None and not (isinstance(by, str) and by == data.target_name):
            raise ValueError(f"a source is counted by its column of groups, {data.target_name!r}: scan it with target=")
        return data
    if not isinstance(data, CategoricalTable):
        raise ValueError(f"count takes a table or a source, not a {type(data).__name__}: make one with from_pandas")
    if by is None:
        return TableSource(replace(data, target=None, target_name=None))
    labels = np.asarray(by, dtype=object)
    if labels.shape != (data.n_rows,):
        raise ValueError(f"by has shape {labels.shape}: give one label for each of the {data.n_rows} rows")
    return TableSource(replace(data, target=labels))
