"""The questions about a table as it was read: no answers, weights, numbers, dates, ids, several answers, scales."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from catviz.reading.doubts import CELLS, COLUMN, ROWS, VALUES, WEIGHTS, Answer, Question
from catviz.reading.draft import AS_SAID, ROW_WEIGHTS, Draft, DraftColumn
from catviz.reading.prepared import Prepared
from catviz.reading.steps import (
    COUNTS,
    SURVEY,
    Dates,
    Drop,
    Merge,
    Missing,
    Numbers,
    Order,
    RenameValues,
    Role,
    Split,
    Step,
    Weights,
    answers_of,
    row_ranges,
)
from catviz.table.codebook import is_no_answer, natural_order
from catviz.table.column_roles import BY_HAND, GUESSED, ColumnGuess, looks_like_codes, tell_rows_apart
from catviz.table.dates import USUAL_PARTS, as_date, date_forms
from catviz.table.no_answers import has_two_letter_codes, likely_among, missing_codes, none_among, strays
from catviz.table.numbers import as_numbers, read_numbers
from catviz.table.row_agreement import Grouping
from catviz.table.row_groups import as_groups
from catviz.table.scales import numbered_order, scale_but_one
from catviz.table.twins import twins, visible
from catviz.table.weights import are_whole
from catviz.wording import number_of

#: How the key of the question begins which rows belong together.
TOGETHER = "rows that belong together: "
_SURVEY, _COUNTS = "Survey weights", "Counts of rows"
#: Columns that it offers at most; values that a column has at least to be offered for how far rows agree within them;
#: the share of the rows whose value is on another one too; how far rows agree then (intraclass correlation), at least.
_MOST_GROUPINGS, _FEWEST_GROUPS, _MOST_ROWS, _AGREE = 3, 20, 0.8, 0.15
#: Values of a column in which rows are compared.
_TWO, _MOST_SPLIT_VALUES = 2, 50
#: Signs that may part several answers in a cell.
SEPARATORS = (";", "|", ",", "/", "\n", " ")
#: Different cells of a column in which several answers are looked for.
MOST_SPLIT = 3_000
#: Values of a column that may be a scale: at least, at most.
_FEW, _MOST_ASKED = 3, 12
_NAMED = 8
#: Of the answers parted by blanks, the share that stands alone in some cell.
_MOSTLY = 0.8
_SIGNS = {" ": "blanks", "\n": "line breaks"}
#: Values of a column that are looked at for what they may mean: of more, the most frequent ones.
_LOOKED_AT = 10_000
#: Rows of a table in which rows of sums are looked for at least; last rows that may be no cases.
_FEWEST_ROWS, _LAST = 4, 10
#: How many times the others' mean the mean of sums is, at least.
_LARGER = 2
#: Values of a column among which twins are looked for.
_MOST_TWINS = 1_000
_COMMA, _POINT = re.compile(r"[+-]?\d+,\d{1,2}", re.ASCII), re.compile(r"[+-]?\d+\.\d+", re.ASCII)
#: How a line below a table begins that says where it comes from.
_NOTE = re.compile(
    r"(source|quelle|note|remark|hinweis|anmerkung|stand|fuente|fonte|bron|źródło|legend)\w*\b|[*©†]", re.I
)
_TOTAL = re.compile(
    r"(grand |sub|sub-|total |general )?(total|totals|sum|sums|summe|gesamt|insgesamt|zusammen|somme|totaal|totale|suma"
    r"|ensemble|overall|razem|ogółem|total général|total general|totale generale|gesamtsumme|endsumme)",
    re.IGNORECASE,
)


def questions(prepared: Prepared) -> list[Question]:
    """What is in doubt about a table, the answers that change most first; what was settled is not asked again."""
    asked = [
        *prepared.doubts,
        *_about_weights(prepared),
        *_about_no_answers(prepared),
        *_about_numbers(prepared),
        *_about_both_signs(prepared),
        *_about_dates(prepared),
        *_about_codes(prepared),
        *_about_units(prepared),
        *_about_rows(prepared),
        *_about_several_answers(prepared),
        *_about_twins(prepared),
        *_about_scales(prepared),
    ]
    return sorted((each for each in asked if each.key not in prepared.draft.settled), key=lambda each: each.rank)


def _about_weights(prepared: Prepared) -> list[Question]:
    """Whether a column says how many rows each row stands for."""
    asked = []
    for column in prepared.columns:
        name = column.name
        key, question = f"{ROW_WEIGHTS}{name}", f"does {name} say how many rows each row stands for (row weights)?"
        whole = are_whole(prepared.draft.column(name).numbers)
        survey, counts = (Answer(label, (Weights(name, of),)) for label, of in ((_SURVEY, SURVEY), (_COUNTS, COUNTS)))
        if column.not_weights and column.by == GUESSED and not column.use:
            yes = (survey, counts) if whole else (survey,)
            words = f"{question} It is used as a column, and nothing is weighted: {column.not_weights}."
            asked.append(Question(key, words, yes, (name,), "A column", WEIGHTS))
        evidence = prepared.survey_weights
        if column.role == "weight" and evidence != AS_SAID and (whole or column.by != BY_HAND):
            no = Answer("Not used", (Role(name, "left out"),))
            is_count = whole and not evidence
            other = (survey,) if is_count else (counts,) if whole else ()
            so = "counts of rows" if is_count else f"survey weights{f' ({evidence})' if evidence else ''}"
            as_read = _COUNTS if is_count else _SURVEY
            asked.append(Question(key, f"{question} Taken as {so}.", (*other, no), (name,), as_read, WEIGHTS))
    return asked


def _about_numbers(prepared: Prepared) -> list[Question]:
    """Whether the sign in numbers such as "6,718" stands before decimals or parts thousands: one question a sign."""
    unsure: dict[str, dict[str, str]] = {}
    for column in prepared.columns:
        draft = prepared.draft.column(column.name)
        if draft.decimal or draft.raw is not None or column.role not in ("binned", "ordered", "weight"):
            continue
        written = read_numbers(draft.values)
        if written is not None and written.ambiguous:
            sign = next(sign for sign in ".," if any(sign in value for value in draft.values))
            unsure.setdefault(sign, {})[column.name] = next(value for value in draft.values if sign in value)
    asked = []
    for examples in unsure.values():
        names, example = tuple(examples), next(iter(examples.values()))
        numbers = [as_numbers([example], decimal) for decimal in ".,"]
        now, then = [f"{example} is {number[0]:.6g}" for number in numbers if number is not None]
        words = f"does the sign in “{example}” of {_listed(names)} part thousands, or stand before decimals?"
        no = Answer(then, tuple(Numbers(name, ",") for name in names))
        asked.append(Question(f"decimals: {', '.join(names)}", words, (no,), names, now, COLUMN))
    return asked


def _about_both_signs(prepared: Prepared) -> list[Question]:
    """Whether values are numbers, some with a comma before decimals and some with a point."""
    asked = []
    for column in prepared.columns:
        values = prepared.draft.column(column.name).values
        if column.role not in ("category", "left out") or column.by == BY_HAND or len(values) > _LOOKED_AT:
            continue
        commas = [value for value in values if _COMMA.fullmatch(value)]
        points = [value for value in values if _POINT.fullmatch(value)]
        if (
            not commas
            or not points
            or not all(_COMMA.fullmatch(v) or _POINT.fullmatch(v) or v.isdigit() for v in values)
        ):
            continue
        other = {value: value.replace(",", ".") for value in commas}
        steps: list[Step] = [Merge(column.name, (value, to), to) for value, to in other.items() if to in values]
        renamed = tuple((value, to) for value, to in other.items() if to not in values)
        steps += [RenameValues(column.name, renamed)] if renamed else []
        words = f"are “{commas[0]}” and “{points[0]}” of {column.name} both numbers with decimals?"
        yes = Answer("Numbers", tuple(steps))
        asked.append(Question(f"both signs: {column.name}", words, (yes,), (column.name,), "Texts", COLUMN))
    return asked


def _about_dates(prepared: Prepared) -> list[Question]:
    """Whether the day or the month comes first where the values do not tell, and what a date that does not exist is."""
    asked = []
    for column in prepared.columns:
        values = prepared.draft.column(column.name).values
        if column.role != "left out" or column.by == BY_HAND or column.use or not values:
            continue
        forms = date_forms(values)
        if len(forms) > 1:
            words = f"is “{values[0]}” of {column.name} a date as {', or '.join(forms)}?"
            answers = tuple(Answer(form, (Dates(column.name, USUAL_PARTS, form),)) for form in forms)
            asked.append(Question(f"dates: {column.name}", words, answers, (column.name,), "Left out", COLUMN))
        elif forms:
            draft = prepared.draft.column(column.name)
            lost = tuple(value for value in values if as_date(value, forms[0]) is None)
            if lost:
                rows = number_of(draft.n_with(lost), "row")
                words = f"is {_quoted(lost)} of {column.name} ({rows}) no date, and missing?"
                yes = Answer("Missing", (Missing(lost, (column.name,)),))
                key = f"no date: {', '.join(lost)} in {column.name}"
                asked.append(Question(key, words, (yes,), (column.name,), "Left out of the dates", CELLS))
    return asked


def _about_codes(prepared: Prepared) -> list[Question]:
    """Whether numbers of equal length tell rows apart, or are codes such as postcodes."""
    asked = []
    for column in prepared.columns:
        draft, name = prepared.draft.column(column.name), column.name
        if column.by == BY_HAND or draft.raw is not None or column.role not in ("binned", "left out"):
            continue
        numbers = draft.numbers_of_values if column.role == "binned" or column.use == "id" else None
        if numbers is None or not looks_like_codes(draft.values, numbers):
            continue
        digits, is_id = len(draft.values[0]), tell_rows_apart(column.n_distinct, int(draft.counts[:-1].sum()))
        all_of = f"all of its {column.n_distinct:,} different numbers have {digits} digits"
        quantity = Answer("A quantity", (Role(name, "binned"),))
        if column.use == "id":
            words = f"does {name} tell rows apart, as an id? {column.why[0].upper()}{column.why[1:]}."
            asked.append(Question(f"id: {name}", words, (quantity,), (name,), "An id", COLUMN))
        elif is_id:
            words = f"does {name} tell rows apart, as an id? Nearly every row has its own, and {all_of}."
            yes = Answer("An id", (Role(name, "id"),))
            asked.append(Question(f"id: {name}", words, (yes,), (name,), "A quantity", COLUMN))
        else:
            few = column.n_distinct <= prepared.limits.distinct
            yes = Answer("Codes", (Role(name, "category" if few else "left out"),))
            words = f"are the numbers of {name} codes, as postcodes are? {all_of[0].upper()}{all_of[1:]}."
            asked.append(Question(f"codes: {name}", words, (yes,), (name,), "A quantity", COLUMN))
    return asked


def _about_units(prepared: Prepared) -> list[Question]:
    """Which rows belong together, if several of them have one id, or one value of a column within which they agree."""
    if prepared.groups is not None:
        return []
    ids = [c.name for c in prepared.columns if c.name in prepared.repeated_ids and c.role != "weight"]
    names = _different(prepared, [*ids, *_likely_groups(prepared, ids)])[:_MOST_GROUPINGS]
    if not names:
        return []
    n_rows, columns = len(prepared.draft.row_numbers), {column.name: column for column in prepared.columns}
    said = [
        f"{name} ({columns[name].n_distinct:,} values on {n_rows - columns[name].n_missing:,} rows)" for name in names
    ]
    words = (
        f"which rows belong together? Several rows have the same {' or '.join(said)}. If these are of one person or "
        "another unit, they are not independent, and tests find relations far too often unless they keep them together."
    )
    answers = tuple(Answer(f"Rows with the same {name}", (Role(name, "groups"),)) for name in names)
    return [Question(f"{TOGETHER}{', '.join(names)}", words, answers, tuple(names), "Rows of their own", WEIGHTS)]


def _different(prepared: Prepared, names: Sequence[str]) -> list[str]:
    """The columns without those that group the rows as one before, such as the name of a country and its code."""
    kept: dict[bytes, str] = {}
    for name in names:
        groups = as_groups(np.asarray(prepared.draft.column(name).cells.codes), len(prepared.draft.row_numbers))
        kept.setdefault(groups.tobytes(), name)
    return list(kept.values())


def _likely_groups(prepared: Prepared, others: Sequence[str]) -> list[str]:
    """Columns of many values, most of them on several rows, within which rows agree in the other columns."""
    n_rows = len(prepared.draft.row_numbers)
    if n_rows > _LOOKED_AT:
        return []
    candidates = []
    for column in prepared.columns:
        draft = prepared.draft.column(column.name)
        if column.role not in ("category", "left out") or column.use or column.by == BY_HAND or draft.of_choice:
            continue
        counts = draft.counts[:-1][draft.counts[:-1] > 0]
        if column.name not in others and _FEWEST_GROUPS <= len(counts) <= n_rows / 2:
            candidates += [column.name] if counts[counts > 1].sum() >= _MOST_ROWS * counts.sum() else []
    return [name for name in candidates if _agreement_within(prepared, name, others) >= _AGREE]


def _agreement_within(prepared: Prepared, name: str, ids: Sequence[str]) -> float:
    """The mean intraclass correlation of the other columns within the values of a column; columns of few values."""
    groups, found = np.asarray(prepared.draft.column(name).cells.codes), []
    for column in prepared.columns:
        draft = prepared.draft.column(column.name)
        codes = np.asarray(draft.cells.codes).astype(np.intp)
        if column.name == name or column.name in ids or not _TWO <= len(draft.values) <= _MOST_SPLIT_VALUES:
            continue
        known = (codes >= 0) & (groups >= 0)
        n_values = len(np.unique(codes[known]))
        if n_values >= _TWO and known.sum() >= len(known) / 2:
            within = Grouping(groups[known], np.ones(int(known.sum()))).agreement(codes[known], len(draft.values))
            found.append(within.trace / (n_values - 1))
    return float(np.mean(found)) if found else 0.0


def _about_several_answers(prepared: Prepared) -> list[Question]:
    """Whether cells hold several answers."""
    asked = []
    for name, sign in _several_answers(prepared).items():
        words = f"do cells of {name} hold several answers, separated by {_SIGNS.get(sign, f'“{sign}”')}?"
        none = none_among(answers_of(prepared.draft.column(name).values, sign))
        yes = Answer("Split into a column each", (Split(name, sign, none=none),))
        asked.append(Question(f"several answers: {name}", words, (yes,), (name,), "One answer each", COLUMN))
    return asked


def _about_scales(prepared: Prepared) -> list[Question]:
    """Whether values have an order that is likely, one question for all columns of the same values, or is not known."""
    several = _several_answers(prepared)
    likely: dict[tuple[str, ...], list[str]] = {}
    scales = []
    for column in _texts(prepared):
        if not _FEW <= column.n_distinct <= _MOST_ASKED or column.name in several:
            continue
        draft = prepared.draft.column(column.name)
        values = draft.values
        if as_numbers(values) is not None and missing_codes(values, draft.counts[:-1].tolist()):
            continue  # what of them are codes is asked first
        found = scale_but_one(values)
        order = found[0] if found else numbered_order(values)
        if order:
            likely.setdefault(order, []).append(column.name)
        else:
            scales.append(column.name)
    asked = []
    for order, names in likely.items():
        words = f"do the values of {_listed(names)} have the order {' < '.join(f'“{value}”' for value in order)}?"
        steps: tuple[Step, ...] = tuple(Order(name, order) for name in names)
        key = f"order: {', '.join(names)}"
        asked.append(Question(key, words, (Answer("In this order", steps),), tuple(names), "No order", VALUES))
    if scales:
        words = f"do the values of {_listed(scales)} have an order? They are read as categories without order."
        asked.append(Question(f"order: {', '.join(scales)}", words, (), tuple(scales), "No order", VALUES))
    return asked


def about_namibia(columns: Mapping[str, tuple[Sequence[str], int]], missing: Sequence[str]) -> tuple[Question, ...]:
    """Whether cells "NA" that were read as missing are a code of two letters, as that of Namibia.

    Parameters
    ----------
    columns : mapping of name to (values, cells "NA")
        Of columns with such cells.
    missing : sequence of str
        What the file was read without.
    """
    coded = {name: n for name, (values, n) in columns.items() if has_two_letter_codes(values)}
    if not coded:
        return ()
    shown = _listed([f"{name} ({number_of(n, 'row')})" for name, n in coded.items()])
    words = f"is “NA” a value, as the code of Namibia, in {shown}? The other values are codes of two letters, too."
    others = tuple(name for name in columns if name not in coded)
    steps = (Missing(("NA",), others),) if others else ()
    value = Answer("A value", steps, (("missing", tuple(token for token in missing if token != "NA")),))
    return (Question(f"NA in {', '.join(coded)}", words, (value,), tuple(coded), "No answer", CELLS),)


def likely_no_answers(prepared: Prepared) -> dict[str, dict[str, int]]:
    """Values that may mean “no answer”, each with the columns of which this is asked and their numbers of rows."""
    likely: dict[str, dict[str, int]] = {}
    for column in prepared.columns:
        draft = prepared.draft.column(column.name)
        values, counts = _most_frequent(draft)
        for value, n in [] if column.by == BY_HAND else likely_among(values, counts):
            likely.setdefault(value, {})[column.name] = n
    return likely


def _most_frequent(column: DraftColumn) -> tuple[Sequence[str], np.ndarray]:
    """The values of a column with their rows; of very many, the most frequent ones."""
    counts = column.counts[:-1]
    if len(counts) <= _LOOKED_AT:
        return column.values, counts
    places = np.sort(np.argpartition(counts, -_LOOKED_AT)[-_LOOKED_AT:])
    return [column.values[i] for i in places], counts[places]


def _about_no_answers(prepared: Prepared) -> list[Question]:
    """A question for the values of each column that often mean “no answer”, one for columns of the same ones."""
    by_column: dict[str, dict[str, int]] = {}
    for value, having in likely_no_answers(prepared).items():
        for name, n in having.items():
            if not _is_lost_date(value, prepared.draft.column(name).values) and not _TOTAL.fullmatch(value):
                by_column.setdefault(name, {})[value] = n
    groups: dict[tuple[str, ...], dict[str, int]] = {}
    for name, counted in ((c.name, by_column[c.name]) for c in prepared.columns if c.name in by_column):
        groups.setdefault(tuple(natural_order(counted)), {})[name] = sum(counted.values())
    apart = {value for column in prepared.draft.columns for value in strays(_most_frequent(column)[0])}
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


def _is_lost_date(value: str, values: Sequence[str]) -> bool:
    """True for a value with the form of a date that does not exist, in a column of dates."""
    forms = date_forms(values) if any(digit in value for digit in "0123456789") else ()
    return bool(forms) and not is_no_answer(value)


def _texts(prepared: Prepared) -> list[ColumnGuess]:
    """Columns of words that were not declared by anybody."""
    return [c for c in prepared.columns if c.role == "category" and c.by != BY_HAND and not c.use]


def _several_answers(prepared: Prepared) -> dict[str, str]:
    """The columns whose cells seem to hold several answers, each with the sign between them."""
    asked = [c for c in prepared.columns if c.role in ("category", "left out") and c.by != BY_HAND]
    signs = {c.name: _between_answers(prepared.draft.column(c.name)) for c in asked if c.n_distinct > 1}
    return {name: sign for name, sign in signs.items() if sign}


def _between_answers(column: DraftColumn) -> str:
    """The sign between several answers of a cell; empty if there seems to be one answer in each.

    A sign is one if the column has fewer answers than combinations of them, each in several. A semicolon in a cell of
    a few different ones is one, too; blanks part answers only where nearly all of these also stand alone, and no
    answer is twice in a cell.
    """
    signs = separators(column)
    if ";" in signs and len(column.values) <= _MOST_ASKED:
        return ";"
    return next((sign for sign in signs if _parts_answers(column.values, sign)), "")


def _parts_answers(values: Sequence[str], sign: str) -> bool:
    """True where a sign parts few answers that come again in many combinations."""
    answers = answers_of(values, sign)
    several = [each for each in answers if len(each) > 1]
    parts = Counter(part for each in answers for part in each)
    if not several or len(parts) >= len(values) or len(parts) < 2:
        return False
    if sign.strip():
        return len(several) > 1 or len(values) <= _MOST_ASKED
    alone = {each[0] for each in answers if len(each) == 1}
    known = sum(part in alone for part in parts) >= _MOSTLY * len(parts)
    shared = sum(len(each) for each in several) >= 2 * len({part for each in several for part in each})
    return sign == "\n" or (len(several) > 1 and (known or (shared and len(parts) <= len(values) / 2)))


def separators(column: DraftColumn) -> list[str]:
    """Signs that part several answers in some cells, the most frequent first; none for numbers and dates."""
    if column.numbers is not None or len(column.values) > MOST_SPLIT:
        return []
    if date_forms(column.values) or strays(column.values):
        return []
    cells = list(zip(column.values, column.counts.tolist(), strict=False))
    rows = {sign: sum(n for value, n in cells if sign in value) for sign in SEPARATORS}
    return sorted((sign for sign in SEPARATORS if rows[sign]), key=lambda sign: (not sign.strip(), -rows[sign]))


def _about_rows(prepared: Prepared) -> list[Question]:
    """Whether the last rows are no cases: a single cell, or sums; and whether rows of a total are among the cases."""
    draft = prepared.draft
    n_rows = len(draft.row_numbers)
    if len(draft.columns) < 2 or n_rows < _FEWEST_ROWS:
        return []
    codes = np.column_stack([np.asarray(column.cells.codes)[-_LAST:] for column in draft.columns])
    asked = []
    if names := _rows_of_names(draft):
        which = "is the row that repeats" if len(names) == 1 else f"are the {len(names):,} rows that repeat"
        words = f"{which} the names of the columns {'a case' if len(names) == 1 else 'cases'}?"
        asked.append(_of_rows(words, names, prepared, "rows of names"))
    if below := _another_table(draft):
        first = _quoted([cell for c in draft.columns if isinstance(cell := c.cells[below[0]], str)][:_TWO])
        words = (
            f"do the {len(below):,} rows from {first} on belong to another table? They share no value with the others."
        )
        asked.append(_of_rows(words, below, prepared, "another table"))
    if comments := _comments(draft):
        which = "is the row" if len(comments) == 1 else f"are the {len(comments):,} rows"
        words = f"{which} of a comment, such as “{draft.columns[0].cells[comments[0]][:40]}”, no case?"
        asked.append(_of_rows(words, comments, prepared, "comments"))
    lone: list[int] = []
    for row in range(len(codes) - 1, -1, -1):
        filled = np.flatnonzero(codes[row] >= 0)
        if len(filled) > 1 or (len(filled) and not _is_note(draft.columns[filled[0]], int(codes[row, filled[0]]))):
            break
        lone.append(n_rows - len(codes) + row)
    if lone and len(lone) < len(codes):
        first = next((c.values[code] for c, code in zip(draft.columns, codes[-1], strict=True) if code >= 0), "")
        rows = "is the last row" if len(lone) == 1 else f"are the last {len(lone)} rows"
        words = f"{rows}, with nothing but “{first[:60]}”, {'a case' if len(lone) == 1 else 'cases'}?"
        asked.append(_of_rows(words, lone, prepared, "last rows"))
    totals = [] if lone else _total_rows(draft)
    if totals:
        words, rows_of_sums = _about_totals(draft, totals)
        asked.append(_of_rows(words, rows_of_sums, prepared, "rows of sums"))
    return asked


def _rows_of_names(draft: Draft) -> list[int]:
    """Places of rows whose cells are the names of their columns, as in files that were put together."""
    matches: np.ndarray | None = None
    for column in draft.columns:
        if column.name not in column.values:
            return []
        here = np.asarray(column.cells.codes) == column.place(column.name)
        matches = here if matches is None else matches & here
    return [] if matches is None else np.flatnonzero(matches).tolist()


def _another_table(draft: Draft) -> list[int]:
    """Places of the rows of a table below another: a row of names, and no value that occurs above it."""
    n_rows = len(draft.row_numbers)
    rows = np.arange(n_rows)
    last = np.zeros(n_rows, dtype=int)  # the last row that has a value of this one
    for column in draft.columns:
        codes = np.asarray(column.cells.codes)
        last_of = np.zeros(len(column.values) + 1, dtype=int)
        last_of[codes] = rows
        last = np.maximum(last, np.where(codes >= 0, last_of[codes], 0))
    begins = np.flatnonzero(np.maximum.accumulate(last)[:-1] <= rows[:-1]) + 1
    if not len(begins) or len(begins) % 2 or (np.diff(begins)[::2] != 1).any():
        return []
    names = [cell for column in draft.columns if isinstance(cell := column.cells[begins[0]], str)]
    enough = begins[0] >= _FEWEST_ROWS and n_rows - begins[-1] >= _FEWEST_ROWS
    return rows[begins[0] :].tolist() if enough and len(names) > 1 and as_numbers(names) is None else []


def _is_note(column: DraftColumn, code: int) -> bool:
    """True where a lone cell may be none of its column's: not where it is a number or a code among others."""
    value, counts = column.values[code], column.counts[:-1]
    others = [other for i, other in enumerate(column.values) if i != code and counts[i]]
    if counts[code] > 1 or not others:
        return False
    number, numbers = as_numbers([value]), as_numbers(others)
    if numbers is not None:
        total = float((numbers * np.delete(counts, code)[: len(numbers)]).sum())
        return number is None or bool(np.isclose(number[0], total, rtol=1e-6))
    is_code = re.fullmatch(r"\S*\d\S*", value) and len(others) > (counts.sum() - 1) / 2
    return bool(_NOTE.match(value)) or not is_code


