"""The papers' figures, computed here and now."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from catviz.papers.figures import QUICK, Figure, figures_of
from catviz.plots.papers import draw
from catviz.ui.rows.chosen import as_csv
from catviz.ui.state import background, cache, controls
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts

_KEPT_UNDER = "toy_movie"
"""Results belong to no table that is looked at; they are kept beside those of this one, for every session."""


def section(paper: str) -> None:
    """A paper's figures, one at a time, or a sentence where it has none."""
    figures = {str(each.number): each for each in figures_of(paper)}
    if not figures:
        st.info(f"{plain(paper)} has no figure of results: all its results are in tables.")
        return
    number = next(n for n, each in figures.items() if each.seconds <= background.AT_ONCE)
    if len(figures) > 1:
        number = controls.segmented("Its figures", list(figures), "fig", number, text=lambda n: figures[n].name)
    shown = figures[number]
    st.markdown(f"**{plain(shown.title)}**")
    found = _computed(shown)
    if found is not None and len(found):
        alt = f"{paper}, {shown.name}, computed here: {shown.title}."
        charts.show(draw(paper, shown.number, found, charts.theme()), f"paper-{paper}-{number}", alt)
    st.caption(plain(f"{shown.printed} {shown.deviations}", 900))
    if found is not None and len(found):
        name = f"{paper}-{number}.csv".lower()
        csv = partial(as_csv, found.reset_index(drop=found.index.name is None))
        st.download_button("Download the numbers (CSV)", csv, name, "text/csv", on_click="ignore")


def _computed(shown: Figure) -> pd.DataFrame | None:
    """The result, from the background: a quick one is waited for, a long one asked for by a button."""
    info = cache.catalog()[_KEPT_UNDER]
    view = View(info.title, cache.bundled(_KEPT_UNDER), None, info, 0)
    what = repr(("figure", shown.paper, shown.number))
    return background.result(view, what, partial(_compute, shown), shown.name, shown.seconds, wait_seconds=QUICK)


def _compute(shown: Figure, report) -> pd.DataFrame:
    return shown.compute(callback=report) if shown.slow else shown.compute()
