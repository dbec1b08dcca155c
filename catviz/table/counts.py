"""Counts: value counts and co-occurrences of a table, the input of every count-based method."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from catviz.table.categorical import CategoricalTable, canonical_ranks
from catviz.table.codebook import Codebook, column_name
from catviz.table.frames import is_frame, unmasked
from catviz.table.kernels import burt_matrix
from catviz.table.sizes import refuse_counts
from catviz.table.source import Block, Source, classes_of
from catviz.wording import number_of


@dataclass(frozen=True, eq=False, repr=False)
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
        The same matrix within each class, where ``by`` was given; a class that only rows of weight 0 have is none.
    """

    codebook: Codebook
    matrix: np.ndarray
    n_rows: float
    by_class: dict[str, np.ndarray]

    def __repr__(self) -> str:
        book = self.codebook
        parts = [number_of(len(book.attributes), "column"), number_of(len(book.values), "value")]
        parts += [f"{self.n_rows:,g} rows", *([f"{len(self.by_class)} classes"] if self.by_class else [])]
        return f"Counts({', '.join(parts)})"

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """All (attribute, value) pairs, in matrix order."""
        return self.codebook.values

    @cached_property
    def frequencies(self) -> tuple[np.ndarray, ...]:
        """(v_r,) value counts of each column."""
        diagonal = np.diag(self.matrix)
        return tuple(diagonal[part] for part in self.codebook.slices())

    def block(self, a: str, b: str) -> np.ndarray:
        """(v_a, v_b) contingency table of two columns."""
        return self.joint(self.codebook.position(a), self.codebook.position(b))

    def joint(self, r: int, s: int) -> np.ndarray:
        """(v_r, v_s) contingency table of two columns, by number."""
        starts = self.codebook.offsets
        return self.matrix[starts[r] : starts[r + 1], starts[s] : starts[s + 1]]

    def select(self, columns: Iterable[str]) -> Counts:
        """The counts of some columns, by name, in the order given."""
        places = [self.codebook.position(name) for name in columns]
        parts = self.codebook.slices()
        kept = np.concatenate([np.arange(parts[r].start, parts[r].stop) for r in places])
        return self.kept(kept, self.codebook.select(places))

    def without_missing(self) -> Counts:
        """The counts with the missing levels left out (pairwise complete contingency tables)."""
        book = self.codebook
        keep = np.ones(len(self.matrix), dtype=bool)
        keep[[stop - 1 for stop, missing in zip(book.offsets[1:], book.missing, strict=True) if missing]] = False
        return self.kept(keep, replace(book, missing=(False,) * len(book.missing)))

    def kept(self, values: np.ndarray, codebook: Codebook) -> Counts:
        """The counts of some values, a mask or places among all, which a codebook names."""
        square = np.ix_(values, values)
        by_class = {label: matrix[square] for label, matrix in self.by_class.items()}
        return Counts(codebook, self.matrix[square], self.n_rows, by_class)

    @cached_property
    def canonical_order(self) -> np.ndarray:
        """(c,) the values in an order that depends neither on their names nor on declared orders.

        As `CategoricalTable.canonical` has them, column by column: numbers that are worked out in this order are the
        same to the last digit whatever values are called. Values that are interchangeable stay in the codebook's order.
        """
        unordered = replace(self.codebook, kinds=("nominal",) * len(self.codebook.kinds))
        return np.argsort(canonical_ranks(self.matrix, unordered), kind="stable")


def count(
    data: CategoricalTable | Source, by: Any = None, callback: Callable[[dict[str, Any]], bool] | None = None
) -> Counts:
    """Count values and co-occurrences of a table or a source.

    Parameters
    ----------
    data : CategoricalTable, frame (pandas, Polars, Arrow) or Source
        The rows; those of a source are read once.
    by : (n,) class labels of a table, or the name of a source's column of groups, optional
        Adds one matrix a class; rows whose label is None count in the whole only.
    callback : callable(dict) -> bool, optional
        Sees how far a source is, as in `Source.reduce`.

    Returns
    -------
    Counts

    Raises
    ------
    ValueError
        More values in all columns together than ``catviz.table.sizes.MOST_VALUES``, before anything is counted.

    Examples
    --------
    >>> import catviz
    >>> catviz.count(catviz.load_dataset("toy_movie")).block("actor", "genre").shape
    (3, 3)
    """
    if isinstance(data, Source):
        if by is not None and not (np.ndim(by) == 0 and column_name(by) == data.target_name):
            raise ValueError(f"a source is counted by its column of groups, {data.target_name!r}: scan it with target=")
        classes = data.classes if by is not None else ()
        refuse_counts(data.codebook, len(classes))
        tally = data.reduce(_tally, len(classes), merge=_Tally.merge, callback=callback)
        return tally.counts(data.codebook, classes)
    if is_frame(data):
        data = CategoricalTable.from_pandas(data)
    if not isinstance(data, CategoricalTable):
        raise ValueError(f"count takes a table, a frame or a source, not a {type(data).__name__}")
    classes, groups = ((), None) if by is None else _groups(data, by)
    refuse_counts(data.codebook, len(classes))
    book = data.codebook.with_missing
    if not classes:
        return _observed(Counts(book, data.co_occurrences(), _total(data), {}))
    rows = replace(data, codebook=book, target=None, target_name=None)
    return _observed(_tally(Block(rows, groups), len(classes)).counts(book, classes))


@dataclass
class _Tally:
    """(1 + classes, c, c) matrices of the rows without a class and of each class, and the rows' total weight."""

    matrices: np.ndarray
    n_rows: float

    def merge(self, other: _Tally) -> _Tally:
        return _Tally(self.matrices + other.matrices, self.n_rows + other.n_rows)

    def counts(self, codebook: Codebook, classes: tuple[str, ...]) -> Counts:
        each = zip(classes, self.matrices[1:], strict=False)
        by_class = {label: matrix for label, matrix in each if matrix.any() or not matrix.size}
        whole = self.matrices.sum(axis=0) if len(self.matrices) > 1 else self.matrices[0]
        return Counts(codebook, whole, self.n_rows, by_class)


def _tally(block: Block, n_classes: int) -> _Tally:
    table, n = block.table, _total(block.table)
    if not n_classes:
        return _Tally(_matrix(table)[None], n)
    parts = [table[block.groups == j] for j in (n_classes, *range(n_classes))]
    return _Tally(np.stack([_matrix(part) for part in parts]), n)


def _total(table: CategoricalTable) -> float:
    return table.n_rows if table.weights is None else float(table.weights.sum())


def _matrix(table: CategoricalTable) -> np.ndarray:
    return burt_matrix(table.codes, table.codebook.n_values, table.weights)


def _groups(table: CategoricalTable, by: Any) -> tuple[tuple[str, ...], np.ndarray]:
    labels = np.asarray(unmasked(by), dtype=object)
    if labels.shape != (table.n_rows,):
        raise ValueError(f"by has shape {labels.shape}: give one label for each of the {table.n_rows} rows")
    return classes_of(labels)


def _observed(counts: Counts) -> Counts:
    """The counts of the values that occur, where "missing" is a value of every column."""
    occurs, book = np.diag(counts.matrix) > 0, counts.codebook
    present = [occurs[part] for part in book.slices()]
    categories = tuple(
        tuple(label for label, label_occurs in zip(labels, column, strict=False) if label_occurs)
        for labels, column in zip(book.categories, present, strict=True)
    )
    missing = tuple(bool(column[-1]) for column in present)
    codebook = replace(book, categories=categories, missing=missing)
    return replace(counts, codebook=codebook) if occurs.all() else counts.kept(occurs, codebook)
