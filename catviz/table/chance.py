"""What comes by chance with given margins: hypergeometric counts, and the expected mutual information."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.special import gammaln, ndtri_exp

#: Counts up to the first are nodes of the grid of `Interpolated`; larger nodes are this factor apart.
_EXACT, _STEP = 32, 1.15
#: From this expected count on, E[x log x] is taken from the moments of x; the error is below its inverse square.
_LARGE_MEAN = 1_000
#: Terms of sums that are worked out at a time.
_TERMS = 2**20
#: Logarithms of tails that differ by less are equal but for rounding.
_ROUNDING = 1e-12


def whole_margin(counts: np.ndarray, n: int) -> np.ndarray:
    """Counts scaled and rounded so that they add up to n (largest remainders); those that come to 0 are left out."""
    scaled = counts * (n / counts.sum())
    whole = np.floor(scaled).astype(np.int64)
    whole[np.argsort(whole - scaled, kind="stable")[: n - whole.sum()]] += 1
    return whole[whole > 0]


def expected_information(margins: list[np.ndarray], n: int) -> np.ndarray:
    """Mean mutual information, in nats, of each two columns over all tables with their margins.

    Parameters
    ----------
    margins : list of (v_r,) whole counts, each adding up to n
    n : int

    Returns
    -------
    (d, d) float64

    Notes
    -----
    The counts of a table drawn at random, margins kept, are hypergeometric. The mean depends on the two counts in the
    margins only, so it is worked out once for each pair of different counts, however many columns there are.

    Source: N. X. Vinh, J. Epps & J. Bailey (2010), Information theoretic measures for clusterings comparison.

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.table.chance import expected_information
    >>> expected_information([np.array([2, 2]), np.array([1, 3])], 4).round(4).tolist()
    [[0.231, 0.2158], [0.2158, 0.2043]]
    """
    sizes, places = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *margins]), return_inverse=True)
    columns = np.repeat(np.arange(len(margins)), [len(m) for m in margins])
    often = np.zeros((len(margins), len(sizes)))
    np.add.at(often, (columns, places), 1.0)
    first, second = np.triu_indices(len(sizes))
    cells = np.zeros((len(sizes), len(sizes)))
    cells[first, second] = cells[second, first] = _cells(sizes[first], sizes[second], n)
    return often @ cells @ often.T


class Interpolated:
    """The same for tables of different numbers of rows: exact for counts up to 32, larger ones lie between nodes.

    Each pair of counts in the margins adds its part to the mean, so a count between two nodes is a part of either. In
    300 random tables of 60 to 40,000 rows, adjusted mutual information was off by 0.0005 at most.

    Parameters
    ----------
    largest : int
        The largest count in a margin.
    """

    def __init__(self, largest: int) -> None:
        n_nodes = int(np.log(max(largest / _EXACT, 1)) / np.log(_STEP)) + 1
        large = np.unique(np.rint(_EXACT * _STEP ** np.arange(1, n_nodes)))
        self.nodes = np.concatenate([np.arange(min(_EXACT, largest) + 1.0), large, [largest] * (largest > _EXACT)])
        self.nodes = np.unique(self.nodes)
        self._logs = np.log(np.maximum(self.nodes, 0.5))
        self._cells: dict[int, np.ndarray] = {}

    def parts(self, counts: np.ndarray, tables: np.ndarray, k: int) -> np.ndarray:
        """(k, nodes) how often each node occurs among whole counts, each in the margin of one of k tables."""
        occurs = counts > 0
        counts, tables = counts[occurs], tables[occurs]
        above = np.clip(np.searchsorted(self.nodes, counts), 1, len(self.nodes) - 1)
        share = (np.log(counts) - self._logs[above - 1]) / (self._logs[above] - self._logs[above - 1])
        occurrences = np.zeros((k, len(self.nodes)))
        np.add.at(occurrences, (tables, above), share)
        np.add.at(occurrences, (tables, above - 1), 1 - share)
        return occurrences

    def means(self, first: np.ndarray, second: np.ndarray, n: np.ndarray) -> np.ndarray:
        """(k,) mean mutual information of k tables, in nats, from the `parts` of their margins and their rows."""
        means = np.zeros(len(n))
        for rows in np.unique(n[n > 0]):
            some = n == rows
            means[some] = np.einsum("ki,ij,kj->k", first[some], self._cells_of(int(rows)), second[some], optimize=True)
        return means

    def _cells_of(self, n: int) -> np.ndarray:
        if n not in self._cells:
            sizes = np.minimum(self.nodes, n)
            cells = np.zeros((len(sizes), len(sizes)))
            first, second = np.triu_indices(len(sizes))
            cells[first, second] = cells[second, first] = _cells(sizes[first], sizes[second], n)
            self._cells[n] = cells
        return self._cells[n]


def _cells(a: np.ndarray, b: np.ndarray, n: int) -> np.ndarray:
    """(m,) E[x / n log(n x / (a b))] for x rows in the cell of two values with ``a`` and ``b`` rows."""
    a, b = a.astype(float), b.astype(float)
    mean = a * b / max(n, 1)
    variance = mean * (1 - a / max(n, 1)) * (n - b) / max(n - 1, 1)
    expected = np.zeros(len(a))
    large = mean >= _LARGE_MEAN
    expected[large] = _by_moments(a[large], b[large], mean[large], variance[large], n)
    spread = 10 * np.sqrt(variance) + 40
    low = np.maximum(np.maximum(0, a + b - n), np.floor(mean - spread))
    high = np.minimum(np.minimum(a, b), np.ceil(mean + spread))
    exact = np.flatnonzero(~large & (high > 0))
    for part, x, log_p, starts in drawn_counts(a[exact], b[exact], n, low[exact], high[exact]):
        lengths = np.diff(np.append(starts, len(x)))
        weight = np.exp(log_p - np.repeat(np.maximum.reduceat(log_p, starts), lengths))
        terms = weight * x * np.log(np.maximum(x, 0.5) / np.repeat(mean[exact[part]], lengths))
        expected[exact[part]] = np.add.reduceat(terms, starts) / np.add.reduceat(weight, starts) / n
    return expected


def _by_moments(a: np.ndarray, b: np.ndarray, mean: np.ndarray, variance: np.ndarray, n: int) -> np.ndarray:
    """(m,) what `_cells` gives for large means: E[x log(x / mean)] from the second, third and fourth moment."""
    skew = (n - 2 * a) * (n - 2 * b) / (n * max(n - 2, 1))
    third, fourth = variance * skew, 3 * variance**2
    return (variance / (2 * mean) - third / (6 * mean**2) + fourth / (12 * mean**3)) / n


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
    >>> from catviz.table.chance import log_tails
    >>> np.exp(log_tails(np.array([3]), np.array([4]), np.array([5]), 10)).round(4).tolist()  # (4C3 6C2 + 6) / 10C5
    [0.2619]
    """
    return _tails_and_points(seen, everywhere, drawn, n)[0]


