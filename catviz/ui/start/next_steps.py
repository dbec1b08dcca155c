"""What to do next, at the end of Start."""

from __future__ import annotations

import streamlit as st

from catviz.ui.state import cache, uploads
from catviz.ui.state import view as views
from catviz.ui.widgets import advice


def show() -> None:
    """Learn with the lessons, open a table, compare methods; what advice says of the table chosen."""
    learn, own, compare = st.container(key="doors").columns(3, gap="medium")
    with learn.container(border=True, height="stretch"):
        st.header("Learn", anchor=False)
        st.markdown("Six questions to guess, alone or in a lecture.")
        st.page_link("pages/lessons.py", label="Open the lessons", width="stretch")
    with own.container(border=True, height="stretch"):
        st.header("Explore your table", anchor=False)
        uploads.box("start-file", "Open a file: CSV, Excel, Parquet, SPSS or Stata")
        st.caption(f"Or choose one of {len(cache.catalog())} data sets in the sidebar.")
    with compare.container(border=True, height="stretch"):
        st.header("Compare methods", anchor=False)
        st.markdown(
            "With which methods do clusters agree best with known classes? On which tables do the methods differ?"
        )
        st.page_link("pages/compare.py", label="Open the comparison", width="stretch")
    advice.section(views.current())
