"""Figures of values: the heat map of a column, lanes of all columns, the joint map, a pair's contributions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.geometry import Explanation, ValueDistances
from catviz.joint import JointMap
from catviz.plots.style import (
    FONT_SIZE,
    HIGHLIGHT,
    PALETTE,
    Theme,
    cell_text,
    colorbar,
    colorscale,
    escape,
    figure,
    label,
    significant,
    thinned,
)

CLICKABLE_VALUES = 40
"""Up to so many values every cell of the heat map can be clicked."""
PRINTED_VALUES = 12
"""Up to so many values the numbers stand in the cells."""
NAMED_VALUES = 40
FEW_ROWS = 5
LANES = 24


def heat_map(
    distances: ValueDistances, attribute: str, order: list[int], pair: tuple[int, int], theme: Theme, title: str
) -> go.Figure:
    """Distances between the values of a column, near values side by side; the pair is framed.

    ``order`` lists value codes along the axes; the customdata of a cell is ``first * v + second`` in codes.
    """
    r = distances.codebook.position(attribute)
    labels, table, counts = distances.codebook.labels[r], distances.tables[r], distances.frequencies[r]
    v, order = len(labels), np.asarray(order)
    grid = table[np.ix_(order, order)]
    names = [f"{label(labels[i])} ({counts[i]:,.0f})" for i in order]
    ticks = thinned(v, NAMED_VALUES)
    axis = {"tickvals": ticks, "ticktext": [names[i] for i in ticks], "showgrid": False, "zeroline": False}
    made = figure(
        theme,
        height=int(np.clip(150 + 44 * v, 420, 620)),
        xaxis=axis | {"range": [-0.5, v - 0.5], "side": "bottom", "tickangle": -40 if v > 4 else 0},
        yaxis=axis | {"range": [v - 0.5, -0.5]},
        title_text=escape(title),
        clickmode="event+select",
        margin={"l": 10, "r": 10, "t": 40, "b": 10},
    )
    hover = [
        [f"{escape(labels[i])} – {escape(labels[j])}<br>distance {significant(table[i, j])}" for j in order]
        for i in order
    ]
    made.add_heatmap(
        z=grid.astype(np.float32),
        colorscale=colorscale(theme.scale),
        zmin=0,
        xgap=1,
        ygap=1,
        text=hover,
        hoverinfo="text",
        colorbar=colorbar("distance"),
    )
    if v <= PRINTED_VALUES:
        near = 0.5 * grid.max()
        printed = np.where(np.eye(v, dtype=bool), np.nan, grid)
        made.update_layout(
            annotations=cell_text(printed, 2, lambda d: theme.paper if d <= near else theme.text, FONT_SIZE - 1)
        )
    if v <= CLICKABLE_VALUES:
        made.add_scatter(**_cells(order, v))
    place = {code: i for i, code in enumerate(order)}
    if v > 1 and pair[0] != pair[1]:
        for a, b in (pair, pair[::-1]):
            x, y = place[b], place[a]
            made.add_shape(
                type="rect", x0=x - 0.5, x1=x + 0.5, y0=y - 0.5, y1=y + 0.5, line={"color": HIGHLIGHT, "width": 3}
            )
    return made


def _cells(order: np.ndarray, v: int) -> dict:
    """Invisible square markers over the cells: heat maps themselves cannot be selected."""
    rows, columns = np.divmod(np.arange(v * v), v)
    clear = {"marker": {"opacity": 0}}
    return {
        "x": columns,
        "y": rows,
        "mode": "markers",
        "marker": {"symbol": "square", "size": max(8, int(400 / v)), "opacity": 0, "color": HIGHLIGHT},
        "selected": clear,
        "unselected": clear,
        "customdata": order[rows] * v + order[columns],
        "hoverinfo": "none",
        "showlegend": False,
    }


def lanes(distances: ValueDistances, attributes: list[str], chosen: str, theme: Theme, title: str) -> go.Figure:
    """One lane a column: its values along the first axis of its own space, all lanes in one unit.

    The unit spans the weighted 1 to 99 % of all values; values beyond stand at the edge as arrows.
    """
    attributes = attributes[:LANES]
    embedding = distances.embed()
    positions, weights = {}, {}
    for attribute in attributes:
        r = distances.codebook.position(attribute)
        x = embedding.coordinates[r]
        axis = x[:, 0] if x.shape[1] else np.zeros(len(x))
        weights[attribute] = np.asarray(distances.frequencies[r], dtype=float)
        positions[attribute] = axis - np.average(axis, weights=weights[attribute])
    everything, mass = np.concatenate(list(positions.values())), np.concatenate(list(weights.values()))
    low, high = _weighted_range(everything, mass)
    pad = 0.04 * (high - low) or 1.0
    made = figure(
        theme,
        height=max(420, 70 + 46 * len(attributes)),
        xaxis={"range": [low - pad, high + pad], "title": {"text": "first axis of each column's own space"}},
        yaxis={
            "tickvals": list(range(len(attributes))),
            "ticktext": [label(a) for a in attributes],
            "range": [len(attributes) - 0.4, -0.7],
            "showgrid": True,
        },
        title_text=escape(title),
        showlegend=False,
    )
    for lane, attribute in enumerate(attributes):
        labels = distances.codebook.labels[distances.codebook.position(attribute)]
        x, count = positions[attribute], weights[attribute]
        beyond = np.where(x < low, -1, np.where(x > high, 1, 0))
        shown = _named_along(x.clip(low, high), count, (high - low) or 1.0, labels)
        made.add_scatter(
            x=x.clip(low, high).astype(np.float32),
            y=np.full(len(x), lane),
            mode="markers+text",
            text=[label(t, 14) if i in shown else "" for i, t in enumerate(labels)],
            textposition="top center",
            textfont={"size": 12, "color": theme.text},
            marker={
                "size": 8 + 16 * np.sqrt(count / mass.max()),
                "symbol": np.where(beyond < 0, "triangle-left", np.where(beyond > 0, "triangle-right", "circle")),
                "color": HIGHLIGHT if attribute == chosen else theme.faint,
                "opacity": 0.85,
            },
            hovertext=[
                f"{escape(attribute)} = {escape(t)}<br>{c:,.0f} rows" for t, c in zip(labels, count, strict=True)
            ],
            hoverinfo="text",
            cliponaxis=False,
        )
    return made


def joint(
    joint_map: JointMap,
    frequencies: np.ndarray,
    chosen: str,
    theme: Theme,
    title: str,
    supplementary: tuple[JointMap, np.ndarray] | None = None,
) -> go.Figure:
    """All values of all columns in one plane; the chosen column stands out, values of few rows are hollow."""
    made = figure(
        theme,
        height=560,
        xaxis={"title": {"text": _axis_title(joint_map, 0)}, "zeroline": True},
        yaxis={"title": {"text": _axis_title(joint_map, 1)}, "zeroline": True, "scaleanchor": "x"},
        title_text=escape(title),
        legend={"orientation": "h", "y": 1.02, "x": 1, "xanchor": "right", "yanchor": "bottom"},
    )
    frequent = frequencies >= FEW_ROWS
    basis = joint_map.coordinates[frequent] if frequent.any() else joint_map.coordinates
    attributes = np.array([a for a, _ in joint_map.values])
    layers = [
        _Layer(joint_map, frequencies, attributes != chosen, "other columns", theme.faint),
        _Layer(joint_map, frequencies, attributes == chosen, chosen, HIGHLIGHT),
    ]
    if supplementary:
        layers.append(_Layer(*supplementary, np.ones(len(supplementary[1]), bool), "shown only", PALETTE[2], "diamond"))
    span = np.ptp(basis, axis=0)
    taken: list[np.ndarray] = []
    for layer in [layers[1], *layers[2:], layers[0]]:
        named = _room_for(layer, taken, span, NAMED_VALUES)
        taken.extend(layer.points[i] for i in named)
        made.add_scatter(**_points(layer, named))
    for axis, values in zip(("xaxis", "yaxis"), basis.T, strict=True):
        pad = 0.12 * (np.ptp(values) or 1.0)
        made.update_layout({axis: {"range": [values.min() - pad, values.max() + pad]}})
    return made


@dataclass(frozen=True)
class _Layer:
    """Values drawn alike."""

    map: JointMap
    frequencies: np.ndarray
    mask: np.ndarray
    name: str
    colour: str
    symbol: str = "circle"

    @property
    def points(self) -> np.ndarray:
        return self.map.coordinates[self.mask]

    @property
    def counts(self) -> np.ndarray:
        return self.frequencies[self.mask]


def _points(layer: _Layer, named: list[int]) -> dict:
    x, count, strong = layer.points, layer.counts, layer.colour == HIGHLIGHT
    values = [v for v, m in zip(layer.map.values, layer.mask, strict=True) if m]
    return {
        "x": x[:, 0].astype(np.float32),
        "y": x[:, 1].astype(np.float32),
        "name": label(layer.name),
        "mode": "markers+text",
        "text": [label(v, 16) if i in named else "" for i, (_, v) in enumerate(values)],
        "textposition": "top center",
        "textfont": {"size": FONT_SIZE if strong else 12, "color": layer.colour},
        "marker": {
            "color": layer.colour,
            "size": (6 + 14 * np.sqrt(count / max(layer.frequencies.max(), 1))).astype(np.float32),
            "symbol": np.where(count < FEW_ROWS, f"{layer.symbol}-open", layer.symbol),
            "opacity": 0.9 if strong else 0.6,
        },
        "hovertext": [f"{escape(a)} = {escape(v)}<br>{c:,.0f} rows" for (a, v), c in zip(values, count, strict=True)],
        "hoverinfo": "text",
    }


def _room_for(layer: _Layer, taken: list[np.ndarray], span: np.ndarray, most: int) -> list[int]:
    """Points to name: count times distance from the centre decides, and no label may cover another."""
    x = layer.points
    weight = layer.counts * np.linalg.norm(x, axis=1)
    room = np.array([0.085, 0.045]) * np.maximum(span.max(initial=0), 1e-12)
    named: list[int] = []
    for i in np.argsort(-weight, kind="stable"):
        if len(taken) + len(named) >= most:
            break
        others = np.array([*taken, *x[named]]).reshape(-1, 2)
        if not (np.abs(others - x[i]) < room).all(axis=1).any():
            named.append(int(i))
    return named


def contributions(explanation: Explanation, theme: Theme, most: int = 10) -> go.Figure:
    """The terms of a number as bars that add up to it; small ones are put together."""
    terms = explanation.terms.sort_values("contribution", ascending=False, kind="stable")
    shown = terms.head(most)
    bars = list(zip(shown["term"], shown["contribution"], strict=True))
    if len(terms) > most:
        rest = terms["contribution"].iloc[most:]
        bars.append((f"{len(rest)} others", float(rest.sum())))
    names = [label(str(n), 22) for n, _ in bars]
    made = figure(
        theme,
        height=60 + 27 * len(bars),
        xaxis={"title": {"text": f"contribution to the {explanation.quantity}"}, "rangemode": "tozero", "nticks": 4},
        yaxis={"tickvals": list(range(len(bars))), "ticktext": names, "range": [len(bars) - 0.5, -0.5]},
        margin={"l": 10, "r": 46, "t": 8, "b": 10},
        showlegend=False,
    )
    made.add_bar(
        x=[v for _, v in bars],
        y=list(range(len(bars))),
        orientation="h",
        marker_color=HIGHLIGHT,
        text=[significant(v) for _, v in bars],
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{y}: %{x:.4g}<extra></extra>",
    )
    return made


def shares(details: pd.DataFrame, a: str, b: str, theme: Theme, most: int = 8) -> go.Figure:
    """What two values share with one other column: the rows with each, over that column's values."""
    details = details.sort_values("difference", ascending=False, kind="stable").head(most)
    names = [label(v, 18) for v in details["value"]]
    made = figure(
        theme,
        height=96 + 40 * len(names),
        barmode="group",
        bargap=0.3,
        xaxis={"tickformat": ".0%", "range": [0, 1.12], "nticks": 5},
        yaxis={"tickvals": list(range(len(names))), "ticktext": names, "autorange": "reversed"},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
    )
    for who, colour, side in ((a, HIGHLIGHT, "a"), (b, "#0072B2", "b")):
        made.add_bar(
            x=details[f"share of {side}"],
            y=list(range(len(names))),
            name=label(who, 18),
            orientation="h",
            marker_color=colour,
            text=[
                f"{s:.0%} ({c:,.0f})"
                for s, c in zip(details[f"share of {side}"], details[f"count with {side}"], strict=True)
            ],
            textposition="outside",
            cliponaxis=False,
            hoverinfo="skip",
        )
    return made


def _weighted_range(values: np.ndarray, weights: np.ndarray) -> tuple[float, float]:
    order = np.argsort(values, kind="stable")
    cumulated = np.cumsum(weights[order]) / weights.sum()
    low = values[order][np.searchsorted(cumulated, 0.01)]
    high = values[order][min(np.searchsorted(cumulated, 0.99), len(values) - 1)]
    return float(low), float(high)


def _named_along(x: np.ndarray, count: np.ndarray, span: float, labels) -> set[int]:
    """Labels that fit beside each other on a lane, the most frequent values first."""
    taken: list[tuple[float, float]] = []
    shown = set()
    for i in np.argsort(-count, kind="stable"):
        half = 0.006 * span * (min(len(labels[i]), 14) + 1)
        if all(x[i] + half < a or x[i] - half > b for a, b in taken):
            taken.append((x[i] - half, x[i] + half))
            shown.add(int(i))
    return shown


def _axis_title(joint_map: JointMap, k: int) -> str:
    if k >= len(joint_map.variances) or joint_map.total_variance <= 0:
        return f"axis {k + 1}"
    return f"axis {k + 1} ({joint_map.variances[k] / joint_map.total_variance:.0%} of the rows' spread)"
