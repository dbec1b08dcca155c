"""Rows between the column names and the data: the questions in full, as survey tools export them, or units."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catviz.table.codebook import listed
from catviz.table.column_roles import as_numbers
from catviz.table.dates import date_forms
from catviz.table.missing import MissingTokens

FEWEST_ROWS = 5
"""Rows below the first one that it takes to judge it."""
ROWS_FOR_ONE = 20
"""Rows below that it takes if a single column holds numbers or dates: a case can have an unknown one by chance."""
_IMPORT = '{"ImportId"'
"""How the cells of a further row of names begin that Qualtrics writes."""

Column = tuple[str, Sequence[str | None], np.ndarray]
"""A name, different texts, and the (n,) place of each cell among them, -1 where there is none."""


def second_header(columns: Sequence[Column], missing: Sequence[str]) -> tuple[int, dict[str, str], list[str]]:
    """How many of the first rows describe the columns, what they say in full, and a note.

    The first row does if each of its cells occurs once in its column and no two of them agree, none is a number or date
    where all others of the column are, and at least one is a word there. A second such column, or one of text whose
    other cells repeat, has to say the same. With one column of numbers or dates, the first row must also have a cell in
    every column and `ROWS_FOR_ONE` rows below. So a case whose only number is unknown is not taken for a header.

    Parameters
    ----------
    columns : sequence of (name, different texts, places)
    missing : sequence of str
        Texts read as missing.

    Returns
    -------
    tuple of int, dict, list of str
        0 to 2 rows; the full text of each column whose name is another; the note, if there are such rows.
    """
    tokens = MissingTokens(missing)
    first = {i: text for i, column in enumerate(columns) if (text := _cell(column, 0)) and text not in tokens}
    n_rows = len(columns[0][2]) if columns else 0
    if n_rows <= FEWEST_ROWS or len(first) < 2 or len(set(first.values())) < len(first):
        return 0, {}, []
    if any((columns[i][2] == columns[i][2][0]).sum() > 1 for i in first):
        return 0, {}, []
    of_tool = [_cell(columns[i], 1).startswith(_IMPORT) for i in first]
    n_header = 2 if sum(of_tool) > len(first) / 2 else 1
    if n_header == 1 and not _alien([(columns[i], text) for i, text in first.items()], tokens, len(columns)):
        return 0, {}, []
    full = {columns[i][0]: text for i, text in first.items() if text != columns[i][0]}
    note = (
        f"The row below the column names, with {listed(list(first.values())[:2])}, is no data: its cells are words "
        "where the other rows hold numbers, dates or repeated values. It is kept as the full texts of the columns."
    )
    return n_header, full, [note]


def _cell(column: Column, row: int) -> str:
    """The text of a cell; empty where there is none."""
    _, texts, places = column
    return "" if len(places) <= row or places[row] < 0 else (texts[places[row]] or "").strip()


def _alien(cells: Sequence[tuple[Column, str]], tokens: MissingTokens, n_columns: int) -> bool:
    """True where the cells of the first row, of so many columns in all, are of another kind than those below."""
    measured = repeated = 0
    for (_, texts, places), text in cells:
        below = places[1:][places[1:] >= 0]
        values = [value for i in np.unique(below) if (value := (texts[i] or "").strip()) and value not in tokens]
        if values and _is_measured(values):
            if _is_measured([text]):
                return False
            measured += 1
        elif len(values) <= len(below) / 2:
            repeated += 1
    enough = len(cells) == n_columns and len(cells[0][0][2]) > ROWS_FOR_ONE
    return measured >= 2 or (measured == 1 and repeated >= 1 and enough)


def _is_measured(values: Sequence[str]) -> bool:
    """True where all are numbers, or all are dates."""
    return as_numbers(values) is not None or bool(date_forms(values))
