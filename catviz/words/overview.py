"""What stands out in a table, a sentence a card of the page Overview: pure functions of results, in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from catviz.analysis.clusterability import Clusterability
from catviz.analysis.crosstab import Crosstab
from catviz.analysis.outcome import Outcome
from catviz.analysis.rules import Rules
from catviz.analysis.shuffles import ShuffleTest
from catviz.analysis.statistics import LEVEL
from catviz.geometry.joint_map import JointMap
from catviz.table.codebook import MISSING
from catviz.wording import in_percent, number_of, percentages, significant
from catviz.words.columns import outcome

#: Facts named in one sentence.
_NAMED = 3


def related_to(found: Outcome) -> str:
    """How many columns are related to an outcome; a column that is not shown to be may still be.

    Examples
    --------
    >>> import catviz
    >>> related_to(catviz.outcome(catviz.load_dataset("voting"))).replace("\u00a0", " ")
    'At least 14 of 16 columns are related to class (Holm, 5 %).'
    """
    if found.columns["p"].notna().any() and not found.columns["significant"].any():
        return f"No column is shown to be related to {found.column} (Holm, {in_percent(LEVEL)})."
    return outcome(found)


def strongest_pair(matrix: pd.DataFrame) -> tuple[str, str]:
    """The two columns that tell most about each other.

    Parameters
    ----------
    matrix : (d, d) DataFrame
        The association of at least two columns.

    Examples
    --------
    >>> import pandas as pd
    >>> names = ["a", "b", "c"]
    >>> strongest_pair(pd.DataFrame([[1, 0.1, 0.7], [0.1, 1, 0.2], [0.7, 0.2, 1]], names, names))
    ('a', 'c')
    """
    first, second = np.triu_indices(len(matrix), 1)
    best = int(np.nan_to_num(matrix.to_numpy()[first, second], nan=-np.inf).argmax())
    return str(matrix.index[first[best]]), str(matrix.index[second[best]])


def related_columns(matrix: pd.DataFrame, measure: str, test: Clusterability | None) -> str:
    """Which columns are related most, if any are: no more than their test supports.

    Parameters
    ----------
    matrix : (d, d) DataFrame
        The association of at least two columns.
    measure : str
        What it is.
    test : Clusterability or None
        Whether any columns are related; None if that is not tested.
    """
    a, b = strongest_pair(matrix)
    strength = significant(float(matrix.loc[a, b]))
    if test is None or test.significant is None:
        return f"Strongest pair of columns: {a} and {b} ({measure} {strength}); not tested."
    if not test.significant:
        return f"No association of the columns is detected (permutation test, {in_percent(LEVEL)})."
    return f"Strongest pair of columns: {a} and {b} ({measure} {strength})."


def crossed(table: Crosstab) -> str:
    """The cell of two columns crossed that has most rows more than expected, as a description; missing is a value.

    Parameters
    ----------
    table : Crosstab

    Examples
    --------
    >>> import catviz
    >>> crossed(catviz.crosstab(catviz.load_dataset("zoo"), "milk", "eggs")).replace("\u00a0", " ")
    'Where milk = no, 97 % (58 of 60) have eggs = yes, against 2 % otherwise.'
    """
    counts = table.counts.to_numpy(dtype=float)
    known = np.outer(table.counts.index != MISSING, table.counts.columns != MISSING)
    n, rows, columns = counts.sum(), counts.sum(axis=1), counts.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.outer(rows * (n - rows), columns * (n - columns)) / n**3
        residuals = (counts - np.outer(rows, columns) / n) / np.sqrt(variance)
    judged = np.isfinite(residuals) & known
    if not judged.any():
        return f"{table.rows} and {table.columns} do not vary in the same rows."
    i, j = np.unravel_index(int(np.where(judged, residuals.round(9), -np.inf).argmax()), counts.shape)
    others = n - rows[i]
    inside, elsewhere = percentages(counts[i, j] / rows[i], (columns[j] - counts[i, j]) / others if others else 0.0)
    return (
        f"Where {table.rows} = {table.counts.index[i]}, {inside} ({counts[i, j]:,.0f} of {rows[i]:,.0f}) have "
        f"{table.columns} = {table.counts.columns[j]}, against {elsewhere} otherwise."
    )


def crossed_if_related(table: Crosstab, n_columns: int, test: Clusterability | None) -> str:
    """`crossed` for the strongest pair of columns; that it may be chance, if none are shown to be related.

    Parameters
    ----------
    table : Crosstab
    n_columns : int
    test : Clusterability or None
        Whether any columns are related; None if that is not tested.
    """
    if test is None or test.significant is not False:
        return crossed(table)
    pairs = number_of(n_columns * (n_columns - 1) // 2, "pair")
    return f"The strongest of {pairs} of columns: by chance one is always the strongest, and no relation is detected."


def map_of_rows(n: int, axes: JointMap | None = None) -> str:
    """How many points a map of rows has, and how much its axes show.

    Parameters
    ----------
    n : int
        Distinct rows.
    axes : JointMap or None
        What the axes are; None if their shares are not known.

    Examples
    --------
    >>> import catviz
    >>> from catviz.geometry.joint_map import value_map
    >>> zoo = catviz.load_dataset("zoo")
    >>> map_of_rows(59, value_map(catviz.MCA().fit(zoo))).replace("\u00a0", " ")
    '59 distinct rows. The two axes show 45 % of inertia.'
    """
    rows = f"{number_of(n, 'distinct row')}."
    if axes is None or axes.total_variance <= 0:
        return rows
    k, share = len(axes.variances), in_percent(float(axes.variances.sum() / axes.total_variance))
    drawn = "The only axis shows" if k == 1 else "The two axes show"
    return f"{rows} {drawn} {share} of {axes.share_of}."


def clusters_by_rules(found: Rules, sizes: pd.Series) -> str:
    """How many clusters there are, and the rule that leads to most rows of the largest.

    Parameters
    ----------
    found : Rules
        Of these clusters.
    sizes : Series
        Rows of each cluster with some, by its number.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo").select(["milk", "legs"])
    >>> milk = (zoo.to_pandas()["milk"] == "yes").to_numpy() + 1
    >>> clusters_by_rules(catviz.rules(zoo, milk), pd.Series({1: 60, 2: 41}))
    '2 clusters. Where milk = no, 60 of 60 rows are in the largest.'
    """
    if len(sizes) == 1:
        return "All rows are in one cluster."
    largest = sizes.idxmax()
    own = found.rules[found.rules["label"] == largest]
    clusters = number_of(len(sizes), "cluster")
    if own.empty or len(found.rules) == 1:
        return f"{clusters}. No short rule leads to the largest."
    line = next(own.sort_values("right", ascending=False, kind="stable").itertuples())
    whole = isinstance(line.rows, int)
    rows = f"{line.right:,} of {line.rows:,} rows" if whole else f"{in_percent(line.share)} of the rows, by weight,"
    return f"{clusters}. Where {line.rule}, {rows} are in the largest."


def beyond_chance(test: ShuffleTest) -> str:
    """Whether rows cluster better than in shuffled tables: no more than the shuffles that ran support.

    Parameters
    ----------
    test : ShuffleTest
        Of cluster structure, against unrelated columns.
    """
    ran = test.n_shuffles
    if test.significant is None:
        return f"No conclusion: cancelled after {ran} of {test.planned} shuffled tables."
    drawn = "" if test.drawn is None else f"; {test.drawn:,} rows drawn"
    reached = f"{test.exceeding} of {ran} cluster as well"
    if test.significant:
        return f"The rows cluster better than in shuffled tables ({reached}{drawn})."
    return f"No cluster structure is detected beyond that of shuffled tables ({reached} or better{drawn})."


@dataclass(frozen=True)
class Fact:
    """Something to look out for in a table: what there is of it, how often, and of how many."""

    name: str
    n: int
    of: int

    @property
    def share(self) -> float:
        """How much of all there is; 0 of nothing."""
        return self.n / self.of if self.of else 0.0

    @property
    def counted(self) -> str:
        """The fact's numbers, or that there is none."""
        return f"{self.n:,} of {self.of:,}" if self.n else "none"


def look_out(facts: Sequence[Fact]) -> str:
    """The facts that there are, the largest shares first; that there are none of those drawn.

    Examples
    --------
    >>> look_out([Fact("missing cells", 5, 200), Fact("constant columns", 1, 10), Fact("equal rows", 0, 20)])
    'Constant columns: 1 of 10. Missing cells: 5 of 200.'
    >>> look_out([Fact("missing cells", 0, 200), Fact("equal rows", 0, 20)])
    'None of these was found.'
    """
    there = sorted((fact for fact in facts if fact.n), key=lambda fact: -fact.share)
    if not there:
        return "None of these was found."
    named = [f"{fact.name[0].upper()}{fact.name[1:]}: {fact.counted}." for fact in there[:_NAMED]]
    return " ".join(named)
