"""Batches of any size: by Arrow from files and tables in memory, by DuckDB from SQL over files and databases."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import csv, parquet

from catviz.reading.csv_files import columns_of
from catviz.reading.delimited import UnreadableError, split_fields
from catviz.reading.limits import LIMITS
from catviz.reading.names_row import describing_rows
from catviz.reading.sources.scanned import NOT_DESCRIBED, Described, Report, column_names

#: Rows of a batch at most, where Arrow lets us choose.
BATCH = 2**17
_HEAD = 2**18
_CSV_BLOCK = 2**24
TEXT = (".csv", ".tsv", ".txt", ".tab")


class ArrowBatches:
    """An engine that reads batch by batch in this process.

    Parameters
    ----------
    names : columns
    n_rows : int or None
    batches : callable(columns) -> iterable of RecordBatch
        Opens the data anew for each pass.
    described : Described
        What rows below the column names say of the columns.
    """

    def __init__(
        self,
        names: Sequence[Any],
        n_rows: int | None,
        batches: Callable[[list[str]], Iterable[pa.RecordBatch]],
        described: Described = NOT_DESCRIBED,
    ) -> None:
        self.names, self.n_rows, self._batches = column_names(names), n_rows, batches
        self.described = described

    def run(
        self, function: Callable[..., Any], columns: Sequence[str], merge: Callable[..., Any], report: Report | None
    ) -> Any:
        """See `Engine.run`."""
        total, rows = None, 0
        for batch in self._batches(list(columns)):
            partial_result = function(batch)
            total = partial_result if total is None else merge(total, partial_result)
            rows += batch.num_rows
            if report is not None:
                report(rows)
        if total is None:
            raise ValueError("the data have no rows (0 samples): there is nothing to count")
        return total

    def write(self, function: Callable[..., Any], columns: Sequence[str], field: pa.Field, path: Path) -> None:
        """See `Engine.write`."""
        schema = pa.schema([field])
        with parquet.ParquetWriter(path, schema) as writer:
            for batch in self._batches(list(columns)):
                writer.write_batch(pa.record_batch([function(batch)], schema=schema))


def parquet_files(paths: Sequence[Path]) -> ArrowBatches:
    """The rows of Parquet files, one file after the other."""
    try:
        opened = [parquet.ParquetFile(path) for path in paths]
    except pa.ArrowInvalid as error:
        raise UnreadableError(f"{paths[0].name} cannot be read as Parquet ({str(error).splitlines()[0]})") from None
    schema = opened[0].schema_arrow
    for path, file in zip(paths, opened, strict=True):
        lacking = [name for name in schema.names if name not in file.schema_arrow.names]
        if lacking:
            raise ValueError(f"{path.name} has no column {lacking[0]!r}, which {paths[0].name} has")
    texts = [field.name for field in schema if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)]
    n_rows = sum(file.metadata.num_rows for file in opened)
    return ArrowBatches(schema.names, n_rows, functools.partial(_parquet_batches, list(paths), texts))


def _parquet_batches(paths: list[Path], texts: list[str], columns: list[str]) -> Iterator[pa.RecordBatch]:
    for path in paths:
        with parquet.ParquetFile(path, read_dictionary=texts, pre_buffer=False) as file:  # or it keeps what was read
            yield from file.iter_batches(BATCH, columns=columns)


def csv_file(path: Path, delimiter: str | None, encoding: str | None, missing: Sequence[str]) -> ArrowBatches:
    """The rows of a delimited text file; all its cells are text.

    A row of full texts below the column names is none of them; the first rows of a file tell it.
    """
    head = _first_lines(path)
    whole = head if len(head) == path.stat().st_size else head[: head.rfind(b"\n") + 1]
    fields = split_fields(whole, path.name, delimiter, encoding, LIMITS)
    if not fields.in_blocks:
        raise UnreadableError(
            f"{path.name} has a title, quotes or delimiters that cannot be read in blocks: read it with "
            "catviz.read_csv, or save it as plain CSV"
        )
    described = describing_rows(columns_of(fields), missing, fields.unnamed)
    n_header, full_texts, notes = described.rows, described.full_texts or {}, [described.note] if described.note else []
    notes += [f"{question.words} It was read as: {question.as_read}." for question in fields.doubts]
    if n_header and len(whole) < path.stat().st_size:
        notes.append(
            f"The first {len(fields.columns[0]) - n_header:,} rows of data tell; those after them were not read for it."
        )
    options = (fields.delimiter or ",", fields.encoding, fields.header, fields.lead, fields.named, n_header)
    batches = functools.partial(_csv_batches, path, *options)
    return ArrowBatches(fields.header, None, batches, Described(full_texts, tuple(notes)))


def _first_lines(path: Path) -> bytes:
    """The start of a file, as much of it as holds the column names and a row."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
        while head.count(b"\n") < 2 and (more := file.read(len(head))):
            head += more
            if len(head) > _CSV_BLOCK:
                raise UnreadableError(
                    f"{path.name} has a line of more than {_CSV_BLOCK // 2**20} MB, where a cell may have "
                    f"{LIMITS.characters:,} characters: shorten the cells of its first lines"
                )
    return head


