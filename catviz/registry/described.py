"""The registry in Markdown: each method with formula, symbols, source and status; docs/methods.md is all of them."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pandas as pd

from catviz.parameters import Anything, Named, help_text, label
from catviz.registry import ELSEWHERE, STATUSES, Method
from catviz.registry.registration import built_in
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.wording import filled

#: The page of all methods, with places for what the registry says.
TEMPLATE = Path(__file__).with_name("methods.md")

_OF_POWER = {
    2.0: "They are the distances between rows under these methods",
    1.0: "They are the square roots of the distances between rows under these methods",
}
_MEANS = "They are the distances between means of points under these methods, which compare rows only by these means"
_NONE = "They are not defined under these methods, which compare rows without points"
_COORDINATES = (*_OF_POWER.values(), _MEANS, _NONE)


def families(among: Iterable[Method]) -> dict[str, list[Method]]:
    """The methods of each family, in the order given."""
    grouped: dict[str, list[Method]] = {}
    for m in among:
        grouped.setdefault(m.family, []).append(m)
    return grouped


def symbols(m: Method) -> str:
    """Markdown: one line for each symbol of a method's formula, with its meaning."""
    return "\n".join(f"- ${symbol}$: {meaning}" for symbol, meaning in m.symbols)


def parameters(m: Method, code: bool = True) -> str:
    """Markdown: one line for each parameter of a method, with its label, its choices, its default and what it does.

    ``code`` is False for pages: they leave out the names that code has for the parameter and its choices.
    """
    if m.cls is None:
        return ""
    defaults = {name: p.default for name, p in inspect.signature(m.cls).parameters.items()}
    return "\n".join(
        f"- **{label(m.cls, name)}**{f' (`{name}`)' * code}: {help_text(m.cls, name)}{_choices(declared, code)} "
        f"Default: {declared.name_of(defaults[name])}."
        for name, declared in m.cls.parameters.items()
        if isinstance(declared, Named)
    )


def long_forms(among: Iterable[Method]) -> str:
    """Markdown: what the names of methods stand for, one a line; empty if none is an abbreviation."""
    return "  \n".join(f"**{m.short}**: {m.stands_for}." for m in among if m.stands_for)


def entry(m: Method, level: int = 3, code: bool = True) -> str:
    """Markdown: all that the registry says of a method, under a heading of a level; without names of code for pages."""
    name = "" if m.cls is None or not code else f" (`{m.name}`)"
    formulas = "\n\n".join(f"$$\n{formula}\n$$" for formula in m.formulas)
    called = f" Also called {', '.join(m.aliases)}." if m.aliases else ""
    return "\n\n".join(
        filter(
            None,
            [
                f"{'#' * level} {m.title}{name}",
                long_forms([m]),
                m.summary,
                formulas,
                symbols(m),
                parameters(m) and f"Parameters:\n\n{parameters(m, code)}",
                f"Source: {m.paper}. Status: {m.status_and_note if code else m.status_on_pages}.{called}{_classes(m)}",
            ],
        )
    )


def document() -> str:
    """The text of docs/methods.md: the methods that come with catviz."""
    statuses = "\n".join(f"- *{status}*: {meaning}" for status, meaning in STATUSES.items() if status != ELSEWHERE)
    parts: list[str] = []
    for family, members in families(built_in()).items():
        parts += [f"## {family.capitalize()}\n", *(entry(m) + "\n" for m in members)]
    template = TEMPLATE.read_text(encoding="utf-8")
    return filled(template, statuses=statuses, coordinates=_coordinates(), methods="\n".join(parts))


def _coordinates() -> str:
    """Markdown: what distances of coordinates are, with the methods for which they are so, found by fitting each."""
    rows = list(product("abc", "uv", "xyz"))
    classes = ["one" if row[0] == "a" or row[2] == "x" else "two" for row in rows]
    frame = pd.DataFrame(rows, columns=["first", "second", "third"], dtype="category")
    short_names: dict[str, list[str]] = {what: [] for what in _COORDINATES}
    for m in built_in():
        if m.has_values:
            with collected_remarks():
                geometry = m.cls().fit(CategoricalTable.from_pandas(frame), classes).geometry_
            what = _MEANS if geometry.embed().combine == "mean" else _OF_POWER[geometry.distances().power]
            short_names[what].append(m.short)
        elif m.compares_rows:
            short_names[_NONE].append(m.short)
    return "\n".join(f"- {what}: {', '.join(names)}" for what, names in short_names.items() if names)


def _choices(declared: Named, code: bool) -> str:
    if isinstance(declared, Anything):
        return ""
    named = [f"{declared.name_of(choice)}{f' (`{choice!r}`)' * code}" for choice in declared.choices]
    return f" Choices: {', '.join(named)}." if named else ""


def _classes(m: Method) -> str:
    if m.cls is None or not m.cls.uses_target:
        return ""
    return " Supervised: it uses the known classes." if m.supervised else " Uses the known classes if there are any."
