"""Which cells of a file count as missing."""

from __future__ import annotations

from collections.abc import Sequence

MISSING_TOKENS = (
    *("", "?", "NA", "N/A", "n/a", "#N/A", "nan", "NaN", "null", "NULL"),
    *("don't know", "dont know", "refused", "no answer", "not answered", "no response", "not stated"),
    *("prefer not to say", "prefer not to answer"),
)
"""Cells read as missing. Tokens of more than four letters are met in any case, shorter ones as written here."""


class MissingTokens:
    """The tokens read as missing; long ones are met in any case."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.exact = frozenset(token.strip() for token in tokens)
        self.folded = frozenset(_folded(token) for token in tokens if len(token.strip()) > 4)

    def __contains__(self, text: str) -> bool:
        return text in self.exact or _folded(text) in self.folded


def _folded(text: str) -> str:
    return text.strip().casefold().replace("\u2019", "'")
