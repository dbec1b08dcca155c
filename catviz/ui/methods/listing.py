"""Methods, All methods: a search, and one line for each method that opens what the registry says of it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from catviz.glossary import has_words
from catviz.registry import ELSEWHERE, STATUSES, Method, described, methods, not_loaded
from catviz.ui.labels import DETAILS
from catviz.ui.state import controls
from catviz.ui.text import plain, short
from catviz.words import comparison as answers

QUESTION = (
    "What does each method do?",
    "Every method of the papers and their baselines: what it does, its formula, its source, and how faithful it is.",
)
SEARCH = "Search methods"
FAMILY, EVERY = "Family", "all families"
#: Characters of a summary in the line of a method.
_LINE = 110


def section(say: Callable[[str], None]) -> None:
    """Show the search and the methods that it finds, and say how many there are."""
    search_box, family_box, _ = st.columns([2, 1.3, 2], vertical_alignment="bottom")
    families = described.families(methods())
    with search_box:
        query = st.text_input(SEARCH, key="search-methods", placeholder="for example frequency, tree or Gower")
    with family_box:
        family = controls.select(FAMILY, [EVERY, *families], "family")
    found = [m for m in methods() if family in (EVERY, m.family) and has_words(_searched(m), query)]
    say(answers.listed_methods(len(found), len(methods())))
    for sentence in not_loaded():
        st.warning(plain(f"{sentence[0].upper()}{sentence[1:]}.", 1200))
    for each in found:
        _line(each)
    with st.expander(DETAILS):
        meanings = [f"**{status}**: {plain(meaning)}" for status, meaning in STATUSES.items() if status != ELSEWHERE]
        st.caption(f"Status. {'. '.join(meanings)}.")
        optional = next(m.title for m in methods() if m.cls is not None and m.cls.uses_target and not m.supervised)
        st.caption(f"{plain(optional)} uses the known classes if there are any.")


def _searched(method: Method) -> str:
    """What a search looks through."""
    words = (method.title, method.name, method.stands_for or "", *method.aliases, method.family)
    return " ".join((*words, method.summary, method.paper))


def _line(method: Method) -> None:
    """One line: the title and what the method does; opened, all that is known of it."""
    first = method.summary.split(". ")[0].removesuffix(".")
    title = f"**{plain(method.title)}** {plain(short(first, _LINE))}"
    line = st.expander(title, key=f"method-{method.name}", on_change="rerun")
    if line.open:
        line.markdown(about(method))


def about(method: Method) -> str:
    """All that the registry says of a method, as Markdown without its title."""
    return described.entry(method, level=5, code=False).partition("\n\n")[2]
