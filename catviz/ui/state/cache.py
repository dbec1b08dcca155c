"""Results kept by content: shared read-only between sessions, except what comes from an upload; every cache bounded."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from operator import attrgetter
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.agreement import agreement as agreement_of
from catviz.analysis.projection import ConstantInput, RowMap, row_map
from catviz.clustering.by_name import CLUSTERERS
from catviz.geometry.joint_map import JointMap, joint_map, row_covariance
from catviz.geometry.scaling import principal_axes
from catviz.geometry.triangles import TriangleCount, row_triangle_violations
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.plots.style import label, significant
from catviz.progress import reporting
from catviz.reading import datasets
from catviz.registry import method
from catviz.remarks import collected_remarks
from catviz.table.association import association_matrix, most_dependent
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import MISSING, natural_order
from catviz.table.counts import Counts, count
from catviz.table.weights import are_whole
from catviz.ui.state.view import View, cut

FULLY_DESCRIBED = 5_000
"""Up to so many distinct rows the hover names eight values of each; beyond, four, to keep the picture light."""
CLUSTER_STARTS = 10
Parameters = tuple[tuple[str, object], ...]


@dataclass(frozen=True, eq=False)
class Fitted:
    """An estimator and its remarks on the data."""

    estimator: Any
    remarks: tuple[str, ...]
    content: str
    """Equal fits of the same view, equal text."""
    seconds: float
    """What it took."""

    @property
    def distances(self):
        """Its distances between values."""
        return self.estimator.value_distances_


def _content(view: View) -> tuple[str, int]:
    return view.fingerprint, view.seed


_HASH: dict[str | type, Callable[[Any], Any]] = {
    CategoricalTable: attrgetter("fingerprint"),
    View: _content,
    Fitted: attrgetter("content"),
}


def by_content(max_entries: int) -> Callable:
    """Cache a function of a View (first), fits and plain values: for all sessions, or for one if it is private."""

    def decorate(function: Callable) -> Callable:
        settings: dict[str, Any] = {"max_entries": max_entries, "hash_funcs": _HASH, "show_spinner": False}
        shared = st.cache_resource(**settings)(function)
        private = st.cache_resource(**settings, scope="session")(function)

        @wraps(function)
        def call(view: View, *args):
            return (private if view.private else shared)(view, *args)

        return call

    return decorate


@st.cache_resource(max_entries=16, show_spinner=False)
def bundled(name: str) -> CategoricalTable:
    """A catalog data set."""
    return datasets.load_dataset(name)


@st.cache_resource(max_entries=1, show_spinner=False)
def catalog() -> dict[str, datasets.Dataset]:
    """The data sets that can be opened here, by name."""
    return {name: datasets.dataset_info(name) for name in datasets.list_datasets() if datasets.is_here(name)}


@st.cache_resource(max_entries=24, hash_funcs=_HASH, show_spinner=False)
def bundled_cut(table: CategoricalTable, *how) -> tuple[CategoricalTable, CategoricalTable | None]:
    """``view.cut`` of a catalog data set."""
    return cut(table, *how)


@st.cache_resource(max_entries=4, hash_funcs=_HASH, show_spinner=False, scope="session")
def uploaded_cut(table: CategoricalTable, *how) -> tuple[CategoricalTable, CategoricalTable | None]:
    """``view.cut`` of an upload."""
    return cut(table, *how)


@by_content(16)
def counts(view: View) -> Counts:
    """Counts of the active columns."""
    return view.counts()


@by_content(16)
def opening_column(view: View) -> str:
    """The column that pages open on: one that tells much of the others and has some values."""
    known = counts(view)
    return most_dependent(known, 4, 15) or most_dependent(known, 3, 10_000) or view.table.attributes[0]


@by_content(48)
def fitted(view: View, name: str, parameters: Parameters = ()) -> Fitted:
    """A method fitted on the active columns, with the known groups where it learns from them."""
    return fit(view, name, parameters)


def fit(view: View, name: str, parameters: Parameters, callback: Callable | None = None) -> Fitted:
    """What `fitted` keeps, learned anew; a callback that returns True stops it. For work in the background."""
    estimator = unfitted(view, name, parameters)
    if view.large is not None and estimator.needs == "counts":
        data: Any
        data, y = view.counts(by_group=estimator.uses_target and view.groups_known), None
    else:
        data, y = view.table, view.table.target if estimator.uses_target else None
    return _fitted(data, estimator, y, callback, (name, parameters))


def _fitted(data: CategoricalTable | Counts, estimator, y, callback: Callable | None, what: tuple) -> Fitted:
    started = time.perf_counter()
    with collected_remarks() as remarks, reporting(callback):
        estimator.fit(data, y)
    steps = len(getattr(estimator, "steps_", ()))
    return Fitted(estimator, tuple(remarks), repr((*what, steps)), time.perf_counter() - started)


def unfitted(view: View, name: str, parameters: Parameters):
    """A method with parameters and the view's seed."""
    cls = method(name).cls
    return cls(**dict(parameters) | ({"random_state": view.seed} if "random_state" in cls().get_params() else {}))


