"""What goes with a column: the other columns and all values ranked, two columns crossed, and frequencies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.crosstab import SHOWN, Crosstab, frequencies
from catviz.analysis.crosstab import crosstab as crosstab_of
from catviz.analysis.independence import LEAST_P, RANDOM
from catviz.analysis.outcome import FEWEST_ROWS, NothingRanked, Outcome
from catviz.export import code as scripts
from catviz.plots import columns as draw
from catviz.plots import profiles
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.ui.columns import findings
from catviz.ui.columns.parts import in_frame
from catviz.ui.labels import DETAILS, OUTCOME, QUESTION
from catviz.ui.state import cache, controls, results, session
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts, outcome_box, panels
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.downloads import offer
from catviz.ui.widgets.outcome_limits import limits
from catviz.wording import p_number
from catviz.words import answers
from catviz.words.chips import chips
from catviz.words.columns import independence_in_words

#: Lines of a table on the page at most; downloads have all.
LISTED = 500
#: Numbers of rows, as 2,480.
_ROWS = st.column_config.NumberColumn(format="localized")


@dataclass(frozen=True)
class Names:
    """Columns that can be an outcome, those of one value left out, and all columns."""

    varied: tuple[str, ...]
    all: tuple[str, ...]


def section(view: View) -> Outcome | None:
    """Show everything about the outcome: one column, the same on all pages; asked for where none is chosen.

    Returns what was tested, if anything was.
    """
    names = _names(view)
    which = plain(view.table.target_name, 40) if view.classes_known else "an outcome"
    about = "All other columns, and their values, are ranked by their association with the outcome."
    st.header(f"What goes with {which}?", anchor=False, help=about)
    if len(names.all) < 2 or not names.varied:
        st.markdown("This takes two columns, one of them with at least two values.")
        return None
    if not view.classes_known:
        st.markdown("What do you want to explain? No outcome is chosen yet, so nothing is ranked.")
        outcome_box.candidates(view, "section")
        outcome_box.choose(view)
        if view.picked_rows:
            st.info(view.untested)
        return None
    place = st.container()
    column_box, group_box = st.columns(2)
    with column_box:
        column = outcome_box.choose(view)
    try:
        with st.spinner("Testing every column.", show_time=True):
            related = results.outcome(view, column)
    except NothingRanked as error:
        st.info(plain(f"Nothing is ranked here: {error}.", 600))
        return None
    with group_box:
        group = controls.select("Values that go with", related.groups, "group", _usual(related))
    if view.picked_rows:
        st.info(f"{view.untested} Columns are therefore not ranked; the table below describes these rows.")
    else:
        with place:
            _answer(view, related, group)
        _ranked(view, names, related, group)
    _crossed(view, names, related)
    return None if view.untested else related


def ask(view: View) -> None:
    """Ask which column to explain, with those that are likely as buttons."""
    st.caption(
        f"{QUESTION} what do you want to explain? Choose an outcome, or the group that each row belongs to, here or "
        f"under “{OUTCOME}” in the sidebar. All pages then compare with it."
    )
    outcome_box.candidates(view, "asked")


def _ranked(view: View, names: Names, found: Outcome, group: str) -> None:
    """Columns and values by their association with the outcome."""
    column = found.column
    left, right = st.columns([5, 4], gap="large")
    with left:
        _columns(view, found)
    with right:
        _values(view, found, group)
    with panels.aside("outcome-details"), st.expander(DETAILS):
        _details(view, found, group)
    with panels.aside("outcome-tables"), st.expander(findings.TABLES):
        _tables(found, group)
    offer(
        {
            f"Columns that go with {column}": partial(found.to_frame, "columns"),
            f"Values that go with {column}": partial(found.to_frame, "values"),
        },
        [
            scripts.outcome(
                column, view.seed, view.shown_only(kept=False) is not None, _sampled(view, names), view.class_order
            )
        ],
    )


def _answer(view: View, found: Outcome, group: str) -> None:
    """What is related to the outcome, and what limits this."""
    if view.untested:
        st.info(view.untested)
    else:
        panels.answer(plain(answers.outcome(found, group), 700), "outcome")
    panels.chips(limits(view, found), "outcome")


def _columns(view: View, found: Outcome) -> None:
    figure = draw.ranking(found.columns, charts.theme())
    with in_frame(figure, "outcome"):
        charts.show(figure, "outcome-columns", f"Columns by their association with {found.column}.")
    shown, of = min(draw.RANKED, len(found.columns)), len(found.columns)
    words = [f"The {shown} strongest of {of} columns." if shown < of else ""]
    words += (
        [] if view.untested else [f"{charts.marks().capitalize()}: significant. Grey: not significant, or not tested."]
    )
    st.caption(" ".join(filter(None, words)))


def _values(view: View, found: Outcome, group: str) -> None:
    of_group = found.values[(found.values["group"] == group) & (found.values["n"] >= FEWEST_ROWS)]
    of_group = of_group.reindex(of_group["v"].abs().sort_values(ascending=False, kind="stable").index)
    if of_group.empty:
        st.markdown(f"No value occurs in {FEWEST_ROWS} rows.")
        return
    if words := findings.over_represented(found, of_group, group, charts.marks(), not view.untested):
        st.markdown(words)
    frame = of_group.rename(columns={"column": "attribute", "value_share": "share", "overall_share": "share_all"})
    why = "the row weights are fractional" if view.untested else ""
    frame = frame.assign(untested=why, marked=of_group["significant"], lift=frame["share"] / frame["share_all"])
    figure = profiles.profile_lines(frame, charts.theme(), wide=bool(session.PRESENTING.get()))
    charts.show(figure, "outcome-values", f"Values that go with {found.column} = {group}.")
    marked = "" if view.untested else f" {charts.marks().capitalize()}: significant."
    filled = f"{plain(found.column, 40)} = {plain(group, 40)}"
    st.caption(f"Filled: rows with {filled}; hollow: all rows with a known outcome.{marked}")


def _details(view: View, found: Outcome, group: str) -> None:
    """How columns and values were tested, and how missing cells and weights count."""
    words = [findings.with_missing(found), findings.weighted(view.table)]
    if not view.untested:
        order = findings.without_order(found, cache.every_column(view).codebook)
        words += [findings.constant(found), order, *findings.about_tests(found)]
    for each in filter(None, (*words, " ".join(findings.about_values(found, group, not view.untested)))):
        st.caption(each)


def _tables(found: Outcome, group: str) -> None:
    columns = found.columns.drop(columns="significant")
    least = (columns["test"] == RANDOM) & (columns["p"] <= LEAST_P)
    columns = columns.assign(
        **{name: columns[name].map(_p).where(~least, "≤ " + columns[name].map(_p)) for name in ("p", "adjusted_p")}
    )
    names = {"v": "bias-corrected V", "chi2": "χ²", "adjusted_p": "p, Holm", "test": "p from"}
    show_table(
        columns.rename(columns=names),
        hide_index=True,
        column_config={"n": _ROWS},
        placeholder="",
        alt=f"Columns by association with {found.column}",
    )
    of_group = found.values[found.values["group"] == group].drop(columns=["group", "significant"])
    of_group = of_group.assign(**{name: of_group[name].map(_p) for name in ("p", "q")})
    shares = {name: 100 * of_group[name] for name in ("group_share", "value_share", "overall_share")}
    names = {
        "count": "rows with both",
        "n": "rows with the value",
        "group_share": f"% of these with {group}",
        "value_share": f"% with the value where {group}",
        "overall_share": "% with the value, all rows",
        "v": "test value",
        "q": "p, adjusted",
    }
    if len(of_group) > LISTED:
        st.caption(f"The first {LISTED} of {len(of_group):,} values; the download has all.")
    one_decimal = st.column_config.NumberColumn(format="%.1f")
    show_table(
        of_group.assign(**shares).rename(columns=names).head(LISTED),
        hide_index=True,
        column_config={names[name]: one_decimal for name in (*shares, "v")}
        | {names[name]: _ROWS for name in ("count", "n")},
        placeholder="",
        alt=f"Values that go with {found.column} = {group}",
    )


def _short(name: str) -> str:
    """A column's name for a label."""
    return plain(name, 40)


