"""How far methods are apart on the board: above chance, beyond the noise of runs, in time, by kinds of tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import pandas as pd

from catviz.analysis.board.standings import DECIMALS, MARGIN, differences, versions_as_one
from catviz.analysis.board.table import Board
from catviz.analysis.statistics import FriedmanTest, rank_error

#: Times whose ratio is no more count as equal: equal work took so different a time while the board ran.
SAME_TIME = 1.5


def agreement(tested: FriedmanTest, n_data: int, n_methods: int) -> float:
    """The mean rank correlation of two tables: 1 if all tables agree on ranks, 0 on average if none do.

    It is (N W - 1) / (N - 1) with Kendall's W over N tables, which depends on N (0 on average is W = 1 / N).

    Examples
    --------
    >>> from studies.board.gaps import agreement
    >>> from catviz.analysis.statistics import friedman
    >>> scores = [[0.9, 0.8, 0.7], [0.9, 0.7, 0.8], [0.8, 0.6, 0.5], [0.7, 0.9, 0.6]]
    >>> round(agreement(friedman(scores), 4, 3), 4)
    0.4167
    """
    return (tested.chi2 / (n_methods - 1) - 1) / (n_data - 1)


def within_noise(
    board: Board,
    model: str,
    score: str,
    reference: str,
    leave_out: Collection[str] = (),
    families: Iterable[Sequence[str]] = (),
) -> pd.DataFrame:
    """How many differences from one method, beyond the margin, are within two standard errors, one row per method.

    The standard error is over runs from other starts, which are taken as independent between methods; versions of one
    table count once. Folds of a cross-validation are not independent, so this is for clusterers.

    Returns
    -------
    DataFrame
        ``beyond``, the tables with a difference of more than 0.01, and ``close``, those within two standard errors.
    """
    means = board.wide(model, score).drop(index=list(leave_out), errors="ignore")
    runs = board.wide(model, "runs")
    variances = (board.wide(model, f"{score}_deviation") ** 2 / runs.where(runs > 0)).loc[means.index]
    squared = variances.drop(columns=reference).add(variances[reference], axis=0)
    # the mean of n versions has the sum of their variances divided by n², so their mean variance divided by n
    counts = squared.notna().astype(float)
    for family in families:
        present = [name for name in family if name in counts.index]
        counts.loc[present] = counts.loc[present].sum().to_numpy()
    errors = np.sqrt(versions_as_one(squared / counts.where(counts > 0), families))
    apart = differences(means, reference, families)
    beyond = apart.abs() > MARGIN
    return pd.DataFrame({"beyond": beyond.sum(), "close": (beyond & (apart.abs() <= 2 * errors)).sum()})


def above_chance(
    board: Board, model: str, score: str, tables: Collection[str], families: Iterable[Sequence[str]] = ()
) -> pd.DataFrame:
    """On how many of some tables the mean score of a method is above its level of chance, one row per method.

    Versions of one table count once, by the means of their scores and of their levels.

    Returns
    -------
    DataFrame
        ``above``, and ``tables`` with a score.
    """
    over = board.wide(model, score) - board.wide(model, f"{score}_chance")
    over = versions_as_one(over.loc[list(tables)], families).round(DECIMALS)
    return pd.DataFrame({"above": (over > 0).sum(), "tables": over.notna().sum()})


def front(ranks: pd.Series, time: pd.Series, n_data: int) -> list[str]:
    """The methods that no other beats beyond tolerances: by rank and not slower, or by time and not worse in rank.

    Worse in rank is by more than one standard error of the difference of two mean ranks, sqrt(k (k + 1) / (6 N)) for k
    methods on N tables in random order, which about a third of pairs exceed in random order: a tolerance, no evidence.
    Slower is by more than a factor of 1.5. The quickest method is first.

    Parameters
    ----------
    ranks, time : Series of mean rank and of seconds by method
        Methods without either are left out.
    n_data : int
        N, the tables that the ranks are means over.

    Examples
    --------
    >>> import pandas as pd
    >>> from studies.board.gaps import front
    >>> ranks, time = pd.Series({"a": 2.6, "b": 1.0, "c": 2.4}), pd.Series({"a": 0.10, "b": 0.50, "c": 0.12})
    >>> front(ranks, time, 20)
    ['a', 'c', 'b']
    """
    pairs = pd.DataFrame({"time": time, "rank": ranks}).dropna().sort_values(["time", "rank"], kind="stable")
    seconds_of, rank_of, error = pairs["time"].to_numpy(), pairs["rank"].to_numpy(), rank_error(len(ranks), n_data)
    slower = seconds_of[:, None] > SAME_TIME * seconds_of[None, :]
    worse = rank_of[:, None] > rank_of[None, :] + error
    beaten = (slower & ~worse.T) | (worse & ~slower.T)
    return [str(name) for name in pairs.index[~beaten.any(axis=1)]]


def halves(trait: pd.Series) -> tuple[pd.Series, float]:
    """``(upper, cut)``: which tables have more than the median of a trait, and the median; NaN belongs to neither."""
    cut = float(trait.median())
    return trait > cut, cut