@by_content(16)
def triangles(view: View, name: str, parameters: Parameters = ()) -> TriangleCount:
    """How often the triangle inequality fails between rows under a method."""
    return row_triangle_violations(fitted(view, name, parameters).estimator.geometry_, view.table)


@by_content(16)
def joint(view: View, name: str, parameters: Parameters = (), n_axes: int = 2) -> JointMap:
    """The method's own joint space, or each value at the centre of its rows."""
    estimator = fitted(view, name, parameters).estimator
    if estimator.geometry_.embed().joint:
        return own_space(estimator, n_axes)
    return joint_map(_with_missing(estimator.geometry_.embed(), estimator.counts_), estimator.counts_, n_axes)


@by_content(8)
def joint_shown(view: View, name: str, parameters: Parameters = ()) -> tuple[JointMap, np.ndarray]:
    """The values of the columns shown only, placed in the joint map, with their counts."""
    placed = joint(view, name, parameters).supplementary(view.table, view.shown)
    return placed, np.diag(count(view.shown).matrix)


def own_space(estimator, n_axes: int = 2) -> JointMap:
    """The first axes of coordinates that all columns share already; a row stands at the mean of its values."""
    embedding = estimator.geometry_.embed()
    if embedding.combine != "mean":
        return _principal_plane(embedding, estimator.counts_, n_axes)
    coordinates = np.vstack(embedding.coordinates)[:, :n_axes]
    coordinates = np.pad(coordinates, ((0, 0), (0, n_axes - coordinates.shape[1])))
    inertias = getattr(estimator, "eigenvalues_", np.zeros(0))[:n_axes]
    total = getattr(estimator, "total_inertia_", 0.0)
    # a value's principal coordinate is the centroid of its rows over the root of the eigenvalue
    width = embedding.coordinates[0].shape[1]
    zero, scale = np.zeros(width), np.ones(width) if embedding.object_scale is None else embedding.object_scale
    axes = np.pad(np.diag(scale)[:, :n_axes], ((0, 0), (0, max(0, n_axes - width))))
    return JointMap(embedding.codebook.values, coordinates, inertias, total, embedding, zero, axes)


def _with_missing(embedding: ValueEmbedding, counts: Counts) -> ValueEmbedding:
    """Missing levels that a method left out, put where rows that lack the value are: at their column's centre."""
    if embedding.codebook.values == counts.values:
        return embedding
    columns = zip(embedding.coordinates, embedding.centroids, counts.codebook.n_values, strict=True)
    coordinates = tuple(np.vstack([x, centre]) if n > len(x) else x for x, centre, n in columns)
    return replace(embedding, codebook=counts.codebook, coordinates=coordinates, frequencies=counts.frequencies)


def _principal_plane(embedding: ValueEmbedding, counts: Counts, n_axes: int) -> JointMap:
    """The axes along which the values vary most, each value counted once; variances are those of the rows along them.

    A row stands at the mean of its values.
    """
    coordinates = np.vstack(embedding.coordinates)
    centred = coordinates - coordinates.mean(axis=0)
    axes, _ = principal_axes(centred.T @ centred / len(centred), n_axes)
    axes = np.pad(axes, ((0, 0), (0, n_axes - axes.shape[1])))
    rows, mean = replace(embedding, combine="mean"), coordinates.mean(axis=0)
    covariance = row_covariance(replace(_with_missing(embedding, counts), combine="mean"), counts)
    variances, total = np.einsum("ik,ij,jk->k", axes, covariance, axes), float(np.trace(covariance))
    return JointMap(embedding.codebook.values, centred @ axes, variances, total, rows, mean, axes)


