"""A graph of values: nodes with room around them, edges, a path with its lengths, and names that cover no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from scipy.spatial import cKDTree

from catviz.plots.colours import HIGHLIGHT, Theme
from catviz.plots.point_names import NamePlaces
from catviz.plots.style import FONT_SIZE, escape, label, new_figure, significant

#: Of up to that many values all are named, else those of the column and those on the path.
NAMED_VALUES = 12
#: Up to that many edges are drawn as dark lines: more would hide the nodes.
FEW_EDGES = 60
#: Width and height in pixels for which names are placed: half a page, or a page on a phone.
SIZE = (330, 360)
#: Pixels of a figure above and below its graph.
_ROOM = 70
#: Pixels between the nodes and the border.
_AROUND = 12
#: Diameters of nodes: of other columns, of the chosen column, on the path.
_NODE, _OWN, _STATION = 6, 9, 13
#: Half of the pixels between two nodes, if there is room: between stations stands the length of an edge.
_APART = {_NODE: 6.0, _OWN: 12.0, _STATION: 34.0}
#: Share of the figure that the room of all nodes may take.
_FILLED = 0.3
_ROUNDS = 150
#: The angle in which nodes at one place are moved apart.
_GOLDEN = np.pi * (3 - 5**0.5)
#: Size of the letters of a length.
_LENGTH = FONT_SIZE - 2
#: Nodes that a name may cover at most; without room for it, the name is in the hover only.
_COVERS = 2
#: Where the length of an edge may stand, as shares of the edge.
_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)


def value_graph(
    points: np.ndarray,
    values: list[tuple[str, str]],
    edges: pd.DataFrame,
    path: pd.DataFrame,
    column: str,
    theme: Theme,
    title: str,
    in_full: bool = False,
    size: tuple[int, int] = SIZE,
) -> go.Figure:
    """Draw values in a plane, joined by edges, with a path through them.

    A name or a length without room is in the hover only.

    Parameters
    ----------
    points : (c, 2)
        In pixels of a figure of ``size``, as `moved_apart` gives them.
    values : (attribute, value) of each
    edges, path : DataFrame with ``from``, ``to`` and ``length``; the path also with ``kind``
    column : str
        Its values are set off. Of few values all are named, else those of the column and those on the path.
    in_full : bool
        Print the lengths of all edges, not only of those on the path, and values without their column.
    size : (int, int)
        Width and height in pixels for which names are placed.
    """
    at = {value: i for i, value in enumerate(values)}
    stations = [at[value] for value in stations_of(path)]
    sizes = np.array([_OWN if attribute == column else _NODE for attribute, _ in values])
    sizes[stations] = _STATION
    room = NamePlaces([(0, size[0]), (0, size[1])], *size)
    room.avoid(points, sizes)
    names = _texts(values, [] if in_full else stations, column)
    small = FONT_SIZE if in_full else FONT_SIZE - 2
    sides = room.give(points, [_as_wide_as_bold(name) for name in names], sizes, stations, FONT_SIZE)
    lengths = _lengths(points, at, path, room, theme, np.inf)
    kinds = (_OWN, _NODE) if len(values) <= NAMED_VALUES else (_OWN,)
    for kind in kinds:
        sides |= room.give(points, names, sizes, np.flatnonzero(sizes == kind), small, _COVERS)
    if in_full:
        lengths += _lengths(points, at, _without(edges, path), room, theme)
    figure = new_figure(
        theme,
        height=size[1] + _ROOM,
        title_text=escape(title),
        showlegend=False,
        xaxis={"visible": False, "range": [0, size[0]]},
        yaxis={"visible": False, "range": [0, size[1]]},
        margin={"l": 6, "r": 6, "t": 36, "b": 6},
        annotations=lengths,
    )
    few = len(edges) <= FEW_EDGES
    thin = {"width": 1.2, "color": theme.faint} if few else {"width": 0.7, "color": theme.grid}
    figure.add_scatter(**_lines(points, at, edges), line=thin, opacity=0.6 if few else 1.0, hoverinfo="skip")
    for sort, dash in (("edge", "solid"), ("bridge", "dash"), ("filled", "dot")):
        steps = path[path["kind"] == sort]
        if len(steps):
            thick = {"width": 3.5, "color": HIGHLIGHT, "dash": dash}
            figure.add_scatter(**_lines(points, at, steps), line=thick, hoverinfo="skip")
    figure.add_scatter(**_middles(points, at, edges if few else path))
    return figure.add_scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers+text",
        marker={"size": sizes.tolist(), "color": [_colour(s, theme) for s in sizes], "opacity": 1},
        text=[_written(name, i in stations) if i in sides else "" for i, name in enumerate(names)],
        textposition=[sides.get(i, "top center") for i in range(len(values))],
        textfont={"size": [FONT_SIZE if i in stations else small for i in range(len(values))], "color": theme.text},
        cliponaxis=False,
        hoverinfo="text",
        hovertext=[f"{label(attribute)}: {label(value)}" for attribute, value in values],
    )


def stations_of(path: pd.DataFrame) -> list[tuple[str, str]]:
    """The values on a path, or on several."""
    return list(dict.fromkeys([*path["from"], *path["to"]]))


def moved_apart(
    places: np.ndarray,
    values: Sequence[tuple[str, str]],
    column: str,
    stations: Sequence[tuple[str, str]],
    size: tuple[int, int] = SIZE,
) -> np.ndarray:
    """(c, 2) places in a figure of ``size`` pixels, where nodes that would lie on one another are moved apart.

    Values of ``column`` get more room than others, and ``stations`` most, since a path may lead through them; all get
    less if they would fill the figure.
    """
    kinds = [_STATION if value in stations else _OWN if value[0] == column else _NODE for value in values]
    room = np.array([_APART[kind] for kind in kinds])
    low, span = places.min(axis=0), np.ptp(places, axis=0)
    inner = np.array(size) - 2 * _AROUND
    points = _AROUND + inner * np.where(span > 1e-12, (places - low) / np.maximum(span, 1e-12), 0.5)
    room = room * min(1.0, (_FILLED * inner.prod() / max(np.pi * (room**2).sum(), 1)) ** 0.5)
    for _ in range(_ROUNDS):
        i, j = cKDTree(points).query_pairs(2 * room.max(initial=1), output_type="ndarray").T
        away = points[i] - points[j]
        far = np.linalg.norm(away, axis=1)
        angle = _GOLDEN * (i + j)
        apart = np.column_stack([np.cos(angle), np.sin(angle)])
        away = np.where(far[:, None] > 1e-6, away / np.maximum(far, 1e-6)[:, None], apart)
        lacking = np.maximum(room[i] + room[j] - far, 0)
        if lacking.max(initial=0) < 0.5:
            break
        push = away * (0.5 * lacking)[:, None]
        np.add.at(points, i, push)
        np.add.at(points, j, -push)
        points = points.clip(_AROUND, np.array(size) - _AROUND)
    return points


def _texts(values: list[tuple[str, str]], stations: list[int], column: str) -> list[str]:
    """The name of each value; with its column on a path of another column, and if other columns have the value too."""
    often = Counter(value for _, value in values)
    return [
        f"{label(attribute, 14)}: {label(value, 14)}"
        if attribute != column and (i in stations or often[value] > 1)
        else label(value, 18)
        for i, (attribute, value) in enumerate(values)
    ]


def _as_wide_as_bold(text: str) -> str:
    """As many letters as a text takes room for in bold."""
    return text + "x" * (1 + len(text) // 12)


def _written(name: str, bold: bool) -> str:
    return f"<b>{name}</b>" if bold else name


def _colour(size: int, theme: Theme) -> str:
    return {_STATION: HIGHLIGHT, _OWN: theme.text}.get(size, theme.faint)


def _without(edges: pd.DataFrame, path: pd.DataFrame) -> pd.DataFrame:
    """The edges that are not on the path."""
    on_path = {frozenset(ends) for ends in zip(path["from"], path["to"], strict=True)}
    return edges[[frozenset(ends) not in on_path for ends in zip(edges["from"], edges["to"], strict=True)]]


def _lengths(
    points: np.ndarray,
    at: dict[tuple[str, str], int],
    edges: pd.DataFrame,
    room: NamePlaces,
    theme: Theme,
    covers: float = 0,
) -> list[dict[str, Any]]:
    """Write the length of each edge on its line between (c, 2) points in pixels, where there is room."""
    font, notes = {"size": _LENGTH, "color": theme.text}, []
    for start, end, length in zip(edges["from"], edges["to"], edges["length"], strict=True):
        text = significant(length)
        spot = room.take(_beside(points[at[start]], points[at[end]]), text, _LENGTH, covers)
        if spot is not None:
            place = {"x": spot[0], "y": spot[1], "text": text, "showarrow": False, "borderpad": 0}
            notes.append(place | {"font": font, "bgcolor": theme.paper})
    return notes


def _beside(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(21, 2) where the length of an edge may stand: on its line, then to the left and to the right of it."""
    along = end - start
    across = np.array([-along[1], along[0]]) / max(float(np.linalg.norm(along)), 1e-9)
    on_line = start + np.outer(_ALONG, along)
    return np.concatenate([on_line, *(on_line + side * _LENGTH * across * [1.6, 1] for side in (1, -1))])


