"""Outcome: what goes with a column, the other columns and all values ranked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st

from catviz.analysis.independence import LEAST_P, RANDOM
from catviz.analysis.outcome import FEWEST_ROWS, NothingRanked, Outcome
from catviz.export import code as scripts
from catviz.plots import columns as draw
from catviz.plots import profiles
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.ui.columns import findings
from catviz.ui.labels import CROSSED, DETAILS, OUTCOME, QUESTION
from catviz.ui.state import cache, controls, results, session
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts, no_outcome, outcome_box, panels
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.downloads import offer
from catviz.ui.widgets.kept_figures import kept
from catviz.ui.widgets.outcome_limits import limits
from catviz.wording import p_number
from catviz.words import columns as answers

#: Lines of a table on the page at most; downloads have all.
LISTED = 500
#: Numbers of rows, as 2,480.
ROWS = st.column_config.NumberColumn(format="localized")


@dataclass(frozen=True)
class Names:
    """Columns that can be an outcome, those of one value left out, and all columns."""

    varied: tuple[str, ...]
    all: tuple[str, ...]


def first_tab() -> str | None:
    """The tab that a link opens that names none: an older one may choose what stands in another tab today."""
    link = session.LINK.first(dict)
    return CROSSED if "cross" in link else OUTCOME if "group" in link else None


def related(view: View) -> Outcome | None:
    """What was tested against the outcome, which is computed once; None if nothing is."""
    names = names_of(view)
    if len(names.all) < 2 or not names.varied or not view.classes_known or view.untested:
        return None
    try:
        return results.outcome(view, str(view.table.target_name))
    except NothingRanked:
        return None


def section(view: View, ask: Callable[[str, str], Callable[[str], None]]) -> None:
    """Show everything about the outcome: one column, the same on all pages; asked for where none is chosen."""
    which = plain(view.table.target_name, 40) if view.classes_known else "an outcome"
    about = "All other columns, and their values, are ranked by their association with the outcome."
    say = ask(f"What goes with {which}?", about)
    found = chosen(view)
    if found is None:
        return
    with panels.choices():
        group = controls.select("Values that go with", found.groups, "group", _usual(found), width=320)
    if view.picked_rows:
        st.info(f"{view.untested} Columns are therefore not ranked; the table describes these rows.")
        return
    if view.untested:
        st.info(view.untested)
    else:
        say(plain(answers.outcome(found, group), 700))
    _ranked(view, found, group)


def chosen(view: View) -> Outcome | None:
    """What goes with the outcome; says why there is nothing, and asks for an outcome where none is chosen."""
    names = names_of(view)
    if len(names.all) < 2 or not names.varied:
        st.markdown("This takes two columns, one of them with at least two values.")
        return None
    if not view.classes_known:
        no_outcome.ask(view, "section")
        if view.picked_rows:
            st.info(view.untested)
        return None
    try:
        with st.spinner("Testing every column.", show_time=True):
            return results.outcome(view, str(view.table.target_name))
    except NothingRanked as error:
        st.info(plain(f"Nothing is ranked here: {error}.", 600))
        return None


def ask(view: View) -> None:
    """Ask which column to explain, with those that are likely as buttons."""
    st.caption(
        f"{QUESTION} what do you want to explain? Choose an outcome, or the group that each row belongs to, here or "
        f"under “{OUTCOME}” above the page. All pages then compare with it."
    )
    outcome_box.candidates(view, "asked")


def _ranked(view: View, found: Outcome, group: str) -> None:
    """Columns and values by their association with the outcome."""
    column = found.column
    left, right = st.columns([5, 4], gap="large")
    with left:
        _columns(view, found)
    with right:
        _values(view, found, group)
    panels.chips(limits(view, found))
    with panels.aside("outcome-details"), st.expander(DETAILS):
        _details(view, found, group)
    with panels.aside("outcome-tables"), st.expander(findings.TABLES):
        _tables(found, group)
    offer(
        {
            f"Columns that go with {column}": partial(found.to_frame, "columns"),
            f"Values that go with {column}": partial(found.to_frame, "values"),
        },
        [scripts.outcome(column, view.seed, view.shown_only(kept=False) is not None, sampled(view), view.class_order)],
    )


def _columns(view: View, found: Outcome) -> None:
    figure = kept(draw.ranking)(found.columns, charts.theme())
    charts.show(figure, "outcome-columns", f"Columns by their association with {found.column}.", leads=charts.LED)
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
    why = view.why_untested if view.untested else ""
    frame = frame.assign(untested=why, marked=of_group["significant"], lift=frame["share"] / frame["share_all"])
    figure = kept(profiles.profile_lines)(frame, charts.theme(), wide=bool(session.PRESENTING.get()))
    charts.show(figure, "outcome-values", f"Values that go with {found.column} = {group}.", leads=charts.LED)
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
        column_config={"n": ROWS},
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
        | {names[name]: ROWS for name in ("count", "n")},
        placeholder="",
        alt=f"Values that go with {found.column} = {group}",
    )


def short(name: str) -> str:
    """A column's name for a label."""
    return plain(name, 40)


def _p(p: float) -> str:
    return "" if np.isnan(p) else p_number(p)


def names_of(view: View) -> Names:
    """The columns of a table that can be an outcome or go with one."""
    every = cache.every_column(view)
    book: Codebook = every.codebook
    observed = every.observed().codebook if isinstance(every, CategoricalTable) else book
    sizes = dict(zip(observed.attributes, map(len, observed.categories), strict=True))
    return Names(tuple(a for a in book.attributes if sizes[a] > 1), book.attributes)


def _usual(found: Outcome) -> str:
    """The group that the page opens on: the last one of two (yes, survived), else that of the most rows."""
    sizes = found.values.groupby("group")["count"].sum()  # of each, as many times as there are columns
    return found.groups[-1] if len(found.groups) == 2 else max(found.groups, key=sizes.__getitem__)


def sampled(view: View) -> tuple[str, ...] | None:
    """The columns to count, where not all rows are at hand."""
    return names_of(view).all if view.large is not None else None