@by_content(8)
def association(view: View, measure: str) -> pd.DataFrame:
    """Association of all pairs of active columns."""
    return association_matrix(counts(view), measure)


@by_content(4)
def distinct_rows(view: View) -> tuple[CategoricalTable, np.ndarray]:
    """The distinct rows and each row's place among them."""
    return view.table.unique_rows()


def n_distinct(view: View) -> int:
    """Number of distinct rows."""
    return len(distinct_rows(view)[0])


def rows_placed(view: View, name: str, parameters: Parameters, how: str) -> RowMap:
    """A flat map of the rows that needs no waiting. ConstantInput where all rows stand at one place."""
    placed = _rows_placed(view, name, parameters, how)
    if isinstance(placed, str):
        raise ConstantInput(placed)
    return placed


@by_content(12)
def _rows_placed(view: View, name: str, parameters: Parameters, how: str) -> RowMap | str:
    """The map, or why there is none, which is kept as well."""
    try:
        return row_map(fitted(view, name, parameters).estimator.geometry_, view.table, how, random_state=view.seed)
    except ConstantInput as error:
        return str(error)


@by_content(8)
def described_rows(view: View) -> list[str]:
    """Each distinct row in words, for the hover: its first values (fewer where there are many rows), escaped."""
    rows, _ = distinct_rows(view)
    most = 8 if len(rows) <= FULLY_DESCRIBED else 4
    weights = rows.weights
    words = np.full(len(rows), "", dtype=object)
    for r, attribute in enumerate(rows.attributes[:most]):
        lines = [f"{label(attribute, 20)}: {label(v, 24)}<br>" for v in rows.categories[r]]
        words = words + np.array([*lines, f"{label(attribute, 20)}: {MISSING}<br>"], dtype=object)[rows.codes[:, r]]
    more = len(rows.attributes) - most
    tail = f"and {more} more columns<br>" if more > 0 else ""
    if not are_whole(view.table.weights):
        return [f"{w}{tail}{significant(c)} weighted rows" for w, c in zip(words, weights, strict=True)]
    return [f"{w}{tail}{c:,.0f} row{'' if c == 1 else 's'}" for w, c in zip(words, weights, strict=True)]


@by_content(12)
def point_groups(view: View, column: str | None) -> tuple[np.ndarray, list[str]]:
    """(number of each distinct row's group, groups): the most frequent one among equal rows; None means the target."""
    _, inverse = distinct_rows(view)
    if column is None:
        labels = view.table.target
        present = {v for v in labels if v is not None}
        declared = view.info.class_order if view.info is not None and view.info.class_order else ()
        order = list(declared) if present <= set(declared) else natural_order(present)
        codes = np.array([order.index(v) if v is not None else len(order) for v in labels])
    else:
        table = view.table if column in view.table.attributes else view.shown
        r = table.codebook.position(column)
        order, codes = list(table.categories[r]), table.codes[:, r].astype(np.intp)
    weights = view.table.row_weights
    tally = np.zeros((inverse.max(initial=-1) + 1, len(order) + 1))
    np.add.at(tally, (inverse, codes), weights)
    order.append(MISSING)
    shown, groups = np.unique(tally.argmax(axis=1), return_inverse=True)
    return groups, [order[i] for i in shown]


@by_content(16)
def clusters(view: View, name: str, parameters: Parameters, k: int, clusterer: str) -> Fitted:
    """A clusterer fitted under a method's geometry."""
    return cluster(view, fitted(view, name, parameters), k, clusterer)


def cluster(view: View, learned: Fitted, k: int, clusterer: str, callback: Callable | None = None) -> Fitted:
    """What `clusters` keeps, worked out anew: the best of several starts. For work in the background."""
    geometry = learned.estimator.geometry_
    model = CLUSTERERS[clusterer].unfitted(geometry, k, CLUSTER_STARTS, view.seed)
    return _fitted(view.table, model, None, callback, (clusterer, k, learned.content))


@by_content(8)
def agreement(view: View, names: tuple[str, ...]) -> pd.DataFrame:
    """Rank correlation of row distances between methods with their defaults, by title."""
    k = max(1, min(view.n_groups or 3, n_distinct(view)))
    settings = {n: (("n_clusters", k),) if "n_clusters" in method(n).cls().get_params() else () for n in names}
    return agreement_of(view.table, {method(n).title: fitted(view, n, settings[n]).estimator for n in names}, view.seed)
