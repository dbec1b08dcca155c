"""The k nearest rows, by any distance between rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from catviz.base import numbers_for
from catviz.classification.base import CategoricalClassifier, blocks, likeliest, weights_by_class
from catviz.clustering.distance_arguments import OnDistances, fitted_geometry, named_method
from catviz.geometry.unseen import kept_apart
from catviz.geometry.value_geometries import EQUAL
from catviz.parameters import DISTANCES, Number
from catviz.progress import one_thread
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook


class DistanceKNNClassifier(OnDistances, CategoricalClassifier):
    """k nearest neighbours under any distances between rows.

    The k nearest rows vote. Where several are equally far and not all of them are among the k, they share what is left
    of the k votes evenly, so that the order of rows never matters. Of classes with equally many votes the one wins
    whose voters are nearer on average, then the one with more rows.

    Parameters
    ----------
    distances : str, method, geometry, callable or None
        An unfitted method of distances between values or rows, or its name ("ADM"), fitted to the same table (and
        ``y``, where it learns from known classes); a fitted geometry; "precomputed": ``fit`` takes the (n, n) matrix
        of distances, ``predict`` that of (n_new, n); or a function of two rows, see
        `catviz.geometry.objects.CalledDistances`. None means Hamming.
    n_neighbors : int
        Rows that vote; all rows where there are fewer. A row of weight w is w rows.

    Attributes
    ----------
    classes_ : (K,) labels as given, in the order of ``np.unique``
    geometry_ : the geometry whose ``between`` tells how far rows are; None with distances="precomputed"

    Raises
    ------
    ValueError
        No ``y``, ``distances`` that are none, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> from catviz import DistanceKNNClassifier
    >>> t = catviz.load_dataset("zoo")
    >>> DistanceKNNClassifier(catviz.COS(), n_neighbors=1).fit(t, t.target).predict(t[:3]).tolist()
    ['mammal', 'mammal', 'fish']
    """

    parameters = {
        "distances": DISTANCES,
        "n_neighbors": Number(
            1,
            label="Neighbours",
            help="How many of the nearest rows vote on the class of a row. With more neighbours, single rows matter "
            "less, and small classes win less often.",
        ),
    }

    geometry_: Any
    _voters: Any

    def __init__(self, distances: Any = None, n_neighbors: int = 5) -> None:
        self.distances = distances
        self.n_neighbors = n_neighbors

    def _numeric_columns(self) -> str:
        return numbers_for(named_method(self.distances))

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values, the distances aside."""
        return 0.01 + 1e-7 * n * d

    @property
    def _codebook(self) -> Codebook:
        return self.geometry_.codebook

    def _learn(self, table: CategoricalTable, y: ArrayLike | None, classes: np.ndarray) -> None:
        self.geometry_ = None if self._is_precomputed else fitted_geometry(self.distances, table, y)
        rows, inverse = table.unique_rows()
        votes = weights_by_class(table, inverse, classes, len(self.classes_))
        voters = votes.any(axis=1)
        self._votes = votes[voters]
        if self._is_precomputed:
            del self._matrix
            self._voters = np.flatnonzero(voters)
        else:
            self._voters = kept_apart(rows[voters], self.geometry_.codebook)

    def _classified(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        if not self._is_precomputed:
            return super()._classified(X)
        check_is_fitted(self)
        with one_thread():
            return self._classify(self._given_distances(X)[:, self._voters])

    def _classify(self, rows: CategoricalTable | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Classify as the template says, or by (m, t) distances of rows from the voters."""
        shares = np.empty((len(rows), len(self.classes_)))
        best = np.empty(len(rows), dtype=np.intp)
        for block in blocks(len(rows), len(self._voters)):
            some = rows[block]
            apart = some if isinstance(some, np.ndarray) else self.geometry_.between(some, self._voters)
            part = _participation(apart, self._votes.sum(axis=1), self.n_neighbors)
            votes = part @ self._votes
            far = (part * apart) @ self._votes
            mean = np.divide(far, votes, out=np.full_like(far, np.inf), where=votes > 0)
            shares[block] = votes / votes.sum(axis=1, keepdims=True)
            scale = apart.max(axis=1, keepdims=True)
            nearness = -np.divide(mean, scale, out=mean, where=scale > 0)
            best[block] = likeliest(shares[block], nearness, self._votes.sum(axis=0))
        return shares, best


def _participation(apart: np.ndarray, weights: np.ndarray, k: float) -> np.ndarray:
    """(m, t) share of each voter that is among the k nearest of each row.

    1 for those nearer than the k-th, the same share of all that are as far as the k-th, 0 beyond.
    """
    k = min(k, weights.sum())
    enough = min(int(np.searchsorted(np.cumsum(np.sort(weights)), k * (1 - EQUAL))) + 1, len(weights))
    nearest = np.argpartition(apart, enough - 1, axis=1)[:, :enough]
    distances = np.take_along_axis(apart, nearest, axis=1)
    order = distances.argsort(axis=1)
    reached = np.cumsum(weights[np.take_along_axis(nearest, order, axis=1)], axis=1) >= k * (1 - EQUAL)
    last = np.take_along_axis(order, reached.argmax(axis=1)[:, None], axis=1)
    kth = np.take_along_axis(distances, last, axis=1)
    slack = EQUAL * apart.max(axis=1, keepdims=True)
    nearer, level = apart < kth - slack, np.abs(apart - kth) <= slack
    left = (k - nearer @ weights) / (level @ weights)
    return np.where(level, left[:, None], nearer)
