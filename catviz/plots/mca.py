"""Figures of multiple correspondence analysis: values on two axes, ellipses of classes, inertia, columns by eta2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from scipy.stats import f as f_distribution

from catviz.geometry.given import fitted
from catviz.geometry.inertia import CORRECTIONS
from catviz.parameters import whole_numbers
from catviz.plots.arguments import known, on_paper, theme_of
from catviz.plots.colours import HIGHLIGHT, PALETTE, Theme, hues
from catviz.plots.point_names import Layer, NamePlaces, axis_title
from catviz.plots.style import FONT_SIZE, escape, label, new_figure, significant
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import column_name

RAW, BENZECRI, GREENACRE = CORRECTIONS
#: The corrections of inertia as they are written in a figure.
SPOKEN = {RAW: "raw", BENZECRI: "Benzécri", GREENACRE: "Greenacre"}
#: Letters of a name in a map, at most.
NAME = 18
#: Under the figure, out of the way of its title and its tool bar.
LEGEND = {"orientation": "h", "yref": "container", "y": 0, "x": 0, "xanchor": "left", "yanchor": "bottom"}
#: Axes in a scree plot.
_MOST_AXES = 20
#: Rough size of the plane of the columns, in pixels.
_SCREE_WIDTH, _HEIGHT = 480, 290
ROWS, CONTRIBUTION, COS2 = "rows", "contribution", "cos2"
SIZES = (ROWS, CONTRIBUTION, COS2)
#: Missing values of active columns that the analysis left out, as the legend names them.
LEFT_OUT = "missing, not in the axes"
#: Values of fewer rows are hollow.
FEW_ROWS = 5
#: Rows of a class from which its confidence ellipse is drawn: of fewer, it would hold the mean too rarely.
ROWS_OF_ELLIPSE = 20
#: Percentage of an axis up to which it may come from values that are rare in a class with an ellipse, for the same.
RARE = 25.0
CONFIDENCE = 0.95
#: Diameters of markers, in pixels.
_SMALL, _LARGE = 7.0, 22.0
#: Active values from which the markers become smaller, so that they do not cover each other.
_CROWDED = 24
#: Of supplementary values, which have no contribution.
_SUPPLEMENTARY = 12.0
#: Letters of a column and a value that are named together, at most.
_COLUMN, _VALUE = 16, 12
#: Height of what is above and below the plane, and roughly the plane's width, in pixels.
_AROUND_PLANE, _WIDTH = 160, 540
#: Of the plane: high enough that values which spread upwards are not crowded.
_LEAST_HEIGHT, _MOST_HEIGHT = 370, 510
#: Width of the plane at least, in heights: names need it.
_NARROWEST = 0.8
#: How far rare values may be outside the others to be shown, in margins around them.
_OUTSIDE = 2.5
#: Corners of an ellipse.
_AROUND = 72
#: What MCA's figures are of, and what it has.
_MCA = ("a fitted MCA", "eigenvalues_", "inertia", "columns")


def in_plane(values: pd.DataFrame, inertia: pd.DataFrame, axes: Sequence[int]) -> pd.DataFrame:
    """A line per value of `MCA.values`, in its order, for two axes.

    ``x`` and ``y``; ``contribution``, its percent of the inertia of both axes; ``cos2``, the sum of both; and the text
    of its hover as ``hover``.
    """
    first, second = (values[values["axis"] == axis].reset_index(drop=True) for axis in axes)
    one, other = (inertia["eigenvalue"][axis - 1] for axis in axes)
    plane = first[["column", "value", "role", "rows"]].assign(x=first["coordinate"], y=second["coordinate"])
    plane["contribution"] = (one * first["contribution"] + other * second["contribution"]) / (one + other)
    plane["cos2"] = first["cos2"] + second["cos2"]
    plane["hover"] = [
        f"<b>{escape(a['column'])} = {escape(a['value'])}</b><br>{significant(a['rows'])} rows"
        + "".join(_on_axis(axis, line) for axis, line in zip(axes, (a, b), strict=True))
        for a, b in zip(first.to_dict("records"), second.to_dict("records"), strict=True)
    ]
    return plane


def left_out(plane: pd.DataFrame) -> pd.Series:
    """(c,) which lines of `in_plane` are missing values of active columns that did not shape the axes."""
    active = plane["role"] == "active"
    return ~active & plane["column"].isin(plane.loc[active, "column"])


def shown_values(plane: pd.DataFrame, most: int | None, by: str) -> pd.DataFrame:
    """The lines of `in_plane` that are drawn: all supplementary values, and so many active ones (None: all)."""
    active = plane[plane["role"] == "active"]
    if most is None or most >= len(active):
        return plane
    kept = active.sort_values(by, ascending=False, kind="stable").index[:most]
    return plane[(plane["role"] != "active") | plane.index.isin(kept)]


@whole_numbers("axes", "most")
def mca_map(
    method: Any,
    X: Any = None,
    axes: tuple[int, int] = (1, 2),
    inertia: str = "raw",
    size: str = ROWS,
    most: int | None = None,
    by: str = CONTRIBUTION,
    joined: str | Sequence[str] = (),
    ellipses: bool = False,
    level: float = CONFIDENCE,
    chosen: str = "",
    theme: str | Theme = "light",
    title: str = "",
    plane: pd.DataFrame | None = None,
    means: pd.DataFrame | None = None,
    classes: str | None = None,
    letters: float = 1.0,
    sure: pd.DataFrame | None = None,
) -> go.Figure:
    """Draw the values of all columns on two axes of MCA, supplementary values and known classes among them.

    The chosen column stands out, and supplementary values have another marker.

    Parameters
    ----------
    method : fitted MCA
    X : CategoricalTable, frame or Counts, optional
        As in ``MCA.values``: its further columns and known classes are drawn as supplementary values.
    axes : (int, int)
        The axis from left to right and the one upwards, from 1. They may go beyond the ``n_components`` of the fit.
    inertia : {"raw", "Benzecri", "Greenacre"}
        Which percentages the axes are labelled with.
    size : {"rows", "contribution", "cos2"}
        What the area of a marker shows.
    most : int, optional
        So many active values are drawn, all where it is left out.
    by : {"contribution", "cos2"}
        Which ones: the largest contributions to both axes together, or the largest sum of cos2.
    joined : str or sequence of str
        Columns whose values a line joins in their order.
    ellipses : bool
        True draws the confidence ellipse of the mean of each class of 20 rows or more; X then is a table with known
        classes.
    level : float
        Of the ellipses, see ``MCA.class_means``.
    chosen : str
        The column that stands out; none where it is left out.
    theme : {"light", "dark"}
    title : str
    plane : DataFrame, optional
        The values that are drawn, if they are known already: of `in_plane`, on the same axes.
    means : DataFrame, optional
        The means of the classes, if they are known already: of ``MCA.class_means``, on the same axes.
    classes : str, optional
        The column of X whose values are the known classes, drawn as squares in their colours. The known classes of a
        table where it is left out.
    letters : float
        Names are given as there is room for letters so many times as large.
    sure : DataFrame, optional
        Of ``Uncertainty.ellipses``: the ellipses of the chosen column's values are drawn, on the first two axes only.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        An unknown choice or column, an axis there is not, or ellipses without known classes.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> figure = catviz.plots.mca_map(catviz.MCA().fit(zoo), zoo, ellipses=True)
    >>> figure.layout.xaxis.title.text.replace("\u00a0", " ")
    'Axis 1 (26.0 % of inertia)'
    """
    colours, chosen = theme_of(theme), column_name(chosen)
    joined = [column_name(name) for name in ([joined] if np.ndim(joined) == 0 else joined)]
    for what, choice, choices in (("inertia", inertia, CORRECTIONS), ("size", size, SIZES), ("by", by, SIZES[1:])):
        if choice not in choices:
            raise ValueError(f"{what}={choice!r}: choose one of {', '.join(choices)}")
    of_axes = fitted(method, *_MCA).inertia()
    plane = in_plane(method.values(X, max(axes)), of_axes, axes) if plane is None else plane
    for name in [*joined, *([chosen] if chosen else [])]:
        known(name, list(dict.fromkeys(plane["column"])))
    if classes is None and isinstance(X, CategoricalTable) and X.target is not None:
        classes = X.target_name or "class"
    if ellipses and classes is None:
        raise ValueError("ellipses are of known classes: give X as a table that has them")
    means = method.class_means(X, axes=axes) if ellipses and means is None else means
    of_classes = hues(list(dict.fromkeys(plane.loc[plane["column"] == classes, "value"])), colours)
    drawn = shown_values(plane, most, by)
    ranges = _ranges(drawn, plane[plane["column"].isin(joined)])
    height = _height(ranges)
    titles = [_title(of_axes, axis, inertia) for axis in axes]
    figure = new_figure(
        colours,
        height=_AROUND_PLANE + height,
        xaxis={"title": {"text": titles[0]}, "zeroline": True, "zerolinecolor": colours.faint, "range": ranges[0]}
        | {"constrain": "domain"},
        yaxis={
            "title": {"text": titles[1]},
            "zeroline": True,
            "zerolinecolor": colours.faint,
            "range": ranges[1],
            "scaleanchor": "x",
            "constrain": "domain",
        },
        title_text=escape(title),
        legend=LEGEND,
        hovermode="closest",
    )
    if means is not None:
        for line in means[_has_ellipse(means)].to_dict("records"):
            _add_ellipse(figure, line["class"], ellipse(line, level), of_classes.get(line["class"], colours.faint))
    if sure is not None and tuple(axes) == (1, 2):
        for line in sure[sure["column"] == chosen].to_dict("records"):
            _add_ellipse(figure, line["value"], _outline(line), HIGHLIGHT)
    of_class, of_chosen, active = drawn["column"] == classes, drawn["column"] == chosen, drawn["role"] == "active"
    missing = left_out(plane).loc[drawn.index]
    of_chosen, of_class = of_chosen & ~missing, of_class & ~missing
    groups = (
        (of_class, "known classes", "square", None, 1.0),
        (of_chosen & ~of_class, chosen, "circle", HIGHLIGHT, 0.9),
        (~active & ~of_chosen & ~of_class & ~missing, "shown only", "diamond", colours.text, 0.9),
        (active & ~of_chosen & ~of_class, "other columns", "circle", colours.faint, 0.6),
        (missing, LEFT_OUT, "x", colours.faint, 0.6),
    )
    layers = []
    for those, name, symbol, colour, opacity in groups:
        part = drawn[those]
        if len(part):
            by_value = [colour or of_classes.get(value, colours.faint) for value in part["value"]]
            if name == LEFT_OUT:
                by_value = [HIGHLIGHT if column == chosen else colours.faint for column in part["column"]]
            sizes = _sizes(part, drawn, size) if symbol != "square" or means is None else np.full(len(part), _SMALL)
            points, names = part[["x", "y"]].to_numpy(), _names(part, drawn, chosen)
            few = ((part["rows"] < FEW_ROWS) & (part["role"] == "active")).to_numpy()
            weights = part["contribution"].fillna(part["rows"] * (points**2).sum(axis=1)).to_numpy()
            hover = part["hover"].tolist()
            layers.append(Layer(name, points, names, hover, by_value, symbol, few, sizes, weights, opacity))
    room = _WIDTH / letters, (height if letters == 1 else _LEAST_HEIGHT) / letters
    plot = np.ptp(ranges, axis=1) * min(room / np.ptp(ranges, axis=1))
    places = NamePlaces(ranges, *plot)
    for layer in layers:
        places.avoid(layer.points, layer.sizes)
    traces = [_points(layer, layer.sides(places), colours) for layer in layers]
    for column in joined:
        figure.add_trace(_line(plane[(plane["column"] == column) & ~left_out(plane)], column, chosen, places, colours))
    figure.add_traces(traces[::-1])
    return on_paper(figure, theme)


def _on_axis(axis: int, line: Mapping[str, Any]) -> str:
    parts = [f"coordinate {significant(line['coordinate'])}"]
    if line["contribution"] == line["contribution"]:
        parts.append(f"contribution {line['contribution']:.1f}\u00a0%")
    parts.append(f"cos2 {significant(line['cos2'])}")
    if line["role"] != "active":  # which shaped the axis
        parts.append(f"v = {significant(line['test value'])}")
    return f"<br>Axis {axis}: {', '.join(parts)}"


def _ranges(drawn: pd.DataFrame, lines: pd.DataFrame) -> list[list[float]]:
    """Where the axes begin and end, with room for names, for values and those on lines.

    Rare values count if they are not far outside, so that the frame cuts none of these.
    """
    frequent = drawn[(drawn["rows"] >= FEW_ROWS) | (drawn["role"] != "active")]
    points = pd.concat([frequent if len(frequent) else drawn, lines])
    ranges = []
    for way in "xy":
        low, high = min(points[way].min(), 0.0), max(points[way].max(), 0.0)
        room = 0.1 * ((high - low) or 1.0)
        near = drawn[way][drawn[way].between(low - _OUTSIDE * room, high + _OUTSIDE * room)]
        ranges.append([min(low, near.min()) - room, max(high, near.max()) + room])
    wide, high = np.ptp(ranges, axis=1)
    more = max(0.0, _NARROWEST * high - wide) / 2
    ranges[0] = [ranges[0][0] - more, ranges[0][1] + more]
    return ranges


def _height(ranges: Sequence[Sequence[float]]) -> int:
    """Of the plane, in pixels: as the values spread, both axes having one unit."""
    wide, high = np.ptp(ranges, axis=1)
    return round(float(np.clip(0.75 * _WIDTH * high / wide, _LEAST_HEIGHT, _MOST_HEIGHT)))


def _sizes(part: pd.DataFrame, drawn: pd.DataFrame, size: str) -> np.ndarray:
    """(m,) diameters in pixels; supplementary values have one of their own."""
    number = part[size].to_numpy(dtype=float)
    largest = 1.0 if size == COS2 else float(np.nanmax([*drawn.loc[drawn["role"] == "active", size], 0.0]))
    share = np.clip(np.nan_to_num(number) / (largest or 1.0), 0, 1)
    large = max(_LARGE * min(1.0, _CROWDED / (drawn["role"] == "active").sum()) ** 0.5, 1.5 * _SMALL)
    return np.where(part["role"] == "active", _SMALL + (large - _SMALL) * np.sqrt(share), _SUPPLEMENTARY)


def _names(part: pd.DataFrame, drawn: pd.DataFrame, chosen: str) -> list[str]:
    """The values of a part of those drawn; one that several columns have with its column, unless that is the chosen."""
    common = set(drawn.groupby("value")["column"].nunique().loc[lambda n: n > 1].index)
    return [
        f"{label(column, _COLUMN)}: {label(value, _VALUE)}"
        if value in common and column != chosen
        else label(value, NAME)
        for column, value in zip(part["column"], part["value"], strict=True)
    ]


def _points(layer: Layer, sides: Mapping[int, str], theme: Theme) -> go.Scatter:
    """The marks of a layer, hollow ones with a line of their colour, and the names that have a side."""
    scatter = layer.scatter(sides)
    scatter["textfont"] |= {"color": [theme.text if colour == theme.faint else colour for colour in layer.colour]}
    scatter["marker"] |= {"line": {"width": 1, "color": np.where(layer.few, layer.colour, theme.paper)}}
    return go.Scatter(**scatter, legendrank=1000 - round(layer.opacity * 100))


def _line(part: pd.DataFrame, column: str, chosen: str, places: NamePlaces, theme: Theme) -> go.Scatter:
    """A line through the values of a column, in their order, with the column's name at its end."""
    colour = HIGHLIGHT if column == chosen else theme.text
    end, name = part[["x", "y"]].to_numpy()[-1:], label(column, NAME)
    side = places.give(end, [name], np.array([_SMALL]), [0], FONT_SIZE) if column != chosen else {}
    return go.Scatter(
        x=part["x"].astype(np.float32),
        y=part["y"].astype(np.float32),
        name=f"{label(column)}, in order",
        mode="lines+markers+text",
        line={"color": colour, "width": 1.5},
        marker={"color": colour, "size": 4},
        text=[*[""] * (len(part) - 1), f"<i>{name}</i>" if side else ""],
        textposition=side.get(0, "top center"),
        textfont={"color": theme.text, "size": FONT_SIZE},
        hoverinfo="skip",
        showlegend=False,
        opacity=0.75,
    )


