"""The walk through MTDLE: the calculation for a pair, the graphs of values, and the mixture."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from catviz.embeddings.mtdle_graphs import ALL, Base, default_n_neighbors
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
        title = f"values that occur together: {counted(len(kinds), 'edge')}"
        figure = paths.drawn(learned, base, column, path.iloc[:0], title, cut=True)
        steps.show(figure, "graph", f"All values joined if they occur together, {explanation.title(base)}.")

    def thinned() -> None:
        title = f"the shortest edges stay: {counted((kinds != 'cut').sum(), 'edge')}; the path"
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
    st.caption(_graph_words(found, base, model.counts_))
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


def _graph_words(found, base: str, counts: Counts) -> str:
    asked = Base.of(base).n_neighbors
    size = default_n_neighbors(counts) if asked is None else asked
    kept = (
        "All edges are kept"
        if size == ALL
        else f"An edge is kept if it is among the {size} shortest of one of its two values"
    )
    n_parts = len(np.unique(found.components))
    parts = [
        "The values are drawn at their first two coordinates in the joint space",
        kept if not found.n_bridges else f"{kept}; {counted(found.n_bridges, 'edge')} more are put back to join parts",
        "A path leads from each value to each other value" if n_parts == 1 else f"No path joins the {n_parts} parts",
    ]
    if found.n_filled:
        pairs = counted(found.n_filled, "pair")
        parts.append(f"{pairs} of values have no path; their path length is twice the longest")
    return ". ".join(parts) + "."


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
