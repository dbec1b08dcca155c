"""Delimited text: from the bytes of a file to its header and columns, or one sentence on why not."""

from __future__ import annotations

import csv
import io
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from catviz.reading.dialects import (
    BLANK,
    RECORDS,
    Dialect,
    dialect_of,
    first_lines,
    lines_of,
    numbered_records,
    plain_text,
    sample_of,
    unused,
    written,
)
from catviz.reading.doubts import ROWS, Answer, Question
from catviz.reading.encodings import UndecodableError, decoded
from catviz.reading.file_kinds import TEXT, kind_of
from catviz.reading.limits import Limits
from catviz.reading.names_row import FEWEST_ROWS, NamesRow, find_names
from catviz.table.codebook import label_text
from catviz.table.column_roles import tell_rows_apart
from catviz.table.numbers import as_numbers
from catviz.wording import number_of

#: The sign that ends files of DOS.
_END_OF_DOS = "\x1a"
#: What a file is read as that no sign parts, and a sign that none has.
ONE_COLUMN, _NO_SIGN = "One column", "\x1f"
_END = "\x02catviz: end of file\x03"
#: The share of lines that have a field more than there are names, at least, to have row names.
_MOSTLY = 0.9
#: What a column of R's row names is called.
ROW_NAMES = "(row names)"
#: Which row names the columns: found out (None), the first one (True), none (False), or one by its line, from 1; of
#: several lines, those after the first describe the columns.
Header = bool | int | Sequence[int] | None


class UnreadableError(ValueError):
    """A file that cannot be read as a table: one sentence with the column or line, the value and the remedy."""


@dataclass(frozen=True, eq=False)
class Fields:
    """A delimited text taken apart.

    Attributes
    ----------
    encoding : str
    delimiter : str or None
        None where there is one column, or blanks part columns below a text.
    header : list of str
        Column names, each once and none empty.
    columns : list of (n,) DictionaryArray of bytes (UTF-8)
        The cells of each column, header left out.
    notes : list of str
        What was found out and why, in sentences.
    lead : int
        Lines before the header, or before the first case where there is none.
    doubts : tuple of Question
        About the encoding, and the line of the names.
    unnamed : tuple of int
        Columns without a name in the file.
    n_describing : int or None
        Rows below the names that describe the columns, where given.
    named : bool
        True where a row names the columns.
    in_blocks : bool
        True where the file can be read on from ``lead`` as it is, block by block.
    """

    encoding: str
    delimiter: str | None
    header: list[str]
    columns: list[pa.DictionaryArray]
    notes: list[str]
    lead: int
    doubts: tuple[Question, ...] = ()
    unnamed: tuple[int, ...] = ()
    n_describing: int | None = None
    named: bool = True
    in_blocks: bool = True


def split_fields(
    data: bytes,
    name: str,
    delimiter: str | None,
    encoding: str | None,
    limits: Limits,
    header: Header = None,
    decimal: str | None = None,
    skip: int = 0,
) -> Fields:
    """The fields of a delimited text; delimiter, encoding and the row of names are found out where None.

    ``skip`` lines are left out first. A delimiter that is found out is not the ``decimal`` sign.

    UnreadableError, with ``name`` for the file, where it is no delimited text, ragged, or beyond the limits.
    """
    check_bytes(name, len(data), limits)
    _check_kind(data, name)
    try:
        text, encoding, note, asked = decoded(data, encoding)
    except LookupError:
        raise UnreadableError(f"unknown encoding {encoding!r}: give a text encoding such as utf-8 or cp1252") from None
    except UndecodableError as error:
        raise UnreadableError(f"{name} {error}") from None
    text = text.rstrip(_END_OF_DOS)
    _check_text(text, name)
    text, lead = _from_first_line(text, name, skip)
    begun, named_sign, comments = first_lines(text)
    lead += _n_before(text, begun)
    text, more = _from_first_line(begun, name, 0)
    lead += more
    dialect = dialect_of(text, delimiter if delimiter is not None else named_sign, decimal)
    plain, sign = plain_text(text, dialect)
    first = itertools.islice(numbered_records(sample_of(text), dialect), RECORDS)
    records = [(record, line + lead) for record, line in first]
    if not records:
        raise UnreadableError(f"{name} has a first line that is no header: begin it with a line of column names")
    row, n_describing = _names_row(records, header, name)
    line = records[row.place][1]
    doubts = (*asked, *_about_first_line(row, records[row.place], header))
    if dialect.delimiter is None and _has_blanks_below(records):
        about, is_below = _about_blanks(records), header is None and _n_alike(records) >= len(records) / 2
        if is_below:
            below = split_fields(data, name, " ", encoding, limits, header, decimal, records[-_n_alike(records)][1] - 1)
            return replace(below, delimiter=None, doubts=(*about, *below.doubts), in_blocks=False)
        doubts += about
    width, names, said = _names_of(row, records, limits, name)
    body = _from_record(plain, sign, row.place)
    columns, filled = _parsed(body, sign, width, name, limits, line - 1, bool(row.names))
    notes = [note, dialect.why, dialect.note, *_about_above(row, comments, line), *said, filled]
    unnamed = tuple(i for i, label in enumerate(names) if not label)
    kept = [i for i in range(width) if names[i] or not _is_empty(columns[i])] or [0]
    if len(kept) < width:
        columns, names = [columns[i] for i in kept], [names[i] for i in kept]
        unnamed = tuple(i for i, label in enumerate(names) if not label)
        notes.append(f"{number_of(width - len(kept), 'column')} without a name or a cell left out.")
    called, more_notes = checked_names(names, name, limits, bool(row.names))
    columns, empty = _without_empty(columns)
    skipped = 0 if '"' in body else max(_n_lines(body) - len(columns[0]) - empty - bool(row.names), 0)
    if skipped + empty:
        notes.append(f"Empty lines skipped: {skipped + empty:,}.")
    in_blocks = dialect.is_plain and not filled and len(kept) == width
    return Fields(
        encoding,
        dialect.delimiter,
        called,
        columns,
        [sentence for sentence in (*notes, *more_notes) if sentence],
        line - 1,
        doubts,
        unnamed,
        n_describing,
        bool(row.names),
        in_blocks,
    )


