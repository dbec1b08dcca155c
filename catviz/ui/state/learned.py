"""The methods that can learn values of the current table, and one of them fitted."""

from __future__ import annotations

from contextlib import nullcontext

import streamlit as st

from catviz.registry import Method, methods
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.wording import about

SLOW = 3.0
"""Estimated seconds from which a fit says how long it will take."""


def offered(view: View) -> dict[str, Method]:
    """The methods that learn values of this table, by name; some need known classes."""
    return {m.name: m for m in methods() if m.has_values and (view.classes_known or not m.supervised)}


def seconds_to_learn(view: View, method: Method) -> float:
    """About how long the method takes to learn the active columns."""
    codebook = cache.counts(view).codebook
    return method.cls.cost(cache.n_distinct(view), len(codebook.attributes), codebook.n_values)


def learn(view: View, method: Method, parameters: cache.Parameters) -> cache.Fitted:
    """The method fitted on the active columns; a slow fit says about how long it takes."""
    seconds = seconds_to_learn(view, method)
    words = f"{plain(method.title)} is being computed: {about(seconds)}."
    with st.spinner(words, show_time=True) if seconds > SLOW else nullcontext():
        return cache.fitted(view, method.name, parameters)
