"""Figures of a comparison: scores of repeated runs, agreement of methods."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.analysis.metrics import NAMES, SHARES, score_text
from catviz.analysis.significance import mean_scores, rank_table
from catviz.plots.arguments import known, on_paper, theme_of
from catviz.plots.cell_letters import write_in_cells
from catviz.plots.colours import HIGHLIGHT, MAX_HUES, Theme, colorscale, hues
from catviz.plots.method_ranks import correlation_cells
from catviz.plots.style import (
    FONT_SIZE,
    NUMBERS,
    PERCENT,
    colorbar,
    escape,
    key_above,
    label,
    labels,
    new_figure,
)
from catviz.wording import in_percent

#: Characters of a method's name: as many as the registry's longest title has.
LONGEST = 36
#: Up to so many methods have boxes, each of its own hue; more are listed.
FEW = MAX_HUES
#: Runs of a box up to which its points are large.
SPARSE = 30
#: Height of a method's line, and of one of more methods than the third number.
_LINE, _LOW_LINE, _MANY = 26, 22, 20
#: Names of so many methods lie level where they fit; the least height of a matrix of methods.
_LEVEL, _LEAST = 4, 400
#: Up to so many columns of numbers are written into the cells; pixels of a letter of upright names, of a colour bar.
_WRITTEN, _UPRIGHT, _BAR = 14, 5.6, 300
#: Widths of a cell between many narrow columns and the average ranks at their right: room for five letters.
_ASIDE = 1.2


def scores(
    results: pd.DataFrame,
    metric: str = "adjusted_rand",
    theme: str | Theme = "light",
    colours: Mapping[str, str] = MappingProxyType({}),
) -> go.Figure:
    """Draw the scores of repeated runs: one box per method and table, one point per run; of many methods, a line each.

    Parameters
    ----------
    results : DataFrame
        From `catviz.analysis.comparison.compare`: ``data``, ``method`` and the metric, one row per run.
    metric : str
    theme : {"light", "dark"}
    colours : mapping of methods to the colours that they have elsewhere

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    TypeError
        Anything but such runs. ValueError for a metric that they lack.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.comparison import compare
    >>> zoo = {"zoo": catviz.load_dataset("zoo")}
    >>> runs = compare(zoo, {"ADM": catviz.AhmadDey(), "Hamming": catviz.Hamming()}, repeats=2)
    >>> [box.name for box in catviz.plots.scores(runs).data]
    ['ADM', 'Hamming']
    """
    look = theme_of(theme)
    if not isinstance(results, pd.DataFrame) or not {"data", "method"} <= set(results.columns):
        raise TypeError(
            f"results is a {type(results).__name__} without the columns 'data' and 'method': give the runs that "
            "catviz.analysis.comparison.compare returns, a DataFrame with one row per run"
        )
    title = NAMES.get(known(metric, list(results.columns)), metric)
    many = results["method"].nunique() > FEW
    figure = board(results, metric, title, look) if many else _boxes(results, metric, title, look, colours)
    return on_paper(figure, theme)


def _boxes(results: pd.DataFrame, metric: str, title: str, theme: Theme, colours: Mapping[str, str]) -> go.Figure:
    """Draw a box per method and table, the best method at the top: each run is a point, ``title`` names the scores."""
    methods = list(_ranked(results, metric)[1].index)
    tables = list(dict.fromkeys(results["data"]))
    names = [label(method, LONGEST) for method in methods]
    legend, top = key_above(names)
    figure = new_figure(
        theme,
        height=int(np.clip(150 + 34 * len(methods) * len(tables), 300, 640)),
        boxmode="group",
        xaxis={"title": {"text": escape(title)}} | (PERCENT if metric in SHARES else {"tickformat": NUMBERS}),
        yaxis={
            "tickvals": list(range(len(tables))),
            "ticktext": [label(t) for t in tables],
            "autorange": "reversed",
        },
        legend=legend,
        margin={"l": 10, "r": 10, "t": top, "b": 10},
    )
    colours = hues(methods, theme) | dict(colours)
    few = results.groupby(["data", "method"]).size().max() <= SPARSE
    for method, name in zip(methods, names, strict=True):
        runs = results[results["method"] == method]
        figure.add_box(
            x=100 * runs[metric] if metric in SHARES else runs[metric],
            y=[tables.index(t) for t in runs["data"]],
            name=name,
            orientation="h",
            boxpoints="all",
            jitter=0.3 if few else 0.6,
            pointpos=0,
            marker={"color": colours[method], "size": 5 if few else 3},
            line={"width": 1.5},
        )
    return figure


def board(
    results: pd.DataFrame,
    metric: str,
    title: str,
    theme: Theme,
    above_chance: pd.DataFrame | None = None,
    deviations: pd.DataFrame | None = None,
    clickable: bool = False,
    tested: pd.DataFrame | None = None,
    most: int | None = None,
) -> go.Figure:
    """A line per method, the best at the top: its mean score on each table, coloured by rank, and its average rank.

    The average rank is over the mean scores of ``tested`` (tables by methods), or over all if it is None. A missing
    score has a cross. ``above_chance`` (tables by methods) says which scores are; the others get a ring.
    ``deviations`` (the same) are those of the runs, if ``results`` holds means. ``clickable`` cells can be picked;
    `picked_cell` gives what their customdata stands for. Of more methods than ``most`` the best are in sight; ranks
    are those among all.
    """
    means, average = _ranked(results, metric, tested)
    methods = list(average.index)
    means = means[methods]
    ranks = rank_table(means)
    if deviations is None:
        deviations = results.groupby(["data", "method"])[metric].std().unstack("method")
    lines, tables = len(methods), list(means.index)
    deviations = deviations.reindex(index=tables, columns=methods)
    upright, longest = len(tables) > _WRITTEN, min(max(map(len, tables), default=0), LONGEST)
    after = len(tables) + _ASIDE * upright
    seen = lines if most is None else min(most, lines)
    height = (_LOW_LINE if seen > _MANY else _LINE) * seen
    figure = new_figure(
        theme,
        height=110 + height + round(_UPRIGHT * longest) * upright,
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        xaxis=_names([*tables, f"average rank ({len(tables if tested is None else tested)})"], after)
        | {"range": [-0.5, after + 0.5 + _ASIDE * upright]},
        yaxis=_ticks([label(m, LONGEST) for m in methods]) | {"range": [seen - 0.5, -0.5]},
    )
    scores, spreads, places = (frame[methods].to_numpy().T for frame in (means, deviations, ranks))
    words = [
        [_words(t, m, title, _score(metric, scores[y, x], spreads[y, x]), places[y, x]) for x, t in enumerate(tables)]
        for y, m in enumerate(methods)
    ]
    bar = colorbar("rank on the table, 1 is the best")
    if height > _BAR:
        bar |= {"lenmode": "pixels", "len": _BAR, "y": 1, "yanchor": "top"}
    figure.add_heatmap(
        z=places.astype(np.float32),
        zmin=1,
        zmax=lines,
        colorscale=colorscale(theme.scale),
        xgap=1,
        ygap=1,
        colorbar=bar,
        text=words,
        hoverinfo="text",
    )
    ys, xs = np.nonzero(np.isnan(scores))
    if len(xs):
        cross = {"symbol": "x-thin", "size": 6, "line": {"width": 1.5, "color": theme.faint}}
        figure.add_scatter(
            x=xs.tolist(), y=ys.tolist(), mode="markers", marker=cross, name="no score", hoverinfo="skip"
        )
    if above_chance is not None:
        ys, xs = np.nonzero(~above_chance.loc[tables, methods].to_numpy(dtype=bool).T)
        ring = {"symbol": "circle-open", "size": 9, "color": HIGHLIGHT, "line": {"width": 2}}
        figure.add_scatter(
            x=xs.tolist(), y=ys.tolist(), mode="markers", marker=ring, name="could be chance", hoverinfo="skip"
        )
    if clickable:
        _add_squares(figure, words)
    notes = [_cell(f"<b>{rank:.2f}</b>", after, y) for y, rank in enumerate(average)]
    if len(tables) <= _WRITTEN:
        notes += [_cell(_in_cell(metric, scores[y, x]), x, y) for y in range(lines) for x in range(len(tables))]
    return write_in_cells(figure, notes, theme)


def picked_cell(results: pd.DataFrame, metric: str, number: int, tested: pd.DataFrame | None = None) -> tuple[str, str]:
    """``(table, method)`` of the customdata of a clickable cell of `board`."""
    means, average = _ranked(results, metric, tested)
    line, column = divmod(number, len(means))
    return str(means.index[column]), str(average.index[line])


def _add_squares(figure: go.Figure, words: list[list[str]]) -> None:
    """Invisible squares over the cells, line by line: a heat map itself cannot be picked in, nor hovered under them."""
    n = len(words[0])
    ys, xs = np.divmod(np.arange(n * len(words)), n)
    clear = {"marker": {"opacity": 0}}
    figure.add_scatter(
        x=xs,
        y=ys,
        mode="markers",
        marker={"symbol": "square", "size": _LOW_LINE, "opacity": 0, "color": HIGHLIGHT},
        selected=clear,
        unselected=clear,
        customdata=np.arange(len(xs)),
        hovertext=[*chain.from_iterable(words)],
        hoverinfo="text",
        showlegend=False,
    )
    figure.update_layout(showlegend=False, clickmode="event+select", dragmode=False)
    figure.update_xaxes(fixedrange=True).update_yaxes(fixedrange=True)


def _ranked(results: pd.DataFrame, metric: str, tested: pd.DataFrame | None = None) -> tuple[pd.DataFrame, pd.Series]:
    """Mean scores, tables by methods, and the average ranks of the methods, the best first."""
    means = mean_scores(results, metric)
    ranks = rank_table(means if tested is None else tested)
    return means, ranks.mean().sort_values(kind="stable")


def _names(names: list[str], last: float) -> dict[str, Any]:
    """An axis at the top with names in several lines, or upright and smaller where there are many; the last's place."""
    if len(names) > _WRITTEN + 1:
        places = {"tickvals": [*range(len(names) - 1), last], "tickfont": {"size": FONT_SIZE - 3}}
        return _ticks(labels(names, LONGEST)) | places | {"side": "top", "tickangle": -90}
    width = 14 if len(names) <= 7 else 8
    lines = [textwrap.wrap(name, width, max_lines=3, placeholder="…") for name in names]
    return _ticks(["<br>".join(escape(line) for line in each) for each in lines]) | {"side": "top", "tickangle": 0}