def ellipse(line: Mapping[str, float], level: float) -> np.ndarray:
    """(73, 2) the outline of Hotelling's confidence region of a mean.

    ``line`` has ``rows`` n, ``x``, ``y``, ``variance x``, ``variance y`` and ``covariance`` of the mean. The squared
    Mahalanobis distance from the mean is 2 (n - 1) / (n - 2) times the quantile of F(2, n - 2).
    """
    covariance = np.array([[line["variance x"], line["covariance"]], [line["covariance"], line["variance y"]]])
    variances, ways = np.linalg.eigh(covariance)
    angle = np.linspace(0, 2 * np.pi, _AROUND + 1)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    n = line["rows"]
    half = np.sqrt(2 * (n - 1) / (n - 2) * f_distribution.ppf(level, 2, n - 2) * np.clip(variances, 0, None))
    return np.array([line["x"], line["y"]]) + (circle * half) @ ways.T


def small_ellipses(drawn: pd.DataFrame, lines: pd.DataFrame, means: pd.DataFrame) -> list[str]:
    """The classes whose ellipse lies within the square of their mean, as large as the figure usually is.

    ``drawn`` are the values of a plane that are shown, and ``lines`` those that lines join.
    """
    ranges = _ranges(drawn, lines)
    wide, high = np.ptp(ranges, axis=1)
    pixels = min(_WIDTH / wide, _height(ranges) / high)
    lines = means[_has_ellipse(means)].to_dict("records")
    return [line["class"] for line in lines if pixels * np.ptp(ellipse(line, CONFIDENCE), axis=0).max() < _SMALL]


