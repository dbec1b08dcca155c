"""Lesson: values that share no neighbour still differ in distance, by the shortest path between them."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import streamlit as st

from catviz.plots import lessons as draw
from catviz.plots.value_graph import moved_apart, value_graph
from catviz.registry import DEFAULT, method
from catviz.table.categorical import CategoricalTable
from catviz.ui.labels import HEAT_MAP
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import cache
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts
from catviz.ui.widgets.downloads import offer_values

COLUMN, VALUE, SHARED, FIRST, SECOND = "a1", "A1", "A2", "A3", "A4"
PATHS, GRAPH = "MTDLE", "cosine"
#: With one graph a distance is the length of a path, divided by one number for all pairs.
ONE_GRAPH = (("bases", (GRAPH,)),)
#: Distances that differ by less are taken for equal.
EQUAL = 1e-9
ROW_OF_VALUE = "B1 and C1"
#: Width and height of the graph in pixels, which has room for the lengths of all its edges.
SIZE = (330, 290)
#: Values joined by an edge of length 0 are drawn as if their path were this share of the longest.
_LEAST = 0.12
#: The other end of the edges whose lengths are given before the guess.
NEIGHBOUR = ("a2", "B1")
_ON_PAGES = {"method": PATHS, f"{PATHS}.bases": [GRAPH], "column": COLUMN, "a": VALUE, "b": FIRST}


class Neighbours(Lesson):
    """Which of two values is nearer, if both share nothing with a third one?"""

    key = "neighbours"
    title = f"Is {FIRST} or {SECOND} nearer to {VALUE}?"
    data = "toy_cos"
    question = f"Which value has the shorter path to {VALUE}?"
    options = (FIRST, SECOND, "both equally far")
    takeaway = (
        "ADM gives the same distance to all values whose rows have nothing in common. Paths over other values can "
        "still be longer or shorter. A path is short if it has few edges, and if the values that it joins mostly "
        "occur together."
    )
    page_links = (
        PageLink(
            "Compare both distances",
            "values",
            {**_ON_PAGES, "method": DEFAULT, "second": PATHS, "look": HEAT_MAP},
        ),
        PageLink("The paths, step by step", "inside", _ON_PAGES),
    )

    def introduction(self, view: View) -> str:
        """What ADM makes of the values, what an edge's length is, and what a path is."""
        near = cache.fitted(view, DEFAULT).distances[COLUMN].loc[VALUE]
        return (
            f"{VALUE} has one row, with {ROW_OF_VALUE}. {SHARED} has two rows, and one of them has {ROW_OF_VALUE} too: "
            f"half of its rows are like that of {VALUE}, so their ADM distance is {number(near[SHARED])}. Rows with "
            f"{VALUE} and rows with {FIRST} or {SECOND} have no value in common: both ADM distances are "
            f"{number(near[FIRST])}, the largest that ADM gives. {method(PATHS).title} works like a road map, the "
            "graph below. Each value is a town, and two values that occur in the same row are joined by a road, an "
            f"edge. The larger the part of their rows that they share, the shorter the edge. {VALUE} to {NEIGHBOUR[1]} "
            f"has the length {_edge(view.table, VALUE)} (together in one row; {VALUE} has one row, {NEIGHBOUR[1]} has "
            f"two), {SHARED} to {NEIGHBOUR[1]} has {_edge(view.table, SHARED)} (together in one row; both have two), "
            "and two values that always occur together have 0. The length of a path is the sum of its edges."
        )

    def show(self, view: View) -> None:
        """The whole table, and the graph of its values with the lengths of its edges."""
        answer = self.find(view)
        _table_and_graph(view, answer, _path(answer, VALUE), "The graph of all values")
        st.caption("A number is the length of its edge. Lines are not drawn to scale.")

    def find(self, view: View) -> Fitted:
        """The values learned from shortest paths."""
        return cache.fitted(view, PATHS, ONE_GRAPH)

    def answer(self, found: Fitted) -> str:
        """The nearer of the two."""
        first, second = (_distance(found, value) for value in (FIRST, SECOND))
        return self.options[2] if abs(first - second) < EQUAL else FIRST if first < second else SECOND

    def explanation(self, found: Fitted, guess: str) -> str:
        """What makes one path shorter, both lengths, and the step from a length to a distance."""
        (first, second), by = (_length(found, value) for value in (FIRST, SECOND)), divisor(found)
        (rows, edge), (more, longer) = (_last_edge(found, value) for value in (FIRST, SECOND))
        return (
            f"Both paths have four edges. The first three are equally long in both, only the last one differs. {FIRST} "
            f"occurs in {rows}, so its edge is {edge} long; {SECOND} occurs in {more}, and its edge is {longer} long. "
            f"So the lengths are {number(first)} and {number(second)}. {method(PATHS).short} divides all lengths by "
            f"one number, here {number(by)}. Its distances are {number(first)} / {number(by)} = "
            f"**{number(first / by)}** and {number(second)} / {number(by)} = **{number(second / by)}**, so they differ "
            "where ADM gives 1 to both."
        )

    def caption(self, found: Fitted) -> str:
        """What the figure is drawn to."""
        return (
            "A number is the length of its edge. Lines in the graph are not drawn to scale; the two paths below it "
            "are. No other path is shorter."
        )

    def details(self, found: Fitted) -> str:
        """The steps of both paths, where an edge's length comes from, and what lengths are divided by."""
        words, short = "\n".join(f"- {_way(found, value)}" for value in (FIRST, SECOND)), method(PATHS).short
        return (
            f"{words}\n\nThe length of an edge is arccos(rows with both / √(rows with one × rows with the other)). It "
            f"is an angle, in radians: 0 if the two values always occur together, {number(math.pi / 2)} (a right "
            f"angle) if they never do.\n\n{short} divides all lengths by one number, {number(divisor(found))} here, "
            f"so that the mean squared distance of two rows is 1. {method(DEFAULT).short} distances cannot be above 1. "
            f"This lesson uses one graph. By default, {short} combines three graphs."
        )

    def export(self, view: View, found: Fitted) -> None:
        """The distances under both methods."""
        offer_values(view, [cache.fitted(view, DEFAULT), found], COLUMN, (VALUE, FIRST))

    def reveal(self, view: View, found: Fitted) -> None:
        """Both paths on the graph; below, the paths to scale, and the lengths and the distances."""
        first, second = (_path(found, value) for value in (FIRST, SECOND))
        both = pd.concat([first, second]).drop_duplicates(["from", "to"])
        _table_and_graph(view, found, both, f"Orange: shortest paths from {VALUE} to {FIRST} and {SECOND}")
        ways = {value: (_stations(found, value), _path(found, value)["length"].tolist()) for value in (FIRST, SECOND)}
        title = f"The paths from {VALUE} to {FIRST} and to {SECOND}, to scale"
        figure = draw.paths_to_scale(list(ways.values()), charts.theme(), title)
        charts.show(figure, "paths", f"{title}. {'; '.join(_way(found, value) for value in ways)}")
        st.table(_lengths(view, found))


