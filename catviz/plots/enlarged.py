"""A figure with larger letters, to be seen from the back row."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

_PIXELS = frozenset({"l", "r", "t", "b", "pad", "standoff", "xshift", "yshift", "thickness"})
"""Lengths that go with the letters, in pixels."""


def enlarged(figure: go.Figure, factor: float) -> dict[str, Any]:
    """A figure as a dictionary, its letters and the room for them ``factor`` times as large; itself it stays as it is.

    Marks keep their size: what they show may be their size.
    """
    made = figure.to_dict()
    for part in ("layout", "data", "frames"):
        _enlarge(made.get(part), factor)
    layout = made["layout"]
    if layout.get("height"):
        layout["height"] = round(layout["height"] * factor)
    return made


def _enlarge(part: Any, factor: float) -> None:
    """Everything below ``part`` in place; arrays of data are not looked at."""
    if isinstance(part, list | tuple):
        for each in part:
            if isinstance(each, dict | list | tuple):
                _enlarge(each, factor)
        return
    if not isinstance(part, dict) or "bdata" in part:
        return
    for key, value in part.items():
        if key.endswith("font") and isinstance(value, dict) and "size" in value:
            sizes = value["size"]
            value["size"] = [s * factor for s in sizes] if isinstance(sizes, list | tuple) else _times(sizes, factor)
        elif key in _PIXELS:
            part[key] = _times(value, factor)
        elif isinstance(value, dict | list | tuple):
            _enlarge(value, factor)


def _times(length: Any, factor: float) -> Any:
    return length * factor if isinstance(length, int | float) and not isinstance(length, bool) else length
