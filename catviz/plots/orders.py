"""Figures of orders: declared against learned, and the objective along a fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from catviz.plots.style import FONT_SIZE, HIGHLIGHT, PALETTE, Theme, escape, figure, label

LANE_HEIGHT = 92


@dataclass(frozen=True)
class OrderLane:
    """One column of the order chart: its values, their counts, where each stands, and the order declared, if any."""

    attribute: str
    labels: tuple[str, ...]
    counts: np.ndarray
    ranks: np.ndarray
    declared: np.ndarray | None
    """Declared places, nan for a value without one."""
    positions: np.ndarray
    """0 to 1: evenly spaced, or by true gaps."""
    remark: str

    @property
    def moved(self) -> np.ndarray:
        """Values that stand at another place among those with a declared one."""
        known = ~np.isnan(self.declared)
        out = np.zeros(len(self.declared), dtype=bool)
        out[known] = np.argsort(np.argsort(self.ranks[known])) != self.declared[known]
        return out


def order_chart(lanes: list[OrderLane], theme: Theme, title: str) -> go.Figure:
    """A row a column: the learned order below (size by count), the declared one above (hollow), lines between.

    Grey lines join values with the same rank in both, vermilion lines values that moved.
    """
    made = figure(
        theme,
        height=int(90 + LANE_HEIGHT * len(lanes)),
        xaxis={"range": [-0.05, 1.05], "showgrid": False, "showticklabels": False, "zeroline": False},
        yaxis={
            "range": [len(lanes) - 0.35, -0.75],
            "tickvals": list(range(len(lanes))),
            "ticktext": [_lane_title(lane, theme) for lane in lanes],
            "showgrid": False,
            "zeroline": False,
        },
        title_text=escape(title),
        showlegend=False,
        margin={"l": 10, "r": 10, "t": 40, "b": 10},
    )
    names: list[dict] = []
    for y, lane in enumerate(lanes):
        if lane.declared is not None:
            _declared(made, lane, y - 0.36, y, theme)
        made.add_scatter(x=[0, 1], y=[y, y], mode="lines", line={"color": theme.grid, "width": 2}, hoverinfo="skip")
        colours = PALETTE[0] if lane.declared is None else np.where(lane.moved, HIGHLIGHT, PALETTE[0])
        made.add_scatter(
            x=lane.positions.astype(np.float32),
            y=np.full(len(lane.positions), y),
            mode="markers",
            marker={
                "size": 8 + 18 * np.sqrt(lane.counts / max(lane.counts.max(), 1)),
                "color": colours,
                "line": {"color": theme.paper, "width": 1},
            },
            hovertext=[
                f"{escape(t)}<br>place {r + 1} of {len(lane.ranks)}<br>{c:,.0f} rows"
                for t, r, c in zip(lane.labels, lane.ranks, lane.counts, strict=True)
            ],
            hoverinfo="text",
        )
        names += [
            {
                "x": lane.positions[i],
                "y": y + 0.2,
                "text": label(lane.labels[i], _room(lane)),
                "showarrow": False,
                "yanchor": "top",
                "font": {"size": FONT_SIZE - 1, "color": theme.text},
            }
            for i in _readable(lane)
        ]
    return made.update_layout(annotations=names)


def objective(history: list[dict], theme: Theme) -> go.Figure:
    """The objective after every step; steps that changed an order are marked."""
    made = figure(
        theme,
        height=240,
        xaxis={"title": {"text": "step"}, "dtick": max(1, len(history) // 8)},
        yaxis={"title": {"text": "objective z"}},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
    )
    z = [step["objective"] for step in history]
    made.add_scatter(
        x=list(range(1, len(z) + 1)), y=z, mode="lines+markers", line={"color": PALETTE[0]}, name="rows moved"
    )
    orders = [i for i, step in enumerate(history) if step["phase"] == "order"]
    made.add_scatter(
        x=[i + 1 for i in orders],
        y=[z[i] for i in orders],
        mode="markers",
        marker={"size": 12, "symbol": "diamond", "color": HIGHLIGHT},
        name="an order changed",
    )
    return made


def _lane_title(lane: OrderLane, theme: Theme) -> str:
    name = label(lane.attribute, 22)
    small = f"<br><span style='font-size:12px;color:{theme.faint}'>{escape(lane.remark)}</span>"
    return name + (small if lane.remark else "")


def _declared(made: go.Figure, lane: OrderLane, above: float, y: float, theme: Theme) -> None:
    places = lane.declared / max(np.nanmax(lane.declared), 1)
    for moved, colour in ((False, theme.faint), (True, HIGHLIGHT)):
        x, heights = [], []
        for i in np.flatnonzero((lane.moved == moved) & ~np.isnan(places)):
            x += [places[i], lane.positions[i], None]
            heights += [above, y, None]
        if x:
            made.add_scatter(
                x=x, y=heights, mode="lines", line={"color": colour, "width": 1.5}, opacity=0.6, hoverinfo="skip"
            )
    made.add_scatter(
        x=places,
        y=np.full(len(places), above),
        mode="markers",
        marker={"size": 9, "color": theme.paper, "line": {"color": theme.faint, "width": 1.5}},
        hovertext=[
            f"{escape(t)}<br>declared place {r + 1:.0f}" for t, r in zip(lane.labels, lane.declared, strict=True)
        ],
        hoverinfo="text",
    )


def _room(lane: OrderLane) -> int:
    return int(np.clip(96 / max(len(lane.labels), 1), 5, 20))


def _readable(lane: OrderLane) -> list[int]:
    """Labels that do not run into one another, in order along the lane."""
    shown, last = [], -1.0
    for i in np.argsort(lane.positions, kind="stable"):
        width = 0.0105 * min(len(lane.labels[i]), _room(lane))
        if lane.positions[i] - width / 2 >= last:
            shown.append(int(i))
            last = lane.positions[i] + width / 2
    return shown
