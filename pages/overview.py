"""Overview: where a table opens, with what stands out in it as six cards, each of which opens its page."""

import streamlit as st

from catviz.ui.overview import alike, asked, chance, clusters, details, goes_with, look_out, rows
from catviz.ui.state import cache
from catviz.ui.state import view as views
from catviz.ui.text import plain
from catviz.ui.widgets import panels

view = views.current()
with st.container(gap="xsmall"):
    top, box = st.columns([2, 1], gap="medium") if view.uploaded else (st.container(), None)
    with top.container(gap="xsmall"):
        answer = panels.question(
            "What stands out in this table?",
            "Each card has one sentence from the table, with its number. Press its question to open its page.",
        )
        limits = st.container()
    if box is not None:
        with box:
            asked.outcome(view)
        asked.reading(view)
    cache.counts(view)
    with st.container(key="cards"):
        headline = goes_with.section(view)
        alike.section(view)
        rows.section(view)
        clusters.section(view)
        chance.section(view)
        look_out.section(view)
answer(plain(headline.sentence, 400))
with limits:
    panels.chips(headline.limits)
details.section(view)
