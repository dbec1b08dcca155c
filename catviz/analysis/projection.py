"""Flat maps of rows: t-SNE, PaCMAP, classical multidimensional scaling and principal components of a geometry.

Equal rows are placed once; ``RowMap.inverse`` gives each row its place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh
from scipy.spatial.distance import cdist

from catviz.analysis import stoppable_pacmap, stoppable_tsne
from catviz.analysis.map_work import AXES, VALUES, Progress
from catviz.geometry.given import geometry_of_rows, rows_like
from catviz.geometry.scaling import RELATIVE_ZERO, classical_scaling, padded, principal_axes, turned
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import whole_numbers
from catviz.progress import one_thread
from catviz.table.categorical import CategoricalTable
from catviz.table.fusion import row_sums
from catviz.wording import number_of

#: Up to here t-SNE's gradient is summed exactly (scikit-learn); beyond, openTSNE is used.
EXACT_ROWS = 200
#: At most so many distinct rows shape an MDS map; the rest are placed from their distances to these.
LANDMARK_ROWS = 2_000
REDUCED_AXES = 50
_SHAPED = "{:,} of {:,} distinct rows shape the map, the others are placed into it"
#: Coordinates, note and the axes' shares.
_Placed = tuple[np.ndarray, str, np.ndarray | None]
#: Multiplications from which the coordinates of rows are not held, and few axes are found step by step.
LARGE = 1e10
#: Rows whose coordinates are held at once to sum their variance.
_BLOCK = 5_000
#: Axes from which fewer points than axes are decomposed themselves, not their covariance.
WIDE = 500


class ConstantInput(ValueError):
    """Every row stands at the same place, so there is nothing to draw."""

    def __str__(self) -> str:
        return f"{self.reason()}: choose another method"

    @staticmethod
    def reason(method: str = "this method") -> str:
        """Say what is so under a method."""
        return f"all rows have the same position under {method}"


@dataclass(frozen=True, eq=False, repr=False)
class RowMap:
    """Distinct rows in a plane.

    Attributes
    ----------
    coordinates : (u, k) float32
        One point a distinct row, in code order; NaN for rows that have no place, as t-SNE or PaCMAP was stopped before.
    multiplicity : (u,) total weight of the rows at each point
    inverse : (n,) which point each row of the table is
    note : str
        What was sampled, reduced or cut short; empty where nothing was.
    axis_shares : (k,) or None
        PCA: each axis's share of the rows' variance. MDS: its share of the sum of the positive eigenvalues. None for
        t-SNE and PaCMAP, whose axes have no unit.
    """

    coordinates: np.ndarray
    multiplicity: np.ndarray
    inverse: np.ndarray
    note: str = ""
    axis_shares: np.ndarray | None = None

    @property
    def has_place(self) -> np.ndarray:
        """(u,) bool: the distinct rows that have a place; all of them, unless the map was stopped."""
        return ~np.isnan(self.coordinates).any(axis=1)

    def __repr__(self) -> str:
        points, axes = self.coordinates.shape
        return f"RowMap({number_of(len(self.inverse), 'row')}, {number_of(points, 'point')}, {axes} axes)"


@whole_numbers("n_components", "random_state")
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
    geometry : geometry or fitted method
        What a method learned: its ``geometry_``.
    table : CategoricalTable or frame (pandas, Polars, Arrow)
        A frame is read like the columns of the geometry.
    method : {"t-SNE", "PaCMAP", "MDS", "PCA"}
        PaCMAP needs the package pacmap: ``pip install 'catviz[maps]'``.
    n_components : int
        Axes of the map.
    perplexity : float
        t-SNE only: how many neighbours each row looks at; lowered to a third of the distinct rows.
    random_state : int
        Seed of t-SNE and PaCMAP, and of the rows drawn where not all are fitted.
    callback : callable(share done, coordinates so far or None) -> bool
        t-SNE and PaCMAP only; it is asked several times a second, but not while PaCMAP looks for neighbours. True
        stops: the map is what it is by then, and rows without a place are NaN. Before the first step of t-SNE and the
        last of PaCMAP, that is all of them. Up to 200 distinct rows, t-SNE runs to its end without asking.

    Returns
    -------
    RowMap

    Raises
    ------
    ConstantInput
        All rows are equal under the geometry.
    ValueError
        No rows, or too few distinct ones: t-SNE needs 4, PaCMAP 8.
    ImportError
        PaCMAP is asked for and pacmap is not installed.

    Notes
    -----
    Sources: L. van der Maaten and G. Hinton (2008), Visualizing data using t-SNE. Y. Wang, H. Huang, C. Rudin and
    Y. Shaposhnik (2021), Understanding how dimension reduction tools work (PaCMAP), with pacmap's default settings.
    """
    if method not in METHODS:
        raise ValueError(f"map {method!r}: choose one of {', '.join(METHODS)}")
    geometry = geometry_of_rows(geometry)
    rows, inverse = rows_like(geometry, table).unique_rows()
    if not len(rows):
        raise ValueError("the table has no rows: a map needs at least one")
    asked = _Settings(n_components, perplexity, random_state, callback)
    with one_thread():
        coordinates, note, shares = METHODS[method](geometry, rows, asked)
    placed = RowMap(coordinates.astype(np.float32), rows.row_weights, inverse, note, shares)
    places = coordinates[placed.has_place]
    if len(places) > 1 and spread(places) <= RELATIVE_ZERO:
        raise ConstantInput
    return placed


