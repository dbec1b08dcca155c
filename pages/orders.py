"""Orders: do the values of a column line up, and does the learned order agree with the declared one?"""

import streamlit as st

from catviz.clustering.starts import N_STARTS
from catviz.parameters import STARTS
from catviz.registry import DEFAULT
from catviz.ui.orders import lanes as orders
from catviz.ui.orders import own_order, questions, replay, results
from catviz.ui.orders.results import offer_orders
from catviz.ui.state import controls
from catviz.ui.state import view as views
from catviz.ui.widgets import panels

view = views.current()
panels.heading(
    "In which order do the values lie?",
    "Each method puts the values of a column in an order (filled points; larger: more rows). Hollow points above show "
    "the declared order, if there is one: it comes with the data set, or you declare it (Columns, Prepare).",
)

choices = panels.choices()
source_box, how_box, k_box, tries_box = choices.columns([3, 2.8, 2, 2], vertical_alignment="bottom")
with source_box:
    method = panels.choose_method(DEFAULT, label="Order from", key="order")
learned = method.cls.gives == "order"
spacing, k, parameters = orders.EVEN, None, ()
if learned:
    with how_box:
        mode = controls.select(
            orders.ALGORITHM.label, list(orders.MODES), "mode", text=orders.MODES.get, help=orders.ALGORITHM.help
        )
    with k_box:
        k = controls.number("Clusters", "k", 1, panels.most_clusters(view), panels.n_clusters(view))
    with tries_box:
        tries = controls.number(STARTS.label, "tries", 1, 50, N_STARTS, help=STARTS.help)
    parameters = (("mode", mode), ("n_clusters", k), ("n_init", tries))
else:
    with how_box:
        spacing = controls.segmented(
            "Spacing", list(orders.SPACINGS), "spacing", text=orders.SPACINGS.get, help=orders.ABOUT_SPACING, code=str
        )

with choices:
    section = controls.segmented("Look further", orders.SECTIONS, "further", formerly=orders.FORMERLY)
fit = results.fitted(view, method, parameters)
chance = results.chance_known(view, method, parameters)
lanes, left_aside = orders.lanes(fit, spacing == orders.BY_DISTANCE, chance or {}) if fit is not None else ([], "")
if fit is not None:
    panels.remarks(fit)
if section == orders.MATTERS:
    questions.does_order_matter(view, k)
elif section == orders.CLUSTERS:
    questions.how_many_clusters(view, method, parameters)
elif section == orders.REPLAY and fit is not None:
    replay.section(view, fit)
elif fit is not None and not lanes:
    panels.nothing_to_show(view, f"under {method.title}, {orders.why_no_order(fit)}", "orders")
elif section == orders.OWN and lanes:
    own_order.section(view, fit, lanes)
elif lanes:
    main, side = panels.columns()
    with main:
        orders.chart(fit, lanes, f"Orders by {method.title}", spacing == orders.BY_DISTANCE)
    with side:
        orders.agreement(view, lanes, results.chance_summary(view, method, parameters))
        if chance is None:
            results.show_shuffling(view, fit, lanes)
        if learned:
            orders.fit_summary(fit)
        orders.caution(view, learned, any(lane.declared is not None for lane in lanes))
        if left_aside:
            st.caption(left_aside)
offer_orders(view, fit)
panels.how_it_works(method, parameters, draw=lambda: orders.formula_with_numbers(view, fit, lanes) if lanes else None)
