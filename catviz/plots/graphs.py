"""Graphs: columns joined by how much they tell of one another, and values joined by paths."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.plots.style import FONT_SIZE, HIGHLIGHT, PALETTE, Theme, escape, figure, label, significant

NODES = 24
"""Columns drawn at most: those that count most for the chosen one."""
NAMED_VALUES = 12
"""Of up to that many values all are named, else those on the path."""
_SAME_PLACE = 0.05
"""Names of points nearer than that, as a share of the width, are put together."""
EDGES = 60


def dependence(weights: pd.DataFrame, column: str, theme: Theme, title: str) -> go.Figure:
    """Columns on a circle, joined where they depend on each other; edges of the chosen column are highlighted."""
    others = weights.loc[column].drop(column).sort_values(ascending=False, kind="stable").index[: NODES - 1]
    names = [column, *others]
    shown = weights.loc[names, names].to_numpy()
    angles = np.pi / 2 - 2 * np.pi * np.arange(len(names)) / len(names)
    x, y = np.cos(angles), np.sin(angles)
    made = figure(
        theme,
        height=430,
        title_text=escape(title),
        showlegend=False,
        xaxis={"visible": False, "range": [-2.15, 2.15]},
        yaxis={"visible": False, "range": [-1.3, 1.3], "scaleanchor": "x"},
        margin={"l": 6, "r": 6, "t": 36, "b": 6},
    )
    first, second = np.triu_indices(len(names), 1)
    strength = np.maximum(shown[first, second], shown[second, first])
    largest = strength.max(initial=0) or 1.0
    drawn = [e for e in np.argsort(strength, kind="stable")[-EDGES:] if strength[e] > 0]
    for e in drawn:
        p, q = first[e], second[e]
        own = p == 0
        made.add_scatter(
            x=[x[p], x[q]],
            y=[y[p], y[q]],
            mode="lines",
            line={"width": 1 + 7 * strength[e] / largest, "color": HIGHLIGHT if own else theme.grid},
            hoverinfo="skip",
        )
    hover = [f"{label(n)}<br>weight {significant(shown[0, p])}" if p else label(n) for p, n in enumerate(names)]
    made.add_scatter(
        x=x,
        y=y,
        mode="markers",
        marker={"size": 13, "color": [HIGHLIGHT, *[PALETTE[0]] * (len(names) - 1)]},
        hoverinfo="text",
        text=hover,
    )
    made.update_layout(annotations=[_name(n, a, p == 0) for p, (n, a) in enumerate(zip(names, angles, strict=True))])
    return made


def _name(name: str, angle: float, chosen: bool) -> dict[str, Any]:
    right, top = np.cos(angle), np.sin(angle)
    text = label(name, 18)
    return {
        "x": 1.08 * right,
        "y": 1.08 * top,
        "text": f"<b>{text}</b>" if chosen else text,
        "showarrow": False,
        "font": {"size": FONT_SIZE - 1},
        "xanchor": "center" if abs(right) < 0.15 else "left" if right > 0 else "right",
        "yanchor": "middle" if abs(right) >= 0.15 else "bottom" if top > 0 else "top",
    }


def symbols(
    places: np.ndarray,
    values: list[tuple[str, str]],
    edges: pd.DataFrame,
    path: pd.DataFrame,
    column: str,
    theme: Theme,
    title: str,
) -> go.Figure:
    """Values in a plane, joined by edges, with a path through them.

    Parameters
    ----------
    places : (c, 2)
    values : (attribute, value) of each
    edges, path : DataFrame with ``from``, ``to`` and ``length``; the path also with ``kind``
    column : str
        Its values are set off. Of few values all are named, else those on the path.
    """
    at = {value: i for i, value in enumerate(values)}
    stations = [*path["from"], *path["to"].tail(1)]
    made = figure(
        theme,
        height=430,
        title_text=escape(title),
        showlegend=False,
        xaxis={"visible": False},
        yaxis={"visible": False},
        margin={"l": 6, "r": 6, "t": 36, "b": 6},
    )
    made.add_scatter(**_lines(places, at, edges), line={"width": 0.7, "color": theme.grid}, hoverinfo="skip")
    for kind, dash in (("edge", "solid"), ("bridge", "dash"), ("filled", "dot")):
        steps = path[path["kind"] == kind]
        if len(steps):
            made.add_scatter(
                **_lines(places, at, steps), line={"width": 3.5, "color": HIGHLIGHT, "dash": dash}, hoverinfo="skip"
            )
    on_path = [value in stations for value in values]
    made.add_scatter(
        x=places[:, 0],
        y=places[:, 1],
        mode="markers",
        marker={
            "size": [13 if on else 9 if v[0] == column else 6 for on, v in zip(on_path, values, strict=True)],
            "color": [
                HIGHLIGHT if on else PALETTE[0] if v[0] == column else theme.faint
                for on, v in zip(on_path, values, strict=True)
            ],
        },
        hoverinfo="text",
        text=[f"{label(a)}: {label(v)}" for a, v in values],
    )
    middle = places[:, 0].mean() if len(places) else 0.0
    named = enumerate(dict.fromkeys(stations))
    notes = [_station(places[at[s]], s, column, middle, k % 2 == 0) for k, s in named]
    if len(values) <= NAMED_VALUES:
        notes += _small(places, [i for i, v in enumerate(values) if v not in stations], values, theme)
    return made.update_layout(annotations=[*_lengths(places, at, path, theme), *notes])


def _lengths(
    places: np.ndarray, at: dict[tuple[str, str], int], path: pd.DataFrame, theme: Theme
) -> list[dict[str, Any]]:
    """The length of each step of a path, at its middle: lines in the plane are not drawn to scale."""
    font = {"size": FONT_SIZE - 1, "color": theme.text}
    middles = [(places[at[a]] + places[at[b]]) / 2 for a, b in zip(path["from"], path["to"], strict=True)]
    return [
        {"x": x, "y": y, "text": significant(length), "showarrow": False, "font": font, "bgcolor": theme.paper}
        for (x, y), length in zip(middles, path["length"], strict=True)
    ]


def _small(places: np.ndarray, shown: list[int], values: list[tuple[str, str]], theme: Theme) -> list[dict[str, Any]]:
    """The names of values that are not on the path, below their points; those at one place together."""
    near = _SAME_PLACE * float(np.ptp(places, axis=0).max())
    at: dict[int, list[str]] = {}
    for i in shown:
        first = next((j for j in at if np.abs(places[i] - places[j]).max() <= near), i)
        at.setdefault(first, []).append(values[i][1])
    font = {"size": FONT_SIZE - 2, "color": theme.faint}
    return [
        {"x": places[i, 0], "y": places[i, 1], "yshift": -4, "yanchor": "top", "showarrow": False, "font": font}
        | {"text": label(", ".join(names), 24)}
        for i, names in at.items()
    ]


def _lines(places: np.ndarray, at: dict[tuple[str, str], int], edges: pd.DataFrame) -> dict[str, Any]:
    """One trace for all edges: their ends, parted by gaps."""
    ends = np.full((len(edges), 3, 2), np.nan)
    for k, side in enumerate(("from", "to")):
        ends[:, k] = places[[at[value] for value in edges[side]]]
    x, y = ends.reshape(-1, 2).T
    return {"x": x, "y": y, "mode": "lines", "connectgaps": False}


def _station(place: np.ndarray, value: tuple[str, str], column: str, middle: float, above: bool) -> dict[str, Any]:
    name = value[1] if value[0] == column else f"{value[0]}: {value[1]}"
    left = place[0] > middle
    return {
        "x": place[0],
        "y": place[1],
        "text": f"<b>{label(name, 28)}</b>",
        "showarrow": False,
        "xanchor": "right" if left else "left",
        "yanchor": "bottom" if above else "top",
        "xshift": -8 if left else 8,
        "yshift": 4 if above else -4,
    }


def alphas(weights: pd.Series, theme: Theme, title: str) -> go.Figure:
    """The share each base has in a mixture."""
    made = figure(
        theme,
        height=int(110 + 40 * len(weights)),
        title_text=escape(title),
        xaxis={"range": [0, 1.08], "nticks": 6},
        yaxis={"autorange": "reversed"},
    )
    made.add_bar(
        x=weights.to_numpy(),
        y=[label(name) for name in weights.index],
        orientation="h",
        marker_color=[HIGHLIGHT if w > 0 else theme.faint for w in weights],
        text=[significant(w) for w in weights],
        textposition="outside",
        cliponaxis=False,
        hoverinfo="skip",
    )
    return made
