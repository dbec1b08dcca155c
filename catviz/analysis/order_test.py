"""Does k-modes find the known classes better under the declared orders of values than under random orders of them?

k-modes runs from the same starting rows under the declared orders and under random ones. Only the columns with a
declared order are given random ones; all others are treated alike throughout. What is gained must also be more than
where the rows of the ordered columns are shuffled, so that they say nothing about the classes. Without known classes, z
under these orders is described: it depends on how frequent values lie along an order, so it tests nothing about
clusters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
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
from catviz.analysis.whole_groups import Shuffling, in_order_of_groups
from catviz.base import as_table
from catviz.clustering.starts import N_STARTS
from catviz.geometry.value_geometries import ValueDistances
from catviz.orders.arrangement import random_ranks
from catviz.parameters import whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import are_whole, repeated_rows

COLUMNS = ["kind", "order", "start", "accuracy", "adjusted_rand", "z"]
#: Random orders that are described and not tested: of all columns, and of the ordered ones without known classes.
DESCRIBED = 20
#: Random orders, and starts at most, that the gain of the declared orders is measured with.
GAIN_ORDERS, GAIN_STARTS = 4, 5
#: The ranks of each column's codes; None if the column has no order.
Ranks = list[np.ndarray | None]
_Part = tuple[str, int, Callable[[], ValueDistances], Iterable[int]]


@dataclass(frozen=True, eq=False)
class OrderTest:
    """Runs of k-modes under several kinds of orders, and the test of the declared ones.

    Attributes
    ----------
    runs : DataFrame, one row per run
        ``kind``; ``order``, the number of the order within its kind; ``start``; ``accuracy`` and
        ``adjusted_rand`` (nan without known classes); and ``z``, as in `catviz.analysis.order_study.order_study`.
    test : ShuffleTest or None
        The mean adjusted Rand index over the starts under the declared orders, among those under random orders. None
        without known classes, with fractional weights, or if no column has a declared order of three or more values.
    gain : ShuffleTest or None
        The mean adjusted Rand index under the declared orders less that under the first 4 random ones (at most 5
        starts), among such gains where the rows of all ordered columns together are shuffled. None unless ``test`` is
        significant.
    different : int
        How many different orders the ordered columns can have.
    """

    runs: pd.DataFrame
    test: ShuffleTest | None
    gain: ShuffleTest | None
    different: int

    @property
    def significant(self) -> bool | None:
        """True if both tests are significant, False if one is not; None while that is open or nothing is tested."""
        first = None if self.test is None else self.test.significant
        if not first:
            return first
        return None if self.gain is None else self.gain.significant

    @property
    def means(self) -> pd.DataFrame:
        """One row per order, the mean over its starts: ``kind``, ``order``, ``accuracy``, ``adjusted_rand``, ``z``."""
        return self.runs.drop(columns="start").groupby(["kind", "order"], sort=False).mean().reset_index()


@whole_numbers("n_clusters", "n_orders", "starts")
def order_test(
    table: CategoricalTable,
    n_clusters: int | None = None,
    n_orders: int = 99,
    starts: int = N_STARTS,
    random_state: int = 0,
    described: bool = True,
    callback: Callable[[float, OrderTest], bool] | None = None,
) -> OrderTest:
    """Test whether k-modes finds the known classes better under the declared orders than under random ones.

    The hypothesis is that the declared orders are exchangeable with random orders of the same values, given the rows
    and classes. Then the rank of the declared ones among ``n_orders`` random ones gives an exact p value: all kinds
    share their starting rows, and ties are broken by codes that are the same whatever order is declared. The test stops
    as soon as its answer at 5 % is clear.

    Declared orders often have their frequent values side by side, and then they are not exchangeable with random ones,
    even if they say nothing about the classes. First, they give clusters of other sizes. What is compared is therefore
    the adjusted Rand index. It is corrected for chance, given the sizes of the clusters; accuracy is not, and rises
    with one large cluster if the classes are unequal. Accuracy is described only. So is z, which needs no classes: it
    is lower for any order with frequent values side by side. Second, they disturb less what other columns show of the
    classes. So a second hypothesis must be rejected too: that the ordered columns are unrelated to all else. Their rows
    are shuffled together, and the gain over the same random orders is ranked among the gains on these tables, which is
    exact. It is tested only if the first test is significant. Of a table with groups, whole groups are shuffled.

    An ordered column is one with a declared order of three or more values; a missing level stays last. In all other
    columns values are the same or different ("declared", "random").

    "Hamming" (no orders), "learned" (by OCL from each start) and "random, all columns" are described only. OCL orders
    every column, so its counterpart are random orders of every column (left out if "random" orders every column of
    three or more values); but its orders come from the very rows that they then cluster, so no set of orders is known
    that would be equally likely.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
        Row weights count, in the clusters and in their scores; with fractional ones nothing is tested.
    n_clusters : int, optional
        As many as there are known classes if left out.
    n_orders : int
        Random orders at most, and shuffles; at least 19. Where nothing is tested, at most 20 of them run.
    starts : int
        Runs under each order; run i starts from the seed ``random_state + i``.
    random_state : int
    described : bool
        False runs only "declared" and "random".
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
    >>> found.significant, found.test.n_shuffles, found.gain.n_shuffles
    (True, 39, 39)
    """
    if starts < 1:
        raise ValueError(f"starts={starts!r}: give at least 1")
    table, declared = _without_order(as_table(table).observed().missing_as_category())
    study = _Study(table, number_of_clusters(table, n_clusters), starts, random_state)
    declares = any(ranks is not None for ranks in declared)
    tested = declares and study.classes is not None and are_whole(table.weights)
    n_orders = n_orders if tested else min(n_orders, DESCRIBED)
    orders = _declared_and_random(study, declared, n_orders, random_state) if declares else iter(())
    apart = list(_described(study, declared)) if described else []
    shuffle = (1 + GAIN_ORDERS) * min(starts, GAIN_STARTS) / starts  # its runs, counted in orders
    total = len(apart) + declares * (1 + n_orders) + tested * round(shuffle * n_orders)
    test: ShuffleTest | None = None
    gain: ShuffleTest | None = None

    def so_far() -> OrderTest:
        return OrderTest(pd.DataFrame(study.lines, columns=COLUMNS), test, gain, _different(table, declared))

    def progress(_: Any, running: ShuffleTest) -> bool:
        nonlocal test
        test = running
        return callback is not None and bool(callback((1 + test.n_shuffles) / total, so_far()))

    def progress_of_gain(_: Any, running: ShuffleTest) -> bool:
        nonlocal gain
        gain = running
        done = 1 + n_orders + shuffle * gain.n_shuffles
        return callback is not None and bool(callback(done / total, so_far()))

    if tested:
        test = ranked_first((study.tested(*part) for part in orders), n_orders, progress)
        if test.significant:
            first = islice(_declared_and_random(study, declared, GAIN_ORDERS, random_state), 1 + GAIN_ORDERS)
            columns = [r for r, ranks in enumerate(declared) if ranks is not None]
            gain = ranked_first(study.gains([part[2]() for part in first], columns), n_orders, progress_of_gain)
        if test.cancelled or (gain is not None and gain.cancelled):
            return so_far()
    left = apart if tested else [*orders, *apart]
    for i, part in enumerate(left, start=total - len(left) + 1):
        study.run(*part)
        if callback is not None and callback(i / total, so_far()):
            break
    return so_far()


class _Study:
    """Runs of k-modes from the same starts, noted as they are made."""

    def __init__(self, table: CategoricalTable, n_clusters: int, starts: int, seed: int) -> None:
        self.table, self.n_clusters, self.starts, self.seed = table, n_clusters, range(starts), seed
        self.rows, self.classes = without_classes(table), table.target if table.n_classes else None
        self.lines: list[dict[str, Any]] = []

    def run(
        self, kind: str, order: int, geometry: Callable[[], ValueDistances], starts: Iterable[int]
    ) -> list[dict[str, Any]]:
        """The scores of k-modes under one order, a line per start."""
        distances = geometry()
        lines = [
            {"kind": kind, "order": order, "start": start}
            | scored_run(self.rows, self.classes, distances, self.n_clusters, self.seed + start)
            for start in starts
        ]
        self.lines += lines
        return lines

    def tested(self, *part: Any) -> dict[tuple[Any, ...], float]:
        """The mean of what is tested, of the runs under one order."""
        mean = float(np.mean([line["adjusted_rand"] for line in self.run(*part)]))
        return {("adjusted_rand", self.n_clusters): mean}

    def gains(self, orders: list[ValueDistances], columns: list[int]) -> Iterator[dict[tuple[Any, ...], float]]:
        """What the first order gains over the mean of the others; then again with the rows of ``columns`` shuffled."""
        every = repeated_rows(self.rows.weights, len(self.rows), "rows are shuffled")
        codes, labels = self.rows.codes[every].astype(np.intp), pd.factorize(self.classes, sort=True)[0][every]
        members = None if self.rows.groups is None else self.rows.groups[every]
        if members is None:
            every = every[np.lexsort([labels, *codes.T])]
        else:
            every = every[in_order_of_groups(np.column_stack([codes, labels]), members)]
        rows, classes = replace(self.rows[every], weights=None), np.asarray(self.classes)[every]
        numbers = np.arange(len(every)).reshape(-1, 1)
        shuffling = Shuffling(numbers, np.zeros(numbers.shape, dtype=bool), rows.groups)
        starts, rng = self.starts[:GAIN_STARTS], np.random.default_rng([self.seed, 2])

        def shuffled() -> Iterator[CategoricalTable]:
            while True:
                codes = rows.codes.copy()
                order = rng.permutation(len(codes)) if members is None else shuffling.draw(rng)[:, 0]
                codes[:, columns] = codes[order][:, columns]
                yield replace(rows, codes=codes)

        for each in chain([rows], shuffled()):
            first, *others = (
                np.mean([scored_run(each, classes, d, self.n_clusters, self.seed + s)["adjusted_rand"] for s in starts])
                for d in orders
            )
            yield {("gain", self.n_clusters): float(first - np.mean(others))}


def _declared_and_random(study: _Study, declared: Ranks, n_orders: int, seed: int) -> Iterator[_Part]:
    """The declared orders, then random ones of the same columns, drawn as they are asked for."""
    table, book = study.table, study.table.codebook
    yield "declared", 0, partial(order_distances, table, declared), study.starts
    rng = np.random.default_rng(seed)
    for order in range(n_orders):
        random = [
            None if ranks is None else _missing_last(random_ranks(len(labels), rng), missing)
            for ranks, labels, missing in zip(declared, book.categories, book.missing, strict=True)
        ]
        yield "random", order, partial(order_distances, table, random), study.starts


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


def _without_order(table: CategoricalTable) -> tuple[CategoricalTable, Ranks]:
    """The table with codes that do not depend on declared orders, and these as ranks of the codes, column by column."""
    book = table.codebook
    table = replace(table, codebook=replace(book, kinds=("nominal",) * len(book.kinds))).canonical()
    declared = [
        _missing_last(np.array([scale.index(label) for label in labels]), missing)
        if kind == "ordinal" and len(scale) >= FEWEST_VALUES
        else None
        for scale, labels, kind, missing in zip(
            book.categories, table.categories, book.kinds, book.missing, strict=True
        )
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
