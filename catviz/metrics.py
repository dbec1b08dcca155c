"""Scores of a partition against known groups. NumPy and SciPy only."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.special import gammaln

from catviz.association import entropy, mutual_information


def contingency(y, labels) -> np.ndarray:
    """(classes, clusters) table of counts."""
    y, labels = np.asarray(y, dtype=str), np.asarray(labels, dtype=str)
    if y.shape != labels.shape or y.ndim != 1:
        raise ValueError(f"shapes {y.shape} and {labels.shape}: give one group and one cluster label a row")
    _, rows = np.unique(y, return_inverse=True)
    _, columns = np.unique(labels, return_inverse=True)
    table = np.zeros((rows.max(initial=-1) + 1, columns.max(initial=-1) + 1), dtype=np.int64)
    np.add.at(table, (rows, columns), 1)
    return table


def matching(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(classes, clusters) matched one to one so that the most rows agree (Hungarian); the smaller side is used up."""
    return linear_sum_assignment(table, maximize=True)


def accuracy(table: np.ndarray) -> float:
    """Share of rows on the best one-to-one matching of clusters to classes (Hungarian)."""
    rows, columns = matching(table)
    return float(table[rows, columns].sum() / table.sum())


def purity(table: np.ndarray) -> float:
    """Share of rows that belong to their cluster's largest class."""
    return float(table.max(axis=0).sum() / table.sum())


def pairwise(table: np.ndarray) -> tuple[float, float, float]:
    """(precision, recall, F1) over pairs of rows: together in a cluster against together in a class."""
    both = _pairs(table).sum()
    together, same = _pairs(table.sum(axis=0)).sum(), _pairs(table.sum(axis=1)).sum()
    precision = both / together if together else 0.0
    recall = both / same if same else 0.0
    return float(precision), float(recall), float(2 * both / (together + same)) if together + same else 0.0


def adjusted_rand_index(table: np.ndarray) -> float:
    """Hubert & Arabie's adjusted Rand index: 0 by chance, 1 for equal partitions."""
    both, total = _pairs(table).sum(), _pairs(np.array(table.sum()))
    together, same = _pairs(table.sum(axis=0)).sum(), _pairs(table.sum(axis=1)).sum()
    expected = together * same / total if total else 0.0
    largest = (together + same) / 2
    return float((both - expected) / (largest - expected)) if largest != expected else 1.0


NMI_MEANS = {
    "arithmetic": lambda h, k, joint: (h + k) / 2,
    "sqrt": lambda h, k, joint: np.sqrt(h * k),
    "max": lambda h, k, joint: max(h, k),
    "min": lambda h, k, joint: min(h, k),
    "joint": lambda h, k, joint: joint,
}


def normalised_mutual_information(table: np.ndarray, mean: str = "arithmetic") -> float:
    """Mutual information over a mean of both entropies ("arithmetic", "sqrt", "max", "min") or the joint one."""
    if mean not in NMI_MEANS:
        raise ValueError(f"mean={mean!r}: choose one of {', '.join(NMI_MEANS)}")
    h, k = entropy(table.sum(axis=1)), entropy(table.sum(axis=0))
    if h == k == 0:
        return 1.0
    divisor = NMI_MEANS[mean](h, k, entropy(table))
    return float(mutual_information(table) / divisor) if divisor else 0.0


def adjusted_mutual_information(table: np.ndarray) -> float:
    """Mutual information corrected for chance (Vinh et al.), arithmetic mean of the entropies."""
    a, b, n = table.sum(axis=1), table.sum(axis=0), int(table.sum())
    h, k = entropy(a), entropy(b)
    if h == k == 0:
        return 1.0
    expected = _expected_information(a, b, n)
    divisor = (h + k) / 2 - expected
    return float((mutual_information(table) - expected) / divisor) if abs(divisor) > 1e-15 else 0.0


def matched_precision_recall(table: np.ndarray) -> tuple[float, float]:
    """(PR, RE): means over matched (class, cluster) pairs of hits over cluster size and over class size."""
    rows, columns = matching(table)
    hits = table[rows, columns]
    return (
        float((hits / table.sum(axis=0)[columns]).sum() / table.shape[1]),
        float((hits / table.sum(axis=1)[rows]).sum() / table.shape[0]),
    )


def scores(y, labels, paper_tables: bool = False) -> dict[str, float]:
    """All scores of a partition against known groups.

    Parameters
    ----------
    y, labels : (n,) known groups, cluster labels
        Rows without a known group (None) are left out.
    paper_tables : bool
        AC, PR and RE as W-CADO's published tables hold them: purity, the mean over clusters of the largest class's
        share, and the mean over clusters of that class's recall; NMI with the arithmetic mean.

    Returns
    -------
    dict with AC, purity, precision, recall, F1 (over pairs), NMI, ARI, AMI, PR, RE.
    """
    y = np.asarray(y, dtype=object)
    known = np.array([v is not None for v in y], dtype=bool)
    if not known.any():
        raise ValueError("no row has a known group: there is nothing to score against")
    table = contingency(y[known], np.asarray(labels)[known])
    precision, recall, f1 = pairwise(table)
    if paper_tables:
        largest = table.argmax(axis=0)
        hits = table[largest, np.arange(table.shape[1])]
        ac, pr = purity(table), float((hits / table.sum(axis=0)).mean())
        re = float((hits / table.sum(axis=1)[largest]).mean())
    else:
        ac, (pr, re) = accuracy(table), matched_precision_recall(table)
    return {
        "AC": ac,
        "purity": purity(table),
        "precision": precision,
        "recall": recall,
        "F1": f1,
        "NMI": normalised_mutual_information(table, "arithmetic" if paper_tables else "sqrt"),
        "ARI": adjusted_rand_index(table),
        "AMI": adjusted_mutual_information(table),
        "PR": pr,
        "RE": re,
    }


def _pairs(counts: np.ndarray) -> np.ndarray:
    counts = counts.astype(float)
    return counts * (counts - 1) / 2


def _expected_information(a: np.ndarray, b: np.ndarray, n: int) -> float:
    """Expected mutual information of two partitions with these sizes, drawn at random."""
    total = 0.0
    for size in a:
        for other in b:
            k = np.arange(max(1, size + other - n), min(size, other) + 1, dtype=float)
            log_p = (
                gammaln(size + 1)
                + gammaln(other + 1)
                + gammaln(n - size + 1)
                + gammaln(n - other + 1)
                - gammaln(n + 1)
                - gammaln(k + 1)
                - gammaln(size - k + 1)
                - gammaln(other - k + 1)
                - gammaln(n - size - other + k + 1)
            )
            total += float((k / n * np.log(n * k / (size * other)) * np.exp(log_p)).sum())
    return total
