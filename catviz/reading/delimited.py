"""Delimited text: from the bytes of a file to its header and columns, or one sentence on why not."""

from __future__ import annotations

import codecs
import csv
import io
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from pyarrow import csv as arrow_csv

from catviz.reading.file_kinds import TEXT, kind_of
from catviz.reading.limits import Limits
from catviz.table.codebook import label_text
from catviz.table.column_roles import as_numbers

_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_BLANK = " \t\r\n"
_ABSENT = "\x1f\x1e\x1d\x1c\x01\x02\x03"
_SAMPLE = 1 << 20
_END = "\x02catviz: end of file\x03"


class UnreadableError(ValueError):
    """A file that cannot be read as a table: one sentence with the column or line, the value and the remedy."""


@dataclass(frozen=True, eq=False)
class Fields:
    """A delimited text taken apart.

    Attributes
    ----------
    encoding : str
    delimiter : str or None
        None where there is one column.
    header : list of str
        Column names, each once and none empty.
    columns : list of (n,) DictionaryArray of bytes (UTF-8)
        The cells of each column, header left out.
    notes : list of str
        What was found out and why, in sentences.
    lead : int
        Blank lines before the header.
    """

    encoding: str
    delimiter: str | None
    header: list[str]
    columns: list[pa.DictionaryArray]
    notes: list[str]
    lead: int


def split_fields(
    data: bytes,
    name: str,
    delimiter: str | None,
    encoding: str | None,
    limits: Limits,
    named: bool = True,
    decimal: str | None = None,
) -> Fields:
    """The fields of a delimited text; delimiter and encoding are found out where None.

    ``named`` says whether the first line names the columns. A delimiter that is found out is not the ``decimal`` sign.

    UnreadableError, with ``name`` for the file, where it is no delimited text, ragged, or beyond the limits.
    """
    check_bytes(name, len(data), limits)
    _check_kind(data, name)
    text, encoding, note = _decoded(data, name, encoding)
    _check_text(text, name)
    text, lead = _without_blank_start(text, name)
    delimiter, why = _delimiter(text, delimiter, decimal)
    header, header_notes = _header(text, delimiter, name, limits, named)
    columns = _parsed(text, delimiter, len(header), name, limits, lead, named)
    notes = [note, why, *header_notes]
    if '"' not in text and _n_lines(text) > len(columns[0]) + named:
        notes.append(f"Empty lines skipped: {_n_lines(text) - len(columns[0]) - named:,}.")
    return Fields(encoding, delimiter, header, columns, notes, lead)


# the file as text


def check_bytes(name: str, size: int, limits: Limits) -> None:
    """UnreadableError where a file is larger than the limit."""
    if size > limits.bytes:
        raise UnreadableError(
            f"{name} has {size / 2**20:,.1f} MB, where {limits.bytes / 2**20:,.1f} MB is the limit: "
            "leave out rows or columns and choose the smaller file"
        )


def check_cells(name: str, label: str, texts: Sequence[str | None], places: np.ndarray, limits: Limits) -> None:
    """UnreadableError where a text of a column is longer than the limit, with the first row that has it."""
    for i, text in enumerate(texts):
        if text is not None and len(text) > limits.characters and (places == i).any():
            row = int(np.argmax(places == i)) + 1
            raise UnreadableError(
                f"{name} has {len(text):,} characters in column {label[:60]!r}, row {row:,}, where "
                f"{limits.characters:,} is the limit: shorten the cell or leave out the column"
            )


def too_many(name: str, count: int, what: str, limits: Limits) -> UnreadableError:
    """The refusal of more rows or columns than the limit."""
    limit, remedy = {
        "rows": (limits.rows, "draw a sample of the rows and choose that file"),
        "columns": (limits.columns, "leave out columns"),
    }[what]
    return UnreadableError(f"{name} has {count:,} {what}, where {limit:,} is the limit: {remedy}")


def _check_kind(data: bytes, name: str) -> None:
    """Refuse what is no delimited text by its first bytes, whatever the file is called."""
    kind = kind_of(data, name)
    if kind is not TEXT:
        remedy = kind.remedy or "read it with catviz.read_table"
        raise UnreadableError(f"{name} is {kind.what}, not delimited text: {remedy}")


def _check_text(text: str, name: str) -> None:
    if "\0" in text:
        line = _n_lines(text[: text.index("\0")] + ".")
        raise UnreadableError(
            f"{name} has a NUL byte in line {line:,}, so it is no text or damaged: save it as UTF-8 CSV"
        )
    if text[:512].lstrip().casefold().startswith(("<!doctype html", "<html")):
        raise UnreadableError(
            f"{name} is an HTML page, not delimited text: export the table as CSV and choose that file"
        )