def _comments(draft: Draft) -> list[int]:
    """Places of rows with nothing but a first cell that begins as a comment does."""
    column = draft.columns[0]
    if len(column.values) > _LOOKED_AT:
        return []
    begun = [i for i, value in enumerate(column.values) if value.startswith(("#", "//"))]
    alone = np.isin(column.cells.codes, begun) if begun else np.zeros(0, dtype=bool)
    for other in draft.columns[1:] if begun else ():
        alone &= np.asarray(other.cells.codes) < 0
    return np.flatnonzero(alone).tolist()


def _of_rows(words: str, rows: Sequence[int], prepared: Prepared, key: str) -> Question:
    """A question about rows, by their places in the table."""
    numbers = prepared.draft.row_numbers[np.sort(np.asarray(rows))]
    leave_out = Answer("Leave out", (Drop(row_ranges(numbers)),))
    as_read = "A case" if len(rows) == 1 else "Cases"
    return Question(f"{key}: {row_ranges(numbers)}", words, (leave_out,), (), as_read, ROWS)


def _total_rows(draft: Draft) -> list[int]:
    """Places of rows whose first words say that they are sums."""
    rows: set[int] = set()
    for column in draft.columns:
        if len(column.values) > _LOOKED_AT:
            continue
        said = [i for i, value in enumerate(column.values) if _TOTAL.fullmatch(value.strip())]
        if said and len(column.values) > len(said):
            rows |= set(np.flatnonzero(np.isin(column.cells.codes, said)).tolist())
    if not rows or len(rows) > len(draft.row_numbers) / 2:
        return []
    ends = {0, len(draft.row_numbers) - 1}
    return sorted(rows) if (len(rows) == 1 and rows & ends) or _are_larger(draft, sorted(rows)) else []


