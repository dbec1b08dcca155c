"""What pages tell the browser: its address, which always holds the link to what is seen, and how dialogs close."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from catviz.ui.state import controls, session

_dialog = st.components.v2.component(
    "catviz_dialog", js=Path(__file__).with_name("dialog.js").read_text(encoding="utf-8")
)
_REPLACE = """
export default function ({ data }) {
    const query = data.query ? "?" + data.query : "";
    if (window.location.search !== query) {
        window.history.replaceState(window.history.state, "", window.location.pathname + query);
    }
}
"""
_address = st.components.v2.component("catviz_address", js=_REPLACE)


def close_by_escape() -> None:
    """In a dialog: have Escape close it wherever the focus is."""
    _dialog(key="dialog", height=1)


def link(without: Collection[str] = ()) -> str:
    """The address that restores this view, with every choice in it, or all but those ``without``."""
    return f"{(st.context.url or '').split('?')[0]}?{_query(everything=True, without=without)}"


def update(page: str) -> None:
    """Show the link in the browser's address bar, without a new run and without an entry in its history.

    ``page`` is part of the data because going to another page empties the address.
    """
    _address(key="address", data={"query": _query(everything=False), "page": page}, height=1)


def _query(everything: bool, without: Collection[str] = ()) -> str:
    present = {"present": "1"} if session.PRESENTING.get() else {}
    drawn = {k: choice for k, choice in controls.drawn().items() if k not in without}
    chosen = {k: text for k, (text, is_default) in drawn.items() if everything or not is_default}
    return urlencode(present | chosen, doseq=True)
