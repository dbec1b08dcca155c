"""K-modes with any distances between values, or between rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import clone
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from catviz.clustering.base import EQUAL, SAMPLE, BlockRows, CategoricalClusterer, DistinctRows, as_text
from catviz.clustering.distance_arguments import fitted_geometry, refuse_row_distances
from catviz.clustering.lookup import RowLookup
from catviz.clustering.starts import N_STARTS, RunsFromRows
from catviz.geometry.objects import ObjectDistances
from catviz.geometry.unseen import kept_apart
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import CLUSTERS, DISTANCES, Choice, RandomState
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook, listed
from catviz.table.counts import count
from catviz.table.encoding import AS_IN_FILES
from catviz.table.frames import as_pandas, is_frame
from catviz.table.source import Source


class KModes(RunsFromRows, CategoricalClusterer):
    """K-modes (Huang 1998): rows join the nearest of k centres, centres move to the best value of each column.

    With distances T_r of a column's values, a row costs D(x, m_j)^power = sum_r T_r[x_r, m_jr]^power in cluster j.
    Assignment takes the cheapest centre, the lowest on ties. A cluster that loses all its rows keeps its centre.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    distances : str, method, geometry or None
        An unfitted method or its name ("ADM"), fitted to the same table, or a geometry, used by its ``distances()``;
        None means Hamming. Distances between rows alone (JDM) need ``update="mode"``.
    update : {"cost", "mode"}
        A centre's value in a column: the one of lowest cost to the cluster's rows (ties: the most frequent, then the
        lowest canonical code), with which the objective never rises; or the most frequent one (Huang).
    n_init : int
        Runs from different starting rows; the lowest objective wins.
    max_iter : int
        Updates at most; 0 assigns rows to the starting rows once, as some published tables do.
    init : sequence of int, "huang" or "cao", (k, d) values, optional
        The starting rows instead of random ones: their numbers, one a cluster, or how they are chosen
        (`catviz.clustering.starts`). Or the first centres themselves, as values: [["S", "red"], ["L", "blue"]].
    random_state : int, RandomState or None
        Draws the starts; an int gives the same result each time.

    Attributes
    ----------
    labels_ : (n,) int
        Of a source's distinct rows where they fit in memory, none where they do not: a run on a sample of 100,000
        rows then goes on over all of them, and ``source.map(km.predict, path)`` writes the labels.
    modes_ : (k, d) DataFrame of text
    cluster_centers_ : (k, d) object array of text
        The same modes.
    objective_, inertia_ : float
        Sum of D^power between rows and their centres; of D where there are distances between rows alone.
    history_ : list of float
        The objective after each step of the best run, the start included.
    steps_ : list of dict
        The same steps: ``iteration``, ``objective``, ``moved`` (weight of the rows that changed cluster).
    n_iter_ : int
    n_reached_ : int
        Starts that ended with this objective.
    geometry_ : ValueDistances or ObjectDistances

    Raises
    ------
    ValueError
        More clusters than distinct rows, distances between rows alone with ``update="cost"``, or a parameter out of
        range.

    Warns
    -----
    UserWarning
        Distances that also compare numbers, which have no modes and are left aside.

    Examples
    --------
    >>> import catviz
    >>> km = catviz.KModes(n_clusters=2, random_state=0).fit(catviz.load_dataset("toy_movie"))
    >>> km.modes_.shape, km.objective_
    ((2, 3), 7.0)
    """

    parameters = {
        "n_clusters": CLUSTERS,
        "distances": DISTANCES,
        "update": Choice(
            {"cost": "values of lowest cost", "mode": "most frequent values"},
            label="Centres",
            help="Which values a cluster's centre has. With the values of lowest cost, the sum of distances never "
            "rises from step to step. k-modes as published takes the most frequent values.",
        ),
    } | RunsFromRows.parameters

    def __init__(
        self,
        n_clusters: int = 8,
        distances: Any = None,
        update: str = "cost",
        n_init: int = N_STARTS,
        max_iter: int = 100,
        init: Any = None,
        random_state: RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, distances, n_init, max_iter, init, random_state)
        self.update = update

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values, distances aside.

        A step handles the columns one by one. With more columns a run takes more steps, as far as there are rows.
        """
        return float(N_STARTS * (3.7e-5 * d * min(d, n / 10) ** 0.5 + 1.1e-8 * n * d))

    def predict(self, X: Any) -> np.ndarray:
        """(n,) the nearest centre of each row; see `catviz.geometry.unseen` for values never seen."""
        return self._nearest(self._rows(X))

    @property
    def modes_(self) -> pd.DataFrame:
        """(k, d) DataFrame of text: the values of the centres."""
        check_is_fitted(self)
        return as_text(self._centres, self._book)

    @property
    def cluster_centers_(self) -> np.ndarray:
        """(k, d) ``modes_`` as an object array of text."""
        return self.modes_.to_numpy(dtype=object)

    def _validate_parameters(self) -> None:
        super()._validate_parameters()
        refuse_row_distances(self.distances, "distances between values, which k-modes needs")

    def _learn(self, table: CategoricalTable, y: ArrayLike | None, callback: Callable[..., Any] | None) -> None:
        geometry: Any = fitted_geometry(self.distances, table, y)
        self.geometry_ = geometry if isinstance(geometry, ObjectDistances) else geometry.distances()
        if not self.geometry_.codebook.attributes:
            raise ValueError("the distances are of numbers alone, which have no modes: choose k-medoids")
        numbers = getattr(self.geometry_, "numbers", None)
        if numbers is not None and self.numeric_columns == AS_IN_FILES:
            names = listed(numbers.names)
            remark(f"k-modes leaves the numbers of {names} aside: choose k-medoids or KPrototypes")
        table = table.select(self.geometry_.codebook.attributes)
        rows = self._distinct_rows(table)
        self._book = rows.table.codebook
        run = partial(_run, rows, *self._steps(rows), max_iter=self.max_iter)
        if np.ndim(self.init) == 2:
            best = self._best_of([run(self._given_centres(self._book))], callback)
        else:
            best = self._best_from_rows(rows, lambda seeds: run(self._centres_at(rows, seeds)), callback)
        self._keep_centres(best.centres)
        self.labels_ = best.labels[rows.inverse]
        unweighted = rows.inverse < 0
        if unweighted.any():
            self.labels_[unweighted] = self._nearest(table[unweighted])

    def _learn_blocks(self, source: Source, callback: Callable[..., Any] | None) -> None:
        """A run on a sample, the best of ``n_init``, goes on over all rows, one pass a step."""
        if np.ndim(self.init) == 1:
            raise ValueError("init names rows, and a source of so many distinct rows does not hold them: leave it None")
        counts, rng = count(source), check_random_state(self.random_state)
        geometry: Any = fitted_geometry(self.distances, counts, None)
        if isinstance(geometry, ObjectDistances):
            raise ValueError("a source of so many distinct rows needs distances between values, and these compare rows")
        self.geometry_ = geometry.distances()
        rows = BlockRows(source, counts)
        self._book = source.codebook
        powered, scale = powered_tables(self.geometry_, self._book, self._book)
        tables = [t[np.ix_(at, at)] for t, at in zip(powered, rows.original_codes, strict=True)]
        sample = source.sample(SAMPLE, rng.randint(2**31))
        first = clone(self).set_params(distances=self.geometry_, random_state=rng.randint(2**31)).fit(sample)
        start = rows.predicted(first.predict, self.n_clusters)
        moving = tables if self.update == "cost" else None
        run = _streamed_run(rows, start, tables, moving, scale, self.max_iter)
        best = self._best_of([run], callback)
        self._centres = np.column_stack([at[m] for at, m in zip(rows.original_codes, best.centres.T, strict=True)])

    def _distinct_rows(self, table: CategoricalTable) -> DistinctRows:
        """The rows that are clustered."""
        return DistinctRows.of(table)

    def _centres_at(self, rows: DistinctRows, seeds: np.ndarray) -> np.ndarray:
        """(k, d) centres at some of the distinct rows."""
        return rows.codes[seeds]

    def _keep_centres(self, centres: np.ndarray) -> None:
        """Keep the centres that a run ends with."""
        self._centres = centres

    def _steps(self, rows: DistinctRows) -> tuple[Callable[..., Any], Callable[..., np.ndarray]]:
        """``(assign, update)``: how rows find their centre, and how centres move."""
        if isinstance(self.geometry_, ObjectDistances):
            if self.update == "cost":
                raise ValueError("update='cost' needs distances between values, and these compare rows: choose 'mode'")
            return partial(_by_rows, rows, self.geometry_), partial(updated_modes, None)
        powered, scale = powered_tables(self.geometry_, self._book, self._book)
        tables = [t[:-1, :-1] for t in powered]
        return partial(_by_values, rows, tables, scale), partial(
            updated_modes, tables if self.update == "cost" else None
        )

    def _given_centres(self, book: Codebook) -> np.ndarray:
        """(k, d) codes of the centres that ``init`` gives as values."""
        return codes_of(self._given_values(book.attributes), book)

    def _given_values(self, names: Sequence[str]) -> pd.DataFrame:
        """The first centres that ``init`` gives, with these columns."""
        values = as_pandas(self.init) if is_frame(self.init) else pd.DataFrame(np.array(self.init, dtype=object))
        if values.shape != (self.n_clusters, len(names)):
            raise ValueError(
                f"init has {values.shape[0]:,} centres of {values.shape[1]:,} values: give {self.n_clusters:,} of "
                f"{len(names):,}, one a column"
            )
        return values[list(names)] if is_frame(self.init) else values.set_axis(list(names), axis=1)

    def _nearest(self, table: CategoricalTable) -> np.ndarray:
        rows, inverse = kept_apart(table, self.geometry_.codebook).unique_rows()
        if isinstance(self.geometry_, ObjectDistances):
            return _lowest(self.geometry_.between(rows, CategoricalTable(self._centres, self._book)))[inverse]
        powered, _ = powered_tables(self.geometry_, self._book, rows.codebook)
        costs = [t[m] for t, m in zip(powered, self._centres.T, strict=True)]
        return RowLookup(rows.codes, rows.codebook.n_values + 1, rows.row_weights).nearest(costs)[0][inverse]


