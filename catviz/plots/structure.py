"""How many clusters: measures along k, with the ranges that shuffled columns and one gradient give."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go

from catviz.plots.style import FONT_SIZE, PALETTE, Theme, figure

TITLES = {"explained": "share of distance explained", "silhouette": "mean silhouette"}
_GAP = 0.16
_GRADIENT, _GRADIENT_FILL = PALETTE[5], "rgba(140, 107, 177, 0.30)"


def along_k(found: pd.DataFrame, theme: Theme, known: int = 0, one_factor: pd.DataFrame | None = None) -> go.Figure:
    """The share explained and the silhouette along k; the number of known classes, if any, is a dotted line.

    Parameters
    ----------
    found : DataFrame
        ``by_k`` of `catviz.structure_test`.
    one_factor : DataFrame or None
        The same of the test against one gradient, drawn as a second range.
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
        _band(made, lines, axes, "shuffled tables", (theme.grid, theme.faint, "dash"), number == 0)
        if one_factor is not None:
            simulated = one_factor[one_factor["measure"] == measure].sort_values("k")
            _band(made, simulated, axes, "tables of one gradient", (_GRADIENT_FILL, _GRADIENT, "dot"), number == 0)
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
                line={"color": theme.text, "width": 1.5, "dash": "dot"},
            )
    if known:
        made.add_scatter(
            x=[None], y=[None], mode="lines", line={"color": theme.text, "dash": "dot"}, name="number of known classes"
        )
    return made


def criterion(found: pd.DataFrame, theme: Theme, known: int = 0) -> go.Figure:
    """BIC along the number of classes, its lowest marked; the number of known classes, if any, is a dotted line.

    Parameters
    ----------
    found : DataFrame
        With the columns ``clusters`` and ``bic``.
    """
    made = figure(theme, height=300, showlegend=False, margin={"l": 10, "r": 10, "t": 34, "b": 10})
    axis = {"gridcolor": theme.grid, "zeroline": False, "tickfont": {"size": FONT_SIZE}, "automargin": True}
    made.update_xaxes(axis | {"dtick": 1, "title": {"text": "number of classes", "font": {"size": FONT_SIZE}}})
    made.update_yaxes(axis | {"title": {"text": "BIC (lower is better)", "font": {"size": FONT_SIZE}}})
    lowest = found["bic"] == found["bic"].min()
    made.add_scatter(
        x=found["clusters"],
        y=found["bic"],
        mode="lines+markers",
        line={"color": PALETTE[0], "width": 2.5},
        marker={"size": [14 if low else 9 for low in lowest]},
        hovertemplate="%{x} classes: BIC %{y:,.1f}<extra></extra>",
    )
    if known:
        made.add_vline(
            known, line={"color": theme.text, "width": 1.5, "dash": "dot"}, annotation={"text": "known classes"}
        )
    return made


def _band(
    made: go.Figure, lines: pd.DataFrame, axes: dict[str, Any], name: str, look: tuple[str, str, str], legend: bool
) -> None:
    """The middle 90 % of other tables and their median; ``look`` is the fill, and the median's colour and dash."""
    lines, (fill, colour, dash) = lines.dropna(subset=["shuffled_50"]), look
    if lines.empty:
        return
    made.add_scatter(
        x=[*lines["k"], *lines["k"][::-1]],
        y=[*lines["shuffled_95"], *lines["shuffled_05"][::-1]],
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=fill,
        name=f"{name}, 5\u00a0% to 95\u00a0%",
        showlegend=legend,
        hoverinfo="skip",
        **axes,
    )
    made.add_scatter(
        x=lines["k"],
        y=lines["shuffled_50"],
        mode="lines",
        line={"color": colour, "width": 1.5, "dash": dash},
        name=f"{name}, median",
        showlegend=legend,
        hovertemplate=f"{name}, k = %{{x}}<br>%{{y:.4g}}<extra></extra>",
        **axes,
    )
