"""The joint map: all values of all columns in one plane, two methods' maps in one frame, or three axes to turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go

from catviz.analysis.method_ranks import AlignedMaps
from catviz.geometry import joint_map as of_values
from catviz.geometry.given import fitted, geometry_of_values
from catviz.geometry.joint_map import JointMap
from catviz.plots.arguments import known, on_paper, theme_of
from catviz.plots.colours import HIGHLIGHT, Theme
from catviz.plots.point_names import Layer, NamePlaces, axis_title, seen
from catviz.plots.style import FONT_SIZE, escape, label, new_figure

NAMED_VALUES = 40
FEW_ROWS = 5
#: Values of other columns named in space, where labels cannot keep out of each other's way.
FEW_NAMES = 6
#: So many values that moved most are joined and named.
MOVED = 10
#: Rough width and height of the plane in pixels on a 1440 pixel screen.
_PLANE = (550, 450)


def value_map(
    method: Any,
    chosen: str = "",
    in_space: bool = False,
    theme: str | Theme = "light",
    title: Any = "",
    placed: JointMap | None = None,
    supplementary: tuple[JointMap, np.ndarray] | None = None,
) -> go.Figure:
    """Draw all values of all columns in one plane, or along three axes; values of few rows are hollow in the plane.

    A method whose columns share a space (MCA, MTDLE, CDE) shows its own axes. Of any other, each value stands at the
    centre of the rows that have it, in the principal plane of the rows. `mca_map` has more choices for MCA.

    Parameters
    ----------
    method : fitted method
        One that learns a geometry of values.
    chosen : str
        The column that stands out; none where it is left out.
    in_space : bool
        True draws three axes.
    theme : {"light", "dark"}
    title : str
    placed : JointMap, optional
        Where the values stand, if that is known already.
    supplementary : (JointMap, (c,) rows with each value), optional
        Further values in the plane, which did not shape it.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> mca = catviz.MCA().fit(catviz.load_dataset("zoo"))
    >>> figure = catviz.plots.value_map(mca, chosen="legs")
    >>> figure.layout.xaxis.title.text.replace("\u00a0", " ")
    'Axis 1 (26.0 % of inertia)'
    """
    colours, codebook = theme_of(theme), geometry_of_values(method).codebook
    chosen = known(chosen, codebook.attributes) if chosen != "" else ""
    placed = of_values.value_map(method, 3 if in_space else 2) if placed is None else placed
    frequencies = of_values.rows_with(placed, fitted(method, "a fitted method", "counts_").counts_)
    if in_space:
        return on_paper(_in_space(placed, frequencies, chosen, colours, title), theme)
    return on_paper(_in_plane(placed, frequencies, chosen, colours, title, supplementary), theme)


def _in_plane(
    joint_map: JointMap,
    frequencies: np.ndarray,
    chosen: str,
    theme: Theme,
    title: str,
    supplementary: tuple[JointMap, np.ndarray] | None,
) -> go.Figure:
    """Draw the values on two axes; ``frequencies`` are the (c,) rows with each."""
    frequent = frequencies >= FEW_ROWS
    basis = joint_map.coordinates[frequent] if frequent.any() else joint_map.coordinates
    figure = _plane(basis, theme, title, [map_axis_title(joint_map, k) for k in range(2)])
    others, of_chosen = _two_layers(joint_map.values, joint_map.coordinates, frequencies, chosen, theme)
    shown = []
    if supplementary:
        placed, counts = supplementary
        shown = [_layer(placed.values, placed.coordinates, counts, "shown only", theme.text, "diamond")]
    layers = [of_chosen, *shown, others]
    room = NamePlaces(seen((figure.layout.xaxis.range, figure.layout.yaxis.range), *_PLANE), *_PLANE)
    for layer in layers:
        room.avoid(layer.points, layer.sizes)
    left, drawn = NAMED_VALUES, []
    for layer in layers:
        # only names of the chosen column may cover points of others
        sides = layer.sides(room, np.inf if layer is of_chosen else 0)
        sides = dict(list(sides.items())[:left])
        left -= len(sides)
        drawn.append(layer.scatter(sides))
    for points in drawn[::-1]:  # the chosen column on top
        figure.add_scatter(**points)
    return figure.update_layout(legend_traceorder="reversed")


def _in_space(joint_map: JointMap, frequencies: np.ndarray, chosen: str, theme: Theme, title: str) -> go.Figure:
    """Draw three axes, to be turned and looked at; ``frequencies`` are the (c,) rows with each value."""
    figure = new_figure(
        theme,
        height=560,
        title_text=escape(title),
        legend={"orientation": "h", "y": 1.0, "x": 1, "xanchor": "right", "yanchor": "bottom"},
        margin={"l": 0, "r": 0, "t": 40, "b": 0},
        dragmode="orbit",
    )
    axis = {
        "showbackground": False,
        "gridcolor": theme.grid,
        "zerolinecolor": theme.faint,
        "showticklabels": False,
        "showspikes": False,
    }
    named = {f"{name}axis": axis | {"title": {"text": map_axis_title(joint_map, k)}} for k, name in enumerate("xyz")}
    figure.update_layout(
        scene=named
        | {
            "aspectmode": "cube",
            "camera": {"eye": {"x": 1.2, "y": 1.2, "z": 0.65}, "center": {"x": 0, "y": 0, "z": -0.1}},
        }
    )
    for layer in _two_layers(joint_map.values, joint_map.coordinates, frequencies, chosen, theme):
        strong = layer.colour == HIGHLIGHT
        drawn = layer.scatter({}) | {"z": layer.points[:, 2].astype(np.float32)}
        names = [label(value, 16) for attribute, value in joint_map.values if (attribute == chosen) == strong]
        drawn["text"] = _names_in_space(layer, names, NAMED_VALUES // 2 if strong else FEW_NAMES)
        drawn["marker"] |= {"size": drawn["marker"]["size"] * 0.7, "line": {"width": 0}}
        figure.add_scatter3d(**drawn)
    return figure


def row_axis_titles(method: Any, kind: str, shares: np.ndarray | None) -> list[str]:
    """Title both axes of a map of rows, as "Axis 1 (26.0 % of the rows' variance)", by its (2,) ``shares`` from 0 to 1.

    ``method`` is None where the map was made of a sample, whose axes are not quite those of all rows.
    """
    if kind == "PCA" and hasattr(method, "total_inertia_"):
        values = of_values.value_map(method)
        return [map_axis_title(values, k) for k in range(2)]
    if shares is None:
        return [f"{kind} axis {k + 1}" for k in range(2)]
    of = "the rows' variance" if kind == "PCA" else "the sum of the positive eigenvalues"
    return [axis_title(f"Axis {k + 1}", 100 * share, of) for k, share in enumerate(shares[:2])]


def moved(
    maps: AlignedMaps, frequencies: np.ndarray, chosen: str, names: tuple[str, str], theme: Theme, title: str
) -> go.Figure:
    """Draw two maps in one frame, circles and diamonds; what moved most is joined and named.

    Values of few rows, by (c,) ``frequencies``, are hollow, and neither set the scale nor count among those that moved.
    """
    frequent = frequencies >= FEW_ROWS if (frequencies >= FEW_ROWS).any() else np.ones(len(frequencies), dtype=bool)
    basis = np.vstack([maps.first[frequent], maps.second[frequent]])
    titles = [f"axis {k + 1} of {label(names[0], 30)}" for k in range(2)]
    figure = _plane(basis, theme, title, titles)
    for points, name, symbol in zip((maps.first, maps.second), names, ("circle", "diamond"), strict=True):
        for layer in _two_layers(maps.values, points, frequencies, chosen, theme, symbol):
            drawn = layer.scatter({})
            drawn |= {"name": label(name, 30), "mode": "markers", "showlegend": layer.colour != HIGHLIGHT}
            drawn["marker"] |= {"opacity": 0.85 if layer.colour == HIGHLIGHT else 0.35}
            drawn["hovertext"] = [f"{label(name, 30)}<br>{text}" for text in drawn["hovertext"]]
            figure.add_scatter(**drawn)
    far = np.flatnonzero(frequent)
    far = far[np.argsort(-maps.moved[far], kind="stable")][:MOVED]
    width, height = (np.ptp(figure.layout[axis].range) for axis in ("xaxis", "yaxis"))
    unit = min(_PLANE[0] / width, _PLANE[1] / height)
    middle, half = np.mean(figure.layout.xaxis.range), _PLANE[0] / unit / 2
    far = far[maps.moved[far] > 1e-9]
    figure.update_layout(annotations=_arrows(maps, far, chosen, (middle - half, middle + half), unit, theme))
    return figure


def _plane(basis: np.ndarray, theme: Theme, title: str, titles: list[str]) -> go.Figure:
    ranges = [(x.min() - 0.12 * (np.ptp(x) or 1.0), x.max() + 0.12 * (np.ptp(x) or 1.0)) for x in basis.T]
    return new_figure(
        theme,
        height=560,
        xaxis={"title": {"text": titles[0]}, "zeroline": True, "range": ranges[0]},
        yaxis={"title": {"text": titles[1]}, "zeroline": True, "range": ranges[1], "scaleanchor": "x"},
        title_text=escape(title),
        legend={"orientation": "h", "y": 1.02, "x": 1, "xanchor": "right", "yanchor": "bottom"},
    )


def _layer(
    values: Any, points: np.ndarray, counts: np.ndarray, name: str, colour: str, symbol: str, at: Any = slice(None)
) -> Layer:
    """The values ``at`` some of (c, 2) points; one whose name another column has too is named with its column."""
    values, sizes = np.array(values, dtype=object).reshape(-1, 2)[at], 6 + 14 * np.sqrt(counts / max(counts.max(), 1))
    points, counts, often = points[at], counts[at], Counter(values[:, 1])
    return Layer(
        name,
        points,
        [f"{label(a, 14)} = {label(v, 10)}" if often[v] > 1 else label(v, 16) for a, v in values],
        [f"{escape(a)} = {escape(v)}<br>{c:,.0f} rows" for (a, v), c in zip(values, counts, strict=True)],
        colour,
        symbol,
        counts < FEW_ROWS,
        sizes[at],
        counts * np.linalg.norm(points, axis=1),
        0.9 if colour == HIGHLIGHT else 0.6,
    )


def _two_layers(
    values: Any, points: Any, counts: Any, chosen: str, theme: Theme, symbol: str = "circle"
) -> tuple[Layer, Layer]:
    """The values of the other columns, and those of the chosen one."""
    of_chosen = np.array([a == chosen for a, _ in values])
    return (
        _layer(values, points, counts, "other columns", theme.faint, symbol, ~of_chosen),
        _layer(values, points, counts, chosen, HIGHLIGHT, symbol, of_chosen),
    )


def _names_in_space(layer: Layer, names: Sequence[str], most: int) -> list[str]:
    """The heaviest values' names, each where it stands; values at one place share a label."""
    texts = [""] * len(layer.points)
    near = 0.04 * max(np.ptp(layer.points, axis=0).max(initial=0), 1e-12)
    for i in layer.heaviest[:most]:
        at = [k for k, text in enumerate(texts) if text and np.linalg.norm(layer.points[k] - layer.points[i]) < near]
        if not at:
            texts[i] = names[i]
        elif texts[at[0]].count(",") < 2:
            texts[at[0]] += f", {names[i]}"
    return texts


