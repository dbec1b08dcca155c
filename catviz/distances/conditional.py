"""Conditional distributions: the shares of the other columns' values among the rows that carry a value."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy.spatial.distance import pdist, squareform

from catviz.table.counts import Counts

#: Rows from which `half_differences` looks for entries that are mostly 0.
MANY_VALUES = 128
#: Share of the rows up to which an entry that is not 0 in them counts as mostly 0.
SPARSE = 1 / 4


def half_differences(shares: np.ndarray) -> np.ndarray:
    """(v, v) half the sum of the absolute differences between any two of (v, c) rows, none of them below 0.

    Entries that are 0 in most of many rows, as with columns of thousands of values, take time for the pairs that have
    them only, since |a - b| / 2 = (a + b) / 2 - min(a, b). Equal rows are exactly 0 apart.
    """
    v = len(shares)
    sparse = (shares > 0).sum(axis=0) <= (SPARSE * v if v >= MANY_VALUES else -1)
    total = squareform(pdist(shares[:, ~sparse], "cityblock") / 2) if v > 1 else np.zeros((v, v))
    if sparse.any():
        common = np.zeros((v, v))
        for entries in shares[:, sparse].T:
            occurring = np.flatnonzero(entries)
            common[occurring[:, None], occurring] += np.minimum.outer(entries[occurring], entries[occurring])
        row_sums = common.diagonal()
        total += np.maximum(np.add.outer(row_sums, row_sums) / 2 - common, 0)
    return total


def conditional_profiles(
    counts: Counts, r: int, columns: Sequence[int], i: int, j: int, shares: Sequence[np.ndarray]
) -> pd.DataFrame:
    """How values i and j of column r meet each value of other columns: counts, and the shares made of them.

    ``columns`` are the numbers of one or more columns s, and ``shares`` their (v_r, v_s) shares.
    """
    book = counts.codebook
    joint, side_by_side = np.hstack([counts.joint(r, s) for s in columns]), np.hstack(shares)
    return pd.DataFrame(
        {
            "term": [book.attributes[s] for s in columns for _ in book.labels[s]],
            "value": [label for s in columns for label in book.labels[s]],
            "count with a": joint[i],
            "count with b": joint[j],
            "share of a": side_by_side[i],
            "share of b": side_by_side[j],
            "difference": np.abs(side_by_side[i] - side_by_side[j]),
        }
    )


def other_columns(counts: Counts, r: int) -> list[int]:
    """Numbers of all columns but column r."""
    return [s for s in range(len(counts.codebook.attributes)) if s != r]


def profiles(counts: Counts, r: int, s: int) -> np.ndarray:
    """(v_r, v_s) ICPs of single values, P_{s|r}; a value that never meets column s takes that column's marginal."""
    joint = counts.joint(r, s).astype(float)
    totals = joint.sum(axis=1, keepdims=True)
    marginal = counts.frequencies[s] / max(counts.frequencies[s].sum(), 1)
    return np.where(totals > 0, joint / np.where(totals > 0, totals, 1), marginal)


def all_profiles(counts: Counts, r: int) -> np.ndarray:
    """(v_r, c) `profiles` of column r and every column, side by side."""
    book = counts.codebook
    joint = counts.matrix[book.slices()[r]].astype(float)
    totals = np.add.reduceat(joint, book.offsets[:-1], axis=1)
    totals = np.repeat(totals, book.n_values, axis=1)
    if totals.all():
        return np.divide(joint, totals, out=joint)
    alone = np.diag(counts.matrix)
    marginals = alone / np.repeat(np.maximum(np.add.reduceat(alone, book.offsets[:-1]), 1), book.n_values)
    return np.where(totals > 0, joint / np.where(totals > 0, totals, 1), marginals)
