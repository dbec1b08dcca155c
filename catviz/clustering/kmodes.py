"""K-modes with any distances between values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.utils import check_random_state

from catviz.base import ValueMethod
from catviz.clustering.base import CategoricalClusterer, DistinctRows, best_run, value_codes
from catviz.clustering.lookup import RowLookup
from catviz.clustering.starts import starting_rows
from catviz.distances.matching import Hamming
from catviz.geometry import ValueDistances
from catviz.parameters import Anything, Choice, Number
from catviz.table import CategoricalTable


class KModes(CategoricalClusterer):
    """K-modes (Huang 1998): rows join the nearest of k centres, centres move to the best value of each column.

    With distances T_r of a column's values, a row costs D(x, m_j)^power = sum_r T_r[x_r, m_jr]^power in cluster j.
    Assignment takes the cheapest centre, the lowest on ties. A cluster that loses all its rows keeps its centre.

    Parameters
    ----------
    n_clusters : int
    distances : ValueMethod, geometry or None
        An unfitted method, fitted to the same table, or a geometry, used by its ``distances()``; None means Hamming.
    update : {"cost", "mode"}
        A centre's value in a column: the one of lowest cost to the cluster's rows (ties: the most frequent, then the
        lowest canonical code), with which the objective never rises; or the most frequent one (Huang).
    n_init : int
        Runs from different starting rows; the lowest objective wins.
    max_iter : int
        Updates at most; 0 assigns rows to the starting rows once, as some published tables do.
    init : sequence of int, optional
        Numbers of the starting rows, one a cluster, instead of random ones.
    random_state : int, RandomState or None

    Attributes
    ----------
    labels_ : (n,) int
    modes_ : (k, d) DataFrame of text
    objective_ : float
        Sum of D^power between rows and their centres.
    history_ : list of dict
        The best run's steps: ``iteration``, ``objective``, ``moved`` (weight of the rows that changed cluster).
    n_iter_ : int
    geometry_ : ValueDistances

    Raises
    ------
    ValueError
        More clusters than distinct rows, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> km = catviz.KModes(n_clusters=2, random_state=0).fit(catviz.load_dataset("toy_movie"))
    >>> km.modes_.shape, km.objective_
    ((2, 3), 7.0)
    """

    parameters = {
        "n_clusters": Number(1),
        "distances": Anything(),
        "update": Choice(("cost", "mode")),
        "n_init": Number(1),
        "max_iter": Number(0),
        "init": Anything(),
        "random_state": Anything(),
    }

    def __init__(
        self,
        n_clusters: int = 8,
        distances=None,
        update: str = "cost",
        n_init: int = 10,
        max_iter: int = 100,
        init=None,
        random_state=None,
    ):
        self.n_clusters = n_clusters
        self.distances = distances
        self.update = update
        self.n_init = n_init
        self.max_iter = max_iter
        self.init = init
        self.random_state = random_state

    @staticmethod
    def cost(n: int, d: int, c: int) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values, value distances aside."""
        return 0.02 + 4e-7 * n * d

    def predict(self, X) -> np.ndarray:
        """(n,) the nearest centre of each row; values the geometry has never seen take their column's slot."""
        return self._nearest(self._rows(X))

    def _learn(self, table: CategoricalTable, y, callback) -> None:
        self.geometry_ = _fitted_distances(self.distances, table, y)
        table = table.select(self.geometry_.codebook.attributes)
        rows = DistinctRows.of(table)
        n_init = self.n_init if self.init is None else 1
        starts = starting_rows(rows, self.n_clusters, n_init, self.init, check_random_state(self.random_state))
        powered, scale = _powered_tables(self.geometry_)
        values = value_codes(rows.table.codebook, self.geometry_.codebook).T
        own = [c[:v] for c, v in zip(values, rows.codebook.n_values, strict=True)]
        tables = [t[np.ix_(c, c)] for t, c in zip(powered, own, strict=True)]
        runs = (_run(rows, tables, rows.codes[seeds], self.update, self.max_iter, scale) for seeds in starts)
        best, self.history_ = best_run(runs, callback)
        self.objective_ = best.objective
        self.n_iter_ = best.step["iteration"]
        self.modes_ = _as_text(best.centres, rows)
        self._centres = np.column_stack([c[m] for c, m in zip(own, best.centres.T, strict=True)])
        self.labels_ = best.labels[rows.inverse]
        unweighted = rows.inverse < 0
        if unweighted.any():
            self.labels_[unweighted] = self._nearest(CategoricalTable(table.codes[unweighted], table.codebook))

    def _nearest(self, table: CategoricalTable) -> np.ndarray:
        book = self.geometry_.codebook
        rows, inverse = table.recode(book).unique_rows()
        powered, _ = _powered_tables(self.geometry_)
        costs = [t[m] for t, m in zip(powered, self._centres.T, strict=True)]
        return RowLookup(rows.codes, book.n_values + 1, rows.weights).nearest(costs)[0][inverse]


