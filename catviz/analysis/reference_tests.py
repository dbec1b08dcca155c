"""Several methods against one on the same splits: which differ, which are equivalent, and what remains possible."""

from __future__ import annotations

from collections.abc import Hashable

import pandas as pd

from catviz.analysis.statistics import LEVEL, corrected_resampled_t, difference_interval, equivalence_p, holm, paired_t

MARGIN = 0.01
"""Accuracies that differ by less than one percentage point count as equivalent."""
_ROUNDING = 1e-12


def reference_tests(
    scores: pd.DataFrame, reference: Hashable, test_share: float, rows_tested: int, margin: float = MARGIN
) -> pd.DataFrame:
    """Every method against one by the corrected resampled t-test, with Holm's correction over all of them.

    Parameters
    ----------
    scores : DataFrame, one row per split, one column per method
        NaN where a method has no score; methods are compared on the splits both have.
    reference : the column that all others are compared with
    test_share : float between 0 and 1, exclusive
        Share of the rows that each split tests on.
    rows_tested : int
        Rows that each split tests on.
    margin : float
        Methods whose scores differ by less are equivalent.

    Returns
    -------
    DataFrame, one row per method with two splits or more in common with the reference
        ``difference`` (mean of method - reference), its 95 % interval from ``low`` to ``high``; ``naive_p`` of
        Student's paired test; ``p``, corrected for shared rows; ``adjusted_p``, Holm's over all methods; ``differs``
        where it is at most 5 %; ``equivalence_p`` of two one-sided tests within the margin; ``equivalent`` where it is
        at most 5 %, Holm-corrected likewise.

    Notes
    -----
    Where all splits differ by the same amount, there is no variance to test with: p and the p of equivalence are 1. The
    p of equivalence is also 1 where a single row tested weighs more than the margin, since so few rows cannot show it.

    Raises
    ------
    ValueError
        A reference that is no column, or as `catviz.analysis.statistics.corrected_resampled_t`.

    Examples
    --------
    >>> import pandas as pd
    >>> from catviz.analysis.reference_tests import reference_tests
    >>> scores = pd.DataFrame({"a": [0.700, 0.800, 0.750], "b": [0.701, 0.799, 0.750], "c": [0.9, 0.99, 0.96]})
    >>> reference_tests(scores, "a", 0.5, rows_tested=1000)[["differs", "equivalent"]].values.tolist()
    [[False, True], [True, False]]
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
        varies, fine = high > low, rows_tested * margin >= 1
        lines[name] = {
            "difference": tested.difference,
            "low": low,
            "high": high,
            "naive_p": paired_t(a, b).p,
            "p": tested.p if varies else 1.0,
            "equivalence_p": equivalence_p(a, b, test_share, margin) if varies and fine else 1.0,
        }
    columns = ["difference", "low", "high", "naive_p", "p", "equivalence_p"]
    found = pd.DataFrame(list(lines.values()), columns=columns, dtype=float).set_axis(
        pd.Index(lines, tupleize_cols=False)
    )
    adjusted = holm(found["p"])
    return found.assign(
        adjusted_p=adjusted,
        differs=adjusted <= LEVEL + _ROUNDING,
        equivalent=holm(found["equivalence_p"]) <= LEVEL + _ROUNDING,
    )
