"""An order made by hand: values dragged with the mouse or a finger, or moved with Shift and the arrow keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from catviz.plots.style import HIGHLIGHT, PALETTE
from catviz.ui.state import session

KEPT = 24
"""Orders a session keeps, one a column of a table."""

_HTML = """
<p id="how">Drag a value to its place. With the keyboard: arrows go from value to value, Shift and arrows move one,
Escape takes a drag back.</p>
<ol aria-describedby="how"></ol>
<p class="said" role="status" aria-live="polite"></p>
"""

_OWN = Path(__file__)
_COLOURS = f":host {{ --dots: {PALETTE[0]}; --held: {HIGHLIGHT}; }}\n"
_component = st.components.v2.component(
    "catviz_order",
    html=_HTML,
    css=_COLOURS + _OWN.with_suffix(".css").read_text(encoding="utf-8"),
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
    kept = _orders().setdefault(content, {"epoch": 0, "seed": list(start), "order": list(start)})
    while len(_orders()) > KEPT:
        _orders().pop(next(iter(_orders())))
    key = f"order-{content}-{kept['epoch']}"
    if not session.of_widget(key).there:
        # a new component, on this page's first run or on return to it, starts from the order made so far
        kept["seed"] = list(kept["order"])
    largest = max(max(sizes), 1)
    values = [
        {
            "id": i,
            "label": labels[i],
            "title": f"{labels[i]}: {sizes[i]:,.0f} rows",
            "size": round(6 + 12 * (sizes[i] / largest) ** 0.5, 1),
        }
        for i in kept["seed"]
    ]
    made = _component(key=key, data={"stamp": key, "label": label, "values": values}, on_order_change=lambda: None).get(
        "order"
    )
    if made and sorted(made) == list(range(len(labels))):
        kept["order"] = [int(i) for i in made]
    return kept["order"]


def made(content: str) -> list[int] | None:
    """The order made of something so far; None where none was."""
    kept = _orders().get(content)
    return None if kept is None else kept["order"]


def put(content: str, order: Sequence[int]) -> None:
    """Before the editor is drawn: put another order in place of the one made so far."""
    kept = _orders().setdefault(content, {"epoch": 0})
    kept["epoch"] += 1
    kept["order"] = list(order)


def _orders() -> dict[str, dict]:
    return session.ORDERS.first(dict)
