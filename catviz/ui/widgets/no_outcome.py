"""Where a page cannot do without an outcome: likely ones to choose, and which columns go together."""

from __future__ import annotations

import streamlit as st

from catviz import plots
from catviz.ui.labels import OUTCOME
from catviz.ui.state import cache, results
from catviz.ui.state.view import View
from catviz.ui.widgets import charts, outcome_box
from catviz.ui.widgets.kept_figures import kept

#: Columns drawn at most, and how their association is measured.
_DRAWN, _MEASURE = 16, "AMI"


def ask(view: View, where: str) -> None:
    """Ask what to explain, and show how strongly columns are associated: one that nothing goes with explains little."""
    st.markdown(f"What do you want to explain? Choose one here, or any column under “{OUTCOME}” above.")
    outcome_box.candidates(view, where)
    if view.table.n_attributes < 2:
        return
    matrix = results.most_associated(results.association(view, _MEASURE), _DRAWN)
    counts, theme = cache.counts(view), charts.theme()
    figure = kept(plots.association)(counts, _MEASURE, matrix=matrix, full=view.full_texts, theme=theme)
    charts.show(figure, "association", f"{_MEASURE} between all pairs of columns.", leads=charts.LED)
