"""A source that any engine can serve: a pass for the dictionaries, then passes of kernels over encoded batches."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from catviz.reading.delimited import LIMITS, refuse_long_names
from catviz.reading.sources.encoding import Cells, Dictionaries, Encoder, codebook, dictionaries
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import label_text, listed, refuse_repeated
from catviz.table.source import Source, StoppedError, progress

Report = Callable[[int], None]


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


NOT_DESCRIBED = Described()
"""No row below the column names tells of them."""


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
        found = engine.run(find, [*read, *beside], Dictionaries.merge, _report(callback, engine.n_rows))
        self.n_rows, self._totals = found.n_rows, found.weights
        if not self.n_rows:
            raise ValueError("the data have no rows (0 samples): there is nothing to count")
        if target is not None and found.values[target] is None:
            raise ValueError(f"the target {target!r} has more than {LIMITS.distinct:,} values: it tells no groups")
        excess = f"more than {LIMITS.distinct:,} values"
        self.left_out = {name: excess for name in asked if found.values[name] is None}
        kept = [name for name in asked if name not in self.left_out]
        if not kept:
            raise ValueError(f"no column is left: {listed(self.left_out)} have {excess}")
        self.codebook = codebook(found, kept, {str(k): v for k, v in ordered.items() if k in kept})
        self.target_name = target
        self.classes = () if target is None else codebook(found, [target], {}).categories[0]

    def reduce(
        self,
        kernel: Callable[..., Any],
        *arguments: Any,
        merge: Callable[..., Any] = operator.add,
        callback: Callable[..., Any] | None = None,
    ) -> Any:
        """See `Source.reduce`."""
        work = partial(_apply, encoder=self._encoder(), kernel=kernel, arguments=arguments)
        return self._engine.run(work, self._read(), merge, _report(callback, self.n_rows))

    def map(self, kernel: Callable[..., Any], path: str | Path, name: str = "cluster") -> None:
        """See `Source.map`."""
        one_row = CategoricalTable(np.zeros((1, self.n_attributes), dtype=np.intp), self.codebook)
        kind = pa.array(np.asarray(kernel(one_row))).type
        work = partial(_mapped, encoder=self._encoder(grouped=False), kernel=kernel, kind=kind)
        self._engine.write(work, self._read(grouped=False), pa.field(name, kind), Path(path))

    def regrouped(self, target: str | None) -> ScannedSource:
        """The same rows and columns with another column of known groups, which is then no attribute."""
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

    def _read(self, grouped: bool = True) -> list[str]:
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
