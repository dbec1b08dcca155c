"""Lesson: values that share no company are still nearer or farther, by paths through their neighbours' neighbours."""

from __future__ import annotations

import streamlit as st

from catviz.plots.values import heat_map
from catviz.registry import DEFAULT, method
from catviz.ui.lessons.lesson import Door, Lesson
from catviz.ui.state import cache
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import number
from catviz.ui.values.exports import offer_values
from catviz.ui.widgets import charts, paths

COLUMN, VALUE, FIRST, SECOND = "a1", "A1", "A3", "A4"
PATHS = "MTDLE"
EQUAL = 1e-9
"""Distances that differ by less are taken for equal."""
SMALL = 300
"""Height of figures that stand above each other."""


class Neighbours(Lesson):
    """Which of two values without common company is nearer?"""

    key = "neighbours"
    title = "Co-occurrence sees neighbours of neighbours"
    data = "toy_cos"
    question = (
        f"Now let paths count: from {VALUE} to a value beside it, on to that one's neighbours, and so forth. "
        f"Which ends nearer to {VALUE}?"
    )
    options = (FIRST, SECOND, "both equally far")
    keep = (
        "No two values of a column share a row. They are near by the neighbours they share, or by neighbours of those."
    )
    doors = (
        Door(
            "Both distances side by side",
            "values",
            {"method": DEFAULT, "second": PATHS, "column": COLUMN, "a": VALUE, "b": FIRST, "look": "heat map"},
        ),
        Door("The paths, step by step", "inside", {"method": PATHS, "column": COLUMN, "a": VALUE, "b": FIRST}),
    )

    def told(self, view: View) -> str:
        """What shared company makes of the three values."""
        near = cache.fitted(view, DEFAULT).distances[COLUMN].loc[VALUE]
        return (
            f"Two values of one column never stand in the same row, so look at the company they keep. {VALUE} and A2 "
            f"both come with B1 and C1: distance {number(near['A2'])} under {method(DEFAULT).short}. But {VALUE} has "
            f"no company in common with {FIRST}, and none with {SECOND}: distances {number(near[FIRST])} and "
            f"{number(near[SECOND])}."
        )

    def show(self, view: View) -> None:
        """The whole table, and what company makes of it."""
        table, map_box = st.columns([2, 3], gap="medium")
        with table:
            _table(view)
        with map_box:
            charts.show(_heat_map(view, DEFAULT), "company", "Distances of the values of a1 by company.")

    def find(self, view: View) -> Fitted:
        """The values learned by paths."""
        return cache.fitted(view, PATHS)

    def answer(self, found: Fitted) -> str:
        """The nearer of the two."""
        first, second = _both(found)
        return self.options[2] if abs(first - second) < EQUAL else FIRST if first < second else SECOND

    def because(self, found: Fitted, guess: str) -> str:
        """Both distances, and the nearer path."""
        first, second = _both(found)
        nearer = self.answer(found) if self.answer(found) in (FIRST, SECOND) else FIRST
        return (
            f"By paths {FIRST} is {number(first)} from {VALUE} and {SECOND} {number(second)}. A step is short where "
            f"two values keep mostly to each other.\n\n{paths.told(_path(found, nearer))}"
        )

    def export(self, view: View, found: Fitted) -> None:
        """The distances under both methods."""
        beside = cache.fitted(view, DEFAULT)
        offer_values(view, [beside, found], COLUMN, (VALUE, FIRST))

    def reveal(self, view: View, found: Fitted) -> None:
        """Both paths on the graph; the table and the distances below."""
        for box, value in zip(st.columns(2), (FIRST, SECOND), strict=True):
            with box:
                path = _path(found, value)
                title = f"from {VALUE} to {value}: length {number(path['length'].sum())}"
                figure = paths.drawn(found, paths.leading(found.estimator), COLUMN, path, title)
                charts.show(figure.update_layout(height=SMALL), f"path-{value}", f"The path from {VALUE} to {value}.")
        for box, name in zip(st.columns(2), (DEFAULT, PATHS), strict=True):
            with box:
                figure = _heat_map(view, name)
                charts.show(figure, f"distances-{name}", f"Distances of the values of a1, {method(name).title}.")


def _both(found: Fitted) -> tuple[float, float]:
    near = found.distances[COLUMN].loc[VALUE]
    return float(near[FIRST]), float(near[SECOND])


def _path(found: Fitted, value: str):
    return found.estimator.explain(COLUMN, VALUE, value).paths[paths.leading(found.estimator)]


def _table(view: View) -> None:
    st.table(view.table.to_pandas().set_index(COLUMN))


def _heat_map(view: View, name: str):
    distances = cache.fitted(view, name).distances
    order = list(range(len(distances[COLUMN])))
    title = method(name).title
    figure = heat_map(distances, COLUMN, order, (0, 0), charts.theme(), title)
    return figure.update_layout(height=SMALL).update_traces(showscale=False, selector={"type": "heatmap"})
