"""Letters on colour: of the inks that a figure has, the one with the larger contrast on each cell."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from catviz.plots.colours import BLACK, WHITE, Theme

#: The contrast that WCAG 2 asks of letters (AA).
LEAST = 4.5
_PARTS = ("type", "z", "zmin", "zmax", "colorscale", "xaxis", "yaxis")


def luminance(colours: Sequence[Any] | np.ndarray) -> np.ndarray:
    """(...) relative luminance, as WCAG 2 defines it, of (..., 3) colours in sRGB from 0 to 255."""
    c = np.asarray(colours, dtype=float) / 255
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    relative: np.ndarray = linear @ np.array([0.2126, 0.7152, 0.0722])
    return relative


def contrast(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(...) WCAG 2's contrast of two (...) luminances, from 1 to 21."""
    high, low = np.maximum(one, other), np.minimum(one, other)
    ratio: np.ndarray = (high + 0.05) / (low + 0.05)
    return ratio


def inks(colours: np.ndarray, theme: Theme) -> np.ndarray:
    """(...) the ink for each of (..., 3) colours.

    It is the theme's text or paper; where neither is legible, black or white, one of which always is.
    """
    behind, soft, pure = luminance(colours), (theme.text, theme.paper), (BLACK, WHITE)
    of_soft, of_pure = (
        np.stack([contrast(behind, luminance(_rgb(ink))) for ink in pair], axis=-1) for pair in (soft, pure)
    )
    legible = of_soft.max(axis=-1) >= LEAST
    legible_inks: np.ndarray = np.where(legible, np.array(soft)[of_soft.argmax(-1)], np.array(pure)[of_pure.argmax(-1)])
    return legible_inks


def write_in_cells(figure: go.Figure, notes: Sequence[dict[str, Any]], theme: Theme) -> go.Figure:
    """Make these the figure's annotations, those in the cells of its heat maps in an ink that is legible there."""
    maps = [{part: trace[part] for part in _PARTS} for trace in figure.data if trace.type == "heatmap"]
    return figure.update_layout(annotations=inked(notes, maps, theme))


def inked(notes: Sequence[dict[str, Any]], traces: Sequence[Mapping[str, Any]], theme: Theme) -> list[dict[str, Any]]:
    """Annotations with their ink, from the colours of the heat maps among the traces of the same axes."""
    maps = [_Cells(trace, theme) for trace in traces if trace["type"] == "heatmap" and trace.get("zmin") is not None]
    readable = []
    for note in notes:
        ink = next(filter(None, (cells.ink(note) for cells in maps)), None)
        readable.append({**note, "font": {**note.get("font", {}), "color": ink}} if ink else note)
    return readable


class _Cells:
    """The inks of a heat map's cells."""

    def __init__(self, trace: Mapping[str, Any], theme: Theme):
        z = _numbers(trace["z"])
        self._axes = tuple(trace.get(name) or name[0] for name in ("xaxis", "yaxis"))
        share = np.clip((z - trace["zmin"]) / ((trace["zmax"] - trace["zmin"]) or 1), 0, 1)
        places, colours = zip(*trace["colorscale"], strict=True)
        channels = np.array([_rgb(colour) for colour in colours]).T
        painted = np.stack([np.interp(share, places, channel) for channel in channels], axis=-1)
        # a cell without a number is left out: the page is seen
        self._inks = inks(np.where(np.isnan(z)[..., None], _rgb(theme.paper), painted), theme)

    def ink(self, note: Mapping[str, Any]) -> str | None:
        """The ink of an annotation; None if it is in no cell."""
        if (note.get("xref", "x"), note.get("yref", "y")) != self._axes:
            return None
        x, y = round(note["x"]), round(note["y"])
        inside = 0 <= y < self._inks.shape[0] and 0 <= x < self._inks.shape[1]
        return str(self._inks[y, x]) if inside else None


def _numbers(z: Any) -> np.ndarray:
    """A matrix as it is in a figure, or as it is in a figure's JSON."""
    if not isinstance(z, Mapping):
        return np.array(z, dtype=float)
    shape = [int(n) for n in str(z["shape"]).split(",")]
    return np.frombuffer(base64.b64decode(z["bdata"]), dtype=f"<{z['dtype']}").astype(float).reshape(shape)


def _rgb(colour: str) -> list[int]:
    return list(bytes.fromhex(colour[1:]))
