"""How many clusters? The objective and the silhouette along k, beside what columns without any relation give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

import numpy as np
import pandas as pd
from sklearn.base import clone

from catviz.base import as_table
from catviz.clustering.base import EQUAL
from catviz.clustering.kmodes import KModes
from catviz.clustering.pairwise import fitted_geometry
from catviz.orders.null import permuted_tables
from catviz.remarks import collected_remarks
from catviz.table import CategoricalTable

SAMPLED_ROWS = 2000
QUANTILES = {"null_05": 0.05, "null_50": 0.5, "null_95": 0.95}


def cluster_count(
    table,
    method=None,
    ks: Iterable[int] = range(2, 11),
    n_init: int = 10,
    n_permutations: int = 20,
    random_state: int = 0,
    y: Sequence | None = None,
    callback: Callable[[float, pd.DataFrame], bool] | None = None,
) -> pd.DataFrame:
    """z and silhouette along the number of clusters, and their range where columns have nothing in common.

    The same clusterer, with as many starts, also clusters tables whose columns are permuted one by one: all counts
    stay, and every relation between columns is lost. Distances are those learned from the table itself, so that z is
    on one scale; orders that belong to the clusters (OCL) are learned anew. See `structure_warning`.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
        Weights must be whole numbers.
    method : unfitted method, geometry or None
        One that finds clusters itself (OCL, or a clusterer with an objective) is fitted for each k; any other, a
        geometry, or None for Hamming, gives the distances of k-modes.
    ks : iterable of int
    n_init : int
        Starts of each fit.
    n_permutations : int
    random_state : int
        Seed of every fit, of the permutations, and of the rows drawn for the silhouette.
    y : (n,) known groups, for distances that learn from them
    callback : callable(share done, results so far) -> bool
        Called after each fit; True stops with the results so far.

    Returns
    -------
    DataFrame, a row a k and measure ("z" or "silhouette")
        ``k``, ``measure``, ``observed``, and ``null_05``, ``null_50``, ``null_95``, quantiles over the permuted tables
        (nan before the first of them is through). The silhouette is over the distances between rows; of more than 2000
        distinct rows, over 2000 rows drawn without replacement. nan: k = 1, or fewer distinct rows than clusters.

    Raises
    ------
    ValueError
        A method without starts or objective, more clusters than distinct rows, no k, or fractional weights.

    Examples
    --------
    >>> import catviz
    >>> from catviz.experiments.cluster_count import cluster_count
    >>> found = cluster_count(catviz.load_dataset("zoo"), ks=[2, 7], n_init=2, n_permutations=2)
    >>> found["k"].tolist(), found["measure"].tolist()
    ([2, 2, 7, 7], ['z', 'silhouette', 'z', 'silhouette'])
    """
    ks = list(ks)
    if not ks or n_permutations < 1:
        raise ValueError(f"ks={ks!r}, n_permutations={n_permutations!r}: give at least one of each")
    table = as_table(table).observed().missing_as_category()
    model = _clusterer(method, table, y).set_params(n_init=n_init, random_state=random_state)
    tables = chain([(table.canonical(), None)], permuted_tables(table, n_permutations, random_state))
    runs: list[dict] = []
    total, done = (1 + n_permutations) * len(ks), 0
    for number, (current, _) in enumerate(tables):
        rows = _SampledRows(current, random_state)
        for k in ks:
            if number == 0 or k <= rows.n_distinct:
                fitted = _fitted(model, current, k)
                line = {"table": number, "k": k}
                runs.append(line | {"measure": "z", "value": fitted.objective_})
                runs.append(line | {"measure": "silhouette", "value": rows.silhouette(fitted)})
            done += 1
            if callback is not None and callback(done / total, _summary(runs)):
                return _summary(runs)
    return _summary(runs)


def structure_warning(found: pd.DataFrame) -> str | None:
    """What to say where z does not track structure: it nowhere falls below its null band; None where it does.

    Parameters
    ----------
    found : DataFrame from `cluster_count`
    """
    z = found[found["measure"] == "z"].dropna()
    if z.empty or (z["observed"] < z["null_05"] * (1 - EQUAL)).any():
        return None
    return (
        "For no number of clusters is z lower than in 95 % of tables whose columns are permuted one by one: "
        "z does not track structure here, only how often values occur."
    )


def weighted_silhouette(distances: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> float:
    """Mean silhouette (Rousseeuw 1987) of rows, each counted as often as it weighs; nan for a single cluster.

    (b - a) / max(a, b), with a the mean distance to the other rows of the same cluster (those equal to it included)
    and b that to the nearest other cluster; 0 for a row alone in its cluster.

    Parameters
    ----------
    distances : (m, m) between distinct rows
    labels : (m,)
    weights : (m,) positive
    """
    names, codes = np.unique(labels, return_inverse=True)
    if len(names) < 2:
        return float("nan")
    member = np.eye(len(names))[codes] * weights[:, None]
    sizes, sums, every = member.sum(axis=0), distances @ member, np.arange(len(codes))
    others = sizes[codes] - 1
    a = sums[every, codes] / np.where(others > 0, others, 1)
    means = sums / sizes
    means[every, codes] = np.inf
    b = means.min(axis=1)
    largest = np.maximum(a, b)
    scores = np.where((others > 0) & (largest > 0), (b - a) / np.where(largest > 0, largest, 1), 0.0)
    return float(np.average(scores, weights=weights))


def silhouette(fitted, table, random_state: int = 0) -> float:
    """Mean silhouette of a fitted clusterer's labels, on its geometry's distances between rows.

    Of more than 2000 distinct rows, over 2000 rows drawn without replacement; nan for a single cluster.

    Parameters
    ----------
    fitted : clusterer with ``labels_`` of the table's rows and ``geometry_``
    table : CategoricalTable, DataFrame or array
        Weights must be whole numbers.
    random_state : int
        Draws the rows.

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("toy_movie")
    >>> round(silhouette(catviz.KModes(2, random_state=0).fit(table), table), 3)
    0.308
    """
    return _SampledRows(as_table(table).observed().missing_as_category(), random_state).silhouette(fitted)


class _SampledRows:
    """Rows for a silhouette: the distinct ones with their weights, or a sample of all where these are too many."""

    def __init__(self, table: CategoricalTable, random_state: int):
        rows, inverse = table.unique_rows()
        weights = np.rint(rows.weights).astype(np.int64)
        self.n_distinct = int((weights > 0).sum())
        if self.n_distinct > SAMPLED_ROWS:
            rng = np.random.default_rng(random_state)
            weights = rng.multivariate_hypergeometric(weights, SAMPLED_ROWS, method="marginals")
        kept = np.flatnonzero(weights)
        self._rows, self._weights = rows[kept], weights[kept]
        self._places = np.unique(inverse, return_index=True)[1][kept]
        self._geometry, self._distances = None, None

    def silhouette(self, fitted) -> float:
        """Of a fitted clusterer's labels, on its row distances; these are kept while the geometry is the same."""
        if fitted.geometry_ is not self._geometry:
            self._geometry, self._distances = fitted.geometry_, fitted.geometry_.between(self._rows)
        return weighted_silhouette(self._distances, fitted.labels_[self._places], self._weights)


