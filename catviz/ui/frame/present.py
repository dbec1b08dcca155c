"""Presentation: larger letters, one figure a screen, and a bar to go from one to the next, also by key."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import streamlit as st

from catviz.ui.state import link, session

PRESENT = "Present"
_HTML = """
<div class="blank"></div>
<div class="covers"></div>
<div class="again" aria-hidden="true"></div>
<div class="bar" role="group" aria-label="Presentation">
<button type="button" aria-label="Previous" title="Previous (Left, Page Up)">&#8249;</button>
<span class="place" role="status"></span>
<button type="button" aria-label="Next" title="Next (Right, Page Down)">&#8250;</button>
<button type="button" title="End the presentation (Escape)">End</button>
</div>
"""
_OWN = Path(__file__)
_component = st.components.v2.component(
    "catviz_present",
    html=_HTML,
    css=_OWN.with_suffix(".css").read_text(encoding="utf-8"),
    js=_OWN.with_suffix(".js").read_text(encoding="utf-8"),
)


def asked() -> bool:
    """True while the page is presented."""
    return link.holds(session.PRESENTING)


def style() -> str:
    """CSS of a page that is presented."""
    screens = _OWN.with_name("screens.css").read_text(encoding="utf-8")
    return f"html {{ font-size: min({16 * session.LETTERS:g}px, max(16px, 2.5dvh)); }}\n{screens}"


def bar() -> None:
    """Show the bar of a presentation while it lasts."""
    if asked():
        _component(key="presenting", height=1, on_ended_change=lambda: _turn(False))


def button() -> None:
    """Show the button that begins a presentation, unless one lasts."""
    if not asked():
        help = "For a projector: larger letters, one figure per screen. The arrow keys turn the pages, Escape ends."
        start = partial(_turn, True)
        st.button(PRESENT, key="present", on_click=start, icon=":material/slideshow:", type="tertiary", help=help)


def _turn(presenting: bool) -> None:
    session.PRESENTING.put(presenting)
