"""Record batches as blocks: which values columns hold, as text, and codes against a codebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from catviz.reading.delimited import LIMITS, UnreadableError
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook, label_text, listed, natural_order
from catviz.table.missing import MissingTokens
from catviz.table.source import Block
from catviz.table.weights import WeightTotals, checked_weights


@dataclass(frozen=True)
class Cells:
    """How cells become values: as text, as `label_text` writes it.

    Attributes
    ----------
    missing : MissingTokens
        Text read as missing, beside nulls and NaN.
    stripped : bool
        Blanks around text are no part of it.
    """

    missing: MissingTokens
    stripped: bool

    def text(self, cell: Any) -> str | None:
        """A cell as text; None where it is missing."""
        if cell is None or cell != cell:
            return None
        text = cell.decode("utf-8", "backslashreplace") if isinstance(cell, bytes) else label_text(cell)
        text = text.strip() if self.stripped else text
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
    """

    n_rows: int
    values: dict[str, set[str] | None]
    missing: set[str] = field(default_factory=set)
    weights: WeightTotals | None = None

    def merge(self, other: Dictionaries) -> Dictionaries:
        """Those of both."""
        values = {name: _union(found, other.values[name]) for name, found in self.values.items()}
        weights = None if self.weights is None or other.weights is None else self.weights.merge(other.weights)
        return Dictionaries(self.n_rows + other.n_rows, values, self.missing | other.missing, weights)


def dictionaries(batch: pa.RecordBatch, names: Sequence[str], cells: Cells, weights: str | None) -> Dictionaries:
    """The values of some columns of a batch, and what its column of row weights adds up to."""
    values: dict[str, set[str] | None] = {}
    missing = set()
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
        found = {cells.text(cell) for cell in column.dictionary.take(pa.array(used)).to_pylist()}
        _refuse_long(name, found)
        if None in found or column.null_count:
            missing.add(name)
        values[name] = {text for text in found if text is not None}
    totals = None if weights is None else WeightTotals.of(_weights(batch, weights))
    return Dictionaries(batch.num_rows, values, missing, totals)


def codebook(found: Dictionaries, attributes: Sequence[str], ordered: Mapping[str, Sequence[str]]) -> Codebook:
    """The codebook of some columns. ValueError where a value lies outside its declared order."""
    held = {name: found.values[name] or set() for name in attributes}
    categories = tuple(
        tuple(v for v in _checked(name, ordered[name], held[name]) if v in held[name])
        if name in ordered
        else tuple(natural_order(held[name]))
        for name in attributes
    )
    kinds = tuple("ordinal" if name in ordered else "nominal" for name in attributes)
    return Codebook(tuple(attributes), categories, kinds, tuple(name in found.missing for name in attributes))


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
    """The same text in another layout, where Arrow cannot take rows of the one it has: Polars keeps text as views."""
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


def _checked(name: str, order: Sequence[str], values: set[str]) -> list[str]:
    order = [label_text(v) for v in order]
    strange = sorted(values - set(order))
    if strange:
        raise ValueError(f"column {name!r} has the value {strange[0]!r}, which its order {listed(order)} lacks")
    return order
