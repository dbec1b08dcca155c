"""Batches by DuckDB: SQL over files, many at once or remote, and over databases."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from catviz.reading.sources.arrow import BATCH, TEXT, ArrowBatches


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
