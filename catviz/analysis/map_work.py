"""What maps of many points share: work in parts that can be stopped, a sample fitted, neighbours, other places."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

#: The parts of the work, in their order.
VALUES, AXES, NEIGHBOURS, STEPS, PLACING = range(5)
#: A point outside the sample stands at the median place of so many nearest points.
PLACED_BY = 25
Callback = Callable[[float, np.ndarray | None], bool]
#: Up to so many axes a tree is searched; beyond, every pair of points is compared (as scikit-learn chooses).
TREE_AXES = 15
#: Rows of a block. Comparing pairs, scikit-learn breaks ties in one way above 1,024 rows at once, in another below.
TREE_BLOCK, PAIRS_BLOCK = 256, 1_536


class Progress:
    """Tells a callback which share of all the work is done.

    Parameters
    ----------
    callback : callable(share done, coordinates so far or None) -> bool, or None
        True stops.
    seconds : dict of part to float
        What each part of the work takes, roughly.
    """

    def __init__(self, callback: Callback | None, seconds: dict[int, float]) -> None:
        self.callback, self.seconds = callback, seconds
        self._done = dict.fromkeys(seconds, 0.0)

    def __call__(self, part: int, share: float, so_far: np.ndarray | None = None) -> bool:
        """This share of a part is done since the last call; True to stop."""
        self._done[part] += share
        done = sum(s * (1.0 if p < part else min(1.0, self._done[p])) for p, s in self.seconds.items())
        return self.callback is not None and bool(
            self.callback(min(1.0, round(done / sum(self.seconds.values()), 9)), so_far)
        )


def sample_of(n: int, most: int, random_state: int) -> np.ndarray:
    """(m,) numbers of the points that shape a map, rising: all of n, or so many at ``most``, drawn at random."""
    if n <= most:
        return np.arange(n)
    return np.sort(np.random.default_rng(random_state).choice(np.arange(n), most, replace=False))


def place_rest(
    out: np.ndarray, points: np.ndarray, fitted: np.ndarray, search: Neighbours, k: int, progress: Progress
) -> None:
    """Fill ``out`` for the points that are not ``fitted``, from the places of those near them; less if stopped.

    Parameters
    ----------
    out : (n, a)
        Places on the map, known for the points that are fitted.
    points : (n, d)
    fitted : (m,) numbers of points, rising
    search : Neighbours
        Of the points that are fitted.
    k : int
        How many of the nearest are sought.
    progress : Progress
        Asked after each block of rows.
    """
    rest, places = np.setdiff1d(np.arange(len(points)), fitted), out[fitted]
    if not len(rest):
        return
    for rows, nearest in search.of_others(points[rest], k):
        out[rest[rows]] = np.median(places[nearest[:, :PLACED_BY]], axis=1)
        if progress(PLACING, (rows.stop - rows.start) / len(rest), out.copy()):
            return


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
        nearest = []
        for rows in self._blocks(len(self.points)):
            distances, indices = self._search.kneighbors(self.points[rows], k + 1)
            itself = indices == np.arange(rows.start, rows.stop)[:, None]
            itself[~itself.any(axis=1), 0] = True  # more than k others stand at the same place: one of them goes
            nearest.append((indices[~itself].reshape(-1, k), distances[~itself].reshape(-1, k)))
            if progress(rows.stop - rows.start):
                return None
        indices, distances = (np.concatenate(parts) for parts in zip(*nearest, strict=True))
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
