"""The methods that can learn values of the current table, and one of them fitted."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import streamlit as st

from catviz.clustering.starts import N_STARTS
from catviz.orders.ocl import fit_seconds
from catviz.registry import Method, methods
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.wording import between

#: Estimated seconds from which a fit says how long it will take.
SLOW = 3.0


def offered(view: View, clusterers: bool = False) -> dict[str, Method]:
    """The methods that learn values of this table, by name, and those that learn clusters alone if they are asked for.

    Some need known classes.
    """
    return {
        m.name: m
        for m in methods()
        if (m.has_values or (clusterers and m.clusters_rows)) and (view.classes_known or not m.supervised)
    }


def seconds_to_learn(view: View, method: Method) -> float:
    """About how long the method takes to learn the active columns."""
    codebook = cache.counts(view).codebook
    return method.cls.cost(cache.n_distinct(view), len(codebook.attributes), codebook.n_values)


def seconds_with(view: View, method: Method, parameters: cache.Parameters) -> tuple[float, float]:
    """About how long the method takes with these parameters: if its steps take longer with more clusters, if more too.

    Methods estimate their default number of clusters and of starts.
    """
    by_default = method.cls().get_params(deep=False)
    given = by_default | dict(parameters)

    def times(name: str) -> float:
        asked, default = given.get(name), by_default.get(name)
        return asked / default if isinstance(asked, int) and isinstance(default, int) and default else 1.0

    seconds = seconds_to_learn(view, method) * times("n_init") * times("n_clusters")
    return seconds, seconds * max(times("n_clusters"), 1.0)


def seconds_with_groups(view: View, parameters: cache.Parameters) -> tuple[float, float]:
    """About how long learning orders with groups takes: with clear groups, and if columns are unrelated."""
    settings: dict[str, Any] = {"n_clusters": 8, "n_init": N_STARTS, "mode": "monotone"} | dict(parameters)
    m, codebook = cache.n_distinct(view), cache.counts(view).codebook
    runs = settings["n_clusters"], settings["n_init"], settings["mode"] == "monotone"
    return fit_seconds(m, len(codebook.attributes), codebook.n_values, *runs)


def learn(view: View, method: Method, parameters: cache.Parameters) -> cache.Fitted:
    """The method fitted on the active columns; a slow fit says about how long it takes."""
    if method.orders_with_clusters:
        low, high = seconds_with_groups(view, parameters)
    else:
        low, high = seconds_with(view, method, parameters)
    words = f"{plain(method.title)} is being computed: {between(low, high)}."
    with st.spinner(words, show_time=True) if high > SLOW else nullcontext():
        return cache.fitted(view, method.name, parameters)
