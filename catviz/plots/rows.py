"""The map of rows: distinct rows in a plane, in groups of which none hides another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.analysis.projection import RowMap
from catviz.analysis.projection import row_map as placed_rows
from catviz.base import as_table
from catviz.geometry.given import rows_like
from catviz.plots.arguments import known, on_paper, theme_of
from catviz.plots.colours import HIGHLIGHT, MAX_HUES, Theme, colorscale, hues, mixed, ramp, unchosen
from catviz.plots.joint import row_axis_titles
from catviz.plots.point_names import NamePlaces, seen
from catviz.plots.style import (
    ACROSS,
    FONT_SIZE,
    RIGHT,
    UPWARDS,
    colorbar,
    escape,
    label,
    new_figure,
    others,
    percent_ticks,
    significant,
)
from catviz.table.categorical import CategoricalTable
from catviz.table.chosen_rows import chosen_rows
from catviz.table.codebook import MISSING, column_name, natural_order
from catviz.table.encoding import labels_of
from catviz.table.frames import as_series, is_frame
from catviz.table.weights import are_whole

#: Up to so many points are drawn as SVG, more with WebGL.
SVG_POINTS = 1_000
DRAWN_POINTS = 50_000
MAP_HEIGHT = 560
#: Of each of two maps side by side.
PAIR_HEIGHT = 480
#: Rough width and height of the plane in pixels on a 1440 pixel screen, beside what is chosen, and of each of two.
_PLANE, _HALF_PLANE = (700, 450), (300, 310)
#: Size of the names of points, and how much of their colour is that of texts, the rest being the point's.
_NAME_SIZE, _INK = FONT_SIZE - 2, 0.6
#: Numbers along an axis, about.
TICKS = 7
#: Every group is drawn in so many parts, in turn with those of the others, so that none covers the rest.
LAYERS = 6
#: Groups of the rows at one point that its hover counts.
_GROUPS_NAMED = 4
#: Values of an order whose colours go from pale to strong; two need no ramp, and of more a legend is too long.
_FEWEST_ORDERED, _MOST_ORDERED = 3, 12
#: The part of the scale of shares that stands for points of which none is known.
_UNKNOWN = 0.02
_HOVER_ALONE = "%{hovertext}<extra></extra>"
_HOVER = "<b>%{meta}</b><br>" + _HOVER_ALONE
#: Up to so many distinct rows the hover names eight values of each; beyond, four, to keep the picture light.
FULLY_DESCRIBED = 5_000
#: Extra columns, and different cells of each, that a hover names; of many rows, only the first column.
_EXTRA = 3


@dataclass(frozen=True)
class Zoom:
    """The ranges of x and y that are shown, None for all points; and what dragging the mouse does."""

    x: Sequence[float] | None = None
    y: Sequence[float] | None = None
    drag: str = "lasso"

    @property
    def of_all(self) -> bool:
        """True where all points are shown."""
        return self.x is None or self.y is None


@dataclass(frozen=True, eq=False)
class Points:
    """Distinct rows to draw.

    Attributes
    ----------
    ids : (n,) int
        The customdata of each point.
    multiplicity : (n,) how many rows stand there
    groups : (n,) int
        Place in ``names``.
    names : list of str
        Groups in their order; a single one is not named.
    words : (n,) object array of str
        What the hover says, escaped.
    shares : (n,) between 0 and 1, or None
        What colours the points instead of their groups; NaN where it is unknown.
    of : str
        What the shares are of.
    ordered : bool
        True where ``names`` are the values of a declared order: their colours then go from pale to strong.
    labels : (n,) object array of str, or None
        What stands beside each point where there is room.
    """

    ids: np.ndarray
    multiplicity: np.ndarray
    groups: np.ndarray
    names: list[str]
    words: np.ndarray
    shares: np.ndarray | None = None
    of: str = ""
    ordered: bool = False
    labels: np.ndarray | None = None


def drawn_as_order(ordered: bool, names: Sequence[str]) -> bool:
    """Whether the values of a column get colours in their order: three of an order, or more, as far as hues go."""
    return ordered and _FEWEST_ORDERED <= len(names) <= _MOST_ORDERED


def row_map(
    method: Any,
    X: Any,
    colour: str | Sequence[Any] | None = None,
    kind: str = "PCA",
    random_state: int = 0,
    theme: str | Theme = "light",
    title: str = "",
    placed: RowMap | None = None,
    points: Points | None = None,
    highlighted: np.ndarray | None = None,
    generation: int = 0,
    height: int = MAP_HEIGHT,
    zoom: Zoom = Zoom(),
    names: Sequence[str] | None = None,
) -> go.Figure:
    """Draw the rows of a table in a plane under a method: equal rows are one point, sized by how many they are.

    Parameters
    ----------
    method : fitted method, or a geometry
        Methods that compare rows only (JDM) have ``kind="MDS"``. None where rows were ``placed`` that are a sample,
        whose axes are not quite those of all rows.
    X : CategoricalTable, DataFrame or array
    colour : str or sequence of n labels, optional
        A column, or a label for each row. The table's target where it is left out, if the table has one. The values of
        an ordered column go from pale to strong.
    kind : {"PCA", "MDS", "t-SNE", "PaCMAP"}
        PaCMAP needs the package pacmap: ``pip install 'catviz[maps]'``.
    random_state : int
    theme : {"light", "dark"}
    title : str
    placed : RowMap, optional
        Where the distinct rows stand, if that is known already.
    points : Points, optional
        Which distinct rows are drawn, and how they are coloured and described, instead of all by ``colour``.
    highlighted : (points,) bool, optional
        Points to light up that were chosen elsewhere; all stay as they are where it is left out.
    generation : int
        What tells a figure from one drawn before of the same rows.
    height : int
        Pixels.
    zoom : Zoom
        The part that is shown.
    names : sequence of n str, optional
        A name for each row. A point is named after its first row, with the number of its other rows, where the name
        covers no other name and no other point; of more than 1,000 points none is named.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        An unknown column, kind or theme, or labels or names that are not one for each row.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> figure = catviz.plots.row_map(catviz.AhmadDey().fit(zoo), zoo, colour="legs")
    >>> sorted({trace.name for trace in figure.data})
    ['0', '2', '4', '5', '6', '8']
    """
    colours = theme_of(theme)
    if placed is None:
        geometry, rows = getattr(method, "geometry_", method), _rows_for(method, X)
        placed = placed_rows(geometry, rows, kind, random_state=random_state)
    if points is None:
        points = _all_points(_rows_for(method, X), X, colour, placed, names)
    titles, coordinates = row_axis_titles(method, kind, placed.axis_shares), placed.coordinates[points.ids]
    ticks = {"showticklabels": placed.axis_shares is not None, "nticks": TICKS, "zeroline": False}
    narrow = height <= PAIR_HEIGHT  # the tool bar takes the whole line above the title
    figure = new_figure(
        colours,
        height=height,
        xaxis=ACROSS | ticks | {"title": {"text": titles[0]}, "range": zoom.x},
        yaxis=UPWARDS | ticks | {"title": {"text": titles[1]}, "range": zoom.y},
        title={"text": escape(title), "y": 1, "pad": {"t": 36 if narrow else 8}},
        margin={"l": 10, "r": RIGHT, "t": 64 if narrow else 34, "b": 10},
        dragmode=zoom.drag,
        legend={
            "orientation": "h",
            "yref": "container",
            "y": 0,
            "yanchor": "bottom",
            "x": 0,
            "groupclick": "togglegroup",
        },
        meta=generation,
        newselection={"line": {"color": HIGHLIGHT, "width": 2}},
    )
    few = len(points.ids) <= SVG_POINTS
    draw = go.Scatter if few else go.Scattergl
    sizes = 5 + 3 * few + 9 * np.sqrt((points.multiplicity - 1).clip(0) / max(points.multiplicity.max() - 1, 1))
    entries, entry_names, words = _legend(points)
    highlighted = None if highlighted is None else chosen_rows(highlighted, len(points.ids))
    outline = colours.faint if points.ordered or points.shares is not None else colours.paper  # pale ones show too
    inks = list((ramp if points.ordered else hues)(entry_names, colours).values())
    sides = _name_sides(points, coordinates, sizes, _HALF_PLANE if narrow else _PLANE) if few else {}
    traces: list[Any] = []
    in_legend: set[int] = set()
    for entry, at in _layers(entries, len(entry_names), highlighted):
        shade: dict[str, Any] = {"color": inks[entry]}
        if points.shares is not None:
            shade = _shaded(points.shares, at, points.of, not in_legend, colours)
        traces.append(
            draw(
                x=coordinates[at, 0].astype(np.float32),
                y=coordinates[at, 1].astype(np.float32),
                **_texts(points, at, sides, mixed(inks[entry], colours.text, _INK)),
                name=label(entry_names[entry], 22) or "rows",
                meta=escape(entry_names[entry]) or "rows",
                legendgroup=str(entry),
                legendrank=entry,
                showlegend=len(entry_names) > 1 and entry not in in_legend,
                marker={
                    "size": sizes[at].astype(np.float32),
                    "opacity": 0.75,
                    "line": {"width": 0.5, "color": outline},
                }
                | shade,
                customdata=points.ids[at],
                hovertext=words[at],
                hovertemplate=_HOVER if len(entry_names) > 1 and (points.ordered or entry < MAX_HUES) else _HOVER_ALONE,
                selectedpoints=None if highlighted is None else np.flatnonzero(highlighted[at]),
                unselected={"marker": unchosen(colours)},
            )
        )
        in_legend.add(entry)
    return on_paper(figure.add_traces(traces), theme)


def _rows_for(method: Any, X: Any) -> CategoricalTable:
    """Rows with the columns of a method's geometry read as it has them."""
    geometry = getattr(method, "geometry_", method)
    if not hasattr(geometry, "codebook"):
        return as_table(X)
    return rows_like(geometry, X if is_frame(X) else as_table(X))


