"""Lesson: values that share no neighbour still differ in distance, by the shortest path between them."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from catviz.plots.values import heat_map
from catviz.registry import DEFAULT, method
from catviz.table.categorical import CategoricalTable
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import cache
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import number, plain
from catviz.ui.values.exports import offer_values
from catviz.ui.widgets import charts, paths

COLUMN, VALUE, SHARED, FIRST, SECOND = "a1", "A1", "A2", "A3", "A4"
PATHS, GRAPH = "MTDLE", "cosine"
ONE_GRAPH = (("bases", (GRAPH,)),)
"""With one graph a distance is the length of a path, divided by one number for all pairs."""
EQUAL = 1e-9
"""Distances that differ by less are taken for equal."""
NEIGHBOUR = ("a2", "B1")
"""The end of the edge whose length is worked out before the guess."""
SMALL = 250
"""Height of the figures in pixels."""
_ON_PAGES = {"method": PATHS, f"{PATHS}.bases": [GRAPH], "column": COLUMN, "a": VALUE, "b": FIRST}


class Neighbours(Lesson):
    """Which of two values is nearer, if both share nothing with a third one?"""

    key = "neighbours"
    title = f"Is {FIRST} or {SECOND} nearer to {VALUE}?"
    data = "toy_cos"
    question = f"Which value has the shorter path to {VALUE}?"
    options = (FIRST, SECOND, "both equally far")
    takeaway = (
        "Two values of one column never occur in the same row. They are near if they share neighbours, or if their "
        "neighbours share neighbours."
    )
    page_links = (
        PageLink(
            "Compare both distances",
            "values",
            {**_ON_PAGES, "method": DEFAULT, "second": PATHS, "look": "heat map"},
        ),
        PageLink("The paths, step by step", "inside", _ON_PAGES),
    )

    def introduction(self, view: View) -> str:
        """What ADM makes of the values, what an edge's length is, and what a path is."""
        near = cache.fitted(view, DEFAULT).distances[COLUMN].loc[VALUE]
        return (
            f"{VALUE} and {SHARED} both occur with B1 and C1, so their ADM distance is small: {number(near[SHARED])}. "
            f"No value occurs with both {VALUE} and {FIRST}, nor with both {VALUE} and {SECOND}: both distances are "
            f"{number(near[FIRST])}, the largest possible. {method(PATHS).title} draws a graph instead: each value is "
            "a point, and an edge joins two values that occur in the same row. An edge is short if its values mostly "
            f"occur together: the one of {VALUE} and {NEIGHBOUR[1]} has the length {_edge(view.table)}. A path follows "
            "edges, and its length is their sum."
        )

    def show(self, view: View) -> None:
        """The whole table, and the distances under ADM."""
        table, map_box = st.columns([2, 3], gap="medium")
        with table:
            st.caption("The table")
            st.table(view.table.to_pandas().set_index(COLUMN))
        with map_box:
            distances = cache.fitted(view, DEFAULT).distances
            order = list(range(len(distances[COLUMN])))
            title = f"{COLUMN}, {method(DEFAULT).title}"
            figure = heat_map(distances, COLUMN, order, (0, 0), charts.theme(), title)
            charts.show(figure.update_layout(height=320), "shared", f"Distances of the values of {title}.")

    def find(self, view: View) -> Fitted:
        """The values learned from shortest paths."""
        return cache.fitted(view, PATHS, ONE_GRAPH)

    def answer(self, found: Fitted) -> str:
        """The nearer of the two."""
        first, second = (_distance(found, value) for value in (FIRST, SECOND))
        return self.options[2] if abs(first - second) < EQUAL else FIRST if first < second else SECOND

    def explanation(self, found: Fitted, guess: str) -> str:
        """Both lengths, and the step from a length to a distance."""
        (first, second), by = (_length(found, value) for value in (FIRST, SECOND)), divisor(found)
        return (
            f"The shortest path to {FIRST} has length {number(first)}, the one to {SECOND} {number(second)}. "
            f"{method(PATHS).short} divides every length by {number(by)}, so the distances are "
            f"{number(first)} / {number(by)} = **{number(first / by)}** and "
            f"{number(second)} / {number(by)} = **{number(second / by)}**."
        )

    def details(self, found: Fitted) -> str:
        """The steps of both paths, and what the lengths are divided by."""
        words = "\n\n".join(_way(found, value) for value in (FIRST, SECOND))
        by, short = number(divisor(found)), method(PATHS).short
        return (
            "Orange: a shortest path; the lengths of its edges are below, and no edge is drawn to scale. Blue: the "
            f"other values of column {COLUMN}. Grey: values of other columns.\n\n"
            f"{words}\n\nAn edge's length is arccos(rows with both / √(rows with one × rows with the other)), an angle "
            f"in radians. {short} divides all lengths by one number, {by}, so that the mean squared distance of two "
            f"rows is 1. Before, that mean is {number(divisor(found) ** 2)}, and its square root is {by}. So {short} "
            f"distances can be above 1; {method(DEFAULT).short} distances cannot. This lesson uses one graph. By "
            f"default, {short} combines "
            "three graphs."
        )

    def export(self, view: View, found: Fitted) -> None:
        """The distances under both methods."""
        offer_values(view, [cache.fitted(view, DEFAULT), found], COLUMN, (VALUE, FIRST))

    def reveal(self, view: View, found: Fitted) -> None:
        """Both paths on the graph; below, the lengths and the distances."""
        for box, value in zip(st.columns(2), (FIRST, SECOND), strict=True):
            with box:
                title = f"Path to {value}: length {number(_length(found, value))}"
                figure = paths.drawn(found, GRAPH, COLUMN, _path(found, value), title)
                words = f"The shortest path from {VALUE} to {value}."
                charts.show(figure.update_layout(height=SMALL), f"path-{value}", words)
        st.table(_lengths(view, found))


