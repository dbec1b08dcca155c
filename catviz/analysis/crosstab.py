"""Two columns in one table, and one column's frequencies: counts, percentages, what independence expects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.design_effect import DesignEffect, allowed_for
from catviz.analysis.independence import DRAWS, IndependenceTest, expected_counts, independence_test
from catviz.analysis.survey_weights import WeightedCells
from catviz.analysis.trend import TrendTest, trend_test
from catviz.base import as_table
from catviz.parameters import whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import column_name
from catviz.table.counts import Counts, count
from catviz.table.joined import classes_as_column
from catviz.table.row_agreement import Grouping
from catviz.table.row_groups import refuse_counts_of_groups
from catviz.table.weights import are_whole

#: What a crosstab shows, and its name on a page.
SHOWN = {
    "counts": "counts",
    "row_percent": "row percent",
    "column_percent": "column percent",
    "expected": "expected counts",
    "residuals": "adjusted residuals",
}
TOTAL = "total"


@dataclass(frozen=True, eq=False, repr=False)
class Crosstab:
    """Two columns in one table.

    Attributes
    ----------
    rows, columns : str
        Names of the two columns.
    counts : DataFrame of (v, w)
        Rows by weight: values of the first column by values of the second, missing among them where it occurs.
    test : IndependenceTest
        Whether the two are related in the rows in which both are known; the order of values has no part in it.
    trend : TrendTest or None
        Whether they rise together in these rows, if one has a declared order, and the other has one too or two
        values.
    """

    rows: str
    columns: str
    counts: pd.DataFrame
    test: IndependenceTest
    trend: TrendTest | None = None

    def __repr__(self) -> str:
        v, w = self.counts.shape
        return f"Crosstab({self.rows!r} x {self.columns!r}, {v} x {w}, {self.test!r})"

    @property
    def row_percent(self) -> pd.DataFrame:
        """(v, w) percent of the rows with a value of the first column; each line adds up to 100."""
        return 100 * self.counts.div(self.counts.sum(axis=1), axis=0)

    @property
    def column_percent(self) -> pd.DataFrame:
        """(v, w) percent of the rows with a value of the second column; each column adds up to 100."""
        return 100 * self.counts.div(self.counts.sum(axis=0), axis=1)

    @property
    def expected(self) -> pd.DataFrame:
        """(v, w) counts that unrelated columns with the same totals would have on average."""
        return self._framed(expected_counts(self.counts.to_numpy()))

    @property
    def residuals(self) -> pd.DataFrame:
        """(v, w) adjusted residuals: (count - expected) / sqrt(expected (1 - row share) (1 - column share)).

        About standard normal in each cell if the columns are unrelated and expected counts are not small. They are not
        adjusted for looking at many cells. 0 where a column is constant.

        Source: S. J. Haberman (1973), The analysis of residuals in cross-classified tables, Biometrics 29.
        """
        observed = self.counts.to_numpy(dtype=float)
        expected, n = expected_counts(observed), observed.sum() or 1.0
        spread = np.outer(1 - observed.sum(axis=1) / n, 1 - observed.sum(axis=0) / n) * expected
        off = np.divide(observed - expected, np.sqrt(spread), out=np.zeros_like(observed), where=spread > 1e-12)
        return self._framed(off)

    @property
    def tau_b(self) -> float:
        """Kendall's tau-b by weight, without missing cells: that of ``trend``, NaN without one."""
        return float("nan") if self.trend is None else self.trend.tau_b

    def to_frame(self, of: str = "counts", totals: bool = False) -> pd.DataFrame:
        """One of "counts", "row_percent", "column_percent", "expected" and "residuals", with totals on request.

        Residuals have no totals. The total line of row percent is that of all rows, and so for column percent.
        """
        if of not in SHOWN:
            raise ValueError(f"of={of!r}: choose one of {', '.join(SHOWN)}")
        frame: pd.DataFrame = getattr(self, of).copy()
        if not totals or of == "residuals":
            return frame
        whole = _with_totals(self.expected if of == "expected" else self.counts)
        if of == "row_percent":
            return 100 * whole.div(whole.iloc[:, -1].to_numpy(), axis=0)
        if of == "column_percent":
            return 100 * whole.div(whole.iloc[-1].to_numpy(), axis=1)
        return whole

    def to_long(self) -> pd.DataFrame:
        """A line per cell: both values, ``count``, both percentages, ``expected`` and ``residual``."""
        book = {name: getattr(self, name).to_numpy().ravel() for name in SHOWN}
        first, second = np.meshgrid(np.arange(len(self.counts)), np.arange(self.counts.shape[1]), indexing="ij")
        lines = pd.DataFrame(
            {
                self.rows: np.asarray(self.counts.index, dtype=object)[first.ravel()],
                self.columns: np.asarray(self.counts.columns, dtype=object)[second.ravel()],
            }
        )
        return lines.assign(
            count=book["counts"],
            row_percent=book["row_percent"],
            column_percent=book["column_percent"],
            expected=book["expected"],
            residual=book["residuals"],
        )

    def _framed(self, values: np.ndarray) -> pd.DataFrame:
        return pd.DataFrame(values, index=self.counts.index, columns=self.counts.columns)