@dataclass(frozen=True, eq=False)
class _State:
    labels: np.ndarray
    centres: np.ndarray
    objective: float
    step: dict[str, Any]


def _run(
    rows: DistinctRows,
    assign: Callable[..., Any],
    update: Callable[..., np.ndarray],
    centres: np.ndarray,
    max_iter: int,
) -> Iterator[_State]:
    """One run from (k, d) centres in canonical codes: a state after each assignment, until labels repeat."""
    labels: Any = None
    counts: Any = None
    updated = centres
    for iteration in range(max_iter + 1):
        changed: Any = slice(0)
        if labels is None or (updated != centres).any():
            before, centres = labels, updated
            labels, counts, objective = assign(centres, before, counts)
            changed = slice(None) if before is None else labels != before
        moved = rows.weight_of(changed)
        step = {"iteration": iteration, "objective": objective, "moved": moved}
        yield _State(labels, centres, objective, step)
        if not moved:
            return
        updated = update(counts, centres, labels)


def _streamed_run(
    rows: BlockRows,
    counts: list[np.ndarray],
    tables: list[np.ndarray],
    moving: list[np.ndarray] | None,
    scale: float,
    max_iter: int,
) -> Iterator[_State]:
    """One run over blocks, from value weights a cluster: a state after each pass, until centres repeat."""
    centres = updated_modes(moving, counts, np.zeros((len(counts[0]), len(counts)), dtype=np.intp))
    for iteration in range(max_iter + 1):
        costs = [t[c] for t, c in zip(tables, centres.T, strict=True)]
        counts = rows.nearest(costs)
        objective = scale * float(sum((n * c).sum() for n, c in zip(counts, costs, strict=True)))
        yield _State(np.empty(0), centres, objective, {"iteration": iteration, "objective": objective})
        before, centres = centres, updated_modes(moving, counts, centres)
        if np.array_equal(before, centres):
            return


