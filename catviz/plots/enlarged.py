"""A figure with larger letters, to be seen from the back row."""

from __future__ import annotations

import re
from typing import Any

import plotly.graph_objects as go

_PIXELS = frozenset({"l", "r", "t", "b", "pad", "standoff", "xshift", "yshift", "thickness"})
"""Lengths that go with the letters, in pixels."""
_INSIDE = "font-size:"
_SIZE = re.compile(rf"{_INSIDE}\s*([\d.]+)px")
"""Letters of another size within a text."""


def enlarged(figure: go.Figure, factor: float) -> dict[str, Any]:
    """A figure as a dictionary, its letters and the room for them ``factor`` times as large; itself it stays as it is.

    Marks keep their size: what they show may be their size.
    """
    made = figure.to_dict()
    for part in ("layout", "data", "frames"):
        _enlarge(made.get(part), factor)
    for trace in made["data"]:
        if trace.get("type") == "bar" and trace.get("textposition") == "outside":
            trace["constraintext"] = "none"  # plotly draws the letters after a thin bar smaller
    layout = made["layout"]
    if layout.get("height"):
        layout["height"] = round(layout["height"] * factor)
    return made


def _enlarge(part: Any, factor: float) -> None:
    """Everything below ``part`` in place; arrays of data are not looked at."""
    if isinstance(part, dict) and "bdata" in part:
        return
    for key, value in part.items() if isinstance(part, dict) else enumerate(part or ()):
        if isinstance(value, tuple):
            value = part[key] = list(value)
        if isinstance(value, str):
            if _INSIDE in value:
                part[key] = _SIZE.sub(lambda found: f"{_INSIDE}{float(found[1]) * factor:g}px", value)
        elif str(key).endswith("font") and isinstance(value, dict) and "size" in value:
            sizes = value["size"]
            value["size"] = [s * factor for s in sizes] if isinstance(sizes, list | tuple) else _times(sizes, factor)
        elif key in _PIXELS:
            part[key] = _times(value, factor)
        elif isinstance(value, dict | list):
            _enlarge(value, factor)


def _times(length: Any, factor: float) -> Any:
    return length * factor if isinstance(length, int | float) and not isinstance(length, bool) else length
