"""What a user arranges by hand, kept for the session by what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from catviz.ui.state import session

KEPT = 24
"""Arrangements a session keeps."""
T = TypeVar("T")


def begin(content: str, start: Sequence[T]) -> tuple[str, list[T]]:
    """The key of the component that edits an arrangement, and the arrangement it starts from.

    A new component, on the page's first run or on return to it, starts from what was made so far.
    """
    kept = _all().setdefault(content, {"epoch": 0, "seed": list(start), "made": list(start)})
    while len(_all()) > KEPT:
        _all().pop(next(iter(_all())))
    key = f"handmade-{content}-{kept['epoch']}"
    if not session.of_widget(key).there:
        kept["made"] = list(kept["made"]) or list(start)
        kept["seed"] = list(kept["made"])
    return key, kept["seed"]


def made(content: str) -> list | None:
    """What was made so far, or None."""
    kept = _all().get(content)
    return None if kept is None else kept["made"]


def keep(content: str, arrangement: Sequence[T]) -> None:
    """Keep what the component sent."""
    _all()[content]["made"] = list(arrangement)


def put(content: str, arrangement: Sequence[T]) -> None:
    """Before the editor is drawn: put another arrangement in place of the one made so far."""
    kept = _all().setdefault(content, {"epoch": 0, "seed": [], "made": []})
    kept["epoch"] += 1
    kept["made"] = list(arrangement)


def forget(content: str) -> None:
    """Before the editor is drawn: start anew."""
    kept = _all().get(content)
    if kept is not None:
        put(content, ())


def _all() -> dict[str, dict]:
    return session.ARRANGEMENTS.first(dict)
