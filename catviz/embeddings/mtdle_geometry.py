"""Tables of distances with one space for the values of all columns behind them, and the paths that explain them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import pandas as pd
from scipy.sparse.linalg import eigsh

from catviz.embeddings.mtdle_graphs import Base
from catviz.embeddings.principal import principal_coordinates
from catviz.geometry.explanation import Explanation
from catviz.geometry.scaling import RELATIVE_ZERO, classical_scaling, negative_share, turned
from catviz.geometry.value_geometries import Geometry, ValueDistances, ValueEmbedding, ValueOrder
from catviz.table.codebook import Codebook


@dataclass(frozen=True, eq=False, repr=False)
class JointEmbedding(ValueEmbedding):
    """Values of all columns in one space. Rows have each column's values along that column's own axes, side by side.

    A column of v values fills v - 1 axes at most, so rows need no more: the coordinates of a row are short, and all
    distances between rows are those of the joint coordinates side by side.
    """

    joint: bool = True

    def embed(self, n_components: int | None = None) -> JointEmbedding:
        """The embedding itself, or the first axes of the joint space."""
        if n_components is None:
            return self
        return replace(self, coordinates=tuple(x[:, :n_components] for x in self.coordinates))

    @cached_property
    def own_axes(self) -> tuple[np.ndarray, ...]:
        """(v, at most v - 1) centred coordinates of each column's values along their own principal axes."""
        return tuple(principal_coordinates([x], len(x)) for x in self.coordinates)

    def _object_blocks(self) -> list[np.ndarray]:
        return list(self.own_axes) if self.combine == "concatenate" else super()._object_blocks()


@dataclass(frozen=True, eq=False, repr=False)
class JointDistances(Geometry):
    """Distance tables as learned, and a joint embedding of the values they come from.

    Where no points have these distances the embedding only comes near them; the tables stay as learned.

    Attributes
    ----------
    native : ValueDistances
    placed : JointEmbedding
        Its squared distances within a column are those of ``native`` to its power, as far as points can have them.
    """

    native: ValueDistances
    placed: JointEmbedding

    @property
    def codebook(self) -> Codebook:  # type: ignore[override]
        """Columns and values."""
        return self.native.codebook

    @property
    def frequencies(self) -> tuple[np.ndarray, ...]:  # type: ignore[override]
        """Value counts, a vector a column."""
        return self.native.frequencies

    def __getitem__(self, attribute: str) -> pd.DataFrame:
        return self.native[attribute]

    def distances(self) -> ValueDistances:
        """The tables."""
        return self.native

    def embed(self, n_components: int | None = None) -> JointEmbedding:
        """The joint embedding, or its first axes."""
        return self.placed.embed(n_components)

    def order(self, method: str = "axis") -> ValueOrder:
        """The order of ``distances().order(method)``."""
        return self.native.order(method)

    def to_frame(self) -> pd.DataFrame:
        """The frame of ``distances()``, without the joint space.

        `ValueDistances.from_frame` reads the same distances back, but places each column in a space of its own.
        ``embed().to_frame()`` holds the joint coordinates.
        """
        return self.native.to_frame()


@dataclass(frozen=True, eq=False)
class PathExplanation(Explanation):
    """An explanation whose terms are lengths of paths.

    Attributes
    ----------
    paths : dict of term to DataFrame
        A step a row: ``from``, ``to`` as (attribute, value), ``length``, ``kind`` ("edge", "bridge": put back to join
        parts, "filled": there is no path). No steps for a value and itself.
    """

    paths: dict[str, pd.DataFrame] = field(default_factory=dict)

    def title(self, term: str) -> str:
        """The name of a graph that pages show, as "Jaccard similarity (−ln x)"."""
        return Base.of(term).title

    @property
    def path(self) -> pd.DataFrame:
        """All steps, with the term they belong to in front."""
        return pd.concat(self.paths, names=["term", "step"]).reset_index()


def joint_distances(
    powered: np.ndarray,
    codebook: Codebook,
    frequencies: tuple[np.ndarray, ...],
    there: np.ndarray,
    power: float,
    n_components: int | None = None,
    many: int = 2000,
) -> tuple[JointDistances, np.ndarray]:
    """A geometry from distances between the values of all columns, and the eigenvalues of their joint space.

    Parameters
    ----------
    powered : (m, m) symmetric, zero diagonal
        Distances to the power; the joint space takes them as squared distances.
    codebook : Codebook
    frequencies : tuple of (v,) value counts
    there : (c,) bool
        The m values that ``powered`` is about; others must be the only one of their column, and stand at the origin.
    power : float
        Of the tables.
    n_components : int, optional
        Axes of the joint space kept; None keeps all.
    many : int
        With more values, and axes not all wanted, no more eigenvalues than needed are computed, and ``negative_mass``
        is nan.
    """
    if not len(powered):
        coordinates, eigenvalues, lost = np.empty((0, 0)), np.empty(0), 0.0
    elif n_components is not None and len(powered) > max(many, n_components + 1):
        (coordinates, eigenvalues), lost = leading_axes(powered, n_components), np.nan
    else:
        coordinates, eigenvalues = classical_scaling(powered, n_components)
        lost = negative_share(eigenvalues)
    whole, places = np.zeros((len(there), len(there))), np.zeros((len(there), coordinates.shape[1]))
    whole[np.ix_(there, there)], places[there] = powered, coordinates
    parts = codebook.slices()
    blocks = [whole[part, part] for part in parts]
    native = ValueDistances(
        codebook,
        tuple(S ** (1 / power) for S in blocks),
        frequencies,
        power=power,
    )
    placed = JointEmbedding(codebook, tuple(places[part] for part in parts), frequencies, negative_mass=(lost,))
    return JointDistances(native, placed), eigenvalues


def leading_axes(squared: np.ndarray, n_components: int) -> tuple[np.ndarray, np.ndarray]:
    """As ``classical_scaling``, for a few axes of many points: only their eigenvalues and one more are computed."""
    centred = squared - squared.mean(axis=0) - squared.mean(axis=1)[:, None] + squared.mean()
    start = np.random.default_rng(0).standard_normal(len(squared))
    values, vectors = eigsh(-0.5 * (centred + centred.T) / 2, n_components + 1, which="LA", v0=start)
    values, vectors = values[::-1], vectors[:, ::-1]
    kept = np.flatnonzero(values[:-1] > RELATIVE_ZERO * max(values[0], np.finfo(float).tiny))
    return turned(vectors[:, kept] * np.sqrt(values[kept])), values