def point_names(names: Sequence[str], inverse: np.ndarray) -> np.ndarray:
    """Name the points: (m,) "dolphin +1" for two rows at one point, by the first one.

    Parameters
    ----------
    names : sequence of n str
        A name for each row.
    inverse : (n,) int
        The number of the point of each row.
    """
    _, first, counts = np.unique(inverse, return_index=True, return_counts=True)
    pairs = zip(first, counts, strict=True)
    return np.array(
        [f"{label(names[i], 18)} +{n - 1}" if n > 1 else label(names[i], 18) for i, n in pairs], dtype=object
    )


def _name_sides(points: Points, coordinates: np.ndarray, sizes: np.ndarray, plane: tuple[int, int]) -> dict[int, str]:
    """The points that get their name in a plane of so many pixels, and on which side; those of the most rows first."""
    if points.labels is None or not len(coordinates):
        return {}
    ends = np.column_stack([coordinates.min(axis=0), coordinates.max(axis=0)])
    margins = 0.06 * np.where(np.ptp(ends, axis=1) > 0, np.ptp(ends, axis=1), 1)
    places = NamePlaces(seen((ends + np.column_stack([-margins, margins])).tolist(), *plane), *plane)
    places.avoid(coordinates, sizes)
    first = np.lexsort([np.arange(len(coordinates)), -points.multiplicity])
    return places.give(coordinates, list(points.labels), sizes, first, _NAME_SIZE, covers=0)


