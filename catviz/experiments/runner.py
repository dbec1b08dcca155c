"""Cluster several tables under several methods, a number of times, and score against the known groups."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping

import pandas as pd
from sklearn.base import clone

from catviz.experiments.clusterers import CLUSTERERS
from catviz.metrics import scores
from catviz.table import CategoricalTable


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
    clusterer : a name of `CLUSTERERS`
        Each run is a single start; without chance ("hierarchical") all runs give the same clusters.
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
                    model = CLUSTERERS[clusterer].unfitted(fitted.geometry_, k, random_state=random_state + repeat)
                    labels = model.fit(table).labels_
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
