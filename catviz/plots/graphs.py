"""Columns joined by how much they tell of one another, and the share of each graph in a mixture."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.plots.style import FONT_SIZE, HIGHLIGHT, Theme, escape, figure, label, significant

NODES = 24
"""Columns drawn at most: those that count most for the chosen one."""
EDGES = 60


def dependence(weights: pd.DataFrame, column: str, theme: Theme, title: str) -> go.Figure:
    """Columns on a circle, joined where they depend on each other; edges of the chosen column are highlighted."""
    others = weights.loc[column].drop(column).sort_values(ascending=False, kind="stable").index[: NODES - 1]
    names = [column, *others]
    shown = weights.loc[names, names].to_numpy()
    angles = np.pi / 2 - 2 * np.pi * np.arange(len(names)) / len(names)
    x, y = np.cos(angles), np.sin(angles)
    made = figure(
        theme,
        height=430,
        title_text=escape(title),
        showlegend=False,
        xaxis={"visible": False, "range": [-2.15, 2.15]},
        yaxis={"visible": False, "range": [-1.3, 1.3], "scaleanchor": "x"},
        margin={"l": 6, "r": 6, "t": 36, "b": 6},
    )
    first, second = np.triu_indices(len(names), 1)
    strength = np.maximum(shown[first, second], shown[second, first])
    largest = strength.max(initial=0) or 1.0
    drawn = [e for e in np.argsort(strength, kind="stable")[-EDGES:] if strength[e] > 0]
    for e in drawn:
        p, q = first[e], second[e]
        own = p == 0
        made.add_scatter(
            x=[x[p], x[q]],
            y=[y[p], y[q]],
            mode="lines",
            line={"width": 1 + 7 * strength[e] / largest, "color": HIGHLIGHT if own else theme.grid},
            hoverinfo="skip",
        )
    hover = [f"{label(n)}<br>weight {significant(shown[0, p])}" if p else label(n) for p, n in enumerate(names)]
    made.add_scatter(
        x=x,
        y=y,
        mode="markers",
        marker={"size": 13, "color": [HIGHLIGHT, *[theme.faint] * (len(names) - 1)]},
        hoverinfo="text",
        text=hover,
    )
    made.update_layout(annotations=[_name(n, a, p == 0) for p, (n, a) in enumerate(zip(names, angles, strict=True))])
    return made


def _name(name: str, angle: float, chosen: bool) -> dict[str, Any]:
    right, top = np.cos(angle), np.sin(angle)
    text = label(name, 18)
    return {
        "x": 1.08 * right,
        "y": 1.08 * top,
        "text": f"<b>{text}</b>" if chosen else text,
        "showarrow": False,
        "font": {"size": FONT_SIZE - 1},
        "xanchor": "center" if abs(right) < 0.15 else "left" if right > 0 else "right",
        "yanchor": "middle" if abs(right) >= 0.15 else "bottom" if top > 0 else "top",
    }


def alphas(weights: pd.Series, theme: Theme, title: str) -> go.Figure:
    """The share each base has in a mixture."""
    made = figure(
        theme,
        height=int(110 + 40 * len(weights)),
        title_text=escape(title),
        xaxis={"range": [0, 1.08], "nticks": 6},
        yaxis={"autorange": "reversed"},
    )
    made.add_bar(
        x=weights.to_numpy(),
        y=[label(name) for name in weights.index],
        orientation="h",
        marker_color=[HIGHLIGHT if w > 0 else theme.faint for w in weights],
        text=[significant(w) for w in weights],
        textposition="outside",
        cliponaxis=False,
        hoverinfo="skip",
    )
    return made
