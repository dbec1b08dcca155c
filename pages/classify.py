"""Classify: do the geometries of values help to predict the groups of rows not learned from?"""

import streamlit as st

from catviz.ui import classify, classify_sections, classify_trial, panels
from catviz.ui import view as views

view = views.current()
panels.heading(
    "Does the geometry help to predict?",
    "Learn from some of the rows, predict the classes of the others, many times; then test which differences are "
    "significant.",
)

why = classify_trial.impossible(view)
if why:
    panels.nothing_to_show(view, why, "classify")
else:
    trial, run_box = classify_trial.choose(view)
    main, side = panels.columns()
    with main:
        runs = classify.run(view, trial, run_box)
        if classify_trial.unusual(trial):
            st.caption(classify_trial.unusual(trial))
    if runs is not None:
        with main:
            reference = classify.against(trial, runs)
        with side:
            classify.means(view, trial, runs)
        classify_sections.further(view, trial, runs)
        classify.how_it_works(trial, runs, reference)
