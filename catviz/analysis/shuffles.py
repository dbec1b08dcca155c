"""Permutation tests against tables with shuffled columns, or other shuffles: several statistics, one p value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import betabinom

from catviz.analysis.nested import Pairs, nested_columns, together
from catviz.analysis.order_null import permuted_tables
from catviz.analysis.statistics import LEVEL
from catviz.parameters import whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.wording import number_of, p_text, percent

#: What the tables are that a table is compared with.
UNRELATED, ONE_FACTOR = "unrelated", "one factor"
#: If none of the first 39 shuffled tables reaches the statistic of the table itself, the answer is clear.
EARLY = 39
#: Shuffled tables before a test says that it detects nothing: means and deviations over fewer are too uncertain.
FEWEST = 19
QUANTILES = {"shuffled_05": 0.05, "shuffled_50": 0.5, "shuffled_95": 0.95}
#: Differences below this, relative to the statistic's size, are rounding.
_ZERO = 1e-9

Statistic = Callable[[CategoricalTable, Any], Mapping[tuple[Any, ...], float]]


@dataclass(frozen=True, eq=False, repr=False)
class ShuffleTest:
    """A permutation test: statistics of a table, ranked among those of shuffled tables.

    The hypothesis is what makes all these tables equally likely: that the columns are unrelated (`shuffle_test`), that
    declared orders of values are exchangeable with random ones (`catviz.analysis.order_test`), or that all columns
    follow one gradient; then the tables are simulated (`catviz.analysis.one_factor`).

    Attributes
    ----------
    observed : Series
        Statistics of the table itself, larger where there is more structure, indexed by measure and ``k``.
    shuffled : DataFrame
        The same statistics of the shuffled or simulated tables, one row per table.
    planned : int
        Shuffled tables asked for. Fewer are in ``shuffled`` if the test was stopped.
    cancelled : bool
        True if the callback stopped the test; then it makes no claim.
    classes : bool
        True if known classes were shuffled too; then they may be what the columns are related to.
    null : {"unrelated", "one factor"}
        What the other tables are: their columns are shuffled, or follow one gradient.
    drawn : int or None
        Rows drawn from the table, if the test was made on a sample of them.
    associations : (float, float) or None
        Under "one factor": the mean association of two columns in the table, and the one expected of the gradient
        (Tschuprow's T squared, corrected for bias). They differ if no gradient can relate the columns so closely.
    few_rows : bool
        True under "one factor" if a column of 10 or more values has fewer than 30 rows a value: the hypothesis is then
        rejected in 10 to 25 % of the tables for which it holds.
    nested : tuple of (column, determined column)
        Columns that determine others (`catviz.analysis.nested`). The other tables keep that relation, so it brings no
        claim about.
    """

    observed: pd.Series
    shuffled: pd.DataFrame
    planned: int
    cancelled: bool = False
    classes: bool = False
    null: str = UNRELATED
    drawn: int | None = None
    associations: tuple[float, float] | None = None
    few_rows: bool = False
    nested: Pairs = ()

    def __repr__(self) -> str:
        verdict = {True: "significant", False: "not significant", None: "open"}[self.significant]
        others = number_of(self.n_shuffles, "shuffled table" if self.null == UNRELATED else "simulated table")
        return f"ShuffleTest({p_text(self.p_value)}, {verdict} at {percent(LEVEL)} %, {others})"

    @property
    def n_shuffles(self) -> int:
        """Number of shuffled or simulated tables that really ran."""
        return len(self.shuffled)

    @property
    def exceeding(self) -> int:
        """Number of shuffled tables whose largest standardised statistic reaches that of the table itself."""
        observed, *others = self._standardised().max(axis=1)
        tied = _ZERO * max(1.0, abs(observed)) if np.isfinite(observed) else 0.0
        return int((np.array(others) >= observed - tied).sum())

    @property
    def p_value(self) -> float:
        """(1 + exceeding) / (1 + n_shuffles), for the largest standardised statistic over all measures and k.

        Each statistic is standardised by the mean and the standard deviation over the other tables. All tables, the
        observed one among them, are treated alike; so for a fixed number of shuffles p <= alpha in at most a share
        alpha of the tables for which the hypothesis holds (Westfall & Young 1993, maximum of test statistics). A test
        that stopped early keeps the level for its answer, `significant`; its p is then a description.
        """
        return (1 + self.exceeding) / (1 + self.n_shuffles)

    @property
    def allowed(self) -> int:
        """The most tables that may reach the table itself if a test that runs to its end is to be significant."""
        return _allowed(self.planned)

    @property
    def significant(self) -> bool | None:
        """True if the hypothesis is rejected at 5 %; False if it is not; None while that is open.

        True once none of the first 39 shuffled tables reaches the table itself, or once so few of all do that p stays
        at most 0.04 (of 99 shuffled tables, 3). False once more do, but not before 19 tables. Both looks together
        reject a hypothesis that holds in at most 5 % of the tables.
        """
        if self.cancelled:
            return None
        allowed, exceeding = self.allowed, self.exceeding
        if exceeding > allowed:
            return False if self.n_shuffles >= min(FEWEST, self.planned) else None
        early = self.n_shuffles == EARLY and not exceeding
        return True if early or exceeding + self.planned - self.n_shuffles <= allowed else None

    @property
    def by_k(self) -> pd.DataFrame:
        """One row per statistic: measure, k, the observed value, and what the shuffled tables give.

        Columns ``measure``, ``k``, ``observed``, ``shuffled_mean``, ``shuffled_std`` (ddof = 1), ``shuffled_05``,
        ``shuffled_50``, ``shuffled_95`` (quantiles) and ``z``, the standardised difference. These are per statistic;
        only `p_value` allows for looking at all of them.
        """
        frame = self.observed.rename("observed").rename_axis(["measure", "k"]).to_frame()
        frame["shuffled_mean"], frame["shuffled_std"] = self.shuffled.mean(), self.shuffled.std()
        for name, q in QUANTILES.items():
            frame[name] = self.shuffled.quantile(q)
        frame["z"] = self._standardised()[0] if self.n_shuffles > 1 else np.nan
        frame.loc[frame["observed"] == frame["shuffled_mean"], "z"] = 0.0
        return frame.reset_index()

    def _standardised(self) -> np.ndarray:
        """(1 + n_shuffles, statistics) differences from the mean of the other tables, in their standard deviations."""
        values = np.vstack([self.observed.to_numpy(), self.shuffled.to_numpy()])
        n = len(values) - 1
        if n < 2:
            return values
        others = (values.sum(axis=0) - values) / n
        squares = np.maximum((values**2).sum(axis=0) - values**2 - n * others**2, 0) / (n - 1)
        gap, deviation = values - others, np.sqrt(squares)
        size = np.abs(values).max(axis=0)
        gap = np.where(np.abs(gap) <= _ZERO * size, 0.0, gap)
        certain = np.where(gap == 0, -np.inf, np.copysign(np.inf, gap))  # one that never changes decides nothing
        spread = deviation > 1e-7 * size  # the difference of squares is exact to about this
        return np.divide(gap, deviation, out=certain, where=spread)


@cache
def _allowed(planned: int) -> int:
    """The most exceeding tables with which a test claims structure, the claims after the early look included.

    The chance that a table without structure exceeds none of the first `EARLY` but more than ``e`` of all is that of a
    beta-binomial distribution, since the share of shuffles that exceed a random table is uniform.
    """
    allowed = int(LEVEL * (1 + planned) + _ZERO) - 1
    if planned <= EARLY:
        return allowed
    later = betabinom(planned - EARLY, 1, EARLY + 1)
    while (1 + allowed) / (1 + planned) + later.sf(allowed) / (EARLY + 1) > LEVEL:
        allowed -= 1
    return allowed


@whole_numbers("n_shuffles")
def shuffle_test(
    table: CategoricalTable,
    statistic: Statistic,
    n_shuffles: int = 99,
    random_state: int = 0,
    y: Sequence[Any] | np.ndarray | None = None,
    callback: Callable[[float, ShuffleTest], bool] | None = None,
) -> ShuffleTest:
    """Compare statistics of a table with those of tables whose columns are shuffled one by one.

    Columns that determine others are shuffled together with these (`catviz.analysis.nested`): they are related by
    construction, which is no finding.

    The statistic is computed in the same way on all tables: what it learns, it learns anew on each. The test stops as
    soon as its answer at 5 % is clear (`ShuffleTest.significant`).

    Parameters
    ----------
    table : CategoricalTable
        Row weights must be whole numbers.
    statistic : callable(table, y) -> mapping of (measure, k) to float
        Larger for more structure.
    n_shuffles : int
        At least 19; with fewer, p cannot reach 5 %.
    random_state : int
        Draws the shuffles.
    y : (n,) known classes, shuffled too, or None
    callback : callable(share done, test so far) -> bool
        Called after each table; True cancels, with the tables so far.

    Raises
    ------
    ValueError
        Fewer than 19 shuffles, or fractional weights.
    """
    nested = nested_columns(table)
    shuffled = permuted_tables(table, n_shuffles, random_state, y, together(nested))
    tables = chain([(table.canonical(), y)], shuffled)
    return ranked_first((statistic(*each) for each in tables), n_shuffles, callback, y is not None, nested=nested)


def ranked_first(
    statistics: Iterator[Mapping[tuple[Any, ...], float]],
    n_shuffles: int,
    callback: Callable[[float, ShuffleTest], bool] | None = None,
    classes: bool = False,
    **about: Any,
) -> ShuffleTest:
    """Rank the first of some statistics among those that follow, which are drawn only until the answer is clear.

    Parameters
    ----------
    statistics : iterator of mappings of (measure, k) to float
        Those observed, then ``n_shuffles`` others that are equally likely if the hypothesis holds.
    n_shuffles, callback
        As in `shuffle_test`.
    classes : bool
        True if known classes are shuffled too.
    **about
        Further attributes of the test.

    Raises
    ------
    ValueError
        Fewer than 19 shuffles.
    """
    if n_shuffles < 1 / LEVEL - 1:
        fewest = f"give at least {1 / LEVEL - 1:.0f}, or p cannot reach {percent(LEVEL)} %"
        raise ValueError(f"n_shuffles={n_shuffles!r}: {fewest}")
    observed = pd.Series(next(statistics), dtype=float)
    rows: list[list[float]] = []

    def so_far(cancelled: bool = False) -> ShuffleTest:
        shuffled = pd.DataFrame(np.reshape(rows, (len(rows), len(observed))), columns=observed.index)
        return ShuffleTest(observed, shuffled, n_shuffles, cancelled, classes, **about)

    stop = callback is not None and callback(1 / (1 + n_shuffles), so_far())
    while not stop and len(rows) < n_shuffles:
        statistic = next(statistics)
        rows.append([statistic[name] for name in observed.index])
        if so_far().significant is not None:
            break
        stop = callback is not None and callback((1 + len(rows)) / (1 + n_shuffles), so_far())
    return so_far(cancelled=bool(stop))
