"""The k nearest rows, by any distance between rows."""

from __future__ import annotations

import numpy as np
from sklearn.base import clone

from catviz.base import numbers_for
from catviz.classification.base import CategoricalClassifier, blocks, likeliest, weights_by_class
from catviz.distances.matching import Hamming
from catviz.geometry.objects import ObjectDistances
from catviz.geometry.similarities import ValueSimilarities
from catviz.geometry.unseen import kept_apart
from catviz.geometry.value_geometries import EQUAL, Geometry
from catviz.parameters import Anything, Number
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook


class DistanceKNNClassifier(CategoricalClassifier):
    """k nearest neighbours under any distances between rows.

    The k nearest rows vote. Where several are equally far and not all of them are among the k, they share what is left
    of the k votes evenly, so that the order of rows never matters. Of classes with equally many votes the one wins
    whose voters are nearer on average, then the one with more rows.

    Parameters
    ----------
    distances : method, geometry or None
        An unfitted method of distances between values or rows, fitted to the same table (and ``y``, where it learns
        from known groups), or a fitted geometry; None means Hamming.
    n_neighbors : int
        Rows that vote; all rows where there are fewer. A row of weight w is w rows.

    Attributes
    ----------
    classes_ : (K,) labels as given, in the order of ``np.unique``
    geometry_ : the geometry whose ``between`` tells how far rows are

    Raises
    ------
    ValueError
        No ``y``, ``distances`` that are none, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> from catviz.classification import DistanceKNNClassifier
    >>> t = catviz.load_dataset("zoo")
    >>> DistanceKNNClassifier(catviz.COS(), n_neighbors=1).fit(t, t.target).predict(t[:3]).tolist()
    ['mammal', 'mammal', 'fish']
    """

    parameters = {"distances": Anything(), "n_neighbors": Number(1)}

    def __init__(self, distances=None, n_neighbors: int = 5):
        self.distances = distances
        self.n_neighbors = n_neighbors

    def _numeric_columns(self) -> str:
        return numbers_for(self.distances)

    @staticmethod
    def cost(n: int, d: int, c: int) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values, the distances aside."""
        return 0.01 + 1e-7 * n * d

    @property
    def _codebook(self) -> Codebook:
        return self.geometry_.codebook

    def _learn(self, table: CategoricalTable, y, classes: np.ndarray) -> None:
        self.geometry_ = _fitted_geometry(self.distances, table, y)
        rows, inverse = table.unique_rows()
        votes = weights_by_class(table, inverse, classes, len(self.classes_))
        voters = votes.any(axis=1)
        self._voters, self._votes = kept_apart(rows[voters], self.geometry_.codebook), votes[voters]

    def _judge(self, rows: CategoricalTable) -> tuple[np.ndarray, np.ndarray]:
        shares = np.empty((len(rows), len(self.classes_)))
        best = np.empty(len(rows), dtype=np.intp)
        for block in blocks(len(rows), len(self._voters)):
            apart = self.geometry_.between(rows[block], self._voters)
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


def _fitted_geometry(distances, table: CategoricalTable, y) -> Geometry | ObjectDistances:
    distances = Hamming() if distances is None else distances
    if hasattr(distances, "fit") and hasattr(distances, "gives"):
        return clone(distances).fit(table, y).geometry_
    if isinstance(distances, Geometry | ObjectDistances):
        return distances
    if isinstance(distances, ValueSimilarities):
        return distances.distances()
    raise ValueError(f"distances={distances!r}: give a method, such as AhmadDey(), a geometry, or None for Hamming")
