"""What sets some rows apart from all: shares, lift and test value of every value."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.table import CategoricalTable

FEWEST_EXPECTED = 5
"""Values expected fewer times than this among the selected rows are left out of a profile."""


def profile(table: CategoricalTable, selected: np.ndarray) -> pd.DataFrame:
    """How each value's share among selected rows differs from its share among all.

    Parameters
    ----------
    table : CategoricalTable
    selected : (n,) bool, or row numbers

    Returns
    -------
    DataFrame, most remarkable first
        ``attribute``, ``value``, ``count`` (selected rows that carry it), ``share`` (of the selected), ``share_all``,
        ``lift`` (their ratio), ``v`` (test value: standard deviations from what a random draw of as many rows,
        without replacement, would give). Values with an expected count under 5 are left out.
    """
    table = table.observed().missing_as_category()
    mask = np.zeros(table.n_rows, dtype=bool)
    mask[selected] = True
    weights = np.ones(table.n_rows) if table.weights is None else table.weights
    n, k = weights.sum(), weights[mask].sum()
    frames = []
    for r, labels in enumerate(table.codebook.labels):
        codes = table.codes[:, r]
        everywhere = np.bincount(codes, weights=weights, minlength=len(labels))[: len(labels)]
        inside = np.bincount(codes[mask], weights=weights[mask], minlength=len(labels))[: len(labels)]
        frames.append(
            pd.DataFrame({"attribute": table.attributes[r], "value": labels, "count": inside, "all": everywhere})
        )
    frame = pd.concat(frames, ignore_index=True)
    expected = frame["all"] * k / n if n else frame["all"] * 0.0
    variance = expected * (1 - frame["all"] / n) * (n - k) / max(n - 1, 1)
    frame["share"] = frame["count"] / k if k else 0.0
    frame["share_all"] = frame["all"] / n
    frame["lift"] = np.where(frame["share_all"] > 0, frame["share"] / frame["share_all"], np.nan)
    frame["v"] = np.where(variance > 0, (frame["count"] - expected) / np.sqrt(variance.where(variance > 0, 1)), 0.0)
    frame = frame[expected >= FEWEST_EXPECTED].drop(columns="all")
    return frame.sort_values("v", key=lambda v: -v.abs(), kind="stable").reset_index(drop=True)


def sentence(frame: pd.DataFrame) -> str | None:
    """The profile's first over-represented value as a sentence, as plain text; None where nothing stands out."""
    over = frame[frame["v"] > 2]
    if over.empty:
        return None
    top = over.iloc[0]
    return (
        f"{top['share']:.0%} of these rows have {top['attribute']} = {top['value']}, "
        f"against {top['share_all']:.0%} of all rows."
    )
