"""Agreement of learned with declared orders by chance: the same method on shuffled columns, in the background."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from catviz.analysis.order_null import OrderNull, order_null
from catviz.analysis.statistics import permutations_needed
from catviz.plots.order_lanes import Chance, OrderLane
from catviz.registry import Method
from catviz.table.weights import are_whole
from catviz.ui.state import background, cache
from catviz.ui.state.learned import seconds_with_groups
from catviz.ui.state.view import View
from catviz.ui.text import plain

SHUFFLES = 100
"""Shuffles at least; more where Holm's correction for many columns needs them."""
UNASKED = 6.0
"""Estimated seconds up to which shuffling starts unasked: others may wait for the same two workers."""


def known(view: View, method: Method, parameters: cache.Parameters) -> Mapping[str, Chance] | None:
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


def progress(view: View, fit: cache.Fitted, lanes: list[OrderLane]) -> None:
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


def summary(view: View, method: Method, parameters: cache.Parameters) -> str:
    """How many columns agree better than chance does, in a sentence; empty while that is not known."""
    found = background.peek(view, _what(method, parameters))
    shuffled = view.is_supervised(method.cls)
    if found is None:
        return ""
    return plain(f"{found.verdict().sentence}{' The classes were shuffled too.' * shuffled} {view.about_rows}", 1000)


def _what(method: Method, parameters: cache.Parameters) -> str:
    return repr(("tau of shuffled tables", method.name, parameters))


def _shuffled(view: View, method: Method, parameters: cache.Parameters, shuffles: int, report) -> OrderNull:
    estimator = cache.unfitted(view, method.name, parameters)
    y = view.target_for(estimator)
    return order_null(view.table, estimator, shuffles, view.seed, y, report)
