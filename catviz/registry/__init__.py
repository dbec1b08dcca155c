"""The methods catviz knows: one row each, with its source, formula, symbols and how faithful its defaults are."""

from __future__ import annotations

import difflib
from typing import Any

from catviz.registry.method import (
    DEPARTS,
    ELSEWHERE,
    FAITHFUL,
    FAITHFUL_SIMILARITY,
    FIGURES_ONLY,
    OUR_READING,
    STATUSES,
    Method,
)
from catviz.registry.registration import built_in, not_loaded, register, registered

__all__ = [
    "DEFAULT",
    "DEFAULT_MAP",
    "DEPARTS",
    "ELSEWHERE",
    "FAITHFUL",
    "FAITHFUL_SIMILARITY",
    "FIGURES_ONLY",
    "OUR_READING",
    "REFERENCE",
    "STATUSES",
    "Method",
    "make",
    "method",
    "methods",
    "not_loaded",
    "register",
]

#: What others are held against: the distance that knows nothing of the data.
REFERENCE = "Hamming"
#: What pages open with.
DEFAULT = "AhmadDey"
#: The map rows open with, at once.
DEFAULT_MAP = "MCA"


def methods() -> tuple[Method, ...]:
    """Every method, in the order pages list them: catviz's own, then those that were registered.

    Returns
    -------
    tuple of Method

    Examples
    --------
    >>> import catviz
    >>> catviz.method("ADM").name
    'AhmadDey'
    """
    return (*built_in(), *registered())


def method(name: str) -> Method:
    """The method of a name.

    Parameters
    ----------
    name : str
        The class name or a paper's alias, in capitals or not.

    Returns
    -------
    Method

    Raises
    ------
    ValueError
        No method has the name; the message suggests the nearest ones.
    """
    every = methods()
    if (exact := next((m for m in every if m.name == name), None)) is not None:
        return exact
    by_name = {alias.casefold(): m for m in every for alias in (m.name, m.short, *m.aliases)}
    try:
        return by_name[name.casefold()]
    except KeyError:
        near = difflib.get_close_matches(name.casefold(), by_name, n=6, cutoff=0.3)
        hint = ", ".join(dict.fromkeys(by_name[n].name for n in near)) or ", ".join(m.name for m in every)
        raise ValueError(f"no method {name!r}; did you mean {hint}?") from None


def make(name: str, **parameters: Any) -> Any:
    """An unfitted estimator by name or alias.

    Parameters
    ----------
    name : str
        The class or a paper's name for it, in capitals or not: "AhmadDey" or "ADM". An alias may stand for settings
        too: "UDMC" is ``KModes(distances="UDM")``.
    **parameters
        Its parameters; the others keep their defaults.

    Returns
    -------
    estimator
        Unfitted.

    Raises
    ------
    ValueError
        No method has the name (the message lists the nearest ones), there are published figures of it only, or it
        has no such parameter.

    Examples
    --------
    >>> import catviz
    >>> catviz.make("ADM")
    AhmadDey()
    >>> catviz.make("k-modes", n_clusters=3, distances="ADM")
    KModes(distances='ADM', n_clusters=3)
    """
    row = method(name)
    if row.cls is None:
        raise ValueError(f"{row.name} cannot be made, as there is nothing to run. {row.summary}")
    of_alias = {alias.casefold(): settings for alias, settings in row.settings.items()}.get(name.casefold(), {})
    return row.cls().set_params(**{**of_alias, **parameters})
