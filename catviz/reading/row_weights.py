"""Which column of a file holds row weights: how many rows each row counts for. A name alone does not say so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from catviz.table.column_roles import ColumnGuess, as_numbers

NAMES = ("weight", "wt", "freq", "frequency", "count", "n", "gewicht", "poids", "peso")
"""Names, in any case, of columns that may hold row weights."""

WORDS = ("weight", "weights", "weighting", "wt", "wgt", "pweight", "gewicht", "gewichtung", "poids", "peso")
"""Words of longer names, such as "Survey weight" or "wt_final", of columns that may hold survey weights."""

NEAR_ONE = (0.8, 1.25)
"""Means between which numbers with decimals may be survey weights: these are scaled to a mean of 1."""

NOT_TAKEN = "not taken as row weights: "
"""What the reason of a column says whose name, but not whose numbers, are those of row weights."""


def with_row_weights(guesses: Sequence[ColumnGuess], cells: pd.DataFrame) -> tuple[ColumnGuess, ...]:
    """The guesses, with the first column that looks like row weights as "weight".

    A column of `NAMES` with a positive number in every row looks like row weights if

    - its numbers are whole, and no two rows agree in all other columns that are read as categories: the rows are those
      of an aggregated table, each kind of row once; or
    - its numbers have decimals, and their mean lies between the limits `NEAR_ONE`.

    A column with one of `WORDS` in its name looks like row weights in the second case only. Body weights in kilograms
    pass neither. The reason of a column that does not pass says why.

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
        numbers = _positive_numbers(guess, cells)
        if numbers is None:
            continue
        others = [g.name for g in guesses if g is not guess and g.role in ("category", "ordered")]
        taken, why = _taken_as_weights(numbers, cells[others])
        if taken:
            found[i] = replace(guess, role="weight", order=(), why=f"named {guess.name!r}, {why}")
            break
        found[i] = replace(guess, why=f"{guess.why}; {NOT_TAKEN}{why}")
    return tuple(found)


def _positive_numbers(guess: ColumnGuess, cells: pd.DataFrame) -> np.ndarray | None:
    """(n,) the numbers of a column whose name and cells allow row weights, or None."""
    name = guess.name.casefold()
    of_survey = any(word in WORDS for word in re.split(r"[\W_\d]+", name))
    if not (name in NAMES or of_survey) or guess.n_missing or not guess.n_distinct:
        return None
    column = cells[guess.name].cat
    numbers = as_numbers(list(column.categories))
    if numbers is None or not (numbers > 0).all():
        return None
    whole = (numbers == np.rint(numbers)).all()
    return None if whole and name not in NAMES else numbers[column.codes.to_numpy()]


def _taken_as_weights(numbers: np.ndarray, others: pd.DataFrame) -> tuple[bool, str]:
    """(True where the numbers look like row weights, why or why not)."""
    if (numbers == np.rint(numbers)).all():
        if others.columns.empty:
            return False, "no other column is read as categories"
        codes = pd.DataFrame({i: others[name].cat.codes for i, name in enumerate(others.columns)})
        if codes.duplicated().any():
            return False, "some rows agree in all other columns, so the rows are single cases"
        return True, "whole numbers, and no two rows agree in all other columns"
    mean = float(numbers.mean())
    low, high = NEAR_ONE
    return low <= mean <= high, f"numbers with decimals whose mean is {mean:.3g}" + (
        "" if low <= mean <= high else f", while survey weights have a mean near 1 ({low} to {high})"
    )
