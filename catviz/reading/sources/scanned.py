"""A source that any engine can serve: a pass for the dictionaries, then passes of kernels over batches as codes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from catviz.reading.csv_files import cell_text
from catviz.reading.delimited import UnreadableError, refuse_long_names
from catviz.reading.limits import LIMITS
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import (
    Codebook,
    MissingTokens,
    column_name,
    label_text,
    listed,
    natural_order,
    refuse_repeated,
)
from catviz.table.source import Block, Source, StoppedError, progress
from catviz.table.weights import WeightTotals, checked_weights

Report = Callable[[int], None]


@dataclass(frozen=True)
class Cells:
    """How cells become values: as text, as `label_text` writes it.

    Attributes
    ----------
    missing : MissingTokens
        Text read as missing, beside nulls and NaN.
    delimited : bool
        Cells of a delimited text: blanks around them are no part of it.
    """

    missing: MissingTokens
    delimited: bool

    def text(self, cell: Any) -> str | None:
        """A cell as text; None where it is missing."""
        if cell is None or cell != cell:
            return None
        text = cell.decode("utf-8", "backslashreplace") if isinstance(cell, bytes) else label_text(cell)
        text = cell_text(text).strip() if self.delimited else text
        return None if text in self.missing else text


@dataclass(frozen=True)
class Dictionaries:
    """The values that columns of some batches hold.

    Attributes
    ----------
    n_rows : int
    values : dict of column to set of text, None where there are more than the limit
    missing : set of columns with a missing cell
    weights : WeightTotals or None
        Of the row weights; None without a column of them.
    orders : dict of column to its values in order
        Of columns that Arrow calls ordered; None where batches have them in different orders.
    """

    n_rows: int
    values: dict[str, set[str] | None]
    missing: set[str] = field(default_factory=set)
    weights: WeightTotals | None = None
    orders: dict[str, tuple[str, ...] | None] = field(default_factory=dict)

    def merge(self, other: Dictionaries) -> Dictionaries:
        """Those of both."""
        values = {name: _union(column_values, other.values[name]) for name, column_values in self.values.items()}
        weights = None if self.weights is None or other.weights is None else self.weights.merge(other.weights)
        orders = {
            name: _one_order(self.orders[name], other.orders[name]) for name in self.orders.keys() & other.orders.keys()
        }
        return Dictionaries(self.n_rows + other.n_rows, values, self.missing | other.missing, weights, orders)


def dictionaries(batch: pa.RecordBatch, names: Sequence[str], cells: Cells, weights: str | None) -> Dictionaries:
    """The values of some columns of a batch, and what its column of row weights adds up to."""
    values: dict[str, set[str] | None] = {}
    missing = set()
    orders: dict[str, tuple[str, ...] | None] = {}
    for name in names:
        try:
            column = _encoded(batch.column(name))
        except pa.ArrowNotImplementedError:
            kind = batch.column(name).type
            raise ValueError(f"column {name!r} holds {kind}, not single values: name the others in columns") from None
        used = np.flatnonzero(np.bincount(_indices(column), minlength=len(column.dictionary) + 1)[:-1])
        if len(used) > LIMITS.distinct:
            values[name] = None
            continue
        texts = {cells.text(cell) for cell in column.dictionary.take(pa.array(used)).to_pylist()}
        _refuse_long(name, texts)
        if None in texts or column.null_count:
            missing.add(name)
        values[name] = {text for text in texts if text is not None}
        if getattr(batch.column(name).type, "ordered", False):
            every = map(cells.text, column.dictionary.to_pylist())
            orders[name] = tuple(dict.fromkeys(text for text in every if text is not None))
    totals = None if weights is None else WeightTotals.of(_weights(batch, weights))
    return Dictionaries(batch.num_rows, values, missing, totals, orders)


def codebook(scanned: Dictionaries, attributes: Sequence[str], ordered: Mapping[str, Sequence[str]]) -> Codebook:
    """The codebook of some columns. ValueError where a value lies outside its declared order."""
    values = {name: scanned.values[name] or set() for name in attributes}
    categories = tuple(
        tuple(v for v in _checked(name, ordered[name], values[name]) if v in values[name])
        if name in ordered
        else tuple(natural_order(values[name]))
        for name in attributes
    )
    kinds = tuple("ordinal" if name in ordered else "nominal" for name in attributes)
    return Codebook(tuple(attributes), categories, kinds, tuple(name in scanned.missing for name in attributes))


@dataclass(frozen=True)
class Encoder:
    """Batches as blocks against a codebook.

    Attributes
    ----------
    codebook : Codebook
    target, weights : str or None
        Columns of known groups and of row weights.
    classes : tuple of str
        The groups.
    totals : WeightTotals or None
        Of the weights of all rows, by which those of a batch are brought to effective rows.
    cells : Cells
    """

    codebook: Codebook
    target: str | None
    classes: tuple[str, ...]
    weights: str | None
    totals: WeightTotals | None
    cells: Cells

    def block(self, batch: pa.RecordBatch) -> Block:
        """A batch as a block. ValueError for a value that the codebook lacks."""
        book = self.codebook
        dtype = np.min_scalar_type(int(book.n_values.max(initial=0)))
        codes = np.empty((batch.num_rows, len(book.attributes)), dtype=dtype)
        for r, name in enumerate(book.attributes):
            codes[:, r] = self._codes(batch, name, book.categories[r])
        weights = (
            None
            if self.weights is None or self.totals is None
            else self.totals.effective(_weights(batch, self.weights))
        )
        groups = None if self.target is None else self._codes(batch, self.target, self.classes)
        return Block(CategoricalTable(codes, book, weights=weights, counting=weights), groups)

    def _codes(self, batch: pa.RecordBatch, name: str, labels: Sequence[str]) -> np.ndarray:
        column, places = _encoded(batch.column(name)), {label: i for i, label in enumerate(labels)}
        texts = [self.cells.text(cell) for cell in column.dictionary.to_pylist()]
        none, unknown = len(labels), len(labels) + 1
        table = [none if text is None else places.get(text, unknown) for text in texts]
        codes = np.array([*table, none], dtype=np.min_scalar_type(unknown)).take(_indices(column))
        if unknown in table and codes.max() == unknown:
            strange = texts[int(_indices(column)[codes.argmax()])]
            raise ValueError(f"column {name!r} now holds {strange!r}, which it did not before: scan it again")
        return codes


def _refuse_long(name: str, texts: Iterable[str | None]) -> None:
    longest = max((len(text) for text in texts if text is not None), default=0)
    if longest > LIMITS.characters:
        raise UnreadableError(
            f"column {name[:60]!r} has a cell of {longest:,} characters, where {LIMITS.characters:,} is the limit: "
            "shorten the cell, or name the other columns in columns"
        )


def _weights(batch: pa.RecordBatch, name: str) -> np.ndarray:
    return checked_weights(batch.column(name).to_numpy(zero_copy_only=False), batch.num_rows)


def _encoded(column: pa.Array) -> pa.DictionaryArray:
    if isinstance(column, pa.DictionaryArray):
        return pa.DictionaryArray.from_arrays(column.indices, _without_views(column.dictionary))
    return _without_views(column).dictionary_encode()


def _without_views(column: pa.Array) -> pa.Array:
    """The text in another layout, where Arrow cannot take rows of the one it has: Polars keeps text as views."""
    whole = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}.get(column.type)
    return column if whole is None else column.cast(whole)


def _indices(column: pa.DictionaryArray) -> np.ndarray:
    """(n,) places in the dictionary; ``len(dictionary)`` where there is no value."""
    indices = column.indices
    if indices.null_count:
        indices = indices.cast(pa.int64()).fill_null(len(column.dictionary))
    return indices.to_numpy(zero_copy_only=False)


def _union(a: set[str] | None, b: set[str] | None) -> set[str] | None:
    both = None if a is None or b is None else a | b
    return None if both is None or len(both) > LIMITS.distinct else both


def _one_order(a: tuple[str, ...] | None, b: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The longer of two orders where it has the values of the other in the same order, else None."""
    if a is None or b is None:
        return None
    short, long = sorted((a, b), key=len)
    return long if tuple(text for text in long if text in short) == short else None


