"""What the board says of methods: ranks, differences from a reference, chance, time, and kinds of tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import pandas as pd

from catviz.analysis.board.table import Board
from catviz.analysis.significance import rank_table
from catviz.analysis.statistics import FriedmanTest, holm, rank_error, signed_rank_p

LEVEL = 0.01
"""The level at which ranks on the board are tested.

Friedman's test takes methods as exchangeable, which near copies among many are not: see ``MEASURED``.
"""
ERROR_RATE = "4\u00a0%"
"""How often Friedman's test at ``LEVEL`` claimed a difference in simulations without one."""
WHY_LEVEL = (
    "The error rate of 1\u00a0% is nominal. As a test of whether any method finds the classes, Friedman's test claims "
    "a difference too often: in 400 simulations with shuffled classes, so without any difference to find, it claimed "
    f"one at 1\u00a0% in 16 ({ERROR_RATE}; 95\u00a0% interval 2.3 to 6.4\u00a0%) and at 5\u00a0% in 46 (11.5\u00a0%). "
    f"So the error rate behind “significant at 1\u00a0%” is about {ERROR_RATE}, as measured for ARI of 36 methods with "
    "k-modes or k-means on 18 tables."
)
"""How often the test errs, in short."""
DETAILS = (
    "The 18 tables have at most 3,500 rows and a score of every method, with ten runs each. A pair of methods was "
    "named in 5 of the 400. With Hamming and nine of the other 35 methods, drawn anew each time, the test claimed a "
    "difference at 5\u00a0% in 27 and at 1\u00a0% in 7 of the 400, and a pair was named in 3. Two things can raise "
    "the error rate; which of them does is not known. Some methods are near copies of each other. And some make large "
    "clusters: ARI and AMI of random clusters are 0 on average, but how often they are above 0 depends on the sizes "
    "of the clusters, and so do ranks. The error rates with AMI, classifiers, spectral clustering, k-medoids, larger "
    "tables or other numbers of runs, and over several tests, were not measured."
)
"""What the simulations were of, and what they leave open."""
MEASURED = f"{WHY_LEVEL} {DETAILS} The simulations are in `benchmarks/board_rates.py`."
"""Both, and where these numbers come from."""
SIGNED_RANK_MEASURED = (
    "In the simulations with shuffled classes (see Ranks), it claimed at 5\u00a0% that at least one method differs "
    "from Hamming in 13 of 400 with 36 methods (3.3\u00a0%; 95\u00a0% interval 1.7 to 5.5\u00a0%), and in 14 of 400 "
    "with Hamming and nine others. This was measured for ARI of k-modes or k-means on the 18 tables, of at most 3,500 "
    "rows, and only where no method finds the classes: not for classifiers, larger tables, full factorials or versions "
    "of one table, and not where there is structure."
)
"""How often the comparison with one method errs."""
_DECIMALS = 6
"""Of differences: scores are kept to four, so what is left below is rounding."""
MARGIN = 0.01
"""Scores that differ by no more count as close."""
SAME_TIME = 1.5
"""Times whose ratio is no more count as equal: equal work took so different a time while the board ran."""


def compared(board: Board, model: str, score: str, leave_out: Collection[str] = ()) -> pd.DataFrame:
    """Mean scores of the methods on the tables that all of them ran on, data sets by methods.

    Methods that ran on fewer than half of the tables of this model are left out, and then the tables that not all
    others ran on. A method that ran and has no score has NaN, which ranks last.

    Parameters
    ----------
    board : Board
    model, score : str
    leave_out : names of data sets
    """
    ran = board.ran(model).drop(index=list(leave_out), errors="ignore")
    methods = ran.columns[2 * ran.sum() >= len(ran)]
    tables = ran.index[ran[methods].all(axis=1)]
    return board.wide(model, score).loc[tables, methods]


def comparable(scores: pd.DataFrame, families: Iterable[Sequence[str]]) -> pd.DataFrame:
    """The tables that ranks are tested on: those with a score of every method, with the mean of each family.

    A method without a score ranks last whatever the classes are, and versions of one table are not independent: both
    alone make methods differ. The mean of a family has the name of its first table with all scores.

    Parameters
    ----------
    scores : DataFrame, data sets by methods
    families : names of tables that are versions of one another, as of `catviz.analysis.table_versions.versions`

    Examples
    --------
    >>> import pandas as pd
    >>> from catviz.analysis.board.standings import comparable
    >>> scores = pd.DataFrame({"ADM": [0.7, None, 0.2, 0.1], "Lin": [0.6, 0.5, 0.4, 0.3]}, index=list("abcd"))
    >>> comparable(scores, [["b", "c", "d"]]).round(2).to_dict("index")
    {'a': {'ADM': 0.7, 'Lin': 0.6}, 'c': {'ADM': 0.15, 'Lin': 0.35}}
    """
    return versions_as_one(scores.dropna(), families)


