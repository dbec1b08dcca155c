"""Start: two heat maps of nine odours, one distance worked out, and three ways to go on."""

import streamlit as st

from catviz.plots.values import heat_map
from catviz.registry import method
from catviz.ui.start import doors, story, worked
from catviz.ui.state import cache
from catviz.ui.text import in_percent, number
from catviz.ui.values.exports import offer_values
from catviz.ui.widgets import charts, downloads, panels

told = story.STORY
view = story.view()
left, right = (cache.fitted(view, name).distances for name in (told.left, told.right))
codes = [right.codebook.code(told.column, value) for value in right.order("leaf").labels(told.column)]
pair = tuple(right.codebook.code(told.column, value) for value in (told.pair[0], told.surprise))
near, others = right[told.column], view.table.n_attributes - 1

downloads.about(view)
panels.heading(
    "How similar are two odours?",
    f"catviz measures distances between the values of a column, here nine odours of {view.table.n_rows:,} mushrooms. "
    f"{charts.theme().near.capitalize()}: small distance.",
)
first, second, example = st.container(key="start-body").columns([5, 5, 6], gap="medium")
for side, name, distances in ((first, told.left, left), (second, told.right, right)):
    with side:
        title = method(name).title
        framed = pair if distances is right else (0, 0)
        figure = heat_map(distances, told.column, codes, framed, charts.theme(), title)
        charts.show(worked.narrow(figure), f"start-{name}", f"Distances of nine odours, {title}.")
with example:
    worked.example(view, near.loc[told.pair[0], told.surprise], others)
(a, b), (c, d) = told.pair, told.other_pair
flat, learned = (method(name).short for name in (told.left, told.right))
poisonous = {value: in_percent(story.share_of_class(value, "poisonous")) for value in (told.surprise, a)}
st.markdown(
    f"{flat}: all odours have distance 1. {learned}: **{a}** and **{b}** have distance {number(near.loc[a, b])}, "
    f"**{c}** and **{d}** {number(near.loc[c, d])}, as they have the same distribution in all {others} other columns. "
    f"Next nearest to {a} is **{told.surprise}**, but {poisonous[told.surprise]} of the {told.surprise} mushrooms are "
    f"poisonous and {poisonous[a]} of the {a} ones: similar values can belong to different classes. "
    "The mushrooms are hypothetical, described in a field guide."
)
doors.three()
sides = [cache.fitted(view, name) for name in (told.left, told.right)]
offer_values(view, sides, told.column, told.pair)
