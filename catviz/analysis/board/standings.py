"""What the board says of methods: ranks, differences from a reference, chance, time, and kinds of tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import pandas as pd

from catviz.analysis.board.table import Board
from catviz.analysis.significance import Significance, rank_table
from catviz.analysis.statistics import FriedmanTest, bonferroni_dunn_difference

LEVEL = 0.01
"""The level at which ranks on the board are tested.

Friedman's test takes methods as exchangeable, which near copies among many are not: see ``MEASURED``.
"""
WHY_LEVEL = (
    "Friedman's test is made at 1\u00a0%, since at 5\u00a0% it errs too often: in simulations without any difference "
    "it found one in 11.5\u00a0% of 400, and at 1\u00a0% in about 5\u00a0% (30 methods)."
)
"""In short, why the level is no larger."""
MEASURED = (
    f"{WHY_LEVEL} In each simulation, which is not part of this run, the known classes of 16 bundled tables were "
    "shuffled, so that no method finds them, and the rows were clustered by k-modes or k-means. With all 30 methods, "
    "the test made a claim at 5\u00a0% in 46 of the 400, and at 1\u00a0% in 21; with 10 of these methods, drawn at "
    "random, in 26 and 5. Classifiers and spectral clustering or k-medoids were not simulated."
)
"""Where these numbers come from."""
MARGIN = 0.01
"""Scores that differ by no more count as close."""


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
    """The tables that ranks are tested on: those with a score of every method, one of each family.

    A method without a score ranks last whatever the classes are, and versions of one table are not independent: both
    alone make methods differ.

    Parameters
    ----------
    scores : DataFrame, data sets by methods
    families : names of tables that are versions of one another, as of `catviz.analysis.table_versions.versions`

    Examples
    --------
    >>> import pandas as pd
    >>> from catviz.analysis.board.standings import comparable
    >>> scores = pd.DataFrame({"ADM": [0.7, None, 0.2, 0.1], "Lin": [0.6, 0.5, 0.4, 0.3]}, index=list("abcd"))
    >>> list(comparable(scores, [["b", "c", "d"]]).index)
    ['a', 'c']
    """
    whole = scores.dropna()
    return whole.drop(index=repeated(whole.index, families))


def repeated(names: Collection[str], families: Iterable[Sequence[str]]) -> list[str]:
    """Those of some tables that are versions of one before them."""
    return [name for family in families for name in [n for n in family if n in names][1:]]


def agreement(tested: FriedmanTest, n_data: int, n_methods: int) -> float:
    """Kendall's W, Friedman's chi squared over its maximum: 0 if ranks do not agree over tables, 1 if all agree.

    Examples
    --------
    >>> from catviz.analysis.board.standings import agreement
    >>> from catviz.analysis.statistics import friedman
    >>> scores = [[0.9, 0.8, 0.7], [0.9, 0.7, 0.8], [0.8, 0.6, 0.5], [0.7, 0.9, 0.6]]
    >>> agreement(friedman(scores), 4, 3)
    0.5625
    """
    return tested.chi2 / (n_data * (n_methods - 1))


def apart_from(found: Significance, reference: str) -> tuple[float, list[str], list[str]]:
    """Bonferroni and Dunn's critical difference of mean ranks, and the methods that rank better and worse by more.

    Examples
    --------
    >>> from catviz.analysis.board.standings import apart_from
    >>> from catviz.analysis.significance import significance
    >>> from catviz.papers.published import published
    >>> difference, better, worse = apart_from(significance(published("OCL", 4).wide("ARI").dropna()), "OCL")
    >>> round(difference, 4), better, len(worse)
    (3.5798, [], 9)
    """
    difference = bonferroni_dunn_difference(len(found.ranks), found.n_data, found.alpha)
    lead = found.ranks[reference] - found.ranks
    return difference, list(lead.index[lead > difference]), list(lead.index[lead < -difference])


def against(scores: pd.DataFrame, reference: str) -> pd.DataFrame:
    """Every method against one over the tables on which both have a score.

    Returns
    -------
    DataFrame, one row per other method
        ``better``, ``close`` and ``worse``: tables on which it is higher by more than 0.01, within 0.01, and lower;
        ``mean`` and ``median`` of the differences.

    Examples
    --------
    >>> import pandas as pd
    >>> from catviz.analysis.board.standings import against
    >>> frame = pd.DataFrame({"ADM": [0.7, 0.50, 0.2], "Hamming": [0.6, 0.495, 0.4]}, index=["a", "b", "c"])
    >>> against(frame, "Hamming").loc["ADM", ["better", "close", "worse"]].tolist()
    [1, 1, 1]
    """
    differences = scores.drop(columns=reference).sub(scores[reference], axis=0)
    return pd.DataFrame(
        {
            "better": (differences > MARGIN).sum(),
            "close": (differences.abs() <= MARGIN).sum(),
            "worse": (differences < -MARGIN).sum(),
            "mean": differences.mean(),
            "median": differences.median(),
        }
    )


def above_chance(board: Board, model: str, score: str, tables: Collection[str]) -> pd.Series:
    """On how many of some tables the mean score of a method is above its level of chance, by method."""
    reached = board.wide(model, score) > board.wide(model, f"{score}_chance")
    return reached.loc[list(tables)].sum()


def seconds(board: Board, model: str, tables: Collection[str]) -> pd.Series:
    """Median over some tables of the CPU seconds of learning and one run, by method; of a classifier, of a fold."""
    learning = board.wide(model, "learning_seconds").fillna(0)
    return (learning + board.wide(model, "seconds")).loc[list(tables)].median()


def front(ranks: pd.Series, time: pd.Series) -> list[str]:
    """The methods to which no other is at least as good in both mean rank and time, and better in one; quick first.

    Examples
    --------
    >>> import pandas as pd
    >>> from catviz.analysis.board.standings import front
    >>> front(pd.Series({"a": 2.0, "b": 1.0, "c": 3.0}), pd.Series({"a": 0.1, "b": 0.5, "c": 0.2}))
    ['a', 'b']
    """
    kept, best = [], np.inf
    pairs = pd.DataFrame({"time": time, "rank": ranks}).dropna().sort_values(["time", "rank"], kind="stable")
    for name, rank in pairs["rank"].items():
        if rank < best:
            kept.append(str(name))
            best = rank
    return kept


def mean_ranks(scores: pd.DataFrame) -> pd.Series:
    """Mean rank of each method, the best first."""
    return rank_table(scores).mean().sort_values(kind="stable")


def halves(trait: pd.Series) -> tuple[pd.Series, float]:
    """``(upper, cut)``: which tables have more than the median of a trait, and the median; NaN belongs to neither."""
    cut = float(trait.median())
    return trait > cut, cut
