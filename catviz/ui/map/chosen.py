"""The chosen rows of the Map page: which they are, what sets them apart, the values they light up, their list."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz.analysis.profiles import (
    FEWEST_EXPECTED,
    REMARKABLE,
    contrast,
    largest_first,
    with_significance,
)
from catviz.analysis.statistics import LEVEL
from catviz.plots import profiles as draw
from catviz.reading.steps import CHOSEN, Filter, Mark, row_ranges
from catviz.table.codebook import MISSING
from catviz.table.weights import are_whole
from catviz.ui.labels import CHOSEN_ROWS, COLUMNS, PREPARE
from catviz.ui.map import findings, values_beside
from catviz.ui.map.maps import ROWS, MethodMap
from catviz.ui.map.values_beside import VALUES, carry
from catviz.ui.state import cache, preparation, session
from catviz.ui.state.view import View
from catviz.ui.text import counted, failure, plain
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.downloads import csv_buttons
from catviz.ui.widgets.selection import Selection
from catviz.wording import in_percent
from catviz.words import rows as answers
from catviz.words.chips import chips

LISTED = 1_000
#: Known classes whose shares among the chosen rows are named, at most.
CLASSES_NAMED = 3
_ON_A_MAP = "you chose these rows on a map of this column"
_KEPT_NAME = "keep-name"
_SEEN = "you saw its colours while choosing"
_SUPERVISED = "the method used the known classes"
_LEFT = "rows that you chose on a map are all that is left, or make a column in use"


def chosen_points(view: View, selection: Selection) -> np.ndarray:
    """(u,) bool: the distinct rows picked in a map, or those that carry the values picked."""
    rows, _ = cache.distinct_rows(view)
    if selection.kind == VALUES:
        return carry(rows, cache.counts(view).values, selection.ids)
    chosen = np.zeros(len(rows), dtype=bool)
    chosen[selection.ids if selection.kind == ROWS else []] = True
    return chosen


def inspect(
    view: View, maps: Sequence[MethodMap], selection: Selection, chosen: np.ndarray, below: DeltaGenerator
) -> str:
    """Show how many rows are chosen, their values beside those of all rows and, ``below``, what sets them apart.

    Returns the answer of the page, as plain text.
    """
    n = int(chosen.sum())
    weights = view.table.weights
    by_weight = (
        ""
        if weights is None or not are_whole(weights)
        else f" ({weights[chosen].sum():,.0f} of {weights.sum():,.0f} by weight)"
    )
    # the line is there before any row is chosen: the bars below it stay where they are
    head, clear = st.columns([2, 1], vertical_alignment="center")
    head.markdown(f"**{counted(n, 'row')} chosen** of {view.table.n_rows:,}{by_weight}")
    clear.button("Clear", on_click=selection.clear, disabled=not selection.ids, width="stretch")
    supervised = maps[0].learned.supervised and _on_a_map(selection)
    contrasts = _contrasts(view, selection, chosen, supervised)
    described = _on_a_map(selection) or bool(view.untested)
    lit = "more frequent among these rows, v above 2" if described else "significantly more frequent among these rows"
    values_beside.show(view, maps, selection, _of_values(contrasts, cache.counts(view).values), lit)
    if n and view.classes_known:
        st.caption(_classes(view, chosen))
    if not selection.ids:
        return answers.NO_ROW
    rare = findings.rare(contrasts, n, view.table.n_rows) if weights is None else ""
    frame = largest_first(contrasts[contrasts["listed"]])
    with below:
        if rare:
            st.markdown(f"> {rare}")
        if n and not frame.empty:
            _profile(frame, n)
        panels.chips(_what_is_tested(view, selection, supervised), "chosen")
    return answers.chosen_rows(frame, n, bool(rare))


def _classes(view: View, chosen: np.ndarray) -> str:
    """The shares of the known classes among the chosen rows and among all, the most frequent ones."""
    labels, places = cache.labels_of(view, None)
    has_class = places < len(labels)
    counts, all_rows = (np.bincount(places[some], minlength=len(labels)) for some in (chosen & has_class, has_class))
    if not counts.sum():
        return ""
    shares = [
        f"{plain(labels[k], 40)} {in_percent(counts[k] / counts.sum())} ({counts[k]:,} of {counts.sum():,}; all rows "
        f"{in_percent(all_rows[k] / all_rows.sum())})"
        for k in np.argsort(-counts, kind="stable")[:CLASSES_NAMED]
        if counts[k]
    ]
    return f"{plain(view.table.target_name or 'class', 40)}: {', '.join(shares)}."


def listing(view: View, chosen: np.ndarray) -> None:
    """Show the chosen rows as a table, with a download."""
    ids = np.flatnonzero(chosen)
    if not len(ids):
        return
    frame = view.listed(ids)
    left, middle, right = st.columns([3, 1, 1], vertical_alignment="bottom")
    if view.prepared is not None:
        with middle:
            _keep(view, ids)
    left.markdown(f"**The {counted(len(ids), 'row')}**" + (f" (first {LISTED:,} shown)" if len(ids) > LISTED else ""))
    with right:
        csv_buttons(frame, "Download CSV", "rows.csv")
    show_table(frame.head(LISTED), height=280, hide_index=True, placeholder=MISSING, alt=CHOSEN_ROWS)


def _keep(view: View, ids: np.ndarray) -> None:
    """The chosen rows as a step of the preparation: a column that marks them, or no other rows."""
    with st.popover("Keep", width="stretch"):
        st.text_input("Name of the column", "selection", key=_KEPT_NAME)
        for label, only in (("Keep as a column", False), ("Keep these rows only", True)):
            st.button(label, on_click=_mark, args=(session.DATA.get(), view.row_numbers[ids], only), width="stretch")
        st.caption(
            "The column says “chosen” or “others”. It is shown only, so it shapes no distance; it is never tested, "
            f"since you chose its rows. Undo it on the page {COLUMNS}, under {PREPARE}."
        )
        error = session.PREPARATION_ERROR.take()
        if error is not None:
            failure(ValueError(error))


def _mark(data: str, rows: np.ndarray, only: bool) -> None:
    name = session.of_widget(_KEPT_NAME).get()
    steps = [Mark(name, row_ranges(rows)), *([Filter(name, (CHOSEN,))] if only else [])]
    preparation.add(data, *steps)


def _contrasts(view: View, selection: Selection, chosen: np.ndarray, supervised: bool) -> pd.DataFrame:
    """Every value's contrast: of active columns, and of those shown only, each judged as a family of its own.

    Columns that the rows were chosen by differ by construction. In one family with the others they would pass, and
    relax the threshold for the rest. ``untested`` says why a column is not tested, and is empty if it is. ``listed``
    marks the values of the profile, ``marked`` those that stand out: they are significant or, in columns of a map that
    the rows or their values were picked on, have a test value beyond 2, which describes the rows. A map of values is
    drawn from the associations of the columns, so the neighbours of a value picked there differ by construction too.
    """
    untested = _untested(view, selection, supervised)
    families = []
    for table in (view.table, view.shown):
        if table is not None:
            contrasts = contrast(table, chosen)
            why, often = (
                contrasts["attribute"].map(lambda name: untested.get(name, "")),
                contrasts["expected"] >= FEWEST_EXPECTED,
            )
            described = often & why.isin((_ON_A_MAP, _SEEN, _SUPERVISED, _LEFT, view.why_untested))
            family = with_significance(contrasts.assign(p=contrasts["p"].where(why == "")))
            marked = family["significant"] | (described & (family["v"].abs() > REMARKABLE))
            families.append(family.assign(untested=why, listed=family["p"].notna() | described, marked=marked))
    return pd.concat(families, ignore_index=True)


def _of_values(contrasts: pd.DataFrame, values: Sequence[tuple[str, str]]) -> pd.DataFrame:
    """A line per value; a value of the whole file that no row of its sample carries counts 0 times."""
    lines = contrasts.set_index(["attribute", "value"]).reindex(pd.MultiIndex.from_tuples(values))
    lines.loc[lines["count"].isna(), ["count", "share", "share_all", "v", "expected"]] = 0.0
    lines["untested"] = lines["untested"].fillna("")
    lines[["significant", "marked"]] = lines[["significant", "marked"]].eq(True)
    return lines.rename_axis(["attribute", "value"]).reset_index()


def _untested(view: View, selection: Selection, supervised: bool) -> dict[str, str]:
    """Columns that are not tested, given how the rows were chosen, and why not."""
    kept = dict.fromkeys(view.kept_selections, findings.OWN_CHOICE)
    by_values = kept | dict.fromkeys(_picked_columns(view, selection), findings.BY_VALUES)
    if view.untested:
        shown = () if view.shown is None else view.shown.attributes
        return (
            dict.fromkeys((*view.table.attributes, *shown), _LEFT if view.picked_rows else view.why_untested)
            | by_values
        )
    if not _on_a_map(selection):
        return by_values
    of_the_map = dict.fromkeys((*view.table.attributes, *view.numbers), _ON_A_MAP)
    if supervised and view.shown is not None:
        of_the_map = dict.fromkeys(view.shown.attributes, _SUPERVISED) | of_the_map
    return of_the_map | dict.fromkeys(_columns_seen(view, selection), _SEEN) | by_values


def _on_a_map(selection: Selection) -> bool:
    """True where rows, or values that they carry, were picked on a map: all its columns had a part in the choice."""
    return selection.kind == ROWS or selection.from_figure


def _columns_seen(view: View, selection: Selection) -> list[str]:
    """Columns shown only whose colours were on the map before the rows were picked."""
    return [] if view.shown is None else [a for a in view.shown.attributes if (view.name, a) in selection.seen]


def _picked_columns(view: View, selection: Selection) -> list[str]:
    """The columns of the values that the rows were picked by."""
    values = cache.counts(view).values
    return list(dict.fromkeys(values[i][0] for i in selection.ids)) if selection.kind == VALUES else []


def _what_is_tested(view: View, selection: Selection, supervised: bool) -> dict[str, str]:
    """A chip: what the marks mean and which columns are tested, given how the rows were chosen."""
    mark = charts.marks().capitalize()
    grey, once = (
        "Grey: not significant, which does not mean equal.",
        f"The error rate of {in_percent(LEVEL)} holds for one selection",
    )
    rare = f"Values expected fewer than {FEWEST_EXPECTED} times among these rows are left out."
    if view.untested:
        described = {"mark": mark, "limit": f"{REMARKABLE:g}", "untested": view.untested, "rare": rare}
        return chips("rows", "nothing is tested", **described)
    picked = _picked_columns(view, selection)
    by_values = (
        f"Not tested: {findings.names(picked)}, since you chose the rows by {'it' if len(picked) == 1 else 'them'}."
    )
    if not _on_a_map(selection):
        families = "" if view.shown is None else "; columns shown only are corrected separately"
        return chips(
            "rows",
            "for one selection",
            mark=mark,
            level=in_percent(LEVEL),
            families=families,
            grey=grey,
            by_values=by_values,
            once=once,
            values="value" if len(selection.ids) == 1 else "values",
            about_rows=view.about_rows,
            rare=rare,
        )
    coloured = _columns_seen(view, selection)
    tested = (
        []
        if view.shown_only(kept=False) is None or supervised
        else [name for name in view.shown_only(kept=False).attributes if name not in coloured]
    )
    words = []
    if tested:
        words.append(
            f"Columns shown only were not used for the map: {findings.names(tested)}. Only these columns are tested "
            f"(Benjamini-Hochberg at {in_percent(LEVEL)}). {mark} there: significant. {grey}"
        )
    if supervised and view.shown is not None:
        words.append(
            "Columns shown only are not tested: the method used the known classes, so columns related to these go with "
            "the places on the map."
        )
    if picked:
        words.append(by_values)
    if coloured and not supervised:
        whose = "its" if len(coloured) == 1 else "their"
        words.append(f"Not tested: {findings.names(coloured)}, since you saw {whose} colours while choosing.")
    if view.kept_selections:
        words.append(f"Not tested: {findings.names(view.kept_selections)}, since you chose the rows that it keeps.")
    if tested:
        words.append(f"{once}, not for the best of several. {view.about_rows}")
    which = "shown only: tested" if tested else "you chose them: no test"
    return chips("rows", which, mark=mark, limit=f"{REMARKABLE:g}", more=" ".join([*words, rare]))


def _profile(frame: pd.DataFrame, n: int) -> None:
    """The figure of the values that are judged."""
    charts.show(
        draw.profile_lines(frame, charts.theme(), wide=True),
        "profile",
        f"Profile of {n:,} rows against all rows.",
    )
