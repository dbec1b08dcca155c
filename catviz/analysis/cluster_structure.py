"""Cluster structure: how well rows cluster, compared with tables whose columns are shuffled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone

from catviz.analysis.shuffles import CLASSES_TOO, ONE_CLUSTERING, ShuffleTest, shuffle_test
from catviz.analysis.silhouette import SampledRows
from catviz.base import ValueMethod, as_table, numbers_for, seeded
from catviz.clustering.by_name import CLUSTERERS
from catviz.distances import Hamming
from catviz.registry import method
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable

EXPLAINED, SILHOUETTE = "explained", "silhouette"
"""The share of the distance within one single cluster that k clusters take away, and the mean silhouette."""
DEFAULT = "k-modes"


def structure_test(
    table: CategoricalTable,
    distances: ValueMethod | str | None = None,
    k: int | Iterable[int] = range(2, 11),
    n_shuffles: int = 99,
    random_state: int = 0,
    clusterer: str = DEFAULT,
    n_init: int = 3,
    y: Sequence[Any] | np.ndarray | None = None,
    callback: Callable[[float, ShuffleTest], bool] | None = None,
) -> ShuffleTest:
    """Test whether a table has more cluster structure than tables whose columns are unrelated.

    Each column is shuffled on its own: all value counts stay and every relation between columns is lost. The distances
    are learned anew on every shuffled table, and the same clusterer with as many starts clusters each of them. For
    each k two measures are compared: the share explained, 1 - objective(k) / objective(1), and the mean silhouette.
    One p value serves them all: that of the largest standardised difference over measures and k (`ShuffleTest`).

    A small p says that the columns are related in a way that these clusters pick up. It does not say that the rows
    form separate groups: a table of columns that all follow one gradient is no shuffled table either.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
        Row weights must be whole numbers.
    distances : unfitted method, its name, or None for Hamming
        A method that finds clusters itself (OCL) is fitted for each k; any other gives the clusterer its distances.
    k : int or iterable of int
        Numbers of clusters. A table with fewer distinct rows is given as many clusters as it has distinct rows.
    n_shuffles : int
        Shuffled tables at most; the test stops early if its answer at 5 % is clear (`ShuffleTest.significant`).
    random_state : int
        Seed of every fit, of the shuffles, and of the rows drawn for the silhouette (2,000 at most).
    clusterer : str
        A name of `catviz.clustering.by_name.CLUSTERERS`. Spectral and hierarchical clustering have no objective that is
        comparable over k: for them the silhouette alone is compared.
    n_init : int
        Starts of each fit.
    y : (n,) known classes, optional
        For supervised distances; they are shuffled too.
    callback : callable(share done, test so far) -> bool
        Called after each table; True cancels.

    Returns
    -------
    ShuffleTest
        ``p_value``, ``significant``, ``n_shuffles`` (those that ran), ``by_k``.

    Raises
    ------
    ValueError
        Fitted distances, an unknown name, no k, k < 2, fractional weights, or fewer than 19 shuffles.

    Examples
    --------
    >>> import catviz
    >>> found = catviz.structure_test(catviz.load_dataset("zoo"), "ADM", k=[2, 7], n_shuffles=19)
    >>> found.p_value, found.n_shuffles
    (0.05, 19)
    """
    ks = [k] if isinstance(k, int) else list(k)
    if not ks or min(ks) < 2:
        raise ValueError(f"k={k!r}: give one or more numbers of clusters, each at least 2")
    statistic = _Clusterings(fitted_anew(distances), clusterer, ks, n_init, random_state)
    table = as_table(table, numeric=numbers_for(statistic.distances)).observed().missing_as_category()
    return shuffle_test(table, statistic, n_shuffles, random_state, y, callback)


def conclusion(test: ShuffleTest) -> str:
    """What a structure test says, in plain text: no more than the shuffled tables that ran support."""
    ran, planned = test.n_shuffles, test.planned
    if test.significant is None:
        reached = f" So far {test.exceeding} of them reached this table's value." if ran else ""
        return f"Cancelled after {ran} of {planned} shuffled tables: no conclusion.{reached}"
    if test.significant:
        words = (
            "The rows cluster better than in tables with the same value counts and unrelated columns "
            f"(permutation test, significant at 5 %: {test.exceeding} of {ran} shuffled tables cluster as well)."
        )
        return words + CLASSES_TOO * test.classes + ONE_CLUSTERING
    return (
        f"No cluster structure detected: {test.exceeding} of {ran} shuffled tables, with the same value counts and "
        "unrelated columns, cluster as well or better (permutation test, not significant at 5 %)."
    )


def fitted_anew(distances: ValueMethod | str | None) -> ValueMethod:
    """The unfitted method that distances are learned by on every table; ValueError for distances learned already."""
    if distances is None:
        return Hamming()
    if isinstance(distances, str):
        distances = method(distances).cls()
    if not isinstance(distances, ValueMethod):
        raise ValueError(
            f"distances={distances!r}: give a method, such as AhmadDey() or 'ADM'. It is fitted anew to every shuffled "
            "table; distances learned from this one table would fit it better than the others"
        )
    return distances


class _Clusterings:
    """The statistic: the share explained and the silhouette of the clusters of a table, for each k."""

    def __init__(self, distances: ValueMethod, clusterer: str, ks: list[int], n_init: int, seed: int) -> None:
        if clusterer not in CLUSTERERS:
            raise ValueError(f"clusterer={clusterer!r}: choose one of {', '.join(map(repr, CLUSTERERS))}")
        self.distances, self.ks, self.n_init, self.seed = distances, ks, n_init, seed
        self.own = "n_clusters" in distances.get_params(deep=False)
        self.clusterer = CLUSTERERS[clusterer]

    def __call__(self, table: CategoricalTable, y: ArrayLike | None) -> dict[tuple[str, int], float]:
        rows, found = SampledRows(table, self.seed), {}
        with collected_remarks():
            fit = self._fitter(table, y)
            whole = fit(1).objective_ if self.own or self.clusterer.objective else None
            for k in self.ks:
                fitted = fit(min(k, rows.n_distinct))
                if whole is not None:
                    found[EXPLAINED, k] = 1 - fitted.objective_ / whole if whole > 0 else 0.0
                score = rows.silhouette(fitted)
                found[SILHOUETTE, k] = 0.0 if score != score else score
        return found

    def _fitter(self, table: CategoricalTable, y: ArrayLike | None) -> Callable[..., Any]:
        """What clusters this table: a function of the number of clusters."""
        if self.own:
            settings = {"n_init": self.n_init, "random_state": self.seed}
            return lambda k: clone(self.distances).set_params(n_clusters=k, **settings).fit(table)
        geometry = seeded(self.distances, self.seed).fit(table, y).geometry_
        return lambda k: self.clusterer.unfitted(geometry, k, self.n_init, self.seed).fit(table)
