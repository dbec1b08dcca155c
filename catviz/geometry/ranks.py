"""Orders of values read from coordinates or distances."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import squareform

MOST_OPTIMAL = 1_000
"""Leaves that are put in their optimal order: a thousand take seconds, and twice as many fifteen times as long."""


def axis_ranks(positions: np.ndarray) -> np.ndarray:
    """Ranks of positions on an axis; equal ones but for rounding keep their order."""
    scale = np.abs(positions).max(initial=0) or 1.0
    ranks = np.empty(len(positions), dtype=np.intp)
    ranks[np.argsort(np.round(positions / scale, 9), kind="stable")] = np.arange(len(positions))
    return ranks


def leaf_ranks(table: np.ndarray) -> np.ndarray:
    """Ranks of the leaves of average linkage: in their optimal order, or, of more than ``MOST_OPTIMAL``, as linked."""
    if len(table) < 3:
        return np.arange(len(table))
    from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering  # slow to import

    condensed = squareform(table, checks=False)
    tree = linkage(condensed, "average")
    if len(table) <= MOST_OPTIMAL:
        tree = optimal_leaf_ordering(tree, condensed)
    ranks = np.empty(len(table), dtype=np.intp)
    ranks[leaves_list(tree)] = np.arange(len(table))
    return ranks


def oriented(ranks: np.ndarray) -> np.ndarray:
    """The ranks or their reverse, whichever agrees better with the codebook's order."""
    codes = np.arange(len(ranks)) - (len(ranks) - 1) / 2
    return len(ranks) - 1 - ranks if codes @ ranks < 0 else ranks
