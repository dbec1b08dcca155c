"""What a score is to be compared with, in words."""

from __future__ import annotations

import numpy as np

from catviz.analysis.baseline_scores import Baselines
from catviz.wording import in_percent

_HIGH = 0.95
"""The quantile of random labels that is named beside their mean."""
_RANDOM = "random labels in clusters of these sizes"
BY_SIZES = "{} is not corrected for chance: methods can rank differently by the sizes of their clusters alone."
"""Why ranks by a score of ``UNCORRECTED`` are described and not tested."""


def baselines_in_words(found: Baselines) -> str:
    """What the accuracy of clusters is to be compared with.

    The accuracy of one single cluster, the mean accuracy of random labels in clusters of the same sizes, and what 95 %
    of them stay at or below; if many draws share that accuracy, how many.

    Examples
    --------
    >>> from catviz.analysis.baseline_scores import baselines
    >>> from catviz.words.baselines import baselines_in_words
    >>> baselines_in_words(baselines(["a", "b"] * 50, [0] * 50 + [1] * 50)).replace("\u00a0", " ").partition("; ")[2]
    'random labels in clusters of these sizes 54 % on average (95th percentile of 300 draws: 60 %)'
    """
    reached, draws = found.random, len(found.random)
    one = f"all rows in one cluster {in_percent(found.one_cluster)}"
    if len(reached) == 1:
        return f"{one}; {_RANDOM} always {in_percent(reached[0])}"
    if np.ptp(reached) == 0:
        return f"{one}; {_RANDOM} {in_percent(reached[0])} in all of {draws} draws"
    high = np.quantile(reached, _HIGH, method="inverted_cdf")
    mean, share = reached.mean(), (reached >= high).mean()
    decimals = 1 if in_percent(mean) == in_percent(high) else 0
    most = in_percent(high, decimals)
    many = share > 2 * (1 - _HIGH)  # few tables are possible, and many draws are the same
    reaching = f"{most}{'' if high == 1 else ' or more'} in {in_percent(share)} of {draws} draws"
    percentile = f"{100 * _HIGH:.0f}th percentile of {draws} draws: {most}"
    return f"{one}; {_RANDOM} {in_percent(mean, decimals)} on average ({reaching if many else percentile})"
