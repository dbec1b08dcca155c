"""Classical scaling: coordinates whose squared distances come as near as they can to a table, and orders by them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import squareform

#: Eigenvalues below this share of the largest count as zero.
RELATIVE_ZERO = 1e-10
#: Rows from which the first axis alone is worked out where no other is needed.
MANY_VALUES = 256
#: Share of the largest eigenvalue up to which the next one is as large, so that rounding decides which is first.
_TIED = 1e-6
#: Axes shorter than this share of the longest are rounding.
NO_AXIS = 1e-12
#: Leaves that are put in their optimal order: a thousand take seconds, and twice as many fifteen times as long.
MOST_OPTIMAL = 1_000


def classical_scaling(squared: np.ndarray, n_components: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Classical multidimensional scaling (Torgerson) of a symmetric table of squared distances.

    Parameters
    ----------
    squared : (m, m) symmetric, zero diagonal
    n_components : int, optional
        Axes kept; None keeps every axis of positive eigenvalue.

    Returns
    -------
    coordinates : (m, k)
        Centred, axes by falling eigenvalue, each turned so that its largest entry is positive.
    eigenvalues : (m,)
        All of them, falling; the negative ones are what no Euclidean picture can show.
    """
    eigenvalues, vectors = eigh(_inner_products(squared))
    eigenvalues, vectors = eigenvalues[::-1], vectors[:, ::-1]
    kept = eigenvalues > RELATIVE_ZERO * max(eigenvalues[0], np.finfo(float).tiny)
    if n_components is not None:
        kept[n_components:] = False
    return turned(vectors[:, kept] * np.sqrt(eigenvalues[kept])), eigenvalues


def first_axis(squared: np.ndarray) -> np.ndarray:
    """(m,) places on the first axis of `classical_scaling`; of a large table in about a fifth of the time."""
    if len(squared) >= MANY_VALUES:
        eigenvalues, vectors = largest_eigenpairs(_inner_products(squared), 2)
        if eigenvalues[1] > 0 and eigenvalues[1] - eigenvalues[0] > _TIED * eigenvalues[1]:
            return turned(vectors[:, 1:] * np.sqrt(eigenvalues[1]))[:, 0]
    return first_of(classical_scaling(squared)[0])


def first_of(coordinates: np.ndarray) -> np.ndarray:
    """(m,) places on the first of (m, k) axes; zeros where there is none."""
    return coordinates[:, 0] if coordinates.shape[1] else np.zeros(len(coordinates))


def _inner_products(squared: np.ndarray) -> np.ndarray:
    centred = squared - squared.mean(axis=0) - squared.mean(axis=1)[:, None] + squared.mean()
    return -0.5 * (centred + centred.T) / 2


def turned(coordinates: np.ndarray) -> np.ndarray:
    """(p, k) the same axes, each turned so that its entry of largest size is positive."""
    if not coordinates.size:
        return coordinates
    size = np.round(np.abs(coordinates) / np.abs(coordinates).max(axis=0, initial=np.finfo(float).tiny), 9)
    largest = coordinates[size.argmax(axis=0), np.arange(coordinates.shape[1])]
    return coordinates * np.where(largest < 0, -1.0, 1.0)


def negative_share(eigenvalues: np.ndarray) -> float:
    """Share of the eigenvalues' absolute mass that is negative: 0 for a table that is Euclidean."""
    total = np.abs(eigenvalues).sum()
    return float(-eigenvalues[eigenvalues < 0].sum() / total) if total else 0.0


def principal_axes(covariance: np.ndarray, n_components: int) -> tuple[np.ndarray, np.ndarray]:
    """``(axes, variances)`` of a covariance matrix: (K, k) columns by falling variance, and all K variances."""
    if not len(covariance):
        return np.empty((0, 0)), np.empty(0)
    variances, axes = eigh(covariance)
    variances, axes = np.clip(variances[::-1], 0, None), axes[:, ::-1]
    return turned(axes[:, :n_components]), variances


def align(reference: np.ndarray, other: np.ndarray) -> np.ndarray:
    """``other`` moved, turned, reflected and scaled to lie as near ``reference`` as it can (Procrustes).

    Parameters
    ----------
    reference, other : (m, k), or maps that have ``coordinates``
        Row i of both is the same item.

    Returns
    -------
    (m, k) coordinates in the frame of ``reference``.
    """
    reference, other = _points(reference), _points(other)
    if reference.shape != other.shape:
        raise ValueError(f"shapes {reference.shape} and {other.shape} differ: align needs the same items and axes")
    centre, middle = reference.mean(axis=0), other.mean(axis=0)
    a, b = reference - centre, other - middle
    left, singular, right = np.linalg.svd(b.T @ a)
    mass = (b**2).sum()
    return (singular.sum() / mass if mass else 1.0) * b @ left @ right + centre


def _points(given: Any) -> np.ndarray:
    """(m, k) coordinates; ValueError for anything that holds none, such as a method or a geometry."""
    places = getattr(given, "coordinates", given)
    try:
        points = np.asarray(places, dtype=float)
    except (TypeError, ValueError):
        points = np.empty(0)
    if points.ndim != 2:
        raise ValueError(f"align needs points, not a {type(given).__name__}: give (m, k) coordinates, or maps")
    return points


def largest_eigenpairs(matrix: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """(k,) largest eigenvalues, rising, and their (m, k) vectors.

    Where eigenvalues are equal at the border of the asked range, LAPACK's routines for a part of the spectrum may find
    fewer than were asked for, or none. All are worked out then.
    """
    m = len(matrix)
    eigenvalues, vectors = eigh(matrix, subset_by_index=(m - k, m - 1))
    if len(eigenvalues) < k:
        eigenvalues, vectors = eigh(matrix)
    return eigenvalues[-k:], vectors[:, -k:]


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


def axis_ranks(positions: np.ndarray) -> np.ndarray:
    """(v,) ranks of positions on an axis; equal ones but for rounding keep their order."""
    scale = np.abs(positions).max(initial=0) or 1.0
    ranks = np.empty(len(positions), dtype=np.intp)
    ranks[np.argsort(np.round(positions / scale, 9), kind="stable")] = np.arange(len(positions))
    return ranks


def leaf_ranks(table: np.ndarray) -> np.ndarray:
    """(v,) ranks of the leaves of average linkage: in optimal order, or, of more than ``MOST_OPTIMAL``, as linked."""
    if len(table) < 3:
        return np.arange(len(table))
    from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering  # slow to import

    condensed = squareform(table, checks=False)
    tree = linkage(condensed, "average")
    if len(table) <= MOST_OPTIMAL:
        tree = optimal_leaf_ordering(tree, condensed)
    ranks = np.empty(len(table), dtype=np.intp)
    ranks[leaves_list(tree)] = np.arange(len(table))
    return ranks


def oriented(ranks: np.ndarray) -> np.ndarray:
    """(v,) ranks or their reverse, whichever agrees better with the codebook's order."""
    codes = np.arange(len(ranks)) - (len(ranks) - 1) / 2
    return len(ranks) - 1 - ranks if codes @ ranks < 0 else ranks


def padded(coordinates: np.ndarray, n_components: int) -> np.ndarray:
    """(n, n_components) coordinates, or axes: zeros for those a map lacks (two distinct rows have one axis only)."""
    return np.pad(coordinates, ((0, 0), (0, max(0, n_components - coordinates.shape[1]))))