def _texts(points: Points, at: np.ndarray, sides: dict[int, str], ink: str) -> dict[str, Any]:
    """Keywords of a scatter of some points: markers, and the names of those with a side."""
    if points.labels is None or not any(i in sides for i in at):
        return {"mode": "markers"}
    return {
        "mode": "markers+text",
        "text": [points.labels[i] if i in sides else "" for i in at],
        "textposition": [sides.get(i, "top center") for i in at],
        "textfont": {"size": _NAME_SIZE, "color": ink},
    }


def _all_points(rows: CategoricalTable, X: Any, colour: Any, placed: RowMap, row_names: Sequence[str] | None) -> Points:
    """All distinct rows, coloured by a column, which only ``X`` may have, or by a label for each row."""
    distinct, inverse = rows.unique_rows()
    colour = colour if colour is None or np.ndim(colour) else column_name(colour)
    coloured = as_table(X) if isinstance(colour, str) and colour not in rows.attributes else rows
    groups, names, mixed = _groups(coloured, colour, inverse)
    if row_names is not None and len(row_names) != len(inverse):
        raise ValueError(f"{len(row_names)} names for {len(inverse)} rows: give one for each row")
    first = None if row_names is None else extra_words(pd.DataFrame({"name": row_names}), inverse, len(distinct))
    words = mixed + np.array(described(distinct, are_whole(rows.weights), first), dtype=object)
    ordered = isinstance(colour, str) and coloured.kinds[coloured.codebook.position(colour)] == "ordinal"
    ids = np.arange(len(distinct))
    labels = None if row_names is None else point_names(row_names, inverse)
    ordered = drawn_as_order(ordered, names)
    return Points(ids, placed.multiplicity, groups, names, words, ordered=ordered, labels=labels)


