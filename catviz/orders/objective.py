"""Orders that somebody gives: read, tried on a partition of the rows, and scored by OCL's objective.

Numeric columns stand beside orders, scaled to their range, so that they weigh what an ordered column weighs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from catviz.base import as_table
from catviz.clustering.base import DistinctRows
from catviz.clustering.lookup import RowLookup
from catviz.geometry.numeric import NumericPart, numeric_part
from catviz.orders.alternating import Monotone, assignments
from catviz.orders.arrangement import nearer_orientation, random_ranks
from catviz.orders.partition import Task, cluster_means, order_table, shares, sum_of_distances
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook, labelled_places
from catviz.table.frames import unmasked


def ordered_objective(
    table: Any, labels: Sequence[Any] | np.ndarray, orders: Mapping[str, Sequence[str]] | None = None
) -> float:
    """z = 1/d sum_r sum_j n_j p_j' D_r p_j (Eq. 13): how far rows are, on average over columns, from their cluster.

    A numeric column adds twice the sum of squares within clusters, on a scale from 0 to 1.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
    labels : (n,) clusters, of whatever type; rows without weight do not count
    orders : mapping of column to its values in order
        A column left out takes the order in which the table shows its values; a missing level left out comes last.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Not one label a row, or orders that do not fit their columns.

    Examples
    --------
    >>> import catviz
    >>> from catviz.orders.objective import ordered_objective
    >>> t = catviz.load_dataset("toy_movie")
    >>> ocl = catviz.OCL(n_clusters=2, random_state=0).fit(t)
    >>> bool(abs(ordered_objective(t, ocl.labels_, ocl.orders_) - ocl.objective_) < 1e-12)
    True
    """
    table = as_table(table).observed().missing_as_category()
    labels = row_labels(table, labels)
    book = table.codebook
    named = {book.position(a): values for a, values in (orders or {}).items()}
    ranks = [
        named_ranks(book, r, named[r], "the order") if r in named else np.arange(v) for r, v in enumerate(book.n_values)
    ]
    names, clusters = labelled_places(labels)
    weights = table.row_weights
    counts = RowLookup(table.codes, book.n_values, weights).counts(clusters, len(names))
    means = [shares(c) @ order_table(o) for c, o in zip(counts, ranks, strict=True)]
    total, numbers = sum_of_distances(counts, means), scaled_numbers(table)
    if numbers is None:
        return total / len(ranks)
    x = numbers.places(table)
    apart = x - cluster_means(x, weights, clusters, len(names))[clusters]
    return (total + 2 * float((weights[:, None] * apart**2).sum())) / (len(ranks) + x.shape[1])


@dataclass(frozen=True, eq=False)
class Trial:
    """What orders are worth: ``labels`` (n,) of the rows, the ``objective`` z, and how many ``steps`` it took."""

    labels: np.ndarray
    objective: float
    steps: int


class OrderTrial:
    """Tries orders of a table's columns on a partition of its rows.

    Rows are assigned anew by the squared distance to their cluster's mean in the thermometer code of the orders, so z
    never rises on the way, and the same orders always give the same result.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
    labels : (n,) int from 0, the partition to start from
    orders : mapping of column to its values in order
        A column left out takes the order in which the table shows its values; a missing level left out comes last.

    Raises
    ------
    ValueError
        Not one label a row, or orders that do not fit their columns.

    Examples
    --------
    >>> import catviz
    >>> from catviz.orders.objective import OrderTrial
    >>> t = catviz.load_dataset("toy_movie")
    >>> ocl = catviz.OCL(n_clusters=2, random_state=0).fit(t)
    >>> trial = OrderTrial(t, ocl.labels_, ocl.orders_)
    >>> bool(abs(trial.with_orders({}).objective - ocl.objective_) < 1e-12)
    True
    """

    def __init__(self, table: Any, labels: Sequence[int] | np.ndarray, orders: Mapping[str, Sequence[str]]) -> None:
        table = as_table(table).observed().missing_as_category()
        labels = row_labels(table, labels).astype(np.intp)
        self._labels, self._rows = labels, mixed_rows(table, scaled_numbers(table))
        self._start = np.empty(len(self._rows.codes), dtype=np.intp)
        counted = self._rows.inverse >= 0
        self._start[self._rows.inverse[counted]] = labels[counted]
        d = len(table.attributes)
        self._task = Task(self._rows, int(self._start.max()) + 1, learned=(False,) * d)
        self._ranks = list(self._rows.original_codes)
        self._ranks = self._canonical(orders)

    def with_orders(self, orders: Mapping[str, Sequence[str]]) -> Trial:
        """What the orders are worth with some columns' orders changed to these."""
        ranks = tuple(self._canonical(orders))
        first = self._task.partition(self._start, ranks, tuple(map(order_table, ranks)))
        states = [first, *assignments(self._task, first, Monotone())]
        clusters = states[-1].labels[self._rows.inverse]
        labels = np.where(self._rows.inverse >= 0, clusters, self._labels)
        return Trial(labels, states[-1].objective, len(states) - 1)

    def _canonical(self, orders: Mapping[str, Sequence[str]]) -> list[np.ndarray]:
        ranks, book = list(self._ranks), self._rows.codebook
        for attribute, values in orders.items():
            r = book.position(attribute)
            ranks[r] = named_ranks(book, r, values, "the order")[self._rows.original_codes[r]]
        return ranks


