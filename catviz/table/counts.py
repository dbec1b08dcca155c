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
from catviz.table.sizes import refuse_array, refuse_counts
from catviz.table.source import Block, Source, classes_of
from catviz.wording import number_of

#: Up to so many values, a method that needs no pairs of values counts them nevertheless, for maps: 8 MB.
MOST_PAIRED = 1_000


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
    grouped : bool
        True where rows of the table belong together: tests then need the table.
    """

    codebook: Codebook
    matrix: np.ndarray
    n_rows: float
    by_class: dict[str, np.ndarray]
    grouped: bool = False

    def __repr__(self) -> str:
        book = self.codebook
        parts = [number_of(len(book.attributes), "column"), number_of(len(book.values), "value")]
        parts += [f"{self.n_rows:,g} rows", *([f"{len(self.by_class)} classes"] if self.by_class else [])]
        return f"Counts({', '.join(parts)})"

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """All (attribute, value) pairs, in matrix order."""
        return self.codebook.values

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes that have a matrix of their own."""
        return tuple(self.by_class)

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
        return replace(self, codebook=codebook, matrix=self.matrix[square], by_class=by_class)

    @cached_property
    def canonical_order(self) -> np.ndarray:
        """(c,) the values in an order that depends neither on their names nor on declared orders.

        As `CategoricalTable.canonical` has them, column by column: numbers that are worked out in this order are the
        same to the last digit whatever values are called. Values that are interchangeable stay in the codebook's order.
        """
        unordered = replace(self.codebook, kinds=("nominal",) * len(self.codebook.kinds))
        return np.argsort(canonical_ranks(self.matrix, unordered), kind="stable")


@dataclass(frozen=True, eq=False, repr=False)
class ClassCounts:
    """How many rows of each class carry each value, without the pairs of values, which grow with their square.

    Attributes
    ----------
    codebook : Codebook
        Only values that occur; "missing" is the last value of each column that has it.
    within : (c, K) float64
        Rows (their weight) of each class that carry each value.
    frequencies : tuple of (v_r,) arrays
        Value counts of each column, over all rows.
    classes : tuple of str
        A class that only rows of weight 0 have is none.
    pairs : Counts or None
        Co-occurrences of up to ``MOST_PAIRED`` values, of which maps of values are drawn.
    """

    codebook: Codebook
    within: np.ndarray
    frequencies: tuple[np.ndarray, ...]
    classes: tuple[str, ...]
    pairs: Counts | None = None

    @classmethod
    def of(cls, counts: Counts) -> ClassCounts:
        """The same from all co-occurrences by class."""
        within = np.column_stack([np.diag(matrix) for matrix in counts.by_class.values()]).astype(float)
        return cls(counts.codebook, within, counts.frequencies, counts.classes, counts)

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """All (attribute, value) pairs, in order."""
        return self.codebook.values


def count_classes(
    data: CategoricalTable | Source, by: Any, callback: Callable[[dict[str, Any]], bool] | None = None
) -> ClassCounts:
    """Count the rows of each class that carry each value; time and memory grow with the values, not their square.

    Parameters
    ----------
    data : CategoricalTable or Source
        Of values that occur, where "missing" is the last value of each column that has it.
    by, callback
        As in `count`.

    Returns
    -------
    ClassCounts

    Raises
    ------
    ValueError
        More values times classes than fit in memory, before anything is counted.
    """
    book, source = data.codebook, isinstance(data, Source)
    classes, groups = (_source_classes(data, by), None) if isinstance(data, Source) else _groups(data, by)
    c = int(book.n_values.sum())
    refuse_array(c, len(classes) + 1, "counts of values by class", "group rare values or classes")
    if isinstance(data, Source):
        tally = data.reduce(_class_tally, len(classes), merge=np.add, callback=callback)
    else:
        tally = _class_tally(Block(data, groups), len(classes))
    whole, counted = tally.sum(axis=1), tally[:, :-1].any(axis=0) | (c == 0)
    pairs = count(data) if c <= MOST_PAIRED and not source else None
    classes = tuple(label for label, is_counted in zip(classes, counted, strict=True) if is_counted)
    return ClassCounts(book, tally[:, :-1][:, counted], tuple(whole[part] for part in book.slices()), classes, pairs)


def _class_tally(block: Block, n_classes: int) -> np.ndarray:
    """(c, K + 1) weight of the rows that carry each value, by class, those without a class last."""
    table = block.table
    groups = np.zeros(len(table), dtype=np.intp) if block.groups is None else block.groups
    parts = []
    for codes, v in zip(table.codes.T, table.codebook.n_values.tolist(), strict=True):
        places = np.minimum(codes, v).astype(np.intp) * (n_classes + 1) + groups
        parts.append(np.bincount(places, table.weights, (v + 1) * (n_classes + 1)).reshape(v + 1, -1)[:v])
    return np.vstack(parts).astype(float)


def _source_classes(source: Source, by: Any) -> tuple[str, ...]:
    if not (np.ndim(by) == 0 and column_name(by) == source.target_name):
        raise ValueError(f"a source is counted by its column of groups, {source.target_name!r}: scan it with target=")
    return source.classes


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
        classes = () if by is None else _source_classes(data, by)
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
        return _observed(Counts(book, data.co_occurrences(), _total(data), {}, data.groups is not None))
    rows = replace(data, codebook=book, target=None, target_name=None)
    counts = _tally(Block(rows, groups), len(classes)).counts(book, classes)
    return _observed(replace(counts, grouped=data.groups is not None))


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
