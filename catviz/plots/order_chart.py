"""Figures of orders: declared against learned values, and how well the two agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from catviz.geometry.given import geometry_of_values
from catviz.geometry.value_geometries import Geometry, ValueDistances, ValueOrder
from catviz.orders.arrangement import crossings, kendall_tau
from catviz.plots.arguments import known, named, on_paper, theme_of
from catviz.plots.colours import PALETTE, Theme
from catviz.plots.style import FONT_SIZE, escape, label, new_figure

#: Heights of a lane with a declared order, of one without, and of each further line of labels.
_DECLARED, _ALONE, _SECOND_LINE = 76, 52, 16
_LINES = 3
_ABOVE = 0.36
#: Width of a character as a share of a lane.
_CHARACTER = 0.0158
#: Letters of a name at most, and those that a name must have room for.
_LONGEST, _FEWEST = 20, 4
#: How far beyond a lane's ends its labels may reach, and those in the middle of which their value stands.
_EDGE, _REACH = 0.06, 0.08
#: Pixels that a chart of few lanes has for them, and those that a declared order is apart from the learned one at most.
_LEAST, _APART = 230, 130
#: Height of a line of the agreement in pixels, and half that of a bar as a share of it.
_AGREEMENT, _BAR = 38, 0.16
_SHADE = 0.55
_TAU = "Tau with the declared order"
_BARS = "<br>(bars: 5\u00a0% to 95\u00a0% by chance)"
#: Height of the names above a declared order, and the size of their letters.
_NAMED, _NAME_SIZE = 16, 11
_MOVED = PALETTE[3]
#: What an agreement is compared with.
SHUFFLED, RANDOM = "shuffled tables", "random orders"


class Chance(NamedTuple):
    """Taus of one column by chance: learned from shuffled tables, and of random orders."""

    shuffled: np.ndarray
    random: np.ndarray


@dataclass(frozen=True, eq=False)
class OrderLane:
    """One column of the order chart: its values, their counts, where each stands, and the order declared, if any."""

    attribute: str
    labels: tuple[str, ...]
    counts: np.ndarray
    ranks: np.ndarray
    #: Declared places, nan for a value without one.
    declared: np.ndarray | None
    #: 0 to 1: evenly spaced, or by true gaps.
    positions: np.ndarray
    chance: Chance | None = None

    @property
    def given(self) -> np.ndarray:
        """(v,) ``declared``, nan throughout where no order is declared."""
        return np.full(len(self.labels), np.nan) if self.declared is None else self.declared

    @cached_property
    def known(self) -> np.ndarray:
        """(v,) True for values with a declared place."""
        return ~np.isnan(self.given)

    @property
    def moved(self) -> np.ndarray:
        """(v,) True for values that stand at another place among those with a declared one."""
        out: np.ndarray = np.zeros(len(self.labels), dtype=bool)
        out[self.known] = np.argsort(np.argsort(self.ranks[self.known])) != self.given[self.known]
        return out

    @cached_property
    def tau(self) -> float:
        """Kendall's tau of the learned and the declared order."""
        return kendall_tau(self.ranks[self.known], self.given[self.known])

    @property
    def swapped(self) -> tuple[int, int]:
        """Pairs of values that stand the other way round than declared, and all pairs."""
        n = int(self.known.sum())
        return crossings(self.ranks[self.known], self.given[self.known]), n * (n - 1) // 2

    def titled(self, attribute: str) -> OrderLane:
        """The same lane under another name."""
        return replace(self, attribute=attribute)

    @property
    def remark(self) -> tuple[str, ...]:
        """The agreement in words; empty where no order is declared."""
        if self.declared is None:
            return ()
        swapped, pairs = self.swapped
        chance = "" if self.chance is None else f", shuffled {self.chance.shuffled.mean():.2f}"
        return f"tau {self.tau:.2f}{chance}", f"{swapped} of {pairs} pairs swapped"


def orders(
    methods: Any,
    columns: Sequence[str] | str,
    true_gaps: bool = False,
    theme: str | Theme = "light",
    title: str = "Declared order above, learned order below",
    chance: Mapping[str, Chance] = MappingProxyType({}),
) -> go.Figure:
    """Draw the values of columns in the order that a method gives them, the declared order above it where there is one.

    Lines join the two places of a value; they stand out where the value moved. Kendall's tau measures the agreement.

    Parameters
    ----------
    methods : fitted method or geometry, or a mapping of names to them
        A method that learns an order (OCL) gives its own; others give the first axis of their distances.
    columns : str or sequence of str
    true_gaps : bool
        True places values by their distances instead of evenly; a learned order has no gaps.
    theme : {"light", "dark"}
    title : str
    chance : mapping of columns to Chance
        Taus of shuffled tables and of random orders, whose mean is written beside that of a column.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> adm = catviz.AhmadDey().fit(catviz.load_dataset("lymphography"))
    >>> figure = catviz.plots.orders(adm, "lym_nodes_enlar")
    >>> len(figure.layout.yaxis.ticktext)
    1
    """
    colours, methods = theme_of(theme), named(methods)
    drawn = []
    for name, method in methods.items():
        geometry = geometry_of_values(method)
        order = geometry.order()
        for asked in [columns] if np.ndim(columns) == 0 else columns:
            column = known(asked, geometry.codebook.attributes)
            of_column = lane(geometry, order, column, true_gaps, chance.get(column))
            drawn.append(of_column.titled(f"{column}, {name}") if len(methods) > 1 else of_column)
    return on_paper(order_chart(drawn, colours, title), theme)


