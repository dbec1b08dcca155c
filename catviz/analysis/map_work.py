"""What maps of many points share: progress by parts of the work, a sample that is fitted, places of the rest."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from catviz.analysis.neighbours import Neighbours

VALUES, AXES, NEIGHBOURS, STEPS, PLACING = range(5)
"""The parts of the work, in their order."""
PLACED_BY = 25
"""A point outside the sample stands at the median place of so many nearest points."""
Callback = Callable[[float, np.ndarray | None], bool]


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
    """The numbers of the points that shape a map, rising: all of n, or so many at ``most``, drawn at random."""
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
