"""Can data sets tell methods apart? Friedman's test, critical differences, and tables that are not independent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from math import factorial
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.statistics import (
    LEVEL,
    FriedmanTest,
    all_arrangements,
    average_ranks,
    bonferroni_dunn_difference,
    friedman,
    friedman_permutation_p,
    nemenyi_difference,
    ranks,
)
from catviz.table.categorical import CategoricalTable

#: The share of a table's rows in one class above which ranks of methods on it say little.
ONE_CLASS = 0.9


@dataclass(frozen=True, eq=False)
class Significance:
    """What scores of k methods on N data sets can tell.

    Attributes
    ----------
    ranks : Series of average rank by method, the best first
    n_data : int
    friedman : FriedmanTest
    p : float
        Of Friedman's statistic among all arrangements of ranks (`catviz.analysis.statistics.friedman_permutation_p`).
    alpha : float
    control : str or None
        The method all others are held against (Bonferroni-Dunn); None holds any two against each other (Nemenyi).
    difference : float
        The critical difference of average ranks.
    """

    ranks: pd.Series
    n_data: int
    friedman: FriedmanTest
    p: float
    alpha: float
    control: str | None
    difference: float

    @property
    def differ(self) -> bool:
        """The gate: by Friedman's statistic among permuted ranks, the methods do not all rank alike."""
        return self.p <= self.alpha

    @property
    def alike(self) -> list[list[str]]:
        """Largest groups of methods, neighbours by rank, of which no two differ critically; none of a single one."""
        names, values = list(self.ranks.index), self.ranks.to_numpy()
        groups: list[list[str]] = []
        end = 0
        for first in range(len(names)):
            last = max(i for i in range(len(names)) if values[i] - values[first] <= self.difference)
            if last > first and last + 1 > end:
                groups.append(names[first : last + 1])
                end = last + 1
        return groups

    @cached_property
    def differing_pairs(self) -> list[tuple[str, str]]:
        """Pairs of methods, better first, whose average ranks differ critically; with a control, pairs with it."""
        ranked = list(self.ranks.items())
        return [
            (str(a), str(b))
            for i, (a, better) in enumerate(ranked)
            for b, worse in ranked[i + 1 :]
            if (self.control is None or self.control in (a, b)) and worse - better > self.difference
        ]

    @property
    def too_few_data(self) -> bool:
        """True where not even methods that rank alike on all data sets could differ significantly."""
        return self.difference >= len(self.ranks) - 1 or self.least_p > self.alpha

    @property
    def exact(self) -> bool:
        """True if p counts all arrangements of the ranks, False if it counts 9,999 random ones."""
        return all_arrangements(len(self.ranks), self.n_data)

    @property
    def least_p(self) -> float:
        """The smallest p that Friedman's statistic can have: that of methods that rank alike on all data sets."""
        return float(factorial(len(self.ranks))) ** (1 - self.n_data)


