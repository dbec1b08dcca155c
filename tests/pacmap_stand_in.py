"""A module in the place of the package pacmap, which the tests do not need."""

import logging
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from catviz.analysis import stoppable_pacmap


class Standing:
    """What catviz uses of pacmap: it looks at its list of snapshots once it has neighbours, and at each step."""

    made = []

    def __init__(self, n_components, **given):
        self.n_components, self.given = n_components, given
        self.level = logging.getLogger("pacmap.pacmap").getEffectiveLevel()
        Standing.made.append(self)

    def fit(self, points, init, save_pairs):
        assert init == "pca" and not save_pairs
        self.points, snapshots = points, self.given["intermediate_snapshots"]
        kept = np.empty((len(snapshots), len(points), self.n_components))
        if snapshots[0] == 0:
            kept[0] = points[:, : self.n_components]
        for step in range(sum(self.given["num_iters"])):
            assert step + 1 != snapshots[0]
        self.embedding_ = (kept[0] * (1 + self.given["random_state"])).astype(np.float32)


@pytest.fixture
def stand_in(monkeypatch):
    """A module in the place of pacmap, and numba's threads."""
    threads = SimpleNamespace(n=2)
    numba = SimpleNamespace(
        get_num_threads=lambda: threads.n, set_num_threads=lambda n: setattr(threads, "n", n), threads=threads
    )
    monkeypatch.setattr(Standing, "made", [])
    monkeypatch.setattr(stoppable_pacmap, "is_installed", lambda: True)
    monkeypatch.setitem(sys.modules, "pacmap", SimpleNamespace(PaCMAP=Standing))
    monkeypatch.setitem(sys.modules, "numba", numba)
    return numba