def _reduced(coordinates: np.ndarray) -> np.ndarray:
    """(n, k) points on few axes; ConstantInput where all coincide."""
    if np.ptp(coordinates, axis=0).max(initial=0) <= RELATIVE_ZERO:
        raise ConstantInput
    return coordinates if coordinates.shape[1] <= REDUCED_AXES else pca(coordinates, n_components=REDUCED_AXES)


@dataclass(frozen=True)
class _Settings:
    """What a map is asked for; each kind reads what it needs."""

    n_components: int
    perplexity: float
    random_state: int
    callback: Callable[..., Any] | None


def _tsne_map(geometry: Any, rows: Any, asked: _Settings) -> _Placed:
    """Exact gradients up to 200 rows (scikit-learn), openTSNE beyond, where a callback can stop the work."""

    def place(coordinates: np.ndarray, progress: Progress) -> np.ndarray:
        n, k = len(coordinates), asked.n_components
        if n < 4:
            raise ValueError(f"{n} distinct rows: t-SNE needs at least 4, choose PCA")
        coordinates = _reduced(coordinates)
        perplexity = max(1.0, min(float(asked.perplexity), (min(n, stoppable_tsne.FITTED_ROWS) - 1) / 3))
        start = pca(coordinates, n_components=k)
        start = start / (start[:, 0].std() or 1.0) * 1e-4
        if n <= EXACT_ROWS:
            from sklearn.manifold import TSNE  # slow to import, and only this picture needs it

            exact = TSNE(k, method="exact", perplexity=perplexity, init=start, random_state=asked.random_state)
            return exact.fit_transform(coordinates)
        return stoppable_tsne.placed(coordinates, start, perplexity, asked.random_state, progress)

    return _neighbour_map(geometry, rows, asked, place, stoppable_tsne)


def _pacmap_map(geometry: Any, rows: Any, asked: _Settings) -> _Placed:
    if not stoppable_pacmap.is_installed():
        raise ImportError(stoppable_pacmap.MISSING)

    def place(coordinates: np.ndarray, progress: Progress) -> np.ndarray:
        return stoppable_pacmap.placed(_reduced(coordinates), asked.n_components, asked.random_state, progress)

    return _neighbour_map(geometry, rows, asked, place, stoppable_pacmap)


def _neighbour_map(
    geometry: Any, rows: Any, asked: _Settings, place: Callable[[np.ndarray, Progress], np.ndarray], by: ModuleType
) -> _Placed:
    """A map made of the rows' neighbours, by one of the two modules whose work can be stopped."""
    n, sizes = len(rows), geometry.codebook.n_values.astype(float)
    before = {VALUES: 1.5e-10 * (sizes**3).sum(), AXES: 1e-8 * (n * len(sizes) + (sizes**2).sum()) * REDUCED_AXES}
    progress = Progress(asked.callback, before | by.seconds_of(n))
    coordinates = _few_axes(geometry, rows, progress)
    if coordinates is None:
        return np.full((n, asked.n_components), np.nan), f"0 of {n:,} distinct rows are placed", None
    places = place(coordinates, progress)
    n_placed = int((~np.isnan(places).any(axis=1)).sum())
    if n_placed < n:
        return places, f"{n_placed:,} of {n:,} distinct rows are placed", None
    return places, _SHAPED.format(by.FITTED_ROWS, n) if n > by.FITTED_ROWS else "", None


