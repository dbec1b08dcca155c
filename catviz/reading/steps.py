"""The steps of a recipe: each changes a table in preparation in one way, and says so in a sentence."""

from __future__ import annotations

import itertools
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

import numpy as np

from catviz.reading.draft import AS_SAID, ROW_WEIGHTS, Draft, DraftColumn, categorical
from catviz.table.binning import cut_at, cut_numbers
from catviz.table.codebook import MISSING_TOKENS, MissingTokens, label_text, listed
from catviz.table.column_roles import ROLES, USES
from catviz.table.dates import FORMS, MONTHS, PARTS, USUAL_PARTS, WEEKDAYS, are_times, date_forms, part_of, parts_in
from catviz.table.numbers import DECIMALS, as_numbers, read_numbers
from catviz.table.weights import are_whole
from catviz.wording import number_of

#: The values of a column that keeps a selection of rows.
CHOSEN, OTHERS = "chosen", "others"
YES, NO = "yes", "no"
#: Columns that one column of several answers is split into, at most.
MOST_PARTS = 100
#: Characters of a column's name beyond which the columns that it is split into begin with the answer.
LONG_NAME = 12
#: What the numbers of row weights are: a row is a case of that weight, or stands for so many equal rows.
SURVEY, COUNTS = "survey", "counts"
#: How `Bins` cuts numbers.
WAYS = ("auto", "width", "frequency", "limits")
#: What files are read without: a recipe of a former version may name it.
_AS_EVER = MissingTokens(MISSING_TOKENS)
_STRATEGY = {"auto": "auto", "width": "uniform", "frequency": "quantile"}


@dataclass(frozen=True)
class Step(ABC):
    """A change of a table in preparation. Its method's name is what `Recipe` and files call it."""

    method: ClassVar[str]

    @property
    def given(self) -> dict[str, Any]:
        """What the step was made of, in the order in which its method of `Recipe` takes it."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    @abstractmethod
    def words(self) -> str:
        """The step as a sentence."""

    @abstractmethod
    def apply(self, draft: Draft) -> Draft:
        """The draft after the step; ValueError where it does not fit."""

    def made_missing(self, draft: Draft) -> tuple[tuple[str, int], ...]:
        """The columns of a draft of which the step makes cells missing, with how many cells."""
        return ()


@dataclass(frozen=True)
class Role(Step):
    """What a column is used as."""

    column: str
    role: str
    method: ClassVar[str] = "role"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        if self.role == "groups":
            return f"Rows with the same {self.column} belong together."
        return f"{self.column} is used as: {'row weights' if self.role == 'weight' else self.role}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        if self.role not in (*ROLES, *USES):
            raise ValueError(f"no role {self.role!r} for column {self.column!r}: the roles are {_all((*ROLES, *USES))}")
        column = draft.column(self.column)
        if self.role in ("weight", "groups") and column.of_choice:
            what = "be row weights" if self.role == "weight" else "say which rows belong together"
            raise ValueError(f"column {self.column!r} keeps rows that you chose, so it cannot {what}")
        if self.role in ("category", "ordered", "binned"):
            order = column.order if self.role == "ordered" else ()
            return draft.changed(replace(column, kind=self.role, use="", order=order))
        if self.role in ("weight", "known classes", "groups"):
            # there is one of each
            for other in draft.columns:
                if other.use == self.role:
                    use = {"weight": "left out", "groups": "id"}.get(self.role, "")
                    draft = draft.changed(replace(other, use=use))
        if self.role == "weight":
            column = column.as_weights(other.cells for other in draft.columns if other.name != self.column)
        return draft.changed(replace(column, use=self.role))


@dataclass(frozen=True)
class Weights(Step):
    """A column is used as row weights, and what its numbers are."""

    column: str
    of: str = SURVEY
    method: ClassVar[str] = "weights"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        survey = self.of == SURVEY
        return f"{self.column} holds {'the survey weights of the rows' if survey else 'counts of equal rows'}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        if self.of not in (SURVEY, COUNTS):
            raise ValueError(f"of={self.of!r} for weights {self.column!r}: give {SURVEY!r} or {COUNTS!r}")
        draft = Role(self.column, "weight").apply(draft)
        if self.of == COUNTS and not are_whole(draft.column(self.column).numbers):
            raise ValueError(f"the numbers of {self.column!r} are not whole, so they are no counts: give of={SURVEY!r}")
        survey = AS_SAID if self.of == SURVEY else ""
        draft = draft.changed(replace(draft.column(self.column), survey=survey))
        return replace(draft, settled=draft.settled | {f"{ROW_WEIGHTS}{self.column}"})


@dataclass(frozen=True)
class Order(Step):
    """The order of a column's values, low to high."""

    column: str
    values: tuple[str, ...]
    method: ClassVar[str] = "order"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        return f"{self.column} is ordered: {' < '.join(self.values)}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        column = draft.column(self.column)
        return draft.changed(replace(column, kind="ordered", order=self.values))


