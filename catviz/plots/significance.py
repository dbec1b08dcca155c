"""Critical-difference diagrams: average ranks on a line, and which methods do not differ."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.analysis.significance import Significance, mean_scores, rank_table, significance
from catviz.plots.arguments import on_paper, theme_of
from catviz.plots.colours import HIGHLIGHT, MAX_HUES, Theme, hues
from catviz.plots.style import escape, key_above, label, labels, new_figure, note

#: Pixels between two labels, of two lines each.
_UNIT = 38
#: Between two bars, in labels.
_STEP = 0.36
#: Least room for labels on either side, in lengths of the axis; that of a character; characters shown at most.
_LABELS, _CHARACTER, _LONGEST = 0.36, 0.027, 36
_TICKS = 12
#: With more methods than these each has a line of its own: labels on two sides of an axis would not be readable.
MANY = 10
#: Height of such a line.
_LINE = 26
#: Below a line of averages, in lines of tables: the first bar, the step to the next; between methods of one rank.
_FIRST, _BAR, _BESIDE = 0.4, 0.22, 0.22


def critical_difference(
    scores: pd.DataFrame | Significance,
    metric: str | None = None,
    control: str | None = None,
    theme: str | Theme = "light",
) -> go.Figure:
    """Draw average ranks of methods over data sets, with bars over methods that do not differ significantly at 5 %.

    With a control there is a band around it instead, and methods within it are grey. If Friedman's test finds nothing,
    only the ranks are drawn. More than ten methods have a line each, with an interval as long as the critical
    difference: two methods differ significantly if their intervals do not overlap.

    Scores of clusterings that are not corrected for chance (accuracy, purity, F1, NMI) can rank methods by the sizes of
    their clusters alone.

    Parameters
    ----------
    scores : DataFrame or Significance
        Data sets by methods, higher is better; or, with ``metric``, one row per run with ``data`` and ``method``. What
        was tested already is drawn as it is.
    metric : str, optional
        The score of the runs to rank by their mean.
    control : str, optional
        The method that all others are compared with (Bonferroni-Dunn); any two are compared where it is left out
        (Nemenyi).
    theme : {"light", "dark"}

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        Fewer than two data sets or two methods, or a control that is none of the methods.

    Examples
    --------
    >>> import catviz
    >>> from catviz.published import published
    >>> figure = catviz.plots.critical_difference(published("OCL", 4).wide("ARI").dropna(), control="OCL")
    >>> [note.text for note in figure.layout.annotations if "critical" in note.text]
    ['critical difference 3.58']
    """
    colours, test = theme_of(theme), scores
    if not isinstance(test, Significance):
        test = significance(test if metric is None else mean_scores(test, metric), control=control)
    if len(test.ranks) > MANY:
        return on_paper(_one_line_each(test.ranks, test.n_data, test, colours), theme)
    names, ranks = list(test.ranks.index), test.ranks.to_numpy()
    k, bars = len(names), test.alike if test.differ and test.control is None else []
    top = -(0.75 + _STEP * len(bars))
    left = [i for i in range(k) if i < (k + 1) // 2]
    right = [i for i in reversed(range(k)) if i not in left]
    places = {i: (1, top - row) for row, i in enumerate(left)} | {i: (k, top - row) for row, i in enumerate(right)}
    longest = max(len(line) for name in names for line in _lines(name))
    room, bottom = max(_LABELS, _CHARACTER * longest) * (k - 1), top - len(left) + 0.4
    ceiling = 2.3 if test.differ else 1.2
    figure = new_figure(
        colours,
        height=int(30 + _UNIT * (ceiling - bottom)),
        showlegend=False,
        hovermode="closest",
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis={"range": [1 - room, k + room], "visible": False, "fixedrange": True},
        yaxis={"range": [bottom, ceiling], "visible": False, "fixedrange": True},
    )
    shapes, notes = _axis(k, colours)
    if test.differ and test.control is not None:
        shapes.append(_band(test, bottom))
    if test.differ:
        shapes += _line(1, 1 + test.difference, 1.5, colours.text, 2)
        shapes += [s for x in (1, 1 + test.difference) for s in _line(x, x, 1.5, colours.text, 2, 0.14)]
        notes.append(note(f"critical difference {test.difference:.2f}", 1, 1.95, colours.text, xanchor="left"))
    for row, group in enumerate(bars):
        ends = test.ranks[group[0]] - 0.03 * (k - 1) / 9, test.ranks[group[-1]] + 0.03 * (k - 1) / 9
        shapes += _line(*ends, -0.42 - _STEP * row, colours.text, 6)
    for i, (name, rank) in enumerate(zip(names, ranks, strict=True)):
        end, y = places[i]
        beyond = end + 0.03 * (k - 1) * (-1 if i in left else 1)
        colour = _colour(test, name, colours)
        figure.add_scatter(
            x=[rank, rank, beyond],
            y=[0, y, y],
            mode="lines",
            line={"color": colour, "width": 2.5 if name == test.control else 1.6},
            hoverinfo="skip",
        )
        figure.add_scatter(
            x=[rank, beyond],
            y=[0, y],
            mode="markers",
            marker={"size": [10, 26], "color": colour, "opacity": [1, 0]},
            hovertext=_words(name, test.ranks, test.n_data, test),
            hoverinfo="text",
        )
        where, shift = ("right", -4) if i in left else ("left", 4)
        called, *more = _lines(name)
        first = f"{called}  <b>{rank:.2f}</b>" if i in left else f"<b>{rank:.2f}</b>  {called}"
        text = "<br>".join([first, *more])
        notes.append(note(text, beyond, y, colour, xanchor=where, align=where, xshift=shift))
    return on_paper(figure.update_layout(shapes=shapes, annotations=notes), theme)


def ranks_on_tables(
    scores: pd.DataFrame, found: Significance | None, theme: Theme, colours: Mapping[str, str] = MappingProxyType({})
) -> go.Figure:
    """Draw the methods' ranks on each table and their averages: of few methods a line a table, of many a line a method.

    Below the averages of few methods bars join those that do not differ significantly; around that of a reference
    method is a band. Without a test, or if Friedman's test finds nothing, there is neither.

    Parameters
    ----------
    scores : (N, k) DataFrame, tables by methods, higher is better
    found : Significance or None
        The test of these scores, if there is one.
    theme : Theme
    colours : mapping of methods to the colours that they have elsewhere
    """
    ranks = rank_table(scores)
    average = ranks.mean().sort_values(kind="stable") if found is None else found.ranks
    ranks = ranks[average.index]
    (n, k), names = ranks.shape, [label(name, _LONGEST) for name in average.index]
    if k > MAX_HUES:
        return _one_line_each(average, n, found, theme, ranks)
    differ = found if found is not None and found.differ else None
    bars = differ.alike if differ is not None and differ.control is None else []
    line, edge = n + 0.2, 0.06 * (k - 1)  # of the averages; room beside the best rank and the last
    ruler = line + _FIRST + _BAR * len(bars) + 0.2
    legend, top = key_above([f"{name} 1.00" for name in names])
    axis = {"zeroline": False, "fixedrange": True}
    tables = {"tickvals": [*range(n), line], "ticktext": [*labels(list(ranks.index)), "<b>average rank</b>"]}
    figure = new_figure(
        theme,
        height=int(np.clip(210 + 34 * n + 10 * len(bars), 300, 1200)),
        hovermode="closest",
        xaxis=axis | {"range": [1 - edge, k + edge], "dtick": 1, "title": {"text": "rank, 1 is the best"}},
        yaxis=axis | tables | {"range": [line + 0.5 if differ is None else ruler + 0.6, -0.5], "showgrid": False},
        legend=legend,
        margin={"l": 10, "r": 10, "t": top, "b": 10},
    )
    hue = hues(list(average.index), theme) | dict(colours)
    beside = _beside(ranks.to_numpy())
    for i, (name, rank) in enumerate(average.items()):
        figure.add_scatter(
            x=[*ranks[name], rank],
            y=[*(np.arange(n) + beside[:, i]), line],
            name=f"{names[i]} <b>{rank:.2f}</b>",
            mode="lines+markers",
            line={"color": hue[name], "width": 1.5},
            marker={"size": [10] * n + [17], "opacity": 1},
            hovertext=[*_on_tables(ranks[name]), _words(str(name), average, n, found)],
            hoverinfo="text",
        )
    shapes = [shape | {"xref": "paper"} for shape in _line(0, 1, n - 0.4, theme.grid, 1)]
    notes = []
    for row, group in enumerate(bars):
        ends = average[group[0]] - 0.2 * edge, average[group[-1]] + 0.2 * edge
        shapes += _line(*ends, line + _FIRST + _BAR * row, theme.text, 6)
    if differ is not None:
        if differ.control is not None:
            shapes.append(_band(differ, line + _FIRST) | {"y1": line - _FIRST})
        shapes += _line(1, min(1 + differ.difference, k + edge), ruler, theme.text, 2)
        text = f"critical difference {differ.difference:.2f}" + ": a bar joins ranks that differ by less" * bool(bars)
        notes.append(note(text, 1, ruler, theme.text, xanchor="left", yanchor="top"))
    return figure.update_layout(shapes=shapes, annotations=notes)


def _beside(ranks: np.ndarray) -> np.ndarray:
    """How far (N, k) marks are moved up or down, in lines, so that methods of one rank do not hide each other."""
    same = ranks[:, :, None] == ranks[:, None, :]
    return _BESIDE * (np.tril(same, -1).sum(axis=2) - (same.sum(axis=2) - 1) / 2)


def _lines(name: str) -> list[str]:
    """A method's name as it is written at the diagram; what it says in brackets has a line of its own."""
    called, bracket, more = label(name, _LONGEST).partition(" (")
    return [called, f"({more}"] if bracket else [called]


