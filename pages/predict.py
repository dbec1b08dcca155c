"""Predict: do the geometries of values help to predict the groups of rows not learned from?"""

import streamlit as st

from catviz.ui.predict import details, results
from catviz.ui.state import view as views
from catviz.ui.widgets import no_outcome, panels
from catviz.ui.widgets.encoding_trial import offer_trial

view = views.current()
answer = panels.question(
    "Which encodings predict better?",
    "An encoding turns the values of each row into numbers that keep the distances of a method as far as possible. A "
    "classifier learns from part of the rows and predicts the classes of the others, many times. A test compares the "
    "differences with what chance gives.",
)

if not view.classes_known:
    no_outcome.ask(view, "predict")
elif why := results.impossible(view):
    panels.nothing_to_show(view, why, "classify")
else:
    with panels.choices():
        trial, run_box = results.choose(view)
    runs = results.run(view, trial, run_box)
    if results.unusual(trial):
        st.caption(results.unusual(trial))
    if runs is not None:
        results.alike(view, trial, runs)
        reference = results.compared_with_reference(view, trial, runs, answer)
        results.means(trial, runs)
        offer_trial(view, trial, runs)
        details.further(view, trial, runs)
        results.how_it_works(view, trial, runs, reference)
