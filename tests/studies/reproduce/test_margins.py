"""Badges: equal within a margin, different, or too noisy to tell, at known rates."""

import numpy as np
import pytest
from scipy.stats import t as student

from catviz.published.results import DIFFERS, EQUAL, FEWEST, NOISY
from studies.reproduce.margins import Printed, badge, margin, standard_error


def ours(mean, deviation, repeats=100):
    return {"ours": mean, "deviation": deviation, "repeats": repeats}


def test_the_bounds_are_those_of_the_tests():
    runs, printed = ours(0.8, 0.05, 40), Printed(0.8, 0.08, 10)
    own, theirs = 0.05**2 / 40, 0.08**2 / 10
    error, freedom = np.sqrt(own + theirs), (own + theirs) ** 2 / (own**2 / 39 + theirs**2 / 9)
    assert standard_error(runs, printed) == pytest.approx((error, freedom))
    for far, given in ((0.999, EQUAL), (1.001, NOISY)):
        edge = 0.1 - student.isf(0.05, freedom) * error
        assert badge(ours(0.8 + far * edge, 0.05, 40), printed, 0.1) == given
    for far, given in ((0.999, NOISY), (1.001, DIFFERS)):
        edge = 0.002 + student.isf(0.025, freedom) * error
        found = badge(ours(0.8 - far * edge, 0.05, 40), Printed(0.8, 0.08, 10, rounding=0.002), 0.01)
        assert found == given


def test_a_difference_within_the_margin_is_equal_even_where_it_is_significant():
    assert badge(ours(0.8, 0.001, 1000), Printed(0.801, 0.001, 1000), 0.01) == EQUAL
    assert badge(ours(0.8, 0.001, 1000), Printed(0.801, 0.001, 1000), 0.0005) == DIFFERS


def test_without_a_printed_deviation_ours_stands_in():
    assert standard_error(ours(0.8, 0.1, 50), Printed(0.8, np.nan, 10)) == pytest.approx((0.1 * np.sqrt(0.12), 49))


def test_without_any_known_spread_no_figure_is_said_to_differ():
    assert badge(ours(0.8, 0.0), Printed(0.9, np.nan, 50), 0.01) == NOISY
    assert badge(ours(0.8, 0.0), Printed(0.80004, np.nan, 50, rounding=5e-5), 5e-5) == EQUAL
    # a deviation printed as 0.00 is one, and may be 0.005
    assert badge(ours(0.8, 0.0), Printed(0.9, 0.0, 50), 0.01) == DIFFERS
    assert badge(ours(0.8736, 0.0), Printed(0.8761, 0.0, 10, unsure=0.005), 1e-4) == NOISY


def test_few_runs_get_no_badge():
    assert badge(ours(0.8, 0.1, FEWEST - 1), Printed(0.1, 0.1, 10), 0.1) == ""


def test_the_margin_is_three_standard_errors_of_the_median_deviation_and_the_rounding():
    deviations = np.array([0.0, np.nan, 0.02, 0.05, 0.03])
    assert margin(deviations, 9, 0.0005) == pytest.approx(0.03 + 0.0005)
    assert margin(np.array([np.nan, 0.0]), 9, 0.0005) == 0.0005


@pytest.mark.parametrize("printed_runs", [10, 30, 50, 100])
def test_rates_for_runs_of_the_same_method(printed_runs):
    """With four times their runs, at least 100: as the legend says, and never more than 5 % said to differ."""
    rng, repeats, spread = np.random.default_rng(printed_runs), max(100, 4 * printed_runs), 0.1
    allowed = margin(np.array([spread]), printed_runs, 0.0)
    given = []
    for _ in range(1500):
        theirs, own = rng.normal(0.8, spread, printed_runs), rng.normal(0.8, spread, repeats)
        printed = Printed(theirs.mean(), theirs.std(ddof=1), printed_runs)
        given.append(badge(ours(own.mean(), own.std(ddof=1), repeats), printed, allowed))
    given = np.array(given)
    assert 0.66 < np.mean(given == EQUAL) < 0.84
    assert np.mean(given == DIFFERS) < 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / 1500)


@pytest.mark.parametrize("printed_runs", [10, 100])
def test_figures_at_the_margin_are_called_equal_at_most_one_time_in_twenty(printed_runs):
    rng, repeats, spread = np.random.default_rng(1), max(100, 4 * printed_runs), 0.1
    allowed = margin(np.array([spread]), printed_runs, 0.0)
    equal = 0
    for _ in range(1500):
        theirs, own = rng.normal(0.8 + allowed, spread, printed_runs), rng.normal(0.8, spread, repeats)
        printed = Printed(theirs.mean(), theirs.std(ddof=1), printed_runs)
        equal += badge(ours(own.mean(), own.std(ddof=1), repeats), printed, allowed) == EQUAL
    assert equal / 1500 < 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / 1500)