def _arrows(
    maps: AlignedMaps, far: np.ndarray, chosen: str, within: tuple[float, float], unit: float, theme: Theme
) -> list[dict[str, Any]]:
    """Arrows from the first place of values ``far`` apart, (m,) numbers, to the second; ``unit`` is in pixels."""
    points = np.vstack([maps.first, maps.second]) * unit
    taken: list[tuple[np.ndarray, float]] = []
    arrows, names = [], []
    for i in far:
        (attribute, value), start, end = maps.values[i], maps.first[i], maps.second[i]
        colour = HIGHLIGHT if attribute == chosen else theme.text
        arrow = {"x": end[0], "y": end[1], "ax": start[0], "ay": start[1], "axref": "x", "ayref": "y", "text": ""}
        arrow |= {"showarrow": True, "arrowhead": 2, "arrowwidth": 1.8, "arrowcolor": colour, "opacity": 0.8}
        arrows.append(arrow)
        text = f"{label(attribute, 18)} = {label(value, 14)}"
        half = 3.4 * len(text)
        free = [
            at
            for at in _places(start * unit, end * unit, half)
            if within[0] * unit <= at[0] - half
            and at[0] + half <= within[1] * unit
            and all((np.abs(at - other) >= [half + width, 18]).any() for other, width in taken)
        ]
        if free:
            at = min(free, key=partial(_covered, points, half))
            taken.append((at, half))
            name = {"x": at[0] / unit, "y": at[1] / unit, "text": text, "showarrow": False, "borderpad": 0}
            names.append(name | {"font": {"size": FONT_SIZE - 1, "color": colour}, "bgcolor": _veil(theme)})
    return [*arrows, *names]