def _has_ellipse(means: pd.DataFrame) -> pd.Series:
    """(m,) whether enough rows decide where the ellipse of a class is."""
    return (means["rows"] >= ROWS_OF_ELLIPSE) & (means["rare"] <= RARE)


def _outline(line: Mapping[str, float]) -> np.ndarray:
    """(73, 2) the outline of an ellipse with place ``x`` and ``y``, half axes ``longer`` and ``shorter``, ``angle``."""
    around = np.linspace(0, 2 * np.pi, _AROUND + 1)
    along, across = line["longer"] * np.cos(around), line["shorter"] * np.sin(around)
    cos, sin = np.cos(line["angle"]), np.sin(line["angle"])
    return np.column_stack([line["x"] + along * cos - across * sin, line["y"] + along * sin + across * cos])


def _add_ellipse(figure: go.Figure, name: str, outline: np.ndarray, colour: str) -> None:
    figure.add_scatter(
        x=outline[:, 0].astype(np.float32),
        y=outline[:, 1].astype(np.float32),
        mode="lines",
        line={"color": colour, "width": 2},
        name=escape(name),
        hoverinfo="skip",
        showlegend=False,
    )


def _in_words(correction: str) -> str:
    """Name what a percentage is of: "inertia", or "inertia, Benzécri"."""
    return "inertia" if correction == RAW else f"inertia, {SPOKEN[correction]}"


