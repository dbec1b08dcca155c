"""Stability of clusters: how far runs from other starts agree, compared with tables whose columns are shuffled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from catviz.analysis.cluster_structure import clusterer_for, own_clusterer, refitted
from catviz.analysis.nested import shuffled_together
from catviz.analysis.order_null import ONE_CHOICE
from catviz.analysis.shuffles import CLASSES_TOO, ShuffleTest, shuffle_test
from catviz.analysis.silhouette import SampledRows
from catviz.analysis.stability import mean_agreement, repeated_labels
from catviz.analysis.statistics import LEVEL
from catviz.base import ValueMethod, as_table, seeded
from catviz.clustering.by_name import CLUSTERERS, Clusterer
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.wording import percent

AGREEMENT = "agreement"
"""The mean adjusted Rand index of two runs from other starts."""
_ONE_NUMBER_TOO = ONE_CHOICE.format("methods, clusterers, numbers of clusters or columns")


def stability_test(
    table: CategoricalTable,
    distances: ValueMethod | str | None = None,
    n_clusters: int = 8,
    n_runs: int = 20,
    n_shuffles: int = 99,
    random_state: int = 0,
    clusterer: str | None = None,
    y: Sequence[Any] | np.ndarray | None = None,
    callback: Callable[[float, ShuffleTest], bool] | None = None,
) -> ShuffleTest:
    """Test whether runs from other starts agree more than on tables whose columns are unrelated.

    Runs can agree well although there is nothing to find, if one column dominates or there are few rows. Therefore the
    mean agreement is compared with that on tables whose columns are shuffled one by one. Distances are learned anew on
    each of them.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
        Row weights must be whole numbers.
    distances : unfitted method, its name, or None for Hamming
    n_clusters : int
        A table with fewer distinct rows is given as many clusters as it has distinct rows.
    n_runs : int
        Runs on each table, one start each.
    n_shuffles : int
        Shuffled tables at most; the test stops early if its answer at 5 % is clear.
    random_state : int
    clusterer : str or None
        A name of `catviz.clustering.by_name.CLUSTERERS` that starts at random; None takes a method's own clusters if it
        finds some, else k-modes.
    y : (n,) known classes, for supervised distances; shuffled too
    callback : callable(share done, test so far) -> bool
        True cancels.

    Raises
    ------
    ValueError
        Fitted distances, a clusterer without random starts, fewer than 2 runs or 19 shuffles, or fractional weights.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.restarts import stability_test
    >>> found = stability_test(catviz.load_dataset("voting"), "ADM", n_clusters=2, n_runs=5, n_shuffles=19)
    >>> found.p_value
    0.05
    """
    starting = [None, *(name for name, found in CLUSTERERS.items() if found.starts)]
    if clusterer not in starting:
        named = ", ".join(map(repr, starting[1:]))
        raise ValueError(f"clusterer={clusterer!r}: choose one that starts at random, {named}")
    if n_runs < 2:
        raise ValueError(f"n_runs={n_runs!r}: give at least 2, or there is no agreement to measure")
    learned = refitted(distances)
    statistic = _Agreement(learned, clusterer_for(learned, clusterer), n_clusters, n_runs, random_state)
    table = as_table(table).observed().missing_as_category()
    return shuffle_test(table, statistic, n_shuffles, random_state, y, callback)


def conclusion(test: ShuffleTest) -> str:
    """What a stability test says, in plain text: no more than the shuffled tables that ran support."""
    ran, planned = test.n_shuffles, test.planned
    if test.significant is None:
        return f"Cancelled after {ran} of {planned} shuffled tables: no conclusion."
    counted = f"{test.exceeding} of {ran} shuffled tables are as stable"
    if test.significant:
        words = (
            "Runs from other starts agree more than on tables with shuffled columns (permutation test, significant at "
            f"{percent(LEVEL)} %: {counted}). This says nothing about other samples of rows."
        )
        return words + CLASSES_TOO * test.classes + shuffled_together(test.nested) + _ONE_NUMBER_TOO
    return (
        "No stability detected beyond that of tables with shuffled columns "
        f"(permutation test, not significant at {percent(LEVEL)} %: {counted}).{shuffled_together(test.nested)}"
    )


class _Agreement:
    """The statistic: the mean agreement of runs on a table."""

    def __init__(
        self, distances: ValueMethod, clusterer: Clusterer | None, n_clusters: int, n_runs: int, seed: int
    ) -> None:
        self.distances, self.clusterer = distances, clusterer
        self.n_clusters, self.n_runs, self.seed = n_clusters, n_runs, seed

    def __call__(self, table: CategoricalTable, y: ArrayLike | None) -> dict[tuple[str, int], float]:
        k = min(self.n_clusters, SampledRows(table, self.seed).n_distinct)
        with collected_remarks():
            if self.clusterer is None:
                model = own_clusterer(self.distances, k, 1, self.seed)
            else:
                model = self.clusterer.unfitted(seeded(self.distances, self.seed), k)
            runs = repeated_labels(model, table, self.n_runs, self.seed, y)
        return {(AGREEMENT, self.n_clusters): mean_agreement(runs, table.weights)}