def _ticks(texts: list[str]) -> dict[str, Any]:
    return {"tickvals": list(range(len(texts))), "ticktext": texts, "showgrid": False, "zeroline": False, "ticks": ""}


def _words(table: str, method: str, title: str, score: str, rank: float) -> str:
    scored = f"{escape(title)} {score}" if score else "no score"
    return f"{escape(method)}<br>{escape(table)}<br>{scored}<br>rank {rank:g}"


def _score(metric: str, mean: float, deviation: float) -> str:
    """A mean with its deviation, if the runs have one; empty where there is no mean."""
    spread = f" ± {score_text(metric, deviation)}" if not np.isnan(deviation) else ""
    return f"{score_text(metric, mean)}{spread}" if not np.isnan(mean) else ""


def _in_cell(metric: str, mean: float) -> str:
    """A mean in the few letters that a cell holds."""
    return "–" if np.isnan(mean) else in_percent(mean) if metric in SHARES else f"{mean:.2f}"


def _cell(text: str, x: float, y: int) -> dict[str, Any]:
    return {"x": x, "y": y, "text": text, "showarrow": False, "font": {"size": FONT_SIZE}}


def agreement(matrix: pd.DataFrame, theme: Theme, title: str = "") -> go.Figure:
    """Draw rank correlations of row distances between methods (k, k), from 0 to 1."""
    k = len(matrix)
    layout = {
        "height": max(170 + (40 if k <= _WRITTEN else _LINE) * k + 120 * (k > FEW), _LEAST),
        "title_text": escape(title),
        "margin": {"l": 10, "r": 10, "t": 34 if title else 10, "b": 10},
    }
    colours = {"zmin": 0, "zmax": 1, "colorscale": colorscale(theme.scale[::-1])}
    colours |= {"colorbar": colorbar("rank correlation")}
    angle = None if k <= _LEVEL else -35 if k <= FEW else -90
    return correlation_cells(matrix, theme, LONGEST, angle, colours, layout, k <= _WRITTEN)