def _decoded(data: bytes, name: str, encoding: str | None) -> tuple[str, str, str]:
    """(text, encoding, a sentence why)."""
    attempts: tuple[str, ...]
    if encoding is not None:
        attempts, note = (encoding,), f"Encoding {encoding}, as given."
    elif data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        attempts, note = ("utf-32",), "Encoding UTF-32, by its byte order mark."
    elif data.startswith(codecs.BOM_UTF8):
        attempts, note = ("utf-8-sig",), "Encoding UTF-8, by its byte order mark."
    elif data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        attempts, note = ("utf-16",), "Encoding UTF-16, by its byte order mark."
    elif wide := _utf16_by_zeros(data):
        attempts, note = (wide,), "Encoding UTF-16 without a byte order mark, since every other byte is zero."
    else:
        attempts, note = ("utf-8", "cp1252", "latin-1"), "Encoding UTF-8, since all bytes are valid in it."
    for attempt in attempts:
        try:
            text = _as_text(data, attempt)
            break
        except LookupError:
            raise UnreadableError(
                f"unknown encoding {attempt!r}: give a text encoding such as utf-8 or cp1252"
            ) from None
        except ValueError as error:
            place = f" at byte {error.start:,}" if isinstance(error, UnicodeDecodeError) else ""
            broken = f"{name} is not valid {attempt}{place}: choose another encoding or save the file as UTF-8"
    else:
        raise UnreadableError(broken)
    if encoding is None and attempt in ("cp1252", "latin-1"):
        note = "Encoding Windows-1252 (Latin-1), since the bytes are not valid UTF-8: look at letters with accents."
    return text.removeprefix("\ufeff"), attempt, note


def _as_text(data: bytes, encoding: str) -> str:
    """The bytes as text; lone surrogates, which no text can hold, are spelt out."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        if not codecs.lookup(encoding).name.startswith("utf-"):
            raise
        return label_text(data.decode(encoding, "surrogatepass"))


def _utf16_by_zeros(data: bytes) -> str | None:
    head = np.frombuffer(data[:4096], dtype=np.uint8)
    if len(data) % 2 or len(head) < 4:
        return None
    even, odd = (head[0::2] == 0).mean(), (head[1::2] == 0).mean()
    if max(even, odd) < 0.4 or min(even, odd) > 0.05:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _n_lines(text: str) -> int:
    breaks = text.count("\n") or text.count("\r")
    return breaks + (not text.endswith(("\n", "\r")))


# the text as columns


def _without_blank_start(text: str, name: str) -> tuple[str, int]:
    """(the text from its first line that is not blank, number of lines before)."""
    first = len(text) - len(text.lstrip(_BLANK))
    if first == len(text):
        raise UnreadableError(f"{name} is empty: choose a file with a line of column names and at least one row")
    start = max(text.rfind("\n", 0, first), text.rfind("\r", 0, first)) + 1
    return text[start:], _n_lines(text[:start]) if start else 0


def _delimiter(text: str, given: str | None, decimal: str | None) -> tuple[str | None, str]:
    """(delimiter or None for one column, a sentence why)."""
    if given is not None:
        if len(given) != 1 or not given.isascii() or given in '"\r\n\0':
            raise ValueError(f"delimiter {given!r} is not one character: give a comma, semicolon, tab, bar or the like")
        return given, f"Delimiter {_DELIMITERS.get(given, repr(given))}, as given."
    splits = []
    for place, delimiter in enumerate(sign for sign in _DELIMITERS if sign != decimal):
        counts = [len(record) for record in itertools.islice(_records(text[:_SAMPLE], delimiter), 200)]
        if len(counts) > 2 and len(text) > _SAMPLE:
            counts.pop()
        width, rows = counts[0] if counts else 1, counts[1:]
        agree = rows.count(width) / len(rows) if rows else 1.0
        uniform = len(set(rows)) == 1 and rows[0] > 1
        if width > 1 or uniform:
            splits.append((width > 1, agree, width, -place, delimiter))
    if not splits:
        return None, "Only one column: no comma, semicolon, tab or bar parts the first line."
    _, agree, width, _, delimiter = max(splits)
    lines = "the first lines have" if agree == 1 else "the first line has"
    return delimiter, f"Delimiter {_DELIMITERS[delimiter]}: with it, {lines} {width:,} fields."


def _records(text: str, delimiter: str | None) -> Iterator[list[str]]:
    """Records of a text that are not blank; ends early where a field is too long to be one."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter or _unused(text))
    try:
        yield from (record for record in reader if any(cell.strip(_BLANK) for cell in record) or len(record) > 1)
    except csv.Error:
        return


def _unused(text: str) -> str:
    """A delimiter for a file without one."""
    return next((sign for sign in _ABSENT if sign not in text), "\x04")


