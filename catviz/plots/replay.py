"""The replay of a fit: rows in a fixed plane, its steps to play, the objective beside; it needs no server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from catviz.plots.colours import HIGHLIGHT, MAX_HUES, PALETTE, RISE, Theme, hues
from catviz.plots.rows import SVG_POINTS
from catviz.plots.style import FONT_SIZE, NUMBERS, escape, label, new_figure, thinned

DRAWN_POINTS = 12_960
DRAWN_STEPS = 150
_MAP_SHARE, _CURVE_FROM = 0.6, 0.7
_EVEN = 1e-9
#: Milliseconds that each step stays when the replay is played.
_A_STEP = 900
#: Pixels of the buttons to the left of the slider.
_BUTTONS = 130


@dataclass(frozen=True)
class Frame:
    """A step of a fit: the cluster of each row drawn, which of them it moved, and what happened in words."""

    step: int
    labels: np.ndarray
    moved: np.ndarray
    words: str


@dataclass(frozen=True)
class Curve:
    """The objective after each step of a fit."""

    name: str
    objective: np.ndarray

    @property
    def rises(self) -> np.ndarray:
        """(m,) steps, from 1, after which the objective was higher than before."""
        z = self.objective
        return np.flatnonzero(np.diff(z) > _EVEN * np.abs(z[:-1])) + 1


def replay(
    points: np.ndarray,
    multiplicity: np.ndarray,
    hover: list[str],
    frames: list[Frame],
    curves: list[Curve],
    theme: Theme,
    active: int = 0,
    axes: tuple[str, str] = ("axis 1", "axis 2"),
) -> go.Figure:
    """Distinct rows coloured by cluster, with buttons and a slider for the steps; the first curve is the one replayed.

    Parameters
    ----------
    points : (u, 2) places of the rows drawn
    multiplicity : (u,) rows at each
    hover : (u,) words, escaped
    frames : the steps the slider stops at
    curves : objectives to compare; rises are red
    active : number of the frame to begin with
    axes : titles of the axes of the plane
    """
    k = int(max(f.labels.max(initial=0) for f in frames)) + 1
    shown, z, rings = frames[active], curves[0].objective, ringed(len(points))
    figure = new_figure(
        theme,
        height=560,
        xaxis=_axis(theme, domain=[0, _MAP_SHARE], anchor="y", title=axes[0]) | {"showticklabels": False},
        yaxis=_axis(theme, domain=[0, 1], anchor="x", title=axes[1]) | {"showticklabels": False},
        xaxis2=_axis(theme, domain=[_CURVE_FROM, 1], anchor="y2", title="step") | {"tickformat": ",d"},
        yaxis2=_axis(theme, domain=[0, 1], anchor="x2", title="objective z") | {"tickformat": NUMBERS},
        title={"text": escape(shown.words), "font": {"size": FONT_SIZE + 1}},
        legend={"orientation": "h", "x": 0, "xanchor": "left", "y": -0.16, "yanchor": "top"},
        margin={"l": 10, "r": 10, "t": 104, "b": 10},
        shapes=[_cursor(shown.step), _ring(shown.step, z)],
    )
    draw = go.Scatter if rings else go.Scattergl
    figure.add_trace(
        draw(
            x=points[:, 0].astype(np.float32),
            y=points[:, 1].astype(np.float32),
            mode="markers",
            showlegend=False,
            marker={
                "size": _sizes(multiplicity, len(points)),
                "opacity": 0.8,
                "color": shown.labels.astype(np.uint8),
                "cmin": -0.5,
                "cmax": k - 0.5,
                "colorscale": _steps(k, theme),
                "line": {"color": HIGHLIGHT, "width": _outlines(shown) if rings else 0},
            },
            hovertext=hover,
            hoverinfo="text",
        )
    )
    for number, curve in enumerate(curves):
        _draw_curve(figure, curve, number, theme)
    _add_legend(figure, k, rings, theme)
    figure.frames = [_step(frame, z, rings) for frame in frames]
    return figure.update_layout(sliders=[_slider(frames, active, theme)], updatemenus=[_buttons(theme)])


def frame_steps(n: int, always: list[int]) -> list[int]:
    """Which of n steps the slider stops at: all, or where there are too many, ``always`` and evenly spaced others."""
    if n <= DRAWN_STEPS:
        return list(range(n))
    kept = [always[i] for i in thinned(len(always), DRAWN_STEPS // 2)]
    spaced = np.linspace(0, n - 1, max(2, DRAWN_STEPS - len(kept))).round().astype(int)
    return sorted({*spaced.tolist(), *kept})


def ringed(n: int) -> bool:
    """True if n rows are few enough to ring those that moved: with WebGL each step would take too long."""
    return n <= SVG_POINTS


def _step(frame: Frame, z: np.ndarray, rings: bool) -> dict[str, Any]:
    """What a step changes: the rows' clusters, the words, and the mark on the curve of (steps,) ``z``."""
    marker: dict[str, Any] = {"color": frame.labels.astype(np.uint8)}
    marker |= {"line": {"width": _outlines(frame)}} if rings else {}
    cursor = {"x0": frame.step, "x1": frame.step}
    ring = {"xanchor": frame.step, "yanchor": float(z[frame.step - 1])}
    return {
        "name": str(frame.step),
        "traces": [0],
        "data": [{"type": "scatter" if rings else "scattergl", "marker": marker}],
        "layout": {"title": {"text": escape(frame.words)}, "shapes": [cursor, ring]},
    }


