"""How far methods agree on which rows are near: rank correlation of their distances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.distance import squareform
from scipy.stats import rankdata

from catviz.table.categorical import CategoricalTable

SAMPLED_ROWS = 400


def agreement(table: CategoricalTable, fitted: Mapping[str, Any], random_state: int = 0) -> pd.DataFrame:
    """Spearman correlation of row distances between methods.

    Parameters
    ----------
    table : CategoricalTable
    fitted : mapping of name to fitted method
    random_state : int
        Draws the rows, at most 400 distinct ones of positive weight.

    Returns
    -------
    (m, m) DataFrame; nan where a method finds all rows equally far.
    """
    rows, _ = table.unique_rows()
    rows = rows[rows.row_weights > 0]
    if len(rows) > SAMPLED_ROWS:
        rows = rows[np.sort(np.random.default_rng(random_state).choice(len(rows), SAMPLED_ROWS, replace=False))]
    ranks = {}
    for name, method in fitted.items():
        distances = squareform(method.geometry_.between(rows), checks=False)
        ranks[name] = rankdata(np.round(distances / (distances.max(initial=0) or 1.0), 9))
    names = list(ranks)
    matrix = [[_correlation(ranks[a], ranks[b]) for b in names] for a in names]
    return pd.DataFrame(matrix, index=names, columns=names)


def _correlation(a: np.ndarray, b: np.ndarray) -> float:
    if len(a) < 2 or a.std() == 0 or b.std() == 0:
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])
