"""Single keys that do what the buttons above the page do, and the list of them."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from catviz.ui.labels import EXPORT, GLOSSARY
from catviz.ui.widgets import panels

#: What each key does.
KEYS = {
    "p": "Present this page; the arrow keys turn the screens, Escape ends",
    "s": "Save a picture, a table or the code",
    "/": "Search on this page; where nothing is searched, in the glossary",
    "1 to 9": "Open a page, in the order of the list at the left",
    "Back in the browser": "Take back the last choice",
    "?": "This list",
}
_component = st.components.v2.component("catviz_keys", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"))


def attend() -> None:
    """Have the browser attend to the keys, and show their list where it was asked for."""
    asked = _component(key="keys", data={"save": EXPORT, "search": GLOSSARY}, height=1, on_asked_change=lambda: None)
    if asked.asked:
        _dialog()


@st.dialog("Keys")
def _dialog() -> None:
    panels.close_by_escape()
    st.table({"Key": list(KEYS), "What it does": list(KEYS.values())})
