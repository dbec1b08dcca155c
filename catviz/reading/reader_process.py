"""A workbook, web page, JSON, SPSS, Stata or SAS file as columns of different cells, read in a process of its own.

A file of a few kilobytes can make its reader ask for hundreds of gigabytes, and a damaged byte can make it read beyond
its memory: either ends the process. `catviz` starts this file as a program, with a limit on memory, hands the file to
its standard input, and takes a pickled answer from its standard output.
"""

from __future__ import annotations

import datetime
import functools
import html
import html.parser
import io
import itertools
import json
import logging
import os
import pickle
import posixpath
import re
import subprocess
import sys
import zipfile
from array import array
from collections.abc import Callable, Iterable
from typing import Any

_LOG = logging.getLogger(__name__)
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
    kind : {"sheet", "page", "statistical", "records"}
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
    try:
        answer: dict[str, Any] = pickle.loads(done.stdout) if done.returncode == 0 else {"error": "memory"}
    except (pickle.UnpicklingError, EOFError):
        answer = {"error": "memory"}
    if answer.get("error") == "memory" and done.stderr:
        _LOG.info("the reader of %s ended with %s: %s", name, done.returncode, done.stderr.decode(errors="replace"))
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
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a reader's library prints is no part of the answer
        pickle.dump(answer_for(kind, sys.stdin.buffer.read(), given), answers)


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

    A first one of few cells, such as a page about the file, gives way to the next of many times as many. Sheets that
    are charts are none. ``merged`` are the first and last (row, column) of merged cells, ``formulas`` the cells of each
    column with a formula that was never worked out.
    """
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
        about = [each for each in book.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
        answer: Answer = {"sheets": [each.name for each in about]}
        if sheet is not None and sheet not in answer["sheets"]:
            return answer
        visible = [each.name for each in about if each.visible == SheetVisibleEnum.Visible]
        chosen, n_cells = None, 0
        for name in [sheet] if sheet is not None else visible or answer["sheets"]:
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
        merged = [((a, b - first[1]), (c, d - first[1])) for (a, b), (c, d) in chosen.merged_cell_ranges or []]
        answer |= {"merged": merged, "columns": _columns(chosen.iter_rows(), width)}
        gaps = any(None in cells for cells, _ in answer["columns"])
        formulas = _formulas(data, chosen.name) if gaps and data.startswith(b"PK") else {}
        return answer | {"formulas": {column - first[1]: n for column, n in formulas.items()}}


_FORMULA = re.compile(
    rb"<(?:\w+:)?c\b(?![^>]*\bt=.str.)[^>]*\br=.([A-Z]+)\d+[^>]*>\s*<(?:\w+:)?f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>)\s*"
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>\s*)?</(?:\w+:)?c>"
)
_CHUNK, _OVERLAP = 1 << 20, 1 << 14


def _formulas(data: bytes, sheet: str) -> dict[int, int]:
    """How many formulas without a value each column of an .xlsx has; a formula that gives no text has one."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {part.filename.replace("\\", "/"): part for part in archive.infolist()}
        book = next((name for name in parts if name.rpartition("/")[2] == "workbook.xml"), None)
        if book is None:
            return {}
        folder = book.rpartition("/")[0]
        related = parts.get(posixpath.join(folder, "_rels/workbook.xml.rels"))
        tags = re.findall(r"<(?:\w+:)?sheet\b[^>]*>", archive.read(parts[book]).decode("utf-8", "replace"))
        links = (
            re.findall(r"<Relationship\b[^>]*>", archive.read(related).decode("utf-8", "replace")) if related else []
        )
        number = next((_attribute(tag, r"\w+:id") for tag in tags if _attribute(tag, "name") == sheet), None)
        target = next((_attribute(link, "Target") for link in links if _attribute(link, "Id") == number), "")
        part = parts.get(posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/"))
        return {} if part is None else _counted(archive, part)


def _counted(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> dict[int, int]:
    counts: dict[int, int] = {}
    with archive.open(part) as file:
        rest = b""
        while chunk := file.read(_CHUNK):
            block, end = rest + chunk, 0
            for found in _FORMULA.finditer(block) if b"f>" in block or b"f " in block else ():
                column = functools.reduce(lambda number, letter: 26 * number + letter - 64, found[1], 0) - 1
                counts[column], end = counts.get(column, 0) + 1, found.end()
            rest = block[max(end, len(block) - _OVERLAP) :]
    return counts


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf"\s{name}\s*=\s*(\"[^\"]*\"|'[^']*')", tag)
    return html.unescape(found[1][1:-1]) if found else ""


def _page(data: bytes, sheet: str | None, most_cells: int, most_columns: int) -> Answer:
    """What `_sheet` gives, of the tables in a web page: the largest one where none is named."""
    parser = _Tables()
    parser.feed(_text_of(data))
    parser.close()
    tables = {f"table {i}": rows for i, rows in enumerate(parser.finished, 1) if any(rows)}
    answer: Answer = {"sheets": list(tables)}
    chosen = max(tables, key=lambda name: sum(map(len, tables[name])), default=None) if sheet is None else sheet
    if chosen not in tables:
        return answer
    cells, merged = _spread(tables[chosen], most_columns)
    width, height = max((place + 1 for row in cells for place in row), default=0), len(cells)
    answer |= {"sheet": chosen, "width": width, "height": height}
    if not width or width > most_columns or width * height > most_cells:
        return answer
    rows = ([row.get(i, "") for i in range(width)] for row in cells)
    return answer | {"merged": merged, "formulas": {}, "columns": _columns(rows, width)}


def _text_of(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    named = re.search(rb"charset\s*=\s*[\"']?([\w-]+)", data[:_BLOCK])
    for encoding in (named[1].decode() if named else "utf-8", "utf-8"):
        try:
            return data.decode(encoding).removeprefix("\ufeff")
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("cp1252", "replace")


class _Tables(html.parser.HTMLParser):
    """The tables of a page: rows of cells, each with its text and how many rows and columns it spans."""

    def __init__(self) -> None:
        super().__init__()
        self.finished: list[list[list[tuple[str, int, int]]]] = []
        self._open: list[list[list[tuple[str, int, int]]]] = []
        self._cells: list[tuple[list[str], int, int] | None] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._open.append([])
            self._cells.append(None)
        elif tag in ("script", "style"):
            self._hidden += 1
        elif self._open and tag == "tr":
            self._end_cell()
            self._open[-1].append([])
        elif self._open and tag in ("td", "th"):
            self._end_cell()
            spans = dict(attrs)
            self._cells[-1] = ([], _span(spans.get("rowspan")), _span(spans.get("colspan")))
        elif self._open and tag in ("br", "p", "div", "li"):
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._hidden = max(self._hidden - 1, 0)
        elif self._open and tag in ("td", "th", "tr", "table"):
            self._end_cell()
            if tag == "table":
                self._cells.pop()
                self.finished.append(self._open.pop())

    def handle_data(self, data: str) -> None:
        if self._open and not self._hidden and (cell := self._cells[-1]) is not None:
            cell[0].append(data)

    def close(self) -> None:
        super().close()
        while self._open:
            self.handle_endtag("table")

    def _end_cell(self) -> None:
        if (cell := self._cells[-1]) is not None:
            rows = self._open[-1]
            if not rows:
                rows.append([])
            rows[-1].append((" ".join("".join(cell[0]).split()), cell[1], cell[2]))
            self._cells[-1] = None


def _span(text: str | None) -> int:
    return min(int(text), 1000) if text and text.isdecimal() and int(text) else 1


def _spread(
    rows: list[list[tuple[str, int, int]]], most_columns: int
) -> tuple[list[dict[int, str]], list[tuple[tuple[int, int], tuple[int, int]]]]:
    """(the text of each cell by its column, for each row; first and last place of cells that span several)."""
    cells: list[dict[int, str]] = [{} for _ in rows]
    merged = []
    for r, row in enumerate(rows):
        place = 0
        for text, n_rows, n_columns in row:
            while place in cells[r]:
                place += 1
            if place > most_columns:
                break
            last = min(r + n_rows, len(rows)) - 1
            for below in cells[r : last + 1]:
                below |= dict.fromkeys(range(place, place + n_columns), "")
            cells[r][place] = text
            if last > r or n_columns > 1:
                merged.append(((r, place), (last, place + n_columns - 1)))
            place += n_columns
    return cells, merged


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
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return None
    return cell if isinstance(cell, _PLAIN) else str(cell)


def _statistical(
    data: bytes, program: str, encoding: str | None, most: dict[str, int], declared: bool = False
) -> Answer:
    """``cells`` of an SPSS, Stata or SAS file by name, -1 where one is missing, and what it says of them.

    Dates are the numbers that the file holds. ``program`` is what pyreadstat calls its reader. With ``declared``, codes
    that the file declares missing are cells.
    """
    import pyreadstat

    read: Callable[..., Any] = getattr(pyreadstat, f"read_{program}")
    how: dict[str, Any] = {} if program == "por" else {"encoding": encoding}
    labelled = {} if program in ("por", "xport") else {"user_missing": True}
    _, about = read(io.BytesIO(data), metadataonly=True, output_format="dict", **how, **labelled)
    size = {"rows": max(about.number_rows or 1, 1), "columns": len(about.column_names)}  # some files do not say rows
    size["cells"] = size["rows"] * size["columns"]
    size["unpacked"] = size["rows"] * sum(about.variable_storage_width.values())
    answer: Answer = {"size": size, "missing": about.missing_ranges or {}}
    if any(size[name] > limit for name, limit in most.items()):
        return answer
    how |= labelled if declared else {}
    how |= {"row_limit": most["rows"] + 1, "output_format": "dict", "disable_datetime_conversion": True}
    columns, about = read(io.BytesIO(data), **how)
    answer |= {"measures": about.variable_measure or {}, "labels": about.variable_value_labels or {}}
    answer |= {"texts": about.column_names_to_labels or {}, "formats": about.original_variable_types or {}}
    answer |= {"encoding": about.file_encoding}
    return answer | {"cells": [(name, *_distinct(cells)) for name, cells in columns.items()]}


def _distinct(cells: Iterable[Any]) -> tuple[list[Any], array[int]]:
    dictionary = _Places()
    places = array("i", (-1 if cell is None or cell != cell else dictionary[cell] for cell in cells))
    return list(dictionary), places


def _records(data: bytes, most_columns: int) -> Answer:
    """``columns`` of JSON by name, -1 where a record has none, and the names of those with ``nested`` cells."""
    text = data.decode("utf-8-sig")
    try:
        whole = json.loads(text)
    except json.JSONDecodeError:
        whole = [json.loads(line) for line in text.splitlines() if line.strip()]
    records = _as_records(whole)
    answer: Answer = {}
    if not records:
        return answer
    names = dict.fromkeys(name for record in records for name in record)
    answer |= {"n_rows": len(records), "n_columns": len(names)}
    if len(names) > most_columns:
        return answer
    nested = [name for name in names if any(isinstance(record.get(name), dict | list) for record in records)]
    columns = []
    for name in names:
        if name not in nested:
            cells = (record.get(name) for record in records)
            dictionary, places = _distinct((cell,) if isinstance(cell, bool) else cell for cell in cells)
            columns.append((name, [_plain(cell) for cell in dictionary], places))
    return answer | {"columns": columns, "nested": nested}


def _as_records(whole: Any) -> list[dict[str, Any]]:
    """Records in a list, in the only list of an object, as columns of cells or as rows below their names; else none."""
    if isinstance(whole, dict) and (rows := _below(whole.get("columns"), whole.get("data"))):
        named = whole.get("index")
        if isinstance(named, list) and len(named) == len(rows) and named != list(range(len(rows))):
            return [{"index": name} | row for name, row in zip(named, rows, strict=True)]
        return rows
    if isinstance(whole, list) and (rows := _below(whole[:1] and whole[0], whole[1:])):
        return rows
    if isinstance(whole, dict):
        lists = [value for value in whole.values() if isinstance(value, list)]
        if len(whole) > 1 and len(lists) == len(whole) and len(set(map(len, lists))) == 1:
            return [dict(zip(whole, cells, strict=True)) for cells in zip(*lists, strict=True)]
        by_row = [value for value in whole.values() if isinstance(value, dict)]
        if len(by_row) == len(whole) > 1 and len({tuple(value) for value in by_row}) == 1:
            return [{name: cells[row] for name, cells in whole.items()} for row in by_row[0]]
        of_records = [each for each in lists if each and all(isinstance(record, dict) for record in each)]
        whole = of_records[0] if len(of_records) == 1 else None
    if not isinstance(whole, list) or not all(isinstance(record, dict) for record in whole):
        return []
    return whole


def _below(names: Any, rows: Any) -> list[dict[str, Any]]:
    """Rows of cells as records, if they are as long as the list of names, which are different texts; else none."""
    if not isinstance(names, list) or not isinstance(rows, list) or not names:
        return []
    texts = all(isinstance(name, str) for name in names) and len(set(names)) == len(names)
    if not texts or not all(isinstance(row, list) and len(row) == len(names) for row in rows):
        return []
    return [dict(zip(names, row, strict=True)) for row in rows]


_READERS: dict[str, Callable[..., Answer]] = {
    "sheet": _sheet,
    "page": _page,
    "statistical": _statistical,
    "records": _records,
}

if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]))
