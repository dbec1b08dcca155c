"""Map: which rows belong together under one method or two, and what the chosen ones have in common."""

import streamlit as st

from catviz.ui.map import chosen as rows
from catviz.ui.map import maps as row_maps
from catviz.ui.map import preservation, saved
from catviz.ui.map.preservation import offer_maps
from catviz.ui.state import cache, session
from catviz.ui.state import view as views
from catviz.ui.text import plain
from catviz.ui.widgets import clustering, kept_numbers, map_axes, mca_tables, panels, selection, two_methods

view = views.current()
answer = panels.question(
    "Which rows belong together?",
    "Each point stands for all rows with the same values. Rows with similar values tend to be close; the numbers below "
    "the map say how far this holds. Choose points with the lasso, a box or a click (Shift adds), to see what these "
    "rows have in common.",
)

boxes = panels.choices().columns([2.0, 1.25, 1.15, 3.75, 2.0], gap="xsmall", vertical_alignment="bottom")
method_box, other_box, option_box, map_box, colour_box = boxes
with map_box:
    kind = row_maps.choose_kind()
with method_box:
    method = row_maps.choose_method(view, kind)
with other_box:
    other = two_methods.choose_second(row_maps.comparable(view, kind), method)
with colour_box:
    colour = row_maps.choose_colour(view, method)
clustered, k_box = colour is None, None
if clustered:
    _, k_box, clusterer_box = st.columns([6.1, 2, 2], gap="xsmall", vertical_alignment="bottom")
asked = panels.NumberOfClusters(view, k_box)
with option_box:
    chosen, parameters, of_method = row_maps.options(view, kind, method, other, clustered, asked)
view = kept_numbers.choose(view, *chosen)
if clustered:
    with clusterer_box:
        clusterer = clustering.choose_clusterer(view, method)

body = st.container(key="rows-body") if len(chosen) == 1 else st.container()
with body:
    main, side = panels.columns()
with main:
    maps = row_maps.learn_maps(view, kind, chosen, parameters)
    if len(maps) == 1:
        panels.remarks(maps[0].learned)
    if other is not None and len(chosen) == 1:
        st.caption(f"{other.short} is the map shown: choose another map to compare it with a method.")
    if clustered:
        own = clustering.learned_by(view, method, of_method)
        if chosen[0] is not method and own is not None:
            panels.remarks(own)
        k = clustering.number_asked(asked, clusterer, of_method)
        colour = row_maps.no_colour(view) if own is None else row_maps.cluster_colour(view, own, clusterer, k)
    if kind in row_maps.SLOW_MAPS:
        row_maps.run_button(view, maps)
    frames = st.columns(len(maps))
    maps = row_maps.place(view, maps, frames)
    picked = selection.on_page("map", view.fingerprint, row_maps.content(view, maps, colour))
    saved.restore_choice(view, picked)
    points = rows.chosen_points(view, picked)
    row_maps.draw_maps(view, maps, frames, picked, colour, points)
    kinds = [each.kind for each in maps if each.placed is not None]
    limits = map_axes.how_to_read(kinds) | panels.counted_twice(view, maps[0].learned)
    if not session.PRESENTING.get():
        panels.chips(limits)
    if len(maps) == 2:
        both = [each.learned for each in maps]
        two_methods.name_difference(*both)
        two_methods.remarks_of_second(both)
chosen_rows = points[cache.distinct_rows(view)[1]]
with side:
    answer(plain(rows.inspect(view, maps, picked, chosen_rows, main), 700))
    with panels.aside("to-values"):
        mca_tables.door(view, maps[0].learned)
    if session.PRESENTING.get():  # below the values: the map has all the height of its column
        panels.chips(limits)
rows.listing(view, chosen_rows)
saved.keep_choice(view, picked)
saved.section(view, points)
reference = preservation.Reference.of(method, of_method)
offer_maps(view, maps, reference)
second = maps[1].learned if len(maps) == 2 else None
preservation.below(view, maps, frames, reference)
panels.how_it_works(chosen[0], parameters[0], lambda: two_methods.formula_of_second(second))
