"""The papers' figures, drawn from our results."""

from __future__ import annotations

from functools import partial

import streamlit as st

from catviz.plots.papers import draw
from catviz.published.results import figure_result
from catviz.published.tables import figures_of
from catviz.ui.rows.chosen import as_csv
from catviz.ui.state import controls
from catviz.ui.text import plain
from catviz.ui.widgets import charts

COMMAND = "python -m studies.reproduce.packaged --only figures"
"""What computes the results anew, in a checkout of the repository."""


def section(paper: str) -> None:
    """A paper's figures, one at a time, or a sentence where it has none."""
    figures = {str(each.number): each for each in figures_of(paper)}
    if not figures:
        st.info(f"{plain(paper)} has no figure of results: all its results are in tables.")
        return
    number = next(iter(figures))
    if len(figures) > 1:
        number = controls.segmented("Its figures", list(figures), "fig", number, text=lambda n: figures[n].name)
    shown = figures[number]
    st.markdown(f"**{plain(shown.title)}**")
    found = figure_result(paper, shown.number)
    alt = f"{paper}, {shown.name}, from our runs: {shown.title}."
    charts.show(draw(paper, shown.number, found, charts.theme()), f"paper-{paper}-{number}", alt)
    st.caption(plain(f"{shown.printed} {shown.note}", 900))
    csv = partial(as_csv, found)
    name = f"{paper}-{number}.csv".lower()
    st.download_button("Download the numbers (CSV)", csv, name, "text/csv", on_click="ignore")
