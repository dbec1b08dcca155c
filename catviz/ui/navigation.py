"""The list of pages."""

from __future__ import annotations

import streamlit as st


def pages() -> dict[str, list]:
    """The navigation."""
    return {
        "Start": [
            st.Page("pages/start.py", title="Start", default=True),
            st.Page("pages/lessons.py", title="Lessons"),
        ],
        "Look": [
            st.Page("pages/columns.py", title="Columns"),
            st.Page("pages/values.py", title="Values"),
            st.Page("pages/orders.py", title="Orders"),
            st.Page("pages/inside.py", title="Inside"),
        ],
        "Use": [st.Page("pages/rows.py", title="Rows"), st.Page("pages/clusters.py", title="Clusters")],
        "Judge": [st.Page("pages/classify.py", title="Classify"), st.Page("pages/compare.py", title="Compare")],
    }
