"""What is said of clusters: what sets one apart, and what tests of their structure and stability say."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from catviz.analysis.baseline_scores import Baselines
from catviz.analysis.cluster_scores import SAMPLED_ROWS
from catviz.analysis.cluster_structure import SILHOUETTE
from catviz.analysis.rules import Rules
from catviz.analysis.shuffles import ONE_FACTOR, ShuffleTest
from catviz.analysis.statistics import LEVEL
from catviz.wording import capital, in_percent, number_of, percentages, significant
from catviz.words import CLASSES_TOO, ONE_CHOICE, ONE_CLUSTERING
from catviz.words.columns import shuffled_together

#: Values by which a cluster is described, at most.
NAMED = 3
#: Clusters that are described each; of more, the largest.
_DESCRIBED = 2
#: Runs with at least this mean ARI agree closely; with less than the second one, little.
CLOSE, LITTLE = 0.9, 0.6
#: A gradient with a smaller share of the table's mean association is said to fall short of it.
_MATCHED = 0.9
_ONE_NUMBER_TOO = ONE_CHOICE.format("methods, clusterers, numbers of clusters or columns")


def structure_in_words(test: ShuffleTest, beyond: ShuffleTest | None = None) -> str:
    """What structure tests say, in plain text: no more than the shuffled or simulated tables that ran support.

    Parameters
    ----------
    test : ShuffleTest
    beyond : ShuffleTest or None
        The test against one gradient, made after one against unrelated columns that is significant.
    """
    tests = [test] if beyond is None else [test, beyond]
    drawn = "" if test.drawn is None else f" Tested on {test.drawn:,} rows drawn at random."
    claims = any(each.significant for each in tests)
    return " ".join(map(_answer, tests)) + drawn + shuffled_together(test.nested) + ONE_CLUSTERING * claims


def highest_silhouette(test: ShuffleTest, distinct: int) -> str:
    """The number of clusters with the highest silhouette, which is not tested.

    Parameters
    ----------
    test : ShuffleTest
        Of cluster structure.
    distinct : int
        Distinct rows of the table.
    """
    silhouettes = test.by_k[test.by_k["measure"] == SILHOUETTE]
    best, tried = silhouettes.loc[silhouettes["observed"].idxmax()], silhouettes["k"]
    drawn = f", from {SAMPLED_ROWS:,} rows drawn" if min(distinct, test.drawn or distinct) > SAMPLED_ROWS else ""
    return (
        f"Of k = {tried.min()} to {tried.max()}, the silhouette is highest for k = {best['k']} "
        f"({significant(best['observed'])}{drawn}). Which k "
        "is best was not tested. Each k is clustered from few random starts here: with more of them, as the "
        "clusters of the first tab can have, another k can have a higher one."
    )


def stability_in_words(test: ShuffleTest) -> str:
    """What a stability test says, in plain text: no more than the shuffled tables that ran support."""
    ran, planned = test.n_shuffles, test.planned
    if test.significant is None:
        return f"Cancelled after {ran} of {planned} shuffled tables: no conclusion."
    counted = f"{test.exceeding} of {ran} shuffled tables are as stable"
    if test.significant:
        words = (
            "Runs from other starts agree more than on tables with shuffled columns (permutation test, significant at "
            f"{in_percent(LEVEL)}: {counted}). This says nothing about other samples of rows."
        )
        return words + CLASSES_TOO * test.classes + shuffled_together(test.nested) + _ONE_NUMBER_TOO
    return (
        "No stability detected beyond that of tables with shuffled columns "
        f"(permutation test, not significant at {in_percent(LEVEL)}: {counted}).{shuffled_together(test.nested)}"
    )


def shares_in_words(line: pd.Series) -> str:
    """A line of a profile as a sentence: the value's share among the selected rows, and among all."""
    share, everywhere = percentages(line["share"], line["share_all"])
    return f"{share} of these rows have {line['attribute']} = {line['value']}, against {everywhere} of all rows."


