"""Scores of clusters against known classes. NumPy and SciPy only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linear_sum_assignment

from catviz.table.association import entropy, mutual_information
from catviz.table.chance import expected_information
from catviz.table.chance import whole_margin as whole_margin
from catviz.table.codebook import is_known, labelled_places
from catviz.table.frames import unmasked
from catviz.table.sizes import refuse_array
from catviz.table.weights import are_whole, checked_weights, effective_weights
from catviz.wording import in_percent


def contingency(y: Any, labels: Any, sample_weight: Any = None) -> np.ndarray:
    """(classes, clusters) table of counts.

    Parameters
    ----------
    y, labels : (n,) known classes, cluster labels
        Rows of unknown class (None or NaN) are left out. Labels of one text are one label: 1 and 1.0 are, True is not.
    sample_weight : (n,) row weights, or None for one each
        Whole weights count as repeated rows. Fractional ones are brought to the effective number of all n rows by
        `catviz.table.weights.effective_weights`, as those of a table are. Rows of weight 0 are left out.

    Returns
    -------
    (classes, clusters) int64, or float64 where weights are fractional
        Classes and clusters in the order of their names as text, those without a row left out.

    Raises
    ------
    ValueError
        Not one class, cluster label and weight for each row, a row without a cluster label, or more classes times
        clusters than fit in memory.

    Examples
    --------
    >>> from catviz.analysis.metrics import contingency
    >>> contingency(["a", "a", "b", None], [0, 1, 1, 0], sample_weight=[3, 1, 2, 5]).tolist()
    [[3, 1], [0, 2]]
    """
    y, labels = (np.asarray(unmasked(given), dtype=object) for given in (y, labels))
    if y.shape != labels.shape or y.ndim != 1:
        raise ValueError(f"shapes {y.shape} and {labels.shape}: give one class and one cluster label for each row")
    kept = is_known(y)
    weights = None if sample_weight is None else checked_weights(sample_weight, len(y))
    if weights is not None:
        kept &= weights > 0
        weights = effective_weights(weights)[kept]
    y, labels = y[kept], labels[kept]
    if not is_known(labels).all():
        raise ValueError("a row has no cluster label: give one for each row whose class is known")
    (classes, rows), (clusters, columns) = map(labelled_places, (y, labels))
    shape = len(classes), len(clusters)
    refuse_array(*shape, "counts of classes and clusters", "give labels that several rows share")
    counts = np.bincount(rows * shape[1] + columns, weights, shape[0] * shape[1]).reshape(shape)
    return counts.astype(np.int64) if are_whole(weights) else counts


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
    """Mutual information corrected for chance (Vinh et al. 2010), arithmetic mean of the entropies.

    0 by chance, 1 for equal partitions, those with one row per cluster included. What chance gives is known for whole
    margins only: of counts that are not whole (fractional weights), the margins are rounded for it.
    """
    table = np.asarray(table)
    filled = table > 0
    if (filled.sum(axis=0) <= 1).all() and (filled.sum(axis=1) <= 1).all():
        return 1.0
    a, b = table.sum(axis=1), table.sum(axis=0)
    n = round(table.sum())
    expected = float(expected_information([whole_margin(a, n), whole_margin(b, n)], n)[0, 1])
    divisor = (entropy(a) + entropy(b)) / 2 - expected
    return float((mutual_information(table) - expected) / divisor) if divisor > 1e-15 else 0.0


def matched_precision_recall(table: np.ndarray) -> tuple[float, float]:
    """(PR, RE): means over matched (class, cluster) pairs of hits over cluster size and over class size."""
    rows, columns = matching(table)
    hits = table[rows, columns]
    return (
        float((hits / table.sum(axis=0)[columns]).sum() / table.shape[1]),
        float((hits / table.sum(axis=1)[rows]).sum() / table.shape[0]),
    )


@dataclass(frozen=True)
class Score:
    """What pages and the papers' tables call a score, what it is, and whether it is a share of rows (in percent)."""

    shown: str
    in_papers: str
    meaning: str
    is_share: bool = False


