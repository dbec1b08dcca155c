"""Values arranged by hand, in an order or on a line: dragged with the mouse or a finger, or moved by key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import streamlit as st

from catviz.plots.colours import HIGHLIGHT, PALETTE
from catviz.ui.state import session

_LIST = """
<p id="how">Drag a value to its place. With the keyboard: arrows go from value to value, Shift and arrows move one,
Escape undoes a drag.</p>
<ol aria-describedby="how"></ol>
<p class="said" role="status" aria-live="polite"></p>
"""
#: Arrangements a session keeps.
KEPT = 24
T = TypeVar("T")
_PLACES = """
<p id="how">Drag each name to its place on the line. With the keyboard: arrows go from name to name, Shift and arrows
move one, Escape undoes a drag.</p>
<div class="line" role="group" aria-describedby="how"></div>
<p class="ends"><span></span><span></span></p>
<p class="said" role="status" aria-live="polite"></p>
"""


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


#: How values look that can be moved.
_STYLE = f":host {{ --dots: {PALETTE[0]}; --held: {HIGHLIGHT}; }}\n" + _file("order_editor.css")
_order = st.components.v2.component(
    "catviz_order",
    html=_LIST,
    css=_STYLE,
    js=_file("order_editor.js"),
)


def edit_order(
    content: str, label: str, labels: Sequence[str], sizes: Sequence[float], start: Sequence[int]
) -> list[int]:
    """An order of values, made by hand.

    Parameters
    ----------
    content : str
        What is ordered: the order made of it is kept for the session.
    label : str
        What a screen reader calls the list.
    labels : values as they are shown
    sizes : rows that carry each value
    start : numbers of the values in the order to start from

    Returns
    -------
    Numbers of the values in the order made so far.
    """
    key, seed = begin(content, start)
    largest = max(max(sizes), 1)
    values = [
        {
            "id": i,
            "label": labels[i],
            "title": f"{labels[i]}: {sizes[i]:,.0f} rows",
            "size": round(6 + 12 * (sizes[i] / largest) ** 0.5, 1),
        }
        for i in seed
    ]
    order = _order(key=key, data={"stamp": key, "label": label, "values": values}, on_order_change=lambda: None).get(
        "order"
    )
    if order and sorted(order) == list(range(len(labels))):
        keep(content, [int(i) for i in order])
    return arranged(content) or list(start)


def begin(content: str, start: Sequence[T]) -> tuple[str, list[T]]:
    """The key of the component that edits an arrangement, and the arrangement it starts from.

    A new component, on the page's first run or on return to it, starts from what was made so far.
    """
    kept = _all().setdefault(content, {"epoch": 0, "seed": list(start), "made": list(start)})
    while len(_all()) > KEPT:
        _all().pop(next(iter(_all())))
    key = f"handmade-{content}-{kept['epoch']}"
    if not session.of_widget(key).there:
        kept["made"] = list(kept["made"]) or list(start)
        kept["seed"] = list(kept["made"])
    return key, kept["seed"]


def arranged(content: str) -> list | None:
    """What was made so far, or None."""
    kept = _all().get(content)
    return None if kept is None else kept["made"]


def keep(content: str, arrangement: Sequence[T]) -> None:
    """Keep what the component sent."""
    _all()[content]["made"] = list(arrangement)


def put(content: str, arrangement: Sequence[T]) -> None:
    """Before the editor is drawn: put another arrangement in place of the one made so far."""
    kept = _all().setdefault(content, {"epoch": 0, "seed": [], "made": []})
    kept["epoch"] += 1
    kept["made"] = list(arrangement)


def forget(content: str) -> None:
    """Before the editor is drawn: start anew."""
    kept = _all().get(content)
    if kept is not None:
        put(content, ())


def _all() -> dict[str, dict]:
    return session.ARRANGEMENTS.first(dict)


_line = st.components.v2.component(
    "catviz_line",
    html=_PLACES,
    css=_STYLE + _file("line_editor.css"),
    js=_file("line_editor.js"),
)


def edit_places(content: str, label: str, labels: Sequence[str], ends: tuple[str, str]) -> list[float | None]:
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
    key, seed = begin(content, start)
    values = [{"label": name, "place": place} for name, place in zip(labels, seed, strict=True)]
    data = {"stamp": key, "label": label, "ends": list(ends), "values": values}
    places = _line(key=key, data=data, on_places_change=lambda: None).get("places")
    if places and len(places) == len(labels) and all(place is None or 0 <= place <= 1 for place in places):
        keep(content, [None if place is None else float(place) for place in places])
    return arranged(content) or start
