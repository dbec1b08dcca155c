"""Paired tests: SciPy as oracle, the correction by hand, and what it does to a published verdict."""

import numpy as np
import pytest
from scipy.stats import t as student
from scipy.stats import ttest_rel

from catviz.statistics import corrected_resampled_t, paired_t

A = [0.84, 0.79, 0.88, 0.81, 0.86, 0.83]
B = [0.80, 0.78, 0.85, 0.83, 0.81, 0.80]


def test_the_naive_test_is_scipys():
    rng = np.random.default_rng(0)
    for n in (2, 3, 10, 30):
        a, b = rng.normal(size=(2, n))
        found, wanted = paired_t(a, b), ttest_rel(a, b)
        assert found.t == pytest.approx(wanted.statistic) and found.p == pytest.approx(wanted.pvalue)
        assert found.difference == pytest.approx((a - b).mean())


def test_the_correction_by_hand():
    """Differences 1, 2, 3: mean 2, variance 1; J = 3 and 3 rows trained on for 1 tested on: 1/3 + 1/3."""
    difference, t, p = corrected_resampled_t([2, 4, 6], [1, 2, 3], test_share=0.25)
    assert (difference, t) == (2, pytest.approx(2 / np.sqrt(2 / 3)))
    assert p == pytest.approx(2 * student.sf(np.sqrt(6), 2))
    assert p == pytest.approx(1 - np.sqrt(0.75))


@pytest.mark.parametrize("share", [0.1, 1 / 3, 0.5])
def test_the_correction_divides_t_by_what_the_splits_share(share):
    naive, corrected = paired_t(A, B), corrected_resampled_t(A, B, share)
    assert naive.t / corrected.t == pytest.approx(np.sqrt(1 + len(A) * share / (1 - share)))
    assert naive.difference == corrected.difference and naive.p < corrected.p


def test_thirty_halves_that_look_significant_are_not():
    """Over 30 splits into halves t falls by sqrt(31): p = .0016 becomes .54."""
    differences = np.random.default_rng(1).normal(size=30)
    differences -= differences.mean()
    wanted = student.isf(0.0008, 29)
    differences += wanted * differences.std(ddof=1) / np.sqrt(30)
    assert paired_t(differences, np.zeros(30)).p == pytest.approx(0.0016)
    assert round(corrected_resampled_t(differences, np.zeros(30), 0.5).p, 2) == 0.54


@pytest.mark.parametrize("test", [paired_t, lambda a, b: corrected_resampled_t(a, b, 0.5)])
def test_sides_exchange_the_sign_only(test):
    there, back = test(A, B), test(B, A)
    assert (there.difference, there.t, there.p) == pytest.approx((-back.difference, -back.t, back.p))


@pytest.mark.parametrize("test", [paired_t, lambda a, b: corrected_resampled_t(a, b, 0.5)])
def test_scores_that_differ_nowhere_or_everywhere_alike(test):
    assert test(A, A) == (0, 0, 1)
    assert test([3, 4, 5], [2, 3, 4]) == (1, np.inf, 0)
    assert test([0.7, 0.8, 0.6], [0.8, 0.9, 0.7])[1:] == (-np.inf, 0)


def test_refusals_name_what_is_wrong():
    for share in (0, 1, -0.5, 50, float("nan")):
        with pytest.raises(ValueError, match="^test_share="):
            corrected_resampled_t(A, B, share)
    with pytest.raises(ValueError, match=r"\(6,\) and \(5,\)"):
        paired_t(A, B[:5])
    with pytest.raises(ValueError, match="1 runs"):
        paired_t([1.0], [2.0])
    with pytest.raises(ValueError, match="missing"):
        paired_t([1.0, np.nan], [2.0, 1.0])
