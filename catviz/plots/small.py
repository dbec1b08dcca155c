"""Figures drawn small, for a card: without titles, with small letters and few names along their axes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from catviz.plots.colours import Theme
from catviz.plots.style import PICTURE_ONLY, labels, merged, new_figure, percent_ticks

#: Pixels of height of a small figure, and of its letters.
HEIGHT, LETTERS = 300, 12
#: Names along an axis at most, and letters of each.
_NAMES, _LONGEST = 16, 24
#: Rows and columns of cells up to which they hold numbers.
_PRINTED = 5
#: What is small in a layout, along its axes, in the notes and the colour bars of a figure.
_LAYOUT = {
    "font": {"size": LETTERS},
    "legend": {"font": {"size": LETTERS}},
    "height": HEIGHT,
    "title": {"text": ""},
    "modebar": PICTURE_ONLY,
    "margin": {"l": 4, "r": 4, "t": 8, "b": 4},
}
_TICKS = {"tickfont": {"size": LETTERS - 1}, "title": {"font": {"size": LETTERS}, "standoff": 4}}
_NOTE = {"font": {"size": LETTERS - 2}}
_COLOURED = {
    "colorbar": {
        "thickness": 8,
        "tickfont": {"size": LETTERS - 1},
        "title": {"font": {"size": LETTERS - 1}},
        "nticks": 3,
    }
}
_AXIS = re.compile(r"[xy]axis\d*$")
#: The rows that a name ends with.
_ROWS = re.compile(r" \([\d,.]+\)$")


def small(figure: go.Figure) -> go.Figure:
    """A figure small: what it shows stays, and what its hovers say.

    It is changed as plain dictionaries: plotly looks up the whole figure for every property that it sets.
    """
    layout = merged(figure.layout.to_plotly_json(), _LAYOUT)
    axes = {name: _axis(axis) for name, axis in layout.items() if _AXIS.match(name)}
    notes = [merged(note, _NOTE) for note in layout.get("annotations", ())]
    traces = [trace.to_plotly_json() for trace in figure.data]
    traces = [merged(trace, _COLOURED) if trace["type"] == "heatmap" else trace for trace in traces]
    return go.Figure(traces, layout | axes | ({"annotations": notes} if notes else {}), _validate=False)


def _axis(axis: dict[str, Any]) -> dict[str, Any]:
    names, few = axis.get("ticktext"), {}
    if names is not None and len(names):
        kept = range(0, len(names), -(-len(names) // _NAMES))
        few = {"ticktext": _cut([str(names[i]) for i in kept]), "tickvals": [axis["tickvals"][i] for i in kept]}
    return merged(axis, _TICKS | few)


def without_cell_texts(figure: go.Figure) -> go.Figure:
    """A heat map without the numbers in its cells, for which small cells have no room."""
    figure.layout.annotations = ()
    return figure


def without_drag(figure: go.Figure) -> go.Figure:
    """A map in which a drag does nothing."""
    return figure.update_layout(dragmode=False)


def in_two_lines(figure: go.Figure) -> go.Figure:
    """A heat map of values whose names have their column in one line and the value in the next."""
    names = [name.replace(" = ", "<br>= ", 1) for name in figure.layout.yaxis.ticktext]
    return figure.update_layout(yaxis_ticktext=names)


def only_cells(figure: go.Figure, rows: int, columns: int) -> go.Figure:
    """Two columns crossed without totals; without numbers where there are many cells."""
    few = max(rows, columns) <= _PRINTED
    inside = [a for a in figure.layout.annotations if few and a.x < columns and a.y < rows]
    figure.layout.annotations = inside
    return figure.update_layout(xaxis_range=[-0.5, columns - 0.5], yaxis_range=[rows - 0.5, -0.5])


def shares_of(names: Sequence[str], shares: Sequence[float], texts: Sequence[str], theme: Theme) -> go.Figure:
    """Draw how much of all there is of some facts: a bar each from 0 to 1, with its numbers beside it."""
    places = list(range(len(names)))
    figure = new_figure(
        theme,
        height=HEIGHT,
        xaxis=percent_ticks([0, 0.5, 1]) | {"range": [0, 1.6], "zeroline": False},
        yaxis={"tickvals": places, "ticktext": list(names), "range": [len(names) - 0.4, -0.6]}
        | {"showgrid": False, "zeroline": False},
        bargap=0.45,
        modebar=PICTURE_ONLY,
        showlegend=False,
    )
    figure.add_bar(
        x=np.array(shares, dtype=float),
        y=places,
        orientation="h",
        marker_color=theme.scale[1],
        text=list(texts),
        textposition="outside",
        cliponaxis=False,
        hoverinfo="skip",
    )
    return figure


def _cut(texts: Sequence[str]) -> list[str]:
    """Names that are short enough, without the rows of each; names with marks or several lines stay as they are."""
    texts = [_ROWS.sub("", text) for text in texts]
    if any(sign in text for text in texts for sign in "<&"):
        return texts
    return [text if len(text) <= _LONGEST else cut for text, cut in zip(texts, labels(texts, _LONGEST), strict=True)]
