"""Scores of clusters without known classes: how much a row's cluster says about its values.

Sources: Gluck & Corter 1985 (category utility); Lenssen, Stahmann, Janiesch & Schubert 2025 (ARES and MREC).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from catviz.base import as_table
from catviz.geometry.given import fitted
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import is_known
from catviz.table.frames import unmasked
from catviz.table.sizes import refuse_array

SAMPLED_ROWS = 2000


def cluster_scores(X: Any, labels: ArrayLike, sample_weight: ArrayLike | None = None) -> dict[str, float]:
    """How much the clusters of rows say about their values, by four scores that need no known classes.

    With p_jr(a) the share of value a of column r in cluster j of n_j rows, and p_r(a) its share among all n:

    - ``category_utility``: sum_j n_j / n sum_r sum_a (p_jr(a)^2 - p_r(a)^2), what knowing the cluster adds to the
      expected number of columns whose value is guessed right; the between sum of squares of 0-1 indicators, over n
    - ``chi2``: sum_r chi-squared of column and clusters, over n; the criterion of `ClusterCA` with as many axes as
      clusters less one
    - ``information``: sum_r I(column; cluster) in bits (ARES)
    - ``mrec``: min_i (S_i - max_m S_im), S_i = sum_r KL(p_ir || p_r) in bits, and S_im that of clusters i and m
      together: how much the least distinct cluster would lose in a merger (MREC); NaN for one cluster

    The first three grow with the number of clusters, so they compare clusters of equal number only. MREC need not grow,
    so it can be compared over numbers of clusters. None is a test: clusters made from these columns have category
    utility, chi-squared and information above 0 in any table.

    Parameters
    ----------
    X : CategoricalTable, frame (pandas, Polars, Arrow) or array
        Missing is a value of its own; numeric columns are left aside.
    labels : (n,) cluster of each row
        Rows without one (None, NaN) are left out.
    sample_weight : (n,) row weights, optional
        Those of a table that has none of its own.

    Returns
    -------
    dict of str to float

    Raises
    ------
    ValueError
        Not one label for each row, no row with a label, or too many values and labels.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> {name: round(score, 4) for name, score in catviz.cluster_scores(zoo, zoo.target).items()}
    {'category_utility': 4.2985, 'chi2': 12.0965, 'information': 9.2444, 'mrec': -2.8095}
    """
    table, kept_labels = labelled_rows(X, labels, sample_weight)
    y, names = pd.factorize(kept_labels)
    sizes, k = table.codebook.n_values, len(names)
    refuse_labels(sizes, k)
    counts = label_counts(table.codes, sizes, y, table.row_weights, k).T
    n_j = np.bincount(y, table.row_weights, k)
    n, of_value = n_j.sum(), counts.sum(axis=0)
    p, p_j = of_value / n, counts / n_j[:, None]
    distinct = _divergence(counts, n_j, p)
    return {
        "category_utility": float((n_j / n * (p_j**2).sum(axis=1)).sum() - (p**2).sum()),
        "chi2": float((counts**2 / np.outer(n_j, of_value)).sum() - len(sizes)),
        "information": float(n_j @ distinct / n),
        "mrec": min((_loss(i, counts, n_j, p, distinct) for i in range(k)), default=np.nan) if k > 1 else np.nan,
    }


def _loss(i: int, counts: np.ndarray, n_j: np.ndarray, p: np.ndarray, distinct: np.ndarray) -> float:
    """By how much cluster i says more than it would together with the best other one."""
    others = np.arange(len(n_j)) != i
    together = _divergence(counts[others] + counts[i], n_j[others] + n_j[i], p)
    return float(distinct[i] - together.max())


def _divergence(counts: np.ndarray, sizes: np.ndarray, p: np.ndarray) -> np.ndarray:
    """(k,) sum over columns of the Kullback-Leibler divergence of a cluster's shares from all rows', in bits."""
    shares = counts / sizes[:, None]
    bits: np.ndarray = (shares * np.log2(np.where(shares > 0, shares / p, 1))).sum(axis=1)
    return bits


def weighted_silhouette(distances: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> float:
    """Mean silhouette (Rousseeuw 1987) of rows, each counted as often as it weighs; nan for a single cluster.

    (b - a) / max(a, b), with a the mean distance to the other rows of the same cluster (those equal to it included)
    and b that to the nearest other cluster; 0 for a row alone in its cluster.

    Parameters
    ----------
    distances : (m, m) between distinct rows
    labels : (m,)
    weights : (m,) positive
    """
    names, codes = np.unique(labels, return_inverse=True)
    if len(names) < 2:
        return float("nan")
    member = np.eye(len(names))[codes] * weights[:, None]
    sizes, sums, every = member.sum(axis=0), distances @ member, np.arange(len(codes))
    others = sizes[codes] - 1
    a = sums[every, codes] / np.where(others > 0, others, 1)
    means = sums / sizes
    means[every, codes] = np.inf
    b = means.min(axis=1)
    largest = np.maximum(a, b)
    scores = np.where((others > 0) & (largest > 0), (b - a) / np.where(largest > 0, largest, 1), 0.0)
    return float(np.average(scores, weights=weights))


def silhouette(fitted: Any, table: CategoricalTable, random_state: int = 0) -> float:
    """Mean silhouette of a fitted clusterer's labels, on its geometry's distances between rows.

    Of more than 2,000 distinct rows, over 2,000 rows drawn without replacement; nan for a single cluster.

    Parameters
    ----------
    fitted : clusterer with ``labels_`` of the table's rows and ``geometry_``
    table : CategoricalTable, DataFrame or array
        Weights must be whole numbers.
    random_state : int
        Draws the rows.

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("toy_movie")
    >>> round(silhouette(catviz.KModes(2, random_state=0).fit(table), table), 3)
    0.308
    """
    return SampledRows(as_table(table).observed().missing_as_category(), random_state).silhouette(fitted)


class SampledRows:
    """Rows for a silhouette: the distinct ones with their weights, or a sample of all where these are too many."""

    def __init__(self, table: CategoricalTable, random_state: int) -> None:
        rows, inverse = table.unique_rows()
        weights = np.rint(rows.row_weights).astype(np.int64)
        self.n_distinct = int((weights > 0).sum())
        if self.n_distinct > SAMPLED_ROWS:
            rng = np.random.default_rng(random_state)
            weights = rng.multivariate_hypergeometric(weights, SAMPLED_ROWS, method="marginals")
        kept = np.flatnonzero(weights)
        self._rows, self._weights = rows[kept], weights[kept]
        self._places = np.unique(inverse, return_index=True)[1][kept]
        self._geometry: Any = None
        self._distances = np.empty((0, 0))

    def silhouette(self, clusterer: Any) -> float:
        """The silhouette of a fit's labels, on its row distances; these are kept while the geometry is the same."""
        geometry = fitted(clusterer, "a fitted clusterer", "labels_", "geometry_").geometry_
        if geometry is not self._geometry:
            self._geometry, self._distances = geometry, geometry.between(self._rows)
        return weighted_silhouette(self._distances, clusterer.labels_[self._places], self._weights)


