"""The walk through MTDLE: the calculation for a pair, the graphs of values, and the mixture."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from catviz.embeddings.mtdle_graphs import Base, default_n_neighbors
from catviz.plots import graphs
from catviz.plots import inside as draw
from catviz.table.counts import Counts
from catviz.ui.inside import steps
from catviz.ui.inside.path_steps import edges, path_steps
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts, paths

_RATIO = (
    "the sum of {1} over the pairs of rows of one class, divided by the same sum over the pairs of rows of different "
    "classes"
)
_OBJECTIVES = {
    "ratio": ("small", _RATIO),
    "uniform": ("small", _RATIO),
    "lp": ("large", "the mean {0} of two rows of different classes, minus the mean {0} of two rows of one class"),
    "qp_printed": ("small", "the sum of {1} over the pairs of rows of one class"),
}
"""What the weights of the graphs make small or large: of distances raised to MTDLE's power, and of their squares."""


def mtdle(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Counts of an edge, lengths along the path, the mixture of graphs, and the distance."""
    model, theme = learned.estimator, charts.theme()
    if a == b:
        base = _graph(model)
        steps.result(explanation, a, b)
    else:

        def choose() -> tuple[str, str | None]:
            base = _graph(model)
            return base, _edge(list(edges(explanation.paths[base])))

        def made(chosen: tuple[str, str | None]) -> list:
            base, edge = chosen
            path = explanation.paths[base]
            return path_steps(model.counts_, model.paths_[base], base, explanation, path, edge, (a, b))

        base, _ = steps.calculation(learned, explanation, (a, b), made, choose)
        st.caption(paths.not_the_distance(explanation, base))
    found, path = model.paths_[base], explanation.paths[base]
    steps.all_values(column)
    kinds = found.edges()["kind"]
    labels = list(learned.distances.codebook.labels[learned.distances.codebook.position(column)])
    order = learned.distances.arranged(column)

    def whole() -> None:
        title = f"edges between values in one row: {len(kinds):,}"
        figure = paths.drawn(learned, base, column, path, title, whole=True)
        steps.show(figure, "graph", f"All values joined if they occur together, {explanation.title(base)}.")

    def thinned() -> None:
        title = f"edges that paths may use: {(kinds != 'cut').sum():,}; orange: the path"
        figure = paths.drawn(learned, base, column, path, title)
        steps.show(figure, "path", f"The graph with its shortest edges, and the shortest path from {a} to {b}.")

    def lengths() -> None:
        frame = steps.labelled(model.base_distances_[base].loc[column, column].to_numpy(), labels)
        title = f"path lengths, {explanation.title(base)}"
        figure = draw.matrix(frame, theme, title, "path length", near=True, marked=(a, b), order=order)
        steps.show(figure, "lengths", "Lengths of shortest paths.")

    def shares() -> None:
        steps.show(graphs.alphas(model.alpha_.rename(_title), theme, "weight α of each graph"), "alpha", "The mixture.")
        _objective(model)

    steps.grid([whole, thinned])
    st.caption(_graph_words(found, base, model.counts_, column, a, b))
    steps.grid([lengths, partial(steps.distances, learned, column, a, b, order), shares])


def _graph(model) -> str:
    """The graph whose path is shown."""
    with steps.box():
        return controls.select("Graph", list(model.paths_), "base", paths.leading(model), _title, code=str)


def _title(base: str) -> str:
    return Base.of(base).title


def _edge(along: list[str]) -> str | None:
    """The edge of the path whose contingency table is shown; None if there is no path."""
    if not along:
        return None
    with steps.box():
        return controls.select("Edge of the path", along, "edge", along[0], help="Its contingency table is step 1.")


def _graph_words(found, base: str, counts: Counts, column: str, a: str, b: str) -> str:
    """What the graphs show, and what is particular about this one."""
    said = [
        f"Each point is a value; those of {plain(column)} are large. Each line is an edge: it joins two values that "
        "occur in one row."
    ]
    if (found.edges()["kind"] == "cut").any():
        asked = Base.of(base).n_neighbors
        size = default_n_neighbors(counts) if asked is None else asked
        said.append(f"The right figure keeps an edge only if it is among the {size} shortest of one of its two values.")
    if a != b:
        said.append(f"Orange is the shortest path from {plain(a)} to {plain(b)}, with the length of each of its edges.")
    said.append(
        "Lines are not drawn to scale: the points are at the first two coordinates of the values, and points that "
        "would cover each other are moved apart. Point at a value to read its name."
    )
    if found.n_bridges:
        said.append(f"{counted(found.n_bridges, 'edge')} put back so that the graph does not fall into parts.")
    if found.n_filled:
        parts = len(np.unique(found.components))
        said.append(
            f"The graph has {parts} parts: {counted(found.n_filled, 'pair')} of values have no path, and their length "
            "is set to twice the longest."
        )
    return " ".join(said)


def _objective(model) -> None:
    if model.base_objective_values_ is None:
        st.caption("There are no known classes, or only one: all graphs have the same weight.")
        return
    each = ", ".join(f"{plain(_title(name))} {number(value)}" for name, value in model.base_objective_values_.items())
    found = "" if model.exact_ else ", found by search, so it may not be the best"
    size, what = _OBJECTIVES[model.objective_]
    what = what.format(*(("d²", "d⁴") if model.theta == 2 else ("d", "d²")))
    square = " (the graphs add up to d², and d⁴ is its square)" if model.theta == 2 and "d⁴" in what else ""
    chosen = (
        "All graphs have the same weight. Other choices make this number small"
        if model.objective_ == "uniform"
        else f"The weights α are chosen so that this number is as {size} as possible"
    )
    st.caption(
        f"{chosen}, with d the distance of two rows{square}: {what}. It is {number(model.objective_value_)} for the "
        f"weighted sum of the graphs{found}. For each graph alone: {each}."
    )
