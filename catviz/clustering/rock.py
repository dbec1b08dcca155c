"""ROCK: clusters of rows that share many neighbours.

Source: Guha, Rastogi & Shim 1999/2000, "ROCK: A Robust Clustering Algorithm for Categorical Attributes".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from catviz.clustering.base import CategoricalClusterer, DistinctRows, distinct_codes, refuse_clusters
from catviz.parameters import CLUSTERS, Number
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable

#: Most distinct rows: every pair of them is compared.
MAX_ROWS = 2000
ROUNDING = 1e-12
NO_CLUSTER = -1


class ROCK(CategoricalClusterer):
    """Robust clustering with links (ROCK): clusters merge that have the most links for their size.

    Two of d columns' rows with m equal values are neighbours where m / (2d - m) >= theta (Jaccard, of the rows as sets
    of values). The links of two rows are the neighbours they share, themselves not counted. From single rows on, the
    two clusters merge with the most links between them for what two of their sizes can expect,
    links / ((n_i + n_j)^e - n_i^e - n_j^e) with e = 1 + 2 (1 - theta) / (1 + theta), until ``n_clusters`` are left.
    Of equally good pairs the one that stands first in canonical order merges.

    Our reading: equal rows start in one cluster, of their total weight; missing is a value of its own; rows that share
    no neighbour with others are not removed as outliers.

    Parameters
    ----------
    n_clusters : int
        Where no two of the clusters have a link any more, merging stops with more of them (with a warning).
    theta : float between 0 and 1
        How similar neighbours are at least.

    Attributes
    ----------
    labels_ : (n,) int
        Clusters by their first row in canonical order. Rows without weight join as in ``predict``.
    n_clusters_ : int
    history_ : list of float
        The goodness of each merge, which ROCK makes as large as it can.
    steps_ : list of dict
        The merges: ``clusters`` (how many are left), ``goodness``.
    n_iter_ : int
        Merges.

    Raises
    ------
    ValueError
        More than 2,000 distinct rows, more clusters than distinct rows, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> rock = catviz.ROCK(n_clusters=7, theta=0.6).fit(catviz.load_dataset("zoo"))
    >>> rock.n_clusters_, rock.steps_[-1]["clusters"]
    (7, 7)
    """

    parameters = {
        "n_clusters": CLUSTERS,
        "theta": Number(
            0.0,
            1.0,
            integer=False,
            label="Least similarity of neighbours",
            help="Two rows are neighbours if their Jaccard similarity is at least this. A higher limit leaves fewer "
            "neighbours, and merging may stop before the number of clusters is reached.",
        ),
    }

    def __init__(self, n_clusters: int = 8, theta: float = 0.5) -> None:
        self.n_clusters = n_clusters
        self.theta = theta

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values; more than 2,000 rows are refused."""
        return 1e-8 * n * d + 1e-9 * min(n, MAX_ROWS) ** 3

    def predict(self, X: Any) -> np.ndarray:
        """(n,) clusters by the paper's labelling: the most neighbours, divided by (cluster size + 1)^((e - 1) / 2).

        The lowest of equally good clusters; -1 for rows without a neighbour. A value never seen equals no other.
        """
        return self._nearest(self._rows(X))

    def _learn(self, table: CategoricalTable, y: ArrayLike | None, callback: Callable[..., Any] | None) -> None:
        m = distinct_codes(table)
        if m > MAX_ROWS:
            raise ValueError(
                f"the table has {m:,} distinct rows: ROCK compares every pair of at most {MAX_ROWS:,}; fit a sample of "
                "the rows and predict the others"
            )
        refuse_clusters(self.n_clusters, m)
        rows = DistinctRows.of(table)
        near = self._neighbours(rows.codes, rows.codes)
        steps = merges(links(near, rows.weights), rows.weights, 1 + 2 * self._expected())
        cluster, self.steps_, stopped = np.arange(m), [], False
        for left, (i, j, goodness) in zip(range(m - 1, self.n_clusters - 1, -1), steps, strict=False):
            cluster[cluster == j] = i
            self.steps_.append({"clusters": left, "goodness": goodness})
            stopped = callback is not None and bool(callback({"run": 0, **self.steps_[-1]}))
            if stopped:
                break
        self.history_, self.n_iter_ = [step["goodness"] for step in self.steps_], len(self.steps_)
        self._distinct, (_, self._clusters) = rows, np.unique(cluster, return_inverse=True)
        self.n_clusters_ = int(self._clusters.max()) + 1
        if self.n_clusters_ > self.n_clusters and not stopped:
            remark(
                f"ROCK stops with {self.n_clusters_} clusters, since no two of them share a neighbour at theta="
                f"{self.theta:g}: lower theta to merge more"
            )
        self.labels_ = self._clusters[rows.inverse]
        unweighted = rows.inverse < 0
        if unweighted.any():
            self.labels_[unweighted] = self._nearest(CategoricalTable(table.codes[unweighted], table.codebook))

    def _nearest(self, table: CategoricalTable) -> np.ndarray:
        fitted = self._distinct
        rows, inverse = table.recode(fitted.table.codebook).unique_rows()
        weights = np.eye(self.n_clusters_)[self._clusters] * fitted.weights[:, None]
        scale = (weights.sum(axis=0) + 1) ** self._expected()
        labels = np.empty(len(rows), dtype=np.intp)
        for first in range(0, len(rows), MAX_ROWS):
            block = slice(first, first + MAX_ROWS)
            scores = self._neighbours(rows.codes[block], fitted.codes) @ weights / scale
            labels[block] = np.where(scores.any(axis=1), np.round(scores, 12).argmax(axis=1), NO_CLUSTER)
        return labels[inverse]

    def _expected(self) -> float:
        """f(theta): a row of a cluster of n has about n^f neighbours in it."""
        return (1 - self.theta) / (1 + self.theta)

    def _neighbours(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """(len(a), len(b)) True where two rows of codes are neighbours."""
        equal = np.zeros((len(a), len(b)), dtype=np.int32)
        for left, right in zip(a.T, b.T, strict=True):
            equal += left[:, None] == right
        return equal / (2 * a.shape[1] - equal) >= self.theta - ROUNDING


def links(near: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(m, m) links of all the rows in one place to all in another: the neighbours that two rows share.

    Parameters
    ----------
    near : (m, m) True where the rows of two places are neighbours; rows of one place always are
    weights : (m,) rows in each place
    """
    near = np.array(near, dtype=float)
    np.fill_diagonal(near, 0.0)
    twins = np.maximum(weights - 1, 0)
    shared = (near * weights) @ near + near * (twins[:, None] + twins)
    np.fill_diagonal(shared, 0.0)
    return shared * np.outer(weights, weights)


def merges(shared: np.ndarray, sizes: np.ndarray, exponent: float) -> Iterator[tuple[int, int, float]]:
    """``(i, j, goodness)``, i < j: cluster j joins cluster i; the best pair each time, until no two have a link.

    Parameters
    ----------
    shared : (m, m) symmetric links between the clusters to start from, zero diagonal
    sizes : (m,)
    exponent : float
        A cluster of n is expected to hold n^exponent links.
    """
    shared, sizes = shared.copy(), sizes.astype(float)
    goodness = np.array([_goodness(shared[i], sizes[i], sizes, exponent) for i in range(len(sizes))])
    every = np.arange(len(sizes))
    best = goodness.argmax(axis=1)
    while True:
        top = goodness[every, best]
        i = int(top.argmax())
        if top[i] <= 0:
            return
        j = int(best[i])
        yield i, j, float(top[i])
        shared[i] += shared[j]
        shared[i, [i, j]] = shared[j] = shared[:, j] = 0
        shared[:, i] = shared[i]
        sizes[i] += sizes[j]
        goodness[i] = goodness[:, i] = _goodness(shared[i], sizes[i], sizes, exponent)
        goodness[j] = goodness[:, j] = 0
        gained = (goodness[i] > top) | ((goodness[i] == top) & (i < best))
        lost = np.flatnonzero((best == i) | (best == j))
        best[gained] = i
        best[lost] = goodness[lost].argmax(axis=1)
        best[[i, j]] = goodness[[i, j]].argmax(axis=1)


def _goodness(shared: np.ndarray, size: float, sizes: np.ndarray, exponent: float) -> np.ndarray:
    """Links over the links expected between clusters of these sizes; 0 where there are none."""
    expected = (size + sizes) ** exponent - (size**exponent + sizes**exponent)
    return np.divide(shared, expected, out=np.zeros_like(shared), where=shared > 0)
