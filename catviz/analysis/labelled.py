"""Rows and their labels, and how often each value occurs with each label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from catviz.base import as_table
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import is_known
from catviz.table.limits import refuse_array


def labelled_rows(X: Any, labels: ArrayLike, sample_weight: ArrayLike | None) -> tuple[CategoricalTable, np.ndarray]:
    """``(table, labels)``: the rows of positive weight that have a label, missing as a value of its own.

    Raises
    ------
    ValueError
        Not one label for each row, or no row with a label.
    """
    table = as_table(X, sample_weight=sample_weight)
    given = np.asarray(labels, dtype=object)
    if given.shape != (table.n_rows,):
        raise ValueError(f"labels have shape {given.shape}: give one label for each of the {table.n_rows} rows")
    kept = is_known(given) & (table.row_weights > 0)
    if not kept.any():
        raise ValueError("no row has a label: there is nothing to describe")
    return replace(table[kept], target=None, target_name=None).observed().missing_as_category(), given[kept]


def refuse_labels(sizes: np.ndarray, k: int) -> None:
    """ValueError where the counts of (sum of sizes) values with k labels would be too large."""
    refuse_array(int(sizes.sum()), k, "counts of values and labels", "give labels that several rows share")


def label_counts(
    codes: np.ndarray, sizes: Sequence[int] | np.ndarray, y: np.ndarray, weights: np.ndarray, k: int
) -> np.ndarray:
    """(c, k) weight of the rows with each value, column after column, and each of k labels."""
    columns = zip(codes.T, sizes, strict=True)
    return np.concatenate([np.bincount(c * k + y, weights, v * k).reshape(v, k) for c, v in columns])
