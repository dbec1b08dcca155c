"""Flat maps of rows: t-SNE, classical multidimensional scaling and principal components of a geometry's coordinates.

Equal rows are placed once; ``RowMap.inverse`` gives each row its place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

from catviz.geometry.scaling import RELATIVE_ZERO, classical_scaling, principal_axes
from catviz.table.categorical import CategoricalTable, rows_of
from catviz.threads import one_thread
from catviz.wording import number_of

EXACT_ROWS = 200
"""Up to here t-SNE's gradient is summed exactly (scikit-learn); beyond, openTSNE is used."""
FITTED_ROWS = 15_000
"""At most so many distinct rows shape a t-SNE map; the rest are placed into it."""
LANDMARK_ROWS = 2_000
"""At most so many distinct rows shape an MDS map; the rest are placed from their distances to these."""
REDUCED_AXES = 50
N_ITER = (250, 500)
"""openTSNE steps with and without early exaggeration."""
MOMENTUM = 0.8
INTERVAL = 2
"""Width of openTSNE's grid: twice its default takes half the time, and the divergence rises by 1 %."""
CALLBACK_EVERY = 10


class ConstantInput(ValueError):
    """Every row stands at the same place, so there is nothing to draw."""


@dataclass(frozen=True, eq=False, repr=False)
class RowMap:
    """Distinct rows in a plane.

    Attributes
    ----------
    coordinates : (u, k) float32
        One point a distinct row, in code order.
    multiplicity : (u,) total weight of the rows at each point
    inverse : (n,) which point each row of the table is
    note : str
        What was sampled, reduced or cut short; empty where nothing was.
    """

    coordinates: np.ndarray
    multiplicity: np.ndarray
    inverse: np.ndarray
    note: str = ""

    def __repr__(self) -> str:
        points, axes = self.coordinates.shape
        return f"RowMap({number_of(len(self.inverse), 'row')}, {number_of(points, 'point')}, {axes} axes)"


def row_map(
    geometry: Any,
    table: CategoricalTable,
    method: str = "PCA",
    n_components: int = 2,
    perplexity: float = 30,
    random_state: int = 0,
    callback: Callable[[float, np.ndarray | None], bool] | None = None,
) -> RowMap:
    """A flat map of a table's rows under a geometry.

    Parameters
    ----------
    geometry : a value geometry
        What a method learned: its ``geometry_``.
    table : CategoricalTable or frame (pandas, Polars, Arrow)
        A frame is read like the columns of the geometry.
    method : {"t-SNE", "MDS", "PCA"}
    n_components : int
        Axes of the map.
    perplexity : float
        t-SNE only: how many neighbours each row looks at; lowered to a third of the distinct rows.
    random_state : int
        Seed of t-SNE, and of the rows drawn where not all are fitted.
    callback : callable(share done, coordinates so far or None) -> bool
        t-SNE only; True stops with the map as it is.

    Returns
    -------
    RowMap

    Raises
    ------
    ConstantInput
        All rows are equal under the geometry.
    """
    if method not in METHODS:
        raise ValueError(f"map {method!r}: choose one of {', '.join(METHODS)}")
    numbers = getattr(geometry, "numbers", None)
    table = rows_of(table, geometry.codebook, () if numbers is None else numbers.names)
    rows, inverse = table.unique_rows()
    if not len(rows):
        raise ValueError("the table has no rows: a map needs at least one")
    asked = _Settings(n_components, perplexity, random_state, callback)
    with one_thread():
        coordinates, note = METHODS[method](geometry, rows, asked)
    if len(rows) > 1 and spread(coordinates) <= RELATIVE_ZERO:
        raise ConstantInput("all rows have the same position under this method: choose another method")
    return RowMap(coordinates.astype(np.float32), rows.row_weights, inverse, note)


def pca(coordinates: np.ndarray, weights: np.ndarray | None = None, n_components: int = 2) -> np.ndarray:
    """(n, k) places along the axes of largest (weighted) variance."""
    coordinates = np.asarray(coordinates, dtype=float)
    centred = coordinates - np.average(coordinates, axis=0, weights=weights)
    weights = np.ones(len(centred)) if weights is None else weights
    covariance = (centred * weights[:, None]).T @ centred / weights.sum()
    axes, _ = principal_axes(covariance, min(n_components, len(covariance)))
    return _padded(centred @ axes, n_components)


def classical_mds(distances: np.ndarray, n_components: int = 2) -> np.ndarray:
    """(n, k) classical scaling of an (n, n) table of distances."""
    coordinates, _ = classical_scaling(np.asarray(distances, dtype=float) ** 2, n_components)
    return _padded(coordinates, n_components)


def tsne(
    coordinates: np.ndarray,
    n_components: int = 2,
    perplexity: float = 30,
    random_state: int = 0,
    callback: Callable[[float, np.ndarray | None], bool] | None = None,
) -> np.ndarray:
    """(n, k) t-SNE map of points, in one thread, so that the same input gives the same map.

    Exact gradients up to 200 points (scikit-learn), openTSNE beyond, with exact neighbours. More than 15,000 points:
    so many are drawn and fitted, the rest are placed into the map. ValueError below four points, ConstantInput where
    all points coincide.
    """
    coordinates = np.asarray(coordinates, dtype=float)
    if len(coordinates) < 4:
        raise ValueError(f"{len(coordinates)} distinct rows: t-SNE needs at least 4, choose PCA")
    if np.ptp(coordinates, axis=0).max(initial=0) <= RELATIVE_ZERO:
        raise ConstantInput("all rows have the same position under this method: choose another method")
    if coordinates.shape[1] > REDUCED_AXES:
        coordinates = pca(coordinates, n_components=REDUCED_AXES)
    perplexity = max(1.0, min(float(perplexity), (min(len(coordinates), FITTED_ROWS) - 1) / 3))
    start = pca(coordinates, n_components=n_components)
    start = start / (start[:, 0].std() or 1.0) * 1e-4
    if len(coordinates) <= EXACT_ROWS:
        from sklearn.manifold import TSNE  # slow to import, and only this picture needs it

        exact = TSNE(n_components, method="exact", perplexity=perplexity, init=start, random_state=random_state)
        return exact.fit_transform(coordinates)
    return _opentsne(coordinates, start, n_components, perplexity, random_state, callback)


