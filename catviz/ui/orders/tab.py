"""Order: do the values of a column line up, and does the learned order agree with the declared one?"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from catviz.clustering.starts import N_STARTS
from catviz.parameters import STARTS
from catviz.registry import DEFAULT
from catviz.ui.orders import own_order, parts, questions, replay
from catviz.ui.state import controls
from catviz.ui.state.view import View
from catviz.ui.widgets import order_lanes, panels
from catviz.ui.widgets.order_lanes import offer_orders
from catviz.words import orders as answers


def section(view: View, ask: Callable[[str, str], Callable[[str], None]]) -> None:
    """Show what is asked of orders; ``ask`` shows the question and gives the place of its answer."""
    choices = panels.choices().container(horizontal=True, vertical_alignment="bottom", gap="small")
    with choices:
        source_box, how_box = st.container(width=200), st.container(width="content")
        k_box, tries_box, show_box = st.container(width=100), st.container(width=100), st.container(width="content")
    with source_box:
        method = panels.choose_method(DEFAULT, label="Order from", key="order")
    learned = method.orders_with_clusters
    spacing, k = parts.EVEN, None
    parameters = panels.default_parameters(view, method)
    if learned:
        with how_box.container(width=230):
            mode = controls.select(
                parts.ALGORITHM.label, list(parts.MODES), "mode", text=parts.MODES.get, help=parts.ALGORITHM.help
            )
        with k_box:
            k = controls.number("Clusters", "k", 1, panels.most_clusters(view), panels.n_clusters(view))
        with tries_box:
            tries = controls.number(STARTS.label, "tries", 1, 50, N_STARTS, help=STARTS.help)
        parameters = (("mode", mode), ("n_clusters", k), ("n_init", tries))
    elif method.cls.gives != "order":  # ranks have no gaps
        with how_box:
            spacing = controls.segmented(
                "Spacing", list(parts.SPACINGS), "spacing", text=parts.SPACINGS.get, help=parts.ABOUT_SPACING, code=str
            )

    fit = parts.fitted(view, method, parameters)
    chance = parts.chance_known(view, method, parameters)
    lanes = [] if fit is None else order_lanes.lanes(fit, spacing == parts.BY_DISTANCE, chance or {})
    movable = own_order.movable(lanes)
    with show_box:
        offered = parts.sections(replayed=learned, movable=bool(movable))
        section = controls.segmented("Show", offered, "further", formerly=parts.FORMERLY)
    say = ask(*parts.QUESTIONS.get(section, parts.QUESTION))
    if fit is not None:
        panels.remarks(fit)
    if section == parts.MATTERS:
        questions.does_order_matter(view, k, say)
    elif section == parts.CLUSTERS:
        questions.how_many_clusters(view, method, parameters)
    elif section == parts.REPLAY and fit is not None:
        replay.section(view, fit)
        if learned:
            say(answers.steps_of_fit(fit.estimator.history_))
    elif fit is not None and not lanes:
        panels.nothing_to_show(view, f"under {method.title}, {parts.why_no_order(fit)}", "orders")
    elif section == parts.OWN:
        own_order.section(view, fit, movable)
    elif lanes:
        say(parts.answer(view, fit, lanes))
        declared = any(lane.declared is not None for lane in lanes)
        parts.chart(fit, lanes, f"Orders by {method.title}", spacing == parts.BY_DISTANCE)
        st.caption(parts.MARKS if declared else parts.MARKS_LEARNED)
        parts.limits(view, fit, declared, [lane.attribute for lane in lanes])
        if chance is None:
            parts.show_shuffling(view, fit, lanes)
        parts.agreement(view, lanes)
        parts.details(fit, lanes)
    offer_orders(view, fit)
    panels.how_it_works(
        method, parameters, draw=lambda: parts.formula_with_numbers(view, fit, lanes) if lanes else None
    )
