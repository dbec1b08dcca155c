"""The company values keep: what the other columns look like among the rows that carry a value."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.table.counts import Counts


def company(counts: Counts, r: int, s: int, i: int, j: int, shares: np.ndarray) -> pd.DataFrame:
    """How values i and j of column r meet each value of column s: counts, and the (v_r, v_s) shares made of them."""
    joint = counts.joint(r, s)
    return pd.DataFrame(
        {
            "term": counts.codebook.attributes[s],
            "value": counts.codebook.labels[s],
            "count with a": joint[i],
            "count with b": joint[j],
            "share of a": shares[i],
            "share of b": shares[j],
            "difference": np.abs(shares[i] - shares[j]),
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
