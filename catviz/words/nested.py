"""Columns that determine others, in words."""

from __future__ import annotations

from collections.abc import Sequence

from catviz.wording import number_of

_NAMED = 3


def in_words(pairs: Sequence[tuple[str, str]]) -> str:
    """Which columns determine which, without a full stop; empty where none do.

    Examples
    --------
    >>> from catviz.words.nested import in_words
    >>> in_words([("date", "month"), ("date", "quarter"), ("month", "quarter")])
    'date determines month and quarter; month determines quarter'
    """
    by: dict[str, list[str]] = {}
    for finer, coarser in pairs:
        by.setdefault(finer, []).append(coarser)
    parts = [f"{finer} determines {_listed(coarser)}" for finer, coarser in by.items()]
    others = [f"{number_of(len(parts) - _NAMED, 'other column')} too"] if len(parts) > _NAMED else []
    return "; ".join(parts[:_NAMED] + others)


def shuffled_together(pairs: Sequence[tuple[str, str]]) -> str:
    """What a conclusion of a test adds whose shuffled tables keep such pairs, after a space; empty where none are."""
    if not pairs:
        return ""
    return (
        f" Nested columns: {in_words(pairs)}. They are related by construction and are shuffled together, so this test "
        "says nothing about their relation. They still count more than once in distances and clusters: leave one of "
        "each pair out."
    )


def _listed(names: list[str]) -> str:
    shown = names[:_NAMED] + ([number_of(len(names) - _NAMED, "other column")] if len(names) > _NAMED else [])
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))
