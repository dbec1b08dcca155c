"""Principal components of points, and of the rows of a table whose coordinates are too many to be held at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh

from catviz.geometry.scaling import principal_axes, turned
from catviz.geometry.value_geometries import ValueDistances
from catviz.table.fusion import row_sums

LARGE = 1e10
"""Multiplications from which the coordinates of rows are not held, and few axes are found step by step."""
_BLOCK = 5_000
"""Rows whose coordinates are held at once to sum their variance."""
WIDE = 500
"""Axes from which fewer points than axes are decomposed themselves, not their covariance."""


def pca(coordinates: np.ndarray, weights: np.ndarray | None = None, n_components: int = 2) -> np.ndarray:
    """(n, k) places along the axes of largest (weighted) variance."""
    coordinates = np.asarray(coordinates, dtype=float)
    centred = coordinates - np.average(coordinates, axis=0, weights=weights)
    n, width = centred.shape
    weights = np.ones(n) if weights is None else weights
    if width > max(n, WIDE):
        right = np.linalg.svd(np.sqrt(weights)[:, None] * centred, full_matrices=False)[2]
        axes = turned(right[:n_components].T)
    else:
        axes, _ = principal_axes((centred * weights[:, None]).T @ centred / weights.sum(), min(n_components, width))
    return padded(centred @ axes, n_components)


def padded(coordinates: np.ndarray, n_components: int) -> np.ndarray:
    """Zeros for the axes a map lacks (two distinct rows have one axis only)."""
    return np.pad(coordinates, ((0, 0), (0, max(0, n_components - coordinates.shape[1]))))


def values_placed(geometry: Any, progress: Callable[[float], bool]) -> bool:
    """Give the values of each column their coordinates, which the geometry keeps; False if stopped.

    Parameters
    ----------
    geometry : a value geometry
    progress : callable(share of this work done since the last call) -> bool
        Asked after each column; True stops.
    """
    if not isinstance(geometry, ValueDistances):
        return True
    work = geometry.codebook.n_values.astype(float) ** 3
    for attribute, share in zip(geometry.codebook.attributes, work / work.sum(), strict=True):
        geometry.places(attribute)
        if progress(float(share)):
            return False
    return True


class RowSpace:
    """The coordinates X of rows under a geometry: (n, K), which need not be held to multiply them.

    Parameters
    ----------
    geometry : a value geometry
    rows : CategoricalTable
    """

    def __init__(self, geometry: Any, rows: Any) -> None:
        self.geometry, self.rows = geometry, rows
        embedding = geometry.embed()
        self._tables = embedding.row_tables()
        self._mean = embedding.combine == "mean"
        widths = [table.shape[1] for table in self._tables]
        self._ends = np.cumsum(widths)
        self._of_values = widths[0] if self._mean else sum(widths)
        self.n_axes: int = self._of_values
        if getattr(geometry, "numbers", None) is not None:
            self.n_axes = geometry.transform(rows[:1]).shape[1]

    @property
    def is_large(self) -> bool:
        """True where the covariance of all axes, or its decomposition, takes more than `LARGE` multiplications."""
        least = min(len(self.rows), self.n_axes)
        return least * (len(self.rows) * self.n_axes + 10.0 * least**2) > LARGE

    def held(self) -> np.ndarray:
        """X itself."""
        return self.geometry.transform(self.rows)

    def variance(self, weights: np.ndarray) -> float:
        """The rows' weighted variance, summed over all axes; worked out block by block."""
        n = len(self.rows)
        mean = self._transposed(weights) / weights.sum()
        transform, starts = self.geometry.transform, range(0, n, _BLOCK)
        blocks = [slice(start, start + _BLOCK) for start in starts]
        squares = [weights[part] @ ((transform(self.rows[part]) - mean) ** 2).sum(axis=1) for part in blocks]
        return float(sum(squares) / weights.sum())

    def principal(
        self,
        n_components: int,
        weights: np.ndarray | None = None,
        progress: Callable[[float], bool] = lambda share: False,
    ) -> np.ndarray | None:
        """What `pca` gives for X, by the Lanczos method; None if stopped.

        Parameters
        ----------
        n_components : int
            Below the number of axes.
        weights : (n,) row weights, optional
        progress : callable(share of this work done since the last call, roughly) -> bool
            Asked at each multiplication; True stops.
        """
        weights = np.ones(len(self.rows)) if weights is None else weights
        mean = self._transposed(weights) / weights.sum()
        steps = 2.0 * max(2 * n_components + 1, 20)

        def covariance_times(vector: np.ndarray) -> np.ndarray:
            if progress(1 / steps):
                raise _StopError
            vector = vector.reshape(-1, 1)
            return self._transposed(weights * (self._times(vector) - mean @ vector)[:, 0]) / weights.sum()

        operator = LinearOperator((self.n_axes, self.n_axes), matvec=covariance_times, dtype=float)
        start = np.random.default_rng(0).normal(size=self.n_axes)
        try:
            _, axes = eigsh(operator, k=n_components, v0=start)
        except _StopError:
            return None
        axes = turned(axes[:, ::-1])
        return self._times(axes) - mean @ axes

    def _times(self, right: np.ndarray) -> np.ndarray:
        """X @ right."""
        of_values, of_numbers = right[: self._of_values], right[self._of_values :]
        parts = [of_values] * len(self._tables) if self._mean else np.split(of_values, self._ends[:-1])
        found = row_sums([table @ part for table, part in zip(self._tables, parts, strict=True)], self._codes)
        return found + self._numbers @ of_numbers

    def _transposed(self, left: np.ndarray) -> np.ndarray:
        """X.T @ left."""
        parts = [np.bincount(c, left, len(t)) @ t for c, t in zip(self._codes.T, self._tables, strict=True)]
        of_values = np.sum(parts, axis=0) if self._mean else np.concatenate(parts)
        return np.concatenate([of_values, self._numbers.T @ left])

    @cached_property
    def _codes(self) -> np.ndarray:
        return self.rows.recode(self.geometry.codebook).codes

    @cached_property
    def _numbers(self) -> np.ndarray:
        """(n, q) the axes of numeric columns, which come last."""
        if self.n_axes == self._of_values:
            return np.empty((len(self.rows), 0))
        return self.geometry.numbers.places(self.rows)


class _StopError(Exception):
    """Raised where a step of the Lanczos method is to be the last."""
