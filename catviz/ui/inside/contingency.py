"""The first steps of most methods: the contingency table of two columns, and the shares within its columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from catviz.distances.conditional import profiles
from catviz.table.counts import Counts
from catviz.ui.text import number
from catviz.ui.widgets.worked import Number, Step, grouped, short

OTHERS = 2
"""Values beside the pair whose counts are shown; those of the rest are added up."""


@dataclass(frozen=True, eq=False)
class Contingency:
    """A contingency table: the values of a column by the values of another column (or by clusters).

    Attributes
    ----------
    column, other : str
        Names as they are shown.
    table : (v, u) counts
    values, parts : labels of the column's values and of the other column's, short
    pair : (i, j) or (i,)
        Places of the values that are set off: the pair chosen, or one end of an edge.
    shares : (v, u)
        Of the other column's values among the rows with each value.
    importance : (u,)
        Which values of the other column are shown, if they are many.
    """

    column: str
    other: str
    table: np.ndarray
    values: Sequence[str]
    parts: Sequence[str]
    pair: tuple[int, ...]
    shares: np.ndarray
    importance: np.ndarray

    @classmethod
    def of(cls, counts: Counts, column: str, other: str, a: str, b: str) -> Contingency:
        """The table of two columns, from the counts a method was fitted on."""
        book = counts.codebook
        r, s = book.position(column), book.position(other)
        shares, pair = profiles(counts, r, s), (book.code(column, a), book.code(column, b))
        labels = short(book.labels[r]), short(book.labels[s])
        importance = np.abs(shares[pair[0]] - shares[pair[1]]) + 1e-6 * shares.sum(axis=0)
        return cls(column, other, counts.joint(r, s), *labels, pair, shares, importance)

    @cached_property
    def lines(self) -> list[tuple[str, np.ndarray]]:
        """Values of the other column, the less important ones together."""
        return grouped(self.parts, self.importance)

    @property
    def names(self) -> tuple[str, str]:
        """The two values."""
        return self.values[self.pair[0]], self.values[self.pair[1]]

    def count(self, x: str, w: str) -> str:
        """What a count is called."""
        return f"n({x}, {w})"

    def shows(self, w: str) -> bool:
        """Whether a value of the other column has a line of its own."""
        return any(w == label for label, _ in self.lines)

    def margin(self, w: str) -> str:
        """What the count of a value of the other column is called."""
        return f"n(all rows, {w})"

    def total(self, x: str) -> str:
        """What a value's number of rows in this table is called."""
        return f"n({x})"

    def share(self, x: str, w: str) -> str:
        """What a share is called."""
        return f"P({w} | {x})"

    def counted(self, title: str, formula: str, symbols: Sequence[tuple[str, str]]) -> Step:
        """The table itself: the pair first, some more values, and the sums."""
        first = list(self.pair)
        rest = [i for i in np.argsort(-self.table.sum(axis=1), kind="stable") if i not in first]
        more, hidden = sorted(rest[:OTHERS]), rest[OTHERS:]
        if len(hidden) == 1:
            more, hidden = sorted(rest[: OTHERS + 1]), []
        columns = [(self.values[i], [i], side) for i, side in zip(first, "ab", strict=False)]
        columns += [(self.values[i], [i], "") for i in more]
        columns += [(f"{len(hidden)} other values", hidden, "")] if hidden else []
        lines = [
            (w, tuple(self._cell(x, rows, side, w, places) for x, rows, side in columns) + (self._all(w, places),))
            for w, places in self.lines
        ]
        sums = tuple(self._sum(x, rows, side) for x, rows, side in columns)
        grand = Number("n", float(self.table.sum()), minor=True, bar=False)
        lines.append(("all", (*sums, grand)))
        heads = (*(x for x, _, _ in columns), "all")
        return Step(title, formula, tuple(symbols), self.other, heads, tuple(lines), total=True)

    def _cell(self, x: str, rows: list[int], side: str, w: str, places: np.ndarray) -> Number:
        value = float(self.table[rows][:, places].sum())
        return Number(self.count(x, w), value, side=side, minor=not side, scale="count")

    def _all(self, w: str, places: np.ndarray) -> Number:
        return Number(self.margin(w), float(self.table[:, places].sum()), minor=True, bar=False)

    def _sum(self, x: str, rows: list[int], side: str) -> Number:
        return Number(self.total(x), float(self.table[rows].sum()), side=side, minor=not side, bar=False)

    def share_of(self, k: int, w: str, places: np.ndarray) -> Number:
        """The share of a value of the other column (or of several) among the rows with a value of the pair."""
        i, x, side = self.pair[k], self.names[k], "ab"[k]
        total, value = float(self.table[i].sum()), float(self.shares[i, places].sum())
        if total == 0:
            return Number(
                self.share(x, w), value, "share among all rows, since no row has both columns", side=side, scale="share"
            )
        n = float(self.table[i, places].sum())
        used = (self.count(x, w), self.total(x))
        return Number(self.share(x, w), value, f"{number(n)} / {number(total)}", used, side, scale="share")
