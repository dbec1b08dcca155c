"""Bars of the values of many columns in little room: how many rows have each, and how many of the chosen ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from scipy.special import entr

from catviz.plots.colours import HIGHLIGHT, Theme, mixed
from catviz.plots.style import escape, label, labels, new_figure, others
from catviz.wording import in_percent

#: Values drawn a column, the most frequent ones; the rest are one line that says how many they are.
MOST_VALUES = 5
#: Pixels of a line, of a column's name above its lines, and of the space below them; of all together at most.
_LINE, _HEAD, _SPACE, TALLEST = 15, 18, 5, 540
#: The same in a presentation, whose letters must be read from afar.
PRESENTED = 260
#: Pixels up to which the columns stand below each other, else in two stacks.
_ONE_STACK = 400
#: Where bars begin within a stack of width 1, and the space between two stacks.
_BEGIN, _BETWEEN = 0.42, 0.08
#: Letters of a value and of a column in one of two stacks, and in one alone.
_LETTERS, _ALONE = (9, 18), (20, 40)
_SMALL = 11
_CLEAR = "rgba(0,0,0,0)"


@dataclass(frozen=True)
class _Column:
    """The lines of one column: positions of the values drawn, and how many values are left."""

    name: str
    values: list[int]
    left: int

    @property
    def height(self) -> int:
        """Pixels that the column takes."""
        return _HEAD + _LINE * (len(self.values) + bool(self.left)) + _SPACE


@dataclass(frozen=True)
class _Text:
    """Words at a place, to its right or left."""

    x: float
    y: float
    words: str
    side: str


def value_bars(
    contrasts: pd.DataFrame,
    n_rows: float,
    ids: np.ndarray,
    picked: np.ndarray,
    theme: Theme,
    generation: int = 0,
    tallest: int = TALLEST,
) -> go.Figure:
    """Draw a bar for each value: all rows that have it and, in orange, those of them that are chosen.

    Of columns that do not all fit, those are drawn whose lines share the rows most evenly (by entropy), in the order
    of the table: what goes with what has no part in it.

    Parameters
    ----------
    contrasts : DataFrame
        A line per value, those of a column together: ``attribute``, ``value``, ``count`` of the chosen rows with the
        value, ``share`` of them among the chosen rows, and ``share_all`` among all rows.
    n_rows : float
        All rows, by weight.
    ids : (values,) int
        The customdata of each line. Any line may be picked.
    picked : (values,) bool
        Values the rows were picked by, which get a frame.
    theme : Theme
    generation : int
        What tells a figure from one drawn before of the same values.
    tallest : int
        Pixels of height for which columns are chosen.

    Returns
    -------
    Figure
        Its first trace has the bars of all rows, with the ids of the values drawn.
    """
    columns = _fitting(contrasts, picked, tallest)
    drawn = _in_lines(columns)
    n_stacks = 1 + (sum(column.height for column in columns) > min(_ONE_STACK, tallest))
    placed, height = _placed(columns, n_stacks)
    value_letters, column_letters = _LETTERS if n_stacks > 1 else _ALONE
    names = labels([column.name for column in columns], column_letters)
    texts: list[_Text] = []
    starts, lines = [], []
    for (column, stack, top), name in zip(placed, names, strict=True):
        left = stack * (1 + _BETWEEN)
        texts.append(_Text(left, top + _HEAD / 2, f"<b>{name}</b>", "middle right"))
        values = labels([str(contrasts["value"].iat[i]) for i in column.values], value_letters)
        values += [label(others(column.left), value_letters)] * bool(column.left)
        below = [top + _HEAD + _LINE * (line + 0.5) for line in range(len(values))]
        texts += [_Text(left + _BEGIN - 0.02, y, value, "middle left") for y, value in zip(below, values, strict=True)]
        lines += below[: len(column.values)]
        starts += [left + _BEGIN] * len(column.values)
    axis: dict[str, Any] = {"visible": False, "fixedrange": True}
    figure = new_figure(
        theme,
        height=height,
        xaxis=axis | {"range": [-0.01, n_stacks + _BETWEEN * (n_stacks - 1) + 0.01]},
        yaxis=axis | {"range": [height, 0]},
        dragmode="pan",
        clickmode="event",
        hovermode="closest",
        hoverlabel={"bgcolor": theme.text, "font": {"color": theme.paper}},
        barmode="overlay",
        meta=generation,
        showlegend=False,
        margin={"l": 0, "r": 0, "t": 4, "b": 4},
    )
    rows = (contrasts["share_all"] * n_rows).to_numpy()[drawn]
    chosen = contrasts["count"].to_numpy()[drawn]
    width = (1 - _BEGIN) / rows.max()
    any_chosen = bool(contrasts["count"].any())
    how: dict[str, Any] = {"y": lines, "orientation": "h", "hoverinfo": "skip", "width": _LINE - 4, "base": starts}
    how |= {"customdata": ids[drawn]}
    frame = {"width": 2 * picked[drawn].astype(int), "color": theme.text}
    figure.add_bar(x=rows * width, marker={"color": _mixed(theme), "line": frame}, **how)
    if any_chosen:
        figure.add_bar(x=chosen * width, marker={"color": HIGHLIGHT}, **how)
    # the whole line is there to point at and to click, its name too
    line = {"base": np.array(starts) - _BEGIN, "width": _LINE, "hoverinfo": "text"}
    line |= {"hovertext": [_hover(contrasts.iloc[i], n_rows, any_chosen) for i in drawn]}
    figure.add_bar(x=np.ones(len(lines)), marker={"color": _CLEAR}, **how | line)
    for side in ("middle right", "middle left"):
        some = [text for text in texts if text.side == side]
        figure.add_scatter(
            x=[text.x for text in some],
            y=[text.y for text in some],
            text=[text.words for text in some],
            mode="text",
            textposition=side,
            textfont={"size": _SMALL, "color": theme.text},
            hoverinfo="skip",
        )
    return figure


def _mixed(theme: Theme) -> str:
    """The colour of a bar's rows that are not chosen: between paper and faint marks."""
    return mixed(theme.faint, theme.paper, 0.5)


