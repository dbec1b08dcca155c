"""Values placed on a line by hand: dragged with the mouse or a finger, or moved with Shift and the arrow keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from catviz.ui.widgets import order_editor

_HTML = """
<p id="how">Drag each name to its place on the line. With the keyboard: arrows go from name to name, Shift and arrows
move one, Escape undoes a drag.</p>
<div class="line" role="group" aria-describedby="how"></div>
<p class="ends"><span></span><span></span></p>
<p class="said" role="status" aria-live="polite"></p>
"""

_OWN = Path(__file__)
_component = st.components.v2.component(
    "catviz_line",
    html=_HTML,
    css=order_editor.STYLE + _OWN.with_suffix(".css").read_text(encoding="utf-8"),
    js=_OWN.with_suffix(".js").read_text(encoding="utf-8"),
)


def edit(content: str, label: str, labels: Sequence[str], ends: tuple[str, str]) -> list[float | None]:
    """Places on a line, made by hand; at first no value has one.

    Parameters
    ----------
    content : str
        What is placed: the places are kept for the session.
    label : str
        What a screen reader calls the line.
    labels : values as they are shown
    ends : what the left and the right end mean

    Returns
    -------
    The place of each value, from 0 at the left end to 1 at the right one; None while it has none.
    """
    start: list[float | None] = [None] * len(labels)
    key, seed = order_editor.begin(content, start)
    values = [{"label": name, "place": place} for name, place in zip(labels, seed, strict=True)]
    data = {"stamp": key, "label": label, "ends": list(ends), "values": values}
    made = _component(key=key, data=data, on_places_change=lambda: None).get("places")
    if made and len(made) == len(labels) and all(place is None or 0 <= place <= 1 for place in made):
        order_editor.keep(content, [None if place is None else float(place) for place in made])
    return order_editor.made(content) or start