def description(frame: pd.DataFrame, most: int = NAMED) -> str | None:
    """A cluster in words, as plain text: "milk = 1 (41 of 41, lift 2.46), ..."; None where nothing stands out.

    Parameters
    ----------
    frame : DataFrame
        The lines of one cluster from `cluster_profiles`.
    most : int
        Values named at most.
    """
    shown = frame[frame["stands_out"]].sort_values("v", ascending=False, kind="stable").head(most)
    if shown.empty:
        return None
    whole = not (frame["count"] % 1).any()
    counted = [f"{n:,.0f} of {size:,.0f}" for n, size in zip(shown["count"], shown["size"], strict=True)]
    by_weight = [f"{in_percent(share)} by weight" for share in shown["share"]]
    return ", ".join(
        f"{line.attribute} = {line.value} ({share}, lift {line.lift:.{2 if line.lift < 10 else 1}f})"
        for line, share in zip(shown.itertuples(), counted if whole else by_weight, strict=True)
    )


def _answer(test: ShuffleTest) -> str:
    ran, planned, one_factor = test.n_shuffles, test.planned, test.null == ONE_FACTOR
    if test.significant is None:
        tables = "simulated tables of one gradient" if one_factor else "shuffled tables"
        reached = f" So far {test.exceeding} of them reached this table's value." if ran else ""
        return f"Cancelled after {ran} of {planned} {tables}: no conclusion.{reached}"
    if one_factor:
        return _beyond_one_gradient(test)
    if test.significant:
        words = (
            "The rows cluster better than in tables with the same value counts and unrelated columns "
            f"(permutation test, significant at {in_percent(LEVEL)}: {test.exceeding} of {ran} shuffled tables cluster "
            "as well)."
        )
        return words + CLASSES_TOO * test.classes
    return (
        f"No cluster structure detected: {test.exceeding} of {ran} shuffled tables, with the same value counts and "
        f"unrelated columns, cluster as well or better (permutation test, not significant at {in_percent(LEVEL)})."
    )


def _beyond_one_gradient(test: ShuffleTest) -> str:
    tables = f"{test.exceeding} of {test.n_shuffles} simulated tables"
    if not test.significant:
        return (
            f"One gradient is not ruled out: {tables}, in which all columns follow one gradient, cluster "
            f"as well or better (simulation test, not significant at {in_percent(LEVEL)}). This does not show that "
            "there are no groups."
        )
    words = (
        "The rows cluster better than one normal gradient explains: better than in tables with the same value counts "
        "and about the same associations, in which one normal variable is behind all columns and the values of each "
        f"column are cut in order along it (simulation test, significant at {in_percent(LEVEL)}: {tables} cluster as "
        "well). Separate groups can bring this about, and so can several gradients, one that is not normal, or values "
        "that are most frequent somewhere along it."
    )
    if test.few_rows:
        words += (
            " With few rows a value, as here, this is claimed too often: in 10 to 25\u00a0% of tables that follow one "
            "gradient."
        )
    observed, expected = test.associations or (0.0, 0.0)
    if expected < _MATCHED * observed:
        words += (
            " Part of it may be that one gradient cannot relate columns as closely as this table does (mean squared T "
            f"{expected:.2g} against {observed:.2g})."
        )
    return words


