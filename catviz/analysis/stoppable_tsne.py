"""t-SNE of many points in parts between which it can be stopped: neighbours, steps, and the places of the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from catviz.analysis.map_work import NEIGHBOURS, PLACING, STEPS, Neighbours, Progress, place_rest, sample_of

#: At most so many points shape a map; the rest are placed into it.
FITTED_ROWS = 15_000
#: openTSNE steps with and without early exaggeration.
N_ITER = (250, 500)
MOMENTUM = 0.8
#: Width of openTSNE's grid: twice its default takes half the time, and the divergence rises by 1 %.
INTERVAL = 2
CALLBACK_EVERY = 5
#: Affinities of points to neighbours that are worked out at once.
AFFINITIES = 1_500_000


def seconds_of(n: int) -> dict[int, float]:
    """Rough seconds that `placed` takes for n points, by part of the work."""
    m = min(n, FITTED_ROWS)
    return {NEIGHBOURS: 3e-8 * m * m, STEPS: 1.5e-6 * m * sum(N_ITER), PLACING: 3e-8 * m * (n - m)}


def placed(
    points: np.ndarray, start: np.ndarray, perplexity: float, random_state: int, progress: Progress
) -> np.ndarray:
    """The map by openTSNE, with exact neighbours.

    Parameters
    ----------
    points : (n, d)
    start : (n, k)
        Places before the first step.
    perplexity : float
        At most a third of the points that shape the map.
    random_state : int
        Draws them, where there are more than `FITTED_ROWS` points.
    progress : Progress
        Asked after each block of rows, and every 5 steps; when it says stop, points that have no place yet are NaN.

    Returns
    -------
    (n, k) float64
    """
    fitted = sample_of(len(points), FITTED_ROWS, random_state)
    m, out = len(fitted), np.full(start.shape, np.nan)
    search, k, stopped = Neighbours(points[fitted]), int(3 * perplexity), False
    # finding the neighbours takes most of this part, their affinities the rest
    neighbours = search.of_each(k, lambda rows: progress(NEIGHBOURS, 0.8 * rows / m))
    stop_here = partial(progress, NEIGHBOURS, 0.1)
    affinities = None if neighbours is None else _affinities(*neighbours, perplexity, stop_here)
    if affinities is None:
        return out

    def stop(so_far: np.ndarray) -> bool:
        nonlocal stopped
        out[fitted] = so_far
        stopped = progress(STEPS, CALLBACK_EVERY / sum(N_ITER), out.copy())
        return stopped

    out[fitted] = _optimised(affinities, start[fitted], random_state, stop)
    if not stopped:
        place_rest(out, points, fitted, search, k, progress)
    return out


def _affinities(
    neighbours: np.ndarray, distances: np.ndarray, perplexity: float, stop: Callable[[], bool]
) -> Any | None:
    """(m, m) sparse affinities of points to their (m, k) neighbours, symmetric, of sum 1; None if stopped."""
    from openTSNE.affinity import joint_probabilities_nn  # slow to import, and only this picture needs it
    from scipy.sparse import vstack

    m, k = neighbours.shape
    if m * k <= AFFINITIES:
        return joint_probabilities_nn(neighbours, distances, [perplexity])
    parts, rows = [], AFFINITIES // k
    settings = {"symmetrize": False, "normalization": "point-wise", "n_reference_samples": m}
    for start in range(0, m, rows):
        block = slice(start, start + rows)
        parts.append(joint_probabilities_nn(neighbours[block], distances[block], [perplexity], **settings))
        if stop():
            return None
    directed = vstack(parts, format="csr")
    affinities = (directed + directed.T) / (2 * m)
    return None if stop() else affinities


def _optimised(affinities: Any, start: np.ndarray, random_state: int, stop: Callable[[np.ndarray], bool]) -> np.ndarray:
    """(m, k) places after all steps, or after those that were made when ``stop(places so far)`` was true."""
    import openTSNE  # slow to import, and only this picture needs it

    embedding = openTSNE.TSNEEmbedding(
        start,
        openTSNE.affinity.PrecomputedAffinities(affinities, normalize=False),
        ints_in_interval=INTERVAL,
        n_jobs=1,
        random_state=random_state,
        callbacks=lambda iteration, error, so_far: stop(np.asarray(so_far)),
        callbacks_every_iters=CALLBACK_EVERY,
    )
    phases = ({"n_iter": N_ITER[0], "exaggeration": 12}, {"n_iter": N_ITER[1]})
    try:
        for phase in phases:
            embedding.optimize(inplace=True, propagate_exception=True, momentum=MOMENTUM, **phase)
    except openTSNE.OptimizationInterrupt as interrupt:
        embedding = interrupt.final_embedding
    return np.asarray(embedding)
