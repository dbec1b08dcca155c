"""What an order's agreement with the declared one is worth: the same number on shuffled columns, and of any order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from catviz.analysis.statistics import LEVEL, holm, permutations_needed
from catviz.analysis.whole_groups import Shuffling, in_order_of_groups
from catviz.base import ValueMethod, as_table, seeded
from catviz.geometry.given import geometry_of_values
from catviz.geometry.value_geometries import Geometry
from catviz.orders.arrangement import kendall_tau
from catviz.parameters import whole_numbers
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import repeated_rows

#: Two values stand in their order or its reverse, which are one: tau says something from three on.
FEWEST_VALUES = 3
QUANTILES = (0.05, 0.5, 0.95)
#: Random orders that an agreement is ranked among; they cost no fit.
_DRAWN = 9999
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class OrderNull:
    """Agreement of learned with declared orders, as found, on shuffled tables, and of orders drawn at random.

    An order and its reverse are the same, so agreement is the absolute value of Kendall's tau. An agreement must be
    rare twice over. Where no column is related to another, learned orders follow the counts of values. Where columns
    are related they do not, and can agree better although the declared order means nothing: then they agree as
    orders drawn at random do. Each p is the larger of the two.

    Attributes
    ----------
    observed : Series of |tau| by column
        nan where the method finds all values of a column equally far: it gives no order.
    null : DataFrame of |tau|, a row a permutation, a column an ordered column
    sizes : Series of int
        Declared values by column.
    planned : int
        Permutations asked for; a run that was cancelled made fewer.
    seed : int
        Draws the random orders.
    values : dict of column to its declared values, in order
        Columns that share values, or have equally many, share their random orders.
    """

    observed: pd.Series
    null: pd.DataFrame
    sizes: pd.Series
    planned: int
    seed: int = 0
    values: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def drawn(self) -> pd.DataFrame:
        """|tau| of 9,999 random orders with the declared one; 0 for a column without a learned order.

        Columns with values in common, as the items of a questionnaire, get the same random order of these: if such
        columns go together, they learn one order, and its agreement counts once. So do columns with equally many
        values, by place, since they may follow one scale under different names.
        """
        values = {
            column: self.values.get(column, [f"{column}\0{i}" for i in range(v)]) for column, v in self.sizes.items()
        }
        taus = {
            column: _agreement_with_rising(places) * float(not np.isnan(self.observed[column]))
            for column, places in random_orders(values, _DRAWN, self.seed)
        }
        return pd.DataFrame(taus, index=range(_DRAWN), columns=self.sizes.index)

    def summary(self) -> pd.DataFrame:
        """A row an ordered column.

        ``tau`` observed; ``null``, the mean over permutations; ``null_05``, ``null_50`` and ``null_95``, their
        quantiles; ``p``, the share of all the tables, or of all the orders drawn at random if that is larger, the
        observed one among them, that agree at least as well; ``p_holm``, p corrected for testing all these columns
        (`catviz.analysis.statistics.holm`); ``p_full``, the p that full agreement (tau = 1) has, which a column of
        few values cannot get below.
        """
        tested = self.observed.notna()

        def share(taus: pd.DataFrame, tau: pd.Series) -> pd.Series:
            return (1 + taus.ge(tau - _ROUNDING, axis="columns").sum()) / (1 + taus.notna().sum())

        p, p_full = (
            np.maximum(share(self.null, tau), share(self.drawn, tau)).where(tested)
            for tau in (self.observed, self.observed**0)
        )
        quantiles = {f"null_{100 * q:02.0f}": self.null.quantile(q) for q in QUANTILES}
        parts = {"tau": self.observed, "null": self.null.mean(), **quantiles, "p": p}
        return pd.DataFrame(parts).assign(p_holm=holm(p), p_full=p_full)

    def together(self) -> tuple[float, float, float, float]:
        """``(observed, null, drawn, p)`` of the mean |tau| over all columns.

        ``null`` and ``drawn`` are means over permutations and over random orders. A column without an order counts 0.
        One p value for the question whether any order agrees better than by chance.
        """
        observed = float(self.observed.fillna(0).mean())
        null, drawn = (taus.fillna(0).mean(axis=1) for taus in (self.null, self.drawn))
        p = max((1 + int((taus >= observed - _ROUNDING).sum())) / (1 + len(taus)) for taus in (null, drawn))
        return observed, float(null.mean()), float(drawn.mean()), p

    def verdict(self, alpha: float = LEVEL) -> OrderVerdict:
        """What can be claimed at a level: of all columns together, and, if that is significant, of each on its own.

        Examples
        --------
        >>> import catviz
        >>> from catviz.analysis.order_null import order_null
        >>> found = order_null(catviz.load_dataset("lymphography"), catviz.AhmadDey(), n_permutations=99).verdict()
        >>> found.better, found.uncorrected, found.out_of_reach
        (['no_of_nodes_in'], ['no_of_nodes_in'], ['lym_nodes_dimin', 'lym_nodes_enlar'])
        """
        table, together = self.summary().dropna(), self.together()
        level = alpha + _ROUNDING
        agree = bool(len(self.null) >= self.planned and together[-1] <= level)
        return OrderVerdict(
            *together,
            agree,
            table.index.tolist(),
            table.index[agree & (table["p_holm"] <= level)].tolist(),
            table.index[table["p"] <= level].tolist(),
            [name for name in table.index if _with_full_agreement(table, name) > level],
            len(self.null),
            self.planned,
            permutations_needed(max(len(table), 1), alpha),
            self._smallest_p() <= level,
        )

    def _smallest_p(self) -> float:
        """The p of full agreement in every column that has an order, among the random orders."""
        means, full = self.drawn.mean(axis=1), self.observed.notna().mean()
        return (1 + int((means >= full - _ROUNDING).sum())) / (1 + len(means))


def _with_full_agreement(table: pd.DataFrame, name: str) -> float:
    """The p after Holm's correction that a column would have, all others as they are."""
    p = table["p"].where(table.index != name, table["p_full"])
    return float(holm(p)[table.index.get_loc(name)])


