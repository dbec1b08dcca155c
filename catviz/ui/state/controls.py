"""Widgets whose choices live in the link, and the widgets a method's parameters declare.

A link is read once, at a session's first run; choices are then kept in the session, across pages, and every run writes
those that differ from their defaults to the address (`catviz.ui.state.link`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

import streamlit as st

from catviz.glossary import explained
from catviz.parameters import Choice, Number, Several, help_text
from catviz.parameters import label as label_of
from catviz.registry import Method, methods
from catviz.ui.labels import GLOSSARY
from catviz.ui.state import link, session
from catviz.ui.state.session import Chosen
from catviz.ui.text import plain, short, shown_as, together

_NUMBER = "a number"
#: Up to so many choices of several are all seen, on as many lines as they need.
_WRAPPED = 8
#: Characters of a link's number that are read, and of any of its texts that a note quotes.
_LONGEST_NUMBER, _QUOTED = 40, 60
#: By how much the buttons change a number that is not whole; the largest number where a parameter has no bound.
_STEP, _LARGEST = 0.05, 10_000


def select(
    label: str,
    options: Collection,
    key: str,
    default=None,
    text: Callable = str,
    help: str | None = None,
    code: Callable | None = None,
    on_change: Callable[[], None] | None = None,
    **layout,
):
    """A select box whose choice lives in the link under ``key``: as it is shown, or as ``code`` writes it.

    ``formerly`` may be given as for `segmented`.
    """
    formerly = layout.pop("formerly", {})
    options = list(options)
    start, default = _start(label, options, key, default, text, formerly)
    value = st.selectbox(
        label,
        options,
        options.index(start),
        key=Chosen(key).widget.name,
        on_change=_unless_renewed(Chosen(key), on_change),
        format_func=shown_as(options, text),
        help=_explained(help),
        **layout,
    )
    return link.keep(key, value, (code or text)(value), value == default)


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
    options = list(options)
    start, default = _start(label, options, key, default, text, formerly)
    value = st.segmented_control(
        label,
        options,
        default=start,
        key=Chosen(key).widget.name,
        format_func=shown_as(options, text),
        help=_explained(help),
        required=True,
        **layout,
    )
    return link.keep(key, value, (code or text)(value), value == default)


def several(
    label: str,
    options: Collection[str],
    key: str,
    default: Sequence[str] = (),
    help: str | None = None,
    text: Callable = str,
):
    """A multiple choice that lives in the link under ``key``; ``text`` gives what is shown of an option."""
    choice, asked = Chosen(key), link.take_asked(key)
    asked = None if asked is None else [_of_today(v, list(options)) for v in asked]
    current = choice.get()
    wanted = asked if asked is not None else list(default) if current is None else current
    offered = [v for v in wanted if v in options]
    for unknown in [v for v in asked or () if v not in options]:
        _note(label, unknown)
    if asked is not None or offered != wanted:
        choice.put(offered)
    value = st.multiselect(
        label,
        list(options),
        offered,
        key=choice.widget.name,
        help=_explained(help),
        format_func=shown_as(options, text),
        wrap=len(offered) <= _WRAPPED,
    )
    return link.keep(key, value, value, value == list(default))


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
    choice, asked = Chosen(key), link.take_asked(key)
    asked_for = None if asked is None else _between(asked[-1], low, high, type(step))
    if asked_for is not None:
        choice.put(asked_for)
    elif asked is not None:
        _note(label, asked[-1])
    current = choice.get()
    start = type(step)(current if current is not None and low <= current <= high else default)
    if current not in (None, start):
        choice.put(start)
    widget: Callable = st.slider if slider and high > low else st.number_input
    how = {"step": step, "key": choice.widget.name, "help": _explained(help), "format": _format(step)}
    value = widget(label, low, max(high, low), start, **how)
    return link.keep(key, value, str(value), value == default)


def forget_parameters() -> None:
    """Let the parameters of all methods start from their defaults again."""
    keys, names = {*session.CHOICES.first(dict), *session.LINK.first(dict)}, {m.name for m in methods()}
    link.forget(*[key for key in keys if key.partition(".")[0] in names])


def follow(key: str, default) -> None:
    """Before a widget whose default depends on other choices: a choice that was the default follows it."""
    began = session.BEGAN.first(dict)
    before = began.get(key, default)
    if before != default and key not in session.LINK.first(dict) and Chosen(key).get() == before:
        link.forget(key)
    began[key] = default


def rename(old: str, new: str, *keys: str) -> None:
    """In a callback: widgets that hold one name hold another."""
    choose(**{key: new for key in keys if Chosen(key).get() == old})


def choose(**choices) -> None:
    """In a callback: make choices, of this page or another, before the next run."""
    for key, value in choices.items():
        Chosen(key).put(value)
        session.LINK.first(dict).pop(key, None)


def kept(key: str):
    """The choice made before on any page, or None."""
    return Chosen(key).get()


def parameters(
    method: Method, fitting: dict[str, object], only: Collection[str] | None = None
) -> tuple[tuple[str, object], ...]:
    """The widgets of a method's declared parameters; returns the chosen values as sorted pairs.

    ``fitting`` holds defaults that fit the table better than the class's own; for a number, it may hold a function
    that draws it elsewhere and returns it. Where ``only`` names some parameters, the others are not drawn and not
    returned.
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


