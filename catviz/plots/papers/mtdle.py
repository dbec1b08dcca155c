"""MTDLE's figure: maps of values by data set and setting."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.plots.colours import PALETTE, Theme
from catviz.plots.papers.grid import cell, grid
from catviz.plots.style import escape, label, significant
from catviz.wording import in_percent

#: Colours of columns beyond the palette: Splice has sixty, in the order of their places.
_WHEEL = "HSV"


def maps(found: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw a panel a data set and setting; a colour a column, whose values are joined along their own axis."""
    sets, settings = list(dict.fromkeys(found["data"])), list(dict.fromkeys(found["setting"]))
    parts = {key: part for key, part in found.groupby(["data", "setting"], sort=False)}
    panels = [(data, setting) for data in sets for setting in settings]
    titles = [_title(parts[panel], *panel) if panel in parts else "" for panel in panels]
    figure = grid(titles, len(settings), theme, 350 * len(sets), gaps=(0.03, 0.22 / len(sets)), legend=False)
    for number, panel in enumerate(panels):
        if panel in parts:
            _draw(figure, parts[panel], theme, cell(number, len(settings)))
        figure.update_yaxes(scaleanchor="x" if number == 0 else f"x{number + 1}", **cell(number, len(settings)))
    figure.update_xaxes(showticklabels=False)
    figure.update_yaxes(showticklabels=False)
    return figure


def _title(part: pd.DataFrame, data: str, setting: str) -> str:
    columns = part.drop_duplicates("attribute")
    straight, chance, within = (columns[name].mean() for name in ("straight", "chance", "within"))
    subtitle = f"straight {straight:.2f} (by chance {chance:.2f}), {in_percent(within)} of the spread within columns"
    return f"{escape(data)}, {escape(setting)}<br><span style='font-size:12px'>{subtitle}</span>"


def _draw(figure: go.Figure, part: pd.DataFrame, theme: Theme, where: dict[str, int]) -> None:
    columns = list(dict.fromkeys(part["attribute"]))
    few = len(columns) <= len(PALETTE) + 1
    paths = [_along_axis(part.loc[part["attribute"] == column, ["x", "y"]].to_numpy()) for column in columns]
    path = np.vstack([line for points in paths for line in (points, [[np.nan, np.nan]])])
    figure.add_scatter(
        x=path[:, 0].astype(np.float32),
        y=path[:, 1].astype(np.float32),
        mode="lines",
        line={"color": theme.faint, "width": 1.5 if few else 0.6},
        opacity=0.7 if few else 0.4,
        hoverinfo="skip",
        showlegend=False,
        **where,
    )
    place = part["attribute"].map(columns.index)
    colours = {"color": [(*PALETTE, theme.text)[i] for i in place]} if few else {"color": place, "colorscale": _WHEEL}
    words = zip(part["attribute"], part["value"], part["straight"], strict=True)
    figure.add_scatter(
        x=part["x"].astype(np.float32),
        y=part["y"].astype(np.float32),
        mode="markers",
        marker=colours | {"size": 11 if few else 6, "opacity": 0.9, "line": {"width": 0.5, "color": theme.paper}},
        hovertext=[
            f"{label(column)} = {label(value)}<br>straight {significant(straight)}" for column, value, straight in words
        ],
        hoverinfo="text",
        showlegend=False,
        **where,
    )


def _along_axis(points: np.ndarray) -> np.ndarray:
    """(m, 2) points in their order along their own first axis."""
    centred = points - points.mean(axis=0)
    axis = np.linalg.svd(centred, full_matrices=False)[2][0]
    return points[np.argsort(centred @ axis, kind="stable")]
