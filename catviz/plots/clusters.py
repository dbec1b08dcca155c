"""Figures of clusters: what sets each apart, clusters against known groups, and rows that keep falling together."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.analysis import profiles as of_rows
from catviz.analysis.shuffles import ShuffleTest
from catviz.base import as_table
from catviz.parameters import whole_numbers
from catviz.plots.arguments import on_paper, theme_of
from catviz.plots.cell_letters import write_in_cells
from catviz.plots.colours import HIGHLIGHT, PALETTE, Theme, colorscale, hues
from catviz.plots.style import (
    FONT_SIZE,
    PERCENT,
    add_cells,
    cell_text,
    colorbar,
    escape,
    label,
    new_figure,
    significant,
)
from catviz.plots.style import labels as shortened
from catviz.table.weights import are_whole
from catviz.wording import in_percent

#: Up to so many clusters words stand above each; beyond, numbers alone.
LONG_NAMES = 4
#: Marks a column that had no part in the clusters.
SHOWN_ONLY = "shown only"
#: Up to so many clusters their sizes stand above them, and numbers in the cells; beyond, in the hover only.
PRINTED_CLUSTERS = 12
#: Letters side by side above all clusters; longer names take several lines.
_LETTERS = 32
#: Lines of a name at most, and pixels of each.
_LINES, _LINE_HEIGHT = 3, 15
NO_NAMES: Mapping[int, str] = MappingProxyType({})
#: Whole doublings at which the scale of lifts ends: at twice at least, at eight times at most, and at the inverse.
_DOUBLINGS = (1.0, 3.0)
_TICKS = {-3: "⅛", -2: "¼", -1: "½", 0: "1", 1: "2", 2: "4", 3: "8"}
#: Width of the strip of clusters beside the map of rows that fall together.
_STRIP = 0.025
TITLES = {"explained": "share of distance explained", "silhouette": "mean silhouette"}
_GAP = 0.16
_GRADIENT, _GRADIENT_FILL = PALETTE[5], "rgba(140, 107, 177, 0.30)"


def cluster_name(number: Any, names: Mapping[int, str] = NO_NAMES) -> str:
    """What a cluster is called: the name it was given, or "cluster" and its number."""
    return names.get(number, f"cluster {number}")


@whole_numbers("most")
def cluster_profiles(
    X: Any,
    labels: Any,
    most: int = 20,
    theme: str | Theme = "light",
    names: Mapping[int, str] = NO_NAMES,
    aside: Collection[str] = (),
    profiles: pd.DataFrame | None = None,
) -> go.Figure:
    """Draw what sets clusters apart: clusters as columns, values as rows, lift as colour, the share printed.

    Parameters
    ----------
    X : CategoricalTable, DataFrame or array
    labels : (n,) int
        The cluster of each row.
    most : int
        Values shown.
    theme : {"light", "dark"}
    names : mapping of clusters to names that they were given
    aside : collection of str
        Columns that had no part in the clusters; their values are marked.
    profiles : DataFrame, optional
        What sets the clusters apart, if it is known already: of `catviz.analysis.profiles.cluster_profiles`.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        Not one label for each row, or no value that is more frequent in any cluster.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> labels = catviz.KModes(n_clusters=3, random_state=0).fit(zoo).labels_
    >>> catviz.plots.cluster_profiles(zoo, labels, most=5).data[0].z.shape
    (5, 3)
    """
    colours = theme_of(theme)
    profiles = of_rows.cluster_profiles(as_table(X), labels) if profiles is None else profiles
    values = of_rows.most_characteristic(profiles, most)
    if not values:
        raise ValueError("all rows are in one cluster, so there is nothing to compare: choose more clusters")
    lines = profiles.set_index(["attribute", "value", "cluster"])
    sizes = profiles.groupby("cluster")["size"].first()
    table = {what: lines[what].unstack("cluster").loc[list(values)] for what in ("lift", "share", "share_all", "count")}
    with np.errstate(divide="ignore"):
        doublings = np.log2(table["lift"].to_numpy())
    end = float(np.clip(np.ceil(doublings.max()), *_DOUBLINGS))
    shown = doublings.clip(-end, end)
    ticks = [j for j in _TICKS if abs(j) <= end]
    words = [_TICKS[j] for j in ticks]
    if doublings.min() < -end:
        words[0] = f"≤\u00a0{words[0]}"
    if doublings.max() > end:
        words[-1] = f"≥\u00a0{words[-1]}"
    called = zip(shortened([a for a, _ in values]), shortened([v for _, v in values], 16), strict=True)
    marks = [f" ({SHOWN_ONLY})" if a in aside else "" for a, _ in values]
    figure = _grid(
        colours,
        [f"{a} = {v}{mark}" for (a, v), mark in zip(called, marks, strict=True)],
        _column_names(sizes.index, sizes, names),
        row_height=26,
    )
    figure.add_heatmap(
        z=shown.astype(np.float32),
        zmin=-end,
        zmax=end,
        colorscale=colorscale(colours.diverging),
        xgap=1,
        ygap=1,
        text=_lifts_in_words(table, sizes, names),
        hoverinfo="text",
        colorbar=colorbar("lift") | {"tickvals": ticks, "ticktext": words},
    )
    if len(sizes) > PRINTED_CLUSTERS:
        return on_paper(figure, theme)
    printed = cell_text(shown, 2, FONT_SIZE - 1)
    cells = table["share"].to_numpy()[~np.isnan(shown)]
    printed = [a | {"text": in_percent(s)} for a, s in zip(printed, cells, strict=True)]
    return on_paper(write_in_cells(figure, printed, colours), theme)


def matched(
    counts: pd.DataFrame, pairs: Sequence[tuple[int, int]], theme: Theme, names: Mapping[int, str] = NO_NAMES
) -> go.Figure:
    """Draw rows of known groups by cluster; colour is the share of the group, matched pairs are framed.

    Parameters
    ----------
    counts : DataFrame
        Groups as rows, cluster numbers as columns, both in the order to draw; whole numbers are rows, others weighted.
    pairs : sequence of (row, column)
        Places of the matched pairs.
    names : mapping of cluster numbers to names that they were given
    """
    numbers = counts.to_numpy()
    of_group, of_cluster = numbers.sum(axis=1), numbers.sum(axis=0)
    shares = numbers / np.where(of_group > 0, of_group, 1)[:, None]
    largest = float(shares.max())
    write, rows = ("{:,}" if numbers.dtype.kind == "i" else "{:,.1f}").format, _rows(of_cluster)
    groups = [f"{label(g, 22)} ({write(n)})" for g, n in zip(counts.index, of_group, strict=True)]
    figure = _grid(theme, groups, _column_names(counts.columns, of_cluster, names), row_height=38)
    hover = [
        [
            f"{write(n)} of the {write(of_group[i])} {rows} of {escape(g)}<br>are in {escape(cluster_name(c, names))}, "
            f"which has {write(of_cluster[j])}"
            for j, (c, n) in enumerate(zip(counts.columns, line, strict=True))
        ]
        for i, (g, line) in enumerate(zip(counts.index, numbers, strict=True))
    ]
    add_cells(
        figure,
        100 * shares,
        100 * largest,
        theme,
        text=hover,
        hoverinfo="text",
        colorbar=colorbar("share of the class") | PERCENT,
    )
    line = {"color": HIGHLIGHT, "width": 3}
    frames = [
        {"type": "rect", "x0": j - 0.5, "x1": j + 0.5, "y0": i - 0.5, "y1": i + 0.5, "line": line} for i, j in pairs
    ]
    figure.update_layout(shapes=frames)
    if counts.shape[1] > PRINTED_CLUSTERS:
        return figure
    printed = cell_text(shares, 2, FONT_SIZE)
    printed = [a | {"text": write(n)} for a, n in zip(printed, numbers.ravel(), strict=True)]
    return write_in_cells(figure, printed, theme)


def together(shares: np.ndarray, clusters: np.ndarray, theme: Theme, names: Mapping[int, str] = NO_NAMES) -> go.Figure:
    """Draw how often rows fall together, with a strip of the clusters they are in.

    Parameters
    ----------
    shares : (r, r)
        Share of the repetitions in which two rows are in one cluster, rows often together side by side.
    clusters : (r,) int
        Cluster of each row in the clustering shown, from 1.
    names : mapping of cluster numbers to names that they were given
    """
    n, rows = len(shares), {"showticklabels": False, "ticks": "", "showgrid": False, "zeroline": False}
    figure = new_figure(
        theme,
        height=600,
        xaxis=rows
        | {"range": [-0.5, n - 0.5], "domain": [_STRIP + 0.01, 1], "side": "bottom"}
        | {"title": {"text": "rows, those often together side by side", "standoff": 6}},
        xaxis2={"visible": False, "domain": [0, _STRIP]},
        yaxis=rows | {"range": [n - 0.5, -0.5], "anchor": "x2", "title": {"text": "rows, in the same order"}},
        title_text=f"Co-assignment of {n:,} distinct rows",
        margin={"l": 10, "r": 10, "t": 34, "b": 70},
        legend={"orientation": "h", "y": -0.13, "yanchor": "top", "x": 0},
    )
    figure.add_heatmap(
        z=(100 * shares).astype(np.float32),
        zmin=0,
        zmax=100,
        colorscale=colorscale(theme.scale[::-1]),
        colorbar=colorbar("share of runs in one cluster") | PERCENT,
        hovertemplate="in one cluster in %{z:.0f}\u00a0% of the runs<extra></extra>",
    )
    present = np.unique(clusters)
    colours = hues([str(c) for c in present], theme)
    places = np.searchsorted(present, clusters)
    steps = [colours[str(c)] for c in present]
    figure.add_heatmap(
        z=places[:, None].astype(np.float32),
        xaxis="x2",
        zmin=-0.5,
        zmax=len(present) - 0.5,
        colorscale=[[(i + edge) / len(steps), c] for i, c in enumerate(steps) for edge in (0, 1)],
        showscale=False,
        text=[[escape(cluster_name(c, names))] for c in clusters],
        hoverinfo="text",
    )
    for c in present:
        marker = {"color": colours[str(c)], "size": 12, "symbol": "square"}
        name = label(cluster_name(c, names), 22)
        figure.add_scatter(x=[None], y=[None], mode="markers", marker=marker, name=name, hoverinfo="skip")
    return figure


def _grid(theme: Theme, rows: Sequence[str], columns: Sequence[str], row_height: int) -> go.Figure:
    """Make a figure for a heat map with these names, the columns' above it."""
    axis = {"showgrid": False, "zeroline": False, "ticks": ""}
    long, lines = len(columns) <= LONG_NAMES, 1 + max(name.count("<br>") for name in columns)
    title = "" if long else "cluster, and its rows" if len(columns) <= PRINTED_CLUSTERS else "cluster"
    return new_figure(
        theme,
        height=max((30 if long else 54) + _LINE_HEIGHT * lines + row_height * len(rows), 220),
        xaxis=axis
        | {"side": "top", "tickvals": list(range(len(columns))), "ticktext": list(columns), "tickangle": 0}
        | {"title": {"text": title, "font": {"size": FONT_SIZE}}},
        yaxis=axis | {"tickvals": list(range(len(rows))), "ticktext": list(rows), "range": [len(rows) - 0.5, -0.5]},
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
    )


