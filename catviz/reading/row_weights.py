"""Which column of a file holds row weights: how many rows each row counts for. A name alone does not say so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from catviz.table.column_roles import ColumnGuess, as_numbers
from catviz.wording import number_of

COUNTS = ("freq", "frequency", "count", "n")
"""Names, in any case, of columns that may hold how many rows each row of an aggregated table counts for."""

NAMES = (*COUNTS, "weight", "wt", "gewicht", "poids", "peso")
"""Names, in any case, of columns that may hold row weights."""

WORDS = ("weight", "weights", "weighting", "wt", "wgt", "pweight", "gewicht", "gewichtung", "poids", "peso")
"""Words of longer names, such as "Survey weight" or "wt_final", of columns that may hold survey weights."""

ENDS = ("weight", "wgt", "wt", "wgtp")
"""Ends of words, as in "perwt" and "pwgtp": too little to take a column as weights, enough to ask."""

NEAR_ONE = (0.8, 1.25)
"""Means between which numbers with decimals may be survey weights: these are scaled to a mean of 1."""

CELLS = 0.25
"""The share of all combinations of values that an aggregated table has; tables of single cases have far less."""

NOT_TAKEN = "not taken as row weights: "
"""What the reason of a column says whose name, but not whose numbers, are those of row weights."""


def with_row_weights(guesses: Sequence[ColumnGuess], cells: pd.DataFrame) -> tuple[ColumnGuess, ...]:
    """The guesses, with the first column that looks like row weights as "weight".

    A column with a positive number in every row looks like row weights if

    - its name is one of `COUNTS`, its numbers are whole, and the other columns that are read as categories have every
      combination of their values at most once, and at least a share of `CELLS` of them: an aggregated table; or
    - its name is one of `NAMES` or has one of `WORDS`, its numbers have decimals, and their mean lies between the
      limits `NEAR_ONE`. Nothing is tested with such weights, which are fractional.

    Body weights in kilograms pass neither. The reason of a column of numbers that does not pass, or whose name has a
    word with one of `ENDS`, says why.

    Parameters
    ----------
    guesses : sequence of ColumnGuess
        One per column, none of them a weight.
    cells : DataFrame
        The columns as Categoricals.
    """
    found = list(guesses)
    if len(found) < 2:
        return tuple(found)
    for i, guess in enumerate(found):
        numbers = _numbers(guess, cells)
        if numbers is None:
            continue
        others = [g.name for g in guesses if g is not guess and g.role in ("category", "ordered")]
        taken, why = _taken_as_weights(guess.name.casefold(), numbers, cells[others])
        if taken:
            found[i] = replace(guess, role="weight", order=(), why=f"named {guess.name!r}, {why}")
            break
        found[i] = replace(guess, why=f"{guess.why}; {NOT_TAKEN}{why}")
    return tuple(found)


def _numbers(guess: ColumnGuess, cells: pd.DataFrame) -> np.ndarray | None:
    """(n,) the numbers of a column whose name is one of row weights, NaN where a cell is missing; else None."""
    name = guess.name.casefold()
    if not (name in NAMES or any(word.endswith(ENDS) or word in WORDS for word in _words(name))):
        return None
    column = cells[guess.name].cat
    numbers = as_numbers(list(column.categories)) if guess.n_distinct else None
    return None if numbers is None else np.append(numbers, np.nan)[column.codes.to_numpy()]


def _words(name: str) -> list[str]:
    return re.split(r"[\W_\d]+", name)


def _taken_as_weights(name: str, numbers: np.ndarray, others: pd.DataFrame) -> tuple[bool, str]:
    """(True where the numbers look like row weights, why or why not)."""
    missing = int(np.isnan(numbers).sum())
    if missing:
        return False, f"{number_of(missing, 'row')} without a number"
    if not (numbers > 0).all():
        return False, f"{number_of(int((numbers <= 0).sum()), 'row')} with zero or less"
    if (numbers == np.rint(numbers)).all():
        if name not in COUNTS:
            return False, "whole numbers, and the name alone does not say so"
        if others.columns.empty:
            return False, "no other column is read as categories"
        codes = pd.DataFrame({i: others[name].cat.codes for i, name in enumerate(others.columns)})
        if codes.duplicated().any():
            return False, "some rows agree in all other columns, so the rows are single cases"
        cells = np.prod([float(codes[i].nunique()) for i in codes])
        if len(codes) < CELLS * cells:
            return False, f"the rows are few of the {cells:,.0f} combinations of values, so they may be single cases"
        return True, "whole numbers, and no two rows agree in all other columns"
    mean = float(numbers.mean())
    low, high = NEAR_ONE
    if not low <= mean <= high:
        near = f"while survey weights have a mean near 1 ({low} to {high})"
        return False, f"numbers with decimals whose mean is {mean:.3g}, {near}"
    if name not in NAMES and not any(word in WORDS for word in _words(name)):
        return False, f"numbers with decimals whose mean is {mean:.3g}, and the name alone does not say so"
    return True, f"numbers with decimals whose mean is {mean:.3g}"