def _slider(frames: list[Frame], active: int, theme: Theme) -> dict[str, Any]:
    names = [str(frame.step) for frame in frames]
    return {
        "active": active,
        "steps": [{"method": "animate", "label": name, "args": [[name], _motion(0)]} for name in names],
        "currentvalue": {"visible": False},
        "pad": {"t": 0, "b": 0, "l": _BUTTONS},
        "x": 0,
        "len": 1,
        "y": 1.04,
        "yanchor": "bottom",
        "font": {"size": FONT_SIZE, "color": theme.text},
        "bgcolor": theme.grid,
        "activebgcolor": PALETTE[0],
        "bordercolor": theme.faint,
        "tickcolor": theme.faint,
        "ticklen": 4,
    }


def _buttons(theme: Theme) -> dict[str, Any]:
    """Play and pause, to the left of the slider."""
    return {
        "type": "buttons",
        "direction": "right",
        "showactive": False,
        "buttons": [
            {"label": "▶ Play", "method": "animate", "args": [None, _motion(_A_STEP) | {"fromcurrent": True}]},
            {"label": "❚❚", "method": "animate", "args": [[None], _motion(0)]},
        ],
        "pad": {"t": 0, "b": 0, "l": 0, "r": 0},
        "x": 0,
        "xanchor": "left",
        "y": 1.055,
        "yanchor": "bottom",
        "font": {"size": FONT_SIZE, "color": theme.text},
        "bgcolor": theme.paper,
        "bordercolor": theme.faint,
    }


def _motion(duration: int) -> dict[str, Any]:
    """How the figure goes to a step: at once, and all of it drawn anew."""
    return {"mode": "immediate", "frame": {"duration": duration, "redraw": True}, "transition": {"duration": 0}}


def _add_legend(figure: go.Figure, k: int, rings: bool, theme: Theme) -> None:
    """Entries for the clusters, and for the rows that have just moved."""
    for name, colour in hues([f"cluster {i + 1}" for i in range(min(k, MAX_HUES))], theme).items():
        _add_entry(figure, name, {"color": colour})
    if k > MAX_HUES:
        _add_entry(figure, f"{k - MAX_HUES} other clusters", {"color": theme.faint})
    if rings:
        _add_entry(figure, "has just moved", {"color": "rgba(0,0,0,0)", "line": {"color": HIGHLIGHT, "width": 2}})


