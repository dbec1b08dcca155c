"""Start: two pictures of nine odours, a question worth asking, three doors."""

import streamlit as st

from catviz.plots.values import heat_map
from catviz.ui.start import story
from catviz.ui.state import cache, uploads
from catviz.ui.state.table_choices import go
from catviz.ui.text import number
from catviz.ui.values.exports import offer_values
from catviz.ui.widgets import charts, downloads, panels

told = story.STORY
view, (left_title, right_title) = story.view(), story.titles()
left, right = (cache.fitted(view, name).distances for name in (told.left, told.right))
codes = [right.codebook.code(told.column, value) for value in right.order("leaf").labels(told.column)]
pair = tuple(right.codebook.code(told.column, value) for value in told.pair)
near = right[told.column]

downloads.about(view)
panels.heading(
    "Nobody told the table what smells alike",
    f"Nine odours of {view.table.n_rows:,} mushrooms. Left, a distance that only knows same from not the same. "
    "Right, one that looks at the company each odour keeps in the other "
    f"{view.table.n_attributes - 1} columns.",
)
for side, distances, title in zip(st.columns(2, gap="large"), (left, right), (left_title, right_title), strict=True):
    with side:
        figure = heat_map(distances, told.column, codes, pair if distances is right else (0, 0), charts.theme(), title)
        charts.show(figure.update_layout(height=470), f"start-{title}", f"Distances of nine odours under {title}.")

words, why = st.columns([3, 2], gap="large", vertical_alignment="center")
with words:
    a, b = told.pair
    poisonous = {value: f"{story.share_of_class(value, 'poisonous'):.0%}" for value in (told.surprise, a)}
    st.markdown(
        f"On the right, **{a}** falls on **{b}** (distance {number(near.loc[a, b])}) and **{told.other_pair[0]}** on "
        f"**{told.other_pair[1]}** ({number(near.loc[told.other_pair])}). Nobody told it: "
        f"*the other {view.table.n_attributes - 1} columns did.*  \n"
        f"And a surprise: **{told.surprise}** is poisonous in {poisonous[told.surprise]} of its mushrooms, {a} in "
        f"{poisonous[a]}, and yet {told.surprise} is the next nearest to {a} ({number(near.loc[a, told.surprise])}). "
        "Near does not mean the same class."
    )
    st.caption("The samples are hypothetical: descriptions from a field guide, not mushrooms somebody picked.")
with why:
    choices = {"data": told.data, "method": told.right, "column": told.column, "a": a, "b": b, "look": "heat map"}
    if st.button(f"Why are {a} and {b} near?", type="primary", on_click=go, kwargs=choices, width="stretch"):
        st.switch_page("pages/values.py")

st.divider()
teach, own, judge = st.columns(3, gap="large")
with teach:
    st.subheader("Teach", anchor=False)
    st.markdown("Six questions for a class, each under five minutes: guess first, then see what a table says.")
    st.page_link("pages/lessons.py", label="What would you have guessed?")
with own:
    st.subheader("My table", anchor=False)
    uploads.box("start-file", "Drop a file: CSV, Excel, Parquet, SPSS or Stata")
    st.caption(f"Or choose one of {len(cache.catalog())} tables at the left, from six films to thirty thousand people.")
with judge:
    st.subheader("Compare methods", anchor=False)
    st.markdown("Which distance finds the groups you know, and do the methods agree at all?")
    st.page_link("pages/compare.py", label="Which method, and can you tell?")

sides = [cache.fitted(view, name) for name in (told.left, told.right)]
offer_values(view, sides, told.column, told.pair)
