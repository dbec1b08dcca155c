"""Numbers cut into intervals."""

from __future__ import annotations

import math

import numpy as np

from catviz.table.codebook import label_text


def bin_numbers(values: np.ndarray, bins: int = 10, strategy: str = "width") -> tuple[np.ndarray, tuple[str, ...]]:
    """``(codes, labels)``: numbers cut into intervals, closed on the left, the last on both sides.

    Parameters
    ----------
    values : (n,) float array
        NaN is missing.
    bins : int
        Intervals at most; empty ones are dropped, equal numbers are never parted.
    strategy : {"width", "quantile"}
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
    if isinstance(bins, bool) or not isinstance(bins, int | np.integer) or bins < 2:
        raise ValueError(f"bins is {bins!r}: give a whole number of at least 2")
    if strategy not in ("width", "quantile"):
        raise ValueError(f'unknown strategy {strategy!r}: choose "width" or "quantile"')
    values = np.asarray(values, dtype=float)
    known = ~np.isnan(values)
    present = np.sort(values[known])
    if not len(present):
        return np.zeros(len(values), dtype=np.intp), ()
    low, high = present[0], present[-1]
    if not max(-low, high) < 1e300:
        raise ValueError("numbers to bin must be finite and below 1e300: leave others out or set them missing")
    cuts = _width_cuts(low, high, bins) if strategy == "width" else _quantile_cuts(present, bins)
    intervals = np.searchsorted(cuts, values, side="right")
    used, codes = np.unique(intervals[known], return_inverse=True)
    edges = _edge_texts(np.concatenate([[low], cuts, [high]]))
    labels = tuple(f"[{edges[i]}, {edges[i + 1]}{']' if i == len(cuts) else ')'}" for i in used)
    result = np.full(len(values), len(labels), dtype=np.intp)
    result[known] = codes.reshape(-1)
    return result, labels


def _width_cuts(low: float, high: float, bins: int) -> np.ndarray:
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
