"""What coupled centroids cost in accuracy, and win in time, against comparing a row with all training rows."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from catviz.classification import CoupledCentroidClassifier, DistanceKNNClassifier
from catviz.distances.coupled import COS
from catviz.experiments.splits import Callback, cross_validated
from catviz.table import CategoricalTable

CLASSIFIERS = {
    "1 neighbour, COS": DistanceKNNClassifier(COS(), n_neighbors=1),
    "centroids, a fifth": CoupledCentroidClassifier(random_state=0),
    "centroids, a fifth, equal weights": CoupledCentroidClassifier(weighting="uniform", random_state=0),
    "centroids, square root": CoupledCentroidClassifier(n_centroids="sqrt", random_state=0),
    "5 neighbours, Hamming": DistanceKNNClassifier(n_neighbors=5),
}


def compare_centroids(
    tables: Mapping[str, CategoricalTable],
    folds: int = 10,
    random_state: int = 0,
    n_jobs: int = 1,
    callback: Callback | None = None,
) -> pd.DataFrame:
    """Coupled centroids beside nearest neighbours, each fold tested once: as `cross_validated`, with its columns.

    ``runs.groupby(["classifier", "data"])["accuracy"].mean()`` is the table of accuracies; ``predict_seconds`` tell
    what the centroids save.
    """
    classifiers = {name: (classifier, {}) for name, classifier in CLASSIFIERS.items()}
    return cross_validated(
        tables, {"values": None}, classifiers, folds, random_state=random_state, n_jobs=n_jobs, callback=callback
    )