def versions_as_one(scores: pd.DataFrame, families: Iterable[Sequence[str]]) -> pd.DataFrame:
    """Each family of tables as one: the mean of those with a score, under the name of the first."""
    merged = scores.copy()
    for family in families:
        own = [name for name in family if name in merged.index]
        if len(own) > 1:
            merged.loc[own[0]] = merged.loc[own].mean()
            merged = merged.drop(index=own[1:])
    return merged


def repeated(names: Collection[str], families: Iterable[Sequence[str]]) -> list[str]:
    """Those of some tables that are versions of one before them."""
    return [name for family in families for name in [n for n in family if n in names][1:]]


def agreement(tested: FriedmanTest, n_data: int, n_methods: int) -> float:
    """The mean rank correlation of two tables: 1 if all tables agree on ranks, 0 on average if none do.

    It is (N W - 1) / (N - 1) with Kendall's W over N tables, which depends on N (0 on average is W = 1 / N).

    Examples
    --------
    >>> from catviz.analysis.board.standings import agreement
    >>> from catviz.analysis.statistics import friedman
    >>> scores = [[0.9, 0.8, 0.7], [0.9, 0.7, 0.8], [0.8, 0.6, 0.5], [0.7, 0.9, 0.6]]
    >>> round(agreement(friedman(scores), 4, 3), 4)
    0.4167
    """
    return (tested.chi2 / (n_methods - 1) - 1) / (n_data - 1)


def against(scores: pd.DataFrame, reference: str, families: Iterable[Sequence[str]] = ()) -> pd.DataFrame:
    """Every method against one over the tables on which both have a score.

    Versions of one table count once, by the mean of their differences. Unlike mean ranks, the differences of a method
    do not depend on which other methods there are (Benavoli, Corani and Mangili, 2016).

    Parameters
    ----------
    scores : DataFrame, data sets by methods
    reference : str
    families : names of tables that are versions of one another

    Returns
    -------
    DataFrame, one row per other method
        ``better``, ``close`` and ``worse``: tables on which it is higher by more than 0.01, within 0.01, and lower;
        ``mean`` and ``median`` of the differences; ``sign``, 1 if their signed ranks sum to more than 0 and -1 if to
        less; ``p`` of Wilcoxon's signed-rank test of them, Holm-corrected over the methods (tables without a
        difference are left out of it; 1 if there is no difference at all).

    Examples
    --------
    >>> import pandas as pd
    >>> from catviz.analysis.board.standings import against
    >>> frame = pd.DataFrame({"ADM": [0.7, 0.50, 0.2], "Hamming": [0.6, 0.495, 0.4]}, index=["a", "b", "c"])
    >>> against(frame, "Hamming").loc["ADM", ["better", "close", "worse", "p"]].tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    apart = differences(scores, reference, families)
    sizes = apart.abs().where(apart != 0).rank()
    return counted(apart).assign(
        mean=apart.mean(),
        median=apart.median(),
        sign=np.sign((np.sign(apart) * sizes).sum()),
        p=holm([signed_rank_p(column.dropna()) for _, column in apart.items()]),
    )


def differences(scores: pd.DataFrame, reference: str, families: Iterable[Sequence[str]] = ()) -> pd.DataFrame:
    """Scores of every method minus those of one, data sets by other methods; versions of one table as their mean."""
    apart = scores.drop(columns=reference).sub(scores[reference], axis=0)
    return versions_as_one(apart, families).round(_DECIMALS)


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
        own = [name for name in family if name in counts.index]
        counts.loc[own] = counts.loc[own].sum().to_numpy()
    errors = np.sqrt(versions_as_one(squared / counts.where(counts > 0), families))
    apart = differences(means, reference, families)
    beyond = apart.abs() > MARGIN
    return pd.DataFrame({"beyond": beyond.sum(), "close": (beyond & (apart.abs() <= 2 * errors)).sum()})


def counted(apart: pd.DataFrame) -> pd.DataFrame:
    """On how many tables a difference is above the margin (``better``), within it (``close``) and below (``worse``)."""
    return pd.DataFrame(
        {
            "better": (apart > MARGIN).sum(),
            "close": (apart.abs() <= MARGIN).sum(),
            "worse": (apart < -MARGIN).sum(),
        }
    )


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
    over = versions_as_one(over.loc[list(tables)], families).round(_DECIMALS)
    return pd.DataFrame({"above": (over > 0).sum(), "tables": over.notna().sum()})


def seconds(board: Board, model: str, tables: Collection[str]) -> pd.Series:
    """Median over some tables of the CPU seconds of learning and one run, by method; of a classifier, of a fold."""
    learning = board.wide(model, "learning_seconds").fillna(0)
    return (learning + board.wide(model, "seconds")).loc[list(tables)].median()


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
    >>> from catviz.analysis.board.standings import front
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


def mean_ranks(scores: pd.DataFrame) -> pd.Series:
    """Mean rank of each method, the best first."""
    return rank_table(scores).mean().sort_values(kind="stable")


def halves(trait: pd.Series) -> tuple[pd.Series, float]:
    """``(upper, cut)``: which tables have more than the median of a trait, and the median; NaN belongs to neither."""
    cut = float(trait.median())
    return trait > cut, cut