def _groups(table: CategoricalTable, colour: Any, inverse: np.ndarray) -> tuple[np.ndarray, list[str], np.ndarray]:
    """((m,) number of each distinct row's group, groups, (m,) mixtures); ``inverse``: (n,) numbers of distinct rows."""
    if isinstance(colour, str):
        r = table.codebook.position(known(colour, table.attributes))
        counted = table.codes[:, r].astype(np.intp), list(table.categories[r]), inverse, table.weights
        return *most_frequent(*counted), mixtures(*counted)
    labels = table.target if colour is None else colour
    if labels is None:
        n = inverse.max(initial=-1) + 1
        return np.zeros(n, dtype=int), [""], np.full(n, "", dtype=object)
    if len(labels) != len(table):
        raise ValueError(f"{len(labels)} labels for {len(table)} rows: give one for each row")
    labels = labels_of(as_series(labels))
    order = natural_order({label for label in labels if label is not None})
    code = {label: i for i, label in enumerate(order)} | {None: len(order)}
    counted = np.array([code[label] for label in labels]), order, inverse, table.weights
    return *most_frequent(*counted), mixtures(*counted)


def _shaded(shares: np.ndarray, at: np.ndarray, of: str, first: bool, theme: Theme) -> dict[str, Any]:
    """Markers coloured by (m,) shares from 0 to 1: a scale for the first trace, grey where nothing is known (nan)."""
    all_known = bool(np.isfinite(shares).all())
    start, below = (0.0, []) if all_known else (_UNKNOWN, [[0.0, theme.faint], [_UNKNOWN, theme.faint]])
    low = -start / (1 - start)
    scale = [[start + (1 - start) * place, colour] for place, colour in colorscale(theme.scale[::-1])]
    return {
        "color": np.where(np.isfinite(shares), shares, low)[at].astype(np.float32),
        "colorscale": [*below, *scale],
        "cmin": low,
        "cmax": 1,
        "showscale": first,
        "colorbar": colorbar(of) | percent_ticks([0, 0.25, 0.5, 0.75, 1]) | {"len": 0.8},
    }


def _legend(points: Points) -> tuple[np.ndarray, list[str], np.ndarray]:
    """((m,) entry of each point, entries of the legend, (m,) words): groups beyond the hues share one."""
    if len(points.names) <= MAX_HUES or points.ordered:
        return points.groups, points.names, points.words
    named = np.array([f"<b>{label(name, 22)}</b><br>" for name in points.names], dtype=object)
    words = np.where(points.groups < MAX_HUES, points.words, named[points.groups] + points.words)
    names = [*points.names[:MAX_HUES], others(len(points.names) - MAX_HUES)]
    return np.minimum(points.groups, MAX_HUES), names, words


def _layers(entries: np.ndarray, n: int, lit: np.ndarray | None) -> list[tuple[int, np.ndarray]]:
    """(entry, its points) in drawing order: layer after layer, each starting with another entry; those lit on top."""
    layer = np.random.default_rng(0).permutation(len(entries)) % LAYERS
    layer = layer if lit is None else layer + LAYERS * lit
    turns = [(k, (k + step) % n) for k in range(layer.max(initial=0) + 1) for step in range(n)]
    parts = [(entry, np.flatnonzero((layer == k) & (entries == entry))) for k, entry in turns]
    return [(entry, at) for entry, at in parts if len(at)]


