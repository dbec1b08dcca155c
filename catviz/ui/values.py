"""The parts of the Values page: the heat map with clickable pairs, the lanes, the map of all columns."""

from __future__ import annotations

import numpy as np
import streamlit as st

from catviz.plots import values as draw
from catviz.registry import Method
from catviz.ui import cache, charts, controls, panels
from catviz.ui.view import View
from catviz.ui.words import plain

HEAT_MAP, LANES, ALL = "heat map", "lanes", "all columns"
_CHART = "heat-map"


def heat_map(view: View, method: Method, fit: cache.Fitted, column: str, a: str, b: str) -> None:
    """Distances of a column's values, near ones side by side; a click on a cell chooses its pair."""
    distances = fit.distances
    r = distances.codebook.position(column)
    labels = distances.codebook.labels[r]
    reason = distances.degenerate(column)
    if reason:
        said = f"under {method.title}, in {column}, {reason}"
        if not distances.tables[r].any():
            panels.nothing_to_show(view, said, "values")
            return
        st.info(plain(said[0].upper() + said[1:] + "."))

    def pick() -> None:
        cell = charts.picked(_CHART)
        if cell:
            first, second = divmod(cell[-1], len(labels))
            controls.choose(a=labels[first], b=labels[second])

    order = np.argsort(distances.order("leaf").ranks[r], kind="stable").tolist()
    pair = tuple(distances.codebook.code(column, value) for value in (a, b))
    title = f"{column} under {method.title} ({charts.theme().near} = near)"
    figure = draw.heat_map(distances, column, order, pair, charts.theme(), title)
    alt = f"Distances between the values of {column} under {method.title}."
    charts.show(figure, _CHART, alt, pick, ("points",))


def lanes(view: View, fit: cache.Fitted, column: str) -> None:
    """Every column's values along its own first axis, the chosen column first."""
    order = [column, *(x for x in view.table.attributes if x != column)]
    figure = draw.lanes(fit.distances, order, column, charts.theme(), "Each column's values along its own first axis")
    charts.show(figure, "lanes", f"Values of {min(len(order), draw.LANES)} columns along their first axes.")
    if len(order) > draw.LANES:
        st.caption(f"{draw.LANES} of {len(order)} columns are drawn.")


def all_columns(view: View, method: Method, fit: cache.Fitted, parameters: tuple, column: str) -> None:
    """All values in one plane: the method's own where it has one, else each at the centre of its rows."""
    joint = cache.joint(view, method.name, parameters)
    if np.ptp(joint.coordinates, axis=0).max(initial=0) <= 1e-12:
        panels.nothing_to_show(view, f"under {method.title} all rows stand at one place", "all")
        return
    own = fit.estimator.geometry_.embed().joint
    title = f"{method.title}: its own space" if own else f"{method.title}: each value at the centre of its rows"
    shown = cache.joint_shown(view, method.name, parameters) if view.shown is not None else None
    frequencies = np.diag(fit.estimator.counts_.matrix)
    figure = draw.joint(joint, frequencies, column, charts.theme(), title, shown)
    charts.show(figure, "joint", f"All values of all columns in one plane under {method.title}.")
