"""What every walk through a method is made of: the calculation, figures of all values, and the number it ends in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from catviz.distances.conditional import profiles
from catviz.plots import inside as draw
from catviz.plots.values import distance_scale
from catviz.table.counts import Counts
from catviz.ui.labels import OTHER_COLUMN
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.text import number, plain
from catviz.ui.widgets import charts, worked
from catviz.ui.widgets.downloads import offer
from catviz.ui.widgets.worked import Number, Step, as_table, grouped, short

#: Width of the select boxes beside the result: three of them fit on a projector.
BOX = 164
#: What a method's paper calls what the page names in its own words.
PAPER = {
    "AhmadDey": "calls a column an attribute.",
    "COD": "calls a column an attribute, step 3 the inter-coupled and step 4 the intra-coupled attribute value "
    "similarity, and P(w | x) the information conditional probability.",
    "COS": "calls a column an attribute, step 3 the inter-coupled and step 4 the intra-coupled attribute value "
    "similarity, and P(w | x) the information conditional probability.",
    "WCADO": "calls a column an attribute, step 3 the weighted inter-coupled and step 4 the weighted intra-attribute "
    "distance for values.",
    "TAVE": "calls a column an attribute, M the intra-attribute and Q the inter-attribute value similarity matrix, and "
    "the last F the diffusion matrix H.",
    "AVE": "calls a column an attribute, M the intra-attribute and Q the inter-attribute value similarity matrix.",
    "MTDLE": "calls a column an attribute, a value a symbol, and the length of a shortest path a transitive distance.",
    "OCL": "calls a column an attribute, a value a possible value, and a row an object.",
}
#: Values beside the pair whose counts are shown; those of the rest are added up.
OTHERS = 2


def other_column(others: Sequence[str], default: str) -> str:
    """The column whose contingency table is shown in detail."""
    help = "Its contingency table with the column is shown in steps 1 and 2."
    with box():
        return controls.select(OTHER_COLUMN, others, "other", default, help=help)


def box():
    """Where a choice beside the result is drawn: boxes wrap on a narrow screen."""
    return st.container(width=BOX)


def calculation(
    learned: Fitted,
    made: Callable[[Any], Sequence[Step]],
    choose: Callable[[], Any] = lambda: None,
    headline: Callable[[Any, float], None] | None = None,
) -> Any:
    """The calculation of a pair's number, whose numbers are linked; returns what ``choose`` chose.

    Parameters
    ----------
    made : callable(choice) -> steps
    choose : callable() -> choice
        Draws what else is chosen beside the pair.
    headline : callable(choice, result)
        Says the result, if it is another number than the explanation's.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = None if headline is None else st.container(width=270)
        choice = choose()
        steps = made(choice)
        with st.container(width="stretch"):
            chosen = worked.choose(steps)
    if headline is not None and words is not None:
        with words:
            headline(choice, steps[-1].numbers[-1].value)
    worked.show(steps, chosen, learned.method.name)
    if learned.method.name in PAPER:
        st.caption(f"The paper of {plain(learned.method.short)} {plain(PAPER[learned.method.name], 600)}")
    offer({f"The calculation, {learned.method.short}": partial(as_table, steps)}, [])
    return choice


def distances(learned: Fitted, column: str, a: str, b: str, order: Sequence[int] = ()) -> None:
    """Show all distances of the column's values: the number of the pair is one of them."""
    table, scale = learned.distances[column], distance_scale(learned.distances, column)
    theme, pair = charts.theme(), (a, b)
    figure = draw.matrix(table, theme, "distances", scale.words, scale.end, near=True, marked=pair, order=order)
    show(figure, "distances", f"Distances of all values of {column}.")


def all_values(column: str) -> None:
    """Show the heading over figures that show more than the pair."""
    st.header(f"All values of {plain(column, 60)}", anchor=False)


def grid(parts: Sequence[Callable[[], None]]) -> None:
    """Draw figures two by two."""
    for first in range(0, len(parts), 2):
        for box, part in zip(st.columns(2, gap="medium"), parts[first : first + 2], strict=False):
            with box:
                part()


def show(figure, key: str, alt: str) -> None:
    """Draw one figure."""
    charts.show(figure, f"inside-{key}", alt)


def labelled(table, labels: Sequence[str]) -> pd.DataFrame:
    """A table with values as its rows and columns."""
    return pd.DataFrame(table, index=list(labels), columns=list(labels))


def result(explanation, a: str, b: str, value: float, when: str) -> None:
    """A number of two values that a method has on its way to the one of the Values page, and when."""
    of = f"{explanation.quantity.capitalize()} of {plain(a, 40)} and {plain(b, 40)}"
    st.markdown(f"## {of}{when} → {number(value)}")


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
        sums = tuple(
            Number(self.total(x), float(self.table[rows].sum()), side=side, minor=not side, bar=False)
            for x, rows, side in columns
        )
        grand = Number("n", float(self.table.sum()), minor=True, bar=False)
        lines.append(("all", (*sums, grand)))
        heads = (*(x for x, _, _ in columns), "all")
        return Step(title, formula, tuple(symbols), self.other, heads, tuple(lines), total=True)

    def of_rows(self) -> Step:
        """The table itself, as the first step of a walk through two columns."""
        symbols = (("x", f"a value of {self.column}"), ("w", f"a value of {self.other}"))
        return self.counted("1  Contingency table: count rows", "n_{xw} = number of rows with x and w", symbols)

    def _cell(self, x: str, rows: list[int], side: str, w: str, places: np.ndarray) -> Number:
        value = float(self.table[rows][:, places].sum())
        return Number(self.count(x, w), value, side=side, minor=not side, scale="count")

    def _all(self, w: str, places: np.ndarray) -> Number:
        return Number(self.margin(w), float(self.table[:, places].sum()), minor=True, bar=False)

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
