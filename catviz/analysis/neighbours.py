"""Nearest neighbours among points, found in blocks of rows, so that a search of many rows can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

TREE_AXES = 15
"""Up to so many axes a tree is searched; beyond, every pair of points is compared (as scikit-learn chooses)."""
TREE_BLOCK, PAIRS_BLOCK = 256, 1_536
"""Rows of a block. Comparing pairs, scikit-learn breaks ties in one way above 1,024 rows at once, in another below."""


class Neighbours:
    """The nearest of given points by Euclidean distance, exactly; equal to scikit-learn's search of all rows at once.

    Parameters
    ----------
    points : (m, d)
    """

    def __init__(self, points: np.ndarray) -> None:
        from sklearn.neighbors import NearestNeighbors  # slow to import, and only maps need it

        self.points, tree = points, points.shape[1] <= TREE_AXES
        self.rows_at_once = TREE_BLOCK if tree else PAIRS_BLOCK
        self._search = NearestNeighbors(algorithm="kd_tree" if tree else "brute", n_jobs=1).fit(points)

    def of_each(self, k: int, progress: Callable[[int], bool]) -> tuple[np.ndarray, np.ndarray] | None:
        """The k nearest other points of each point.

        Parameters
        ----------
        k : int
            Below m.
        progress : callable(rows searched since the last call) -> bool
            True stops the search.

        Returns
        -------
        indices, distances : each (m, k), by rising distance; None if stopped
        """
        found = []
        for rows in self._blocks(len(self.points)):
            distances, indices = self._search.kneighbors(self.points[rows], k + 1)
            own = indices == np.arange(rows.start, rows.stop)[:, None]
            own[~own.any(axis=1), 0] = True  # more than k others stand at the same place: one of them goes
            found.append((indices[~own].reshape(-1, k), distances[~own].reshape(-1, k)))
            if progress(rows.stop - rows.start):
                return None
        indices, distances = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return indices, distances

    def of_others(self, others: np.ndarray, k: int) -> Iterator[tuple[slice, np.ndarray]]:
        """The k nearest points of each of (n, d) other points: rows of a block, and (rows, k) indices."""
        for rows in self._blocks(len(others)):
            yield rows, self._search.kneighbors(others[rows], k, return_distance=False)

    def _blocks(self, n: int) -> Iterator[slice]:
        """Blocks of n rows; a last part that is smaller than the others goes with the block before it."""
        starts = range(0, max(1, n // self.rows_at_once) * self.rows_at_once, self.rows_at_once)
        for start in starts:
            yield slice(start, n if start == starts[-1] else start + self.rows_at_once)
