"""Public figures of what methods learn: they take fitted methods and the names of columns and values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from catviz.analysis.projection import row_map as placed_rows
from catviz.base import as_table
from catviz.geometry import joint_map as of_values
from catviz.geometry.inertia import CORRECTIONS
from catviz.plots import joint, lanes, mca, rows
from catviz.plots.arguments import geometry_of, known, named, on_paper, theme_of
from catviz.plots.mca import CONFIDENCE, CONTRIBUTION, ROWS, SIZES, MapLook
from catviz.plots.order_chart import lane, order_chart
from catviz.plots.rows import described, most_frequent
from catviz.plots.style import Theme, hues
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import label_text, natural_order
from catviz.table.weights import are_whole


def value_axes(
    methods: Any,
    columns: str | Sequence[str] | None = None,
    chosen: str | None = None,
    theme: str | Theme = "light",
    title: str = "Values along the first axis of their column",
) -> go.Figure:
    """One line per column: its values along the first axis of their distances, all lines in one unit.

    Parameters
    ----------
    methods : fitted method or geometry, or a mapping of one or two names to them
        Of two, the first stands above (filled) and the second below (hollow), and lines join equal values.
    columns : str or sequence of str, optional
        All columns (24 at most, 12 for two methods) where it is left out.
    chosen : str, optional
        The column that stands out.
    theme : {"light", "dark"}
    title : str

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        More than two methods, an unknown column, or no column whose values differ in distance.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> both = {"ADM": catviz.AhmadDey().fit(zoo), "DILCA": catviz.DILCA().fit(zoo)}
    >>> figure = catviz.plots.value_axes(both, ["legs", "milk"], chosen="legs")
    >>> list(figure.layout.yaxis.ticktext)
    ['legs', 'milk']
    """
    colours, methods = theme_of(theme), named(methods)
    if len(methods) > 2:
        raise ValueError(f"{len(methods)} methods: this figure compares two at most")
    drawn = [(name, geometry_of(m).distances()) for name, m in methods.items()]
    there = drawn[0][1].codebook.attributes
    columns = [columns] if isinstance(columns, str) else columns
    shown = list(there[: lanes.LANES // len(drawn)]) if columns is None else [known(c, there) for c in columns]
    made = lanes.lanes(drawn, shown, "" if chosen is None else known(chosen, there), colours, title)
    if made is None:
        raise ValueError("no column has an axis: in each of them all values are equally far apart")
    return on_paper(made, theme)


def orders(
    methods: Any,
    columns: Sequence[str] | str,
    true_gaps: bool = False,
    theme: str | Theme = "light",
    title: str = "Declared order above, learned order below",
) -> go.Figure:
    """The values of columns in the order that a method gives them, the declared order above it where there is one.

    Lines join the two places of a value; they stand out where the value moved. Kendall's tau measures the agreement.

    Parameters
    ----------
    methods : fitted method or geometry, or a mapping of names to them
        A method that learns an order (OCL) gives its own; others give the first axis of their distances.
    columns : str or sequence of str
    true_gaps : bool
        True places values by their distances instead of evenly; a learned order has no gaps.
    theme : {"light", "dark"}
    title : str

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> adm = catviz.AhmadDey().fit(catviz.load_dataset("lymphography"))
    >>> figure = catviz.plots.orders(adm, "lym_nodes_enlar")
    >>> len(figure.layout.yaxis.ticktext)
    1
    """
    colours, methods = theme_of(theme), named(methods)
    drawn = []
    for name, method in methods.items():
        geometry = geometry_of(method)
        order = geometry.order()
        for column in [columns] if isinstance(columns, str) else columns:
            found = lane(geometry, order, known(column, geometry.codebook.attributes), true_gaps)
            drawn.append(found.titled(f"{column}, {name}") if len(methods) > 1 else found)
    return on_paper(order_chart(drawn, colours, title), theme)


def value_map(
    method: Any, chosen: str = "", in_space: bool = False, theme: str | Theme = "light", title: Any = ""
) -> go.Figure:
    """All values of all columns in one plane, or along three axes.

    A method whose columns share a space (MCA, MTDLE, CDE) shows its own axes. Of any other, each value stands at the
    centre of the rows that have it, in the principal plane of the rows. `mca_map` has more choices for MCA.

    Parameters
    ----------
    method : fitted method
        One that learns a geometry of values.
    chosen : str
        The column that stands out; none where it is left out.
    in_space : bool
        True draws three axes.
    theme : {"light", "dark"}
    title : str

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> mca = catviz.MCA().fit(catviz.load_dataset("zoo"))
    >>> figure = catviz.plots.value_map(mca, chosen="legs")
    >>> figure.layout.xaxis.title.text.replace("\u00a0", " ")
    'Axis 1 (26.0 % of inertia)'
    """
    colours = theme_of(theme)
    codebook = geometry_of(method).codebook
    if chosen:
        known(chosen, codebook.attributes)
    placed = of_values.value_map(method, 3 if in_space else 2)
    draw = joint.space if in_space else joint.joint
    return on_paper(draw(placed, of_values.rows_with(placed, method.counts_), chosen, colours, title), theme)


def row_map(
    method: Any,
    X: Any,
    colour: str | Sequence[Any] | None = None,
    kind: str = "PCA",
    random_state: int = 0,
    theme: str | Theme = "light",
    title: str = "",
) -> go.Figure:
    """The rows of a table in a plane under a method: equal rows are one point, sized by how many they are.

    Parameters
    ----------
    method : fitted method, or a geometry
        Methods that compare rows only (JDM) have ``kind="MDS"``.
    X : CategoricalTable, DataFrame or array
    colour : str or sequence of n labels, optional
        A column, or a label for each row. The table's target where it is left out, if the table has one. The values of
        an ordered column go from pale to strong.
    kind : {"PCA", "MDS", "t-SNE", "PaCMAP"}
        PaCMAP needs the package pacmap: ``pip install 'catviz[maps]'``.
    random_state : int
    theme : {"light", "dark"}
    title : str

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        An unknown column, kind or theme, or labels that are not one for each row.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> figure = catviz.plots.row_map(catviz.AhmadDey().fit(zoo), zoo, colour="legs")
    >>> sorted({trace.name for trace in figure.data})
    ['0', '2', '4', '5', '6', '8']
    """
    colours, table = theme_of(theme), as_table(X)
    geometry = getattr(method, "geometry_", method)
    placed = placed_rows(geometry, table, kind, random_state=random_state)
    distinct, inverse = table.unique_rows()
    groups, names = _groups(table, colour, inverse)
    words = np.array(described(distinct, are_whole(table.weights)), dtype=object)
    ordered = isinstance(colour, str) and table.kinds[table.codebook.position(colour)] == "ordinal"
    points = rows.Points(
        np.arange(len(distinct)), placed.multiplicity, groups, names, words, ordered=rows.drawn_as_order(ordered, names)
    )
    axes = joint.row_axis_titles(method, kind, placed.axis_shares)
    made = rows.row_map(points, placed.coordinates, colours, title, axes=axes, with_unit=placed.axis_shares is not None)
    return on_paper(made, theme)


def _groups(table: CategoricalTable, colour: Any, inverse: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """(number of each distinct row's group, groups)."""
    if isinstance(colour, str):
        r = table.codebook.position(known(colour, table.attributes))
        return most_frequent(table.codes[:, r].astype(np.intp), list(table.categories[r]), inverse, table.weights)
    labels = table.target if colour is None else colour
    if labels is None:
        return np.zeros(inverse.max(initial=-1) + 1, dtype=int), [""]
    if len(labels) != len(table):
        raise ValueError(f"{len(labels)} labels for {len(table)} rows: give one for each row")
    labels = [None if label is None or label != label else label_text(label) for label in labels]
    order = natural_order({label for label in labels if label is not None})
    code = {label: i for i, label in enumerate(order)} | {None: len(order)}
    return most_frequent(np.array([code[label] for label in labels]), order, inverse, table.weights)


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
) -> go.Figure:
    """The values of all columns on two axes of MCA, supplementary values and known classes among them.

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
    colours, columns = theme_of(theme), [joined] if isinstance(joined, str) else list(joined)
    for what, given, choices in (("inertia", inertia, CORRECTIONS), ("size", size, SIZES), ("by", by, SIZES[1:])):
        if given not in choices:
            raise ValueError(f"{what}={given!r}: choose one of {', '.join(choices)}")
    values = method.values(X, max(axes))
    for name in [*columns, *([chosen] if chosen else [])]:
        known(name, list(dict.fromkeys(values["column"])))
    of_classes = X.target_name or "class" if isinstance(X, CategoricalTable) and X.target is not None else None
    if ellipses and of_classes is None:
        raise ValueError("ellipses are of known classes: give X as a table that has them")
    labels = list(dict.fromkeys(values.loc[values["column"] == of_classes, "value"]))
    look = MapLook((axes[0], axes[1]), inertia, size, most, by, tuple(columns), level)
    of_axes = method.inertia()
    made = mca.draw(
        mca.in_plane(values, of_axes, axes),
        of_axes,
        look,
        chosen,
        colours,
        title,
        of_classes,
        hues(labels, colours),
        method.class_means(X, axes=look.axes) if ellipses else None,
    )
    return on_paper(made, theme)
