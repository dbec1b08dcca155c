"""Cluster correspondence analysis: clusters of rows and a map of all values, found together.

Source: van de Velden, Iodice D'Enza & Palumbo 2017.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.base import ClusterMixin
from sklearn.utils import check_random_state

from catviz.base import EXACT, RowsMethod
from catviz.clustering.base import DistinctRows, Objective, best_run, distinct_codes, refuse_clusters
from catviz.geometry.scaling import turned
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.parameters import CLUSTERS, SEED, STEPS, Anything, Number, RandomState
from catviz.table.categorical import CategoricalTable
from catviz.table.fusion import row_sums
from catviz.table.sizes import refuse_array

TOLERANCE = 1e-10
#: An axis with a smaller singular value shows nothing.
NO_AXIS = 1e-9
ROUNDING = 1e-10
#: Steps of k-means between two singular value decompositions at most.
MOST_MOVES = 1000


class ClusterCA(Objective, ClusterMixin, RowsMethod):
    """Cluster correspondence analysis: k-means of rows and correspondence analysis of the clusters, in turn.

    M holds the rows' 0-1 indicators of values, centred and divided by the roots of the values' counts c_a. Given
    clusters, the axes B are the m leading right singular vectors of the clusters' means in M, weighted by size; given
    axes, the rows M B are clustered by k-means from the present means. The criterion, the sum of squares between the
    clusters on these axes, never falls. With m = k - 1 it is the sum over columns of chi-squared(column, clusters) / n.

    A value stands at A = B_a / sqrt(c_a), and a row at the sum of its values' places, centred.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    n_components : int or None
        Axes m; None, and more than k - 1, mean k - 1.
    n_init : int
        Starts from random clusters, and with m = k - 1 as many from k-means++; the highest criterion wins.
    max_iter : int
        Steps of a run at most.
    init : (n,) labels from 0 to k - 1, optional
        Clusters to start from, instead of random ones. A label holds for all equal rows: that of the first counts.
    random_state : int, RandomState or None
        Draws the starts; an int gives the same result each time.

    Attributes
    ----------
    labels_ : (n,) int
    criterion_ : float
    cluster_centers_ : (k, m) means of the clusters' rows, centred
    map_scaling_ : float
        g of the joint map: values at A / g, rows at g times their places, so that both spread alike.
    objective_, inertia_ : float
        Number of values less number of columns (the sum of squares of M), less the criterion.
    history_ : list of float
        The objective after each step of the best run, the start included.
    steps_ : list of dict
        The same steps: ``iteration``, ``objective``, ``moved`` (weight of the rows that changed cluster).
    n_iter_ : int
    n_reached_ : int
        Starts that ended with this objective.
    geometry_ : ValueEmbedding

    Raises
    ------
    ValueError
        More clusters than distinct rows, an ``init`` that is no clustering of the rows, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> ca = catviz.ClusterCA(n_clusters=2, n_init=5, random_state=0).fit(catviz.load_dataset("toy_movie"))
    >>> round(ca.criterion_, 6)
    3.0
    """

    gives = "embedding"
    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}
    parameters = {
        "n_clusters": CLUSTERS,
        "n_components": Number(
            1,
            special={None: "clusters less 1"},
            label="Axes",
            help="How many axes the rows are clustered on. The largest number is the number of clusters minus 1; with "
            "it, the criterion is the chi-squared of columns and clusters.",
        ),
        "n_init": Number(
            1,
            label="Starts",
            help="How many times the search begins from random clusters. If the axes are the clusters less 1, it "
            "begins as many times from k-means++ too, so there are twice as many starts. The best result is kept.",
        ),
        "max_iter": STEPS,
        "init": Anything(
            label="First clusters",
            help="The cluster of each row at the start.",
            unset="random clusters, and those of k-means++",
        ),
        "random_state": SEED,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        n_components: int | None = None,
        n_init: int = 50,
        max_iter: int = 100,
        init: Any = None,
        random_state: RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_components = n_components
        self.n_init = n_init
        self.max_iter = max_iter
        self.init = init
        self.random_state = random_state

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return float(0.5 + 2.5e-4 * n * d + 5e-3 * np.sum(c))

    def predict(self, X: Any) -> np.ndarray:
        """(n,) the nearest cluster mean of each row; a value never seen stands at its column's mean."""
        rows, inverse = self._rows(X).recode(self.geometry_.codebook).unique_rows()
        return self._nearest(rows)[inverse]

    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None) -> ValueEmbedding:
        m, k = distinct_codes(table), int(self.n_clusters)
        refuse_clusters(k, m)
        refuse_array(m, 2 * k, "coordinates of rows", "ask for fewer clusters, or fit a sample of the rows")
        most = k - 1 if self.n_components is None else min(int(self.n_components), k - 1)
        task = _Task(DistinctRows.of(table), k, most, int(self.max_iter))
        starts = self._starts(task, table)
        found = best_run(map(task.run, starts), callback)
        self._keep_run(found)
        best = found.state
        self.n_iter_, self.criterion_ = best.step["iteration"], task.total - best.objective
        canonical_codes = [np.argsort(at) for at in task.rows.original_codes]
        axes = turned(best.places)
        places = tuple(x[at] for x, at in zip(task.split(axes), canonical_codes, strict=True))
        side = np.sign((axes * best.places).sum(axis=0))
        self.cluster_centers_ = best.centres * np.where(side < 0, -1.0, 1.0)
        spread = (self.cluster_centers_**2).sum()
        self.map_scaling_ = float((k / len(axes) * (axes**2).sum() / spread) ** 0.25) if spread > 0 else 1.0
        d = table.n_attributes
        scale = np.full(axes.shape[1], float(d))
        geometry = ValueEmbedding(
            table.codebook, places, self.counts_.frequencies, joint=True, combine="mean", object_scale=scale
        )
        self._middle = np.sum(geometry.centroids, axis=0)
        self.geometry_ = geometry
        rows, inverse = table.unique_rows()
        self.labels_ = self._nearest(rows)[inverse]
        return geometry

    def _nearest(self, rows: CategoricalTable) -> np.ndarray:
        return _nearest(self.geometry_.transform(rows) - self._middle, self.cluster_centers_)

    def _starts(self, task: _Task, table: CategoricalTable) -> Iterator[np.ndarray]:
        if self.init is not None:
            yield _given_labels(self.init, task, table)
            return
        rng, m = check_random_state(self.random_state), len(task.rows.weights)
        for _ in range(self.n_init):
            yield rng.randint(task.k, size=m)
        for _ in range(self.n_init if task.most == task.k - 1 > 0 else 0):
            yield task.far_apart(rng)


