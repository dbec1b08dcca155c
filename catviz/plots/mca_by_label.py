"""Public figures of multiple correspondence analysis: they take a fitted `MCA` and the names of columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from catviz.geometry.inertia import CORRECTIONS
from catviz.plots import mca_axes, mca_plane
from catviz.plots.arguments import known, on_paper, theme_of
from catviz.plots.mca_plane import CONFIDENCE, CONTRIBUTION, ROWS, SIZES, MapLook
from catviz.plots.style import Theme, hues
from catviz.table.categorical import CategoricalTable


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
    theme, columns = theme_of(theme), [joined] if isinstance(joined, str) else list(joined)
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
    made = mca_plane.draw(
        mca_plane.in_plane(values, of_axes, axes),
        of_axes,
        look,
        chosen,
        theme,
        title,
        of_classes,
        hues(labels, theme),
        method.class_means(X, axes=look.axes) if ellipses else None,
    )
    return on_paper(made, theme)


def scree(
    method: Any, axes: Sequence[int] = (1, 2), inertia: str = "raw", theme: str | Theme = "light", title: str = ""
) -> go.Figure:
    """The percent of inertia of each axis of MCA.

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
        The dotted line of raw percentages is the eigenvalue that both corrections take off.

    Examples
    --------
    >>> import catviz
    >>> figure = catviz.plots.scree(catviz.MCA().fit(catviz.load_dataset("zoo")))
    >>> len(figure.data[0].y)
    20
    """
    theme, n_columns = theme_of(theme), len(method.feature_names_in_)
    return on_paper(mca_axes.scree(method.inertia(), n_columns, axes, inertia, theme, title), theme)


def eta2(
    method: Any,
    X: Any = None,
    axes: tuple[int, int] = (1, 2),
    inertia: str = "raw",
    chosen: str = "",
    theme: str | Theme = "light",
    title: str = "",
) -> go.Figure:
    """Each column at its squared correlation ratio (eta2) with two axes of MCA.

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
    theme, columns = theme_of(theme), method.columns(X, int(np.max(axes)))
    made = mca_axes.columns_by_eta2(columns, method.inertia(), axes, inertia, chosen, theme, title)
    return on_paper(made, theme)
