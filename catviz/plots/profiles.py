"""Figures of chosen rows: what sets them apart, and the values they light up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.analysis import profiles as of_rows
from catviz.analysis.profiles import FEWEST_EXPECTED
from catviz.parameters import whole_numbers
from catviz.plots.arguments import on_paper, theme_of
from catviz.plots.colours import Theme, hues
from catviz.plots.point_names import NamePlaces
from catviz.plots.style import PICTURE_ONLY, escape, label, labels, new_figure, percent_ticks, significant
from catviz.wording import in_percent, signed

PROFILED_VALUES = 12
#: Values named in the small plane at most; the others have hovers.
NAMED_VALUES = 12
#: Rough size of the small plane, in pixels, on a narrow screen.
_WIDTH, _HEIGHT = 250, 270
#: Points that a name may cover while no value is marked: the weightiest values get names then.
_COVERED = 2
#: Of a column's name and of a value's, at most.
_LETTERS = 11
_HOLLOW, _FILLED = "all rows", "these rows"


@whole_numbers("most")
def profile(
    X: Any, selected: Any, most: int = PROFILED_VALUES, theme: str | Theme = "light", wide: bool = False
) -> go.Figure:
    """Draw what sets some rows apart: the share of each value among them (filled) and among all rows (hollow).

    Parameters
    ----------
    X : CategoricalTable, DataFrame or array
    selected : (n,) bool, or row numbers
    most : int
        Values shown, the largest test values (v) first; grey where a value is not significant at 5 %.
    theme : {"light", "dark"}
    wide : bool
        True names a value and its column in one line.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> votes = catviz.load_dataset("voting")
    >>> figure = catviz.plots.profile(votes, votes.target == "democrat", most=3)
    >>> len(figure.data[0].x)
    3
    """
    return on_paper(profile_lines(_with_marks(X, selected), theme_of(theme), most, wide), theme)


def profile_lines(frame: pd.DataFrame, colours: Theme, most: int = PROFILED_VALUES, wide: bool = False) -> go.Figure:
    """The same of a profile that is made: lines of `catviz.analysis.profiles.profile` with two columns more.

    ``marked`` is False for values drawn in grey, and ``untested`` says why a value is not tested, empty if it is.
    """
    shown = frame.head(most)
    names = _one_line(shown) if wide else _two_lines(colours, shown, 18, 19)
    places = list(range(len(shown)))
    joined = {"type": "line", "line": {"color": colours.faint, "width": 2}, "layer": "below"}
    shares = list(zip(places, shown["share"], shown["share_all"], strict=True))
    figure = new_figure(
        colours,
        height=104 + 40 * len(shown),
        xaxis=percent_ticks([0, 0.5, 1]) | {"range": [-0.06, 1.62], "title": {"text": "share of rows"}},
        yaxis={"tickvals": places, "ticktext": names, "range": [len(shown) - 0.5, -0.5]}
        | {"showgrid": False, "zeroline": False},
        showlegend=True,
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 54, "b": 10},
        modebar=PICTURE_ONLY,
        shapes=[joined | {"x0": everywhere, "x1": share, "y0": y, "y1": y} for y, share, everywhere in shares],
        annotations=[
            {"x": 1.6, "y": y, "text": f"v {signed(v)}", "showarrow": False, "xanchor": "right"}
            | {"font": {"size": 13, "color": colours.text if strong else colours.faint}}
            for y, (v, strong) in enumerate(zip(shown["v"], shown["marked"], strict=True))
        ],
    )
    hollow = {"size": 11, "color": colours.paper, "line": {"color": colours.faint, "width": 2}}
    filled = {"size": 11, "color": np.where(shown["marked"], colours.scale[0], colours.faint)}
    hover = {"hovertext": [_hover(line) for line in shown.itertuples()], "hoverinfo": "text"}
    for share, marker, name in (("share_all", hollow, _HOLLOW), ("share", filled, _FILLED)):
        figure.add_scatter(x=shown[share].to_numpy(), y=places, mode="markers", marker=marker, name=name, **hover)
    return figure


def _with_marks(X: Any, selected: Any) -> pd.DataFrame:
    """The profile of selected rows, its significant values marked."""
    contrasts = of_rows.profile(X, selected)
    # no other reason is left: all are expected often enough
    unknown = np.where(contrasts["p"].isna(), "groups or weights of rows leave its variance unknown", "")
    return contrasts.assign(untested=unknown, marked=contrasts["significant"])


def side_by_side(frame: pd.DataFrame, names: Sequence[str], theme: Theme, most: int = PROFILED_VALUES) -> go.Figure:
    """Draw the share of each value in several selections of rows, one colour each, and among all rows (hollow).

    Parameters
    ----------
    frame : DataFrame
        One line per value: ``attribute``, ``value``, ``share_all``, and ``share 0``, ``share 1`` ... of the selections.
    names : sequence of str
        The selections.
    """
    shown = frame.head(most)
    places = list(range(len(shown)))
    figure = new_figure(
        theme,
        height=114 + 34 * len(shown),
        xaxis=percent_ticks([0, 0.25, 0.5, 0.75, 1]) | {"range": [-0.04, 1.04], "title": {"text": "share of rows"}},
        yaxis={
            "tickvals": places,
            "ticktext": _one_line(shown),
            "range": [len(shown) - 0.5, -0.5],
        },
        showlegend=True,
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 54, "b": 10},
        modebar=PICTURE_ONLY,
    )
    hollow = {"size": 12, "color": theme.paper, "line": {"color": theme.faint, "width": 2}}
    colours = hues(list(names), theme)
    layers = [(_HOLLOW, "share_all", hollow)]
    layers += [(name, f"share {i}", {"size": 12, "color": colours[name]}) for i, name in enumerate(names)]
    for name, column, marker in layers:
        shares = shown[column].to_numpy()
        figure.add_scatter(
            x=shares,
            y=places,
            mode="markers",
            marker=marker | {"opacity": 0.9},
            name=label(name, 26),
            hovertext=[f"{escape(name)}: {in_percent(share, 1)}" for share in shares],
            hoverinfo="text",
        )
    return figure


def highlighted_values(
    coordinates: np.ndarray,
    contrasts: pd.DataFrame,
    ids: np.ndarray,
    picked: np.ndarray,
    theme: Theme,
    generation: int = 0,
    axes: Sequence[str] = ("", ""),
) -> go.Figure:
    """Draw all values in one small plane; those marked and more frequent among the selected rows light up.

    The lit ones are named; if there are none, those with the largest count times distance from the centre.

    Parameters
    ----------
    coordinates : (c, 2)
    contrasts : DataFrame
        One line per value: its judged contrast, with ``marked`` and ``untested`` (why a value is not tested, empty if
        it is); of no row if none is selected.
    ids : (c,) int
        The customdata of each point. Any point may be picked.
    picked : (c,) bool
        Values the rows were picked by, which get a ring.
    axes : two titles
    """
    x, y = coordinates.T
    axis = {"nticks": 5, "zeroline": False, "fixedrange": True, "tickfont": {"size": 12}}
    ranges = _range(x, 0.16), _range(y, 0.14)
    figure = new_figure(
        theme,
        height=380,
        xaxis=axis | {"range": ranges[0], "title": {"text": axes[0], "font": {"size": 13}}},
        yaxis=axis | {"range": ranges[1], "title": {"text": axes[1], "font": {"size": 13}}},
        dragmode="pan",  # with select or lasso Streamlit takes no clicks; a box is in the tool bar
        clickmode="event+select",
        meta=generation,
        showlegend=False,
        margin={"l": 4, "r": 4, "t": 34, "b": 4},
    )
    chosen = bool(contrasts["count"].any())
    strong = (contrasts["marked"] & (contrasts["v"] > 0)).to_numpy()
    highlighted = strong | picked
    if highlighted.any():
        order = np.lexsort((-contrasts["v"], ~picked))
        order = order[highlighted[order]]
    else:
        weight = contrasts["share_all"].to_numpy() * np.linalg.norm(coordinates, axis=1)
        order = np.argsort(-weight, kind="stable")
    sizes = 6 + 14 * np.sqrt(contrasts["share" if chosen else "share_all"].to_numpy())
    named_as = zip(labels(list(contrasts["attribute"]), _LETTERS), contrasts["value"], strict=True)
    names = [f"{column} = {label(value, _LETTERS)}" for column, value in named_as]
    room = NamePlaces(ranges, _WIDTH, _HEIGHT)
    room.avoid(coordinates, sizes)
    # names of the values that were picked may cover points; of the others a few, while nothing is marked
    places = room.give(coordinates, names, sizes, order[picked[order]], 12)
    others = order[~picked[order]]
    places |= room.give(coordinates, names, sizes, others, 12, covers=0)
    if not highlighted.any():
        places |= room.give(coordinates, names, sizes, [i for i in others if i not in places], 12, _COVERED)
    named = {i: places[i] for i in [i for i in order if i in places][:NAMED_VALUES]}
    figure.add_scatter(
        x=x.astype(np.float32),
        y=y.astype(np.float32),
        mode="markers+text",
        text=[name if i in named else "" for i, name in enumerate(names)],
        textposition=[named.get(i, "top center") for i in range(len(names))],
        textfont={"size": 12, "color": theme.text},
        marker={
            "size": sizes.astype(np.float32),
            "color": np.where(strong, theme.scale[0], theme.faint),
            "opacity": np.where(highlighted, 0.95, 0.45).astype(np.float32),
            "line": {"width": np.where(picked, 2, 0).astype(np.float32), "color": theme.text},
        },
        customdata=ids,
        unselected={"marker": {"opacity": 0.3}},
        hovertext=[_hover(line) if chosen else _value_name(line) for line in contrasts.itertuples()],
        hoverinfo="text",
    )
    return figure


def _one_line(frame: pd.DataFrame) -> list[str]:
    """Each value with its column."""
    columns = labels(list(frame["attribute"]), 20)
    return [f"{column} = {label(value, 24)}" for column, value in zip(columns, frame["value"], strict=True)]


def _two_lines(theme: Theme, frame: pd.DataFrame, most: int, most_below: int) -> list[str]:
    """Each value, and under it the column it belongs to."""
    small = f"<span style='font-size:12px;color:{theme.faint}'>"
    columns = labels(list(frame["attribute"]), most_below)
    return [
        f"{label(value, most)}<br>{small}{column}</span>" for value, column in zip(frame["value"], columns, strict=True)
    ]


def _value_name(line: pd.Series) -> str:
    return f"{escape(line.attribute)} = {escape(line.value)}"


def _hover(line: Any) -> str:
    """A value with its shares, lift, test value and what the test says, or why there is none, for the hover."""
    return (
        f"{_value_name(line)}<br>{in_percent(line.share, 1)} of these rows, {in_percent(line.share_all, 1)} of all<br>"
        f"lift {significant(line.lift)}, v {signed(line.v)}<br>{_verdict(line)}"
    )


def _verdict(line: Any) -> str:
    if line.untested:
        return f"not tested: {line.untested}"
    if np.isnan(line.q):
        return f"not tested: expected fewer than {FEWEST_EXPECTED} times among these rows"
    verdict = "significant" if line.significant else "not significant"
    return f"{verdict} (q {'< 0.001' if line.q < 0.001 else f'= {line.q:.3f}'})"


def _range(x: np.ndarray, share: float) -> list[float]:
    """Ends of an axis of (m,) numbers, with room for labels, a ``share`` of the range, at both."""
    wide = np.ptp(x) or 1.0
    return [float(x.min() - share * wide), float(x.max() + share * wide)]