def _opentsne(
    coordinates: Any,
    start: Any,
    n_components: int,
    perplexity: float,
    random_state: int,
    callback: Callable[..., Any] | None,
) -> np.ndarray:
    import openTSNE  # slow to import, and only this picture needs it

    fitted = np.arange(len(coordinates))
    if len(coordinates) > FITTED_ROWS:
        fitted = np.sort(np.random.default_rng(random_state).choice(fitted, FITTED_ROWS, replace=False))
    progress = _Progress(callback)
    affinities = openTSNE.affinity.PerplexityBasedNN(
        coordinates[fitted], perplexity=perplexity, method="exact", n_jobs=1, random_state=random_state
    )
    embedding = openTSNE.TSNEEmbedding(
        start[fitted],
        affinities,
        ints_in_interval=INTERVAL,
        n_jobs=1,
        random_state=random_state,
        callbacks=progress,
        callbacks_every_iters=CALLBACK_EVERY,
    )
    phases = ({"n_iter": N_ITER[0], "exaggeration": 12}, {"n_iter": N_ITER[1]})
    try:
        for phase in phases:
            embedding.optimize(inplace=True, propagate_exception=True, momentum=MOMENTUM, **phase)
    except openTSNE.OptimizationInterrupt as interrupt:
        embedding = interrupt.final_embedding
    placed = np.asarray(embedding)
    if len(fitted) == len(coordinates):
        return placed
    rest = np.setdiff1d(np.arange(len(coordinates)), fitted)
    out = np.empty((len(coordinates), n_components))
    out[fitted], out[rest] = placed, np.asarray(embedding.prepare_partial(coordinates[rest]))
    return out


class _Progress:
    """openTSNE's callback as a share of all steps; True from the caller stops."""

    def __init__(self, callback: Callable[[float, np.ndarray | None], bool] | None) -> None:
        self.callback, self.calls = callback, 0

    def __call__(self, iteration: int, error: float, embedding: np.ndarray) -> bool:
        self.calls += 1
        if self.callback is None:
            return False
        return bool(self.callback(min(1.0, self.calls * CALLBACK_EVERY / sum(N_ITER)), np.asarray(embedding)))


@dataclass(frozen=True)
class _Settings:
    """What a map is asked for; each kind reads what it needs."""

    n_components: int
    perplexity: float
    random_state: int
    callback: Callable[..., Any] | None


def _tsne_map(geometry: Any, rows: Any, asked: _Settings) -> tuple[np.ndarray, str]:
    note = f"{FITTED_ROWS:,} of {len(rows):,} distinct rows shape the map, the others are placed into it"
    coordinates = tsne(
        geometry.transform(rows), asked.n_components, asked.perplexity, asked.random_state, asked.callback
    )
    return coordinates, note if len(rows) > FITTED_ROWS else ""


def _mds_map(geometry: Any, rows: Any, asked: _Settings) -> tuple[np.ndarray, str]:
    """Classical scaling of at most LANDMARK_ROWS rows; the others by their distances to these (landmark MDS)."""
    if len(rows) <= LANDMARK_ROWS:
        return classical_mds(geometry.between(rows), asked.n_components), ""
    chosen = np.sort(np.random.default_rng(asked.random_state).choice(len(rows), LANDMARK_ROWS, replace=False))
    landmarks = rows[chosen]
    squared = geometry.between(landmarks) ** 2
    coordinates, _ = classical_scaling(squared, asked.n_components)
    inverse = np.linalg.pinv(coordinates)
    mean = squared.mean(axis=0)
    parts = [
        -0.5 * (geometry.between(rows[start : start + LANDMARK_ROWS], landmarks) ** 2 - mean) @ inverse.T
        for start in range(0, len(rows), LANDMARK_ROWS)
    ]
    note = f"{LANDMARK_ROWS:,} of {len(rows):,} distinct rows shape the map, the others are placed into it"
    return _padded(np.vstack(parts), asked.n_components), note


def _pca_map(geometry: Any, rows: Any, asked: _Settings) -> tuple[np.ndarray, str]:
    return pca(geometry.transform(rows), rows.row_weights, asked.n_components), ""


METHODS = {"t-SNE": _tsne_map, "MDS": _mds_map, "PCA": _pca_map}
"""Maps of rows by name."""


def spread(points: np.ndarray) -> float:
    """Largest distance from the centre: 0 where all points coincide."""
    return float(cdist(points, points.mean(axis=0, keepdims=True)).max()) if len(points) else 0.0


def _padded(coordinates: np.ndarray, n_components: int) -> np.ndarray:
    """Zeros for the axes a map lacks (two distinct rows have one axis only)."""
    return np.pad(coordinates, ((0, 0), (0, max(0, n_components - coordinates.shape[1]))))