def _header(text: str, delimiter: str | None, name: str, limits: Limits, named: bool) -> tuple[list[str], list[str]]:
    """(column names, notes)."""
    first = next(_records(text[:_SAMPLE], delimiter), [])
    if not first:
        raise UnreadableError(f"{name} has a first line that is no header: begin it with a line of column names")
    if not named:
        if len(first) > limits.columns:
            raise too_many(name, len(first), "columns", limits)
        return [f"column {i + 1}" for i in range(len(first))], ["The first line is a row, as given."]
    header, notes = checked_names(first, name, limits)
    if as_numbers(header) is not None:
        notes.append(f"The first line, read as column names, holds only numbers such as {header[0]!r}: is it a row?")
    return header, notes


def checked_names(names: Sequence[str], name: str, limits: Limits) -> tuple[list[str], list[str]]:
    """(column names, each once and none empty; notes on those that had none); UnreadableError where one is twice."""
    header, notes = [label_text(cell).strip() for cell in names], []
    refuse_long_names(header, name, limits)
    if len(header) > limits.columns:
        raise too_many(name, len(header), "columns", limits)
    places: dict[str, int] = {}
    for i, label in enumerate(header):
        if label and places.setdefault(label, i) < i:
            raise UnreadableError(
                f"{name} has the column name {label!r} twice, in columns {places[label] + 1} and {i + 1}: rename one"
            )
    for i in [i for i, label in enumerate(header) if not label]:
        label = f"column {i + 1}"
        if label in places:
            raise UnreadableError(f"{name} has no name for column {i + 1} and one elsewhere called {label!r}: name it")
        header[i] = label
        notes.append(f"Column {i + 1} has no name and is called {label!r}.")
    return header, notes


def refuse_long_names(names: Sequence[str], name: str, limits: Limits) -> None:
    """UnreadableError where the name of a column is longer than a cell may be."""
    for i, label in enumerate(names):
        if len(label) > limits.characters:
            raise UnreadableError(
                f"{name} has {len(label):,} characters in the name of column {i + 1}, where {limits.characters:,} is "
                "the limit: shorten the name"
            )


def _parsed(
    text: str, delimiter: str | None, width: int, name: str, limits: Limits, lead: int, named: bool
) -> list[pa.DictionaryArray]:
    """The cells of each column, header left out, as codes against its different values (UTF-8)."""
    if '"' not in text and _n_lines(text) > limits.rows + named:
        raise too_many(name, _n_lines(text) - named, "rows", limits)
    separator = delimiter or _unused(text)
    # a last record of our own: it makes every line end, and goes amiss where a quote never closes
    end = separator.join([_END] + [""] * (width - 1))
    data = f"{text}\n{end}\n".encode()
    numbers = [str(i) for i in range(width)]
    try:
        parsed = arrow_csv.read_csv(
            pa.BufferReader(data),
            read_options=arrow_csv.ReadOptions(
                use_threads=False,
                block_size=min(len(data) + 1, 2**31 - 1),
                column_names=numbers,
                skip_rows_after_names=int(named),
            ),
            parse_options=arrow_csv.ParseOptions(
                delimiter=separator, newlines_in_values=True, invalid_row_handler=_skip_blank
            ),
            convert_options=arrow_csv.ConvertOptions(
                check_utf8=False, column_types=dict.fromkeys(numbers, pa.dictionary(pa.int32(), pa.binary()))
            ),
        )
    except pa.ArrowException:
        raise _badly_formed(text, delimiter, width, name, lead) from None
    columns = [column.combine_chunks() for column in parsed.columns]
    if not len(columns[0]) or columns[0][-1].as_py() != _END.encode():
        raise _badly_formed(text, delimiter, width, name, lead)
    columns = [column.slice(0, len(column) - 1) for column in columns]
    if not len(columns[0]):
        raise UnreadableError(f"{name} has a line of column names but no rows: choose a file with at least one row")
    if len(columns[0]) > limits.rows:
        raise too_many(name, len(columns[0]), "rows", limits)
    return columns


def _skip_blank(row: arrow_csv.InvalidRow) -> str:
    return "error" if row.text.strip(_BLANK) else "skip"


def _badly_formed(text: str, delimiter: str | None, width: int, name: str, lead: int) -> UnreadableError:
    """What is wrong with a text whose records do not fit the header, read once more slowly to name the line."""
    reader = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=delimiter or _unused(text))
    start = 1
    try:
        for record in reader:
            if record and _END in record[-1]:
                break
            blank = len(record) < 2 and not any(cell.strip(_BLANK) for cell in record)
            if not blank and len(record) != width:
                return UnreadableError(
                    f"{name} has {len(record):,} instead of {width:,} fields in line {start + lead:,}: "
                    "correct that line, put text that contains the delimiter in quotes, or choose another delimiter"
                )
            start = reader.line_num + 1
    except csv.Error:
        pass
    return UnreadableError(f'{name} has a quote (") in line {start + lead:,} that is never closed: close or remove it')
