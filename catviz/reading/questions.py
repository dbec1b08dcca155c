"""The questions about a table as it was read: no answers, weights, ids, several answers in a cell, scales."""

from __future__ import annotations

from collections.abc import Sequence

from catviz.reading.doubts import CELLS, COLUMN, VALUES, WEIGHTS, Answer, Question
from catviz.reading.draft import DraftColumn
from catviz.reading.prepared import BY_HAND, Prepared
from catviz.reading.row_weights import NOT_TAKEN
from catviz.reading.steps import Missing, Role, Split, answers_in
from catviz.table.column_roles import ColumnGuess
from catviz.table.dates import date_forms
from catviz.table.no_answers import likely_among, strays
from catviz.table.weights import are_whole
from catviz.wording import number_of

#: Signs that may part several answers in a cell.
SEPARATORS = (";", "|", ",", "/")
#: Different cells of a column in which several answers are looked for.
MOST_SPLIT = 3_000
#: Values of a column that may be a scale: at least, at most.
_FEW, _MOST_ASKED = 3, 12
_NAMED = 8


def questions(prepared: Prepared) -> list[Question]:
    """What is in doubt about a table, the answers that change most first; what was settled is not asked again."""
    asked = [
        *prepared.doubts,
        *_about_weights(prepared),
        *_about_no_answers(prepared),
        *_about_units(prepared),
        *_about_several_answers(prepared),
        *_about_scales(prepared),
    ]
    return sorted((each for each in asked if each.key not in prepared.draft.settled), key=lambda each: each.rank)


def _about_weights(prepared: Prepared) -> list[Question]:
    """Whether a column says how many rows each row stands for."""
    asked = []
    for column in prepared.columns:
        name = column.name
        key, question = f"row weights: {name}", f"does {name} say how many rows each row stands for (row weights)?"
        if NOT_TAKEN in column.why and not column.use:
            why = column.why.partition(NOT_TAKEN)[2]
            yes = Answer("Row weights", (Role(name, "weight"),))
            words = f"{question} Nothing is weighted now: {why}."
            asked.append(Question(key, words, (yes,), (name,), "A column", WEIGHTS))
        if column.role == "weight" and (column.why != BY_HAND or prepared.survey_weights):
            survey = prepared.survey_weights
            whole = are_whole(prepared.draft.column(name).numbers)
            so = f"survey weights ({survey})" if survey else "counts of rows" if whole else "survey weights"
            tested = "" if whole and not survey else " Columns and values are not tested while they are used."
            no = Answer("Not used", (Role(name, "left out"),))
            asked.append(Question(key, f"{question} Taken as {so}.{tested}", (no,), (name,), "Row weights", WEIGHTS))
    return asked


def _about_units(prepared: Prepared) -> list[Question]:
    """Whether several rows are of one unit."""
    n_rows, asked = len(prepared.draft.row_numbers), []
    for column in prepared.columns:
        if column.name not in prepared.repeated_ids or column.role == "weight":
            continue
        words = (
            f"are several rows of one {column.name} ({column.n_distinct:,} values on {n_rows - column.n_missing:,} "
            "rows)? Then rows are not independent, and tests find relations far too often: use one row of each."
        )
        asked.append(Question(f"repeated rows: {column.name}", words, (), (column.name,), "Rows of their own", COLUMN))
    return asked


def _about_several_answers(prepared: Prepared) -> list[Question]:
    """Whether cells hold several answers."""
    asked = []
    for name, sign in _several_answers(prepared).items():
        words = f"do cells of {name} hold several answers, separated by “{sign}”?"
        yes = Answer("Split into a column each", (Split(name, sign),))
        asked.append(Question(f"several answers: {name}", words, (yes,), (name,), "One answer each", COLUMN))
    return asked


