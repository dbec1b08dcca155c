"""How strongly two columns depend on each other, from their contingency table of counts. Natural logarithms."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.table.counts import Counts

NO_INFORMATION = 1e-12
"""Mutual information below this is rounding, and counts as none."""


def entropy(counts: np.ndarray) -> float:
    """Entropy of a vector or table of counts, in nats; 0 log 0 = 0."""
    counts = np.asarray(counts, dtype=float).ravel()
    counts = counts[counts > 0]
    shares = counts / counts.sum()
    return float(-(shares * np.log(shares)).sum()) if len(shares) > 1 else 0.0


def mutual_information(joint: np.ndarray) -> float:
    """Mutual information of a (v_r, v_s) table of counts, in nats; rounding below 1e-12 is 0."""
    joint = np.asarray(joint, dtype=float)
    information = entropy(joint.sum(axis=1)) + entropy(joint.sum(axis=0)) - entropy(joint)
    return information if information > NO_INFORMATION else 0.0


def normalised_mutual_information(joint: np.ndarray) -> float:
    """2 I / (H_r + H_s), between 0 and 1; 0 where both columns are constant."""
    joint = np.asarray(joint, dtype=float)
    total = entropy(joint.sum(axis=1)) + entropy(joint.sum(axis=0))
    return 2 * mutual_information(joint) / total if total else 0.0


def redundancy(joint: np.ndarray) -> float:
    """I / H(joint), between 0 and 1: the share of the joint entropy that both columns tell; 0 where it is 0."""
    total = entropy(joint)
    return mutual_information(joint) / total if total else 0.0


def cramers_v(joint: np.ndarray) -> float:
    """Cramer's V, sqrt(chi2 / (n (min(v_r, v_s) - 1))), between 0 and 1; 0 where a column is constant."""
    joint = np.asarray(joint, dtype=float)
    joint = joint[joint.sum(axis=1) > 0][:, joint.sum(axis=0) > 0]
    n, smaller = joint.sum(), min(joint.shape, default=0) - 1
    if smaller < 1:
        return 0.0
    expected = np.outer(joint.sum(axis=1), joint.sum(axis=0)) / n
    return float(min(np.sqrt((((joint - expected) ** 2) / expected).sum() / (n * smaller)), 1.0))


def cramers_v_by_chance(v: int, w: int, n: float) -> float:
    """About what Cramer's V is for two unrelated columns: sqrt((v - 1)(w - 1) / (n (min(v, w) - 1))), at most 1.

    It is the root of the mean square: chi squared of unrelated columns has mean (v - 1)(w - 1), but for the order 1/n.

    Parameters
    ----------
    v, w : int
        Numbers of values of the two columns.
    n : float
        Number of rows; the effective number if weights are fractional.

    Examples
    --------
    >>> from catviz.table.association import cramers_v_by_chance
    >>> cramers_v_by_chance(3, 5, 100)
    0.2
    """
    smaller = min(v, w) - 1
    return float(min(np.sqrt((v - 1) * (w - 1) / (n * smaller)), 1.0)) if smaller > 0 and n else 0.0


MEASURES = {
    "NMI": normalised_mutual_information,
    "Cramér's V": cramers_v,
    "redundancy": redundancy,
}
"""Symmetric measures between columns, each 0 for independence and 1 for the strongest dependence."""


def association_matrix(counts: Counts, measure: str = "NMI") -> pd.DataFrame:
    """(d, d) association of all pairs of columns by one of ``MEASURES``; the diagonal is a column with itself."""
    if measure not in MEASURES:
        raise ValueError(f"measure {measure!r}: choose one of {', '.join(MEASURES)}")
    function, attributes = MEASURES[measure], counts.codebook.attributes
    matrix = np.zeros((len(attributes), len(attributes)))
    for r in range(len(attributes)):
        for s in range(r, len(attributes)):
            matrix[r, s] = matrix[s, r] = function(counts.joint(r, s))
    return pd.DataFrame(matrix, index=attributes, columns=attributes)


def most_dependent(counts: Counts, fewest: int, most: int) -> str | None:
    """The column with between ``fewest`` and ``most`` values that tells most of the others (mean NMI); None if none."""
    sizes = counts.codebook.n_values
    eligible = [r for r, v in enumerate(sizes) if fewest <= v <= most]
    if not eligible:
        return None
    others = range(len(sizes))
    means = {
        r: float(np.mean([normalised_mutual_information(counts.joint(r, s)) for s in others if s != r] or [0.0]))
        for r in eligible
    }
    return counts.codebook.attributes[max(eligible, key=lambda r: (round(means[r], 12), -r))]