def _csv_batches(
    path: Path,
    delimiter: str,
    encoding: str,
    header: list[str],
    lead: int,
    named: bool,
    n_header: int,
    columns: list[str],
) -> Iterator[pa.RecordBatch]:
    types = {name: pa.string() for name in header}
    reader = csv.open_csv(
        path,
        csv.ReadOptions(
            block_size=_CSV_BLOCK,
            encoding=encoding,
            column_names=header,
            skip_rows=lead,
            skip_rows_after_names=int(named),
        ),
        csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
        csv.ConvertOptions(column_types=types, include_columns=columns, strings_can_be_null=False),
    )
    described = n_header  # rows still to pass over; counted here, since Arrow would count blank lines too
    try:
        for batch in reader:
            yield batch.slice(min(described, batch.num_rows))
            described -= min(described, batch.num_rows)
    except pa.ArrowInvalid as error:
        raise UnreadableError(f"{path.name} cannot be read on ({str(error).splitlines()[0]})") from None


def arrow_file(path: Path) -> ArrowBatches:
    """The rows of an Arrow (Feather) file."""
    with pa.memory_map(str(path)) as source:
        schema = pa.ipc.open_file(source).schema
    return ArrowBatches(schema.names, None, functools.partial(_file_batches, path))


def _file_batches(path: Path, columns: list[str]) -> Iterator[pa.RecordBatch]:
    with pa.memory_map(str(path)) as source:
        file = pa.ipc.open_file(source)
        for i in range(file.num_record_batches):
            batch = file.get_batch(i).select(columns)
            try:
                batch.validate(full=True)  # offsets and indices beyond their buffers would end the process
            except pa.ArrowInvalid as error:
                raise UnreadableError(f"{path.name} is damaged ({str(error).splitlines()[0]})") from None
            yield batch


def arrow_table(data: Any) -> ArrowBatches:
    """The rows of a table in memory that speaks Arrow: `pyarrow.Table`, Polars and others."""
    table = data if isinstance(data, pa.Table) else pa.table(data)
    table = table.rename_columns(list(column_names(table.column_names)))
    return ArrowBatches(table.column_names, table.num_rows, functools.partial(_table_batches, table))


def _table_batches(table: pa.Table, columns: list[str]) -> list[pa.RecordBatch]:
    return table.select(columns).to_batches(max_chunksize=BATCH)


def query(sql: str) -> ArrowBatches:
    """The rows of a SELECT statement, or of what may stand after FROM: a file, a pattern of files, an address."""
    import duckdb

    words = sql.lstrip().lower()
    whole = (
        sql if words.startswith(("select", "with", "from")) else f"SELECT * FROM '{sql.replace(chr(39), chr(39) * 2)}'"
    )
    try:
        connection = duckdb.connect()
        return relation(connection.sql(whole), connection)
    except duckdb.Error as error:
        raise ValueError(f"DuckDB cannot read {sql!r}: {str(error).splitlines()[0]}") from None


def is_text(name: str) -> bool:
    """True for the name of a delimited text file, packed or not."""
    return not _is_statement(name) and name.lower().removesuffix(".gz").removesuffix(".zst").endswith(TEXT)


def relation(rows: Any, connection: Any = None) -> ArrowBatches:
    """The rows of a DuckDB relation; its ``connection`` stays open as long as they are read, where it is given."""
    return ArrowBatches(rows.columns, None, functools.partial(_batches, rows, connection))


def _is_statement(sql: str) -> bool:
    return sql.lstrip().lower().startswith(("select ", "with ", "from "))


def _batches(rows: Any, connection: Any, columns: list[str]) -> Iterator[pa.RecordBatch]:
    chosen = ", ".join('"' + name.replace('"', '""') + '"' for name in columns)
    yield from rows.project(chosen).to_arrow_reader(BATCH)
