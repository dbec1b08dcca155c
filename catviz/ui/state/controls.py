"""Widgets whose choices live in the link, and the widgets a method's parameters declare.

A link is read once, at a session's first run; choices are then kept in the session, across pages, and every run writes
those that differ from their defaults to the address (`catviz.ui.frame.address`).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

import streamlit as st

from catviz.glossary import explained
from catviz.parameters import Choice, Number, Several, help_text
from catviz.parameters import label as label_of
from catviz.registry import Method, methods
from catviz.ui.labels import COLUMNS, GLOSSARY
from catviz.ui.state import session
from catviz.ui.state.session import of_widget
from catviz.ui.text import plain, short, shown_as, together

_NUMBER = "a number"
_OF_A_FILE = re.compile(r"\[[0-9a-f]+\]$")
"""How the title of a file ends, after its name: with the digest of its content."""
_KEYS = {"beside": "second", "outcome": "groups"}
"""Keys that older links have, and those of today."""
_WRAPPED = 8
"""Up to so many choices of several are all seen, on as many lines as they need."""
_LONGEST_NUMBER, _QUOTED = 40, 60
"""Characters of a link's number that are read, and of any of its texts that a note quotes."""
_STEP, _LARGEST = 0.05, 10_000
"""By how much the buttons change a number that is not whole; the largest number where a parameter has no bound."""


def begin(page: str) -> None:
    """Start a run. The first one of a session reads the link; another page has notes of its own."""
    if not session.LINK.there:
        older_last = sorted(st.query_params, key=_KEYS.__contains__)
        link = session.LINK.put({_KEYS.get(key, key): st.query_params.get_all(key) for key in older_last})
        if _OF_A_FILE.search("".join(link.get(session.DATA.name, [])[-1:])):
            session.AWAITED.put(dict(link))
    session.CHOICES.first(dict)
    session.DRAWN.put({})
    if session.MOVED.put(session.PAGE.get() != page):
        session.PAGE.put(page)
        session.NOTES.put([])


def drawn() -> dict[str, tuple[str | list[str], bool]]:
    """Every choice drawn so far in this run as text, and whether it is the default."""
    return session.DRAWN.first(dict)


def notes() -> list[str]:
    """What a link asked for and could not get, in words."""
    return session.NOTES.first(list)


def select(
    label: str,
    options: Collection,
    key: str,
    default=None,
    text: Callable = str,
    help: str | None = None,
    code: Callable | None = None,
    **layout,
):
    """A select box whose choice lives in the link under ``key``: as it is shown, or as ``code`` writes it.

    ``formerly`` may be given as for `segmented`.
    """
    formerly = layout.pop("formerly", {})
    return _one_of(st.selectbox, label, options, key, default, text, formerly, code, help=_explained(help), **layout)


def segmented(
    label: str,
    options: Sequence,
    key: str,
    default=None,
    text: Callable = str,
    help: str | None = None,
    formerly: Mapping[str, str] = MappingProxyType({}),
    code: Callable | None = None,
    **layout,
):
    """A few options side by side, one of them chosen; the choice lives in the link under ``key``, as for `select`.

    ``formerly`` maps older names of options, which links may still have, to those of today.
    """
    return _one_of(
        st.segmented_control,
        label,
        options,
        key,
        default,
        text,
        formerly,
        code,
        help=_explained(help),
        required=True,
        **layout,
    )


def several(
    label: str,
    options: Collection[str],
    key: str,
    default: Sequence[str] = (),
    help: str | None = None,
    text: Callable = str,
):
    """A multiple choice that lives in the link under ``key``; ``text`` gives what is shown of an option."""
    widget, asked = of_widget(key), _asked(key)
    asked = None if asked is None else [_of_today(v, list(options)) for v in asked]
    wanted = widget.get() if _alive(key) else _kept(key, list(default)) if asked is None else asked
    known = [v for v in wanted if v in options]
    for unknown in [v for v in asked or () if v not in options]:
        _note(label, unknown)
    if not _alive(key) or known != wanted:
        widget.put(known)
    value = st.multiselect(
        label,
        list(options),
        key=key,
        help=_explained(help),
        format_func=shown_as(options, text),
        wrap=len(known) <= _WRAPPED,
    )
    return _keep(key, value, value, value == list(default))


def number(
    label: str,
    key: str,
    low: float,
    high: float,
    default: float,
    help: str | None = None,
    slider: bool = True,
    step: float = 1,
):
    """A number that lives in the link under ``key``; a whole one where all of its bounds, default and step are."""
    default = max(low, min(default, high))
    kept, asked, bounds = of_widget(key), _asked(key), session.BOUNDS.first(dict)
    found = None if asked is None else _between(asked[-1], low, high, type(step))
    if found is not None:
        kept.put(found)
    elif asked is not None:
        _note(label, asked[-1])
    if not _alive(key) or bounds.get(key) != (low, high):
        # with other bounds the widget is a new one to Streamlit, which would start it at its lower end
        wanted = kept.get() if kept.there else _kept(key, default)
        kept.put(wanted if low <= wanted <= high else default)
    bounds[key] = (low, high)
    widget = st.slider if slider and high > low else st.number_input
    value = widget(label, low, max(high, low), step=step, key=key, help=_explained(help), format=_format(step))
    return _keep(key, value, str(value), value == default)