@dataclass(frozen=True, eq=False)
class _State:
    labels: np.ndarray
    centres: np.ndarray
    objective: float
    step: dict


def _run(
    rows: DistinctRows, tables: list[np.ndarray], centres: np.ndarray, update: str, max_iter: int, scale: float
) -> Iterator[_State]:
    """One run from (k, d) centres in canonical codes: a state after each assignment, until labels repeat."""
    labels = np.full(len(rows.codes), -1)
    for iteration in range(max_iter + 1):
        before = labels
        costs = [t[c] for t, c in zip(tables, centres.T.astype(np.intp), strict=True)]
        labels, _ = rows.lookup.nearest(costs)
        counts = rows.lookup.counts(labels, len(centres))
        objective = scale * float(sum((n * c).sum() for n, c in zip(counts, costs, strict=True)))
        moved = rows.weight_of(labels != before)
        step = {"iteration": iteration, "objective": objective, "moved": moved}
        yield _State(labels, centres, objective, step)
        if not moved:
            return
        centres = _updated(counts, tables, centres, update)


def _updated(counts: list[np.ndarray], tables: list[np.ndarray], centres: np.ndarray, update: str) -> np.ndarray:
    sizes = counts[0].sum(axis=1)
    updated = centres.copy()
    for r, (n, table) in enumerate(zip(counts, tables, strict=True)):
        n = np.round(n, 10)
        if update == "cost":
            costs = np.round(n @ table / np.where(sizes > 0, sizes, 1)[:, None], 10)
            n = np.where(costs == costs.min(axis=1, keepdims=True), n, -1.0)
        updated[:, r] = np.where(sizes > 0, n.argmax(axis=1), centres[:, r])
    return updated


def _fitted_distances(distances, table: CategoricalTable, y) -> ValueDistances:
    distances = Hamming() if distances is None else distances
    if isinstance(distances, ValueMethod):
        return clone(distances).fit(table, y).value_distances_
    if hasattr(distances, "codebook") and hasattr(distances, "distances"):
        return distances.distances()
    raise ValueError(f"distances={distances!r}: give a method, such as AhmadDey(), a geometry, or None for Hamming")


def _powered_tables(geometry: ValueDistances) -> tuple[list[np.ndarray], float]:
    """``(tables, scale)``: T^power with the slot of unseen values, divided by the largest entry, ``scale``."""
    padded = geometry.powered
    scale = max(float(t.max(initial=0)) for t in padded) or 1.0
    return [t / scale for t in padded], scale


def _as_text(centres: np.ndarray, rows: DistinctRows) -> pd.DataFrame:
    book = rows.table.codebook
    columns = {a: [book.labels[r][c] for c in centres[:, r]] for r, a in enumerate(book.attributes)}
    return pd.DataFrame(columns)
