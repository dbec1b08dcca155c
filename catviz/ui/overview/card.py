"""A card: a question that opens its page, a small figure, one sentence, and what limits it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from catviz.ui.state import controls, session
from catviz.ui.text import failure, plain
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.kept_figures import kept_small

#: Characters of a card's sentence.
_LONGEST = 260


@contextmanager
def card(key: str, question: str, page: str, **choices) -> Iterator[None]:
    """A card whose question opens a page with some choices; what cannot be worked out is said in it."""
    with st.container(key=f"card-{key}", gap="xsmall"):
        if not session.PRESENTING.get():  # the figure has a title then
            how: dict[str, Any] = {"type": "tertiary", "icon": ":material/arrow_forward:", "icon_position": "right"}
            panels.door(plain(question), page, controls.choose, kwargs=choices, key=f"open-{key}", **how)
        try:
            yield
        except ValueError as error:
            logging.getLogger("catviz").warning("card %s: %s", key, error, exc_info=error)
            failure(error)


def draw(make: Callable[[], go.Figure], key: str, alt: str, *changes: Callable[[go.Figure], go.Figure]) -> None:
    """Show a figure small, after some changes; all of them are functions at the top of a module, or partial ones."""
    charts.show(kept_small(make, *changes), f"overview-{key}", alt, fills=True)


def say(sentence: str, key: str, limits: Mapping[str, str] | None = None) -> None:
    """Show a card's sentence, given as plain text, and what limits it."""
    with st.container(key=f"said-{key}"):  # a presentation keeps it with the figure above
        st.markdown(plain(sentence, _LONGEST))
    if limits:
        panels.chips(limits, f"card-{key}")
