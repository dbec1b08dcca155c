"""Lanes: each column's values along the first axis of its own space, under one method or under two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import plotly.graph_objects as go

from catviz.geometry.given import geometry_of_values
from catviz.geometry.value_geometries import ValueDistances
from catviz.plots.arguments import known, named, on_paper, theme_of
from catviz.plots.colours import HIGHLIGHT, Theme
from catviz.plots.style import FONT_SIZE, escape, label, labels, new_figure

#: At most so many columns are drawn; half as many under two methods.
LANES = 24
_OFFSET = 0.2
_WORDS = 14
#: Values so near each other are drawn as one point, which has all their names.
_SAME = 0.004
#: The figure and its names reach as far as this, and as far below 0.
_EDGE = 1.12
#: Where a name stands, and the share of it that is left of its point.
_TURNS = {"center": 0.5, "left": 1.0, "right": 0.0}
#: Names of one point at most; the others are counted.
_TOGETHER = 3
#: Added below a lane that has names below its points as well.
_ROOM = 0.3
#: Half the width of a letter, as a share of the lane on a narrow screen.
_LETTER = 0.0078
_SIDES = ("top center", "bottom center")


@dataclass(frozen=True)
class _Track:
    """One method's values of each column along the lanes, in the unit of the first method."""

    positions: dict[str, np.ndarray]
    labels: dict[str, tuple[str, ...]]
    counts: dict[str, np.ndarray]
    #: Columns that have no axis, and why.
    remarks: dict[str, str]
    low: float
    high: float

    def within(self, attribute: str) -> np.ndarray:
        """(v,) positions from 0 to 1; values beyond the unit stand at its ends."""
        return ((self.positions[attribute] - self.low) / ((self.high - self.low) or 1.0)).clip(0, 1)

    def along(self, attribute: str) -> np.ndarray:
        """(v,) positions in the method's unit; values beyond stand at the ends."""
        return self.positions[attribute].clip(self.low, self.high)

    def named(self, attribute: str, sides: Sequence[str]) -> dict[int, tuple[str, str]]:
        """The names of a lane that have room, and their sides, by the number of their value."""
        return _named_along(self.within(attribute), self.counts[attribute], self.labels[attribute], sides)

    def beyond(self, attribute: str) -> np.ndarray:
        """(v,) -1 and 1 for values beyond the unit, else 0."""
        x = self.positions[attribute]
        return np.where(x < self.low, -1, np.where(x > self.high, 1, 0))