def _one_line_each(
    average: pd.Series, n_data: int, found: Significance | None, theme: Theme, on_each: pd.DataFrame | None = None
) -> go.Figure:
    """Draw the methods from the best down, with their average ranks and, if they differ, the critical difference.

    ``on_each`` are their ranks on the tables (tables by methods), small marks if they are given.
    """
    names, ranks = list(average.index), average.to_numpy()
    k, half = len(names), found.difference / 2 if found is not None else 0.0
    interval = found is not None and found.differ and found.control is None
    last = max(k, ranks.max() + interval * half)
    title = f"average rank over {n_data} tables, 1 is the best"
    figure = new_figure(
        theme,
        height=90 + _LINE * k,
        showlegend=False,
        hovermode="closest",
        margin={"l": 10, "r": 60, "t": 30, "b": 10},
        xaxis={"range": [0.5, last + 0.5], "title": {"text": title}, "zeroline": False, "nticks": _TICKS},
        yaxis={
            "range": [k - 0.5, -0.5],
            "tickvals": list(range(k)),
            "ticktext": [label(name, _LONGEST) for name in names],
            "showgrid": False,
            "zeroline": False,
        },
    )
    shapes, notes = [], []
    if found is not None and found.differ:
        what = "length of an interval" if found.control is None else "the band to either side"
        text = f"critical difference {found.difference:.2f}: {what}"
        notes.append(note(text, 0, 1.0, theme.text, xref="paper", yref="paper", xanchor="left", yanchor="bottom"))
        if found.control is not None:
            shapes.append(_band(found, k - 0.5) | {"y1": -0.5})
    colours = [_colour(found, name, theme) for name in names]
    if on_each is not None:
        figure.add_scatter(
            x=on_each[names].to_numpy().T.ravel(),
            y=np.repeat(np.arange(k), len(on_each)),
            mode="markers",
            marker={"size": 6, "color": theme.faint},
            hovertext=[text for name in names for text in _on_tables(on_each[name])],
            hoverinfo="text",
        )
    figure.add_scatter(
        x=ranks,
        y=list(range(k)),
        mode="markers",
        error_x={"array": [half] * k, "visible": interval, "color": theme.faint, "thickness": 2, "width": 5},
        marker={"size": 11, "color": colours},
        hovertext=[_words(name, average, n_data, found) for name in names],
        hoverinfo="text",
    )
    notes += [
        note(f"<b>{rank:.2f}</b>", 1.01, y, colour, xref="paper", xanchor="left")
        for y, (rank, colour) in enumerate(zip(ranks, colours, strict=True))
    ]
    return figure.update_layout(shapes=shapes, annotations=notes)


