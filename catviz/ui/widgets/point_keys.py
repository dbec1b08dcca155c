"""Points of a map chosen by click and by keyboard, and its zoom, which stays when the map is drawn anew.

Streamlit's charts tell of a lasso, of a box and, while a lasso is drawn by dragging, of no click; they tell of no zoom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from catviz.plots.rows import Zoom
from catviz.plots.style import HIGHLIGHT
from catviz.ui.state import session

_HTML = """
<div class="walk" tabindex="0" role="application" aria-describedby="how">Choose points by keyboard<span class="said"
role="status" aria-live="polite"></span></div>
<p class="how" id="how">Arrows: to the nearest point. Page Down, Page Up: from left to right. Space: choose, or choose
no longer. Shift and arrows: choose several. B at two points: choose all in the box between them. Escape: clear.</p>
"""
_OWN = Path(__file__)
_component = st.components.v2.component(
    "catviz_points",
    html=_HTML,
    css=f":host {{ --held: {HIGHLIGHT}; }}\n" + _OWN.with_suffix(".css").read_text(encoding="utf-8"),
    js=_OWN.with_suffix(".js").read_text(encoding="utf-8"),
)


def kept_zoom(place: str) -> Zoom:
    """How the user last saw the points of a map; ``place`` names where its points are."""
    return session.ZOOMS.first(dict).get(place, Zoom())


def choose(key: str, chart: str, place: str, label: str, chosen: Sequence[int], pick: Callable) -> None:
    """A line below a chart to choose its points by keyboard; it hears clicks and zooms of the chart too.

    Parameters
    ----------
    key : str
        The same for a chart that is drawn anew.
    chart : str
        The chart's own key.
    place : str
        Other points are at other places: they have a zoom of their own.
    label : str
        What a screen reader calls the points.
    chosen : sequence of int
        The customdata of the points chosen.
    pick : callable(list of int)
        Called with the customdata of all points chosen.
    """
    data = {"chart": chart, "place": place, "label": label, "chosen": list(chosen), "colour": HIGHLIGHT}
    _line(f"points-{key}", data, pick)


@st.fragment
def _line(key: str, data: dict[str, Any], pick: Callable) -> None:
    """A zoom runs this alone again, and not the page, which shows the same."""
    _component(key=key, data=data, on_picked_change=partial(_picked, key, pick), on_seen_change=partial(_seen, key))
    if session.POINTS_PICKED.take():
        st.rerun()


def _picked(key: str, pick: Callable) -> None:
    ids = getattr(session.of_widget(key).get(), "picked", None)
    if ids is not None:
        pick([int(i) for i in ids])
        session.POINTS_PICKED.put(True)


def _seen(key: str) -> None:
    seen = getattr(session.of_widget(key).get(), "seen", None)
    if seen:
        zoom = seen["zoom"] or {}
        session.ZOOMS.first(dict)[seen["place"]] = Zoom(zoom.get("x"), zoom.get("y"), seen["drag"])