@dataclass(frozen=True)
class Merge(Step):
    """Some values of a column under one name."""

    column: str
    values: tuple[str, ...]
    name: str
    method: ClassVar[str] = "merge"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        return f"{self.column}: {', '.join(self.values)} are merged into {self.name}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        column = draft.column(self.column)
        for value in self.values:
            column.place(value)
        return draft.changed(column.mapped(dict.fromkeys(self.values, _checked_name(self.name, self.column))))


@dataclass(frozen=True)
class MergeRare(Step):
    """All values of a column on fewer than so many rows under one name, last of an order."""

    column: str
    fewer_than: int
    name: str = "other"
    method: ClassVar[str] = "merge_rare"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        return f"{self.column}: values on fewer than {number_of(self.fewer_than, 'row')} are merged into {self.name}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        column = draft.column(self.column)
        rare = [value for value, n in zip(column.values, column.counts, strict=False) if n < self.fewer_than]
        if not rare:
            raise ValueError(
                f"every value of column {self.column!r} is on at least {number_of(self.fewer_than, 'row')}: "
                "merge values that are rarer than a larger number"
            )
        merged = column.mapped(dict.fromkeys(rare, _checked_name(self.name, self.column)))
        last = tuple(value for value in merged.order if value != self.name)
        return draft.changed(replace(merged, order=(*last, self.name) if merged.order else ()))


@dataclass(frozen=True)
class RenameValues(Step):
    """Values of a column under other names: pairs of (now, then)."""

    column: str
    names: tuple[tuple[str, str], ...]
    method: ClassVar[str] = "rename_values"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        return f"{self.column}: {', '.join(f'{old} is called {new}' for old, new in self.names)}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        column = draft.column(self.column)
        for old, new in self.names:
            column.place(old)
            _checked_name(new, self.column)
        names = dict(self.names)
        new_values = [names.get(value, value) for value in column.values]
        twice = next((value for value in new_values if new_values.count(value) > 1), None)
        if twice is not None:
            raise ValueError(f"two values of column {self.column!r} would be called {twice!r}: merge them instead")
        return draft.changed(column.mapped(names))


@dataclass(frozen=True)
class RenameColumn(Step):
    """A short name for a column; its full text is kept."""

    column: str
    name: str
    method: ClassVar[str] = "rename"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        return f"{self.column} is called {self.name}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        column = draft.column(self.column)
        renamed = replace(column, name=_checked_name(self.name, self.column), text=column.text or column.name)
        return draft.changed(renamed, name=self.column)