def _checked(name: str, order: Sequence[str], values: set[str]) -> list[str]:
    order = [label_text(v) for v in order]
    strange = sorted(values - set(order))
    if strange:
        raise ValueError(f"column {name!r} has the value {strange[0]!r}, which its order {listed(order)} lacks")
    return order


class Engine(Protocol):
    """Where batches come from. Functions it is given are functions of modules with plain arguments.

    Attributes
    ----------
    names : tuple of str
        Columns there are.
    n_rows : int or None
        None where only a pass would tell.
    """

    names: tuple[str, ...]
    n_rows: int | None

    def run(
        self, function: Callable[..., Any], columns: Sequence[str], merge: Callable[..., Any], report: Report | None
    ) -> Any:
        """``function(batch)`` of all batches (of some columns), merged; ``report(rows)`` as they are done."""

    def write(self, function: Callable[..., Any], columns: Sequence[str], field: pa.Field, path: Path) -> None:
        """Write ``function(batch)``, an array a batch, as the Parquet column ``field``."""


@dataclass(frozen=True)
class Described:
    """What rows between the column names and the data say.

    Attributes
    ----------
    full_texts : mapping of column to str
        What a column is called in full, where its name is another.
    notes : tuple of str
        What was done with such rows and why, in sentences.
    """

    full_texts: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


#: No row below the column names tells of them.
NOT_DESCRIBED = Described()


