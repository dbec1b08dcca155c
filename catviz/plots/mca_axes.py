"""The axes of multiple correspondence analysis: their titles, the scree plot, the columns by eta2 with two axes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.geometry.inertia import CORRECTIONS
from catviz.plots.point_names import NamePlaces
from catviz.plots.style import FONT_SIZE, HIGHLIGHT, PALETTE, Theme, escape, figure, label, significant

RAW, BENZECRI, GREENACRE = CORRECTIONS
SPOKEN = {RAW: "raw", BENZECRI: "Benzécri", GREENACRE: "Greenacre"}
"""The corrections of inertia as they are written in a figure."""
NAME = 18
"""Letters of a name in a map, at most."""
LEGEND = {"orientation": "h", "yref": "container", "y": 0, "x": 0, "xanchor": "left", "yanchor": "bottom"}
"""Under the figure, out of the way of its title and its tool bar."""
_MOST_AXES = 20
"""Axes in a scree plot."""
_WIDTH, _HEIGHT = 480, 290
"""Rough size of the plane of the columns, in pixels."""


def of_inertia(correction: str) -> str:
    """What a percentage is of."""
    return "of inertia" if correction == RAW else f"of inertia, {SPOKEN[correction]}"


def counts_axes(inertia: pd.DataFrame, correction: str) -> bool:
    """Whether a correction leaves any axis in."""
    return bool(inertia[CORRECTIONS[correction]].notna().any())


def axis_title(inertia: pd.DataFrame, axis: int, correction: str = RAW) -> str:
    """As "Axis 1 (32.1 % of inertia)"."""
    percent = inertia[CORRECTIONS[correction]][axis - 1]
    share = f"{percent:.1f}\u00a0%" if percent == percent else "none"
    return f"Axis {axis} ({share} {of_inertia(correction)})"


def scree(
    inertia: pd.DataFrame, n_columns: int, axes: Sequence[int], correction: str, theme: Theme, title: str
) -> go.Figure:
    """The percent of inertia of each axis, those of the map standing out; raw ones with the line of both corrections.

    An axis below the line, an eigenvalue of 1 / ``n_columns``, is left out by Benzecri's and Greenacre's corrections.
    """
    share = CORRECTIONS[correction]
    shown = inertia.dropna(subset=[share]).head(_MOST_AXES)
    average = 100 / n_columns / max(inertia["eigenvalue"].sum(), np.finfo(float).tiny)
    made = figure(
        theme,
        height=300,
        title_text=escape(title),
        xaxis={"title": {"text": "Axis"}, "dtick": 1 if len(shown) <= _MOST_AXES else None},
        yaxis={"title": {"text": f"% {of_inertia(correction)}"}, "rangemode": "tozero"},
        showlegend=False,
        bargap=0.25,
    )
    strong = [HIGHLIGHT if axis in axes else PALETTE[0] for axis in shown["axis"]]
    made.add_bar(
        x=shown["axis"],
        y=shown[share],
        marker={"color": strong},
        text=[f"{percent:.1f}" if correction != RAW or percent > average else "" for percent in shown[share]],
        textposition="outside",
        textfont={"size": FONT_SIZE - 2},
        constraintext="none",
        cliponaxis=False,
        hovertext=[
            f"Axis {axis}<br>eigenvalue {significant(eigenvalue)}<br>{percent:.1f}\u00a0% of inertia<br>"
            f"{total:.1f}\u00a0% with the axes before it"
            for axis, eigenvalue, percent, total in zip(
                shown["axis"], shown["eigenvalue"], shown[share], shown[f"cumulative {share}"], strict=True
            )
        ],
        hoverinfo="text",
    )
    if correction == RAW and len(inertia):
        made.add_hline(y=average, line={"color": theme.faint, "dash": "dot"})
        made.add_annotation(
            x=1,
            xref="paper",
            xanchor="right",
            y=1,
            yref="paper",
            yanchor="top",  # over the bars that fall: beside the line it would lie on their numbers
            text="dotted: eigenvalue 1 / number of columns",
            showarrow=False,
            font={"color": theme.faint},
        )
    return made


def columns_by_eta2(
    columns: pd.DataFrame,
    inertia: pd.DataFrame,
    axes: Sequence[int],
    correction: str,
    chosen: str,
    theme: Theme,
    title: str,
) -> go.Figure:
    """Each column of `MCA.columns` at its eta2 with two axes; supplementary ones have another marker."""
    first, second = (columns[columns["axis"] == axis].reset_index(drop=True) for axis in axes)
    table = first[["column", "role"]].assign(x=first["eta2"], y=second["eta2"])
    ranges = [[-0.02, max(1e-3, table[way].max()) * 1.12] for way in "xy"]
    titles = [f"eta2 with {axis_title(inertia, axis, correction)}" for axis in axes]
    made = figure(
        theme,
        height=420,
        title_text=escape(title),
        xaxis={"title": {"text": titles[0].replace("Axis", "axis")}, "range": ranges[0]},
        yaxis={"title": {"text": titles[1].replace("Axis", "axis")}, "range": ranges[1]},
        legend=LEGEND,
    )
    names = NamePlaces(ranges, _WIDTH, _HEIGHT)
    for role, symbol, colour in (("supplementary", "diamond", PALETTE[2]), ("active", "circle", PALETTE[0])):
        part = table[table["role"] == role]
        if not len(part):
            continue
        points, size = part[["x", "y"]].to_numpy(), np.full(len(part), 9.0)
        texts = [label(name, NAME) for name in part["column"]]
        places = names.give(points, texts, size, np.argsort(-points.sum(axis=1), kind="stable"), FONT_SIZE)
        made.add_scatter(
            x=part["x"],
            y=part["y"],
            name=role,
            mode="markers+text",
            marker={
                "symbol": symbol,
                "size": 9,
                "color": [HIGHLIGHT if c == chosen else colour for c in part["column"]],
            },
            text=[text if i in places else "" for i, text in enumerate(texts)],
            textposition=[places.get(i, "top center") for i in range(len(part))],
            hovertext=[
                f"{escape(c)}<br>eta2 {significant(x)} with axis {axes[0]}<br>eta2 {significant(y)} with axis {axes[1]}"
                for c, x, y in zip(part["column"], part["x"], part["y"], strict=True)
            ],
            hoverinfo="text",
        )
    return made
