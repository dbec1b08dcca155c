"""Several methods against one on the same splits: which differ, which are equivalent, and what remains possible."""

from __future__ import annotations

from collections.abc import Hashable

import pandas as pd

from catviz.statistics import corrected_resampled_t, difference_interval, equivalence_p, holm, paired_t

LEVEL = 0.05
MARGIN = 0.01
"""Accuracies that differ by less than a point serve alike."""
_ROUNDING = 1e-12


def against(scores: pd.DataFrame, reference: Hashable, test_share: float, margin: float = MARGIN) -> pd.DataFrame:
    """Every method against one by the corrected resampled t-test, with Holm's correction over all of them.

    Parameters
    ----------
    scores : DataFrame, a row a split, a column a method
        NaN where a method has no score; methods are compared on the splits both have.
    reference : the column that all others are compared with
    test_share : float between 0 and 1, exclusive
        Share of the rows that each split tests on.
    margin : float
        Methods whose scores differ by less are equivalent.

    Returns
    -------
    DataFrame, a row a method with two splits or more in common with the reference
        ``difference`` (mean of method - reference), its 95 % interval from ``low`` to ``high``; ``naive_p`` of
        Student's paired test; ``p``, corrected for shared rows; ``adjusted_p``, Holm's over all methods; ``differs``
        where it is at most 5 %; ``equivalence_p`` of two one-sided tests within the margin; ``equivalent`` where it is
        at most 5 %, Holm-corrected likewise.

    Raises
    ------
    ValueError
        A reference that is no column, or as `catviz.statistics.corrected_resampled_t`.

    Examples
    --------
    >>> import pandas as pd
    >>> from catviz.experiments.against import against
    >>> scores = pd.DataFrame({"a": [0.7, 0.8, 0.7], "b": [0.7, 0.8, 0.7], "c": [0.9, 0.91, 0.9]})
    >>> against(scores, "a", 0.5)[["differs", "equivalent"]].values.tolist()
    [[False, True], [False, False]]
    """
    if reference not in scores.columns:
        raise ValueError(f"reference={reference!r}: choose one of {', '.join(map(str, scores.columns))}")
    lines = {}
    for name in scores.columns.drop(reference):
        both = pd.DataFrame({"a": scores[name], "b": scores[reference]}).dropna()
        if len(both) < 2:
            continue
        a, b = both["a"].to_numpy(), both["b"].to_numpy()
        tested, (low, high) = corrected_resampled_t(a, b, test_share), difference_interval(a, b, test_share)
        line = {"difference": tested.difference, "low": low, "high": high}
        lines[name] = line | {
            "naive_p": paired_t(a, b).p,
            "p": tested.p,
            "equivalence_p": equivalence_p(a, b, test_share, margin),
        }
    columns = ["difference", "low", "high", "naive_p", "p", "equivalence_p"]
    found = pd.DataFrame(list(lines.values()), columns=columns, dtype=float).set_axis(
        pd.Index(lines, tupleize_cols=False)
    )
    return found.assign(
        adjusted_p=holm(found["p"]),
        differs=holm(found["p"]) <= LEVEL + _ROUNDING,
        equivalent=holm(found["equivalence_p"]) <= LEVEL + _ROUNDING,
    )