@dataclass(frozen=True)
class Split(Step):
    """A column of several answers in a cell: a yes/no column for each answer; it is left out itself.

    They are called ``name: answer``, by default after the column; ``answer (name)`` where the name is so long that
    figures would cut off the answer. A cell without an answer (missing, or nothing but separators) is missing in every
    new column, since the question may not have been answered; ``empty_is_no`` says that it is no to all. An answer
    such as "none of these", given as ``none``, is no to all others, and has no column of its own.
    """

    column: str
    separator: str = ";"
    name: str = ""
    empty_is_no: bool = False
    none: str = ""
    method: ClassVar[str] = "split"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        named = f", named {self.name}" if self.name else ""
        empty = "no to all" if self.empty_is_no else "missing in all"
        split = f"{self.column} is split at {self.separator!r} into a column of yes and no for each answer{named}"
        none = f"; {self.none!r} is no to all others" if self.none else ""
        return f"{split}; a cell without an answer is {empty}{none}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        if not self.separator:
            raise ValueError(f"no separator to split column {self.column!r} at: give the sign between its answers")
        column = draft.column(self.column)
        answers = answers_of(column.values, self.separator)
        parts = list(dict.fromkeys(part for each in answers for part in each))
        if self.none and self.none not in parts and self.none not in _AS_EVER:
            raise ValueError(f"no cell of column {self.column!r} has the answer {self.none!r}: leave it out")
        if all(len(each) < 2 for each in answers):
            raise ValueError(f"no cell of column {self.column!r} holds {self.separator!r}: choose another separator")
        if len(parts) > MOST_PARTS:
            raise ValueError(
                f"column {self.column!r} has {len(parts):,} different answers, where {MOST_PARTS} is the limit: "
                "merge values first"
            )
        columns, empty = [], 1 if self.empty_is_no else -1
        for part in (part for part in parts if part != self.none):
            places = np.array([0 if part in each else 1 if each else empty for each in answers] + [empty])
            cells = categorical(places[column.cells.codes], [YES, NO])
            text, begun = f"{column.text or column.name}: {part}", self.name or column.name
            name = f"{begun}: {part}" if len(begun) <= LONG_NAME else f"{part} ({begun})"
            text = text if text != name else ""
            columns.append(DraftColumn(name, cells, kind="category", text=text, of_choice=column.of_choice))
        return draft.changed(replace(column, use="left out"), *columns)


@dataclass(frozen=True)
class Missing(Step):
    """Texts read as missing, in some columns or, where none is named, in all."""

    tokens: tuple[str, ...]
    columns: tuple[str, ...] = ()
    method: ClassVar[str] = "missing"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        where = ", ".join(self.columns) if self.columns else "all columns"
        return f"{', '.join(map(repr, self.tokens))} counts as missing in {where}."

    def made_missing(self, draft: Draft) -> tuple[tuple[str, int], ...]:
        """See `Step.made_missing`."""
        cells = [(column.name, column.n_with(self.tokens)) for column in self._columns_to_search(draft)]
        return tuple((name, n) for name, n in cells if n)

    def _columns_to_search(self, draft: Draft) -> list[DraftColumn]:
        return [draft.column(name) for name in self.columns] or list(draft.columns)

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        present: set[str] = set()
        for column in self._columns_to_search(draft):
            here = {token for token in self.tokens if token in set(column.values)}
            if here or not set(self.tokens).isdisjoint(column.order):
                draft = draft.changed(column.mapped(dict.fromkeys(self.tokens), again=bool(here)))
            present |= here
        lacking = next((token for token in self.tokens if token not in present and token not in _AS_EVER), None)
        if lacking is not None or not self.tokens:
            where = f"column {self.columns[0]!r}" if len(self.columns) == 1 else "these columns"
            raise ValueError(f"no cell of {where} is {lacking or ''!r}: give the text as it stands in the file")
        return draft


@dataclass(frozen=True)
class Filter(Step):
    """Rows whose value in a column is (``keep``) or is not one of some; None stands for a missing value."""

    column: str
    values: tuple[str | None, ...]
    keep: bool = True
    method: ClassVar[str] = "filter"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        named = ", ".join("missing" if value is None else value for value in self.values)
        return f"Rows with {self.column} = {named} are {'kept, all others left out' if self.keep else 'left out'}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        column = draft.column(self.column)
        places = [-1 if value is None else column.place(value) for value in self.values]
        matches = np.isin(column.cells.codes, places)
        kept = matches if self.keep else ~matches
        if not kept.any():
            raise ValueError(f"no row is left if {self.words[0].lower()}{self.words[1:-1]}: choose other values")
        return replace(draft.rows(kept), picked=draft.picked or column.of_choice)


