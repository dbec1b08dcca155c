"""What an accuracy is worth: the share of the largest class, and the accuracy that random labels reach."""

from __future__ import annotations

import numpy as np
from scipy.stats import random_table

from catviz.codebook import is_known
from catviz.metrics import accuracy, contingency, whole_margin

DRAWS = 300


def largest_class(table: np.ndarray) -> float:
    """Share of the largest class in a (classes, clusters) table of counts: what always naming it would reach.

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.experiments.chance import largest_class
    >>> largest_class(np.array([[30, 10], [5, 15]])).__round__(3)
    0.667
    """
    table = np.asarray(table)
    return float(table.sum(axis=1).max() / table.sum())


def random_accuracy(table: np.ndarray, draws: int = DRAWS, random_state: int = 0) -> float:
    """Mean accuracy of random labels with the same cluster sizes, matched one to one with the classes.

    Matching takes the best of all assignments, so labels without any relation to the classes still reach more than
    they would without it.

    Parameters
    ----------
    table : (classes, clusters) counts, as `catviz.metrics.contingency` gives them
        Only its margins count. Fractional ones are rounded.
    draws : int
    random_state : int

    Returns
    -------
    float

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.experiments.chance import random_accuracy
    >>> random_accuracy(np.array([[50, 0], [0, 50]])).__round__(2)
    0.54
    """
    table = np.asarray(table, dtype=float)
    if 1 in table.shape:
        return accuracy(table)  # one table has these margins
    total = round(float(table.sum()))
    margins = (whole_margin(table.sum(axis=1), total), whole_margin(table.sum(axis=0), total))
    if min(map(len, margins)) < 2:
        return accuracy(np.outer(*margins))
    return float(np.mean([accuracy(drawn) for drawn in random_table(*margins).rvs(draws, random_state=random_state)]))


def baselines(y, labels, sample_weight=None, draws: int = DRAWS, random_state: int = 0) -> str:
    """Both numbers in words, to stand beside the accuracy of clusters: "largest class 58 %, random labels 34 %".

    Parameters
    ----------
    y, labels : (n,) known classes, cluster labels
        Rows without a known class are left out.
    sample_weight : (n,) or None
        Row weights, as for `catviz.metrics.scores`.

    Examples
    --------
    >>> from catviz.experiments.chance import baselines
    >>> baselines(["a", "a", "a", "b"], [0, 0, 1, 1])
    'largest class 75 %, random labels 75 %'
    """
    known = is_known(y)
    weights = None if sample_weight is None else np.asarray(sample_weight)[known]
    return _in_words(
        contingency(np.asarray(y, dtype=object)[known], np.asarray(labels)[known], weights), draws, random_state
    )


def equal_baselines(y, n_clusters: int, sample_weight=None, draws: int = DRAWS, random_state: int = 0) -> str:
    """The same for clusters of equal size.

    Examples
    --------
    >>> from catviz.experiments.chance import equal_baselines
    >>> equal_baselines(["a", "a", "a", "b"], 2)
    'largest class 75 %, random labels 75 %'
    """
    known = is_known(y)
    weights = None if sample_weight is None else np.asarray(sample_weight)[known]
    classes = contingency(np.asarray(y, dtype=object)[known], np.zeros(known.sum()), weights)
    return _in_words(np.repeat(classes / n_clusters, n_clusters, axis=1), draws, random_state)


def _in_words(table: np.ndarray, draws: int, random_state: int) -> str:
    if not table.sum():
        raise ValueError("no row has a known class: there is nothing to compare clusters with")
    return (
        f"largest class {100 * largest_class(table):.0f} %, "
        f"random labels {100 * random_accuracy(table, draws, random_state):.0f} %"
    )
