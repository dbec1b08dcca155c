"""What several pages compute, kept by content: shared read-only between sessions, except what comes from an upload."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial, wraps
from itertools import compress
from typing import Any

import numpy as np
import streamlit as st

from catviz.analysis.nested import Pairs, nested_columns
from catviz.analysis.projection import ConstantInput, RowMap, row_map
from catviz.geometry.joint_map import JointMap, value_map
from catviz.parameters import on_screen
from catviz.plots.rows import described, extra_words, mixtures, most_frequent
from catviz.progress import reporting
from catviz.reading import datasets
from catviz.reading.recipe import Recipe
from catviz.registry import Method, method
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts
from catviz.table.joined import classes_as_column, join_columns
from catviz.table.weights import are_whole
from catviz.ui.state import shelves
from catviz.ui.state.view import View

Parameters = tuple[tuple[str, object], ...]


@dataclass(frozen=True, eq=False)
class Fit:
    """A fitted estimator and its remarks on the data."""

    estimator: Any
    remarks: tuple[str, ...]
    #: Equal fits of the same view, equal text.
    content: str
    #: What it took.
    seconds: float
    #: True if it learned from the known classes.
    supervised: bool


@dataclass(frozen=True, eq=False)
class Fitted(Fit):
    """A method with parameters, and what it learned."""

    method: Method
    parameters: Parameters

    @property
    def distances(self):
        """Its distances between values."""
        return self.estimator.value_distances_


def _content(part: Any) -> Any:
    """Equal for equal content."""
    if isinstance(part, View):
        return part.fingerprint, part.seed
    if isinstance(part, Fit):
        return part.content
    if isinstance(part, CategoricalTable):
        return part.fingerprint
    return type(part), part


def by_content(max_entries: int) -> Callable:
    """Keep what a function of a View (first), fits and plain values gives: for all sessions, or one if it is private.

    An argument whose name begins with an underscore follows from the others.
    """

    def decorate(function: Callable) -> Callable:
        name, shared = f"{function.__module__}.{function.__qualname__}", shelves.for_all(max_entries)
        looked_at = [not name.startswith("_") for name in inspect.signature(function).parameters]

        @wraps(function)
        def call(view: View, *args):
            shelf = shelves.of_session(name, max_entries) if view.private else shared
            key = tuple(map(_content, compress((view, *args), looked_at)))
            return shelf.get(key, partial(function, view, *args))

        return call

    return decorate


@st.cache_resource(max_entries=16, show_spinner=False)
def bundled(name: str) -> CategoricalTable:
    """A catalog data set."""
    return datasets.load_dataset(name)


@st.cache_resource(max_entries=16, show_spinner=False)
def bundled_prepared(name: str, recipe: str) -> CategoricalTable:
    """A catalog data set after the steps of a recipe, which is given as its JSON."""
    return Recipe.from_json(recipe).apply(bundled(name))


@st.cache_resource(max_entries=1, show_spinner=False)
def catalog() -> dict[str, datasets.Dataset]:
    """The data sets that can be opened here, by name."""
    return {name: datasets.dataset_info(name) for name in datasets.list_datasets() if datasets.is_here(name)}


@by_content(32)
def counts(view: View) -> Counts:
    """Counts of the active columns."""
    return view.counts()


@by_content(48)
def fitted(view: View, name: str, parameters: Parameters = ()) -> Fitted:
    """A method fitted on the active columns, with the known classes if it learns from them."""
    counted = None if view.is_supervised(method(name).cls) else counts(view)
    return fit(view, name, parameters, counted=counted)


def fit(
    view: View, name: str, parameters: Parameters, callback: Callable | None = None, counted: Counts | None = None
) -> Fitted:
    """What `fitted` keeps, learned anew; a callback that returns True stops it. For work in the background.

    A method that needs counts alone takes those that were ``counted`` before, and shares their memory.
    """
    estimator = unfitted(view, name, parameters)
    supervised = view.is_supervised(estimator)
    if estimator.needs == "counts" and (counted is not None or view.large is not None):
        data: CategoricalTable | Counts = view.counts(by_class=supervised) if counted is None else counted
        y = None
    else:
        data, y = view.table, view.target_for(estimator)
    learned = fit_fields(data, estimator, y, callback, (name, parameters))
    return Fitted(*learned, supervised, method(name), parameters)


def fit_fields(
    data: CategoricalTable | Counts, estimator, y, callback: Callable | None, what: tuple
) -> tuple[Any, tuple[str, ...], str, float]:
    """The first four fields of a `Fit`; what it says names parameters as pages do."""
    started, say = time.perf_counter(), partial(on_screen, type(estimator))
    try:
        with collected_remarks() as remarks, reporting(callback):
            estimator.fit(data, y)
    except ValueError as error:
        raise ValueError(say(str(error))) from error
    steps = len(getattr(estimator, "steps_", ()))
    return estimator, tuple(map(say, remarks)), repr((*what, steps)), time.perf_counter() - started


def unfitted(view: View, name: str, parameters: Parameters):
    """A method with parameters and the view's seed."""
    cls = method(name).cls
    return cls(**dict(parameters) | ({"random_state": view.seed} if "random_state" in cls().get_params() else {}))