def row_labels(table: CategoricalTable, labels: Any) -> np.ndarray:
    """(n,) the labels as an array. ValueError where they are not one a row."""
    labels = np.asarray(unmasked(labels), dtype=object)
    if labels.shape != (table.n_rows,):
        raise ValueError(f"labels have shape {labels.shape}: give one label for each of the {table.n_rows} rows")
    return labels


class Orders:
    """Orders between the canonical codes runs work in and the codebook's."""

    def __init__(self, codebook: Codebook, original_codes: Sequence[np.ndarray]) -> None:
        self.codebook, self.codes = codebook, original_codes

    def initial(self, init_order: Any, rng: np.random.RandomState, complete: bool) -> list[np.ndarray | None]:
        """(v,) ranks of each column in canonical codes; without one, None, or the table's order where ``complete``."""
        book = self.codebook
        if init_order == "random":
            return [random_ranks(len(codes), rng) for codes in self.codes]
        if init_order == "natural":
            return list(self.codes)
        ranks = [c if complete or kind == "ordinal" else None for c, kind in zip(self.codes, book.kinds, strict=True)]
        if init_order is None:
            return ranks
        if not isinstance(init_order, Mapping):
            raise ValueError(f"init_order={init_order!r}: give None, 'natural', 'random' or orders by column name")
        for attribute, labels in init_order.items():
            r = book.position(attribute)
            ranks[r] = named_ranks(book, r, labels, "init_order")[self.codes[r]]
        return ranks

    def original(self, ranks: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
        """(v,) ranks of each column in codebook order, in the direction nearest to it."""
        return tuple(self._oriented(r, o) for r, o in enumerate(ranks))

    def in_words(self, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Steps with orders as lists of values; the last order nearest the codebook's, each other its successor."""
        nearest: dict[int, np.ndarray] = {}
        recorded = []
        for step in reversed(steps):
            changed = {}
            for r, ranks in step["changed"].items():
                nearest[r] = self._oriented(r, ranks, nearest.get(r))
                labels = self.codebook.labels[r]
                changed[self.codebook.attributes[r]] = [labels[i] for i in np.argsort(nearest[r])]
            recorded.append({**step, "changed": changed})
        return recorded[::-1]

    def _oriented(self, r: int, ranks: np.ndarray, reference: np.ndarray | None = None) -> np.ndarray:
        original = np.empty(len(ranks), dtype=np.intp)
        original[self.codes[r]] = ranks
        return nearer_orientation(original, np.arange(len(ranks)) if reference is None else reference)


def named_ranks(book: Codebook, r: int, labels: Any, what: str) -> np.ndarray:
    """(v,) ranks of a column's values from a list of them; a missing level left out comes last.

    Raises
    ------
    ValueError
        The list lacks a value, has a strange one, or repeats one; ``what`` says what it was given for.
    """
    order, attribute = [str(label) for label in labels], book.attributes[r]
    if book.missing[r] and book.labels[r][-1] not in order:
        order.append(book.labels[r][-1])
    strange = [label for label in order if label not in book.labels[r]]
    absent = [label for label in book.labels[r] if label not in order]
    if strange or absent or len(set(order)) < len(order):
        fault = (
            f"has {strange[0]!r}, which is no value" if strange else f"lacks {absent[0]!r}" if absent else "repeats one"
        )
        raise ValueError(f"{what} of column {attribute!r} {fault}: give each value once, {list(book.labels[r])}")
    return np.array([order.index(label) for label in book.labels[r]], dtype=np.intp)


def scaled_numbers(table: CategoricalTable) -> NumericPart | None:
    """The numeric columns of a fitting table on a scale from 0 to 1, missing at the mean; None where it has none."""
    return numeric_part(table, lambda x, weights: 1.0)


def mixed_rows(table: CategoricalTable, numbers: NumericPart | None) -> DistinctRows:
    """The distinct rows of a fitting table, distinguished by their scaled numbers too."""
    if numbers is None:
        return DistinctRows.of(table)
    placed = replace(table, numeric=numbers.places(table), target=None, target_name=None)
    return DistinctRows.with_numbers(placed)