def lane(
    geometry: Geometry, order: ValueOrder, column: str, true_gaps: bool = False, chance: Chance | None = None
) -> OrderLane:
    """The values of a column along the order that a geometry gives them (its ``order()``).

    Of an order and its reverse the one nearer the declared order is taken. ``true_gaps`` places the values by their
    distances instead of evenly; a learned order has ranks only, so it makes no difference there.
    """
    distances, book = geometry.distances(), geometry.codebook
    r = book.position(column)
    ranks, n = np.asarray(order.ranks[r]), len(book.categories[r])
    declared = None
    if book.kinds[r] == "ordinal":
        # the missing level has no declared place: it is compared with nothing
        declared = np.full(len(ranks), np.nan)
        declared[:n] = np.arange(n)
        if kendall_tau(ranks[:n], declared[:n]) < 0:
            ranks = len(ranks) - 1 - ranks
    positions = ranks / max(len(ranks) - 1, 1)
    if true_gaps and not isinstance(geometry, ValueOrder):
        positions = _gaps(distances, r, ranks)
    return OrderLane(column, book.labels[r], distances.frequencies[r], ranks, declared, positions, chance)


def _gaps(distances: ValueDistances, r: int, ranks: np.ndarray) -> np.ndarray:
    coordinates = distances.embed().coordinates[r]
    axis = coordinates[:, 0] if coordinates.shape[1] else np.zeros(len(coordinates))
    axis = (axis - axis.min()) / (np.ptp(axis) or 1.0)
    return 1 - axis if np.corrcoef(axis, ranks)[0, 1] < 0 else axis


def order_chart(lanes: list[OrderLane], theme: Theme, title: str) -> go.Figure:
    """Draw a row a column: the learned order below (size by count), the declared one above (hollow), lines between.

    Grey lines join values with the same rank in both, pink lines values of another rank.
    """
    labels, named = [_placed_labels(lane) for lane in lanes], [_declared_names(lane) for lane in lanes]
    heights: list[float] = [
        (_ALONE if lane.declared is None else _DECLARED + _NAMED * bool(above))
        + _SECOND_LINE * max((line for _, _, line in placed), default=0)
        for lane, placed, above in zip(lanes, labels, named, strict=True)
    ]
    declared = sum(lane.declared is not None for lane in lanes)
    apart = min(_APART, max(0, _LEAST - sum(heights)) / declared) if declared else 0.0
    heights = [h + apart * (lane.declared is not None) for h, lane in zip(heights, lanes, strict=True)]
    above_line = _ABOVE + apart / _DECLARED
    # a unit of the vertical axis is the least height of a lane with a declared order
    tops = np.concatenate([[0], np.cumsum(heights)]) / _DECLARED
    middles = [
        top + (above_line if lane.declared is not None else 0) + 0.16 + bool(above) * _NAMED / _DECLARED
        for top, lane, above in zip(tops[:-1], lanes, named, strict=True)
    ]
    keyed = any(lane.declared is not None for lane in lanes)
    all_declared = all(lane.known.all() for lane in lanes)
    above = (64 if all_declared else 64 + _SECOND_LINE) if keyed else 36  # four marks may need two lines
    figure = new_figure(
        theme,
        height=int(above + 14 + sum(heights)),
        xaxis={"range": [-_EDGE, 1 + _EDGE], "showgrid": False, "showticklabels": False, "zeroline": False},
        yaxis={
            "range": [tops[-1], -0.05],
            "tickvals": middles,
            "ticktext": [_lane_title(lane, theme) for lane in lanes],
            "showgrid": False,
            "zeroline": False,
        },
        title_text=escape(title),
        showlegend=keyed,
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0, "itemclick": False},
        margin={"l": 10, "r": 10, "t": above, "b": 4},
    )
    names: list[dict[str, Any]] = []
    for y, lane, placed, above_it in zip(middles, lanes, labels, named, strict=True):
        if lane.declared is not None:
            _add_declared(figure, lane, y - above_line, y, theme)
        _add_learned(figure, lane, y, theme, keyed)
        names += [
            {
                **_at(x, float(lane.positions[i])),
                "y": y,
                "yshift": -10 - _SECOND_LINE * line,
                "text": label(lane.labels[i], _LONGEST),
                "showarrow": False,
                "yanchor": "top",
                "font": {"size": FONT_SIZE - 1, "color": theme.text},
            }
            for i, x, line in placed
        ] + [
            {**_above(x, text), "y": y - above_line, "yshift": 6, "text": text, "showarrow": False, "yanchor": "bottom"}
            | {"font": {"size": _NAME_SIZE, "color": theme.faint}}
            for x, text in above_it
        ]
    figure.update_traces(showlegend=False)
    if keyed:
        _add_key(figure, theme, all_declared)
    return figure.update_layout(annotations=names)


