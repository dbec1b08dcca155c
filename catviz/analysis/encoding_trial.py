"""Encodings of values compared by classifiers: which rows are split, and what is tried on each split."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from catviz.analysis.splits import Block
from catviz.classification import CoupledCentroidClassifier, DistanceKNNClassifier
from catviz.classification.on_encodings import LOGISTIC, TREE
from catviz.classification.on_encodings import classifiers as on_encodings
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import drawn_rows

NEAREST, CENTROIDS = "nearest neighbours", "coupled centroids"
CLASSIFIERS = (LOGISTIC, NEAREST, TREE, CENTROIDS)
NEIGHBOURS = (1, 3, 5, 9, 15)
"""What the number of neighbours is chosen from."""


def rows_to_split(table: CategoricalTable, most: int, random_state: int = 0) -> CategoricalTable:
    """The rows of known class, each as often as it weighs; ``most`` of them, drawn without replacement, of more.

    Raises
    ------
    ValueError
        Fractional row weights.
    """
    known = table[table.known]
    rows = drawn_rows(known.weights, len(known), most, "whole rows are split", np.random.default_rng(random_state))
    return replace(known[rows], weights=None)


def trial_blocks(
    encodings: Mapping[str, object],
    classifiers: Iterable[str],
    c: float = 1.0,
    n_neighbors: int = 5,
    tuned: bool = False,
    random_state: int = 0,
) -> list[Block]:
    """What `split_by_split` runs: each encoding with each classifier, in parts small enough to be stopped in between.

    Parameters
    ----------
    encodings : mapping of name to unfitted method
    classifiers : names among ``CLASSIFIERS``
        Coupled centroids need no encoding and run once, under the empty name.
    c : float
        Of logistic regression; a small one penalises large coefficients.
    n_neighbors : int
    tuned : bool
        Cross-validation within the training rows chooses the parameters; then ``c`` and ``n_neighbors`` do not count.
    random_state : int
        Of coupled centroids.
    """
    fixed = {LOGISTIC: {"estimator__C": [c]}, TREE: {}}
    coded = {
        name: (model, grid if tuned else fixed[name])
        for name, (model, grid) in on_encodings().items()
        if name in classifiers and name in fixed
    }
    votes = {"n_neighbors": NEIGHBOURS} if tuned else {}
    blocks: list[Block] = []
    for name, encoder in encodings.items():
        if coded:
            blocks.append(({name: encoder}, coded))
        if NEAREST in classifiers:
            blocks.append(({name: None}, {NEAREST: (DistanceKNNClassifier(encoder, n_neighbors), votes)}))
    if CENTROIDS in classifiers:
        blocks.append(({"": None}, {CENTROIDS: (CoupledCentroidClassifier(random_state=random_state), {})}))
    return blocks
