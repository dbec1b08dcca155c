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

from catviz.analysis.equal_weights import rows_of_equal_weight
from catviz.analysis.nested import nested_columns, together
from catviz.analysis.order_null import JointColumns
from catviz.analysis.shuffles import ShuffleTest, ranked_first
from catviz.analysis.whole_groups import Shuffling
from catviz.base import as_table
from catviz.parameters import whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts, count
from catviz.table.row_groups import rows_of_whole_groups
from catviz.table.weights import are_whole, repeated_rows

#: Rows that shuffled tables are made of; of larger tables, so many are drawn.
DRAWN = 2_000
_FEWEST_DRAWN = 200
_SHUFFLES = 99
#: Products that one shuffled table may take: of tables with very many values, fewer rows are drawn.
_WORK = 10**9
#: Counts of pairs of values are dense up to so many times the pairs that a row has.
_FILLED = 30
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
        Upper tail of the chi-squared distribution; 1 where ``df`` is 0. It holds for large counts and few columns: on
        unrelated columns it was at most 5 % in 15 to 40 % of simulated tables with rare values, and in 25 % of those of
        150 rows and 300 columns of two values. NaN if rows belong together.
    shuffles : ShuffleTest or None
        The same statistic of tables with shuffled columns, which hold for all tables; None if none were asked for.
        Missing cells stay in place, and the others of a column are shuffled: what is tested is whether values go with
        each other, or with where others are missing, not whether cells are missing together. Columns that determine
        others are shuffled together with these (``nested``): they are related by construction. Of a table with groups,
        whole groups change places in each column.
    missing_cells : float
        How many cells are missing.
    """

    statistic: float
    df: int
    p_value: float
    shuffles: ShuffleTest | None = field(default=None, compare=False)
    missing_cells: float = field(default=0, compare=False)

    @property
    def significant(self) -> bool | None:
        """Whether the columns are called related at 5 %; None without shuffled tables, which alone decide."""
        return None if self.shuffles is None else self.shuffles.significant


@whole_numbers("n_shuffles", "random_state")
def clusterability(X: Any, n_shuffles: int = 0, random_state: int = 0) -> Clusterability:
    """Test whether any two columns of a table are related, as clusters of rows relate them.

    Clusters that relate three or more columns at once and no two of them are not seen.

    Parameters
    ----------
    X : CategoricalTable, frame, array or Counts
        Missing is a value of its own in the statistic. Fractional weights count as rows.
    n_shuffles : int
        Tables with shuffled columns: 0, or at least 19. Fewer are made where the answer is clear. They need the rows.
    random_state : int
        Draws the shuffles, and the rows where there are more than 2,000, or very many columns or values. Rows with
        fractional weights are drawn in proportion to them.

    Returns
    -------
    Clusterability

    Raises
    ------
    ValueError
        From 1 to 18 shuffled tables; with any, fractional weights so uneven that fewer than 20 rows can be drawn
        (`catviz.analysis.equal_weights.TooUneven`), or of rows that belong together.

    Examples
    --------
    >>> import catviz
    >>> found = catviz.clusterability(catviz.load_dataset("toy_movie"), n_shuffles=99)
    >>> found.statistic, found.df, round(found.p_value, 4), found.significant
    (24.0, 16, 0.0895, False)
    """
    counts = X if isinstance(X, Counts) else count(as_table(X).observed().missing_as_category())
    v = counts.codebook.n_values - 1
    statistic = _sum_of_chi2(counts.matrix, len(v), counts.n_rows)
    df = int((v.sum() ** 2 - (v**2).sum()) // 2)
    p = np.nan if counts.grouped else float(chi_squared.sf(statistic, df)) if df else 1.0
    shuffles = _among_shuffled(as_table(X), n_shuffles, random_state) if n_shuffles else None
    book = counts.codebook
    missing = sum(float(n[-1]) for n, has_missing in zip(counts.frequencies, book.missing, strict=True) if has_missing)
    return Clusterability(statistic, df, p, shuffles, missing)


def related(counts: Counts, table: CategoricalTable, random_state: int = 0) -> Clusterability:
    """The test among up to 99 shuffled tables, of a table that was counted before.

    Parameters
    ----------
    counts : Counts
    table : CategoricalTable
        The rows that were counted, or some of them drawn at random.
    random_state : int
    """
    return replace(clusterability(counts), shuffles=_among_shuffled(table, _SHUFFLES, random_state))


def _among_shuffled(table: CategoricalTable, n_shuffles: int, random_state: int) -> ShuffleTest:
    table, rng = table.observed().missing_as_category(), np.random.default_rng(random_state)
    total, d = int(table.codebook.offsets[-1]), table.n_attributes
    dense = total**2 <= _FILLED * d**2
    most = min(DRAWN, max(_FEWEST_DRAWN, _WORK // min(total**2, _FILLED * d**2)))
    rows, drawn = _rows(table, most, rng)
    codes, book = table.codes[rows], table.codebook
    nested = nested_columns(table)
    groups = [[book.position(name) for name in names] for names in together(nested)]
    joint = JointColumns(codes, groups)
    # of columns that are taken as one, a row stays if any of its cells is absent
    absent = joint.of_any(np.array(book.missing) & (codes == book.n_values - 1))
    shuffling = Shuffling(joint.codes, absent, None if table.groups is None else table.groups[rows])

    def statistics() -> Iterator[dict[tuple[str, int], float]]:
        shuffled = codes
        while True:
            yield {("chi2", 0): _statistic_of_codes(shuffled + book.offsets[:-1], total, dense)}
            shuffled = joint.apart(shuffling.draw(rng))

    return replace(ranked_first(statistics(), n_shuffles), drawn=drawn, nested=nested)


def _rows(table: CategoricalTable, most: int, rng: np.random.Generator) -> tuple[np.ndarray, int | None]:
    """Numbers of the rows that are shuffled, and how many were drawn, if not all are there."""
    if not are_whole(table.weights):
        rows = rows_of_equal_weight(table, most, rng)
        return rows, len(rows)
    rows = repeated_rows(table.weights, len(table), "columns are permuted among whole rows")
    if len(rows) <= most:
        return rows, None
    if table.groups is None:
        return rng.choice(rows, most, replace=False), most
    rows = rows_of_whole_groups(table.groups, rows, most, rng)
    return rows, len(rows)


def _statistic_of_codes(values: np.ndarray, total: int, dense: bool) -> float:
    """The statistic of (n, d) values, numbered through all columns."""
    n, d = values.shape
    ones = csr_array((np.ones(n * d, np.float32), values.ravel(), np.arange(0, n * d + 1, d)), (n, total))
    if dense:
        rows = ones.toarray()
        return _sum_of_chi2(rows.T @ rows, d, n)
    pairs = (ones.T @ ones).tocoo()
    counts = pairs.diagonal().astype(float)
    ratios = float((pairs.data.astype(float) ** 2 / (counts[pairs.coords[0]] * counts[pairs.coords[1]])).sum())
    return _from_ratios(ratios, int(np.count_nonzero(counts)), d, n)


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
    """The statistic from the sum over all pairs of values; a column with itself gives its number of values."""
    return round(max(float(n_rows * ((ratios - n_values) - d * (d - 1)) / 2), 0.0), 9)
