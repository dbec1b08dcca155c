"""Hierarchical clustering of weighted rows: the nearest clusters merge, one pair after another.

Sources: Lance & Williams 1967 (how distances between clusters follow from those before a merge); Murtagh 1983 (chains
of nearest neighbours, which end in pairs that are each other's nearest, so that no pair is looked for anew).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from catviz.clustering.base import EQUAL, DistinctRows
from catviz.clustering.pairwise import MAX_ROWS, PairwiseClusterer
from catviz.geometry.value_geometries import Geometry
from catviz.parameters import CLUSTERS, DISTANCES, Choice
from catviz.table.categorical import CategoricalTable


class HierarchicalCategorical(PairwiseClusterer):
    """Agglomerative clustering: from single rows on, the two nearest clusters merge until ``n_clusters`` are left.

    Two clusters are as far apart as their rows on average ("average", UPGMA), their furthest rows ("complete"), their
    nearest rows ("single"), or sqrt(2 |A| |B| / (|A| + |B|)) times as far as their means ("ward").

    Ward's linkage squares distances between rows, as SciPy and R's ``ward.D2`` do: of a matrix of Euclidean distances
    it finds Ward's clusters. Of a geometry of values it takes D^power, with the geometry's power, for the squared
    distances, as the geometry's coordinates do. Where no points have such distances it is a rule of thumb.

    Equal rows start in one cluster of their total weight, so the tree above them is that of all rows. Among equally
    near clusters canonical order decides; where distances tie often, as numbers of differing columns do, other trees
    are as good.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    distances : str, method, geometry, callable or None
        An unfitted method or its name ("ADM"), fitted to the same table; a geometry, which may compare rows only;
        "precomputed": ``fit`` takes the (n, n) matrix of distances, ``predict`` that of (n_new, n); or a function of
        two rows, see `catviz.geometry.objects.CalledDistances`. None means Hamming.
    linkage : {"average", "complete", "single", "ward"}

    Attributes
    ----------
    labels_ : (n,) int
        Clusters by their first row in canonical order.
    linkage_ : (m - 1, 4) float64
        The merges as SciPy's ``dendrogram`` takes them: two clusters, height, number of distinct rows.
    leaves_ : (m,) int
        Row numbers of the m distinct rows that the tree starts from, each the first of the rows equal to it.
    geometry_ : geometry, ObjectDistances, CalledDistances, or None with distances="precomputed"

    Raises
    ------
    ValueError
        More than 6000 distinct rows, more clusters than distinct rows, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> hc = HierarchicalCategorical(n_clusters=2).fit(catviz.load_dataset("toy_movie"))
    >>> hc.labels_.tolist(), hc.linkage_[-1].tolist()
    ([0, 0, 1, 1, 1, 1], [6.0, 9.0, 3.0, 6.0])
    """

    parameters = {
        "n_clusters": CLUSTERS,
        "distances": DISTANCES,
        "linkage": Choice(
            {
                "average": "average (mean distance)",
                "complete": "complete (largest distance)",
                "single": "single (smallest distance)",
                "ward": "Ward (sum of squares)",
            },
            label="Linkage",
            help="How the distance of two clusters follows from the distances of their rows. The two nearest clusters "
            "merge. Ward merges the two clusters for which the sum of squares grows least.",
        ),
    }

    def __init__(self, n_clusters: int = 8, distances: Any = None, linkage: str = "average") -> None:
        self.n_clusters = n_clusters
        self.distances = distances
        self.linkage = linkage

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values; more than 6,000 rows are refused."""
        return 0.003 + 2e-8 * min(n, MAX_ROWS) ** 2

    def predict(self, X: Any) -> np.ndarray:
        """(n,) the cluster of the fitted row nearest to each row, the lowest of equally near ones."""
        return super().predict(X)

    def _cluster(self, rows: DistinctRows, D: np.ndarray, callback: Callable[..., Any] | None) -> np.ndarray:
        power = self.geometry_.distances().power if isinstance(self.geometry_, Geometry) else 2.0
        D = D * self._unit
        self.linkage_ = weighted_linkage(D ** (power / 2) if self.linkage == "ward" else D, rows.weights, self.linkage)
        order = np.argsort(rows.inverse, kind="stable")
        self.leaves_ = order[np.searchsorted(rows.inverse, np.arange(len(D)), sorter=order)]
        self._clusters = cut(self.linkage_, self.n_clusters)
        return self._clusters

    def _nearest(self, rows: CategoricalTable | np.ndarray) -> np.ndarray:
        order = np.argsort(self._clusters, kind="stable")
        clusters = self._clusters[order]
        return np.concatenate([clusters[D.argmin(axis=1)] for D in self._blocks(rows, order)])


