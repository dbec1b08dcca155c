"""Stability of clusters: how often rows fall together from other starts, compared with shuffled tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
from scipy.spatial.distance import squareform
from sklearn.base import clone

from catviz.analysis.cluster_scores import SampledRows
from catviz.analysis.cluster_structure import clusterer_for, own_clusterer, refitted
from catviz.analysis.metrics import adjusted_rand_index
from catviz.analysis.shuffles import ShuffleTest, shuffle_test
from catviz.base import ValueMethod, as_table, seeded
from catviz.clustering.base import DistinctRows
from catviz.clustering.by_name import CLUSTERERS, Clusterer
from catviz.clustering.distance_arguments import fitted_geometry
from catviz.clustering.pairwise import shared_distances
from catviz.parameters import whole_numbers
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import effective_weights

SHOWN_ROWS = 400
#: The mean adjusted Rand index of two runs from other starts.
AGREEMENT = "agreement"


@dataclass(frozen=True, eq=False)
class CoAssignment:
    """How often rows fall into one cluster.

    Attributes
    ----------
    rows : (r,) int
        Row numbers, one for each distinct row compared, so ordered that rows often together stand side by side.
    together : (r, r) float64
        Share of the runs in which two of these rows are in one cluster.
    agreement : (R, R) float64
        Adjusted Rand index between runs, over all rows by their weights (`catviz.table.weights.effective_weights`).
    sampled : bool
        True where the rows are a sample of the distinct ones.
    """

    rows: np.ndarray
    together: np.ndarray
    agreement: np.ndarray
    sampled: bool

    @property
    def mean_agreement(self) -> float:
        """Mean adjusted Rand index of two different runs: 1 where all find the same clusters; nan for a single run."""
        return _mean_of_pairs(self.agreement)


@whole_numbers("n_runs")
def repeated_labels(
    clusterer: Any,
    X: Any,
    n_runs: int = 20,
    random_state: int = 0,
    y: ArrayLike | None = None,
    callback: Callable[[float], bool] | None = None,
) -> np.ndarray:
    """(R, n) labels of a clusterer's runs from the seeds ``random_state``, ``random_state + 1``, ...

    Parameters
    ----------
    clusterer : unfitted clusterer with a ``random_state``
        With ``n_init=1`` each run is a single start, which shows how much starts matter; its ``distances`` are fitted
        once.
    X : CategoricalTable, DataFrame or array
    n_runs : int
    random_state : int
    y : (n,) known groups, for distances that learn from them
    callback : callable(share done) -> bool
        True stops with the runs so far.

    Raises
    ------
    ValueError
        The clusterer draws nothing at random, or fewer than one run is asked for.
    """
    if n_runs < 1:
        raise ValueError(f"n_runs={n_runs!r}: give at least 1")
    settings = clusterer.get_params(deep=False)
    if "random_state" not in settings:
        raise ValueError(f"{type(clusterer).__name__} draws nothing at random: all its runs give the same clusters")
    table = as_table(X)
    model = clone(clusterer)
    if "distances" in settings:
        model.set_params(distances=fitted_geometry(settings["distances"], table, y))
    runs = []
    with shared_distances():
        for run in range(n_runs):
            runs.append(model.set_params(random_state=random_state + run).fit(table, y).labels_)
            if callback is not None and callback((run + 1) / n_runs):
                break
    return np.array(runs)


@whole_numbers("max_rows")
def co_assignment(
    table: CategoricalTable, runs: Sequence[np.ndarray] | np.ndarray, max_rows: int = SHOWN_ROWS, random_state: int = 0
) -> CoAssignment:
    """How often the rows of a table fall together over some clusterings of it, and how far the clusterings agree.

    Parameters
    ----------
    table : CategoricalTable
    runs : sequence of (n,) labels
    max_rows : int
        Distinct rows compared at most, drawn without replacement, heavier ones sooner; the agreement counts them all.
    random_state : int
        Draws these rows.

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("zoo")
    >>> runs = repeated_labels(catviz.KModes(7, n_init=1), table, n_runs=5)
    >>> found = co_assignment(table, runs)
    >>> found.together.shape, bool(found.mean_agreement < 1)
    ((59, 59), True)
    """
    runs = np.asarray(runs)
    if runs.ndim != 2 or runs.shape[1] != len(table):
        raise ValueError(f"runs have shape {runs.shape}: give each run a label for each of the {len(table)} rows")
    distinct = DistinctRows.of(table.observed().missing_as_category())
    m = len(distinct.weights)
    chosen = np.arange(m)
    if m > max_rows:
        p = distinct.weights / distinct.weights.sum()
        chosen = np.sort(np.random.default_rng(random_state).choice(m, max_rows, replace=False, p=p))
    order = np.argsort(distinct.inverse, kind="stable")
    rows = order[np.searchsorted(distinct.inverse, chosen, sorter=order)]
    together = np.mean([labels[rows][:, None] == labels[rows] for labels in runs], axis=0)
    side_by_side = _seriated(1 - together)
    return CoAssignment(
        rows[side_by_side], together[np.ix_(side_by_side, side_by_side)], _agreement(runs, table.weights), m > max_rows
    )


def mean_agreement(runs: Sequence[np.ndarray] | np.ndarray, weights: np.ndarray | None = None) -> float:
    """Mean adjusted Rand index of two different runs, over rows by their weights; nan for a single run.

    Parameters
    ----------
    runs : sequence of (n,) labels
    weights : (n,) or None

    Examples
    --------
    >>> mean_agreement([[0, 0, 1, 1], [1, 1, 0, 0]])
    1.0
    """
    return _mean_of_pairs(_agreement(np.asarray(runs), weights))


def _mean_of_pairs(agreement: np.ndarray) -> float:
    pairs = squareform(agreement, checks=False)
    return float(pairs.mean()) if len(pairs) else float("nan")


def _agreement(runs: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    out, weights = np.eye(len(runs)), None if weights is None else effective_weights(weights)
    codes = [np.unique(labels, return_inverse=True)[1] for labels in runs]
    for i, j in combinations(range(len(runs)), 2):
        k = int(codes[j].max()) + 1
        table = np.bincount(codes[i] * k + codes[j], weights, (int(codes[i].max()) + 1) * k).reshape(-1, k)
        out[i, j] = out[j, i] = adjusted_rand_index(table)
    return out


def _seriated(distances: np.ndarray) -> np.ndarray:
    """(n,) leaves of average linkage, so ordered that neighbours are near."""
    if len(distances) < 3:
        return np.arange(len(distances))
    condensed = squareform(distances, checks=False)
    return leaves_list(optimal_leaf_ordering(linkage(condensed, "average"), condensed))


@whole_numbers("n_clusters", "n_runs", "n_shuffles")
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
    >>> from catviz.analysis.stability import stability_test
    >>> found = stability_test(catviz.load_dataset("voting"), "ADM", n_clusters=2, n_runs=5, n_shuffles=19)
    >>> found.p_value
    0.05
    """
    starting = [None, *(name for name, entry in CLUSTERERS.items() if entry.starts)]
    if clusterer not in starting:
        named = ", ".join(map(repr, starting[1:]))
        raise ValueError(f"clusterer={clusterer!r}: choose one that starts at random, {named}")
    if n_runs < 2:
        raise ValueError(f"n_runs={n_runs!r}: give at least 2, or there is no agreement to measure")
    learned = refitted(distances)
    statistic = _Agreement(learned, clusterer_for(learned, clusterer), n_clusters, n_runs, random_state)
    table = as_table(table).observed().missing_as_category()
    return shuffle_test(table, statistic, n_shuffles, random_state, y, callback)


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
