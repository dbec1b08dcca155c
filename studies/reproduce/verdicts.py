"""What is said of a claim, and how comparisons of means decide it, taken as they are or with their standard errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

import numpy as np
import pandas as pd
from scipy.stats import norm

from catviz.analysis.statistics import LEVEL, holm
from catviz.published.results import FALSE, HOLDS, OPEN, Verdict

_EQUAL = 1e-9
_SHOWN = 6
WON, LOST, UNCLEAR = "won", "lost", "unclear"


#: A verdict from means as they are, as the papers compare them, and one that allows for chance.
Both = tuple[Verdict, Verdict]


def truth(holds: bool) -> str:
    """The word for it."""
    return HOLDS if holds else FALSE


def together(verdicts: Iterable[Verdict]) -> Verdict:
    """One verdict for claims that must all be true.

    Examples
    --------
    >>> from catviz.published.results import FALSE, HOLDS, Verdict
    >>> from studies.reproduce.verdicts import together
    >>> together([Verdict(HOLDS, ("a",)), Verdict(FALSE, ("b",))])
    Verdict(verdict='false', because=('a', 'b'))
    """
    parts = list(verdicts)
    words = {one.verdict for one in parts}
    verdict = next(word for word in (FALSE, OPEN, HOLDS) if word in words)
    return Verdict(verdict, tuple(text for one in parts for text in one.because))


def judged(differences: pd.DataFrame) -> pd.DataFrame:
    """Comparisons with what comes of each: by the means alone, and allowing for chance.

    Parameters
    ----------
    differences : DataFrame with ``gap`` and ``error``, its standard error
        Positive where the claim would have it so. Errors of 0 are of runs without spread.

    Returns
    -------
    DataFrame with ``means`` and ``tested`` too: "won", "lost" or, in ``tested``, "unclear"
        A gap of 0 is lost by the means. Tests are two-sided at 5 %, Holm-corrected over all comparisons: normal ones,
        unless ``p`` is given.
    """
    gap = differences["gap"].to_numpy(float)
    error = np.maximum(differences["error"].to_numpy(float), 1e-300)
    p = (
        differences["p"]
        if "p" in differences
        else np.where(np.abs(gap) < _EQUAL, 1.0, 2 * norm.sf(np.abs(gap) / error))
    )
    p = holm(p)
    sides = np.where(gap > _EQUAL, WON, LOST)
    return differences.assign(means=sides, tested=np.where(p <= LEVEL, sides, UNCLEAR))


def by_set(found: pd.DataFrame, column: str) -> pd.Series:
    """What comes of each (metric, data): lost if any comparison is lost, won if all are won."""
    ways = found.groupby(["metric", "data"], sort=False)[column]
    return ways.agg(lambda some: LOST if (some == LOST).any() else WON if (some == WON).all() else UNCLEAR)


def decide(differences: pd.DataFrame, wanted: Mapping[str, int] | Set[tuple[str, str]], at_most: bool = False) -> Both:
    """A claim that a method is ahead everywhere but on some data sets.

    Parameters
    ----------
    differences : DataFrame with ``metric``, ``data``, ``gap``, ``error`` and ``text``, a comparison each
    wanted : mapping of metric to the number of data sets lost, or a set of the (metric, data) lost
    at_most : bool
        True: so many or fewer, for a claim on more data sets than were run.
    """
    comparisons = judged(differences)
    verdicts = []
    for column in ("means", "tested"):
        states = by_set(comparisons, column)
        lost, unclear = set(states.index[states == LOST]), set(states.index[states == UNCLEAR])
        if isinstance(wanted, Mapping):
            verdict = _verdict_of_counts(lost, unclear, wanted, at_most)
        else:
            verdict = _verdict_of_names(lost, unclear, wanted & set(states.index))
        verdicts.append(Verdict(verdict, _reasons(comparisons, column)))
    return verdicts[0], verdicts[1]


def mostly(differences: pd.DataFrame, noun: str) -> Both:
    """A claim that more than half of the comparisons are won."""
    comparisons = judged(differences)
    n = len(comparisons)
    verdicts = []
    for column in ("means", "tested"):
        won, lost = (int((comparisons[column] == way).sum()) for way in (WON, LOST))
        verdict = HOLDS if 2 * won > n else FALSE if 2 * (n - lost) <= n else OPEN
        verdicts.append(Verdict(verdict, _reasons(comparisons, column, noun)))
    return verdicts[0], verdicts[1]


def _verdict_of_counts(lost: set, unclear: set, wanted: Mapping[str, int], at_most: bool) -> str:
    holds = True
    for metric in {key[0] for key in lost | unclear} | set(wanted):
        low = sum(key[0] == metric for key in lost)
        high = low + sum(key[0] == metric for key in unclear)
        number = wanted.get(metric, 0)
        if low > number or (high < number and not at_most):
            return FALSE
        holds &= high <= number and (at_most or low == number)
    return HOLDS if holds else OPEN


def _verdict_of_names(lost: set, unclear: set, wanted: Set) -> str:
    if lost - wanted or wanted - lost - unclear:
        return FALSE
    return OPEN if unclear else HOLDS


def _reasons(found: pd.DataFrame, column: str, noun: str = "comparisons") -> tuple[str, ...]:
    won, lost = (found[found[column] == way] for way in (WON, LOST))
    if column == "means":
        head = f"better in {len(won)} of {len(found)} {noun}"
    else:
        head = f"beyond chance better in {len(won)} and worse in {len(lost)} of {len(found)} {noun}"
    return (head, *shortened(lost["text"].tolist()))


def shortened(texts: Sequence[str]) -> list[str]:
    """The first few texts, and how many more there are."""
    more = len(texts) - _SHOWN
    return [*texts[:_SHOWN], *([f"and {more} more"] if more > 0 else [])]
