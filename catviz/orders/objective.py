"""The objective of OCL for any partition and any orders, whoever made them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from catviz.base import as_table
from catviz.clustering.lookup import RowLookup
from catviz.orders.naming import named_ranks, row_labels
from catviz.orders.numbers import scaled_numbers
from catviz.orders.partition import cluster_means, order_table, shares, sum_of_distances


def ordered_objective(
    table: Any, labels: Sequence[Any] | np.ndarray, orders: Mapping[str, Sequence[str]] | None = None
) -> float:
    """z = 1/d sum_r sum_j n_j p_j' D_r p_j (Eq. 13): how far rows are, on average over columns, from their cluster.

    A numeric column adds twice the sum of squares within clusters, on a scale from 0 to 1.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
    labels : (n,) clusters, of whatever type; rows without weight do not count
    orders : mapping of column to its values in order
        A column left out takes the order in which the table shows its values; a missing level left out comes last.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Not one label a row, or orders that do not fit their columns.

    Examples
    --------
    >>> import catviz
    >>> from catviz.orders.objective import ordered_objective
    >>> t = catviz.load_dataset("toy_movie")
    >>> ocl = catviz.OCL(n_clusters=2, random_state=0).fit(t)
    >>> bool(abs(ordered_objective(t, ocl.labels_, ocl.orders_) - ocl.objective_) < 1e-12)
    True
    """
    table = as_table(table).observed().missing_as_category()
    labels = row_labels(table, labels)
    book = table.codebook
    given = {book.position(a): values for a, values in (orders or {}).items()}
    ranks = [
        named_ranks(book, r, given[r], "the order") if r in given else np.arange(v) for r, v in enumerate(book.n_values)
    ]
    names, clusters = np.unique(labels.astype(str), return_inverse=True)
    weights = table.row_weights
    counts = RowLookup(table.codes, book.n_values, weights).counts(clusters, len(names))
    means = [shares(c) @ order_table(o) for c, o in zip(counts, ranks, strict=True)]
    total, numbers = sum_of_distances(counts, means), scaled_numbers(table)
    if numbers is None:
        return total / len(ranks)
    x = numbers.places(table)
    apart = x - cluster_means(x, weights, clusters, len(names))[clusters]
    return (total + 2 * float((weights[:, None] * apart**2).sum())) / (len(ranks) + x.shape[1])