def _are_larger(draft: Draft, rows: Sequence[int]) -> bool:
    """True where a column has much larger whole numbers in some rows than in the others."""
    for column in draft.columns:
        numbers = column.numbers
        if numbers is None or (numbers != np.rint(numbers))[np.isfinite(numbers)].any():
            continue
        others = np.delete(numbers, rows)
        if not np.isfinite(others).any() or not np.isfinite(numbers[rows]).any():
            continue
        if np.nanmean(numbers[rows]) >= _LARGER * np.nanmean(others) > 0:
            return True
    return False


def _about_totals(draft: Draft, rows: Sequence[int]) -> tuple[str, list[int]]:
    """(the question about rows of sums, these)."""
    said = next(
        value
        for column in draft.columns
        for value in column.values
        if _TOTAL.fullmatch(value.strip()) and (np.asarray(column.cells.codes)[rows] == column.place(value)).any()
    )
    summed = _summed(draft, rows)
    evidence = f" Its {summed} is the sum of all others." if summed and len(rows) == 1 else ""
    which = "is the row" if len(rows) == 1 else f"are the {len(rows):,} rows"
    words = f"{which} with “{said}” {'a sum and no case' if len(rows) == 1 else 'sums and no cases'}?{evidence}"
    return words, list(rows)


def _summed(draft: Draft, rows: Sequence[int]) -> str:
    """The column whose number in a row is the sum of all others; empty if there is none."""
    for column in draft.columns:
        numbers = column.numbers
        if numbers is not None and np.isfinite(numbers[rows[0]]):
            others = np.delete(numbers, rows)
            if np.isclose(np.nansum(others), numbers[rows[0]], rtol=1e-6) and np.nansum(others):
                return column.name
    return ""


def _about_twins(prepared: Prepared) -> list[Question]:
    """Whether values that differ in case, blanks, accents of typing or a letter are the same."""
    asked = []
    for column in prepared.columns:
        draft = prepared.draft.column(column.name)
        if column.by == BY_HAND or column.role not in ("category", "ordered") or len(draft.values) > _MOST_TWINS:
            continue
        groups = twins(draft.values, draft.counts)
        if not groups:
            continue
        first = " and ".join(f"“{visible(value)}”" for value in groups[0][:4])
        more = f" and {number_of(len(groups) - 1, 'more group')}" if len(groups) > 1 else ""
        words = f"are {first}{more} the same in {column.name}?"
        steps = tuple(Merge(column.name, group, group[0]) for group in groups)
        merge = Answer("Merge", steps)
        asked.append(Question(f"same values: {column.name}", words, (merge,), (column.name,), "Different", VALUES))
    return asked


def _quoted(values: Sequence[str]) -> str:
    quoted = [f"“{value}”" for value in values]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_NAMED])
    return shown if len(names) <= _NAMED else f"{shown} and {len(names) - _NAMED} more"
