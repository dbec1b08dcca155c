"""How the cards were made, and what the page gives away."""

from __future__ import annotations

from functools import partial

import streamlit as st

from catviz.analysis.outcome import NothingRanked
from catviz.registry import DEFAULT, DEFAULT_MAP, method
from catviz.ui.labels import DETAILS
from catviz.ui.overview import alike
from catviz.ui.overview.clusters import CLUSTERER
from catviz.ui.overview.goes_with import MEASURE
from catviz.ui.state import defaults, results
from catviz.ui.state.view import View
from catviz.ui.text import counted, plain
from catviz.ui.widgets import panels
from catviz.ui.widgets.downloads import Tables, geometry_tables, learning, offer


def section(view: View) -> None:
    """Show in a closed box what each card was computed with, and offer its numbers."""
    with panels.aside("details"), st.expander(DETAILS):
        for line in _lines(view):
            st.caption(line)
    _offer(view)


def _lines(view: View) -> list[str]:
    title, column = plain(method(DEFAULT).title), plain(defaults.opening_column(view), 40)
    k = counted(panels.n_clusters(view), "cluster")
    number = "as many as known classes" if view.classes_known else "where the page starts, not a result"
    return [
        f"Columns: ranked by bias-corrected V with the outcome; pairs of columns by {MEASURE}.",
        f"Values: {title}; {column} is the column that pages open on.",
        f"Rows: {DEFAULT_MAP}, one point for all rows with the same values. Larger: more rows.",
        f"Clusters: {plain(CLUSTERER)} under {title}, {k} ({number}). Colour: lift, how many times as frequent as "
        "among all rows. Number: share of the cluster's rows. Rules "
        "were made from these rows, and describe no others.",
    ]


def _offer(view: View) -> None:
    tables: Tables = {}
    try:
        if view.classes_known and not view.picked_rows:
            found = results.outcome(view, str(view.table.target_name))
            tables = {
                f"{what.capitalize()} that go with {found.column}": partial(found.to_frame, what)
                for what in ("columns", "values")
            }
        fitted = alike.learned(view)
    except (NothingRanked, ValueError):
        return
    offer({**tables, **geometry_tables(fitted)}, [learning(view, fitted)])