@dataclass(frozen=True)
class Bins(Step):
    """Numbers of a column cut into intervals, which are its values from then on."""

    column: str
    n: int = 10
    how: str = "auto"
    limits: tuple[float, ...] = ()
    method: ClassVar[str] = "bins"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        if self.how == "limits":
            return f"{self.column} is cut into intervals at {', '.join(f'{limit:g}' for limit in self.limits)}."
        equal = {"width": " of equal width", "frequency": " of equal frequency"}.get(self.how, "")
        return f"{self.column} is cut into at most {self.n} intervals{equal}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        if self.how not in WAYS:
            raise ValueError(f"no way {self.how!r} to cut column {self.column!r}: choose one of {_all(WAYS)}")
        column = draft.column(self.column)
        numbers = column.numbers
        if numbers is None:
            strange = next(value for value in column.values if as_numbers([value]) is None)
            raise ValueError(f"column {self.column!r} has the value {strange!r}, which is no number")
        if self.how == "limits":
            intervals = cut_at(numbers, self.limits)
        else:
            intervals = cut_numbers(numbers, self.n, _STRATEGY[self.how])
        codes = intervals.codes(numbers)
        cells = categorical(np.where(codes < len(intervals.used), codes, -1), list(intervals.used))
        binned = replace(column, cells=cells, kind="ordered", order=intervals.used, intervals=intervals, raw=numbers)
        return draft.changed(binned)


@dataclass(frozen=True)
class Numbers(Step):
    """The sign before the decimals of a column's numbers: "." or ","; the other one parts thousands."""

    column: str
    decimal: str
    method: ClassVar[str] = "numbers"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        decimals, thousands = ("commas", "points") if self.decimal == "," else ("points", "commas")
        return f"{self.column} holds numbers with {decimals} before decimals; {thousands} part thousands."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        if self.decimal not in DECIMALS:
            raise ValueError(f"decimal of column {self.column!r} is {self.decimal!r}: give a comma or a point")
        column = draft.column(self.column)
        written = read_numbers(column.values, self.decimal)
        if written is None or written.decimal not in ("", self.decimal):
            raise ValueError(
                f"column {self.column!r} holds no numbers with {self.decimal!r} before decimals: leave the step out"
            )
        return draft.changed(replace(column, decimal=self.decimal, guess=None))


@dataclass(frozen=True)
class Dates(Step):
    """Year, quarter, month, weekday or hour of a column of dates, a column each; it is left out itself.

    ``form`` is one of `catviz.table.dates.FORMS`, such as "day.month.year" and "month/day/year", or empty where the
    values tell. Months such as 2024-03 have no weekday, dates without a time of day no hour, times of day alone nothing
    else. A date that does not exist is missing.
    """

    column: str
    parts: tuple[str, ...] = USUAL_PARTS
    form: str = ""
    method: ClassVar[str] = "dates"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        return f"{self.column} becomes {', '.join(self.parts)}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        column = draft.column(self.column)
        unknown = next((part for part in self.parts if part not in PARTS), None)
        if unknown is not None or not self.parts:
            raise ValueError(f"no part {unknown!r} of dates: choose among {_all(PARTS)}")
        form = self._written_in(column)
        parts = [part for part in self.parts if part in parts_in(column.values)]
        if not parts:
            raise ValueError(f"values of column {self.column!r} have no {self.parts[0]}: choose another part")
        columns = []
        for part in parts:
            texts = [part_of(value, form, part) for value in column.values]
            order = {"month": MONTHS, "weekday": WEEKDAYS}.get(part) or sorted(set(texts))
            values = [value for value in order if value and value in set(texts)]
            place = {value: i for i, value in enumerate(values)}
            places = np.array([place.get(text, -1) for text in texts] + [-1], dtype=np.int32)
            name = f"{column.name}: {part}"
            cells = categorical(places[column.cells.codes], values)
            columns.append(DraftColumn(name, cells, kind="ordered", order=tuple(values), of_choice=column.of_choice))
        return draft.changed(replace(column, use="left out"), *columns)

    def _written_in(self, column: DraftColumn) -> str:
        """The form in which all values are dates, "" for times of day."""
        if are_times(column.values):
            return ""
        forms = tuple(form for form in date_forms(column.values) if self.form in ("", form))
        if not forms:
            strange = next((v for v in column.values if not date_forms([v])), None)
            why = f"the value {strange!r}, which is no date" if strange else "dates in different forms"
            raise ValueError(f"column {self.column!r} has {why}: write all dates as {' or '.join(FORMS[:3])}")
        if len(forms) > 1:
            raise ValueError(f"dates of column {self.column!r} may be {' or '.join(forms)}: choose the form")
        return forms[0]


