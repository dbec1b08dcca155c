"""A table in preparation: its columns as text, with what was declared of each, between the steps of a recipe."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

from catviz.table.codebook import Intervals, listed
from catviz.table.column_roles import ColumnGuess
from catviz.table.numbers import as_numbers, one_text_each
from catviz.table.weights import survey_evidence

#: How the keys of questions about row weights begin.
ROW_WEIGHTS = "row weights: "
#: Why the numbers of row weights are survey weights if a step says so.
AS_SAID = "as you said"


@dataclass(frozen=True, eq=False)
class DraftColumn:
    """A column on its way.

    Attributes
    ----------
    name : str
    cells : Categorical
        Unordered: the different texts and each row's place among them, -1 where missing.
    guess : ColumnGuess or None
        What the file's reader took it for; None where its values have changed since.
    use : str
        "shown only", "known classes", "weight", "id", "groups", "left out" where declared; else empty.
    kind : str
        "category", "ordered" or "binned" where declared; else empty.
    order : tuple of str
        The declared order of its values.
    intervals : Intervals or None
        How its numbers were cut by a step.
    raw : (n,) float64 or None
        Its numbers before that.
    text : str
        The full text of a column that was renamed; else empty.
    survey : str
        Why its whole numbers are survey weights and no counts, where it holds the row weights; else empty.
    of_choice : bool
        True where it says which rows were chosen on a map, whatever was done to it since: its columns made it.
    decimal : {"", ".", ","}
        The sign before the decimals of its numbers where these alone do not tell, as others of the file or a step do.
    """

    name: str
    cells: pd.Categorical
    guess: ColumnGuess | None = None
    use: str = ""
    kind: str = ""
    order: tuple[str, ...] = ()
    intervals: Intervals | None = None
    raw: np.ndarray | None = None
    text: str = ""
    survey: str = ""
    of_choice: bool = False
    decimal: str = ""

    @cached_property
    def values(self) -> list[str]:
        """The different values."""
        return list(self.cells.categories)

    @cached_property
    def counts(self) -> np.ndarray:
        """(v + 1,) rows with each value, those without one last."""
        codes = np.asarray(self.cells.codes)
        return np.bincount(np.where(codes < 0, len(self.values), codes), minlength=len(self.values) + 1)

    @cached_property
    def numbers_of_values(self) -> np.ndarray | None:
        """(v,) float64, the number that each value is; None where one is none."""
        return as_numbers(self.values, self.decimal)

    @property
    def numbers(self) -> np.ndarray | None:
        """(n,) float64, NaN where missing; None where a value is no number."""
        numbers = self.numbers_of_values
        return None if numbers is None else np.append(numbers, np.nan)[self.cells.codes]

    def n_with(self, values: Collection[str]) -> int:
        """Number of cells that have one of some values."""
        return sum(int(n) for value, n in zip(self.values, self.counts, strict=False) if value in values)

    def place(self, value: str) -> int:
        """The place of a value; ValueError names those there are."""
        try:
            return self.values.index(value)
        except ValueError:
            raise ValueError(
                f"column {self.name!r} has no value {value!r}: its values are {listed(self.values)}"
            ) from None

    def mapped(self, names: Mapping[str, str | None], again: bool = False) -> DraftColumn:
        """The column with values under other names, None for missing; orders follow.

        ``again``: what it is has to be guessed anew even where it was a known scale.
        """
        old = self.values
        new = [names.get(value, value) for value in old]
        values = list(dict.fromkeys(value for value in new if value is not None))
        place = {value: i for i, value in enumerate(values)}
        moved = np.array([-1 if value is None else place[value] for value in new] + [-1], dtype=np.int32)
        guess = self.guess
        if guess is not None:
            ordered = guess.role == "ordered" and not again
            guess = replace(guess, order=_mapped(guess.order, names)) if ordered else None
        return replace(
            self,
            cells=categorical(moved[self.cells.codes], values),
            guess=guess,
            order=_mapped(self.order, names),
            intervals=None,
        )

    def with_one_text_each(self) -> DraftColumn:
        """The column with one text for each of its numbers, "1" for "1.0" and "01"; as it is if it holds none."""
        numbers = as_numbers(self.values, self.decimal)
        twins = {} if numbers is None else one_text_each(self.values, numbers)
        return self.mapped(twins) if twins else self

    def rows(self, kept: np.ndarray) -> DraftColumn:
        """Some rows of it; values that none of them has are gone, from orders too."""
        codes = np.asarray(self.cells.codes)[kept]
        occurs = np.bincount(codes[codes >= 0], minlength=len(self.values)) > 0
        gone = {value for value, left, n in zip(self.values, occurs, self.counts, strict=False) if n and not left}
        values = [value for value in self.values if value not in gone]
        moved = np.append(np.cumsum([value not in gone for value in self.values]) - 1, -1).astype(np.int32)
        guess = self.guess
        if guess is not None:
            guess = replace(guess, order=tuple(value for value in guess.order if value not in gone))
        return replace(
            self,
            cells=categorical(moved[codes], values),
            guess=guess,
            order=tuple(value for value in self.order if value not in gone),
            raw=None if self.raw is None else self.raw[kept],
        )

    def as_weights(self, others: Iterable[pd.Categorical]) -> DraftColumn:
        """The column with what its numbers are as row weights, beside the cells of the other columns."""
        numbers = self.numbers
        if numbers is None or not np.isfinite(numbers).all() or (numbers < 0).any():
            return self
        return replace(self, survey=survey_evidence(self.name, numbers, [np.asarray(cells.codes) for cells in others]))


@dataclass(frozen=True, eq=False)
class Draft:
    """Columns of one table, and the numbers that its rows have in the file, from 0.

    ``picked`` is true where rows are left that were chosen on a map. ``made_missing`` has, for each step so far, the
    columns of which it made cells missing, with how many. ``settled`` are the keys of questions that were answered with
    "right as it was read".
    """

    columns: tuple[DraftColumn, ...]
    row_numbers: np.ndarray
    picked: bool = False
    made_missing: tuple[tuple[tuple[str, int], ...], ...] = ()
    settled: frozenset[str] = frozenset()

    @property
    def names(self) -> list[str]:
        """The columns' names."""
        return [column.name for column in self.columns]

    @cached_property
    def _by_name(self) -> dict[str, DraftColumn]:
        return {column.name: column for column in self.columns}

    def column(self, name: str) -> DraftColumn:
        """A column; ValueError names those there are."""
        if name in self._by_name:
            return self._by_name[name]
        raise ValueError(f"no column {name!r}: the columns are {listed(self.names)}")

    def changed(self, column: DraftColumn, *further: DraftColumn, name: str | None = None) -> Draft:
        """The draft with a column in the place of the one of its ``name``, others after it."""
        at = self.names.index(name or column.name)
        columns = (*self.columns[:at], column, *further, *self.columns[at + 1 :])
        twice = [each.name for i, each in enumerate(columns) if each.name in {c.name for c in columns[:i]}]
        if twice:
            raise ValueError(f"there is a column {twice[0]!r} already: rename one of them first")
        return replace(self, columns=columns)

    def rows(self, kept: np.ndarray) -> Draft:
        """Some of its rows, (n,) bool."""
        columns = tuple(column.rows(kept) for column in self.columns)
        return replace(self, columns=columns, row_numbers=self.row_numbers[kept])


def categorical(codes: np.ndarray, values: list[str]) -> pd.Categorical:
    """Unordered categories from places, -1 where missing."""
    return pd.Categorical.from_codes(codes, pd.Index(values, dtype=object))


def _mapped(order: tuple[str, ...], names: Mapping[str, str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(new for value in order if (new := names.get(value, value)) is not None))
