"""What coupled centroids cost in accuracy, and win in time, against comparing a row with all training rows."""

from __future__ import annotations

import pandas as pd

from catviz.analysis.splits import Block, Callback, split_by_split
from catviz.classification import CoupledCentroidClassifier, DistanceKNNClassifier
from catviz.classification.base import CategoricalClassifier
from catviz.distances.coupled import COS
from catviz.table.categorical import CategoricalTable

NEAREST = "1 neighbour, COS"
SIZES: dict[str, int | float | str] = {
    "1": 1,
    "5\u00a0%": 0.05,
    "10\u00a0%": 0.1,
    "20\u00a0%": 0.2,
    "50\u00a0%": 0.5,
    "√n": "sqrt",
}
"""Centroids a class, by name: so many, a share of its rows, or the root of their number."""


def along_sizes(
    table: CategoricalTable,
    repeats: int = 5,
    test_size: float = 0.5,
    random_state: int = 0,
    callback: Callback | None = None,
) -> pd.DataFrame:
    """Coupled centroids with ever more centroids, and the nearest row: as `split_by_split`, with its columns.

    ``classifier`` is one of ``SIZES`` or ``NEAREST``.
    """
    models: dict[str, CategoricalClassifier] = {
        size: CoupledCentroidClassifier(n, random_state=random_state) for size, n in SIZES.items()
    }
    models[NEAREST] = DistanceKNNClassifier(COS(), n_neighbors=1)
    blocks: list[Block] = [({"values": None}, {name: (model, {})}) for name, model in models.items()]
    return split_by_split(table, blocks, repeats, test_size, random_state=random_state, callback=callback)
