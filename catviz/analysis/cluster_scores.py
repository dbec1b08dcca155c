"""Scores of clusters without known classes: how much a row's cluster says about its values.

Sources: Gluck & Corter 1985 (category utility); Lenssen, Stahmann, Janiesch & Schubert 2025 (ARES and MREC).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from catviz.analysis.labelled import label_counts, labelled_rows, refuse_labels


def cluster_scores(X: Any, labels: ArrayLike, sample_weight: ArrayLike | None = None) -> dict[str, float]:
    """How much the clusters of rows say about their values, by four scores that need no known classes.

    With p_jr(a) the share of value a of column r in cluster j of n_j rows, and p_r(a) its share among all n:

    - ``category_utility``: sum_j n_j / n sum_r sum_a (p_jr(a)^2 - p_r(a)^2), what knowing the cluster adds to the
      expected number of columns whose value is guessed right; the between sum of squares of 0-1 indicators, over n
    - ``chi2``: sum_r chi-squared of column and clusters, over n; the criterion of `ClusterCA` with as many axes as
      clusters less one
    - ``information``: sum_r I(column; cluster) in bits (ARES)
    - ``mrec``: min_i (S_i - max_m S_im), S_i = sum_r KL(p_ir || p_r) in bits, and S_im that of clusters i and m
      together: how much the least distinct cluster would lose in a merger (MREC); NaN for one cluster

    The first three grow with the number of clusters, so they compare clusters of equal number only. MREC need not grow,
    so it can be compared over numbers of clusters. None is a test: clusters made from these columns have category
    utility, chi-squared and information above 0 in any table.

    Parameters
    ----------
    X : CategoricalTable, frame (pandas, Polars, Arrow) or array
        Missing is a value of its own; numeric columns are left aside.
    labels : (n,) cluster of each row
        Rows without one (None, NaN) are left out.
    sample_weight : (n,) row weights, optional
        Those of a table that has none of its own.

    Returns
    -------
    dict of str to float

    Raises
    ------
    ValueError
        Not one label for each row, no row with a label, or too many values and labels.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> {name: round(score, 4) for name, score in catviz.cluster_scores(zoo, zoo.target).items()}
    {'category_utility': 4.2985, 'chi2': 12.0965, 'information': 9.2444, 'mrec': -2.8095}
    """
    table, found = labelled_rows(X, labels, sample_weight)
    y, names = pd.factorize(found)
    sizes, k = table.codebook.n_values, len(names)
    refuse_labels(sizes, k)
    counts = label_counts(table.codes, sizes, y, table.row_weights, k).T
    n_j = np.bincount(y, table.row_weights, k)
    n, of_value = n_j.sum(), counts.sum(axis=0)
    p, p_j = of_value / n, counts / n_j[:, None]
    distinct = _divergence(counts, n_j, p)
    return {
        "category_utility": float((n_j / n * (p_j**2).sum(axis=1)).sum() - (p**2).sum()),
        "chi2": float((counts**2 / np.outer(n_j, of_value)).sum() - len(sizes)),
        "information": float(n_j @ distinct / n),
        "mrec": min((_loss(i, counts, n_j, p, distinct) for i in range(k)), default=np.nan) if k > 1 else np.nan,
    }


def _loss(i: int, counts: np.ndarray, n_j: np.ndarray, p: np.ndarray, distinct: np.ndarray) -> float:
    """By how much cluster i says more than it would together with the best other one."""
    others = np.arange(len(n_j)) != i
    together = _divergence(counts[others] + counts[i], n_j[others] + n_j[i], p)
    return float(distinct[i] - together.max())


def _divergence(counts: np.ndarray, sizes: np.ndarray, p: np.ndarray) -> np.ndarray:
    """(k,) sum over columns of the Kullback-Leibler divergence of a cluster's shares from all rows', in bits."""
    shares = counts / sizes[:, None]
    bits: np.ndarray = (shares * np.log2(np.where(shares > 0, shares / p, 1))).sum(axis=1)
    return bits