def _by_values(
    rows: DistinctRows,
    tables: list[np.ndarray],
    scale: float,
    centres: np.ndarray,
    before: np.ndarray | None,
    counts: list[np.ndarray] | None,
) -> tuple[Any, ...]:
    """``(labels, counts, objective)`` of the cheapest centres by tables of values."""
    costs = [t[c] for t, c in zip(tables, centres.T.astype(np.intp), strict=True)]
    labels, _ = rows.lookup.nearest(costs)
    counts = counted(rows, labels, len(centres), before, counts)
    return labels, counts, scale * float(sum((n * c).sum() for n, c in zip(counts, costs, strict=True)))


def counted(
    rows: DistinctRows, labels: np.ndarray, k: int, before: np.ndarray | None, counts: list[np.ndarray] | None
) -> list[np.ndarray]:
    """Value weights of k clusters, by column: of those before, where they are known, brought up to date."""
    if before is None or counts is None:
        return rows.lookup.counts(labels, k)
    return rows.lookup.recounted(counts, before, labels)


def _by_rows(rows: DistinctRows, geometry: ObjectDistances, centres: np.ndarray, *_: Any) -> tuple[Any, ...]:
    """``(labels, counts, objective)`` of the nearest centres by distances between rows."""
    D = geometry.between(rows.table, CategoricalTable(centres, rows.table.codebook))
    labels = _lowest(D)
    objective = float(rows.weights @ D[np.arange(len(D)), labels])
    return labels, rows.lookup.counts(labels, len(centres)), objective


