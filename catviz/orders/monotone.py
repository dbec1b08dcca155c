"""The monotone descent of OCL: a k-means step on the rows, then an optimal order of each column, in turn.

Source: "Order Is All You Need for Categorical Data Clustering"; equation numbers are its own. With the thermometer
code of the orders as coordinates, d * z is twice the k-means sum of squares. So rows are assigned by the squared
distance to their cluster's mean (the paper's Phi less half the cluster's own spread), and orders are optimal for the
partition instead of averaged over clusters. Neither step can raise z; the paper's steps, (14) and (12), can.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from catviz.clustering.base import DistinctRows
from catviz.clustering.lookup import RowLookup
from catviz.orders.arrangement import arrangement_cost, minimum_linear_arrangement

MAX_ASSIGNMENTS = 100
"""Assignments at most between two changes of the orders."""
_BETTER = 1e-10


@dataclass(frozen=True, eq=False)
class OrderedPartition:
    """A partition of the distinct rows, its (k, v_r) counts a column, the orders, z, and the step that led here."""

    labels: np.ndarray
    counts: list[np.ndarray]
    objective: float
    ranks: tuple[np.ndarray, ...] = ()
    step: dict | None = None


def monotone_run(
    rows: DistinctRows, seeds: np.ndarray, ranks: list[np.ndarray | None], max_iter: int
) -> Iterator[OrderedPartition]:
    """One run: a first partition, then assigning until labels repeat and ordering, in turn, until neither changes.

    Parameters
    ----------
    rows : DistinctRows
    seeds : (k, d) codes of the starting rows, canonical as all codes here
    ranks : orders to start from, one a column; None where values are equally far until the first partition is there
    max_iter : rounds at most

    Yields
    ------
    The state after each step; objectives never rise.
    """
    lookup, k, ranks = rows.lookup, len(seeds), list(ranks)
    tables = [1.0 - np.eye(v) if o is None else order_table(o) for o, v in zip(ranks, lookup.sizes, strict=True)]
    one_hot = [np.eye(v)[seeds[:, r]] for r, v in enumerate(lookup.sizes)]
    labels, _ = lookup.nearest(assignment_costs(one_hot, tables))
    state = _state(lookup, labels, k, tables)
    for r, o in enumerate(ranks):
        if o is None:
            ranks[r] = minimum_linear_arrangement(_weights(state.counts[r]))
            tables[r] = order_table(ranks[r])
    step = {"phase": "start", "outer": 0, "inner": 0, "moved": rows.weight_of(np.full(len(labels), True))}
    state = _stepped(state, ranks, step, objective(state.counts, tables), dict(enumerate(ranks)))
    yield state
    for outer in range(1, max_iter + 1):
        before = state.labels
        for inner, new in enumerate(_assignments(lookup, state, tables), start=1):
            moved = rows.weight_of(new.labels != state.labels)
            step = {"phase": "assign", "outer": outer, "inner": inner, "moved": moved}
            state = _stepped(new, ranks, step, new.objective, {})
            yield state
        if outer == max_iter or (outer > 1 and np.array_equal(before, state.labels)):
            return
        changed = {r: o for r, o in enumerate(map(_reordered, state.counts, ranks)) if o is not None}
        if not changed:
            return
        for r, o in changed.items():
            ranks[r], tables[r] = o, order_table(o)
        step = {"phase": "order", "outer": outer, "inner": 0, "moved": 0}
        state = _stepped(state, ranks, step, objective(state.counts, tables), changed)
        yield state


def objective(counts: list[np.ndarray], tables: list[np.ndarray]) -> float:
    """z = 1/d sum_r sum_j n_j p_j' D_r p_j (Eqs. 1, 13), from (k, v_r) counts a cluster and (v_r, v_r) tables D_r."""
    return sum(float(((shares(c) @ t) * c).sum()) for c, t in zip(counts, tables, strict=True)) / len(counts)


def assignment_costs(counts: list[np.ndarray], tables: list[np.ndarray], centred: bool = True) -> list[np.ndarray]:
    """What each value adds to a row's cost in each cluster: (k, v_r) a column; their sum over columns is Phi (Eq. 3).

    ``centred``: Phi less half of each cluster's 1/d sum_r p_j' D_r p_j, which is 1/d times the squared distance to
    the cluster's mean in the thermometer code; assigning by Phi itself, as Eq. 14 does, can raise z.
    """
    costs = []
    for c, table in zip(counts, tables, strict=True):
        p = shares(c)
        own = p @ table
        spread = (own * p).sum(axis=1, keepdims=True) / 2 if centred else 0.0
        costs.append((own - spread) / len(counts))
    return costs


def assigned(
    lookup: RowLookup, labels: np.ndarray, n_clusters: int, tables: list[np.ndarray]
) -> tuple[np.ndarray, int, float]:
    """``(labels, steps, z)``: rows assigned anew until no label changes, the orders (``tables``) fixed.

    This is Lloyd's algorithm on the thermometer code; an empty cluster takes the row farthest from its cluster.
    """
    first = _state(lookup, labels, n_clusters, tables)
    states = [first, *_assignments(lookup, first, tables)]
    return states[-1].labels, len(states) - 1, states[-1].objective


def shares(counts: np.ndarray) -> np.ndarray:
    """(k, v) shares p_j of counts a cluster; zeros for an empty cluster."""
    sizes = counts.sum(axis=1, keepdims=True)
    return counts / np.where(sizes > 0, sizes, 1)


def order_table(ranks: np.ndarray) -> np.ndarray:
    """D = |o_a - o_b| / (v - 1) (Eq. 7); a single value has distance 0."""
    return np.abs(ranks[:, None] - ranks[None, :]) / max(len(ranks) - 1, 1)


def _stepped(state: OrderedPartition, ranks: list[np.ndarray], step: dict, z: float, changed: dict) -> OrderedPartition:
    return replace(state, objective=z, ranks=tuple(ranks), step={**step, "objective": z, "changed": changed})


def _assignments(lookup: RowLookup, state: OrderedPartition, tables: list[np.ndarray]) -> Iterator[OrderedPartition]:
    """The states after each assignment that changes labels; the means follow the rows."""
    k = len(state.counts[0])
    for _ in range(MAX_ASSIGNMENTS):
        labels, _ = lookup.nearest(assignment_costs(state.counts, tables))
        new = _state(lookup, labels, k, tables)
        if np.array_equal(new.labels, state.labels) or new.objective > state.objective:
            return
        state = new
        yield state


def _state(lookup: RowLookup, labels: np.ndarray, k: int, tables: list[np.ndarray]) -> OrderedPartition:
    """A partition with its counts and z; each empty cluster is given the row farthest from its cluster's mean."""
    counts = lookup.counts(labels, k)
    while not (sizes := counts[0].sum(axis=1)).all():
        labels = labels.copy()
        labels[lookup.costs(assignment_costs(counts, tables), labels).argmax()] = sizes.argmin()
        counts = lookup.counts(labels, k)
    return OrderedPartition(labels, counts, objective(counts, tables))


def _reordered(counts: np.ndarray, ranks: np.ndarray) -> np.ndarray | None:
    """A strictly better order of a column for its (k, v) counts a cluster, or None."""
    if len(ranks) < 3:
        return None
    weights = _weights(counts)
    found = minimum_linear_arrangement(weights, ranks)
    present = arrangement_cost(weights, ranks)
    return found if arrangement_cost(weights, found) < present * (1 - _BETTER) else None


def _weights(counts: np.ndarray) -> np.ndarray:
    """W = sum_j n_j p_j p_j', the weight of each pair of values."""
    return shares(counts).T @ counts
