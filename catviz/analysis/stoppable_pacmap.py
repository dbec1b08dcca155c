"""PaCMAP of many points, by the package pacmap: its steps can be followed and stopped."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import numpy as np

from catviz.analysis.map_work import NEIGHBOURS, PLACED_BY, PLACING, STEPS, Neighbours, Progress, place_rest, sample_of

INSTALL = "pip install 'catviz[maps]'"
MISSING = f"pacmap is not installed: {INSTALL}"
#: At most so many points shape a map; the rest are placed into it.
FITTED_ROWS = 50_000
#: Below, pacmap has no neighbours to estimate the scale of a point's distances from.
LEAST_ROWS = 8
#: Steps of the three phases: pacmap's own numbers.
N_ITER = (100, 100, 250)
#: pacmap takes seeds below.
_SEEDS = 2**31
#: pacmap keeps its seed in a global variable.
_ONE_AT_A_TIME = threading.Lock()


def is_installed() -> bool:
    """True where the package pacmap is there."""
    return find_spec("pacmap") is not None


def seconds_of(n: int) -> dict[int, float]:
    """Rough seconds that `placed` takes for n points, by part of the work."""
    m = min(n, FITTED_ROWS)
    return {NEIGHBOURS: 4 + 1.5e-4 * m, STEPS: 6e-7 * m * sum(N_ITER), PLACING: 3e-8 * m * (n - m)}


def placed(points: np.ndarray, n_components: int, random_state: int, progress: Progress) -> np.ndarray:
    """The map by pacmap with its default settings, in one thread, so that the same seed gives the same map.

    Parameters
    ----------
    points : (n, d)
    n_components : int
    random_state : int
        Of pacmap; draws the points that shape the map, where there are more than `FITTED_ROWS`.
    progress : Progress
        Asked at each step, and after each block of rows that are placed; when it says stop before the last step, no
        point has a place, as pacmap gives none.

    Returns
    -------
    (n, k) float64, NaN for points without a place

    Raises
    ------
    ValueError
        Fewer than 8 points.
    ImportError
        pacmap is not installed.
    """
    n = len(points)
    if n < LEAST_ROWS:
        raise ValueError(f"{n} distinct rows: PaCMAP needs at least {LEAST_ROWS}, choose PCA")
    fitted, out = sample_of(n, FITTED_ROWS, random_state), np.full((n, n_components), np.nan)
    with _wait_for_turn(lambda: progress(NEIGHBOURS, 0)) as turn:
        coordinates = _fitted(points[fitted], n_components, random_state, progress) if turn else None
    if coordinates is None:
        return out
    out[fitted] = coordinates
    if len(fitted) < n:
        place_rest(out, points, fitted, Neighbours(points[fitted]), PLACED_BY, progress)
    return out


def _fitted(points: np.ndarray, n_components: int, random_state: int, progress: Progress) -> np.ndarray | None:
    """(m, k) places, or None if stopped."""
    try:
        import pacmap  # an extra, and slow to import
    except ModuleNotFoundError as error:
        if error.name != "pacmap":
            raise
        raise ImportError(MISSING) from None
    points = np.pad(points, ((0, 0), (0, max(0, n_components - points.shape[1]))))
    how = {"num_iters": N_ITER, "random_state": int(random_state) % _SEEDS}
    with _one_quiet_thread():
        model = pacmap.PaCMAP(n_components, **how, intermediate=True, intermediate_snapshots=_Heard(progress))
        try:
            model.fit(points, init="pca", save_pairs=False)
        except _StopError:
            return None
    return np.asarray(model.embedding_, dtype=float)


class _Heard(Sequence[int]):
    """The steps after which pacmap is to keep the map: none but the start. It looks here at each step, and is heard.

    The first look comes once neighbours are found. Versions that look less often run on, and stop later.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress, self._looks = progress, 0

    def __len__(self) -> int:
        return 1

    def __getitem__(self, index: Any) -> Any:
        first, self._looks = self._looks == 0, self._looks + 1
        if self._progress(*((NEIGHBOURS, 1.0) if first else (STEPS, 1 / sum(N_ITER)))):
            raise _StopError
        return 0 if first else -1


class _StopError(Exception):
    """Raised where a step is to be the last."""


@contextmanager
def _wait_for_turn(stop: Callable[[], bool]) -> Iterator[bool]:
    """Wait for other maps of this process: True when it is this one's turn, False if stopped before."""
    turn = _ONE_AT_A_TIME.acquire(timeout=0.2)
    while not turn and not stop():
        turn = _ONE_AT_A_TIME.acquire(timeout=0.2)
    try:
        yield turn
    finally:
        if turn:
            _ONE_AT_A_TIME.release()


@contextmanager
def _one_quiet_thread() -> Iterator[None]:
    """One thread of numba's, as steps are too short to be shared; and no remarks on the seed or on few points."""
    import numba  # comes with pacmap

    threads, log = numba.get_num_threads(), logging.getLogger("pacmap")
    level = log.level
    numba.set_num_threads(1)
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        numba.set_num_threads(threads)
        log.setLevel(level)
