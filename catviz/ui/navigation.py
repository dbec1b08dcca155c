"""The list of pages, and where those of older links lead."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cache

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

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
    """The navigation: copies of its pages, since Streamlit marks the one that runs."""
    context = get_script_run_ctx()
    found = _found(None if context is None else context.main_script_path)
    return {part: [copy(page) for page in pages] for part, pages in found.items()}


@cache
def _found(script: str | None) -> dict[str, list]:
    """The pages of a script, whose files are looked for once; None outside of Streamlit."""
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
