"""Colours of figures: the two themes with their sequential and diverging scales, and the hues of groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

#: Okabe-Ito and its kin, for up to eight groups; the highlight is not among them.
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#8C6BB1", "#B8A800", "#7F4F24")
HIGHLIGHT = "#D55E00"
#: The colour of an objective that rises.
RISE = "#C8102E"
#: Letters where neither the text's nor the page's colour is legible.
BLACK, WHITE = "#000000", "#ffffff"
#: Behind code on a page of text.
CODE = "#f4f6f8"
MAX_HUES = len(PALETTE)
#: How far each round of the hues is mixed with the colour of text, and with that of the page.
_TONES = ((0.0, 0.0), (0.35, 0.0), (0.0, 0.4), (0.65, 0.0), (0.35, 0.4), (0.5, 0.2))
#: How far along a theme's scale the first value of an order is: it still shows on the page.
_PALEST = 0.68


@dataclass(frozen=True)
class Theme:
    """Colours of a light or a dark figure."""

    name: str
    text: str
    faint: str
    grid: str
    paper: str
    #: Near to far, or little to much reversed: the first colour is the one that stands out.
    scale: tuple[str, ...]
    diverging: tuple[str, ...]
    #: What near looks like on ``scale``, whose first colour is also that of what is significant.
    near: str


LIGHT = Theme(
    "light",
    "#1f2933",
    "#7b8794",
    "#e4e7eb",
    "#ffffff",
    ("#08306b", "#2171b5", "#6baed6", "#c6dbef", "#f4f8fc"),
    ("#2166ac", "#92c5de", "#f7f7f7", "#f4a582", "#b2182b"),
    "dark",
)


DARK = Theme(
    "dark",
    "#e4e7eb",
    "#9aa5b1",
    "#323f4b",
    "#0e1117",
    ("#deebf7", "#9ecae1", "#4292c6", "#1a4a7a", "#141d29"),
    ("#67a9cf", "#315a70", "#20262e", "#8a4a3b", "#ef8a62"),
    "bright",
)


def hues(groups: list[str], theme: Theme) -> dict[str, str]:
    """A colour a group: the first eight get a hue, the rest are grey, and so is a missing value."""
    from catviz.table.codebook import MISSING  # slow to import, and the first page needs no colours of groups

    return {group: PALETTE[i] if i < MAX_HUES and group != MISSING else theme.faint for i, group in enumerate(groups)}


def pair_colours(theme: Theme) -> tuple[str, str]:
    """The colours of both values of the chosen pair: no class and no cluster has either of them."""
    return HIGHLIGHT, theme.text


def ramp(groups: Sequence[str], theme: Theme) -> dict[str, str]:
    """A colour a group of an order, from the one nearest to the page to the one that stands out; missing is grey."""
    from catviz.table.codebook import MISSING  # as above

    ordered = [group for group in groups if group != MISSING]
    places = [_PALEST * (1 - i / max(len(ordered) - 1, 1)) for i in range(len(ordered))]
    return {group: theme.faint for group in groups} | {
        group: _along(theme.scale, place) for group, place in zip(ordered, places, strict=True)
    }


def nearness(theme: Theme) -> str:
    """What colours of distances mean, for a title."""
    return f"{theme.near}: small distance"


def unchosen(theme: Theme) -> dict[str, Any]:
    """The marker of points that are not chosen: grey, and pale even if many stand at one place."""
    return {"color": mixed(theme.faint, theme.paper, 0.55), "opacity": 0.35}


def shades(names: Sequence[str], theme: Theme) -> dict[str, str]:
    """A colour for each of many names: the hues, then the hues mixed with the colours of text and page, then grey."""
    mixtures = [(hue, tone) for tone in _TONES for hue in PALETTE]
    colours = [mixed(mixed(hue, theme.text, text), theme.paper, page) for hue, (text, page) in mixtures]
    return {name: colours[i] if i < len(colours) else theme.faint for i, name in enumerate(names)}


def _along(scale: Sequence[str], place: float) -> str:
    """The colour at a place between 0 and 1 of a scale."""
    at = place * (len(scale) - 1)
    below = min(int(at), len(scale) - 2)
    return mixed(scale[below], scale[below + 1], at - below)


def mixed(colour: str, other: str, share: float) -> str:
    """Mix a colour with a ``share`` of another one, both as "#RRGGBB"."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + share * (b - a)) for a, b in pairs).hex().upper()


def colorscale(colours: tuple[str, ...]) -> list[list[Any]]:
    """Evenly spaced colours as Plotly wants them."""
    return [[i / (len(colours) - 1), c] for i, c in enumerate(colours)]
