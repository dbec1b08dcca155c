"""Delimited text files as columns, and the rows below their names that are no data: full questions, or units."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

from catviz.reading.delimited import Fields, split_fields
from catviz.reading.inspected import InspectedFile, inspected
from catviz.reading.limits import LIMITS, Limits
from catviz.table.codebook import MISSING_TOKENS, MissingTokens, listed
from catviz.table.column_roles import as_numbers
from catviz.table.dates import date_forms

#: Numbers by the sign before their decimals; the other sign may part thousands.
_PARTED = {
    ",": re.compile(r"[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?", re.ASCII),
    ".": re.compile(r"[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?", re.ASCII),
}
#: Rows below the first one that it takes to judge it.
FEWEST_ROWS = 5
#: Rows below that it takes if a single column holds numbers or dates: a case can have an unknown one by chance.
ROWS_FOR_ONE = 20
#: How the cells of a further row of names begin that Qualtrics writes.
_IMPORT = '{"ImportId"'
#: A name, different texts, and the (n,) place of each cell among them, -1 where there is none.
Texts = tuple[str, Sequence[str | None], np.ndarray]


def inspect_csv(
    data: bytes,
    name: str,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    missing: Sequence[str] = MISSING_TOKENS,
    limits: Limits = LIMITS,
    header: bool = True,
    decimal: str | None = None,
) -> InspectedFile:
    """What the bytes of a delimited text file hold, and what each column is taken for.

    Parameters
    ----------
    data : bytes
        The file as it is.
    name : str
        The file's name, for messages.
    delimiter, encoding : str, optional
        Found out where not given: by consistency among ``, ; tab |``, and by byte order mark, UTF-8, Windows-1252.
    missing : sequence of str
        Cells read as missing.
    limits : Limits
        Rows, columns, values and bytes at most.
    header : bool
        False where the first line is a row. Otherwise a line of full texts below the column names is found out, see
        :func:`catviz.reading.csv_files.second_header`.
    decimal : {",", "."}, optional
        The sign before decimals: the other one parts thousands. Found out where not given.

    Returns
    -------
    InspectedFile
        Change its columns where they are taken for something else, then ask it for the ``table``.

    Raises
    ------
    UnreadableError
        Not a table, or beyond the limits.

    Examples
    --------
    >>> u = inspect_csv(b"size,paid\\nS,yes\\nM,no\\nL,no\\nM,?\\n", "toy.csv")
    >>> [(c.name, c.role, c.order, c.n_missing) for c in u.columns]
    [('size', 'ordered', ('S', 'M', 'L'), 0), ('paid', 'category', (), 1)]
    """
    if decimal not in (None, ",", "."):
        raise ValueError(f"decimal is {decimal!r}: give a comma or a point")
    fields = split_fields(data, name, delimiter, encoding, limits, header, decimal)
    columns = columns_of(fields)
    n_header, full_texts, notes = second_header(columns, missing) if header else (0, {}, [])
    columns = [(label, texts, places[n_header:]) for label, texts, places in columns]
    if decimal is not None:
        columns = [(label, _with_points(texts, places, decimal, missing), places) for label, texts, places in columns]
    read = inspected(name, columns, len(columns[0][2]), [*fields.notes, *notes], missing, limits)
    return replace(read, encoding=fields.encoding, delimiter=fields.delimiter, full_texts=full_texts)


def columns_of(fields: Fields) -> list[tuple[str, list[str], np.ndarray]]:
    """The columns of a delimited text as `inspected` takes them."""
    return [(label, *_texts(column)) for label, column in zip(fields.header, fields.columns, strict=True)]


def _texts(column: pa.DictionaryArray) -> tuple[list[str], np.ndarray]:
    """(different texts, place of each cell) of a column of UTF-8."""
    texts = [cell.decode() for cell in column.dictionary.to_pylist()]
    return texts, column.indices.to_numpy(zero_copy_only=False)


def _with_points(texts: list[str], places: np.ndarray, decimal: str, missing: Sequence[str]) -> list[str]:
    """Numbers with a point before their decimals and nothing between thousands, if all texts that occur are numbers."""
    tokens, occurring = MissingTokens(missing), np.bincount(places, minlength=len(texts)) > 0
    stripped = [text.strip() for text in texts]
    used = [text for text, occurs in zip(stripped, occurring, strict=True) if occurs]
    if not all(text in tokens or _PARTED[decimal].fullmatch(text) for text in used):
        return texts
    other = {",": ".", ".": ","}[decimal]
    return [text if text in tokens else text.replace(other, "").replace(",", ".") for text in stripped]


def second_header(columns: Sequence[Texts], missing: Sequence[str]) -> tuple[int, dict[str, str], list[str]]:
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


def _cell(column: Texts, row: int) -> str:
    """The text of a cell; empty where there is none."""
    _, texts, places = column
    return "" if len(places) <= row or places[row] < 0 else (texts[places[row]] or "").strip()


def _alien(cells: Sequence[tuple[Texts, str]], tokens: MissingTokens, n_columns: int) -> bool:
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
