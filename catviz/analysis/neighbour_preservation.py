"""How far neighbours on a map are neighbours in the data: trustworthiness and continuity."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

from catviz.analysis.projection import RowMap
from catviz.geometry.given import geometry_of_rows, rows_like
from catviz.geometry.value_geometries import EQUAL
from catviz.parameters import whole_numbers
from catviz.progress import one_thread
from catviz.table.categorical import CategoricalTable

#: Up to so many distinct rows, all are compared with all others.
ALL_ROWS = 2_000
#: Of more, so many are drawn, and compared with all others.
SAMPLED_ROWS = 500
#: Distances on a map, whose coordinates are float32, are equal up to this share of the largest.
EQUAL_ON_MAP = 3e-7
#: Distances that are held at once.
_PAIRS = 1_000_000


@dataclass(frozen=True)
class NeighbourPreservation:
    """How well a map keeps the neighbours of rows.

    Attributes
    ----------
    trustworthiness : float
        1 if the rows near each other on the map are near in the data; about 0.5 if points are placed at random.
    continuity : float
        1 if the rows near each other in the data are near on the map; about 0.5 if points are placed at random.
    n_neighbors : int
        How many neighbours of each row were looked at.
    n_points : int
        Distinct rows on the map.
    n_sampled : int
        How many of them were drawn; equal to ``n_points`` if none were.
    """

    trustworthiness: float
    continuity: float
    n_neighbors: int
    n_points: int
    n_sampled: int

    @property
    def is_estimate(self) -> bool:
        """True if the numbers come from rows that were drawn, not from all."""
        return self.n_sampled < self.n_points


@whole_numbers("n_neighbors")
def neighbour_preservation(
    geometry: Any,
    table: CategoricalTable,
    placed: RowMap,
    n_neighbors: int = 12,
    random_state: int = 0,
    callback: Callable[[float], bool] | None = None,
) -> NeighbourPreservation | None:
    r"""Trustworthiness and continuity of a map of rows.

    Parameters
    ----------
    geometry : geometry or fitted method
        Its distances between rows are those that the map is to keep.
    table : CategoricalTable or frame (pandas, Polars, Arrow)
        The rows of the map.
    placed : RowMap
        The map that `row_map` made of this table. Rows that have no place on it are left out.
    n_neighbors : int
        How many neighbours of each row count; lowered to the largest number below half the distinct rows.
    random_state : int
        Draws rows, where there are more than 2,000 distinct ones.
    callback : callable(share done) -> bool
        True stops, and the result is None.

    Returns
    -------
    NeighbourPreservation
        None if it was stopped.

    Raises
    ------
    ValueError
        The map has fewer than 3 distinct rows or is one of another table, or ``n_neighbors`` is below 1.

    Notes
    -----
    .. math::

        T(k) = 1 - \frac{2}{n k (2n - 3k - 1)} \sum_{i=1}^{n} \sum_{j \in U_k(i)} (r(i, j) - k)

    with n distinct rows, k neighbours, r(i, j) the rank of row j among the others by its distance from row i, and
    U_k(i) the rows that are among the k nearest of row i on the map, but not in the data. Continuity is the same with
    the map and the data exchanged. Source: J. Venna and S. Kaski (2006), Local multidimensional scaling, Neural
    Networks 19, 889-899. 0 is not always within reach: points placed at random have about 0.5, or more if many
    distances are equal.

    Identical rows are one point of every map, so neighbours are sought among distinct rows, and the sum over i counts
    each as often as it weighs: a table with weights and one with repeated rows give the same numbers.

    Rows that are equally far from row i in the data, which is frequent between categories, are interchangeable: they
    take places among the k nearest, and ranks, in the order that is best for the map. A map with the very distances of
    the data has 1 then. (The paper averages over all orders, so that it has less.) Rows at one place of the map share
    places among the k nearest equally, and have the best ranks. Without equal distances, these are the paper's numbers.

    Of more than 2,000 distinct rows, 500 are drawn with replacement, by weight, and ranked with all others: their mean
    estimates that of all rows, without bias.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> adm = catviz.AhmadDey().fit(zoo).geometry_
    >>> found = catviz.neighbour_preservation(adm, zoo, catviz.row_map(adm, zoo, "PCA"))
    >>> round(found.trustworthiness, 2), round(found.continuity, 2), found.n_neighbors
    (0.93, 0.96, 12)
    """
    if n_neighbors < 1:
        raise ValueError(f"n_neighbors={n_neighbors}: at least 1 is needed")
    if not isinstance(placed, RowMap):
        raise ValueError(f"placed is a {type(placed).__name__}: give the map that row_map made of the table")
    geometry = geometry_of_rows(geometry)
    rows, _ = rows_like(geometry, table).unique_rows()
    if len(rows) != len(placed.coordinates):
        shown = f"{len(placed.coordinates):,} distinct rows"
        raise ValueError(f"the map has {shown} and the table {len(rows):,}: give the table that the map was made of")
    has_place = placed.has_place
    rows, places = rows[np.flatnonzero(has_place)], placed.coordinates[has_place].astype(float)
    n = len(rows)
    if n < 3:
        raise ValueError(f"the map has {n} distinct rows: neighbours need at least 3")
    k = min(n_neighbors, (n - 1) // 2)
    chosen, counts = _chosen(rows.row_weights, random_state)
    sums, done = np.zeros(2), 0
    for block in _blocks(len(chosen), n):
        i = chosen[block]
        with one_thread():
            near, shown = geometry.between(rows[i], rows), cdist(places[i], places)
        others = np.arange(n) != i[:, None]
        data = _Ranked(near[others].reshape(len(i), n - 1), EQUAL)
        on_map = _Ranked(shown[others].reshape(len(i), n - 1), EQUAL_ON_MAP)
        both = data.beyond(k, on_map.nearest(k)), on_map.beyond(k, data.nearest_in_favour_of(on_map, k))
        sums += [counts[block] @ each for each in both]
        done += len(i)
        if callback is not None and callback(done / len(chosen)):
            return None
    trustworthiness, continuity = 1 - 2 * sums / (counts.sum() * k * (2 * n - 3 * k - 1))
    return NeighbourPreservation(float(trustworthiness), float(continuity), k, n, n if n <= ALL_ROWS else SAMPLED_ROWS)


def _chosen(weights: np.ndarray, random_state: int) -> tuple[np.ndarray, np.ndarray]:
    """(q,) numbers of the distinct rows that are compared with the others, and how often each counts."""
    n = len(weights)
    if n <= ALL_ROWS:
        return np.arange(n), weights.astype(float)
    draws = np.random.default_rng(random_state).choice(n, SAMPLED_ROWS, p=weights / weights.sum())
    chosen, counts = np.unique(draws, return_counts=True)
    return chosen, counts.astype(float)


def _blocks(m: int, n: int) -> Iterator[slice]:
    """Parts of m rows, small enough for their distances to n others to be held."""
    step = max(1, _PAIRS // n)
    for start in range(0, m, step):
        yield slice(start, start + step)


class _Ranked:
    """Points in groups of equal distance from each of some rows, by rising distance.

    Parameters
    ----------
    distances : (b, m)
    equal : float
        Distances that follow each other are equal if they differ by at most this share of the row's largest.
    """

    def __init__(self, distances: np.ndarray, equal: float) -> None:
        self.order = np.argsort(distances, axis=1)
        rising = np.take_along_axis(distances, self.order, axis=1)
        begins = np.ones(rising.shape, dtype=bool)
        begins[:, 1:] = np.diff(rising, axis=1) > equal * rising[:, -1:]
        #: Of the groups, in all rows one after the other.
        self.starts = np.flatnonzero(begins)
        #: How many points of the row are nearer than a group.
        self.before = self.starts % distances.shape[1]
        #: (b, m) the number of each point's group in its row.
        self.groups = np.empty(rising.shape, dtype=np.int64)
        np.put_along_axis(self.groups, self.order, begins.cumsum(axis=1), axis=1)

    def nearest(self, k: int) -> np.ndarray:
        """(b, m) 1 for points among the k nearest, 0 for others, a share for groups that are among them in part."""
        sizes = np.diff(self.starts, append=self.order.size)
        shares = np.repeat(np.clip((k - self.before) / sizes, 0, 1), sizes).reshape(self.order.shape)
        out = np.empty(self.order.shape)
        np.put_along_axis(out, self.order, shares, axis=1)
        return out

    def nearest_in_favour_of(self, other: _Ranked, k: int) -> np.ndarray:
        """(b, m) 1 for k points, the nearest; of equally near ones, those that are nearest in another ranking."""
        key = self.groups * (self.order.shape[1] + 1) + other.groups
        out = np.zeros(key.shape)
        np.put_along_axis(out, np.argpartition(key, k - 1, axis=1)[:, :k], 1.0, axis=1)
        return out

    def beyond(self, k: int, members: np.ndarray) -> np.ndarray:
        """(b,) by how much the ranks of the members exceed k, in all; in a group they have the smallest ranks.

        Parameters
        ----------
        k : int
        members : (b, m) between 0 and 1
        """
        in_group = np.add.reduceat(np.take_along_axis(members, self.order, axis=1).ravel(), self.starts)
        first = self.before - k
        exceeding = _triangle(first + in_group) - _triangle(first)
        return np.bincount(self.starts // self.order.shape[1], exceeding, len(self.order))


def _triangle(x: np.ndarray) -> np.ndarray:
    """1 + 2 + ... + x, linear between whole numbers, and 0 below 0."""
    whole = np.floor(np.maximum(x, 0))
    return whole * (whole + 1) / 2 + (np.maximum(x, 0) - whole) * (whole + 1)