def _few_axes(geometry: Any, rows: Any, progress: Progress) -> np.ndarray | None:
    """(n, k) coordinates of rows, on few axes where holding them all would be much work; None if stopped."""
    if not values_placed(geometry, lambda share: progress(VALUES, share)):
        return None
    space = RowSpace(geometry, rows)
    if not space.is_large or space.n_axes <= REDUCED_AXES:
        return space.held()
    return space.principal(REDUCED_AXES, progress=lambda share: progress(AXES, share))


def _mds_map(geometry: Any, rows: Any, asked: _Settings) -> _Placed:
    """Classical scaling of at most LANDMARK_ROWS rows; the others by their distances to these (landmark MDS)."""
    k = asked.n_components
    if len(rows) <= LANDMARK_ROWS:
        coordinates, eigenvalues = classical_scaling(geometry.between(rows) ** 2, k)
        return padded(coordinates, k), "", _shares_of_positive(eigenvalues, k)
    chosen = np.sort(np.random.default_rng(asked.random_state).choice(len(rows), LANDMARK_ROWS, replace=False))
    landmarks = rows[chosen]
    squared = geometry.between(landmarks) ** 2
    coordinates, eigenvalues = classical_scaling(squared, k)
    inverse = np.linalg.pinv(coordinates)
    mean = squared.mean(axis=0)
    parts = [
        -0.5 * (geometry.between(rows[start : start + LANDMARK_ROWS], landmarks) ** 2 - mean) @ inverse.T
        for start in range(0, len(rows), LANDMARK_ROWS)
    ]
    note = _SHAPED.format(LANDMARK_ROWS, len(rows)) + "; the shares of the axes are of those that shape it"
    return padded(np.vstack(parts), k), note, _shares_of_positive(eigenvalues, k)


def _shares_of_positive(eigenvalues: np.ndarray, k: int) -> np.ndarray:
    """(k,) share of each of the first eigenvalues in the sum of the positive ones."""
    positive = np.clip(eigenvalues, 0, None)
    return np.pad(positive[:k], (0, max(0, k - len(positive)))) / (positive.sum() or 1.0)


def _pca_map(geometry: Any, rows: Any, asked: _Settings) -> _Placed:
    space, coordinates = RowSpace(geometry, rows), None
    if space.is_large and space.n_axes > asked.n_components:
        coordinates = space.principal(asked.n_components, rows.row_weights)
    if coordinates is None:
        coordinates = pca(space.held(), rows.row_weights, asked.n_components)
    weights = rows.row_weights / rows.row_weights.sum()
    variances = weights @ (coordinates - weights @ coordinates) ** 2
    return coordinates, "", variances / (space.variance(rows.row_weights) or 1.0)


#: Maps of rows by name.
METHODS = {"t-SNE": _tsne_map, "PaCMAP": _pacmap_map, "MDS": _mds_map, "PCA": _pca_map}


def spread(points: np.ndarray) -> float:
    """Largest distance from the centre: 0 where all points coincide."""
    return float(cdist(points, points.mean(axis=0, keepdims=True)).max()) if len(points) else 0.0


@whole_numbers("n_components")
def pca(coordinates: np.ndarray, weights: np.ndarray | None = None, n_components: int = 2) -> np.ndarray:
    """(n, k) places along the axes of largest (weighted) variance."""
    coordinates = np.asarray(coordinates, dtype=float)
    centred = coordinates - np.average(coordinates, axis=0, weights=weights)
    n, width = centred.shape
    weights = np.ones(n) if weights is None else weights
    if width > max(n, WIDE):
        right = np.linalg.svd(np.sqrt(weights)[:, None] * centred, full_matrices=False)[2]
        axes = turned(right[:n_components].T)
    else:
        axes, _ = principal_axes((centred * weights[:, None]).T @ centred / weights.sum(), min(n_components, width))
    return padded(centred @ axes, n_components)


def values_placed(geometry: Any, progress: Callable[[float], bool]) -> bool:
    """Give the values of each column their coordinates, which the geometry keeps; False if stopped.

    Parameters
    ----------
    geometry : a value geometry
    progress : callable(share of this work done since the last call) -> bool
        Asked after each column; True stops.
    """
    if not isinstance(geometry, ValueDistances):
        return True
    work = geometry.codebook.n_values.astype(float) ** 3
    for attribute, share in zip(geometry.codebook.attributes, work / work.sum(), strict=True):
        geometry.places(attribute)
        if progress(float(share)):
            return False
    return True


