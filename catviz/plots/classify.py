"""Figures of predictions: accuracy of repeated splits, confusion of groups, accuracy against time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from catviz.plots.cell_letters import write_in_cells
from catviz.plots.colours import HIGHLIGHT, MAX_HUES, Theme, hues
from catviz.plots.style import (
    FONT_SIZE,
    NUMBERS,
    PERCENT,
    add_cells,
    colorbar,
    escape,
    label,
    new_figure,
    note,
    others,
    thinned,
)
from catviz.wording import in_percent

_LANE = 44
_JITTER = 0.24
#: The narrowest range of accuracy drawn, so that rounding is never seen as a difference.
_NARROWEST = 0.04
_NAMED_GROUPS = 24
_WRITTEN_GROUPS = 12
_AT_THE_LEFT = {"yanchor": "bottom", "xanchor": "left"}
#: A symbol a classifier.
_SYMBOLS = ("circle", "diamond", "square", "triangle-up")

#: An encoding and a classifier; the encoding is empty where the classifier takes the values as they are.
Pair = tuple[str, str]


def pair_name(pair: Pair) -> str:
    """An encoding and a classifier in words."""
    return " · ".join(filter(None, pair))


def accuracy_strips(
    runs: pd.DataFrame,
    pairs: Sequence[Pair],
    largest: float,
    theme: Theme,
    colours: Mapping[str, str] = MappingProxyType({}),
) -> go.Figure:
    """Draw one lane per pair, one point per split, a bar and a number at the mean, and the share of the largest class.

    Parameters
    ----------
    runs : DataFrame with ``encoding``, ``classifier``, ``repeat`` and ``accuracy``
        Lanes whose runs are still to come stay empty.
    largest : float
        The accuracy of always predicting the largest class: a dotted line with its number. Far below all points it is
        not on the axis, so that the points remain apart: then its number says so.
    colours : mapping of encoding to colour
        The colour that a method has elsewhere.
    """
    low, high = _range(runs["accuracy"], largest)
    beyond = bool(largest < low)
    figure = new_figure(
        theme,
        height=114 + _LANE * len(pairs),
        showlegend=False,
        margin={"l": 10, "r": 84, "t": 54, "b": 10},
        xaxis={
            "title": {"text": "accuracy on the test rows"},
            "range": [100 * low, 100 * high],
            "zeroline": False,
            "nticks": 7,
        }
        | PERCENT,
        yaxis={
            "range": [len(pairs) - 0.5, -0.5],
            "tickvals": list(range(len(pairs))),
            "ticktext": [label(pair_name(pair), 36) for pair in pairs],
            "showgrid": False,
            "zeroline": False,
        },
    )
    text = f"always predicting the largest class: {in_percent(largest, 1)}"
    if beyond:
        notes = [note(f"{text} (left of this axis)", 0, 1, theme.text, xref="paper", yref="paper", **_AT_THE_LEFT)]
    else:
        line = {"color": theme.text, "width": 2, "dash": "dot"}
        ends = {"x": [100 * largest] * 2, "y": [-0.5, len(pairs) - 0.5]}
        figure.add_scatter(**ends, mode="lines", line=line, hovertext=text, hoverinfo="text")
        place = (largest - low) / (high - low)
        side = "left" if place < 0.3 else "right" if place > 0.7 else "center"
        notes = [note(text, 100 * largest, 1, theme.text, yref="paper", yanchor="bottom", xanchor=side)]
    colours = hues(list(dict.fromkeys(encoding for encoding, _ in pairs)), theme) | dict(colours)
    jitter = np.random.default_rng(0)
    for lane, (encoding, classifier) in enumerate(pairs):
        runs_of_pair = runs[(runs["encoding"] == encoding) & (runs["classifier"] == classifier)]
        if runs_of_pair.empty:
            continue
        _add_lane(figure, runs_of_pair, lane, pair_name((encoding, classifier)), colours[encoding], jitter, theme)
        mean = runs_of_pair["accuracy"].mean()
        notes.append(note(f"<b>{in_percent(mean, 1)}</b>", 1.015, lane, theme.text, xref="paper", xanchor="left"))
    return figure.update_layout(annotations=notes)


def confusion_map(counts: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw groups by predicted groups: shares of a group's rows as colour, with their counts.

    Parameters
    ----------
    counts : (K, K) DataFrame of rows tested, groups down, predictions across
    """
    totals = counts.to_numpy().sum(axis=1, keepdims=True)
    shares = np.divide(counts.to_numpy(), totals, out=np.zeros(counts.shape), where=totals > 0)
    k = len(counts)
    ticks, letters = thinned(k, _NAMED_GROUPS), 24 if k <= _WRITTEN_GROUPS / 2 else 16
    axis = {
        "tickvals": ticks,
        "ticktext": [label(counts.index[i], letters) for i in ticks],
        "showgrid": False,
    }
    figure = new_figure(
        theme,
        height=int(np.clip(190 + 58 * k, 320, 620)),
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        xaxis=axis | {"title": {"text": "predicted class"}, "zeroline": False, "constrain": "domain"},
        yaxis=axis | {"title": {"text": "known class", "standoff": 14}, "autorange": "reversed", "zeroline": False},
    )
    names = [label(name, 40) for name in counts.index]
    words = [
        [
            f"{a} predicted as {b}<br>{n:,} rows, {in_percent(s, 1)} of {a}"
            for b, n, s in zip(names, row, of, strict=True)
        ]
        for a, row, of in zip(names, counts.to_numpy(), shares, strict=True)
    ]
    add_cells(
        figure,
        100 * shares,
        100,
        theme,
        colorbar=colorbar("share of the class's rows") | PERCENT,
        text=words,
        hoverinfo="text",
    )
    if k > _WRITTEN_GROUPS:
        return figure
    cells = [(x, y, shares[y, x], counts.iat[y, x]) for y in range(k) for x in range(k) if counts.iat[y, x]]
    notes = [
        {
            "x": x,
            "y": y,
            "text": in_percent(share) + f"<br>{n:,}" * (k <= _WRITTEN_GROUPS / 2),
            "showarrow": False,
            "font": {"size": FONT_SIZE},
        }
        for x, y, share, n in cells
    ]
    return write_in_cells(figure, notes, theme)


