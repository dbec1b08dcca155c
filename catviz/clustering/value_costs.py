"""Values and clusters learned together: rows join the cluster that costs least, a sum over columns by value."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from sklearn.base import ClusterMixin

from catviz.base import EXACT, RowsMethod
from catviz.clustering.base import DistinctRows
from catviz.clustering.lookup import RowLookup
from catviz.parameters import CLUSTERS, SEED, Number, RandomState
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.sizes import MAX_TABLE_VALUES, BuildsTables


class AssignsByValues(ClusterMixin, BuildsTables, RowsMethod):
    """A method with clusters and value tables: fill ``_learn``, and call ``_keep`` in it."""

    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}
    parameters: ClassVar[dict[str, Any]] = {
        "n_clusters": CLUSTERS,
        "max_iter": Number(
            1,
            drawn=False,
            label="Most steps",
            help="How often, at most, rows are assigned with the same distances, and how often, at most, new distances "
            "are made.",
        ),
        "random_state": SEED,
    } | BuildsTables.parameters
    labels_: np.ndarray
    _codebook: Codebook
    _costs: list[np.ndarray]

    def __init__(
        self,
        n_clusters: int = 8,
        max_iter: int = 51,
        max_table_values: int = MAX_TABLE_VALUES,
        random_state: RandomState | None = None,
    ) -> None:
        super().__init__(max_table_values=max_table_values)
        self.n_clusters = n_clusters
        self.max_iter = max_iter
        self.random_state = random_state

    def predict(self, X: Any) -> np.ndarray:
        """(n,) cluster of the lowest cost for each row; see `catviz.geometry.unseen` for values never seen."""
        return self._nearest(self._rows(X))

    def _keep(self, table: CategoricalTable, rows: DistinctRows, labels: np.ndarray, costs: list[np.ndarray]) -> None:
        """The labels of the distinct rows, and (k, v_r + 1) costs of each column, the last one for no value."""
        self._codebook, self._costs, self.labels_ = table.codebook, costs, labels[rows.inverse]
        unweighted = rows.inverse < 0
        if unweighted.any():
            self.labels_[unweighted] = self._nearest(CategoricalTable(table.codes[unweighted], table.codebook))

    def _nearest(self, table: CategoricalTable) -> np.ndarray:
        rows, inverse = table.recode(self._codebook).unique_rows()
        lookup = RowLookup(rows.codes, self._codebook.n_values + 1, rows.row_weights)
        return lookup.nearest(self._costs)[0][inverse]


def shares_of_values(counts: list[np.ndarray], before: list[np.ndarray]) -> list[np.ndarray]:
    """(k, v) shares of the values in each cluster, from counts; an empty one keeps those it had."""
    out = []
    for n, p in zip(counts, before, strict=True):
        sizes = n.sum(axis=1, keepdims=True)
        out.append(np.where(sizes > 0, n / np.where(sizes > 0, sizes, 1), p))
    return out


def shares_of_clusters(counts: np.ndarray) -> np.ndarray:
    """(v, k) shares of the clusters among the rows of each value, from (k, v) counts."""
    shares: np.ndarray = (counts / counts.sum(axis=0)).T
    return shares