def _column_names(clusters: Sequence[int], sizes: Sequence[float], names: Mapping[int, str]) -> list[str]:
    few, printed = len(clusters) <= LONG_NAMES, len(clusters) <= PRINTED_CLUSTERS
    called = [cluster_name(c, names) if few else names.get(c, str(c)) for c in clusters]
    size = "{:,.0f} " + _rows(sizes) if few else "{:,.0f}" if printed else ""
    return [_above(name, size.format(n), len(clusters)) for name, n in zip(called, sizes, strict=True)]


def _above(name: str, size: str, n_clusters: int) -> str:
    """What stands above one of some clusters, in lines as wide as there is room for."""
    width = max(4, _LETTERS // n_clusters)
    lines = textwrap.wrap(name, width, max_lines=_LINES, placeholder="…") + textwrap.wrap(size, max(width, 8))
    return "<br>".join(escape(line) for line in lines)


def _rows(sizes: Sequence[float]) -> str:
    return "rows" if are_whole(sizes) else "weighted rows"


def _lifts_in_words(table: dict[str, pd.DataFrame], sizes: pd.Series, names: Mapping[int, str]) -> list[list[str]]:
    rows, clusters = _rows(sizes), [(f"{sizes[c]:,.0f}", escape(cluster_name(c, names))) for c in table["count"]]
    numbers = zip(*(table[what].to_numpy().tolist() for what in ("count", "share", "share_all", "lift")), strict=True)
    return [
        [
            f"{count:,.0f} of the {size} {rows} of {name} ({in_percent(share)})<br>"
            f"have {escape(attribute)} = {escape(value)},<br>"
            f"against {in_percent(share_all)} of all rows: lift {significant(lift)}"
            for (size, name), count, share, share_all, lift in zip(clusters, *line, strict=True)
        ]
        for (attribute, value), line in zip(table["count"].index, numbers, strict=True)
    ]


def cluster_count(
    test: ShuffleTest, known: int = 0, theme: str | Theme = "light", beyond: ShuffleTest | None = None
) -> go.Figure:
    """Draw the share of distance explained and the silhouette along k, with the range of shuffled tables.

    Parameters
    ----------
    test : ShuffleTest
        From `catviz.structure_test`.
    known : int
        Number of known classes, drawn as a dotted line; 0 draws none.
    theme : {"light", "dark"}
    beyond : ShuffleTest or None
        The same test against one gradient (``null="one factor"``), drawn as a second range.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> found = catviz.structure_test(catviz.load_dataset("zoo"), "ADM", k=[2, 7], n_shuffles=19)
    >>> catviz.plots.cluster_count(found, known=7).layout.xaxis.title.text
    'number of clusters k'
    """
    colours, by_k = theme_of(theme), test.by_k
    figure = new_figure(
        colours,
        height=380,
        legend={"orientation": "h", "y": 1.04, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 34, "b": 10},
    )
    titles = {measure: title for measure, title in TITLES.items() if (by_k["measure"] == measure).any()}
    width = (1 - _GAP * (len(titles) - 1)) / len(titles)
    for number, (measure, title) in enumerate(titles.items()):
        lines = by_k[by_k["measure"] == measure].sort_values("k")
        axes = {"xaxis": f"x{number + 1}", "yaxis": f"y{number + 1}"}
        left = number * (width + _GAP)
        axis = {"gridcolor": colours.grid, "zeroline": False, "tickfont": {"size": FONT_SIZE}, "automargin": True}
        figure.update_layout(
            {
                f"xaxis{number + 1}": axis
                | {"domain": [left, left + width], "anchor": axes["yaxis"], "dtick": 1 if len(lines) < 12 else 2}
                | {"title": {"text": "number of clusters k", "font": {"size": FONT_SIZE}}},
                f"yaxis{number + 1}": axis
                | {"anchor": axes["xaxis"], "title": {"text": title, "font": {"size": FONT_SIZE}}},
            }
        )
        _shade(figure, lines, axes, "shuffled tables", (colours.grid, colours.faint, "dash"), number == 0)
        if beyond is not None:
            simulated = beyond.by_k[beyond.by_k["measure"] == measure].sort_values("k")
            _shade(figure, simulated, axes, "tables of one gradient", (_GRADIENT_FILL, _GRADIENT, "dot"), number == 0)
        figure.add_scatter(
            x=lines["k"],
            y=lines["observed"],
            mode="lines+markers",
            line={"color": PALETTE[0], "width": 2.5},
            marker={"size": 9},
            name="this table",
            showlegend=number == 0,
            hovertemplate="k = %{x}<br>%{y:.4g}<extra></extra>",
            **axes,
        )
        if known:
            figure.add_shape(
                type="line",
                x0=known,
                x1=known,
                y0=0,
                y1=1,
                xref=axes["xaxis"].replace("x1", "x"),
                yref=axes["yaxis"].replace("y1", "y") + " domain",
                line={"color": colours.text, "width": 1.5, "dash": "dot"},
            )
    if known:
        line = {"color": colours.text, "dash": "dot"}
        figure.add_scatter(x=[None], y=[None], mode="lines", line=line, name="number of known classes")
    return on_paper(figure, theme)


def criterion(found: pd.DataFrame, theme: Theme, known: int = 0) -> go.Figure:
    """Draw BIC along the number of classes, its lowest marked; the number of known classes, if any, is a dotted line.

    Parameters
    ----------
    found : DataFrame
        With the columns ``clusters`` and ``bic``.
    """
    figure = new_figure(theme, height=300, showlegend=False, margin={"l": 10, "r": 10, "t": 34, "b": 10})
    axis = {"gridcolor": theme.grid, "zeroline": False, "tickfont": {"size": FONT_SIZE}, "automargin": True}
    figure.update_xaxes(axis | {"dtick": 1, "title": {"text": "number of classes", "font": {"size": FONT_SIZE}}})
    figure.update_yaxes(axis | {"title": {"text": "BIC (lower is better)", "font": {"size": FONT_SIZE}}})
    lowest = found["bic"] == found["bic"].min()
    figure.add_scatter(
        x=found["clusters"],
        y=found["bic"],
        mode="lines+markers",
        line={"color": PALETTE[0], "width": 2.5},
        marker={"size": [14 if low else 9 for low in lowest]},
        hovertemplate="%{x} classes: BIC %{y:,.1f}<extra></extra>",
    )
    if known:
        figure.add_vline(
            known, line={"color": theme.text, "width": 1.5, "dash": "dot"}, annotation={"text": "known classes"}
        )
    return figure


def _shade(
    figure: go.Figure, lines: pd.DataFrame, axes: dict[str, Any], name: str, look: tuple[str, str, str], legend: bool
) -> None:
    """The middle 90 % of other tables and their median; ``look`` is the fill, and the median's colour and dash."""
    lines, (fill, colour, dash) = lines.dropna(subset=["shuffled_50"]), look
    if lines.empty:
        return
    figure.add_scatter(
        x=[*lines["k"], *lines["k"][::-1]],
        y=[*lines["shuffled_95"], *lines["shuffled_05"][::-1]],
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=fill,
        name=f"{name}, 5\u00a0% to 95\u00a0%",
        showlegend=legend,
        hoverinfo="skip",
        **axes,
    )
    figure.add_scatter(
        x=lines["k"],
        y=lines["shuffled_50"],
        mode="lines",
        line={"color": colour, "width": 1.5, "dash": dash},
        name=f"{name}, median",
        showlegend=legend,
        hovertemplate=f"{name}, k = %{{x}}<br>%{{y:.4g}}<extra></extra>",
        **axes,
    )
