"""What is said of how sure distances, nearest values and orders are."""

from __future__ import annotations

import pandas as pd

from catviz.analysis.statistics import CONFIDENCE
from catviz.analysis.uncertainty import NearestValues, PairUncertainty
from catviz.wording import in_percent, p_text, significant
from catviz.words import joined

_SURE = in_percent(CONFIDENCE)
#: Values that are named where several can be the nearest, and pairs whose order is not settled.
_NAMED = 3


def pair_in_words(found: PairUncertainty, a: str, b: str) -> str:
    """The distance of two values with its interval, and whether the two are told apart.

    Examples
    --------
    >>> for sentence in pair_in_words(PairUncertainty(0.1, 0.0, 0.1, 0.08, 0.34), "a", "b").split(". "):
    ...     print(sentence)
    a and b are 0.1 apart in these rows, 0 to 0.1 in the population (95\xa0%, this pair alone)
    Two of one distribution would be 0.08 apart here on average: the two are not shown to differ (p = 0.34, this pair).
    """
    words = (
        f"{a} and {b} are {significant(found.distance)} apart in these rows, {significant(found.low)} to "
        f"{significant(found.high)} in the population ({_SURE}, this pair alone)."
    )
    if found.p_value != found.p_value:
        return words
    verdict = "the two differ" if found.told_apart else "the two are not shown to differ"
    chance = f"Two of one distribution would be {significant(found.by_chance)} apart here on average"
    return f"{words} {chance}: {verdict} ({p_text(found.p_value, found.is_least)}, this pair)."


def nearest_in_words(found: NearestValues) -> str:
    """Which values can be the nearest to a value.

    Examples
    --------
    >>> nearest_in_words(NearestValues("x", "y", ("y", "z"), 0.8, 5))
    'Nearest to x: y; z could be nearer (95\xa0%).'
    >>> nearest_in_words(NearestValues("x", "y", ("y",), 0.99, 5))
    'Nearest to x: y (clear at 95\xa0%).'
    """
    others = [name for name in found.possible if name != found.nearest]
    start = f"Nearest to {found.value}: {found.nearest}"
    if not others:
        return f"{start} (clear at {_SURE})."
    if len(others) <= _NAMED and len(others) + 1 < found.n_candidates:
        return f"{start}; {joined(others)} could be nearer ({_SURE})."
    return f"{start}; not settled: any of {len(others) + 1} of {found.n_candidates} values could be ({_SURE})."


def order_in_words(pairs: pd.DataFrame) -> str:
    """How many pairs of values are settled to stand in the order shown, and some that are not.

    Examples
    --------
    >>> pairs = pd.DataFrame({"value": ["a", "a"], "other": ["b", "c"], "share": [0.6, 0.99], "settled": [False, True]})
    >>> order_in_words(pairs)
    'Settled: 1 of 2 pairs. Not settled: a and b.'
    """
    open_ones = pairs[~pairs["settled"]].sort_values("share", kind="stable")
    words = f"Settled: {len(pairs) - len(open_ones)} of {len(pairs)} pairs."
    if not len(open_ones):
        return words
    named = [f"{value} and {other}" for value, other in zip(open_ones["value"], open_ones["other"], strict=True)]
    more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
    return f"{words} Not settled: {'; '.join(named[:_NAMED])}{more}."