def described(rows: CategoricalTable, whole: bool, first: list[str] | None = None) -> list[str]:
    """Each distinct row in words, escaped: its first values (fewer where there are many rows), and its count.

    ``whole`` says that the weights are whole numbers, so that they count rows. ``first`` is said before.
    """
    most = 8 if len(rows) <= FULLY_DESCRIBED else 4
    words = np.array(first or [""] * len(rows), dtype=object)
    for r, attribute in enumerate(rows.attributes[:most]):
        lines = [f"{label(attribute, 20)}: {label(v, 24)}<br>" for v in rows.categories[r]]
        words = words + np.array([*lines, f"{label(attribute, 20)}: {MISSING}<br>"], dtype=object)[rows.codes[:, r]]
    more = len(rows.attributes) - most
    tail = f"and {more} more columns<br>" if more > 0 else ""
    if not whole:
        return [f"{w}{tail}{significant(c)} weighted rows" for w, c in zip(words, rows.row_weights, strict=True)]
    return [f"{w}{tail}{c:,.0f} row{'' if c == 1 else 's'}" for w, c in zip(words, rows.row_weights, strict=True)]


def extra_words(frame: pd.DataFrame, inverse: np.ndarray, n: int) -> list[str]:
    """What the extra columns hold for the rows of each of ``n`` points, such as ids, escaped.

    ``inverse`` holds the (rows,) numbers of the points that the lines of the frame belong to.
    """
    words = [""] * n
    for name in list(frame)[: _EXTRA if n <= FULLY_DESCRIBED else 1]:
        cells: list[dict[str, None]] = [{} for _ in range(n)]
        for point, cell in zip(inverse.tolist(), frame[name].astype(object), strict=True):
            if not pd.isna(cell):
                cells[point][significant(cell) if isinstance(cell, float) else str(cell)] = None
        for point, texts in enumerate(cells):
            if texts:
                shown = ", ".join(label(text, 24) for text in list(texts)[:_EXTRA])
                more = f" and {len(texts) - _EXTRA:,} more" if len(texts) > _EXTRA else ""
                words[point] += f"{label(name, 20)}: {shown}{more}<br>"
    return words


def most_frequent(
    codes: np.ndarray, labels: list[str], inverse: np.ndarray, weights: np.ndarray | None = None
) -> tuple[np.ndarray, list[str]]:
    """(number of each distinct row's group, groups): the most frequent one among equal rows.

    Parameters
    ----------
    codes : (n,) int
        Place of each row's label in ``labels``; one more than the last means missing.
    labels : list of str
    inverse : (n,) int
        Which distinct row each row is.
    weights : (n,) or None
    """
    present, groups = np.unique(_tally(codes, labels, inverse, weights).argmax(axis=1), return_inverse=True)
    return groups, [[*labels, MISSING][i] for i in present]


def mixtures(
    codes: np.ndarray, labels: list[str], inverse: np.ndarray, weights: np.ndarray | None = None
) -> np.ndarray:
    """(m,) object array of str: how many rows of each group are at a point that has several, escaped; else empty.

    The arguments are those of `most_frequent`.
    """
    tally, names = _tally(codes, labels, inverse, weights), [*labels, MISSING]
    words = np.full(len(tally), "", dtype=object)
    for i in np.flatnonzero((tally > 0).sum(axis=1) > 1):
        found = np.argsort(-tally[i], kind="stable")[: (tally[i] > 0).sum()]
        parts = [f"{label(names[k], 22)} {significant(tally[i, k])}" for k in found[:_GROUPS_NAMED]]
        parts += [others(len(found) - _GROUPS_NAMED)] * (len(found) > _GROUPS_NAMED)
        words[i] = f"mixed: {', '.join(parts)}<br>"
    return words


def _tally(codes: np.ndarray, labels: list[str], inverse: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    """(m, labels + 1) rows of each label, the missing one last, at each distinct row, by weight."""
    tally = np.zeros((inverse.max(initial=-1) + 1, len(labels) + 1))
    np.add.at(tally, (inverse, codes), np.ones(len(inverse)) if weights is None else weights)
    return tally