SCORES = {
    "accuracy": Score(
        "accuracy",
        "AC",
        "share of rows right, with clusters matched to classes one to one, not corrected for chance",
        is_share=True,
    ),
    "purity": Score(
        "purity",
        "purity",
        "share of rows in the most frequent class of their cluster, not corrected for chance",
        is_share=True,
    ),
    "precision": Score("precision", "precision", "share of the pairs of rows in one cluster that are in one class"),
    "recall": Score("recall", "recall", "share of the pairs of rows in one class that are in one cluster"),
    "f1": Score(
        "F1",
        "F1",
        "pairs of rows rightly together: harmonic mean of precision and recall, not corrected for chance",
    ),
    "normalized_mutual_info": Score(
        "NMI", "NMI", "mutual information over the geometric mean of the two entropies, not corrected for chance"
    ),
    "adjusted_rand": Score(
        "ARI",
        "ARI",
        "adjusted Rand index, corrected for chance: 0 on average for random labels, 1 if both agree fully",
    ),
    "adjusted_mutual_info": Score(
        "AMI",
        "AMI",
        "mutual information, corrected for chance: 0 on average for random labels, 1 if both agree fully",
    ),
    "matched_precision": Score(
        "mean precision of matched clusters", "PR", "share of a cluster's rows in the class it is matched to"
    ),
    "matched_recall": Score(
        "mean recall of matched clusters", "RE", "share of a class's rows in the cluster it is matched to"
    ),
}
NAMES = {name: score.shown for name, score in SCORES.items()}
SHARES = tuple(name for name, score in SCORES.items() if score.is_share)
_STANDARD = {score.in_papers: name for name, score in SCORES.items()}


def standard_name(name: str) -> str:
    """The name of a score, given that or what papers call it ("AC"); other text as it is."""
    return _STANDARD.get(name, name)


def score_text(name: str, score: float) -> str:
    """A score as it is read: a share of rows in percent with one decimal, another score with three decimals.

    Examples
    --------
    >>> score_text("accuracy", 0.8971).replace("\u00a0", " "), score_text("adjusted_rand", 0.7)
    ('89.7 %', '0.700')
    >>> score_text("adjusted_rand", -0.0001), score_text("adjusted_rand", -0.02)
    ('0.000', '−0.020')
    """
    if score != score:
        return "–"
    return in_percent(score, 1) if name in SHARES else f"{score:z.3f}".replace("-", "−")


def scores(y: Any, labels: Any, paper_tables: bool = False, sample_weight: ArrayLike | None = None) -> dict[str, float]:
    """All scores of clusters against known classes.

    ``accuracy`` is that of clustering: the share of rows right when clusters and classes are matched one to one, in
    the best way. ``matched_precision`` and ``matched_recall`` are means over the pairs so matched. ``precision``,
    ``recall`` and ``f1`` are over pairs of rows: together in a cluster against together in a class.
    ``normalized_mutual_info`` divides by the geometric mean of the entropies (scikit-learn's
    ``average_method="geometric"``). ``adjusted_rand`` and ``adjusted_mutual_info`` are scikit-learn's.

    Parameters
    ----------
    y, labels : (n,) known classes, cluster labels
        Rows of unknown class (None or NaN) are left out.
    paper_tables : bool
        The names of the papers' tables, and AC, PR and RE as W-CADO's hold them: purity, the mean over clusters of
        the largest class's share, and the mean over clusters of that class's recall; NMI with the arithmetic mean.
    sample_weight : (n,) row weights, or None for one each
        As in `contingency`: all scores of whole weights are those of repeated rows. Of fractional weights, the scores
        over pairs of rows (precision, recall, F1, ARI) and AMI are those of the effective number of rows; the others
        are shares, which do not depend on the weights' scale.

    Returns
    -------
    dict with accuracy, purity, precision, recall, f1, normalized_mutual_info, adjusted_rand, adjusted_mutual_info,
    matched_precision, matched_recall; with ``paper_tables`` AC, purity, precision, recall, F1, NMI, ARI, AMI, PR, RE.

    Raises
    ------
    ValueError
        As `contingency`, or no row that counts has a known class.

    Examples
    --------
    >>> from catviz.analysis.metrics import scores
    >>> scores(["a", "a", "b"], [0, 1, 1], sample_weight=[3, 1, 2])["accuracy"].__round__(3)
    0.833
    """
    table = contingency(y, labels, sample_weight)
    if not table.size:
        raise ValueError("no row that counts has a known class: there is nothing to score against")
    precision, recall, f1 = pairwise(table)
    if paper_tables:
        largest = table.argmax(axis=0)
        hits = table[largest, np.arange(table.shape[1])]
        ac, pr = purity(table), float((hits / table.sum(axis=0)).mean())
        re = float((hits / table.sum(axis=1)[largest]).mean())
    else:
        ac, (pr, re) = accuracy(table), matched_precision_recall(table)
    figures = dict(
        accuracy=ac,
        purity=purity(table),
        precision=precision,
        recall=recall,
        f1=f1,
        normalized_mutual_info=normalised_mutual_information(table, "arithmetic" if paper_tables else "sqrt"),
        adjusted_rand=adjusted_rand_index(table),
        adjusted_mutual_info=adjusted_mutual_information(table),
        matched_precision=pr,
        matched_recall=re,
    )
    return {SCORES[name].in_papers: value for name, value in figures.items()} if paper_tables else figures


def _pairs(counts: np.ndarray) -> np.ndarray:
    """Pairs of rows; less than one row, which fractional weights may leave, holds none."""
    counts = counts.astype(float)
    return np.maximum(counts * (counts - 1) / 2, 0)