def log_tails_and_mid_tails(
    seen: np.ndarray, everywhere: np.ndarray, drawn: np.ndarray, n: int
) -> tuple[np.ndarray, np.ndarray]:
    """Those of `log_tails`, and the same less half the chance of the count itself, as FactoMineR's ``catdes`` has them.

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.table.chance import log_tails_and_mid_tails
    >>> arguments = np.array([3]), np.array([4]), np.array([5]), 10  # 4C3 6C2 = 60 and 6 of 10C5 = 252 draws
    >>> [round(float(np.exp(tail)[0]), 4) for tail in log_tails_and_mid_tails(*arguments)]
    [0.2619, 0.1429]
    """
    tails, points = _tails_and_points(seen, everywhere, drawn, n)
    return tails, tails + np.log1p(-np.exp(np.minimum(points - tails, 0.0)) / 2)


def _tails_and_points(
    seen: np.ndarray, everywhere: np.ndarray, drawn: np.ndarray, n: int
) -> tuple[np.ndarray, np.ndarray]:
    """The logarithms of the smaller tail and of the chance of the count itself."""
    if not len(seen):
        return np.zeros(0), np.zeros(0)
    triples = np.stack(np.broadcast_arrays(seen, everywhere, drawn)).astype(float)
    (x, a, b), inverse = np.unique(triples, axis=1, return_inverse=True)
    x = np.clip(x, np.maximum(0, a + b - n), np.minimum(a, b))
    mean = a * b / max(n, 1)
    spread = 10 * np.sqrt(mean * (1 - a / max(n, 1)) * (n - b) / max(n - 1, 1)) + 40
    above = x >= mean
    low = np.where(above, x, np.maximum(np.maximum(0, a + b - n), np.floor(x - spread)))
    high = np.where(above, np.minimum(np.minimum(a, b), np.ceil(x + spread)), x)
    log_point, tail = np.zeros(len(x)), np.zeros(len(x))
    for part, counts, log_p, starts in drawn_counts(a, b, n, low, high):
        largest = np.maximum.reduceat(log_p, starts)
        lengths = np.diff(np.append(starts, len(log_p)))
        tail[part] = largest + np.log(np.add.reduceat(np.exp(log_p - np.repeat(largest, lengths)), starts))
        log_point[part] = log_p[counts == np.repeat(x[part], lengths)]
    whole = gammaln(a + 1) + gammaln(n - a + 1) + gammaln(b + 1) + gammaln(n - b + 1) - gammaln(n + 1)
    tail, log_point = np.minimum(tail + whole, 0.0), log_point + whole
    other = np.log(np.maximum(1 - np.exp(tail) + np.exp(log_point), np.exp(log_point)))
    return np.minimum(tail, other)[np.ravel(inverse)], log_point[np.ravel(inverse)]


def two_sided(log_tail: np.ndarray) -> np.ndarray:
    """(m,) p: twice the smaller tail, at most 1."""
    return np.minimum(1.0, 2 * np.exp(log_tail))


def deviates(log_tail: np.ndarray, more: np.ndarray) -> np.ndarray:
    """(m,) the normal deviate whose two-sided p is twice the smaller tail; positive where ``more`` than expected.

    Source: A. Morineau (1984); L. Lebart, A. Morineau & M. Piron (1995), Statistique exploratoire multidimensionnelle.
    """
    half = np.log(0.5)
    size = np.where(log_tail >= half - _ROUNDING, 0.0, -ndtri_exp(np.minimum(log_tail, half)))
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
