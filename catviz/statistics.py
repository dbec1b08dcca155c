"""Is one method better than another? Tests on the scores of repeated runs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t as student


class PairedTest(NamedTuple):
    """The mean of a - b, its t statistic, and the two-sided p value."""

    difference: float
    t: float
    p: float


def paired_t(a: ArrayLike, b: ArrayLike) -> PairedTest:
    """Student's paired t-test of two methods' scores on the same runs.

    It takes the runs for independent. Repeated splits of one data set are not: they share rows, and this test finds
    differences that are not there. Take `corrected_resampled_t` for them.

    Parameters
    ----------
    a, b : (J,) scores on the same J runs, in the same order

    Returns
    -------
    PairedTest
        p = 1 where all scores are equal, p = 0 where all differ by the same amount.

    Raises
    ------
    ValueError
        Not one score a run for both, fewer than two runs, or scores that are no finite numbers.

    Examples
    --------
    >>> from catviz.statistics import paired_t
    >>> paired_t([3, 4, 6], [2, 2, 3]).t.__round__(4)
    3.4641
    """
    differences = _differences(a, b)
    return _student(differences, 1 / len(differences))


def corrected_resampled_t(a: ArrayLike, b: ArrayLike, test_share: float) -> PairedTest:
    """The corrected resampled t-test of two methods' scores on the same splits of one data set (Nadeau & Bengio 2003).

    t = mean(a - b) / sqrt((1/J + n_test/n_train) var(a - b)), with J - 1 degrees of freedom: the share added to 1/J
    stands for the rows that splits have in common.

    Parameters
    ----------
    a, b : (J,) scores on the same J splits, in the same order
    test_share : float between 0 and 1, exclusive
        Share of the rows that each split tests on; the others train.

    Returns
    -------
    PairedTest

    Raises
    ------
    ValueError
        As `paired_t`, or ``test_share`` out of range.

    Examples
    --------
    >>> from catviz.statistics import corrected_resampled_t
    >>> corrected_resampled_t([3, 4, 6], [2, 2, 3], test_share=0.5).t.__round__(4)
    1.7321
    """
    if not 0 < test_share < 1:
        raise ValueError(f"test_share={test_share!r}: give a number between 0 and 1, the share of rows tested on")
    differences = _differences(a, b)
    return _student(differences, 1 / len(differences) + test_share / (1 - test_share))


def _differences(a: ArrayLike, b: ArrayLike) -> np.ndarray:
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if a.shape != b.shape or a.ndim != 1:
        raise ValueError(f"shapes {a.shape} and {b.shape}: give both methods one score for each run")
    if len(a) < 2:
        raise ValueError(f"{len(a)} runs: a test needs at least two")
    if not np.isfinite(a).all() or not np.isfinite(b).all():
        raise ValueError("a score is missing or infinite: compare methods on the runs that both have")
    return a - b


def _student(differences: np.ndarray, factor: float) -> PairedTest:
    """The test of a mean whose variance is ``factor`` times that of the differences."""
    mean, deviation = float(differences.mean()), float(differences.std(ddof=1))
    if np.ptp(differences) <= 1e-12 * np.abs(differences).max(initial=0):
        return PairedTest(mean, float(np.copysign(np.inf, mean)), 0.0) if mean else PairedTest(0.0, 0.0, 1.0)
    statistic = mean / (deviation * np.sqrt(factor))
    return PairedTest(mean, float(statistic), float(2 * student.sf(abs(statistic), len(differences) - 1)))
