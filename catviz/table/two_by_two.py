"""The exact test of two values by two, for any number of rows."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh_tridiagonal
from scipy.special import gammaln, xlogy

#: Tails are summed term by term over steps of so many counts; wider steps, a standard deviation each, by so many nodes.
_SINGLY, _NODES = 1_000, 40
#: A step that adds less than this share ends a tail.
_NEGLIGIBLE = 1e-17
#: Stirling's series holds from here on. Counts are near their expected ones up to this square of difference over sum.
_STIRLING, _NEAR = 16.0, 0.01
_ODD = 1 / np.arange(3.0, 19.0, 2.0)


def share_as_far(seen: int, a: int, b: int, n: int) -> float:
    """The chance that a random draw has a count as far from the expected one as that seen, above or below it.

    Parameters
    ----------
    seen : int
        Whole count among the rows drawn.
    a, b : int
        Whole counts among all rows, and of rows drawn without replacement.
    n : int
        All rows, up to 2^53. Neither time nor memory grows with them.

    Returns
    -------
    float

    Examples
    --------
    >>> from catviz.table.two_by_two import share_as_far
    >>> round(share_as_far(3, 3, 4, 8), 4)
    0.1429
    """
    away = abs(seen * n - a * b)
    above, below = -((-a * b - away) // n), (a * b - away) // n
    if above <= below + 1:
        return 1.0
    # the overlap with all other rows is as far below as that with these is above
    return min(1.0, _tail(above, a, b, n) + _tail(a - below, a, n - b, n))


def _tail(least: int, a: int, b: int, n: int) -> float:
    """The chance of an overlap of at least ``least``, which is above the mean, of sets of a and b among n rows."""
    total, most = 0.0, min(a, b)
    step = max(_SINGLY, int(np.sqrt(a * b / n * (n - a) / n * (n - b) / n)))
    while least <= most:
        offsets, weights = _sum_rule(min(step, most - least + 1))
        part = float(weights @ np.exp(_log_chance(least, offsets, a, b, n)))
        total += part
        if part <= _NEGLIGIBLE * total:
            break
        least += step
    return total


def _sum_rule(length: int) -> tuple[np.ndarray, np.ndarray]:
    """Offsets and weights by which a smooth function adds up over 0, 1, ..., length - 1.

    All of them up to ``_SINGLY``; else those of Gauss's rule for sums, whose polynomials are Chebyshev's (Gram's).
    """
    if length <= _SINGLY:
        return np.arange(float(length)), np.ones(length)
    k = np.arange(1.0, _NODES)
    beside = length / 2 * np.sqrt((1 - (k / length) ** 2) / (4 - 1 / k**2))
    nodes, vectors = eigh_tridiagonal(np.full(_NODES, (length - 1) / 2), beside)
    return nodes, length * vectors[0] ** 2


def _log_chance(first: int, offsets: np.ndarray, a: int, b: int, n: int) -> np.ndarray:
    """Logarithm of the chance that sets of a and b among n rows overlap in ``first`` + each offset.

    From the deviations of the four cells from their expected counts, which keeps digits where logarithms of factorials
    cancel: C. Loader (2000), Fast and accurate computation of binomial probabilities.
    """
    whole, rest = divmod(a * b, n)
    deviation = (first - whole) + offsets - rest / n
    log_p = _beyond_powers(np.array([a, n - a, b, n - b], dtype=float)).sum() - _beyond_powers(np.array([float(n)]))[0]
    cells = (
        (first, 1, a, b),
        (a - first, -1, a, n - b),
        (b - first, -1, n - a, b),
        (n - a - b + first, 1, n - a, n - b),
    )
    for start, sign, row, column in cells:
        log_p = log_p - _deviance(start + sign * offsets, row * column / n, sign * deviation)
        log_p -= _beyond_powers(start + sign * offsets)
    return np.asarray(log_p)


def _beyond_powers(m: np.ndarray) -> np.ndarray:
    """log m! - m log m + m: Stirling's series, or as it stands for small m."""
    large = np.maximum(m, _STIRLING)
    square = large**2
    series = (
        np.log(2 * np.pi * large) / 2 + (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / large
    )
    return np.where(m < _STIRLING, gammaln(m + 1) - xlogy(m, m) + m, series)


def _deviance(count: np.ndarray, expected: float, deviation: np.ndarray) -> np.ndarray:
    """k log(k / E) - k + E of counts k whose deviation k - E is known to more digits than they are."""
    v = deviation / (count + expected)
    square = np.minimum(v * v, _NEAR)
    series = np.polynomial.polynomial.polyval(square, _ODD)  # of v^3 / 3 + v^5 / 5 + ..., over v^3
    near = deviation * v + 2 * count * v * square * series
    return np.where(square < _NEAR, near, xlogy(count, count / expected) - deviation)
