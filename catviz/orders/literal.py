"""OCL's paper mode: Eqs. 10 to 14 as they are printed.

Rows join the cluster of the lowest Phi (Eq. 14), and a column's order is the mean of its clusters' organ pipes,
weighted by their sizes (Eqs. 10 to 12). Each of the two steps can raise z, against the paper's proof of convergence; a
run that comes back to a partition and orders it has left stops there.
"""

from __future__ import annotations

import hashlib

import numpy as np

from catviz.orders.arrangement import paper_order
from catviz.orders.partition import Partition


class Literal:
    """The paper's steps, for one run: it remembers where the run has been."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def arranged(self, counts: np.ndarray) -> np.ndarray:
        """The order of Eqs. 10 to 12 for (k, v) counts a cluster."""
        return paper_order(counts)

    def reordered(self, state: Partition, r: int) -> np.ndarray | None:
        """The order of Eqs. 10 to 12, None where it is the present one or its reverse."""
        ranks, found = state.ranks[r], paper_order(state.counts[r])
        same = np.array_equal(found, ranks) or np.array_equal(found, len(ranks) - 1 - ranks)
        return None if same else found

    def takes(self, state: Partition, new: Partition) -> bool:
        """True unless the run has been there before: it would go in a circle."""
        self._seen.add(_key(state))
        return _key(new) not in self._seen


def _key(state: Partition) -> bytes:
    digest = hashlib.blake2b(state.labels.tobytes(), digest_size=16)
    for ranks in state.ranks:
        digest.update(ranks.tobytes())
    return digest.digest()
