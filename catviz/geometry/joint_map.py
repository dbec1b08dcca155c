"""All values of all columns in one plane: the joint map, each at the centre of its rows, and any geometry's axes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from catviz.geometry.given import fitted, geometry_of_values
from catviz.geometry.scaling import padded, principal_axes
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.parameters import whole_numbers
from catviz.table.categorical import CategoricalTable, rows_of
from catviz.table.counts import ClassCounts, Counts, count
from catviz.table.frames import is_frame
from catviz.wording import number_of, percent


@dataclass(frozen=True, eq=False, repr=False)
class JointMap:
    """Values and rows in the principal plane of the encoded rows.

    Attributes
    ----------
    values : tuple of (attribute, value)
    coordinates : (c, k)
        Each value at the centroid of the rows that carry it.
    variances : (k,) variance of the rows along each axis
    total_variance : float
    embedding : ValueEmbedding
        What encodes rows, in K coordinates.
    mean : (K,) mean of the encoded rows
    axes : (K, k) principal axes
    share_of : str
        What the share of an axis is a share of: "the rows' variance", or "inertia" for MCA.
    """

    values: tuple[tuple[str, str], ...]
    coordinates: np.ndarray
    variances: np.ndarray
    total_variance: float
    embedding: ValueEmbedding
    mean: np.ndarray
    axes: np.ndarray
    share_of: str = "the rows' variance"

    def __repr__(self) -> str:
        drawn = self.variances.sum() / self.total_variance if self.total_variance else 0.0
        axes = self.coordinates.shape[1]
        return f"JointMap({number_of(len(self.values), 'value')}, {axes} axes, {percent(drawn)} % of {self.share_of})"

    def to_frame(self) -> pd.DataFrame:
        """One DataFrame with a row for each value: ``column``, ``value``, ``axis 1`` to ``axis k``."""
        places = {f"axis {k + 1}": x for k, x in enumerate(self.coordinates.T)}
        columns, labels = zip(*self.values, strict=True) if self.values else ((), ())
        return pd.DataFrame({"column": columns, "value": labels} | places)

    def rows(self, table: CategoricalTable) -> np.ndarray:
        """(n, k) places of a table's rows in the same plane."""
        return (self.embedding.transform(table) - self.mean) @ self.axes

    def supplementary(self, table: CategoricalTable, other: CategoricalTable) -> JointMap:
        """The values of another table with the same rows, placed without having shaped the plane.

        ``table`` holds the columns the map was made from, ``other`` the columns shown only.
        """
        table = rows_of(table, self.embedding.codebook)
        if is_frame(other):
            other = CategoricalTable.from_pandas(other)
        if table.n_rows != other.n_rows:
            raise ValueError(f"{table.n_rows} rows and {other.n_rows} rows: both tables must describe the same rows")
        other = replace(other, weights=table.weights, counting=table.counting).observed().missing_as_category()
        places = self.rows(table)
        weights = table.row_weights
        centres = []
        for codes, n_values in zip(other.codes.T, other.codebook.n_values, strict=True):
            mass = np.bincount(codes, weights=weights, minlength=n_values)[:n_values]
            sums = [np.bincount(codes, weights=weights * x, minlength=n_values)[:n_values] for x in places.T]
            centres.append(np.column_stack(sums) / mass[:, None])
        coordinates = np.vstack(centres) if centres else np.empty((0, self.axes.shape[1]))
        return replace(self, values=other.codebook.values, coordinates=coordinates)


@whole_numbers("n_components")
def joint_map(geometry: Any, counts: Any, n_components: int = 2) -> JointMap:
    """Each value at the centroid of the rows that carry it, in the principal plane of the encoded rows.

    Needs only the Burt matrix G (g its diagonal, E the rows' encoding): centroids P = diag(g)^-1 G E, and the axes
    are those of E'GE / n - mm', so its cost does not depend on the number of rows.

    Parameters
    ----------
    geometry : geometry of values or fitted method
        What a method learned: its ``geometry_``.
    counts : Counts, CategoricalTable or frame (pandas, Polars, Arrow)
        The table the geometry was learned from, or its counts.
    n_components : int
        Axes of the map.

    Returns
    -------
    JointMap

    Raises
    ------
    ValueError
        Counts of other values than the geometry's.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> catviz.joint_map(catviz.AhmadDey().fit(zoo).geometry_, zoo.to_pandas()).coordinates.shape
    (36, 2)
    """
    embedding = geometry_of_values(geometry).embed()
    if embedding.numbers is not None:
        raise ValueError(
            "rows stand at their numbers too, which counts do not hold: use value_map of the fitted method"
        )
    if not isinstance(counts, Counts):
        counts = count(rows_of(counts, embedding.codebook))
    embedding = with_missing(embedding, counts)
    carried, mean, covariance = _moments(embedding, counts)
    axes, variances = principal_axes(covariance, n_components)
    axes = padded(axes, n_components)
    coordinates = (carried / np.diag(counts.matrix)[:, None] - mean) @ axes
    total, mean = float(variances.sum()), mean - embedding.centre()
    return JointMap(counts.values, coordinates, variances[:n_components], total, embedding, mean, axes)


