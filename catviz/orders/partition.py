"""A partition of rows under orders of values: z (Eqs. 1, 13), and what each row costs in each cluster (Eqs. 3, 4).

Source: Zhang, Zhao, Jia & Cheung 2024, "Order Is All You Need for Categorical Data Clustering"; equation numbers are
its own. A numeric column stands beside the orders: two numbers are their squared difference apart, the column's range
being 1.

The variants of OCL's ablation (Table 5): what is left when its parts are taken away, one after the other.

The paper describes OCL-I and OCL-II in a sentence each; how they read here is our reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

import numpy as np

from catviz.clustering.base import DistinctRows
from catviz.geometry.numeric import squared_distances

#: z has risen when it is higher by more than this share of it.
_RISE = 1e-12


@dataclass(frozen=True)
class Variant:
    """What a variant of OCL keeps.

    Attributes
    ----------
    name : str
        The variant as pages name it.
    to_modes : bool
        Rows are compared with each cluster's most frequent values instead of its distribution.
    updates : float
        How often orders are updated at most.
    ordered : bool
        False: any two values are 1 apart (Hamming).
    """

    name: str
    to_modes: bool
    updates: float
    ordered: bool


FULL = Variant("complete", to_modes=False, updates=inf, ordered=True)
VARIANTS = {
    "full": FULL,
    "I": Variant("I: most frequent values", to_modes=True, updates=inf, ordered=True),
    "II": Variant("II: as I, orders updated once", to_modes=True, updates=1, ordered=True),
    "III": Variant("III: no orders (k-modes)", to_modes=True, updates=0, ordered=False),
}


@dataclass(frozen=True, eq=False)
class Partition:
    """A partition of the distinct rows, the orders it is measured by, and the step that led here.

    Attributes
    ----------
    labels : (m,) int
    counts : list of (k, v_r) value weights a cluster
    ranks : tuple of (v_r,) orders
    tables : tuple of (v_r, v_r) distances D_r
    profiles : list of (k, v_r) what rows are compared with: each cluster's shares p_j, or its mode as ones and zeros
    means : list of (k, v_r) mean distance of each value to each cluster (Eq. 4)
    centres : (k, q) each cluster's mean numbers
    squares : (k, m) squared distance of each row's numbers to each cluster's mean, or None
    inertia : (k,) sum of those squares over a cluster's own rows
    objective : float, z
    step : dict
        Empty before `Task.recorded`.
    """

    labels: np.ndarray
    counts: list[np.ndarray]
    ranks: tuple[np.ndarray, ...]
    tables: tuple[np.ndarray, ...]
    profiles: list[np.ndarray]
    means: list[np.ndarray]
    centres: np.ndarray
    squares: np.ndarray | None
    inertia: np.ndarray
    objective: float
    step: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Task:
    """Distinct rows to cluster, and how they are compared with clusters.

    Attributes
    ----------
    rows : DistinctRows, with scaled numbers as numeric columns
    n_clusters : int
    learned : tuple of bool, True where a column's order is learned
    max_iter : int, rounds at most
    centred : bool
        Assign by Phi less half of each cluster's 1/d sum_r p_j' D_r p_j, which is 1/d times the squared distance to the
        cluster's mean in the thermometer code; by Phi itself (Eq. 14), z can rise.
    variant : Variant
    """

    rows: DistinctRows
    n_clusters: int
    learned: tuple[bool, ...]
    max_iter: int = 50
    centred: bool = True
    variant: Variant = FULL

    @property
    def n_columns(self) -> int:
        """d, numeric columns included."""
        return len(self.learned) + self.numbers.shape[1]

    @property
    def numbers(self) -> np.ndarray:
        """(m, q) scaled numeric columns."""
        return self.rows.table.numeric

    def start(
        self, seeds: np.ndarray, ranks: Sequence[np.ndarray | None], arranged: Callable[[np.ndarray], np.ndarray]
    ) -> Partition:
        """The first partition: one assignment to the seeds (places of rows).

        Columns whose ranks are None have equally far values until then; ``arranged`` gives their order from the
        (k, v) counts of the first partition.
        """
        tables = tuple(self.table(o, v) for o, v in zip(ranks, self.rows.lookup.sizes, strict=True))
        codes = self.rows.codes[seeds].astype(np.intp)
        costs = [t[c] / self.n_columns for t, c in zip(tables, codes.T, strict=True)]
        squares = squared_distances(self.numbers[seeds], self.numbers)
        labels, _ = self.rows.lookup.nearest(costs, None if squares is None else squares / self.n_columns)
        kept = tuple(np.arange(v) if o is None else o for o, v in zip(ranks, self.rows.lookup.sizes, strict=True))
        first = self.partition(labels, kept, tables)
        first_orders = {r: arranged(c) for r, (c, o) in enumerate(zip(first.counts, ranks, strict=True)) if o is None}
        state = self.ordered(first, first_orders)
        return self.recorded(state, None, "start", 0, 0, dict(enumerate(state.ranks)))

    def table(self, ranks: np.ndarray | None, v: int) -> np.ndarray:
        """(v, v) distances of a column's values under ranks; equally far where there are none."""
        return 1.0 - np.eye(v) if ranks is None or not self.variant.ordered else order_table(ranks)

    def nearest(self, state: Partition) -> np.ndarray:
        """(m,) cluster in which each row costs least, the lowest on ties."""
        return self.rows.lookup.nearest(*self.costs(state))[0]

    def costs(self, state: Partition) -> tuple[list[np.ndarray], np.ndarray | None]:
        """What values cost in clusters, (k, v_r) a column, and what rows' numbers cost besides, (k, m) or None.

        What all rows of a cluster cost alike is part of the first column.
        """
        tables = [mean / self.n_columns for mean in state.means]
        if not self.variant.to_modes:
            constant = state.inertia / np.maximum(state.counts[0].sum(axis=1), np.finfo(float).tiny)
            if self.centred:
                constant = -sum((m * p).sum(axis=1) for m, p in zip(state.means, state.profiles, strict=True)) / 2
            tables[0] = tables[0] + constant[:, None] / self.n_columns
        return tables, None if state.squares is None else state.squares / self.n_columns

    def partition(self, labels: np.ndarray, ranks: tuple[np.ndarray, ...], tables: tuple[np.ndarray, ...]) -> Partition:
        """A partition measured; each empty cluster is given the row that costs most where it is."""
        state = self._measured(labels, self.rows.lookup.counts(labels, self.n_clusters), ranks, tables)
        while not (sizes := np.bincount(state.labels, minlength=self.n_clusters)).all():
            costs, extra = self.costs(state)
            singletons = sizes[state.labels] == 1
            labels = state.labels.copy()
            labels[np.where(singletons, -np.inf, self.rows.lookup.costs(costs, labels, extra)).argmax()] = (
                sizes.argmin()
            )
            state = self._measured(labels, self.rows.lookup.counts(labels, self.n_clusters), ranks, tables)
        return state

    def ordered(self, state: Partition, changed: dict[int, np.ndarray]) -> Partition:
        """The same partition under other orders of some columns."""
        if not changed:
            return state
        ranks, tables = list(state.ranks), list(state.tables)
        for r, o in changed.items():
            ranks[r], tables[r] = o, self.table(o, len(o))
        return self._measured(state.labels, state.counts, tuple(ranks), tuple(tables))

    def recorded(
        self,
        state: Partition,
        before: Partition | None,
        phase: str,
        outer: int,
        inner: int,
        changed: dict[int, np.ndarray],
    ) -> Partition:
        """The state with the step that led to it from the one before."""
        moved = np.full(len(state.labels), True) if before is None else state.labels != before.labels
        rise = 0.0 if before is None else state.objective - before.objective
        step = {
            "phase": phase,
            "outer": outer,
            "inner": inner,
            "objective": state.objective,
            "rise": rise if rise > _RISE * abs(state.objective) else 0.0,
            "moved": self.rows.weight_of(moved),
            "changed": changed,
            "rows": np.flatnonzero(moved).astype(np.int32),
            "to": state.labels[moved].astype(np.int32),
        }
        return replace(state, step=step)

    def _measured(
        self, labels: np.ndarray, counts: list[np.ndarray], ranks: tuple[np.ndarray, ...], tables: tuple[Any, ...]
    ) -> Partition:
        profiles = [modes(c) if self.variant.to_modes else shares(c) for c in counts]
        means = [p @ t for p, t in zip(profiles, tables, strict=True)]
        centres = cluster_means(self.numbers, self.rows.weights, labels, self.n_clusters)
        squares = squared_distances(centres, self.numbers)
        inertia: np.ndarray = np.zeros(self.n_clusters)
        total = sum_of_distances(counts, means)
        if squares is not None:
            squares_to_centre = squares[labels, np.arange(len(labels))]
            inertia = np.bincount(labels, weights=self.rows.weights * squares_to_centre, minlength=self.n_clusters)
            total += inertia.sum() * (1 if self.variant.to_modes else 2)
        z = float(total) / self.n_columns
        return Partition(labels, counts, ranks, tables, profiles, means, centres, squares, inertia, z)


