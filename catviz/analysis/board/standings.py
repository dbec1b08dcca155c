"""What the board says of methods: ranks, their test, and differences from a reference."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import pandas as pd

from catviz.analysis.board.table import Board
from catviz.analysis.significance import rank_table
from catviz.analysis.statistics import holm, signed_rank_p

#: The level at which ranks on the board are tested.
#:
#: Friedman's test takes methods as exchangeable, which near copies among many are not: see `catviz.words.board`.
BOARD_LEVEL = 0.01
#: Of differences: scores are kept to four, so what is left below is rounding.
DECIMALS = 6
#: Scores that differ by no more count as close.
MARGIN = 0.01


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
    families : names of tables that are versions of one another, as of `catviz.analysis.significance.versions`

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
        scored = [name for name in family if name in merged.index]
        if len(scored) > 1:
            merged.loc[scored[0]] = merged.loc[scored].mean()
            merged = merged.drop(index=scored[1:])
    return merged


def repeated(names: Collection[str], families: Iterable[Sequence[str]]) -> list[str]:
    """Those of some tables that are versions of one before them."""
    return [name for family in families for name in [n for n in family if n in names][1:]]


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
    return versions_as_one(apart, families).round(DECIMALS)


def counted(apart: pd.DataFrame) -> pd.DataFrame:
    """On how many tables a difference is above the margin (``better``), within it (``close``) and below (``worse``)."""
    return pd.DataFrame(
        {
            "better": (apart > MARGIN).sum(),
            "close": (apart.abs() <= MARGIN).sum(),
            "worse": (apart < -MARGIN).sum(),
        }
    )


def seconds(board: Board, model: str, tables: Collection[str]) -> pd.Series:
    """Median over some tables of the CPU seconds of learning and one run, by method; of a classifier, of a fold."""
    learning = board.wide(model, "learning_seconds").fillna(0)
    return (learning + board.wide(model, "seconds")).loc[list(tables)].median()


def mean_ranks(scores: pd.DataFrame) -> pd.Series:
    """Mean rank of each method, the best first."""
    return rank_table(scores).mean().sort_values(kind="stable")
