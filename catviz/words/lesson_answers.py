"""The answers of lessons: one or two sentences with their numbers, each from the result that the lesson shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from catviz.analysis.order_null import OrderVerdict
from catviz.analysis.statistics import CONFIDENCE, LEVEL, PairedTest
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


def nearest_again(share: float, n_clear: int, n: int, resamples: int) -> str:
    """How often values keep their nearest value in other samples, and for how many the nearest one is clear.

    Examples
    --------
    >>> nearest_again(0.626, 0, 10, 200).replace("\u00a0", " ")
    'In 63 % of 200 resamples, on average. For none of the 10 is the nearest one clear (95 %).'
    """
    clear = f"For {n_clear or 'none'} of the {n} is the nearest one clear ({in_percent(CONFIDENCE)})."
    return f"In {in_percent(share)} of {resamples} resamples, on average. {clear}"


def naive_and_corrected(name: str, naive: PairedTest, corrected: PairedTest) -> str:
    """What a test says that takes splits for independent, and one that allows for the rows they share.

    Examples
    --------
    >>> words = naive_and_corrected("ADM", PairedTest(0.0134, 1.6, 0.14), PairedTest(0.0134, 0.6, 0.57))
    >>> words.replace("\u00a0", " ")
    'ADM is not shown to be better: p = 0.57 if the test allows for shared rows, p = 0.14 if it does not.'
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
    >>> encodings("MTDLE", PairedTest(0.0004, 0.2, 0.8), PairedTest(-0.069, -1.6, 0.13)).replace("\u00a0", " ")
    'Logistic regression: MTDLE is 0.0 points better than one-hot (p = 0.8). \
Nearest neighbours: 6.9 points worse (p = 0.13).'
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


def random_map(name: str, shaped_by: Sequence[str], share: float, shares: np.ndarray) -> str:
    """Which map is that of shuffled columns, what shapes it, and what the axes of both tables hold.

    Parameters
    ----------
    name : str
    shaped_by : sequence of str
        The columns that explain most of the map.
    share : float
        Of the variance on the first two axes of the table.
    shares : (n,) array
        The same in shuffled tables.

    Examples
    --------
    >>> random_map("map A", ["breast", "menopause"], 0.263, np.array([0.2, 0.213])).replace(" ", " ")
    'Map A: its clumps are the values of breast and menopause. \
Two axes hold 26 % of the variance in the table, and at most 21 % in 2 shuffled tables.'
    """
    return (
        f"{capital(name)}: its clumps are the values of {' and '.join(shaped_by)}. Two axes hold {in_percent(share)} "
        f"of the variance in the table, and at most {in_percent(shares.max())} in {len(shares)} shuffled tables."
    )


def two_starts(changed: np.ndarray, agreement: float, runs: int) -> str:
    """What share of rows changes cluster between two runs, on average, and how well runs agree.

    Examples
    --------
    >>> two_starts(np.array([0.2, 0.4]), 0.64, 20).replace(" ", " ")
    'In a second run, 30 % of the animals change cluster on average (20 runs, mean ARI of two 0.64).'
    """
    return (
        f"In a second run, {in_percent(changed.mean())} of the animals change cluster on average ({runs} runs, mean "
        f"ARI of two {agreement:.2f})."
    )


def perplexities(values: Sequence[int], factorial: bool) -> str:
    """That maps show one table, and, if it holds every combination of values once, that it has no clusters.

    Examples
    --------
    >>> perplexities([5, 30], True)
    'One: only the perplexity differs (5, 30). Every combination of values is one row, so there are no clusters.'
    """
    none = " Every combination of values is one row, so there are no clusters." * factorial
    return f"One: only the perplexity differs ({', '.join(map(str, values))}).{none}"


def above_the_largest_class(tables: pd.DataFrame) -> str:
    """The accuracy on each table and the share of its largest class, the largest gain first.

    Parameters
    ----------
    tables : DataFrame, by what the rows are
        ``accuracy`` and ``largest``.

    Examples
    --------
    >>> tables = pd.DataFrame({"accuracy": [0.889, 0.925], "largest": [0.889, 0.522]}, ["flares", "chess"])
    >>> above_the_largest_class(tables).replace(" ", " ")
    'Chess: 92.5 % right, against 52.2 % for always naming the largest class. Flares: 88.9 %, against 88.9 %.'
    """
    order = (tables["accuracy"] - tables["largest"]).sort_values(ascending=False).index
    first, *others = (
        f"{capital(str(name))}: {in_percent(tables.loc[name, 'accuracy'], 1)}{{}}, against "
        f"{in_percent(tables.loc[name, 'largest'], 1)}{{}}"
        for name in order
    )
    said = [first.format(" right", " for always naming the largest class"), *(other.format("", "") for other in others)]
    return f"{'. '.join(said)}."


def chosen_as_best(chosen: np.ndarray, elsewhere: np.ndarray) -> str:
    """The mean rank of what was chosen as the best, where it was chosen and elsewhere.

    Examples
    --------
    >>> chosen_as_best(np.array([11.0, 12.0]), np.array([17.0, 10.0])).replace(" ", " ")
    'Its mean rank is 11.5 where it was chosen and 13.5 on the other tables. In 50 % of 2 halves it is worse there.'
    """
    worse = in_percent(float((elsewhere > chosen).mean()))
    return (
        f"Its mean rank is {chosen.mean():.1f} where it was chosen and {elsewhere.mean():.1f} on the other tables. In "
        f"{worse} of {len(chosen):,} halves it is worse there."
    )


def two_accuracies(one: str, first: float, other: str, second: float, runs: int) -> str:
    """What the same clusters get under two scores of one name.

    Examples
    --------
    >>> two_accuracies("W-CADO", 0.832, "OCL", 0.68, 20).replace(" ", " ")
    'The same clusters get 83.2 % as W-CADO’s tables count and 68.0 % as OCL counts (mean of 20 runs).'
    """
    return (
        f"The same clusters get {in_percent(first, 1)} as {one}’s tables count and {in_percent(second, 1)} as {other} "
        f"counts (mean of {runs} runs)."
    )


def where_a_row_goes(nearest: pd.DataFrame, on_average: Mapping[str, float], own: str, other: str) -> str:
    """Which rows are nearest to one, and which of two classes is nearer on average.

    Parameters
    ----------
    nearest : DataFrame of the other rows, the nearest first
        ``name``, ``kind`` and ``distance``.
    on_average : mapping of class to mean distance
    own, other : str
        The two classes.

    Examples
    --------
    >>> rows = pd.DataFrame({"name": ["porpoise", "seal"], "kind": ["mammal", "mammal"], "distance": [0, 2]})
    >>> where_a_row_goes(rows, {"mammal": 4.76, "fish": 4.15}, "mammal", "fish")
    'Nearest are porpoise (mammal, 0 traits differ) and seal (mammal, 2). \
But the average fish is nearer (4.15) than the average mammal (4.76).'
    """
    one, two = (line for _, line in nearest.head(2).iterrows())
    near, far = sorted((own, other), key=lambda kind: on_average[kind])
    but = "But the" if near != one["kind"] else "The"
    return (
        f"Nearest are {one['name']} ({one['kind']}, {one['distance']:.0f} traits differ) and {two['name']} "
        f"({two['kind']}, {two['distance']:.0f}). {but} average {near} is nearer ({significant(on_average[near])}) "
        f"than the average {far} ({significant(on_average[far])})."
    )
