"""The loop of OCL (Algorithm 1): rows are assigned until labels repeat, then orders are learned, in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from catviz.orders.partition import Partition, Task

MAX_ASSIGNMENTS = 100
"""Assignments at most between two changes of the orders."""


class Rule(Protocol):
    """How a mode of OCL learns orders, and which steps it takes."""

    def arranged(self, counts: np.ndarray) -> np.ndarray:
        """An order from the (k, v) counts of the first partition, for a column that has none."""

    def reordered(self, state: Partition, r: int) -> np.ndarray | None:
        """A new order of column r for the partition, or None to keep its own."""

    def takes(self, state: Partition, new: Partition) -> bool:
        """True where the run goes on from ``state`` to ``new``."""


def alternating_run(task: Task, seeds: np.ndarray, ranks: list[np.ndarray | None], rule: Rule) -> Iterator[Partition]:
    """One run, until neither labels nor orders change.

    Parameters
    ----------
    task : Task
    seeds : (k,) places of the starting rows
    ranks : orders to start from, one a column; None where values are equally far until the first partition is there
    rule : Rule

    Yields
    ------
    The state after each step.
    """
    state = task.start(seeds, ranks, rule.arranged)
    yield state
    for outer in range(1, task.max_iter + 1):
        before = state.labels
        for new in assignments(task, state, rule, outer):
            state = new
            yield state
        if outer == task.max_iter or outer > task.variant.updates:
            return
        if outer > 1 and np.array_equal(before, state.labels):
            return
        found = {r: rule.reordered(state, r) for r, learned in enumerate(task.learned) if learned}
        changed = {r: o for r, o in found.items() if o is not None}
        new = task.ordered(state, changed)
        if not changed or not rule.takes(state, new):
            return
        state = task.recorded(new, state, "order", outer, 0, changed)
        yield state


def assignments(task: Task, state: Partition, rule: Rule, outer: int = 1) -> Iterator[Partition]:
    """The states after each assignment that changes labels, the orders fixed."""
    for inner in range(1, MAX_ASSIGNMENTS + 1):
        new = task.partition(task.nearest(state), state.ranks, state.tables)
        if np.array_equal(new.labels, state.labels) or not rule.takes(state, new):
            return
        state = task.recorded(new, state, "assign", outer, inner, {})
        yield state
