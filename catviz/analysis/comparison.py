"""Cluster several tables under several methods, a number of times, and score against the known groups."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.metrics import scores
from catviz.analysis.pieces import Rows, run_pieces
from catviz.base import seeded
from catviz.clustering.by_name import CLUSTERERS
from catviz.clustering.pairwise import shared_distances
from catviz.parameters import whole_numbers
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable

#: Repeats at most in a piece.
REPEATS = 10


@dataclass(frozen=True, eq=False)
class Piece:
    """Some runs of one method on one table."""

    data: str
    table: CategoricalTable
    name: str
    method: Any
    clusterer: str
    repeats: range
    seed: int

    @property
    def n_clusters(self) -> int:
        """As many clusters as there are known classes."""
        return self.table.n_classes

    @property
    def what(self) -> str:
        """Text that is equal for equal work only: content of the table, method with parameters, repeats, seed."""
        what = (self.data, self.table.fingerprint, self.name, repr(self.unfitted()), self.clusterer, self.seed)
        return " | ".join(map(str, (*what, f"{self.repeats.start}-{self.repeats.stop - 1}")))

    def unfitted(self) -> Any:
        """The method; where it clusters as it learns, with as many clusters as groups, and from the seed."""
        return told(self.method, self.n_clusters, self.seed)

    def __call__(self) -> Rows:
        """A row a run; none where the method tells no two rows apart."""
        geometry = self.learned()
        if geometry is None:
            return []
        with shared_distances():
            return [self._run(geometry, repeat) for repeat in self.repeats]

    def learned(self) -> Any:
        """The geometry that the method learns from the table; None if all rows are equally far under it."""
        with collected_remarks():
            fitted = self.unfitted().fit(self.table)
        return fitted.geometry_ if any(t.any() for t in fitted.value_distances_.tables) else None

    def labels(self, geometry: Any, repeat: int) -> np.ndarray:
        """(n,) clusters of the rows in one run."""
        model = CLUSTERERS[self.clusterer].unfitted(geometry, self.n_clusters, random_state=self.seed + repeat)
        labels: np.ndarray = model.fit(self.table).labels_
        return labels

    def _run(self, geometry: Any, repeat: int) -> dict[str, Any]:
        start = time.perf_counter()
        labels = self.labels(geometry, repeat)
        line = {"data": self.data, "method": self.name, "repeat": repeat, "seconds": time.perf_counter() - start}
        return line | scores(self.table.target, labels, sample_weight=self.table.weights)


def told(method: Any, n_clusters: int, seed: int) -> Any:
    """A clone of a method; with this number of clusters if it clusters as it learns, and the seed if it draws."""
    return seeded(method, seed, **({"n_clusters": n_clusters} if "n_clusters" in method.get_params() else {}))


@whole_numbers("repeats", "n_jobs")
def compare(
    tables: Mapping[str, CategoricalTable],
    methods: Mapping[str, object],
    clusterer: str = "k-modes",
    repeats: int = 100,
    random_state: int = 0,
    callback: Callable[[float, pd.DataFrame], bool] | None = None,
    n_jobs: int = 1,
    journal: str | Path | None = None,
    done: dict[str, Rows] | None = None,
) -> pd.DataFrame:
    """Scores of every method on every table, over repeated runs.

    The work is cut into pieces: up to ten repeats of a method on a table. However many processes share them, and
    however often they were stopped, the scores are the same.

    Parameters
    ----------
    tables : mapping of name to CategoricalTable with a target
        The number of clusters is the number of known classes. Row weights count, as in `catviz.metrics.scores`.
    methods : mapping of name to unfitted method
        Those that cluster as they learn are given the number of groups, too.
    clusterer : a name of `CLUSTERERS`
        Each run is a single start; without chance ("hierarchical") all runs give the same clusters.
    repeats : int
    random_state : int
        Run i of every method starts from seed ``random_state + i``; a method that draws and has no seed of its own
        learns from ``random_state``.
    callback : callable(share done, results so far) -> bool
        Called at the start and as pieces end; True stops with the results so far.
    n_jobs : int
        Processes.
    journal : path or None
        Where pieces are written down as they end; those found there are not run again.
    done : dict or None
        The same in memory: pieces that ended before, to which those that end are added.

    Returns
    -------
    DataFrame, one row a run
        ``data``, ``method``, ``repeat``, ``seconds`` and every score of ``metrics.scores``. A method that finds all
        rows of a table equally far has no rows there.

    Raises
    ------
    ValueError
        An unknown clusterer, a table without known groups or with fewer distinct rows than groups.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.comparison import compare
    >>> found = compare({"zoo": catviz.load_dataset("zoo")}, {"ADM": catviz.AhmadDey()}, repeats=2)
    >>> found["repeat"].tolist()
    [0, 1]
    """
    pieces = comparison_pieces(tables, methods, clusterer, repeats, random_state)
    done = {} if done is None else done

    def progress(ended: int, of: int) -> bool:
        return callback is not None and callback(ended / of, rows_of(pieces, done))

    run_pieces(pieces, journal, n_jobs, "comparison", progress, done)
    return rows_of(pieces, done)


@whole_numbers("repeats")
def comparison_pieces(
    tables: Mapping[str, CategoricalTable],
    methods: Mapping[str, object],
    clusterer: str = "k-modes",
    repeats: int = 100,
    random_state: int = 0,
) -> dict[str, Piece]:
    """The pieces of work of `compare`, by names that are equal for equal work only."""
    if clusterer not in CLUSTERERS:
        raise ValueError(f"clusterer={clusterer!r}: choose one of {', '.join(CLUSTERERS)}")
    for data, table in tables.items():
        if table.target is None:
            raise ValueError(f"table {data!r} has no known classes to score against: name its target")
    cut = [range(first, min(first + REPEATS, repeats)) for first in range(0, repeats, REPEATS)]
    pieces = (
        Piece(data, table, name, method, clusterer, some, random_state)
        for data, table in tables.items()
        for name, method in methods.items()
        for some in cut
    )
    return {piece.what: piece for piece in pieces}


def rows_of(pieces: Mapping[str, Piece], done: Mapping[str, Rows]) -> pd.DataFrame:
    """The runs of the pieces that ended, in the order of the pieces."""
    return pd.DataFrame([row for name in pieces for row in done.get(name, ())])
