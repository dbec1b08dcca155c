"""Excel and OpenDocument workbooks, and tables of web pages: a sheet as typed columns."""

from __future__ import annotations

import importlib.util
import io
import itertools
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from catviz.reading.csv_files import about_described
from catviz.reading.delimited import Header, UnreadableError, checked_names, too_many
from catviz.reading.doubts import CELLS, ROWS, Answer, Question
from catviz.reading.file_kinds import HTML, WORKBOOK, Kind
from catviz.reading.inspected import InspectedFile
from catviz.reading.limits import Limits
from catviz.reading.names_row import Described, described_by, describing_rows
from catviz.reading.reader_process import read_apart
from catviz.reading.typed import TypedColumn, check_shape, check_unpacked, inspected_columns
from catviz.table.cells import texts_of
from catviz.table.codebook import listed
from catviz.table.numbers import as_numbers
from catviz.wording import number_of


def inspect_workbook(
    data: bytes,
    name: str,
    kind: Kind,
    sheet: str | None,
    header: Header,
    fill_merged: bool,
    missing: Sequence[str],
    limits: Limits,
) -> InspectedFile:
    """What a sheet of a workbook, or a table of a web page, holds.

    Where ``sheet`` is None, it is the first one that is neither hidden nor empty, nor a short page before a large one;
    of a web page, the largest table. Which row holds the column names is found out, see `Grid.names_at`, as are rows
    below them that describe the columns, see :func:`catviz.reading.names_row.describing_rows`. Merged cells have their
    value in every row, and lines below the table, apart from it by an empty row, are left out.

    Raises
    ------
    UnreadableError
        python-calamine is not installed, no workbook, beyond the limits, or nothing in it.
    ValueError
        A sheet or a row of names that is not there.
    """
    if kind is WORKBOOK and importlib.util.find_spec("python_calamine") is None:
        raise UnreadableError(f"{name} is a workbook, which needs python-calamine: pip install 'catviz[readers]'")
    _check_packed(data, name, limits)
    contents, cells = _read_sheet(data, name, kind, sheet, limits)
    sheets = tuple(contents["sheets"])
    if sheet is not None and sheet not in sheets:
        raise ValueError(f"no sheet {sheet!r} in {name}: its sheets are {listed(sheets)}")
    if "sheet" not in contents:
        if kind is HTML:
            raise UnreadableError(f"{name} is {kind.what} without a table: export the table as CSV or Excel")
        empty = "no sheet with a cell in it" if sheet is None else f"nothing in the sheet {sheet!r}"
        raise UnreadableError(f"{name} has {empty}: choose a file or sheet with column names and at least one row")
    grid = Grid(cells, contents["merged"])
    at = grid.names_at(header, name)
    n_filled = grid.fill(at) if fill_merged else 0
    below, left_out = grid.rows(at)
    kept = [i for i in range(len(cells)) if at.names[i] or grid.there[i, below].any()]
    names, unnamed = checked_names([at.names[i] for i in kept], name, limits)
    columns = [_at(grid.columns[i], below, label) for i, label in zip(kept, names, strict=True)]
    described = _described(columns, at, header, [i for i, place in enumerate(kept) if not at.names[place]], missing)
    if described.rows:
        rows, full_texts = np.arange(described.rows, len(below)), described.full_texts or {}
        columns = [replace(_at(c, rows, c.name), full_text=full_texts.get(c.name, "")) for c in columns]
    check_shape(name, len(columns[0].places) if columns else 0, len(columns), limits)
    names, twice = checked_names([(described.names or {}).get(label, label) for label in names], name, limits)
    columns = [replace(column, name=label) for column, label in zip(columns, names, strict=True)]
    formulas = {
        label: contents["formulas"][i] for i, label in zip(kept, names, strict=True) if i in contents["formulas"]
    }
    notes = [
        _about(kind, contents["sheet"], sheets),
        *at.notes,
        *unnamed,
        *twice,
        *([described.note] if described.note else []),
        *left_out,
        *_of_merged(n_filled),
        *_of_formulas(formulas),
    ]
    read = inspected_columns(name, columns, len(columns[0].places), notes, missing, limits)
    line = 0 if at.row is None else at.row + 1
    doubts = (*at.doubts, *about_described(described, line), *_about_merged(n_filled), *read.doubts)
    return replace(read, sheets=sheets, sheet=contents["sheet"], doubts=doubts)


