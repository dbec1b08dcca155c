"""The runs of OCL (Algorithm 1): rows are assigned until labels repeat, then orders are learned, in turn.

`Monotone` and `Literal` say how a mode learns orders; runs over blocks of rows and the published program have loops of
their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from catviz.clustering.base import BlockRows, DistinctRows
from catviz.orders.arrangement import arrangement_cost, minimum_linear_arrangement, paper_order
from catviz.orders.partition import Partition, Task, order_table, shares, sum_of_distances

#: Assignments at most between two changes of the orders.
MAX_ASSIGNMENTS = 100
_BETTER = 1e-10
K_MODES_STEPS = 51
#: What a value costs that costs nothing.
_NO_COST = 1e-6


class Rule(Protocol):
    """How a mode of OCL learns orders, and which steps it takes."""

    def arranged(self, counts: np.ndarray) -> np.ndarray:
        """An order from the (k, v) counts of the first partition, for a column that has none."""

    def reordered(self, state: Partition, r: int) -> np.ndarray | None:
        """(v,) new order of column r for the partition, or None to keep its own."""

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
        proposed = {r: rule.reordered(state, r) for r, learned in enumerate(task.learned) if learned}
        changed = {r: o for r, o in proposed.items() if o is not None}
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


class _Counted(Protocol):
    """What both kinds of partition say of a column: orders, shares and counts a cluster."""

    @property
    def ranks(self) -> tuple[np.ndarray, ...]: ...

    @property
    def profiles(self) -> list[np.ndarray]: ...

    @property
    def counts(self) -> list[np.ndarray]: ...


class Monotone:
    """OCL's monotone mode: a k-means step on the rows, then the best order of each column; z never rises.

    With the thermometer code of the orders (and scaled numbers beside it) as coordinates, d * z is twice the k-means
    sum of squares. So rows are assigned by the squared distance to their cluster's mean, and orders are optimal for the
    partition instead of averaged over clusters; the paper's own steps, (14) and (12), can raise z. An order is kept
    only if it is strictly better.
    """

    def arranged(self, counts: np.ndarray) -> np.ndarray:
        """The order of the lowest cost for (k, v) counts a cluster."""
        return minimum_linear_arrangement(shares(counts).T @ counts)

    def reordered(self, state: _Counted, r: int) -> np.ndarray | None:
        """(v,) strictly better order of column r, or None; sum_ab W_ab |o_a - o_b| with W = sum_j n_j p_j p_j'."""
        ranks = state.ranks[r]
        if len(ranks) < 3:
            return None
        weights = state.profiles[r].T @ state.counts[r]
        arranged = minimum_linear_arrangement(weights, ranks)
        present = arrangement_cost(weights, ranks)
        return arranged if arrangement_cost(weights, arranged) < present * (1 - _BETTER) else None

    def takes(self, state: Partition, new: Partition) -> bool:
        """True unless z would rise: by rounding, or where rows are compared with modes, which are no means."""
        return new.objective <= state.objective


class Literal:
    """OCL's paper mode, for one run: Eqs. 10 to 14 as they are printed.

    Rows join the cluster of the lowest Phi (Eq. 14), and a column's order is the mean of its clusters' organ pipes,
    weighted by their sizes (Eqs. 10 to 12). Each of the two steps can raise z, against the paper's proof of
    convergence; a run that comes back to a partition and orders it has left stops there.
    """

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def arranged(self, counts: np.ndarray) -> np.ndarray:
        """The order of Eqs. 10 to 12 for (k, v) counts a cluster."""
        return paper_order(counts)

    def reordered(self, state: Partition, r: int) -> np.ndarray | None:
        """(v,) order of Eqs. 10 to 12, None where it is the present one or its reverse."""
        ranks, arranged = state.ranks[r], paper_order(state.counts[r])
        same = np.array_equal(arranged, ranks) or np.array_equal(arranged, len(ranks) - 1 - ranks)
        return None if same else arranged

    def takes(self, state: Partition, new: Partition) -> bool:
        """True unless the run has been there before: it would go in a circle."""
        self._seen.add(_key(state))
        return _key(new) not in self._seen


