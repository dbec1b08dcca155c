"""Spectral clustering of rows under any distances between them.

Sources: Ng, Jordan & Weiss 2001, "On spectral clustering"; and the form that W-CADO's published tables hold.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import eigsh
from scipy.spatial.distance import cdist
from sklearn.utils import check_random_state

from catviz.clustering.base import DistinctRows, Objective
from catviz.clustering.pairwise import MAX_ROWS, PairwiseClusterer
from catviz.clustering.starts import N_STARTS
from catviz.geometry.scaling import RELATIVE_ZERO, turned
from catviz.parameters import CLUSTERS, DISTANCES, SEED, STARTS, Choice, RandomState
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable

#: Up to so many distinct rows every eigenvector is found; beyond, those asked for.
DENSE_ROWS = 1000
EQUAL_EIGENVALUES = 1e-9
#: Decimals of the embedding, of its largest entry: rows at the same place are there to the last bit.
ROUNDED = 10
_BINS = 4096


class SpectralCategorical(Objective, PairwiseClusterer):
    """Spectral clustering: k-means on eigenvectors of N = S^(-1/2) A S^(-1/2), S the row sums of the affinities A.

    "exp": A = exp(-D / s), s the median of the distances that are not 0. The eigenvectors of the k largest eigenvalues
    side by side, each row of them brought to length 1 (Ng, Jordan & Weiss, but for their A's diagonal of zeros).
    "paper": A = D, and the eigenvectors of the k eigenvalues of largest size, as they are. A large affinity then means
    far apart, so that rows are parted by the negative eigenvalues; it gives W-CADO's published tables.

    The eigenvectors are those of all rows: with the distinct rows' weights w in a diagonal matrix, w^(1/2) N w^(1/2)
    has the same eigenvalues but for zeros, whose directions are left out.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    distances : str, method, geometry, callable or None
        An unfitted method or its name ("ADM"), fitted to the same table; a geometry, which may compare rows only;
        "precomputed": ``fit`` takes the (n, n) matrix of distances, ``predict`` that of (n_new, n); or a function of
        two rows, see `catviz.geometry.objects.CalledDistances`. None means Hamming.
    affinity : {"exp", "paper"}
    n_init : int
        Runs of k-means; the best counts.
    init : {"auto", "k-means++", "greedy", "random"}
        The rows that k-means starts from: drawn by k-means++ (Arthur & Vassilvitskii 2007, one draw for each), by its
        greedy form as in scikit-learn (the best of several draws for each), or any. "auto" is "greedy" with "exp", and
        any rows with "paper".
    random_state : int, RandomState or None
        Draws the starts; an int gives the same result each time.

    Attributes
    ----------
    labels_ : (n,) int
    embedding_ : (n, k) float64
        What k-means clusters, with fewer columns where fewer eigenvalues differ from 0; nan for rows without weight.
    eigenvalues_ : (k,) float64
    objective_, inertia_ : float
        Sum of squared distances, in the embedding, between rows and the mean of their cluster.
    n_iter_ : int
        Steps of the best run of k-means.
    geometry_ : geometry, ObjectDistances, CalledDistances, or None with distances="precomputed"

    Raises
    ------
    ValueError
        More than 6000 distinct rows, more clusters than distinct rows, or a parameter out of range.

    Warns
    -----
    UserWarning
        Eigenvalue k equals the next one, so that other eigenvectors would do as well.

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("voting")
    >>> sc = SpectralCategorical(2, catviz.COD(), affinity="paper", random_state=0).fit(table)
    >>> round(catviz.analysis.metrics.scores(table.target, sc.labels_)["accuracy"], 4)
    0.8782
    """

    parameters = {
        "n_clusters": CLUSTERS,
        "distances": DISTANCES,
        "affinity": Choice(
            {"exp": "exp(−distance / median)", "paper": "the distance, as in the W-CADO paper"},
            label="Affinity",
            help="How the distance of two rows becomes their affinity. The first choice gives near rows a large "
            "affinity. The paper's choice gives distant rows a large affinity, and it gives the published tables.",
        ),
        "n_init": STARTS,
        "init": Choice(
            {
                "auto": "the one that fits the affinity",
                "k-means++": "k-means++",
                "greedy": "greedy k-means++",
                "random": "any rows",
            },
            drawn=False,
            label="Starting rows",
            help="How k-means draws the rows that it starts from.",
        ),
        "random_state": SEED,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        distances: Any = None,
        affinity: str = "exp",
        n_init: int = N_STARTS,
        init: str = "auto",
        random_state: RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.distances = distances
        self.affinity = affinity
        self.n_init = n_init
        self.init = init
        self.random_state = random_state

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values; more than 6,000 rows are refused."""
        return 0.005 + 6e-8 * min(n, MAX_ROWS) ** 2

    def _cluster(self, rows: DistinctRows, D: np.ndarray, callback: Callable[..., Any] | None) -> np.ndarray:
        from sklearn.cluster import KMeans  # slow to import

        rng = check_random_state(self.random_state)
        self._median = self._once("median", lambda: weighted_median(D, rows.weights)) if self.affinity == "exp" else 1.0
        guess = rng.uniform(-1, 1, len(D)) if _searched(len(D), self.n_clusters) else None
        self._sums, self.eigenvalues_, self._vectors = self._once(
            ("spectrum", self.affinity, self.n_clusters),
            lambda: spectrum(self._affinities(D), rows.weights, self.n_clusters, self.affinity == "paper", guess),
        )
        embedding = self._placed(self._vectors)
        start: Any = {"exp": "greedy", "paper": "random"}[self.affinity] if self.init == "auto" else self.init
        if start == "k-means++":
            start = partial(_plus_plus, rows.weights)
        elif start == "greedy":
            start = "k-means++"  # scikit-learn's
        model = KMeans(self.n_clusters, init=start, n_init=self.n_init, tol=0, random_state=rng)
        model.fit(embedding, sample_weight=rows.weights)
        self.objective_, self._centres = float(model.inertia_), model.cluster_centers_
        self.n_iter_ = int(model.n_iter_)
        self.embedding_ = np.where((rows.inverse >= 0)[:, None], embedding[rows.inverse], np.nan)
        return model.labels_.astype(np.intp)

    def _nearest(self, rows: CategoricalTable | np.ndarray) -> np.ndarray:
        """The nearest mean of each row, placed where the eigenvectors' own equation puts it (Nystroem)."""
        fitted, labels = self._distinct, []
        scaled = self._vectors * (fitted.weights * inverse_root(self._sums))[:, None] / self.eigenvalues_
        for D in self._blocks(rows, np.arange(len(fitted.weights))):
            A = self._affinities(D)
            placed = self._placed((A * inverse_root(A @ fitted.weights)[:, None]) @ scaled)
            labels.append(cdist(placed, self._centres, "sqeuclidean").argmin(axis=1))
        return np.concatenate(labels)

    def _affinities(self, D: np.ndarray) -> np.ndarray:
        return D if self.affinity == "paper" else np.exp(-D / self._median)

    def _placed(self, vectors: np.ndarray) -> np.ndarray:
        """Rows of eigenvectors as k-means takes them; one column of zeros where there is none."""
        if not vectors.shape[1]:
            return np.zeros((len(vectors), 1))
        if self.affinity == "exp":
            length = np.linalg.norm(vectors, axis=1, keepdims=True)
            vectors = np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0)
        largest = np.abs(self._vectors).max() if self.affinity == "paper" else 1.0
        return np.round(vectors / largest, ROUNDED) * largest


