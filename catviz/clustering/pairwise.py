"""What clusterers share that compare every pair of distinct rows: the sub-method, the matrix, and later rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from sklearn.base import clone

from catviz.base import ObjectMethod, ValueMethod, numbers_for
from catviz.clustering.base import CategoricalClusterer, DistinctRows, distinct_codes, refuse_clusters
from catviz.distances.matching import Hamming
from catviz.geometry.objects import ObjectDistances
from catviz.geometry.similarities import ValueSimilarities
from catviz.geometry.unseen import kept_apart
from catviz.geometry.value_geometries import Geometry
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts

MAX_ROWS = 6000
"""Most distinct rows: a matrix of every pair of them takes 0.29 GB, and a fit holds a few such."""
BITS = 33
"""Distances are rounded to whole units, of which the largest distance has at most 2^33."""
_BLOCK = 2**22


def fitted_geometry(distances, table: CategoricalTable | Counts, y) -> Geometry | ObjectDistances:
    """The geometry of a clusterer's ``distances``: a method's, fitted to the table, or the one given; None is Hamming.

    Raises
    ------
    ValueError
        ``distances`` is neither, or the method needs ``y`` and there is none.
    """
    distances = Hamming() if distances is None else distances
    if isinstance(distances, ValueMethod | ObjectMethod):
        return clone(distances).fit(table, y).geometry_
    if isinstance(distances, ValueSimilarities):
        return distances.distances()
    if isinstance(distances, Geometry | ObjectDistances):
        return distances
    raise ValueError(f"distances={distances!r}: give a method, such as AhmadDey(), a geometry, or None for Hamming")


class PairwiseClusterer(CategoricalClusterer):
    """A clusterer of the matrix of distances: fill ``_cluster`` (labels of distinct rows) and ``_nearest``.

    Distances are taken in whole units, a power of two: so equal ones are equal to the last bit however the values are
    named, and sums of them are exact. Numeric columns count where the geometry compares them.
    """

    def _numeric_columns(self) -> str:
        return numbers_for(self.distances)

    def predict(self, X) -> np.ndarray:
        """(n,) clusters of rows; see `catviz.geometry.unseen` for values never seen."""
        return self._predict(self._rows(X))

    def _learn(self, table: CategoricalTable, y, callback: Callable | None) -> None:
        given = getattr(self.distances, "codebook", None)
        _refuse(distinct_codes(table if given is None else table.select(given.attributes)))
        self.geometry_ = geometry = fitted_geometry(self.distances, table, y)
        table = table.select(geometry.codebook.attributes)
        if getattr(geometry, "numbers", None) is None:
            table = replace(table, numeric=None, numeric_names=())
        self._distinct = rows = _distinct(table)
        _refuse(len(rows.weights))
        refuse_clusters(self.n_clusters, len(rows.weights))
        D = geometry.between(rows.table)
        self._unit = float(np.ldexp(1.0, np.frexp(D.max())[1] - BITS)) or 1.0
        labels = self._cluster(rows, self._in_units(D), callback)
        self.labels_ = labels[rows.inverse]
        unweighted = rows.inverse < 0
        if unweighted.any():
            self.labels_[unweighted] = self._predict(table[unweighted])

    @abstractmethod
    def _cluster(self, rows: DistinctRows, D: np.ndarray, callback: Callable | None) -> np.ndarray:
        """(m,) labels of the distinct rows from the (m, m) distances between them; sets the other results."""

    @abstractmethod
    def _nearest(self, rows: CategoricalTable) -> np.ndarray:
        """Clusters of some rows."""

    def _predict(self, table: CategoricalTable) -> np.ndarray:
        rows, inverse = kept_apart(table, self.geometry_.codebook).unique_rows()
        return self._nearest(rows)[inverse]

    def _blocks(self, rows: CategoricalTable, others: CategoricalTable) -> Iterator[np.ndarray]:
        """Distances of rows from others, some rows at a time."""
        width = max(_BLOCK // len(others), 1)
        for first in range(0, len(rows), width):
            yield self._in_units(self.geometry_.between(rows[first : first + width], others))

    def _in_units(self, D: np.ndarray) -> np.ndarray:
        D /= self._unit
        return np.rint(D, out=D)


def _distinct(table: CategoricalTable) -> DistinctRows:
    """The distinct rows of positive weight, told apart by numeric columns too."""
    rows, inverse = table.canonical().unique_rows()
    weighted = rows.weights > 0
    places = np.where(weighted, np.cumsum(weighted) - 1, -1)
    return DistinctRows(rows[weighted], places[inverse], table.codebook, table.weights is None)


def _refuse(m: int) -> None:
    if m > MAX_ROWS:
        raise ValueError(
            f"the table has {m:,} distinct rows: a matrix of every pair of them would take {8e-9 * m * m:.2g} GB, and "
            f"at most {MAX_ROWS:,} are taken; fit a sample of the rows and predict the others"
        )