def _described(
    columns: Sequence[TypedColumn], at: Names, header: Header, unnamed: Sequence[int], missing: Sequence[str]
) -> Described:
    """The rows below the names that describe the columns: found out, or given."""
    texts = [(column.name, texts_of(column.cells), column.places) for column in columns]
    if at.row is None:
        return Described()
    if header is None or header is True:
        return describing_rows(texts, missing, unnamed)
    return Described() if isinstance(header, int) else replace(described_by(texts, len(header) - 1), note="")


def _about(kind: Kind, sheet: str, sheets: Sequence[str]) -> str:
    others = listed([each for each in sheets if each != sheet])
    if kind is HTML:
        return f"The web page has {number_of(len(sheets), 'table')}: {sheet!r} was read."
    return f"Sheet {sheet!r} of the workbook." + (f" Its other sheets are {others}." if others else "")


def _of_merged(n_filled: int) -> list[str]:
    return [f"Cells filled since they are merged with one that has a value: {n_filled:,}."] if n_filled else []


def _about_merged(n_filled: int) -> list[Question]:
    if not n_filled:
        return []
    words = f"do merged cells have their value in every row ({number_of(n_filled, 'cell')} filled)?"
    no = Answer("Empty cells", settings=(("fill_merged", False),))
    return [Question("merged cells", words, (no,), as_read="Filled", rank=CELLS)]


def _of_formulas(formulas: dict[str, int]) -> list[str]:
    if not formulas:
        return []
    n = number_of(sum(formulas.values()), "cell")
    return [
        f"Empty, since the formulas of {n} in {listed(list(formulas))} were never worked out: open the workbook in "
        "Excel or LibreOffice, save it and choose the new file."
    ]


def _check_packed(data: bytes, name: str, limits: Limits) -> None:
    """Refuse a workbook that is small only as long as it is packed."""
    if not data.startswith(b"PK"):
        return
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        check_unpacked(name, sum(part.file_size for part in archive.infolist()), limits)


def _read_sheet(
    data: bytes, name: str, kind: Kind, sheet: str | None, limits: Limits
) -> tuple[dict[str, Any], list[TypedColumn]]:
    """(what the process found, the sheet's columns from its first row on)."""
    reader, most = (
        "page" if kind is HTML else "sheet",
        {"most_cells": limits.sheet_cells, "most_columns": limits.columns},
    )
    contents = read_apart(reader, data, name, sheet=sheet, **most)
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


def _at(column: TypedColumn, rows: np.ndarray, name: str) -> TypedColumn:
    """Some rows of a column, with the cells that are there only."""
    used, places = np.unique(column.places[rows], return_inverse=True)
    return replace(column, name=name, cells=[column.cells[i] for i in used], places=places)


# which rows of a sheet are names, and which are cases

#: Rows from the first one in which the names are looked for, at most.
_LOOKED_AT = 40
#: The share of the usual number of cells in a row that the names have, at least, where they do not reach as far.
_WIDE = 0.7
#: How many times as many rows as a block above it a block has whose first row holds the names.
_LONGER = 3
#: Lines below a table, apart from it by an empty row, at most.
_MOST_BELOW = 20
#: Rows that it takes to say that the first one has no names, since all its cells occur again.
_FEWEST = 5
_SEPARATOR = ": "
_KEY = "row of column names"
_YEARS = range(1000, 3000)