@dataclass(frozen=True)
class Mark(Step):
    """A column that says which rows were chosen; ``rows`` are their numbers in the file from 1, such as "1-4,9"."""

    name: str
    rows: str
    method: ClassVar[str] = "mark"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        return f"{self.name} marks {number_of(len(row_numbers(self.rows)), 'chosen row')}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        chosen = np.isin(draft.row_numbers, row_numbers(self.rows))
        if not chosen.any() or chosen.all():
            raise ValueError(f"column {self.name!r} would mark {'every' if chosen.any() else 'no'} row: choose others")
        cells = categorical(np.where(chosen, 0, 1), [CHOSEN, OTHERS])
        # shown only: the map that rows were chosen on must not be made from the choice
        mark = DraftColumn(
            _checked_name(self.name, "of chosen rows"), cells, use="shown only", kind="category", of_choice=True
        )
        return draft.changed(draft.columns[-1], mark)


@dataclass(frozen=True)
class Drop(Step):
    """Rows that are no cases, such as a row of sums; ``rows`` are their numbers in the file from 1, such as "31,32"."""

    rows: str
    method: ClassVar[str] = "drop"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        return f"{number_of(len(row_numbers(self.rows)), 'row')} of the file left out: {self.rows}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        kept = ~np.isin(draft.row_numbers, row_numbers(self.rows))
        if kept.all() or not kept.any():
            raise ValueError(f"rows {self.rows} are {'none' if kept.all() else 'all'} of the table's: give others")
        before = {column.name: len(column.values) for column in draft.columns}
        draft = draft.rows(kept)
        columns = tuple(
            replace(column, guess=None)
            if column.guess is not None and column.guess.role != "weight" and len(column.values) < before[column.name]
            else column
            for column in draft.columns
        )
        return replace(draft, columns=columns)


@dataclass(frozen=True)
class Settle(Step):
    """A question about how the file was read, by its ``key``, that was answered with "as it is"."""

    question: str
    method: ClassVar[str] = "settle"

    @property
    def words(self) -> str:
        """See `Step.words`."""
        return f"Right as it was read: {self.question}."

    def apply(self, draft: Draft) -> Draft:
        """See `Step.apply`."""
        return replace(draft, settled=draft.settled | {self.question})


#: Every kind of step.
STEPS: tuple[type[Step], ...] = (
    *(Role, Weights, Order, Merge, MergeRare, RenameValues, RenameColumn, Split, Missing, Filter, Bins, Numbers, Dates),
    *(Mark, Drop, Settle),
)


#: A list as programs write it, and what stands in it.
_LIST = re.compile(r"\[([^\[\]]*)\]")


