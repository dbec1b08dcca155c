"""Does the declared order of values matter for clustering? A permutation test against random orders of the same values.

k-modes runs from the same starting rows under the declared orders and under random ones. Only the columns with a
declared order are given random ones; all others are treated alike throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import factorial, prod
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.order_null import FEWEST_VALUES
from catviz.analysis.order_study import (
    learned_distances,
    number_of_clusters,
    order_distances,
    scored_run,
    without_classes,
)
from catviz.analysis.shuffles import ShuffleTest, ranked_first
from catviz.base import as_table
from catviz.geometry.value_geometries import ValueDistances
from catviz.orders.arrangement import random_ranks
from catviz.table.categorical import CategoricalTable

COLUMNS = ["kind", "order", "start", "accuracy", "adjusted_rand", "z"]
DESCRIBED = 20
"""Random orders of all columns, to compare learned ones with."""
Ranks = list[np.ndarray | None]
"""The ranks of each column's codes; None if the column has no order."""
_Part = tuple[str, int, Callable[[], ValueDistances], Iterable[int]]
FEW_ORDERS = 20
"""With fewer different orders, more than 5 % of the random ones are the declared one."""


@dataclass(frozen=True, eq=False)
class OrderTest:
    """Runs of k-modes under several kinds of orders, and the test of the declared ones.

    Attributes
    ----------
    runs : DataFrame, one row per run
        ``kind``; ``order``, the number of the order within its kind; ``start``; ``accuracy`` and
        ``adjusted_rand`` (nan without known classes); and ``z``, as in `catviz.analysis.order_study.order_study`.
    test : ShuffleTest or None
        The mean of ``measure`` over the starts under the declared orders, among those under random orders; ``z`` is
        negated, as lower is better. None if no column has a declared order of three or more values.
    measure : {"accuracy", "z"}
        What is compared: accuracy, or z without known classes.
    different : int
        How many different orders the ordered columns can have.
    """

    runs: pd.DataFrame
    test: ShuffleTest | None
    measure: str
    different: int

    @property
    def means(self) -> pd.DataFrame:
        """One row per order, the mean over its starts: ``kind``, ``order``, ``accuracy``, ``adjusted_rand``, ``z``."""
        return self.runs.drop(columns="start").groupby(["kind", "order"], sort=False).mean().reset_index()


def order_test(
    table: CategoricalTable,
    n_clusters: int | None = None,
    n_orders: int = 99,
    starts: int = 10,
    random_state: int = 0,
    described: bool = True,
    callback: Callable[[float, OrderTest], bool] | None = None,
) -> OrderTest:
    """Test whether k-modes clusters better under the declared orders than under random orders of the same values.

    The hypothesis is that each declared order is one drawn at random. Then the declared orders and ``n_orders`` random
    ones are exchangeable, given the rows and classes, and the rank of the declared ones among all gives an exact p
    value. For that, nothing else may depend on the declared order: all kinds share their starting rows, and ties are
    broken by codes that are the same whatever order is declared. The test stops as soon as its answer at 5 % is clear.

    An ordered column is one with a declared order of three or more values; a missing level stays last. In all other
    columns values are the same or different ("declared", "random").

    "Hamming" (no orders), "learned" (by OCL from each start) and "random, all columns" are described only. OCL orders
    every column, so its counterpart are random orders of every column (left out if "random" orders every column of
    three or more values); but its orders come from the very rows that they then cluster, so no set of orders is known
    that would be equally likely.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
        Row weights count, in the clusters and in their scores.
    n_clusters : int, optional
        As many as there are known classes if left out.
    n_orders : int
        Random orders at most; at least 19.
    starts : int
        Runs under each order; run i starts from the seed ``random_state + i``.
    random_state : int
    described : bool
        False runs the kinds that are tested only.
    callback : callable(share done, result so far) -> bool
        Called after each order; True cancels, and then no claim is made.

    Raises
    ------
    ValueError
        No number of clusters and no known classes, fewer distinct rows than clusters, no starts, or fewer than 19
        orders.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.order_test import order_test
    >>> found = order_test(catviz.load_dataset("balance_scale"), starts=2, described=False)
    >>> found.test.significant, found.test.n_shuffles
    (True, 39)
    """
    if starts < 1:
        raise ValueError(f"starts={starts!r}: give at least 1")
    table, declared = _blind(as_table(table).observed().missing_as_category())
    study = _Study(table, number_of_clusters(table, n_clusters), starts, random_state)
    tested = any(ranks is not None for ranks in declared)
    apart = list(_described(study, declared)) if described else []
    total = len(apart) + tested * (1 + n_orders)
    test: ShuffleTest | None = None

    def so_far() -> OrderTest:
        return OrderTest(pd.DataFrame(study.lines, columns=COLUMNS), test, study.measure, _different(table, declared))

    def told(_: Any, running: ShuffleTest) -> bool:
        nonlocal test
        test = running
        return callback is not None and bool(callback((1 + test.n_shuffles) / total, so_far()))

    if tested:
        test = ranked_first(_statistics(study, declared, n_orders, random_state), n_orders, told)
    for i, (kind, order, geometry, which) in enumerate(apart, start=total - len(apart) + 1):
        if test is not None and test.cancelled:
            break
        study.run(kind, order, geometry(), which)
        if callback is not None and callback(i / total, so_far()):
            break
    return so_far()


