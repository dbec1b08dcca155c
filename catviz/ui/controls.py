"""Widgets whose choices live in the link, and the widgets a method's parameters declare."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence

import streamlit as st

from catviz.parameters import Choice, Number
from catviz.registry import Method
from catviz.ui.words import plain

_NUMBER = "a number"


def begin() -> None:
    """Forget the link and notes of the last run."""
    st.session_state["_link"] = {}
    st.session_state["_notes"] = []


def link() -> dict[str, str]:
    """Every choice drawn so far in this run, as text."""
    return st.session_state.get("_link", {})


def notes() -> list[str]:
    """What a link asked for and could not get, in words."""
    return st.session_state.get("_notes", [])


def select(
    label: str,
    options: Sequence,
    key: str,
    default=None,
    text: Callable = str,
    help: str | None = None,
    **layout,
):
    """A select box whose choice lives in the link under ``key``."""
    options = list(options)
    _remember(key, options, options[0] if default is None and None not in options else default, text, label)
    value = st.selectbox(label, options, key=key, format_func=text, help=help, bind="query-params", **layout)
    link()[key] = text(value)
    return value


def segmented(label: str, options: Sequence, key: str, default=None, text: Callable = str, help: str | None = None):
    """A few options side by side, one of them chosen; the choice lives in the link under ``key``."""
    options = list(options)
    _remember(key, options, options[0] if default is None else default, text, label)
    value = st.segmented_control(
        label, options, key=key, format_func=text, help=help, bind="query-params", required=True
    )
    link()[key] = text(value)
    return value


def several(label: str, options: Sequence[str], key: str, help: str | None = None) -> list[str]:
    """A multiple choice that lives in the link under ``key``."""
    state = st.session_state
    asked = [] if _asked(key) is None else st.query_params.get_all(key)
    if asked:
        unknown = [a for a in asked if a not in options]
        if unknown:
            _note(label, unknown[0])
        state[key] = [a for a in asked if a in options]
    elif key in state and any(v not in options for v in state[key]):
        state[key] = [v for v in state[key] if v in options]
    value = st.multiselect(label, options, key=key, help=help, bind="query-params")
    if value:
        link()[key] = value
    return value


def number(label: str, key: str, low: int, high: int, default: int, help: str | None = None, slider: bool = True):
    """A whole number that lives in the link under ``key``."""
    default = max(low, min(default, high))
    state, asked = st.session_state, _asked(key)
    if key not in state:
        state[key] = default
        if asked is not None:
            try:
                wanted = int(asked)
            except ValueError:
                wanted = low - 1
            if low <= wanted <= high:
                state[key] = wanted
            else:
                _note(label, asked)
    elif not low <= state[key] <= high:
        state[key] = default
    elif state.setdefault("_bounds", {}).get(key, (low, high)) != (low, high):
        state[key] = int(state[key])  # the widget is a new one to Streamlit, which would start it at its lower end
    state.setdefault("_bounds", {})[key] = (low, high)
    widget = st.slider if slider and high > low else st.number_input
    value = widget(label, low, max(high, low), key=key, help=help, bind="query-params")
    link()[key] = str(value)
    return value


def parameters(method: Method, fitting: dict[str, object]) -> tuple[tuple[str, object], ...]:
    """The widgets of a method's declared parameters; returns the chosen values as sorted pairs.

    ``fitting`` holds defaults that fit the table better than the class's own.
    """
    defaults = {n: p.default for n, p in inspect.signature(method.cls).parameters.items()} | fitting
    chosen = {}
    for name, declared in method.cls.parameters.items():
        key, label = f"{method.name}.{name}", name.replace("_", " ")
        help = parameter_help(method.cls, name)
        if isinstance(declared, Choice):
            if len(declared.options) > 1:
                chosen[name] = select(label, declared.options, key, defaults[name], help=help)
        elif isinstance(declared, Number):
            chosen[name] = _number(label, key, declared, defaults[name], help)
    return tuple(sorted(chosen.items()))


def has_parameters(method: Method) -> bool:
    """True where there is anything to set."""
    return any(
        isinstance(d, Number) or (isinstance(d, Choice) and len(d.options) > 1) for d in method.cls.parameters.values()
    )


def parameter_help(cls: type, name: str) -> str | None:
    """What the class's docstring says of a parameter, for its tooltip."""
    lines = inspect.cleandoc(cls.__doc__ or "").splitlines()
    for i, line in enumerate(lines):
        if line.startswith(f"{name} :"):
            rest = []
            for following in lines[i + 1 :]:
                if not following.startswith("    "):
                    break
                rest.append(following.strip())
            return plain(" ".join(rest), 600) if rest else None
    return None


def _number(label: str, key: str, declared: Number, default, help: str | None):
    special = [str(s) for s in declared.special]
    if special:
        word = select(label, [*special, _NUMBER], key, str(default) if str(default) in special else _NUMBER, help=help)
        if word != _NUMBER:
            return declared.parse(word)
    start = default if isinstance(default, int | float) and str(default) not in special else max(declared.low, 0)
    if not declared.integer:
        high = 1.0 if declared.high == float("inf") else float(declared.high)
        return st.number_input(label if not special else "value", float(declared.low), high, float(start), 0.05)
    high = 10_000 if declared.high == float("inf") else int(declared.high)
    name = label if not special else f"{label}: number"
    return number(name, f"{key}.value", int(declared.low), high, int(start) or 10, help, slider=False)


def forget(*keys: str) -> None:
    """Let widgets start from their defaults again, whatever the link says."""
    for key in keys:
        st.session_state.pop(key, None)
    st.session_state.setdefault("_forgotten", set()).update(keys)


def _asked(key: str) -> str | None:
    """What the link asks for, where it still counts: not after a choice, nor after the choice was forgotten."""
    forgotten = st.session_state.setdefault("_forgotten", set())
    if key in st.session_state or key in forgotten:
        forgotten.discard(key)
        return None
    return st.query_params.get(key)


def _remember(key: str, options: list, default, text: Callable, label: str) -> None:
    """Put a choice that exists under the widget's key before it is drawn: the link's, the last one, or the default."""
    state, asked = st.session_state, _asked(key)
    if key in state and state[key] in options:
        return
    match = [o for o in options if asked in (text(o), str(o))] if asked is not None else []
    if asked is not None and not match:
        _note(label, asked)
    if match and asked != text(match[0]):
        st.query_params[key] = text(match[0])
    state[key] = match[0] if match else default if default in options else options[0]


def _note(label: str, asked: str) -> None:
    st.session_state["_notes"].append(f"The link asks for {label.casefold()} “{asked}”, which is not here.")
