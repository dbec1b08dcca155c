"""The glossary: a button above the page opens all terms, abbreviations and methods, with a search."""

from __future__ import annotations

import streamlit as st

from catviz import glossary
from catviz.registry import Method, described, methods
from catviz.ui.labels import GLOSSARY
from catviz.ui.text import LONGEST_SUMMARY, plain
from catviz.ui.widgets import panels

SEARCH = "Search terms and methods"


def button() -> None:
    """Show the button that opens it."""
    help = "Terms, abbreviations and methods, with their formulas."
    opens = panels.dialog(GLOSSARY, contents, "large")
    st.button(GLOSSARY, icon=":material/menu_book:", type="tertiary", help=help, on_click=opens)


def contents() -> None:
    """Show the search, and below it the terms by topic and the methods that it finds."""
    query, by_name = (
        st.text_input(SEARCH, placeholder="for example ARI, lift or inertia"),
        {m.short: m for m in methods()},
    )
    by_topic = glossary.matching(query)
    terms = {term.short for of in by_topic.values() for term in of}
    others = [m for m in methods() if m.short not in terms and glossary.has_words(_searched_words(m), query)]
    for topic, of in by_topic.items():
        with st.expander(f"{topic} ({len(of)})", expanded=bool(query.strip())):
            st.markdown("\n\n".join(_term(term, by_name.get(term.short)) for term in of))
    if others:
        with st.expander(f"Methods ({len(others)})", expanded=bool(query.strip())):
            st.markdown("\n\n".join(map(_method, others)))
    if not by_topic and not others:
        st.info(f"Nothing is found for {plain(query, 60)}. Search for another word, or for the beginning of one.")


def _searched_words(method: Method) -> str:
    return " ".join([method.title, method.stands_for, method.name, *method.aliases, method.summary])


def _term(term: glossary.Term, method: Method | None) -> str:
    """A term; with the formulas of the method, if it is one."""
    return "\n\n".join([f"**{term.name}**", term.entry(), *([] if method is None else _formulas(method))])


def _method(method: Method) -> str:
    long = [f"{plain(method.stands_for[0].upper() + method.stands_for[1:])}."] if method.stands_for else []
    return "\n\n".join(
        [f"**{plain(method.title)}**", *long, plain(method.summary, LONGEST_SUMMARY), *_formulas(method)]
    )


def _formulas(method: Method) -> list[str]:
    return [*(f"$$\n{part}\n$$" for part in method.formulas), *filter(None, [described.symbols(method)])]
