"""Classical scaling: coordinates whose squared distances come as near as they can to a given table."""

import numpy as np
from scipy.linalg import eigh

RELATIVE_ZERO = 1e-10
"""Eigenvalues below this share of the largest count as zero."""


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
    centred = squared - squared.mean(axis=0) - squared.mean(axis=1)[:, None] + squared.mean()
    eigenvalues, vectors = eigh(-0.5 * (centred + centred.T) / 2)
    eigenvalues, vectors = eigenvalues[::-1], vectors[:, ::-1]
    kept = eigenvalues > RELATIVE_ZERO * max(eigenvalues[0], np.finfo(float).tiny)
    if n_components is not None:
        kept[n_components:] = False
    return turned(vectors[:, kept] * np.sqrt(eigenvalues[kept])), eigenvalues


def turned(coordinates: np.ndarray) -> np.ndarray:
    """The same axes, each turned so that its entry of largest size is positive."""
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
    reference, other : (m, k)
        Row i of both is the same item.

    Returns
    -------
    (m, k) coordinates in the frame of ``reference``.
    """
    reference, other = np.asarray(reference, dtype=float), np.asarray(other, dtype=float)
    if reference.shape != other.shape:
        raise ValueError(f"shapes {reference.shape} and {other.shape} differ: align needs the same items and axes")
    centre, middle = reference.mean(axis=0), other.mean(axis=0)
    a, b = reference - centre, other - middle
    left, singular, right = np.linalg.svd(b.T @ a)
    mass = (b**2).sum()
    return (singular.sum() / mass if mass else 1.0) * b @ left @ right + centre