@dataclass(frozen=True)
class OrderVerdict:
    """Whether learned orders agree with the declared ones better than by chance, and in which columns.

    Attributes
    ----------
    mean, null, drawn, p : float
        As `OrderNull.together`.
    agree : True if p is at most the level; never after a run that was cancelled
    columns : tested ones
    better : if they agree together, those whose p is at most the level after Holm's correction for all columns
    uncorrected : those whose p is at most the level
    out_of_reach : those that cannot pass: with full agreement their p would be above the level after Holm's correction
    permutations, planned, needed : int
        How many were made and asked for, and with how many at least one column could pass.
    enough_values : bool
        False where even full agreement of all columns comes too often among random orders: they have too few values.
    """

    mean: float
    null: float
    drawn: float
    p: float
    agree: bool
    columns: list[str]
    better: list[str]
    uncorrected: list[str]
    out_of_reach: list[str]
    permutations: int
    planned: int
    needed: int
    enough_values: bool = True

    @property
    def possible(self) -> bool:
        """False where, with so few permutations, no column could pass."""
        return self.permutations >= self.needed

    @property
    def least(self) -> bool:
        """True if p is 1 / (1 + shuffles): no shuffled table agrees as well, and p could not be smaller."""
        return self.p <= 1 / (1 + self.permutations) + _ROUNDING


@whole_numbers("n_permutations")
def order_null(
    table: CategoricalTable,
    method: ValueMethod,
    n_permutations: int = 100,
    random_state: int = 0,
    y: Sequence[Any] | np.ndarray | None = None,
    callback: Callable[[float, OrderNull], bool] | None = None,
) -> OrderNull:
    """How well a method's orders agree with the declared ones, and how well they would by chance.

    "tau 0.82, null 0.43" reads: the learned order of the column agrees with the declared one to |tau| = 0.82; learned
    by the same method from tables whose columns are permuted one by one (`permuted_tables`), orders agree to 0.43 on
    average. All values keep their counts, so the null holds what counts alone bring about: a method that lines values
    up by frequency agrees with a declared order wherever frequencies rise along it. All columns are permuted, not one
    alone: this p is exact where no column is related to any other. Related columns alone can bring about more agreement
    than that, so an agreement must be rare among orders drawn at random too (`OrderNull`). Only the declared values are
    compared; the missing level has no declared place. Columns of fewer than three declared values are left out.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
        Weights must be whole numbers.
    method : unfitted method that learns a geometry of values
        All fits draw alike: from its own seed, or from 0 where it has none.
    n_permutations : int
    random_state : int
        Draws the permutations.
    y : (n,) known groups, for methods that learn from them; columns are permuted against them too
    callback : callable(share done, result so far) -> bool
        True stops with the permutations so far, of which nothing is concluded.

    Returns
    -------
    OrderNull

    Raises
    ------
    ValueError
        A method without a geometry of values, fewer than one permutation, or fractional weights.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.order_null import order_null
    >>> found = order_null(catviz.load_dataset("lymphography"), catviz.AhmadDey(), n_permutations=9)
    >>> found.summary()["tau"].tolist()
    [1.0, 1.0, 1.0]
    """
    if not isinstance(method, ValueMethod):
        raise ValueError(f"{type(method).__name__} gives values no order: take a method that learns a value geometry")
    if n_permutations < 1:
        raise ValueError(f"n_permutations={n_permutations!r}: give at least 1")
    table = as_table(table).observed().missing_as_category()
    observed = _learned_agreement(method, table, y)
    null: list[np.ndarray] = []

    book = table.codebook
    values = {a: book.categories[book.position(a)] for a in observed.index}
    sizes = pd.Series({a: len(of_a) for a, of_a in values.items()}, dtype=int)

    def so_far() -> OrderNull:
        taus = pd.DataFrame(np.reshape(null, (len(null), len(observed))), columns=observed.index)
        return OrderNull(observed, taus, sizes, n_permutations if len(observed) else 0, random_state, values)

    for permuted, groups in permuted_tables(table, n_permutations, random_state, y) if len(observed) else ():
        null.append(_learned_agreement(method, permuted, groups)[observed.index].to_numpy())
        if callback is not None and callback(len(null) / n_permutations, so_far()):
            break
    return so_far()