def answers_in(cell: str, separator: str) -> list[str]:
    """The answers in a cell, each once; a separator within brackets is none, but for those around a list.

    Examples
    --------
    >>> answers_in("Car (own, leased), Bike", ",")
    ['Car (own, leased)', 'Bike']
    >>> answers_in("['Car', 'Bike']", ",")
    ['Car', 'Bike']
    """
    if written := _LIST.fullmatch(cell.strip()):
        parts = answers_in(written[1], separator)
        quoted = all(len(part) > 1 and part[0] == part[-1] and part[0] in "'\"" for part in parts)
        return [part[1:-1] for part in parts] if quoted else parts
    if not separator.strip():
        parts = cell.split(separator if "\n" in separator else None)
    else:
        parts, depth, begun = [], 0, 0
        for i, sign in enumerate(cell):
            depth = max(depth + (sign in "([{") - (sign in ")]}"), 0)
            if not depth and cell.startswith(separator, i) and i >= begun:
                parts.append(cell[begun:i])
                begun = i + len(separator)
        parts.append(cell[begun:])
    return list(dict.fromkeys(part.strip() for part in parts if part.strip()))


def answers_of(cells: Sequence[str], separator: str) -> list[list[str]]:
    """The answers in each cell of a column.

    Parts of which one never stands without the other after it are one answer, such as "Train, tram or metro".

    Examples
    --------
    >>> answers_of(["Bus, Train, tram or metro", "Bus", "Train, tram or metro", "Walk, Bus"], ",")
    [['Bus', 'Train, tram or metro'], ['Bus'], ['Train, tram or metro'], ['Walk', 'Bus']]
    """
    answers = [answers_in(cell, separator) for cell in cells]
    n_of = Counter(part for each in answers for part in each)
    pairs = Counter(pair for each in answers for pair in itertools.pairwise(each))
    written = {pair for pair in pairs if any(f"{pair[0]}{separator} {pair[1]}" == cell for cell in cells)}
    joined = {
        first: second
        for first, second in pairs
        if n_of[first] == n_of[second] == pairs[first, second] > 1
        and separator.strip()
        and ((first, second) in written or second[:1].islower() != first[:1].islower())
    }
    return [_joined(each, joined, separator) for each in answers] if joined else answers


def _joined(parts: Sequence[str], joined: Mapping[str, str], separator: str) -> list[str]:
    """Parts with those joined that are one answer."""
    answers: list[str] = []
    for i, part in enumerate(parts):
        if i and joined.get(parts[i - 1]) == part:
            answers[-1] = f"{answers[-1]}{separator} {part}"
        else:
            answers.append(part)
    return answers


def row_ranges(rows: np.ndarray) -> str:
    """Row numbers of the file, from 0, as `Mark` has them: from 1, runs as ranges.

    Examples
    --------
    >>> row_ranges(np.array([0, 1, 2, 8]))
    '1-3,9'
    """
    rows = np.unique(rows) + 1
    runs = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs if len(run))


def row_numbers(text: str) -> np.ndarray:
    """(m,) row numbers, from 0, that ``row_ranges`` wrote; ValueError where the text is none."""
    if not re.fullmatch(r"\d{1,9}(-\d{1,9})?(,\d{1,9}(-\d{1,9})?)*", text, re.ASCII):
        raise ValueError(f"rows are {text[:40]!r}: give their numbers from 1, such as '1-4,9'")
    runs = [run.partition("-") for run in text.split(",")]
    limits = [(int(first), int(last or first)) for first, _, last in runs]
    if sum(max(last - first, 0) for first, last in limits) > 10_000_000:
        raise ValueError(f"rows are {text[:40]!r}: give at most 10,000,000 of them")
    return np.concatenate([np.arange(first - 1, last) for first, last in limits])


def _checked_name(name: str, column: str) -> str:
    if not name.strip():
        raise ValueError(f"a name for column {column!r} or a value of it is empty: give a name")
    return label_text(name)


def _all(names: tuple[str, ...]) -> str:
    return listed(names, len(names))