def _add_entry(figure: go.Figure, name: str, marker: dict[str, Any]) -> None:
    figure.add_scatter(x=[None], y=[None], mode="markers", marker={"size": 11} | marker, name=name, hoverinfo="skip")


def _outlines(frame: Frame) -> np.ndarray:
    """(n,) widths in pixels of the rings around the rows that moved."""
    return np.where(frame.moved, 2, 0).astype(np.uint8)


def _sizes(multiplicity: np.ndarray, n: int) -> np.ndarray | int:
    """(m,) diameters in pixels of points by the number of equal rows; one for all if no row has an equal one."""
    if not ringed(n) and np.ptp(multiplicity) == 0:
        return 6
    spread = np.sqrt((multiplicity - 1).clip(0) / max(multiplicity.max(initial=1) - 1, 1))
    return ((9 if ringed(n) else 6) + 8 * spread).astype(np.float32)


def _steps(k: int, theme: Theme) -> list[list[Any]]:
    """A colour a cluster, in steps; grey beyond the hues there are."""
    colours = [PALETTE[i] if i < MAX_HUES else theme.faint for i in range(k)]
    return [[(i + side) / k, colour] for i, colour in enumerate(colours) for side in (0, 1)]


def _axis(theme: Theme, domain: list[float], anchor: str, title: str) -> dict[str, Any]:
    return {
        "domain": domain,
        "anchor": anchor,
        "gridcolor": theme.grid,
        "zeroline": False,
        "linecolor": theme.grid,
        "tickfont": {"size": FONT_SIZE},
        "title": {"text": title, "font": {"size": FONT_SIZE}, "standoff": 6},
        "automargin": True,
    }


def _cursor(step: int) -> dict[str, Any]:
    line = {"color": HIGHLIGHT, "width": 1.5, "dash": "dot"}
    return {"type": "line", "xref": "x2", "yref": "y2 domain", "x0": step, "x1": step, "y0": 0, "y1": 1, "line": line}


def _ring(step: int, z: np.ndarray) -> dict[str, Any]:
    return {
        "type": "circle",
        "xref": "x2",
        "yref": "y2",
        "xsizemode": "pixel",
        "ysizemode": "pixel",
        "xanchor": step,
        "yanchor": float(z[step - 1]),
        **{"x0": -8, "x1": 8, "y0": -8, "y1": 8},
        "line": {"color": HIGHLIGHT, "width": 2.5},
    }


def _draw_curve(figure: go.Figure, curve: Curve, number: int, theme: Theme) -> None:
    z, axes = curve.objective, {"xaxis": "x2", "yaxis": "y2"}
    figure.add_scatter(
        x=list(range(1, len(z) + 1)),
        y=z,
        mode="lines+markers",
        line={
            "color": PALETTE[0] if number == 0 else theme.faint,
            "width": 2,
            "dash": "solid" if number == 0 else "dot",
        },
        marker={"size": 6 if len(z) <= 40 else 3},
        name=f"z, {label(curve.name, 30)}",
        hovertemplate="step %{x}<br>z %{y:,.4r}<extra>" + escape(curve.name) + "</extra>",
        **axes,
    )
    if not len(curve.rises):
        return
    x, y = [], []
    for i in curve.rises:
        x += [int(i), int(i) + 1, None]
        y += [float(z[i - 1]), float(z[i]), None]
    figure.add_scatter(
        x=x,
        y=y,
        mode="lines+markers",
        line={"color": RISE, "width": 4},
        marker={"size": 7 if len(curve.rises) <= 12 else 4, "symbol": "triangle-up"},
        name="z rises",
        legendgroup="rises",
        showlegend="z rises" not in {t.name for t in figure.data},
        hoverinfo="skip",
        **axes,
    )
