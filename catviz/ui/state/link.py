"""The link: the address that restores a page, as it is read, carried on with every choice, and set aside.

A link holds choices as text under short keys: what is asked for is taken once, and what was drawn is written again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from urllib.parse import urlencode

import streamlit as st

from catviz.ui.labels import OVERVIEW
from catviz.ui.state import session
from catviz.ui.state.session import Chosen, Key

#: How the title of a file ends, after its name: with the digest of its content.
_OF_A_FILE = re.compile(r"\[[0-9a-f]+\]$")
#: The key of the one number of clusters, of all methods and pages.
CLUSTERS = "k"
#: Keys that older links have, and those of today.
_KEYS = {"beside": "second", "outcome": "groups"}
#: Settings of the view that are no choices of a page, and what the link has where they hold.
_SETTINGS = {session.PRESENTING: "present", session.KEYS_OFF: "nokeys"}
#: How the key ends that older links have for a method's number of clusters.
_OF_A_METHOD = ".n_clusters.value"


def begin(page: str) -> None:
    """Start a run. The first one of a session reads the link; another page has notes of its own, and no dialog yet."""
    if not session.LINK.there:
        # in older links, which may have both keys, the older one went before
        older_last = sorted(st.query_params, key=_KEYS.__contains__)
        link = session.LINK.put({_KEYS.get(key, key): st.query_params.get_all(key) for key in older_last})
        for older in [key for key in link if key.endswith(_OF_A_METHOD)]:
            link.setdefault(CLUSTERS, link.pop(older))
        if _OF_A_FILE.search("".join(link.get(session.DATA.name, [])[-1:])):
            session.AWAITED.put(dict(link))
    session.CHOICES.first(dict)
    session.DRAWN.put({})
    if session.MOVED.put(session.PAGE.get() != page):
        session.PAGE.put(page)
        session.NOTES.put([])
        session.DIALOG.take()


def begin_tab(name: str) -> None:
    """Another tab of a page has notes of its own."""
    before = session.TAB.get()
    if not session.MOVED.get() and before not in (None, name):
        session.NOTES.put([])
    session.TAB.put(name)


def drawn() -> dict[str, tuple[str | list[str], bool]]:
    """Every choice drawn so far in this run as text, and whether it is the default."""
    return session.DRAWN.first(dict)


def notes() -> list[str]:
    """What a link asked for and could not get, in words."""
    return session.NOTES.first(list)


def note(sentence: str) -> None:
    """Say above the page what the link asks for and cannot get; a link about a file that is not here says so itself."""
    if not session.AWAITED.there:
        notes().append(sentence)


def holds(setting: Key[bool]) -> bool:
    """True while a setting of the view holds: the link asks for it once, then the buttons decide."""
    return setting.first(lambda: st.query_params.get(_SETTINGS[setting]) == "1")


def asked(key: str) -> str | None:
    """What the link asks for under a key that no widget has, once."""
    texts = take_asked(key)
    return None if texts is None else texts[-1]


def asked_texts(key: str) -> list[str] | None:
    """Texts that the link asks for under a key that no widget has, once; None if it asks for none.

    None too while the file of the link is not here: its rows and values are not those of the table shown meanwhile.
    """
    texts = take_asked(key)
    return None if session.AWAITED.there else texts


def write(key: str, text: str) -> None:
    """Put a choice that no widget holds into the link."""
    drawn()[key] = (text, False)


def keep_texts(key: str, texts: list[str]) -> None:
    """Have the link carry texts under a key that no widget has."""
    drawn()[key] = (texts, not texts)


def keep(key: str, value, text: str | list[str], is_default: bool):
    """Have the link carry a choice as text; returns the choice."""
    session.CHOICES.first(dict)[key] = value
    drawn()[key] = (text, is_default)
    return value


def forget(*keys: str) -> None:
    """Let widgets start from their defaults again."""
    for key in keys:
        Chosen(key).take()
        session.LINK.first(dict).pop(key, None)


def awaited() -> str:
    """The name of the file that the link of this session is about, where it is not here yet; else empty."""
    return _file_of(session.AWAITED.get())


def passed_over() -> str:
    """The name of the file that the link of this session is about, where another was opened; else empty."""
    page_and_link = session.SET_ASIDE.get()
    return "" if page_and_link is None else _file_of(page_and_link[1])


def set_aside() -> None:
    """In a callback: another file than that of the link is opened; the link waits until its own one is."""
    link = session.AWAITED.take()
    if link is not None:
        session.SET_ASIDE.put((session.PAGE.get() or OVERVIEW, link))


def reopen(digest: str, **choices: str) -> str | None:
    """In a callback: the page of this session's link if it asks for the file with a digest, else None.

    All choices of the link are made then; ``choices`` go before them.
    """
    link, page = session.AWAITED.get(), session.PAGE.get() or OVERVIEW
    if link is None:
        page, link = session.SET_ASIDE.get() or (page, None)
    if link is None or not link[session.DATA.name][-1].endswith(f"[{digest}]"):
        return None
    session.SET_ASIDE.take()
    session.AWAITED.take()
    forget(*session.CHOICES.first(dict), *link)  # what was chosen, or began as its default, was of another table
    session.LINK.put(link | {key: [text] for key, text in choices.items()})
    session.NOTES.put([])
    return page


def _file_of(link: dict[str, list[str]] | None) -> str:
    return "" if link is None else _OF_A_FILE.sub("", link[session.DATA.name][-1]).strip()


def take_asked(key: str) -> list[str] | None:
    """What the link asks for, once."""
    return session.LINK.first(dict).pop(key, None)


def full_link(without: Collection[str] = ()) -> str:
    """The address that restores this view, with every choice in it, or all but those ``without``."""
    return f"{(st.context.url or '').split('?')[0]}?{query(everything=True, without=without)}"


def restore(link: Mapping[str, list[str]]) -> None:
    """In a callback: make the choices of a link in place of those that the page had drawn when it ended last."""
    forget(*session.ENDED_WITH.first(list), *link)
    for setting, name in _SETTINGS.items():
        setting.put(name in link)
    session.LINK.put({key: texts for key, texts in link.items() if key not in _SETTINGS.values()})
    session.NOTES.put([])


def query(everything: bool, without: Collection[str] = ()) -> str:
    """What stands behind the page in an address: the choices drawn, ``everything`` or those that are no defaults."""
    settings = {name: "1" for setting, name in _SETTINGS.items() if holds(setting)}
    kept = {k: choice for k, choice in drawn().items() if k not in without}
    chosen = {k: text for k, (text, is_default) in kept.items() if everything or not is_default}
    return urlencode(settings | chosen, doseq=True)
