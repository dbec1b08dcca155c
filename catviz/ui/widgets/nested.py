"""A note on columns that determine others, wherever these can make clusters, axes or associations by construction."""

from __future__ import annotations

import streamlit as st

from catviz.analysis.nested import Pairs, in_words
from catviz.ui.labels import LEFT_OUT, MORE
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import plain


def sentence(pairs: Pairs) -> str:
    """Which columns determine which, what follows, and what to do; empty where none do."""
    if not pairs:
        return ""
    return (
        f"{plain(in_words(pairs), 400)} (each value of the one occurs with one value of the other only). Nested "
        "columns are related by construction if one is made from the other. They count more than once in distances, so "
        f"they can make clusters and axes of their own. To avoid that, leave one of each pair out (“{LEFT_OUT}” under "
        f"“{MORE}”, in the sidebar)"
    )


def note(view: View) -> None:
    """The sentence below a figure."""
    if words := sentence(cache.nested(view)):
        st.caption(f":orange[Note:] {words}.")
