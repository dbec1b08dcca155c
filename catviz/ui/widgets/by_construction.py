"""Notes on what makes clusters, axes or associations by construction: cells missing together, nested columns."""

from __future__ import annotations

import streamlit as st

from catviz.analysis.nested import Pairs, missing_together
from catviz.table.counts import Counts
from catviz.ui.labels import LEFT_OUT, MORE, OPTIONS, PREPARE
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import counted, first_names, plain
from catviz.ui.widgets.panels import RARE
from catviz.words.nested import in_words


def of_missing(counts: Counts) -> str:
    """Which columns are missing together, what follows, and what to do; empty where none are."""
    groups = [(names, n) for names, n in missing_together(counts) if n >= RARE]
    if not groups:
        return ""
    names, n = groups[0]
    others = f" (and so are {counted(len(groups) - 1, 'other group')} of columns)" if groups[1:] else ""
    return (
        f"{first_names(names)} are all missing in the same {counted(n, 'row')}{others}. Missing is a value to "
        f"distances, so these rows are alike in {len(names)} columns at once, and can be a cluster or an axis of "
        f"their own. To avoid that, filter them out under {PREPARE}, or leave missing cells out where a method "
        f"has that under {OPTIONS}"
    )


def note_missing(view: View, fit: cache.Fitted) -> None:
    """The sentence below a figure of rows, unless the method leaves missing cells out."""
    if getattr(fit.estimator, "na", None) != "exclude" and (words := of_missing(cache.counts(view))):
        st.caption(f":orange[Note:] {words}.")


def of_nested(pairs: Pairs) -> str:
    """Which columns determine which, what follows, and what to do; empty where none do."""
    if not pairs:
        return ""
    return (
        f"{plain(in_words(pairs), 400)} (each value of the one occurs with one value of the other only). Nested "
        "columns are related by construction if one is made from the other. They count more than once in distances, so "
        f"they can make clusters and axes of their own. To avoid that, leave one of each pair out (“{LEFT_OUT}” under "
        f"“{MORE}”, in the sidebar)"
    )


def note_nested(view: View) -> None:
    """The sentence below a figure."""
    if words := of_nested(cache.nested(view)):
        st.caption(f":orange[Note:] {words}.")