def mean_scores(results: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Mean score of the runs, data sets by methods, in the order of the runs; NaN where a method has none.

    Parameters
    ----------
    results : DataFrame with ``data``, ``method`` and ``metric``, a row a run

    Examples
    --------
    >>> runs = pd.DataFrame({"data": ["zoo", "zoo"], "method": ["ADM", "ADM"], "adjusted_rand": [0.5, 0.7]})
    >>> mean_scores(runs, "adjusted_rand").loc["zoo", "ADM"].round(2).item()
    0.6
    """
    wide = results.pivot_table(index="data", columns="method", values=metric, aggfunc="mean", sort=False)
    return wide.reindex(index=results["data"].unique(), columns=results["method"].unique())


def rank_table(scores: pd.DataFrame) -> pd.DataFrame:
    """Ranks of the methods on each data set, 1 for the best; data sets by methods, ties by their mean rank.

    Examples
    --------
    >>> rank_table(pd.DataFrame({"ADM": [0.7], "Hamming": [0.9]}, index=["zoo"])).iloc[0].tolist()
    [2.0, 1.0]
    """
    return pd.DataFrame(ranks(scores), scores.index, scores.columns)


def significance(scores: pd.DataFrame, alpha: float = LEVEL, control: str | None = None) -> Significance:
    """Friedman's test and the critical difference (Demsar 2006, section 3.2).

    Parameters
    ----------
    scores : (N, k) DataFrame, data sets by methods, higher is better
        A missing score ranks last.
    alpha : float between 0 and 1, exclusive
    control : str or None
        As in `Significance`.

    Raises
    ------
    ValueError
        Fewer than two data sets or two methods, or a control that is none of the methods.

    Examples
    --------
    >>> from catviz.published import published
    >>> found = significance(published("OCL", 4).wide("ARI").dropna(), control="OCL")
    >>> round(found.difference, 4), len(found.differing_pairs)
    (3.5798, 9)
    """
    if control is not None and control not in scores.columns:
        raise ValueError(f"control={control!r}: choose one of {', '.join(map(str, scores.columns))}")
    n_data, k = scores.shape
    tested, p = friedman(scores), friedman_permutation_p(scores)
    critical = nemenyi_difference if control is None else bonferroni_dunn_difference
    difference = critical(k, n_data, alpha)
    means = pd.Series(average_ranks(scores), scores.columns).sort_values(kind="stable")
    return Significance(means, n_data, tested, p, alpha, control, difference)


def versions(tables: Mapping[str, CategoricalTable]) -> list[list[str]]:
    """Titles of tables that have the same columns with the same values, whatever their rows and classes are."""
    groups: dict[frozenset[Any], list[str]] = {}
    for title, table in tables.items():
        columns = frozenset(zip(table.attributes, map(frozenset, table.categories), strict=True))
        groups.setdefault(columns, []).append(title)
    return [group for group in groups.values() if len(group) > 1]


def mostly_one_class(tables: Mapping[str, CategoricalTable]) -> list[str]:
    """Titles of tables with more than 90 % of the rows of known class, by weight, in one class.

    Corrected scores of two clusterings of such a table vary much by chance, and differ with the sizes of the clusters.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.significance import mostly_one_class
    >>> mostly_one_class({name: catviz.load_dataset(name) for name in ("zoo", "solar_flare1", "toy_cos")})
    ['toy_cos']
    """
    found = []
    for title, table in tables.items():
        known = table.known
        if table.target is not None and known.any():
            classes = pd.factorize(table.target[known])[0]
            counts = np.bincount(classes, table.row_weights[known])
            found += [title] if counts.max() > ONE_CLASS * counts.sum() else []
    return found


def contained(tables: Mapping[str, CategoricalTable]) -> dict[str, str]:
    """Tables all of whose rows, with their classes, are rows of a larger table, each with the largest such table.

    Two tables of the same rows with different classes are not contained in each other. Of two equal tables, the later
    one is contained in the first.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.significance import contained
    >>> contained({name: catviz.load_dataset(name) for name in ("hayes_roth", "hayes_roth_160", "monks1", "monks3")})
    {'hayes_roth': 'hayes_roth_160'}
    """
    holders = {}
    for group in versions(tables):
        rows = {title: _labelled_rows(tables[title]) for title in group}
        by_size = sorted(group, key=lambda title: -len(tables[title]))
        for place, title in enumerate(by_size):
            holder = next((other for other in by_size[:place] if rows[title] <= rows[other]), None)
            if holder is not None:
                holders[title] = holder
    return {title: holders[title] for title in tables if title in holders}


def sharing_rows(tables: Mapping[str, CategoricalTable]) -> dict[tuple[str, str], int]:
    """Pairs of tables of the same column names that have rows in common, and how many rows; versions are left out.

    Rows are compared with their classes.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.significance import sharing_rows
    >>> sharing_rows({name: catviz.load_dataset(name) for name in ("soybean_small", "soybean_large", "zoo")})
    {('soybean_small', 'soybean_large'): 14}
    """
    same = {frozenset(group) for group in versions(tables)}
    pairs = [
        (a, b)
        for a, b in combinations(tables, 2)
        if {*tables[a].attributes} == {*tables[b].attributes} and not any({a, b} <= group for group in same)
    ]
    rows = {title: _labelled_rows(tables[title]) for title in dict.fromkeys(chain.from_iterable(pairs))}
    shared = {(a, b): (rows[a] & rows[b]).total() for a, b in pairs}
    return {pair: n for pair, n in shared.items() if n}


def _labelled_rows(table: CategoricalTable) -> Counter[tuple[Any, ...]]:
    """How often each row occurs with each class; values as text, columns in the order of their names."""
    columns = []
    for r in np.argsort(np.array(table.attributes, dtype=object), kind="stable"):
        labels = np.array([*map(str, table.categories[r]), None], dtype=object)
        columns.append(labels[np.minimum(table.codes[:, r], len(labels) - 1)])
    classes = () if table.target is None else (table.target,)
    return Counter(zip(*columns, *classes, strict=True))
