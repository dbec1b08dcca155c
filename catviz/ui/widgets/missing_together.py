"""A note on columns whose cells are missing in the same rows, wherever these rows can look like a group."""

from __future__ import annotations

import streamlit as st

from catviz.analysis.missing_cells import missing_together
from catviz.table.counts import Counts
from catviz.ui.labels import OPTIONS, PREPARE
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import counted, first_names
from catviz.ui.widgets.panels import RARE


def sentence(counts: Counts) -> str:
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


def note(view: View, fit: cache.Fitted) -> None:
    """The sentence below a figure of rows, unless the method leaves missing cells out."""
    if getattr(fit.estimator, "na", None) != "exclude" and (words := sentence(cache.counts(view))):
        st.caption(f":orange[Note:] {words}.")
