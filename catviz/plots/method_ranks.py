"""Several methods on one column: heat maps side by side in one seriation, and how far their ranks agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.analysis.method_ranks import MethodRanks
from catviz.plots.cell_letters import write_in_cells
from catviz.plots.colours import Theme, colorscale
from catviz.plots.style import FONT_SIZE, cell_digits, cell_text, colorbar, label, new_figure
from catviz.plots.values import cell_range, cells, drawn, frames
from catviz.wording import correlation_text

#: Up to so many cells in a figure every one can be clicked.
MOST_CELLS = 4_000
#: Up to so many values their names stand along the axes; beyond, in the hover only.
NAMED_VALUES = 20
PRINTED_VALUES = 9
#: Rough width of the figures on a 1440 pixel screen, and of a letter.
_WIDTH, _LETTER = 620, 7
#: Pixels between rows of tiles, for the titles.
_TITLE = 44


@dataclass(frozen=True)
class Tile:
    """One method's table of a column, or the words that stand in its place."""

    title: str
    #: (v, v) in the order of the labels; nan where the method does not know a value.
    table: np.ndarray
    remark: str | None = None
    #: Where its scale of colours ends; at its largest number if not given.
    end: float | None = None

    @property
    def largest(self) -> float:
        """The end of the scale."""
        return float(np.nanmax(self.table)) if self.end is None else self.end


def two_heat_maps(
    tiles: Sequence[Tile],
    labels: Sequence[str],
    counts: Any,
    order: Sequence[int] | np.ndarray,
    pair: tuple[int, int],
    theme: Theme,
) -> go.Figure:
    """Draw two methods' distances of one column, each in its own unit, in one (v,) order; the pair is framed in both.

    The customdata of a cell is ``first * v + second`` in places among the labels. Of more than ``DRAWN_VALUES`` values,
    the pair and the most frequent ones are drawn.
    """
    order = drawn(order, counts, pair)
    names = [f"{label(t, 16)} ({c:,.0f})" for t, c in zip(labels, counts, strict=True)]
    grid = _Grid(order, names, 2, "distance %{{{}:.3g}}")
    figure = grid.draw(tiles, pair, theme)
    untied = [(i, tile) for i, tile in enumerate(tiles) if not tile.remark]
    printed = [number for i, tile in untied for number in _numbers(tile, order, i)]
    if len(labels) <= PRINTED_VALUES and grid.holds(printed):
        write_in_cells(figure, [*(each.to_plotly_json() for each in figure.layout.annotations), *printed], theme)
    return figure


def rank_maps(ranks: MethodRanks, titles: Sequence[str], pair: tuple[int, int] | None, theme: Theme) -> go.Figure:
    """Draw up to six methods' percentile ranks of one column's pairs, in one seriation and one scale of colour.

    ``pair`` holds places among ``ranks.labels``; the customdata of a cell is ``first * v + second`` in such places.
    Of more than ``DRAWN_VALUES`` values, the pair and the most frequent ones are drawn.
    """
    itself = np.where(np.eye(len(ranks.labels), dtype=bool), np.nan, 100.0)  # no pair of different values
    tiles = [Tile(t, itself * table, tie) for t, table, tie in zip(titles, ranks.ranks, ranks.ties, strict=True)]
    across = 2 if len(tiles) in (2, 4) else min(len(tiles), 3)
    order = drawn(ranks.order, ranks.frequencies, pair or ())
    grid = _Grid(order, [label(t, 16) for t in ranks.labels], across, "percentile rank %{{{}:.0f}}\u00a0%")
    figure = grid.draw(tiles, pair, theme, "coloraxis")
    bar = colorbar("") | {"tickvals": [0, 50, 100], "ticktext": ["nearest", "50\u00a0%", "farthest"]}
    scale = {"cmin": 0, "cmax": 100, "colorscale": colorscale(theme.scale), "colorbar": bar}
    return figure.update_layout(coloraxis=scale)