def counts_axes(inertia: pd.DataFrame, correction: str) -> bool:
    """Whether a correction leaves any axis in."""
    return bool(inertia[CORRECTIONS[correction]].notna().any())


def _title(inertia: pd.DataFrame, axis: int, correction: str) -> str:
    """As "Axis 1 (32.1 % of inertia)"."""
    return axis_title(f"Axis {axis}", inertia[CORRECTIONS[correction]][axis - 1], _in_words(correction))


@whole_numbers("axes")
def scree(
    method: Any, axes: Sequence[int] = (1, 2), inertia: str = "raw", theme: str | Theme = "light", title: str = ""
) -> go.Figure:
    """Draw the percent of inertia of each axis of MCA.

    Parameters
    ----------
    method : fitted MCA
    axes : sequence of int
        The axes that stand out.
    inertia : {"raw", "Benzecri", "Greenacre"}
    theme : {"light", "dark"}
    title : str

    Returns
    -------
    plotly.graph_objects.Figure
        The dotted line of raw percentages is 1 / number of columns; both corrections leave out the axes below it.

    Examples
    --------
    >>> import catviz
    >>> figure = catviz.plots.scree(catviz.MCA().fit(catviz.load_dataset("zoo")))
    >>> len(figure.data[0].y)
    20
    """
    colours, eigenvalues = theme_of(theme), fitted(method, *_MCA).inertia()
    share = CORRECTIONS[inertia]
    shown = eigenvalues.dropna(subset=[share]).head(_MOST_AXES)
    average = 100 / len(method.feature_names_in_) / max(eigenvalues["eigenvalue"].sum(), np.finfo(float).tiny)
    figure = new_figure(
        colours,
        height=300,
        title_text=escape(title),
        xaxis={"title": {"text": "Axis"}, "dtick": 1 if len(shown) <= _MOST_AXES else None},
        yaxis={"title": {"text": f"% of {_in_words(inertia)}"}, "rangemode": "tozero"},
        showlegend=False,
        bargap=0.25,
    )
    strong = [HIGHLIGHT if axis in axes else PALETTE[0] for axis in shown["axis"]]
    figure.add_bar(
        x=shown["axis"],
        y=shown[share],
        marker={"color": strong},
        text=[f"{percent:.1f}" if inertia != RAW or percent > average else "" for percent in shown[share]],
        textposition="outside",
        textfont={"size": FONT_SIZE - 2},
        constraintext="none",
        cliponaxis=False,
        hovertext=[
            f"Axis {axis}<br>eigenvalue {significant(eigenvalue)}<br>{percent:.1f}\u00a0% of inertia<br>"
            f"{total:.1f}\u00a0% with the axes before it"
            for axis, eigenvalue, percent, total in zip(
                shown["axis"], shown["eigenvalue"], shown[share], shown[f"cumulative {share}"], strict=True
            )
        ],
        hoverinfo="text",
    )
    if inertia == RAW and len(eigenvalues):
        figure.add_hline(y=average, line={"color": colours.faint, "dash": "dot"})
        figure.add_annotation(
            x=1,
            xref="paper",
            xanchor="right",
            y=1,
            yref="paper",
            yanchor="top",  # over the bars that fall: beside the line it would lie on their numbers
            text="dotted: eigenvalue 1 / number of columns",
            showarrow=False,
            font={"color": colours.faint},
        )
    return on_paper(figure, theme)


