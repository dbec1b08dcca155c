"""Which row of a table names its columns, which rows above it are a title, and which below it describe the columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catviz.table.codebook import MissingTokens, listed
from catviz.table.dates import date_forms
from catviz.table.numbers import as_numbers

#: Rows of a title at most.
_MOST_TITLE = 20
#: The share of rows of one width, from which on narrower ones above are a title.
_WIDE = 0.5
#: The share of the cells of a first row that are of the body's kind, from which on it may be a case, and is taken for
#: one; of few cells, all have to be.
_OF_THE_BODY, _A_CASE, _FEW = 0.5, 0.7, 3
#: Rows below the first one that it takes to judge it.
FEWEST_ROWS = 5
#: Rows below that it takes if a single column holds numbers or dates: a case can have an unknown one by chance.
ROWS_FOR_ONE = 20
#: Rows by which those below the names are judged.
_JUDGED = 10_000
#: Rows that describe the columns, at most; the share of columns that have to show it for nothing to be asked.
_MOST_DESCRIBING, _SURE = 3, 0.75
#: How the cells of a further row of names begin that Qualtrics writes; what SurveyMonkey writes below questions.
_IMPORT = '{"ImportId"'
_RESPONSE = frozenset(
    ("response", "open-ended response", "antwort", "offene antwort", "réponse", "respuesta", "risposta", "resposta")
)
_YEAR = re.compile(r"(?:19|20)\d\d", re.ASCII)
#: A line drawn between the names and the rows, as in Markdown and by database programs.
_DRAWN = re.compile(r"[-=:+| ]*[-=]{2}[-=:+| ]*")
#: Kinds of columns as programs write them below the names, some with a length: varchar(20), int64.
_KIND = re.compile(
    r"(str|string|text|char|varchar|object|factor|category|categorical|nominal|ordinal|int|integer|bigint|float|double"
    r"|decimal|real|number|numeric|bool|boolean|logical|date|datetime|timestamp)(\d+|\(\d+(,\d+)?\))?",
    re.IGNORECASE,
)
#: A name, different texts, and the (n,) place of each cell among them, -1 where there is none.
Texts = tuple[str, Sequence[str | None], np.ndarray]


@dataclass(frozen=True)
class NamesRow:
    """Where the names of the columns stand.

    Attributes
    ----------
    place : int
        The row of the names among those given; that of the first case where there are no names.
    names : tuple of str
        The names, empty where a column has none; no names at all where the first row is a case.
    title : tuple of str
        What the rows above say.
    evidence : str
        Why the row may be a case, or why it is taken for one; empty where there is no doubt.
    """

    place: int
    names: tuple[str, ...]
    title: tuple[str, ...] = ()
    evidence: str = ""


def find_names(rows: Sequence[Sequence[str]]) -> NamesRow:
    """Find the row of names among the first rows of a table, given as texts.

    It is the first row that has as many cells as most rows and whose cells do not occur again below. Rows above it are
    a title, or the names of groups of columns. A row whose cells are of the body's kind is the first case.
    """
    width = max(map(len, rows))
    rows, short = _without_narrow(rows)
    even = [[*(cell.strip() for cell in row), *[""] * (width - len(row))] for row in rows]
    if levels := _of_levels(even):
        return NamesRow(len(short) + len(levels) - 1, _joined(levels))
    place = _names_place(even, width)
    above, row, below = even[:place], even[place], even[place + 1 :]
    evidence, is_case = _as_case(row, below)
    names = () if is_case else _grouped(row, above)
    grouped = names != tuple(row) and not is_case
    title = tuple(" ".join(cell for cell in each if cell) for each in (*short, *(above[:-1] if grouped else above)))
    return NamesRow(place + len(short), names, tuple(text for text in title if text), evidence)


def _of_levels(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The rows of names that pandas writes: levels of names, then the name of the row names alone; none elsewhere."""
    n = next((i for i, row in enumerate(rows) if not all(row[1:])), 0)
    if (
        not n
        or len(rows[0]) < 2
        or rows[0][0]
        or any(rows[n][1:])
        or not rows[n][0]
        or as_numbers(rows[n][:1]) is not None
    ):
        return ()
    named = [row for row in rows[1:n] if row[0]]  # levels may have names, which makes them look like cases
    if named and any(len(set(row[1:])) == len(row) - 1 for row in (rows[0], *named)):
        return ()
    return rows[: n + 1]


