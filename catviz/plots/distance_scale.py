"""Where the colours of distances end: at one number for all columns of a method, so that they compare."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catviz.geometry.value_geometries import ValueDistances

WHOLE = (0.5, 1.0)
"""The scale of a table whose largest distance lies between these ends at 1, as that of most methods does."""
FAINT = 0.125
"""A column whose largest distance is a smaller share of the scale would be one colour: it gets its own scale."""
_ROUNDED = 1e-9


@dataclass(frozen=True)
class DistanceScale:
    """The end of a scale of colours from 0, and whether it is that of one column only."""

    end: float
    own: bool

    @property
    def words(self) -> str:
        """What the colour bar says."""
        return "distance (scale of this column only)" if self.own else "distance"


def distance_scale(distances: ValueDistances, column: str) -> DistanceScale:
    """The scale of all columns, or a column's own if its distances are too small to be seen on it.

    Examples
    --------
    >>> import catviz
    >>> from catviz.plots.distance_scale import distance_scale
    >>> distances = catviz.AhmadDey().fit(catviz.load_dataset("zoo")).geometry_.distances()
    >>> distance_scale(distances, "legs"), distance_scale(distances, "tail")
    (DistanceScale(end=1.0, own=False), DistanceScale(end=1.0, own=False))
    """
    largest = float(distances.tables[distances.codebook.position(column)].max(initial=0))
    end = _rounded(max(float(np.max(table, initial=0)) for table in distances.tables))
    return DistanceScale(largest, True) if 0 < largest < FAINT * end else DistanceScale(end or 1.0, False)


def _rounded(end: float) -> float:
    low, whole = WHOLE
    return whole if low <= end <= whole + _ROUNDED else end