@whole_numbers("axes")
def eta2(
    method: Any,
    X: Any = None,
    axes: tuple[int, int] = (1, 2),
    inertia: str = "raw",
    chosen: str = "",
    theme: str | Theme = "light",
    title: str = "",
    columns: pd.DataFrame | None = None,
) -> go.Figure:
    """Draw each column at its squared correlation ratio (eta2) with two axes of MCA.

    Parameters
    ----------
    method : fitted MCA
    X : CategoricalTable, frame or Counts, optional
        As in ``MCA.columns``: further columns and known classes are supplementary.
    axes : (int, int)
    inertia : {"raw", "Benzecri", "Greenacre"}
    chosen : str
        The column that stands out.
    theme : {"light", "dark"}
    title : str
    columns : DataFrame, optional
        ``MCA.columns`` for both axes, if it is known already.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> len(catviz.plots.eta2(catviz.MCA().fit(zoo), zoo).data)
    2
    """
    colours, chosen = theme_of(theme), column_name(chosen)
    columns = fitted(method, *_MCA).columns(X, int(np.max(axes))) if columns is None else columns
    first, second = (columns[columns["axis"] == axis].reset_index(drop=True) for axis in axes)
    table = first[["column", "role"]].assign(x=first["eta2"], y=second["eta2"])
    ranges = [[-0.02, max(1e-3, table[way].max()) * 1.12] for way in "xy"]
    of_axes = method.inertia()
    titles = [f"eta2 with {_title(of_axes, axis, inertia)}" for axis in axes]
    figure = new_figure(
        colours,
        height=420,
        title_text=escape(title),
        xaxis={"title": {"text": titles[0].replace("Axis", "axis")}, "range": ranges[0]},
        yaxis={"title": {"text": titles[1].replace("Axis", "axis")}, "range": ranges[1]},
        legend=LEGEND,
    )
    names = NamePlaces(ranges, _SCREE_WIDTH, _HEIGHT)
    for role, symbol, colour in (("supplementary", "diamond", PALETTE[2]), ("active", "circle", PALETTE[0])):
        part = table[table["role"] == role]
        if not len(part):
            continue
        points, size = part[["x", "y"]].to_numpy(), np.full(len(part), 9.0)
        texts = [label(name, NAME) for name in part["column"]]
        places = names.give(points, texts, size, np.argsort(-points.sum(axis=1), kind="stable"), FONT_SIZE)
        figure.add_scatter(
            x=part["x"],
            y=part["y"],
            name=role,
            mode="markers+text",
            marker={
                "symbol": symbol,
                "size": 9,
                "color": [HIGHLIGHT if c == chosen else colour for c in part["column"]],
            },
            text=[text if i in places else "" for i, text in enumerate(texts)],
            textposition=[places.get(i, "top center") for i in range(len(part))],
            hovertext=[
                f"{escape(c)}<br>eta2 {significant(x)} with axis {axes[0]}<br>eta2 {significant(y)} with axis {axes[1]}"
                for c, x, y in zip(part["column"], part["x"], part["y"], strict=True)
            ],
            hoverinfo="text",
        )
    return on_paper(figure, theme)