def asked_texts(key: str) -> list[str] | None:
    """Texts that the link asks for under a key that no widget has, once; None if it asks for none.

    None too while the file of the link is not here: its rows and values are not those of the table shown meanwhile.
    """
    found = _asked(key)
    return None if session.AWAITED.there else found


def keep_texts(key: str, texts: list[str]) -> None:
    """Have the link carry texts under a key that no widget has."""
    drawn()[key] = (texts, not texts)


def forget_parameters() -> None:
    """Let the parameters of all methods start from their defaults again."""
    keys, names = {*session.CHOICES.first(dict), *session.LINK.first(dict)}, {m.name for m in methods()}
    forget(*[key for key in keys if key.partition(".")[0] in names])


def forget(*keys: str) -> None:
    """Let widgets start from their defaults again."""
    for key in keys:
        of_widget(key).take()
        session.CHOICES.first(dict).pop(key, None)
        session.LINK.first(dict).pop(key, None)


def rename(old: str, new: str, *keys: str) -> None:
    """In a callback: widgets that hold one name hold another."""
    choose(**{key: new for key in keys if of_widget(key).get() == old})


def choose(**choices) -> None:
    """In a callback: make choices, of this page or another, before the next run."""
    for key, value in choices.items():
        session.CHOICES.first(dict)[key] = of_widget(key).put(value)
        session.LINK.first(dict).pop(key, None)


def awaited() -> str:
    """The name of the file that the link of this session is about, where it is not here yet; else empty."""
    return _file_of(session.AWAITED.get())


def passed_over() -> str:
    """The name of the file that the link of this session is about, where another was opened; else empty."""
    page_and_link = session.SET_ASIDE.get()
    return "" if page_and_link is None else _file_of(page_and_link[1])


def _file_of(link: dict[str, list[str]] | None) -> str:
    return "" if link is None else _OF_A_FILE.sub("", link[session.DATA.name][-1]).strip()


def set_aside() -> None:
    """In a callback: another file than that of the link is opened; the link waits until its own one is."""
    link = session.AWAITED.take()
    if link is not None:
        session.SET_ASIDE.put((session.PAGE.get() or COLUMNS, link))


def reopen(digest: str, **choices: str) -> str | None:
    """In a callback: the page of this session's link if it asks for the file with a digest, else None.

    All choices of the link are made then; ``choices`` go before them.
    """
    link, page = session.AWAITED.get(), session.PAGE.get() or COLUMNS
    if link is None:
        page, link = session.SET_ASIDE.get() or (page, None)
    if link is None or not link[session.DATA.name][-1].endswith(f"[{digest}]"):
        return None
    if session.SET_ASIDE.take() is not None:
        forget(*session.CHOICES.first(dict))  # they were made for the other file
    session.AWAITED.take()
    forget(*link)
    session.LINK.put(link | {key: [text] for key, text in choices.items()})
    session.NOTES.put([])
    return page


def asked(key: str) -> str | None:
    """What the link asks for under a key that no widget has, once."""
    found = _asked(key)
    return None if found is None else found[-1]


def write(key: str, text: str) -> None:
    """Put a choice that no widget holds into the link."""
    drawn()[key] = (text, False)


def kept(key: str):
    """The choice made before on any page, or None."""
    return _kept(key, None)


def note(sentence: str) -> None:
    """Say above the page what the link asks for and cannot get; a link about a file that is not here says so itself."""
    if not session.AWAITED.there:
        notes().append(sentence)


def parameters(
    method: Method, fitting: dict[str, object], only: Collection[str] | None = None
) -> tuple[tuple[str, object], ...]:
    """The widgets of a method's declared parameters; returns the chosen values as sorted pairs.

    ``fitting`` holds defaults that fit the table better than the class's own. Where ``only`` names some parameters,
    the others are not drawn and not returned.
    """
    defaults = {n: p.default for n, p in inspect.signature(method.cls).parameters.items()} | fitting
    chosen = {}
    for name, declared in method.cls.parameters.items():
        if only is not None and name not in only:
            continue
        key, label = f"{method.name}.{name}", label_of(method.cls, name)
        help = plain(help_text(method.cls, name), 600) or None
        if isinstance(declared, Choice):
            if _is_drawn(declared):
                chosen[name] = select(label, declared.options, key, defaults[name], declared.name_of, help, str)
        elif isinstance(declared, Several):
            members = several(label, declared.options, key, defaults[name], help, declared.name_of)
            chosen[name] = tuple(members) or defaults[name]
        elif isinstance(declared, Number) and declared.drawn:
            chosen[name] = _number(label, key, declared, defaults[name], help)
    return tuple(sorted(chosen.items()))


