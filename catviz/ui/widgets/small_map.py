"""The rows on a small map, for a card or beside other figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import numpy as np
import plotly.graph_objects as go

from catviz import plots
from catviz.plots.rows import SVG_POINTS, Points
from catviz.plots.small import without_drag
from catviz.registry import method
from catviz.ui.state import cache
from catviz.ui.state.learned import learn
from catviz.ui.state.view import View
from catviz.ui.widgets import charts

#: Points drawn at most: so many are drawn without WebGL.
DRAWN = SVG_POINTS
#: How the library names the map along the axes of largest variance.
AXES = "PCA"
#: What an axis' percentage is of, for which a small map has no room.
_MEANING = re.compile(r" of [^)]*(?=\))")


def figure(
    view: View, name: str, parameters: cache.Parameters, groups: tuple[np.ndarray, list[str]]
) -> tuple[Callable[[], go.Figure], int]:
    """What draws the distinct rows along the axes of largest variance, and how many have a place; `adapted` follows.

    Parameters
    ----------
    groups : ((m,) number of each distinct row's group, groups)
        They give the colours.

    Raises
    ------
    ConstantInput
        All rows have the same position.
    """
    learned = learn(view, method(name), parameters)
    placed = cache.rows_placed(view, name, parameters, AXES)
    shown = np.flatnonzero(placed.has_place)
    n = len(shown)
    if n > DRAWN:
        shown = np.sort(np.random.default_rng(view.seed).choice(shown, DRAWN, replace=False))
    words = np.full(len(shown), "", dtype=object)
    of_rows, names = groups
    draw = partial(
        plots.row_map,
        None if view.large else learned.estimator,
        view.table,
        kind=AXES,
        placed=placed,
        points=Points(shown, placed.multiplicity[shown], of_rows[shown], names, words),
        theme=charts.theme(),
    )
    return draw, n


def adapted(figure: go.Figure) -> go.Figure:
    """A map with short titles of its axes, in which a drag does nothing."""
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        axis.title.text = _MEANING.sub("", axis.title.text or "")
    return without_drag(figure)


def without_legend(figure: go.Figure) -> go.Figure:
    """A map beside a figure that names the colours."""
    return figure.update_layout(showlegend=False)
