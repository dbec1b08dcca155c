"""OCL over blocks of rows: a sample's clusters go on over all rows, one pass a step, and z never rises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from catviz.clustering.blocks import BlockRows
from catviz.orders.alternating import MAX_ASSIGNMENTS
from catviz.orders.monotone import Monotone
from catviz.orders.partition import order_table, shares, sum_of_distances


@dataclass(frozen=True, eq=False)
class StreamedPartition:
    """Clusters of rows that are not held, and the step that led to them.

    Attributes
    ----------
    counts : list of (k, v_r) value weights a cluster, in canonical codes
    ranks : tuple of (v_r,) orders
    objective : float, z
    step : dict
    """

    counts: list[np.ndarray]
    ranks: tuple[np.ndarray, ...]
    objective: float
    step: dict[str, Any]

    @property
    def profiles(self) -> list[np.ndarray]:
        """(k, v_r) each cluster's shares p_j."""
        return [shares(c) for c in self.counts]

    def costs(self) -> list[np.ndarray]:
        """(k, v_r) what values cost in clusters: Phi less half of the cluster's spread, as in memory."""
        d, profiles = len(self.counts), self.profiles
        means = [p @ order_table(o) for p, o in zip(profiles, self.ranks, strict=True)]
        spread = sum((m * p).sum(axis=1) for m, p in zip(means, profiles, strict=True)) / 2
        return [means[0] / d - spread[:, None] / d, *(m / d for m in means[1:])]


def streamed_run(
    rows: BlockRows,
    counts: list[np.ndarray],
    ranks: Sequence[np.ndarray | None],
    learned: Sequence[bool],
    max_iter: int,
) -> Iterator[StreamedPartition]:
    """The states of the run, from (k, v_r) counts of a first partition.

    A step that would empty a cluster is not taken.

    Parameters
    ----------
    ranks : orders to start from, one a column; None where the first partition gives it
    learned : True where a column's order is learned
    """
    rule, k = Monotone(), len(counts[0])
    first = tuple(rule.arranged(c) if o is None else o for c, o in zip(counts, ranks, strict=True))
    state = _measured(counts, first, "start", 0, 0, dict(enumerate(first)))
    yield state
    for outer in range(1, max_iter + 1):
        for inner in range(1, MAX_ASSIGNMENTS + 1):
            found = rows.nearest(state.costs())
            new = _measured(found, state.ranks, "assign", outer, inner, {})
            full = np.count_nonzero(found[0].sum(axis=1)) == k
            if not full or new.objective > state.objective or _equal(found, state.counts):
                break
            state = new
            yield state
        orders = {r: rule.reordered(state, r) for r, is_learned in enumerate(learned) if is_learned}
        changed = {r: o for r, o in orders.items() if o is not None}
        if not changed or outer == max_iter:
            return
        reordered = tuple(changed.get(r, o) for r, o in enumerate(state.ranks))
        new = _measured(state.counts, reordered, "order", outer, 0, changed)
        if new.objective > state.objective:
            return
        state = new
        yield state


def _measured(
    counts: list[np.ndarray],
    ranks: tuple[np.ndarray, ...],
    phase: str,
    outer: int,
    inner: int,
    changed: dict[int, np.ndarray],
) -> StreamedPartition:
    means = [shares(c) @ order_table(o) for c, o in zip(counts, ranks, strict=True)]
    z = sum_of_distances(counts, means) / len(counts)
    step = {"phase": phase, "outer": outer, "inner": inner, "objective": z, "changed": changed}
    return StreamedPartition(counts, ranks, z, step)


def _equal(a: list[np.ndarray], b: list[np.ndarray]) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))