def declared_agreement(geometry: Geometry) -> pd.Series:
    """|tau| of a geometry's orders with the declared ones, by column.

    Ordered columns of three values or more, the missing level left aside; nan where all values are equally far.
    """
    geometry = geometry_of_values(geometry)
    order, distances, book = geometry.order(), geometry.distances(), geometry.codebook
    taus = {}
    for attribute, kind, values, ranks in zip(book.attributes, book.kinds, book.categories, order.ranks, strict=True):
        if kind == "ordinal" and len(values) >= FEWEST_VALUES:
            tau = abs(kendall_tau(ranks[: len(values)], np.arange(len(values))))
            taus[attribute] = float("nan") if distances.degenerate(attribute) else tau
    return pd.Series(taus, dtype=float)


def permuted_tables(
    table: CategoricalTable,
    n_permutations: int,
    random_state: int = 0,
    y: Sequence[Any] | np.ndarray | None = None,
    together: Sequence[Sequence[str]] = (),
) -> Iterator[tuple[CategoricalTable, np.ndarray | None]]:
    """Tables whose columns, numeric ones too, are each permuted on their own: counts of values stay, all else is lost.

    All columns are permuted at once, so that the tables hold no relation between any two of them. Missing cells stay in
    place, as in `catviz.clusterability`: that cells are missing together is no relation of values. Neither names nor
    the order of rows matter, and a row of weight 2 is two rows. Of a table with groups, whole groups change places in
    each column (`catviz.analysis.whole_groups.Shuffling`); the order of rows within a group then matters.

    Parameters
    ----------
    table : CategoricalTable
    n_permutations : int
    random_state : int
    y : (n,) groups, optional
    together : sequences of names
        Columns that are permuted as one, so that the relation among them stays. Where one is missing, all stay.

    Returns
    -------
    iterator of ``(permuted, groups)``: a table without weights and target, in canonical codes, and its rows' groups

    Raises
    ------
    ValueError
        Fractional weights.
    """
    every = repeated_rows(table.weights, len(table), "columns are permuted among whole rows")
    members = None if table.groups is None else table.groups[every]
    table = replace(table.canonical().grouped_by(None), weights=None, target=None, target_name=None, extra_columns=None)
    codes, numeric = table.codes[every], table.numeric[every]
    joint = JointColumns(codes, [[table.codebook.position(a) for a in names] for names in together])
    absent, unknown = joint.of_any(codes == [len(values) for values in table.categories]), np.isnan(numeric)
    groups = None if y is None else np.asarray(y, dtype=object)[every]
    if members is None:
        rows = by_what_stays(joint.codes, absent, unknown, groups)
    else:
        rows = in_order_of_groups(np.column_stack([joint.codes, np.nan_to_num(numeric, nan=-np.inf)]), members)
        members = members[rows]
    codes, numeric, absent, unknown = joint.codes[rows], numeric[rows], absent[rows], unknown[rows]
    groups = None if groups is None else groups[rows]
    for part, missing in ((codes, absent), (numeric, unknown)) if members is None else ():
        for column, stays in zip(part.T, missing.T, strict=True):
            column[~stays] = np.sort(column[~stays])
    rng = np.random.default_rng(random_state)
    of_codes, of_numbers = Shuffling(codes, absent, members), Shuffling(numeric, unknown, members)
    return (
        (
            replace(
                table,
                codes=joint.apart(of_codes.draw(rng)),
                numeric=of_numbers.draw(rng),
            ),
            groups,
        )
        for _ in range(n_permutations)
    )


