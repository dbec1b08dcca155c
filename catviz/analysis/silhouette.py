"""How well clusters lie apart: the mean silhouette on the distances between rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from catviz.base import as_table
from catviz.table.categorical import CategoricalTable

SAMPLED_ROWS = 2000


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

    def silhouette(self, fitted: Any) -> float:
        """Of a fitted clusterer's labels, on its row distances; these are kept while the geometry is the same."""
        if fitted.geometry_ is not self._geometry:
            self._geometry, self._distances = fitted.geometry_, fitted.geometry_.between(self._rows)
        return weighted_silhouette(self._distances, fitted.labels_[self._places], self._weights)