def _n_before(text: str, end: str) -> int:
    """The lines that a text has before its end."""
    return len(lines_of(text[: len(text) - len(end)]))


def _names_row(records: Sequence[tuple[list[str], int]], header: Header, name: str) -> tuple[NamesRow, int | None]:
    """(the row of names among records with their lines, how many rows below it describe the columns if given)."""
    cells = [record for record, _ in records]
    if header is None:
        return find_names(cells), None
    if header is False:
        return NamesRow(0, ()), 0
    if header is True:
        return NamesRow(0, tuple(cells[0])), None
    lines = [header] if isinstance(header, int) else list(header)
    places = {line: i for i, (_, line) in enumerate(records)}
    if not lines or lines[0] not in places:
        raise ValueError(
            f"no names in line {lines[0] if lines else 'none'} of {name}: give the line of the names, from 1"
        )
    place = places[lines[0]]
    title = tuple(" ".join(filter(None, (cell.strip() for cell in row))) for row in cells[:place])
    return NamesRow(place, tuple(cells[place]), title), len(lines) - 1


def _about_first_line(row: NamesRow, record: tuple[list[str], int], header: Header) -> list[Question]:
    """Whether the first line is a case or names the columns."""
    if not row.evidence or header is not None:
        return []
    cells, line = record
    shown = ", ".join(cell.strip() for cell in cells[:4]) + (", ..." if len(cells) > 4 else "")
    words = f"is the first line, “{shown}”, a row? {row.evidence[0].upper()}{row.evidence[1:]}."
    names = Answer("Names of the columns", settings=(("header", line),))
    case = Answer("A row", settings=(("header", False), *((("skip", line - 1),) if row.place else ())))
    as_read, other = ("A row", names) if not row.names else ("Names of the columns", case)
    return [Question("first line", words, (other,), (), as_read, ROWS)]


def _has_blanks_below(records: Sequence[tuple[list[str], int]]) -> bool:
    """Whether the last of the lines that no sign parts may be a table parted by blanks, with numbers."""
    fields, n = [record[0].split() for record, _ in records], _n_alike(records)
    return (
        len(fields[-1]) >= 2
        and n >= FEWEST_ROWS
        and any(as_numbers(column) is not None for column in zip(*fields[-n:], strict=True))
    )


def _about_blanks(records: Sequence[tuple[list[str], int]]) -> tuple[Question, ...]:
    """Whether lines are a table parted by blanks, below a text without such; not where one column tells all apart."""
    n, width = _n_alike(records), len(records[-1][0][0].split())
    line = records[-n][1]
    words = f"is this a table of one column? From line {line:,} on, lines have {width:,} fields, parted by blanks."
    one = Answer(ONE_COLUMN, settings=(("delimiter", _NO_SIGN),))
    table = Answer(f"{width:,} columns", settings=(("delimiter", " "), ("skip", line - 1)))
    if n < len(records) / 2:
        return (Question("blanks", words, (table,), (), one.words, ROWS),)
    if tell_rows_apart(len({record[0] for record, _ in records}), len(records)):
        return ()
    return (Question("blanks", words, (one,), (), table.words, ROWS),)