def conclusion(found: OrderTest) -> str:
    """What the test says, in plain text: no more than the random orders that ran support."""
    test = found.test
    if test is None:
        return "No column has a declared order of three or more values, so there is no declared order to test."
    ran, reached = test.n_shuffles, test.exceeding
    if test.significant is None:
        return f"Cancelled after {ran} of {test.planned} random orders: no conclusion."
    means = found.means.groupby("kind")[found.measure].mean()
    accurate = found.measure == "accuracy"
    declared, random = (f"{m:.1%}" if accurate else f"{m:.4g}" for m in means[["declared", "random"]])
    name = "an accuracy of" if accurate else "a z of"
    words = (
        f"k-modes has {name} {declared} under the declared orders, and {random} on average under random orders of the "
        f"same columns. {reached} of {ran} random orders {'does' if reached == 1 else 'do'} as well as the declared "
        "orders or better"
    )
    if ran == test.planned:
        words += f", so p = (1 + {reached}) / (1 + {ran}) = {test.p_value:.2g}"
    if test.significant:
        return f"The declared order matters here. {words}: significant at 5 %."
    words = f"No effect of the declared order detected. {words}: not significant at 5 %."
    if found.different < FEW_ORDERS:
        return words + (
            f" The ordered columns have only {found.different} different orders: a random order is often the declared "
            "one, so even the best order would hardly be significant."
        )
    return words + " Not significant does not mean that order has no effect."


class _Study:
    """Runs of k-modes from the same starts, noted as they are made."""

    def __init__(self, table: CategoricalTable, n_clusters: int, starts: int, seed: int) -> None:
        self.table, self.n_clusters, self.starts, self.seed = table, n_clusters, range(starts), seed
        self.rows, self.classes = without_classes(table), table.target if table.n_classes else None
        self.measure = "accuracy" if table.n_classes else "z"
        self.lines: list[dict[str, Any]] = []

    def run(
        self, kind: str, order: int, geometry: ValueDistances, starts: Iterable[int]
    ) -> dict[tuple[Any, ...], float]:
        """The mean of what is compared under one order, larger for better."""
        scores = [scored_run(self.rows, self.classes, geometry, self.n_clusters, self.seed + start) for start in starts]
        named = ({"kind": kind, "order": order, "start": start} for start in starts)
        self.lines += [name | score for name, score in zip(named, scores, strict=True)]
        mean = float(np.mean([score[self.measure] for score in scores]))
        return {(self.measure, self.n_clusters): mean if self.measure == "accuracy" else -mean}


def _statistics(study: _Study, declared: Ranks, n_orders: int, seed: int) -> Iterator[dict[tuple[Any, ...], float]]:
    """What is compared, under the declared orders, then under random ones of the same columns."""
    yield study.run("declared", 0, order_distances(study.table, declared), study.starts)
    rng, book = np.random.default_rng(seed), study.table.codebook
    for order in range(n_orders):
        random = [
            None if ranks is None else _missing_last(random_ranks(len(labels), rng), missing)
            for ranks, labels, missing in zip(declared, book.categories, book.missing, strict=True)
        ]
        yield study.run("random", order, order_distances(study.table, random), study.starts)


def _described(study: _Study, declared: Ranks) -> Iterator[_Part]:
    """Kinds that are not tested: (kind, order, its distances, starts)."""
    table, book = study.table, study.table.codebook
    yield "Hamming", 0, partial(order_distances, table, [None] * len(declared)), study.starts
    for start in study.starts:
        yield "learned", start, partial(learned_distances, table, study.n_clusters, study.seed + start), [start]
    if all(
        ranks is not None and not m or v < FEWEST_VALUES
        for ranks, m, v in zip(declared, book.missing, book.n_values, strict=True)
    ):
        return
    rng = np.random.default_rng([study.seed, 1])
    for order in range(DESCRIBED):
        ranks = [random_ranks(v, rng) for v in book.n_values]
        yield "random, all columns", order, partial(order_distances, table, ranks), study.starts


def _blind(table: CategoricalTable) -> tuple[CategoricalTable, Ranks]:
    """The table with codes that do not depend on declared orders, and these as ranks of the codes, column by column."""
    book = table.codebook
    table = replace(table, codebook=replace(book, kinds=("nominal",) * len(book.kinds))).canonical()
    declared = [
        _missing_last(np.array([own.index(label) for label in labels]), missing)
        if kind == "ordinal" and len(own) >= FEWEST_VALUES
        else None
        for own, labels, kind, missing in zip(book.categories, table.categories, book.kinds, book.missing, strict=True)
    ]
    return table, declared


def _missing_last(ranks: np.ndarray, missing: bool) -> np.ndarray:
    return np.append(ranks, len(ranks)) if missing else ranks


def _different(table: CategoricalTable, declared: Ranks) -> int:
    """Different orders of the ordered columns; one and its reverse are the same if no missing level stays last."""
    book = table.codebook
    return prod(
        factorial(len(labels)) // (1 if missing else 2)
        for ranks, labels, missing in zip(declared, book.categories, book.missing, strict=True)
        if ranks is not None
    )
