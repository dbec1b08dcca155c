"""What all figures share: their layout, escaped and shortened labels, rounded numbers."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import plotly.graph_objects as go

from catviz.plots.colours import PALETTE, Theme, colorscale
from catviz.wording import in_percent, one_line
from catviz.wording import significant as significant

FONT_SIZE = 14
_FAMILY = "Source Sans, Source Sans Pro, sans-serif"
LABEL_LENGTH = 26
#: Characters of a text in a figure, hovers too: a browser can be sent only so much.
LONGEST = 500
#: Plotly's format of the numbers on an axis: 2,480.
NUMBERS = ",~f"
#: Numbers along an axis: 20,000 and 6·10⁻⁵, not 20k and 60µ.
_TICKS = {"exponentformat": "power", "minexponent": 4, "separatethousands": True}
#: The axes of a plane with one scale: its margins follow the numbers below it at the bottom alone, and those beside it
#: at the left. The last number below would widen the right margin, so that the axis ends before it, and the margin
#: narrows, so that it is back: Plotly draws a figure anew at each such turn, up to nine times.
ACROSS, UPWARDS = {"automargin": "bottom"}, {"automargin": "left", "scaleanchor": "x"}
#: The right margin of a plane, in pixels: half of a number below it.
RIGHT = 20
#: An axis, or a colour bar, of percentages.
PERCENT = {"tickformat": ",~f", "ticksuffix": " %"}


def house_style(theme: Theme, height: int) -> dict[str, Any]:
    """The layout that all figures share; ``height`` in pixels. For `update_layout` of a figure of several panels.

    The layout of a finished figure holds Plotly's whole template, which takes a fifth of a second to merge.
    """
    axis = {
        "gridcolor": theme.grid,
        "zerolinecolor": theme.grid,
        "linecolor": theme.grid,
        "tickfont": {"size": FONT_SIZE},
        "title": {"font": {"size": FONT_SIZE}},
        "automargin": True,
        **_TICKS,
    }
    return {
        "height": height,
        # a low figure keeps room for its labels too
        "minreducedheight": 24,
        "font": {"size": FONT_SIZE, "color": theme.text, "family": _FAMILY},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "margin": {"l": 10, "r": 10, "t": 34, "b": 10},
        "xaxis": axis,
        "yaxis": axis,
        "title": {"font": {"size": FONT_SIZE + 1}, "x": 0.0, "xanchor": "left", "y": 0.99, "yanchor": "top"},
        "legend": {"font": {"size": FONT_SIZE}, "itemsizing": "constant"},
        "hoverlabel": {"font": {"size": FONT_SIZE, "family": _FAMILY}, "align": "left"},
        "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": theme.faint, "activecolor": theme.text},
        "dragmode": False,
        "colorway": list(PALETTE),
    }


def new_figure(theme: Theme, height: int, **layout: Any) -> go.Figure:
    """An empty figure in the house style; ``height`` in pixels."""
    return go.Figure(layout=merged(house_style(theme, height), layout))


def merged(layout: dict[str, Any], further: Mapping[Any, Any]) -> dict[str, Any]:
    """What ``update_layout`` makes of both; in plain dictionaries, as plotly takes twice as long."""
    both = [key for key in further if isinstance(layout.get(key), dict) and isinstance(further[key], Mapping)]
    return {**layout, **further} | {key: merged(layout[key], further[key]) for key in both}


def escape(text: str) -> str:
    """A label as plain text for Plotly, which would read tags and entities; cut to ``LONGEST`` characters."""
    text = str(text)
    text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    text = one_line(text.encode("utf-8", "replace").decode())
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def label(text: str, length: int = LABEL_LENGTH) -> str:
    """A label shortened, then escaped."""
    text = " ".join(str(text).split())
    return escape(text if len(text) <= length else text[: length - 1] + "…")


def labels(texts: Sequence[str], length: int = LABEL_LENGTH) -> list[str]:
    """Labels as `label` gives them; different texts that would look the same are shortened in the middle instead.

    So are those that would differ by a number only: "Q3. To what…answered" says more than "Q3. To what extent". Texts
    with the same ends show where they differ: "stalk…above" and "stalk…below".
    """
    shortened = {text: label(text, length) for text in texts}
    alike: dict[str, list[str]] = {}
    for text, each in shortened.items():
        if each.endswith("…"):
            alike.setdefault(re.sub(r"\d+", "0", text)[: length - 3], []).append(text)
    for group in alike.values():
        ends = [_both_ends(text, length) for text in group]
        ends = ends if len(set(ends)) == len(group) else _differences(group, length) or ends
        if len(group) > 1 and len(set(ends)) >= len({shortened[text] for text in group}):
            shortened |= dict(zip(group, ends, strict=True))
    return [shortened[text] for text in texts]


def _both_ends(text: str, length: int) -> str:
    text = " ".join(str(text).split())
    if len(text) <= length:
        return escape(text)
    start = (length - 1) // 2
    return escape(text[:start] + "…" + text[len(text) - (length - 1 - start) :])


def _differences(texts: Sequence[str], length: int) -> list[str]:
    """The beginning of each text, and what is between the beginning and the end that all share; or nothing."""
    texts = [" ".join(str(text).split()) for text in texts]
    start = len(os.path.commonprefix(texts))
    end = len(os.path.commonprefix([text[start:][::-1] for text in texts]))
    parts = [text[start : len(text) - end] for text in texts]
    if not all(0 < len(part) <= length - 3 for part in parts):
        return []
    return [escape(text[: length - 1 - len(part)] + "…" + part) for text, part in zip(texts, parts, strict=True)]


def cell_digits(values: Any) -> int:
    """Significant digits of the numbers in a matrix's cells: as many as there is room for, and a difference needs.

    Two in many cells, three in few, and four in very few if two different numbers would look equal.
    """
    if len(values) > _THREE_DIGITS:
        return 2
    three, four = ({significant(v, digits) for line in values for v in line} for digits in (3, 4))
    return 4 if len(values) <= _FOUR_DIGITS and len(four) > len(three) else 3


def note(text: str, x: float, y: float, colour: str, **more: Any) -> dict[str, Any]:
    """Give an annotation in the size of all figures, with what else Plotly is told of it."""
    return {"text": text, "x": x, "y": y, "showarrow": False, "font": {"color": colour, "size": FONT_SIZE}} | more


#: Up to so many rows of cells, side by side in two figures, there is room for that many digits.
_THREE_DIGITS, _FOUR_DIGITS = 8, 5


def cell_text(values: Any, digits: int, size: int) -> list[dict[str, Any]]:
    """Annotations that print a matrix's numbers in its cells, for `cell_letters.write_in_cells`; nan stays empty.

    They are written as one list: adding them one by one takes plotly seconds.
    """
    return [
        {
            "x": x,
            "y": y,
            "text": significant(v, digits),
            "showarrow": False,
            "font": {"size": size},
        }
        for y, line in enumerate(values)
        for x, v in enumerate(line)
        if v == v
    ]


def key_above(names: Sequence[str]) -> tuple[dict[str, Any], int]:
    """A key of colours in lines above a figure, and the top margin that these lines take in the narrowest one."""
    lines = ceil(sum(_KEY_MARK + _KEY_LETTER * len(name) for name in names) / _KEY_WIDTH)
    place = {"orientation": "h", "yref": "container", "y": 1, "yanchor": "top", "xref": "container", "x": 0}
    return place | {"traceorder": "normal"}, 12 + _KEY_LINE * lines


#: Pixels of a line of the key, of its width in the narrowest figure, and of an entry's mark and letters.
_KEY_LINE, _KEY_WIDTH, _KEY_MARK, _KEY_LETTER = 20, 520, 45, 6.8


def others(n: int) -> str:
    """What stands for n values together: "1 other", "1,200 others"."""
    return f"{n:,} other{'' if n == 1 else 's'}"


def thinned(n: int, most: int) -> list[int]:
    """At most ``most`` evenly spaced places among n."""
    step = max(1, -(-n // most))
    return list(range(0, n, step))


#: The tool bar of a figure in which there is nothing to zoom into: short enough to stand next to a legend.
PICTURE_ONLY = {
    "remove": ["zoom2d", "pan2d", "select2d", "lasso2d", "zoomIn2d", "zoomOut2d", "autoScale2d", "resetScale2d"]
}


def percent_ticks(shares: Sequence[float]) -> dict[str, Any]:
    """The labels of an axis or a colour bar of shares, at these ones."""
    return {"tickvals": list(shares), "ticktext": [in_percent(share) for share in shares]}


def colorbar(title: str) -> dict[str, Any]:
    """A slim colour bar with its quantity beside it."""
    font = {"size": FONT_SIZE}
    title_of = {"text": escape(title), "side": "right", "font": font}
    return {"title": title_of, "thickness": 14, "tickfont": font, **_TICKS}


def add_cells(figure: go.Figure, values: Any, largest: float, theme: Theme, **options: Any) -> None:
    """Add a heat map of ``values`` from 0 to ``largest``, the largest darkest (on a light page), with thin gaps."""
    colours = colorscale(theme.scale[::-1])
    z = values.astype("float32")
    figure.add_heatmap(z=z, zmin=0, zmax=largest, colorscale=colours, xgap=1, ygap=1, **options)
