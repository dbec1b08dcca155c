"""The answers of lessons, their numbers recounted from the tables; those of lessons on maps, runs and papers are in
tests/app/test_lessons.py, next to what is counted there."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.order_null import order_null
from catviz.analysis.statistics import PairedTest
from catviz.words import lesson_answers


def test_the_nearest_value_and_the_next_one():
    near = catviz.AhmadDey().fit(catviz.load_dataset("mushroom")).value_distances_["habitat"].loc["grasses"]
    near = near.drop("grasses").sort_values()
    words = lesson_answers.nearest_value("grasses", near.to_dict())
    for value, distance in near.head(2).items():
        assert f"{value} " in words and f"({distance:.3g})" in words
    assert not [value for value in near.index[2:] if value in words]


def test_the_average_distances_of_an_order():
    sizes = catviz.load_dataset("breast_cancer_ljubljana").to_pandas()["tumor_size"]
    places = sizes.cat.codes.to_numpy() if hasattr(sizes, "cat") else pd.factorize(sizes, sort=True)[0]
    apart = np.abs(places[:, None] - places[None]).mean() / places.max()
    words = lesson_answers.smallest_distances("in the middle", 0.5 * apart, apart, 2 * apart)
    assert all(f"{number:.3g}" in words for number in (0.5 * apart, apart, 2 * apart))
    assert words.startswith("The most frequent size is in the middle.")


def test_a_path_is_named_with_its_length_and_the_rows_that_have_its_value():
    ways = pd.DataFrame({"length": [3.0, 1.25, 2.0], "of_all": [0.1, 0.25, 0.5]}, ["a", "b", "c"])
    words = lesson_answers.shortest_path(ways)
    assert words.startswith("Over b (length 1.25), which 25\u00a0% ")
    places = [words.index(f"{name} the length is {ways.loc[name, 'length']:.3g}") for name in ("c", "a")]
    assert all(first < second for first, second in pairwise(places))


@pytest.mark.parametrize("difference", [0.02, -0.02])
def test_a_difference_is_claimed_if_the_corrected_test_finds_it(difference):
    found, missed = PairedTest(difference, 9.0, 0.001), PairedTest(difference, 1.0, 0.3)
    assert "is better" in lesson_answers.naive_and_corrected("x", found, PairedTest(0.02, 9.0, 0.04))
    assert "not shown" in lesson_answers.naive_and_corrected("x", found, missed)
    assert ("not shown" in lesson_answers.naive_and_corrected("x", found, found)) == (difference < 0)
    worse = lesson_answers.encodings("x", found, missed)
    assert ("2.0 points worse" in worse) == (difference < 0) and ("2.0 points better" in worse) == (difference > 0)


def test_how_often_chance_is_as_good_is_counted_over_the_shuffles():
    found = order_null(catviz.load_dataset("breast_cancer_ljubljana"), catviz.AhmadDey(), 100, 0)
    as_good = int((found.null["deg_malig"] >= 1 - 1e-9).sum())
    words = lesson_answers.by_chance("deg_malig", 1.0, as_good, 100, found.verdict())
    assert words.startswith(f"{as_good} of 100 shuffled tables") and "None of the 4 columns" in words
    assert found.verdict().agree and "all 4 together agree" in words


def test_the_average_class_is_not_said_to_differ_where_it_agrees():
    rows = pd.DataFrame({"name": ["a", "b"], "kind": ["fish", "fish"], "distance": [1, 2]})
    agrees = lesson_answers.where_a_row_goes(rows, {"fish": 2.0, "mammal": 3.0}, "mammal", "fish")
    differs = lesson_answers.where_a_row_goes(rows, {"fish": 4.0, "mammal": 3.0}, "mammal", "fish")
    assert "But" not in agrees and "But the average mammal is nearer (3) than the average fish (4)" in differs


def test_the_clumps_and_the_shares_are_named():
    shares = np.array([0.201, 0.214])
    words = lesson_answers.random_map("map A", ["x", "y"], 0.26, shares)
    assert "values of x and y" in words and "26\u00a0%" in words and "at most 21\u00a0% in 2 shuffled" in words
    assert "no clusters" not in lesson_answers.perplexities([5, 30], False)
