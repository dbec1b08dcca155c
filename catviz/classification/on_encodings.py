"""Classifiers of encoded rows, and the grids that their parameters are chosen from."""

from __future__ import annotations

from typing import Any

from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.tree import DecisionTreeClassifier

LOGISTIC, TREE = "logistic regression", "decision tree"
PLAIN_LOGISTIC, PLAIN_TREE = f"{LOGISTIC} with C = 1 and L2", f"{TREE} with default parameters"


def classifiers() -> dict[str, tuple[object, list[dict[str, Any]]]]:
    """The two classifiers and the grids their parameters are chosen from, and both as scikit-learn has them.

    Logistic regression is fitted by liblinear, one class against the rest, to liblinear's own tolerance; strong
    penalties stand first, so that they are taken where others do no better. Of the 16 pairs of tree parameters those
    with min_samples_split below 2 min_samples_leaf are left out, since they grow the same trees as the next ones.
    """
    # scikit-learn 1.8 renamed the choice of penalty
    old = LogisticRegression().get_params().get("penalty") == "l2"
    penalties = {"estimator__penalty": ["l1", "l2"]} if old else {"estimator__l1_ratio": [1, 0]}
    logistic = OneVsRestClassifier(LogisticRegression(solver="liblinear", tol=0.01, max_iter=1000, random_state=0))
    splits = {1: [2, 4, 6, 8], 2: [4, 6, 8], 3: [6, 8], 4: [8]}
    return {
        LOGISTIC: (logistic, [{"estimator__C": [0.1, 1, 10, 100, 1000], **penalties}]),
        TREE: (
            DecisionTreeClassifier(criterion="gini", random_state=0),
            [{"min_samples_leaf": [leaf], "min_samples_split": values} for leaf, values in splits.items()],
        ),
        PLAIN_LOGISTIC: (LogisticRegression(C=1.0, max_iter=1000, random_state=0), [{}]),
        PLAIN_TREE: (DecisionTreeClassifier(criterion="gini", random_state=0), [{}]),
    }
