"""The scores that the board is read by, and what they are called."""

from __future__ import annotations

from catviz.analysis.board.models import CLASS_SCORES, CLASSIFIER_NAMES
from catviz.analysis.metrics import NAMES

TESTED = ("adjusted_rand", "adjusted_mutual_info")
"""The scores of clusters that ranks are tested by: those corrected for chance."""
SHOWN = NAMES | {"balanced_accuracy": "balanced accuracy"}
"""Their names."""


def tested_scores(model: str) -> tuple[str, ...]:
    """The scores that ranks under a clusterer or classifier are tested by."""
    return CLASS_SCORES if model in CLASSIFIER_NAMES else TESTED


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[0].upper() + text[1:]