def _on_tables(ranks: pd.Series) -> list[str]:
    """What the marks of a method say, table by table."""
    return [f"<b>{escape(str(ranks.name))}</b><br>{escape(str(table))}: rank {rank:g}" for table, rank in ranks.items()]


def _axis(k: int, theme: Theme) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The line of ranks with its ticks; numbers thinned where there are many methods."""
    shapes = _line(1, k, 0, theme.text, 2)
    step = max(1, -(-k // _TICKS))
    notes = []
    for tick in range(1, k + 1):
        shapes += _line(tick, tick, 0.12, theme.text, 2, 0.12)
        if (tick - 1) % step == 0:
            notes.append(note(str(tick), tick, 0.6, theme.text))
    return shapes, notes


def _band(found: Significance, bottom: float) -> dict[str, Any]:
    centre = found.ranks[found.control]
    ends = np.clip([centre - found.difference, centre + found.difference], 0.8, len(found.ranks) + 0.2)
    return {
        "type": "rect",
        "x0": ends[0],
        "x1": ends[1],
        "y0": bottom,
        "y1": 0.3,
        "fillcolor": HIGHLIGHT,
        "opacity": 0.14,
        "line": {"width": 0},
        "layer": "below",
    }


def _colour(found: Significance | None, name: str, theme: Theme) -> str:
    if found is None or found.control is None or not found.differ:
        return theme.text
    if name == found.control:
        return HIGHLIGHT
    return theme.text if any(name in pair for pair in found.differing_pairs) else theme.faint


def _words(name: str, average: pd.Series, n_data: int, found: Significance | None) -> str:
    """A method's rank and which others it differs from."""
    words = [f"<b>{escape(name)}</b>", f"average rank {average[name]:.3f} over {n_data} data sets"]
    if found is None or not found.differ:
        return "<br>".join(words)
    if found.control is None or found.control == name:
        others = [b if a == name else a for a, b in found.differing_pairs if name in (a, b)]
        words.append(f"differs significantly from: {label(', '.join(others), 60) or 'none'}")
    else:
        gap = abs(found.ranks[name] - found.ranks[found.control])
        verdict = "significant" if gap > found.difference else "not significant"
        words.append(f"{gap:.3f} from {escape(found.control)}: {verdict}")
    return "<br>".join(words)


def _line(x0: float, x1: float, y: float, colour: str, width: float, half: float = 0.0) -> list[dict[str, Any]]:
    line = {"color": colour, "width": width}
    return [{"type": "line", "x0": x0, "x1": x1, "y0": y - half, "y1": y + half, "line": line}]