def value_axes(
    methods: Any,
    columns: str | Sequence[str] | None = None,
    chosen: str | None = None,
    theme: str | Theme = "light",
    title: str = "Values along the first axis of their column",
) -> go.Figure:
    """Draw one line per column: its values along the first axis of their distances, all lines in one unit.

    The unit spans the weighted 1 to 99 % of all values; values beyond stand at the edge as triangles. Of one method the
    places are coordinates around the column's mean; of two methods, each has its own unit.

    Parameters
    ----------
    methods : fitted method or geometry, or a mapping of one or two names to them
        Of two, the first stands above (filled) and the second below (hollow), and lines join equal values.
    columns : str or sequence of str, optional
        All columns (24 at most, 12 for two methods) where it is left out.
    chosen : str, optional
        The column that stands out.
    theme : {"light", "dark"}
    title : str

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        More than two methods, an unknown column, or no column whose values differ in distance.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> both = {"ADM": catviz.AhmadDey().fit(zoo), "DILCA": catviz.DILCA().fit(zoo)}
    >>> figure = catviz.plots.value_axes(both, ["legs", "milk"], chosen="legs")
    >>> list(figure.layout.yaxis.ticktext)
    ['legs', 'milk']
    """
    colours, methods = theme_of(theme), named(methods)
    two = len(methods) > 1
    if len(methods) > 2:
        raise ValueError(f"{len(methods)} methods: this figure compares two at most")
    spaces = [geometry_of_values(method).distances() for method in methods.values()]
    every = spaces[0].codebook.attributes
    columns = [columns] if isinstance(columns, str) else columns
    attributes = list(every[: LANES // len(spaces)]) if columns is None else [known(c, every) for c in columns]
    chosen = "" if chosen is None else known(chosen, every)
    tracks: list[_Track] = []
    for distances in spaces:
        tracks.append(_track(distances, attributes, tracks[0] if tracks else None))
    if not any(track.positions for track in tracks):
        raise ValueError("no column has an axis: in each of them all values are equally far apart")
    names = [
        {a: track.named(a, _SIDES[i : i + 1] if two else _SIDES) for a in track.positions}
        for i, track in enumerate(tracks)
    ]
    below = [not two and any(side.startswith("bottom") for _, side in names[0].get(a, {}).values()) for a in attributes]
    places = [lane + _ROOM * sum(below[:lane]) for lane in range(len(attributes))]
    lowest = places[-1] + _ROOM * below[-1]
    low, high = (0.0, 1.0) if two else (tracks[0].low, tracks[0].high)
    room = (_EDGE - 1) * ((high - low) or 1.0)
    figure = new_figure(
        colours,
        height=max(420, 126 + round((96 if two else 46) * (lowest + 1))),
        xaxis={"range": [low - room, high + room], "showticklabels": not two, "showgrid": False, "zeroline": False}
        | {"title": {"text": _axis_title(tracks), "standoff": 4}},
        yaxis={
            "tickvals": places,
            "ticktext": labels(attributes),
            "range": [lowest + (0.55 if two else 0.6), -0.6 if two else -0.7],
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
    for lane, attribute in zip(places, attributes, strict=True):
        colour = HIGHLIGHT if attribute == chosen else colours.faint
        if two:
            _add_joins(figure, tracks, attribute, lane, colour)
        for i, track in enumerate(tracks):
            y = lane + (2 * i - 1) * _OFFSET * two
            if two:
                line = {"color": colours.grid, "width": 2}
                figure.add_scatter(x=[low, high], y=[y, y], mode="lines", line=line, hoverinfo="skip", showlegend=False)
            if attribute in track.positions:
                drawn = _points(track, attribute, y, colour, colours, most, names[i][attribute], hollow=i > 0)
                figure.add_scatter(**drawn | ({} if two else {"x": track.along(attribute).astype(np.float32)}))
            else:
                remarks.append(_remark(track.remarks[attribute], low, y, colours))
    for i, name in enumerate(methods if two else ()):
        symbol = "circle-open" if i else "circle"
        marker = {"color": colours.faint, "size": 11, "symbol": symbol, "line": {"width": 2}}
        figure.add_scatter(x=[None], y=[None], mode="markers", name=label(name, 40), marker=marker)
    return on_paper(figure.update_layout(annotations=remarks), theme)


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
    """True where (v,) places on an axis run against those of the reference; ``count`` weighs the values."""
    if attribute not in reference.positions:
        return False
    places = dict(zip(reference.labels[attribute], reference.positions[attribute], strict=True))
    return sum(c * x * places.get(t, 0.0) for t, x, c in zip(labels, axis, count, strict=True)) < 0


def _points(
    track: _Track,
    attribute: str,
    y: float,
    colour: str,
    theme: Theme,
    most: float,
    names: dict[int, tuple[str, str]],
    hollow: bool,
) -> dict[str, Any]:
    x, count, values = track.within(attribute), track.counts[attribute], track.labels[attribute]
    beyond = track.beyond(attribute)
    symbols = np.where(beyond < 0, "triangle-left", np.where(beyond > 0, "triangle-right", "circle"))
    return {
        "x": x.astype(np.float32),
        "y": np.full(len(x), y),
        "mode": "markers+text",
        "text": [names.get(i, ("", ""))[0] for i in range(len(values))],
        "textposition": [names.get(i, ("", _SIDES[hollow]))[1] for i in range(len(values))],
        "textfont": {"size": 12, "color": theme.text},
        "marker": {
            "size": 8 + 16 * np.sqrt(count / max(most, 1)),
            "symbol": [f"{s}-open" for s in symbols] if hollow else symbols,
            "color": colour,
            "opacity": 0.85,
            "line": {"width": 2 if hollow else 0},
        },
        "hovertext": [
            f"{escape(attribute)} = {escape(t)}<br>{c:,.0f} rows" for t, c in zip(values, count, strict=True)
        ],
        "hoverinfo": "text",
        "cliponaxis": False,
        "showlegend": False,
    }


def _add_joins(figure: go.Figure, tracks: list[_Track], attribute: str, lane: float, colour: str) -> None:
    """Lines between a value's two places."""
    if not all(attribute in track.positions for track in tracks):
        return
    above, below = (dict(zip(t.labels[attribute], t.within(attribute), strict=True)) for t in tracks)
    x, y = [], []
    for value in [value for value in above if value in below]:
        x += [above[value], below[value], None]
        y += [lane - _OFFSET, lane + _OFFSET, None]
    line = {"color": colour, "width": 1.5}
    figure.add_scatter(x=x, y=y, mode="lines", line=line, opacity=0.6, hoverinfo="skip", showlegend=False)


def _axis_title(tracks: Sequence[_Track]) -> str:
    """What the places are, and what the arrows are if there are any."""
    unit = "" if len(tracks) > 1 else "coordinate on the column's first axis, one scale for all columns"
    arrows = any(track.beyond(attribute).any() for track in tracks for attribute in track.positions)
    lines = [unit, "triangles: values outside the range shown" if arrows else ""]
    return "<br>".join(part for part in lines if part)


def _remark(text: str, x: float, y: float, theme: Theme) -> dict[str, Any]:
    font = {"size": FONT_SIZE - 1, "color": theme.faint}
    return {"x": x, "y": y, "text": escape(text), "showarrow": False, "xanchor": "left", "yshift": 9, "font": font}


def _mass(count: np.ndarray) -> np.ndarray:
    """(v,) counts as weights; rows that weigh nothing leave all values alike."""
    return count if count.any() else np.ones(len(count))


def _weighted_range(values: np.ndarray, weights: np.ndarray) -> tuple[float, float]:
    if not len(values):
        return 0.0, 1.0
    order = np.argsort(values, kind="stable")
    cumulated = np.cumsum(weights[order]) / weights.sum()
    low = values[order][np.searchsorted(cumulated, 0.01)]
    high = values[order][min(int(np.searchsorted(cumulated, 0.99)), len(values) - 1)]
    return float(low), float(high)


def _named_along(
    x: np.ndarray, count: np.ndarray, values: Sequence[str], sides: Sequence[str]
) -> dict[int, tuple[str, str]]:
    """Name (v,) points from 0 to 1, and give sides, so that no name covers another; the most frequent ones first.

    The names of values at one place stand together at the most frequent of them.
    """
    taken: list[tuple[str, float, float]] = []
    named: dict[int, tuple[str, str]] = {}
    left = list(np.argsort(-count, kind="stable"))
    while left:
        group = [i for i in left if abs(x[i] - x[left[0]]) <= _SAME]
        left = [i for i in left if i not in group]
        texts = [label(values[i], _WORDS) for i in group[:_TOGETHER]]
        text = ", ".join(texts) + (f" +{len(group) - _TOGETHER}" if len(group) > _TOGETHER else "")
        half = _LETTER * (len(text) + 1)
        for (turn, share), side in product(_TURNS.items(), sides):
            start = x[group[0]] - share * 2 * half
            end = start + 2 * half
            others = [k for k in range(len(x)) if k not in group and start <= x[k] <= end]
            if turn != "center" and others:  # the name would seem to be theirs
                continue
            if start >= 1 - _EDGE and end <= _EDGE and all(side != at or end < a or start > b for at, a, b in taken):
                taken.append((side, start, end))
                named[int(group[0])] = text, side.replace("center", turn)
                break
    return named
