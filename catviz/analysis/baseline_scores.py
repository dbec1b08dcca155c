"""What a score is worth: the accuracy of one single cluster, and the scores that random labels reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import random_table

from catviz.analysis.metrics import accuracy, contingency, normalised_mutual_information, pairwise, purity
from catviz.parameters import whole_numbers
from catviz.table.chance import whole_margin
from catviz.table.codebook import is_known

DRAWS = 300
#: Scores (as `catviz.analysis.metrics.scores` names them) that are not corrected for chance, of a table of counts.
UNCORRECTED: dict[str, Callable[[np.ndarray], float]] = {
    "accuracy": accuracy,
    "normalized_mutual_info": partial(normalised_mutual_information, mean="sqrt"),
    "f1": lambda table: pairwise(table)[2],
    "purity": purity,
}


@dataclass(frozen=True, eq=False)
class Baselines:
    """Accuracies that clusters unrelated to the classes reach.

    Attributes
    ----------
    one_cluster : float
        Of all rows in one cluster: the share of the largest class.
    random : (draws,) array
        Of random labels in clusters of the same sizes; one number only if a single table has these margins.
    """

    one_cluster: float
    random: np.ndarray


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


@whole_numbers("draws")
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


@whole_numbers("draws")
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


@whole_numbers("draws")
def baselines(
    y: ArrayLike, labels: Any, sample_weight: ArrayLike | None = None, draws: int = DRAWS, random_state: int = 0
) -> Baselines:
    """What the accuracy of clusters is to be compared with.

    Parameters
    ----------
    y, labels : (n,) known classes, cluster labels
        Rows without a known class are left out.
    sample_weight : (n,) or None
        Row weights, as for `catviz.analysis.metrics.scores`.

    Examples
    --------
    >>> from catviz.analysis.baseline_scores import baselines
    >>> found = baselines(["a", "b"] * 50, [0] * 50 + [1] * 50)
    >>> found.one_cluster, len(found.random), round(float(found.random.mean()), 2)
    (0.5, 300, 0.54)
    """
    return _compared(_known_counts(y, labels, sample_weight), draws, random_state)


@whole_numbers("n_clusters", "draws")
def equal_baselines(
    y: Sequence[Any] | np.ndarray,
    n_clusters: int,
    sample_weight: ArrayLike | None = None,
    draws: int = DRAWS,
    random_state: int = 0,
) -> Baselines:
    """`baselines` for clusters of equal size.

    Examples
    --------
    >>> from catviz.analysis.baseline_scores import equal_baselines
    >>> found = equal_baselines(["a", "a", "a", "b"], 2)
    >>> found.one_cluster, set(found.random.tolist())
    (0.75, {0.75})
    """
    classes = _known_counts(y, np.zeros(len(y)), sample_weight)
    return _compared(np.repeat(classes / n_clusters, n_clusters, axis=1), draws, random_state)


def _known_counts(y: ArrayLike | None, labels: Any, sample_weight: ArrayLike | None) -> np.ndarray:
    """(classes, clusters) table of the rows whose class is known."""
    known = is_known(y)
    weights = None if sample_weight is None else np.asarray(sample_weight)[known]
    table = contingency(np.asarray(y, dtype=object)[known], np.asarray(labels)[known], weights)
    if not table.sum():
        raise ValueError("no row has a known class: there is nothing to compare clusters with")
    return table


def _compared(table: np.ndarray, draws: int, random_state: int) -> Baselines:
    return Baselines(largest_class(table), random_scores(table, "accuracy", draws, random_state))
