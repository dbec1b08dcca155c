"""Lanes: each column's values along the first axis of its own space, under one method or under two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from catviz.geometry.value_geometries import ValueDistances
from catviz.plots.style import FONT_SIZE, HIGHLIGHT, Theme, escape, figure, label

LANES = 24
"""At most so many columns are drawn; half as many under two methods."""
_OFFSET = 0.2
_WORDS = 14


@dataclass(frozen=True)
class _Track:
    """One method's values of each column along the lanes, in the unit of the first method."""

    positions: dict[str, np.ndarray]
    labels: dict[str, tuple[str, ...]]
    counts: dict[str, np.ndarray]
    remarks: dict[str, str]
    """Columns that have no axis, and why."""
    low: float
    high: float

    def within(self, attribute: str) -> np.ndarray:
        """Positions from 0 to 1; values beyond the unit stand at its ends."""
        return ((self.positions[attribute] - self.low) / ((self.high - self.low) or 1.0)).clip(0, 1)

    def beyond(self, attribute: str) -> np.ndarray:
        """-1 and 1 for values beyond the unit."""
        x = self.positions[attribute]
        return np.where(x < self.low, -1, np.where(x > self.high, 1, 0))


def lanes(
    methods: Sequence[tuple[str, ValueDistances]], attributes: list[str], chosen: str, theme: Theme, title: str
) -> go.Figure | None:
    """One lane a column: its values along the first axis of its own space, all lanes in one unit.

    The unit spans the weighted 1 to 99 % of all values; values beyond stand at the edge as arrows. Of two methods,
    each in its own unit, the first stands above (filled), the second below (hollow), and lines join equal values.
    None where no column has an axis.
    """
    two = len(methods) > 1
    tracks: list[_Track] = []
    for _, distances in methods:
        tracks.append(_track(distances, attributes, tracks[0] if tracks else None))
    if not any(track.positions for track in tracks):
        return None
    made = figure(
        theme,
        height=max(420, 80 + (96 if two else 46) * len(attributes)),
        xaxis={"range": [-0.04, 1.04], "showticklabels": False, "showgrid": False, "zeroline": False},
        yaxis={
            "tickvals": list(range(len(attributes))),
            "ticktext": [label(a) for a in attributes],
            "range": [len(attributes) - (0.45 if two else 0.4), -0.6 if two else -0.7],
            "showgrid": not two,
            "zeroline": False,
        },
        title_text=escape(title),
        showlegend=two,
        legend={"orientation": "h", "y": 1, "x": 1, "xanchor": "right", "yanchor": "bottom"},
        margin={"l": 10, "r": 10, "t": 44, "b": 10},
    )
    most = max(count.max() for track in tracks for count in track.counts.values())
    remarks = []
    for lane, attribute in enumerate(attributes):
        colour = HIGHLIGHT if attribute == chosen else theme.faint
        if two:
            _add_joins(made, tracks, attribute, lane, colour)
        for i, track in enumerate(tracks):
            y = lane + (2 * i - 1) * _OFFSET * two
            if two:
                line = {"color": theme.grid, "width": 2}
                made.add_scatter(x=[0, 1], y=[y, y], mode="lines", line=line, hoverinfo="skip", showlegend=False)
            if attribute in track.positions:
                made.add_scatter(**_points(track, attribute, y, colour, theme, most, below=i == 1))
            else:
                remarks.append(_remark(track.remarks[attribute], y, theme))
    for i, (name, _) in enumerate(methods if two else ()):
        symbol = "circle-open" if i else "circle"
        marker = {"color": theme.faint, "size": 11, "symbol": symbol, "line": {"width": 2}}
        made.add_scatter(x=[None], y=[None], mode="markers", name=label(name, 40), marker=marker)
    return made.update_layout(annotations=remarks)


def _track(distances: ValueDistances, attributes: list[str], reference: _Track | None) -> _Track:
    embedding = distances.embed()
    positions, labels, counts, remarks = {}, {}, {}, {}
    for attribute in attributes:
        r = distances.codebook.position(attribute)
        labels[attribute] = distances.codebook.labels[r]
        counts[attribute] = np.asarray(distances.frequencies[r], dtype=float)
        reason, x = distances.degenerate(attribute), embedding.coordinates[r]
        if reason or not x.shape[1]:
            remarks[attribute] = (reason or "no axis").removeprefix("the column has ")
            continue
        axis = x[:, 0] - np.average(x[:, 0], weights=_mass(counts[attribute]))
        turned = reference is not None and _opposed(reference, attribute, labels[attribute], axis, counts[attribute])
        positions[attribute] = -axis if turned else axis
    everything = np.concatenate([*positions.values(), np.zeros(0)])
    low, high = _weighted_range(everything, np.concatenate([*(_mass(counts[a]) for a in positions), np.zeros(0)]))
    return _Track(positions, labels, counts, remarks, low, high)