def _about_scales(prepared: Prepared) -> list[Question]:
    """Whether values have an order that is not known."""
    several = _several_answers(prepared)
    scales = tuple(c.name for c in _texts(prepared) if _FEW <= c.n_distinct <= _MOST_ASKED and c.name not in several)
    if not scales:
        return []
    words = f"do the values of {_listed(scales)} have an order? They are read as categories without order."
    return [Question(f"order: {', '.join(scales)}", words, (), scales, "No order", VALUES)]


def likely_no_answers(prepared: Prepared) -> dict[str, dict[str, int]]:
    """Values that may mean “no answer”, each with the columns of which this is asked and their numbers of rows."""
    likely: dict[str, dict[str, int]] = {}
    for column in prepared.columns:
        draft = prepared.draft.column(column.name)
        for value, n in [] if column.why == BY_HAND else likely_among(draft.values, draft.counts):
            likely.setdefault(value, {})[column.name] = n
    return likely


def _about_no_answers(prepared: Prepared) -> list[Question]:
    """A question for the values of each column that often mean “no answer”, one for columns of the same ones."""
    by_column: dict[str, dict[str, int]] = {}
    for value, having in likely_no_answers(prepared).items():
        for name, n in having.items():
            by_column.setdefault(name, {})[value] = n
    groups: dict[tuple[str, ...], dict[str, int]] = {}
    for name, rows in by_column.items():
        groups.setdefault(tuple(sorted(rows)), {})[name] = sum(rows.values())
    apart = {value for column in prepared.draft.columns for value in strays(column.values)}
    asked = []
    for values, in_columns in groups.items():
        do = "does" if len(values) == 1 else "do"
        columns = _listed([f"{name} ({number_of(n, 'row')})" for name, n in in_columns.items()])
        so = " Without it, all values would be numbers or dates." if apart & set(values) else ""
        words = f"{do} {_quoted(values)} mean “no answer” in {columns}?{so}"
        yes = Answer("No answer", (Missing(values, tuple(in_columns)),))
        key = f"no answer: {', '.join(values)} in {', '.join(in_columns)}"
        as_read = "A value" if len(values) == 1 else "Values"
        asked.append(Question(key, words, (yes,), tuple(in_columns), as_read, CELLS))
    return asked


def _texts(prepared: Prepared) -> list[ColumnGuess]:
    """Columns of words that were not declared by anybody."""
    return [c for c in prepared.columns if c.role == "category" and c.why != BY_HAND and not c.use]


def _several_answers(prepared: Prepared) -> dict[str, str]:
    """The columns whose cells seem to hold several answers, each with the sign between them."""
    signs = {c.name: _between_answers(prepared.draft.column(c.name)) for c in _texts(prepared)}
    return {name: sign for name, sign in signs.items() if sign}


def _between_answers(column: DraftColumn) -> str:
    """The sign between several answers of a cell; empty if there seems to be one answer in each.

    A semicolon is one. Another sign is one if the column has fewer answers than combinations of them.
    """
    signs = separators(column)
    if ";" in signs:
        return ";"
    parts = {sign: {part for value in column.values for part in answers_in(value, sign)} for sign in signs}
    return next((sign for sign in signs if len(parts[sign]) < len(column.values)), "")


def separators(column: DraftColumn) -> list[str]:
    """Signs that part several answers in some cells, the most frequent first; none for numbers and dates."""
    if column.numbers is not None or len(column.values) > MOST_SPLIT:
        return []
    if date_forms(column.values) or strays(column.values):
        return []
    cells = list(zip(column.values, column.counts.tolist(), strict=False))
    rows = {sign: sum(n for value, n in cells if sign in value) for sign in SEPARATORS}
    return sorted((sign for sign in SEPARATORS if rows[sign]), key=lambda sign: -rows[sign])


def _quoted(values: Sequence[str]) -> str:
    quoted = [f"“{value}”" for value in values]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_NAMED])
    return shown if len(names) <= _NAMED else f"{shown} and {len(names) - _NAMED} more"
