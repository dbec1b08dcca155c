"""Results of the Orders page: fits, what other orders are worth, agreement by chance, and what is given away."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from catviz.analysis.metrics import accuracy, contingency
from catviz.analysis.order_null import OrderNull, order_null
from catviz.analysis.projection import RowMap, row_map
from catviz.analysis.statistics import permutations_needed
from catviz.clustering.kmodes import KModes
from catviz.export import code as scripts
from catviz.export import tables as export
from catviz.geometry.value_geometries import ValueOrder
from catviz.orders.objective import OrderTrial, Trial
from catviz.plots.order_chart import Chance, OrderLane
from catviz.registry import Method
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import are_whole
from catviz.ui.orders.lanes import MODES
from catviz.ui.state import background, cache
from catviz.ui.state.cache import Fitted, by_content
from catviz.ui.state.learned import seconds_with_groups
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets.downloads import geometry_tables, learning, offer
from catviz.wording import between
from catviz.words.order_agreement import conclusion

AT_ONCE = 2.0
"""Estimated seconds up to which the page waits for a fit that learns orders with groups."""
WAIT_SECONDS = 2.0
"""Seconds it waits for a longer one before it shows progress instead."""
SHUFFLES = 100
"""Shuffles at least; more where Holm's correction for many columns needs them."""
UNASKED = 6.0
"""Estimated seconds up to which shuffling starts unasked: others may wait for the same two workers."""


def fitted(view: View, method: Method, parameters: cache.Parameters) -> Fitted | None:
    """A fit; one that learns orders with groups may need the background, and is None until it has ended there."""
    low, high = seconds_with_groups(view, parameters)
    if method.cls.gives != "order" or high <= AT_ONCE:
        return cache.fitted(view, method.name, parameters)
    what, work = f"orders-{method.name}-{parameters}", partial(_fit, view, method.name, parameters)
    given: dict[str, Any] = dict(parameters)
    title = f"Learning orders, {MODES[given['mode']]} ({between(low, high)})"
    return background.result(view, what, work, title, wait_seconds=WAIT_SECONDS)


def _fit(view: View, name: str, parameters: cache.Parameters, report) -> Fitted:
    runs = dict(parameters)["n_init"]
    return cache.fit(view, name, parameters, lambda step: report((step["run"] + 0.5) / runs))


@by_content(4)
def replayed(view: View, fit: Fitted) -> np.ndarray:
    """(steps, u) the group of each distinct row after each step of a fit."""
    _, inverse = cache.distinct_rows(view)
    first = np.zeros(inverse.max(initial=-1) + 1, dtype=np.intp)
    first[inverse] = np.arange(len(inverse))
    return np.array([labels[first] for labels, _, _ in fit.estimator.replay()], dtype=np.uint8)


@by_content(4)
def order_map(view: View, fit: Fitted) -> RowMap:
    """The rows in the plane of a fit's orders."""
    return row_map(fit.estimator.geometry_, view.table, "PCA", random_state=view.seed)


@by_content(4)
def order_trial(view: View, fit: Fitted, k: int | None) -> OrderTrial:
    """Tries orders on the partition learned with a method's orders; into ``k`` groups where it learned none itself."""
    order = fit.estimator.geometry_.order()
    if k is None:
        labels = fit.estimator.labels_
    else:
        labels = KModes(n_clusters=k, distances=order, random_state=view.seed).fit(view.table).labels_
    return OrderTrial(view.table, labels, {a: order.labels(a) for a in order.codebook.attributes})


@by_content(256)
def order_tried(view: View, fit: Fitted, k: int | None, attribute: str, values: tuple[str, ...]) -> dict[str, float]:
    """What an order of one column is worth, as `order_scores` says."""
    trial = order_trial(view, fit, k)
    return order_scores(trial.with_orders({attribute: values}), trial.with_orders({}), view.table)


def order_scores(trial: Trial, learned: Trial, table: CategoricalTable) -> dict[str, float]:
    """``z`` of a trial; if classes are known, ``accuracy`` of its partition and ``moved`` rows, both by row weights.

    A moved row is in another cluster than with the learned orders.
    """
    if not table.n_classes:
        return {"z": trial.objective}
    right = accuracy(contingency(table.target, trial.labels, table.weights))
    moved = float(table.row_weights[trial.labels != learned.labels].sum())
    return {"z": trial.objective, "accuracy": right, "moved": moved}


def chance_known(view: View, method: Method, parameters: cache.Parameters) -> Mapping[str, Chance] | None:
    """Taus by chance by column; None while they are not there."""
    found = background.peek(view, _what(method, parameters))
    return None if found is None else by_chance(found)


def by_chance(found: OrderNull) -> dict[str, Chance]:
    """Taus of shuffled tables and of random orders by column, for columns that have any."""
    columns = {column: found.null[column].dropna().to_numpy() for column in found.null}
    return {
        column: Chance(shuffled, found.drawn[column].to_numpy())
        for column, shuffled in columns.items()
        if len(shuffled)
    }


def show_shuffling(view: View, fit: cache.Fitted, lanes: list[OrderLane]) -> None:
    """Work out the null in the background, of lanes drawn without it; the page runs again when it is there."""
    what = _what(fit.method, fit.parameters)
    if all(lane.declared is None for lane in lanes):
        return
    if view.picked_rows:
        st.caption(view.untested)
        return
    weights = view.table.weights
    if not are_whole(weights):
        st.caption("No null distribution: the row weights are fractional, and only whole rows can be shuffled.")
        return
    shuffles = max(SHUFFLES, permutations_needed(sum(lane.declared is not None for lane in lanes)))
    work = partial(_shuffled, view, fit.method, fit.parameters, shuffles)
    title, ask = f"Permutation test: {shuffles} shuffles of all columns", "Permutation test"
    seconds = fit.seconds
    if fit.method.cls.gives == "order":  # a shuffled table has no groups: runs take more steps than on the table itself
        seconds = max(seconds, seconds_with_groups(view, fit.parameters)[1])
    background.result(view, what, work, title, shuffles * seconds, UNASKED, ask=ask)
    if background.peek(view, what) is not None:
        st.rerun()  # it ended while the page was drawn without it


def chance_summary(view: View, method: Method, parameters: cache.Parameters) -> str:
    """How many columns agree better than chance does, in a sentence; empty while that is not known."""
    found = background.peek(view, _what(method, parameters))
    shuffled = view.is_supervised(method.cls)
    if found is None:
        return ""
    return plain(f"{conclusion(found.verdict())}{' The classes were shuffled too.' * shuffled} {view.about_rows}", 1000)


def _what(method: Method, parameters: cache.Parameters) -> str:
    return repr(("tau of shuffled tables", method.name, parameters))


def _shuffled(view: View, method: Method, parameters: cache.Parameters, shuffles: int, report) -> OrderNull:
    estimator = cache.unfitted(view, method.name, parameters)
    y = view.target_for(estimator)
    return order_null(view.table, estimator, shuffles, view.seed, y, report)


def offer_orders(view: View, fit: Fitted | None) -> None:
    """The orders that a method gives the values."""
    if fit is None:
        return
    title, order = f"Orders, {fit.method.short}", fit.estimator.geometry_.order
    tables = {title: lambda: export.orders_table(order())}
    others = {
        "json": lambda: export.orders_json(_by_column(order())),
        "py": lambda: export.orders_code(_by_column(order())),
    }
    offer(tables | geometry_tables(fit), [learning(view, fit), scripts.orders()], {title: others})


def _by_column(order: ValueOrder) -> dict[str, list[str]]:
    return {a: order.labels(a) for a in order.codebook.attributes}
