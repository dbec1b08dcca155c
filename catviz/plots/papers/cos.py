"""COS's figures: calls against features and values, and clusterings under COD and ADD."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.analysis.metrics import NAMES
from catviz.plots.colours import HIGHLIGHT, PALETTE, Theme
from catviz.plots.papers.grid import cell, grid, lanes
from catviz.plots.style import FONT_SIZE, label
from catviz.published.recomputed import improvements
from catviz.wording import signed

FORMS = {"P": "IRSP, power set", "U": "IRSU, universe", "J": "IRSJ, join", "I": "IRSI, intersection"}
MODELS = {"KM": "k-modes", "SC": "spectral"}
#: Beyond the scores, for the improvements in words.
_ROOM = 0.34


def features(found: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw calls of each form against features; rings are printed numbers."""
    figure = grid([""], 1, theme, 500, "Calls of the conditional probability, soybean-large")
    for colour, (form, name) in zip(PALETTE, FORMS.items(), strict=False):
        part = found[found["form"] == form]
        figure.add_scatter(
            x=part["features"],
            y=part["calls"],
            mode="lines+markers",
            line={"color": colour, "width": 2.5, "dash": "dot" if form == "J" else "solid"},
            marker={"size": 8},
            name=name,
            hovertemplate="%{x} features<br>%{y:,} calls<extra>" + name + "</extra>",
        )
    _add_printed(figure, found["features"], found["calls"], found["printed"], "%{y:,}")
    figure.update_xaxes(title_text="number of features |A|", dtick=5)
    figure.update_yaxes(title_text="calls (logarithmic)", type="log", dtick=1)
    return figure


def values(found: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw ratios of calls against R; rings are printed numbers."""
    figure = grid([""], 1, theme, 500, "Calls of one form in % of another's, Adult")
    for colour, ratio in zip(PALETTE, dict.fromkeys(found["ratio"]), strict=False):
        part = found[found["ratio"] == ratio]
        of, by = ratio.split("/")
        figure.add_scatter(
            x=part["R"],
            y=part["percent"],
            mode="lines+markers",
            line={"color": colour, "width": 2.5},
            marker={"size": 8},
            name=f"IRS{of} in % of IRS{by}",
            hovertemplate="R = %{x:,}<br>%{y:.1f}\u00a0%<extra>" + ratio + "</extra>",
        )
    _add_printed(figure, found["R"], found["percent"], found["printed"], "%{y:.1f}\u00a0%")
    ticks = sorted(set(found["R"]))
    figure.update_xaxes(
        title_text="largest number of values of a feature, R (logarithmic)",
        type="log",
        tickvals=ticks,
        ticktext=[f"{tick:,}" for tick in ticks],
    )
    figure.update_yaxes(title_text="%", range=[0, 100])
    return figure


def clusterings(runs: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw mean accuracy and NMI under ADD and COD, by clusterer, with the improvement of COD and the printed one."""
    gains = improvements(runs)
    sets, metrics = list(dict.fromkeys(gains["data"])), ("accuracy", "normalized_mutual_info")
    panels = [(model, metric) for model in MODELS for metric in metrics]
    titles = [f"{MODELS[model]}, {NAMES[metric]}" for model, metric in panels]
    title = f"COD over ADD, means of {runs['repeat'].max() + 1} runs; in bold what the paper prints"
    figure = grid(titles, 2, theme, 170 + 84 * max(len(sets), 3), title, gaps=(0.05, 0.14))
    for number, (model, metric) in enumerate(panels):
        part, where = gains[(gains["model"] == model) & (gains["metric"] == metric)], cell(number, 2)
        y = [sets.index(data) for data in part["data"]]
        for start, end, at in zip(part["ADD"], part["COD"], y, strict=True):
            line = {"color": theme.faint, "width": 3}
            figure.add_scatter(
                x=[start, end], y=[at, at], mode="lines", line=line, showlegend=False, hoverinfo="skip", **where
            )
        for distance, symbol, colour in (("ADD", "circle-open", PALETTE[1]), ("COD", "circle", PALETTE[0])):
            figure.add_scatter(
                x=part[distance],
                y=y,
                mode="markers",
                marker={"size": 12, "symbol": symbol, "color": colour, "line": {"width": 2.5, "color": colour}},
                name=f"under {distance}",
                legendgroup=distance,
                showlegend=number == 0,
                hovertemplate=f"{NAMES[metric]} %{{x:.3f}}<extra>{distance}</extra>",
                **where,
            )
        figure.add_scatter(
            x=[1.05] * len(part),
            y=y,
            mode="text",
            text=[_label(ours, printed) for ours, printed in zip(part["ours"], part["printed"], strict=True)],
            textposition="middle right",
            textfont={"size": FONT_SIZE - 1, "color": theme.text},
            showlegend=False,
            hoverinfo="skip",
            **where,
        )
        lanes(figure, sets, **where)
        figure.update_yaxes(showticklabels=number % 2 == 0, **where)
        figure.update_xaxes(range=[0, 1.05 + _ROOM], tickvals=[0, 0.25, 0.5, 0.75, 1], **where)
    return figure


def _label(ours: float, printed: float) -> str:
    return f"{signed(ours)}\u00a0%" + ("" if np.isnan(printed) else f" (<b>{signed(printed)}\u00a0%</b>)")


def _add_printed(figure: go.Figure, x: pd.Series, ours: pd.Series, printed: pd.Series, number: str) -> None:
    has_printed = printed.notna()
    figure.add_scatter(
        x=x[has_printed],
        y=printed[has_printed],
        mode="markers",
        marker={"size": 18, "symbol": "circle-open", "color": HIGHLIGHT, "line": {"width": 2.5}},
        name=label("printed"),
        customdata=ours[has_printed],
        hovertemplate=f"printed {number}<br>ours %{{customdata:,.4g}}<extra></extra>",
    )
