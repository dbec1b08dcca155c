"""Pictures that a figure's camera button saves: PNG or SVG, and their size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from catviz.ui.state import controls, session

FORMATS = ("PNG", "SVG")
WIDE, SEEN, TWICE, SLIDE, COLUMN, OWN = (
    "1920 pixels wide",
    "as on screen",
    "2x",
    "slide (1920 x 1080)",
    "column (85 mm, 300 dpi)",
    "own size",
)
#: Choices of pictures, which shape no page.
KEYS = ("camera", "picture", "picture-width", "picture-height", "picture-scale")
#: Pixels along a side of a picture of one's own size.
LARGEST = 4_000
_COLUMN_MM, _DPI, _SCREEN_DPI, _MM = 85, 300, 96, 25.4
_COLUMN_PIXELS = round(_COLUMN_MM / _MM * _DPI)


@dataclass(frozen=True)
class Size:
    """A figure's layout in pixels, None for as on screen, and how many pixels of the picture each of them has.

    Without a scale the picture is 1920 pixels wide.
    """

    width: int | None = None
    height: int | None = None
    scale: float | None = 1.0

    @property
    def pixels(self) -> tuple[int, int] | None:
        """Of the picture, where both are known."""
        if self.width is None or self.height is None or self.scale is None:
            return None
        return round(self.width * self.scale), round(self.height * self.scale)


_SIZES = {
    WIDE: Size(scale=None),
    SEEN: Size(),
    TWICE: Size(scale=2),
    # half as many pixels, doubled: letters of 14 pixels are large enough for the back row
    SLIDE: Size(960, 540, 2),
    # letters of 14 pixels come out at 6.7 points
    COLUMN: Size(_COLUMN_PIXELS // 2, None, 2),
}


def choose() -> None:
    """The widgets: kind of file and size, for every figure of every page."""
    kind = controls.segmented(
        "The camera button above a figure saves",
        FORMATS,
        "camera",
        help="The button is there while the mouse is in the figure.",
    )
    chosen = controls.select("Picture size", [*_SIZES, OWN], "picture", WIDE)
    size = _choose_size() if chosen == OWN else _SIZES[chosen]
    st.caption(_in_words(chosen, size, kind))
    session.PICTURES.put(_camera(size, kind, chosen))


def options() -> dict[str, Any]:
    """The settings of Plotly's camera button."""
    return session.PICTURES.get() or _camera(_SIZES[WIDE], FORMATS[0], WIDE)


def _choose_size() -> Size:
    boxes = st.columns(3)
    with boxes[0]:
        width = controls.number("Width", "picture-width", 100, LARGEST, 1200, slider=False)
    with boxes[1]:
        height = controls.number("Height", "picture-height", 100, LARGEST, 800, slider=False)
    with boxes[2]:
        help = "Size of the letters and lines: at 2, they have twice as many pixels as on screen."
        scale = controls.number("Scale", "picture-scale", 0.5, 4.0, 1.0, help, slider=False, step=0.5)
    return Size(round(width / scale), round(height / scale), scale)


def _camera(size: Size, kind: str, chosen: str) -> dict[str, Any]:
    scale = size.scale
    if kind == "SVG" and chosen == COLUMN and scale is not None:
        # an SVG has no dots: 96 of its pixels are an inch
        scale *= _SCREEN_DPI / _DPI
    options = {"format": kind.lower(), "width": size.width, "height": size.height, "scale": scale}
    return {key: value for key, value in options.items() if value is not None}


def _in_words(chosen: str, size: Size, kind: str) -> str:
    if chosen == COLUMN:
        dots = f": {_COLUMN_PIXELS - _COLUMN_PIXELS % 2:,} pixels" if kind == "PNG" else ""
        return f"The picture is {_COLUMN_MM} mm wide{dots}. Its height is that on screen."
    if size.pixels is not None:
        return f"The picture has {size.pixels[0]:,} x {size.pixels[1]:,} pixels."
    if chosen == WIDE:
        return "The picture is 1,920 pixels wide, with the answer above the figure, and its table and limits below."
    times = "twice as wide and twice as high, in pixels, as" if chosen == TWICE else "as large, in pixels, as"
    return f"The picture is {times} the figure on the screen."