def parameters_undrawn(method: Method) -> tuple[tuple[str, object], ...]:
    """What `parameters` returns for a method all of whose parameters are choices, without its widgets."""
    defaults = {n: p.default for n, p in inspect.signature(method.cls).parameters.items()}
    drawn = {n: d for n, d in method.cls.parameters.items() if isinstance(d, Choice) and _is_drawn(d)}
    chosen = {name: kept(f"{method.name}.{name}") for name in drawn}
    return tuple(sorted((n, v if v in drawn[n].options else defaults[n]) for n, v in chosen.items()))


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
    if callable(default):
        return default()
    start = default if isinstance(default, int | float) and str(default) not in special else max(declared.low, 0)
    name = label if not special else f"{label}: number"
    low, high = declared.low, min(declared.high, _LARGEST)
    if not declared.integer:
        bounds = float(low), float(high), float(start)
        return number(name, f"{key}.value", *bounds, help, slider=False, step=_STEP)
    return number(name, f"{key}.value", int(low), int(high), int(start) or 10, help, slider=False)


def _unless_renewed(choice: Chosen, on_change: Callable[[], None] | None) -> Callable[[], None] | None:
    """A callback of the widget of now: what a browser still says of one before it is no change."""
    name = choice.widget.name

    def changed() -> None:
        if choice.widget.name == name and on_change is not None:
            on_change()

    return None if on_change is None else changed


def _explained(help: str | None) -> str | None:
    """A tooltip, with what its abbreviations mean."""
    words = None if help is None else explained(help)
    return words if words == help else f"{words}\n\nMore: {GLOSSARY}, above the page."


def _start(label: str, options: list, key: str, default, text: Callable, formerly: Mapping[str, str]) -> tuple:
    """The option that a widget begins with, and its default: the link's, the one chosen before, or the default."""
    default = default if default in options else options[0]
    choice, asked = Chosen(key), link.take_asked(key)
    if asked is not None:
        wanted = _of_today(formerly.get(asked[-1], asked[-1]), [text(o) for o in options])
        match = [o for o in options if together(wanted) in (together(text(o)), together(str(o)))]
        if match:
            return choice.put(match[0]), default
    start = choice.get()
    if start not in options:
        start = choice.put(default)
    if asked is not None:
        _note(label, asked[-1], text(start))
    return start, default


def _of_today(asked: str, options: Sequence[str]) -> str:
    """The title of today for one of an older link, "ADM · company kept"; any other text as it is."""
    short, dot, _ = asked.partition(" · ")
    titles = [option for option in options if option.startswith(f"{short} (")]
    return titles[0] if dot and asked not in options and len(titles) == 1 else asked


def _between(text: str, low: float, high: float, kind: type) -> float | None:
    """The number of that kind that a text is, if it lies between two others; a text too long for one is not read."""
    if len(text) > _LONGEST_NUMBER:
        return None
    try:
        value = kind(text)
    except ValueError:
        return None
    return value if low <= value <= high else None


def _format(step: float) -> str:
    """How a number is shown: one that is not whole with as many digits as it has."""
    return "%d" if isinstance(step, int) else "%g"


def _note(label: str, asked: str, shown: str = "") -> None:
    instead = f" “{short(shown, _QUOTED)}” is shown instead." if shown else ""
    link.note(f"The link asks for {label.casefold()} “{short(asked, _QUOTED)}”, which is not on this page.{instead}")