@dataclass(frozen=True, eq=False)
class _State:
    labels: np.ndarray
    places: np.ndarray
    centres: np.ndarray
    objective: float
    step: dict[str, Any]


class _Task:
    """The distinct rows, in canonical codes, and the steps of a run."""

    def __init__(self, rows: DistinctRows, k: int, most: int, max_iter: int) -> None:
        self.rows, self.k, self.most, self.max_iter = rows, k, most, max_iter
        self._sizes = rows.lookup.sizes
        self._counts = np.hstack(rows.lookup.counts(np.zeros(len(rows.weights), dtype=np.intp), 1))[0]
        self._n = float(rows.weights.sum())
        self.total = float(len(self._counts) - len(self._sizes))

    def split(self, numbers: np.ndarray) -> list[np.ndarray]:
        """Numbers of all values, (c, ...), column by column."""
        return np.split(numbers, np.cumsum(self._sizes)[:-1])

    def run(self, labels: np.ndarray) -> Iterator[_State]:
        """A state after each step, until the criterion rises no more."""
        before, means, moved = np.inf, np.zeros((self.k, len(self._counts))), self._n
        for iteration in range(self.max_iter + 1):
            within = np.hstack(self.rows.lookup.counts(labels, self.k))
            sizes = np.bincount(labels, weights=self.rows.weights, minlength=self.k)
            occupied = sizes > 0
            # an empty cluster keeps its mean
            deviations = within[occupied] / sizes[occupied, None] - self._counts / self._n
            means[occupied] = deviations / np.sqrt(self._counts)
            _, s, B = np.linalg.svd(np.sqrt(np.where(occupied, sizes, 0))[:, None] * means, full_matrices=False)
            kept = int((s[: self.most] > NO_AXIS).sum())
            B = B[:kept].T
            objective = self.total - float((s[:kept] ** 2).sum())
            if objective > before:  # by rounding alone
                return
            places, centres = B / np.sqrt(self._counts)[:, None], means @ B
            step = {"iteration": iteration, "objective": objective, "moved": moved}
            yield _State(labels, places, centres, objective, step)
            if before - objective <= TOLERANCE or not kept:
                return
            before = objective
            Y = self.at(places)
            new = _lloyd(Y, self.rows.weights, labels, centres)
            moved = self.rows.weight_of(new != labels)
            labels = new

    def at(self, places: np.ndarray) -> np.ndarray:
        """(m, axes) rows, centred."""
        middle = self._counts @ places / self._n
        return row_sums(self.split(places), self.rows.codes) - middle

    def far_apart(self, rng: np.random.RandomState) -> np.ndarray:
        """(m,) labels: each row joins the nearest, in M, of k rows that are drawn by k-means++."""
        weights, tables = self.rows.weights, [np.add.outer(1 / c, 1 / c) for c in self.split(self._counts)]
        for table in tables:
            np.fill_diagonal(table, 0.0)
        nearest, drawn = np.ones(len(weights)), np.empty(0, dtype=np.intp)
        lookup = self.rows.lookup
        for _ in range(self.k):
            p = weights * nearest
            drawn = np.append(drawn, rng.choice(len(p), p=p / p.sum()))
            codes = self.rows.codes[drawn].astype(np.intp)
            labels, nearest = lookup.nearest([t[at] for t, at in zip(tables, codes.T, strict=True)])
        return labels


