"""Figures of a table's columns: value counts and how columns depend on each other."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
from scipy.spatial.distance import squareform

from catviz.analysis.crosstab import SHOWN, TOTAL, Crosstab
from catviz.base import as_table
from catviz.plots.arguments import known, on_paper, theme_of
from catviz.plots.cell_letters import write_in_cells
from catviz.plots.colours import HIGHLIGHT, MAX_HUES, PALETTE, Theme, colorscale, hues
from catviz.plots.style import (
    FONT_SIZE,
    LONGEST,
    PERCENT,
    PICTURE_ONLY,
    add_cells,
    colorbar,
    escape,
    label,
    labels,
    new_figure,
    others,
    percent_ticks,
    significant,
    thinned,
)
from catviz.table.association import association_matrix
from catviz.table.codebook import MISSING, column_name
from catviz.table.counts import Counts, count
from catviz.wording import in_percent, p_text, signed

#: Values shown a column; the rest are one bar.
BARS = 8
PER_ROW, PER_WIDE_ROW = 3, 4
#: So many charts more side by side than one below the other, about, give a wide figure the shape of a screen.
_WIDER = 2.6
#: The space between charts in a wide figure, as a share of that in another.
_NARROWER = 0.64
SMALL = 12
TITLE_LENGTH = 16
#: Letters from which a title can be wider than the bars below it.
_LONG_TITLE = 12
#: Letters of a column up to which its name fits above a chart that is closer to the next.
_SHORT_TITLE = 13
#: Characters of a line in a hover.
LINE = 60
#: Up to so many columns all are named below the association map; of more, so many evenly spaced ones at most.
ALL_NAMED, NAMED_BELOW = 24, 16
#: Pixels on a narrow screen, and letters of an entry.
_LEGEND_WIDTH, _WIDE_LEGEND, _LEGEND_LETTERS = 430, 1000, 20
_ROUNDING = 1e-9
#: A bar of colours above its figure, whose columns then have all of the width.
_ABOVE = {"orientation": "h", "thickness": 10, "len": 0.7, "x": 1, "xanchor": "right", "y": 1, "yanchor": "bottom"}
#: Columns drawn at most.
RANKED = 40
#: Columns seen at once; of more, the axis is above them.
_ON_A_SCREEN = 16
#: Values of a column drawn at most; the rarest are one line.
SIDE = 12
#: The full colour is that of the largest adjusted residual, but of none below this.
_FULL = 4.0
#: What stands beside percentages: those of all rows, and how many rows they are of.
_ALL, _N = "all rows", "n"
_DIGITS = {"counts": 0, "row_percent": 0, "column_percent": 0, "expected": 1, "residuals": 1}


def value_counts(
    X: Any,
    shown: Sequence[str] | None = None,
    chosen: str = "",
    theme: str | Theme = "light",
    by_class: str = "",
    classes: Sequence[str] | None = None,
    full: Mapping[str, str] = MappingProxyType({}),
    wide: bool = False,
) -> go.Figure:
    """Draw how often each value occurs: one small bar chart per column, all on one scale.

    Parameters
    ----------
    X : CategoricalTable, DataFrame, array or Counts
    shown : sequence of str, optional
        All columns where it is left out.
    chosen : str
        The column that stands out.
    theme : {"light", "dark"}
    by_class : {"", "rows", "share"}
        Split each bar by the classes of the table: its rows, or their shares.
    classes : sequence of str, optional
        The classes that bars are split by, in their order; all where it is left out.
    full : mapping of columns to their full texts
        For the hover.
    wide : bool
        True has so many charts side by side that the figure has about the shape of a screen.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        An unknown column, class, theme or ``by_class``, or a split of a table without classes.

    Examples
    --------
    >>> import catviz
    >>> figure = catviz.plots.value_counts(catviz.load_dataset("zoo"), ["legs", "milk"])
    >>> [int(n) for n in figure.data[1].x]
    [60, 41]
    """
    colours, counts, chosen = theme_of(theme), _counts(X, bool(by_class)), column_name(chosen)
    if by_class not in ("", "rows", "share"):
        raise ValueError(f"by_class={by_class!r}: choose one of '', 'rows', 'share'")
    if by_class and not counts.by_class:
        raise ValueError(f"by_class={by_class!r}, but the classes of the table are not known: give it a target")
    columns, of_table = counts.codebook.attributes, list(counts.by_class) if by_class else []
    attributes = list(columns) if shown is None else [known(column, columns) for column in shown]
    split = of_table if classes is None else [known(name, of_table, "class") for name in classes]
    shares = by_class == "share"
    per_row = max(PER_WIDE_ROW, ceil(sqrt(_WIDER * len(attributes)))) if wide else PER_ROW
    n_rows = -(-len(attributes) // per_row)
    kinds = _Kinds.of_classes(counts, split, colours)
    bars = [_bars(counts, attribute, kinds) for attribute in attributes]
    heights = [max(len(b) for b in bars[i * per_row : (i + 1) * per_row]) for i in range(n_rows)]
    bar, between = (17, 58) if wide else (22, 70)
    total = sum(heights) * bar + n_rows * between
    top = 58 + 24 * kinds.lines(_WIDE_LEGEND if wide else _LEGEND_WIDTH)
    across, down = _between(attributes, bars, per_row), min(58 / total, 1 / max(n_rows - 1, 1))
    places = _places(len(attributes), per_row, [h + 0.5 for h in heights], across, down)
    axes: dict[str, dict[str, Any]] = {}
    traces, titles, pooled = [], list[dict[str, Any]](), list[dict[str, Any]]()
    short = labels(attributes, TITLE_LENGTH)
    longest = 1.0 if shares else 1.02 * max(bar.rows for column in bars for bar in column if not bar.pooled)
    scale = (
        percent_ticks([0, 0.5, 1])
        if shares
        else {
            "tickvals": [0, _round(longest)],
            "tickformat": ",",
            "ticksuffix": " rows",
        }
    )
    scale |= {"range": [0, longest], "showticksuffix": "last", "tickangle": 0}
    for i, (attribute, column) in enumerate(zip(attributes, bars, strict=True)):
        number = str(i + 1) if i else ""
        inks = kinds.colours if kinds.names else [HIGHLIGHT if attribute == chosen else PALETTE[0]]
        parts = [_parts(attribute, place, bar, kinds, shares) for place, bar in enumerate(column)]
        drawn = [each for bar, of in zip(column, parts, strict=True) if not bar.pooled for each in of]
        pooled += [
            _in_words(bar, place, of, f"x{number}", f"y{number}", colours)
            for place, (bar, of) in enumerate(zip(column, parts, strict=True))
            if bar.pooled
        ]
        traces.append(
            go.Bar(
                x=[part.width for part in drawn],
                base=[part.start for part in drawn],
                y=[part.place for part in drawn],
                orientation="h",
                marker_color=[inks[part.kind] for part in drawn],
                hovertext=[part.words for part in drawn],
                hoverinfo="text",
                showlegend=False,
                xaxis=f"x{number}",
                yaxis=f"y{number}",
            )
        )
        (left, right), (bottom, upper) = places[i]
        titles.append(
            {
                "text": short[i],
                "hovertext": _in_lines(full.get(attribute, attribute)),
                "font": {"size": FONT_SIZE, "color": colours.text},
                "showarrow": False,
                "x": (left + right) / 2,
                "y": upper,
                "xref": "paper",
                "yref": "paper",
                "xanchor": "center",
                "yanchor": "bottom",
            }
        )
        if attribute == chosen and kinds.names:
            titles[-1] |= {"text": f"<b>{short[i]}</b>", "font": {"size": FONT_SIZE, "color": HIGHLIGHT}}
        axes[f"yaxis{number}"] = {
            "domain": [bottom, upper],
            "anchor": f"x{number}",
            "tickvals": list(range(len(column))),
            "ticktext": [
                f"<span style='color:{colours.faint}'>{name}</span>" if bar.pooled else name
                for bar, name in zip(column, labels([bar.name for bar in column], 13), strict=True)
            ],
            "range": [max(heights[i // per_row], 1) - 0.4, -0.6],
            "tickfont": {"size": SMALL, "color": colours.text},
            "ticklabelstandoff": 4,
            "automargin": i % per_row == 0,
            "showgrid": False,
            "showline": False,
            "zeroline": False,
        }
        axes[f"xaxis{number}"] = scale | {
            "domain": [left, right],
            "anchor": f"y{number}",
            "showline": False,
            "gridcolor": colours.grid,
            "zerolinecolor": colours.grid,
            "tickfont": {"size": SMALL, "color": colours.faint},
        }
    for name, colour in zip(kinds.names, kinds.colours, strict=True):
        traces.append(go.Bar(x=[None], y=[None], name=label(name, _LEGEND_LETTERS), marker_color=colour))
    what = "share of each class" if shares else "rows, by class" if kinds.names else "rows"
    height = int(total) + top + 34
    figure = new_figure(  # one layout, all at once: plotly takes seconds to change that of many panels
        colours,
        height,
        **axes,
        annotations=[*titles, *pooled],
        title={"text": f"Each value: {what}", "y": 1, "pad": {"t": 8}},
        showlegend=bool(kinds.names),
        legend={"orientation": "h", "yref": "container", "yanchor": "top", "xref": "container", "x": 0}
        | {"y": 1 - 30 / height},
        barmode="overlay",
        bargap=0.25,
        margin={"l": 10, "r": 30 if max(map(len, short), default=0) > _LONG_TITLE else 18, "t": top, "b": 24},
        modebar=PICTURE_ONLY,
    )
    return on_paper(figure.add_traces(traces), theme)


def _places(
    n: int, per_row: int, heights: Sequence[float], across: float, down: float
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The domains (x, y) of n charts in rows of such relative heights, with spaces between; the first is top left.

    None reaches beyond 0 and 1 by a rounding error, which plotly refuses.
    """
    width = (1 - across * (per_row - 1)) / per_row
    scale = (1 - down * (len(heights) - 1)) / sum(heights)
    tops = [1 - sum(heights[:row]) * scale - row * down for row in range(len(heights))]
    lefts = [place * (width + across) for place in range(per_row)]
    return [
        (
            (lefts[i % per_row], min(lefts[i % per_row] + width, 1.0)),
            (max(tops[i // per_row] - heights[i // per_row] * scale, 0.0), tops[i // per_row]),
        )
        for i in range(n)
    ]


def _between(attributes: Sequence[str], bars: Sequence[Sequence[_Bar]], per_row: int) -> float:
    """The share of the width between two charts: room for the names of values, and for long names of columns."""
    letters = max((len(bar.name) for column in bars for bar in column), default=0)
    long = max(map(len, attributes), default=0) > _SHORT_TITLE
    share = 0.2 if long else float(np.clip(0.03 + 0.0135 * letters, 0.08, 0.2))
    return share if per_row == PER_ROW else share * _NARROWER * PER_WIDE_ROW / per_row


def association(
    X: Any,
    measure: str = "AMI",
    chosen: str = "",
    theme: str | Theme = "light",
    matrix: pd.DataFrame | None = None,
    full: Mapping[str, str] = MappingProxyType({}),
) -> go.Figure:
    """How much each two columns depend on each other in the rows in which both are known, dependent ones side by side.

    Parameters
    ----------
    X : CategoricalTable, DataFrame, array or Counts
    measure : a name of `catviz.table.association.MEASURES`
    chosen : str
        The column whose name stands out.
    theme : {"light", "dark"}
    matrix : DataFrame, optional
        The association of the columns that are drawn, if it is known already.
    full : mapping of columns to their full texts
        For the hover.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> catviz.plots.association(catviz.load_dataset("zoo")).data[0].z.shape
    (16, 16)
    """
    colours, chosen = theme_of(theme), column_name(chosen)
    matrix = association_matrix(_counts(X).without_missing(), measure) if matrix is None else matrix
    names = list(matrix.columns)
    titles = [_in_lines(full.get(name, name)) for name in names]
    values = matrix.to_numpy()
    if len(names) > 2:
        apart = squareform(np.clip(1 - values, 0, None) * (1 - np.eye(len(names))), checks=False)
        order = leaves_list(optimal_leaf_ordering(linkage(apart, "average"), apart))
    else:
        order = np.arange(len(names))
    grid = values[np.ix_(order, order)].copy()
    np.fill_diagonal(grid, np.nan)
    d = len(names)
    ticks = thinned(d, 40)
    short = labels(names)
    texts = [f"<b>{short[order[i]]}</b>" if names[order[i]] == chosen else short[order[i]] for i in ticks]
    below, size = thinned(d, ALL_NAMED if d <= ALL_NAMED else NAMED_BELOW), FONT_SIZE if d <= 8 else SMALL
    axis = {"showgrid": False, "zeroline": False, "tickfont": {"size": size}}
    figure = new_figure(
        colours,
        height=int(np.clip(250 + 18 * d, 440, 880)),
        margin={"l": 10, "r": 10, "t": 76, "b": 10},
        xaxis=axis
        | {"range": [-0.5, d - 0.5], "tickangle": -45 if d <= 8 else -90, "tickvals": below}
        | {"ticktext": [text for i, text in zip(ticks, texts, strict=True) if i in below]}
        | {"tickfont": {"size": size if d <= NAMED_BELOW else SMALL - 1}},
        yaxis=axis | {"range": [d - 0.5, -0.5], "tickvals": ticks, "ticktext": texts},
        title_text=f"Association of columns: {escape(measure)}",
    )
    add_cells(
        figure,
        grid,
        max(float(np.nanmax(grid, initial=0)), 0.1) if d > 1 else 1,
        colours,
        hoverinfo="text",
        text=[
            [f"{titles[i]} – {titles[j]}<br>{escape(measure)} {significant(values[i, j])}" for j in order]
            for i in order
        ],
        colorbar=colorbar("") | _ABOVE,
    )
    # a column with itself: no measure, and not the colour of unrelated columns
    diagonal = np.where(np.eye(d), 1.0, np.nan)
    one_grey = [[0, colours.faint], [1, colours.faint]]
    figure.add_heatmap(z=diagonal, colorscale=one_grey, opacity=0.45, showscale=False, hoverinfo="skip", xgap=1, ygap=1)
    return on_paper(figure, theme)


def _counts(X: Any, by_class: bool = False) -> Counts:
    if isinstance(X, Counts):
        return X
    table = as_table(X)
    return count(table, by=table.target if by_class else None)


def _in_lines(text: str) -> str:
    """A long text for a hover, escaped."""
    return "<br>".join(escape(line) for line in textwrap.wrap(text[:LONGEST], LINE)) or escape(text)


def _round(most: float) -> float:
    """The largest of 1, 2, 5, 10, 20, 50 ... that is not above a number: the only tick beside 0, so that none meet."""
    power = 10.0 ** np.floor(np.log10(max(most, 1e-9)))
    return float(max(step * power for step in (1, 2, 5) if step * power <= most * (1 + 1e-9)))


@dataclass(frozen=True)
class _Kinds:
    """What bars are split into: the classes, those beyond the hues together, and rows of no known class."""

    names: list[str]
    colours: list[str]
    #: (c,) rows with each value, of each kind.
    of: tuple[np.ndarray, ...]

    @classmethod
    def of_classes(cls, counts: Counts, classes: Sequence[str], theme: Theme) -> _Kinds:
        """The kinds that occur; none if there are no classes."""
        if not classes:
            return cls([], [], ())
        tables = [np.diag(counts.by_class[name]).astype(float) for name in classes]
        names, colours = list(classes[:MAX_HUES]), list(hues(list(classes[:MAX_HUES]), theme).values())
        rows_of_kind = tables[:MAX_HUES]
        if len(classes) > MAX_HUES:
            names, colours = [*names, others(len(classes) - MAX_HUES)], [*colours, theme.faint]
            rows_of_kind = [*rows_of_kind, np.sum(tables[MAX_HUES:], axis=0)]
        unknown = np.diag(counts.matrix) - np.sum(tables, axis=0)
        if (unknown > _ROUNDING * counts.n_rows).any():
            names, colours, rows_of_kind = [*names, MISSING], [*colours, theme.faint], [*rows_of_kind, unknown]
        return cls(names, colours, tuple(rows_of_kind))

    def lines(self, width: int) -> int:
        """Lines of a legend of so many pixels, whose entries are all as wide as the widest, about."""
        widest = 48 + 7 * max((min(len(name), _LEGEND_LETTERS) for name in self.names), default=0)
        return -(-len(self.names) // max(1, width // widest))


@dataclass(frozen=True)
class _Bar:
    """A value, or several together (``pooled``): rows that have it, and those of each kind."""

    name: str
    rows: float
    kinds: np.ndarray
    pooled: bool = False


@dataclass(frozen=True)
class _Part:
    """A part of a bar: of which kind, where it is, and what it says."""

    kind: int
    place: int
    start: float
    width: float
    words: str


def _bars(counts: Counts, attribute: str, kinds: _Kinds) -> list[_Bar]:
    r = counts.codebook.position(attribute)
    part = counts.codebook.slices()[r]
    of = np.column_stack([kind[part] for kind in kinds.of]) if kinds.of else np.empty((part.stop - part.start, 0))
    rows = counts.frequencies[r].astype(float)
    every = [_Bar(*each) for each in zip(counts.codebook.labels[r], rows, of, strict=True)]
    if len(every) <= BARS:
        return every
    if counts.codebook.kinds[r] == "nominal":
        every = sorted(every, key=lambda bar: -bar.rows)
    rest = every[BARS - 1 :]
    together = _Bar(others(len(rest)), sum(bar.rows for bar in rest), np.sum([bar.kinds for bar in rest], axis=0), True)
    return [*every[: BARS - 1], together]


def _in_words(bar: _Bar, place: int, parts: Sequence[_Part], x: str, y: str, theme: Theme) -> dict[str, Any]:
    """The rows of several values together as text: a bar of them would be longer than those of single values."""
    font, words = {"size": SMALL, "color": theme.faint}, "<br><br>".join(part.words for part in parts)
    place_of = {"x": 0, "xref": x, "xanchor": "left", "y": place, "yref": y, "yanchor": "middle"}
    return place_of | {"text": f"{bar.rows:,.0f} rows", "font": font, "showarrow": False, "hovertext": words}


def _parts(attribute: str, place: int, bar: _Bar, kinds: _Kinds, shares: bool) -> list[_Part]:
    """The whole bar, or a part for each kind that occurs."""
    named, scale = f"{escape(attribute)} = {escape(bar.name)}<br>", bar.rows if shares and bar.rows else 1
    if not kinds.names:
        return [_Part(0, place, 0.0, bar.rows / scale, f"{named}{bar.rows:,.0f} rows")]
    ends = np.cumsum(bar.kinds)
    return [
        _Part(
            k,
            place,
            (ends[k] - n) / scale,
            n / scale,
            f"{named}{escape(kinds.names[k])}: {n:,.0f} of {bar.rows:,.0f} rows ({in_percent(n / bar.rows)})",
        )
        for k, n in enumerate(bar.kinds)
        if n > 0
    ]


def ranking(columns: pd.DataFrame, theme: Theme, most: int = RANKED) -> go.Figure:
    """Draw bias-corrected Cramer's V of the first columns of an outcome's ranking; grey where it is not significant."""
    shown = columns.head(most)
    places = list(range(len(shown)))
    above = len(shown) > _ON_A_SCREEN
    figure = new_figure(
        theme,
        height=110 + 30 * len(shown),
        xaxis={
            "range": [0, 1.19],
            "tickvals": [0, 0.25, 0.5, 0.75, 1],
            "title": {"text": "bias-corrected Cramér's V"},
            "side": "top" if above else "bottom",
        },
        yaxis={
            "tickvals": places,
            "ticktext": labels(list(shown["column"]), 24),
            "range": [len(shown) - 0.4, -0.6],
            "showgrid": False,
            "zeroline": False,
        },
        margin={"l": 10, "r": 10, "t": 88 if above else 34, "b": 10},
        modebar=PICTURE_ONLY,
        bargap=0.35,
    )
    hover = [
        f"{escape(line.column)}<br>V {significant(line.v)}, χ² {significant(line.chi2)}, {line.df} df<br>"
        + (line.test if np.isnan(line.p) else f"{p_text(line.p)} ({line.test})<br>")
        + ("" if np.isnan(line.p) else f"adjusted {p_text(line.adjusted_p)}<br>{line.n:,.0f} rows")
        for line in shown.itertuples()
    ]
    figure.add_bar(
        x=shown["v"].to_numpy(),
        y=places,
        orientation="h",
        marker_color=np.where(shown["significant"], theme.scale[0], theme.faint),
        hovertext=hover,
        hoverinfo="text",
        text=[significant(v) for v in shown["v"]],
        textposition="outside",
        cliponaxis=False,
        showlegend=False,
    )
    return figure


def crossed(table: Crosstab, theme: Theme, of: str = "row_percent") -> go.Figure:
    """Draw two columns crossed: the cells print ``of``, which is also their colour; rows in percent of 100.

    Totals stand beside, without a colour: under row percent those of all rows, and the number of rows of each line.
    """
    joint = Crosstab(table.rows, table.columns, few(few(table.counts).T).T, table.test)
    printed, residuals, percent = joint.to_frame(of).to_numpy(dtype=float), of == "residuals", of.endswith("percent")
    v, w = printed.shape
    largest = max(_FULL if residuals else 1.0, float(np.abs(printed).max(initial=0)))
    full, unit = 100.0 if percent else largest, "\u00a0%" if percent else ""
    texts = joint.to_frame(of, totals=True).map(lambda x: f"{x:,.{_DIGITS[of]}f}{unit}".replace("-", "−"))
    sums = joint.to_frame("counts", totals=True)
    names = {"row_percent": (_ALL, _N), "column_percent": (_N, _ALL)}.get(of, (TOTAL, TOTAL))
    if of == "row_percent":
        texts.iloc[:, -1] = sums.iloc[:, -1].map("{:,.0f}".format)
    elif of == "column_percent":
        texts.iloc[-1] = sums.iloc[-1].map("{:,.0f}".format)
    below, beside = [] if residuals else [names[0]], [] if residuals else [names[1]]
    figure = new_figure(
        theme,
        height=int(np.clip(190 + 34 * (v + len(below)), 300, 660)),
        xaxis=_axis([*joint.counts.columns, *beside])
        | {"title": {"text": label(table.columns, 40)}, "side": "bottom", "range": [-0.5, w + len(beside) - 0.5]},
        yaxis=_axis([*joint.counts.index, *below])
        | {"range": [v + len(below) - 0.5, -0.5], "title": {"text": label(table.rows, 40), "standoff": 14}},
        title_text=SHOWN[of].capitalize(),
        modebar=PICTURE_ONLY,
    )
    figure.add_heatmap(
        z=printed.astype(np.float32),
        zmin=-full if residuals else 0,
        zmax=full,
        colorscale=colorscale(theme.diverging if residuals else theme.scale[::-1]),
        xgap=1,
        ygap=1,
        text=_hover(joint),
        hoverinfo="text",
        colorbar=colorbar(SHOWN[of]) | (PERCENT if percent else {}),
    )

    written = [
        {"x": j, "y": i, "text": texts.iloc[i, j], "showarrow": False} | {"font": {"size": 13 if w <= 8 else 11}}
        for i in range(v + len(below))
        for j in range(w + len(beside))
    ]
    return write_in_cells(figure, written, theme)


def few(counts: pd.DataFrame, most: int = SIDE) -> pd.DataFrame:
    """The counts with the rarest values of the lines in one line, "n others", where there are more than fit."""
    if len(counts) <= most:
        return counts
    order = np.argsort(-counts.sum(axis=1).to_numpy(), kind="stable")
    kept, rest = np.sort(order[: most - 1]), order[most - 1 :]
    together = counts.iloc[rest].sum().to_frame(others(len(rest))).T
    return pd.concat([counts.iloc[kept], together]).rename_axis(counts.index.name)


def _axis(texts: Sequence[str]) -> dict[str, Any]:
    places = list(range(len(texts)))
    return {"tickvals": places, "ticktext": labels(list(texts), 18), "showgrid": False, "zeroline": False}


def _hover(joint: Crosstab) -> list[list[str]]:
    cells = {name: joint.to_frame(name).to_numpy(dtype=float) for name in SHOWN}

    def words(i: int, j: int) -> str:
        first = f"{escape(joint.rows)}: {label(joint.counts.index[i], 40)}"
        second = f"{escape(joint.columns)}: {label(joint.counts.columns[j], 40)}"
        return (
            f"{first}<br>{second}<br>{significant(cells['counts'][i, j])} rows, "
            f"{significant(cells['expected'][i, j])} expected<br>{cells['row_percent'][i, j]:.1f}\u00a0% of its row, "
            f"{cells['column_percent'][i, j]:.1f}\u00a0% of its column<br>"
            f"adjusted residual {signed(cells['residuals'][i, j])}"
        )

    return [[words(i, j) for j in range(joint.counts.shape[1])] for i in range(len(joint.counts))]
