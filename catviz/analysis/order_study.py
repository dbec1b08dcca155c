"""The same k-modes without orders of values, and with several kinds of them: the paper's figure, run by run.

Source: Zhang, Zhao, Jia & Cheung 2024, "Order Is All You Need for Categorical Data Clustering", Figure 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.metrics import accuracy, adjusted_rand_index, contingency
from catviz.analysis.order_null import FEWEST_VALUES
from catviz.base import as_table
from catviz.clustering.kmodes import KModes
from catviz.clustering.lookup import RowLookup
from catviz.geometry.value_geometries import ValueDistances
from catviz.orders.arrangement import random_ranks
from catviz.orders.ocl import OCL
from catviz.parameters import whole_numbers
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count

COLUMNS = ["kind", "repeat", "accuracy", "adjusted_rand", "z"]


@whole_numbers("n_clusters", "repeats")
def order_study(
    table: CategoricalTable,
    n_clusters: int | None = None,
    repeats: int = 100,
    random_state: int = 0,
    callback: Callable[[float, pd.DataFrame], bool] | None = None,
) -> pd.DataFrame:
    """k-modes on one table under several distances between values, as often as asked.

    The paper's Figure 1 compares the accuracy of k-modes without orders ("Hamming"), under the semantic order
    ("declared") and under many random orders ("random"); orders learned by OCL from the same starting rows, without
    sight of the declared ones ("learned"), are added. Nothing but the distance changes: centres are most frequent
    values throughout, and repeat i starts from the same rows in every kind. An order's distance is |rank difference| /
    (v - 1). Under "declared", columns without a declared order keep Hamming, and a missing level comes last; where no
    ordered column has three values, the kind is absent. Random and learned orders are given to every column; so
    "declared" is compared with random orders of the same columns by `catviz.analysis.order_test`, not here.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
        Its target holds the known classes, if any. Row weights count, in the clusters and in their scores.
    n_clusters : int, optional
        As many as there are known groups where left out.
    repeats : int
    random_state : int
        Repeat i has the seed ``random_state + i``: for the starting rows, and for the random order.
    callback : callable(share done, results so far) -> bool
        Called after each repeat; True stops with the results so far.

    Returns
    -------
    DataFrame, a row a kind and repeat
        ``kind``, ``repeat``, ``accuracy`` and ``adjusted_rand`` (nan without known classes), and ``z``, that of OCL:
        the mean over columns of sum_j n_j p_j' D_r p_j, by the distances D_r of the kind. Orders are on one scale,
        Hamming is not.

    Raises
    ------
    ValueError
        No number of clusters and no known classes, fewer distinct rows than clusters, or no repeats.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.order_study import order_study
    >>> found = order_study(catviz.load_dataset("toy_movie"), repeats=2)
    >>> found["kind"].unique().tolist()
    ['Hamming', 'random', 'learned']
    """
    table = as_table(table).observed().missing_as_category().canonical()
    n_clusters = number_of_clusters(table, n_clusters)
    if repeats < 1:
        raise ValueError(f"repeats={repeats!r}: give at least 1")
    book = table.codebook
    declared = [np.arange(v) if k == "ordinal" else None for v, k in zip(book.n_values, book.kinds, strict=True)]
    fixed = {"Hamming": order_distances(table, [None] * len(declared))}
    if any(ranks is not None and len(ranks) >= FEWEST_VALUES for ranks in declared):
        fixed["declared"] = order_distances(table, declared)
    rows, classes = without_classes(table), table.target if table.n_classes else None
    lines: list[dict[str, Any]] = []
    for repeat in range(repeats):
        seed = random_state + repeat
        rng = np.random.default_rng(seed)
        random = order_distances(table, [random_ranks(v, rng) for v in book.n_values])
        learned = learned_distances(table, n_clusters, seed)
        for kind, geometry in (fixed | {"random": random, "learned": learned}).items():
            lines.append({"kind": kind, "repeat": repeat} | scored_run(rows, classes, geometry, n_clusters, seed))
        if callback is not None and callback((repeat + 1) / repeats, pd.DataFrame(lines, columns=COLUMNS)):
            break
    return pd.DataFrame(lines, columns=COLUMNS)


def number_of_clusters(table: CategoricalTable, n_clusters: int | None) -> int:
    """The number asked for, or that of the known classes; ValueError without either."""
    if n_clusters is None and not table.n_classes:
        raise ValueError("the table has no known classes: say how many clusters by n_clusters")
    return table.n_classes if n_clusters is None else n_clusters


def without_classes(table: CategoricalTable) -> CategoricalTable:
    """What k-modes clusters: neither classes nor numeric columns. A table that is fitted often is then coded once."""
    return replace(table, numeric=None, numeric_names=(), target=None, target_name=None)


def scored_run(
    rows: CategoricalTable, classes: np.ndarray | None, geometry: ValueDistances, n_clusters: int, seed: int
) -> dict[str, float]:
    """``z`` of one run of k-modes, and ``accuracy`` and ``adjusted_rand`` if classes are known."""
    labels = KModes(n_clusters, geometry, update="mode", n_init=1, random_state=seed).fit(rows).labels_
    line = {"z": _objective(rows, labels, geometry)}
    if classes is not None:
        groups = contingency(classes, labels, rows.weights)
        line |= {"accuracy": accuracy(groups), "adjusted_rand": adjusted_rand_index(groups)}
    return line


def order_distances(table: CategoricalTable, ranks: Sequence[np.ndarray | None]) -> ValueDistances:
    """Distances |rank difference| / (v - 1) in each column with ranks; in the others values are same or different."""
    tables = tuple(
        1.0 - np.eye(v) if order is None else np.abs(np.subtract.outer(order, order)) / max(v - 1, 1)
        for v, order in zip(table.codebook.n_values, ranks, strict=True)
    )
    return ValueDistances(table.codebook, tables, count(table).frequencies)


def learned_distances(table: CategoricalTable, n_clusters: int, seed: int) -> ValueDistances:
    """Distances by the orders that OCL learns from the starting rows of a seed, without sight of declared orders."""
    with collected_remarks():
        return OCL(n_clusters, n_init=1, init_order="random", random_state=seed).fit(table).value_distances_


def _objective(table: CategoricalTable, labels: np.ndarray, geometry: ValueDistances) -> float:
    """z (Eq. 13): 1/d sum over columns and clusters of n_j p_j' D p_j."""
    weights = table.row_weights
    total = 0.0
    counted = RowLookup(table.codes, table.codebook.n_values, weights).counts(labels, int(labels.max()) + 1)
    for counts, distances in zip(counted, geometry.tables, strict=True):
        sizes = counts.sum(axis=1)
        total += float(((counts @ distances * counts).sum(axis=1) / np.where(sizes > 0, sizes, 1)).sum())
    return total / table.n_attributes