def _searched(m: int, k: int) -> bool:
    """True if some eigenvectors of m rows are found sooner than all."""
    return m > DENSE_ROWS and m >= 4 * k


def spectrum(
    A: np.ndarray, weights: np.ndarray, k: int, by_size: bool, guess: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """``(sums, eigenvalues, vectors)`` of S^(-1/2) A S^(-1/2) on rows that each stand ``weights`` times.

    Parameters
    ----------
    A : (m, m) symmetric affinities, not negative
    weights : (m,) positive
    k : int
        Eigenvalues wanted: the largest, or where ``by_size`` those furthest from 0. Zeros are left out, and negative
        ones too unless ``by_size``: on the repeated rows zeros come before them.
    guess : (m,) or None
        Where a search for eigenvectors starts; None computes all of them, which is slow with many rows.

    Returns
    -------
    sums : (m,) row sums over all rows
    eigenvalues : (k,)
    vectors : (m, k)
        Of length 1 over all the rows, each turned so that its entry of largest size is positive.
    """
    sums = A @ weights
    scale = np.sqrt(weights) * inverse_root(sums)
    N = A * scale[:, None] * scale
    if guess is None:
        values, vectors = eigh(N)
    else:
        values, vectors = eigsh(N, k + 1, which="LM" if by_size else "LA", v0=guess)
    size = np.abs(values) if by_size else values
    order = np.argsort(-size, kind="stable")[: k + 1]
    size = size[order]
    kept = order[:k][size[:k] > RELATIVE_ZERO]
    if len(kept) == k < len(order) and size[k - 1] - size[k] <= EQUAL_EIGENVALUES:
        remark(
            f"eigenvalues {k} and {k + 1} are equal: there are other, equally good directions, which can give other "
            "clusters; choose another number of clusters to avoid that"
        )
    return sums, values[kept], turned(vectors[:, kept] / np.sqrt(weights)[:, None])


def weighted_median(D: np.ndarray, weights: np.ndarray) -> float:
    """Median of the distances between rows that are not 0, a pair counting by its rows' weights; 1 if there is none."""
    if not D.any():
        return 1.0
    scale, bins = (_BINS - 1) / D.max(), np.zeros(_BINS)
    for distances, weight in zip(D, weights, strict=True):
        bins += weight * np.bincount((distances * scale).astype(np.intp), weights * (distances > 0), _BINS)
    below = np.cumsum(bins)
    half = below[-1] / 2 * np.array([1 - 1e-12, 1 + 1e-12])
    first, last = np.searchsorted(below, half)
    i, j = np.nonzero((D * scale >= first) & (D * scale < last + 1) & (D > 0))
    order = D[i, j].argsort(kind="stable")
    i, j = i[order], j[order]
    middle = np.searchsorted(below[first] - bins[first] + np.cumsum(weights[i] * weights[j]), half)
    return float(D[i, j][middle].mean())


def inverse_root(sums: np.ndarray) -> np.ndarray:
    """1 / sqrt(sums), 0 where they are 0."""
    return np.divide(1.0, np.sqrt(sums), out=np.zeros_like(sums), where=sums > 0)


def _plus_plus(weights: np.ndarray, X: np.ndarray, n_clusters: int, random_state: Any) -> np.ndarray:
    """(k, d) rows of X drawn by k-means++, without the further draws that scikit-learn compares."""
    from sklearn.cluster import kmeans_plusplus  # slow to import

    centres: np.ndarray = kmeans_plusplus(
        X, n_clusters, sample_weight=weights, random_state=random_state, n_local_trials=1
    )[0]
    return centres
