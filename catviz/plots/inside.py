"""Figures of a method's inner steps: small labelled matrices, weights, convergence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.plots.style import (
    FONT_SIZE,
    HIGHLIGHT,
    PALETTE,
    Theme,
    cell_text,
    colorscale,
    escape,
    figure,
    label,
    significant,
    thinned,
)

PRINTED = 6
"""Matrices up to so many rows and columns have their numbers printed in the cells."""
NAMED = 16


def matrix(
    frame: pd.DataFrame,
    theme: Theme,
    title: str,
    largest: float | None = None,
    diverging: bool = False,
    marked: tuple[str, ...] = (),
    filled: Callable[[int, int], str] | None = None,
) -> go.Figure:
    """A labelled matrix; dark (bright on dark) is much. Rows in ``marked`` are set in bold.

    ``largest`` fixes the scale's end; a diverging scale is centred on 0. ``filled`` gives a cell's formula with its
    numbers, for the hover.
    """
    values = frame.to_numpy(dtype=float)
    rows, columns = [_name(i) for i in frame.index], [_name(c) for c in frame.columns]
    end = largest if largest is not None else float(np.abs(values).max(initial=0)) or 1.0
    made = figure(
        theme,
        height=int(np.clip(130 + 26 * max(len(rows), 4), 250, 420)),
        title_text=escape(title),
        xaxis=_axis(columns, ()) | {"range": [-0.5, len(columns) - 0.5], "tickangle": -40},
        yaxis=_axis(rows, marked) | {"range": [len(rows) - 0.5, -0.5]},
        margin={"l": 6, "r": 6, "t": 36, "b": 6},
    )
    made.add_heatmap(
        z=values.astype(np.float32),
        zmin=-end if diverging else 0,
        zmax=end,
        colorscale=colorscale(theme.diverging if diverging else theme.scale[::-1]),
        xgap=1,
        ygap=1,
        showscale=False,
        hoverinfo="text",
        text=[
            [
                f"{escape(r)}, {escape(c)}<br>{filled(i, j) + ' = ' if filled else ''}{significant(v)}"
                for j, (c, v) in enumerate(zip(columns, line, strict=True))
            ]
            for i, (r, line) in enumerate(zip(rows, values, strict=True))
        ],
    )
    if max(values.shape) <= PRINTED:
        strong = np.inf if diverging else 0.55 * end
        made.update_layout(
            annotations=cell_text(values, 2, lambda v: theme.paper if abs(v) > strong else theme.text, 12)
        )
    return made


def weights(shares: pd.Series, frequencies: np.ndarray, theme: Theme, title: str) -> go.Figure:
    """Weights of values beside their plain frequencies."""
    names = [label(v, 16) for v in shares.index][:NAMED]
    made = figure(
        theme,
        height=int(np.clip(130 + 26 * max(len(names), 4), 250, 420)),
        title_text=escape(title),
        barmode="group",
        xaxis={"rangemode": "tozero", "nticks": 4},
        yaxis={"tickvals": list(range(len(names))), "ticktext": names, "autorange": "reversed"},
        legend={"orientation": "h", "y": -0.12, "yanchor": "top", "x": 0},
    )
    for values, name, colour in ((shares, "weight", HIGHLIGHT), (frequencies, "frequency", PALETTE[0])):
        made.add_bar(
            x=np.asarray(values)[:NAMED], y=list(range(len(names))), orientation="h", name=name, marker_color=colour
        )
    return made


def trails(places: np.ndarray, step: int, names: list[str], marked: tuple[str, ...], theme: Theme) -> go.Figure:
    """(steps, v, 2) places of values as diffusion goes on: the way of each, and where it stands at a step."""
    made = figure(
        theme,
        height=300,
        title_text=f"values at step {step}, and their ways",
        showlegend=False,
        xaxis={"showticklabels": False, "zeroline": False},
        yaxis={"showticklabels": False, "zeroline": False},
    )
    for k, name in enumerate(names):
        colour = HIGHLIGHT if name in marked else PALETTE[0]
        way = places[:, k]
        made.add_scatter(
            x=way[:, 0], y=way[:, 1], mode="lines", line={"width": 1, "color": theme.faint}, hoverinfo="skip"
        )
        made.add_scatter(
            x=way[[step], 0],
            y=way[[step], 1],
            mode="markers+text" if len(names) <= NAMED or name in marked else "markers",
            marker={"size": 11, "color": colour},
            text=[label(name, 14)],
            textposition="top center",
            cliponaxis=False,
            hoverinfo="text",
        )
    return made


def convergence(distance: np.ndarray, step: int, rate: float, theme: Theme) -> go.Figure:
    """Distance to the limit against the number of steps, on a logarithmic axis; the step shown is marked."""
    shown = np.maximum(distance, 1e-16)
    made = figure(
        theme,
        height=300,
        title_text=escape(f"distance to the limit; second eigenvalue {significant(rate)}"),
        xaxis={"title": {"text": "steps"}},
        yaxis={"type": "log", "nticks": 5, "exponentformat": "power"},
        showlegend=False,
    )
    made.add_scatter(x=list(range(len(shown))), y=shown, mode="lines", line={"color": PALETTE[0], "width": 2})
    made.add_scatter(x=[step], y=[shown[step]], mode="markers", marker={"size": 12, "color": HIGHLIGHT})
    return made


def _axis(names: list[str], marked: tuple[str, ...]) -> dict[str, Any]:
    ticks = thinned(len(names), NAMED)
    texts = [f"<b>{label(names[i], 16)}</b>" if names[i] in marked else label(names[i], 16) for i in ticks]
    return {
        "tickvals": ticks,
        "ticktext": texts,
        "showgrid": False,
        "zeroline": False,
        "tickfont": {"size": FONT_SIZE - 1},
    }


def _name(key: Any) -> str:
    return str(key[1]) if isinstance(key, tuple) else str(key)
