"""Cluster structure: how well rows cluster, compared with unrelated columns, or with columns of one gradient."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone

from catviz.analysis.cluster_scores import SampledRows
from catviz.analysis.equal_weights import rows_of_equal_weight
from catviz.analysis.nested import determining, nested_columns
from catviz.analysis.one_factor import OneFactorTables
from catviz.analysis.shuffles import (
    ONE_FACTOR,
    UNRELATED,
    ShuffleTest,
    ranked_first,
    shuffle_test,
)
from catviz.base import ValueMethod, as_table, numbers_for, seeded
from catviz.clustering.by_name import CLUSTERERS, Clusterer
from catviz.distances.matching import Hamming
from catviz.parameters import whole_numbers
from catviz.registry import method
from catviz.registry.method import clusters_itself
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.table.row_groups import refuse_groups, rows_of_whole_groups
from catviz.table.weights import are_whole, drawn_rows, repeated_rows

#: The share of the distance within one single cluster that k clusters take away, and the mean silhouette.
OUTCOME, SILHOUETTE = "explained", "silhouette"
DEFAULT_CLUSTERER = "k-modes"
#: With so many values in a column, and fewer than so many rows for each, gradients are rejected too often.
MANY_VALUES, ROWS_A_VALUE = 10, 75
#: Starts of each clustering: few, since every shuffled table is clustered with as many.
STARTS = 3


@whole_numbers("k", "n_shuffles", "n_init", "max_rows", "random_state")
def structure_test(
    table: CategoricalTable,
    distances: ValueMethod | str | None = None,
    k: int | Iterable[int] = range(2, 11),
    n_shuffles: int = 99,
    random_state: int = 0,
    clusterer: str | None = None,
    n_init: int = STARTS,
    y: Sequence[Any] | np.ndarray | None = None,
    callback: Callable[[float, ShuffleTest], bool] | None = None,
    null: str = UNRELATED,
    max_rows: int | None = None,
) -> ShuffleTest:
    """Test whether a table has more cluster structure than tables of unrelated columns, or of one gradient.

    By default each column is shuffled on its own: all value counts stay and every relation between columns is lost.
    Only columns that determine others, as a month its quarter, stay with these in all tables (``nested``): they are
    related by construction, and clusters of months are then no finding.
    The distances are learned anew on every shuffled table, and the same clusterer with as many starts clusters each of
    them. For each k two measures are compared: the share explained, 1 - objective(k) / objective(1), and the mean
    silhouette. One p value serves them all: that of the largest standardised difference over measures and k
    (`ShuffleTest`).

    A small p then says that the columns are related in a way that these clusters pick up. It does not say that the
    rows form separate groups: a table of columns that all follow one gradient is no shuffled table either. With
    ``null="one factor"`` the other tables are those of one gradient: one normal variable behind all columns, the same
    value counts, and the same mean association of each column with the others (`catviz.analysis.one_factor`). A small
    p then says that no single gradient brings such clusters about. It leaves open what does: groups, or something else
    that is no such gradient. A large p says that one gradient is not ruled out; it does not show that there are no
    groups. This p is approximate, since the gradient is fitted to the table; `docs/statistics.md` has its measured
    error rates.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
        Whole weights repeat rows. With fractional weights, the test is made on rows drawn without replacement, each
        with a probability in proportion to its weight: as many as the largest weight allows, sum(w) / max(w).
    distances : unfitted method, its name, or None for Hamming
        A method that finds clusters itself (OCL, LatentClass) is fitted for each k, unless a clusterer is named; any
        other gives the clusterer its distances.
    k : int or iterable of int
        Numbers of clusters. A table with fewer distinct rows is given as many clusters as it has distinct rows.
    n_shuffles : int
        Shuffled or simulated tables at most; the test stops early if its answer at 5 % is clear
        (`ShuffleTest.significant`).
    random_state : int
        Seed of every fit, of the shuffles, and of the rows drawn, for the silhouette 2,000 at most.
    clusterer : str or None
        A name of `catviz.clustering.by_name.CLUSTERERS`; None takes a method's own clusters if it finds some, else
        k-modes. Spectral and hierarchical clustering have no objective that is comparable over k: for them the
        silhouette alone is compared.
    n_init : int
        Starts of each fit.
    y : (n,) known classes, optional
        For supervised distances; they are shuffled too, or follow the gradient.
    callback : callable(share done, test so far) -> bool
        Called after each table; True cancels.
    null : {"unrelated", "one factor"}
        What the other tables are.
    max_rows : int or None
        Of more rows, so many are drawn without replacement, and the test is made on them; None takes all.

    Returns
    -------
    ShuffleTest
        ``p_value``, ``significant``, ``n_shuffles`` (those that ran), ``by_k``, ``drawn`` (rows, if they were drawn).

    Raises
    ------
    ValueError
        Fitted distances, an unknown name, no k, k < 2, fewer than 19 shuffles, or fractional weights so uneven that
        fewer than 20 rows can be drawn. ``NotForGroups`` for a table with groups whose weights are fractional, or that
        is compared with one gradient.

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
    if null not in (UNRELATED, ONE_FACTOR):
        raise ValueError(f"null={null!r}: choose {UNRELATED!r} or {ONE_FACTOR!r}")
    statistic = _Clusterings(refitted(distances), clusterer, ks, n_init, random_state)
    table, y, drawn = sampled_rows(as_table(table, numeric=numbers_for(statistic.distances)), y, max_rows, random_state)
    table = table.observed().missing_as_category()
    if null == UNRELATED:
        return replace(shuffle_test(table, statistic, n_shuffles, random_state, y, callback), drawn=drawn)
    refuse_groups(table.groups, table.groups_name, "the comparison with tables of one gradient")
    nested = nested_columns(table)
    simulated = OneFactorTables(table, y, determining(nested))
    tables = chain([(table.canonical(), y)], simulated.draw(n_shuffles, random_state))
    model, statistics = simulated.model, (statistic(*each) for each in tables)
    means = float(model.observed.mean()), float(model.expected.mean())
    many = table.codebook.n_values >= MANY_VALUES
    few_rows = bool((table.row_weights.sum() < ROWS_A_VALUE * table.codebook.n_values[many]).any())
    about = {"null": null, "drawn": drawn, "associations": means, "few_rows": few_rows, "nested": nested}
    return ranked_first(statistics, n_shuffles, callback, y is not None, **about)