def with_missing(embedding: ValueEmbedding, counts: Counts) -> ValueEmbedding:
    """Missing levels that a method left out, put where rows that lack the value are: at their column's centre.

    Rows keep their coordinates: where the embedding has ``answered`` shares, a missing cell goes on to add nothing.
    """
    book = counts.codebook
    if book.values == embedding.codebook.values:
        return embedding
    if replace(book, missing=(False,) * len(book.missing)).values != embedding.codebook.values:
        raise ValueError("the counts list other values than the geometry: count the table it was learned from")
    adds_nothing = embedding.answered is not None
    centres = [0.0 * centre if adds_nothing else centre for centre in embedding.centroids]
    columns = zip(embedding.coordinates, centres, book.n_values, strict=True)
    return replace(
        embedding,
        codebook=book,
        coordinates=tuple(np.vstack([x, centre]) if n > len(x) else x for x, centre, n in columns),
        frequencies=counts.frequencies,
        answered=np.ones(len(centres)) if adds_nothing else None,
    )


def row_covariance(embedding: ValueEmbedding, counts: Counts) -> np.ndarray:
    """(K, K) covariance of the encoded rows, from the counts of the same values alone."""
    return _moments(embedding, counts)[2]


def _moments(embedding: ValueEmbedding, counts: Counts) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """GE, the rows' mean m before ``centre()`` is taken off, and their covariance E'GE / n - mm'."""
    encoding = embedding.encoding()
    carried = counts.matrix @ encoding
    mean = np.diag(counts.matrix).astype(float) @ encoding / counts.n_rows
    return carried, mean, encoding.T @ carried / counts.n_rows - np.outer(mean, mean)


@whole_numbers("n_axes")
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
    counts = _pairs(fitted(estimator, "a fitted method", "geometry_", "counts_").counts_)
    embedding = geometry_of_values(estimator).embed()
    if not embedding.joint:
        return joint_map(embedding, counts, n_axes)
    if embedding.combine != "mean":
        return _principal_plane(embedding, counts, n_axes)
    coordinates = np.vstack(embedding.coordinates)[:, :n_axes]
    coordinates = padded(coordinates, n_axes)
    inertias = getattr(estimator, "eigenvalues_", np.zeros(0))[:n_axes]
    total = getattr(estimator, "total_inertia_", 0.0)
    # a value's principal coordinate is the centroid of its rows over the root of the eigenvalue
    width = embedding.coordinates[0].shape[1]
    zero, scale = np.zeros(width), np.ones(width) if embedding.object_scale is None else embedding.object_scale
    if hasattr(estimator, "map_scaling_"):
        coordinates, scale = coordinates / estimator.map_scaling_, np.full(width, estimator.map_scaling_)
    axes = padded(np.diag(scale)[:, :n_axes], n_axes)
    return JointMap(embedding.codebook.values, coordinates, inertias, total, embedding, zero, axes, "inertia")


def _pairs(counts: Counts | ClassCounts) -> Counts:
    """The co-occurrences that a map rests on."""
    if isinstance(counts, Counts):
        return counts
    if counts.pairs is None:
        raise ValueError(
            f"a map of {len(counts.values):,} values rests on how often they occur together, which this fit did not "
            "count: fit the method to catviz.count(table, by=y)"
        )
    return counts.pairs


def rows_with(joint: JointMap, counts: Counts | ClassCounts) -> np.ndarray:
    """(c,) how many rows have each value of a map; missing values that a method leaves out are not on its map."""
    frequencies = np.concatenate(counts.frequencies)
    if joint.values == counts.values:
        return frequencies
    rows = dict(zip(counts.values, frequencies, strict=True))
    return np.array([rows[value] for value in joint.values])


def _principal_plane(embedding: ValueEmbedding, counts: Counts, n_axes: int) -> JointMap:
    """The axes along which the values vary most, each value counted once; variances are those of the rows along them.

    A row stands at the mean of its values.
    """
    coordinates = np.vstack(embedding.coordinates)
    centred = coordinates - coordinates.mean(axis=0)
    axes, _ = principal_axes(centred.T @ centred / len(centred), n_axes)
    axes = padded(axes, n_axes)
    rows, mean = replace(embedding, combine="mean"), coordinates.mean(axis=0)
    covariance = row_covariance(replace(with_missing(embedding, counts), combine="mean"), counts)
    variances, total = np.einsum("ik,ij,jk->k", axes, covariance, axes), float(np.trace(covariance))
    return JointMap(embedding.codebook.values, centred @ axes, variances, total, rows, mean, axes)
