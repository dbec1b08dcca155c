"""What surrounds every page: page settings, the list of pages, the sidebar, and one sentence for what goes wrong."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import streamlit as st

from catviz.ui.frame import imports, present
from catviz.ui.state import link, session, turns
from catviz.ui.text import counted, failure, plain


def configure() -> None:
    """Page title, name and mark, and layout; a presentation closes the sidebar."""
    presenting = present.asked()
    st.set_page_config(
        page_title="catviz",
        page_icon=str(Path(__file__).with_name("icon.svg")),
        layout="wide",
        initial_sidebar_state="collapsed" if presenting else 300,
    )
    st.logo(_name(), size="large", icon_image=_read("icon.svg"))
    ink, paper = ("white", "black") if _dark() else ("black", "white")
    colours = f":root {{ --ink: {ink}; --on-primary: {paper}; }}"
    st.html(f"<style>{colours}\n{_read('style.css')}{present.style() if presenting else ''}</style>")
    present.bar()


def _read(file: str) -> str:
    return Path(__file__).with_name(file).read_text(encoding="utf-8")


def _dark() -> bool:
    return st.context.theme.type == "dark"


def _name() -> str:
    """The mark and the name, in the colour of the theme's text."""
    ink = "white" if _dark() else "black"
    return _read("name.svg").replace("MARK", _read("icon.svg")).replace("INK", ink)


def _words_to_one_who_waits() -> Callable[[int], None]:
    """Says how many pages come first; Streamlit ends the wait there if the page was left or changed meanwhile."""
    place: Any = st

    def say(before: int) -> None:
        nonlocal place
        words = f"The server is busy: {counted(before, 'page')} of others must end before this one begins."
        place = place.toast(words, icon=":material/hourglass_top:")

    return say


def run(page) -> None:
    """Show the sidebar, then the page, when it is its turn; what was just chosen may open another one."""
    with _charts_loading():
        # slow to import the first time: by now the browser has the frame to draw
        from catviz.ui.frame import address, export_popover, glossary, header, imports, keys, popovers, report, sidebar
        from catviz.ui.state import jobs
        from catviz.ui.state.view import shown

    imports.READY.set()
    jobs.attend()
    with turns.of_pages.turn(_words_to_one_who_waits()), report.collecting() as collected:
        above = header.draw()
        own_table = sidebar.place_of_own_table(page.title, above)
        view = sidebar.draw(page.title, above)
        opens = (session.OPENS.take() or page.title).casefold()
        if opens != page.title.casefold():
            st.switch_page(f"pages/{opens}.py")
        if view is None:
            return
        with above.actions:
            present.button()
            export_box = export_popover.popover()
            place = report.buttons()
        top, before = st.container(), set(link.drawn())
        try:
            imports.of_page(page.title.casefold())
            with shown(view):
                page.run()
        except ValueError as error:
            logging.getLogger("catviz").warning("page %s: %s", page.title, error, exc_info=error)
            failure(error)
        for note in link.notes():
            top.info(plain(note))
    export_popover.fill(export_box, view)
    report.fill(place, top, collected, view)
    sidebar.name_own_table(own_table)
    sidebar.share(page.title, above)
    with above.actions:
        glossary.button()
        address.reset_button(before)
    keys.attend()
    popovers.attend()
    imports.start()


@contextmanager
def _charts_loading() -> Iterator[None]:
    """Meanwhile a browser that has just come loads what draws figures, for a hidden one that is taken away again."""
    place = st.container(key="early").empty()
    if session.CHARTS_LOADING.there:
        yield
    else:
        session.CHARTS_LOADING.put(True)
        with imports.LOCK:
            imports.begun()
            place.plotly_chart({"data": [{"x": [0]}], "layout": {"width": 10, "height": 10}}, width="content")
            yield
        place.empty()
