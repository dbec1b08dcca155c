"""Public figures of what methods learn: they take fitted methods and the names of columns and values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from catviz.analysis.projection import row_map as placed_rows
from catviz.base import as_table
from catviz.plots import joint, rows
from catviz.plots.arguments import known, on_paper, theme_of
from catviz.plots.rows import described, most_frequent
from catviz.plots.style import Theme
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import label_text, natural_order
from catviz.table.weights import are_whole


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
