"""The story the explorer opens with: two pictures of one column, and the pair worth asking about."""

from __future__ import annotations

from dataclasses import dataclass

from catviz.registry import DEFAULT, REFERENCE, method
from catviz.ui.state import cache
from catviz.ui.state.view import View, current


@dataclass(frozen=True)
class Story:
    """A data set, a column, a pair that coincides, another near pair, and the surprise beside them."""

    data: str
    column: str
    pair: tuple[str, str]
    other_pair: tuple[str, str]
    surprise: str
    left: str = REFERENCE
    right: str = DEFAULT


STORY = Story("mushroom", "odor", ("almond", "anise"), ("fishy", "spicy"), "pungent")


def view(data: str = STORY.data) -> View:
    """A table of its own, whatever the sidebar says."""
    info = cache.catalog()[data]
    return View(info.title, cache.bundled(data), None, info, current().seed)


def titles() -> tuple[str, str]:
    """Titles of the methods left and right."""
    return method(STORY.left).title, method(STORY.right).title


def share_of_class(value: str, label: str) -> float:
    """Share of the rows with a value of the story's column that belong to a class."""
    table = view().table
    r = table.codebook.position(STORY.column)
    carried = table.target[table.codes[:, r] == table.codebook.code(STORY.column, value)]
    return float((carried == label).mean())
