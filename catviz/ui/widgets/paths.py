"""Shortest paths between values: drawn on their graph, and step by step."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from catviz.embeddings import PathExplanation
from catviz.plots.value_graph import SIZE, moved_apart, stations_of, value_graph
from catviz.ui.state.cache import Fitted
from catviz.ui.text import number, plain
from catviz.ui.widgets import charts

MOST_EDGES = 6_000
"""Edges drawn at most: the shortest."""
_SMALL = (330, 210)
"""Width and height in pixels of the graph next to another figure."""


def leading(model) -> str:
    """The graph with the largest share in the mixture."""
    return str(model.alpha_.idxmax())


def shown(learned: Fitted, column: str, explanation: PathExplanation) -> None:
    """The path of the graph that counts most, small, with its steps."""
    base = leading(learned.estimator)
    path = explanation.paths.get(base)
    if path is None or path.empty:
        return
    title = f"shortest path, {explanation.title(base)}"
    figure = drawn(learned, base, column, path, title, size=_SMALL)
    charts.show(figure, "glass-path", "The shortest path between the two values on the graph of values.")
    st.markdown(path_in_words(path))


def drawn(learned: Fitted, base: str, column: str, path: pd.DataFrame, title: str, whole: bool = False, size=SIZE):
    """The graph of a base, thinned, and a path on it; or the whole graph, its nodes at the same places, without it."""
    found = learned.estimator.paths_[base]
    edges = found.edges().sort_values("length", kind="stable")
    edges = edges if whole else edges[edges["kind"] != "cut"]
    points = moved_apart(_places(learned, found.values), found.values, column, stations_of(path), size)
    path = path.iloc[:0] if whole else path
    return value_graph(points, found.values, edges.head(MOST_EDGES), path, column, charts.theme(), title, size=size)


def path_in_words(path: pd.DataFrame) -> str:
    """A path in words: its stations, and what its steps add up to."""
    stations = [*path["from"], *path["to"].tail(1)]
    way = " → ".join(f"{plain(attribute, 24)}: **{plain(value, 30)}**" for attribute, value in stations)
    lengths = " + ".join(number(length) for length in path["length"])
    total = f" = {number(path['length'].sum())}" if len(path) > 1 else ""
    return f"{way}  \nlength {lengths}{total}" + ("" if (path["kind"] != "filled").all() else " (no path: set)")


def not_the_distance(explanation: PathExplanation, base: str) -> str:
    """Why a path's length is another number than the distance."""
    length, two = float(explanation.terms.set_index("term")["path"][base]), explanation.power == 2
    return (
        f"The path length is not the distance. The path length in the graph “{plain(explanation.title(base))}” is "
        f"{number(length)}, the distance is {number(explanation.value)}. MTDLE {'squares' if two else 'takes'} the "
        "path lengths of each graph and divides them by one number for each graph, so that their sum over all columns "
        "is 1 for two rows on average. It multiplies them by the weight α of the graph and adds up the graphs"
        f"{'. The distance is the square root of the sum' if two else ''}."
    )


def _places(learned: Fitted, values: tuple[tuple[str, str], ...]) -> np.ndarray:
    """(c, 2) the first two axes of the joint space, for the values in the graphs."""
    placed = learned.estimator.geometry_.embed()
    coordinates = np.vstack(placed.coordinates)[:, :2]
    coordinates = np.pad(coordinates, ((0, 0), (0, 2 - coordinates.shape[1])))
    at = {value: i for i, value in enumerate(placed.codebook.values)}
    return coordinates[[at[value] for value in values]]