def _joined(levels: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Names of several levels, each with its groups before it."""
    names = (": ".join(dict.fromkeys(parts)) for parts in zip(*levels[:-1], strict=True))
    return (levels[-1][0], *list(names)[1:])


def _without_narrow(rows: Sequence[Sequence[str]]) -> tuple[Sequence[Sequence[str]], Sequence[Sequence[str]]]:
    """(the rows from the first one that has as many cells as most, or one less; those above it)."""
    widths = [max((i + 1 for i, cell in enumerate(row) if cell.strip()), default=0) for row in rows]
    usual = max(set(widths[1:] or widths), key=widths.count)
    if widths[0] >= usual - 1 or widths.count(usual) < max(_WIDE * len(rows), 3):
        return rows, []
    first = next(i for i, width in enumerate(widths) if width >= usual - 1)
    return (rows[first:], rows[:first]) if first <= _MOST_TITLE else (rows, [])


def _names_place(rows: Sequence[Sequence[str]], width: int) -> int:
    """The place of the row of names, or of the first case."""
    filled = [sum(map(bool, row)) for row in rows]
    usual = int(np.median(filled[1:] or filled))
    has_corner = filled[0] == width - 1 and not rows[0][0] and len(set(rows[0])) == width  # above row names
    if filled[0] >= usual or width == 1 or has_corner:
        return 0
    for i in range(1, min(len(rows), _MOST_TITLE + 1)):
        if (
            filled[i] >= max(usual, 2)
            and all(n < filled[i] for n in filled[:i])
            and _may_be_names(rows[i], rows[i + 1 :])
        ):
            return i
    first = next((i for i, n in enumerate(filled) if n), 0)
    if filled[first] > 1 or width < 3:  # of two columns, one may have no name
        return first
    return next((i for i in range(first, len(rows)) if filled[i] > 1 and _may_be_names(rows[i], rows[i + 1 :])), first)


def _may_be_names(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """True where cells are words, each once, that do not occur again in their columns."""
    cells = [cell for cell in row if cell]
    again = sum(bool(cell) and any(other[i] == cell for other in below) for i, cell in enumerate(row))
    numbers = [cell for cell in cells if as_numbers([cell]) is not None]
    words = all(map(_YEAR.fullmatch, numbers)) or len(numbers) < len(cells) / 2
    return len(set(cells)) > len(cells) / 2 and again <= len(cells) / 4 and words


def _as_case(row: Sequence[str], below: Sequence[Sequence[str]]) -> tuple[str, bool]:
    """(why a first row may be a case, True where it is taken for one)."""
    cells = [(i, cell) for i, cell in enumerate(row) if cell]
    if not below or not cells:
        return "", False
    if len(below) == 1:
        texts = [cell for _, cell in cells]
        alike = len(cells) == len(row) > 1 and not _name_columns(texts) and as_numbers([*texts, *below[0]]) is not None
        return ("its cells are numbers, as those below are", True) if alike else ("", False)
    columns = [[other[i] for other in below if other[i]] for i in range(len(row))]
    n_again = sum(list(other) == list(row) for other in below)
    if (
        n_again
        and as_numbers([cell for _, cell in cells]) is None
        and all(columns[i].count(cell) == n_again for i, cell in cells)
    ):
        return "", False  # the names stand between the rows again
    again = sum(cell in columns[i] and len(set(columns[i])) > 1 for i, cell in cells)
    numbers = [i for i, cell in cells if as_numbers([cell]) is not None and _is_measured(columns[i])]
    # numbers beside words are the body's; numbers alone may be years or codes that name columns
    dates = [i for i, cell in cells if date_forms([cell]) and date_forms(columns[i])]
    if any(_is_measured(columns[i]) and i not in (*numbers, *dates) for i, _ in cells if columns[i]):
        # a word above numbers; but beside numbers that name nothing
        odd = len(numbers) > 1 and not _name_columns([row[i] for i in numbers])
        return "some of its cells are numbers, as those below are" if odd else "", False
    of_body = {i for i, cell in cells if cell in columns[i] and len(set(columns[i])) > 1} | {*numbers, *dates}
    if len(of_body) < _OF_THE_BODY * len(cells) or not of_body:
        return "", False
    if again and again >= len(of_body) / 2:
        said = "all its values occur" if again == len(cells) else f"{again:,} of its {len(cells):,} values occur"
        enough = len(of_body) >= (_A_CASE if len(cells) > _FEW else 1.0) * len(cells)
        return f"{said} again below", enough and (len(cells) > 1 or len(below) >= FEWEST_ROWS)
    texts = [row[i] for i in numbers]
    if texts and _name_columns(texts):
        return ("", False) if len(texts) < len(cells) else ("its cells are numbers, as those below are", False)
    enough = len(of_body) >= (_A_CASE if len(cells) > _FEW else 1.0) * len(cells)
    return "its cells are numbers or dates, as those below are", enough and len(cells) > 1


def _name_columns(texts: Sequence[str]) -> bool:
    """True for numbers that often name columns: years, and 0, 1, 2 ..."""
    return all(map(_YEAR.fullmatch, texts)) or _is_series(texts)


def _is_series(texts: Sequence[str]) -> bool:
    """True for 0, 1, 2 or 1, 2, 3 ...: numbers that name columns."""
    numbers = as_numbers(texts)
    return numbers is not None and len(texts) > 1 and numbers[0] in (0, 1) and bool((np.diff(numbers) == 1).all())


def _grouped(row: Sequence[str], above: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The names, with the name of their group where the row above has one over several columns."""
    groups = list(above[-1]) if above else []
    filled = [i for i, cell in enumerate(groups) if cell]
    if len(filled) < 2 or filled == list(range(len(filled))):  # a title, or keys and values
        return tuple(row)
    if (
        not any(not groups[i] for i in range(filled[0], len(groups)))
        or as_numbers([groups[i] for i in filled]) is not None
    ):
        return tuple(row)
    names, group = [], ""
    for name, over in zip(row, groups, strict=True):
        group = over or group
        names.append(f"{group}: {name}" if group and name and group != name else name or group)
    return tuple(names)


# rows below the names that describe the columns


@dataclass(frozen=True)
class Described:
    """Rows below the names that are no cases.

    Attributes
    ----------
    rows : int
        How many.
    full_texts : dict
        The full text of columns whose name is another.
    names : dict
        Columns that get another name by them, with that.
    note : str
        A sentence; empty where there are none.
    first : tuple of str
        Cells of the first of them.
    sure : bool
        Nothing has to be asked.
    """

    rows: int = 0
    full_texts: dict[str, str] | None = None
    names: dict[str, str] | None = None
    note: str = ""
    first: tuple[str, ...] = ()
    sure: bool = True


def describing_rows(columns: Sequence[Texts], missing: Sequence[str], unnamed: Sequence[int] = ()) -> Described:
    """The rows below the names that describe the columns: full questions, ids of a tool, options, units.

    Rows that Qualtrics and SurveyMonkey write are known by their words. Otherwise the first rows, up to three, describe
    the columns if each of their cells occurs once in its column, none is a number or date where all others of the
    column are, and at least one is a word there. A second such column, or one of text whose other cells repeat, has to
    say the same. With one column of numbers or dates, the first row must also have a cell in every column and
    `ROWS_FOR_ONE` rows below. So a case whose only number is unknown is not taken for a description.

    Parameters
    ----------
    columns : sequence of (name, different texts, places)
    missing : sequence of str
        Texts read as missing.
    unnamed : sequence of int
        Columns without a name of their own.
    """
    tokens = MissingTokens(missing)
    columns = [(name, texts, places[:_JUDGED]) for name, texts, places in columns]
    n_rows = len(columns[0][2]) if columns else 0
    cells = {i: text for i, column in enumerate(columns) if (text := _cell(column, 0))}
    if n_rows > 1 and cells and all(map(_DRAWN.fullmatch, cells.values())):
        return Described(1, note="The line drawn below the column names is no case.")
    if n_rows > 1 and len(columns) > 1 and _are_kinds(columns, cells):
        note = f"The row below the column names, with {listed(list(cells.values())[:2])}, is no case: it names kinds."
        return Described(1, note=note)
    first = {i: text for i, text in cells.items() if text not in tokens}
    if len(first) < 2 or n_rows < 2:
        return Described()
    second = [_cell(column, 1) for column in columns]
    if sum(text.startswith(_IMPORT) for text in second) > len(first) / 2:
        return _described(columns, first, 2, {}, True)
    if _is_of_options(columns, first, unnamed):
        return _described(columns, first, 1, _option_names(columns, first, unnamed), True)
    for n in range(1, _MOST_DESCRIBING + 1):
        share = _share_alien(columns, tokens, n)
        if share:
            return _described(columns, first, n, {}, share >= _SURE)
    return Described()


def _are_kinds(columns: Sequence[Texts], first: dict[int, str]) -> bool:
    """True where the first row names the kind of every column, which no other cell of the column does."""
    return len(first) == len(columns) and all(
        _KIND.fullmatch(text) and (column[2] == column[2][0]).sum() == 1
        for text, column in zip(first.values(), columns, strict=True)
    )


def described_by(columns: Sequence[Texts], n: int) -> Described:
    """The columns described by the first rows, so many, as somebody said."""
    first = {i: text for i, column in enumerate(columns) if (text := _cell(column, 0))}
    return _described(columns, first, n, {}, True) if n else Described()


def _described(columns: Sequence[Texts], first: dict[int, str], n: int, names: dict[str, str], sure: bool) -> Described:
    texts = {i: " ".join(filter(None, (_cell(columns[i], row) for row in range(n)))) for i in range(len(columns))}
    if n == 2 and any(_cell(column, 1).startswith(_IMPORT) for column in columns):
        texts = dict(first)
    called = {i: names.get(columns[i][0], columns[i][0]) for i in range(len(columns))}
    full = {called[i]: text for i, text in texts.items() if text and text != called[i] and not names}
    rows = "row" if n == 1 else f"{n} rows"
    verb = "is no case: its cells are words" if n == 1 else "are no cases: their cells are words"
    note = (
        f"The {rows} below the column names, with {listed(list(first.values())[:2])}, {verb} where the other rows hold "
        "numbers, dates or repeated values. They are kept as the full texts of the columns."
    )
    return Described(n, full, names, note, tuple(first.values()), sure)


def _is_of_options(columns: Sequence[Texts], first: dict[int, str], unnamed: Sequence[int]) -> bool:
    """True where the first row says "Response" below questions, and options of those with several columns."""
    said = [i for i in first if first[i].casefold() in _RESPONSE]
    options = [i for i in unnamed if i in first]
    if not said and not options:
        return False
    for i, text in first.items():
        below = {_cell(columns[i], row) for row in range(1, min(len(columns[i][2]), 200))} - {""}
        if i not in said and text in below and len(below) > 1:
            return False
        if as_numbers([text]) is not None:
            return False
    return bool(options) or len(said) > len(first) / 2


def _option_names(columns: Sequence[Texts], first: dict[int, str], unnamed: Sequence[int]) -> dict[str, str]:
    """The names of columns that are options of one question: those without a name, and the one before them."""
    names: dict[str, str] = {}
    question = ""
    for i, (name, _, _) in enumerate(columns):
        if i not in unnamed:
            question = name
        option = first.get(i, "")
        of_several = i in unnamed or i + 1 in unnamed
        if question and option and of_several and option.casefold() not in _RESPONSE:
            names[name] = f"{question}: {option}"
    return names


def _cell(column: Texts, row: int) -> str:
    """The text of a cell; empty where there is none."""
    _, texts, places = column
    return "" if len(places) <= row or places[row] < 0 else (texts[places[row]] or "").strip()


def _share_alien(columns: Sequence[Texts], tokens: MissingTokens, n: int) -> float:
    """The share of columns that show that the first rows, so many, are of another kind than those below; 0 if not."""
    n_rows = len(columns[0][2])
    if n_rows - n < FEWEST_ROWS:
        return 0.0
    measured = repeated = described = 0
    said: list[str] = []
    for column in columns:
        _, texts, places = column
        above = [cell for row in range(n) if (cell := _cell(column, row)) and cell not in tokens]
        if not above:
            continue
        described += 1
        said.append(above[0])
        if any((places == places[row]).sum() > 1 for row in range(n) if _cell(column, row) in above):
            return 0.0
        below = places[n:][places[n:] >= 0]
        values = [value for i in np.unique(below) if (value := (texts[i] or "").strip()) and value not in tokens]
        if values and _is_measured(values):
            if any(_is_measured([cell]) for cell in above):
                return 0.0
            measured += 1
        elif len(values) <= len(below) / 2:
            repeated += 1
    if described < 2 or len(set(said)) < len(said):
        return 0.0
    complete = described == len(columns) and n_rows > ROWS_FOR_ONE
    if not (measured >= 2 or (measured == 1 and repeated >= 1 and complete)):
        return 0.0
    return (measured + repeated) / len(columns)


def _is_measured(values: Sequence[str]) -> bool:
    """True where all are numbers, or all are dates."""
    return as_numbers(values) is not None or bool(date_forms(values))
