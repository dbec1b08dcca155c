"""The company values keep: what the other columns look like among the rows that carry a value."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from catviz.table.counts import Counts


def company(
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
    marginals = [f / max(f.sum(), 1) for f in counts.frequencies]
    totals = np.repeat(totals, book.n_values, axis=1)
    return np.where(totals > 0, joint / np.where(totals > 0, totals, 1), np.concatenate(marginals))
