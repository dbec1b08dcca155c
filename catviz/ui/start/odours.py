"""The example that the explorer opens with: two heat maps of one column, and one distance worked out."""

from __future__ import annotations

from dataclasses import dataclass

from catviz.registry import DEFAULT, REFERENCE
from catviz.ui.state import cache
from catviz.ui.state.defaults import DEFAULT_DATA, EXAMPLES
from catviz.ui.state.view import View, current


@dataclass(frozen=True)
class Example:
    """A data set, a column, two pairs at distance 0, a value near one of them, and a column to show why."""

    data: str
    column: str
    pair: tuple[str, str]
    other_pair: tuple[str, str]
    surprise: str
    example: str
    left: str = REFERENCE
    right: str = DEFAULT


EXAMPLE = Example(DEFAULT_DATA, EXAMPLES[DEFAULT_DATA], ("almond", "anise"), ("fishy", "spicy"), "pungent", "gill_size")


def view(data: str = EXAMPLE.data) -> View:
    """A table of its own, whatever the sidebar says."""
    info = cache.catalog()[data]
    return View(info.title, cache.bundled(data), None, info, current().seed)


def share_of_class(value: str, label: str) -> float:
    """Share of the rows with a value of the story's column that belong to a class."""
    table = view().table
    r = table.codebook.position(EXAMPLE.column)
    classes = table.target[table.codes[:, r] == table.codebook.code(EXAMPLE.column, value)]
    return float((classes == label).mean())