def shares(counts: np.ndarray) -> np.ndarray:
    """(k, v) shares p_j of counts a cluster (Eq. 8); zeros for an empty cluster."""
    sizes = counts.sum(axis=1, keepdims=True)
    return counts / np.where(sizes > 0, sizes, 1)


def modes(counts: np.ndarray) -> np.ndarray:
    """(k, v) one at each cluster's most frequent value, the lowest code on ties; zeros for an empty cluster."""
    return np.eye(counts.shape[1])[counts.argmax(axis=1)] * np.any(counts, axis=1)[:, None]


def order_table(ranks: np.ndarray) -> np.ndarray:
    """D = |o_a - o_b| / (v - 1) (Eq. 7); a single value has distance 0."""
    return np.abs(ranks[:, None] - ranks[None, :]) / max(len(ranks) - 1, 1)


def sum_of_distances(counts: list[np.ndarray], means: list[np.ndarray]) -> float:
    """d times z (Eq. 13): each row's distance to its cluster, from (k, v_r) counts and mean distances of values."""
    return sum(float((m * c).sum()) for m, c in zip(means, counts, strict=True))


def cluster_means(numbers: np.ndarray, weights: np.ndarray, labels: np.ndarray, k: int) -> np.ndarray:
    """(k, q) weighted mean of each cluster's numbers; zeros for an empty cluster."""
    means = np.zeros((k, numbers.shape[1]))
    if means.size:
        sizes = np.bincount(labels, weights=weights, minlength=k)
        for q, column in enumerate(numbers.T):
            means[:, q] = np.bincount(labels, weights=weights * column, minlength=k) / np.where(sizes > 0, sizes, 1)
    return means