@whole_numbers("draws", "random_state")
def crosstab(data: Any, rows: str, columns: str, draws: int = DRAWS, random_state: int = 0) -> Crosstab:
    """Cross two columns.

    Parameters
    ----------
    data : CategoricalTable, DataFrame, array or Counts
        Row weights count; fractional ones as their effective number of rows, as survey weights. Missing cells are a
        value, with no part in the test. If rows of a table belong together (``groups``) or have survey weights, the
        tests allow for it, but not for both at once; counts of a table with groups are refused, and counts of survey
        weights are not tested.
    rows, columns : str
        Two different columns; the known classes are one, by their name.
    draws, random_state : int
        For the p value if counts are small, as in `catviz.analysis.independence.independence_test`.

    Returns
    -------
    Crosstab

    Raises
    ------
    ValueError
        No such column, the same one twice, or counts of rows that belong together.

    Examples
    --------
    >>> import catviz
    >>> found = catviz.crosstab(catviz.load_dataset("zoo"), "milk", "eggs")
    >>> found.counts.values.tolist(), found.row_percent.round(1).values.tolist()
    ([[2, 58], [40, 1]], [[3.3, 96.7], [97.6, 2.4]])
    >>> float(found.residuals.loc["yes", "no"].round(2)), round(found.test.chi2, 2)
    (9.44, 89.02)
    """
    rows, columns = column_name(rows), column_name(columns)
    if rows == columns:
        raise ValueError(f"column {rows!r} twice: cross two different columns")
    table = None if isinstance(data, Counts) else _with_columns(as_table(data), rows, columns)
    counts = data if table is None else count(table)
    if table is None:
        refuse_counts_of_groups(counts.grouped)
    # the counts of two columns alone can be whole by chance
    whole = are_whole(counts.matrix if table is None else table.weights)
    book = counts.codebook
    joint = pd.DataFrame(
        counts.block(rows, columns),
        index=pd.Index(book.labels[book.position(rows)], name=rows),
        columns=pd.Index(book.labels[book.position(columns)], name=columns),
    )
    places = [book.position(name) for name in (rows, columns)]
    v, w = (len(book.categories[r]) for r in places)
    known_counts = joint.to_numpy()[:v, :w]
    effects = None if table is None else _design_effects(table)
    effect, of_ranks = (None, None) if effects is None else effects
    test = independence_test(known_counts, draws, random_state, whole, effect)
    ordered = [book.kinds[r] == "ordinal" for r in places]
    lined_up = any(ordered) and all(o or size == 2 for o, size in zip(ordered, (v, w), strict=True))
    trend = trend_test(known_counts, draws, random_state, whole, of_ranks) if lined_up else None
    return Crosstab(rows, columns, joint, test, trend)


def frequencies(data: Any, column: str) -> pd.DataFrame:
    """How many rows have each value of a column.

    Parameters
    ----------
    data : CategoricalTable, DataFrame, array or Counts
        Row weights count; fractional ones as their effective number of rows.
    column : str
        Its name.

    Returns
    -------
    DataFrame, values in their order, missing last
        ``value``, ``n``, ``percent`` (of all rows), ``valid_percent`` (of the rows that are not missing; NaN for
        missing) and ``cumulative_percent`` (of these, up to the value; NaN for a column without a declared order).

    Raises
    ------
    ValueError
        No such column.

    Examples
    --------
    >>> import catviz
    >>> catviz.frequencies(catviz.load_dataset("zoo"), "milk").round(1).values.tolist()
    [['no', 60, 59.4, 59.4, nan], ['yes', 41, 40.6, 40.6, nan]]
    """
    counts = data if isinstance(data, Counts) else count(_with_columns(as_table(data), column))
    book, r = counts.codebook, counts.codebook.position(column)
    n = counts.frequencies[r]
    valid = np.arange(len(n)) < len(book.categories[r])
    shares = 100 * np.where(valid, n, np.nan) / (n[valid].sum() or np.nan)
    ordered = book.kinds[r] == "ordinal"
    return pd.DataFrame(
        {
            "value": list(book.labels[r]),
            "n": n,
            "percent": 100 * n / (n.sum() or np.nan),
            "valid_percent": shares,
            "cumulative_percent": np.cumsum(shares) if ordered else np.full(len(n), np.nan),
        }
    )


def _design_effects(table: CategoricalTable) -> tuple[DesignEffect, DesignEffect] | None:
    """The design effects of two columns' counts and of their ranks, in the rows in which both are known."""
    allowed = allowed_for(table)
    if allowed is None:
        return None
    v, w = (len(values) for values in table.categories)
    known = (table.codes < (v, w)).all(axis=1) & (table.row_weights > 0)
    codes, weights = table.codes[known].astype(np.intp), table.row_weights[known]
    if allowed == "weights":
        cells = WeightedCells.of(codes[:, 0], codes[:, 1], (v, w), weights)
        return cells.effect(), cells.effect_of_ranks()
    grouping = Grouping(table.groups[known], weights)
    first, second = (grouping.agreement(column, k) for column, k in zip(codes.T, (v, w), strict=True))
    df = int(np.prod([max(len(np.unique(column)) - 1, 0) for column in codes.T]))
    correlations = []
    for column, k in zip(codes.T, (v, w), strict=True):
        counts = np.bincount(column, weights, minlength=k)
        correlations.append(grouping.correlation((np.cumsum(counts) - counts / 2)[column]))
    return DesignEffect.of_groups(grouping, first, second, df), DesignEffect.of_ranks(grouping, *correlations)


def _with_columns(table: CategoricalTable, *names: str) -> CategoricalTable:
    return classes_as_column(table).select(names)


def _with_totals(counts: pd.DataFrame) -> pd.DataFrame:
    """With a last line and a last column of sums."""
    values = counts.to_numpy()
    values = np.vstack([values, values.sum(axis=0)])
    index, columns = (pd.Index([*labels, TOTAL], name=labels.name) for labels in (counts.index, counts.columns))
    return pd.DataFrame(np.column_stack([values, values.sum(axis=1)]), index=index, columns=columns)
