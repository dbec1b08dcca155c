"""Batches of any size: by Arrow from files and tables in memory, by DuckDB from SQL over files and databases."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv, parquet

from catviz.reading.csv_files import read_text
from catviz.reading.delimited import Header, UnreadableError, skip_blank
from catviz.reading.dialects import unused
from catviz.reading.encodings import TWICE
from catviz.reading.limits import LIMITS
from catviz.reading.sources.scanned import NOT_DESCRIBED, Described, Report, column_names
from catviz.remarks import remark

#: Rows of a batch at most, where Arrow lets us choose.
BATCH = 2**17
_HEAD = 2**18
_CSV_BLOCK = 2**24
_CORRECT = "read it with catviz.read_csv, or save it as plain CSV"
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


def csv_file(
    path: Path, delimiter: str | None, encoding: str | None, missing: Sequence[str], header: Header, skip: int
) -> ArrowBatches:
    """The rows of a delimited text file; all its cells are text.

    Which rows are names or describe the columns is found out from its first lines, as `read_csv` does.
    """
    from catviz.reading.other_formats import is_orange

    head = _first_lines(path)
    is_whole = len(head) == path.stat().st_size
    start = head if is_whole else head[: head.rfind(b"\n") + 1]
    if header is None and not skip and is_orange(start, delimiter):
        raise as_a_whole(path, "a table of Orange")
    text = read_text(start, path.name, delimiter, encoding, missing, LIMITS, header, skip=skip)
    fields, n_described = text.fields, text.described.rows
    if fields.encoding == TWICE:
        raise as_a_whole(path, "UTF-8 that was encoded twice")
    if not fields.in_blocks:
        raise UnreadableError(
            f"{path.name} has a title, quotes or delimiters that cannot be read in blocks: {_CORRECT}"
        )
    notes = [text.described.note] if text.described.note else []
    if n_described and not is_whole:
        n_rows = len(text.columns[0][2]) - n_described
        notes.append(f"The first {n_rows:,} rows of data tell; those after them were not read for it.")
    for question in text.doubts:
        notes.append(f"{question.words} It was read as: {question.as_read}.")
        remark(f"{path.name}: {question.words} {question.otherwise}")
    names = [label for label, _, _ in text.columns]
    sign = fields.delimiter or unused(head.decode(fields.encoding, "replace"))
    how = (sign, fields.encoding, names, fields.lead, fields.named, n_described)
    batches = functools.partial(_csv_batches, path, *how)
    return ArrowBatches(names, None, batches, Described(text.described.full_texts or {}, tuple(notes)))


def as_a_whole(path: Path, what: str) -> UnreadableError:
    """The refusal of a file that has no blocks."""
    return UnreadableError(f"{path.name} is {what}, which is read as a whole: scan(catviz.read_table(path))")


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
    n_described: int,
    columns: list[str],
) -> Iterator[pa.RecordBatch]:
    opened = functools.partial(_opened_csv, path, delimiter, encoding, header, lead, named)
    left = n_described  # rows still to pass over; counted here, since Arrow would count blank lines too
    try:
        for batch in _without_empty_rows(opened, header, columns):
            yield batch.slice(min(left, batch.num_rows))
            left -= min(left, batch.num_rows)
    except pa.ArrowException as error:
        raise UnreadableError(
            f"{path.name} cannot be read on ({str(error).splitlines()[0].rstrip(': ')}): {_CORRECT}"
        ) from None


def _opened_csv(
    path: Path, delimiter: str, encoding: str, header: list[str], lead: int, named: bool, columns: list[str]
) -> Iterator[pa.RecordBatch]:
    yield from csv.open_csv(
        path,
        csv.ReadOptions(
            block_size=_CSV_BLOCK,
            encoding=encoding,
            column_names=header,
            skip_rows=lead,
            skip_rows_after_names=int(named),
        ),
        csv.ParseOptions(delimiter=delimiter, newlines_in_values=True, invalid_row_handler=skip_blank),
        csv.ConvertOptions(
            column_types=dict.fromkeys(header, pa.string()), include_columns=columns, strings_can_be_null=False
        ),
    )


def _without_empty_rows(
    opened: Callable[[list[str]], Iterator[pa.RecordBatch]], header: list[str], columns: list[str]
) -> Iterator[pa.RecordBatch]:
    """The batches without rows in which no cell of the file holds anything."""
    whole = None
    for i, batch in enumerate(opened(columns)):
        if whole is None and len(header) > 1 and _has_empty_row(batch):
            whole = itertools.islice(opened(header), i, None)  # from here on, whether the other columns are empty too
        if whole is None:
            yield batch
        else:
            full = next(whole)
            yield full.filter(pc.invert(_are_empty(full))).select(columns) if _has_empty_row(batch) else batch


def _has_empty_row(batch: pa.RecordBatch) -> bool:
    return bool(pc.any(_are_empty(batch)).as_py())


def _are_empty(batch: pa.RecordBatch) -> pa.Array:
    """(n,) bool: rows in which no cell holds more than blanks."""
    empty = pa.scalar(True)
    for column in batch.columns:
        empty = pc.and_(empty, pc.equal(pc.binary_length(pc.ascii_trim_whitespace(column)), 0))
        if not pc.any(empty).as_py():
            break
    return empty


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
