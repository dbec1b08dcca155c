"""Cluster several tables under several methods, a number of times, and score against the known groups."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
from sklearn.base import clone
from threadpoolctl import threadpool_limits

from catviz.clustering.kmodes import KModes
from catviz.metrics import scores
from catviz.table import CategoricalTable


def _k_modes(method, table: CategoricalTable, k: int, seed: int) -> np.ndarray:
    return KModes(k, distances=method.value_distances_, n_init=1, random_state=seed).fit(table).labels_


def _k_means(method, table: CategoricalTable, k: int, seed: int) -> np.ndarray:
    from sklearn.cluster import KMeans  # slow to import, and only this choice needs it

    rows, inverse = table.unique_rows()
    model = KMeans(k, init="random", n_init=1, random_state=seed)
    with threadpool_limits(1):
        return model.fit(method.transform(rows), sample_weight=rows.weights).labels_[inverse]


CLUSTERERS = {"k-modes": _k_modes, "k-means": _k_means}
"""k-modes on the distances of values, or k-means on the coordinates of rows; one run from random rows."""


def compare(
    tables: Mapping[str, CategoricalTable],
    methods: Mapping[str, object],
    clusterer: str = "k-modes",
    repeats: int = 5,
    random_state: int = 0,
    callback: Callable[[float, pd.DataFrame], bool] | None = None,
) -> pd.DataFrame:
    """Scores of every method on every table, over repeated runs from random starts.

    Parameters
    ----------
    tables : mapping of name to CategoricalTable with a target
        The number of clusters is the number of groups.
    methods : mapping of name to unfitted method
    clusterer : {"k-modes", "k-means"}
    repeats : int
    random_state : int
        Run i of every method starts from seed ``random_state + i``.
    callback : callable(share done, results so far) -> bool
        True stops with the results so far.

    Returns
    -------
    DataFrame, one row a run
        ``data``, ``method``, ``repeat``, ``seconds`` and every score of ``metrics.scores``. A method that finds all
        rows of a table equally far has no rows there.
    """
    if clusterer not in CLUSTERERS:
        raise ValueError(f"clusterer={clusterer!r}: choose one of {', '.join(CLUSTERERS)}")
    lines: list[dict] = []
    total, done = len(tables) * len(methods) * repeats, 0
    for data, table in tables.items():
        if table.target is None:
            raise ValueError(f"table {data!r} has no known groups to score against: name its target")
        k = len({g for g in table.target if g is not None})
        for name, method in methods.items():
            fitted = _fitted(method, table)
            for repeat in range(repeats):
                done += 1
                if fitted is not None:
                    start = time.perf_counter()
                    labels = CLUSTERERS[clusterer](fitted, table, k, random_state + repeat)
                    seconds = time.perf_counter() - start
                    line = {"data": data, "method": name, "repeat": repeat, "seconds": seconds}
                    lines.append(line | scores(table.target, labels))
                if callback is not None and callback(done / total, pd.DataFrame(lines)):
                    return pd.DataFrame(lines)
    return pd.DataFrame(lines)


def _fitted(method, table: CategoricalTable):
    """The method fitted, or None where it tells no two rows apart."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        fitted = clone(method).fit(table)
    return fitted if any(t.any() for t in fitted.value_distances_.tables) else None
