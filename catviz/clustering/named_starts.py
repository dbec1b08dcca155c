"""Starting rows that are chosen, not drawn: Huang's by the most frequent values, Cao's by density and distance."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from catviz.clustering.base import DistinctRows


def huang(rows: DistinctRows, n_clusters: int) -> np.ndarray:
    """(n_clusters,) places of the rows nearest to modes that share out the most frequent values of each column.

    Mode l has in column j the value of rank (l + j) mod v_j by frequency, all counted from 0, the lowest code on ties.
    It is replaced by the row that differs from it in the fewest columns and was not taken before. Huang 1998,
    "Extensions to the k-means algorithm for clustering large data sets with categorical values", section 3.3.
    """
    codes, taken = rows.codes, np.empty(0, dtype=int)
    ranked = [np.argsort(-n, kind="stable")[: np.count_nonzero(n)] for n in _frequencies(rows)]
    for mode in range(n_clusters):
        values = [ranks[(mode + j) % len(ranks)] for j, ranks in enumerate(ranked)]
        apart = (codes != values).sum(axis=1)
        apart[taken] = codes.shape[1] + 1
        taken = np.append(taken, apart.argmin())
    return taken


def cao(rows: DistinctRows, n_clusters: int) -> np.ndarray:
    """(n_clusters,) places of rows that are dense and far from each other.

    The density of a row is the mean frequency of its values. The first row is the densest one; each further one has the
    largest product of density and number of columns in which it differs from the nearest of those before. On ties the
    lowest place. Cao, Liang & Bai 2009, "A new initialization method for categorical data clustering", section 3.
    """
    codes = rows.codes
    density = sum((n[column] for n, column in zip(_frequencies(rows), codes.T, strict=True)), np.zeros(len(codes)))
    taken = [int(density.argmax())]
    nearest = np.full(len(codes), codes.shape[1])
    while len(taken) < n_clusters:
        nearest = np.minimum(nearest, (codes != codes[taken[-1]]).sum(axis=1))
        taken.append(int((density * nearest).argmax()))
    return np.array(taken)


NAMED: Mapping[str, Callable[[DistinctRows, int], np.ndarray]] = {"huang": huang, "cao": cao}


def _frequencies(rows: DistinctRows) -> list[np.ndarray]:
    """The weight of the rows with each value, by column."""
    return [np.bincount(column, rows.weights) for column in rows.codes.T]
