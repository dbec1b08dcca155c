"""The browser's address: it shows every choice of the page, and going back in the browser takes the last one back."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from urllib.parse import parse_qs

import streamlit as st

from catviz.ui.state import link, session

_KEY = "address"
_ICON = ":material/restart_alt:"
_component = st.components.v2.component(
    "catviz_address", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def show(page: str) -> None:
    """Show the link in the browser's address bar: a choice makes an entry of its history, another page begins one."""
    session.ENDED_WITH.put(list(link.drawn()))
    data = {"query": link.query(everything=False), "page": page, "restored": session.RESTORED.get()}
    _component(key=_KEY, data=data, height=1, on_popped_change=_restore)


def reset_button(above: Collection[str]) -> None:
    """Show the button that lets the page start anew, where a choice of it is no default; ``above`` are not of it."""
    of_page = {key: is_default for key, (_, is_default) in link.drawn().items() if key not in above}
    if not all(of_page.values()):
        help = "Reset this page: its choices start from their defaults again. Back in the browser takes back one."
        st.button(
            "Reset", key="reset", on_click=link.forget, args=tuple(of_page), icon=_ICON, type="tertiary", help=help
        )


def _restore() -> None:
    """In a callback: make the choices of the entry that was gone to in place of those of the page."""
    popped = session.of_widget(_KEY).get().popped
    if popped:
        session.RESTORED.put(popped["at"])
        link.restore(parse_qs(popped["query"], keep_blank_values=True))