def _at(x: float, value: float) -> dict[str, Any]:
    """Where a label is written: at its value, or from the edge on if it would reach beyond."""
    if x == value:
        return {"x": x, "xanchor": "center"}
    return {"x": -_EDGE, "xanchor": "left"} if x > value else {"x": 1 + _EDGE, "xanchor": "right"}


def _above(x: float, name: str) -> dict[str, Any]:
    """Where a name above a declared order is written: a long one at an end begins or ends at the edge."""
    half = _CHARACTER * _NAME_SIZE / FONT_SIZE * (len(name) + 1) / 2
    return _at(float(np.clip(x, half - _EDGE, 1 + _EDGE - half)) if half > _REACH else x, x)


def _add_key(figure: go.Figure, theme: Theme, all_declared: bool) -> None:
    """What the marks are where a column has a declared order."""
    hollow: dict[str, Any] = {"color": theme.paper, "line": {"color": theme.faint, "width": 1.5}}
    marks: dict[str, dict[str, Any]] = {
        "declared": hollow,
        "as declared": {"color": PALETTE[0]},
        "other place": {"color": _MOVED},
    } | ({} if all_declared else {"none declared": {"color": theme.faint}})
    for name, marker in marks.items():
        figure.add_scatter(x=[None], y=[None], mode="markers", name=name, marker=marker | {"size": 11})


def agreement(lanes: list[OrderLane], theme: Theme) -> go.Figure:
    """Kendall's tau by ordered column, above bars of what chance gives, 5 % to 95 %, each with a stroke at its mean.

    The filled bar is of tables with all columns shuffled, the hollow one of random orders: a test takes the larger p of
    the two.
    """
    lines = list(range(len(lanes)))
    chances = {i: lane.chance for i, lane in enumerate(lanes) if lane.chance is not None}
    lows = [float(np.quantile(taus, 0.05)) for chance in chances.values() for taus in chance]
    figure = new_figure(
        theme,
        height=130 + _AGREEMENT * len(lanes),
        xaxis={"range": [min([0.0, *lows, *(lane.tau for lane in lanes)]) - 0.06, 1.06], "tickvals": [-0.5, 0, 0.5, 1]}
        | {"zeroline": False, "title": {"text": _TAU + _BARS * bool(chances)}},
        yaxis={
            "range": [len(lanes) - 0.5, -0.5],
            "tickvals": lines,
            "ticktext": [label(lane.attribute, 16) for lane in lanes],
            "showgrid": False,
            "zeroline": False,
        },
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0, "itemclick": False},
        margin={"l": 10, "r": 10, "t": 56, "b": 10},
    )
    if chances:
        _add_bars(figure, {i: chance.shuffled for i, chance in chances.items()}, -_BAR, theme.faint, SHUFFLED, theme)
        _add_bars(figure, {i: chance.random for i, chance in chances.items()}, _BAR, theme.paper, RANDOM, theme)
    figure.add_scatter(
        x=[lane.tau for lane in lanes],
        y=lines,
        mode="markers",
        marker={"size": 12, "color": PALETTE[0], "line": {"color": theme.paper, "width": 1}},
        name="this table",
        hovertext=[f"{escape(lane.attribute)}<br>{', '.join(lane.remark)}" for lane in lanes],
        hoverinfo="text",
    )
    return figure


def _add_bars(
    figure: go.Figure, taus: dict[int, np.ndarray], offset: float, fill: str, name: str, theme: Theme
) -> None:
    """Draw a bar from 5 % to 95 % of each line's (draws,) taus, and a stroke at their mean; the legend names it."""
    line = {"color": theme.faint, "width": 1}
    for i, taus_of_lane in taus.items():
        (low, high), y = np.quantile(taus_of_lane, [0.05, 0.95]), i + offset
        bar = {"x0": low, "x1": high, "y0": y - _BAR, "y1": y + _BAR, "layer": "below"}
        figure.add_shape(type="rect", **bar, line=line, fillcolor=fill, opacity=_SHADE)
    figure.add_scatter(
        x=[float(taus_of_lane.mean()) for taus_of_lane in taus.values()],
        y=[i + offset for i in taus],
        mode="markers",
        marker={"size": 9, "symbol": "line-ns", "line": {"color": theme.text, "width": 2}},
        hovertext=[
            f"{name} ({len(taus_of_lane):,})<br>mean tau {taus_of_lane.mean():.2f}" for taus_of_lane in taus.values()
        ],
        hoverinfo="text",
        showlegend=False,
    )
    square = {"size": 13, "symbol": "square", "color": fill, "line": line, "opacity": _SHADE}
    figure.add_scatter(x=[None], y=[None], mode="markers", marker=square, name=name, hoverinfo="skip")


