"""The values beside the map, as bars or in a plane: lit by the rows chosen, and there to choose rows by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from catviz.geometry.joint_map import JointMap
from catviz.geometry.scaling import RELATIVE_ZERO
from catviz.plots.joint import map_axis_title
from catviz.plots.profiles import highlighted_values
from catviz.plots.rows import SVG_POINTS
from catviz.plots.value_bars import PRESENTED, TALLEST, value_bars, values_drawn
from catviz.registry import DEFAULT_MAP, method
from catviz.table.categorical import CategoricalTable
from catviz.ui.map import lighting
from catviz.ui.map.maps import MethodMap
from catviz.ui.state import cache, controls, session
from catviz.ui.state.view import View
from catviz.ui.text import LEFT_OUT_OF_MAP, counted, plain, shown_as
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.kept_figures import Kept, kept
from catviz.ui.widgets.selection import Selection, choose_points

#: What a pick of values picks, by their numbers among all values counted.
VALUES = "values"
#: How the values are shown.
BARS, PLANE = "bars", "in a plane"
#: Below the plane if it is on other axes than the map.
APART = "Positions cannot be compared with the map of the rows."


def show(view: View, maps: Sequence[MethodMap], selection: Selection, contrasts: pd.DataFrame, lit: str) -> None:
    """Draw the values, each with its line of the contrasts, and a box to search them.

    ``lit`` says what the values that light up in the plane are.
    """
    places = {value: i for i, value in enumerate(cache.counts(view).values)}
    if controls.segmented("Values as", [BARS, PLANE], "value-plot", label_visibility="collapsed") == BARS:
        _bars(view, maps, selection, contrasts)
    else:
        _in_a_plane(*_plane(view, maps[0]), selection, contrasts, places, lit)
    _search(selection, list(places))


def _bars(view: View, maps: Sequence[MethodMap], selection: Selection, contrasts: pd.DataFrame) -> None:
    """A bar for each value of the columns that fit."""
    ids = np.arange(len(contrasts))
    tallest = PRESENTED if session.PRESENTING.get() else TALLEST

    def figure(highlighted: bool, generation: int) -> tuple[go.Figure | Kept, np.ndarray]:
        picked = np.isin(ids, selection.ids if selection.kind == VALUES else [])
        n_rows = float(view.table.row_weights.sum())
        # what someone has picked is nobody else's
        draw = value_bars if selection.ids else kept(value_bars)
        drawn = draw(contrasts, n_rows, ids, picked, charts.theme(), generation, tallest)
        return drawn, values_drawn(contrasts, picked, tallest)

    drawn, values = selection.drawn(BARS, figure)
    left_out = contrasts["attribute"].nunique() - contrasts["attribute"].iloc[values].nunique()
    # counts of all rows tell nothing of what goes with what: a value picked by them alone is tested as one searched for
    from_figure = BARS if selection.ids else None
    pick = partial(selection.pick, VALUES, figure=from_figure, light=True)
    key = selection.key(BARS)
    charts.show(drawn, key, "Rows with each value, and how many are chosen.")
    choose_points(BARS, key, "", "", selection.ids if selection.kind == VALUES else [], pick, by_keyboard=False)
    rows, _ = cache.distinct_rows(view)
    if len(rows) <= SVG_POINTS:
        carried = {i: carry(rows, cache.counts(view).values, [i]) for i in values.tolist()}
        lighting.attend(key, [selection.key(each.chart) for each in maps], carried)
    more = f" {counted(left_out, 'column')} more: search." if left_out else ""
    with panels.aside("how-to-click"):
        st.caption(f"Click a value: its rows (Shift adds). Orange: chosen.{more}")


def _in_a_plane(
    joint: JointMap,
    of: str,
    selection: Selection,
    contrasts: pd.DataFrame,
    places: Mapping[tuple[str, str], int],
    lit: str,
) -> None:
    """All values in one plane; those more frequent among the rows chosen light up."""
    ids = np.array([places[value] for value in joint.values])
    axes = [map_axis_title(joint, k, of) for k in range(2)]

    def figure(highlighted: bool, generation: int):
        picked = np.isin(ids, selection.ids if selection.kind == VALUES else [])
        return highlighted_values(
            joint.coordinates, contrasts.iloc[ids].reset_index(drop=True), ids, picked, charts.theme(), generation, axes
        )

    whose = f"On the axes of {plain(of)}. " if of else ""
    legend = f"{charts.marks().capitalize()}: {lit}." if selection.ids else "Larger: more rows."
    drawn = selection.drawn(PLANE, figure)
    charts.show(
        drawn, selection.key(PLANE), "All values in one plane.", selection.picker(PLANE, VALUES), ("points", "box")
    )
    st.caption(f"{whose}{legend}" + (f" {APART}" if of else ""))
    if len(joint.values) < len(places):
        st.caption(LEFT_OUT_OF_MAP)


def _plane(view: View, first: MethodMap) -> tuple[JointMap, str]:
    """The values in a plane of the first method, and whose axes they are; empty if they are those of its map.

    Where the method gives values no places of their own, they are under the default map's.
    """
    if first.learned.method.has_values:
        joint = cache.joint(view, *first.fit)
        if np.ptp(joint.coordinates, axis=0).max() > RELATIVE_ZERO:
            joint_axes = joint.embedding.joint and joint.embedding.combine == "mean"
            of = first.learned.method.short if joint_axes else "PCA"
            return joint, "" if first.kind in (DEFAULT_MAP, "PCA") else of
    return cache.joint(view, DEFAULT_MAP, ()), method(DEFAULT_MAP).short


def _search(selection: Selection, values: list[tuple[str, str]]) -> None:
    """The same values in a box to search, for the keyboard."""
    picked = selection.ids if selection.kind == VALUES else []
    if session.ROWS_WITH.get() != picked:
        session.ROWS_WITH.put(picked)

    def pick() -> None:
        selection.pick(VALUES, session.ROWS_WITH.get())

    with panels.aside("search"):
        st.multiselect(
            "Rows with",
            range(len(values)),
            key=session.ROWS_WITH.name,
            format_func=shown_as(range(len(values)), lambda i: " = ".join(values[i])),
            on_change=pick,
            placeholder="Search values",
            help="Choose one or more values. Rows must match in every column you used.",
        )


def carry(table: CategoricalTable, values: tuple, picked: list[int]) -> np.ndarray:
    """Rows that carry one of the picked values in every column that has some."""
    out = np.ones(len(table), dtype=bool)
    wanted: dict[str, list[str]] = {}
    for i in picked:
        wanted.setdefault(values[i][0], []).append(values[i][1])
    for attribute, labels in wanted.items():
        r = table.codebook.position(attribute)
        codes = [table.categories[r].index(v) if v in table.categories[r] else len(table.categories[r]) for v in labels]
        out &= np.isin(table.codes[:, r], codes)
    return out
