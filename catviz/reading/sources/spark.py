"""Batches by Spark: a DataFrame's partitions through ``mapInArrow``, on whatever cluster its session runs."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from catviz.reading.sources.scanned import Report, column_names

_GATHERED = 8
"""Tasks that merge the partitions' results before the driver merges theirs."""


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
        found = list(_folded((part for batch in partials.toArrow().to_batches() for part in _parts(batch)), merge))
        if not found:
            raise ValueError("the data have no rows (0 samples): there is nothing to count")
        [(rows, total)] = _parts(found[0])
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
