"""Can a table have clusters at all? The chi-squared of all pairs of columns, as TestCat sums it.

Source: Hu, Jiang, Dong, Liu & He 2025, Knowledge and Information Systems 67:4113-4138.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import chi2 as chi_squared

from catviz.analysis.shuffles import shuffle_test
from catviz.base import as_table
from catviz.table.counts import Counts, count
from catviz.wording import p_text

LEVEL = 0.05
FEWEST_EXPECTED = 5
"""Expected count of two values from which on the chi-squared distribution is trusted."""
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
    shuffled_p_value : float or None
        The share of tables with shuffled columns that reach the statistic, this table counted among them; None if none
        were asked for.
    least_expected : float
        The smallest expected count of two values of different columns. Below 5 the text claims nothing from
        ``p_value``: on unrelated columns with rare values it is at most 5 % in 15 to 40 % of tables.
    """

    statistic: float
    df: int
    p_value: float
    shuffled_p_value: float | None = None
    least_expected: float = np.inf

    def __str__(self) -> str:
        found = f"chi-squared of all pairs of columns {self.statistic:,.1f} with {self.df:,} degrees of freedom"
        p = self.p_value if self.shuffled_p_value is None else self.shuffled_p_value
        if self.shuffled_p_value is None and self.least_expected < FEWEST_EXPECTED:
            return (
                f"Not tested here ({found}): two values are expected together in fewer than {FEWEST_EXPECTED} rows, "
                "and "
                "then the chi-squared distribution finds relations too often."
            )
        if p > LEVEL:
            return (
                f"No association of the columns is detected ({found}, {p_text(p)}): clusters of these rows could be "
                "due "
                "to chance."
            )
        return (
            f"The columns are related ({found}, {p_text(p)}), as they are where rows form clusters. Columns can be "
            "related without clusters."
        )


def clusterability(X: Any, n_shuffles: int = 0, random_state: int = 0) -> Clusterability:
    """Test whether any two columns of a table are related, as clusters of rows relate them.

    Clusters that relate three or more columns at once and no two of them are not seen.

    Parameters
    ----------
    X : CategoricalTable, frame, array or Counts
        Missing is a value of its own. Fractional weights count as rows.
    n_shuffles : int
        Shuffled tables for a second p value that holds for small counts too: 0, or at least 19. It needs the rows.
    random_state : int
        Draws the shuffles.

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
    counts = X if isinstance(X, Counts) else count(as_table(X).observed().missing_as_category())
    v = counts.codebook.n_values - 1
    statistic, df = _sum_of_chi2(counts), int((v.sum() ** 2 - (v**2).sum()) // 2)
    p = float(chi_squared.sf(statistic, df)) if df else 1.0
    least = _least_expected(counts)
    if not n_shuffles:
        return Clusterability(statistic, df, p, least_expected=least)
    table = as_table(X).observed().missing_as_category()
    ranked = shuffle_test(table, lambda each, _: {("chi2", 0): _sum_of_chi2(count(each))}, n_shuffles, random_state)
    return Clusterability(statistic, df, p, ranked.p_value, least)


def _least_expected(counts: Counts) -> float:
    """The smallest product of the counts of two values of different columns, over the rows."""
    n, book = np.diag(counts.matrix).astype(float), counts.codebook
    rarest = np.sort([own[own > 0].min() for own in np.split(n, np.cumsum(book.n_values)[:-1]) if own.any()])
    return float(rarest[0] * rarest[1] / counts.n_rows) if len(rarest) > 1 else np.inf


def _sum_of_chi2(counts: Counts) -> float:
    """n (sum of n_ab^2 / (n_a n_b) over the pairs of values of two columns, less the number of pairs of columns)."""
    n, d = np.diag(counts.matrix).astype(float), len(counts.codebook.attributes)
    one_over = np.where(n > 0, 1 / np.where(n > 0, n, 1), 0.0)
    ratios = 0.0
    for first in range(0, len(n), _ROWS):
        some = slice(first, first + _ROWS)
        ratios += float(one_over[some] @ (counts.matrix[some].astype(float) ** 2 @ one_over))
    total = counts.n_rows * ((ratios - np.count_nonzero(n)) - d * (d - 1)) / 2
    return round(max(float(total), 0.0), 9)
