"""Dialogs that Escape closes, and that keep what was being written."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_component = st.components.v2.component(
    "catviz_dialog", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def closes() -> None:
    """In a dialog: have Escape close it wherever the focus is."""
    _component(key="dialog", height=1)