def _n_alike(records: Sequence[tuple[list[str], int]]) -> int:
    """How many of the last lines have as many fields between blanks as the last one."""
    widths = [len(record[0].split()) for record, _ in reversed(records)]
    return next((i for i, width in enumerate(widths) if width != widths[0]), len(widths))


def _about_above(row: NamesRow, comments: Sequence[str], line: int) -> list[str]:
    """What stands above the names, as notes."""
    said = [text for text in (*comments, *row.title) if text]
    if not said:
        return []
    first = f"“{said[0][:80]}”" + (f" and {number_of(len(said) - 1, 'more line')}" if len(said) > 1 else "")
    return [f"{'The names of the columns are' if row.names else 'The first row is'} in line {line:,}; above: {first}."]


def _names_of(
    row: NamesRow, records: Sequence[tuple[list[str], int]], limits: Limits, name: str
) -> tuple[int, list[str], list[str]]:
    """(number of fields, a name each or an empty one, notes)."""
    below = [record for record, _ in records[row.place + bool(row.names) :]]
    given = len(records[row.place][0])
    names = list(row.names)[: max(given, *(i + 1 for i, cell in enumerate(row.names) if cell), 1)]
    usual, n_usual = Counter(map(len, below)).most_common(1)[0] if below else (given, 0)
    sure = usual == given + 1 and n_usual >= _MOSTLY * len(below)
    width = usual if sure or not row.names else given
    if width > limits.columns:
        raise too_many(name, width, "columns", limits)
    names = names[:width] if names else [f"column {i + 1}" for i in range(width)]
    if not row.names or len(names) == width:
        return width, names, []
    rows = [record for record in below if len(record) == width]
    tell_apart = len({record[0] for record in rows}) == len(rows)
    if width > given and tell_apart and any(record[-1].strip() for record in rows):
        return width, [ROW_NAMES, *names], ["Lines have one field more than there are names: the first are row names."]
    return width, [*names, *[""] * (width - len(names))], []


def _from_record(text: str, sign: str | None, place: int) -> str:
    """A plain text from one of its records on."""
    _, line = next(itertools.islice(numbered_records(text, Dialect(sign, "")), place, None))
    return "".join(lines_of(text)[line - 1 :]) if line > 1 else text


def _is_empty(column: pa.DictionaryArray) -> bool:
    """True where no cell of a column holds anything."""
    return bool(_are_blank(column.dictionary).all())


def _are_blank(cells: pa.Array) -> np.ndarray:
    """(n,) bool: cells of UTF-8 that hold nothing but blanks."""
    trimmed = pc.ascii_trim_whitespace(cells.cast(pa.string()))
    return np.asarray(pc.equal(pc.binary_length(trimmed), 0).to_numpy(zero_copy_only=False))


def _without_empty(columns: list[pa.DictionaryArray]) -> tuple[list[pa.DictionaryArray], int]:
    """(the columns without rows in which no cell holds anything, how many these are)."""
    empty: np.ndarray | None = None
    for column in sorted(columns, key=lambda column: len(column.dictionary)) if len(columns) > 1 else ():
        blank = np.flatnonzero(_are_blank(column.dictionary)).tolist()
        here = np.isin(column.indices.to_numpy(zero_copy_only=False), blank) if blank else None
        empty = here if empty is None or here is None else empty & here
        if empty is None or not empty.any():
            return columns, 0
    if empty is None or empty.all():
        return columns, 0
    kept = pa.array(np.flatnonzero(~empty))
    return [column.take(kept) for column in columns], int(empty.sum())


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


def _n_lines(text: str) -> int:
    breaks = text.count("\n") or text.count("\r")
    return breaks + (not text.endswith(("\n", "\r")))


# the text as columns


def _from_first_line(text: str, name: str, skip: int) -> tuple[str, int]:
    """(the text from its first line that is not blank, after some to skip; number of lines before)."""
    if skip:
        lines = lines_of(text)
        text = "".join(lines[skip:])
    first = len(text) - len(text.lstrip(BLANK))
    if first == len(text):
        raise UnreadableError(f"{name} is empty: choose a file with a line of column names and at least one row")
    start = max(text.rfind("\n", 0, first), text.rfind("\r", 0, first)) + 1
    return text[start:], skip + len(lines_of(text[:start]))


