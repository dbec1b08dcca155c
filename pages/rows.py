"""Rows: which rows belong together, and what the chosen ones have in common."""

import streamlit as st

from catviz.registry import DEFAULT, DEFAULT_MAP
from catviz.ui import cache, controls, panels, rows
from catviz.ui import view as views

view = views.current()
panels.heading(
    "Which rows belong together?", "Every point is a distinct row; draw a loop around some to see what they share."
)

method_box, option_box, map_box, colour_box = st.columns([2.6, 1.1, 3.2, 2.4], vertical_alignment="bottom")
with map_box:
    how = controls.segmented("Map", [DEFAULT_MAP, *rows.MAPS], "map")
with method_box:
    method = panels.choose_method(DEFAULT, disabled=how == DEFAULT_MAP)
    name = method.name
with option_box:
    parameters = panels.options(view, method)
with colour_box:
    colour = rows.colour_control(view)

fit = cache.fitted(view, name, parameters)
main, side = panels.columns()
with main:
    panels.remarks(cache.fitted(view, *rows.drawn_under(name, parameters, how)))
    placed = rows.placed(view, name, parameters, how)
    selection = rows.selection(view, name, parameters, how)
    if placed is not None:
        rows.draw_map(view, placed, selection, colour, name, parameters, how, method)
with side:
    chosen = rows.chosen_rows(view, selection, fit)
    rows.inspect(view, *rows.drawn_under(name, parameters, how), selection, chosen)
rows.listing(view, chosen)
panels.how_it_works(method)
