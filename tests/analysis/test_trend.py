"""Kendall's tau-b and its test."""

import itertools

import numpy as np
import pytest
from scipy.stats import kendalltau

from catviz.analysis import independence, trend
from catviz.analysis.trend import trend_test
from catviz.words.columns import trend_in_words


def test_p_is_the_share_of_arrangements_with_a_tau_b_as_far_from_0():
    x, y = [0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 0, 1, 1, 2]
    joint = np.zeros((3, 3))
    np.add.at(joint, (x, y), 1)
    every = [abs(kendalltau(x, shuffled).statistic) for shuffled in itertools.permutations(y)]
    exact = np.mean(np.array(every) >= abs(kendalltau(x, y).statistic) - 1e-9)
    found = trend_test(joint)
    assert found.tau_b == pytest.approx(kendalltau(x, y).statistic)
    assert found.p == pytest.approx(exact, rel=0.5)  # drawing stops after 20 that reach it
    assert trend_test(joint[::-1]).tau_b == pytest.approx(-found.tau_b)


def test_many_cells_take_the_normal_distribution_as_scipy_does(monkeypatch):
    rng = np.random.default_rng(0)
    x = rng.integers(0, 5, 400)
    y = np.clip(x + rng.integers(-6, 7, 400), 0, 6)
    joint = np.zeros((5, 7))
    np.add.at(joint, (x, y), 1)
    drawn = trend_test(joint)
    monkeypatch.setattr(trend, "DRAWN_CELLS", 1)
    found, expected = trend_test(joint), kendalltau(x, y, method="asymptotic")
    assert (found.tau_b, found.p) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))
    assert found.test == trend.NORMAL and drawn.test == independence.RANDOM
    assert found.p < 0.01 and drawn.p < 0.01


def test_unrelated_columns_show_a_trend_as_often_as_the_level_says():
    rng = np.random.default_rng(1)
    margins = (np.array([3, 9, 28]), np.array([30, 10]))
    found = []
    for seed in range(300):
        x, y = (rng.permutation(np.repeat(np.arange(len(m)), m)) for m in margins)
        joint = np.zeros((3, 2))
        np.add.at(joint, (x, y), 1)
        found.append(trend_test(joint, draws=199, random_state=seed).p)
    assert 3 <= np.sum(np.array(found) <= 0.05) <= 25  # 15 expected at most; beyond 25 in 1 of 200 studies


def test_what_cannot_be_tested_says_why():
    constant, weighted = trend_test([[3, 4]]), trend_test(np.array([[3.5, 1], [1, 3]]))
    assert np.isnan(constant.tau_b) and trend_in_words(constant) == ""
    assert np.isnan(weighted.p) and trend_in_words(weighted).endswith("fractional weights.")
    assert "TrendTest(tau_b=" in repr(weighted)
    assert trend_in_words(trend_test([[3, 1], [1, 3]])).endswith("same totals).")
