"""Figures of a table's columns: value counts and how columns depend on each other."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots
from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
from scipy.spatial.distance import squareform

from catviz.plots.style import (
    FONT_SIZE,
    HIGHLIGHT,
    PALETTE,
    Theme,
    add_cells,
    colorbar,
    escape,
    figure,
    house_style,
    labels,
    others,
    significant,
    thinned,
)
from catviz.table.counts import Counts

BARS = 8
"""Values shown a column; the rest are one bar."""
PER_ROW = 3
SMALL = 12
TITLE_LENGTH = 18
LINE = 60
"""Characters of a line in a hover."""
NAMED_BELOW = 12
"""Up to so many columns the association map is labelled below too."""


def value_counts(
    counts: Counts, attributes: list[str], chosen: str, theme: Theme, full: Mapping[str, str] = MappingProxyType({})
) -> go.Figure:
    """One small bar chart per column, all on one scale; ``full`` holds full texts of columns, for the hover."""
    n_rows = -(-len(attributes) // PER_ROW)
    bars = [_bars(counts, attribute) for attribute in attributes]
    heights = [max(len(b) for b in bars[i * PER_ROW : (i + 1) * PER_ROW]) for i in range(n_rows)]
    total = sum(heights) * 22 + n_rows * 52
    grid = make_subplots(
        n_rows,
        PER_ROW,
        subplot_titles=labels(attributes, TITLE_LENGTH),
        row_heights=[h + 0.5 for h in heights],
        horizontal_spacing=0.13,
        vertical_spacing=min(40 / total, 1 / max(n_rows - 1, 1)),
    )
    made = grid.update_layout(house_style(theme, height=int(total) + 30))
    axes: dict[str, dict[str, Any]] = {}
    traces = []
    for i, (attribute, column) in enumerate(zip(attributes, bars, strict=True)):
        number = str(i + 1) if i else ""
        names = labels([name for name, _ in column], 13)
        traces.append(
            go.Bar(
                x=[c for _, c in column],
                y=list(range(len(column))),
                orientation="h",
                marker_color=HIGHLIGHT if attribute == chosen else PALETTE[0],
                hovertext=[f"{escape(name)}: {c:,.0f} rows" for name, c in column],
                hoverinfo="text",
                xaxis=f"x{number}",
                yaxis=f"y{number}",
            )
        )
        axes[f"yaxis{number}"] = {
            "tickvals": list(range(len(column))),
            "ticktext": names,
            "range": [max(heights[i // PER_ROW], 1) - 0.4, -0.6],
            "tickfont": {"size": SMALL, "color": theme.text},
            "showgrid": False,
            "zeroline": False,
        }
        axes[f"xaxis{number}"] = {
            "range": [0, counts.n_rows],
            "nticks": 3,
            "gridcolor": theme.grid,
            "zerolinecolor": theme.grid,
            "tickfont": {"size": SMALL, "color": theme.faint},
            "showticklabels": i // PER_ROW == n_rows - 1 or i + PER_ROW >= len(attributes),
        }
    made.add_traces(traces).update_layout(axes)  # all at once: one by one takes plotly seconds
    made.update_annotations(font={"size": FONT_SIZE, "color": theme.text})
    for title, attribute in zip(made.layout.annotations, attributes, strict=True):
        title.hovertext = _in_lines(full.get(attribute, attribute))
    return made.update_layout(showlegend=False, bargap=0.25, margin={"l": 10, "r": 10, "t": 30, "b": 10})


def association(
    matrix: pd.DataFrame, measure: str, chosen: str, theme: Theme, full: Mapping[str, str] = MappingProxyType({})
) -> go.Figure:
    """Dependence of all pairs of columns as a heat map, dependent columns side by side; ``full`` as above."""
    names = list(matrix.columns)
    said = [_in_lines(full.get(name, name)) for name in names]
    values = matrix.to_numpy()
    if len(names) > 2:
        apart = squareform(np.clip(1 - values, 0, None) * (1 - np.eye(len(names))), checks=False)
        order = leaves_list(optimal_leaf_ordering(linkage(apart, "average"), apart))
    else:
        order = np.arange(len(names))
    grid = values[np.ix_(order, order)].copy()
    np.fill_diagonal(grid, np.nan)
    d = len(names)
    ticks = thinned(d, 40)
    short = labels(names, 22)
    texts = [f"<b>{short[order[i]]}</b>" if names[order[i]] == chosen else short[order[i]] for i in ticks]
    axis = {"tickvals": ticks, "ticktext": texts, "showgrid": False, "zeroline": False}
    made = figure(
        theme,
        height=int(np.clip(160 + 20 * d, 420, 720)),
        xaxis=axis | {"range": [-0.5, d - 0.5], "tickangle": -45, "showticklabels": d <= NAMED_BELOW},
        yaxis=axis | {"range": [d - 0.5, -0.5], "tickfont": {"size": FONT_SIZE if d <= 20 else SMALL}},
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
    )
    add_cells(
        made,
        grid,
        max(float(np.nanmax(grid, initial=0)), 0.1) if d > 1 else 1,
        theme,
        hoverinfo="text",
        text=[
            [f"{said[i]} – {said[j]}<br>{escape(measure)} {significant(values[i, j])}" for j in order] for i in order
        ],
        colorbar=colorbar(measure),
    )
    return made


def _in_lines(text: str) -> str:
    """A long text for a hover, escaped."""
    return "<br>".join(escape(line) for line in textwrap.wrap(text, LINE)) or escape(text)


def _bars(counts: Counts, attribute: str) -> list[tuple[str, float]]:
    r = counts.codebook.position(attribute)
    pairs = list(zip(counts.codebook.labels[r], counts.frequencies[r].astype(float), strict=True))
    if len(pairs) <= BARS:
        return pairs
    if counts.codebook.kinds[r] == "nominal":
        pairs = sorted(pairs, key=lambda p: -p[1])
    rest = pairs[BARS - 1 :]
    return [*pairs[: BARS - 1], (others(len(rest)), sum(c for _, c in rest))]
