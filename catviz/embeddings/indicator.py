"""Indicator embeddings: one axis a value."""

from __future__ import annotations

import numpy as np

from catviz.base import CountsMethod
from catviz.counts import Counts
from catviz.geometry import ValueEmbedding


class OneHot(CountsMethod):
    """One-hot (dummy, DVE) coding: every value is an axis of its own, all pairs of values sqrt(2) apart.

    Examples
    --------
    >>> import catviz
    >>> catviz.OneHot().fit_transform(catviz.load_dataset("toy_movie")).shape
    (6, 10)
    """

    gives = "embedding"

    def _learn(self, counts: Counts) -> ValueEmbedding:
        coordinates = tuple(np.eye(v) for v in counts.codebook.n_values)
        return ValueEmbedding(counts.codebook, coordinates, counts.frequencies)

    def get_feature_names_out(self, input_features=None) -> np.ndarray:
        """``attribute_value``, one a column of ``transform``."""
        return np.array([f"{a}_{v}" for a, v in self.geometry_.codebook.values], dtype=object)
