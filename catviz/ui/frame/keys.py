"""Single keys that do what the buttons above the page do, and the list of them."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from catviz.ui.labels import EXPORT, GLOSSARY
from catviz.ui.state import link, session
from catviz.ui.widgets import panels

TITLE, SINGLE = "Keys", "Single keys"

#: What each key does.
KEYS = {
    "p": "Present this page; the arrow keys turn the screens, Escape ends",
    "s": "Save a picture, a table or the code",
    "/": "Search on this page; where nothing is searched, in the glossary",
    "1 to 9": "Open a page, in the order of the list at the left",
    "Back in the browser": "Take back the last choice",
    "?": "This list",
}
_SWITCH = "single-keys"
_component = st.components.v2.component("catviz_keys", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"))


def attend() -> None:
    """Have the browser attend to the keys, and show their list where it was asked for."""
    opens = panels.dialog(TITLE, _contents)
    data = {"save": EXPORT, "search": GLOSSARY, "off": link.holds(session.KEYS_OFF)}
    _component(key="keys", data=data, height=1, on_asked_change=opens)
    help = "What each key does."
    st.sidebar.button(TITLE, icon=":material/keyboard:", type="tertiary", help=help, on_click=opens)


def _contents() -> None:
    st.table({"Key": list(KEYS), "What it does": list(KEYS.values())})
    help = f"Off: keys of one character do nothing. {TITLE} in the sidebar still opens this list."
    st.toggle(SINGLE, not link.holds(session.KEYS_OFF), key=_SWITCH, on_change=_switch, help=help)


def _switch() -> None:
    session.KEYS_OFF.put(not session.of_widget(_SWITCH).get())
