"""Which method for my table? What the board says of tables like it, and what following that would have cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from catviz.analysis.board.standings import against, compared, mean_ranks, repeated
from catviz.analysis.board.table import CENTRES, Board, title
from catviz.analysis.comparison_defaults import short_name
from catviz.analysis.metrics import NAMES
from catviz.analysis.significance import contained, versions
from catviz.analysis.statistics import holm
from catviz.registry import DEFAULT, REFERENCE
from catviz.table.association import association_matrix, entropy
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import labelled_places
from catviz.table.counts import count

#: Tables that advice rests on.
LIKE = 7
#: Traits that tables are compared by: those that need no known classes.
TOLD_BY = ("rows", "columns", "values", "dependence", "missing")
_SIZES = ("rows", "columns", "values")
#: Ways to choose: by tables like one's own, and by all tables.
ADVICE, BEST = "advice", "best on the other tables"
#: What the name of a method begins with that is taken on every table.
ALWAYS = "always "
#: Traits by name, and what they are called. Class balance needs known classes.
TRAITS = {
    "rows": "rows",
    "columns": "columns",
    "values": "values per column",
    "dependence": "dependence between columns",
    "missing": "share of cells missing",
    "balance": "class balance",
}


@dataclass(frozen=True, eq=False)
class Advice:
    """What the board says for one table.

    Attributes
    ----------
    method : str
        The method with the best mean rank on the tables that are most like it.
    like : tuple of str
        These tables, the most similar one first.
    ranks : Series of mean rank on them by method, the best first
    """

    method: str
    like: tuple[str, ...]
    ranks: pd.Series


@dataclass(frozen=True, eq=False)
class TableAdvice:
    """What the board says for a table of someone's own, and what following it cost on the board's own tables.

    Attributes
    ----------
    others : int
        Tables of the board that are no versions of this one.
    score : str
        What methods are ranked by, and the clusterer or classifier.
    advice : Advice or None
        None if there are too few other tables or methods.
    against : Series or None
        On how many of the similar tables the advised method is ``better`` and ``worse`` than the reference; None if it
        is the reference, or the reference has no scores.
    judged : DataFrame
        `judged_regrets` of the ways to choose.
    n_judged : int
        Tables that these were measured on.
    """

    others: int
    score: str
    advice: Advice | None = None
    against: pd.Series | None = None
    judged: pd.DataFrame = field(default_factory=pd.DataFrame)
    n_judged: int = 0


def advice_for(
    table: CategoricalTable,
    board: Board,
    tables: Mapping[str, CategoricalTable],
    model: str = CENTRES,
    score: str = "adjusted_rand",
    own: str | None = None,
) -> TableAdvice:
    """What the board says of tables like one table, and what advice from similar tables is worth.

    Parameters
    ----------
    table : CategoricalTable
        Its known classes, if any, are not used.
    board : Board
    tables : the tables of the board by name
    model, score : str
        The clusterer or classifier, and the score that methods are ranked by.
    own : str, optional
        The name of the table on the board, if it is there: the advice does not rest on it, nor on its versions.
    """
    copies, table_traits, families = contained(tables), known_traits(tables), versions(tables)
    scores, called = compared(board, model, score, copies), f"{NAMES.get(score, score)} ({title(model)})"
    others = scores.drop(index=[*_family_of(own, families).intersection(scores.index)])
    others = others.drop(index=repeated(others.index, families))
    if len(others) <= LIKE or scores.shape[1] < 2:
        return TableAdvice(len(others), called)
    advice = advise(traits(table), table_traits, others)
    costs = regrets(table_traits, scores, always_chosen(scores), families)
    judged = judged_regrets({model: costs})[model]
    return TableAdvice(len(others), called, advice, _with_reference(advice, others), judged, len(costs))


def similar(of_table: Mapping[str, float], known: pd.DataFrame, most: int = LIKE) -> list[str]:
    """The tables whose traits are nearest to those of one table, the nearest first.

    Parameters
    ----------
    of_table : traits of the table (`catviz.analysis.board.advice.traits`)
    known : DataFrame, tables by traits
        Numbers of rows, columns and values are compared by their logarithms, each trait in units of its standard
        deviation over these tables.
    most : int
    """
    frame = known[list(TOLD_BY)].to_numpy(float, copy=True)
    one = np.array([float(of_table[trait]) for trait in TOLD_BY])
    sizes = [TOLD_BY.index(trait) for trait in _SIZES]
    frame[:, sizes], one[sizes] = np.log(frame[:, sizes]), np.log(one[sizes])
    spread = frame.std(axis=0)
    apart = (((frame - one) / np.where(spread > 0, spread, np.inf)) ** 2).sum(axis=1)
    return [str(name) for name in known.index[np.argsort(apart, kind="stable")[:most]]]


def advise(of_table: Mapping[str, float], known: pd.DataFrame, scores: pd.DataFrame, most: int = LIKE) -> Advice:
    """The method that ranks best on the tables of the board that are most like one table.

    Parameters
    ----------
    of_table : traits of the table
    known : DataFrame, tables by traits
    scores : DataFrame, tables by methods, higher is better
        As `catviz.analysis.board.standings.compared` gives it: a missing score ranks last.
    most : int
        Tables the advice rests on.
    """
    like = similar(of_table, known.loc[scores.index], most)
    ranks = mean_ranks(scores.loc[like])
    return Advice(str(ranks.index[0]), tuple(like), ranks)


def regrets(
    known: pd.DataFrame, scores: pd.DataFrame, always: Sequence[str], families: Sequence[Sequence[str]] = ()
) -> pd.DataFrame:
    """What advice costs on each table if it and its versions are left out: the best score there minus that advised.

    Parameters
    ----------
    known : DataFrame, tables by traits
    scores : DataFrame, tables by methods, higher is better
        A missing score ranks last where a method is chosen, and counts as 0 in regrets: the ARI of a single cluster.
    always : methods that are taken on every table instead
    families : groups of tables that are left out together, of which the first alone is judged, and advises on others

    Returns
    -------
    DataFrame, tables by ways to choose
        ``advice``; ``best on the other tables``, the method with the best mean rank on all tables that are not left
        out; and each method of ``always``.
    """
    filled = scores.fillna(0)
    lines = {}
    for name, others in left_out(scores, families):
        like = similar(known.loc[name].to_dict(), known.loc[others.index])
        chosen = {
            ADVICE: mean_ranks(others.loc[like]).index[0],
            BEST: mean_ranks(others).index[0],
            **{method: method for method in always},
        }
        best = filled.loc[name].max()
        lines[name] = {way: best - filled.loc[name, method] for way, method in chosen.items()}
    return pd.DataFrame(lines).T


def left_out(scores: pd.DataFrame, families: Sequence[Sequence[str]]) -> Iterator[tuple[str, pd.DataFrame]]:
    """Each table, the first of its versions, with the scores on the tables that are no versions of it."""
    once = scores.drop(index=repeated(scores.index, families))
    for name in once.index:
        yield name, once.drop(index=[*_family_of(name, families).intersection(once.index)])


def _family_of(name: str | None, families: Sequence[Sequence[str]]) -> set[str | None]:
    """A table and all its versions."""
    return {name, *(other for family in families if name in family for other in family)}


def regret_table(regrets: pd.DataFrame) -> pd.DataFrame:
    """Regrets in short, one row per way to choose.

    Returns
    -------
    DataFrame
        ``mean``, ``median`` and ``largest`` regret; ``smaller`` and ``larger``: tables on which that of the advice is
        smaller and larger; ``p`` of an exact sign test of the two (NaN for the advice itself).
    """
    lines = {}
    for way in regrets:
        line = {"mean": regrets[way].mean(), "median": regrets[way].median(), "largest": regrets[way].max()}
        line |= {"smaller": (regrets[ADVICE] < regrets[way]).sum(), "larger": (regrets[ADVICE] > regrets[way]).sum()}
        untied = int(line["smaller"] + line["larger"])
        p = np.nan if way == ADVICE else binomtest(int(line["smaller"]), untied).pvalue if untied else 1.0
        lines[str(way)] = line | {"p": p}
    return pd.DataFrame(lines).T


def known_traits(tables: Mapping[str, CategoricalTable]) -> pd.DataFrame:
    """Traits of tables, tables by traits."""
    return pd.DataFrame({name: traits(table) for name, table in tables.items()}).T


def always_chosen(scores: pd.DataFrame) -> list[str]:
    """Short names of the methods that a choice without advice takes: the default and the reference."""
    return [name for name in (short_name(DEFAULT), short_name(REFERENCE)) if name in scores.columns]


def judged_regrets(by_model: Mapping[Any, pd.DataFrame]) -> dict[Any, pd.DataFrame]:
    """`regret_table` of each with p Holm-corrected over all of them, and names in words."""
    judged = {key: regret_table(one).rename(index=_name_of_way) for key, one in by_model.items()}
    if judged:
        adjusted = iter(holm(np.concatenate([one["p"] for one in judged.values()])))
        judged = {key: one.assign(p=[next(adjusted) for _ in one.index]) for key, one in judged.items()}
    return judged


def _name_of_way(name: str) -> str:
    return name if name in (ADVICE, BEST) else f"{ALWAYS}{name}"


def _with_reference(advice: Advice, scores: pd.DataFrame) -> pd.Series | None:
    reference = short_name(REFERENCE)
    if advice.method == reference or reference not in scores.columns:
        return None
    pairs: pd.Series = against(scores.loc[list(advice.like), [advice.method, reference]], reference).loc[advice.method]
    return pairs


def traits(table: CategoricalTable) -> dict[str, float]:
    """Numbers that describe a table.

    A row of weight 3 is three rows; values that no row has do not count.

    Returns
    -------
    dict of trait to number
        ``rows``; ``columns``; ``values``, the mean number of values of a column; ``dependence``, the mean
        bias-corrected Cramer's V of two columns; ``missing``, the share of cells; ``balance``, the entropy of the
        known classes over its maximum, NaN if there are fewer than two classes.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.board.advice import traits
    >>> found = traits(catviz.load_dataset("car"))
    >>> found["rows"], found["values"], found["dependence"]
    (1728.0, 3.5, 0.0)
    """
    table = table.observed()
    counts, weights = count(table.missing_as_category()), table.row_weights
    sizes = np.array([len(values) for values in table.categories])
    pairs = np.triu_indices(table.n_attributes, 1)
    strengths = association_matrix(counts, "bias-corrected V").to_numpy()[pairs]
    balance = np.nan
    if table.target is not None and table.n_classes > 1:
        _, classes = labelled_places(table.target[table.known])
        balance = entropy(np.bincount(classes, weights[table.known])) / np.log(table.n_classes)
    return {
        "rows": float(weights.sum()),
        "columns": float(table.n_attributes),
        "values": float(sizes.mean()),
        "dependence": float(strengths.mean()) if len(strengths) else 0.0,
        "missing": float(np.average((table.codes >= sizes).mean(axis=1), weights=weights)),
        "balance": float(balance),
    }


def full_factorial(table: CategoricalTable) -> bool:
    """True if every combination of values is exactly one row: columns are independent, and the rows are no sample.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.board.advice import full_factorial
    >>> [full_factorial(catviz.load_dataset(name)) for name in ("car", "balloons", "zoo")]
    [True, False, False]
    """
    table = table.observed()
    sizes = np.array([len(values) for values in table.categories])
    once = prod(sizes.tolist()) == len(table) == len(table.unique_rows()[0]) and bool((table.row_weights == 1).all())
    return once and bool((table.codes < sizes).all())
