"""The list of pages."""

from __future__ import annotations

import streamlit as st

from catviz.ui import labels


def pages() -> dict[str, list]:
    """The navigation."""
    return {
        "Start": [
            st.Page("pages/start.py", title=labels.START, default=True),
            st.Page("pages/lessons.py", title=labels.LESSONS),
        ],
        "Look": [
            st.Page("pages/overview.py", title=labels.OVERVIEW),
            st.Page("pages/columns.py", title=labels.COLUMNS),
            st.Page("pages/values.py", title=labels.VALUES),
            st.Page("pages/orders.py", title=labels.ORDERS),
            st.Page("pages/inside.py", title=labels.INSIDE),
        ],
        "Use": [st.Page("pages/rows.py", title=labels.ROWS), st.Page("pages/clusters.py", title=labels.CLUSTERS)],
        "Judge": [
            st.Page("pages/classify.py", title=labels.CLASSIFY),
            st.Page("pages/compare.py", title=labels.COMPARE),
        ],
    }
