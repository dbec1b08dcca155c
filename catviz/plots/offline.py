"""What a page of HTML needs to draw figures without a network, and figures that read on white paper."""

from __future__ import annotations

import json
import re

from plotly.offline import get_plotlyjs

from catviz.plots.inks import inked
from catviz.plots.style import LIGHT, Theme, nearness, unchosen


def program() -> str:
    """Plotly's own JavaScript, for a page that embeds it."""
    return str(get_plotlyjs())


def on_white(figure: str, theme: Theme) -> str:
    """The JSON of a figure that was drawn in a theme, with the colours of the light one.

    Examples
    --------
    >>> from catviz.plots.style import DARK
    >>> on_white(f'{{"gridcolor": "{DARK.grid}"}}', DARK) == f'{{"gridcolor": "{LIGHT.grid}"}}'
    True
    """
    if theme is LIGHT:
        return figure
    figure = figure.replace(nearness(theme), nearness(LIGHT))
    pairs = dict(zip(_colours(theme), _colours(LIGHT), strict=True))
    held = json.loads(re.sub("|".join(map(re.escape, pairs)), lambda found: pairs[found[0]], figure))
    notes = held.get("layout", {}).get("annotations")
    if notes:  # cells are dark elsewhere now
        held["layout"]["annotations"] = inked(notes, held["data"], LIGHT)
    return json.dumps(held)


def _colours(theme: Theme) -> tuple[str, ...]:
    return (theme.text, theme.faint, theme.grid, theme.paper, unchosen(theme)["color"], *theme.scale, *theme.diverging)