def values_drawn(contrasts: pd.DataFrame, picked: np.ndarray, tallest: int = TALLEST) -> np.ndarray:
    """The positions of the values that `value_bars` draws, from left to right and top to bottom."""
    return _in_lines(_fitting(contrasts, picked, tallest))


def _in_lines(columns: Sequence[_Column]) -> np.ndarray:
    return np.array([i for column in columns for i in column.values])


def _fitting(contrasts: pd.DataFrame, picked: np.ndarray, tallest: int) -> list[_Column]:
    """The columns that fit, in their order, each with its most frequent values and those picked."""
    columns, of, shares = [], contrasts["attribute"].to_numpy(), contrasts["share_all"].to_numpy()
    weight = {}
    for name in dict.fromkeys(of):
        values = np.flatnonzero(of == name)
        first = values[np.lexsort((-shares[values], ~picked[values]))][:MOST_VALUES]
        # one value more takes the line that would count it
        kept = values if len(values) <= MOST_VALUES + 1 else np.sort(first)
        columns.append(_Column(name, kept.tolist(), len(values) - len(kept)))
        left_over = max(shares[values].sum() - shares[kept].sum(), 0.0)
        weight[name] = bool(picked[values].any()), float(entr([*shares[kept], left_over]).sum())
    room, fitting = 2 * tallest, set[str]()
    for column in sorted(columns, key=lambda column: weight[column.name], reverse=True):
        if column.height > room:
            break
        room -= column.height
        fitting.add(column.name)
    return [column for column in columns if column.name in fitting]


def _placed(columns: Sequence[_Column], n_stacks: int) -> tuple[list[tuple[_Column, int, int]], int]:
    """Each column with its stack and its top in pixels, and the height of the taller stack."""
    half, placed, tops = sum(column.height for column in columns) / n_stacks, [], [0] * n_stacks
    stack = 0
    for column in columns:
        if stack + 1 < n_stacks and tops[stack] + column.height / 2 > half:
            stack += 1
        placed.append((column, stack, tops[stack]))
        tops[stack] += column.height
    return placed, max(tops)


def _hover(line: pd.Series, n_rows: float, any_chosen: bool) -> str:
    """A value, its rows, and how many of the chosen ones have it."""
    words = f"{escape(line['attribute'])} = {escape(line['value'])}<br>{in_percent(line['share_all'])} of all rows"
    words += f" ({line['share_all'] * n_rows:,.4g} of {n_rows:,.4g})"
    return words + any_chosen * f"<br>{in_percent(line['share'])} of the chosen rows ({line['count']:,.4g})"
