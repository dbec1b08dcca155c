"""The parts of the Methods page: its tabs, agreement of methods, and the list of all of them."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from catviz.analysis.method_ranks import SAMPLED_ROWS
from catviz.analysis.method_ranks import agreement as agreement_of
from catviz.plots import compare as draw
from catviz.registry import Method, method, methods
from catviz.registry.described import long_forms
from catviz.ui.labels import ALL_METHODS, BOARD, COMPARE, DETAILS, PAPERS, TABS_OF_METHODS
from catviz.ui.methods import board, listing, published, results, significance
from catviz.ui.methods import trial as compare_trial
from catviz.ui.state import cache, controls, session
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts, downloads, panels
from catviz.words import comparison as answers

#: What the tab of one's own runs shows.
SHOWN = RESULTS, SIGNIFICANCE, AGREE = "Results", "Significance", "Do the methods agree?"
_SHOWN = "show"
#: What the page asks, and what that is about; in some tabs another question.
QUESTION = (
    "How do methods compare?",
    "Scores against the known classes, tests of differences between methods, and the papers' published results.",
)
QUESTIONS = {
    BOARD: (
        "Does one method win?",
        "Every method on every table that comes with catviz, ranked by its score against the known classes.",
    ),
    PAPERS: (
        "Do the papers' numbers come out again?",
        "The results that papers print, compared with those of catviz's own runs, and the papers' tests again.",
    ),
    ALL_METHODS: listing.QUESTION,
    AGREE: (AGREE, "How alike the distances between rows are under two methods, by their order."),
}
#: What a link says of one's own runs.
_OF_RUNS = ("metric", "tables", "methods", "clusterer", "repeats")


def _tab(view: View) -> str:
    """What to look at; a link about runs that names no tab is of the time when they came first."""
    link = session.LINK.first(dict)
    first = COMPARE if view.classes_known and set(_OF_RUNS) & set(link) else BOARD
    if (older := link.get("compare", [""])[-1]) in SHOWN:
        link[_SHOWN] = [older]
    of_papers = ("Published beside measured", "Published and measured")
    return panels.tabs(
        "compare", TABS_OF_METHODS, first, dict.fromkeys(SHOWN, COMPARE) | dict.fromkeys(of_papers, PAPERS)
    )


def show(view: View) -> None:
    """Show the question, the tabs, and the one asked for with its answer."""
    ask = panels.question_above()
    asked = _tab(view)
    if asked == COMPARE:
        choices = panels.choices().container(horizontal=True, vertical_alignment="bottom", gap="small")
        with choices.container(width="content"):
            asked = controls.segmented("Show", SHOWN, _SHOWN)
    say = ask(*QUESTIONS.get(asked, QUESTION))
    if asked in (RESULTS, SIGNIFICANCE) and not view.classes_known:
        st.info(
            "This table has no known classes, so it is not in the list below. Choose their column above the page, "
            "or see where methods agree."
        )
    if asked != AGREE:
        downloads.about_others()
    if asked == RESULTS:
        results.section(view, choices, say)
    elif asked == SIGNIFICANCE:
        significance.section(view, choices, say)
    elif asked == BOARD:
        board.section(view, say)
    elif asked == PAPERS:
        published.section(say)
    elif asked == AGREE:
        with choices.container():
            chosen = _choose_methods(view)
        _agreement(view, chosen, say)
    else:
        listing.section(say)


def _choose_methods(view: View) -> list[Method]:
    """The methods whose row distances are held against each other."""
    titles = {m.title: m for m in methods() if m.compares_rows and (view.classes_known or not m.supervised)}
    return [
        titles[t]
        for t in controls.several(
            "Methods", list(titles), "methods", compare_trial.opening(), long_forms(titles.values())
        )
    ]


def _agreement(view: View, chosen: list[Method], say: Callable[[str], None]) -> None:
    """Rank correlation of row distances between the methods chosen."""
    if len(chosen) < 2:
        st.info("Choose at least two methods.")
        return
    matrix = _agreement_of(view, tuple(m.name for m in chosen))
    say(plain(answers.most_alike(matrix), 400))
    typical = matrix.mean().sort_values(ascending=False, kind="stable").index
    matrix = matrix.loc[typical, typical]
    n_rows = min(int((cache.distinct_rows(view)[0].row_weights > 0).sum()), SAMPLED_ROWS)
    title = f"Rank correlation on {view.name}, {n_rows:,} distinct rows"
    figure = draw.agreement(matrix, charts.theme(), title)
    charts.show(figure, "agreement", f"{title}: row distances by method.", leads=charts.LED)
    st.caption("1: the same order of all pairs of rows by distance. 0: no trend. The first agree most with the others.")
    undefined = [n for n in matrix.columns if matrix[n].isna().all()]
    if undefined:
        st.caption(f"All rows are equally far apart under: {plain(', '.join(undefined))}.")
    with st.expander(DETAILS):
        st.markdown(
            "**1**: two methods put all pairs of rows in exactly the same order of distance. **0**: no trend overall; "
            "pairs of rows that are near under one method are neither near nor far apart under the other. Below 0: "
            f"they tend to be far apart. At most {SAMPLED_ROWS} distinct rows are compared."
        )


@cache.by_content(8)
def _agreement_of(view: View, names: tuple[str, ...]) -> pd.DataFrame:
    """Rank correlation of row distances between methods with their defaults, by title."""
    fits = {m.title: cache.fitted(view, m.name, panels.default_parameters(view, m)) for m in map(method, names)}
    return agreement_of(view.table, {title: fit.estimator for title, fit in fits.items()}, view.seed)
