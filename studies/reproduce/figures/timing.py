"""OCL, Figure 4: what clustering costs as rows or columns grow, on made-up tables."""

from __future__ import annotations

import time

import numpy as np
import pandas as pd

from catviz.clustering.by_name import CLUSTERERS
from catviz.progress import one_thread
from catviz.published import published
from catviz.published.tables import Run
from catviz.registry import method
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook

ROWS = (10_000, 20_000, 50_000, 100_000, 200_000)
COLUMNS = (10, 20, 50, 100, 200)
#: What does not vary.
FEW_ROWS, FEW_COLUMNS = 2_000, 10
N_VALUES, N_CLUSTERS = 5, 5
#: The chance of a cluster's favourite value, beside its share of the rest.
_FAVOURED = 0.5


def execution_time(
    repeats: int = 1,
    random_state: int = 0,
    rows: tuple[int, ...] = ROWS,
    columns: tuple[int, ...] = COLUMNS,
    methods: tuple[str, ...] | None = None,
) -> pd.DataFrame:
    """OCL, Figure 4: CPU seconds of one clustering, learning the distance included.

    Every table has five clusters, and five values a column, one of which each cluster favours. Rows vary
    at ten columns, columns at 2,000 rows. OCL has one start in its default mode; k-modes, and k-means for H2H, one
    start under the distances of the others.

    Parameters
    ----------
    repeats : int
        Tables of each size.
    methods : names of the paper's Table 3, or None for all that can be run

    Returns
    -------
    DataFrame, a row a clustering
        ``varied`` ("rows" or "columns"), ``n``, ``d``, ``method`` (the paper's name), ``repeat``, ``seconds`` (of the
        thread, with numerical libraries held to it).
    """
    runs = {name: run for name, run in published("OCL", 3).methods.items() if method(run.method).cls is not None}
    runs = runs if methods is None else {name: runs[name] for name in methods}
    sizes = [("rows", n, FEW_COLUMNS) for n in rows] + [("columns", FEW_ROWS, d) for d in columns]
    pieces = [(*size, repeat, name) for size in sizes for repeat in range(repeats) for name in runs]
    lines = []
    for varied, n, d, repeat, name in pieces:
        table = synthetic(n, d, random_state + repeat)
        with collected_remarks(), one_thread():
            started = time.thread_time()
            _cluster(runs[name], table, random_state + repeat)
            lines.append((varied, n, d, name, repeat, time.thread_time() - started))
    return pd.DataFrame(lines, columns=["varied", "n", "d", "method", "repeat", "seconds"])


def synthetic(n: int, d: int, random_state: int = 0) -> CategoricalTable:
    """n rows and d columns of five values, in five clusters that each favour a value of every column.

    Examples
    --------
    >>> from studies.reproduce.figures.timing import synthetic
    >>> synthetic(100, 3).shape
    (100, 3)
    """
    rng = np.random.default_rng(random_state)
    favourites = rng.integers(N_VALUES, size=(N_CLUSTERS, d))[rng.integers(N_CLUSTERS, size=n)]
    codes = np.where(rng.random((n, d)) < _FAVOURED, favourites, rng.integers(N_VALUES, size=(n, d)))
    values = tuple(str(v) for v in range(N_VALUES))
    book = Codebook(tuple(f"a{r}" for r in range(d)), (values,) * d, ("nominal",) * d, (False,) * d)
    return CategoricalTable(codes.astype(np.uint8), book)


def _cluster(run: Run, table: CategoricalTable, seed: int) -> None:
    cls = method(run.method).cls
    if not run.model:
        cls(N_CLUSTERS, n_init=1, random_state=seed).fit(table)
        return
    geometry = cls().fit(table).geometry_
    if run.model in CLUSTERERS:
        CLUSTERERS[run.model].unfitted(geometry, N_CLUSTERS, random_state=seed).fit(table)
        return
    settings = {"n_clusters": N_CLUSTERS, "distances": geometry, "random_state": seed} | dict(run.model_parameters)
    method(run.model).cls(**settings).fit(table)
