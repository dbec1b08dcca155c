"""What learning orders with groups takes: steps of a run and seconds of a step, between clear groups and pure noise.

A run on rows without groups takes many more steps than one that finds groups, and nobody knows before which it will be.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catviz.clustering.starts import N_STARTS
from catviz.orders.alternating import MAX_ASSIGNMENTS
from catviz.orders.arrangement import EXACT_VALUES

FEWEST = 10.0
"""Assignments of rows in a run that finds clear groups, whatever the size of the table."""
_VALUES = 60.0
"""Values of all columns, at which the square root of the rows was fitted."""
_FEWEST_ROUNDS = 1.5
"""How often orders are learned in a run that finds clear groups."""
_LITERAL = 40.0
"""How many times as many steps a run on noise takes that may go in circles, as the paper's equations make it."""


def assignments(m: float, n_values: float, k: int, monotone: bool = True, max_iter: int = 50) -> tuple[float, float]:
    """How often a run assigns the rows: with clear groups, and if columns are unrelated.

    Fitted to tables of 240 to 20,000 distinct rows, 5 to 20 columns of 3 to 12 values, and 2 to 20 clusters.

    Parameters
    ----------
    m : float
        Distinct rows.
    n_values : float
        Values of all columns.
    k : int
        Clusters.
    monotone : bool
        False for the paper's own equations, with which runs may go in circles.
    max_iter : int
        Rounds at most.

    Returns
    -------
    tuple of two floats
    """
    noise = FEWEST + 1.3 * np.sqrt(m) * min(1.0, k / 8) * (n_values / _VALUES) ** 0.4
    most = noise if monotone else _LITERAL * noise
    return FEWEST, float(max(FEWEST, min(most, MAX_ASSIGNMENTS * max_iter)))


def fit_seconds(
    m: float, d: int, c: Any, k: int = 8, n_init: int = N_STARTS, monotone: bool = True, max_iter: int = 50
) -> tuple[float, float]:
    """Seconds of a fit on one core: with clear groups, and if columns are unrelated.

    Parameters
    ----------
    m : float
        Distinct rows.
    d : int
        Columns.
    c : int or (d,) of int
        Values, in all or in each column.
    k : int
        Clusters.
    n_init : int
        Runs.
    monotone, max_iter
        As for `assignments`.

    Returns
    -------
    tuple of two floats
    """
    sizes = np.asarray(c, dtype=float) if np.ndim(c) else np.full(max(d, 1), np.sum(c) / max(d, 1))
    step = 2.5e-4 + 1.5e-5 * d + m * d * (1.3e-9 + 4.5e-10 * k)
    rounds = min(max_iter, np.clip(0.6 * sizes.mean(), 2, 8) if monotone else max_iter)
    ordering = _arranging(sizes)
    few, many = assignments(m, sizes.sum(), k, monotone, max_iter)
    return (
        float(n_init * (few * step + min(_FEWEST_ROUNDS, max_iter) * ordering)),
        float(n_init * (many * step + rounds * ordering)),
    )


def expected(low: float, high: float) -> float:
    """One number for a range: as many times its lower end as the upper one is times it."""
    return float(np.sqrt(low * high))


def _arranging(sizes: np.ndarray) -> float:
    """Seconds to find the orders of all columns: exact for few values, by local search beyond."""
    exact = 5e-5 + 1.2e-7 * 2.0 ** np.minimum(sizes, EXACT_VALUES)
    return float(np.where(sizes <= EXACT_VALUES, exact, 1e-5 * sizes**2).sum())
