"""How a text parts its fields and quotes them: found out by the dialect in which most lines have as many fields."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from catviz.table.numbers import as_numbers

#: Signs that part fields, with what they are called; those after the first four only where none of these does.
DELIMITERS = {
    ",": "comma",
    ";": "semicolon",
    "\t": "tab",
    "|": "bar",
    "::": "'::'",
    "^": "'^'",
    "~": "'~'",
    " ": "blanks",
}
_USUAL = (",", ";", "\t", "|")
#: The marks of names, if any, that a first line "sep=;" has.
_SEP = re.compile(r"sep=(.)[ \t]*(?:\r\n|\r|\n)", re.IGNORECASE)
#: A comment of several lines, and the first date in angle brackets that JMulTi writes below it.
_BLOCK = re.compile(r"/\*(.{0,10000}?)\*/[ \t\r\n]*(?:<[^<>\r\n]*>[ \t]*(?:\r\n|\r|\n))?", re.DOTALL)
BLANK = " \t\r\n"
_ABSENT = "\x1f\x1e\x1d\x1c\x01\x02\x03"
#: Characters and records by which a dialect is judged, and lines that a title has at most.
SAMPLE, RECORDS, MOST_TITLE = 1 << 20, 200, 20
#: The share of records that have as many fields, where there are lines above them or the delimiter is an unusual one.
_AGREE = 0.9
#: Words of a field on average, from which on a sign below a line without it parts sentences.
_WORDS = 2.5


@dataclass(frozen=True)
class Dialect:
    """How the fields of a text are parted and quoted.

    Attributes
    ----------
    delimiter : str or None
        As `DELIMITERS` has it; None where there is one column.
    why : str
        A sentence.
    quote : str
        The sign around fields.
    escaped : bool
        A backslash stands before quotes within a field.
    spaced : bool
        Blanks stand between a delimiter and a quote.
    wrapped : bool
        Every line as a whole is in quotes.
    """

    delimiter: str | None
    why: str
    quote: str = '"'
    escaped: bool = False
    spaced: bool = False
    wrapped: bool = False

    @property
    def is_plain(self) -> bool:
        """True where the text can be read as it is."""
        unusual = self.delimiter is not None and (len(self.delimiter) > 1 or self.delimiter == " ")
        return not (unusual or self.escaped or self.spaced or self.wrapped or self.quote != '"')

    @property
    def note(self) -> str:
        """What is unusual about the quotes, as a sentence; else empty."""
        said = {
            "A backslash before a quote is read as a part of the text.": self.escaped,
            "Blanks before a quote are left out.": self.spaced,
            "Every line is in quotes, which are left out.": self.wrapped,
            "Single quotes around cells are left out.": self.quote == "'",
        }
        return next((sentence for sentence, holds in said.items() if holds), "")


def lines_of(text: str) -> list[str]:
    """The lines of a text with their ends."""
    return list(io.StringIO(text, newline=""))


def first_lines(text: str) -> tuple[str, str | None, list[str]]:
    """(the text without what stands before its table, the delimiter that "sep=" names, comments left out)."""
    named = _SEP.match(text)
    text = text[named.end() :] if named else text
    comments = []
    if block := _BLOCK.match(text):
        comments = [line for each in lines_of(block[1]) if (line := each.strip())]
        text = text[block.end() :]
    while text.startswith("#") and (line := text[: _end_of_line(text)]) and not _heads_a_table(text):
        comments.append(line.strip("#" + BLANK))
        text = text[len(line) :]
    return text, named[1] if named else None, comments


def _end_of_line(text: str) -> int:
    match = re.search(r"\r\n|\r|\n", text)
    return match.end() if match else len(text)


def _heads_a_table(text: str) -> bool:
    """True where the first line, which begins with "#", names the columns of the lines below it."""
    lines = [line for line in lines_of(text[:10_000])[:12] if line.strip()]
    below = [line for line in lines[1:] if not line.startswith("#")]
    if len(below) < len(lines) - 1 or not below:
        return False
    for delimiter in _USUAL:
        widths = [len(record) for record in csv.reader(below, delimiter=delimiter)]
        first = next(csv.reader([lines[0]], delimiter=delimiter))
        if len(set(widths)) == 1 and widths[0] == len(first) > 1:
            # the next line is one of the body where it has numbers or values that come again
            cells = list(zip(*csv.reader(below, delimiter=delimiter), strict=True))
            return any(as_numbers([cell.strip() for cell in column]) is not None for column in cells) or any(
                column[0] in column[1:] for column in cells
            )
    return False


def dialect_of(text: str, given: str | None, decimal: str | None) -> Dialect:
    """The dialect of a text that begins with its table, or the lines above it.

    A delimiter that is found out is not the ``decimal`` sign.
    """
    if given is not None and (not 0 < len(given) <= 3 or not given.isascii() or set(given) & set('"\r\n\0')):
        raise ValueError(
            f"delimiter {given!r} is no sign between fields: give a comma, semicolon, tab, bar or the like"
        )
    sample = sample_of(text)
    found = _best(sample, [given] if given is not None else [d for d in DELIMITERS if d != decimal], given is not None)
    if found is None and text.startswith('"'):
        inner = _unwrapped(sample)
        within = _best(inner, [given] if given is not None else list(_USUAL), given is not None) if inner else None
        if within is not None:
            return Dialect(within.delimiter, within.why, wrapped=True)
    if found is not None:
        return found
    if given is not None:
        return Dialect(given, f"Delimiter {DELIMITERS.get(given, repr(given))}, as given.")
    return Dialect(None, "Only one column: no comma, semicolon, tab or bar parts the lines.")


def sample_of(text: str) -> str:
    """The lines of a text by which it is judged."""
    if len(text) <= SAMPLE:
        return text
    return text[: max(text.rfind("\n", 0, SAMPLE), text.rfind("\r", 0, SAMPLE)) + 1] or text[:SAMPLE]


def _best(sample: str, delimiters: Sequence[str], given: bool) -> Dialect | None:
    splits = []
    for place, delimiter in enumerate(delimiters):
        for dialect in _variants(sample, delimiter):
            records = list(itertools.islice(records_of(sample, dialect), RECORDS))
            if score := _agreement(records, delimiter):
                splits.append((score[:1], delimiter in _USUAL, score, -place, not dialect.is_plain, dialect))
    if not splits:
        return None
    _, _, (agree, _, exact, _, width), _, _, dialect = max(splits, key=lambda split: split[:5])
    called = DELIMITERS.get(dialect.delimiter or "", repr(dialect.delimiter))
    lines = "the lines have" if exact == 1 else "most lines have" if agree else "the first line has"
    why = f"Delimiter {called}, as given." if given else f"Delimiter {called}: with it, {lines} {width:,} fields."
    return Dialect(dialect.delimiter, why, dialect.quote, dialect.escaped, dialect.spaced)


def _variants(sample: str, delimiter: str) -> Iterator[Dialect]:
    """The ways of quoting that a sample may have."""
    yield Dialect(delimiter, "")
    sign = re.escape(delimiter)
    if re.search(rf'\\"(?!\s*(?:{sign}|\r|\n|$))', sample):
        yield Dialect(delimiter, "", escaped=True)
    if delimiter != " " and re.search(rf'{sign}[ \t]+"', sample) and _has_spaced_quotes(sample, delimiter):
        yield Dialect(delimiter, "", spaced=True)
    if '"' not in sample and len(re.findall(rf"(?:^|{sign})'[^'\r\n]*'(?={sign}|\r|\n|$)", sample, re.M)) >= max(
        2, sample.count("\n") / 2
    ):
        yield Dialect(delimiter, "", quote="'")


def _has_spaced_quotes(sample: str, delimiter: str) -> bool:
    """True where cells begin with blanks and a quote."""
    records = itertools.islice(records_of(sample, Dialect(delimiter, "")), RECORDS)
    return any(cell[:1] in (" ", "\t") and cell.lstrip().startswith('"') for record in records for cell in record)


def _agreement(records: Sequence[Sequence[str]], delimiter: str) -> tuple[bool, int, float, bool, int] | None:
    """How well records agree in their number of fields; None where the delimiter is none."""
    if not records:
        return None
    widths = [len(record) for record in records]
    n_of = Counter(widths[1:] or widths)
    width = max(n_of, key=lambda n: (n_of[n], n == widths[0]))
    if widths[0] > width and widths[0] == max(widths):
        width = widths[0]  # short lines below
    above = next((i for i, n in enumerate(widths) if n in (width, width - 1) and n > 1), len(widths))
    below = widths[above + 1 :]
    while above and len(below) > 1 and below[-1] < width:
        below.pop()  # notes below a table that has a title
    exact = below.count(width) / len(below) if below else 1.0
    if width < 2 or (above and not (above <= MOST_TITLE and len(below) > 1)):
        return None
    if delimiter not in _USUAL and (exact < _AGREE or not below or not _is_table(records[above:], width, delimiter)):
        return None
    if above and (exact < _AGREE or _are_sentences(records[above:])):
        return None
    return exact >= _AGREE, -above, exact, widths[above] == width, width


def _are_sentences(records: Sequence[Sequence[str]]) -> bool:
    """True where fields are words of sentences that a sign of punctuation parts."""
    cells = [cell for record in records for cell in record if cell.strip()]
    return sum(len(cell.split()) for cell in cells) >= _WORDS * len(cells)


def _is_table(records: Sequence[Sequence[str]], width: int, delimiter: str) -> bool:
    """False for words of a text that only seem to be fields."""
    if delimiter != " " or width > 2:
        return True
    columns = list(zip(*(record for record in records[1:] if len(record) == width), strict=True))
    return any(as_numbers(column) is not None for column in columns)


def records_of(text: str, dialect: Dialect) -> Iterator[list[str]]:
    """Records of a text that are not blank; ends early where a field is too long to be one."""
    yield from (record for record, _ in numbered_records(text, dialect))


def numbered_records(text: str, dialect: Dialect) -> Iterator[tuple[list[str], int]]:
    """(record that is not blank, the line it begins in, from 1); ends early where a field is too long to be one."""
    if dialect.wrapped:
        text = _unwrapped(text)
    text, delimiter = _with_one_sign(text, dialect)
    lines: Iterable[str] = io.StringIO(text, newline="")
    if dialect.delimiter == " ":
        lines = (line.strip(" \t\r\n").replace("\t", " ") + "\n" for line in lines)
    reader = csv.reader(
        lines,
        delimiter=delimiter,
        quotechar=dialect.quote,
        skipinitialspace=dialect.spaced or dialect.delimiter == " ",
    )
    start = 1
    try:
        for record in reader:
            if any(cell.strip(BLANK) for cell in record) or len(record) > 1:
                yield record, start
            start = reader.line_num + 1
    except csv.Error:
        return


def _with_one_sign(text: str, dialect: Dialect) -> tuple[str, str]:
    """(the text with a delimiter of one sign and doubled quotes, that delimiter)."""
    if dialect.escaped:
        text = text.replace('\\"', '""')
    delimiter = dialect.delimiter or unused(text)
    if len(delimiter) > 1:
        sign = unused(text)
        return text.replace(delimiter, sign), sign
    return text, delimiter


def plain_text(text: str, dialect: Dialect) -> tuple[str, str | None]:
    """(a text with the same records in plain form, its delimiter of one sign or None)."""
    if dialect.is_plain:
        return text, dialect.delimiter
    return written(records_of(text, dialect)), ","


def written(records: Iterable[Sequence[str]], width: int = 0) -> str:
    """Records as text with commas, short ones filled up to a width."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for record in records:
        writer.writerow([*record, *[""] * (width - len(record))])
    return out.getvalue()


def unused(text: str) -> str:
    """A delimiter for a file without one."""
    return next((sign for sign in _ABSENT if sign not in text), "\x04")


def _unwrapped(text: str) -> str:
    """The lines of a text that are each in quotes as a whole, without these; empty where one is not."""
    cells = []
    for record in csv.reader(io.StringIO(text, newline=""), delimiter=unused(text)):
        if record and (len(record) > 1 or not record[0]):
            return ""
        cells += record
    lines = [line for line in io.StringIO(text) if line.strip()]
    if len(lines) != len(cells) or not all(
        line.strip().startswith('"') and line.strip().endswith('"') for line in lines
    ):
        return ""
    return "\n".join(cells) + "\n"
