"""k-means of the coordinates that a geometry of values gives rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from catviz.base import numbers_for
from catviz.clustering.base import CategoricalClusterer, Objective, refuse_clusters
from catviz.clustering.distance_arguments import fitted_geometry, named_method, refuse_row_distances
from catviz.clustering.starts import N_STARTS
from catviz.geometry.value_geometries import Geometry, ValueDistances
from catviz.parameters import CLUSTERS, DISTANCES, SEED, STARTS, Choice, RandomState
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook

#: Distances are rounded to whole units, of which the largest has at most 2^40.
BITS = 40


class KMeansCategorical(Objective, CategoricalClusterer):
    """scikit-learn's k-means of the rows' coordinates, each distinct row once with its weight.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    distances : str, method, geometry or None
        Gives the coordinates: an unfitted method or its name ("ADM"), or a geometry of values; None means Hamming.
    init : {"random", "k-means++"}
    n_init : int
        Runs from different starts; the lowest objective wins.
    random_state : int, RandomState or None
        Draws the starts; an int gives the same result each time.

    Attributes
    ----------
    labels_ : (n,) int
    cluster_centers_ : (k, p) float64
        Coordinates of the means, in the space of ``geometry_.transform``; of one axis of zeros where it has none.
    objective_, inertia_ : float
        Sum of squared distances between rows and the mean of their cluster.
    n_iter_ : int
        Steps of the best run.
    n_reached_ : int
        Starts that ended with this objective.
    geometry_ : Geometry

    Raises
    ------
    ValueError
        More clusters than distinct rows, distances between rows alone, or a parameter out of range.
    """

    parameters = {
        "n_clusters": CLUSTERS,
        "distances": replace(
            DISTANCES,
            help="The method whose coordinates of rows are clustered, or its name. Under Hamming, the squared distance "
            "of the coordinates of two rows is the number of columns in which the rows differ.",
        ),
        "init": Choice(
            {"random": "random rows", "k-means++": "k-means++ (distant rows)"},
            label="First centres",
            help="How the rows at which the centres begin are drawn. k-means++ prefers rows that are far from the "
            "centres drawn before.",
        ),
        "n_init": STARTS,
        "random_state": SEED,
    }

    geometry_: Any

    def __init__(
        self,
        n_clusters: int = 8,
        distances: Any = None,
        init: str = "k-means++",
        n_init: int = N_STARTS,
        random_state: RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.distances = distances
        self.init = init
        self.n_init = n_init
        self.random_state = random_state

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return float(N_STARTS * (3e-4 + 1.8e-8 * n * np.sum(c)))

    def _numeric_columns(self) -> str:
        return numbers_for(named_method(self.distances))

    def predict(self, X: Any) -> np.ndarray:
        """(n,) the nearest mean of each row; a value never seen stands at its column's mean."""
        rows, inverse = self._rows(X).recode(self.geometry_.codebook).unique_rows()
        return self._nearest(rows)[inverse]

    def _validate_parameters(self) -> None:
        super()._validate_parameters()
        refuse_row_distances(self.distances, "coordinates, which k-means needs")

    def _learn(self, table: CategoricalTable, y: ArrayLike | None, callback: Callable[..., Any] | None) -> None:
        from sklearn.cluster import KMeans  # slow to import, and only this choice needs it

        self.geometry_ = fitted_geometry(self.distances, table, y)
        if not isinstance(self.geometry_, Geometry):
            raise ValueError("k-means needs coordinates, and these distances compare rows alone: choose k-medoids")
        rows, inverse = table.canonical().unique_rows()
        self._space = _named_in_no_order(self.geometry_, rows.codebook)
        counted = rows.row_weights > 0
        refuse_clusters(self.n_clusters, int(counted.sum()))
        places = self._places(rows)
        model = KMeans(self.n_clusters, init=self.init, n_init=self.n_init, random_state=self.random_state)
        self._model = model.fit(places[counted], sample_weight=rows.row_weights[counted])
        self.objective_, self.n_iter_ = float(model.inertia_), int(model.n_iter_)
        labels, given = self._nearest(rows), self._places(rows, self.geometry_)
        self.cluster_centers_ = model.cluster_centers_
        if self._space is not self.geometry_:
            self.cluster_centers_ = np.array([self._mean(j, labels, given, rows) for j in range(self.n_clusters)])
        self.labels_ = labels[inverse]

    def _mean(self, cluster: int, labels: np.ndarray, places: np.ndarray, rows: CategoricalTable) -> np.ndarray:
        """(p,) the mean place of a cluster's rows; of a cluster that is at the place of another, that place."""
        weights = np.where(labels == cluster, rows.row_weights, 0.0)
        if not weights.any():
            centres = self._model.cluster_centers_
            weights[int(((self._places(rows) - centres[cluster]) ** 2).sum(axis=1).argmin())] = 1.0
        return np.average(places, axis=0, weights=weights)

    def _places(self, rows: CategoricalTable, geometry: Geometry | None = None) -> np.ndarray:
        """(m, p) coordinates; one of zeros where all rows have the same position."""
        places = (self._space if geometry is None else geometry).transform(rows)
        return places if places.shape[1] else np.zeros((len(rows), 1))

    def _nearest(self, rows: CategoricalTable) -> np.ndarray:
        return self._model.predict(self._places(rows)).astype(np.intp)


def _named_in_no_order(geometry: Geometry, codebook: Codebook) -> Geometry:
    """The geometry with values in the order of a canonical codebook, and its own others after them.

    Coordinates come from distances by axes that may be turned where distances tie, and rows that are as far from one
    mean as from another go to either by the last digit. In this order, with distances rounded, they are the same to
    the last digit whatever the values are called.
    """
    if not isinstance(geometry, ValueDistances):
        return geometry
    book, every, categories = geometry.codebook, list[np.ndarray](), list[tuple[str, ...]]()
    for attribute, own, v in zip(book.attributes, book.categories, book.n_values, strict=True):
        at = {label: place for place, label in enumerate(codebook.categories[codebook.position(attribute)])}
        order = np.argsort([at.get(label, len(at)) for label in own], kind="stable").astype(np.intp)
        every.append(np.append(order, np.arange(len(own), v)))
        categories.append(tuple(own[i] for i in order))
    largest = max((float(t.max(initial=0)) for t in geometry.tables), default=0.0)
    unit = float(np.ldexp(1.0, np.frexp(largest)[1] - BITS)) or 1.0
    tables = tuple(np.rint(t[np.ix_(i, i)] / unit) * unit for t, i in zip(geometry.tables, every, strict=True))
    frequencies = tuple(f[i] for f, i in zip(geometry.frequencies, every, strict=True))
    return replace(
        geometry, codebook=replace(book, categories=tuple(categories)), tables=tables, frequencies=frequencies
    )
