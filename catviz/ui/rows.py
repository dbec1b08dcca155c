"""The chosen rows of the Rows page: which they are, what sets them apart, the values they light up, their list."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz import export
from catviz.datasets import row_names
from catviz.joint import JointMap
from catviz.plots import profiles as draw
from catviz.profiles import contrast, most_remarkable, sentence
from catviz.registry import DEFAULT_MAP, method
from catviz.scaling import RELATIVE_ZERO
from catviz.table import CategoricalTable
from catviz.ui import cache, charts
from catviz.ui.row_maps import ROWS, Side
from catviz.ui.selection import Selection
from catviz.ui.view import View
from catviz.ui.words import counted, plain

VALUES = "values"
"""The chart of values; what a pick in it picks, by their numbers among all values counted."""
LISTED = 1_000
_PICKED = "rows-with"


def chosen_points(view: View, selection: Selection) -> np.ndarray:
    """(u,) bool: the distinct rows picked in a map, or those that carry the values picked."""
    rows, _ = cache.distinct_rows(view)
    if selection.kind == VALUES:
        return _carry(rows, cache.counts(view).values, selection.ids)
    chosen = np.zeros(len(rows), dtype=bool)
    chosen[selection.ids if selection.kind == ROWS else []] = True
    return chosen


def inspect(view: View, first: Side, selection: Selection, chosen: np.ndarray) -> None:
    """How many rows are chosen, what sets them apart, and the values they light up."""
    n = int(chosen.sum())
    head, clear = st.columns([3, 1], vertical_alignment="center")
    head.markdown(f"**{counted(n, 'row')} chosen** of {view.table.n_rows:,}" if n else "**No row chosen yet**")
    clear.button("Clear", on_click=selection.clear, disabled=not selection.ids, width="stretch")
    if selection.ids:
        _profile(view, chosen)
    else:
        st.markdown("Draw a loop around points in the map, or pick values below, and their profile appears here.")
    _values(view, first, selection, chosen)


def listing(view: View, chosen: np.ndarray) -> None:
    """The chosen rows as a table, with a download."""
    ids = np.flatnonzero(chosen)
    if not len(ids):
        return
    frame = listed(view, ids)
    left, right = st.columns([4, 1], vertical_alignment="bottom")
    left.markdown(f"**The {counted(len(ids), 'row')}**" + (f" (first {LISTED:,} shown)" if len(ids) > LISTED else ""))
    right.download_button(
        "Download CSV", partial(as_csv, frame), "rows.csv", "text/csv", width="stretch", on_click="ignore"
    )
    st.dataframe(frame.head(LISTED), height=280, hide_index=True, alt="The chosen rows")


def listed(view: View, ids: np.ndarray) -> pd.DataFrame:
    """Some rows as a table: their names and groups, where there are any, the active columns, and those shown only."""
    frame = view.table[ids].to_pandas()
    if view.shown is not None:
        frame = pd.concat([frame, view.shown[ids].to_pandas()], axis=1)
    if view.groups_known:
        frame.insert(0, view.table.target_name, view.table.target[ids])
    names = row_names(view.info.name) if view.info is not None else None
    if names is not None and len(names) == view.table.n_rows:
        frame.insert(0, "name", [names[i] for i in ids])
    return frame


def as_csv(frame: pd.DataFrame) -> bytes:
    """A table as a file that spreadsheets open."""
    return export.table_csv(frame).encode("utf-8", "replace")


def _profile(view: View, chosen: np.ndarray) -> None:
    n = int(chosen.sum())
    tables = [table for table in (view.table, view.shown) if table is not None]
    frame = most_remarkable(pd.concat([contrast(table, chosen) for table in tables], ignore_index=True))
    if not n:
        st.markdown("No row carries all of these values.")
    elif frame.empty:
        st.markdown("Too few rows for a profile: no value is expected five times among them.")
    else:
        told = sentence(frame)
        if told:
            st.markdown(f"> {plain(told)}")
        charts.show(draw.profile(frame, charts.theme()), "profile", f"Profile of {n} rows against all rows.")


def _values(view: View, first: Side, selection: Selection, chosen: np.ndarray) -> None:
    """The values in one plane and in a box to search: lit by the rows chosen, and there to pick rows by."""
    places = {value: i for i, value in enumerate(cache.counts(view).values)}
    joint, whose = _plane(view, first)
    ids = np.array([places[value] for value in joint.values])

    def figure(lit: bool, generation: int):
        picked = np.isin(ids, selection.ids if selection.kind == VALUES else [])
        contrasts = _contrasts(view.table, chosen, joint.values)
        return draw.lit_values(joint.coordinates, contrasts, ids, picked, charts.theme(), generation)

    st.markdown(f"**The values**{whose} (lit: more frequent among these rows than by chance)")
    made = selection.drawn(VALUES, figure)
    charts.show(
        made, selection.key(VALUES), "All values in one plane.", selection.picker(VALUES, VALUES), ("points", "box")
    )
    _search(selection, list(places))


def _contrasts(table: CategoricalTable, chosen: np.ndarray, values: Sequence[tuple[str, str]]) -> pd.DataFrame:
    """A line per value of the map; a value of the whole file that no row of its sample carries counts 0 times."""
    found = contrast(table, chosen).set_index(["attribute", "value"]).reindex(pd.MultiIndex.from_tuples(values))
    absent = found["count"].isna()
    found.loc[absent, found.columns.difference(["lift"])] = 0.0
    return found.rename_axis(["attribute", "value"]).reset_index()


def _plane(view: View, first: Side) -> tuple[JointMap, str]:
    """The values under the first method, or, where it gives them no places of their own, under the default map's."""
    if first.learned.method.has_values:
        joint = cache.joint(view, *first.fit)
        if np.ptp(joint.coordinates, axis=0).max() > RELATIVE_ZERO:
            return joint, ""
    return cache.joint(view, DEFAULT_MAP, ()), f", as {plain(method(DEFAULT_MAP).short)} places them"


def _search(selection: Selection, values: list[tuple[str, str]]) -> None:
    """The same values in a box to search, for the keyboard."""
    picked = selection.ids if selection.kind == VALUES else []
    if st.session_state.get(_PICKED) != picked:
        st.session_state[_PICKED] = picked

    def pick() -> None:
        selection.pick(VALUES, st.session_state[_PICKED])

    st.multiselect(
        "Rows with",
        range(len(values)),
        key=_PICKED,
        format_func=lambda i: " = ".join(values[i]),
        on_change=pick,
        placeholder="Search values",
        help="Rows that carry one of the values picked, in every column that has some.",
    )


def _carry(table: CategoricalTable, values: tuple, picked: list[int]) -> np.ndarray:
    """Rows that carry one of the picked values in every column that has some."""
    out = np.ones(len(table), dtype=bool)
    wanted: dict[str, list[str]] = {}
    for i in picked:
        wanted.setdefault(values[i][0], []).append(values[i][1])
    for attribute, labels in wanted.items():
        r = table.codebook.position(attribute)
        codes = [table.categories[r].index(v) if v in table.categories[r] else len(table.categories[r]) for v in labels]
        out &= np.isin(table.codes[:, r], codes)
    return out
