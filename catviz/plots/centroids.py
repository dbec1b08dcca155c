"""Figures of coupled centroids: where they stand among the rows, accuracy and time along their number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from catviz.plots.style import FONT_SIZE, HIGHLIGHT, MAX_HUES, NUMBERS, PERCENT, Theme, escape, figure, hues, label


def centroid_map(
    rows: np.ndarray,
    row_groups: np.ndarray,
    centroids: pd.DataFrame,
    groups: list[str],
    theme: Theme,
    title: str,
    axes: tuple[str, str] = ("axis 1", "axis 2"),
) -> go.Figure:
    """The rows' map faint, and on it the centroids of each group: the wider the ring, the larger the margin.

    Parameters
    ----------
    rows : (n, 2) places of rows
    row_groups : (n,) place of each row's group in ``groups``
    centroids : DataFrame with ``x``, ``y``, ``group``, ``margin`` (from 0 to 1) and ``words`` (escaped)
    groups : groups in their order
    axes : titles of the axes of the map
    """
    made = figure(
        theme,
        height=520,
        title_text=escape(title),
        xaxis={"showticklabels": False, "zeroline": False, "title": {"text": axes[0]}},
        yaxis={"showticklabels": False, "zeroline": False, "scaleanchor": "x", "title": {"text": axes[1]}},
        legend={"orientation": "h", "y": -0.13, "yanchor": "top", "x": 0},
    )
    colours, size = hues(groups, theme), float(np.clip(90 / np.sqrt(max(len(centroids), 1)), 8, 15))
    others, named = f"{len(groups) - MAX_HUES} others", set()
    entries = {group: label(group, 22) if place < MAX_HUES else others for place, group in enumerate(groups)}
    for place, group in enumerate(groups):
        at = row_groups == place
        made.add_scattergl(
            x=rows[at, 0].astype(np.float32),
            y=rows[at, 1].astype(np.float32),
            mode="markers",
            marker={"size": 6, "color": colours[group], "opacity": 0.35},
            hoverinfo="skip",
            legendgroup=entries[group],
            showlegend=False,
        )
    for group, own in ((group, centroids[centroids["group"] == group]) for group in groups):
        if own.empty:
            continue
        made.add_scattergl(
            x=own["x"].to_numpy(np.float32),
            y=own["y"].to_numpy(np.float32),
            mode="markers",
            name=entries[group],
            legendgroup=entries[group],
            showlegend=entries[group] not in named,
            marker={
                "size": size,
                "color": colours[group],
                "line": {"color": theme.text, "width": (0.4 + size / 3 * own["margin"]).to_numpy(np.float32)},
            },
            hovertext=own["words"],
            hoverinfo="text",
        )
        named.add(entries[group])
    return made


def along_sizes(means: pd.DataFrame, nearest: str, joined: Sequence[str], chosen: str, theme: Theme) -> go.Figure:
    """Accuracy and time to predict as groups get more centroids, each beside what comparing all rows gives.

    Parameters
    ----------
    means : DataFrame indexed by size, with ``accuracy``, ``deviation`` and ``predict_seconds``
    nearest : str
        The size that stands for all rows; ``chosen`` is the one to mark.
    joined : sequence of str
        Sizes a line goes through, fewest centroids first.
    """
    made = make_subplots(rows=1, cols=2, horizontal_spacing=0.14)
    made.update_layout(figure(theme, 340).layout, showlegend=False, margin={"l": 10, "r": 10, "t": 16, "b": 10})
    names = ["all" if size == nearest else size for size in means.index]
    colour = hues(["curve"], theme)["curve"]
    fills = [HIGHLIGHT if size == chosen else theme.text if size == nearest else colour for size in means.index]
    whiskers = {"color": theme.faint, "thickness": 1, "width": 4}
    panels = (
        ("accuracy on the test rows", 100 * means["accuracy"], 100 * means["deviation"], PERCENT, "%{y:.1f}\u00a0%"),
        ("time to predict, ms", 1000 * means["predict_seconds"], None, {"tickformat": NUMBERS}, "%{y:,.3r} ms"),
    )
    for column, (title, values, deviations, ticks, hover) in enumerate(panels, start=1):
        there = [size for size in joined if size in values.index]
        line = {"color": colour, "width": 1.5}
        made.add_scatter(x=there, y=values[there], mode="lines", line=line, hoverinfo="skip", row=1, col=column)
        made.add_scatter(
            x=names,
            y=values,
            error_y=whiskers | {"array": deviations, "visible": deviations is not None},
            mode="markers",
            marker={
                "size": [17 if size in (chosen, nearest) else 11 for size in means.index],
                "color": fills,
                "symbol": ["star" if size == nearest else "circle" for size in means.index],
            },
            hovertemplate=f"%{{x}}<br>{hover}<extra></extra>",
            row=1,
            col=column,
        )
        grid = {"gridcolor": theme.grid, "zeroline": False, "tickfont_size": FONT_SIZE, "title_font_size": FONT_SIZE}
        made.update_xaxes(type="category", title_text="T, centroids per class", tickangle=0, row=1, col=column, **grid)
        low = {"rangemode": "tozero"} if deviations is None else {}
        made.update_yaxes(title_text=title, automargin=True, row=1, col=column, **ticks, **grid, **low)
    return made