def speed(means: pd.DataFrame, theme: Theme, colours: Mapping[str, str] = MappingProxyType({})) -> go.Figure:
    """Draw mean accuracy against mean seconds to predict: colour is the encoding, symbol the classifier.

    Parameters
    ----------
    means : DataFrame with ``encoding``, ``classifier``, ``accuracy``, ``deviation`` and ``predict_seconds``
    """
    ticks = _round_times(means["predict_seconds"].min(), means["predict_seconds"].max())
    figure = new_figure(
        theme,
        height=460,
        margin={"l": 10, "r": 20, "t": 34, "b": 10},
        legend={"orientation": "h", "y": -0.2, "yanchor": "top", "x": 0},
        xaxis={
            "title": {"text": "time to predict the test rows, encoding included"},
            "type": "log",
            "zeroline": False,
            "tickvals": ticks,
            "ticktext": [f"{t:g} s" if t >= 1 else f"{1000 * t:g} ms" for t in ticks],
        },
        yaxis={"title": {"text": "accuracy on the test rows", "standoff": 14}, "zeroline": False} | PERCENT,
    )
    encodings = list(dict.fromkeys(means["encoding"]))
    colours = hues(encodings, theme) | dict(colours)
    symbols = dict(zip(dict.fromkeys(means["classifier"]), _SYMBOLS, strict=False))
    for encoding in filter(None, encodings):
        _add_legend(figure, encoding, colours[encoding], "circle")
    for classifier, symbol in symbols.items():
        _add_legend(figure, classifier, theme.faint, f"{symbol}-open")
    for line in means.itertuples(index=False):
        figure.add_scatter(
            x=[line.predict_seconds],
            y=[100 * line.accuracy],
            error_y={"array": [100 * line.deviation], "color": colours[line.encoding], "thickness": 1.5, "width": 5},
            mode="markers",
            name=label(pair_name((line.encoding, line.classifier)), 40),
            marker={
                "size": 15,
                "color": colours[line.encoding],
                "symbol": symbols[line.classifier],
                "line": {"width": 1, "color": theme.paper},
            },
            showlegend=False,
            hovertemplate="%{fullData.name}<br>%{y:.1f}\u00a0% in %{x:.3g} s<extra></extra>",
        )
    return figure


