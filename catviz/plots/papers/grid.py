"""Panels in a grid, and lanes a name each: what the papers' figures are made of."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from catviz.plots.colours import Theme
from catviz.plots.style import FONT_SIZE, escape, house_style, label

#: Pixels of a line of a panel's title.
_LINE = 20


def grid(
    titles: Sequence[str],
    columns: int,
    theme: Theme,
    height: int,
    title: str = "",
    gaps: tuple[float, float] = (0.06, 0.08),
    legend: bool = True,
) -> go.Figure:
    """Draw empty panels, line by line; the titles may hold Plotly's tags, so labels in them come escaped.

    Parameters
    ----------
    height : int
        Of the whole figure in pixels.
    gaps : horizontal and vertical, as shares of the figure
    """
    rows, lines = -(-len(titles) // columns), max(bool(each) + each.count("<br>") for each in titles)
    figure = make_subplots(
        rows=rows, cols=columns, subplot_titles=titles, horizontal_spacing=gaps[0], vertical_spacing=gaps[1]
    )
    figure.update_layout(house_style(theme, height))
    figure.update_layout(
        title_text=escape(title),
        showlegend=legend,
        legend={"orientation": "h", "y": 0, "yref": "container", "yanchor": "bottom", "x": 0, "traceorder": "normal"},
        margin={"l": 10, "r": 14, "t": 10 + (30 if title else 0) + _LINE * lines, "b": 84 if legend else 10},
    )
    figure.update_annotations(font={"size": FONT_SIZE, "color": theme.text})
    axis = {"gridcolor": theme.grid, "zeroline": False, "linecolor": theme.grid, "automargin": True}
    axis |= {"tickfont": {"size": FONT_SIZE - 1}, "title": {"font": {"size": FONT_SIZE}}}
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis)
    return figure


def cell(number: int, columns: int) -> dict[str, int]:
    """Where panel ``number`` stands, as Plotly wants it."""
    return {"row": number // columns + 1, "col": number % columns + 1}


def lanes(figure: go.Figure, names: Sequence[str], **where: int) -> None:
    """A lane a name from the top of a panel; lane i is y = i."""
    figure.update_yaxes(
        range=[len(names) - 0.5, -0.5],
        tickvals=list(range(len(names))),
        ticktext=[label(name, 22) for name in names],
        showgrid=False,
        **where,
    )
