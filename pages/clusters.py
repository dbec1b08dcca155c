"""Clusters: which groups the rows fall into, what sets each apart, and a test against unrelated columns."""

import streamlit as st

from catviz.registry import DEFAULT
from catviz.ui import cluster_sections, clusters, controls, downloads, orders, panels
from catviz.ui import view as views
from catviz.ui.learned import learn

view = views.current()
panels.heading(
    "Which rows form clusters?",
    "Rows near each other under a method are put together; each column of the map shows what sets a cluster apart. "
    "A test below asks whether the rows cluster better than where the columns are unrelated.",
)

method_box, option_box, clusterer_box, k_box = st.columns([3, 1.2, 2, 2.5], vertical_alignment="bottom")
with method_box:
    method = panels.choose_method(DEFAULT)
with option_box:
    parameters = panels.options(view, method)
with clusterer_box:
    clusterer = clusters.choose_clusterer()
with k_box:
    k = controls.number("Clusters", "k", 1, orders.most_groups(view), panels.n_clusters(view))

learned = learn(view, method, parameters)
panels.remarks(learned.fit)
found = clusters.fitted(view, learned, clusterer, k)
if found is not None:
    panels.remarks(found.fit)
    main, side = panels.columns()
    with main:
        clusters.profiles(found)
    with side:
        clusters.inspect(found)
    downloads.clustered(found)
    section = controls.segmented("Look further", clusters.sections(found), "section", formerly=clusters.FORMERLY)
    if section == clusters.AGAINST:
        cluster_sections.against_groups(found)
    elif section == clusters.STABLE:
        cluster_sections.stable(found)
    elif section == clusters.REAL:
        cluster_sections.how_many(found)
panels.how_it_works(method, parameters, draw=lambda: clusters.how_it_works(found))
