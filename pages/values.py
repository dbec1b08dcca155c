"""Values: which values of a column behave alike, and why."""

import streamlit as st

from catviz.registry import DEFAULT
from catviz.ui import cache, controls, inspector, panels, values
from catviz.ui import view as views

view = views.current()
panels.heading(
    "Which values behave alike?",
    "Values are near where the method says so; most methods look at the company they keep in the other columns.",
)

method_box, option_box, column_box, look_box = st.columns([3, 1.2, 3, 3], vertical_alignment="bottom")
with method_box:
    method = panels.choose_method(DEFAULT)
with option_box:
    parameters = panels.options(view, method)
with column_box:
    column = panels.choose_column(view)
with look_box:
    look = controls.segmented("Look at", [values.HEAT_MAP, values.LANES, values.ALL], "look")

fit = cache.fitted(view, method.name, parameters)
main, side = panels.columns()
with side:
    a, b = inspector.value_pair(fit.distances, column, inspector.nearest_pair(fit.distances, column))
    explanation = inspector.glass_box(fit, method, column, a, b)
    inspector.neighbours(fit.distances, column, a)
with main:
    panels.remarks(fit)
    if look == values.HEAT_MAP:
        values.heat_map(view, method, fit, column, a, b)
    elif look == values.LANES:
        values.lanes(view, fit, column)
    else:
        values.all_columns(view, method, fit, parameters, column)
    panels.how_it_works(method, explanation=explanation, pair=(a, b))
    with st.expander("The numbers"):
        st.dataframe(fit.distances[column], alt=f"Distance table of {column}")
