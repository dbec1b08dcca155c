"""What is asked when a file was opened: what to explain, and what is most in doubt of how it was read."""

from __future__ import annotations

import streamlit as st

from catviz.ui.labels import COLUMNS
from catviz.ui.state.view import View
from catviz.ui.widgets import doubts, outcome_box, panels
from catviz.wording import number_of

EXPLAIN = "What do you want to explain?"
#: Questions that are seen at once, and likely outcomes.
_ASKED, _LIKELY = 2, 3


def outcome(view: View) -> None:
    """Ask for the outcome, with the likeliest columns as buttons until one is chosen."""
    outcome_box.choose(view, EXPLAIN)
    if not view.classes_known:
        with st.container(key="asked-likely"):
            outcome_box.candidates(view, "overview", _LIKELY)


def reading(view: View) -> None:
    """Ask what changes most, and lead to the page with the rest."""
    with panels.aside("asked"):
        asked = doubts.of(view)
        more = len(asked) - _ASKED
        with st.container(key="asked", horizontal=True, vertical_alignment="center", gap="xsmall"):
            doubts.ask_folded(asked[:_ASKED])
            words = f"{number_of(more, 'more question')} in {COLUMNS}" if more > 0 else f"How it was read: {COLUMNS}"
            st.page_link("pages/columns.py", label=words, icon=":material/arrow_forward:", width="content")
        doubts.answered()
