"""Distances that compare values within their own column only."""

from __future__ import annotations

import numpy as np

from catviz.base import CountsMethod
from catviz.counts import Counts
from catviz.geometry import ValueDistances


class Hamming(CountsMethod):
    """Hamming distance (simple matching): 0 for equal values, 1 for any others.

    Rows are as far apart as the number of columns in which they differ.

    Examples
    --------
    >>> import catviz
    >>> catviz.Hamming().fit(catviz.load_dataset("toy_movie")).value_distances_["genre"].iloc[0].tolist()
    [0.0, 1.0, 1.0]
    """

    def _learn(self, counts: Counts) -> ValueDistances:
        tables = tuple(1.0 - np.eye(v) for v in counts.codebook.n_values)
        return ValueDistances(counts.codebook, tables, counts.frequencies)
