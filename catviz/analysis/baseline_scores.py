"""What a score is worth: the accuracy of one single cluster, and the scores that random labels reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import random_table

from catviz.analysis.metrics import accuracy, contingency, normalised_mutual_information, pairwise, purity
from catviz.table.chance import whole_margin
from catviz.table.codebook import is_known
from catviz.wording import in_percent

DRAWS = 300
HIGH = 0.95
"""The quantile of random labels that is named beside their mean."""
UNCORRECTED: dict[str, Callable[[np.ndarray], float]] = {
    "accuracy": accuracy,
    "normalized_mutual_info": partial(normalised_mutual_information, mean="sqrt"),
    "f1": lambda table: pairwise(table)[2],
    "purity": purity,
}
"""Scores (as `catviz.analysis.metrics.scores` names them) that are not corrected for chance, of a table of counts."""
_RANDOM = "random labels in clusters of these sizes"
BY_SIZES = "{} is not corrected for chance: methods can rank differently by the sizes of their clusters alone."
"""Why ranks by a score of ``UNCORRECTED`` are described and not tested."""


def largest_class(table: np.ndarray) -> float:
    """Share of the largest class in a (classes, clusters) table of counts: what always naming it would reach.

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.analysis.baseline_scores import largest_class
    >>> largest_class(np.array([[30, 10], [5, 15]])).__round__(3)
    0.667
    """
    table = np.asarray(table)
    return float(table.sum(axis=1).max() / table.sum())


def random_scores(table: np.ndarray, metric: str = "accuracy", draws: int = DRAWS, random_state: int = 0) -> np.ndarray:
    """Scores of random labels with the same cluster sizes.

    Parameters
    ----------
    table : (classes, clusters) counts, as `catviz.analysis.metrics.contingency` gives them
        Only its margins count. Fractional ones are rounded.
    metric : str
        One of ``UNCORRECTED``.
    draws : int
    random_state : int

    Returns
    -------
    (draws,) array
        One number only if a single table has these margins.

    Raises
    ------
    ValueError
        A metric that is unknown or corrected for chance.

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.analysis.baseline_scores import random_scores
    >>> random_scores(np.array([[50, 0], [0, 50]]), "normalized_mutual_info").mean().__round__(3).item()
    0.008
    """
    if metric not in UNCORRECTED:
        raise ValueError(
            f"metric {metric!r}: choose a score that is not corrected for chance: {', '.join(UNCORRECTED)}"
        )
    score, table = UNCORRECTED[metric], np.asarray(table, dtype=float)
    if 1 in table.shape:
        return np.array([score(table)])  # one table has these margins
    total = round(float(table.sum()))
    margins = (whole_margin(table.sum(axis=1), total), whole_margin(table.sum(axis=0), total))
    if min(map(len, margins)) < 2:
        return np.array([score(np.outer(*margins))])
    return np.array([score(drawn) for drawn in random_table(*margins).rvs(draws, random_state=random_state)])


def mean_by_chance(
    metric: str,
    y: ArrayLike,
    labels: Any,
    sample_weight: ArrayLike | None = None,
    draws: int = DRAWS,
    random_state: int = 0,
) -> float:
    """Mean of a score over random labels in clusters as large as those given.

    Parameters
    ----------
    metric : str
        One of ``UNCORRECTED``.
    y, labels, sample_weight, draws, random_state
        As for `baselines`.

    Examples
    --------
    >>> from catviz.analysis.baseline_scores import mean_by_chance
    >>> mean_by_chance("purity", ["a", "a", "a", "b"], [0, 0, 1, 1])
    0.75
    """
    return float(random_scores(_known_counts(y, labels, sample_weight), metric, draws, random_state).mean())


def baselines(
    y: ArrayLike, labels: Any, sample_weight: ArrayLike | None = None, draws: int = DRAWS, random_state: int = 0
) -> str:
    """What the accuracy of clusters is to be compared with, in words.

    The accuracy of one single cluster, which is the share of the largest class, the mean accuracy of random labels in
    clusters of the same sizes, and what 95 % of them stay at or below; if many draws share that accuracy, how many.

    Parameters
    ----------
    y, labels : (n,) known classes, cluster labels
        Rows without a known class are left out.
    sample_weight : (n,) or None
        Row weights, as for `catviz.analysis.metrics.scores`.

    Examples
    --------
    >>> from catviz.analysis.baseline_scores import baselines
    >>> baselines(["a", "b"] * 50, [0] * 50 + [1] * 50).replace("\u00a0", " ").partition("; ")[2]
    'random labels in clusters of these sizes 54 % on average (95th percentile of 300 draws: 60 %)'
    """
    return _in_words(_known_counts(y, labels, sample_weight), draws, random_state)


def equal_baselines(
    y: Sequence[Any] | np.ndarray,
    n_clusters: int,
    sample_weight: ArrayLike | None = None,
    draws: int = DRAWS,
    random_state: int = 0,
) -> str:
    """The same for clusters of equal size.

    Examples
    --------
    >>> from catviz.analysis.baseline_scores import equal_baselines
    >>> equal_baselines(["a", "a", "a", "b"], 2).replace("\u00a0", " ")
    'all rows in one cluster 75 %; random labels in clusters of these sizes 75 % in all of 300 draws'
    """
    classes = _known_counts(y, np.zeros(len(y)), sample_weight)
    return _in_words(np.repeat(classes / n_clusters, n_clusters, axis=1), draws, random_state)


def _known_counts(y: ArrayLike | None, labels: Any, sample_weight: ArrayLike | None) -> np.ndarray:
    """(classes, clusters) table of the rows whose class is known."""
    known = is_known(y)
    weights = None if sample_weight is None else np.asarray(sample_weight)[known]
    table = contingency(np.asarray(y, dtype=object)[known], np.asarray(labels)[known], weights)
    if not table.sum():
        raise ValueError("no row has a known class: there is nothing to compare clusters with")
    return table


def _in_words(table: np.ndarray, draws: int, random_state: int) -> str:
    reached = random_scores(table, "accuracy", draws, random_state)
    one = f"all rows in one cluster {in_percent(largest_class(table))}"
    if len(reached) == 1:
        return f"{one}; {_RANDOM} always {in_percent(reached[0])}"
    if np.ptp(reached) == 0:
        return f"{one}; {_RANDOM} {in_percent(reached[0])} in all of {draws} draws"
    high = np.quantile(reached, HIGH, method="inverted_cdf")
    mean, share = reached.mean(), (reached >= high).mean()
    decimals = 1 if in_percent(mean) == in_percent(high) else 0
    most = in_percent(high, decimals)
    many = share > 2 * (1 - HIGH)  # few tables are possible, and many draws are the same
    reaching = f"{most}{'' if high == 1 else ' or more'} in {in_percent(share)} of {draws} draws"
    percentile = f"{100 * HIGH:.0f}th percentile of {draws} draws: {most}"
    return f"{one}; {_RANDOM} {in_percent(mean, decimals)} on average ({reaching if many else percentile})"