def weighted_linkage(D: np.ndarray, weights: np.ndarray, linkage: str) -> np.ndarray:
    """(m - 1, 4) merges of m clusters of given sizes, by height, in SciPy's form.

    Parameters
    ----------
    D : (m, m) symmetric distances
    weights : (m,)
        Size of each cluster at the start; its members are at the same place.
    linkage : {"average", "complete", "single", "ward"}
    """
    m, sizes, heights, alive = len(D), weights.astype(float), np.zeros(len(D)), np.ones(len(D), dtype=bool)
    D = np.minimum(D, D.T)
    if linkage == "ward":
        D = D**2 * (2 * np.outer(sizes, sizes) / np.add.outer(sizes, sizes))
    np.fill_diagonal(D, np.inf)
    merges: list[tuple[float, int, int]] = []
    chain: list[int] = []
    while len(merges) < m - 1:
        chain = chain or [int(alive.argmax())]
        distances = D[chain[-1]]
        near = distances <= distances.min() * (1 + EQUAL)
        if len(chain) == 1 or not near[chain[-2]]:
            chain.append(int(near.argmax()))
            continue
        a, b = sorted((chain.pop(), chain.pop()))
        heights[a] = max(D[a, b], heights[a], heights[b])
        merges.append((heights[a], a, b))
        joined = _joined(D, sizes, a, b, linkage)
        joined[[a, b]] = D[b] = D[:, b] = np.inf
        D[a] = D[:, a] = joined
        sizes[a] += sizes[b]
        alive[b] = False
    return _numbered(merges, m, linkage)


def cut(linkage: np.ndarray, n_clusters: int) -> np.ndarray:
    """(m,) clusters after all but the last ``n_clusters - 1`` merges, numbered by their first row."""
    m = len(linkage) + 1
    top = np.arange(2 * m - 1)
    for node in reversed(range(m, 2 * m - n_clusters)):
        top[linkage[node - m, :2].astype(int)] = top[node]
    _, first, clusters = np.unique(top[:m], return_index=True, return_inverse=True)
    return first.argsort().argsort()[clusters]


def _joined(D: np.ndarray, sizes: np.ndarray, a: int, b: int, linkage: str) -> np.ndarray:
    """(m,) distances of all clusters from a and b together (Lance & Williams); squared ones with Ward's linkage."""
    if linkage == "single":
        return np.minimum(D[a], D[b])
    if linkage == "complete":
        return np.maximum(D[a], D[b])
    if linkage == "average":
        return (sizes[a] * D[a] + sizes[b] * D[b]) / (sizes[a] + sizes[b])
    sums = (sizes[a] + sizes) * D[a] + (sizes[b] + sizes) * D[b] - sizes * D[a, b]
    return np.maximum(sums / (sizes[a] + sizes[b] + sizes), 0)


def _numbered(merges: list[tuple[float, int, int]], m: int, linkage: str) -> np.ndarray:
    """Merges of clusters named by a row, sorted by height, with clusters numbered as they arise."""
    out, cluster, count = np.empty((m - 1, 4)), list(range(m)), [1] * m
    for step, (height, a, b) in enumerate(sorted(merges, key=lambda merge: merge[0])):
        count[a] += count[b]
        out[step] = (*sorted((cluster[a], cluster[b])), height, count[a])
        cluster[a] = m + step
    if linkage == "ward":
        out[:, 2] = np.sqrt(out[:, 2])
    return out
