"""A sheet of a workbook as columns of different cells, read in a process of its own.

A workbook of a few kilobytes can make its reader ask for hundreds of gigabytes, which ends the process. `catviz` starts
this file as a program, with a limit on memory, hands the workbook to its standard input, and takes from its standard
output a line of JSON and after it each column's places.
"""

from __future__ import annotations

import datetime
import io
import itertools
import json
import sys
from array import array
from collections.abc import Iterable
from typing import Any

_BLOCK = 4096
_DATE, _DATETIME, _TIME, _BOOLEAN, _OTHER = "date", "datetime", "time", "bool", "other"


class _Places(dict[Any, int]):
    """Different cells in the order in which they occur, each with its place."""

    def __missing__(self, cell: Any) -> int:
        self[cell] = place = len(self)
        return place


def main(sheet: str | None, most_cells: int, most_columns: int, most_bytes: int) -> None:
    """Answer for the workbook in the standard input."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    except (ImportError, ValueError, OSError):
        pass  # a system without limits on memory
    answer: dict[str, Any]
    columns: list[array[int]] = []
    try:
        answer, columns = _read(sys.stdin.buffer.read(), sheet, most_cells, most_columns)
    except BaseException as error:  # also what Rust's panics are
        kind = "memory" if isinstance(error, MemoryError) else type(error).__name__
        answer = {"error": kind, "text": str(error)}
    out = sys.stdout.buffer
    out.write(json.dumps(answer).encode() + b"\n")
    for places in columns:
        out.write(places.tobytes())
    out.flush()


def _read(data: bytes, name: str | None, most_cells: int, most_columns: int) -> tuple[dict[str, Any], list[array[int]]]:
    from python_calamine import CalamineWorkbook, SheetVisibleEnum

    with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
        answer: dict[str, Any] = {"sheets": book.sheet_names}
        if name is not None and name not in book.sheet_names:
            return answer, []
        seen = [each.name for each in book.sheets_metadata if each.visible == SheetVisibleEnum.Visible]
        for candidate in [name] if name is not None else seen or book.sheet_names:
            sheet = book.get_sheet_by_name(candidate)
            if sheet.start is not None:
                break
        else:
            return answer, []
        first, last = sheet.start, sheet.end
        width, height = last[1] - first[1] + 1, last[0] + 1  # rows come from the top of the sheet on
        answer |= {"sheet": candidate, "width": width, "height": height}
        if width > most_columns or width * height > most_cells:
            return answer, []
        values, places = _columns(sheet.iter_rows(), width)
    return answer | {"cells": values}, places


def _columns(rows: Iterable[list[Any]], width: int) -> tuple[list[list[Any]], list[array[int]]]:
    """(different cells, places) of each column."""
    seen, places = [_Places() for _ in range(width)], [array("i") for _ in range(width)]
    rows = iter(rows)
    while block := list(itertools.islice(rows, _BLOCK)):
        for i, cells in enumerate(zip(*block, strict=True)):
            if bool in set(map(type, cells)):  # True and 1 are equal, but not the same
                cells = tuple((_BOOLEAN, cell) if isinstance(cell, bool) else cell for cell in cells)
            places[i].extend(map(seen[i].__getitem__, cells))
    return [[_plain(cell) for cell in column] for column in seen], places


def _plain(cell: Any) -> Any:
    """A cell as JSON has it: text and numbers as they are, others as [kind, text], no value as None."""
    if isinstance(cell, tuple):
        return [_BOOLEAN, str(cell[1])]
    if isinstance(cell, str | int | float):
        return cell if cell != "" else None
    if isinstance(cell, datetime.datetime):
        return [_DATETIME, cell.isoformat()]
    if isinstance(cell, datetime.date):
        return [_DATE, cell.isoformat()]
    if isinstance(cell, datetime.time):
        return [_TIME, cell.isoformat()]
    return None if cell is None else [_OTHER, str(cell)]


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), *map(int, sys.argv[2:]))
