"""What `methods.toml` says of each method: registry, docstrings and documentation take it from here."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("methods.toml")
_TEXTS = ("source", "summary", "note", "use", "limits")
_NOTES = re.compile(r"^Notes\n-+$", re.MULTILINE)
_LATER_SECTIONS = re.compile(r"^(?=(?:References|Examples)\n-+$)", re.MULTILINE)


@cache
def rows() -> Mapping[str, Mapping[str, Any]]:
    """The row of each method by its name, in the order of lists, with shared texts and symbols filled in."""
    shared = _file()
    return {name: _filled(row, shared) for name, row in shared["methods"].items()}


@cache
def papers() -> Mapping[str, str]:
    """How the papers that catviz implements or compares itself with are cited, by their short names."""
    return {name: _joined(text) for name, text in _file()["papers"].items()}


class DocstringWithSource:
    """The docstring of a class that ends with the formula and the source of its row, read when it is asked for.

    Parameters
    ----------
    text : str
        As it stands in the class.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __get__(self, instance: object, owner: type) -> str:
        """The docstring, with a section of notes where the class has a row: one of its name elsewhere has none."""
        row = rows().get(owner.__name__, {})
        ours = owner.__module__.startswith(f"catviz.{row.get('module')}")
        return with_notes(inspect.cleandoc(self.text), row) if ours else self.text


def with_notes(docstring: str, row: Mapping[str, Any]) -> str:
    """A docstring with notes, a section before references and examples: formula, symbols and source."""
    equations = "\n\n".join(f".. math:: {equation}" for equation in row.get("formula", ()))
    symbols = "\n".join(f"- :math:`{symbol}`: {meaning}" for symbol, meaning in row.get("symbols", ()))
    heading = "" if _NOTES.search(docstring) else "Notes\n-----"
    notes = "\n\n".join(filter(None, [heading, equations, symbols, f"Source: {row['source']}."]))
    before, *after = _LATER_SECTIONS.split(docstring, maxsplit=1)
    return "\n\n".join([before.rstrip(), notes, *after])


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def _filled(row: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Any]:
    texts = {name: _joined(text) for name, text in shared["texts"].items()}
    filled = dict(row) | {name: _joined(row[name]) for name in _TEXTS if name in row}
    if filled["source"].startswith("@"):
        filled["source"] = papers()[filled["source"][1:]]
    if "note" in filled:
        filled["note"] = filled["note"].format(**texts)
    equations, symbols = shared["equations"], shared["symbols"]
    filled["formula"] = tuple(equations[part[1:]] if part.startswith("@") else part for part in row.get("formula", ()))
    pairs = (symbols[each] if isinstance(each, str) else each for each in row.get("symbols", ()))
    filled["symbols"] = tuple((symbol, _joined(meaning)) for symbol, meaning in pairs)
    return filled


def _joined(text: str) -> str:
    """The lines of a text as one."""
    return " ".join(line.strip() for line in text.strip("\n").splitlines())