def _add_lane(figure: Any, own: pd.DataFrame, lane: int, name: str, colour: str, jitter: Any, theme: Theme) -> None:
    words = [f"split {i + 1}: {in_percent(a, 1)}" for i, a in zip(own["repeat"], own["accuracy"], strict=True)]
    figure.add_scatter(
        x=100 * own["accuracy"],
        y=lane + jitter.uniform(-_JITTER, _JITTER, len(own)),
        mode="markers",
        name=label(name, 40),
        marker={"size": 10, "color": colour, "opacity": 0.85, "line": {"width": 1, "color": theme.paper}},
        hovertext=words,
        hoverinfo="text+name",
    )
    mean = float(own["accuracy"].mean())
    figure.add_scatter(
        x=[100 * mean] * 2,
        y=[lane - 0.36, lane + 0.36],
        mode="lines",
        line={"color": theme.text, "width": 3},
        hovertext=f"{escape(name)}: mean {in_percent(mean, 1)} of {len(own)}",
        hoverinfo="text",
    )


def _range(scores: pd.Series, largest: float) -> tuple[float, float]:
    """An axis of all scores; the dotted line is on it unless, far below them, it takes more than half of its length."""
    if scores.empty:
        return max(largest - 0.05, 0.0), 1.01
    low, high = scores.min(), max(scores.max(), largest)
    if low > largest >= low - (high - low):
        low = largest
    missing = max(_NARROWEST - (high - low), 0) / 2
    room = 0.05 * (high - low + 2 * missing)
    return low - missing - room, min(high + missing, 1.0) + room


def _add_legend(figure: go.Figure, name: str, colour: str, symbol: str) -> None:
    """An entry of the legend alone."""
    marker = {"size": 12, "color": colour, "symbol": symbol, "line": {"width": 2 * symbol.endswith("open")}}
    figure.add_scatter(x=[None], y=[None], mode="markers", name=label(name, 30), marker=marker)


def _round_times(low: float, high: float) -> list[float]:
    """Times of one, two or five times a power of ten around a range; only the powers where that is many."""
    decades = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    steps = (1, 2, 5) if len(decades) < 4 else (1,)
    return [step * 10.0**decade for decade in decades for step in steps]


