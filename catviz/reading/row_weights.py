"""Which column of a file holds row weights: how many rows each row counts for. A name alone does not say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from catviz.table.column_roles import ColumnGuess
from catviz.table.ids import words_of
from catviz.table.numbers import as_numbers
from catviz.table.weights import COUNTS, single_cases, survey_evidence
from catviz.wording import number_of

#: Names, in any case, of columns that may hold row weights.
NAMES = (*COUNTS, "weight", "wt", "gew", "gewicht", "poids", "peso", "waga")

#: Words of longer names, such as "Survey weight" or "wt_final", of columns that may hold survey weights.
WORDS = (
    *("weight", "weights", "weighting", "weighted", "wt", "wts", "wgt", "wght", "w", "pweight", "gew", "gewicht"),
    *("gewichte", "gewichtung", "poids", "pond", "ponder", "pondera", "peso", "weging", "weegfactor", "waga"),
)

#: Ends of words, as in "leanwt" and "swgtp": too little to take a column as weights, enough to ask.
ENDS = ("weight", "wgt", "wght", "wt", "wgtp", "gewicht", "weights")

#: Mean of numbers of any name that are asked about, and how far it may be off.
MEAN_ONE, _OFF = 1, 0.03
#: Different numbers, at least, and the share of the rows, for the same.
_FEWEST_DIFFERENT, _DIFFERENT = 20, 0.1

#: Words that only survey weights, such as expansion factors, are named by.
OF_SURVEYS = (
    *("hochrechnung", "hochrechnungsfaktor", "hochrechnungsfaktoren", "expansionsfaktor", "gewichtungsfaktor"),
    *("gewichtung", "weighting", "designgewicht", "kalibrierungsgewicht", "personengewicht", "haushaltsgewicht"),
    *("pspwght", "pspwt", "pweight", "dweight", "anweight", "wtssall", "wtssnr", "wtss", "wtssps", "perwt", "hhwt"),
    *("asecwt", "wtfinl", "pwgtp", "wgtp", "fnlwgt", "finalwt", "finalwgt", "svywt", "rakewt", "llcpwt", "wtmec"),
    *("wtint", "phrf", "hhrf", "fexp", "facexp", "expfactor", "surveyweight", "sampleweight", "samplingweight"),
    *("designweight", "popweight", "caseweight", "pondération", "ponderation", "ponderación", "ponderacion"),
)

FACTORS = ("factor", "faktor", "facteur", "weight", "weights", "wt", "wgt", "wght", "gewicht", "poids", "peso")
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


def with_row_weights(guesses: Sequence[ColumnGuess], cells: pd.DataFrame) -> tuple[ColumnGuess, ...]:
    """The guesses, with the first column that looks like row weights as "weight".

    A column with a positive number in every row, or with counts some of which are 0, looks like row weights if

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
    reason of a column of numbers that does not pass, or whose name has a word with one of `ENDS`, says why; so does
    that of positive numbers of any name with many decimals and a mean of 1, as survey weights have it.

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
    weighted = False
    for i, guess in enumerate(updated):
        numbers = _numbers(guess, cells)
        if numbers is None:
            continue
        described = [g.name for g in guesses if g is not guess and g.role in ("category", "ordered")]
        others = [cells[name].cat.codes.to_numpy() for name in cells if name != guess.name]
        taken, why = _taken_as_weights(guess.name, numbers, cells[described], others)
        if taken and not weighted:
            updated[i] = replace(guess, role="weight", order=(), why=f"named {guess.name!r}, {why}")
            weighted = True
        elif taken:
            updated[i] = _not_taken(guess, f"{why}, and another column is taken")
        elif not weighted or not _is_named(guess.name):
            updated[i] = _not_taken(guess, why)
    return tuple(updated)


def _not_taken(guess: ColumnGuess, why: str) -> ColumnGuess:
    return replace(guess, why=f"{guess.why}; not taken as row weights: {why}", not_weights=why)


def _numbers(guess: ColumnGuess, cells: pd.DataFrame) -> np.ndarray | None:
    """(n,) the numbers of a column whose name or mean is one of row weights, NaN where a cell is missing; else None."""
    named = _is_named(guess.name)
    if not named and (guess.role != "binned" or guess.n_missing):
        return None
    column = cells[guess.name].cat
    numbers = as_numbers(list(column.categories), guess.decimal) if guess.n_distinct else None
    if numbers is None or not (named or _may_be_scaled(numbers, column.codes.to_numpy())):
        return None
    return np.append(numbers, np.nan)[column.codes.to_numpy()]


def _is_named(name: str) -> bool:
    """True for a name that row weights may have."""
    words = words_of(name)
    named = name.casefold() in NAMES or any(word.endswith(ENDS) or word in WORDS for word in words)
    return named or _names_survey_weights(words)


def _may_be_scaled(distinct: np.ndarray, codes: np.ndarray) -> bool:
    """True for positive numbers with decimals, many of them different, with a mean of 1."""
    if len(distinct) < max(_FEWEST_DIFFERENT, _DIFFERENT * len(codes)) or not (distinct > 0).all():
        return False
    several = (np.abs(distinct * 100 - np.rint(distinct * 100)) > 1e-9).mean() > 1 / 2
    return bool(several and abs(distinct[codes].mean() - MEAN_ONE) <= _OFF)


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
    words, whole = words_of(name), bool((numbers == np.rint(numbers)).all())
    counted = whole and name.casefold() in COUNTS and bool(numbers.any())
    if not (numbers >= 0 if counted else numbers > 0).all():
        return False, f"{number_of(int((numbers <= 0).sum()), 'row')} with zero or less"
    if whole:
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
    if not _is_named(name):
        return False, f"numbers with decimals whose mean is {mean:,.3g}, as that of survey weights, and another name"
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
