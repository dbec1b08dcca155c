"""Intervals: how the numbers of a column become its values, for the rows of a fit and for new ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Intervals:
    """Intervals that numbers are cut into, closed on the left, the last on both sides.

    Attributes
    ----------
    cuts : tuple of float
        Limits between neighbouring intervals, low to high.
    labels : tuple of str or None
        One more than cuts; None for an interval that no number of the data lay in.
    """

    cuts: tuple[float, ...]
    labels: tuple[str | None, ...]

    @property
    def used(self) -> tuple[str, ...]:
        """Labels of the intervals that hold numbers, low to high."""
        return tuple(label for label in self.labels if label is not None)

    def codes(self, numbers: np.ndarray) -> np.ndarray:
        """(n,) places in ``used`` of (n,) numbers; NaN is ``len(used)``.

        A number outside all intervals, or in one that held no data, goes to the nearest interval that did.
        """
        numbers = np.asarray(numbers, dtype=float)
        if not self.used:
            return np.zeros(len(numbers), dtype=np.intp)
        filled = np.array([i for i, label in enumerate(self.labels) if label is not None])
        edges = np.array([-np.inf, *self.cuts, np.inf])
        between = (edges[filled[:-1] + 1] + edges[filled[1:]]) / 2  # the cut itself where neighbours touch
        places = np.searchsorted(between, numbers, side="right")
        return np.where(np.isnan(numbers), len(filled), places).astype(np.intp)
