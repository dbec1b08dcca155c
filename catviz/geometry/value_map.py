"""All values of all columns on a few axes, whatever geometry a method learned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from catviz.geometry.joint_map import JointMap, joint_map, row_covariance, with_missing
from catviz.geometry.scaling import principal_axes
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.table.counts import Counts


def value_map(estimator: Any, n_axes: int = 2) -> JointMap:
    """All values of all columns on a few axes: a method's own space if its columns share one, else the joint map.

    Parameters
    ----------
    estimator : fitted method
        One that learns a geometry of values.
    n_axes : int

    Returns
    -------
    JointMap
        In an own space a row stands at the mean of its values; otherwise as `joint_map` describes. Missing values
        that MCA leaves out (``na="exclude"``) are not among the values.

    Examples
    --------
    >>> import catviz
    >>> value_map(catviz.AhmadDey().fit(catviz.load_dataset("zoo"))).coordinates.shape
    (36, 2)
    """
    embedding, counts = estimator.geometry_.embed(), estimator.counts_
    if not embedding.joint:
        return joint_map(embedding, counts, n_axes)
    if embedding.combine != "mean":
        return _principal_plane(embedding, counts, n_axes)
    coordinates = np.vstack(embedding.coordinates)[:, :n_axes]
    coordinates = np.pad(coordinates, ((0, 0), (0, n_axes - coordinates.shape[1])))
    inertias = getattr(estimator, "eigenvalues_", np.zeros(0))[:n_axes]
    total = getattr(estimator, "total_inertia_", 0.0)
    # a value's principal coordinate is the centroid of its rows over the root of the eigenvalue
    width = embedding.coordinates[0].shape[1]
    zero, scale = np.zeros(width), np.ones(width) if embedding.object_scale is None else embedding.object_scale
    if hasattr(estimator, "map_scaling_"):
        coordinates, scale = coordinates / estimator.map_scaling_, np.full(width, estimator.map_scaling_)
    axes = np.pad(np.diag(scale)[:, :n_axes], ((0, 0), (0, max(0, n_axes - width))))
    return JointMap(embedding.codebook.values, coordinates, inertias, total, embedding, zero, axes, "inertia")


def rows_with(joint: JointMap, counts: Counts) -> np.ndarray:
    """(c,) how many rows have each value of a map; missing values that a method leaves out are not on its map."""
    if joint.values == counts.values:
        return np.diag(counts.matrix)
    rows = dict(zip(counts.values, np.diag(counts.matrix), strict=True))
    return np.array([rows[value] for value in joint.values])


def _principal_plane(embedding: ValueEmbedding, counts: Counts, n_axes: int) -> JointMap:
    """The axes along which the values vary most, each value counted once; variances are those of the rows along them.

    A row stands at the mean of its values.
    """
    coordinates = np.vstack(embedding.coordinates)
    centred = coordinates - coordinates.mean(axis=0)
    axes, _ = principal_axes(centred.T @ centred / len(centred), n_axes)
    axes = np.pad(axes, ((0, 0), (0, n_axes - axes.shape[1])))
    rows, mean = replace(embedding, combine="mean"), coordinates.mean(axis=0)
    covariance = row_covariance(replace(with_missing(embedding, counts), combine="mean"), counts)
    variances, total = np.einsum("ik,ij,jk->k", axes, covariance, axes), float(np.trace(covariance))
    return JointMap(embedding.codebook.values, centred @ axes, variances, total, rows, mean, axes)