def sampled_rows(
    table: CategoricalTable, y: Sequence[Any] | np.ndarray | None, max_rows: int | None, seed: int
) -> tuple[CategoricalTable, Sequence[Any] | np.ndarray | None, int | None]:
    """``(table, y, drawn)``: the table, or rows drawn from it, without weights, and how many they are.

    Raises
    ------
    TooUneven
        Too few rows can be drawn in proportion to fractional weights.
    """
    rng, weights = np.random.default_rng(seed), table.row_weights
    most = len(table) + int(weights.sum()) if max_rows is None else max_rows
    if not are_whole(weights):
        rows = rows_of_equal_weight(table, most, rng)
    elif weights.sum() > most and table.groups is not None:
        rows = rows_of_whole_groups(table.groups, repeated_rows(table.weights, len(table), "rows are drawn"), most, rng)
    elif weights.sum() > most:
        rows = drawn_rows(table.weights, len(table), most, "rows are drawn", rng)
    else:
        return table, y, None
    return replace(table, weights=None)[rows], None if y is None else np.asarray(y, dtype=object)[rows], len(rows)


def refitted(distances: ValueMethod | str | None) -> ValueMethod:
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


def clusterer_for(distances: ValueMethod, name: str | None) -> Clusterer | None:
    """The clusterer of a name, k-modes where there is none; None for a method whose own clusters are meant.

    Raises
    ------
    ValueError
        There is no such clusterer.
    """
    if name is None and clusters_itself(type(distances)):
        return None
    if name is not None and name not in CLUSTERERS:
        raise ValueError(f"clusterer={name!r}: choose one of {', '.join(map(repr, CLUSTERERS))}")
    return CLUSTERERS[name or DEFAULT_CLUSTERER]


def own_clusterer(method: Any, n_clusters: int, n_init: int, random_state: int) -> Any:
    """A method that finds clusters itself, unfitted, with this number of them; starts and seed where it has some."""
    wanted, parameters = {"n_init": n_init, "random_state": random_state}, method.get_params(deep=False)
    settings = {name: value for name, value in wanted.items() if name in parameters}
    return clone(method).set_params(n_clusters=n_clusters, **settings)


class _Clusterings:
    """The statistic: the share explained and the silhouette of the clusters of a table, for each k."""

    def __init__(self, distances: ValueMethod, clusterer: str | None, ks: list[int], n_init: int, seed: int) -> None:
        self.distances, self.ks, self.n_init, self.seed = distances, ks, n_init, seed
        self.clusterer = clusterer_for(distances, clusterer)

    def __call__(self, table: CategoricalTable, y: ArrayLike | None) -> dict[tuple[str, int], float]:
        rows, statistics = SampledRows(table, self.seed), {}
        with collected_remarks():
            fit = self._fitter(table, y)
            comparable = self.clusterer is None or self.clusterer.objective
            whole = getattr(fit(1), "objective_", None) if comparable else None
            for k in self.ks:
                fitted = fit(min(k, rows.n_distinct))
                if whole is not None:
                    statistics[OUTCOME, k] = 1 - fitted.objective_ / whole if whole > 0 else 0.0
                score = rows.silhouette(fitted)
                statistics[SILHOUETTE, k] = 0.0 if np.isnan(score) else score
        return statistics

    def _fitter(self, table: CategoricalTable, y: ArrayLike | None) -> Callable[..., Any]:
        """What clusters this table: a function of the number of clusters."""
        clusterer = self.clusterer
        if clusterer is None:
            return lambda k: own_clusterer(self.distances, k, self.n_init, self.seed).fit(table)
        geometry = seeded(self.distances, self.seed).fit(table, y).geometry_
        return lambda k: clusterer.unfitted(geometry, k, self.n_init, self.seed).fit(table)
