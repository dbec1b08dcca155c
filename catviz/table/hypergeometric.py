"""Counts drawn without replacement: the hypergeometric distribution, for many values at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.special import gammaln, ndtri_exp

_TERMS = 2**20
"""Terms of sums that are worked out at a time."""


def log_tails(seen: np.ndarray, everywhere: np.ndarray, drawn: np.ndarray, n: int) -> np.ndarray:
    """Logarithm of the smaller tail: the chance that a random draw has at most, or at least, as many as seen.

    Parameters
    ----------
    seen : (m,) whole counts among the rows drawn
    everywhere : (m,) whole counts among all n rows
    drawn : (m,) whole number of rows drawn without replacement
    n : int

    Returns
    -------
    (m,) float64
        Natural logarithm, which does not underflow.

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.table.hypergeometric import log_tails
    >>> np.exp(log_tails(np.array([3]), np.array([4]), np.array([5]), 10)).round(4).tolist()  # (4C3 6C2 + 6) / 10C5
    [0.2619]
    """
    if not len(seen):
        return np.zeros(0)
    given = np.stack(np.broadcast_arrays(seen, everywhere, drawn)).astype(float)
    (x, a, b), inverse = np.unique(given, axis=1, return_inverse=True)
    x = np.clip(x, np.maximum(0, a + b - n), np.minimum(a, b))
    mean = a * b / max(n, 1)
    spread = 10 * np.sqrt(mean * (1 - a / max(n, 1)) * (n - b) / max(n - 1, 1)) + 40
    above = x >= mean
    low = np.where(above, x, np.maximum(np.maximum(0, a + b - n), np.floor(x - spread)))
    high = np.where(above, np.minimum(np.minimum(a, b), np.ceil(x + spread)), x)
    own, tail = np.zeros(len(x)), np.zeros(len(x))
    for part, counts, log_p, starts in drawn_counts(a, b, n, low, high):
        largest = np.maximum.reduceat(log_p, starts)
        lengths = np.diff(np.append(starts, len(log_p)))
        tail[part] = largest + np.log(np.add.reduceat(np.exp(log_p - np.repeat(largest, lengths)), starts))
        own[part] = log_p[counts == np.repeat(x[part], lengths)]
    whole = gammaln(a + 1) + gammaln(n - a + 1) + gammaln(b + 1) + gammaln(n - b + 1) - gammaln(n + 1)
    tail, own = np.minimum(tail + whole, 0.0), own + whole
    other = np.log(np.maximum(1 - np.exp(tail) + np.exp(own), np.exp(own)))
    return np.minimum(tail, other)[np.ravel(inverse)]


def two_sided(log_tail: np.ndarray) -> np.ndarray:
    """(m,) p: twice the smaller tail, at most 1."""
    return np.minimum(1.0, 2 * np.exp(log_tail))


def deviates(log_tail: np.ndarray, more: np.ndarray) -> np.ndarray:
    """(m,) the normal deviate whose two-sided p is that of the smaller tail; positive where ``more`` than expected.

    Source: A. Morineau (1984); L. Lebart, A. Morineau & M. Piron (1995), Statistique exploratoire multidimensionnelle.
    """
    size = np.where(log_tail >= np.log(0.5), 0.0, -ndtri_exp(np.minimum(log_tail, np.log(0.5))))
    return np.where(more, size, -size) + 0.0


def drawn_counts(
    a: np.ndarray, b: np.ndarray, n: int, low: np.ndarray, high: np.ndarray
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
    """Counts of an overlap and their weights, for many pairs of sizes, some at a time.

    Parameters
    ----------
    a, b : (m,) sizes of two sets drawn from n rows
    n : int
    low, high : (m,) the counts looked at, both included

    Yields
    ------
    (places among the m, counts side by side, logarithm of their weight but for a constant of the pair, where each of
    the places starts)
    """
    lengths = np.maximum(high - low + 1, 1).astype(np.intp)
    ends, first = np.cumsum(lengths), 0
    while first < len(a):
        stop = max(first + 1, int(np.searchsorted(ends, (ends[first - 1] if first else 0) + _TERMS)))
        part = np.arange(first, stop)
        starts = np.concatenate([[0], np.cumsum(lengths[part])[:-1]])
        at = np.repeat(part, lengths[part])
        x = low[at] + np.arange(len(at)) - np.repeat(starts, lengths[part])
        log_p = -gammaln(x + 1) - gammaln(a[at] - x + 1) - gammaln(b[at] - x + 1) - gammaln(n - a[at] - b[at] + x + 1)
        yield part, x, log_p, starts
        first = stop
