"""Points of a map in layers, and which of them get their name, so that no name covers another one or a named point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from catviz.plots.style import FONT_SIZE, label

#: Of a letter and of a line, in font sizes.
_WIDTH, _HEIGHT = 0.53, 1.15
_SIDES = {
    "top center": (0.0, 1.0),
    "bottom center": (0.0, -1.0),
    "middle right": (1.0, 0.0),
    "middle left": (-1.0, 0.0),
}


class NamePlaces:
    """Names given so far in a map of ``width`` by ``height`` pixels; points lie in its ranges of x and y.

    Parameters
    ----------
    ranges : ((low, high), (low, high))
    width, height : float
    """

    def __init__(self, ranges: Sequence[Sequence[float]], width: float, height: float) -> None:
        (left, right), (low, high) = ranges
        self._origin = np.array([left, low])
        self._scale = np.array([width / (right - left), height / (high - low)])
        self._limits = np.array([width, height])
        self._boxes = np.empty((0, 2, 2))
        #: In the order of their lower ends, which are found by them; and the height of the tallest.
        self._markers = np.empty((0, 2, 2))
        self._tallest = 0.0

    def avoid(self, points: np.ndarray, sizes: np.ndarray) -> None:
        """Where markers are, of (m,) diameters in pixels: a name goes to the side where it covers the fewest."""
        boxes = _boxes((points - self._origin) * self._scale, np.repeat(sizes[:, None], 2, axis=1) / 2)
        boxes = np.concatenate([self._markers, boxes])
        self._markers = boxes[np.argsort(boxes[:, 0, 1], kind="stable")]
        self._tallest = float((boxes[:, 1, 1] - boxes[:, 0, 1]).max(initial=0))

    def give(
        self,
        points: np.ndarray,
        names: Sequence[str],
        sizes: np.ndarray,
        order: Iterable[int],
        font: float,
        covers: float = np.inf,
    ) -> dict[int, str]:
        """The points that are named, by number, with Plotly's ``textposition``; the first in ``order`` choose first.

        Parameters
        ----------
        points : (m, 2) array
        names : sequence of m str
        sizes : (m,) diameters of the markers, in pixels
        order : iterable of int
        font : float
        covers : int, or infinity
            How many points a name may cover at most if there is no better place; a name that needs more is left out.
        """
        order = [*order]
        at = (points[order] - self._origin) * self._scale
        letters = np.array([len(names[i]) for i in order], dtype=float)
        half = np.column_stack([_WIDTH * font * letters, np.full(len(order), _HEIGHT * font)]) / 2
        apart = half + np.asarray(sizes)[order][:, None] / 2 + 1
        centres = at[:, None] + np.array(list(_SIDES.values())) * apart[:, None]
        boxes = np.stack([centres - half[:, None], centres + half[:, None]], axis=2)
        inside = np.asarray((boxes[:, :, 0] >= 0).all(axis=2) & (boxes[:, :, 1] <= self._limits).all(axis=2))
        sides = {}
        for place, i in enumerate(order):
            texts = boxes[place]
            free = np.flatnonzero(inside[place] & (_overlaps(texts, self._boxes) == 0))
            if len(free):
                covered = self._covered(texts[free])
                if covered.min() > covers:
                    continue
                best = free[np.argmin(covered)]
                sides[i] = list(_SIDES)[best]
                marker = _boxes(at[place][None], np.full(2, sizes[i] / 2))
                self._boxes = np.concatenate([self._boxes, texts[best][None], marker])
        return sides

    def take(self, places: np.ndarray, text: str, font: float, covers: float = 0) -> np.ndarray | None:
        """The first of (k, 2) places in the map where a text covers no name and the fewest markers; it then takes it.

        None where it would cover a name, or more than ``covers`` markers, at every place.
        """
        half = np.array([_WIDTH * font * len(text), _HEIGHT * font]) / 2
        texts = _boxes((places - self._origin) * self._scale, half)
        inside = (texts[:, 0] >= 0).all(axis=1) & (texts[:, 1] <= self._limits).all(axis=1)
        free = np.flatnonzero(inside & (_overlaps(texts, self._boxes) == 0))
        covered = self._covered(texts[free])
        if not len(free) or covered.min() > covers:
            return None
        best = free[np.argmin(covered)]
        self._boxes = np.concatenate([self._boxes, texts[best][None]])
        return places[best]

    def _covered(self, texts: np.ndarray) -> np.ndarray:
        """(m,) how many markers each text covers: only those are looked at that lie as high."""
        lower = self._markers[:, 0, 1]
        first = np.searchsorted(lower, texts[:, 0, 1].min(initial=np.inf) - self._tallest - 1, "left")
        last = np.searchsorted(lower, texts[:, 1, 1].max(initial=-np.inf), "right")
        return _overlaps(texts, self._markers[first:last])


@dataclass(frozen=True, eq=False)
class Layer:
    """Values of a map that are drawn alike."""

    name: str
    #: (m, 2), or (m, 3) in space.
    points: np.ndarray
    #: Of each value, as it may stand beside its point, and what hovering says.
    names: Sequence[str]
    hover: Sequence[str]
    #: One for all values, or one each.
    colour: str | list[str]
    symbol: str
    #: (m,) which values have so few rows that they are hollow.
    few: np.ndarray
    #: (m,) diameters in pixels.
    sizes: np.ndarray
    #: (m,) how much a value counts: the heaviest choose first where their names stand.
    weights: np.ndarray
    opacity: float

    @property
    def font(self) -> int:
        """Size of the names."""
        return FONT_SIZE if self.opacity > 0.8 else FONT_SIZE - 2

    @property
    def heaviest(self) -> np.ndarray:
        """(m,) numbers of the values, the heaviest first."""
        return np.argsort(-self.weights, kind="stable")

    def sides(self, places: NamePlaces, covers: float = np.inf) -> dict[int, str]:
        """The values that get their name, by number, with its side; see `NamePlaces.give`."""
        return places.give(self.points, self.names, self.sizes, self.heaviest, self.font, covers)

    def scatter(self, sides: Mapping[int, str]) -> dict[str, Any]:
        """Keywords of a plotly scatter that names the values which have a side."""
        numbers = range(len(self.points))
        return {
            "x": self.points[:, 0].astype(np.float32),
            "y": self.points[:, 1].astype(np.float32),
            "name": label(self.name),
            "mode": "markers+text",
            "text": [self.names[i] if i in sides else "" for i in numbers],
            "textposition": [sides.get(i, "top center") for i in numbers] if sides else "top center",
            "textfont": {"size": self.font, "color": self.colour},
            "marker": {
                "color": self.colour,
                "size": self.sizes.astype(np.float32),
                "symbol": np.where(self.few, f"{self.symbol}-open", self.symbol),
                "opacity": self.opacity,
            },
            "hovertext": list(self.hover),
            "hoverinfo": "text",
        }


def axis_title(axis: str, percent: float, of: str) -> str:
    """As "Axis 1 (26.0 % of inertia)"; without a number where the percentage is nan."""
    share = "none" if np.isnan(percent) else f"{percent:.1f}\u00a0%"
    return f"{axis} ({share} of {of})"


def seen(ranges: Sequence[Sequence[float]], width: float, height: float) -> list[list[float]]:
    """The ranges that a figure shows whose axes have one unit: one of them is widened."""
    middles, spans = np.mean(ranges, axis=1), np.ptp(ranges, axis=1)
    half = np.array([width, height]) / min(width / spans[0], height / spans[1]) / 2
    return np.column_stack([middles - half, middles + half]).tolist()


def _boxes(centres: np.ndarray, half: np.ndarray) -> np.ndarray:
    """(m, 2, 2) lower and upper corners."""
    return np.stack([centres - half, centres + half], axis=1)


def _overlaps(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(m,) how many of the other boxes each box meets."""
    meet = (some[:, None, 0] < others[None, :, 1]) & (others[None, :, 0] < some[:, None, 1])
    return meet.all(axis=2).sum(axis=1)
