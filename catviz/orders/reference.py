"""OCL's reference mode: the behaviour behind the published tables, to reproduce them and for nothing else.

It starts from a whole run of k-modes, orders values by their share over their cost, and keeps three slips of the
published program: recoding by the inverse permutation (A), distances of new codes to the shares of old ones (B), and
stopping where the signed changes of labels add up to zero (C). It depends on the order in which categories stand. A
cluster that loses all its rows is refilled as in the other modes; what the program does then is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from catviz.clustering.base import DistinctRows
from catviz.orders.alternating import MAX_ASSIGNMENTS
from catviz.orders.partition import Partition, Task, order_table, shares

K_MODES_STEPS = 51
_NO_COST = 1e-6
"""What a value costs that costs nothing."""


def reference_run(task: Task, seeds: np.ndarray, ranks: list[np.ndarray]) -> Iterator[Partition]:
    """One published run; a column's ranks are the present codes of its values, which is what "recoding" changes.

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
    """New codes of column r's values by the inverse of the permutation that orders them: slip A."""
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
