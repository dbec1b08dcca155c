"""Starting rows of a clustering: drawn among the distinct rows, or given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

import numpy as np

from catviz.clustering.base import DistinctRows, refuse_clusters
from catviz.clustering.named_starts import NAMED

N_STARTS = 10
"""Starts of a clusterer whose result depends on where it starts: the best of them counts."""


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
    given = None if init is None else _given(rows, n_clusters, init)
    if given is not None:
        return repeat(given, n_init)
    return _drawn(rows.weights / rows.weights.sum(), n_clusters, n_init, rng)


def _drawn(p: np.ndarray, k: int, n_init: int, rng: np.random.RandomState) -> Iterator[np.ndarray]:
    """``n_init`` times what ``rng.choice(len(p), k, replace=False, p=p)`` draws; shares are added up once for all.

    Places are drawn with replacement until k are different, each time without those found before.
    """
    ends = _ends(p)
    for _ in range(n_init):
        found = _different(ends.searchsorted(rng.random_sample(k), side="right"))
        while len(found) < k:
            left = p.copy()
            left[found] = 0
            more = _ends(left).searchsorted(rng.random_sample(k - len(found)), side="right")
            found = np.append(found, _different(more))
        yield found


def _ends(p: np.ndarray) -> np.ndarray:
    ends = np.cumsum(p)
    ends /= ends[-1]
    return ends


def _different(drawn: np.ndarray) -> np.ndarray:
    """The different places, in the order in which they were drawn."""
    return np.array(list(dict.fromkeys(drawn.tolist())))


def _given(rows: DistinctRows, n_clusters: int, init: Sequence[int] | str) -> np.ndarray:
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
