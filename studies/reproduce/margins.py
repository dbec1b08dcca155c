"""What can be said of a printed figure and ours: equal within a margin, different, or too noisy to tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm as normal
from scipy.stats import t as student

from catviz.analysis.statistics import LEVEL
from catviz.published.results import DIFFERS, EQUAL, FEWEST, NO_BADGE, NOISY, limits_of

#: What our runs can show.
JUDGED = (EQUAL, DIFFERS, NOISY)
#: The margin of a score in a table, in standard errors of its printed means.
MARGIN_ERRORS = 3.0
_EXPECTED = (
    f"For most tables, docs/reproduction.md gives the share of “{EQUAL}” to expect for the same method, and counts "
    f"“{EQUAL}” for others."
)
#: What the badges do not say.
LIMITS = f"{limits_of(EQUAL)} {_EXPECTED} {NO_BADGE}"
#: How the badges are found, to the last detail.
RULE = (
    "Intervals and tests take Student's t with Welch's degrees of freedom; where no deviation is printed, ours "
    "stands in, "
    "with its degrees of freedom. A printed deviation counts as half a unit of its last digit larger, and a printed "
    "mean may be off by half a unit before it differs. If all our runs give the same score, their deviation of 0 does "
    "not count in a median. If the spread of runs is known on neither side, a difference beyond the limit is too noisy "
    "to tell."
)
#: Equal runs may deviate by so much, from rounding.
SAME = 1e-9


@dataclass(frozen=True)
class Printed:
    """A printed mean, and how exactly it is known.

    Attributes
    ----------
    mean, deviation : float
        As published; NaN where no deviation is, for which ours stands in.
    repeats : int
        Runs behind the mean.
    rounding, unsure : float
        Half a unit of the last printed digit of the mean, and of the deviation, which may be larger by as much as it
        says: a printed 0.00 can be 0.005.
    exact : bool
        True if nothing in a run is random, so that the mean is the figure of the only run there is.
    """

    mean: float
    deviation: float = np.nan
    repeats: int = 1
    rounding: float = 0.0
    unsure: float = 0.0
    exact: bool = False


def standard_error(ours: Mapping, printed: Printed) -> tuple[float, float]:
    """Standard error of the difference of both means, and Welch's degrees of freedom.

    Parameters
    ----------
    ours : mapping with ``deviation`` and ``repeats`` of our runs
    printed : Printed
        Without a deviation, ours stands in for it, with its degrees of freedom.
    """
    variance, freedom = ours["deviation"] ** 2 / ours["repeats"], ours["repeats"] - 1
    stood_in = np.isnan(printed.deviation)
    theirs = (ours["deviation"] if stood_in else printed.deviation + printed.unsure) ** 2 / printed.repeats
    if not stood_in and printed.repeats > 1 and variance + theirs > 0:
        freedom = (variance + theirs) ** 2 / (variance**2 / freedom + theirs**2 / (printed.repeats - 1))
    return float(np.sqrt(variance + theirs)), float(freedom)


def badge(ours: Mapping, printed: Printed, margin: float) -> str:
    """What a printed mean is, given our runs; empty for fewer than 5 of these, unless nothing in them is random.

    Equal where two one-sided tests at 5 % find the difference within the margin (Schuirmann 1987); else different where
    it exceeds rounding by more than Student's t allows at 5 %, two-sided; else too noisy to tell, also where neither
    their runs nor ours have a known spread and the means differ by more than the margin. An exact figure is equal if
    it agrees to the last printed digit, and different if not; there is no chance that could blur it.

    Parameters
    ----------
    ours : mapping
        ``ours`` (the mean), ``deviation`` and ``repeats`` of our runs.
    printed : Printed
    margin : float
        Of this score in the table; more than the rounding.

    Examples
    --------
    >>> runs = {"ours": 0.80, "deviation": 0.02, "repeats": 100}
    >>> badge(runs, Printed(0.801, 0.02, 100), margin=0.01), badge(runs, Printed(0.82, 0.02, 100), margin=0.01)
    ('equal', 'differs')
    >>> badge(runs, Printed(0.81, 0.05, 10), margin=0.01)
    'too noisy to tell'
    >>> badge({"ours": 81 / 101, "repeats": 1}, Printed(0.802, rounding=0.0005, exact=True), margin=0.0005)
    'equal'
    """
    if printed.exact:
        return EQUAL if abs(ours["ours"] - printed.mean) <= printed.rounding + SAME else DIFFERS
    if ours["repeats"] < FEWEST:
        return ""
    gap = abs(ours["ours"] - printed.mean)
    error, freedom = standard_error(ours, printed)
    if gap + student.isf(LEVEL, freedom) * error <= margin:
        return EQUAL
    if unknown_spread(ours, printed):
        return NOISY
    return DIFFERS if gap - printed.rounding > student.isf(0.025, freedom) * error else NOISY


def equal_if_same(ours: Mapping, printed: Printed, margin: float) -> float:
    """How often `badge` says equal if both means are of the same method and runs are normal; rounding is left aside.

    Parameters
    ----------
    ours : mapping with ``deviation`` and ``repeats`` of our runs
    printed : Printed
    margin : float

    Examples
    --------
    >>> round(equal_if_same({"deviation": 0.02, "repeats": 100}, Printed(0.8, 0.02, 100), margin=0.006), 2)
    0.36
    >>> round(equal_if_same({"deviation": 0.02, "repeats": 10_000}, Printed(0.8, 0.02, 100), margin=0.006), 2)
    0.81
    """
    if printed.exact:
        return 1.0
    error, freedom = standard_error(ours, printed)
    if error <= SAME:
        return 1.0
    spare = margin / error - float(student.isf(LEVEL, freedom))
    return 1 - 2 * float(normal.sf(spare)) if spare > 0 else 0.0


def unknown_spread(ours: Mapping, printed: Printed) -> bool:
    """True where the paper prints no deviation and all our runs are equal."""
    return bool(np.isnan(printed.deviation) and ours["deviation"] <= SAME)


def margin(deviations: np.ndarray, repeats: int, rounding: float) -> float:
    """The margin of a score: three standard errors of its printed means, of the median deviation, and the rounding.

    Parameters
    ----------
    deviations : (cells,)
        As printed, or of our runs where none is; those of 0 and NaN are left out.
    repeats : int
        Runs behind a printed mean.
    rounding : float
        Half a unit of the last printed digit.
    """
    positive = deviations[deviations > SAME]
    return (MARGIN_ERRORS * float(np.median(positive)) / np.sqrt(repeats) if len(positive) else 0.0) + rounding
