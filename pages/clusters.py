"""Clusters: which groups the rows fall into, what sets each apart, and a test against unrelated columns."""

import streamlit as st

from catviz.registry import DEFAULT
from catviz.ui import labels
from catviz.ui.clusters import described, parts, questions
from catviz.ui.clusters.described import offer_clusters
from catviz.ui.state import view as views
from catviz.ui.text import plain
from catviz.ui.widgets import clustering, kept_numbers, panels
from catviz.ui.widgets.cluster_findings import number_was_asked, starts_differ, what_is_tested

view = views.current()
ask = panels.question_above()
tab = panels.tabs("section", parts.tabs(view), formerly=parts.FORMERLY)
say = ask(*parts.QUESTIONS[tab])

widths = [3, 1.2, 2, 2, 2] if tab == labels.REAL else [3, 1.2, 2, 2.5]
method_box, option_box, clusterer_box, k_box, *more = panels.choices().columns(widths, vertical_alignment="bottom")
with method_box:
    method = panels.choose_method(DEFAULT, clusterers=True)
view = kept_numbers.choose(view, method)
with clusterer_box:
    clusterer = clustering.choose_clusterer(view, method)
asked = panels.NumberOfClusters(view, k_box, parts.about_k(view), slider=True)
with option_box:
    parameters = panels.options(view, method, asked)
k = clustering.number_asked(asked, clusterer, parameters)

learned = clustering.learned_by(view, method, parameters)
if learned is not None:
    panels.remarks(learned)
found = None if learned is None else clustering.fitted(view, learned, clusterer, k)
if found is not None:
    if not found.own:
        panels.remarks(found.fit)
    offer_clusters(found)
    if tab == labels.AGAINST:
        questions.against_classes(found, say)
    elif tab == labels.STABLE:
        questions.stable(found, say)
    elif tab == labels.REAL:
        questions.how_many(found, say, *more)
    else:
        spread = parts.is_spread(found)
        main, side = panels.columns() if spread else [st.container(), st.container()]
        with main:
            figure, limits = st.container(), st.container()
            rules = described.rules(found, figure)
        say(plain(described.answer(found, rules), 600))
        with side:
            parts.on_a_map(found, spread)
        main, side = panels.columns()
        with main:
            described.profiles(found)
            with panels.aside("details"), st.expander(labels.DETAILS):
                described.details(found)
                parts.details(found)
        with side, panels.aside("inspect"):
            parts.inspect(found)
        with limits:  # computed after the figures, which do not wait for them
            chips = starts_differ(found) | number_was_asked(found, k) | what_is_tested(found)
            panels.chips(chips | panels.counted_twice(view, found.learned))
panels.how_it_works(method, parameters, draw=lambda: described.how_it_works(found))