def _opposed(reference: _Track, attribute: str, labels: tuple[str, ...], axis: np.ndarray, count: np.ndarray) -> bool:
    """True where the axis runs against the one of the reference."""
    if attribute not in reference.positions:
        return False
    places = dict(zip(reference.labels[attribute], reference.positions[attribute], strict=True))
    return sum(c * x * places.get(t, 0.0) for t, x, c in zip(labels, axis, count, strict=True)) < 0


def _points(
    track: _Track, attribute: str, y: float, colour: str, theme: Theme, most: float, below: bool
) -> dict[str, Any]:
    x, count, labels, beyond = (
        track.within(attribute),
        track.counts[attribute],
        track.labels[attribute],
        track.beyond(attribute),
    )
    shown = _named_along(x, count, labels)
    symbols = np.where(beyond < 0, "triangle-left", np.where(beyond > 0, "triangle-right", "circle"))
    return {
        "x": x.astype(np.float32),
        "y": np.full(len(x), y),
        "mode": "markers+text",
        "text": [label(t, _WORDS) if i in shown else "" for i, t in enumerate(labels)],
        "textposition": "bottom center" if below else "top center",
        "textfont": {"size": 12, "color": theme.text},
        "marker": {
            "size": 8 + 16 * np.sqrt(count / max(most, 1)),
            "symbol": [f"{s}-open" for s in symbols] if below else symbols,
            "color": colour,
            "opacity": 0.85,
            "line": {"width": 2 if below else 0},
        },
        "hovertext": [
            f"{escape(attribute)} = {escape(t)}<br>{c:,.0f} rows" + ("<br>further out than drawn" if far else "")
            for t, c, far in zip(labels, count, beyond, strict=True)
        ],
        "hoverinfo": "text",
        "cliponaxis": False,
        "showlegend": False,
    }


def _add_joins(made: go.Figure, tracks: list[_Track], attribute: str, lane: int, colour: str) -> None:
    """Lines between a value's two places."""
    if not all(attribute in track.positions for track in tracks):
        return
    above, below = (dict(zip(t.labels[attribute], t.within(attribute), strict=True)) for t in tracks)
    x, y = [], []
    for value in [value for value in above if value in below]:
        x += [above[value], below[value], None]
        y += [lane - _OFFSET, lane + _OFFSET, None]
    line = {"color": colour, "width": 1.5}
    made.add_scatter(x=x, y=y, mode="lines", line=line, opacity=0.6, hoverinfo="skip", showlegend=False)


def _remark(text: str, y: float, theme: Theme) -> dict[str, Any]:
    font = {"size": FONT_SIZE - 1, "color": theme.faint}
    return {"x": 0, "y": y, "text": escape(text), "showarrow": False, "xanchor": "left", "yshift": 9, "font": font}


def _mass(count: np.ndarray) -> np.ndarray:
    """Counts as weights; rows that weigh nothing leave all values alike."""
    return count if count.any() else np.ones(len(count))


def _weighted_range(values: np.ndarray, weights: np.ndarray) -> tuple[float, float]:
    if not len(values):
        return 0.0, 1.0
    order = np.argsort(values, kind="stable")
    cumulated = np.cumsum(weights[order]) / weights.sum()
    low = values[order][np.searchsorted(cumulated, 0.01)]
    high = values[order][min(int(np.searchsorted(cumulated, 0.99)), len(values) - 1)]
    return float(low), float(high)


def _named_along(x: np.ndarray, count: np.ndarray, labels: tuple[str, ...]) -> set[int]:
    """Labels that fit beside each other on a lane, the most frequent values first."""
    taken: list[tuple[float, float]] = []
    shown = set()
    for i in np.argsort(-count, kind="stable"):
        half = 0.006 * (min(len(labels[i]), _WORDS) + 1)
        if all(x[i] + half < a or x[i] - half > b for a, b in taken):
            taken.append((x[i] - half, x[i] + half))
            shown.add(int(i))
    return shown
