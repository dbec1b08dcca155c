"""The way of the Tab key through what buttons open."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_component = st.components.v2.component(
    "catviz_popovers", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def attend() -> None:
    """Have the browser lead from a button into what it opened, and on from there."""
    _component(key="popovers", height=1)
