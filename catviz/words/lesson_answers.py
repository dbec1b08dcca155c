"""The answers of lessons: one or two sentences with their numbers, each from the result that the lesson shows."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from catviz.analysis.order_null import OrderVerdict
from catviz.analysis.statistics import LEVEL, PairedTest
from catviz.wording import capital, in_percent, p_text, significant


def nearest_value(value: str, distances: Mapping[str, float]) -> str:
    """Which value is nearest to one, and which follows.

    Parameters
    ----------
    value : str
    distances : mapping
        Of the other values, the nearest first.

    Examples
    --------
    >>> nearest_value("grasses", {"urban": 0.244, "woods": 0.28, "waste": 0.509})
    'Nearest to grasses is urban (0.244); woods follows (0.28).'
    """
    (first, nearest), (second, next_one) = list(distances.items())[:2]
    return f"Nearest to {value} is {first} ({significant(nearest)}); {second} follows ({significant(next_one)})."


def shortest_path(ways: pd.DataFrame) -> str:
    """Over which value a path is shortest, and the length over the others.

    Parameters
    ----------
    ways : DataFrame, by the name of the value a path goes over
        ``length``, and ``of_all``, the share of all rows with the value.

    Examples
    --------
    >>> ways = pd.DataFrame({"length": [2.68, 2.34], "of_all": [0.42, 0.92]}, ["bruises", "one ring"])
    >>> shortest_path(ways).replace("\u00a0", " ")
    'Over one ring (length 2.34), which 92 % of all mushrooms have. Over bruises the length is 2.68.'
    """
    best, *others = ways.sort_values("length").index
    more = ", over ".join(f"{name} the length is {significant(ways.loc[name, 'length'])}" for name in others)
    return (
        f"Over {best} (length {significant(ways.loc[best, 'length'])}), which {in_percent(ways.loc[best, 'of_all'])} "
        f"of all mushrooms have. Over {more}."
    )


def smallest_distances(place: str, best: float, declared: float, random: float) -> str:
    """Where the most frequent value is in a best order, and the mean distance of two rows under several orders.

    Examples
    --------
    >>> smallest_distances("in the middle", 0.18, 0.213, 0.349)
    'The most frequent size is in the middle. Average distance: 0.18, in the declared order 0.213, \
in random ones 0.349.'
    """
    return (
        f"The most frequent size is {place}. Average distance: {significant(best)}, in the declared order "
        f"{significant(declared)}, in random ones {significant(random)}."
    )


def shuffled_rows(what: str, spread: float, left: float) -> str:
    """What becomes of a line of distances once the rows are shuffled, and how far they differ before and after.

    Examples
    --------
    >>> shuffled_rows("it becomes flat", 0.0123, 0.0021)
    'It becomes flat: the distances differ by 0.0123 in the sorted file, and by 0.0021 in shuffled files.'
    """
    return (
        f"{capital(what)}: the distances differ by {significant(spread)} in the sorted file, and by "
        f"{significant(left, 2)} in shuffled files."
    )


def naive_and_corrected(name: str, naive: PairedTest, corrected: PairedTest) -> str:
    """What a test says that takes splits for independent, and one that allows for the rows they share.

    Examples
    --------
    >>> words = naive_and_corrected("ADM", PairedTest(0.0134, 4.9, 0.0008), PairedTest(0.0134, 1.5, 0.157))
    >>> words.replace("\u00a0", " ")
    'ADM is not shown to be better: p = 0.157 if the test allows for shared rows, p = 0.0008 if it does not.'
    """
    better = corrected.p <= LEVEL and corrected.difference > 0
    shown = f"{name} is better" if better else f"{name} is not shown to be better"
    return f"{shown}: {p_text(corrected.p)} if the test allows for shared rows, {p_text(naive.p)} if it does not."


def encodings(name: str, linear: PairedTest, near: PairedTest) -> str:
    """How an encoding differs from one-hot's accuracy under logistic regression, and under nearest neighbours.

    Parameters
    ----------
    name : str
    linear, near : PairedTest
        Of the encoding against one-hot, their p corrected for all comparisons that are made.

    Examples
    --------
    >>> encodings("MTDLE", PairedTest(0.0004, 0.2, 0.8), PairedTest(-0.069, -6.1, 0.0002)).replace("\u00a0", " ")
    'Logistic regression: MTDLE is 0.0 points better than one-hot (p = 0.8). \
Nearest neighbours: 6.9 points worse (p = 0.0002).'
    """
    return (
        f"Logistic regression: {name} is {_points(linear)} than one-hot ({p_text(linear.p)}). Nearest neighbours: "
        f"{_points(near)} ({p_text(near.p)})."
    )


def _points(test: PairedTest) -> str:
    return f"{100 * abs(test.difference):.1f} points {'worse' if test.difference < 0 else 'better'}"


def by_chance(column: str, tau: float, as_good: int, shuffles: int, verdict: OrderVerdict) -> str:
    """In how many shuffled tables a column reaches its tau, and how many columns are significant on their own.

    Parameters
    ----------
    column : str
    tau : float
    as_good : int
        Shuffled tables whose tau is at least as high.
    shuffles : int
    verdict : OrderVerdict
        Of all columns.
    """
    better, n = len(verdict.better), len(verdict.columns)
    some = f"{better or 'None'} of the {n} columns {'is' if better <= 1 else 'are'} significant alone"
    together = "together" if verdict.agree else "not shown together"
    return (
        f"{as_good} of {shuffles} shuffled tables reach the tau of {column} ({tau:.2f}). {some}; all {n} {together} "
        f"agree better than by chance ({p_text(verdict.p)})."
    )