class ScannedSource(Source):
    """A source over an engine's batches.

    Attributes
    ----------
    left_out : dict of column to the reason
        Columns with more values than a column may have.
    full_texts : dict of column to str
        What a row below the column names of a CSV file calls the columns, such as the question in full.
    notes : tuple of str
        Says that there is such a row, which is none of the data.
    """

    def __init__(
        self,
        engine: Engine,
        cells: Cells,
        *,
        target: str | None,
        weights: str | None,
        columns: Sequence[str] | None,
        ordered: Mapping[str, Sequence[str]],
        callback: Callable[[dict[str, Any]], bool] | None,
        described: Described = NOT_DESCRIBED,
    ) -> None:
        ordered = {column_name(name): order for name, order in ordered.items()}
        refuse_repeated(engine.names)
        refuse_long_names(engine.names, "the data", LIMITS)
        asked = [name for name in (columns or engine.names) if name not in (target, weights)]
        for name in [*asked, target, weights, *ordered]:
            if name is not None and name not in engine.names:
                raise ValueError(f"no column {name!r}: the columns are {listed(engine.names)}")
        self._engine, self._cells, self._weights, self._described = engine, cells, weights, described
        self.full_texts, self.notes = dict(described.full_texts), described.notes
        read = [*asked, *([] if target is None else [target])]
        find = partial(dictionaries, names=tuple(read), cells=cells, weights=weights)
        beside = [] if weights is None else [weights]
        scanned = engine.run(find, [*read, *beside], Dictionaries.merge, _report(callback, engine.n_rows))
        self.n_rows, self._totals = scanned.n_rows, scanned.weights
        if not self.n_rows:
            raise ValueError("the data have no rows (0 samples): there is nothing to count")
        if target is not None and scanned.values[target] is None:
            raise ValueError(f"the target {target!r} has more than {LIMITS.distinct:,} values: it tells no groups")
        excess = f"more than {LIMITS.distinct:,} values"
        self.left_out = {name: excess for name in asked if scanned.values[name] is None}
        kept = [name for name in asked if name not in self.left_out]
        if not kept:
            raise ValueError(f"no column is left: {listed(self.left_out)} have {excess}")
        if mixed := [name for name in kept if scanned.orders.get(name, ()) is None and name not in ordered]:
            said = "is called ordered, and parts of the data have its values in different orders"
            remark(f"column {mixed[0]!r} {said}: it is read without order; give it in ordered")
        orders = {name: order for name, order in scanned.orders.items() if order is not None} | ordered
        self.codebook = codebook(scanned, kept, {k: v for k, v in orders.items() if k in kept})
        self.target_name = target
        self.classes = () if target is None else codebook(scanned, [target], {}).categories[0]

    def reduce(
        self,
        kernel: Callable[..., Any],
        *arguments: Any,
        merge: Callable[..., Any] = operator.add,
        callback: Callable[..., Any] | None = None,
    ) -> Any:
        """See `Source.reduce`."""
        work = partial(_apply, encoder=self._encoder(), kernel=kernel, arguments=arguments)
        return self._engine.run(work, self._columns_to_read(), merge, _report(callback, self.n_rows))

    def map(self, kernel: Callable[..., Any], path: str | Path, name: str = "cluster") -> None:
        """See `Source.map`."""
        one_row = CategoricalTable(np.zeros((1, self.n_attributes), dtype=np.intp), self.codebook)
        kind = pa.array(np.asarray(kernel(one_row))).type
        work = partial(_mapped, encoder=self._encoder(grouped=False), kernel=kernel, kind=kind)
        self._engine.write(work, self._columns_to_read(grouped=False), pa.field(name, kind), Path(path))

    def regrouped(self, target: str | None) -> ScannedSource:
        """The same rows and columns with another column of known groups, which is then no attribute."""
        target = None if target is None else column_name(target)
        return ScannedSource(
            self._engine,
            self._cells,
            target=target,
            weights=self._weights,
            columns=[name for name in (*self.attributes, self.target_name) if name not in (None, target)],
            ordered={a: c for a, c, k in self._columns() if k == "ordinal" and a != target},
            callback=None,
            described=self._described,
        )

    def _columns(self) -> Any:
        book = self.codebook
        return zip(book.attributes, book.categories, book.kinds, strict=True)

    def _columns_to_read(self, grouped: bool = True) -> list[str]:
        aside = [self._weights, self.target_name if grouped else None]
        return [*self.attributes, *(name for name in aside if name is not None)]

    def _encoder(self, grouped: bool = True) -> Encoder:
        target = self.target_name if grouped else None
        return Encoder(self.codebook, target, self.classes, self._weights, self._totals, self._cells)


def _report(callback: Callable[[dict[str, Any]], bool] | None, of: int | None) -> Report | None:
    if callback is None:
        return None

    def report(rows: int) -> None:
        if callback(progress(rows, of)):
            raise StoppedError(f"stopped after {rows:,} rows")

    return report


def _apply(batch: pa.RecordBatch, encoder: Encoder, kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    return kernel(encoder.block(batch), *arguments)


def _mapped(batch: pa.RecordBatch, encoder: Encoder, kernel: Callable[..., Any], kind: pa.DataType) -> pa.Array:
    return pa.array(np.asarray(kernel(encoder.block(batch).table)), type=kind)


def column_names(names: Sequence[Any]) -> tuple[str, ...]:
    """Column names as text."""
    return tuple(label_text(name) for name in names)
