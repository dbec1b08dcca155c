"""What goes with an outcome: columns ranked by association with it, and values by their test value in its groups."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import false_discovery_control

from catviz.analysis.design_effect import FEWEST_GROUPS, DesignEffect, allowed_for, thinned_tails
from catviz.analysis.independence import DRAWS, independence_test
from catviz.analysis.statistics import LEVEL, holm
from catviz.analysis.survey_weights import WeightedCells
from catviz.base import as_table
from catviz.parameters import whole_numbers
from catviz.table.association import corrected_cramers_v
from catviz.table.categorical import CategoricalTable
from catviz.table.chance import deviates, log_tails_and_mid_tails, two_sided
from catviz.table.codebook import MISSING, Codebook
from catviz.table.counts import Counts
from catviz.table.joined import classes_as_column
from catviz.table.row_agreement import Grouping
from catviz.table.row_groups import refuse_counts_of_groups
from catviz.table.weights import are_whole
from catviz.wording import number_of, percent

#: Values of fewer rows are listed, and not tested.
FEWEST_ROWS = 5
#: An association rests on values of few rows if bias-corrected V falls by more than this without them.
RESTS_ON_FEW = 0.1
#: Values of the outcome times values of all other columns: each pair is a line of a table and a test of its own.
MOST_PAIRS = 2_000_000
#: Bias-corrected V above which an untested column that determines the outcome does not do so for its many values.
UNTESTED_V = 0.95


class NothingRanked(ValueError):
    """A column that nothing can go with, or too many pairs of its values and others."""


@dataclass(frozen=True, eq=False, repr=False)
class Outcome:
    """What goes with the values of one column.

    Attributes
    ----------
    column : str
        The outcome.
    groups : tuple of str
        Its values, in their order; rows without one are left out.
    n_rows : float
        Rows whose outcome is known; their effective number if weights are fractional.
    columns : DataFrame, strongest association first
        ``column``, ``values`` (how many it has), ``n`` (rows in which it and the outcome are known), ``df``, ``chi2``,
        ``v`` (bias-corrected Cramer's V), ``p``, ``test`` (how p was found,
        `catviz.analysis.independence.IndependenceTest`), ``adjusted_p`` (Holm's over all columns tested) and
        ``significant``, where that is at most 5 %.
    values : DataFrame, largest test value first within each group
        ``group``, ``column``, ``value``, ``count`` (rows of the group with the value), ``n`` (rows with the value),
        ``group_share`` (of the group among the rows with the value; FactoMineR's Cla/Mod), ``value_share`` (of the
        value among the rows of the group; Mod/Cla), ``overall_share`` (of the value among all rows; Global), ``v``
        (test value) and ``p`` as FactoMineR's ``catdes`` prints them (v.test and p.value: twice the smaller tail of the
        hypergeometric distribution less the chance of the count itself; p is NaN for values of fewer than 5 rows, which
        are not tested), ``q`` (adjusted from the exact p, twice the whole smaller tail, see `outcome`; where two values
        by two groups are all that a column has, both are one test, and that p is the column's) and ``significant``,
        where q is at most 5 %.
    """

    column: str
    groups: tuple[str, ...]
    n_rows: float
    columns: pd.DataFrame
    values: pd.DataFrame

    def __repr__(self) -> str:
        related = int(self.columns["significant"].sum())
        of, groups = number_of(len(self.columns), "column"), number_of(len(self.groups), "group")
        return f"Outcome({self.column!r}, {groups}, {related} of {of} significant at {percent(LEVEL)} %)"

    @cached_property
    def determining(self) -> tuple[str, ...]:
        """Columns whose values each occur with one group only (Cramer's V = 1 without correction), strongest first.

        Missing is a value here. A column with about as many values as rows does so by chance: a column counts if it or
        one of its values is significant, or, where it is not tested, if its bias-corrected V is above 0.95.
        """
        occurring = self.values[self.values["n"] > 0]
        largest = occurring.groupby(["column", "value"])["group_share"].max()
        sole = (largest == 1).groupby(level="column").all()
        columns = self.columns
        strong = columns["significant"] | columns["column"].isin(occurring.loc[occurring["significant"], "column"])
        return tuple(
            line["column"]
            for line, is_strong in zip(columns.to_dict("records"), strong, strict=True)
            if sole.get(line["column"], False)
            and (is_strong or (np.isnan(line["p"]) and self._v_with_missing(line["column"]) > UNTESTED_V))
        )

    @cached_property
    def determined(self) -> tuple[str, ...]:
        """Significant columns of which each value of the outcome has a single value, strongest first.

        Missing is a value here.
        """
        occurring = self.values[self.values["count"] > 0]
        sole = (occurring.groupby(["column", "group"])["value_share"].max() == 1).groupby(level="column").all()
        varied = occurring.groupby("column")["value"].nunique() > 1
        significant = self.columns.loc[self.columns["significant"], "column"]
        return tuple(name for name in significant if sole.get(name, False) and varied.get(name, False))

    def without_rare(self, column: str) -> tuple[float, float]:
        """Bias-corrected V of a column and the outcome without values, of either, that fewer than 5 rows have.

        Returns
        -------
        v : float
        left_out : float
            Rows that are not counted, of those in which both are known.
        """
        counts = self._crossed(column)
        counts = counts.loc[:, counts.columns != MISSING]
        rows, values = (counts.sum(axis=axis) >= FEWEST_ROWS for axis in (1, 0))
        kept = counts.loc[rows, values].to_numpy()
        return corrected_cramers_v(kept) if kept.size else 0.0, float(counts.to_numpy().sum() - kept.sum())

    def _v_with_missing(self, column: str) -> float:
        return corrected_cramers_v(self._crossed(column).to_numpy())

    def _crossed(self, column: str) -> pd.DataFrame:
        """Rows of each group with each value of a column, missing among them."""
        own = self.values[self.values["column"] == column]
        return own.pivot(index="group", columns="value", values="count").astype(float)

    def to_frame(self, of: str = "columns") -> pd.DataFrame:
        """A copy of the ranking of "columns" or of "values"."""
        if of not in ("columns", "values"):
            raise ValueError(f"of={of!r}: choose 'columns' or 'values'")
        return (self.columns if of == "columns" else self.values).copy()


@whole_numbers("draws", "random_state")
def outcome(data: Any, column: str | None = None, draws: int | None = None, random_state: int = 0) -> Outcome:
    """Rank columns and values by how they go with one column.

    Parameters
    ----------
    data : CategoricalTable, DataFrame, array or Counts
        Rows whose outcome is missing are left out. Columns are ranked by the rows in which they are known; among
        values, missing is one of its column. The known classes of a table are a column like any other.
    column : str, optional
        The outcome: any column, or the known classes by their name; the known classes where it is left out.
    draws : int, optional
        Random tables per column at most, if counts are small; 9,999, or 40 for each column if that is more, so that
        Holm's correction leaves p values that can be significant.
    random_state : int
        Draws the random tables.

    Returns
    -------
    Outcome

    Raises
    ------
    ValueError
        No such column, no known classes, an outcome that is missing or has the same value in every row that counts, or
        more values of the outcome times values of the other columns than ``MOST_PAIRS``, before anything is counted.

    Notes
    -----
    If columns are unrelated to the outcome, one or more of them are significant in at most about 5 % of the tables
    (Holm). A value can be significant only if its column is: with m columns tested and s of them significant, the
    values of such a column are tested at 5 % times s / m (false discovery rate, Benjamini and Hochberg 1995). The false
    discovery rate is then at most 5 % on average over these columns (Benjamini and Bogomolov 2014), and if no column is
    related, one or more values are significant in at most about 5 % of the tables. Whether a cell is missing is a
    question of its own, which the test of the column leaves out: missing values are corrected together, apart from the
    others (Benjamini and Hochberg). All this is of exact p values: those listed are ``catdes``'s, which leave out half
    the chance of the count itself, so they are smaller, and are no test at their level by themselves. It holds for one
    outcome, chosen before looking, and not for an outcome made from these columns, such as clusters of the rows. Values
    of related columns go together, so a significant value need not matter in itself. The level does not hold for
    columns whose table with the outcome has more than 20,000 cells ("moments of random tables").

    If rows belong together (``groups`` of a table) or have fractional weights, taken as survey weights, every count is
    tested with its design effect: how many rows count as one, from how far the rows of a group agree in the column and
    in the outcome (`catviz.analysis.design_effect`), or from the weights (`catviz.analysis.survey_weights`). Nothing is
    tested, and p is NaN, with fewer than 10 groups, with both groups and fractional weights, and where a few rows have
    nearly all the weight. Counts of tables with groups are refused, and those of fractional weights are not tested.

    Source: the description of a categorical variable by others, as ``catdes`` of FactoMineR: F. Husson, S. Lê &
    J. Pagès (2017), Exploratory Multivariate Analysis by Example Using R.

    Examples
    --------
    >>> import catviz
    >>> found = catviz.outcome(catviz.load_dataset("zoo"), "milk")
    >>> first = found.columns.iloc[0]
    >>> first["column"], int(first["n"]), int(first["df"]), round(float(first["v"]), 4)
    ('class', 101, 6, 0.9744)
    >>> eggs = found.values[(found.values["group"] == "yes") & (found.values["value"] == "no")].iloc[0]
    >>> eggs["column"], int(eggs["count"]), int(eggs["n"]), round(float(eggs["v"]), 2)
    ('eggs', 40, 42, 10.23)
    """
    table = data if isinstance(data, Counts | CategoricalTable) else as_table(data)
    effects: _Effects | None = None
    if isinstance(table, Counts):
        name, groups, joint, book = _joint_from_counts(table, column)
    else:
        name, groups, joint, book, effects = _joint_from_table(table, column)
    occurs = joint.sum(axis=1) > 0
    groups, joint = tuple(g for g, group_occurs in zip(groups, occurs, strict=True) if group_occurs), joint[occurs]
    effects = None if effects is None else effects.select(occurs)
    if not groups:
        raise NothingRanked(f"column {name!r} is missing in every row that counts: nothing can go with it")
    if len(groups) < 2:
        raise NothingRanked(f"column {name!r} has the same value in every row: nothing can go with it")
    draws = max(DRAWS, 40 * len(book.attributes)) if draws is None else draws
    whole = are_whole(table.matrix if isinstance(table, Counts) else table.weights)
    columns = _columns(joint, book, draws, random_state, whole, effects)
    sizes = joint[:, book.slices()[0]].sum(axis=1) if book.attributes else np.zeros(len(groups))
    values = _values(joint, sizes, groups, book, whole, columns.set_index("column").loc[list(book.attributes)], effects)
    return Outcome(name, groups, float(sizes.sum()), columns, values)


def _joint_from_counts(counts: Counts, column: str | None) -> tuple[str, tuple[str, ...], np.ndarray, Codebook]:
    """(name, groups, counts of the groups with all values of the other columns, their codebook)."""
    if column is None:
        raise ValueError("counts have no known classes: name the column that is the outcome")
    refuse_counts_of_groups(counts.grouped)
    book = counts.codebook
    r = book.position(column)
    others = [s for s in range(len(book.attributes)) if s != r]
    part, rest = book.slices()[r], book.select(others)
    _refuse(book, r)
    part = slice(part.start, part.start + len(book.categories[r]))
    at = np.concatenate(
        [np.zeros(0, dtype=np.intp), *(np.arange(*book.slices()[s].indices(len(counts.matrix))) for s in others)]
    )
    return book.attributes[r], book.categories[r], counts.matrix[part][:, at].astype(float), rest


def _joint_from_table(
    table: CategoricalTable, column: str | None
) -> tuple[str, tuple[str, ...], np.ndarray, Codebook, _Effects | None]:
    """The same, and the design effects if rows belong together."""
    if column is None and table.target is None:
        raise ValueError("the table has no known classes: name the column that is the outcome")
    table = classes_as_column(table)
    r = len(table.attributes) - 1 if column is None else table.codebook.position(column)
    _refuse(table.codebook, r)
    name, groups, codes = table.attributes[r], table.categories[r], table.codes[:, r].astype(np.intp)
    others = [a for a in table.attributes if a != name]
    known = (codes < len(groups)) & (table.row_weights > 0)
    rows = table.select(others)[known].observed().missing_as_category()
    book, weights = rows.codebook, rows.row_weights
    joint = np.zeros((len(groups), len(book.values)))
    for s, (start, v) in enumerate(zip(book.offsets[:-1], book.n_values, strict=True)):
        keys = codes[known] * v + rows.codes[:, s]
        joint[:, start : start + v] = np.bincount(keys, weights, len(groups) * v).reshape(len(groups), v)
    return name, groups, joint, book, _Effects.of(codes[known], len(groups), rows)


@dataclass(frozen=True, eq=False)
class _Effects:
    """Design effects of the counts, if rows belong together or have survey weights.

    Attributes
    ----------
    columns : list of DesignEffect, one for each column
    by_value, known_by : (groups, values) float64
        Design effects, and with how many degrees of freedom they are known.
    """

    columns: list[DesignEffect]
    by_value: np.ndarray
    known_by: np.ndarray

    @classmethod
    def of(cls, outcome: np.ndarray, n_outcomes: int, rows: CategoricalTable) -> _Effects | None:
        """Those of a column, as codes, with all columns of a table of the same rows; None if neither, or both."""
        allowed = allowed_for(rows)
        if allowed is None:
            return None
        effects = cls._of_groups if allowed == "groups" else cls._of_weights
        return effects(outcome, n_outcomes, rows)

    def select(self, groups: np.ndarray) -> _Effects:
        """Those of some groups."""
        return replace(self, by_value=self.by_value[groups], known_by=self.known_by[groups])

    @classmethod
    def _of_weights(cls, outcome: np.ndarray, n_outcomes: int, rows: CategoricalTable) -> _Effects:
        columns, by_value = [], [np.zeros((2, n_outcomes, 0))]
        for codes, v, values in zip(rows.codes.T, rows.codebook.n_values, rows.codebook.categories, strict=True):
            cells = WeightedCells.of(outcome, codes.astype(np.intp), (n_outcomes, v), rows.row_weights)
            columns.append(cells.select(np.ix_(range(n_outcomes), range(len(values)))).effect())
            by_value.append(np.array(cells.effects_by_cell()))
        return cls(columns, *np.concatenate(by_value, axis=2))

    @classmethod
    def _of_groups(cls, outcome: np.ndarray, n_outcomes: int, rows: CategoricalTable) -> _Effects:
        weights, columns, by_value = rows.row_weights, [], [np.zeros((n_outcomes, 0))]
        grouping = Grouping(rows.groups, weights)
        of_outcome = grouping.agreement(outcome, n_outcomes)
        for codes, v, values in zip(rows.codes.T, rows.codebook.n_values, rows.codebook.categories, strict=True):
            places, n_values = codes.astype(np.intp), len(values)
            of_column = grouping.agreement(places, v)
            by_value.append(grouping.effects(of_outcome.by_value[:, None], of_column.by_value))
            some, first, second = grouping, of_outcome, of_column
            if n_values < v:
                known = places < n_values
                some = Grouping(rows.groups[known], weights[known])
                first, second = some.agreement(outcome[known], n_outcomes), some.agreement(places[known], n_values)
            n_first, n_second = len(np.unique(outcome[places < n_values])), len(np.unique(places[places < n_values]))
            columns.append(DesignEffect.of_groups(some, first, second, max(n_first - 1, 0) * max(n_second - 1, 0)))
        effects = np.hstack(by_value)
        return cls(columns, effects, np.full_like(effects, grouping.n_groups - 1))


def _refuse(book: Codebook, r: int) -> None:
    """Raise NothingRanked if a value of the outcome, column ``r``, and one of another column make too many pairs."""
    n_values = len(book.categories[r])
    others = int(book.n_values.sum()) - int(book.n_values[r])
    if n_values * others > MOST_PAIRS:
        raise NothingRanked(
            f"column {book.attributes[r]!r} has {n_values:,} values, and the other columns have {others:,}: these "
            f"are {n_values * others:,} pairs, and the limit is {MOST_PAIRS:,}; choose an outcome of fewer values, or "
            "group its rare values"
        )


def _columns(
    joint: np.ndarray, book: Codebook, draws: int, random_state: int, whole: bool, effects: _Effects | None
) -> pd.DataFrame:
    sizes = [len(values) for values in book.categories]
    by_column = [None] * len(sizes) if effects is None else effects.columns
    tests = [
        independence_test(joint[:, part][:, :v], draws, random_state, whole, effect)
        for part, v, effect in zip(book.slices(), sizes, by_column, strict=True)
    ]
    columns = pd.DataFrame(
        {
            "column": list(book.attributes),
            "values": sizes,
            "n": [t.n for t in tests],
            "df": [t.df for t in tests],
            "chi2": [t.chi2 for t in tests],
            "v": [t.v for t in tests],
            "p": np.array([t.p for t in tests], dtype=float),
            "test": [t.test for t in tests],
        }
    )
    adjusted = holm(columns["p"])
    columns = columns.assign(adjusted_p=adjusted, significant=adjusted <= LEVEL)
    return columns.sort_values(["v", "p"], ascending=[False, True], kind="stable", ignore_index=True)


def _values(
    joint: np.ndarray,
    sizes: np.ndarray,
    groups: tuple[str, ...],
    book: Codebook,
    whole: bool,
    columns: pd.DataFrame,
    effects: _Effects | None,
) -> pd.DataFrame:
    """The values; ``columns`` are tested before, in the order of the codebook."""
    everywhere, n = joint.sum(axis=0), sizes.sum()
    expected = np.outer(sizes, everywhere) / n
    observed, often, drawn = (
        np.rint(np.broadcast_to(each, joint.shape)).ravel() for each in (joint, everywhere, sizes[:, None])
    )
    if effects is None:
        both = log_tails_and_mid_tails(observed, often, drawn, round(n))
    else:
        counted, often, drawn = (
            np.broadcast_to(each, joint.shape).ravel() for each in (joint, everywhere, sizes[:, None])
        )
        both = thinned_tails(counted, often, drawn, float(n), effects.by_value.ravel(), effects.known_by.ravel())
    tails, mid_tails = (t.reshape(joint.shape) for t in both)
    known = whole if effects is None else effects.known_by >= FEWEST_GROUPS - 1
    tested = known & np.broadcast_to(everywhere >= FEWEST_ROWS, joint.shape)
    p, exact = (np.where(tested, two_sided(t), np.nan) for t in (mid_tails, tails))
    for part, df, n_known, p_of_column in zip(book.slices(), columns["df"], columns["n"], columns["p"], strict=True):
        if df == 1 and len(groups) == 2 and n_known == n:
            exact[:, part][tested[:, part]] = p_of_column
    q = _adjusted(exact, book, columns)
    attributes, labels = zip(*book.values, strict=True) if book.values else ((), ())
    frame = pd.DataFrame(
        {
            "group": np.repeat(np.array(groups, dtype=object), len(labels)),
            "column": list(attributes) * len(groups),
            "value": list(labels) * len(groups),
            "count": joint.ravel(),
            "n": np.tile(everywhere, len(groups)),
            "group_share": (joint / everywhere).ravel(),
            "value_share": (joint / sizes[:, None]).ravel(),
            "overall_share": np.tile(everywhere / n, len(groups)),
            "v": deviates(mid_tails, joint > expected).ravel(),
            "p": p.ravel(),
            "q": q.ravel(),
            "significant": (q <= LEVEL).ravel(),
        }
    )
    order = frame.assign(place=np.repeat(np.arange(len(groups)), len(labels)))
    return frame.loc[order.sort_values(["place", "v"], ascending=[True, False], kind="stable").index].reset_index(
        drop=True
    )


def _adjusted(p: np.ndarray, book: Codebook, columns: pd.DataFrame) -> np.ndarray:
    """(groups, values) p of values, adjusted within their columns and for the choice of these; as `outcome` says."""
    q, missing = np.full_like(p, np.nan), np.zeros(p.shape[1], dtype=bool)
    chosen = max(int(columns["significant"].sum()), 1)
    factor = int(columns["p"].notna().sum()) / chosen
    for part, values, of_column in zip(book.slices(), book.categories, columns["adjusted_p"], strict=True):
        missing[part.start + len(values) : part.stop] = True
        known = slice(part.start, part.start + len(values))
        least = 1.0 if np.isnan(of_column) else of_column
        q[:, known] = np.clip(factor * _false_discoveries(p[:, known]), least, 1.0)
    q[:, missing] = _false_discoveries(p[:, missing])
    return q


def _false_discoveries(p: np.ndarray) -> np.ndarray:
    """p adjusted by Benjamini and Hochberg over those that are there."""
    q, tested = p.copy(), ~np.isnan(p)
    if tested.any():
        q[tested] = false_discovery_control(p[tested])
    return q
