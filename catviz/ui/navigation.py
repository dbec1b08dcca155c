"""The list of pages, and where those of older links lead."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from catviz.ui import labels

#: Pages that older links have: the page of today, and what they choose there.
FORMER: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "rows": ("map", {}),
    "orders": ("values", {"values": labels.ORDER}),
    "inside": ("values", {"values": labels.COMPUTED}),
    "classify": ("predict", {}),
    "compare": ("methods", {}),
}


def pages() -> dict[str, list]:
    """The navigation."""
    return {
        "Begin": [
            st.Page("pages/start.py", title=labels.START, default=True),
            st.Page("pages/lessons.py", title=labels.LESSONS),
        ],
        "Explore": [
            st.Page("pages/overview.py", title=labels.OVERVIEW),
            st.Page("pages/columns.py", title=labels.COLUMNS),
            st.Page("pages/values.py", title=labels.VALUES),
            st.Page("pages/map.py", title=labels.MAP),
            st.Page("pages/clusters.py", title=labels.CLUSTERS),
        ],
        "Judge": [
            st.Page("pages/predict.py", title=labels.PREDICT),
            st.Page("pages/methods.py", title=labels.METHODS),
        ],
    }
