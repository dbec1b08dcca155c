"""Orders: do the values of a column line up, and does the learned order agree with the declared one?"""

import streamlit as st

from catviz.plots import orders as draw
from catviz.registry import DEFAULT
from catviz.ui import cache, charts, controls, orders, panels
from catviz.ui import view as views

view = views.current()
panels.heading(
    "Do the values line up?",
    "Each method gives the values of a column an order; hollow points above show the declared one.",
)

source_box, space_box, k_box, tries_box = st.columns([3, 2.4, 2, 2], vertical_alignment="bottom")
with source_box:
    method = panels.choose_method(DEFAULT, label="Order from", key="order")
with space_box:
    spacing = controls.segmented("Spacing", ["even", "true gaps"], "spacing")
learned = method.cls.gives == "order"
with k_box:
    k = controls.number("Groups", "k", 1, orders.most_groups(view), panels.n_clusters(view)) if learned else None
with tries_box:
    tries = controls.number("Tries", "tries", 1, 50, 10) if learned else None

parameters = (("n_clusters", k), ("n_init", tries)) if learned else ()
fit = cache.fitted(view, method.name, parameters)
lanes, left_aside = orders.lanes(fit, spacing == "true gaps")
panels.remarks(fit)
if not lanes:
    why = orders.why_nothing(fit)
    panels.nothing_to_show(view, f"under {method.title}, {why}", "orders")
else:
    main, side = panels.columns()
    with main:
        shown = lanes[: orders.DRAWN]
        figure = draw.order_chart(shown, charts.theme(), f"Orders by {method.title}")
        charts.show(figure, "orders", orders.in_words(shown))
    with side:
        orders.agreement(lanes)
        if learned:
            orders.steps(fit)
        orders.caution(learned)
        if left_aside:
            st.caption(left_aside)
panels.how_it_works(method, draw=lambda: orders.formula_with_numbers(fit) if learned else None)
