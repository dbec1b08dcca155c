"""Inside: how a method gets its numbers, step by step, on the current table."""

import streamlit as st

from catviz.registry import method as registered
from catviz.ui.inside import walks
from catviz.ui.state import view as views
from catviz.ui.state.background import AT_ONCE
from catviz.ui.state.learned import learn, seconds_to_learn
from catviz.ui.text import plain
from catviz.ui.values.exports import offer_values
from catviz.ui.widgets import inspector, panels
from catviz.wording import duration

view = views.current()
panels.heading(
    "How does the method get its numbers?", "Each step on your table, from counts to the number the Values page shows."
)

usual = registered(walks.DEFAULT)
seconds = seconds_to_learn(view, usual)
opening = walks.DEFAULT if seconds <= AT_ONCE else walks.QUICK
method_box, option_box, column_box, pair_box = st.columns([3, 1.2, 3, 4], vertical_alignment="bottom")
with method_box:
    method = panels.choose_method(opening, tuple(walks.STEPS))
with option_box:
    parameters = panels.options(view, method)
with column_box:
    column = panels.choose_column(view)
if opening != walks.DEFAULT and method.name == opening:
    st.caption(
        f"The page opens with {plain(method.short)}, since {plain(usual.title)} would take up to "
        f"{duration(seconds)} on this table. You can still choose it."
    )
learned = learn(view, method, parameters)
with pair_box:
    nearest = inspector.nearest_pair(learned.distances, column, apart=True)
    a, b = inspector.value_pair(learned.distances, column, nearest)

panels.remarks(learned)
if len(learned.distances[column]) < 2:
    panels.nothing_to_show(view, f"{column} has one value only, so there is no pair to compare", "inside")
    panels.how_it_works(method, parameters)
else:
    explanation = learned.estimator.explain(column, a, b)
    walks.STEPS[method.name](view, learned, column, a, b, explanation)
    panels.how_it_works(method, parameters, explanation=explanation, pair=(a, b))
    offer_values(view, [learned], column, (a, b))
