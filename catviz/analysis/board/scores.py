"""What scores a method on the board, and the scores that the board is read by."""

from __future__ import annotations

from catviz.analysis.metrics import NAMES

CENTRES = "centres"
"""k-means if the method gives coordinates, else k-modes."""
NEIGHBOURS, LOGISTIC = "neighbours", "logistic"
CLASSIFIER_NAMES = (NEIGHBOURS, LOGISTIC)
TITLES = {
    CENTRES: "k-modes or k-means",
    NEIGHBOURS: "nearest neighbours",
    LOGISTIC: "logistic regression",
}
"""What a model is called, if not by its name."""
CLUSTER_SCORES = ("adjusted_rand", "adjusted_mutual_info", "accuracy", "normalized_mutual_info")
CLASS_SCORES = ("accuracy", "balanced_accuracy")
TESTED = ("adjusted_rand", "adjusted_mutual_info")
"""The scores of clusters that ranks are tested by: those corrected for chance."""
SHOWN = NAMES | {"balanced_accuracy": "balanced accuracy"}
"""Their names."""


def tested_scores(model: str) -> tuple[str, ...]:
    """The scores that ranks under a clusterer or classifier are tested by."""
    return CLASS_SCORES if model in CLASSIFIER_NAMES else TESTED


def title(model: str) -> str:
    """What a clusterer or classifier is called."""
    return TITLES.get(model, model)
