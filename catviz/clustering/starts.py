"""Where clusterers start: rows drawn, given, or chosen by Huang's and Cao's methods, and the best of several runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, ClassVar

import numpy as np
from sklearn.utils import check_random_state

from catviz.clustering.base import DistinctRows, Objective, StateT, best_run, refuse_clusters
from catviz.parameters import SEED, STARTING_ROWS, STARTS, Number, RandomState

#: Starts of a clusterer whose result depends on where it starts: the best of them counts.
N_STARTS = 10


def starting_rows(
    rows: DistinctRows, n_clusters: int, n_init: int, init: Sequence[int] | str | None, rng: np.random.RandomState
) -> Iterator[np.ndarray]:
    """Starts, one after the other: (n_clusters,) places among the distinct rows.

    Each start is drawn without replacement, with probability proportional to weight, from the distinct rows sorted by
    canonical code; so neither names nor the order of rows matter. ``init`` (row numbers of the table, or a name of
    `NAMED`) is repeated.

    Raises
    ------
    ValueError
        Fewer distinct rows than clusters, or ``init`` is neither a name nor ``n_clusters`` numbers of rows of positive
        weight.
    """
    available = len(rows.weights)
    refuse_clusters(n_clusters, available)
    fixed = None if init is None else _given_places(rows, n_clusters, init)
    if fixed is not None:
        return repeat(fixed, n_init)
    return _drawn(rows.weights / rows.weights.sum(), n_clusters, n_init, rng)


def _drawn(p: np.ndarray, k: int, n_init: int, rng: np.random.RandomState) -> Iterator[np.ndarray]:
    """``n_init`` times what ``rng.choice(len(p), k, replace=False, p=p)`` draws; shares are added up once for all.

    Places are drawn with replacement until k are different, each time without those found before.
    """
    ends = _ends(p)
    for _ in range(n_init):
        drawn = _different(ends.searchsorted(rng.random_sample(k), side="right"))
        while len(drawn) < k:
            left = p.copy()
            left[drawn] = 0
            more = _ends(left).searchsorted(rng.random_sample(k - len(drawn)), side="right")
            drawn = np.append(drawn, _different(more))
        yield drawn


def _ends(p: np.ndarray) -> np.ndarray:
    ends = np.cumsum(p)
    ends /= ends[-1]
    return ends


def _different(drawn: np.ndarray) -> np.ndarray:
    """The different places, in the order in which they were drawn."""
    return np.array(list(dict.fromkeys(drawn.tolist())))


def _given_places(rows: DistinctRows, n_clusters: int, init: Sequence[int] | str) -> np.ndarray:
    if isinstance(init, str):
        if init not in NAMED:
            raise ValueError(f"init={init!r}: give {' or '.join(map(repr, NAMED))}, or {n_clusters} row numbers")
        return NAMED[init](rows, n_clusters)
    numbers = np.asarray(init)
    n = len(rows.inverse)
    if numbers.shape != (n_clusters,) or numbers.dtype.kind not in "iu":
        raise ValueError(f"init={init!r}: give {n_clusters} row numbers, one a cluster")
    outside = [int(i) for i in numbers if not 0 <= i < n or rows.inverse[i] < 0]
    if outside:
        raise ValueError(f"init has the row number {outside[0]}: give numbers from 0 to {n - 1} of rows with a weight")
    return rows.inverse[numbers]


def huang(rows: DistinctRows, n_clusters: int) -> np.ndarray:
    """(n_clusters,) places of the rows nearest to modes that share out the most frequent values of each column.

    Mode l has in column j the value of rank (l + j) mod v_j by frequency, all counted from 0, the lowest code on ties.
    It is replaced by the row that differs from it in the fewest columns and was not taken before. Huang 1998,
    "Extensions to the k-means algorithm for clustering large data sets with categorical values", section 3.3.
    """
    codes, taken = rows.codes, np.empty(0, dtype=int)
    ranked = [np.argsort(-n, kind="stable")[: np.count_nonzero(n)] for n in _frequencies(rows)]
    for mode in range(n_clusters):
        values = [ranks[(mode + j) % len(ranks)] for j, ranks in enumerate(ranked)]
        apart = (codes != values).sum(axis=1)
        apart[taken] = codes.shape[1] + 1
        taken = np.append(taken, apart.argmin())
    return taken


def cao(rows: DistinctRows, n_clusters: int) -> np.ndarray:
    """(n_clusters,) places of rows that are dense and far from each other.

    The density of a row is the mean frequency of its values. The first row is the densest one; each further one has the
    largest product of density and number of columns in which it differs from the nearest of those before. On ties the
    lowest place. Cao, Liang & Bai 2009, "A new initialization method for categorical data clustering", section 3.
    """
    codes = rows.codes
    density = sum((n[column] for n, column in zip(_frequencies(rows), codes.T, strict=True)), np.zeros(len(codes)))
    taken = [int(density.argmax())]
    nearest = np.full(len(codes), codes.shape[1])
    while len(taken) < n_clusters:
        nearest = np.minimum(nearest, (codes != codes[taken[-1]]).sum(axis=1))
        taken.append(int((density * nearest).argmax()))
    return np.array(taken)


NAMED: Mapping[str, Callable[[DistinctRows, int], np.ndarray]] = {"huang": huang, "cao": cao}


def _frequencies(rows: DistinctRows) -> list[np.ndarray]:
    """(v_r,) weight of the rows with each value, by column."""
    return [np.bincount(column, rows.weights) for column in rows.codes.T]


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
        best = best_run(runs, callback)
        self._keep_run(best)
        self.n_iter_ = best.state.step["iteration"]
        return best.state