def clusters(
    profiles: pd.DataFrame, sizes: pd.Series, called: Callable[[int], str], whole: bool, empty: int = 0
) -> str:
    """How many clusters there are, and the value that describes each of two, or the largest of more.

    Parameters
    ----------
    profiles : DataFrame
        Values of each cluster as `catviz.analysis.profiles.cluster_profiles` gives them, of columns that made them.
    sizes : Series
        Rows of each cluster with some, by its number.
    called : callable
        The name of a cluster by its number.
    whole : bool
        True if rows count as whole rows.
    empty : int
        Clusters without rows.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.profiles import cluster_profiles
    >>> zoo = catviz.load_dataset("zoo").select(["milk", "legs"])
    >>> milk = (zoo.to_pandas()["milk"] == "yes").to_numpy() + 1
    >>> clusters(cluster_profiles(zoo, milk), pd.Series({1: 60, 2: 41}), "cluster {}".format, True)
    '2 clusters. Cluster 1 (60 rows): 100\xa0% have milk = no (59\xa0% of all). \
Cluster 2 (41 rows): 100\xa0% have milk = yes (41\xa0% of all).'
    """
    without = f" ({empty} more without rows)" if empty else ""
    if len(sizes) == 1:
        return f"All rows are in one cluster{without}."
    if len(sizes) <= _DESCRIBED:
        each = [
            f"{capital(called(c))} ({_rows(sizes[c], sizes, whole)}): {_typical(profiles, c)}." for c in sizes.index
        ]
        return f"{len(sizes)} clusters{without}. {' '.join(each)}"
    which = "The largest" if (sizes == sizes.max()).sum() == 1 else "One of the largest"
    largest = sizes.idxmax()
    size = _rows(sizes[largest], sizes, whole)
    return f"{len(sizes)} clusters{without}. {which}, {called(largest)} ({size}): {_typical(profiles, largest)}."


def led_by_rules(described: Rules, whole: bool) -> str:
    """How many rows the rules describe, of those that they were made from; ``whole`` if rows count as whole rows.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo").select(["milk", "legs"])
    >>> milk = (zoo.to_pandas()["milk"] == "yes").to_numpy() + 1
    >>> led_by_rules(catviz.rules(zoo, milk), True)
    '2 rules name the right cluster of all rows.'
    """
    n = len(described.rules)
    of = "all" if described.accuracy == 1 else in_percent(described.accuracy, 1) + " of the"
    by_weight = "" if whole else ", by weight"
    return f"{number_of(n, 'rule')} {'names' if n == 1 else 'name'} the right cluster of {of} rows{by_weight}."


def matched_with_classes(right: float, n: float, by_chance: Baselines, whole: bool) -> str:
    """How many rows are in the cluster matched with their class, and how many are without any real clusters.

    Parameters
    ----------
    right, n : float
        Rows in matched cells, and all with a known class.
    by_chance : Baselines
        What random clusters and a single one reach.
    whole : bool
        True if rows count as whole rows.

    Examples
    --------
    >>> from catviz.analysis.baseline_scores import baselines
    >>> found = baselines(["a", "a", "a", "b"], [0, 0, 1, 1])
    >>> matched_with_classes(3, 4, found, True).replace("\u00a0", " ").partition(". ")[0]
    '75.0 % (3 of 4 rows) are in the cluster of their class'
    """
    rows = f"{right:,} of {n:,} rows" if whole else "by weight"
    return (
        f"{in_percent(right / n, 1)} ({rows}) are in the cluster of their class. In random clusters: "
        f"{in_percent(by_chance.random.mean(), 1)} on average; all rows in one cluster: "
        f"{in_percent(by_chance.one_cluster, 1)}."
    )


def runs_agree(n_runs: int, mean: float) -> str:
    """How far runs from other starts find the same clusters.

    Examples
    --------
    >>> runs_agree(20, 0.43)
    'Little: two of 20 runs from other starts agree to a mean ARI of 0.43.'
    """
    if np.isnan(mean):
        return "One run alone says nothing about others."
    degree = "Closely" if mean >= CLOSE else "In part" if mean >= LITTLE else "Little"
    return f"{degree}: two of {n_runs} runs from other starts agree to a mean ARI of {significant(mean)}."


def _rows(n: float, sizes: pd.Series, whole: bool) -> str:
    return number_of(int(n), "row") if whole else f"{in_percent(n / sizes.sum())} of the rows, by weight"


def _typical(profiles: pd.DataFrame, cluster: int) -> str:
    """The value of a cluster that stands out most, and its shares; that none does."""
    own = profiles[(profiles["cluster"] == cluster) & profiles["stands_out"]]
    if own.empty:
        return "no value stands out"
    line = own.loc[own["v"].idxmax()]
    inside, everywhere = percentages(line["share"], line["share_all"])
    return f"{inside} have {line['attribute']} = {line['value']} ({everywhere} of all)"