class RowSpace:
    """The coordinates X of rows under a geometry: (n, K), which need not be held to multiply them.

    Parameters
    ----------
    geometry : a value geometry
    rows : CategoricalTable
    """

    def __init__(self, geometry: Any, rows: Any) -> None:
        self.geometry, self.rows = geometry, rows
        embedding = geometry.embed()
        self._tables = embedding.row_tables()
        self._mean = embedding.combine == "mean"
        widths = [table.shape[1] for table in self._tables]
        self._ends = np.cumsum(widths)
        self._of_values = max(widths, default=0) if self._mean else sum(widths)
        self.n_axes: int = self._of_values
        if getattr(geometry, "numbers", None) is not None:
            self.n_axes = geometry.transform(rows[:1]).shape[1]

    @property
    def is_large(self) -> bool:
        """True where the covariance of all axes, or its decomposition, takes more than `LARGE` multiplications."""
        least = min(len(self.rows), self.n_axes)
        return least * (len(self.rows) * self.n_axes + 10.0 * least**2) > LARGE

    def held(self) -> np.ndarray:
        """X itself."""
        return self.geometry.transform(self.rows)

    def variance(self, weights: np.ndarray) -> float:
        """The rows' weighted variance, summed over all axes; worked out block by block."""
        n = len(self.rows)
        mean = self._transposed(weights) / weights.sum()
        transform, starts = self.geometry.transform, range(0, n, _BLOCK)
        blocks = [slice(start, start + _BLOCK) for start in starts]
        squares = [weights[part] @ ((transform(self.rows[part]) - mean) ** 2).sum(axis=1) for part in blocks]
        return float(sum(squares) / weights.sum())

    def principal(
        self,
        n_components: int,
        weights: np.ndarray | None = None,
        progress: Callable[[float], bool] = lambda share: False,
    ) -> np.ndarray | None:
        """What `pca` gives for X, by the Lanczos method; None if stopped.

        Parameters
        ----------
        n_components : int
            Below the number of axes.
        weights : (n,) row weights, optional
        progress : callable(share of this work done since the last call, roughly) -> bool
            Asked at each multiplication; True stops.
        """
        weights = np.ones(len(self.rows)) if weights is None else weights
        mean = self._transposed(weights) / weights.sum()
        steps = 2.0 * max(2 * n_components + 1, 20)

        def covariance_times(vector: np.ndarray) -> np.ndarray:
            if progress(1 / steps):
                raise _StopError
            vector = vector.reshape(-1, 1)
            return self._transposed(weights * (self._times(vector) - mean @ vector)[:, 0]) / weights.sum()

        operator = LinearOperator((self.n_axes, self.n_axes), matvec=covariance_times, dtype=float)
        start = np.random.default_rng(0).normal(size=self.n_axes)
        try:
            _, axes = eigsh(operator, k=n_components, v0=start)
        except _StopError:
            return None
        axes = turned(axes[:, ::-1])
        return self._times(axes) - mean @ axes

    def _times(self, right: np.ndarray) -> np.ndarray:
        """X @ right."""
        of_values = right[: self._of_values]
        parts = [of_values] * len(self._tables) if self._mean else np.split(of_values, self._ends[:-1])
        tables = [table @ part for table, part in zip(self._tables, parts, strict=True)]
        product = row_sums(tables, self._codes) if tables else 0.0
        return product + self._numbers @ (self._number_axes @ right)

    def _transposed(self, left: np.ndarray) -> np.ndarray:
        """X.T @ left."""
        parts = [np.bincount(c, left, len(t)) @ t for c, t in zip(self._codes.T, self._tables, strict=True)]
        of_values = np.sum(parts, axis=0) if self._mean and parts else np.concatenate([np.empty(0), *parts])
        return np.pad(of_values, (0, self.n_axes - self._of_values)) + self._number_axes.T @ (self._numbers.T @ left)

    @cached_property
    def _codes(self) -> np.ndarray:
        return self.rows.recode(self.geometry.codebook).codes

    @cached_property
    def _numbers(self) -> np.ndarray:
        """(n, q) scaled numbers of the numeric columns that have coordinates."""
        if not len(self._number_axes):
            return np.empty((len(self.rows), 0))
        return self.geometry.numbers.places(self.rows)

    @cached_property
    def _number_axes(self) -> np.ndarray:
        """(q, K) what one scaled unit of each numeric column adds to X: its own axis, the last ones, unless given."""
        given = getattr(self.geometry, "number_axes", None)
        return np.eye(self.n_axes)[self._of_values :] if given is None else given


class _StopError(Exception):
    """Raised where a step of the Lanczos method is to be the last."""
