"""The walk through transitive distances: a graph of values, thinned; the shortest path; the mixture of graphs."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from catviz.plots import graphs
from catviz.plots import inside as draw
from catviz.ui.inside import steps
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts, paths

_RATIO = (
    "Ratio of two sums of squares of the powered distances: over pairs of rows of one class, and of different classes "
    "(lower is better)"
)
_OBJECTIVES = {
    "ratio": _RATIO,
    "uniform": _RATIO,
    "lp": "Mean powered distance of rows of different classes minus that of rows of one class (higher is better)",
    "qp_printed": "Sum of squares of the powered distances over pairs of rows of one class (lower is better)",
}
"""What each objective of MTDLE says of a mixture of graphs."""


def mtdle(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Graph, thinned graph with the path, mixture, tables."""
    model, theme = learned.estimator, charts.theme()
    base = controls.segmented("Graph", list(model.paths_), "base", paths.leading(model))
    if base not in explanation.paths:
        st.markdown(f"{plain(column)} has a single value, so it is in no graph.")
        steps.result(explanation, a, b)
        return
    found, path = model.paths_[base], explanation.paths[base]
    kinds = found.edges()["kind"]
    left, right = st.columns(2)
    with left:
        title = f"1  values that occur together: {counted(len(kinds), 'edge')}"
        figure = paths.drawn(learned, base, column, path.iloc[:0], title, cut=True)
        steps.show(figure, "graph", f"All values joined where they occur together; those of {column} set off.")
    with right:
        title = f"2  the shortest edges stay: {counted((kinds != 'cut').sum(), 'edge')}; the path"
        figure = paths.drawn(learned, base, column, path, title)
        steps.show(figure, "path", f"The thinned graph, and the shortest path from {a} to {b}.")
    st.caption(_told(found))
    left, right = st.columns(2)
    with left:
        st.markdown(f"**3  the path from {plain(a, 40)} to {plain(b, 40)}**")
        _path_table(path)
    with right:
        steps.show(graphs.alphas(model.alpha_, theme, "4  share of each graph in the mixture"), "alpha", "The mixture.")
        _objective(model)
    left, right = st.columns(2)
    labels = list(learned.distances.codebook.labels[learned.distances.codebook.position(column)])
    own = model.base_distances_[base].loc[column, column]
    with left:
        frame = pd.DataFrame(own.to_numpy(), index=labels, columns=labels)
        title = f"5  lengths of shortest paths, {base}"
        steps.show(draw.matrix(frame, theme, title, marked=(a, b)), "lengths", "Lengths of shortest paths.")
    with right:
        title = "6  together: distance"
        steps.show(draw.matrix(learned.distances[column], theme, title, marked=(a, b)), "together", "The result.")
    steps.result(explanation, a, b)


def _told(found) -> str:
    parts = [f"{counted(len(np.unique(found.components)), 'part')}"]
    if found.n_bridges:
        parts.append(f"{counted(found.n_bridges, 'edge')} put back to join parts")
    if found.n_filled:
        parts.append(f"{counted(found.n_filled, 'pair')} without a path, set to twice the longest")
    return "Values stand in the first two axes of the joint space. " + "; ".join(parts).capitalize() + "."


def _path_table(path: pd.DataFrame) -> None:
    if path.empty:
        st.markdown("A value and itself: no step to take.")
        return
    frame = pd.DataFrame(
        {
            "from": [f"{attribute}: {value}" for attribute, value in path["from"]],
            "to": [f"{attribute}: {value}" for attribute, value in path["to"]],
            "length": path["length"],
            "kind": path["kind"],
        }
    )
    length = st.column_config.NumberColumn(format="%.4g")
    st.dataframe(frame, hide_index=True, column_config={"length": length}, alt="Steps of the shortest path")
    st.markdown(f"Length of the path: **{number(path['length'].sum())}**")


def _objective(model) -> None:
    if model.base_objective_values_ is None:
        st.caption("There are no known classes, or only one: all graphs have the same weight.")
        return
    each = ", ".join(f"{plain(name)} {number(value)}" for name, value in model.base_objective_values_.items())
    found = "" if model.exact_ else " (found by search: it may not be the best)"
    st.caption(f"{_OBJECTIVES[model.objective_]}: {number(model.objective_value_)}{found}; each graph alone: {each}.")