@by_content(32)
def joint(view: View, name: str, parameters: Parameters = (), n_axes: int = 2) -> JointMap:
    """The method's own joint space, or each value at the centre of its rows."""
    return value_map(fitted(view, name, parameters).estimator, n_axes)


@by_content(32)
def nested(view: View) -> Pairs:
    """Active columns that determine others."""
    return nested_columns(counts(view))


@by_content(16)
def every_column(view: View) -> CategoricalTable | Counts:
    """All columns, those shown only and the known classes among them; as counts of all rows of a large file.

    Columns that keep rows chosen on a map are left out: other columns made them, so no test of them says anything.
    """
    if view.large is not None:
        counted, drawn = view.large.counts, (*view.table.attributes, *(view.shown.attributes if view.shown else ()))
        classes = (view.table.target_name,) if view.classes_known else ()
        return counted.select(dict.fromkeys(a for a in (*drawn, *classes) if a in counted.codebook.attributes))
    shown = view.shown_only(kept=False)
    table = view.table if shown is None else join_columns(view.table, shown)
    if not view.classes_known:
        return replace(table, target=None, target_name=None)
    return classes_as_column(table, *view.class_order)


@by_content(16)
def distinct_rows(view: View) -> tuple[CategoricalTable, np.ndarray]:
    """The distinct rows and each row's place among them."""
    return view.table.unique_rows()


def n_distinct(view: View) -> int:
    """Number of distinct rows."""
    return len(distinct_rows(view)[0])


def rows_placed(view: View, name: str, parameters: Parameters, how: str) -> RowMap:
    """A flat map of the rows that needs no waiting. ConstantInput where all rows have the same position."""
    placed = _rows_placed(view, name, parameters, how)
    if placed is None:
        raise ConstantInput
    return placed


@by_content(24)
def _rows_placed(view: View, name: str, parameters: Parameters, how: str) -> RowMap | None:
    """The map; None where all rows have the same position, which is kept as well."""
    try:
        return row_map(fitted(view, name, parameters).estimator.geometry_, view.table, how, random_state=view.seed)
    except ConstantInput:
        return None


@by_content(3)
def described_rows(view: View) -> list[str]:
    """Each distinct row in words, for the hover: ids and first values (fewer where there are many rows), escaped."""
    rows, inverse = distinct_rows(view)
    frame = view.aside(np.arange(view.table.n_rows))
    ids = () if view.prepared is None else view.prepared.ids
    # ids first, then what is left out, and numbers
    frame = frame[[*(name for name in frame if name in ids), *(name for name in frame if name not in ids)]]
    if view.info is not None and view.row_names is not None:
        frame.insert(0, "name", view.row_names)
    return described(rows, are_whole(view.table.weights), extra_words(frame, inverse, len(rows)))


@by_content(12)
def point_groups(view: View, column: str | None) -> tuple[np.ndarray, list[str]]:
    """(number of each distinct row's group, groups): the most frequent one among equal rows; None means the target."""
    _, inverse = distinct_rows(view)
    order, codes = labels_of(view, column)
    return most_frequent(codes, order, inverse, view.table.weights)


@by_content(12)
def point_mixtures(view: View, column: str | None) -> np.ndarray:
    """(u,) object array of str: how many rows of each group are at a distinct row that has several, else empty."""
    _, inverse = distinct_rows(view)
    order, codes = labels_of(view, column)
    return mixtures(codes, order, inverse, view.table.weights)


@by_content(12)
def point_shares(view: View, column: str | None, value: str) -> tuple[np.ndarray, np.ndarray]:
    """(rows with the value, rows whose value is known), by weight, at each distinct row; None means the target."""
    _, inverse = distinct_rows(view)
    order, codes = labels_of(view, column)
    weights, n = view.table.row_weights, inverse.max(initial=-1) + 1
    having, present = codes == order.index(value), codes < len(order)
    return np.bincount(inverse, weights * having, n), np.bincount(inverse, weights * present, n)


@by_content(12)
def labels_of(view: View, column: str | None) -> tuple[list[str], np.ndarray]:
    """(values in their order, (n,) place of each row's value, one more where it is missing); None means the target."""
    if column is None:
        order = view.classes
        places = {label: i for i, label in enumerate(order)} | {None: len(order)}
        return order, np.array([places[v] for v in view.table.target], dtype=np.intp)
    table = view.table if column in view.table.attributes else view.shown
    r = table.codebook.position(column)
    return list(table.categories[r]), table.codes[:, r].astype(np.intp)