def checked_names(names: Sequence[str], name: str, limits: Limits, named: bool = True) -> tuple[list[str], list[str]]:
    """(column names, each once and none empty; notes on those that had none or were there twice)."""
    header, notes = [label_text(cell).strip() for cell in names], []
    if len(header) > 1 and all(len(label) > 2 and label[0] == label[-1] == "'" for label in header):
        header = [label[1:-1] for label in header]
    refuse_long_names(header, name, limits)
    if len(header) > limits.columns:
        raise too_many(name, len(header), "columns", limits)
    if not named:
        return header, ["The first line is a row: the columns have no names."]
    twice: dict[str, list[str]] = {}
    taken = set(header)
    seen: set[str] = set()
    for i, label in enumerate(header):
        called = label or f"column {i + 1}"
        if called in seen or (not label and called in taken):
            n = 2
            while (numbered := f"{called} ({n})") in taken:
                n += 1
            header[i] = numbered
            twice.setdefault(called, []).append(numbered)
        else:
            header[i] = called
        if not label:
            notes.append(f"Column {i + 1} has no name and is called {header[i]!r}.")
        seen.add(header[i])
        taken.add(header[i])
    for called, further in twice.items():
        if called in names:
            notes.append(f"The name {called!r} is there {len(further) + 1} times: the later ones have a number.")
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
) -> tuple[list[pa.DictionaryArray], str]:
    """(the cells of each column, header left out, as codes against its different values (UTF-8); a note)."""
    if '"' not in text and _n_lines(text) > limits.rows + named:
        raise too_many(name, _n_lines(text) - named, "rows", limits)
    note = ""
    columns = _columns(text, delimiter, width, named)
    if columns is None:
        filled, note = _filled(text, delimiter, width, lead)
        columns = _columns(filled, ",", width, named) if note else None
    if columns is None:
        raise _badly_formed(text, delimiter, width, name, lead)
    if not len(columns[0]):
        raise UnreadableError(f"{name} has a line of column names but no rows: choose a file with at least one row")
    if len(columns[0]) > limits.rows:
        raise too_many(name, len(columns[0]), "rows", limits)
    return columns, note


def _columns(text: str, delimiter: str | None, width: int, named: bool) -> list[pa.DictionaryArray] | None:
    """The columns of a text; None where its records do not fit."""
    separator = delimiter or unused(text)
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
                delimiter=separator, newlines_in_values=True, invalid_row_handler=skip_blank
            ),
            convert_options=arrow_csv.ConvertOptions(
                check_utf8=False, column_types=dict.fromkeys(numbers, pa.dictionary(pa.int32(), pa.binary()))
            ),
        )
    except pa.ArrowException:
        return None
    columns = [column.combine_chunks() for column in parsed.columns]
    if not len(columns[0]) or columns[0][-1].as_py() != _END.encode():
        return None
    first, *others = (column.slice(0, len(column) - 1) for column in columns)
    # the end was the last text to come
    return [pa.DictionaryArray.from_arrays(first.indices, first.dictionary[:-1]), *others]


def _filled(text: str, delimiter: str | None, width: int, lead: int) -> tuple[str, str]:
    """(the text as commas, lines that are too short filled; a note, empty where lines are too long for that)."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter or unused(text), strict=True)
    records, short, long, first, start = [], 0, 0, 0, 1
    try:
        for record in reader:
            here, start = start, reader.line_num + 1
            if len(record) < 2 and not any(cell.strip(BLANK) for cell in record):
                continue
            if len(record) > width:
                if any(cell.strip(BLANK) for cell in record[width:]):
                    return text, ""
                long += 1
            short += len(record) < width
            first = first or (here if len(record) != width else 0)
            records.append(record[:width])
    except csv.Error:
        return text, ""
    said = [
        f"{number_of(short, 'line')} shorter than the others, with missing cells at the end" if short else "",
        f"{number_of(long, 'line')} with delimiters at the end, which are left out" if long else "",
    ]
    note = f"{' and '.join(filter(None, said))}: the first is line {first + lead:,}."
    return written(records, width), note if short or long else ""


def skip_blank(row: arrow_csv.InvalidRow) -> str:
    """What Arrow does with a record of another width: passes over a blank one."""
    return "error" if row.text.strip(BLANK + _END_OF_DOS) else "skip"


def _badly_formed(text: str, delimiter: str | None, width: int, name: str, lead: int) -> UnreadableError:
    """What is wrong with a text whose records do not fit the header, read once more slowly to name the line."""
    reader = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=delimiter or unused(text))
    start = 1
    try:
        for record in reader:
            if record and _END in record[-1]:
                break
            if any(cell.strip(BLANK) for cell in record[width:]):
                return UnreadableError(
                    f"{name} has {len(record):,} instead of {width:,} fields in line {start + lead:,}: "
                    "correct that line, put text that contains the delimiter in quotes, or choose another delimiter"
                )
            start = reader.line_num + 1
    except csv.Error:
        pass
    return UnreadableError(f'{name} has a quote (") in line {start + lead:,} that is never closed: close or remove it')
