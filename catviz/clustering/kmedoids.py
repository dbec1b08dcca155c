"""K-medoids: clusters around rows of the table, for any distances between rows.

Source: Kaufman & Rousseeuw 1987 (PAM). Swaps of one candidate with every medoid are judged together, and made as soon
as they pay, as in Schubert & Rousseeuw 2021, "Fast and eager k-medoids clustering".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from catviz.clustering.base import EQUAL, DistinctRows, as_text
from catviz.clustering.pairwise import MAX_ROWS, PairwiseClusterer
from catviz.clustering.starts import N_STARTS, RunsFromRows
from catviz.parameters import CLUSTERS, DISTANCES
from catviz.table.categorical import CategoricalTable

_BLOCK = 2**17


class KMedoidsCategorical(RunsFromRows, PairwiseClusterer):
    """K-medoids (PAM): k rows of the table stand for the clusters, every row joins the nearest of them.

    First each medoid gives way to its cluster's most central row, until that lowers the sum of distances no more; then
    medoids and other rows swap parts, until no swap does. Rows count by weight; the lowest of equally near clusters
    gets them.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    distances : str, method, geometry, callable or None
        An unfitted method or its name ("ADM"), fitted to the same table; a geometry, which may compare rows only;
        "precomputed": ``fit`` takes the (n, n) matrix of distances, ``predict`` that of (n_new, n); or a function of
        two rows, see `catviz.geometry.objects.CalledDistances`. None means Hamming.
    n_init : int
        Runs from different starting rows; the lowest objective wins.
    max_iter : int
        Steps at most, each a move to the central rows or a pass of swaps over all rows; 0 assigns rows to the starting
        rows once.
    init : sequence of int, "huang" or "cao", optional
        The starting rows instead of random ones: their numbers, one a cluster, or how they are chosen
        (`catviz.clustering.starts`).
    random_state : int, RandomState or None
        Draws the starts; an int gives the same result each time.

    Attributes
    ----------
    labels_ : (n,) int
    medoid_indices_ : (k,) int
        Row numbers, each the first of the rows equal to it.
    cluster_centers_ : (k, d) object array
        The medoids' values as text; None with distances="precomputed".
    objective_, inertia_ : float
        Sum of distances between rows and their medoids.
    history_ : list of float
        The objective after each step of the best run, the start included.
    steps_ : list of dict
        The same steps: ``iteration``, ``objective``, ``moved`` (weight of the rows that changed cluster).
    n_iter_ : int
    n_reached_ : int
        Starts that ended with this objective.
    geometry_ : geometry, ObjectDistances, CalledDistances, or None with distances="precomputed"

    Raises
    ------
    ValueError
        More than 6000 distinct rows, more clusters than distinct rows, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("toy_movie")
    >>> km = catviz.KMedoidsCategorical(n_clusters=2, random_state=0).fit(table)
    >>> km.labels_[km.medoid_indices_].tolist(), km.objective_
    ([0, 1], 7.0)
    """

    parameters = {"n_clusters": CLUSTERS, "distances": DISTANCES} | RunsFromRows.parameters

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values, distances aside."""
        return N_STARTS * (2e-4 + 1.9e-8 * min(n, MAX_ROWS) ** 2)

    def _cluster(self, rows: DistinctRows, D: np.ndarray, callback: Callable[..., Any] | None) -> np.ndarray:
        best = self._best_from_rows(rows, lambda seeds: _run(D, rows, seeds, self.max_iter, self._unit), callback)
        self.medoid_indices_ = np.array([np.flatnonzero(rows.inverse == place)[0] for place in best.medoids])
        self._medoids, self.cluster_centers_ = best.medoids, None
        if not self._is_precomputed:
            self.cluster_centers_ = as_text(rows.codes[best.medoids], rows.table.codebook).to_numpy(dtype=object)
        return best.labels

    def _nearest(self, rows: CategoricalTable | np.ndarray) -> np.ndarray:
        return np.concatenate([D.argmin(axis=1) for D in self._blocks(rows, self._medoids)])


@dataclass(frozen=True, eq=False)
class _State:
    labels: np.ndarray
    medoids: np.ndarray
    objective: float
    step: dict[str, Any]


def _run(D: np.ndarray, rows: DistinctRows, medoids: np.ndarray, max_iter: int, unit: float) -> Iterator[_State]:
    """One run from some medoids (places of rows): a state at the start and after each step that gains."""
    labels = np.full(len(D), -1)
    for iteration in range(max_iter + 1):
        if iteration:
            before, medoids = medoids, central(D, rows.weights, medoids)
            if (medoids == before).all():
                medoids = swapped(D, rows.weights, medoids)
            if (medoids == before).all():
                return
        before, labels = labels, D[:, medoids].argmin(axis=1)
        objective = unit * float(rows.weights @ D[np.arange(len(D)), medoids[labels]])
        step = {"iteration": iteration, "objective": objective, "moved": rows.weight_of(labels != before)}
        yield _State(labels, medoids, objective, step)


def central(D: np.ndarray, weights: np.ndarray, medoids: np.ndarray) -> np.ndarray:
    """(k,) the row of each cluster with the lowest sum of distances to its rows, where that is lower than the medoid's.

    Parameters
    ----------
    D : (m, m) symmetric distances
    weights : (m,)
    medoids : (k,) places
    """
    members = D[:, medoids].argmin(axis=1)[:, None] == np.arange(len(medoids))
    costs = D @ (members * weights[:, None])
    before = costs[medoids, np.arange(len(medoids))]
    costs[~members] = np.inf
    return np.where(costs.min(axis=0) < before * (1 - EQUAL), costs.argmin(axis=0), medoids)


def swapped(D: np.ndarray, weights: np.ndarray, medoids: np.ndarray) -> np.ndarray:
    """(k,) medoids after one pass over all rows, each a candidate to take a medoid's part.

    Candidates are judged some at a time; the best swap among them is made while there is one that lowers the sum of
    distances. Medoids that come back unchanged allow no such swap at all.

    Parameters
    ----------
    D : (m, m) symmetric distances
    weights : (m,)
    medoids : (k,) places
    """
    medoids, width = medoids.copy(), max(_BLOCK // len(D), 1)
    changes = _Changes(D, weights, medoids)
    for first in range(0, len(D), width):
        candidates = D[first : first + width]
        while True:
            change = changes(candidates)
            place, j = np.unravel_index(change.argmin(), change.shape)
            if change[place, j] >= -changes.least:
                break
            medoids[j] = first + place
            changes = _Changes(D, weights, medoids)
    return medoids


class _Changes:
    """What each swap of a candidate with a medoid adds to the objective; less than ``-least`` lowers it."""

    def __init__(self, D: np.ndarray, weights: np.ndarray, medoids: np.ndarray) -> None:
        near = D[:, medoids]
        nearest = np.arange(len(D)), near.argmin(axis=1)
        self.weights, self.first = weights, near[nearest]
        near[nearest] = np.inf
        self.second = near.min(axis=1)
        self.members = np.zeros(near.shape)
        self.members[nearest] = weights
        self.least = EQUAL * (weights @ self.first)

    def __call__(self, candidates: np.ndarray) -> np.ndarray:
        """(b, k) changes for (b, m) distances of candidates from all rows.

        A row nearer to the candidate than to its medoid gains whichever medoid goes; any other row loses only where
        its own goes, and then joins the candidate or the second nearest medoid.
        """
        gained = np.minimum(candidates - self.first, 0) @ self.weights
        lost = (np.clip(candidates, self.first, self.second) - self.first) @ self.members
        return gained[:, None] + lost
