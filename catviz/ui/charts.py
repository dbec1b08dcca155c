"""Plotly figures on a page: our own theme, a text alternative, and no surprises in the tool bar."""

from __future__ import annotations

from collections.abc import Callable

import plotly.graph_objects as go
import streamlit as st

from catviz.plots.style import DARK, LIGHT, Theme

_CONFIG = {
    "displaylogo": False,
    "toImageButtonOptions": {"format": "png", "scale": 2, "filename": "catviz"},
    "modeBarButtonsToRemove": ["autoScale2d"],
    "scrollZoom": False,
}


def theme() -> Theme:
    """The figure theme that fits the page's."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def show(
    figure: go.Figure,
    key: str,
    alt: str,
    on_select: Callable | None = None,
    modes: tuple[str, ...] = ("points", "box", "lasso"),
) -> None:
    """Draw a figure with a text alternative; ``on_select`` is called when points are picked."""
    linked = {"on_select": on_select, "selection_mode": modes} if on_select else {}
    config = _CONFIG | ({} if on_select else {"modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]})
    st.plotly_chart(figure, theme=None, key=key, alt=alt, config=config, **linked)


def picked(key: str) -> list[int]:
    """The customdata of the points picked in a chart."""
    state = st.session_state.get(key)
    points = state.selection.points if state else []
    ids = [p.get("customdata") for p in points]
    return [int(i[0] if isinstance(i, list) else i["0"] if isinstance(i, dict) else i) for i in ids if i is not None]