def shown_text(key: str, text: str | list[str]) -> str | list[str]:
    """What a page shows for the text that the link has under a key: the readable name of a method's parameter."""
    owner, _, name = key.partition(".")
    declared = next((m.cls.parameters.get(name) for m in methods() if m.name == owner and m.cls is not None), None)
    if not isinstance(declared, Choice | Number | Several):
        return text
    if isinstance(text, list):
        return [declared.name_of(member) for member in text]
    special = {str(choice): declared.name_of(choice) for choice in declared.choices}
    return special.get(text, text)


def has_parameters(method: Method) -> bool:
    """True where there is anything to set."""
    return any(_is_drawn(declared) for declared in method.cls.parameters.values())


def _is_drawn(declared) -> bool:
    if isinstance(declared, Choice):
        return declared.drawn and len(declared.options) > 1
    return isinstance(declared, Several) or (isinstance(declared, Number) and declared.drawn)


def _number(label: str, key: str, declared: Number, default, help: str | None):
    special = {str(s): declared.name_of(s) for s in declared.special}
    if special:
        shown, first = special | {_NUMBER: _NUMBER}, str(default) if str(default) in special else _NUMBER
        word = select(label, shown, key, first, text=shown.get, help=help, code=str)
        if word != _NUMBER:
            return declared.parse(word)
    start = default if isinstance(default, int | float) and str(default) not in special else max(declared.low, 0)
    name = label if not special else f"{label}: number"
    low, high = declared.low, min(declared.high, _LARGEST)
    if not declared.integer:
        bounds = float(low), float(high), float(start)
        return number(name, f"{key}.value", *bounds, help, slider=False, step=_STEP)
    return number(name, f"{key}.value", int(low), int(high), int(start) or 10, help, slider=False)


def _one_of(
    widget: Callable,
    label: str,
    options: Collection,
    key: str,
    default,
    text: Callable,
    formerly: Mapping,
    code: Callable | None = None,
    **layout,
):
    options = list(options)
    default = _first(options, default)
    _prepare_choice(key, options, default, text, label, formerly)
    value = widget(label, options, key=key, format_func=shown_as(options, text), **layout)
    return _keep(key, value, (code or text)(value), value == default)


def _explained(help: str | None) -> str | None:
    """A tooltip, with what its abbreviations mean."""
    made = None if help is None else explained(help)
    return made if made == help else f"{made}\n\nMore: {GLOSSARY}, in the sidebar."


def _first(options: list, default):
    return default if default in options else options[0]


def _prepare_choice(key: str, options: list, default, text: Callable, label: str, formerly: Mapping[str, str]) -> None:
    """See that the widget starts from a choice that exists: the link's, its own, the one kept, or the default."""
    widget, asked = of_widget(key), _asked(key)
    if asked is not None:
        wanted = _of_today(formerly.get(asked[-1], asked[-1]), [text(o) for o in options])
        match = [o for o in options if together(wanted) in (together(text(o)), together(str(o)))]
        if match:
            widget.put(match[0])
            return
    if not _alive(key) or widget.get() not in options:
        kept = _kept(key, default)
        widget.put(kept if kept in options else default)
    if asked is not None:
        _note(label, asked[-1], text(widget.get()))


def _of_today(asked: str, options: Sequence[str]) -> str:
    """The title of today for one of an older link, "ADM · company kept"; any other text as it is."""
    short, dot, _ = asked.partition(" · ")
    titles = [option for option in options if option.startswith(f"{short} (")]
    return titles[0] if dot and asked not in options and len(titles) == 1 else asked


def _asked(key: str) -> list[str] | None:
    """What the link asks for, once."""
    return session.LINK.first(dict).pop(key, None)


def _alive(key: str) -> bool:
    """True where the widget was drawn in the last run; on another page it is a new one, even under the same key."""
    return of_widget(key).there and not session.MOVED.get()


def _kept(key: str, default):
    """The choice made before, on any page; Streamlit drops those of pages not shown."""
    return session.CHOICES.first(dict).get(key, default)


def _keep(key: str, value, text: str | list[str], is_default: bool):
    session.CHOICES.first(dict)[key] = value
    drawn()[key] = (text, is_default)
    return value


def _between(text: str, low: float, high: float, kind: type) -> float | None:
    """The number of that kind that a text is, if it lies between two others; a text too long for one is not read."""
    if len(text) > _LONGEST_NUMBER:
        return None
    try:
        found = kind(text)
    except ValueError:
        return None
    return found if low <= found <= high else None


def _format(step: float) -> str:
    """How a number is shown: one that is not whole with as many digits as it has."""
    return "%d" if isinstance(step, int) else "%g"


def _note(label: str, asked: str, shown: str = "") -> None:
    instead = f" “{short(shown, _QUOTED)}” is shown instead." if shown else ""
    note(f"The link asks for {label.casefold()} “{short(asked, _QUOTED)}”, which is not on this page.{instead}")