def _table_and_graph(view: View, found: Fitted, path: pd.DataFrame, title: str) -> None:
    """The rows of the table, and next to them the graph of its values with a path, or with several."""
    table, graph = st.columns([1, 3], gap="small")
    with table:
        st.caption("The table")
        st.table(view.table.to_pandas().set_index(COLUMN))
    with graph:
        paths = found.estimator.paths_[GRAPH]
        points = moved_apart(_places(paths.distances), paths.values, COLUMN, paths.values, SIZE)
        figure = value_graph(points, paths.values, paths.edges(), path, COLUMN, charts.theme(), title, True, SIZE)
        charts.show(figure, "graph", f"{title}: {'; '.join(map(_edge_words, paths.edges().to_dict('records')))}.")


def _places(distances: np.ndarray) -> np.ndarray:
    """(c, 2) places in a plane for values, which are as far from each other as their paths are long, or nearly."""
    from sklearn.manifold import smacof  # slow to import

    apart = np.maximum(distances, _LEAST * distances.max())
    np.fill_diagonal(apart, 0)
    axes = np.linalg.svd(apart - apart.mean(axis=0))[0][:, :2]
    return smacof(apart, n_components=2, init=axes, n_init=1, normalized_stress=False)[0]


def _edge_words(edge: dict) -> str:
    return f"{edge['from'][1]} to {edge['to'][1]} {number(edge['length'])}"


def divisor(found: Fitted) -> float:
    """What the length of a path is divided by to give the distance."""
    return float(found.estimator.scales_[GRAPH] ** (-1 / found.estimator.theta))


def _edge(table: CategoricalTable, value: str) -> str:
    """The length of an edge from the neighbour to a value, from their counts of rows."""
    rows = table.to_pandas()
    one, other = rows[COLUMN] == value, rows[NEIGHBOUR[0]] == NEIGHBOUR[1]
    both, n, m = int((one & other).sum()), int(one.sum()), int(other.sum())
    return number(math.acos(both / math.sqrt(n * m)))


def _last_edge(found: Fitted, value: str) -> tuple[str, str]:
    """How many rows have the value at a path's end, in words, and the length of the edge that leads there."""
    distances = found.distances
    r = distances.codebook.position(COLUMN)
    rows = distances.frequencies[r][distances.codebook.code(COLUMN, value)]
    return counted(int(rows), "row"), number(_path(found, value)["length"].iloc[-1])


def _way(found: Fitted, value: str) -> str:
    """The values on a path, and the sum of its lengths."""
    lengths = " + ".join(number(length) for length in _path(found, value)["length"])
    stations = " → ".join(map(plain, _stations(found, value)))
    return f"{stations}: length {lengths} = {number(_length(found, value))}"


def _stations(found: Fitted, value: str) -> list[str]:
    """The values on a path; no value of this table occurs in two columns."""
    path = _path(found, value)
    return [station for _, station in [*path["from"], *path["to"].tail(1)]]


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
