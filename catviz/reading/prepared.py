"""A prepared table: what each column is after the steps of a recipe, and the categorical table that follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

from catviz.reading.delimited import UnreadableError
from catviz.reading.doubts import Question
from catviz.reading.draft import Draft, DraftColumn
from catviz.reading.limits import Limits
from catviz.table.categorical import NUMBER, CategoricalTable
from catviz.table.codebook import column_name, label_text
from catviz.table.column_roles import IN_TABLE, ColumnGuess, guess_columns, order_of
from catviz.table.ids import repeats_units
from catviz.table.numbers import as_numbers
from catviz.table.row_groups import as_groups
from catviz.table.weights import rescale_weights


@dataclass(frozen=True, eq=False)
class Prepared:
    """The columns of a draft, and what each is used as.

    Attributes
    ----------
    name : str
        Of the file or table, for messages.
    draft : Draft
    columns : tuple of ColumnGuess
    limits : Limits
    doubts : tuple of Question
        About the file as a whole: which of its rows are cases.
    """

    name: str
    draft: Draft
    columns: tuple[ColumnGuess, ...]
    limits: Limits
    doubts: tuple[Question, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """Columns that are shown only."""
        return tuple(column.name for column in self.columns if column.use == "shown only")

    @property
    def ids(self) -> tuple[str, ...]:
        """Columns that tell rows apart."""
        return tuple(column.name for column in self.columns if column.use == "id")

    @cached_property
    def repeated_ids(self) -> tuple[str, ...]:
        """Ids, and columns named like units, of which several rows have one: rows that share it are not independent.

        Those whose rows lie within one group each are left out, if a column says which rows belong together.
        """
        n_rows = len(self.draft.row_numbers)
        return tuple(
            column.name
            for column in self.columns
            if (
                (column.use == "id" and column.n_distinct < n_rows - column.n_missing)
                or repeats_units(column.name, column.n_distinct, n_rows)
            )
            and not self._is_within_groups(column.name)
        )

    @cached_property
    def groups(self) -> str | None:
        """The column that says which rows belong together."""
        return next((column.name for column in self.columns if column.use == "groups"), None)

    def _is_within_groups(self, name: str) -> bool:
        """True if all rows with one value of a column are of one group."""
        if self.groups is None or name == self.groups:
            return self.groups is not None
        codes, groups = (np.asarray(self.draft.column(each).cells.codes) for each in (name, self.groups))
        present = codes >= 0
        pairs = np.unique(np.column_stack([codes, groups])[present], axis=0)
        alone = groups[present] < 0  # rows without a group are each on their own
        return len(pairs) == len(np.unique(codes[present])) and not alone.any()

    @property
    def full_texts(self) -> dict[str, str]:
        """The full text of each column that was renamed."""
        return {column.name: column.text for column in self.draft.columns if column.text}

    @cached_property
    def survey_weights(self) -> str:
        """Why the whole numbers of the row weights are no counts; empty if they may be, or there are none."""
        weights = (self.draft.column(column.name) for column in self.columns if column.role == "weight")
        return next((column.survey for column in weights), "")

    @cached_property
    def known_classes(self) -> str | None:
        """The column of known classes."""
        return next((column.name for column in self.columns if column.use == "known classes"), None)

    def table(self, target: str | None = None, bins: int = 10, strategy: str = "auto") -> CategoricalTable:
        """The table of the active columns, with all others as its extra columns; see `InspectedFile.table`."""
        names = [column.name for column in self.columns]
        target = None if target is None else column_name(target)
        if target is not None and target not in names:
            raise ValueError(f"no column {target!r} in {self.name}: choose the target among the file's columns")
        target = self.known_classes if target is None else target
        if target is not None and target == self.groups:
            raise ValueError(f"column {target!r} says which rows belong together: choose another target")
        used = [c for c in self.columns if c.role != "left out" and c.name != target and not c.use]
        if not any(column.role != "weight" for column in used):
            raise UnreadableError(
                f"{self.name} has no column to use: give one of its columns the role category, ordered or binned"
            )
        columns = {column.name: self._cells(column) for column in used if column.role != "weight"}
        if target is not None:
            columns[target] = pd.Series(self.draft.column(target).cells)
        weights = next((self._weights(column.name) for column in used if column.role == "weight"), None)
        table = CategoricalTable.from_pandas(
            pd.DataFrame(columns),
            target=target,
            ordered={column.name: column.order for column in used if column.role == "ordered"},
            numeric={c.name: "bin" if c.role == "binned" else "category" for c in used if c.role != "weight"},
            bins=bins,
            strategy=strategy,
        )
        extra = self._extra_columns(used, target, bins, strategy)
        table = replace(self._with_intervals(table), weights=weights, extra_columns=extra)
        if self.groups is None:
            return table
        groups = as_groups(np.asarray(self.draft.column(self.groups).cells, dtype=object), len(table))
        return replace(table, groups=groups, groups_name=self.groups)

    def _cells(self, column: ColumnGuess) -> pd.Series:
        cells = self.draft.column(column.name)
        return pd.Series(cells.numbers if column.role == "binned" else cells.cells)

    def _weights(self, name: str) -> np.ndarray | None:
        column = self.draft.column(name)
        return rescale_weights(column.numbers) if column.survey and column.numbers is not None else column.numbers

    def _with_intervals(self, table: CategoricalTable) -> CategoricalTable:
        """The codebook says how a step has cut numbers, so that new rows go to the same intervals."""
        book = table.codebook
        cut = {c.name: c.intervals for c in self.draft.columns if c.intervals is not None}
        former = book.intervals or (None,) * len(book.attributes)
        intervals = tuple(
            of_step if (of_step := cut.get(name)) is not None and of_step.used == values else kept
            for name, values, kept in zip(book.attributes, book.categories, former, strict=True)
        )
        return replace(table, codebook=replace(book, intervals=intervals)) if any(intervals) else table

    def _extra_columns(self, used: Sequence[ColumnGuess], target: str | None, bins: int, strategy: str) -> pd.DataFrame:
        """Ids, columns shown only and those left out as text, then numbers that were cut into intervals."""
        inside = {column.name for column in used} | {target}
        rank = {"id": 0, "groups": 0, "shown only": 1}
        aside = sorted((c for c in self.columns if c.name not in inside), key=lambda c: rank.get(c.use, 2))
        shown = [c for c in aside if c.use == "shown only"]
        typed = {}
        if shown:
            table = CategoricalTable.from_pandas(
                pd.DataFrame({c.name: self._cells(c) for c in shown}),
                ordered={c.name: c.order for c in shown if c.role == "ordered"},
                numeric={c.name: "bin" if c.role == "binned" else "category" for c in shown},
                bins=bins,
                strategy=strategy,
            )
            typed = dict(table.to_pandas().items())
        columns = {c.name: typed.get(c.name, self.draft.column(c.name).cells) for c in aside}
        for column in (*used, *shown):
            drafted = self.draft.column(column.name)
            raw = drafted.numbers if column.role == "binned" else drafted.raw
            if raw is not None and column.role != "weight":
                columns[_unused(f"{column.name}{NUMBER}", {*columns, *self.draft.names})] = raw
        frame = pd.DataFrame(columns)
        frame.index = pd.Index(self.draft.row_numbers)
        return frame


def prepared(name: str, draft: Draft, limits: Limits) -> Prepared:
    """What each column of a draft is: as declared, as the reader took it for, or guessed anew.

    Raises
    ------
    ValueError
        A role that a column's values do not allow.
    """
    weight = next((column.name for column in draft.columns if column.use == "weight"), None)
    anew = [column for column in draft.columns if column.guess is None]
    asked = [(c.name, c.values, int(c.counts[-1])) for c in anew]
    decimals = {column.name: column.decimal for column in anew}
    guessed = guess_columns(asked, len(draft.row_numbers), limits.distinct, decimals)
    guesses = {guess.name: guess for guess in guessed}
    for column in anew:
        if guesses[column.name].role == "ordered":
            draft = draft.changed(column.with_one_text_each())
    return Prepared(
        name, draft, tuple(_resolved(c, guesses.get(c.name), weight, limits) for c in draft.columns), limits
    )


def _resolved(column: DraftColumn, anew: ColumnGuess | None, weight: str | None, limits: Limits) -> ColumnGuess:
    """What a column is, from what was declared of it and what it was guessed to be."""
    guess = column.guess or anew
    assert guess is not None
    n_values = int((column.counts[:-1] > 0).sum())
    guess = replace(guess, name=column.name, n_distinct=n_values, n_missing=int(column.counts[-1]))
    guess = replace(guess, decimal=column.decimal or guess.decimal)
    if weight not in (None, column.name) and guess.role == "weight":
        guess = replace(guess, role="left out", why=f"column {weight!r} holds the row weights")
    role = column.kind or guess.role
    if column.use in ("left out", "id", "groups"):
        return guess.set_by_hand("left out", use=column.use.replace("left out", ""))
    if column.use == "weight":
        role = "weight"
    elif column.use and role in ("left out", "weight"):
        role = "category"
    if role == guess.role and not column.kind:
        use = "" if column.use == "weight" else column.use or guess.use
        return guess.set_by_hand(role, guess.order, use) if column.use else replace(guess, use=use)
    order = checked_order(guess, role, column.order or None if role == "ordered" else None, column.values, limits)
    same = guess.by == IN_TABLE and (role, order) == (guess.role, guess.order) and not column.use
    use = "" if column.use == "weight" else column.use
    return replace(guess, use=use) if same else guess.set_by_hand(role, order, use)


def checked_order(
    guess: ColumnGuess, role: str, order: Sequence[str] | None, values: Sequence[str], limits: Limits
) -> tuple[str, ...]:
    """The order a column has in a role, or ValueError where its values do not allow the role."""
    name = guess.name
    if order is not None and role != "ordered":
        raise ValueError(f'an order was given for column {name!r} as {role}: give it the role "ordered"')
    if role in ("category", "ordered") and len(values) > limits.distinct:
        raise ValueError(
            f"column {name!r} has {len(values):,} different values, where {limits.distinct:,} is the limit: "
            "leave it out, or bin it if it holds numbers"
        )
    if role in ("binned", "weight"):
        numbers = as_numbers(values, guess.decimal)
        if numbers is None:
            strange = next((value for value in values if as_numbers([value]) is None), None)
            shown = f"the value {strange!r}, which is no number" if strange else "numbers that do not fit together"
            raise ValueError(f"column {name!r} has {shown}: use it as a category or correct the value")
        unusable = guess.n_missing or not len(numbers) or not (numbers >= 0).all() or not numbers.sum() > 0
        if role == "weight" and unusable:
            raise ValueError(
                f"column {name!r} has missing or negative numbers, or none above 0: "
                "row weights are one positive number per row"
            )
    if role != "ordered":
        return ()
    if order is None:
        scale = order_of(values, guess.decimal)
        if scale is None:
            raise ValueError(
                f"the values of column {name!r} are no scale that catviz knows: declare their order, from low to high"
            )
        return scale[0]
    order = tuple(label_text(value) for value in order)
    named = set(order)
    lacking = next((value for value in values if value not in named), None)
    if lacking is not None:
        raise ValueError(f"column {name!r} has the value {lacking!r}, which its order lacks: add it to the order")
    if len(named) < len(order):
        twice = next(value for value in order if order.count(value) > 1)
        raise ValueError(f"the order for column {name!r} names {twice!r} twice: name every value once")
    return order


def _unused(name: str, names: set[str]) -> str:
    while name in names:
        name = f"{name}'"
    return name
