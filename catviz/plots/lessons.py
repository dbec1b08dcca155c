"""Figures of lessons: counts along an order, distances learned several times, paths, shuffled tables, a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.plots.colours import HIGHLIGHT, PALETTE, Theme, colorscale
from catviz.plots.style import PERCENT, escape, label, new_figure, significant
from catviz.wording import in_percent

#: Colours of what is learned in several ways: a lesson's figures give each way the same.
_KINDS = (HIGHLIGHT, PALETTE[4], PALETTE[2], PALETTE[3])
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
            figure.add_annotation(x=x, y=y, text=f"<b>{label(value)}</b>", yshift=-20, showarrow=False)
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
        height=400,
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
            y=[label(name) for name in shares.index],
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
    high = np.where(np.isnan(grid), np.nan, grid >= observed - _ROUNDING)
    axis = {"visible": False, "fixedrange": True}
    figure = new_figure(
        theme,
        height=50 + 34 * lines,
        title_text=escape(title),
        xaxis=axis,
        yaxis=axis | {"autorange": "reversed"},
        margin={"l": 4, "r": 4, "t": 40, "b": 4},
    )
    return figure.add_heatmap(
        z=high,
        zmin=0,
        zmax=1,
        colorscale=[[0, theme.grid], [1, HIGHLIGHT]],
        showscale=False,
        xgap=4,
        ygap=4,
        text=[["" if np.isnan(tau) else f"{tau:.2f}" for tau in line] for line in grid],
        texttemplate="%{text}",
        hoverinfo="skip",
    )


def coded_values(coded: Mapping[str, pd.DataFrame], theme: Theme, title: str) -> go.Figure:
    """Draw the numbers that stand for each value of a column, one panel per encoding."""
    figure = new_figure(theme, height=400, title_text=escape(title), margin={"l": 10, "r": 10, "t": 76, "b": 10})
    widths = [frame.shape[1] for frame in coded.values()]
    ends = np.cumsum([0, *widths]) / sum(widths)
    gap = 0.06
    for i, (name, frame) in enumerate(coded.items()):
        number = "" if i == 0 else str(i + 1)
        largest = float(np.abs(frame.to_numpy()).max())
        figure.add_heatmap(
            z=frame.to_numpy(),
            y=[f"{label(value)} " for value in frame.index],
            x=[label(column) for column in frame.columns],
            zmin=-largest,
            zmax=largest,
            colorscale=colorscale(theme.diverging),
            showscale=False,
            xgap=3,
            ygap=3,
            text=[[significant(cell) for cell in line] for line in frame.to_numpy()],
            texttemplate="%{text}",
            hoverinfo="skip",
            xaxis=f"x{number}",
            yaxis=f"y{number}",
        )
        domain = [ends[i] + gap * (i > 0), ends[i + 1]]
        figure.update_layout(
            {
                f"xaxis{number}": {"domain": domain, "anchor": f"y{number}", "showgrid": False},
                f"yaxis{number}": {"anchor": f"x{number}", "autorange": "reversed", "showgrid": False},
            }
        )
        place = {"xref": "paper", "yref": "paper", "x": domain[0], "y": 1, "yanchor": "bottom", "xanchor": "left"}
        figure.add_annotation(text=f"<b>{escape(name)}</b>", showarrow=False, **place)
    return figure


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
        height=400,
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
        height=390,
        title_text=escape(title),
        showlegend=False,
        xaxis={"title": {"text": escape(quantity)}, "zeroline": True, "zerolinecolor": theme.text, "zerolinewidth": 2},
        yaxis={"autorange": "reversed", "showgrid": False, "ticksuffix": " "},
        margin={"l": 10, "r": 10, "t": 44, "b": 10},
    )
    for name, (low, mean, high) in means.items():
        figure.add_scatter(
            x=[mean],
            y=[label(name, 40)],
            mode="markers",
            marker={"size": 15, "color": theme.faint if low <= 0 <= high else HIGHLIGHT},
            error_x={"array": [high - mean], "arrayminus": [mean - low], "thickness": 5, "width": 12},
            hovertext=f"{significant(mean)} ({significant(low)} to {significant(high)})",
            hoverinfo="text",
        )
    return figure
