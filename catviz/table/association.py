"""How strongly two columns depend on each other, from their contingency table of counts. Natural logarithms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

from catviz.table.chance import Interpolated, expected_information, whole_margin
from catviz.table.counts import Counts

#: Mutual information below this is rounding, and counts as none.
NO_INFORMATION = 1e-12
#: Cells of contingency tables that are looked at together.
_CELLS = 2**21


def entropy(counts: np.ndarray) -> float:
    """Entropy of a vector or table of counts, in nats; 0 log 0 = 0."""
    counts = np.asarray(counts, dtype=float).ravel()
    counts = counts[counts > 0]
    shares = counts / counts.sum()
    return float(-(shares * np.log(shares)).sum()) if len(shares) > 1 else 0.0


def mutual_information(joint: np.ndarray) -> float:
    """Mutual information of a (v_r, v_s) table of counts, in nats; rounding below 1e-12 is 0."""
    joint = np.asarray(joint, dtype=float)
    information = entropy(joint.sum(axis=1)) + entropy(joint.sum(axis=0)) - entropy(joint)
    return information if information > NO_INFORMATION else 0.0


def normalised_mutual_information(joint: np.ndarray) -> float:
    """2 I / (H_r + H_s), between 0 and 1; 0 where both columns are constant. Not adjusted for chance."""
    return float(_normalised(_table_of_two(joint))[0])


def adjusted_mutual_information(joint: np.ndarray) -> float:
    """(I - E[I]) / ((H_r + H_s) / 2 - E[I]): mutual information adjusted for chance, 0 on average by chance, at most 1.

    E[I] is the mean over all tables with the same margins (`catviz.table.chance.expected_information`), as in
    scikit-learn's ``adjusted_mutual_info_score``. It can lie below 0. It is 0 where a column is constant, and where
    both have a value of their own in each row, since their values then tell nothing about other rows. What chance gives
    is known for whole margins only: of counts that are not whole (fractional weights), they are rounded for it.

    Source: N. X. Vinh, J. Epps & J. Bailey (2010), Information theoretic measures for clusterings comparison.
    """
    return float(_adjusted(_table_of_two(joint))[0])


def redundancy(joint: np.ndarray) -> float:
    """I / H(joint), between 0 and 1: the share of the joint entropy that both columns tell. Not adjusted for chance."""
    return float(_redundant(_table_of_two(joint))[0])


def cramers_v(joint: np.ndarray) -> float:
    """Cramer's V, sqrt(chi2 / (n (min(v_r, v_s) - 1))), between 0 and 1; 0 where a column is constant.

    Not corrected: unrelated columns get more than 0, the more so the more values they have and the fewer rows there
    are. See `corrected_cramers_v`.
    """
    return float(_v(_table_of_two(joint))[0])


def corrected_cramers_v(joint: np.ndarray) -> float:
    """Bias-corrected Cramer's V, between 0 and 1; for unrelated columns a little above 0 on average.

    sqrt(max(0, chi2 / n - (v - 1)(w - 1) / (n - 1)) / (min(v', w') - 1)) with v' = v - (v - 1)^2 / (n - 1), and w'
    likewise. 0 where a column is constant, or has a value of its own in each row.

    Source: W. Bergsma (2013), A bias-correction for Cramer's V and Tschuprow's T.

    Parameters
    ----------
    joint : (v, w) counts
        Values without a row do not count; n is the sum, the effective number of rows if weights are fractional.

    Examples
    --------
    >>> from catviz.table.association import corrected_cramers_v, cramers_v
    >>> joint = [[4, 2, 1], [1, 2, 4], [2, 3, 1]]
    >>> round(cramers_v(joint), 4), round(corrected_cramers_v(joint), 4)
    (0.3552, 0.1527)
    """
    return float(_corrected(_table_of_two(joint))[0])


def cramers_v_by_chance(v: int, w: int, n: float) -> float:
    """About what Cramer's V is for two unrelated columns: sqrt((v - 1)(w - 1) / (n (min(v, w) - 1))), at most 1.

    It is the root of the mean square: chi squared of unrelated columns has mean (v - 1)(w - 1), but for the order 1/n.

    Parameters
    ----------
    v, w : int
        Numbers of values of the two columns.
    n : float
        Number of rows; the effective number if weights are fractional.

    Examples
    --------
    >>> from catviz.table.association import cramers_v_by_chance
    >>> cramers_v_by_chance(3, 5, 100)
    0.2
    """
    smaller = min(v, w) - 1
    return float(min(np.sqrt((v - 1) * (w - 1) / (n * smaller)), 1.0)) if smaller > 0 and n else 0.0


#: Symmetric measures between columns, 1 for the strongest dependence. The first two are close to 0 on average for
#: unrelated columns; the others are 0 for exact independence only, and larger for unrelated columns of many values.
MEASURES: dict[str, Callable[[np.ndarray], float]] = {
    "AMI": adjusted_mutual_information,
    "bias-corrected V": corrected_cramers_v,
    "NMI": normalised_mutual_information,
    "Cramér's V": cramers_v,
    "redundancy": redundancy,
}
#: Those that allow for what unrelated columns get by chance.
ADJUSTED = ("AMI", "bias-corrected V")


def association_matrix(counts: Counts, measure: str = "AMI") -> pd.DataFrame:
    """Association of all pairs of columns; the diagonal is a column with itself.

    Missing is a value of its column, unless the counts are ``counts.without_missing()``: then each pair is compared in
    the rows in which both are known, and AMI is exact to about 0.001.

    Parameters
    ----------
    counts : Counts
        Of the table, from `count`.
    measure : str
        One of "AMI", "bias-corrected V", "NMI", "Cramér's V" and "redundancy".

    Returns
    -------
    (d, d) DataFrame

    Raises
    ------
    ValueError
        Another measure.

    Examples
    --------
    >>> import catviz
    >>> counts = catviz.count(catviz.load_dataset("zoo"))
    >>> float(catviz.association_matrix(counts, "NMI").loc["milk", "eggs"].round(2))
    0.81
    """
    if measure not in MEASURES:
        raise ValueError(f"measure {measure!r}: choose one of {', '.join(MEASURES)}")
    attributes = counts.codebook.attributes
    matrix = np.zeros((len(attributes), len(attributes)))
    for r, associations in enumerate(_rows(counts, _OF_TABLES[measure], measure == "AMI")):
        matrix[r, r:] = matrix[r:, r] = associations
    return pd.DataFrame(matrix, index=attributes, columns=attributes)


def information_matrix(counts: Counts) -> np.ndarray:
    """(d, d) `mutual_information` of all pairs of columns, in nats; the diagonal is a column with itself."""
    d = len(counts.codebook.attributes)
    matrix = np.zeros((d, d))
    for r, information in enumerate(_rows(counts, lambda tables: tables.information, False)):
        matrix[r, r:] = matrix[r:, r] = information
    return matrix


def most_dependent(counts: Counts, fewest: int, most: int) -> str | None:
    """The column with between ``fewest`` and ``most`` values that tells most of the others (mean NMI); None if none."""
    sizes = counts.codebook.n_values
    eligible = [r for r, v in enumerate(sizes) if fewest <= v <= most]
    if not eligible:
        return None
    means = {r: _mean_of_others(_normalised(_Tables.of(counts, r)), r) for r in eligible}
    return counts.codebook.attributes[max(eligible, key=lambda r: (round(means[r], 12), -r))]


def _mean_of_others(values: np.ndarray, r: int) -> float:
    return float(np.delete(values, r).mean()) if len(values) > 1 else 0.0


@dataclass(frozen=True, eq=False)
class _Tables:
    """The contingency tables of one column with several others, side by side.

    Attributes
    ----------
    cells : (v, m) counts
    starts : (k,) where each table starts among the m values of the other columns
    expected : (k,) mutual information by chance, or None where it is worked out table by table
    """

    cells: np.ndarray
    starts: np.ndarray
    expected: np.ndarray | None = None

    @classmethod
    def of(cls, counts: Counts, r: int, first: int = 0, expected: np.ndarray | None = None) -> _Tables:
        """Those of column r with all from ``first`` on."""
        at = counts.codebook.offsets
        return cls(counts.matrix[at[r] : at[r + 1], at[first] :], at[first:-1] - at[first], expected)

    def summed(self, function: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> np.ndarray:
        """(k,) sums over the cells of each table, of a function of the counts and of the rows of their values."""
        total = np.zeros(len(self.starts))
        for part, rows in self._parts():
            total += self._added(function(part, rows).sum(axis=0))
        return total

    def _parts(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Some rows of all tables at a time, and how many rows of the table each of them has in each."""
        step = max(1, _CELLS // max(self.cells.shape[1], 1))
        for first in range(0, len(self.cells), step):
            part = self.cells[first : first + step].astype(float)
            yield part, self._added(part)

    def _added(self, values: np.ndarray) -> np.ndarray:
        """(..., k) sums over the columns of each of k tables."""
        nonempty = self._widths > 0  # a column may be without a value
        total = np.zeros((*values.shape[:-1], len(self.starts)), dtype=values.dtype)
        if nonempty.any():
            total[..., nonempty] = np.add.reduceat(values, self.starts[nonempty], axis=-1)
        return total

    def _spread(self, values: np.ndarray) -> np.ndarray:
        """(..., m) number of each table, for each of its columns."""
        return np.repeat(values, self._widths, axis=-1)

    @cached_property
    def _widths(self) -> np.ndarray:
        return np.diff(np.append(self.starts, self.cells.shape[1]))

    @cached_property
    def partner_counts(self) -> np.ndarray:
        """(m,) counts of the values of the other columns."""
        return self.cells.sum(axis=0, dtype=float)

    @cached_property
    def column_counts(self) -> np.ndarray:
        """(v, k) counts of the column's own values in each table."""
        return np.vstack([np.zeros((0, len(self.starts))), *(rows for _, rows in self._parts())])

    @cached_property
    def n(self) -> np.ndarray:
        """(k,) rows of each table."""
        return self._added(self.partner_counts)

    @cached_property
    def sizes(self) -> tuple[np.ndarray, np.ndarray]:
        """(k,) values with a row, of the column itself and of the others."""
        return (self.column_counts > 0).sum(axis=0), self._added((self.partner_counts > 0).astype(int))

    @cached_property
    def phi2(self) -> np.ndarray:
        """(k,) chi squared / n."""

        def terms(observed: np.ndarray, rows: np.ndarray) -> np.ndarray:
            expected = self._spread(rows / np.maximum(self.n, 1e-300)) * self.partner_counts
            gap = (observed - expected) ** 2
            return np.divide(gap, expected, out=gap, where=expected > 0)

        return self.summed(terms) / np.maximum(self.n, 1e-300)

    @cached_property
    def information(self) -> np.ndarray:
        """(k,) mutual information in nats; rounding is 0."""
        first, second = self.entropies
        information = first + second - self.joint_entropy
        return np.where(information > NO_INFORMATION, information, 0.0)

    @cached_property
    def entropies(self) -> tuple[np.ndarray, np.ndarray]:
        """(k,) entropy of the column itself, and of the others."""
        terms = _plogp(self.column_counts, self.n), _plogp(self.partner_counts, self._spread(self.n))
        return _zero(-terms[0].sum(axis=0)), _zero(-self._added(terms[1]))

    @cached_property
    def joint_entropy(self) -> np.ndarray:
        """(k,)."""
        n = self._spread(self.n)
        return _zero(-self.summed(lambda seen, _: _plogp(seen, n)))

    def interpolated(self, grid: Interpolated) -> np.ndarray:
        """(k,) mutual information by chance, from a grid of counts; those that are not whole are rounded."""
        k = len(self.starts)
        places = np.broadcast_to(np.arange(k), self.column_counts.shape)
        column_parts = grid.parts(np.rint(self.column_counts).ravel(), places.ravel(), k)
        partner_parts = grid.parts(np.rint(self.partner_counts), np.repeat(np.arange(k), self._widths), k)
        return grid.means(column_parts, partner_parts, np.rint(self.n))

    @cached_property
    def by_chance(self) -> np.ndarray:
        """(k,) mutual information of tables with the same margins, on average."""
        if self.expected is not None:
            return self.expected
        stops = np.append(self.starts[1:], self.cells.shape[1])
        columns = zip(self.column_counts.T, self.starts, stops, strict=True)
        margins = ((counts, self.partner_counts[a:b]) for counts, a, b in columns)
        return np.array([_by_chance(list(pair), n) for pair, n in zip(margins, self.n, strict=True)])


def _by_chance(margins: list[np.ndarray], n: float) -> float:
    whole = round(n)
    return float(expected_information([whole_margin(m, whole) for m in margins], whole)[0, 1]) if whole else 0.0


def _plogp(counts: np.ndarray, n: np.ndarray) -> np.ndarray:
    shares = counts / np.maximum(n, 1e-300)
    return shares * np.log(shares, out=np.zeros_like(shares), where=shares > 0)


def _zero(values: np.ndarray) -> np.ndarray:
    """The values, with 0 in place of -0."""
    return values + 0.0


def _table_of_two(joint: np.ndarray) -> _Tables:
    cells = np.asarray(joint)
    return _Tables(cells, np.zeros(1, dtype=np.intp))


def _normalised(tables: _Tables) -> np.ndarray:
    first, second = tables.entropies
    return _share(2 * tables.information, first + second)


def _redundant(tables: _Tables) -> np.ndarray:
    return _share(tables.information, tables.joint_entropy)


def _adjusted(tables: _Tables) -> np.ndarray:
    (first, second), chance = tables.entropies, tables.by_chance
    v, w = tables.sizes
    divisor = np.where((v > 1) & (w > 1), (first + second) / 2 - chance, 0.0)
    return _share(tables.information - chance, np.where(divisor > NO_INFORMATION, divisor, 0.0))


def _v(tables: _Tables) -> np.ndarray:
    v, w = tables.sizes
    return np.sqrt(_share(tables.phi2, np.minimum(v, w) - 1.0))


def _corrected(tables: _Tables) -> np.ndarray:
    v, w = tables.sizes
    free = np.maximum(tables.n - 1, 1e-300)
    excess = np.maximum(tables.phi2 - (v - 1) * (w - 1) / free, 0)
    room = np.minimum(v - 1 - (v - 1) ** 2 / free, w - 1 - (w - 1) ** 2 / free)
    return np.sqrt(_share(excess, np.where(room > NO_INFORMATION, room, 0.0)))


def _share(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """(k,) ratios, at most 1; 0 where there is nothing to divide by."""
    below = np.asarray(below, dtype=float)
    return np.minimum(np.divide(above, below, out=np.zeros(len(below)), where=below > 0), 1.0)


_OF_TABLES = {
    "AMI": _adjusted,
    "bias-corrected V": _corrected,
    "NMI": _normalised,
    "Cramér's V": _v,
    "redundancy": _redundant,
}


def _rows(counts: Counts, function: Callable[[_Tables], np.ndarray], by_chance: bool) -> Iterator[np.ndarray]:
    """(d - r,) measures of each column r with itself and all after it."""
    expected = _all_by_chance(counts) if by_chance else None
    grid = Interpolated(round(np.diag(counts.matrix).max(initial=1))) if by_chance and expected is None else None
    for r in range(len(counts.codebook.attributes)):
        tables = _Tables.of(counts, r, r, None if expected is None else expected[r, r:])
        yield function(tables if grid is None else replace(tables, expected=tables.interpolated(grid)))


def _all_by_chance(counts: Counts) -> np.ndarray | None:
    """(d, d) information by chance of all pairs; None where rows lack values, since margins then differ by the pair."""
    n = round(counts.n_rows)
    if not n or any(abs(f.sum() - counts.n_rows) > 1e-6 * n for f in counts.frequencies):
        return None
    return expected_information([whole_margin(f, n) for f in counts.frequencies], n)