def _middles(points: np.ndarray, at: dict[tuple[str, str], int], edges: pd.DataFrame) -> dict[str, Any]:
    """A trace that is not seen, whose hovers at the middles of edges between (c, 2) points say how long they are."""
    ends = [(at[start], at[end]) for start, end in zip(edges["from"], edges["to"], strict=True)]
    middles = np.array([(points[i] + points[j]) / 2 for i, j in ends]).reshape(-1, 2)
    return {
        "x": middles[:, 0],
        "y": middles[:, 1],
        "mode": "markers",
        "marker": {"size": 16, "opacity": 0},
        "hoverinfo": "text",
        "hovertext": [
            f"{label(start[1])} – {label(end[1])}<br>length {significant(length)}"
            for start, end, length in zip(edges["from"], edges["to"], edges["length"], strict=True)
        ],
    }


def _lines(points: np.ndarray, at: dict[tuple[str, str], int], edges: pd.DataFrame) -> dict[str, Any]:
    """One trace for all edges: their ends among (c, 2) points, parted by gaps."""
    ends = np.full((len(edges), 3, 2), np.nan)
    for k, side in enumerate(("from", "to")):
        ends[:, k] = points[[at[value] for value in edges[side]]]
    x, y = ends.reshape(-1, 2).T
    return {"x": x, "y": y, "mode": "lines", "connectgaps": False}
