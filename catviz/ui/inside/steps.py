"""What every walk through a method is made of: small figures, and the number it ends in."""

from __future__ import annotations

import streamlit as st

from catviz.ui.text import number, plain
from catviz.ui.widgets import charts


def show(figure, key: str, alt: str) -> None:
    """Draw one step."""
    charts.show(figure, f"inside-{key}", alt)


def result(explanation, a: str, b: str) -> None:
    """The number of the Values page."""
    st.markdown(
        f"### → {explanation.quantity} of {plain(a, 40)} and {plain(b, 40)}: {number(explanation.value)}"
        + (f" (distance {number(explanation.distance)})" if explanation.quantity == "similarity" else "")
    )