def _lowest(D: np.ndarray) -> np.ndarray:
    """(n,) column of the smallest entry of each row, the first of equals."""
    return (D.min(axis=1, keepdims=True) * (1 + EQUAL) >= D).argmax(axis=1)


def codes_of(values: pd.DataFrame, book: Codebook) -> np.ndarray:
    """(k, d) codes of values, whose columns are those of the codebook."""
    pairs = [list(zip(book.attributes, row, strict=True)) for row in values.to_numpy(dtype=object)]
    return np.array([[book.code(name, None if pd.isna(v) else v) for name, v in row] for row in pairs])


def updated_modes(
    tables: list[np.ndarray] | None, counts: list[np.ndarray], centres: np.ndarray, *_: Any
) -> np.ndarray:
    """(k, d) centres of the values of lowest cost, or of the most frequent ones where there are no costs of values."""
    sizes = counts[0].sum(axis=1, keepdims=True)
    columns = _rounded(counts)
    if tables is not None:
        costs = _rounded([n @ t / np.where(sizes > 0, sizes, 1) for n, t in zip(columns, tables, strict=True)])
        columns = [np.where(c == c.min(axis=1, keepdims=True), n, -1.0) for n, c in zip(columns, costs, strict=True)]
    return np.where(sizes > 0, np.array([n.argmax(axis=1) for n in columns]).T, centres)


def _rounded(columns: list[np.ndarray]) -> list[np.ndarray]:
    """(k, v_r) numbers of each column to ten digits after the point, so that rounding errors break no ties."""
    stops = list(accumulate(n.shape[1] for n in columns))
    together = np.round(np.concatenate(columns, axis=1), 10)
    return [together[:, first:stop] for first, stop in pairwise([0, *stops])]


def powered_tables(geometry: ValueDistances, a: Codebook, b: Codebook) -> tuple[list[np.ndarray], float]:
    """``(tables, scale)``: T^power between the codes of two codebooks, divided by the geometry's largest, ``scale``."""
    scale = max(float(t.max(initial=0)) for t in geometry.powered) or 1.0
    return [t / scale for t in geometry.across(a, b)], scale