def _lloyd(Y: np.ndarray, weights: np.ndarray, labels: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """(m,) labels of k-means from (k, axes) centres, until they repeat; an empty cluster keeps its centre."""
    centres = centres.copy()
    for _ in range(MOST_MOVES):
        new = _nearest(Y, centres)
        if np.array_equal(new, labels):
            break
        labels = new
        sizes = np.bincount(labels, weights=weights, minlength=len(centres))
        sums = np.stack([np.bincount(labels, weights=weights * y, minlength=len(centres)) for y in Y.T], axis=1)
        centres = np.where(sizes[:, None] > 0, sums / np.where(sizes > 0, sizes, 1)[:, None], centres)
    return labels


def _nearest(Y: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """(m,) nearest centre of each row, the lowest of equal ones."""
    if not centres.shape[1]:
        return np.zeros(len(Y), dtype=np.intp)
    D = cdist(Y, centres, "sqeuclidean")
    scale = max(float((centres**2).sum(axis=1).max()), np.finfo(float).tiny)
    return np.rint(D / (scale * ROUNDING)).argmin(axis=1).astype(np.intp)


def _given_labels(init: Sequence[int], task: _Task, table: CategoricalTable) -> np.ndarray:
    labels = np.asarray(init)
    if labels.shape != (table.n_rows,) or labels.dtype.kind not in "iu" or not np.isin(labels, range(task.k)).all():
        raise ValueError(f"init={init!r}: give each of the {table.n_rows} rows a cluster from 0 to {task.k - 1}")
    counted = task.rows.inverse >= 0
    places, first = np.unique(task.rows.inverse[counted], return_index=True)
    start_labels: np.ndarray = np.empty(len(places), dtype=np.intp)
    start_labels[places] = labels[counted][first]
    return start_labels
