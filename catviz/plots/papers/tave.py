"""TAVE's figures: dimensions of CDE and TAVE, and the F-score against q."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from catviz.plots.colours import HIGHLIGHT, PALETTE, Theme
from catviz.plots.papers.grid import grid, lanes
from catviz.plots.style import FONT_SIZE, escape, label

#: Data sets set off: as many as the paper shows.
NAMED = 4
_CHOSEN_Q = 20
_TICKS = (20, 50, 100, 200, 500, 1_000, 2_000)


def dimensions(found: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw a lane a data set: the numbers of CDE and TAVE, and how many times as many CDE has."""
    more = found["CDE"] / found["TAVE"]
    fewer = int((more > 1).sum())
    title = f"TAVE describes a row by fewer numbers than CDE on {fewer} of {len(found)} data sets"
    figure = grid([""], 1, theme, 130 + 40 * len(found), title)
    for i, (cde, tave) in enumerate(zip(found["CDE"], found["TAVE"], strict=True)):
        figure.add_scatter(
            x=[tave, cde],
            y=[i, i],
            mode="lines",
            line={"color": theme.grid, "width": 5},
            showlegend=False,
            hoverinfo="skip",
        )
    for name, colour, side in (("TAVE", PALETTE[0], "left"), ("CDE", PALETTE[1], "right")):
        times = [f"   {ratio:.1f} times" for ratio in more] if name == "CDE" else [""] * len(found)
        figure.add_scatter(
            x=found[name],
            y=list(range(len(found))),
            mode="markers+text",
            marker={"size": 14, "color": colour},
            text=[f" {n:,}{more} " for n, more in zip(found[name], times, strict=True)],
            textposition=f"middle {side}",
            textfont={"size": FONT_SIZE, "color": theme.text},
            name=name,
            hovertext=[f"{escape(data)}<br>{name} {n:,}" for data, n in zip(found["data"], found[name], strict=True)],
            hoverinfo="text",
        )
    figure.update_xaxes(type="log", title_text="numbers a row (logarithmic)", range=[1.4, 3.4], tickvals=_TICKS)
    lanes(figure, list(found["data"]))
    return figure


def sensitivity(found: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw mean F-score against q, the sets that q changes most in colour."""
    means = found.groupby(["data", "q"], sort=False)["F"].mean().unstack()
    span = (means.max(axis=1) - means.min(axis=1)).sort_values(ascending=False)
    named = list(span.index[:NAMED])
    runs = found["repeat"].max() + 1
    figure = grid([""], 1, theme, 520, f"F-score after q steps of diffusion, mean of {runs} runs of k-means")
    for name in [*span.index[NAMED:], *named]:
        strong, F = name in named, means.loc[name].dropna()
        figure.add_scatter(
            x=F.index,
            y=F,
            mode="lines+markers",
            line={"color": PALETTE[named.index(name)] if strong else theme.faint, "width": 3 if strong else 1.5},
            marker={"size": 9 if strong else 5},
            opacity=1.0 if strong else 0.6,
            name=label(name) if strong else "the other sets",
            legendgroup=str(named.index(name)) if strong else "others",
            showlegend=strong or name == span.index[NAMED],
            legendrank=named.index(name) if strong else NAMED,
            hovertemplate="q = %{x}<br>F %{y:.3f}<extra>" + escape(name) + "</extra>",
        )
    figure.add_vline(x=_CHOSEN_Q, line={"color": HIGHLIGHT, "width": 1.5, "dash": "dot"})
    figure.add_annotation(
        x=_CHOSEN_Q,
        y=1,
        yref="paper",
        yanchor="top",
        text=" the paper's q = 20",
        showarrow=False,
        xanchor="left",
        font={"color": HIGHLIGHT, "size": FONT_SIZE},
    )
    figure.update_xaxes(title_text="q, steps of diffusion")
    figure.update_yaxes(title_text="F-score over pairs of rows")
    return figure
