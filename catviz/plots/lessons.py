"""Figures of lessons: counts along an order, distances learned several times, paths, maps, a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.plots.cell_letters import write_in_cells
from catviz.plots.colours import HIGHLIGHT, PALETTE, Theme, colorscale
from catviz.plots.point_names import NamePlaces
from catviz.plots.style import PERCENT, escape, label, new_figure, significant
from catviz.wording import in_percent

#: Colours of what is learned in several ways: a lesson's figures give each way the same.
_KINDS = (HIGHLIGHT, PALETTE[4], PALETTE[2], PALETTE[3])
#: Size of the letters of names in a map, and of the map that they are placed for, in pixels.
_NAMES, _NAMED_WIDTH, _NAMED_HEIGHT = 12, 860, 410
#: Pixels of height of a figure that fills half of a first screen.
TALL = 490
#: What sums in another order differ by.
_ROUNDING = 1e-9
#: Of their lines, in pixels.
_WIDTHS = (9, 4, 2.5)


def pipes(labels: Sequence[str], counts: np.ndarray, marked: int, theme: Theme, title: str) -> go.Figure:
    """Draw the (v,) rows of each value as bars in the order given; one of them is orange."""
    places = list(range(len(labels)))
    figure = new_figure(
        theme,
        height=330,
        title_text=f"{escape(title)} (orange: the most frequent)",
        xaxis={"tickvals": places, "ticktext": [label(t, 12) for t in labels], "showgrid": False} | {"zeroline": False},
        yaxis={"title": {"text": "rows"}, "zeroline": False, "range": [0, 1.12 * float(np.max(counts))]},
        bargap=0.25,
        margin={"l": 10, "r": 10, "t": 44, "b": 10},
    )
    return figure.add_bar(
        x=places,
        y=counts,
        marker_color=[HIGHLIGHT if place == marked else PALETTE[0] for place in places],
        text=[f"{c:,.0f}" for c in counts],
        textposition="outside",
        cliponaxis=False,
        hoverinfo="skip",
    )


def distances_from(
    column: str, others: Sequence[str], lines: Mapping[str, Sequence[np.ndarray]], theme: Theme, title: str
) -> go.Figure:
    """One value's distances to the others, learned several times; the title says where the axis starts, if not at 0.

    Parameters
    ----------
    lines : mapping of name to arrays (v,) of distances
        At most three names. Lines of one name look alike; later ones are thinner, so that lines at one place are all
        seen.
    """
    if len(lines) > len(_WIDTHS):
        raise ValueError(f"{len(lines)} names: lines of at most {len(_WIDTHS)} look different")
    places = list(range(len(others)))
    values = np.concatenate([np.ravel(line) for group in lines.values() for line in group])
    room = 0.12 * (np.ptp(values) or 1.0)
    low = float(values.min() - room)
    start = f" (axis starts at {significant(low)})" if low > 0 else ""
    figure = new_figure(
        theme,
        height=360,
        title_text=escape(f"{title}{start}"),
        xaxis={
            "title": {"text": escape(column)},
            "tickvals": places,
            "ticktext": [label(t, 12) for t in others],
            "range": [-0.3, len(others) - 0.7],
            "showgrid": False,
            "zeroline": False,
        },
        yaxis={
            "title": {"text": "distance"},
            "range": [low, values.max() + room],
            "tickformat": ".3~f",
            "zeroline": False,
        },
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 88 if len(lines) > 1 else 44, "b": 10},
        showlegend=len(lines) > 1,
    )
    for (name, group), colour, width in zip(lines.items(), _KINDS, _WIDTHS, strict=False):
        for i, line in enumerate(group):
            figure.add_scatter(
                x=places,
                y=line,
                mode="lines+markers",
                line={"color": colour, "width": width},
                marker={"size": 6 + width},
                name=label(name, 40),
                legendgroup=name,
                showlegend=i == 0,
                hovertext=[f"{escape(name)}<br>{significant(d, 5)}" for d in line],
                hoverinfo="text",
            )
    return figure


def paths_to_scale(ways: Sequence[tuple[Sequence[str], Sequence[float]]], theme: Theme, title: str) -> go.Figure:
    """Paths below each other, each with its values (below) and the lengths of its edges (above), and its whole length.

    Parameters
    ----------
    ways : (values, lengths) of each path
    """
    whole = max(sum(lengths) for _, lengths in ways)
    figure = new_figure(
        theme,
        height=60 + 76 * len(ways),
        title_text=escape(title),
        showlegend=False,
        xaxis={"range": [-0.06 * whole, 1.4 * whole], "visible": False},
        yaxis={"range": [len(ways) - 0.4, -0.6], "visible": False},
        margin={"l": 6, "r": 6, "t": 40, "b": 6},
    )
    for y, (values, lengths) in enumerate(ways):
        at = np.concatenate([[0.0], np.cumsum(lengths)])
        figure.add_scatter(
            x=at,
            y=np.full(len(at), y),
            mode="lines+markers",
            line={"color": HIGHLIGHT, "width": 3},
            marker={"size": 13, "color": HIGHLIGHT},
            hoverinfo="skip",
        )
        for x, value in zip(at, values, strict=True):
            side = {} if x else {"xanchor": "left", "xshift": -7}  # the first begins with its mark, at the edge
            figure.add_annotation(x=x, y=y, text=f"<b>{label(value)}</b>", yshift=-20, showarrow=False, **side)
        for x, length in zip((at[1:] + at[:-1]) / 2, lengths, strict=True):
            figure.add_annotation(x=x, y=y, text=significant(length), yshift=15, showarrow=False)
        total = {"x": at[-1], "y": y, "xanchor": "left", "xshift": 14, "showarrow": False}
        figure.add_annotation(text=f"length <b>{significant(float(at[-1]))}</b>", **total)
    return figure


def guess_and_truth(
    labels: Sequence[str],
    guess: np.ndarray,
    truth: np.ndarray,
    quantity: str,
    theme: Theme,
    title: str,
    percent: bool = False,
) -> go.Figure:
    """Draw two points per value, joined: the place guessed (hollow) and the true one (filled).

    Parameters
    ----------
    guess, truth : (v,) in the units of the axis
    percent : bool
        Shares, drawn and printed as percentages.
    """
    unit = 100 if percent else 1
    lines, largest = list(range(len(labels))), float(max(guess.max(), truth.max(), 1e-9))
    figure = new_figure(
        theme,
        height=110 + 34 * len(labels),
        title_text=escape(title),
        xaxis={"title": {"text": escape(quantity)}, "range": [-0.05 * unit * largest, 1.05 * unit * largest]}
        | {"zeroline": False}
        | (PERCENT if percent else {}),
        yaxis={
            "range": [len(labels) - 0.5, -0.5],
            "tickvals": lines,
            "ticktext": [label(text) for text in labels],
            "zeroline": False,
        },
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 66, "b": 10},
    )
    ends = np.column_stack([guess, truth, np.full(len(labels), np.nan)]).ravel()
    figure.add_scatter(
        x=unit * ends,
        y=np.repeat(lines, 3),
        mode="lines",
        line={"color": theme.faint, "width": 2},
        hoverinfo="skip",
        showlegend=False,
    )
    looks = {"your guess": (guess, "circle-open", HIGHLIGHT), "answer": (truth, "circle", PALETTE[0])}
    for name, (places, symbol, colour) in looks.items():
        printed = [in_percent(place) if percent else significant(place) for place in places]
        figure.add_scatter(
            x=unit * places,
            y=lines,
            mode="markers",
            name=name,
            marker={"size": 13, "symbol": symbol, "color": colour, "line": {"width": 3, "color": colour}},
            hovertext=[f"{label(text)}<br>{name} {each}" for text, each in zip(labels, printed, strict=True)],
            hoverinfo="text",
        )
    return figure


def shares_of_two(shares: pd.DataFrame, theme: Theme, title: str) -> go.Figure:
    """Draw the shares of rows with each value, in two groups of rows: two bars per value.

    Parameters
    ----------
    shares : DataFrame, values by two groups
    """
    figure = new_figure(
        theme,
        height=TALL,
        title_text=escape(title),
        xaxis={"range": [0, 112], "zeroline": False} | PERCENT,
        yaxis={"autorange": "reversed", "ticksuffix": " "},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 66, "b": 10},
        barmode="group",
        bargap=0.3,
    )
    for group, colour in zip(shares, PALETTE, strict=False):
        figure.add_bar(
            x=100 * shares[group],
            y=[label(name, 40) for name in shares.index],
            orientation="h",
            name=label(str(group)),
            marker_color=colour,
            text=[in_percent(share) for share in shares[group]],
            textposition="outside",
            hoverinfo="skip",
        )
    return figure


def small_tables(taus: np.ndarray, observed: float, theme: Theme, title: str) -> go.Figure:
    """Draw shuffled tables as squares, ten in a row, each with its tau; orange where it is as high as observed."""
    across = 10
    lines = -(-len(taus) // across)
    grid = np.append(taus, np.full(lines * across - len(taus), np.nan)).reshape(lines, across)
    figure = new_figure(
        theme, height=50 + 44 * lines, title_text=escape(title), margin={"l": 4, "r": 4, "t": 40, "b": 4}
    )
    marks = _Cells(
        np.where(np.isnan(grid), np.nan, grid >= observed - _ROUNDING),
        [["" if np.isnan(tau) else f"{tau:.2f}" for tau in line] for line in grid],
    )
    return _add_cells(figure, [marks], [[0, theme.grid], [1, HIGHLIGHT]], theme)


def coded_values(coded: Mapping[str, pd.DataFrame], theme: Theme, title: str) -> go.Figure:
    """Draw the numbers that stand for each value of a column, one panel per encoding."""
    figure = new_figure(theme, height=TALL, title_text=escape(title), margin={"l": 10, "r": 10, "t": 76, "b": 10})
    panels = []
    for name, frame in coded.items():
        cells = frame.to_numpy(dtype=float)
        texts = [[significant(cell) for cell in line] for line in cells]
        rows, columns = ([label(str(each)) for each in index] for index in (frame.index, frame.columns))
        panels.append(_Cells((1 + cells / np.abs(cells).max()) / 2, texts, name, rows, columns))
    return _add_cells(figure, panels, colorscale(theme.diverging), theme)


def counted_cells(counts: pd.DataFrame, marked: Mapping[str, np.ndarray], theme: Theme, title: str) -> go.Figure:
    """Draw a table of counts once for each way to count, the cells that count in orange.

    Parameters
    ----------
    counts : DataFrame, classes by clusters
    marked : mapping of name to (classes, clusters) bool
    """
    figure = new_figure(theme, height=TALL, title_text=escape(title), margin={"l": 6, "r": 6, "t": 72, "b": 6})
    cells = counts.to_numpy()
    texts = [[str(n) if n else "" for n in line] for line in cells]
    rows, columns = ([label(str(each)) for each in index] for index in (counts.index, counts.columns))
    panels = [
        _Cells(np.where(right & (cells > 0), 2, cells > 0) / 2, texts, name, rows, columns)
        for name, right in marked.items()
    ]
    return _add_cells(figure, panels, [[0, theme.paper], [0.5, theme.grid], [1, HIGHLIGHT]], theme)


@dataclass(frozen=True, eq=False)
class _Cells:
    """A matrix to draw: where each cell is on the scale of colours, from 0 to 1, and what is written in it."""

    places: np.ndarray
    texts: list[list[str]]
    name: str = ""
    rows: Sequence[str] = ()
    columns: Sequence[str] = ()


def _add_cells(figure: go.Figure, panels: Sequence[_Cells], scale: list[list[Any]], theme: Theme) -> go.Figure:
    """Draw matrices side by side, each as wide as it has columns, with legible letters in their cells."""
    gap = 0.13 if len(panels) > 1 else 0
    widths = np.array([panel.places.shape[1] for panel in panels], dtype=float)
    widths *= (1 - gap * (len(panels) - 1)) / widths.sum()
    notes: list[dict[str, Any]] = []
    left = 0.0
    for i, (panel, width) in enumerate(zip(panels, widths, strict=True)):
        number = "" if i == 0 else str(i + 1)
        axes = {"xaxis": f"x{number}", "yaxis": f"y{number}"}
        figure.add_heatmap(
            z=panel.places, zmin=0, zmax=1, colorscale=scale, showscale=False, xgap=3, ygap=3, hoverinfo="skip", **axes
        )
        for axis, names, own in (("x", panel.columns, {}), ("y", panel.rows, {"autorange": "reversed"})):
            ticks = {"tickvals": list(range(len(names))), "ticktext": list(names), "ticks": ""}
            plain = {"showgrid": False, "zeroline": False, "showticklabels": bool(names)}
            figure.update_layout({f"{axis}axis{number}": ticks | plain | own})
        figure.update_layout(
            {
                f"xaxis{number}": {"domain": [left, min(left + width, 1)], "anchor": f"y{number}"},
                f"yaxis{number}": {"anchor": f"x{number}"},
            }
        )
        notes += [
            {"x": x, "y": y, "text": text, "showarrow": False, "xref": f"x{number}", "yref": f"y{number}"}
            for y, line in enumerate(panel.texts)
            for x, text in enumerate(line)
            if text
        ]
        if panel.name:
            place = {"xref": "paper", "yref": "paper", "x": left, "y": 1, "xanchor": "left", "yanchor": "bottom"}
            notes.append({"text": f"<b>{escape(panel.name)}</b>", "showarrow": False, **place})
        left += width + gap
    return write_in_cells(figure, notes, theme)


def paired_scores(scores: pd.DataFrame, theme: Theme, title: str) -> go.Figure:
    """Draw two scores of each split, joined by a line, the split with the largest difference first.

    Parameters
    ----------
    scores : DataFrame of shares, splits by two encodings
    """
    first, second = scores.columns
    ordered = scores.loc[(scores[second] - scores[first]).sort_values(ascending=False).index]
    lines = list(range(len(ordered)))
    figure = new_figure(
        theme,
        height=TALL,
        title_text=escape(title),
        xaxis={"title": {"text": "accuracy"}, "zeroline": False} | PERCENT,
        yaxis={"title": {"text": "splits"}, "showticklabels": False, "range": [len(lines) - 0.4, -0.6]}
        | {"zeroline": False, "showgrid": False},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 66, "b": 10},
    )
    ends = np.column_stack([ordered.to_numpy(), np.full(len(lines), np.nan)]).ravel()
    joined = {"x": 100 * ends, "y": np.repeat(lines, 3), "line": {"color": theme.faint, "width": 2}}
    figure.add_scatter(mode="lines", hoverinfo="skip", showlegend=False, **joined)
    for name, colour in zip(ordered, (PALETTE[0], HIGHLIGHT), strict=True):
        figure.add_scatter(
            x=100 * ordered[name],
            y=lines,
            mode="markers",
            name=label(name),
            marker={"size": 13, "color": colour},
            hovertext=[f"{label(name)} {in_percent(share, 1)}" for share in ordered[name]],
            hoverinfo="text",
        )
    return figure


def intervals(means: Mapping[str, tuple[float, float, float]], theme: Theme, title: str, quantity: str) -> go.Figure:
    """Draw a mean with its interval per line, and a line at 0; an interval that holds 0 is grey.

    Parameters
    ----------
    means : mapping of name to (low, mean, high)
    """
    figure = new_figure(
        theme,
        height=TALL,
        title_text=escape(title),
        showlegend=False,
        xaxis={"title": {"text": escape(quantity)}, "zeroline": True, "zerolinecolor": theme.text, "zerolinewidth": 2},
        yaxis={"autorange": "reversed", "showgrid": False, "ticksuffix": " "},
        margin={"l": 10, "r": 10, "t": 44, "b": 10},
    )
    for name, (low, mean, high) in means.items():
        figure.add_scatter(
            x=[mean],
            y=[label(name, 60).replace(": ", ":<br>", 1)],
            mode="markers",
            marker={"size": 15, "color": theme.faint if low <= 0 <= high else HIGHLIGHT},
            error_x={"array": [high - mean], "arrayminus": [mean - low], "thickness": 5, "width": 12},
            hovertext=f"{significant(mean)} ({significant(low)} to {significant(high)})",
            hoverinfo="text",
        )
    return figure


@dataclass(frozen=True, eq=False)
class Panel:
    """A map of rows next to others.

    Attributes
    ----------
    name : str
    places : (n, 2) array; a row without a place has NaN
    groups : (n,) int or None
        What colours the points, one colour for all if it is None.
    ringed : (n,) bool or None
        Points with a ring in orange.
    """

    name: str
    places: np.ndarray
    groups: np.ndarray | None = None
    ringed: np.ndarray | None = None


def maps(
    panels: Sequence[Panel],
    theme: Theme,
    title: str,
    words: Sequence[str] | None = None,
    names: Sequence[str] = (),
    labelled: bool = False,
) -> go.Figure:
    """Draw maps of rows side by side, without numbers along their axes.

    Parameters
    ----------
    panels : sequence of Panel
    words : sequence of n str, optional
        What the hover says of each row.
    names : sequence of str
        Of the groups, for a legend; none without them.
    labelled : bool
        True to write the words next to points where there is room, next to ringed ones first.
    """
    above = 30 * any(panel.name for panel in panels)
    figure = new_figure(
        theme,
        height=TALL,
        title_text=escape(title),
        showlegend=bool(names),
        legend={"orientation": "h", "y": 0, "yanchor": "top", "x": 0},
        margin={"l": 6, "r": 6, "t": 40 + above, "b": 6},
    )
    width = 1 / len(panels)
    for i, panel in enumerate(panels):
        number = "" if i == 0 else str(i + 1)
        domain = [i * width + 0.012 * (i > 0), (i + 1) * width - 0.012 * (i < len(panels) - 1)]
        low, high = np.nanmin(panel.places, axis=0), np.nanmax(panel.places, axis=0)
        low, high = low - 0.08 * (high - low), high + 0.08 * (high - low)
        plain: dict[str, Any] = {"showticklabels": False, "showgrid": False, "zeroline": False, "linecolor": theme.grid}
        plain |= {"mirror": True, "showline": True}
        figure.update_layout(
            {
                f"xaxis{number}": plain | {"domain": domain, "anchor": f"y{number}", "range": [low[0], high[0]]},
                f"yaxis{number}": plain | {"anchor": f"x{number}", "range": [low[1], high[1]]},
            }
        )
        axes = {"xaxis": f"x{number}", "yaxis": f"y{number}"}
        _add_points(figure, panel, words, names, axes)
        if labelled and words is not None:
            _add_names(figure, panel, words, (low, high), axes)
        if panel.name:
            place = {"xref": "paper", "yref": "paper", "x": domain[0], "y": 1, "xanchor": "left", "yanchor": "bottom"}
            figure.add_annotation(text=f"<b>{escape(panel.name)}</b>", showarrow=False, **place)
    return figure


def _add_points(
    figure: go.Figure,
    panel: Panel,
    words: Sequence[str] | None,
    names: Sequence[str],
    axes: dict[str, str],
) -> None:
    """The points of a map, a trace per group, and rings around some."""
    groups = np.zeros(len(panel.places), dtype=int) if panel.groups is None else panel.groups
    texts = None if words is None else np.array([escape(word) for word in words], dtype=object)
    for group in range(groups.max(initial=0) + 1):
        own = groups == group
        figure.add_scatter(
            x=panel.places[own, 0],
            y=panel.places[own, 1],
            mode="markers",
            name=label(names[group]) if names else "",
            showlegend=bool(names),
            marker={"size": 8, "color": PALETTE[group % len(PALETTE)], "opacity": 0.85},
            hovertext=None if texts is None else texts[own],
            hoverinfo="skip" if texts is None else "text",
            **axes,
        )
    if panel.ringed is not None and panel.ringed.any():
        figure.add_scatter(
            x=panel.places[panel.ringed, 0],
            y=panel.places[panel.ringed, 1],
            mode="markers",
            showlegend=False,
            marker={"size": 15, "symbol": "circle-open", "color": HIGHLIGHT, "line": {"width": 2.5}},
            hoverinfo="skip",
            **axes,
        )


def _add_names(
    figure: go.Figure,
    panel: Panel,
    words: Sequence[str],
    ends: tuple[np.ndarray, np.ndarray],
    axes: dict[str, str],
) -> None:
    """The words of the points where there is room: once for points at one place, next to ringed ones first."""
    ringed = np.zeros(len(words), dtype=bool) if panel.ringed is None else panel.ringed
    order = [i for i in np.argsort(~ringed, kind="stable") if not np.isnan(panel.places[i]).any()]
    _, first = np.unique(panel.places[order].round(3), axis=0, return_index=True)
    order = [order[i] for i in sorted(first)]
    sizes = np.full(len(words), 9.0)
    given = NamePlaces(np.stack(ends, axis=1).tolist(), _NAMED_WIDTH, _NAMED_HEIGHT)
    given.avoid(panel.places[order], sizes[order])
    sides = given.give(panel.places, list(words), sizes, order, _NAMES, covers=0)
    figure.add_scatter(
        x=panel.places[list(sides), 0],
        y=panel.places[list(sides), 1],
        mode="text",
        text=[f"<b>{label(words[i])}</b>" if ringed[i] else label(words[i]) for i in sides],
        textposition=list(sides.values()),
        textfont={"size": _NAMES},
        showlegend=False,
        hoverinfo="skip",
        **axes,
    )


def share_bars(shares: pd.Series, largest: pd.Series | None, theme: Theme, title: str) -> go.Figure:
    """Draw shares, such as the accuracy on each table, as bars; that of its largest class is a line in orange."""
    figure = new_figure(
        theme,
        height=TALL,
        title_text=escape(title),
        showlegend=False,
        xaxis={"range": [0, 109], "zeroline": False} | PERCENT,
        yaxis={"autorange": "reversed", "ticksuffix": " ", "showgrid": False},
        margin={"l": 10, "r": 10, "t": 44, "b": 10},
        bargap=0.45,
    )
    figure.add_bar(
        x=100 * shares,
        y=[label(name, 40) for name in shares.index],
        orientation="h",
        marker_color=PALETTE[0],
        text=[in_percent(share, 1) for share in shares],
        textposition="outside",
        hoverinfo="skip",
    )
    for i, share in enumerate([] if largest is None else largest):
        line = {"color": HIGHLIGHT, "width": 5}
        figure.add_shape(type="line", x0=100 * share, x1=100 * share, y0=i - 0.4, y1=i + 0.4, line=line)
        note = {"x": 100 * share, "y": i - 0.4, "yanchor": "bottom", "xanchor": "right", "showarrow": False}
        figure.add_annotation(text=f"largest class {in_percent(share, 1)}", **note)
    return figure


def two_histograms(values: Mapping[str, np.ndarray], theme: Theme, title: str, quantity: str) -> go.Figure:
    """Draw how often numbers occur, one or two histograms over each other, each with a line at its mean."""
    low, high = min(v.min() for v in values.values()), max(v.max() for v in values.values())
    figure = new_figure(
        theme,
        height=TALL,
        title_text=escape(title),
        barmode="overlay",
        xaxis={"title": {"text": escape(quantity)}, "range": [low - 1, max(high, low + 16) + 1], "zeroline": False},
        yaxis={"title": {"text": "how often"}, "zeroline": False},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 66, "b": 10},
        showlegend=len(values) > 1,
    )
    for (name, numbers), colour in zip(values.items(), (PALETTE[0], HIGHLIGHT), strict=False):
        edges = np.arange(np.floor(low), np.ceil(high) + 0.5, 0.5)
        counts, _ = np.histogram(numbers, edges)
        figure.add_bar(
            x=edges[:-1] + 0.25,
            y=counts,
            width=0.5,
            name=label(name),
            marker={"color": colour, "opacity": 0.6},
            hoverinfo="skip",
        )
        mean = float(numbers.mean())
        figure.add_vline(x=mean, line={"color": colour, "width": 3})
        note = {"x": mean, "y": 1, "yref": "paper", "yanchor": "top", "xanchor": "left", "xshift": 4}
        figure.add_annotation(text=f"<b>mean {mean:.1f}</b>", showarrow=False, **note)
    return figure
