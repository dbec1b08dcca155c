"""How often rows fall together, and how far runs agree, when a clusterer starts elsewhere."""

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

from catviz.analysis.metrics import adjusted_rand_index
from catviz.base import as_table
from catviz.clustering.base import DistinctRows
from catviz.clustering.distance_arguments import fitted_geometry
from catviz.clustering.pairwise import shared_distances
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import effective_weights

SHOWN_ROWS = 400


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
    """Leaves of average linkage, so ordered that neighbours are near."""
    if len(distances) < 3:
        return np.arange(len(distances))
    condensed = squareform(distances, checks=False)
    return leaves_list(optimal_leaf_ordering(linkage(condensed, "average"), condensed))
