"""Clusters of one start each, for lessons on how runs differ."""

from __future__ import annotations

import numpy as np

from catviz.registry import method
from catviz.ui.state.view import View


def single_starts(view: View, clusterer: str, runs: int) -> list[np.ndarray]:
    """The (n,) clusters of some runs, each from one start of its own, as many clusters as there are known classes."""
    cls = method(clusterer).cls
    each = (cls(n_clusters=view.n_classes, n_init=1, random_state=view.seed + i) for i in range(runs))
    return [np.asarray(run.fit(view.table).labels_) for run in each]
