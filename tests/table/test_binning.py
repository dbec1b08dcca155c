"""Numbers in intervals: limits, labels, order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catviz.table.binning import bin_numbers


def test_bins_of_equal_width():
    codes, labels = bin_numbers(np.array([16, 19.2, 19.3, 49, np.nan, 30]), bins=10)
    assert labels == ("[16, 19.3)", "[19.3, 22.6)", "[29.2, 32.5)", "[45.7, 49]")
    assert codes.tolist() == [0, 0, 1, 3, 4, 2]


def test_bins_agree_with_numpy_histogram():
    values = np.random.default_rng(0).normal(size=5000)
    codes, labels = bin_numbers(values, bins=7)
    expected = np.histogram(values, bins=7)[0]
    assert np.bincount(codes).tolist() == expected[expected > 0].tolist() and len(labels) == (expected > 0).sum()


def test_a_decimal_limit_belongs_to_the_bin_it_opens():
    codes, labels = bin_numbers([i / 10 for i in range(11)])
    assert codes.tolist() == [*range(10), 9] and labels[3] == "[0.3, 0.4)" and labels[-1] == "[0.9, 1]"


def test_bins_of_equal_frequency():
    codes, labels = bin_numbers(np.arange(100.0), bins=10, strategy="quantile")
    assert np.bincount(codes).tolist() == [10] * 10
    assert (labels[0], labels[-1]) == ("[0, 10)", "[90, 99]")
    skewed = np.random.default_rng(1).exponential(size=999)
    assert set(np.bincount(bin_numbers(skewed, 4, "quantile")[0])) <= {249, 250}


def test_by_itself_whole_numbers_are_cut_at_whole_numbers_and_all_intervals_can_hold_equally_many():
    ages = np.arange(18, 36)
    codes, labels = bin_numbers(np.r_[ages, np.nan], bins=10, strategy="auto")
    assert labels == tuple(f"{a} to {a + 1}" for a in range(18, 36, 2)) and codes[-1] == len(labels)
    assert np.bincount(codes[:-1]).tolist() == [2] * 9
    assert bin_numbers(np.arange(-4, 9), bins=4, strategy="auto")[1] == ("-4 to -1", "0 to 3", "4 to 7", "8")
    rare = np.r_[np.zeros(80), np.arange(1, 21)]
    codes, labels = bin_numbers(rare, bins=10, strategy="auto")
    assert labels[0] == "0" and labels[-1] == "11 to 20" and np.bincount(codes)[0] == 80
    assert bin_numbers(ages + 0.5, strategy="auto")[1][0] == "[18.5, 20.2)"


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
def test_bins_of_few_values(strategy):
    codes, labels = bin_numbers([5, 5, np.nan], strategy=strategy)
    assert (codes.tolist(), labels) == ([0, 0, 1], ("[5, 5]",))
    codes, labels = bin_numbers([3, 1, 2, 3], strategy=strategy)
    assert codes.tolist() == [2, 0, 1, 2] and len(labels) == 3
    codes, labels = bin_numbers([np.nan, np.nan], strategy=strategy)
    assert (codes.tolist(), labels) == ([0, 0], ())
    assert bin_numbers([], strategy=strategy)[1] == ()


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
@settings(max_examples=200, deadline=None)
@given(
    values=st.lists(st.floats(-1e299, 1e299) | st.just(float("nan")), min_size=1, max_size=30), bins=st.integers(2, 12)
)
def test_bins_keep_the_order(strategy, values, bins):
    values = np.array(values)
    codes, labels = bin_numbers(values, bins, strategy)
    known = ~np.isnan(values)
    assert len(set(labels)) == len(labels) <= bins
    assert (codes[~known] == len(labels)).all() and set(codes[known]) == set(range(len(labels)))
    assert (np.diff(codes[known][np.argsort(values[known])]) >= 0).all()


def test_labels_have_the_digits_that_keep_them_apart():
    assert bin_numbers([1_000_000, 1_000_001], bins=2)[1] == ("[1000000, 1000000.5)", "[1000000.5, 1000001]")
    assert bin_numbers([0, 1], bins=3)[1] == ("[0, 0.333)", "[0.667, 1]")


@pytest.mark.parametrize(
    ("values", "bins", "strategy", "message"),
    [
        ([1, 2], 1, "uniform", "bins is 1"),
        ([1, 2], 2.5, "uniform", "bins=2.5"),
        ([1, 2], True, "uniform", "bins is True"),
        ([1, 2], 2, "kmeans", "'kmeans'"),
        ([1, np.inf], 2, "uniform", "finite"),
        ([-1e308, 1e308], 2, "quantile", "finite"),
    ],
)
def test_bins_refused(values, bins, strategy, message):
    with pytest.raises(ValueError, match=message):
        bin_numbers(values, bins, strategy)