def _key(state: Partition) -> bytes:
    digest = hashlib.blake2b(state.labels.tobytes(), digest_size=16)
    for ranks in state.ranks:
        digest.update(ranks.tobytes())
    return digest.digest()


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
    """The states of a run over blocks of rows, one pass a step, from (k, v_r) counts of a partition; z never rises.

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
            new_counts = rows.nearest(state.costs())
            new = _measured(new_counts, state.ranks, "assign", outer, inner, {})
            full = np.count_nonzero(new_counts[0].sum(axis=1)) == k
            if not full or new.objective > state.objective or _equal(new_counts, state.counts):
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


def reference_run(task: Task, seeds: np.ndarray, ranks: list[np.ndarray]) -> Iterator[Partition]:
    """OCL's reference mode: the behaviour behind the published tables, to reproduce them and for nothing else.

    It starts from a whole run of k-modes, orders values by their share over their cost, and keeps three slips of the
    published program: recoding by the inverse permutation (A), distances of new codes to the shares of old ones (B),
    and stopping where the signed changes of labels add up to zero (C). It depends on the order in which categories
    stand. A cluster that loses all its rows is refilled as in the other modes; what the program does then is not known.
    A column's ranks are the present codes of its values, which is what "recoding" changes.

    Parameters
    ----------
    task : Task, not centred
    seeds : (k,) places of the starting rows
    ranks : (v_r,) the original code of each canonical code, a column

    Yields
    ------
    The k-modes partition, then the state after each step; z, which is true to Eq. 13, may rise.
    """
    coded = [np.argsort(o) for o in ranks]
    labels, centres = _k_modes(task, seeds, coded)
    tables = tuple(task.table(o, len(o)) for o in ranks)
    state = task.partition(labels, tuple(ranks), tables)
    state = task.recorded(state, None, "start", 0, 0, dict(enumerate(ranks)))
    yield state
    profiles = [np.eye(len(o))[o[c]] for o, c in zip(ranks, centres, strict=True)]
    rounds = task.max_iter + 1 if task.variant.ordered else 0
    for outer in range(1, rounds + 1):
        before = state.labels
        for inner in range(1, MAX_ASSIGNMENTS + 1):
            new = task.partition(_assigned(task, profiles, state.ranks), state.ranks, state.tables)
            profiles = [p[:, np.argsort(o)] for p, o in zip(new.profiles, new.ranks, strict=True)]
            if np.array_equal(new.labels, state.labels):
                break
            state = task.recorded(new, state, "assign", outer, inner, {})
            yield state
        signed = task.rows.weights @ (before - state.labels)
        if abs(signed) < 1e-9 or outer == rounds or outer > task.variant.updates:
            return
        changed = {r: _recoded(state, r) for r, learned in enumerate(task.learned) if learned}
        if not changed:
            return
        state = task.recorded(task.ordered(state, changed), state, "order", outer, 0, changed)
        yield state


def evenly(rows: DistinctRows) -> DistinctRows:
    """The distinct rows as the published program draws among them: each with the same chance."""
    return replace(rows, table=replace(rows.table, weights=np.ones(len(rows.weights))))


def mean_places(counts: np.ndarray) -> np.ndarray:
    """(v,) mean place of each value over clusters, weighted by n_j / n, from (k, v) counts in the present order.

    In each cluster values stand by share over cost sum_b D[a, b] p(b), the highest at place ceil(v / 2), the next ones
    in turn left and right of it.
    """
    v = counts.shape[1]
    p = shares(counts)
    cost = p @ order_table(np.arange(v))
    best_first = np.argsort(-np.round(p / np.where(cost == 0, _NO_COST, cost), 10), axis=1, kind="stable")
    steps = np.arange(1, v + 1)
    places = np.empty(counts.shape)
    line = -(-v // 2) + np.where(steps % 2, steps // 2, -(steps // 2))
    np.put_along_axis(places, best_first, np.broadcast_to(line, counts.shape), axis=1)
    sizes = counts.sum(axis=1)
    return np.round(sizes @ places / sizes.sum(), 10)


def _recoded(state: Partition, r: int) -> np.ndarray:
    """(v,) new codes of column r's values by the inverse of the permutation that orders them: slip A."""
    places = mean_places(state.counts[r][:, np.argsort(state.ranks[r])])
    return np.argsort(places, kind="stable")[state.ranks[r]]


def _assigned(task: Task, profiles: list[np.ndarray], ranks: tuple[np.ndarray, ...]) -> np.ndarray:
    """Labels by Phi, from profiles over codes and the present code of each value: slip B where these do not agree."""
    costs = [(p @ order_table(np.arange(len(o))))[:, o] / task.n_columns for p, o in zip(profiles, ranks, strict=True)]
    return task.rows.lookup.nearest(costs)[0]


def _k_modes(task: Task, seeds: np.ndarray, coded: list[np.ndarray]) -> tuple[np.ndarray, list[np.ndarray]]:
    """``(labels, centres)``: k-modes from seeds; of equally frequent values the lowest original code is the mode."""
    lookup = task.rows.lookup
    centres = list(task.rows.codes[seeds].astype(np.intp).T)
    labels = np.empty(0, dtype=np.intp)
    for _ in range(K_MODES_STEPS):
        new, _ = lookup.nearest([1.0 - np.eye(v)[c] for v, c in zip(lookup.sizes, centres, strict=True)])
        if np.array_equal(new, labels):
            break
        labels, counts = new, lookup.counts(new, len(seeds))
        for r, (n, at) in enumerate(zip(counts, coded, strict=True)):
            centres[r] = np.where(n.any(axis=1), at[n[:, at].argmax(axis=1)], centres[r])
    return labels, centres