def _lane_title(lane: OrderLane, theme: Theme) -> str:
    small = "".join(
        f"<br><span style='font-size:12px;color:{theme.faint}'>{escape(line)}</span>" for line in lane.remark
    )
    return label(lane.attribute, 22) + small


def _add_declared(figure: go.Figure, lane: OrderLane, above: float, y: float, theme: Theme) -> None:
    places = lane.given / max(np.nanmax(lane.given), 1)
    for moved, colour in ((False, theme.faint), (True, _MOVED)):
        x, heights = [], []
        for i in np.flatnonzero((lane.moved == moved) & lane.known):
            x += [places[i], lane.positions[i], None]
            heights += [above, y, None]
        if x:
            figure.add_scatter(
                x=x, y=heights, mode="lines", line={"color": colour, "width": 1.5}, opacity=0.6, hoverinfo="skip"
            )
    figure.add_scatter(
        x=places[lane.known],
        y=np.full(lane.known.sum(), above),
        mode="markers",
        marker={"size": 9, "color": theme.paper, "line": {"color": theme.faint, "width": 1.5}},
        hovertext=[
            f"{escape(lane.labels[i])}<br>declared place {lane.given[i] + 1:.0f}" for i in np.flatnonzero(lane.known)
        ],
        hoverinfo="text",
    )


def _add_learned(figure: go.Figure, lane: OrderLane, y: float, theme: Theme, keyed: bool) -> None:
    figure.add_scatter(x=[0, 1], y=[y, y], mode="lines", line={"color": theme.grid, "width": 2}, hoverinfo="skip")
    figure.add_scatter(
        x=lane.positions.astype(np.float32),
        y=np.full(len(lane.positions), y),
        mode="markers",
        marker={
            "size": 8 + 18 * np.sqrt(lane.counts / max(lane.counts.max(), 1)),
            "color": [
                _MOVED if moved else PALETTE[0] if known and keyed else theme.faint
                for moved, known in zip(lane.moved, lane.known, strict=True)
            ],
            "line": {"color": theme.paper, "width": 1},
        },
        hovertext=[
            f"{escape(t)}<br>place {r + 1} of {len(lane.ranks)}<br>{c:,.0f} rows"
            for t, r, c in zip(lane.labels, lane.ranks, lane.counts, strict=True)
        ],
        hoverinfo="text",
    )


def _declared_names(lane: OrderLane) -> list[tuple[float, str]]:
    """(x, name) of the values along their declared order; empty if there is no room for all of them."""
    if lane.declared is None:
        return []
    known_codes = np.flatnonzero(lane.known)
    places = lane.given / max(np.nanmax(lane.given), 1)
    room = int(1 / (max(len(known_codes) - 1, 1) * _CHARACTER * _NAME_SIZE / FONT_SIZE)) - 1
    names = [label(lane.labels[i], min(room, _LONGEST)) for i in known_codes]
    return (
        list(zip(places[known_codes].tolist(), names, strict=True))
        if room >= _FEWEST and len(set(names)) == len(names)
        else []
    )


def _placed_labels(lane: OrderLane) -> list[tuple[int, float, int]]:
    """(value, x, line from 0) of the labels: all, on as many lines as they need, or every second, third, ... value."""
    order, placed = np.argsort(lane.positions, kind="stable"), []
    for step in range(1, len(order) + 1):
        named = order[::step]
        placed = _on_lines(lane, named)
        if len(placed) == len(named):
            break
    return placed


def _on_lines(lane: OrderLane, values: np.ndarray) -> list[tuple[int, float, int]]:
    """Place those of the labels, (m,) codes, that fit, each on the first line that has room."""
    placed, ends = [], [-1.0] * _LINES
    for i in values:
        half = _CHARACTER * (min(len(lane.labels[i]), _LONGEST) + 1) / 2
        edge = half - _EDGE if half > _REACH else 0.0
        x = float(np.clip(lane.positions[i], edge, max(1 - edge, edge)))
        line = next((n for n, end in enumerate(ends) if x - half >= end), None)
        if line is not None:
            placed.append((int(i), x, line))
            ends[line] = x + half
    return placed