def _veil(theme: Theme) -> str:
    """The paper's colour, through which what lies behind a name is seen faintly."""
    red, green, blue = (int(theme.paper[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.65)"


def _covered(points: np.ndarray, half: float, at: np.ndarray) -> int:
    """Count the (m, 2) points that a label of this half width would cover at a place, all in pixels."""
    return int((np.abs(points - at) < [half, 9]).all(axis=1).sum())


def _places(start: np.ndarray, end: np.ndarray, half: float) -> list[np.ndarray]:
    """Where an arrow's name may stand, in pixels: beyond its head, beyond its tail, and beside either."""
    up = np.array([0, 16.0 if end[1] >= start[1] else -16.0])
    side = np.array([half + 10, 0])
    near = [end + up, start - up, end + side, end - side, start + side, start - side]
    return [*near, *(at + shift for at in (end, start) for shift in (2.2 * up, -2.2 * up, side + up, up - side))]


def map_axis_title(joint_map: JointMap, k: int, of: str = "") -> str:
    """As "Axis 1 (26.0 % of the rows' variance)", or "PCA axis 1 (...)"; without a share where there is none."""
    name = f"{escape(of)} axis {k + 1}" if of else f"Axis {k + 1}"
    if k >= len(joint_map.variances) or joint_map.total_variance <= 0:
        return name
    return axis_title(name, 100 * joint_map.variances[k] / joint_map.total_variance, joint_map.share_of)
