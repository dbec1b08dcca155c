"""Can a table have clusters at all? The chi-squared of all pairs of columns, as TestCat sums it.

Source: Hu, Jiang, Dong, Liu & He 2025, Knowledge and Information Systems 67:4113-4138.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import chi2 as chi_squared

from catviz.analysis.shuffles import ShuffleTest, ranked_first
from catviz.base import as_table
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts, count
from catviz.table.weights import repeated_rows
from catviz.wording import number_of, p_text

LEVEL = 0.05
FEWEST_EXPECTED = 5
"""Expected count of two values from which on the chi-squared distribution is trusted."""
DRAWN = 2_000
"""Rows that shuffled tables are made of; of larger tables, so many are drawn."""
_SHUFFLES = 99
_DENSE = 400
"""Values up to which counts are dense."""
_ROWS = 512


@dataclass(frozen=True)
class Clusterability:
    """The association of all pairs of columns together.

    Attributes
    ----------
    statistic : float
        Sum over the pairs of columns of chi-squared.
    df : int
        Sum of (v_r - 1)(v_s - 1).
    p_value : float
        Upper tail of the chi-squared distribution, which holds for large counts; 1 where ``df`` is 0.
    least_expected : float
        The smallest expected count of two values of different columns. Below 5 nothing is claimed from ``p_value``: on
        unrelated columns with rare values it is at most 5 % in 15 to 40 % of tables.
    shuffles : ShuffleTest or None
        The same statistic of tables with shuffled columns, on 2,000 rows at most; None if none were asked for.
    """

    statistic: float
    df: int
    p_value: float
    least_expected: float = np.inf
    shuffles: ShuffleTest | None = field(default=None, compare=False)

    @property
    def significant(self) -> bool | None:
        """Whether the columns are called related at 5 %; None where the test does not hold.

        The shuffled tables decide where there are any.
        """
        if self.shuffles is not None:
            return self.shuffles.significant
        return self.p_value <= LEVEL if self.least_expected >= FEWEST_EXPECTED else None

    def __str__(self) -> str:
        found = f"chi-squared of all pairs of columns {self.statistic:,.1f} with {self.df:,} degrees of freedom"
        if self.significant is None:
            return (
                f"Not tested here ({found}): two values are expected together in fewer than {FEWEST_EXPECTED} rows, "
                "and then the chi-squared distribution finds relations too often."
            )
        p = p_text(self.p_value)
        if self.shuffles is not None:
            drawn = f" of {self.shuffles.drawn:,} rows drawn at random" if self.shuffles.drawn else ""
            others = number_of(self.shuffles.n_shuffles, "table")
            p = f"reached by {self.shuffles.exceeding} of {others} with shuffled columns{drawn}"
        if not self.significant:
            return (
                f"No association of the columns is detected ({found}, {p}): clusters of these rows could be due to "
                "chance."
            )
        return (
            f"The columns are related ({found}, {p}), as they are where rows form clusters. Columns can be related "
            "without clusters."
        )


def clusterability(X: Any, n_shuffles: int = 0, random_state: int = 0) -> Clusterability:
    """Test whether any two columns of a table are related, as clusters of rows relate them.

    Clusters that relate three or more columns at once and no two of them are not seen.

    Parameters
    ----------
    X : CategoricalTable, frame, array or Counts
        Missing is a value of its own. Fractional weights count as rows.
    n_shuffles : int
        Tables with shuffled columns, which hold for rare values too: 0, or at least 19. Fewer are made where the answer
        is clear. They need the rows, and weights in whole numbers.
    random_state : int
        Draws the shuffles, and the rows where there are more than 2,000.

    Returns
    -------
    Clusterability

    Examples
    --------
    >>> import catviz
    >>> found = catviz.clusterability(catviz.load_dataset("toy_movie"))
    >>> found.statistic, found.df, round(found.p_value, 4)
    (24.0, 16, 0.0895)
    """
    table = None if isinstance(X, Counts) else as_table(X).observed().missing_as_category()
    counts = X if table is None else count(table)
    v = counts.codebook.n_values - 1
    statistic = _sum_of_chi2(counts.matrix, len(v), counts.n_rows)
    df = int((v.sum() ** 2 - (v**2).sum()) // 2)
    p = float(chi_squared.sf(statistic, df)) if df else 1.0
    shuffles = _among_shuffled(as_table(X), n_shuffles, random_state) if n_shuffles else None
    return Clusterability(statistic, df, p, _least_expected(counts), shuffles)


def related(counts: Counts, table: CategoricalTable, random_state: int = 0) -> Clusterability:
    """Test by the chi-squared distribution, or among up to 99 shuffled tables where values are too rare for that.

    Parameters
    ----------
    counts : Counts
    table : CategoricalTable
        The rows that were counted, or some of them drawn at random.
    random_state : int
    """
    found = clusterability(counts)
    if found.significant is not None:
        return found
    return replace(found, shuffles=_among_shuffled(table, _SHUFFLES, random_state))


def _among_shuffled(table: CategoricalTable, n_shuffles: int, random_state: int) -> ShuffleTest:
    table, rng = table.observed().missing_as_category().canonical(), np.random.default_rng(random_state)
    rows = repeated_rows(table.weights, len(table), "columns are permuted among whole rows")
    drawn = DRAWN if len(rows) > DRAWN else None
    codes = table.codes[rng.choice(rows, DRAWN, replace=False) if drawn else rows]
    firsts = table.codebook.offsets[:-1]

    def statistics() -> Iterator[dict[tuple[str, int], float]]:
        shuffled = codes
        while True:
            yield {("chi2", 0): _of_codes(shuffled + firsts, int(table.codebook.offsets[-1]))}
            shuffled = rng.permuted(codes, axis=0)

    return replace(ranked_first(statistics(), n_shuffles), drawn=drawn)


def _of_codes(values: np.ndarray, total: int) -> float:
    """The statistic of (n, d) values, numbered through all columns."""
    n, d = values.shape
    ones = csr_array((np.ones(n * d, np.float32), values.ravel(), np.arange(0, n * d + 1, d)), (n, total))
    if total > _DENSE:
        pairs = (ones.T @ ones).tocoo()
        own = pairs.diagonal().astype(float)
        ratios = float((pairs.data.astype(float) ** 2 / (own[pairs.coords[0]] * own[pairs.coords[1]])).sum())
        return _from_ratios(ratios, int(np.count_nonzero(own)), d, n)
    dense = ones.toarray()
    return _sum_of_chi2(dense.T @ dense, d, n)


def _least_expected(counts: Counts) -> float:
    """The smallest product of the counts of two values of different columns, over the rows."""
    n, book = np.diag(counts.matrix).astype(float), counts.codebook
    rarest = np.sort([own[own > 0].min() for own in np.split(n, np.cumsum(book.n_values)[:-1]) if own.any()])
    return float(rarest[0] * rarest[1] / counts.n_rows) if len(rarest) > 1 else np.inf


def _sum_of_chi2(matrix: np.ndarray, d: int, n_rows: float) -> float:
    """n (sum of n_ab^2 / (n_a n_b) over the pairs of values of two columns, less the number of pairs of columns)."""
    n = np.diag(matrix).astype(float)
    one_over = np.where(n > 0, 1 / np.where(n > 0, n, 1), 0.0)
    ratios = 0.0
    for first in range(0, len(n), _ROWS):
        some = slice(first, first + _ROWS)
        ratios += float(one_over[some] @ (matrix[some].astype(float) ** 2 @ one_over))
    return _from_ratios(ratios, int(np.count_nonzero(n)), d, n_rows)


def _from_ratios(ratios: float, n_values: int, d: int, n_rows: float) -> float:
    """The same from the sum over all pairs of values; a column with itself gives its number of values."""
    return round(max(float(n_rows * ((ratios - n_values) - d * (d - 1)) / 2), 0.0), 9)
