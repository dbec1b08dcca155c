"""Crosstab: the outcome crossed with another column, and the frequencies of both."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import streamlit as st

from catviz.analysis.crosstab import SHOWN, Crosstab, frequencies
from catviz.analysis.crosstab import crosstab as crosstab_of
from catviz.export import code as scripts
from catviz.plots import columns as draw
from catviz.ui.columns import findings, outcome
from catviz.ui.columns.outcome import LISTED
from catviz.ui.labels import DETAILS
from catviz.ui.state import cache, controls
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts, outcome_limits, panels
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.downloads import offer
from catviz.ui.widgets.kept_figures import kept
from catviz.words import columns as answers
from catviz.words.chips import chips
from catviz.words.columns import independence_in_words


def section(view: View, ask: Callable[[str, str], Callable[[str], None]]) -> None:
    """Show the outcome crossed with another column, and the frequencies of both."""
    about = "A crosstab: the rows of each pair of values, and a test of whether the columns are related."
    found = outcome.chosen(view) if view.classes_known else None
    if found is None:
        ask("How are two columns related?", about)
        outcome.chosen(view)
        return
    names = outcome.names_of(view)
    place, choices = st.container(), panels.choices()
    with choices.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        other_box, cells_box = st.container(width=280), st.container(width="content")
    others = [name for name in names.all if name != found.column]
    strongest = found.columns["column"].iloc[0]
    with other_box:
        other = controls.select(f"{outcome.short(found.column)}, crossed with", others, "cross", strongest)
    with cells_box:
        of = controls.segmented("Cells show", list(SHOWN), "cells", "row_percent", text=SHOWN.__getitem__)
    table = crosstab_of_view(view, other, found.column)
    with place:
        say = ask(f"How are {outcome.short(other)} and {outcome.short(found.column)} related?", about)
    if not view.untested:
        say(plain(answers.crossed(other, found), 600))
    figure = kept(draw.crossed)(table, charts.theme(), of)
    charts.show(figure, "crosstab", f"{other} by {found.column}: {SHOWN[of]}.", leads=charts.LED)
    left, right = panels.columns()
    with left:
        st.caption(view.untested or plain(independence_in_words(table.test), 600))
        if not view.untested:
            picked = findings.picked(strongest=other == strongest)
            facts = {"picked": picked, "tables": findings.TABLES, "repeated": view.repeated}
            panels.chips(outcome_limits.of_few_rows(found, other) | chips("outcome", "p of this pair alone", **facts))
        trend = "" if view.untested else findings.trend(table)
        notes = (findings.about_cells(table, of), findings.missing_here(table), findings.weighted(view.table))
        if any(words := (trend, *notes)):
            with panels.aside("crossed-details"), st.expander(DETAILS):
                st.caption(" ".join(filter(None, words)))
    with right, panels.aside("frequencies"):
        which = controls.segmented("Frequencies of", [found.column, other], "frequencies-of", text=str)
        frame = frequencies(cache.every_column(view), which)
        _frequencies(frame, which)
    aside = view.shown_only(kept=False) is not None
    offer(
        {
            f"Crosstab of {other} and {found.column}": table.to_long,
            f"Frequencies of {which}": lambda: frame,
        },
        [scripts.crosstab(other, found.column, view.seed, aside, outcome.sampled(view), view.class_order)],
    )


def _frequencies(frame: pd.DataFrame, which: str) -> None:
    if len(frame) > LISTED:
        st.caption(f"The first {LISTED} of {len(frame):,} values; the download has all.")
    names = {"percent": "%", "valid_percent": "% of known", "cumulative_percent": "cumulative %"}
    shown = frame.rename(columns=names)
    empty = [c for c in names.values() if shown[c].isna().all()]
    if (frame["percent"] == frame["valid_percent"]).all():
        empty.append(names["valid_percent"])  # nothing is missing
    one_decimal = st.column_config.NumberColumn(format="%.1f")
    show_table(
        shown.drop(columns=list(dict.fromkeys(empty))).head(LISTED),
        hide_index=True,
        column_config={c: one_decimal for c in names.values() if c not in empty} | {"n": outcome.ROWS},
        placeholder="",
        height=min(38 + 35 * min(len(frame), LISTED), 420),
        alt=f"Frequencies of {which}",
    )


@cache.by_content(16)
def crosstab_of_view(view: View, rows: str, columns: str) -> Crosstab:
    """Two columns crossed."""
    return crosstab_of(cache.every_column(view), rows, columns, random_state=view.seed)