def correlations(matrix: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw rank correlations between methods (k, k), from -1 to 1, printed in the cells."""
    k = len(matrix)
    colours = {"zmin": -1, "zmax": 1, "colorscale": colorscale(theme.diverging[::-1]), "showscale": False}
    layout = {"height": int(np.clip(110 + 44 * k, 240, 400)), "margin": {"l": 6, "r": 6, "t": 6, "b": 6}}
    return correlation_cells(matrix, theme, 14, -35 if k > 3 else 0, colours, layout)


def correlation_cells(
    matrix: pd.DataFrame,
    theme: Theme,
    letters: int,
    angle: float | None,
    colours: Mapping[str, Any],
    layout: Mapping[str, Any],
    printed: bool = True,
) -> go.Figure:
    """Draw a cell a pair of methods, with their correlation on hover, and in the cell if ``printed``.

    Names have so many ``letters`` at most, those below stand at an ``angle`` in degrees, or level where they fit;
    ``colours`` are those of `plotly.graph_objects.Heatmap`.
    """
    names, values = [label(name, letters) for name in matrix.columns], matrix.to_numpy()
    axis = {"tickvals": list(range(len(names))), "ticktext": names, "ticks": "", "showgrid": False, "zeroline": False}
    across, down = axis | {"tickangle": angle}, axis | {"autorange": "reversed"}
    figure = new_figure(theme, **layout, xaxis=across, yaxis=down)
    texts = [["" if np.isnan(v) else correlation_text(v) for v in line] for line in values]
    hover = "%{y}<br>%{x}<br>%{text}<extra></extra>"
    figure.add_heatmap(z=values.astype(np.float32), xgap=1, ygap=1, text=texts, hovertemplate=hover, **colours)
    if not printed:
        return figure
    notes = [note | {"text": texts[note["y"]][note["x"]]} for note in cell_text(values, 2, FONT_SIZE - 1)]
    return write_in_cells(figure, notes, theme)


@dataclass(frozen=True)
class _Grid:
    """What all tiles of a figure share: a seriation, names (escaped), tiles in a row, and what hovering says."""

    order: np.ndarray
    names: Sequence[str]
    across: int
    words: str

    def draw(
        self, tiles: Sequence[Tile], pair: tuple[int, int] | None, theme: Theme, coloraxis: str | None = None
    ) -> go.Figure:
        """Draw the tiles, on one scale of colour where ``coloraxis`` names it, else each on its own."""
        v, down = len(self.order), -(-len(tiles) // self.across)
        side = min(0.82 * _WIDTH / self.across, 330)
        height = down * side + (down - 1) * _TITLE
        gap, between = 0.02, _TITLE / height
        wide, high = (1 - gap * (self.across - 1)) / self.across, (1 - between * (down - 1)) / down
        figure = new_figure(
            theme,
            height=int(height + 34 + (110 if v <= NAMED_VALUES else 10)),
            margin={"l": 10, "r": 10, "t": 34, "b": 10},
            clickmode="event+select",
        )
        titles, shapes = [], []
        for i, tile in enumerate(tiles):
            row, column = divmod(i, self.across)
            left, top = column * (wide + gap), 1 - row * (high + between)
            lowest = i + self.across >= len(tiles)
            figure.update_layout(self._axes(i, (left, left + wide), (top - high, top), column == 0, lowest))
            titles.append(_title(label(tile.title, 34 if self.across < 3 else 21), left, top))
            if tile.remark:
                shapes.append(_panel(i, v, theme))
                titles.append(_remark(tile.remark, i, v, theme))
                continue
            figure.add_heatmap(**self._heat_map(tile, theme, coloraxis), **_axes_of(i))
            if len(tiles) * v * v <= MOST_CELLS:
                figure.add_scatter(**self._cells(tile, int(wide * _WIDTH)), **_axes_of(i))
            shapes += [frame | _place_on(i) for frame in (frames(self.order, pair) if pair else ())]
        return figure.update_layout(annotations=titles, shapes=shapes)

    def holds(self, numbers: list[dict[str, Any]]) -> bool:
        """True where the cells are wide enough for all of these."""
        return all(len(number["text"]) * _LETTER <= self.cell for number in numbers)

    @property
    def cell(self) -> float:
        """Rough width of a cell in pixels."""
        return 0.9 * _WIDTH / self.across / len(self.order)

    def _axes(
        self, i: int, across: tuple[float, float], up: tuple[float, float], first: bool, lowest: bool
    ) -> dict[str, Any]:
        v, on = len(self.order), _axes_of(i)
        angle = 0 if max(map(len, self.names)) * _LETTER <= self.cell else -40 if self.cell >= 22 else -90
        # the names are there even where none is printed: hovering takes them from the axis
        shared = {
            "tickvals": list(range(v)),
            "ticktext": [self.names[k] for k in self.order],
            "tickfont": {"size": FONT_SIZE - 1},
            "ticks": "",
            "showgrid": False,
            "zeroline": False,
            "automargin": True,
        }
        x = {"domain": across, "anchor": on["yaxis"], "range": cell_range(v), "tickangle": angle}
        y = {"domain": up, "anchor": on["xaxis"], "range": cell_range(v)[::-1]}
        return {
            f"xaxis{i + 1}": shared | x | {"showticklabels": lowest and v <= NAMED_VALUES},
            f"yaxis{i + 1}": shared | y | {"showticklabels": first and v <= NAMED_VALUES},
        }

    def _heat_map(self, tile: Tile, theme: Theme, coloraxis: str | None) -> dict[str, Any]:
        grid = tile.table[np.ix_(self.order, self.order)]
        own_scale = {"zmin": 0, "zmax": tile.largest, "colorscale": colorscale(theme.scale), "showscale": False}
        gap = 1 if len(grid) <= NAMED_VALUES else 0
        return {
            "z": grid.astype(np.float32),
            "xgap": gap,
            "ygap": gap,
            "hovertemplate": self._hover("z"),
            "hoverongaps": False,
        } | ({"coloraxis": coloraxis} if coloraxis else own_scale)

    def _cells(self, tile: Tile, pixels: int) -> dict[str, Any]:
        numbers = tile.table[np.ix_(self.order, self.order)].ravel()
        return cells(self.order, pixels) | {"text": numbers.astype(np.float32), "hovertemplate": self._hover("text")}

    def _hover(self, number: str) -> str:
        return f"%{{y}}<br>%{{x}}<br>{self.words.format(number)}<extra></extra>"


def _axes_of(i: int) -> dict[str, Any]:
    number = i + 1 if i else ""
    return {"xaxis": f"x{number}", "yaxis": f"y{number}"}


def _place_on(i: int) -> dict[str, Any]:
    return {"xref": _axes_of(i)["xaxis"], "yref": _axes_of(i)["yaxis"]}


def _title(text: str, left: float, top: float) -> dict[str, Any]:
    place = {"x": left, "y": top, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
    return place | {"text": text, "showarrow": False, "font": {"size": FONT_SIZE + 1}}


def _panel(i: int, v: int, theme: Theme) -> dict[str, Any]:
    """Grey in place of a table that has nothing to show."""
    box = {"type": "rect", "x0": -0.5, "x1": v - 0.5, "y0": -0.5, "y1": v - 0.5}
    return box | {"fillcolor": theme.grid, "line": {"width": 0}} | _place_on(i)


def _remark(text: str, i: int, v: int, theme: Theme) -> dict[str, Any]:
    words = {"x": (v - 1) / 2, "y": (v - 1) / 2, "text": label(text, 60).replace("pair ", "pair<br>", 1)}
    return words | {"showarrow": False, "font": {"size": FONT_SIZE + 1, "color": theme.text}} | _place_on(i)


def _numbers(tile: Tile, order: np.ndarray, i: int) -> list[dict[str, Any]]:
    grid = tile.table[np.ix_(order, order)]
    printed = np.where(np.eye(len(grid), dtype=bool), np.nan, grid)
    return [t | _place_on(i) for t in cell_text(printed, cell_digits(printed), FONT_SIZE - 2)]
