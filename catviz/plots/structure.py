"""How many clusters: measures along k, with the range that shuffled columns give."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go

from catviz.plots.style import FONT_SIZE, HIGHLIGHT, PALETTE, Theme, figure

TITLES = {"explained": "share of distance explained", "silhouette": "mean silhouette"}
_GAP = 0.16


def along_k(found: pd.DataFrame, theme: Theme, known: int = 0) -> go.Figure:
    """The share explained and the silhouette along k; the number of known classes, if any, is a dotted line.

    Parameters
    ----------
    found : DataFrame
        ``by_k`` of `catviz.structure_test`.
    """
    made = figure(
        theme,
        height=380,
        legend={"orientation": "h", "y": 1.04, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 34, "b": 10},
    )
    titles = {measure: title for measure, title in TITLES.items() if (found["measure"] == measure).any()}
    width = (1 - _GAP * (len(titles) - 1)) / len(titles)
    for number, (measure, title) in enumerate(titles.items()):
        lines = found[found["measure"] == measure].sort_values("k")
        axes = {"xaxis": f"x{number + 1}", "yaxis": f"y{number + 1}"}
        left = number * (width + _GAP)
        axis = {"gridcolor": theme.grid, "zeroline": False, "tickfont": {"size": FONT_SIZE}, "automargin": True}
        made.update_layout(
            {
                f"xaxis{number + 1}": axis
                | {"domain": [left, left + width], "anchor": axes["yaxis"], "dtick": 1 if len(lines) < 12 else 2}
                | {"title": {"text": "number of clusters k", "font": {"size": FONT_SIZE}}},
                f"yaxis{number + 1}": axis
                | {"anchor": axes["xaxis"], "title": {"text": title, "font": {"size": FONT_SIZE}}},
            }
        )
        _band(made, lines, axes, theme, number == 0)
        made.add_scatter(
            x=lines["k"],
            y=lines["observed"],
            mode="lines+markers",
            line={"color": PALETTE[0], "width": 2.5},
            marker={"size": 9},
            name="this table",
            showlegend=number == 0,
            hovertemplate="k = %{x}<br>%{y:.4g}<extra></extra>",
            **axes,
        )
        if known:
            made.add_shape(
                type="line",
                x0=known,
                x1=known,
                y0=0,
                y1=1,
                xref=axes["xaxis"].replace("x1", "x"),
                yref=axes["yaxis"].replace("y1", "y") + " domain",
                line={"color": HIGHLIGHT, "width": 1.5, "dash": "dot"},
            )
    if known:
        made.add_scatter(
            x=[None], y=[None], mode="lines", line={"color": HIGHLIGHT, "dash": "dot"}, name="known classes"
        )
    return made


def _band(made: go.Figure, lines: pd.DataFrame, axes: dict[str, Any], theme: Theme, legend: bool) -> None:
    lines = lines.dropna(subset=["shuffled_50"])
    if lines.empty:
        return
    made.add_scatter(
        x=[*lines["k"], *lines["k"][::-1]],
        y=[*lines["shuffled_95"], *lines["shuffled_05"][::-1]],
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=theme.grid,
        name="shuffled tables, 5 % to 95 %",
        showlegend=legend,
        hoverinfo="skip",
        **axes,
    )
    made.add_scatter(
        x=lines["k"],
        y=lines["shuffled_50"],
        mode="lines",
        line={"color": theme.faint, "width": 1.5, "dash": "dash"},
        showlegend=False,
        hovertemplate="shuffled, k = %{x}<br>%{y:.4g}<extra></extra>",
        **axes,
    )
