"""Data that do not fit in memory, as sources of blocks."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from catviz.parameters import whole_numbers
from catviz.reading.delimited import Header, UnreadableError
from catviz.reading.file_kinds import WHOLE, kind_by_name
from catviz.reading.sources import arrow
from catviz.reading.sources.arrow import (
    TEXT,
    ArrowBatches,
    arrow_file,
    arrow_table,
    as_a_whole,
    csv_file,
    parquet_files,
)
from catviz.reading.sources.scanned import NOT_DESCRIBED, Cells, Engine, ScannedSource
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import MISSING_TOKENS, MissingTokens, column_name
from catviz.table.source import Source, TableSource

__all__ = ["ENGINES", "ScannedSource", "scan"]

ENGINES = ("arrow", "duckdb", "dask", "spark")


@whole_numbers("skip")
def scan(
    data: Any,
    engine: str | None = None,
    *,
    target: str | None = None,
    weights: str | None = None,
    columns: Sequence[str] | None = None,
    ordered: Mapping[str, Sequence[str]] | None = None,
    missing: Sequence[str] | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: Header = None,
    skip: int = 0,
    callback: Callable[[dict[str, Any]], bool] | None = None,
) -> Source:
    """A source of blocks for `count`, every method that learns from counts, `KModes` and `OCL`.

    One pass over the data finds each column's values; the data are read anew in every further pass. A row of full
    texts below the column names of a CSV file is no data, as in `read_csv`; ``full_texts`` and ``notes`` of the source
    say so. The first 256 KiB of the file tell.

    Parameters
    ----------
    data : path, SQL, table or frame
        A Parquet, CSV or Arrow file, a folder or pattern of Parquet files (Arrow); a SELECT statement, or anything
        DuckDB can select from (``engine="duckdb"``), or a DuckDB relation; a Dask or Spark DataFrame, whose cluster
        does the work; a pandas DataFrame, `CategoricalTable`, or a table that speaks Arrow (Polars), in memory.
    engine : {None, "arrow", "duckdb", "dask", "spark"}
        None goes by the data.
    target : str, optional
        Column of the known groups.
    weights : str, optional
        Column of row weights, such as ``count(*)`` of a GROUP BY. Fractional ones are rescaled to the effective number
        of rows of the whole (`catviz.table.weights.effective_weights`), as in a table.
    columns : sequence of str, optional
        The columns used; all where None. Columns with more than 5,000 values are left out, see ``left_out``.
    ordered : mapping of column to its values in order, optional
        A value outside its column's order raises ValueError. Columns that Arrow calls ordered need no entry.
    missing : sequence of str, optional
        Text read as missing beside nulls; the tokens of `read_csv` for CSV, none otherwise.
    delimiter, encoding : str, optional
        Of a CSV file; found out where not given.
    header : bool, int or sequence of int, optional
        Of a CSV file: which line names the columns, see `read_csv`.
    skip : int
        Of a CSV file: lines to leave out first.
    callback : callable(dict) -> bool, optional
        Sees ``{"phase": "rows", "rows": done, "of": n or None}``; True stops.

    Returns
    -------
    Source

    Raises
    ------
    ValueError
        No rows, no usable column, an unknown column, engine or kind of data.
    UnreadableError
        A file that cannot be read, or a cell or name of a column longer than 10,000 characters.
    ImportError
        An engine that is not installed.

    Warns
    -----
    UserWarning
        The first lines of a CSV file may be read otherwise.

    Examples
    --------
    >>> import catviz
    >>> source = catviz.scan(catviz.load_dataset("zoo"))
    >>> catviz.count(source).matrix.shape, source.n_rows
    ((36, 36), 101)
    """
    target, weights = (None if name is None else column_name(name) for name in (target, weights))
    columns = None if columns is None else [column_name(name) for name in columns]
    engine = _engine_of(data) if engine is None else engine
    if engine not in (*ENGINES, "memory"):
        raise ValueError(f"no engine {engine!r}: choose among {', '.join(ENGINES)}")
    is_text = isinstance(data, str | os.PathLike) and arrow.is_text(str(data))
    tokens = (MISSING_TOKENS if is_text else ()) if missing is None else missing
    if engine == "memory":
        return TableSource(_in_memory(data, target, weights, columns, ordered, tokens))
    text = {"delimiter": delimiter, "encoding": encoding, "missing": tokens, "header": header, "skip": skip}
    opened = _opened(data, engine, text)
    return ScannedSource(
        opened,
        Cells(MissingTokens(tokens), delimited=is_text),
        target=target,
        weights=weights,
        columns=columns,
        ordered=ordered or {},
        callback=callback,
        described=opened.described if isinstance(opened, ArrowBatches) else NOT_DESCRIBED,
    )


def _in_memory(
    data: Any, target: Any, weights: Any, columns: Any, ordered: Any, tokens: Sequence[str]
) -> CategoricalTable:
    if isinstance(data, pd.DataFrame):
        frame = data.mask(data.astype(str).isin(list(tokens))) if tokens else data
        data = CategoricalTable.from_pandas(frame, target, ordered, weights, numeric="category")
    elif target or weights or ordered or tokens:
        raise ValueError("a CategoricalTable has its groups, weights, orders and missing values: set them there")
    return data if columns is None else data.select(name for name in columns if name not in (target, weights))


def _engine_of(data: Any) -> str:
    if isinstance(data, CategoricalTable | pd.DataFrame):
        return "memory"
    package = type(data).__module__.partition(".")[0].lstrip("_")
    return {"pyspark": "spark", "dask": "dask", "dask_expr": "dask", "duckdb": "duckdb"}.get(package, "arrow")


def _opened(data: Any, engine: str, text: Mapping[str, Any]) -> Engine:
    if engine == "arrow":
        return _by_arrow(data, text)
    try:
        if engine == "duckdb":
            return arrow.query(str(data)) if isinstance(data, str | os.PathLike) else arrow.relation(data)
        if engine == "dask":
            from catviz.reading.sources.partitions import DaskPartitions

            return DaskPartitions(data)
        from catviz.reading.sources.partitions import SparkPartitions

        return SparkPartitions(data)
    except ModuleNotFoundError as error:
        raise ImportError(f"{error.name} is not installed: pip install 'catviz[{engine}]'") from None


def _by_arrow(data: Any, text: Mapping[str, Any]) -> ArrowBatches:
    if hasattr(data, "__arrow_c_stream__"):
        return arrow_table(data)
    if not isinstance(data, str | os.PathLike):
        lazy = ": collect it first" if hasattr(data, "collect") else ""
        raise ValueError(f"scan takes a path, SQL or a table, not a {type(data).__name__}{lazy}")
    path = Path(data)
    if path.suffix.lower() in TEXT and path.is_file():
        return csv_file(path, **text)
    if path.suffix.lower() in (".arrow", ".feather") and path.is_file():
        return arrow_file(path)
    whole = kind_by_name(path.name)
    if whole in WHOLE and path.is_file():
        raise as_a_whole(path, whole.what)
    files = sorted(path.rglob("*.parquet")) if path.is_dir() else [Path(name) for name in sorted(glob.glob(str(data)))]
    files = [path] if path.is_file() else files
    if not files:
        raise UnreadableError(f"{path.name or data} is no file, folder or pattern of files: give the path of one")
    return parquet_files(files)