def divisor(found: Fitted) -> float:
    """What the length of a path is divided by to give the distance."""
    return float(found.estimator.scales_[GRAPH] ** (-1 / found.estimator.theta))


def _edge(table: CategoricalTable) -> str:
    """The length of one edge, from its counts of rows."""
    rows = table.to_pandas()
    one, other = rows[COLUMN] == VALUE, rows[NEIGHBOUR[0]] == NEIGHBOUR[1]
    both, n, m = int((one & other).sum()), int(one.sum()), int(other.sum())
    return number(math.acos(both / math.sqrt(n * m)))


def _way(found: Fitted, value: str) -> str:
    """The values on a path, and the sum of its lengths; no value of this table occurs in two columns."""
    path = _path(found, value)
    stations = " → ".join(plain(station) for _, station in [*path["from"], *path["to"].tail(1)])
    lengths = " + ".join(number(length) for length in path["length"])
    return f"{stations}: length {lengths} = {number(_length(found, value))}"


def _lengths(view: View, found: Fitted) -> pd.DataFrame:
    """ADM distance, path length and MTDLE distance of the other values, as text."""
    adm = cache.fitted(view, DEFAULT).distances[COLUMN].loc[VALUE]
    others = (SHARED, FIRST, SECOND)
    columns = {
        f"{method(DEFAULT).short} distance": [adm[value] for value in others],
        "path length": [_length(found, value) for value in others],
        f"{method(PATHS).short} distance": [_distance(found, value) for value in others],
    }
    return pd.DataFrame(columns, index=pd.Index(others, name=f"from {VALUE} to")).map(number)


def _distance(found: Fitted, value: str) -> float:
    return float(found.distances[COLUMN].loc[VALUE, value])


def _length(found: Fitted, value: str) -> float:
    return float(_path(found, value)["length"].sum())


def _path(found: Fitted, value: str) -> pd.DataFrame:
    return found.estimator.explain(COLUMN, VALUE, value).paths[GRAPH]