def _p(p: float) -> str:
    return "" if np.isnan(p) else p_number(p)


def _crossed(view: View, names: Names, found: Outcome) -> None:
    """Two columns crossed, and the frequencies of the first."""
    st.header("Two columns crossed", anchor=False)
    other_box, cells_box = st.columns([1.7, 3.3], vertical_alignment="bottom")
    others = [name for name in names.all if name != found.column]
    strongest = found.columns["column"].iloc[0]
    with other_box:
        other = controls.select(f"{_short(found.column)}, crossed with", others, "cross", strongest)
    with cells_box:
        of = controls.segmented("Cells show", list(SHOWN), "cells", "row_percent", text=SHOWN.__getitem__)
    table = _crosstab(view, other, found.column)
    left, right = st.columns([5, 4], gap="large")
    with left:
        figure = draw.crossed(table, charts.theme(), of)
        charts.show(figure, "crosstab", f"{other} by {found.column}: {SHOWN[of]}.")
        st.caption(view.untested or plain(independence_in_words(table.test), 600))
        if not view.untested:
            picked = findings.picked(strongest=other == strongest)
            facts = {"picked": picked, "tables": findings.TABLES, "repeated": view.repeated}
            panels.chips(chips("outcome", "p is too small", **facts), "crossed")
        trend = "" if view.untested else findings.trend(table)
        about = (findings.about_cells(table, of), findings.missing_here(table), findings.weighted(view.table))
        if any(words := (trend, *about)):
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
        [scripts.crosstab(other, found.column, view.seed, aside, _sampled(view, names), view.class_order)],
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
        column_config={c: one_decimal for c in names.values() if c not in empty} | {"n": _ROWS},
        placeholder="",
        height=min(38 + 35 * min(len(frame), LISTED), 420),
        alt=f"Frequencies of {which}",
    )


def _names(view: View) -> Names:
    every = cache.every_column(view)
    book: Codebook = every.codebook
    observed = every.observed().codebook if isinstance(every, CategoricalTable) else book
    sizes = dict(zip(observed.attributes, map(len, observed.categories), strict=True))
    return Names(tuple(a for a in book.attributes if sizes[a] > 1), book.attributes)


def _usual(found: Outcome) -> str:
    """The group that the page opens on: the last one of two (yes, survived), else that of the most rows."""
    sizes = found.values.groupby("group")["count"].sum()  # of each, as many times as there are columns
    return found.groups[-1] if len(found.groups) == 2 else max(found.groups, key=sizes.__getitem__)


def _sampled(view: View, names: Names) -> tuple[str, ...] | None:
    return names.all if view.large is not None else None


@cache.by_content(16)
def _crosstab(view: View, rows: str, columns: str) -> Crosstab:
    """Two columns crossed."""
    return crosstab_of(cache.every_column(view), rows, columns, random_state=view.seed)
