"""Results of the Orders page kept by content: its fits, their steps, and what other orders are worth."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from catviz.analysis.metrics import accuracy, contingency
from catviz.analysis.projection import RowMap, row_map
from catviz.clustering.kmodes import KModes
from catviz.orders.objective import OrderTrial, Trial
from catviz.registry import Method
from catviz.table.categorical import CategoricalTable
from catviz.ui.orders.lanes import MODES
from catviz.ui.state import background, cache
from catviz.ui.state.cache import Fitted, by_content
from catviz.ui.state.learned import seconds_with_groups
from catviz.ui.state.view import View
from catviz.wording import between

AT_ONCE = 2.0
"""Estimated seconds up to which the page waits for a fit that learns orders with groups."""
WAIT_SECONDS = 2.0
"""Seconds it waits for a longer one before it shows progress instead."""


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
