"""Excel and OpenDocument workbooks: a sheet as typed columns."""

from __future__ import annotations

import importlib.util
import io
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from catviz.reading.delimited import UnreadableError, checked_names, too_many
from catviz.reading.inspected import InspectedFile
from catviz.reading.limits import Limits
from catviz.reading.names_row import describing_rows
from catviz.reading.reader_process import read_apart
from catviz.reading.typed import TypedColumn, check_shape, check_unpacked, inspected_columns, texts_of
from catviz.table.codebook import listed
from catviz.table.column_roles import as_numbers


def inspect_workbook(
    data: bytes, name: str, sheet: str | None, missing: Sequence[str], limits: Limits
) -> InspectedFile:
    """What a sheet of a workbook holds; where ``sheet`` is None, the first one that is neither hidden nor empty,
    nor a short page before a large one.

    Column names are in the first row with more than one cell; rows above it are a title. A row of full texts below
    them is found out, see :func:`catviz.reading.names_row.describing_rows`.

    Raises
    ------
    UnreadableError
        python-calamine is not installed, no workbook, beyond the limits, or nothing in it.
    ValueError
        A sheet that is not there.
    """
    if importlib.util.find_spec("python_calamine") is None:
        raise UnreadableError(f"{name} is a workbook, which needs python-calamine: pip install 'catviz[readers]'")
    _check_packed(data, name, limits)
    contents, cells = _read_sheet(data, name, sheet, limits)
    sheets = tuple(contents["sheets"])
    if sheet is not None and sheet not in sheets:
        raise ValueError(f"no sheet {sheet!r} in {name}: its sheets are {listed(sheets)}")
    if "sheet" not in contents:
        empty = "no sheet with a cell in it" if sheet is None else f"nothing in the sheet {sheet!r}"
        raise UnreadableError(f"{name} has {empty}: choose a file or sheet with column names and at least one row")
    first, header, notes = _header(cells, name, contents)
    kept = [i for i, column in enumerate(cells) if header[i] is not None or _is_there(column)[first:].any()]
    names, unnamed = checked_names(["" if header[i] is None else str(header[i]) for i in kept], name, limits)
    columns = _without_empty_rows([_below(cells[i], first, label) for i, label in zip(kept, names, strict=True)])
    described = describing_rows([(c.name, texts_of(c.cells), c.places) for c in columns], missing)
    if described.rows:
        full_texts = described.full_texts or {}
        columns = [replace(_below(c, described.rows, c.name), full_text=full_texts.get(c.name, "")) for c in columns]
    check_shape(name, len(columns[0].places), len(columns), limits)
    if as_numbers(names) is not None:
        notes.append(f"The column names are only numbers such as {names[0]!r}: is their row one of the data?")
    others = listed([each for each in sheets if each != contents["sheet"]])
    about = f"Sheet {contents['sheet']!r} of the workbook." + (f" Its other sheets are {others}." if others else "")
    notes = [about, *notes, *unnamed, *([described.note] if described.note else [])]
    read = inspected_columns(name, columns, len(columns[0].places), notes, missing, limits)
    return replace(read, sheets=sheets, sheet=contents["sheet"])


def _check_packed(data: bytes, name: str, limits: Limits) -> None:
    """Refuse a workbook that is small only as long as it is packed."""
    if not data.startswith(b"PK"):
        return
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        check_unpacked(name, sum(part.file_size for part in archive.infolist()), limits)


def _read_sheet(data: bytes, name: str, sheet: str | None, limits: Limits) -> tuple[dict[str, Any], list[TypedColumn]]:
    """(what the process found, the sheet's columns from its first row on)."""
    contents = read_apart("sheet", data, name, sheet=sheet, most_cells=limits.sheet_cells, most_columns=limits.columns)
    if "error" in contents:
        raise UnreadableError(f"{name} {_why(contents)}")
    if "sheet" not in contents:
        return contents, []
    if "columns" not in contents:
        raise _too_wide(name, contents, limits)
    columns = contents["columns"]
    return contents, [TypedColumn("", cells, np.asarray(places, dtype=np.intp)) for cells, places in columns]


def _why(contents: dict[str, Any]) -> str:
    if contents["error"] == "PasswordError":
        return "is protected with a password: save it without one and choose the new file"
    return f"is a damaged workbook ({contents['text'].rstrip('.')}): save it again and choose the new file"


def _too_wide(name: str, contents: dict[str, Any], limits: Limits) -> UnreadableError:
    if contents["width"] > limits.columns:
        return too_many(f"{name}, sheet {contents['sheet']!r},", contents["width"], "columns", limits)
    count = contents["width"] * contents["height"]
    return UnreadableError(
        f"{name}, sheet {contents['sheet']!r}, has {count:,} cells from its first row to the last, where "
        f"{limits.sheet_cells:,} is the limit: leave out rows or columns, or save the sheet as CSV or Parquet"
    )


def _header(cells: list[TypedColumn], name: str, contents: dict[str, Any]) -> tuple[int, list[str | None], list[str]]:
    """(number of the first row below the column names, the names, notes)."""
    title = ""
    for row in range(contents["height"]):
        header = texts_of([column.cells[column.places[row]] for column in cells])
        filled = [text for text in header if text]
        if len(filled) > min(1, len(cells) - 1):
            break
        title = title or (f"Row {row + 1}, {filled[0]!r}, was taken for a title" if filled else "")
    else:
        raise UnreadableError(f"{name} has no row of column names: write them above the rows of the table")
    return row + 1, header, [f"{title}: the column names are in row {row + 1}."] if title else []


def _below(column: TypedColumn, first: int, name: str) -> TypedColumn:
    """A column from a row on, with the cells that are there only."""
    used, places = np.unique(column.places[first:], return_inverse=True)
    return replace(column, name=name, cells=[column.cells[i] for i in used], places=places)


def _is_there(column: TypedColumn) -> np.ndarray:
    """(n,) bool: rows with a cell that holds something."""
    return np.array([cell is not None for cell in column.cells], dtype=bool)[column.places]


def _without_empty_rows(columns: list[TypedColumn]) -> list[TypedColumn]:
    """The columns without rows in which no cell holds anything."""
    filled = np.logical_or.reduce([_is_there(column) for column in columns])
    return columns if filled.all() else [replace(column, places=column.places[filled]) for column in columns]
