"""The rows on the map that needs no other method."""

from __future__ import annotations

import numpy as np

from catviz.analysis.projection import ConstantInput
from catviz.registry import DEFAULT_MAP
from catviz.ui.labels import MAP
from catviz.ui.overview.card import card, draw, say
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.widgets import map_axes, small_map
from catviz.words import overview
from catviz.words.chips import chips

_KEY = "rows"


def section(view: View) -> None:
    """Show the card: a point for each distinct row, coloured by the outcome if there is one."""
    with card(_KEY, "Which rows belong together?", "map", map=DEFAULT_MAP, second="none"):
        one_colour = np.zeros(cache.n_distinct(view), dtype=int), [""]
        groups = cache.point_groups(view, None) if view.classes_known else one_colour
        try:
            figure, n = small_map.figure(view, DEFAULT_MAP, (), groups)
        except ConstantInput:
            say("All rows have the same position on this map.", _KEY)
            return
        draw(figure, _KEY, f"Map of {n:,} distinct rows.", small_map.adapted)
        texts = map_axes.how_to_read([DEFAULT_MAP])
        if n > small_map.DRAWN:
            shown = f"{small_map.DRAWN:,}"
            texts |= chips("overview", "{shown} of {n} points", shown=shown, n=f"{n:,}", rows=MAP)
        axes = None if view.large else cache.joint(view, DEFAULT_MAP)
        say(overview.map_of_rows(n, axes), _KEY, texts)
