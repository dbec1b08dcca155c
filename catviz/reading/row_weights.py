"""Which column of a file holds row weights: how many rows each row counts for. A name alone does not say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from catviz.table.column_roles import ColumnGuess, as_numbers
from catviz.table.ids import words_of
from catviz.table.weights import COUNTS, single_cases, survey_evidence
from catviz.wording import number_of

#: Names, in any case, of columns that may hold row weights.
NAMES = (*COUNTS, "weight", "wt", "gewicht", "poids", "peso")

#: Words of longer names, such as "Survey weight" or "wt_final", of columns that may hold survey weights.
WORDS = ("weight", "weights", "weighting", "wt", "wgt", "pweight", "gewicht", "gewichtung", "poids", "peso")

#: Ends of words, as in "leanwt" and "swgtp": too little to take a column as weights, enough to ask.
ENDS = ("weight", "wgt", "wt", "wgtp")

#: Words that only survey weights, such as expansion factors, are named by.
OF_SURVEYS = (
    *("hochrechnung", "hochrechnungsfaktor", "hochrechnungsfaktoren", "expansionsfaktor", "gewichtungsfaktor"),
    *("gewichtung", "weighting", "designgewicht", "kalibrierungsgewicht", "personengewicht", "haushaltsgewicht"),
    *("pspwght", "pspwt", "pweight", "dweight", "anweight", "wtssall", "wtssnr", "wtss", "wtssps", "perwt", "hhwt"),
    *("asecwt", "wtfinl", "pwgtp", "wgtp", "fnlwgt", "finalwt", "finalwgt", "svywt", "rakewt", "llcpwt", "wtmec"),
    *("wtint", "phrf", "hhrf", "fexp", "facexp", "expfactor", "surveyweight", "sampleweight", "samplingweight"),
    *("designweight", "popweight", "caseweight", "pondération", "ponderation", "ponderación", "ponderacion"),
)

FACTORS = ("factor", "faktor", "facteur", "weight", "weights", "wt", "wgt", "gewicht", "poids", "peso")
#: Words of which one of each together say the same: "expansion factor", "sampling weight".
PURPOSES = (
    *("survey", "sample", "sampling", "expansion", "inflation", "grossing", "design", "population", "raking"),
    *("poststratification", "calibration", "hochrechnung", "gewichtung", "extrapolation"),
)

#: Means between which numbers with decimals may be survey weights: these are scaled to a mean of 1.
NEAR_ONE = (0.8, 1.25)

#: The largest over the smallest of whole weights, at least, where a name may also be that of a body's weight.
SPREAD = 5
#: The share of rows with a weight of their own, and the mean weight, at least, for the same.
_ALL_DIFFERENT, _LARGE = 0.8, 100

#: What the reason of a column says whose name, but not whose numbers, are those of row weights.
NOT_TAKEN = "not taken as row weights: "


def with_row_weights(guesses: Sequence[ColumnGuess], cells: pd.DataFrame) -> tuple[ColumnGuess, ...]:
    """The guesses, with the first column that looks like row weights as "weight".

    A column with a positive number in every row looks like row weights if

    - its name is one of `COUNTS`, its numbers are whole, and the other columns that are read as categories have every
      combination of their values at most once, and at least a share of `catviz.table.weights.CELLS` of them: an
      aggregated table; or
    - its name is one of `NAMES` or has one of `WORDS`, its numbers have decimals, and their mean lies between the
      limits `NEAR_ONE`; or
    - its name is one of surveys alone (`OF_SURVEYS`, or a factor of a purpose such as "expansion factor"), and its
      numbers have decimals or are no counts (`catviz.table.weights.survey_evidence`); or
    - its name is one of `NAMES` or has one of `WORDS`, and its whole numbers are no counts, nearly all different, large
      and further apart than body weights.

    Nothing is tested with the last three, which are brought to effective rows. Body weights in kilograms pass none. The
    reason of a column of numbers that does not pass, or whose name has a word with one of `ENDS`, says why.

    Parameters
    ----------
    guesses : sequence of ColumnGuess
        One per column, none of them a weight.
    cells : DataFrame
        The columns as Categoricals.
    """
    updated = list(guesses)
    if len(updated) < 2:
        return tuple(updated)
    for i, guess in enumerate(updated):
        numbers = _numbers(guess, cells)
        if numbers is None:
            continue
        described = [g.name for g in guesses if g is not guess and g.role in ("category", "ordered")]
        others = [cells[name].cat.codes.to_numpy() for name in cells if name != guess.name]
        taken, why = _taken_as_weights(guess.name, numbers, cells[described], others)
        if taken:
            updated[i] = replace(guess, role="weight", order=(), why=f"named {guess.name!r}, {why}")
            break
        updated[i] = replace(guess, why=f"{guess.why}; {NOT_TAKEN}{why}")
    return tuple(updated)


def _numbers(guess: ColumnGuess, cells: pd.DataFrame) -> np.ndarray | None:
    """(n,) the numbers of a column whose name is one of row weights, NaN where a cell is missing; else None."""
    words = words_of(guess.name)
    named = guess.name.casefold() in NAMES or any(word.endswith(ENDS) or word in WORDS for word in words)
    if not named and not _names_survey_weights(words):
        return None
    column = cells[guess.name].cat
    numbers = as_numbers(list(column.categories)) if guess.n_distinct else None
    return None if numbers is None else np.append(numbers, np.nan)[column.codes.to_numpy()]


def _names_survey_weights(words: Sequence[str]) -> bool:
    """True for a name that only survey weights have."""
    purposes = any(word.startswith(PURPOSES) for word in words)
    return any(word in OF_SURVEYS for word in words) or (purposes and any(word in FACTORS for word in words))


def _taken_as_weights(
    name: str, numbers: np.ndarray, described: pd.DataFrame, others: Sequence[np.ndarray]
) -> tuple[bool, str]:
    """(True where the numbers look like row weights, why or why not)."""
    missing = int(np.isnan(numbers).sum())
    if missing:
        return False, f"{number_of(missing, 'row')} without a number"
    if not (numbers > 0).all():
        return False, f"{number_of(int((numbers <= 0).sum()), 'row')} with zero or less"
    words = words_of(name)
    if (numbers == np.rint(numbers)).all():
        evidence = survey_evidence(name, numbers, others)
        if evidence and (_names_survey_weights(words) or (_may_be_weights(name) and _are_apart(numbers))):
            return True, evidence
        if name.casefold() not in COUNTS:
            return False, "whole numbers, and the name alone does not say so"
        if described.columns.empty:
            return False, "no other column is read as categories"
        single = single_cases([described[each].cat.codes.to_numpy() for each in described])
        if single:
            return False, f"{single}, so the rows may be single cases"
        return True, "whole numbers, and no two rows agree in all other columns"
    mean = float(numbers.mean())
    if _names_survey_weights(words):
        return True, f"numbers with decimals whose mean is {mean:,.3g}"
    low, high = NEAR_ONE
    if not low <= mean <= high:
        near = f"while survey weights have a mean near 1 ({low} to {high})"
        return False, f"numbers with decimals whose mean is {mean:.3g}, {near}"
    if not _may_be_weights(name):
        return False, f"numbers with decimals whose mean is {mean:.3g}, and the name alone does not say so"
    return True, f"numbers with decimals whose mean is {mean:.3g}"


def _may_be_weights(name: str) -> bool:
    """True for a name that survey weights may have, and others too."""
    return name.casefold() in NAMES or any(word in WORDS for word in words_of(name))


def _are_apart(numbers: np.ndarray) -> bool:
    """True for whole numbers that are no weights of bodies: nearly all different, large, and far apart."""
    different = len(np.unique(numbers)) >= _ALL_DIFFERENT * len(numbers)
    return bool(different and numbers.mean() >= _LARGE and numbers.max() >= SPREAD * numbers.min())