def by_what_stays(
    codes: np.ndarray, absent: np.ndarray, unknown: np.ndarray, groups: np.ndarray | None = None
) -> np.ndarray:
    """(n,) rows in an order that depends on the codes of their missing cells and on their groups alone."""
    keys = [*np.where(absent, codes.astype(np.intp), np.iinfo(np.intp).max).T, *unknown.T]
    if groups is not None:
        named = [(group is None, str(group)) for group in groups]
        places = {name: place for place, name in enumerate(sorted(set(named)))}
        keys = [np.array([places[name] for name in named]), *keys]
    return np.lexsort(keys) if keys else np.arange(len(codes))


class JointColumns:
    """Columns of codes, some of which are taken as one.

    Parameters
    ----------
    codes : (n, d) codes
    together : sequences of numbers of columns, each in one of them at most

    Attributes
    ----------
    codes : (n, e) codes of the columns, those that are taken as one last
    """

    def __init__(self, codes: np.ndarray, together: Sequence[Sequence[int]] = ()) -> None:
        joined = {r for some in together for r in some}
        self._alone = [r for r in range(codes.shape[1]) if r not in joined]
        self._d, self._blocks, columns = codes.shape[1], [], [codes[:, self._alone]]
        for some in together:
            rows, inverse = np.unique(codes[:, list(some)], axis=0, return_inverse=True)
            self._blocks.append((list(some), rows))
            columns.append(inverse.reshape(-1, 1).astype(np.intp))
        self.codes = np.hstack(columns) if together else codes

    def of_any(self, marked: np.ndarray) -> np.ndarray:
        """(n, e) whether any of the columns that are taken as one is marked in a row."""
        joined = [marked[:, columns].any(axis=1) for columns, _ in self._blocks]
        return np.column_stack([marked[:, self._alone], *joined]) if joined else marked

    def apart(self, joint: np.ndarray) -> np.ndarray:
        """(n, d) codes of the columns, from rows of joint ones."""
        if not self._blocks:
            return joint
        codes = np.empty((len(joint), self._d), dtype=np.intp)
        codes[:, self._alone] = joint[:, : len(self._alone)]
        for (columns, rows), joint_codes in zip(self._blocks, joint[:, len(self._alone) :].T, strict=True):
            codes[:, columns] = rows[joint_codes]
        return codes


def random_orders(values: Mapping[str, Sequence[str]], n: int, seed: int) -> Iterator[tuple[str, np.ndarray]]:
    """Each column with (n, v) places of its values in random orders, those of one scale in the same ones.

    Columns of equally many values get the same orders too, by place, since they may follow one scale under different
    names.
    """
    rng, orders = np.random.default_rng(seed), dict[int, np.ndarray]()
    for columns in one_scale(values):
        union = list(dict.fromkeys(value for column in columns for value in values[column]))
        if len(union) not in orders:
            orders[len(union)] = rng.permuted(np.tile(np.arange(len(union)), (n, 1)), axis=1)
        at = {value: i for i, value in enumerate(union)}
        for column in columns:
            yield column, orders[len(union)][:, [at[value] for value in values[column]]]


def one_scale(values: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Columns in groups: those that have two values or more in common with one of their group."""
    groups: list[list[str]] = []
    for column in values:
        joined = [group for group in groups if any(len({*values[column]} & {*values[other]}) > 1 for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([*(other for group in joined for other in group), column])
    return groups


def _agreement_with_rising(places: np.ndarray) -> np.ndarray:
    """(n,) |tau| of each of (n, v) orders with 0, 1, ..., v - 1."""
    n, v = places.shape
    concordant = sum(((places[:, i + 1 :] > places[:, i : i + 1]).sum(axis=1) for i in range(v - 1)), np.zeros(n))
    taus: np.ndarray = np.abs(4 * concordant / (v * (v - 1)) - 1)
    return taus


def _learned_agreement(method: ValueMethod, table: CategoricalTable, y: ArrayLike | None) -> pd.Series:
    with collected_remarks():
        return declared_agreement(seeded(method, 0).fit(table, y).geometry_)
