"""A workbook, SPSS or Stata file as columns of different cells, read in a process of its own.

A file of a few kilobytes can make its reader ask for hundreds of gigabytes, and a damaged byte can make it read beyond
its memory: either ends the process. `catviz` starts this file as a program, with a limit on memory, hands the file to
its standard input, and takes a pickled answer from its standard output.
"""

from __future__ import annotations

import datetime
import io
import itertools
import json
import pickle
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterable
from typing import Any

_BLOCK = 4096
#: Cells of a sheet that can be a page about the file, and how many times as many the data have at least.
_FEW_CELLS, _TIMES = 100, 5
_PLAIN = (bool, str, int, float, datetime.date, datetime.time)
Answer = dict[str, Any]
#: Bytes of memory that the other process may take.
MOST_MEMORY = 4 * 2**30
#: Seconds that it may take.
MOST_SECONDS = 300


def read_apart(kind: str, data: bytes, name: str, **given: Any) -> dict[str, Any]:
    """What the process finds in a file.

    Parameters
    ----------
    kind : {"sheet", "statistical"}
    data : bytes
    name : str
        What the file is called in messages.
    **given : text, numbers, or dicts of them
        What the reader is to know.

    Returns
    -------
    dict
        What the reader gives; ``error`` and ``text`` where it raised.

    Raises
    ------
    UnreadableError
        The process ended early, or took too much memory or time.
    """
    from catviz.reading.delimited import UnreadableError  # the process itself does without catviz

    command = [sys.executable, "-P", __file__, kind, str(MOST_MEMORY), json.dumps(given)]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        raise UnreadableError(
            f"{name} takes more than {MOST_SECONDS} seconds to read: save it as CSV and choose that file"
        ) from None
    answer: dict[str, Any] = pickle.loads(done.stdout) if done.returncode == 0 else {"error": "memory"}
    if answer.get("error") == "memory":
        raise UnreadableError(
            f"{name} is damaged, or takes more than {MOST_MEMORY / 2**30:.0f} GB of memory to read: "
            "save it as CSV and choose that file"
        )
    return answer


def main(kind: str, most_bytes: int, given: dict[str, Any]) -> None:
    """Answer for the file in the standard input."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    except (ImportError, ValueError, OSError):
        pass  # a system without limits on memory
    pickle.dump(answer_for(kind, sys.stdin.buffer.read(), given), sys.stdout.buffer)
    sys.stdout.buffer.flush()


def answer_for(kind: str, data: bytes, given: dict[str, Any]) -> Answer:
    """What a reader finds in a file; ``error`` and ``text`` where it raises."""
    try:
        return _READERS[kind](data, **given)
    except BaseException as error:  # also what Rust's panics are
        return {"error": "memory" if isinstance(error, MemoryError) else type(error).__name__, "text": str(error)}


class _Places(dict[Any, int]):
    """Different cells in the order in which they occur, each with its place."""

    def __missing__(self, cell: Any) -> int:
        self[cell] = place = len(self)
        return place


def _sheet(data: bytes, sheet: str | None, most_cells: int, most_columns: int) -> Answer:
    """``columns`` of a sheet; where none is named, of the first one that is neither hidden nor empty.

    A first one of few cells, such as a page about the file, gives way to the next of many times as many.
    """
    from python_calamine import CalamineWorkbook, SheetVisibleEnum

    with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
        answer: Answer = {"sheets": book.sheet_names}
        if sheet is not None and sheet not in book.sheet_names:
            return answer
        visible = [each.name for each in book.sheets_metadata if each.visible == SheetVisibleEnum.Visible]
        chosen, n_cells = None, 0
        for name in [sheet] if sheet is not None else visible or book.sheet_names:
            each = book.get_sheet_by_name(name)
            cells = 0 if each.start is None else (each.end[0] + 1) * (each.end[1] - each.start[1] + 1)
            if cells > _TIMES * n_cells:
                chosen, n_cells = each, cells
            if n_cells > _FEW_CELLS:
                break
        if chosen is None:
            return answer
        first, last = chosen.start, chosen.end
        width, height = last[1] - first[1] + 1, last[0] + 1  # rows come from the top of the sheet on
        answer |= {"sheet": chosen.name, "width": width, "height": height}
        if width > most_columns or width * height > most_cells:
            return answer
        return answer | {"columns": _columns(chosen.iter_rows(), width)}


def _columns(rows: Iterable[list[Any]], width: int) -> list[tuple[list[Any], array[int]]]:
    """(different cells, places) of each column."""
    dictionaries, places = [_Places() for _ in range(width)], [array("i") for _ in range(width)]
    rows = iter(rows)
    while block := list(itertools.islice(rows, _BLOCK)):
        for i, cells in enumerate(zip(*block, strict=True)):
            if bool in set(map(type, cells)):  # True and 1 are equal, but not the same
                cells = tuple((cell,) if isinstance(cell, bool) else cell for cell in cells)
            places[i].extend(map(dictionaries[i].__getitem__, cells))
    return [([_plain(cell) for cell in dictionary], at) for dictionary, at in zip(dictionaries, places, strict=True)]


def _plain(cell: Any) -> Any:
    """Text, numbers, dates and times as they are, no value as None, anything else as text."""
    if isinstance(cell, tuple):
        return cell[0]
    if cell is None or cell == "":
        return None
    return cell if isinstance(cell, _PLAIN) else str(cell)


def _statistical(data: bytes, spss: bool, encoding: str | None, most: dict[str, int]) -> Answer:
    """``columns`` of an SPSS or Stata file by name, -1 where a cell is missing, and what it says of them."""
    import pyreadstat

    read = pyreadstat.read_sav if spss else pyreadstat.read_dta
    _, about = read(io.BytesIO(data), metadataonly=True, user_missing=True, encoding=encoding)
    size = {"rows": max(about.number_rows or 1, 1), "columns": len(about.column_names)}  # older files do not say rows
    size["cells"] = size["rows"] * size["columns"]
    size["unpacked"] = size["rows"] * sum(about.variable_storage_width.values())
    answer: Answer = {"size": size, "missing": about.missing_ranges or {}, "dates": True}
    if any(size[name] > limit for name, limit in most.items()):
        return answer
    how = {"row_limit": most["rows"] + 1, "encoding": encoding, "output_format": "dict"}
    try:
        columns, about = read(io.BytesIO(data), **how)
    except (OverflowError, ValueError):
        columns, about = read(io.BytesIO(data), disable_datetime_conversion=True, **how)
        answer["dates"] = False
    answer |= {"measures": about.variable_measure or {}, "labels": about.variable_value_labels or {}}
    answer |= {"texts": about.column_names_to_labels or {}}
    return answer | {"cells": [(name, *_distinct(cells)) for name, cells in columns.items()]}


def _distinct(cells: Iterable[Any]) -> tuple[list[Any], array[int]]:
    dictionary = _Places()
    places = array("i", (-1 if cell is None or cell != cell else dictionary[cell] for cell in cells))
    return list(dictionary), places


_READERS: dict[str, Callable[..., Answer]] = {"sheet": _sheet, "statistical": _statistical}

if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]))
