"""Batches by Dask: the partitions of a DataFrame, wherever its scheduler runs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
from pyarrow import parquet

from catviz.reading.sources.scanned import Report, column_names
from catviz.table.codebook import label_text

_ARITY = 8
"""Partial results merged in one task of the tree."""


class DaskPartitions:
    """An engine over the partitions of a Dask DataFrame.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
    """

    n_rows: int | None = None

    def __init__(self, frame: Any) -> None:
        self.names = column_names(frame.columns)
        self._frame, self._given = frame, dict(zip(self.names, frame.columns, strict=True))

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
        return self._frame[[self._given[name] for name in columns]].to_delayed()


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