@dataclass(frozen=True)
class Names:
    """The row of column names of a sheet.

    Attributes
    ----------
    row : int or None
        Its number from 0; None where no row holds names.
    first : int
        The first row that may be a case.
    names : list of str
        Of each column, empty where it has none.
    notes : tuple of str
    doubts : tuple of Question
    """

    row: int | None
    first: int
    names: list[str]
    notes: tuple[str, ...] = ()
    doubts: tuple[Question, ...] = ()


class Grid:
    """The cells of a sheet from its first row on: columns, which cells hold something, and merged ranges."""

    def __init__(self, columns: list[TypedColumn], merged: Sequence[tuple[tuple[int, int], tuple[int, int]]]) -> None:
        self.columns = columns
        self.merged = merged
        self.there = np.array([_is_there(column) for column in columns])
        self.widths = self.there.sum(axis=0)
        self.filled = np.flatnonzero(self.widths)

    def names_at(self, header: Header, name: str) -> Names:
        """The row of column names: the one that is given, or the first that is as wide as most rows.

        Rows of a key and its value above it are passed over. Where a row is merged over several columns, or has gaps
        that the next row fills, the next row has the names, each after that of its group.

        Raises
        ------
        UnreadableError
            No row has more than one cell.
        ValueError
            The row that is given is not there.
        """
        if header is False:
            return self._without_names(int(self.filled[0]), "The first row is one of the data, as given.")
        if header is not None:
            row = int(self.filled[0]) + 1 if header is True else header if isinstance(header, int) else header[0]
            if row - 1 not in self.filled:
                shown = f"{self.filled[0] + 1:,} to {self.filled[-1] + 1:,}"
                raise ValueError(
                    f"header is {row}, where the rows with cells are {shown}: give the row of column names"
                )
            return self._named(row - 1)
        row = self._widest(name)
        while (lower := self._next(row)) is not None and self._groups(row, lower):
            row = lower
        groups = self._groups_above(row) or []
        again = self._occurs_again(row)
        if not groups and all(again) and int((self.filled > row).sum()) >= _FEWEST:
            words = f"does row {row + 1:,} hold the column names? All its cells occur again below."
            yes = Answer("Column names", settings=(("header", row + 1),))
            doubt = Question(_KEY, words, (yes,), as_read="A row of data", rank=ROWS)
            return replace(self._without_names(row, *self._titles(row, row)), doubts=(doubt,))
        named = self._named(row)
        numbers = self._like_data(row)
        if self._names_columns(row, groups) or not (numbers or any(again)):
            return named
        evidence = f"It has numbers such as {numbers[0]!r}." if numbers else "Some of its cells occur again below."
        no = Answer("A row of data", settings=(("header", False),))
        words = f"does row {row + 1:,} hold the column names? {evidence}"
        return replace(named, doubts=(Question(_KEY, words, (no,), as_read="Column names", rank=ROWS),))

    def fill(self, at: Names) -> int:
        """Give merged cells below the names their value in every row, and say how many cells that fills."""
        cases = np.zeros(self.there.shape[1], dtype=bool)
        cases[self.rows(at)[0]] = True
        cells = [list(column.cells) for column in self.columns]
        places = [column.places.copy() for column in self.columns]
        n_filled = 0
        for (top, left), (bottom, right) in self.merged:
            if top < at.first or not self.there[left, top]:
                continue
            inside = np.flatnonzero(cases[top : bottom + 1]) + top
            for column in range(left, min(right + 1, len(cells))):
                empty = inside[~self.there[column, inside]]
                if len(empty) and column != left:
                    cells[column].append(cells[left][places[left][top]])
                places[column][empty] = places[left][top] if column == left else len(cells[column]) - 1
                n_filled += len(empty)
        if n_filled:
            pairs = zip(self.columns, cells, places, strict=True)
            self.columns = [replace(column, cells=each, places=at) for column, each, at in pairs]
            self.there = np.array([_is_there(column) for column in self.columns])
        return n_filled

    def rows(self, at: Names) -> tuple[np.ndarray, list[str]]:
        """(the rows below the names that are cases, notes on those left out)."""
        below = self.filled[self.filled >= at.first]
        across = [a[0] for a, b in self.merged if a[0] == b[0] and b[1] - a[1] + 1 >= len(self.columns) > 1]
        headings = below[np.isin(below, across)]
        below = below[~np.isin(below, across)]
        notes = []
        if len(headings):
            shown, n = self._texts(int(headings[0]))[0], number_of(len(headings), "row")
            notes.append(f"No data, since they are one cell over all columns: {n} such as {shown!r}.")
        blocks = np.split(below, np.flatnonzero(np.diff(below) > 1) + 1) if len(below) else []
        usual = np.median(self.widths[below]) if len(below) else 0
        n_last = 0
        for block in blocks[:0:-1]:
            if (
                usual < 2
                or n_last + len(block) > min(_MOST_BELOW, len(below) / 2)
                or not all(map(self._is_line, block))
            ):
                break
            n_last += len(block)
        if n_last:
            shown, n = self._texts(int(below[-n_last]))[0], number_of(n_last, "row")
            notes.append(f"No data, since an empty row parts the last {n} from the table: {shown!r}.")
        return below[: len(below) - n_last], notes

    def _named(self, row: int) -> Names:
        """The names in a row, each after those of its groups above."""
        names, first = self._row(row), row
        while groups := self._groups_above(first):
            first -= 1
            names = [_joined(group, label) for group, label in zip(groups, names, strict=True)]
        notes = [*self._titles(first, row)]
        if first < row:
            shown = next((each for each in names if _SEPARATOR in each), names[0])
            notes.append(f"The column names are in {row - first + 1} rows, joined as in {shown!r}.")
        used = [label for label in names if label]
        if as_numbers(used) is not None:
            notes.append(f"The column names are only numbers such as {used[0]!r}: is their row one of the data?")
        return Names(row, row + 1, names, tuple(notes))

    def _without_names(self, first: int, *notes: str) -> Names:
        return Names(None, first, [f"column {i + 1}" for i in range(len(self.columns))], notes)

    def _like_data(self, row: int) -> list[str]:
        """The cells of a row that are numbers, but no years."""
        numbers = [text for text in self._texts(row) if as_numbers([text]) is not None]
        only = len(numbers) == self.widths[row]
        return [text for text in numbers if only or not text.isdecimal() or int(text) not in _YEARS]

    def _widest(self, name: str) -> int:
        """The first row that is as wide as most."""
        reach = len(self.columns) - 1 - np.argmax(self.there[::-1], axis=0)
        usual_reach, usual = np.median(reach[self.filled]), np.median(self.widths[self.filled])
        wide = [
            int(row)
            for row in self.filled[:_LOOKED_AT]
            if self.widths[row] > min(1, len(self.columns) - 1)
            and (reach[row] >= usual_reach or self.widths[row] >= _WIDE * usual)
            and not self._is_key(row)
        ]
        several = self.filled[self.widths[self.filled] > min(1, len(self.columns) - 1)]
        if not len(several):
            raise UnreadableError(f"{name} has no row of column names: write them above the rows of the table")
        return self._below_blocks(wide[0] if wide else int(several[0]))

    def _below_blocks(self, row: int) -> int:
        """The row, or the first of a much longer block below the row's own, if that one holds names."""
        starts = np.flatnonzero(np.diff(self.filled) > 1) + 1
        blocks = [block for block in np.split(self.filled, starts) if block[-1] >= row]
        for block, following in itertools.pairwise(blocks):
            if len(following) < _LONGER * len(block) or not self._differs(following):
                break
            row = int(following[0])
        return row

    def _differs(self, block: np.ndarray) -> bool:
        """True where the first row of a block has the names of columns of numbers, or of values that repeat."""
        row, below = int(block[0]), block[1:]
        if not self._names_columns(row):
            return False
        for column in self.columns:
            used = np.unique(column.places[below])
            values = [column.cells[i] for i in used if column.cells[i] is not None]
            if values and (len(values) <= len(below) / 2 or not any(isinstance(value, str) for value in values)):
                return True
        return False

    def _row(self, row: int) -> list[str]:
        """The cells of a row as text, empty where there is nothing."""
        cells = [column.cells[column.places[row]] for column in self.columns]
        return [(text or "").strip() for text in texts_of(cells)]

    def _texts(self, row: int) -> list[str]:
        return [text for text in self._row(row) if text]

    def _is_key(self, row: int) -> bool:
        """True for a key such as "Exported by:" and its value."""
        texts = self._texts(row)
        return len(texts) <= 2 and texts[0].endswith((":", "="))

    def _is_line(self, row: int) -> bool:
        """True for a line of text below a table: one cell, or a key and its value."""
        return self.widths[row] == 1 or self._is_key(row)

    def _names_columns(self, row: int, groups: Sequence[str] = ()) -> bool:
        """True where the cells of a row, each with its group, are different texts that do not occur again below."""
        labels = self._row(row)
        joined = [_joined(group, label) for group, label in zip(groups or [""] * len(labels), labels, strict=True)]
        used = [label for label in joined if label]
        texts = all(
            isinstance(c.cells[c.places[row]], str)
            for c, there in zip(self.columns, self.there[:, row], strict=True)
            if there
        )
        return texts and len(set(used)) == len(used) and not any(self._occurs_again(row))

    def _occurs_again(self, row: int) -> list[bool]:
        """For each cell of a row that holds something, whether its column has it again below."""
        return [
            bool((column.places[row + 1 :] == column.places[row]).any())
            for column, there in zip(self.columns, self.there[:, row], strict=True)
            if there
        ]

    def _next(self, row: int) -> int | None:
        """The row right below, if it holds something."""
        return row + 1 if row + 1 < self.there.shape[1] and self.widths[row + 1] else None

    def _groups_above(self, row: int) -> list[str] | None:
        """The group of each column by the row right above; None where that is no row of groups."""
        return self._groups(row - 1, row) if row and self.widths[row - 1] else None

    def _groups(self, row: int, lower: int) -> list[str] | None:
        """The group of each column by a row above one of names, empty where it has none; None if it is no such row."""
        there, n_columns = self.there[:, row], len(self.columns)
        spans = [(a[1], b[1]) for a, b in self.merged if a[0] == row == b[0] and b[1] > a[1] and there[a[1]]]
        spans = [(left, min(right, n_columns - 1)) for left, right in spans]
        if self.merged or spans:
            if not any(right - left + 1 < n_columns and (left or there.sum() > 1) for left, right in spans):
                return None
        else:
            at = np.flatnonzero(there).tolist()
            gaps = [b - a for a, b in itertools.pairwise(at)]
            if len(at) < 2 or max(gaps) < 2 or self.widths[lower] <= len(at) or not self.there[at[0] :, lower].all():
                return None
            spans = [(a, b - 1) for a, b in zip(at, [*at[1:], n_columns], strict=True)]
        labels = self._row(row)
        groups = list(labels)
        for left, right in spans:
            groups[left : right + 1] = [labels[left]] * (right - left + 1)
        return groups if self._names_columns(lower, groups) else None

    def _titles(self, first: int, row: int) -> tuple[str, ...]:
        """A note on the rows above the names."""
        above = self.filled[self.filled < first]
        if not len(above):
            return ()
        text = self._texts(int(above[0]))[0]
        rows = f"Row {above[0] + 1}, {text!r}, was" if len(above) == 1 else f"The rows above, from {text!r} on, were"
        return (f"{rows} taken for a title: the column names are in row {row + 1:,}.",)


def _joined(group: str, label: str) -> str:
    """The name of a column after that of its group."""
    return f"{group}{_SEPARATOR}{label}" if group and label and group != label else label or group


def _is_there(column: TypedColumn) -> np.ndarray:
    """(n,) bool: rows with a cell that holds something."""
    return np.array([cell is not None for cell in column.cells], dtype=bool)[column.places]
