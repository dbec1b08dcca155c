"""Runs from starting rows of the table: the parameters they share, and the run that ends lowest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

import numpy as np
from sklearn.utils import check_random_state

from catviz.clustering.base import DistinctRows, Objective, StateT, best_run
from catviz.clustering.starts import N_STARTS, starting_rows
from catviz.parameters import SEED, STARTING_ROWS, STARTS, Number, RandomState


class RunsFromRows(Objective):
    """Of a clusterer that runs ``n_init`` times from different rows, drawn or given, and keeps the best run."""

    parameters: ClassVar[dict[str, Any]] = {
        "n_init": STARTS,
        "max_iter": Number(
            0,
            label="Most steps",
            help="A run stops after this many steps, if it has not converged before. With 0, each row joins the "
            "nearest starting row, and the run ends.",
        ),
        "init": STARTING_ROWS,
        "random_state": SEED,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        distances: Any = None,
        n_init: int = N_STARTS,
        max_iter: int = 100,
        init: Any = None,
        random_state: RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.distances = distances
        self.n_init = n_init
        self.max_iter = max_iter
        self.init = init
        self.random_state = random_state

    def _best_from_rows(
        self,
        rows: DistinctRows,
        run: Callable[[np.ndarray], Iterator[StateT]],
        callback: Callable[..., Any] | None,
    ) -> StateT:
        """Last state of the best run; ``run`` takes the places of its starting rows among the distinct rows."""
        n_init = self.n_init if self.init is None else 1
        starts = starting_rows(rows, self.n_clusters, n_init, self.init, check_random_state(self.random_state))
        return self._best_of(map(run, starts), callback)

    def _best_of(self, runs: Iterable[Iterator[StateT]], callback: Callable[..., Any] | None) -> StateT:
        best, steps = best_run(runs, callback)
        self._keep_run(best, steps)
        self.n_iter_ = best.step["iteration"]
        return best
