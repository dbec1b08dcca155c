"""Classifiers on splits of a table's rows: encodings compared, and what coupled centroids cost and win."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from catviz.analysis.splits import Block, Callback, split_by_split
from catviz.classification.base import CategoricalClassifier
from catviz.classification.coupled_centroids import CoupledCentroidClassifier
from catviz.classification.neighbours import DistanceKNNClassifier
from catviz.classification.on_encodings import LOGISTIC, TREE
from catviz.classification.on_encodings import classifiers as on_encodings
from catviz.distances.coupled import COS
from catviz.parameters import whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.table.row_groups import rows_of_whole_groups
from catviz.table.weights import drawn_rows, repeated_rows

NEAREST, CENTROIDS = "nearest neighbours", "coupled centroids"
CLASSIFIERS = (LOGISTIC, NEAREST, TREE, CENTROIDS)
#: What the number of neighbours is chosen from.
NEIGHBOURS = (1, 3, 5, 9, 15)
ONE_NEIGHBOUR = "1 neighbour, COS"
#: Centroids a class, by name: so many, a share of its rows, or the root of their number.
SIZES: dict[str, int | float | str] = {
    "1": 1,
    "5\u00a0%": 0.05,
    "10\u00a0%": 0.1,
    "20\u00a0%": 0.2,
    "50\u00a0%": 0.5,
    "√n": "sqrt",
}


@whole_numbers("n_neighbors", "repeats", "max_rows", "random_state")
def compare_encodings(
    table: CategoricalTable,
    encodings: Mapping[str, object],
    classifiers: Iterable[str] = CLASSIFIERS,
    *,
    c: float = 1.0,
    n_neighbors: int = 5,
    tuned: bool = False,
    repeats: int = 30,
    test_size: float = 0.5,
    max_rows: int = 2_000,
    random_state: int = 0,
) -> pd.DataFrame:
    """Accuracies of classifiers on repeated random splits of a table's rows, by encoding of the values.

    Each encoding is learned from the training rows alone, and all of them meet the same splits.

    Parameters
    ----------
    table : CategoricalTable
        With known classes. A row of weight 3 is three rows.
    encodings : mapping of name to unfitted method
        Such as ``{"one-hot": catviz.OneHot()}``.
    classifiers : iterable of str
        Of "logistic regression", "nearest neighbours", "decision tree" and "coupled centroids". The last needs no
        encoding and runs once, under the empty name.
    c : float
        Of logistic regression; a small one penalises large coefficients.
    n_neighbors : int
        Of nearest neighbours.
    tuned : bool
        Cross-validation within the training rows chooses the parameters; ``c`` and ``n_neighbors`` do not count then.
    repeats : int
        Number of splits.
    test_size : float
        Share of the rows tested on.
    max_rows : int
        Of more rows of known class, so many are drawn.
    random_state : int
        Of the rows drawn, the splits and coupled centroids.

    Returns
    -------
    DataFrame
        A row for each encoding, classifier and split: ``encoding``, ``classifier``, ``repeat``, ``accuracy``,
        ``fit_seconds``, ``predict_seconds``, ``parameters``, and the groups of the rows tested, ``truth`` and
        ``predicted``.

    Raises
    ------
    ValueError
        No known classes, or fractional row weights.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> encodings = {"one-hot": catviz.OneHot(), "MCA": catviz.MCA()}
    >>> runs = catviz.compare_encodings(zoo, encodings, ["decision tree"], repeats=10)
    >>> runs.groupby("encoding")["accuracy"].mean().round(2).to_dict()
    {'MCA': 0.86, 'one-hot': 0.92}
    """
    rows = rows_to_split(table, max_rows, random_state)
    blocks = trial_blocks(encodings, classifiers, c, n_neighbors, tuned, random_state)
    runs = split_by_split(rows, blocks, repeats, test_size, random_state=random_state)
    return runs.drop(columns="data")


def rows_to_split(table: CategoricalTable, most: int, random_state: int = 0) -> CategoricalTable:
    """The rows of known class, each as often as it weighs; ``most`` of them, drawn without replacement, of more.

    If rows belong together, whole groups are drawn.

    Raises
    ------
    ValueError
        Fractional row weights.
    """
    known, rng, why = table[table.known], np.random.default_rng(random_state), "whole rows are split"
    if known.groups is not None:
        rows = rows_of_whole_groups(known.groups, repeated_rows(known.weights, len(known), why), most, rng)
    else:
        rows = drawn_rows(known.weights, len(known), most, why, rng)
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


@whole_numbers("repeats")
def along_sizes(
    table: CategoricalTable,
    repeats: int = 5,
    test_size: float = 0.5,
    random_state: int = 0,
    callback: Callback | None = None,
) -> pd.DataFrame:
    """Coupled centroids with ever more centroids, and the nearest row: as `split_by_split`, with its columns.

    ``classifier`` is one of ``SIZES`` or ``ONE_NEIGHBOUR``.
    """
    models: dict[str, CategoricalClassifier] = {
        size: CoupledCentroidClassifier(n, random_state=random_state) for size, n in SIZES.items()
    }
    models[ONE_NEIGHBOUR] = DistanceKNNClassifier(COS(), n_neighbors=1)
    blocks: list[Block] = [({"values": None}, {name: (model, {})}) for name, model in models.items()]
    return split_by_split(table, blocks, repeats, test_size, random_state=random_state, callback=callback)
