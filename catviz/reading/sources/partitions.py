"""Batches on a cluster: the partitions of a Dask or a Spark DataFrame, wherever the scheduler runs them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
from pyarrow import parquet

from catviz.reading.sources.scanned import Report, column_names
from catviz.table.codebook import label_text

#: Partial results merged in one task of the tree.
_ARITY = 8
#: Tasks that merge the partitions' results before the driver merges theirs.
_GATHERED = 8


class DaskPartitions:
    """An engine over the partitions of a Dask DataFrame.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
    """

    n_rows: int | None = None

    def __init__(self, frame: Any) -> None:
        self.names = column_names(frame.columns)
        self._frame, self._column_of = frame, dict(zip(self.names, frame.columns, strict=True))

    def run(
        self, function: Callable[..., Any], columns: Sequence[str], merge: Callable[..., Any], report: Report | None
    ) -> Any:
        """See `Engine.run`: one task a partition, and a tree of merges."""
        import dask

        done = [dask.delayed(_applied)(part, function, list(columns)) for part in self._parts(columns)]
        while len(done) > 1:
            done = [dask.delayed(_merged)(done[i : i + _ARITY], merge) for i in range(0, len(done), _ARITY)]
        rows, total = done[0].compute()
        if total is None:
            raise ValueError("the data have no rows (0 samples): there is nothing to count")
        if report is not None:
            report(rows)
        return total

    def write(self, function: Callable[..., Any], columns: Sequence[str], field: pa.Field, path: Path) -> None:
        """See `Engine.write`: a file a partition, named in the partitions' order."""
        import dask

        path.mkdir(parents=True)
        parts = [
            dask.delayed(_written)(part, function, list(columns), field, path / f"part-{i:05d}.parquet")
            for i, part in enumerate(self._parts(columns))
        ]
        dask.compute(*parts)

    def _parts(self, columns: Sequence[str]) -> list[Any]:
        return self._frame[[self._column_of[name] for name in columns]].to_delayed()


def _applied(part: pd.DataFrame, function: Callable[..., Any], columns: list[str]) -> tuple[int, object]:
    return len(part), function(_batch(part, columns)) if len(part) else None


def _merged(parts: list[tuple[int, object]], merge: Callable[..., Any]) -> tuple[int, object]:
    rows, total = 0, None
    for n, part in parts:
        rows += n
        total = part if total is None else total if part is None else merge(total, part)
    return rows, total


def _written(part: pd.DataFrame, function: Callable[..., Any], columns: list[str], field: pa.Field, path: Path) -> None:
    column = function(_batch(part, columns)) if len(part) else pa.array([], type=field.type)
    parquet.write_table(pa.Table.from_arrays([column], schema=pa.schema([field])), path)


def _batch(part: pd.DataFrame, columns: list[str]) -> pa.RecordBatch:
    arrays = [_array(part.iloc[:, i]) for i in range(len(columns))]
    return pa.record_batch(arrays, names=columns)


def _array(column: pd.Series) -> pa.Array:
    """A column for Arrow; where objects of several kinds stand in one, as text."""
    try:
        array = pa.array(column, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        array = pa.array([None if pd.isna(v) else label_text(v) for v in column], type=pa.string())
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array


class SparkPartitions:
    """An engine over a Spark DataFrame. The workers need catviz installed.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
    """

    n_rows: int | None = None

    def __init__(self, frame: Any) -> None:
        self.names, self._frame = column_names(frame.columns), frame

    def run(
        self, function: Callable[..., Any], columns: Sequence[str], merge: Callable[..., Any], report: Report | None
    ) -> Any:
        """See `Engine.run`: one partial result a partition, merged on the cluster and then here."""

        def apply(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            yield from _folded(((batch.num_rows, function(batch)) for batch in batches if batch.num_rows), merge)

        def gather(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            yield from _folded((part for batch in batches for part in _parts(batch)), merge)

        partials = self._chosen(columns).mapInArrow(apply, "partial binary")
        partials = partials.repartition(_GATHERED).mapInArrow(gather, "partial binary")
        folded = list(_folded((part for batch in partials.toArrow().to_batches() for part in _parts(batch)), merge))
        if not folded:
            raise ValueError("the data have no rows (0 samples): there is nothing to count")
        [(rows, total)] = _parts(folded[0])
        if report is not None:
            report(rows)
        return total

    def write(self, function: Callable[..., Any], columns: Sequence[str], field: pa.Field, path: Path) -> None:
        """See `Engine.write`: a folder of files, in the partitions' order."""

        def label(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                yield pa.record_batch([function(batch)], schema=pa.schema([field]))

        kind = "bigint" if pa.types.is_integer(field.type) else "string"
        labels = self._chosen(columns).mapInArrow(label, f"`{field.name}` {kind}")
        labels.write.parquet(str(path))

    def _chosen(self, columns: Any) -> Any:
        return self._frame.select(*(f"`{name.replace('`', '``')}`" for name in columns))


def _folded(parts: Iterator[tuple[int, object]], merge: Callable[..., Any]) -> Iterator[pa.RecordBatch]:
    """At most one batch: the parts' rows, and what they come to; in the form in which Spark ships its own tasks."""
    rows, total = 0, None
    for n, part in parts:
        rows, total = rows + n, part if total is None else merge(total, part)
    if rows:
        yield pa.record_batch([pa.array([pickle.dumps((rows, total))], pa.binary())], names=["partial"])


def _parts(batch: pa.RecordBatch) -> list[tuple[int, object]]:
    return [pickle.loads(part) for part in batch.column(0).to_pylist()]
