"""Rules drawn: a bar for the rows of each, and how many of them are of the cluster that it names."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.analysis.rules import right_of
from catviz.plots.arguments import on_paper, theme_of
from catviz.plots.clusters import NO_NAMES, cluster_name
from catviz.plots.colours import Theme, hues
from catviz.plots.style import FONT_SIZE, escape, label, new_figure

#: Pixels of each line of a rule, and of its bar with the space below.
_LINE, _BAR = 18, 34
#: Letters in a line of a rule, and lines of one.
_LETTERS, _LINES = 84, 4


def cluster_rules(
    rules: pd.DataFrame, names: Mapping[int, str] = NO_NAMES, most: int = 12, theme: str | Theme = "light"
) -> go.Figure:
    """Draw rules that lead to clusters: a bar for the rows of each, coloured as far as they are of its cluster.

    Clusters have the colours that they have on maps.

    Parameters
    ----------
    rules : DataFrame
        As `catviz.rules` gives them, for clusters numbered from 1.
    names : mapping of clusters to names that they were given
    most : int
        Rules drawn: those of most rows, the rules of a cluster side by side, the largest cluster first.
    theme : {"light", "dark"}

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> found = catviz.rules(zoo, catviz.KModes(n_clusters=3, random_state=0).fit(zoo).labels_ + 1)
    >>> figure = catviz.plots.cluster_rules(found.rules)
    >>> float(sum(figure.data[0].x) + sum(figure.data[1].x))
    101.0
    """
    colours = theme_of(theme)
    drawn = rules.sort_values("rows", ascending=False, kind="stable").head(most)
    drawn = drawn.sort_values(["label_rows", "label", "right"], ascending=[False, True, False], kind="stable")
    numbers = range(1, int(rules["label"].max()) + 1)
    inks = hues([cluster_name(number, names) for number in numbers], colours)
    called = [cluster_name(number, names) for number in drawn["label"]]
    written = [_lines(rule) for rule in drawn["rule"]]
    heights = [_LINE * len(lines) + _BAR for lines in written]
    tops = np.concatenate([[0], np.cumsum(heights)])
    bars = tops[1:] - _BAR / 2 - 4
    figure = new_figure(
        colours,
        height=int(tops[-1]) + 40,
        barmode="stack",
        showlegend=False,
        xaxis={"range": [0, 1.16 * float(drawn["rows"].max())], "visible": False},
        yaxis={"range": [float(tops[-1]), -4.0], "tickvals": list(bars), "showgrid": False, "zeroline": False}
        | {"ticktext": [f"<b>{label(name, 24)}</b>" for name in called]},
        margin={"l": 10, "r": 10, "t": 6, "b": 6},
    )
    hover = [
        f"{escape(name)}<br>{escape(rule)}<br>{right_of(line)}"
        for name, rule, line in zip(called, drawn["rule"], drawn.itertuples(), strict=True)
    ]
    right, rows = drawn["right"].to_numpy(dtype=float), drawn["rows"].to_numpy(dtype=float)
    how = {"y": bars, "orientation": "h", "width": 16, "hovertext": hover, "hoverinfo": "text"}
    figure.add_bar(x=right, marker={"color": [inks[name] for name in called]}, **how)
    counts = [right_of(line).removesuffix(" rows") for line in drawn.itertuples()]
    figure.add_bar(x=rows - right, marker={"color": colours.faint}, text=counts, **how)
    figure.update_traces(selector=1, textposition="outside", textfont={"size": FONT_SIZE}, cliponaxis=False)
    for top, lines in zip(tops, written, strict=False):
        figure.add_annotation(
            x=0, y=float(top), text="<br>".join(lines), showarrow=False, xanchor="left", yanchor="top", align="left"
        )
    return on_paper(figure, theme)


def _lines(rule: str) -> list[str]:
    """A rule in few lines, escaped."""
    lines = textwrap.wrap(rule, _LETTERS, max_lines=_LINES, placeholder=" …", break_long_words=True)
    return [escape(line) for line in lines]