def centroid_map(
    rows: np.ndarray,
    row_groups: np.ndarray,
    centroids: pd.DataFrame,
    groups: list[str],
    theme: Theme,
    title: str,
    axes: tuple[str, str] = ("axis 1", "axis 2"),
) -> go.Figure:
    """Draw the rows' map faint, and on it the centroids of each group: the wider the ring, the larger the margin.

    Parameters
    ----------
    rows : (n, 2) places of rows
    row_groups : (n,) place of each row's group in ``groups``
    centroids : DataFrame with ``x``, ``y``, ``group``, ``margin`` (from 0 to 1) and ``words`` (escaped)
    groups : groups in their order
    axes : titles of the axes of the map
    """
    figure = new_figure(
        theme,
        height=520,
        title_text=escape(title),
        xaxis={"showticklabels": False, "zeroline": False, "title": {"text": axes[0]}},
        yaxis={"showticklabels": False, "zeroline": False, "scaleanchor": "x", "title": {"text": axes[1]}},
        legend={"orientation": "h", "y": -0.13, "yanchor": "top", "x": 0},
    )
    colours, size = hues(groups, theme), float(np.clip(90 / np.sqrt(max(len(centroids), 1)), 8, 15))
    rest, named = others(len(groups) - MAX_HUES), set()
    entries = {group: label(group, 22) if place < MAX_HUES else rest for place, group in enumerate(groups)}
    for place, group in enumerate(groups):
        at = row_groups == place
        figure.add_scattergl(
            x=rows[at, 0].astype(np.float32),
            y=rows[at, 1].astype(np.float32),
            mode="markers",
            marker={"size": 6, "color": colours[group], "opacity": 0.35},
            hoverinfo="skip",
            legendgroup=entries[group],
            showlegend=False,
        )
    for group, of_group in ((group, centroids[centroids["group"] == group]) for group in groups):
        if of_group.empty:
            continue
        figure.add_scattergl(
            x=of_group["x"].to_numpy(np.float32),
            y=of_group["y"].to_numpy(np.float32),
            mode="markers",
            name=entries[group],
            legendgroup=entries[group],
            showlegend=entries[group] not in named,
            marker={
                "size": size,
                "color": colours[group],
                "line": {"color": theme.text, "width": (0.4 + size / 3 * of_group["margin"]).to_numpy(np.float32)},
            },
            hovertext=of_group["words"],
            hoverinfo="text",
        )
        named.add(entries[group])
    return figure


def along_sizes(means: pd.DataFrame, nearest: str, joined: Sequence[str], chosen: str, theme: Theme) -> go.Figure:
    """Draw accuracy and time to predict as groups get more centroids, each beside what comparing all rows gives.

    Parameters
    ----------
    means : DataFrame indexed by size, with ``accuracy``, ``deviation`` and ``predict_seconds``
    nearest : str
        The size that stands for all rows; ``chosen`` is the one to mark.
    joined : sequence of str
        Sizes a line goes through, fewest centroids first.
    """
    figure = make_subplots(rows=1, cols=2, horizontal_spacing=0.14)
    figure.update_layout(new_figure(theme, 340).layout, showlegend=False, margin={"l": 10, "r": 10, "t": 16, "b": 10})
    names = ["all" if size == nearest else size for size in means.index]
    colour = hues(["curve"], theme)["curve"]
    fills = [HIGHLIGHT if size == chosen else theme.text if size == nearest else colour for size in means.index]
    whiskers = {"color": theme.faint, "thickness": 1, "width": 4}
    panels = (
        ("accuracy on the test rows", 100 * means["accuracy"], 100 * means["deviation"], PERCENT, "%{y:.1f}\u00a0%"),
        ("time to predict, ms", 1000 * means["predict_seconds"], None, {"tickformat": NUMBERS}, "%{y:,.3r} ms"),
    )
    for column, (title, values, deviations, ticks, hover) in enumerate(panels, start=1):
        joined_here = [size for size in joined if size in values.index]
        line = {"color": colour, "width": 1.5}
        figure.add_scatter(
            x=joined_here, y=values[joined_here], mode="lines", line=line, hoverinfo="skip", row=1, col=column
        )
        figure.add_scatter(
            x=names,
            y=values,
            error_y=whiskers | {"array": deviations, "visible": deviations is not None},
            mode="markers",
            marker={
                "size": [17 if size in (chosen, nearest) else 11 for size in means.index],
                "color": fills,
                "symbol": ["star" if size == nearest else "circle" for size in means.index],
            },
            hovertemplate=f"%{{x}}<br>{hover}<extra></extra>",
            row=1,
            col=column,
        )
        grid = {"gridcolor": theme.grid, "zeroline": False, "tickfont_size": FONT_SIZE, "title_font_size": FONT_SIZE}
        figure.update_xaxes(
            type="category", title_text="T, centroids per class", tickangle=0, row=1, col=column, **grid
        )
        low = {"rangemode": "tozero"} if deviations is None else {}
        figure.update_yaxes(title_text=title, automargin=True, row=1, col=column, **ticks, **grid, **low)
    return figure
