"""OCL's monotone mode: a k-means step on the rows, then the best order of each column; z never rises.

With the thermometer code of the orders (and scaled numbers beside it) as coordinates, d * z is twice the k-means sum of
squares. So rows are assigned by the squared distance to their cluster's mean, and orders are optimal for the partition
instead of averaged over clusters; the paper's own steps, (14) and (12), can raise z.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from catviz.orders.arrangement import arrangement_cost, minimum_linear_arrangement
from catviz.orders.partition import Partition, shares

_BETTER = 1e-10


class _Counted(Protocol):
    """What both kinds of partition say of a column: orders, shares and counts a cluster."""

    @property
    def ranks(self) -> tuple[np.ndarray, ...]: ...

    @property
    def profiles(self) -> list[np.ndarray]: ...

    @property
    def counts(self) -> list[np.ndarray]: ...


class Monotone:
    """Exact orders, each kept only if strictly better; no step is taken that raises z."""

    def arranged(self, counts: np.ndarray) -> np.ndarray:
        """The order of the lowest cost for (k, v) counts a cluster."""
        return minimum_linear_arrangement(shares(counts).T @ counts)

    def reordered(self, state: _Counted, r: int) -> np.ndarray | None:
        """A strictly better order of column r, or None; sum_ab W_ab |o_a - o_b| with W = sum_j n_j p_j p_j'."""
        ranks = state.ranks[r]
        if len(ranks) < 3:
            return None
        weights = state.profiles[r].T @ state.counts[r]
        found = minimum_linear_arrangement(weights, ranks)
        present = arrangement_cost(weights, ranks)
        return found if arrangement_cost(weights, found) < present * (1 - _BETTER) else None

    def takes(self, state: Partition, new: Partition) -> bool:
        """True unless z would rise: by rounding, or where rows are compared with modes, which are no means."""
        return new.objective <= state.objective