def labelled_rows(X: Any, labels: ArrayLike, sample_weight: ArrayLike | None) -> tuple[CategoricalTable, np.ndarray]:
    """``(table, labels)``: the rows of positive weight that have a label, missing as a value of its own.

    Raises
    ------
    ValueError
        Not one label for each row, or no row with a label.
    """
    table = as_table(X, sample_weight=sample_weight)
    row_labels = np.asarray(unmasked(labels), dtype=object)
    if row_labels.shape != (table.n_rows,):
        raise ValueError(f"labels have shape {row_labels.shape}: give one label for each of the {table.n_rows} rows")
    kept = is_known(row_labels) & (table.row_weights > 0)
    if not kept.any():
        raise ValueError("no row has a label: there is nothing to describe")
    return replace(table[kept], target=None, target_name=None).observed().missing_as_category(), row_labels[kept]


def refuse_labels(sizes: np.ndarray, k: int) -> None:
    """ValueError where the counts of (sum of sizes) values with k labels would be too large."""
    refuse_array(int(sizes.sum()), k, "counts of values and labels", "give labels that several rows share")


def label_counts(
    codes: np.ndarray, sizes: Sequence[int] | np.ndarray, y: np.ndarray, weights: np.ndarray, k: int
) -> np.ndarray:
    """(c, k) weight of the rows with each value, column after column, and each of k labels."""
    columns = zip(codes.T, sizes, strict=True)
    return np.concatenate([np.bincount(c * k + y, weights, v * k).reshape(v, k) for c, v in columns])
