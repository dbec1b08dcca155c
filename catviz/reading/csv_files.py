"""Delimited text files as columns, and the rows below their names that are no data: full questions, or units."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from catviz.parameters import whole_numbers
from catviz.reading.delimited import Fields, Header, checked_names, split_fields
from catviz.reading.doubts import ROWS, Answer, Question
from catviz.reading.inspected import InspectedFile, inspected
from catviz.reading.limits import LIMITS, Limits
from catviz.reading.names_row import Described, described_by, describing_rows
from catviz.table.codebook import MISSING_TOKENS, MissingTokens

#: Numbers by the sign before their decimals; the other sign may part thousands.
_PARTED = {
    ",": re.compile(r"[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?", re.ASCII),
    ".": re.compile(r"[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?", re.ASCII),
}
_AS_TEXT = re.compile(r'="(.*)"', re.S)


@whole_numbers("skip")
def inspect_csv(
    data: bytes,
    name: str,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    missing: Sequence[str] = MISSING_TOKENS,
    limits: Limits = LIMITS,
    header: Header = None,
    skip: int = 0,
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
        Found out where not given: by consistency among ``, ; tab |`` and others, and by marks, UTF-8 and a detector.
    missing : sequence of str
        Cells read as missing.
    limits : Limits
        Rows, columns, values and bytes at most.
    header : bool, int or sequence of int, optional
        True where the first line names the columns, False where it is a row, or the line of the names, from 1; of
        several lines, those after the first describe the columns. Where not given, it is found out, as are rows below
        the names that describe the columns, see :func:`catviz.reading.names_row.describing_rows`.
    skip : int
        Lines to leave out first.
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
    text = read_text(data, name, delimiter, encoding, missing, limits, header, decimal, skip)
    columns = [(label, texts, places[text.described.rows :]) for label, texts, places in text.columns]
    if decimal is not None:
        columns = [(label, _with_points(texts, places, decimal, missing), places) for label, texts, places in columns]
    read = inspected(name, columns, len(columns[0][2]), text.notes, missing, limits)
    return replace(
        read,
        encoding=text.fields.encoding,
        delimiter=text.fields.delimiter,
        full_texts=text.described.full_texts or {},
        doubts=(*text.doubts, *read.doubts),
    )


@dataclass(frozen=True, eq=False)
class Text:
    """A delimited text with its rows that are no data told apart.

    Attributes
    ----------
    fields : Fields
    columns : list of (name, different texts, (n,) place of each cell)
        With the rows that describe them.
    described : Described
        What these rows say.
    doubts : tuple of Question
    notes : list of str
    """

    fields: Fields
    columns: list[tuple[str, list[str], np.ndarray]]
    described: Described
    doubts: tuple[Question, ...]
    notes: list[str]


@whole_numbers("skip")
def read_text(
    data: bytes,
    name: str,
    delimiter: str | None,
    encoding: str | None,
    missing: Sequence[str],
    limits: Limits,
    header: Header = None,
    decimal: str | None = None,
    skip: int = 0,
) -> Text:
    """A delimited text as columns with their names, before anything is said of its values; see `inspect_csv`."""
    fields = split_fields(data, name, delimiter, encoding, limits, header, decimal, skip)
    columns = columns_of(fields)
    if fields.n_describing is None:
        described = describing_rows(columns, missing, fields.unnamed)
    else:
        described = replace(described_by(columns, fields.n_describing), note="")
    called = described.names or {}
    names, _ = checked_names([called.get(label, label) for label, _, _ in columns], name, limits)
    columns = [(label, texts, places) for label, (_, texts, places) in zip(names, columns, strict=True)]
    doubts = (*fields.doubts, *about_described(described, fields.lead + 1))
    return Text(fields, columns, described, doubts, [*fields.notes, *([described.note] if described.note else [])])


def about_described(described: Described, line: int) -> list[Question]:
    """Whether the row below the names, in a line of the file, is a case."""
    if described.sure:
        return []
    shown = ", ".join(described.first[:4])
    words = f"is the row below the names, “{shown}”, a case? Its cells are words where the others are numbers or dates."
    case = Answer("A case", settings=(("header", line),))
    return [Question("row below the names", words, (case,), (), "Texts of the columns", ROWS)]


def columns_of(fields: Fields) -> list[tuple[str, list[str], np.ndarray]]:
    """The columns of a delimited text as `inspected` takes them."""
    return [(label, *_texts(column)) for label, column in zip(fields.header, fields.columns, strict=True)]


def _texts(column: pa.DictionaryArray) -> tuple[list[str], np.ndarray]:
    """(different texts, place of each cell) of a column of UTF-8."""
    texts = [cell.decode() for cell in column.dictionary.to_pylist()]
    if pc.any(pc.starts_with(column.dictionary, pattern='="')).as_py():
        texts = [cell_text(text) for text in texts]
    return texts, column.indices.to_numpy(zero_copy_only=False)


def cell_text(text: str) -> str:
    """A cell as it is meant: spreadsheets write ="001" for a text 001."""
    match = _AS_TEXT.fullmatch(text)
    return match[1] if match else text


def _with_points(texts: list[str], places: np.ndarray, decimal: str, missing: Sequence[str]) -> list[str]:
    """Numbers with a point before their decimals and nothing between thousands, if all texts that occur are numbers."""
    tokens, occurring = MissingTokens(missing), np.bincount(places, minlength=len(texts)) > 0
    stripped = [text.strip() for text in texts]
    used = [text for text, occurs in zip(stripped, occurring, strict=True) if occurs]
    if not all(text in tokens or _PARTED[decimal].fullmatch(text) for text in used):
        return texts
    other = {",": ".", ".": ","}[decimal]
    return [text if text in tokens else text.replace(other, "").replace(",", ".") for text in stripped]
