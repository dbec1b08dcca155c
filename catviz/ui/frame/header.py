"""The line above every page: its table, the outcome, what limits every result of the table, and the actions."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz.table.weights import are_whole
from catviz.ui.labels import COLUMNS
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import panels
from catviz.words.chips import chips

#: Columns left out that are named.
_NAMED = 6


@dataclass(frozen=True)
class Header:
    """Where the line has each of its parts."""

    table: DeltaGenerator
    outcome: DeltaGenerator
    limits: DeltaGenerator
    actions: DeltaGenerator


def draw() -> Header:
    """Draw the line, whose parts are filled as they become known."""
    with st.container(key="header", horizontal=True, vertical_alignment="center", gap="small"):
        table = st.container(key="header-table", width=220)
        outcome = st.container(key="header-outcome", width=220)
        limits = st.container(width="content")
        actions = st.container(key="actions", horizontal=True, width="content", gap="xsmall")
    return Header(table, outcome, limits, actions)


def limits(place: DeltaGenerator, view: View, survey: str = "") -> None:
    """Show in chips what holds for every result of this table.

    Parameters
    ----------
    place : DeltaGenerator
        Where they stand.
    view : View
        The table.
    survey : str
        Why its weights are survey weights and no counts; empty if they are counts.
    """
    with place:
        panels.chips(_of_rows(view) | _of_weights(view, survey), of="table")


def _of_rows(view: View) -> dict[str, str]:
    """Whether these are all rows, how they were chosen, and whether they are a sample of independent ones."""
    texts: dict[str, str] = {}
    if view.uploaded and view.prepared is not None:
        aside = [c for c in view.prepared.columns if c.role == "left out" and c.use not in ("weight", "groups")]
        if aside:
            columns = counted(len(aside), "column")
            named = "; ".join(plain(f"{c.name} ({c.why})" if c.why else c.name, 200) for c in aside[:_NAMED])
            more = f"; and {counted(len(aside) - _NAMED, 'other')}" if len(aside) > _NAMED else ""
            texts |= chips("header", "{columns} left out", columns=columns, named=f"{named}{more}", page=COLUMNS)
    if view.large is not None:
        texts |= chips("header", "sample of the rows", about=view.large.about)
    if view.picked_rows:
        texts |= chips("header", "rows chosen by hand")
    if view.no_sample:
        kind = "rows not independent" if view.no_sample == view.repeated else "no sample"
        texts |= chips("header", kind, why=view.no_sample)
    if name := view.groups_name:
        groups, rows = counted(view.n_groups, "group"), counted(view.table.n_rows, "row")
        texts |= chips("header", "whole groups: {name}", name=name, groups=groups, rows=rows)
    return texts


def _of_weights(view: View, survey: str) -> dict[str, str]:
    """What the weights of the rows are taken for."""
    weights = view.table.weights
    if weights is None:
        return {}
    rows = number(weights.sum())
    if survey:
        return chips("header", "survey weights", why=survey, rows=rows)
    return chips("header", "weights" if are_whole(weights) else "fractional weights", rows=rows, page=COLUMNS)
