"""What the Classify page answers, against tests of the same accuracies made here."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from catviz.analysis.splits import reference_tests
from catviz.words.predictions import accuracies, better_predictions

REFERENCE = "One-hot · logistic regression"


def numbers(sentence):
    return [float(text) for text in re.findall(r"\d+(?:\.\d+)?", sentence)]


@pytest.fixture
def scores():
    """Ten splits: one combination is far worse, one a little, one far better, one alike but for chance."""
    rng = np.random.default_rng(0)
    base = 0.7 + 0.02 * rng.normal(size=10)
    shifts = {REFERENCE: 0, "worse": -0.2, "a little worse": -0.1, "better": 0.15, "alike": 0}
    own = {name: base + shift + 0.01 * rng.normal(size=10) * (name != REFERENCE) for name, shift in shifts.items()}
    return pd.DataFrame(own)


def said(scores, *names):
    kept = scores[[REFERENCE, *names]]
    found = reference_tests(kept, REFERENCE, 0.5, rows_tested=100)
    return better_predictions(REFERENCE, kept[REFERENCE].mean(), found)


def p_value(scores, name):
    """Nadeau and Bengio's test with as many test rows as training rows."""
    d = scores[name] - scores[REFERENCE]
    return 2 * stats.t.sf(abs(d.mean()) / np.sqrt((1 / len(d) + 1) * d.var()), len(d) - 1)


def test_those_that_differ_are_counted_with_their_differences(scores):
    raw = {name: p_value(scores, name) for name in scores.columns.drop(REFERENCE)}
    assert max(raw["worse"], raw["a little worse"], raw["better"]) * 4 < 0.05 < raw["alike"]
    points = 100 * (scores.mean() - scores[REFERENCE].mean()).abs().round(4)
    expected = [100 * scores[REFERENCE].mean(), 2, 4, points["a little worse"], points["worse"], 1, points["better"], 5]
    assert numbers(said(scores, "worse", "a little worse", "better", "alike")) == pytest.approx(expected, abs=0.06)


def test_all_one_and_none(scores):
    worse = said(scores, "worse", "a little worse")
    assert "All 2 others are significantly less" in worse and "more accurate" not in worse
    assert "The other one is significantly more" in said(scores, "better")
    assert "The other one is not shown to differ" in said(scores, "alike")
    two = said(scores.assign(again=scores["alike"]), "alike", "again")
    assert "2 others are not shown to differ" in two and numbers(two)[1:] == [2, 5]


def test_a_constant_difference_is_no_finding(scores):
    alone = said(scores.assign(shifted=scores[REFERENCE] + 0.25), "shifted")
    assert "significant" not in alone and "cannot be tested" in alone
    both = said(scores.assign(shifted=scores[REFERENCE] + 0.25), "shifted", "alike")
    assert "The other one is not shown to differ" in both


def test_what_was_not_tested_says_so():
    assert numbers(accuracies({"a": 0.25, "b": 0.75, "c": 0.5})) == [25, 75]
    assert "not tested" in accuracies({"a": 0.25, "b": 0.75})
    assert numbers(accuracies({"a": 0.8725})) == [pytest.approx(87.2, abs=0.06)]