def _clusterer(method, table: CategoricalTable, y):
    """An unfitted clusterer; the distances it takes are learned once."""
    settings = method.get_params(deep=False) if hasattr(method, "get_params") else {}
    if "n_clusters" not in settings:
        return KModes(distances=fitted_geometry(method, table, y))
    if not {"n_init", "random_state"} <= set(settings):
        raise ValueError(f"{type(method).__name__} has no starts or no objective: take OCL or k-modes")
    model = clone(method)
    return (
        model.set_params(distances=fitted_geometry(settings["distances"], table, y))
        if "distances" in settings
        else model
    )


def _fitted(model, table: CategoricalTable, k: int):
    with collected_remarks():
        # a clone copies the distances, and row distances are kept for as long as these are the same
        kept = {"distances": model.distances} if "distances" in model.get_params(deep=False) else {}
        fitted = clone(model).set_params(n_clusters=k, **kept).fit(table)
    if not hasattr(fitted, "objective_"):
        raise ValueError(f"{type(model).__name__} has no objective: take OCL or k-modes")
    return fitted


def _summary(runs: list[dict]) -> pd.DataFrame:
    lines = pd.DataFrame(runs, columns=["table", "k", "measure", "value"])
    by = ["k", "measure"]
    found = lines[lines["table"] == 0].drop(columns="table").rename(columns={"value": "observed"})
    null = lines[lines["table"] > 0].groupby(by)["value"]
    for name, q in QUANTILES.items():
        found = found.merge(null.quantile(q).rename(name), how="left", left_on=by, right_index=True)
    return found.reset_index(drop=True)
