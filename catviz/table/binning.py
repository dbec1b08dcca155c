"""Numbers cut into intervals."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from catviz.table.codebook import label_text
from catviz.table.intervals import Intervals


def cut_numbers(values: np.ndarray, bins: Any = 10, strategy: str = "uniform") -> Intervals:
    """The intervals that some numbers are cut into; parameters and errors as in `bin_numbers`."""
    if isinstance(bins, bool) or not isinstance(bins, int | np.integer) or bins < 2:
        raise ValueError(f"bins is {bins!r}: give a whole number of at least 2")
    bins, uniform = int(bins), _checked(strategy) == "uniform"
    values = np.asarray(values, dtype=float)
    present = np.sort(values[~np.isnan(values)])
    if not len(present):
        return Intervals((), (None,))
    low, high = present[0], present[-1]
    if not max(-low, high) < 1e300:
        raise ValueError("numbers to bin must be finite and below 1e300: leave others out or set them missing")
    cuts = _uniform_cuts(low, high, bins) if uniform else _quantile_cuts(present, bins)
    used = set(np.searchsorted(cuts, present, side="right").tolist())
    edges = _edge_texts(np.concatenate([[low], cuts, [high]]))
    ends = [")"] * len(cuts) + ["]"]
    labels = [f"[{edges[i]}, {edges[i + 1]}{end}" if i in used else None for i, end in enumerate(ends)]
    return Intervals(tuple(cuts.tolist()), tuple(labels))


def bin_numbers(values: np.ndarray, bins: int = 10, strategy: str = "uniform") -> tuple[np.ndarray, tuple[str, ...]]:
    """``(codes, labels)``: numbers cut into intervals, closed on the left, the last on both sides.

    Parameters
    ----------
    values : (n,) float array
        NaN is missing.
    bins : int
        Intervals at most; empty ones are dropped, equal numbers are never parted.
    strategy : {"uniform", "quantile"}
        Intervals of equal width, or of as equal frequency as ties allow.

    Returns
    -------
    codes : (n,) intp
        Missing is ``len(labels)``.
    labels : tuple of str
        Low to high, with three significant digits or as many as keep the limits apart.

    Raises
    ------
    ValueError
        ``bins`` below 2, an unknown strategy, infinite values.

    Examples
    --------
    >>> codes, labels = bin_numbers([16, 20, 49, float("nan")], bins=10)
    >>> codes.tolist(), labels
    ([0, 1, 2, 3], ('[16, 19.3)', '[19.3, 22.6)', '[45.7, 49]'))
    """
    intervals = cut_numbers(values, bins, strategy)
    return intervals.codes(values), intervals.used


def _checked(strategy: str) -> str:
    if strategy == "width":
        message = 'strategy="width" is now "uniform"; the old name ends with version 0.3'
        warnings.warn(message, DeprecationWarning, stacklevel=4)
        return "uniform"
    if strategy not in ("uniform", "quantile"):
        raise ValueError(f'unknown strategy {strategy!r}: choose "uniform" or "quantile"')
    return strategy


def _uniform_cuts(low: float, high: float, bins: int) -> np.ndarray:
    """Inner limits of intervals of equal width, without the dust of the arithmetic: 0.3, not 0.30000000000000004."""
    if low == high:
        return np.empty(0)
    digits = 12 - math.floor(math.log10(high - low))
    cuts = np.unique([round(float(cut), digits) for cut in np.linspace(low, high, bins + 1)[1:-1]])
    return cuts[(cuts > low) & (cuts < high)]


def _quantile_cuts(present: np.ndarray, bins: int) -> np.ndarray:
    """Inner limits of intervals of equal frequency, each a value of the data."""
    return np.unique(present[np.arange(1, bins) * len(present) // bins])


def _edge_texts(edges: np.ndarray) -> list[str]:
    for digits in range(3, 18):
        texts = [f"{edge:.{digits}g}" for edge in edges]
        if len(set(texts)) == len(set(edges.tolist())):
            break
    return [label_text(float(text)) if abs(float(text)) < 1e15 else text for text in texts]
