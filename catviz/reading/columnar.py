"""Parquet and Arrow files as typed columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from catviz.reading.delimited import UnreadableError, checked_names
from catviz.reading.file_kinds import PARQUET, Kind
from catviz.reading.inspected import InspectedFile
from catviz.reading.limits import Limits
from catviz.reading.typed import LISTED, ORDINAL, UNKNOWN, TypedColumn, check_shape, check_unpacked, inspected_columns
from catviz.table.codebook import listed

_ROW_LABELS = re.compile(r"__index_level_\d+__")
_ORDERED = "ordered categories, as the file declares them"
_STREAM = b"\xff\xff\xff\xff"


def inspect_columnar(data: bytes, name: str, kind: Kind, missing: Sequence[str], limits: Limits) -> InspectedFile:
    """What a Parquet or Arrow file holds. Columns of lists and structures are left out.

    Raises
    ------
    UnreadableError
        Damaged, or beyond the limits.
    """
    try:
        table, types = (_parquet if kind is PARQUET else _arrow)(data, name, limits)
        table.validate(full=True)  # offsets and indices beyond their buffers would end the process
        names, notes = checked_names(_named_labels(table.column_names), name, limits)
        read = [_typed(*each) for each in zip(names, table.columns, types, strict=True)]
    except UnreadableError:
        raise
    except (pa.ArrowException, OSError, ValueError) as error:
        why = (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
        if isinstance(error, pa.ArrowNotImplementedError):
            raise UnreadableError(f"{name} uses what cannot be read here ({why}): save it as CSV") from error
        raise UnreadableError(f"{name} is damaged ({why}): save it again and choose the new file") from error
    nested = [label for label, column in zip(names, read, strict=True) if column is None]
    if nested:
        notes.append(f"Left out, since their cells are not single values: {listed(nested)}.")
    columns = [column for column in read if column is not None]
    check_shape(name, table.num_rows, len(columns), limits)
    return inspected_columns(name, columns, table.num_rows, notes, missing, limits)


def _parquet(data: bytes, name: str, limits: Limits) -> tuple[pa.Table, list[pa.DataType]]:
    """(table with text as codes, the types that the file declares)."""
    with parquet.ParquetFile(pa.BufferReader(data)) as file:
        about, schema = file.metadata, file.schema_arrow
        check_shape(name, about.num_rows, len(schema), limits)
        check_unpacked(name, sum(about.row_group(i).total_byte_size for i in range(about.num_row_groups)), limits)
    texts = [field.name for field in schema if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)]
    table = parquet.ParquetFile(pa.BufferReader(data), read_dictionary=texts).read(use_threads=False)
    return table, schema.types


def _arrow(data: bytes, name: str, limits: Limits) -> tuple[pa.Table, list[pa.DataType]]:
    """What `_parquet` gives, of an Arrow file or stream, read until a limit is passed."""
    source = pa.BufferReader(data)
    batches, n_rows, size = [], 0, 0
    with pa.ipc.open_stream(source) if data.startswith(_STREAM) else pa.ipc.open_file(source) as reader:
        check_shape(name, 1, len(reader.schema), limits)
        for batch in _batches(reader):
            batches.append(batch)
            n_rows, size = n_rows + batch.num_rows, size + batch.get_total_buffer_size()
            check_unpacked(name, size, limits)
            check_shape(name, max(n_rows, 1), len(reader.schema), limits)
        check_shape(name, n_rows, len(reader.schema), limits)
        return pa.Table.from_batches(batches, reader.schema), reader.schema.types


def _batches(reader: Any) -> Iterable[pa.RecordBatch]:
    if isinstance(reader, pa.ipc.RecordBatchFileReader):
        return (reader.get_batch(i) for i in range(reader.num_record_batches))
    return iter(reader)


def _named_labels(names: Sequence[str]) -> list[str]:
    """The names, with "index" for the row labels that pandas stores under a name of its own."""
    labels = [name for name in names if _ROW_LABELS.fullmatch(name)]
    return ["index" if [name] == labels and "index" not in names else name for name in names]


def _typed(name: str, column: pa.ChunkedArray, declared: pa.DataType) -> TypedColumn | None:
    """A column, or None where its cells are not single values."""
    if isinstance(column.type, pa.BaseExtensionType):
        declared = column.type.storage_type
        column = column.cast(declared)
    kind = column.type
    if pa.types.is_null(kind):
        return TypedColumn(name, [], np.full(len(column), -1))
    if pa.types.is_nested(kind):
        return None
    if pa.types.is_decimal(kind):
        column = column.cast(pa.float64())
    elif pa.types.is_duration(kind):
        column = pc.divide(column.cast(pa.duration("ns")).cast(pa.int64()).cast(pa.float64()), 1e9)  # seconds
    elif pa.types.is_float16(kind):
        column = column.cast(pa.float32())
    elif kind in (pa.string_view(), pa.binary_view()):
        column = column.cast(pa.large_string() if kind == pa.string_view() else pa.large_binary())
    try:
        coded = (column if pa.types.is_dictionary(kind) else column.dictionary_encode()).unify_dictionaries()
    except pa.ArrowNotImplementedError:
        return None
    values = coded.combine_chunks()
    if isinstance(values, pa.ChunkedArray):  # of no rows
        values = coded.type.wrap_array(values) if values.num_chunks else pa.array([], coded.type)
    places = values.indices.cast(pa.int64()).fill_null(-1).to_numpy()
    says = UNKNOWN
    if pa.types.is_dictionary(declared):
        says = ORDINAL if declared.ordered else LISTED
    return TypedColumn(name, _cells(values.dictionary), places, says, _ORDERED if says == ORDINAL else "")


def _cells(dictionary: pa.Array) -> list[Any]:
    """Different cells; real numbers keep the precision that their type has."""
    if pa.types.is_floating(dictionary.type):
        return list(dictionary.to_numpy(zero_copy_only=False))
    try:
        return dictionary.to_pylist()
    except (ValueError, OverflowError):  # dates that Python cannot hold
        return dictionary.cast(pa.string()).to_pylist()
