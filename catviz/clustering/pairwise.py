"""What clusterers share that compare every pair of distinct rows: the sub-method, the matrix, and later rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from catviz.base import numbers_for
from catviz.clustering.base import CategoricalClusterer, DistinctRows, distinct_codes, refuse_clusters
from catviz.clustering.distance_arguments import OnDistances, fitted_geometry, named_method
from catviz.geometry.unseen import kept_apart
from catviz.table.categorical import CategoricalTable

T = TypeVar("T")
#: Most distinct rows: a matrix of every pair of them takes 0.29 GB, and a fit holds a few such.
MAX_ROWS = 6000
#: Distances are rounded to whole units, of which the largest distance has at most 2^33.
BITS = 33
_BLOCK = 2**22


@dataclass(eq=False)
class _Shared:
    """What was found for these rows under this geometry, by name."""

    geometry: Any = None
    rows: str = ""
    results: dict[Any, Any] = field(default_factory=dict)


_SHARED: ContextVar[_Shared | None] = ContextVar("catviz_shared_distances", default=None)


@contextmanager
def shared_distances() -> Iterator[None]:
    """Fits to the same rows under the same geometry, one after another, compare the rows once within this context.

    Its thread keeps the last matrix of distances, and what is counted from it alone, until the context ends.

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("voting")
    >>> geometry = catviz.AhmadDey().fit(table).geometry_
    >>> with shared_distances():
    ...     runs = [catviz.KMedoidsCategorical(2, geometry, n_init=1, random_state=i).fit(table) for i in range(3)]
    >>> [round(run.objective_) for run in runs]
    [489, 489, 489]
    """
    token = _SHARED.set(_Shared())
    try:
        yield
    finally:
        _SHARED.reset(token)


class PairwiseClusterer(OnDistances, CategoricalClusterer):
    """A clusterer of the matrix of distances: fill ``_cluster`` (labels of distinct rows) and ``_nearest``.

    Distances are taken in whole units, a power of two: so equal ones are equal to the last bit however the values are
    named, and sums of them are exact. Numeric columns count where the geometry compares them. With a matrix of
    distances given, each row is a distinct one.
    """

    geometry_: Any

    def _numeric_columns(self) -> str:
        return numbers_for(named_method(self.distances))

    def predict(self, X: Any) -> np.ndarray:
        """(n,) clusters of rows; see `catviz.geometry.unseen` for values never seen."""
        if self._is_precomputed:
            check_is_fitted(self)
            return self._nearest(self._given_distances(X)[:, self._numbers])
        return self._predict(self._rows(X))

    def _learn(self, table: CategoricalTable, y: ArrayLike | None, callback: Callable[..., Any] | None) -> None:
        if self._is_precomputed:
            self.geometry_, self._distinct = None, _numbered(table)
            self._numbers = np.flatnonzero(self._distinct.inverse >= 0)
            _refuse(len(self._numbers))
            whole = self.__dict__.pop("_matrix")
            D = whole[np.ix_(self._numbers, self._numbers)]
        else:
            table, whole = self._compared(table, y), None
            D = None
        rows = self._distinct
        refuse_clusters(self.n_clusters, len(rows.weights))
        self._unit, D = _units(D) if D is not None else self._once("distances", self._distances)
        labels = self._cluster(rows, D, callback)
        self.labels_ = labels[rows.inverse]
        unweighted = rows.inverse < 0
        if unweighted.any():
            others = table[unweighted]
            self.labels_[unweighted] = (
                self._predict(others) if whole is None else self._nearest(whole[unweighted][:, self._numbers])
            )

    def _compared(self, table: CategoricalTable, y: ArrayLike | None) -> CategoricalTable:
        """The table as the geometry, which is learned here, sees it; keeps its distinct rows."""
        codebook = getattr(self.distances, "codebook", None)
        _refuse(distinct_codes(table if codebook is None else table.select(codebook.attributes)))
        self.geometry_ = fitted_geometry(self.distances, table, y)
        table = table.select(self.geometry_.codebook.attributes)
        if getattr(self.geometry_, "numbers", None) is None:
            table = replace(table, numeric=None, numeric_names=())
        self._distinct = DistinctRows.with_numbers(table)
        _refuse(len(self._distinct.weights))
        return table

    def _distances(self) -> tuple[float, np.ndarray]:
        unit, D = _units(self.geometry_.between(self._distinct.table))
        D.flags.writeable = False
        return unit, D

    def _once(self, what: Any, find: Callable[[], T]) -> T:
        """What ``find`` gives, which must follow from the distances alone; kept within `shared_distances`."""
        shared = _SHARED.get()
        if shared is None or self._is_precomputed:
            return find()
        rows = self._distinct.table.fingerprint
        if shared.geometry is not self.geometry_ or shared.rows != rows:
            shared.geometry, shared.rows, shared.results = self.geometry_, rows, {}
        if what not in shared.results:
            shared.results[what] = find()
        result: T = shared.results[what]
        return result

    @abstractmethod
    def _cluster(self, rows: DistinctRows, D: np.ndarray, callback: Callable[..., Any] | None) -> np.ndarray:
        """(m,) labels of the distinct rows from the (m, m) distances between them; sets the other results."""

    @abstractmethod
    def _nearest(self, rows: CategoricalTable | np.ndarray) -> np.ndarray:
        """Clusters of some rows, or of (n, m) distances of some rows from the distinct ones."""

    def _predict(self, table: CategoricalTable) -> np.ndarray:
        rows, inverse = kept_apart(table, self.geometry_.codebook).unique_rows()
        return self._nearest(rows)[inverse]

    def _blocks(self, rows: CategoricalTable | np.ndarray, places: np.ndarray) -> Iterator[np.ndarray]:
        """Distances of rows from some of the distinct rows, a few rows at a time."""
        others = None if isinstance(rows, np.ndarray) else self._distinct.table[places]
        width = max(_BLOCK // len(places), 1)
        for first in range(0, len(rows), width):
            some = rows[first : first + width]
            D = some[:, places] if isinstance(some, np.ndarray) else self.geometry_.between(some, others)
            yield _whole(D, self._unit)


def _units(D: np.ndarray) -> tuple[float, np.ndarray]:
    """The unit of distances, and the (m, m) distances in whole units; D is overwritten."""
    unit = float(np.ldexp(1.0, np.frexp(D.max())[1] - BITS)) or 1.0
    return unit, _whole(D, unit)


def _whole(D: np.ndarray, unit: float) -> np.ndarray:
    D /= unit
    return np.rint(D, out=D)


def _numbered(table: CategoricalTable) -> DistinctRows:
    """The rows of positive weight, of a table that numbers its rows: each is a distinct one, in their own order."""
    weights = table.row_weights
    inverse = np.where(weights > 0, np.cumsum(weights > 0) - 1, -1)
    rows = replace(table, weights=weights, counting=weights)[weights > 0]
    return DistinctRows(rows, inverse, table.codebook, table.weights is None)


def _refuse(m: int) -> None:
    if m > MAX_ROWS:
        raise ValueError(
            f"the table has {m:,} distinct rows: a matrix of every pair of them would take {8e-9 * m * m:.2g} GB, and "
            f"at most {MAX_ROWS:,} are taken; fit a sample of the rows and predict the others"
        )
