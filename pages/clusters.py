"""Clusters: which groups the rows fall into, what sets each apart, and a test against unrelated columns."""

import streamlit as st

from catviz.registry import DEFAULT
from catviz.ui import labels
from catviz.ui.clusters import described, parts, questions
from catviz.ui.clusters.described import offer_clusters
from catviz.ui.state import controls
from catviz.ui.state import view as views
from catviz.ui.text import plain
from catviz.ui.widgets import clustering, kept_numbers, panels
from catviz.ui.widgets.cluster_findings import FURTHER, starts_differ, what_is_tested

view = views.current()
answer = panels.question(
    "Which rows form clusters?",
    "A clusterer (an algorithm such as k-modes) puts rows that are near each other into the same cluster. The heat map "
    "shows which values are more or less frequent in each cluster than among all rows.",
)

method_box, option_box, clusterer_box, k_box = panels.choices().columns([3, 1.2, 2, 2.5], vertical_alignment="bottom")
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
    answer(plain(described.answer(found), 400))
    if not found.own:
        panels.remarks(found.fit)
    main, side = panels.columns()
    with main:
        limits = st.container()
        described.profiles(found)
        with panels.aside("details"), st.expander(labels.DETAILS):
            described.details(found)
            parts.details(found)
    with side:
        parts.inspect(found)
    offer_clusters(found)
    with limits:  # computed after the figure, which does not wait for them
        panels.chips(starts_differ(found) | what_is_tested(found) | panels.counted_twice(view, found.learned))
    section = controls.segmented(FURTHER, parts.sections(found), "section", formerly=parts.FORMERLY)
    if section == labels.RULES:
        described.rules_section(found)
    elif section == labels.AGAINST:
        questions.against_classes(found)
    elif section == labels.STABLE:
        questions.stable(found)
    elif section == labels.REAL:
        questions.how_many(found)
panels.how_it_works(method, parameters, draw=lambda: described.how_it_works(found))
