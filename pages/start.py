"""Start: two heat maps of nine odours, one distance worked out, and three ways to go on."""

import streamlit as st

from catviz import plots
from catviz.registry import method
from catviz.ui import start
from catviz.ui.start import EXAMPLE
from catviz.ui.state import cache, defaults
from catviz.ui.text import in_percent, number
from catviz.ui.widgets import charts, downloads, panels
from catviz.ui.widgets.downloads import offer_values

view = defaults.own_view()
left, right = (cache.fitted(view, name).distances for name in (EXAMPLE.left, EXAMPLE.right))
order, pair = right.order("leaf").labels(EXAMPLE.column), (EXAMPLE.pair[0], EXAMPLE.surprise)
near, others = right[EXAMPLE.column], view.table.n_attributes - 1

downloads.about(view)
panels.heading(
    "How similar are two odours?",
    f"catviz measures distances between the values of a column, here nine odours of {view.table.n_rows:,} mushrooms. "
    f"{charts.theme().near.capitalize()}: small distance (alike). In brackets: number of mushrooms.",
)
first, second, example = st.container(key="start-body").columns([5, 5, 6], gap="medium")
for side, name, distances in ((first, EXAMPLE.left, left), (second, EXAMPLE.right, right)):
    with side:
        title = method(name).title
        how = {"pair": pair if distances is right else None, "order": order, "title": title}
        figure = plots.heat_map(distances, EXAMPLE.column, **how, theme=charts.theme())
        charts.show(start.narrow(figure), f"start-{name}", f"Distances of nine odours, {title}.")
with example:
    start.worked_example(view, near.loc[EXAMPLE.pair[0], EXAMPLE.surprise], others)
(a, b), (c, d) = EXAMPLE.pair, EXAMPLE.other_pair
flat, learned = (method(name).short for name in (EXAMPLE.left, EXAMPLE.right))
poisonous = {value: in_percent(start.share_of_class(value, "poisonous")) for value in (EXAMPLE.surprise, a)}
st.markdown(
    f"{flat}: any two different odours have distance 1. {learned}: **{a}** and **{b}** have distance "
    f"{number(near.loc[a, b])}, and so have **{c}** and **{d}**: their mushrooms have exactly the same shares in all "
    f"{others} other columns. "
    f"After {b}, the nearest to {a} is **{EXAMPLE.surprise}**, but {poisonous[EXAMPLE.surprise]} of the "
    f"{EXAMPLE.surprise} mushrooms are poisonous and {poisonous[a]} of the {a} ones: values at a small distance can "
    "differ in their known class. The mushrooms are not real: the rows were written from the descriptions in a field "
    "guide."
)
start.next_steps()
compared = [cache.fitted(view, name) for name in (EXAMPLE.left, EXAMPLE.right)]
offer_values(view, compared, EXAMPLE.column, EXAMPLE.pair)
