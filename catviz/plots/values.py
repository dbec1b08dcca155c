"""Figures of one column's values: the heat map of their distances, and what a pair's number is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform

from catviz.geometry.explanation import Explanation
from catviz.geometry.given import geometry_of_values
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import whole_numbers
from catviz.plots.arguments import on_paper, theme_of
from catviz.plots.cell_letters import write_in_cells
from catviz.plots.colours import HIGHLIGHT, Theme, colorscale, pair_colours
from catviz.plots.style import (
    FONT_SIZE,
    cell_digits,
    cell_text,
    colorbar,
    escape,
    label,
    new_figure,
    others,
    percent_ticks,
    significant,
    thinned,
)
from catviz.wording import in_percent

#: Letters of two names that a legend in a narrow figure has in one line.
_LEGEND_LINE = 16
#: Up to so many values every cell of the heat map can be clicked.
CLICKABLE_VALUES = 40
#: Up to so many values the numbers stand in the cells.
PRINTED_VALUES = 12
#: So many names along an axis at most; of more values, evenly spaced ones are named.
NAMED_VALUES = 28
#: The names along the lower axis are level if all together, each as long as the longest, have so few letters.
LEVEL_LETTERS = 60
#: So many values a heat map shows at most; of more values, the most frequent ones.
DRAWN_VALUES = 200
TREE_HEIGHT = 90
#: Pixels of a colour bar below with its numbers and title, and those that a letter of a name above it takes: upright,
#: level (a line has letters enough), or slanted.
_BAR_BELOW, _LETTER_SPACE, _SLANTED = 80, {-90: 7.0, 0: 0.0}, 5.0
#: The sign in the cells of two values that are not shown to differ.
NOT_TOLD_APART = "≈"
#: The scale of a table whose largest distance lies between these ends at 1, as that of most methods does.
WHOLE = (0.5, 1.0)
#: A column whose largest distance is a smaller share of the scale would be one colour: it gets its own scale.
FAINT = 0.125
_ROUNDED = 1e-9


def heat_map(
    method: Any,
    column: str,
    pair: tuple[str, str] | None = None,
    tree: bool = False,
    theme: str | Theme = "light",
    title: str | None = None,
    order: Sequence[str] | None = None,
    not_told_apart: Sequence[tuple[str, str]] = (),
) -> go.Figure:
    """Draw distances between the values of a column, in their order or near ones side by side; a pair is framed.

    Parameters
    ----------
    method : fitted method, or a geometry of values
    column : str
    pair : (str, str), optional
        Two values whose cells are framed.
    tree : bool
        True draws the dendrogram of average linkage above the map, and near values side by side whatever their order.
        Of a column whose values are all equally far apart it is left out, as of one with more values than are drawn.
    theme : {"light", "dark"}
    title : str, optional
        The column's name where it is left out.
    order : sequence of str, optional
        The values along the axes, without a dendrogram. Where it is left out, the declared order of an ordinal column,
        else near values side by side. Of more than 200 values, the pair and the most frequent ones are drawn.
    not_told_apart : sequence of (str, str)
        Pairs of values that are not shown to differ (`Uncertainty.not_told_apart`): their cells have a sign, ≈, as long
        as there are at most 40 values.

    Returns
    -------
    plotly.graph_objects.Figure
        The customdata of a cell is ``first * v + second`` in codes of v values. The colours have the scale of all
        columns, if the distances of this one can be seen on it (`distance_scale`).

    Raises
    ------
    ValueError
        An unknown column, value or theme, or a method that compares rows only.

    Examples
    --------
    >>> import catviz
    >>> adm = catviz.AhmadDey().fit(catviz.load_dataset("mushroom"))
    >>> figure = catviz.plots.heat_map(adm, "odor", pair=("almond", "anise"))
    >>> figure.data[0].z.shape
    (9, 9)
    """
    colours = theme_of(theme)
    distances = geometry_of_values(method).distances()
    book, r = distances.codebook, distances.codebook.position(column)
    column = book.attributes[r]
    first, second = (0, 0) if pair is None else (book.code(column, pair[0]), book.code(column, pair[1]))
    if order is not None:
        arranged = [book.code(column, value) for value in order]
    elif tree:
        arranged = np.argsort(distances.leaf_ranks(column), kind="stable").tolist()
    else:
        arranged = distances.arranged(column)
    labels, table, counts = book.labels[r], distances.tables[r], distances.frequencies[r]
    v, codes = len(labels), drawn(arranged, counts, (first, second))
    tree = tree and order is None and len(codes) == v > 1 and distances.degenerate(column) is None
    grid = table[np.ix_(codes, codes)]
    scale = distance_scale(distances, column)
    names = [f"{label(labels[i])} ({counts[i]:,.0f})" for i in codes]
    ticks = thinned(len(codes), NAMED_VALUES)
    level = v * max(map(len, names)) <= LEVEL_LETTERS
    axis = {"tickvals": ticks, "ticktext": [names[i] for i in ticks], "showgrid": False, "zeroline": False}
    figure = new_figure(
        colours,
        height=int(np.clip(150 + 44 * v, 420, 620)),
        xaxis=axis | {"range": cell_range(len(codes)), "side": "bottom", "tickangle": 0 if level else -40},
        yaxis=axis | {"range": cell_range(len(codes))[::-1]},
        title_text=escape(column if title is None else title),
        clickmode="event+select",
        margin={"l": 10, "r": 10, "t": 40, "b": 10},
    )
    same = _symmetric([[book.code(column, value) for value in pair] for pair in not_told_apart], v)
    hover = [
        [
            f"{escape(labels[i])} – {escape(labels[j])}<br>distance {significant(table[i, j])}"
            + "<br>not shown to differ" * bool(same[i, j])
            for j in codes
        ]
        for i in codes
    ]
    figure.add_heatmap(
        z=grid.astype(np.float32),
        colorscale=colorscale(colours.scale),
        zmin=0,
        zmax=scale.end,
        xgap=int(v <= 60),
        ygap=int(v <= 60),
        text=hover,
        hoverinfo="text",
        colorbar=colorbar(scale.words),
    )
    notes = []
    if v <= PRINTED_VALUES:
        printed = np.where(np.eye(v, dtype=bool), np.nan, grid)
        notes += cell_text(printed, cell_digits(printed), FONT_SIZE - 1)
    if v <= CLICKABLE_VALUES:
        notes += _signs(same[np.ix_(codes, codes)], beside=v <= PRINTED_VALUES)
    if notes:
        write_in_cells(figure, notes, colours)
    if v <= CLICKABLE_VALUES:
        figure.add_scatter(**cells(codes, 400), hovertext=[*chain.from_iterable(hover)], hoverinfo="text")
    figure.update_layout(shapes=frames(codes, (first, second)))
    if tree:
        _add_tree(figure, table, codes, colours)
    return on_paper(figure, theme)


def _symmetric(pairs: Sequence[Sequence[int]], v: int) -> np.ndarray:
    """(v, v) whether two codes are one of the pairs."""
    both = np.zeros((v, v), dtype=bool)
    for i, j in pairs:
        both[i, j] = both[j, i] = True
    return both


def _signs(same: np.ndarray, beside: bool) -> list[dict[str, Any]]:
    """A sign in each of the cells of a (v, v) heat map that are ``same``; in the corner, ``beside`` a number."""
    sign = {"text": NOT_TOLD_APART, "showarrow": False, "font": {"size": FONT_SIZE + 1}}
    if beside:
        sign |= {"xanchor": "right", "yanchor": "top"}
    to_right, up = 0.46 * beside, 0.44 * beside
    return [sign | {"x": x + to_right, "y": y - up} for y, x in np.argwhere(same).tolist()]


def drawn(order: Sequence[int] | np.ndarray, counts: np.ndarray, pair: Sequence[int] = ()) -> np.ndarray:
    """(m,) codes of an order that are shown: all, or the pair and the most frequent ones, ``DRAWN_VALUES`` in all."""
    order = np.asarray(order)
    if len(order) <= DRAWN_VALUES:
        return order
    frequent = np.argsort(-np.asarray(counts), kind="stable")
    kept = list(dict.fromkeys([*pair, *frequent.tolist()]))[:DRAWN_VALUES]
    return order[np.isin(order, kept)]


def bar_below(figure: go.Figure) -> go.Figure:
    """Move the colour bar of a heat map below it: in a narrow place the cells need the width."""
    names = figure.layout.xaxis
    below = _LETTER_SPACE.get(names.tickangle, _SLANTED) * max(map(len, names.ticktext), default=0)
    bar = {"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom", "thickness": 12, "nticks": 4}
    figure.update_traces(colorbar=bar | {"title": {"side": "bottom"}}, selector={"type": "heatmap"})
    return figure.update_layout(margin_b=round(_BAR_BELOW + below))


def cell_range(v: int) -> list[float]:
    """An axis of so many cells, with room for a frame around the first and the last."""
    return [-0.5 - 0.005 * v, v - 0.5 + 0.005 * v]


def frames(order: np.ndarray, pair: tuple[int, int]) -> list[dict[str, Any]]:
    """Frame both cells of a pair of value codes in an order of (v,) codes; none for a value and itself."""
    if pair[0] == pair[1]:
        return []
    x, y = (int(np.flatnonzero(order == code)[0]) for code in pair)
    line = {"color": HIGHLIGHT, "width": 3}
    return [
        {"type": "rect", "x0": i - 0.5, "x1": i + 0.5, "y0": j - 0.5, "y1": j + 0.5, "line": line}
        for i, j in ((x, y), (y, x))
    ]


def cells(order: np.ndarray, pixels: int) -> dict[str, Any]:
    """Invisible markers over the cells of a heat map of (v,) codes, so wide, which itself cannot be selected.

    They stand in its way, so the words on hover have to be theirs.
    """
    v = len(order)
    rows, columns = np.divmod(np.arange(v * v), v)
    clear = {"marker": {"opacity": 0}}
    return {
        "x": columns,
        "y": rows,
        "mode": "markers",
        "marker": {"symbol": "square", "size": max(8, int(pixels / v)), "opacity": 0, "color": HIGHLIGHT},
        "selected": clear,
        "unselected": clear,
        "customdata": order[rows] * v + order[columns],
        "showlegend": False,
    }


def _add_tree(figure: go.Figure, table: np.ndarray, order: np.ndarray, theme: Theme) -> None:
    """Add the dendrogram of average linkage of (v, v) distances above the cells: groups join at their mean distance."""
    centres, heights = np.argsort(order).tolist(), [0.0] * len(order)
    x, y = [], []
    for a, b, height, _ in linkage(squareform(table, checks=False), "average"):
        left, right = int(a), int(b)
        x += [centres[left], centres[left], centres[right], centres[right], None]
        y += [heights[left], height, height, heights[right], None]
        centres.append((centres[left] + centres[right]) / 2)
        heights.append(height)
    figure.add_scatter(
        x=x,
        y=y,
        yaxis="y2",
        mode="lines",
        line={"color": theme.faint, "width": 1.5},
        hoverinfo="skip",
        showlegend=False,
    )
    height = figure.layout.height + TREE_HEIGHT
    top = 1 - TREE_HEIGHT / (height - 50)
    figure.update_layout(
        height=height,
        yaxis_domain=[0, top - 0.01],
        yaxis2={"domain": [top, 1], "range": [0, 1.05 * heights[-1]], "visible": False},
    )


@whole_numbers("most")
def breakdown(method: Any, column: str, a: str, b: str, most: int = 10, theme: str | Theme = "light") -> go.Figure:
    """Draw why two values are at their distance: the terms of the number as bars that add up to it.

    Parameters
    ----------
    method : fitted method, or a geometry of values
        A fitted method names its own terms (ADM: one for each other column); a geometry has the distance alone.
    column, a, b : str
        A column and two of its values.
    most : int
        Terms shown; the others are one bar.
    theme : {"light", "dark"}

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> adm = catviz.AhmadDey().fit(catviz.load_dataset("mushroom"))
    >>> figure = catviz.plots.breakdown(adm, "odor", "almond", "fishy", most=3)
    >>> round(sum(figure.data[0].x), 6) == round(adm.explain("odor", "almond", "fishy").distance, 6)
    True
    """
    colours = theme_of(theme)
    geometry_of_values(method)
    explanation = method.explain(column, a, b)
    terms = explanation.terms.sort_values("contribution", ascending=False, kind="stable")
    shown = terms.head(most)
    bars = list(zip(map(explanation.title, shown["term"]), shown["contribution"], strict=True))
    if len(terms) > most:
        rest = terms["contribution"].iloc[most:]
        bars.append((others(len(rest)), float(rest.sum())))
    names = [label(str(n), 22) for n, _ in bars]
    title = _part_of(explanation)
    figure = new_figure(
        colours,
        height=84 + 27 * len(bars) + 18 * title.count("<br>"),
        xaxis={
            "title": {"text": title},
            "rangemode": "tozero",
            "nticks": 3,
            "tickangle": 0,
        },
        yaxis={"tickvals": list(range(len(bars))), "ticktext": names, "range": [len(bars) - 0.5, -0.5]}
        | {"showgrid": False},
        margin={"l": 10, "r": 46, "t": 8, "b": 10},
        showlegend=False,
    )
    figure.add_bar(
        x=[v for _, v in bars],
        y=list(range(len(bars))),
        orientation="h",
        marker_color=HIGHLIGHT,
        text=[significant(v) for _, v in bars],
        textposition="outside",
        cliponaxis=False,
        hovertemplate="%{y}: %{x:.4g}<extra></extra>",
    )
    return on_paper(figure, theme)


def _part_of(explanation: Explanation) -> str:
    """What a bar is a part of, and how the distance follows from their sum if it is not the sum itself."""
    if explanation.power == 1:
        return f"part of the {explanation.quantity}"
    if explanation.power == 2:
        return "part of squared distance<br>distance = √(sum)"
    power = f"{explanation.power:g}"
    return f"part of distance<sup>{power}</sup><br>distance = sum<sup>1/{power}</sup>"


def shares(details: pd.DataFrame, a: str, b: str, theme: Theme, most: int = 8, ordered: bool = False) -> go.Figure:
    """Draw what two values share with one other column: the rows with each, over that column's values.

    The values in which the rows differ most, from the most different on, or as they are in ``details`` if ``ordered``.
    """
    details = details.sort_values("difference", ascending=False, kind="stable").head(most)
    details = details.sort_index() if ordered else details
    names = [label(v, 18) for v in details["value"]]
    above = 22 * (len(label(a, 18) + label(b, 18)) > _LEGEND_LINE)
    figure = new_figure(
        theme,
        height=120 + 40 * len(names) + above,
        barmode="group",
        bargap=0.3,
        xaxis={"range": [0, 1.4], "title": {"text": "share of the rows"}} | percent_ticks((0, 0.5, 1)),
        yaxis={"tickvals": list(range(len(names))), "ticktext": names, "autorange": "reversed"},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 30 + above, "b": 10},
    )
    for who, colour, side in zip((a, b), pair_colours(theme), "ab", strict=True):
        figure.add_bar(
            x=details[f"share of {side}"],
            y=list(range(len(names))),
            name=label(who, 18),
            orientation="h",
            marker_color=colour,
            text=[
                f"{in_percent(s)} ({c:,.0f})"
                for s, c in zip(details[f"share of {side}"], details[f"count with {side}"], strict=True)
            ],
            textposition="outside",
            cliponaxis=False,
            hoverinfo="skip",
        )
    return figure


@dataclass(frozen=True)
class DistanceScale:
    """The end of a scale of colours from 0, and whether it is that of one column only."""

    end: float
    own: bool

    @property
    def words(self) -> str:
        """What the colour bar says."""
        return "distance (scale of this column only)" if self.own else "distance"


def distance_scale(distances: ValueDistances, column: str) -> DistanceScale:
    """The scale of all columns, or a column's own if its distances are too small to be seen on it.

    Examples
    --------
    >>> import catviz
    >>> from catviz.plots.values import distance_scale
    >>> distances = catviz.AhmadDey().fit(catviz.load_dataset("zoo")).geometry_.distances()
    >>> distance_scale(distances, "legs"), distance_scale(distances, "tail")
    (DistanceScale(end=1.0, own=False), DistanceScale(end=1.0, own=False))
    """
    largest = float(distances.tables[distances.codebook.position(column)].max(initial=0))
    end = _rounded(max(float(np.max(table, initial=0)) for table in distances.tables))
    return DistanceScale(largest, True) if 0 < largest < FAINT * end else DistanceScale(end or 1.0, False)


def _rounded(end: float) -> float:
    low, whole = WHOLE
    return whole if low <= end <= whole + _ROUNDED else end
