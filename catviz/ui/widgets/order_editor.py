"""An order made by hand: values dragged with the mouse or a finger, or moved with Shift and the arrow keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import streamlit as st

from catviz.plots.style import HIGHLIGHT, PALETTE
from catviz.ui.state import session

_HTML = """
<p id="how">Drag a value to its place. With the keyboard: arrows go from value to value, Shift and arrows move one,
Escape undoes a drag.</p>
<ol aria-describedby="how"></ol>
<p class="said" role="status" aria-live="polite"></p>
"""

_OWN = Path(__file__)
STYLE = f":host {{ --dots: {PALETTE[0]}; --held: {HIGHLIGHT}; }}\n" + _OWN.with_suffix(".css").read_text(
    encoding="utf-8"
)
"""How values look that can be moved."""
_component = st.components.v2.component(
    "catviz_order",
    html=_HTML,
    css=STYLE,
    js=_OWN.with_suffix(".js").read_text(encoding="utf-8"),
)


def edit(content: str, label: str, labels: Sequence[str], sizes: Sequence[float], start: Sequence[int]) -> list[int]:
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
    made = _component(key=key, data={"stamp": key, "label": label, "values": values}, on_order_change=lambda: None).get(
        "order"
    )
    if made and sorted(made) == list(range(len(labels))):
        keep(content, [int(i) for i in made])
    return made(content) or list(start)


KEPT = 24
"""Arrangements a session keeps."""
T = TypeVar("T")


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


def made(content: str) -> list | None:
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
