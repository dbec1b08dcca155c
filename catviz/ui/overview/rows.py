"""The rows on the map that needs no other method."""

from __future__ import annotations

from functools import partial

import numpy as np

from catviz import plots
from catviz.analysis.projection import ConstantInput
from catviz.plots.rows import SVG_POINTS, Points
from catviz.plots.small import without_drag
from catviz.registry import DEFAULT_MAP, method
from catviz.ui.labels import MAP
from catviz.ui.overview.card import card, draw, say
from catviz.ui.state import cache
from catviz.ui.state.learned import learn
from catviz.ui.state.view import View
from catviz.ui.widgets import charts, map_axes
from catviz.words import overview
from catviz.words.chips import chips

_KEY = "rows"
#: Points drawn at most: so many are drawn without WebGL.
_DRAWN = SVG_POINTS
#: The map as the library names it: along the axes of largest variance.
_AXES = "PCA"


def section(view: View) -> None:
    """Show the card: a point for each distinct row, coloured by the outcome if there is one."""
    with card(_KEY, "Which rows belong together?", "map", map=DEFAULT_MAP, second="none"):
        fitted = learn(view, method(DEFAULT_MAP), ())
        try:
            placed = cache.rows_placed(view, DEFAULT_MAP, (), _AXES)
        except ConstantInput:
            say("All rows have the same position on this map.", _KEY)
            return
        n = int(placed.has_place.sum())
        figure = partial(
            plots.row_map,
            None if view.large else fitted.estimator,
            view.table,
            kind=_AXES,
            placed=placed,
            points=_points(view, placed),
            theme=charts.theme(),
        )
        draw(figure, _KEY, f"Map of {n:,} distinct rows.", without_drag)
        texts = map_axes.how_to_read([DEFAULT_MAP])
        if n > _DRAWN:
            texts |= chips("overview", "{shown} of {n} points", shown=f"{_DRAWN:,}", n=f"{n:,}", rows=MAP)
        axes = None if view.large else cache.joint(view, DEFAULT_MAP)
        say(overview.map_of_rows(n, axes), _KEY, texts)


def _points(view: View, placed) -> Points:
    """The points of the map without words of single rows."""
    shown = np.flatnonzero(placed.has_place)
    if len(shown) > _DRAWN:
        shown = np.sort(np.random.default_rng(view.seed).choice(shown, _DRAWN, replace=False))
    groups, names = np.zeros(len(placed.multiplicity), dtype=int), [""]
    if view.classes_known:
        groups, names = cache.point_groups(view, None)
    words = np.full(len(shown), "", dtype=object)
    return Points(shown, placed.multiplicity[shown], groups[shown], names, words)
