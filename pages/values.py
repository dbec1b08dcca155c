"""Values: which values of a column behave alike, and why, under one method, beside another, or through several."""

import streamlit as st

from catviz.registry import DEFAULT
from catviz.ui.state import controls
from catviz.ui.state import view as views
from catviz.ui.state.learned import learn
from catviz.ui.values import correspondence, method_ranks, parts
from catviz.ui.values.exports import offer_values
from catviz.ui.widgets import inspector, panels

view = views.current()
panels.heading(
    "Which values behave alike?",
    "Values are near where the method says so; most methods look at the company they keep in the other columns.",
)

boxes = st.columns([2.2, 2.2, 1, 1.55, 2.6], gap="xsmall", vertical_alignment="bottom")
method_box, beside_box, option_box, column_box, look_box = boxes
with method_box:
    method = panels.choose_method(DEFAULT)
with beside_box:
    beside = parts.choose_beside(view, method)
with column_box:
    column = panels.choose_column(view)
with look_box:
    look = controls.segmented("Look at", [parts.HEAT_MAP, parts.LANES, parts.ALL], "look")
with option_box:
    parameters, extra = parts.options(view, [method, *([beside] if beside else [])], look)

first = learn(view, method, parameters[0])
second = parts.learn_beside(view, beside, parameters[-1])
sides = [first, *([second] if second else [])]
main, side = panels.columns()
distances = first.distances
with side:
    pair = inspector.value_pair(distances, column, inspector.nearest_pair(distances, column))
with main:
    if second is None:
        panels.remarks(first)
    if look == parts.HEAT_MAP and second:
        parts.two_heat_maps(view, sides, column, pair)
    elif look == parts.HEAT_MAP:
        parts.heat_map(view, first, column, pair, extra)
    elif look == parts.LANES:
        parts.lanes(view, sides, column)
    elif second:
        parts.two_maps(view, sides, column)
    elif correspondence.applies(view, first) and not extra:
        correspondence.section(view, first, column)
    else:
        parts.all_columns(view, first, column, extra)
    if second:
        parts.name_difference(first, second)
        parts.remarks_beside(sides)
with side:
    inspector.few_rows(distances, column, pair)
    explanation = inspector.glass_box(first, column, *pair, second)
    inspector.neighbours(distances, column, pair[0])
with main:
    with st.expander("The numbers"):
        for learned in sides:
            parts.numbers(learned, column)
    method_ranks.section(view, sides, column, pair)
panels.how_it_works(method, parameters[0], lambda: parts.formula_beside(second), explanation, pair)
offer_values(view, sides, column, pair)
