"""The browser's address: it always holds the link to what is seen."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlencode

import streamlit as st

from catviz.ui.state import controls, session

_REPLACE = """
export default function ({ data }) {
    const query = data.query ? "?" + data.query : "";
    if (window.location.search !== query) {
        window.history.replaceState(window.history.state, "", window.location.pathname + query);
    }
}
"""
_component = st.components.v2.component("catviz_address", js=_REPLACE)


def link(without: Collection[str] = ()) -> str:
    """The address that restores this view, with every choice in it, or all but those ``without``."""
    return f"{(st.context.url or '').split('?')[0]}?{_query(everything=True, without=without)}"


def update(page: str) -> None:
    """Show the link in the browser's address bar, without a new run and without an entry in its history.

    ``page`` is part of the data because going to another page empties the address.
    """
    _component(key="address", data={"query": _query(everything=False), "page": page}, height=1)


def _query(everything: bool, without: Collection[str] = ()) -> str:
    present = {"present": "1"} if session.PRESENTING.get() else {}
    drawn = {k: choice for k, choice in controls.drawn().items() if k not in without}
    chosen = {k: text for k, (text, is_default) in drawn.items() if everything or not is_default}
    return urlencode(present | chosen, doseq=True)
