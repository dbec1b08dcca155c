"""Computed: how a method computes its distances, step by step, on the current table."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from catviz.ui.inside import DEFAULT, WALKS
from catviz.ui.state.learned import learn
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import inspector, panels
from catviz.ui.widgets.downloads import offer_values
from catviz.words import values as answers

QUESTION = (
    "How is a distance computed?",
    "From the contingency table to the distance of two values, with the counts of your table. Point at a number: the "
    "numbers in its formula are marked.",
)


def section(view: View, say: Callable[[str], None]) -> None:
    """Walk through the computation of one distance, and say its result."""
    with panels.choices().container(horizontal=True):
        with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
            method_box, option_box = st.container(width=230), st.container(width="content")
        column_box, pair_box = st.container(width=180), st.container(key="pair", width="stretch")
    with method_box:
        method = panels.choose_method(DEFAULT, tuple(WALKS))
    with option_box:
        parameters = panels.options(view, method)
    with column_box:
        column = panels.choose_column(view)
    learned = learn(view, method, parameters)
    with pair_box:
        nearest = inspector.nearest_pair(learned.distances, column)
        a, b = inspector.value_pair(learned.distances, column, nearest)

    panels.remarks(learned)
    if len(learned.distances[column]) < 2:
        panels.nothing_to_show(view, f"{column} has one value only, so there is no pair to compare", "inside")
        panels.how_it_works(method, parameters)
    else:
        explanation = learned.estimator.explain(column, a, b)
        say(plain(answers.computed(a, b, explanation), 400))
        WALKS[method.name](view, learned, column, a, b, explanation)
        panels.how_it_works(method, parameters, explanation=explanation, pair=(a, b))
        offer_values(view, [learned], column, (a, b))
