"""Similar: which values of a column are similar, and why, under one method, two or several."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from catviz.registry import DEFAULT
from catviz.ui import labels
from catviz.ui.state import controls, notable
from catviz.ui.state.learned import learn, offered
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.values import correspondence, method_ranks, parts
from catviz.ui.widgets import inspector, kept_numbers, mca_tables, panels, sureness, two_methods
from catviz.ui.widgets.downloads import offer_values
from catviz.words import values as answers

QUESTION = (
    "Which values are similar?",
    "Most methods call two values similar if the other columns are distributed alike in their rows.",
)


def section(view: View, say: Callable[[str], None]) -> None:
    """Show the distances of a column's values, a pair of them, and say which are nearest."""
    boxes = panels.choices().columns([2.0, 1.5, 1.0, 1.5, 3.5], gap="xsmall", vertical_alignment="bottom")
    method_box, other_box, option_box, column_box, look_box = boxes
    with method_box:
        method = panels.choose_method(DEFAULT)
    with other_box:
        other = two_methods.choose_second(offered(view), method)
    view = kept_numbers.choose(view, method, *([other] if other else []))
    with column_box:
        column = panels.choose_column(view)
    with look_box:
        looks = [labels.HEAT_MAP, labels.AXES, labels.MAP_OF_VALUES]
        look = controls.segmented("Show as", looks, "look", formerly=parts.FORMERLY)
    with option_box:
        parameters, extra = two_methods.options(view, [method, *([other] if other else [])], look)

    first = learn(view, method, parameters[0])
    second = two_methods.learn_second(view, other, parameters[-1])
    compared = [first, *([second] if second else [])]
    main, side = panels.columns()
    distances = first.distances
    say(plain(answers.similar_values(distances[column], notable.rows_of(view, column)), 400))
    with side:
        pair = inspector.value_pair(distances, column, inspector.nearest_pair(distances, column))
    with main:
        if second is None:
            panels.remarks(first)
        if look == labels.HEAT_MAP and second:
            parts.two_heat_maps(view, (first, second), column, pair)
        elif look == labels.HEAT_MAP:
            parts.heat_map(view, first, column, pair, extra, sureness.same_values(view, first, column))
        elif look == labels.AXES:
            parts.lanes(view, compared, column)
        elif second:
            parts.two_maps(view, (first, second), column)
        elif mca_tables.applies(view, first) and not extra:
            correspondence.section(view, first, column)
        else:
            parts.all_columns(view, first, column, extra)
        sure = sureness.known(view, first)
        panels.chips(sureness.of_pair(view, first, sure, column, pair))
        if look == labels.HEAT_MAP and not second:
            sureness.tell_apart(view, first, sure, column)
        if second:
            two_methods.name_difference(first, second)
            two_methods.remarks_of_second(compared)
    with side:
        explanation = inspector.breakdown(first, column, *pair, second)
        with panels.aside("nearest"):
            inspector.neighbours(distances, column, pair[0], sureness.possible(view, first, sure, column, pair[0]))
    with main:
        with st.expander("Distance table"):
            for learned in compared:
                parts.numbers(learned, column)
        method_ranks.section(view, compared, column, pair)
    panels.how_it_works(method, parameters[0], lambda: two_methods.formula_of_second(second), explanation, pair)
    offer_values(view, compared, column, pair)
    sureness.offer(sure, column, pair)
