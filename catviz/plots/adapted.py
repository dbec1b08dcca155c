"""Figures for other readers: with larger letters for the back row; on white paper and without a network."""

from __future__ import annotations

import json
import re
from typing import Any

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from catviz.plots.cell_letters import inked
from catviz.plots.colours import LIGHT, Theme, nearness, unchosen

#: Lengths that go with the letters, in pixels.
_PIXELS = frozenset({"l", "r", "t", "b", "pad", "standoff", "xshift", "yshift", "thickness"})
_INSIDE = "font-size:"
#: Letters of another size within a text.
_SIZE = re.compile(rf"{_INSIDE}\s*([\d.]+)px")


def enlarged(figure: go.Figure, factor: float) -> dict[str, Any]:
    """A figure as a dictionary, its letters and the room for them ``factor`` times as large; itself it stays as it is.

    Marks keep their size: what they show may be their size.
    """
    larger = figure.to_dict()
    for part in ("layout", "data", "frames"):
        _enlarge(larger.get(part), factor)
    for trace in larger["data"]:
        if trace.get("type") == "bar" and trace.get("textposition") == "outside":
            trace["constraintext"] = "none"  # plotly draws the letters after a thin bar smaller
    layout = larger["layout"]
    if layout.get("height"):
        layout["height"] = round(layout["height"] * factor)
    return larger


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


def program() -> str:
    """Plotly's own JavaScript, for a page that embeds it."""
    return str(get_plotlyjs())


def on_white(figure: str, theme: Theme) -> str:
    """The JSON of a figure that was drawn in a theme, with the colours of the light one.

    Examples
    --------
    >>> from catviz.plots.colours import DARK
    >>> on_white(f'{{"gridcolor": "{DARK.grid}"}}', DARK) == f'{{"gridcolor": "{LIGHT.grid}"}}'
    True
    """
    if theme is LIGHT:
        return figure
    figure = figure.replace(nearness(theme), nearness(LIGHT))
    pairs = dict(zip(_colours(theme), _colours(LIGHT), strict=True))
    drawing = json.loads(re.sub("|".join(map(re.escape, pairs)), lambda found: pairs[found[0]], figure))
    notes = drawing.get("layout", {}).get("annotations")
    if notes:  # cells are dark elsewhere now
        drawing["layout"]["annotations"] = inked(notes, drawing["data"], LIGHT)
    return json.dumps(drawing)


def _colours(theme: Theme) -> tuple[str, ...]:
    return (theme.text, theme.faint, theme.grid, theme.paper, unchosen(theme)["color"], *theme.scale, *theme.diverging)
