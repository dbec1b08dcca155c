"""Figures of a method's inner steps: small labelled matrices, coordinates, convergence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.plots.cell_letters import write_in_cells
from catviz.plots.colours import HIGHLIGHT, PALETTE, Theme, colorscale
from catviz.plots.style import FONT_SIZE, cell_text, colorbar, escape, label, new_figure, significant, thinned
from catviz.plots.values import DRAWN_VALUES

#: Numbers are printed in the cells if those of a row have at most so many characters.
PRINTED = 24
NAMED = 16
#: Sides of a point where its label can stand.
_SIDES = ("top center", "bottom center", "middle right", "middle left")
#: Points closer than this share of the range of all points have labels that would lie on each other.
_CLOSE = 0.12
#: Columns drawn at most: those that count most for the chosen one.
NODES = 24
EDGES = 60


def matrix(
    frame: pd.DataFrame,
    theme: Theme,
    title: str,
    quantity: str,
    largest: float | None = None,
    near: bool = False,
    marked: tuple[str, ...] = (),
    filled: Callable[[int, int], str] | None = None,
    order: Sequence[int] = (),
) -> go.Figure:
    """Draw a labelled matrix with a colour bar. Rows in ``marked`` are set in bold.

    Of more than ``DRAWN_VALUES`` rows or columns, those in ``marked`` and the first ones are drawn.

    Parameters
    ----------
    quantity : str
        What the numbers are; beside the colour bar.
    largest : float, optional
        The scale's end.
    near : bool
        True for distances: small ones are dark (bright on a dark page). Otherwise large numbers are.
    filled : callable(row, column) -> str, optional
        A cell's formula with its numbers, for the hover.
    order : sequence of int, optional
        The rows in the order that they are drawn in; the columns follow where they are the same values.
    """
    rows, columns = _ordered(frame, order)
    rows = [rows[i] for i in _drawn(frame.index[rows], marked)]
    columns = [columns[j] for j in _drawn(frame.columns[columns], marked)]
    if len(rows) < len(frame) or len(columns) < frame.shape[1]:
        title = f"{title} ({max(len(rows), len(columns))} of {max(frame.shape):,} values)"
    frame = frame.iloc[rows, columns]
    values = frame.to_numpy(dtype=float)
    prefix = None if filled is None else lambda i, j: f"{filled(rows[i], columns[j])} = "
    end = largest if largest is not None else float(np.abs(values).max(initial=0)) or 1.0
    colours = colorscale(theme.scale if near else theme.scale[::-1])
    figure = _labelled(frame, theme, title, marked)
    _add_cells(figure, frame, values, (0.0, end), colours, quantity, prefix, significant)
    if _fits(values, lambda v: significant(v, 2)):
        write_in_cells(figure, cell_text(values, 2, FONT_SIZE - 1), theme)
    return figure


def _ordered(frame: pd.DataFrame, order: Sequence[int]) -> tuple[list[int], list[int]]:
    """Places of rows and columns in the order that they are drawn in; see `matrix`."""
    rows = list(order) or list(range(len(frame)))
    return rows, rows if frame.columns.equals(frame.index) else list(range(frame.shape[1]))


def centred_matrix(
    frame: pd.DataFrame,
    theme: Theme,
    title: str,
    marked: tuple[str, ...] = (),
    printed: np.ndarray | None = None,
    order: Sequence[int] = (),
) -> go.Figure:
    """Draw a labelled matrix with its numbers; the colour is the number less the mean of its column.

    ``printed``, as large as ``frame``, has the numbers of a paper for the hover; ``order`` is that of `matrix`.
    """
    rows, columns = _ordered(frame, order)
    frame = frame.iloc[rows, columns]
    printed = None if printed is None else printed[np.ix_(rows, columns)]
    values = frame.to_numpy(dtype=float)
    shades = values - values.mean(axis=0)
    end = float(np.abs(shades).max(initial=0)) or 1.0
    figure = _labelled(frame, theme, title, marked)

    def filled(i: int, j: int) -> str:
        paper = "" if printed is None else f"printed in the paper {printed[i, j]:.4f}<br>"
        return f"{paper}less the column's mean {significant(shades[i, j])}<br>"

    _add_cells(figure, frame, shades, (-end, end), colorscale(theme.diverging), "F minus column mean", filled, _digits)
    if _fits(values, _digits):
        notes = cell_text(values, 2, FONT_SIZE - 1)
        for note, value in zip(notes, values.ravel(), strict=True):
            note["text"] = _digits(value)
        write_in_cells(figure, notes, theme)
    return figure


def _fits(values: np.ndarray, written: Callable[[float], str]) -> bool:
    """True where the numbers of a row of (rows, columns) values stand side by side in half a page."""
    few = max(values.shape, default=0) <= PRINTED // 3
    return few and max(len(written(v)) for v in values.ravel()) * values.shape[1] <= PRINTED


def _digits(value: float) -> str:
    return f"{value:.4f}" if abs(value) < 100 else significant(value)


def _labelled(frame: pd.DataFrame, theme: Theme, title: str, marked: tuple[str, ...]) -> go.Figure:
    rows, columns = [_name(i) for i in frame.index], [_name(c) for c in frame.columns]
    return new_figure(
        theme,
        height=int(np.clip(130 + 30 * max(len(rows), 4), 270, 440)),
        title_text=escape(title),
        xaxis=_axis(columns, ())
        | {"range": [-0.5, len(columns) - 0.5], "tickangle": -40 if len(columns) <= 6 else -90},
        yaxis=_axis(rows, marked) | {"range": [len(rows) - 0.5, -0.5]},
        margin={"l": 6, "r": 6, "t": 36, "b": 6},
    )


def _drawn(labels: pd.Index, marked: tuple[str, ...]) -> list[int]:
    """Places of the labels that are drawn, in order."""
    places = [i for i, each in enumerate(labels) if _name(each) in marked] + list(range(len(labels)))
    return sorted(list(dict.fromkeys(places))[:DRAWN_VALUES])


def _add_cells(
    figure: go.Figure,
    frame: pd.DataFrame,
    shades: np.ndarray,
    ends: tuple[float, float],
    colours: list[list[Any]],
    quantity: str,
    filled: Callable[[int, int], str] | None,
    written: Callable[[float], str],
) -> None:
    numbers = frame.to_numpy(dtype=float)
    rows, columns = ([escape(_name(key)) for key in keys] for keys in (frame.index, frame.columns))
    figure.add_heatmap(
        z=shades.astype(np.float32),
        zmin=ends[0],
        zmax=ends[1],
        colorscale=colours,
        xgap=1,
        ygap=1,
        colorbar=colorbar(quantity),
        hoverinfo="text",
        text=[
            [f"{r}, {c}<br>{filled(i, j) if filled else ''}{written(numbers[i, j])}" for j, c in enumerate(columns)]
            for i, r in enumerate(rows)
        ],
    )


def along_axis(
    points: np.ndarray,
    axes: list[str],
    names: list[str],
    frequencies: np.ndarray,
    marked: tuple[str, ...],
    theme: Theme,
) -> go.Figure:
    """Draw (v, k) coordinates of values on one axis or on the first two; the size of a point follows its rows."""
    flat = points.shape[1] < 2
    x, y = points[:, 0], np.zeros(len(points)) if flat else points[:, 1]
    figure = new_figure(
        theme,
        height=340,
        title_text="values at their coordinates",
        showlegend=False,
        xaxis={"title": {"text": axes[0]}},
        yaxis={"visible": False} if flat else {"title": {"text": axes[1]}},
    )
    figure.add_scatter(
        x=x,
        y=y,
        mode="markers",
        marker={
            "size": 8 + 14 * np.sqrt(frequencies / max(frequencies.max(initial=0), 1)),
            "color": [HIGHLIGHT if name in marked else theme.faint for name in names],
            "opacity": 0.85,
        },
        hovertext=[f"{label(n)}<br>{f:,.0f} rows" for n, f in zip(names, frequencies, strict=True)],
        hoverinfo="text",
    )
    groups = _groups_at_one_place(x, y)
    figure.add_scatter(
        x=[x[group].mean() for group in groups],
        y=[y[group].mean() for group in groups],
        mode="markers+text",
        marker={"size": 20, "opacity": 0},
        text=[_together([names[i] for i in group], marked) for group in groups],
        textposition=["top center" if k % 2 == 0 else "bottom center" for k in range(len(groups))],
        cliponaxis=False,
        hoverinfo="skip",
    )
    return figure


def _groups_at_one_place(x: np.ndarray, y: np.ndarray) -> list[list[int]]:
    """Group (m,) points, by number, that share a label since they are almost at one place; from left to right."""
    spans = [max(float(np.ptp(values)), 1e-12) for values in (x, y)]
    groups: list[list[int]] = []
    for i in np.argsort(x, kind="stable"):
        near = (g for g in groups if abs(x[g[0]] - x[i]) < 0.15 * spans[0] and abs(y[g[0]] - y[i]) < 0.08 * spans[1])
        group = next(near, None)
        if group is None:
            groups.append([int(i)])
        else:
            group.append(int(i))
    return groups


def _together(names: list[str], marked: tuple[str, ...]) -> str:
    first = sorted(names, key=lambda name: name not in marked)
    more = f" + {len(names) - 2}" if len(names) > 2 else ""
    return ", ".join(label(name, 14) for name in first[:2]) + more


def trails(places: np.ndarray, step: int, names: list[str], marked: tuple[str, ...], theme: Theme) -> go.Figure:
    """Draw (steps, v, 2) coordinates of values as diffusion goes on: a line a value, and its point at a step."""
    figure = new_figure(
        theme,
        height=300,
        title_text=f"rows of F, from step 0 on; points: step {step}",
        showlegend=False,
        xaxis={"title": {"text": "first axis of F"}, "zeroline": False},
        yaxis={"title": {"text": "second axis of F"}, "zeroline": False},
    )
    sides = _label_sides(places[step])
    for k, name in enumerate(names):
        colour = HIGHLIGHT if name in marked else theme.faint
        way = places[:, k]
        figure.add_scatter(
            x=way[:, 0], y=way[:, 1], mode="lines", line={"width": 1, "color": theme.faint}, hoverinfo="skip"
        )
        figure.add_scatter(
            x=way[[step], 0],
            y=way[[step], 1],
            mode="markers+text" if len(names) <= NAMED or name in marked else "markers",
            marker={"size": 11, "color": colour},
            text=[label(name, 14)],
            textposition=sides[k],
            cliponaxis=False,
            hoverinfo="text",
        )
    return figure


def _label_sides(points: np.ndarray) -> list[str]:
    """Where the label of each of (v, 2) points stands: points close to each other get different sides."""
    ranges = np.ptp(points, axis=0)
    scaled = points / np.where(ranges > 0, ranges, 1)
    sides: list[str] = []
    for k, point in enumerate(scaled):
        close = np.flatnonzero(np.abs(scaled[:k] - point).max(axis=1) < _CLOSE)
        taken = {sides[i] for i in close}
        sides.append(next((side for side in _SIDES if side not in taken), _SIDES[0]))
    return sides


def convergence(distance: np.ndarray, step: int, rate: float, theme: Theme) -> go.Figure:
    """Draw (steps,) relative distances to the limit, from step 0 on, on a logarithmic axis; one step is marked."""
    shown = np.maximum(distance, 1e-16)
    figure = new_figure(
        theme,
        height=300,
        title_text=escape(f"distance of F to its limit; second eigenvalue {significant(rate)}"),
        xaxis={"title": {"text": "steps"}},
        yaxis={"type": "log", "nticks": 5, "exponentformat": "power", "title": {"text": "relative distance"}},
        showlegend=False,
    )
    figure.add_scatter(x=list(range(len(shown))), y=shown, mode="lines", line={"color": PALETTE[0], "width": 2})
    figure.add_scatter(x=[step], y=[shown[step]], mode="markers", marker={"size": 12, "color": HIGHLIGHT})
    return figure


def _axis(names: list[str], marked: tuple[str, ...]) -> dict[str, Any]:
    ticks = thinned(len(names), NAMED)
    texts = [f"<b>{label(names[i], 16)}</b>" if names[i] in marked else label(names[i], 16) for i in ticks]
    return {
        "tickvals": ticks,
        "ticktext": texts,
        "showgrid": False,
        "zeroline": False,
        "tickfont": {"size": FONT_SIZE - 1},
    }


def _name(key: Any) -> str:
    return str(key[1]) if isinstance(key, tuple) else str(key)


def dependence(weights: pd.DataFrame, column: str, theme: Theme, title: str) -> go.Figure:
    """Draw columns on a circle, joined where they depend on each other; edges of the chosen column are highlighted."""
    others = weights.loc[column].drop(column).sort_values(ascending=False, kind="stable").index[: NODES - 1]
    names = [column, *others]
    shown = weights.loc[names, names].to_numpy()
    angles = np.pi / 2 - 2 * np.pi * np.arange(len(names)) / len(names)
    x, y = np.cos(angles), np.sin(angles)
    figure = new_figure(
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
        touches = p == 0
        figure.add_scatter(
            x=[x[p], x[q]],
            y=[y[p], y[q]],
            mode="lines",
            line={"width": 1 + 7 * strength[e] / largest, "color": HIGHLIGHT if touches else theme.grid},
            hoverinfo="skip",
        )
    hover = [f"{label(n)}<br>weight {significant(shown[0, p])}" if p else label(n) for p, n in enumerate(names)]
    figure.add_scatter(
        x=x,
        y=y,
        mode="markers",
        marker={"size": 13, "color": [HIGHLIGHT, *[theme.faint] * (len(names) - 1)]},
        hoverinfo="text",
        text=hover,
    )
    figure.update_layout(
        annotations=[_station(n, a, p == 0) for p, (n, a) in enumerate(zip(names, angles, strict=True))]
    )
    return figure


def _station(name: str, angle: float, chosen: bool) -> dict[str, Any]:
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


def alphas(weights: pd.Series, theme: Theme, title: str) -> go.Figure:
    """Draw the share each base has in a mixture."""
    figure = new_figure(
        theme,
        height=int(110 + 40 * len(weights)),
        title_text=escape(title),
        xaxis={"range": [0, 1.08], "nticks": 6},
        yaxis={"autorange": "reversed"},
    )
    figure.add_bar(
        x=weights.to_numpy(),
        y=[label(name) for name in weights.index],
        orientation="h",
        marker_color=[HIGHLIGHT if w > 0 else theme.faint for w in weights],
        text=[significant(w) for w in weights],
        textposition="outside",
        cliponaxis=False,
        hoverinfo="skip",
    )
    return figure
