"""Published figures beside ours: cells in the colour of what can be said of them, or one against the other."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.plots.cell_letters import write_in_cells
from catviz.plots.colours import HIGHLIGHT, PALETTE, Theme
from catviz.plots.style import FONT_SIZE, escape, label, new_figure, significant

#: How much of a badge's colour a cell takes.
_TINT = 0.38
_GREY = 0.16
#: Runs from which on a twentieth of them lies beyond a percentile.
_MANY = 20
_WRAPPED = 60
_ROW = 46
#: Size of the letters of a full name, below the one that the paper prints, and how many of them are shown.
_SMALL, _FULL = 11, 28
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


def colours(hues: Mapping[str, str], theme: Theme) -> dict[str, str]:
    """A colour a badge, given what hue it has by name: green, blue, orange, violet or gray."""
    named_hues = {
        "green": PALETTE[2],
        "blue": PALETTE[0],
        "orange": HIGHLIGHT,
        "violet": PALETTE[5],
        "gray": theme.faint,
    }
    return {badge: named_hues[hue] for badge, hue in hues.items()}


def cell_table(
    cells: pd.DataFrame, colours: Mapping[str, str], theme: Theme, names: Mapping[str, str] = _NO_NAMES
) -> go.Figure:
    """Draw a cell a published figure: as printed above, ours below in bold; the colour is its badge.

    Parameters
    ----------
    cells : DataFrame with ``row``, ``column``, ``published``, ``ours``, ``badge`` and ``why``
        ``deviation``, ``low``, ``high`` and ``repeats`` are told on hover where they are there.
    colours : mapping of badge to colour
        Other badges are left without.
    names : mapping of a printed name to the full one
    """
    rows, columns = (list(dict.fromkeys(cells[c])) for c in ("row", "column"))
    badges = list(colours)
    z = np.full((len(rows), len(columns)), np.nan, dtype=np.float32)
    words = [[""] * len(columns) for _ in rows]
    notes = []
    for cell in cells.to_dict("records"):
        y, x = rows.index(cell["row"]), columns.index(cell["column"])
        z[y, x] = badges.index(cell["badge"]) if cell["badge"] in colours else np.nan
        words[y][x] = _hover(cell, names)
        notes.append(_numbers(cell, x, y))
    steps = [_mixed(colour, theme.paper, _GREY if colour == theme.faint else _TINT) for colour in colours.values()]
    letters = max(len(name) for c in columns for name in (c, names.get(c, "")))
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "ticks": ""}
    figure = new_figure(
        theme,
        height=70 + _ROW * len(rows),
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        xaxis=axis
        | {
            "side": "top",
            "tickvals": list(range(len(columns))),
            "ticktext": [_tick(c, 14, names) for c in columns],
            "tickangle": 0 if letters * len(columns) < 80 else -30,
            "range": [-0.5, len(columns) - 0.5],
        },
        yaxis=axis
        | {
            "tickvals": list(range(len(rows))),
            "ticktext": [_tick(r, 20, names) for r in rows],
            "range": [len(rows) - 0.5, -0.5],
        },
    )
    figure.add_heatmap(
        z=z,
        zmin=-0.5,
        zmax=len(badges) - 0.5,
        colorscale=_steps(steps or [theme.paper]),
        showscale=False,
        xgap=2,
        ygap=2,
        text=words,
        hoverinfo="text",
        hoverongaps=True,
    )
    return write_in_cells(figure, notes, theme)


def scatter(
    cells: pd.DataFrame, colours: Mapping[str, str], theme: Theme, names: Mapping[str, str] = _NO_NAMES
) -> go.Figure:
    """Draw ours against the published figure, a point a cell: on the diagonal they are equal."""
    compared = cells.dropna(subset=["published", "ours"])
    both = compared[["published", "ours"]].to_numpy(float)
    low, high = (both.min(), both.max()) if len(both) else (0.0, 1.0)
    room = 0.05 * (high - low) or 0.05
    ends = [low - room, high + room]
    figure = new_figure(
        theme,
        height=520,
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        xaxis={"title": {"text": "as published"}, "range": ends, "zeroline": False},
        yaxis={"title": {"text": "ours", "standoff": 12}, "range": ends, "zeroline": False},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
    )
    line = {"color": theme.faint, "dash": "dot", "width": 2}
    figure.add_scatter(x=ends, y=ends, mode="lines", line=line, hoverinfo="skip", showlegend=False)
    for badge, colour in colours.items():
        of_badge = compared[compared["badge"] == badge]
        if len(of_badge):
            figure.add_scatter(
                x=of_badge["published"].astype(np.float32),
                y=of_badge["ours"].astype(np.float32),
                mode="markers",
                name=escape(badge),
                marker={"size": 11, "color": colour, "opacity": 0.8, "line": {"width": 1, "color": theme.paper}},
                hovertext=[_hover(c, names) for c in of_badge.to_dict("records")],
                hoverinfo="text",
            )
    return figure


def strip(values: np.ndarray, printed: float, ours: float, theme: Theme) -> go.Figure:
    """Draw figures of single runs as points on a line, our mean and the printed one as upright lines.

    Parameters
    ----------
    values : (runs,)
    printed, ours : float
        NaN for a mean that is not printed.
    """
    figure = new_figure(
        theme,
        height=190,
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
        xaxis={"title": {"text": "figure of a run"}, "zeroline": False},
        yaxis={"visible": False, "range": [-1, 1.1], "fixedrange": True},
        showlegend=False,
    )
    # equal runs are stacked side by side, the same way each time
    place = np.random.default_rng(0).uniform(-0.7, 0.7, len(values))
    figure.add_scatter(
        x=np.asarray(values, dtype=np.float32),
        y=place.astype(np.float32),
        mode="markers",
        marker={"size": 8, "color": PALETTE[0], "opacity": 0.55},
        hovertemplate="%{x:.4f}<extra></extra>",
    )
    for x, word, dash, colour in ((ours, "ours", "solid", PALETTE[0]), (printed, "published", "dash", HIGHLIGHT)):
        if x == x:
            figure.add_vline(x=x, line={"color": colour, "dash": dash, "width": 2})
            figure.add_annotation(
                x=x,
                y=1.1,
                text=f"{word} {short(x)}",
                showarrow=False,
                yanchor="bottom",
                xanchor="right" if x < (printed if word == "ours" else ours) else "left",
                font={"color": theme.text, "size": FONT_SIZE},
            )
    return figure


def _numbers(cell: dict[str, Any], x: int, y: int) -> dict[str, Any]:
    printed, ours = short(cell["published"]), short(cell["ours"])
    return {
        "x": x,
        "y": y,
        "text": f"{printed}<br><b>{ours}</b>",
        "showarrow": False,
        "font": {"size": FONT_SIZE},
    }


def short(value: float) -> str:
    """A figure in a cell: shares with three decimals, other numbers with three digits."""
    if np.isnan(value):
        return "–"
    if 0 < abs(value) < 1:
        return f"{value:.3f}".replace("-", "−")
    return f"{value:.1f}" if 1 < abs(value) < 100 and value != round(value) else significant(value, 4)


def _tick(printed: str, length: int, names: Mapping[str, str]) -> str:
    """A printed name, and the full one below it."""
    if printed not in names:
        return label(printed, length)
    return f'{label(printed, length)}<br><span style="font-size: {_SMALL}px">{label(names[printed], _FULL)}</span>'


def _hover(cell: dict[str, Any], names: Mapping[str, str]) -> str:
    named = [f"{names[part]} ({part})" if part in names else str(part) for part in (cell["row"], cell["column"])]
    lines = [f"<b>{escape(', '.join(named))}</b>"]
    lines += [f"published {_long(cell['published'])}", f"ours {_long(cell['ours'])}"]
    if cell.get("deviation", np.nan) == cell.get("deviation", np.nan):
        lines[2] += f" ± {_long(cell['deviation'])} in {cell['repeats']:.0f} runs"
        lines.append(_spread(cell))
    if cell["badge"]:
        lines.append(f"<b>{escape(cell['badge'])}</b>")
    return "<br>".join([*lines, *_wrapped(cell["why"])])


def _spread(cell: dict[str, Any]) -> str:
    """Between which values our runs lie: percentiles of few runs lie inside all of them, so these are told by ends."""
    if cell["repeats"] < _MANY and "least" in cell:
        return f"our {cell['repeats']:.0f} runs reach from {_long(cell['least'])} to {_long(cell['most'])}"
    between = "5th to 95th percentile" + (", interpolated," if cell["repeats"] < _MANY else "")
    return f"{between} of {cell['repeats']:.0f} runs: {_long(cell['low'])} to {_long(cell['high'])}"


def _long(value: float) -> str:
    return "–" if np.isnan(value) else f"{value:.4f}" if abs(value) < 10 and value != round(value) else f"{value:,.6g}"


def _wrapped(text: str) -> list[str]:
    lines = [""]
    for word in escape(text).split():
        if len(lines[-1]) + len(word) > _WRAPPED:
            lines.append("")
        lines[-1] += f" {word}"
    return [line.strip() for line in lines if line]


def _steps(colours: list[str]) -> list[list[Any]]:
    """Flat colours, one a whole number."""
    return [[(i + side) / len(colours), colour] for i, colour in enumerate(colours) for side in (0, 1)]


def _mixed(colour: str, paper: str, share: float) -> str:
    parts = [[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (colour, paper)]
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in zip(*parts, strict=True))
