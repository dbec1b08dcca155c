"""Numbers cut into intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from catviz.parameters import whole_numbers
from catviz.table.codebook import Intervals, label_text

#: How numbers are cut: by width or frequency as it fits, into equal widths, into equal frequencies.
STRATEGIES = (AUTO := "auto", "uniform", "quantile")
_EXACT = 2.0**53
#: Up to so many intervals, one that holds more than half of the numbers is usual.
_USUAL = 3


@whole_numbers("bins")
def cut_numbers(values: np.ndarray, bins: Any = 10, strategy: str = "uniform") -> Intervals:
    """The intervals that some numbers are cut into; parameters and errors as in `bin_numbers`."""
    if isinstance(bins, bool) or not isinstance(bins, int | np.integer) or bins < 2:
        raise ValueError(f"bins is {bins!r}: give a whole number of at least 2")
    bins, fitting = int(bins), fitting_strategy(values, bins, strategy)
    present = _present(values)
    if not len(present):
        return Intervals((), (None,))
    whole = strategy == AUTO and _whole(present)
    cuts = _quantile_cuts(present, bins) if fitting == "quantile" else _uniform_cuts(present, bins, whole)
    return _intervals(present, cuts, whole)


def fitting_strategy(values: np.ndarray, bins: int, strategy: str) -> str:
    """ "uniform" or "quantile": what a strategy of ``STRATEGIES`` comes to for some numbers."""
    strategy, present = _checked(strategy), _present(values)
    if strategy != AUTO:
        return strategy
    if bins <= _USUAL or not len(present):
        return "uniform"
    codes = np.searchsorted(_uniform_cuts(present, bins, _whole(present)), present, side="right")
    return "quantile" if 2 * np.bincount(codes).max() > len(present) else "uniform"


def cut_at(values: np.ndarray, limits: Sequence[float]) -> Intervals:
    """The intervals between given limits, those below the first and from the last on included.

    Whole numbers cut at whole numbers are named by the first and the last of an interval, "20 to 29".

    Raises
    ------
    ValueError
        Limits that are not finite or do not rise.
    """
    cuts = np.asarray(limits, dtype=float)
    if not len(cuts) or not np.isfinite(cuts).all() or (np.diff(cuts) <= 0).any():
        raise ValueError(f"the limits {list(limits)} do not rise: give numbers, from the smallest to the largest")
    present = _present(values)
    if not len(present):
        return Intervals((), (None,))
    return _intervals(present, cuts[(cuts > present[0]) & (cuts <= present[-1])], _whole(cuts) and _whole(present))


def _present(values: np.ndarray) -> np.ndarray:
    values = np.asarray(values, dtype=float)
    present = np.sort(values[~np.isnan(values)])
    if len(present) and not max(-present[0], present[-1]) < 1e300:
        raise ValueError("numbers to bin must be finite and below 1e300: leave others out or set them missing")
    return present


def _intervals(present: np.ndarray, cuts: np.ndarray, whole: bool) -> Intervals:
    low, high = present[0], present[-1]
    used = set(np.searchsorted(cuts, present, side="right").tolist())
    if whole:
        firsts, lasts = [int(low), *map(int, cuts)], [*(int(cut) - 1 for cut in cuts), int(high)]
        names = [str(a) if a == b else f"{a} to {b}" for a, b in zip(firsts, lasts, strict=True)]
        return Intervals(tuple(cuts.tolist()), tuple(name if i in used else None for i, name in enumerate(names)))
    edges = _edge_texts(np.concatenate([[low], cuts, [high]]))
    ends = [")"] * len(cuts) + ["]"]
    labels = [f"[{edges[i]}, {edges[i + 1]}{end}" if i in used else None for i, end in enumerate(ends)]
    return Intervals(tuple(cuts.tolist()), tuple(labels))


@whole_numbers("bins")
def bin_numbers(values: np.ndarray, bins: int = 10, strategy: str = "uniform") -> tuple[np.ndarray, tuple[str, ...]]:
    """``(codes, labels)``: numbers cut into intervals, closed on the left, the last on both sides.

    By "auto", whole numbers are cut at whole numbers, so that each interval can hold equally many, and intervals are
    named after the first and the last: "20 to 21".

    Parameters
    ----------
    values : (n,) float array
        NaN is missing.
    bins : int
        Intervals at most; empty ones are dropped, equal numbers are never parted.
    strategy : {"uniform", "quantile", "auto"}
        Intervals of equal width, or of as equal frequency as ties allow. "auto" takes equal width, unless one of four
        or more intervals would hold more than half of the numbers: then equal frequency.

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
    >>> bin_numbers([16, 20, 49], bins=10, strategy="auto")[1]
    ('16 to 19', '20 to 23', '48 to 49')
    """
    intervals = cut_numbers(values, bins, strategy)
    return intervals.codes(values), intervals.used


def _checked(strategy: str) -> str:
    if strategy not in STRATEGIES:
        raise ValueError(f"unknown strategy {strategy!r}: choose one of {', '.join(map(repr, STRATEGIES))}")
    return strategy


def _whole(numbers: np.ndarray) -> bool:
    """Whole numbers that floats hold exactly."""
    return bool((np.abs(numbers) < _EXACT).all() and (numbers == np.floor(numbers)).all())


def _uniform_cuts(present: np.ndarray, bins: int, whole: bool) -> np.ndarray:
    """Inner limits of intervals of equal width, without the dust of the arithmetic: 0.3, not 0.30000000000000004.

    If they are to be whole, each interval holds equally many, the last at most so many: 20 to 21, 22 to 23.
    """
    low, high = present[0], present[-1]
    if low == high:
        return np.empty(0)
    if whole:
        return np.arange(low, high + 1, -(-(high - low + 1) // bins))[1:]
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
