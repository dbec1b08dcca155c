"""Orders of values read from coordinates or distances."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import squareform


def axis_ranks(positions: np.ndarray) -> np.ndarray:
    """Ranks of positions on an axis; equal ones but for rounding keep their order."""
    scale = np.abs(positions).max(initial=0) or 1.0
    ranks = np.empty(len(positions), dtype=np.intp)
    ranks[np.argsort(np.round(positions / scale, 9), kind="stable")] = np.arange(len(positions))
    return ranks


def leaf_ranks(table: np.ndarray) -> np.ndarray:
    """Ranks of the leaves of average linkage in their optimal order."""
    if len(table) < 3:
        return np.arange(len(table))
    from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering  # slow to import

    condensed = squareform(table, checks=False)
    ranks = np.empty(len(table), dtype=np.intp)
    ranks[leaves_list(optimal_leaf_ordering(linkage(condensed, "average"), condensed))] = np.arange(len(table))
    return ranks


def oriented(ranks: np.ndarray) -> np.ndarray:
    """The ranks or their reverse, whichever agrees better with the codebook's order."""
    codes = np.arange(len(ranks)) - (len(ranks) - 1) / 2
    return len(ranks) - 1 - ranks if codes @ ranks < 0 else ranks
