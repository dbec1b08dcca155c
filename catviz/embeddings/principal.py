"""Points on their principal axes, from more columns than one would keep at once."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from catviz.geometry.scaling import turned

NO_AXIS = 1e-12
"""Axes shorter than this share of the longest are rounding."""


def principal_coordinates(blocks: Iterable[np.ndarray], m: int) -> np.ndarray:
    """The same m points in as few columns as their distances need.

    Parameters
    ----------
    blocks : iterable of (m, any) arrays
        The points' columns, side by side. Few are held at a time: they are folded into an (m, m) triangle.
    m : int

    Returns
    -------
    (m, k) centred coordinates, k < m, axes by falling length, each turned so that its largest entry is positive.

    Examples
    --------
    >>> principal_coordinates([np.array([[0.0, 0.0], [3.0, 4.0]])], 2)
    array([[ 2.5],
           [-2.5]])
    """
    rows, height = [np.empty((0, m))], 0
    for block in blocks:
        rows.append((block - block.mean(axis=0)).T)
        height += len(rows[-1])
        if height > 4 * m:
            rows, height = [np.asarray(np.linalg.qr(np.vstack(rows), mode="r"))], 0
    _, lengths, axes = np.linalg.svd(np.vstack(rows), full_matrices=False)
    kept = lengths > NO_AXIS * lengths.max(initial=np.finfo(float).tiny)
    return turned(axes[kept].T * lengths[kept])
