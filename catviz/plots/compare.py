"""Figures of a comparison: scores of repeated runs, agreement of methods."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.plots.style import (
    FONT_SIZE,
    PALETTE,
    Theme,
    add_cells,
    cell_text,
    colorbar,
    escape,
    figure,
    label,
)


def boxes(results: pd.DataFrame, metric: str, title: str, theme: Theme) -> go.Figure:
    """A box a method and table: the runs' scores, a column of ``results`` with its title, each run a point."""
    methods = list(dict.fromkeys(results["method"]))
    tables = list(dict.fromkeys(results["data"]))
    made = figure(
        theme,
        height=int(np.clip(150 + 34 * len(methods) * len(tables), 300, 640)),
        boxmode="group",
        xaxis={"title": {"text": escape(title)}},
        yaxis={
            "tickvals": list(range(len(tables))),
            "ticktext": [label(t) for t in tables],
            "autorange": "reversed",
        },
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "traceorder": "normal"},
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
    )
    for i, method in enumerate(methods):
        runs = results[results["method"] == method]
        made.add_box(
            x=runs[metric],
            y=[tables.index(t) for t in runs["data"]],
            name=label(method, 30),
            orientation="h",
            boxpoints="all",
            jitter=0.3,
            pointpos=0,
            marker={"color": PALETTE[i % len(PALETTE)], "size": 5},
            line={"width": 1.5},
        )
    return made


def agreement(matrix: pd.DataFrame, theme: Theme) -> go.Figure:
    """Rank correlation of row distances between methods."""
    names = [label(n, 28) for n in matrix.columns]
    values = matrix.to_numpy()
    ticks = list(range(len(names)))
    axis = {"tickvals": ticks, "ticktext": names, "showgrid": False, "zeroline": False}
    made = figure(
        theme,
        height=int(np.clip(170 + 40 * len(names), 320, 640)),
        xaxis=axis | {"tickangle": -35},
        yaxis=axis | {"autorange": "reversed"},
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
    )
    add_cells(
        made,
        values,
        1,
        theme,
        colorbar=colorbar("rank correlation"),
        hovertemplate="%{y}<br>%{x}<br>%{z:.2f}<extra></extra>",
    )
    return made.update_layout(
        annotations=cell_text(values, 2, lambda v: theme.paper if v > 0.5 else theme.text, FONT_SIZE - 1)
    )
