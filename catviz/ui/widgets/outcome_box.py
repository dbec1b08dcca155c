"""What do you want to explain? The one outcome of all pages, asked on the pages that are about it."""

from __future__ import annotations

import streamlit as st

from catviz.table.likely_outcomes import likely_outcomes
from catviz.ui.labels import OUTCOME
from catviz.ui.state import controls, session, table_choices
from catviz.ui.state.table_choices import NONE, declared_outcome
from catviz.ui.state.view import View
from catviz.ui.text import plain, shown_as


def candidates(view: View, where: str, most: int | None = None) -> None:
    """Show the columns that are likely to be the outcome as buttons, the likeliest first; ``where`` names the place."""
    with st.container(horizontal=True):
        for i, name in enumerate(_likely(view)[:most]):
            key = f"explain-{where}-{i}"
            st.button(plain(name, 40), key=key, on_click=table_choices.choose_outcome, args=(name,))


def choose(view: View, label: str = OUTCOME) -> str:
    """A box that sets the outcome of all pages, and the column that it is."""
    assert view.whole is not None
    options, now = table_choices.outcome_options(view.whole, view.prepared), view.table.target_name or NONE
    key = f"explained-{hash((tuple(options), now))}"  # a new box for another outcome, which any page may set
    st.selectbox(
        label,
        options,
        options.index(now),
        key=key,
        format_func=shown_as(options),
        help="The same as above the page: one outcome for all pages.",
        on_change=_choose_outcome,
        args=(key, now),
    )
    return now


def _choose_outcome(key: str, before: str) -> None:
    if controls.kept(table_choices.OUTCOME_KEY) == before:  # else a browser still speaks of the box before this one
        table_choices.choose_outcome(session.of_widget(key).get())


def _likely(view: View) -> list[str]:
    """Columns that may be the outcome, the likeliest first."""
    if view.whole is None:
        return []
    declared, kept = declared_outcome(view.whole), set(view.kept_selections)
    likely = [name for name in likely_outcomes(view.whole) if name not in kept]
    return likely if declared is None else [declared, *likely]
