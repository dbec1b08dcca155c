"""Orders put to the test: on a partition, with the orders fixed, rows join their nearest cluster until none moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from catviz.base import as_table
from catviz.orders.alternating import assignments
from catviz.orders.monotone import Monotone
from catviz.orders.naming import named_ranks, row_labels
from catviz.orders.numbers import mixed_rows, scaled_numbers
from catviz.orders.partition import Task, order_table


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
    >>> from catviz.orders.trial import OrderTrial
    >>> t = catviz.load_dataset("toy_movie")
    >>> ocl = catviz.OCL(n_clusters=2, random_state=0).fit(t)
    >>> trial = OrderTrial(t, ocl.labels_, ocl.orders_)
    >>> bool(abs(trial.with_orders({}).objective - ocl.objective_) < 1e-12)
    True
    """

    def __init__(self, table: Any, labels: Sequence[int] | np.ndarray, orders: Mapping[str, Sequence[str]]) -> None:
        table = as_table(table).observed().missing_as_category()
        labels = row_labels(table, labels)
        self._given, self._rows = labels, mixed_rows(table, scaled_numbers(table))
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
        found = states[-1].labels[self._rows.inverse]
        labels = np.where(self._rows.inverse >= 0, found, self._given)
        return Trial(labels, states[-1].objective, len(states) - 1)

    def _canonical(self, orders: Mapping[str, Sequence[str]]) -> list[np.ndarray]:
        ranks, book = list(self._ranks), self._rows.codebook
        for attribute, values in orders.items():
            r = book.position(attribute)
            ranks[r] = named_ranks(book, r, values, "the order")[self._rows.original_codes[r]]
        return ranks
