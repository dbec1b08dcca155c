"""Which column of a file is guessed to hold row weights, and how the guess is switched off."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.reading.csv_files import inspect_csv


def guess(frame, name):
    read = inspect_csv(frame.to_csv(index=False).encode(), "f.csv")
    return next(column for column in read.columns if column.name == name)


def people(**columns):
    rng = np.random.default_rng(0)
    frame = {"sex": rng.choice(["f", "m"], 300), "smokes": rng.choice(["yes", "no"], 300)}
    return pd.DataFrame(frame | columns)


AGGREGATED = pd.DataFrame({"sex": ["f", "f", "m", "m"], "smokes": ["yes", "no"] * 2, "Freq": [40, 120, 60, 80]})


def test_the_counts_of_an_aggregated_table_are_row_weights():
    for name in ("Freq", "N", "count", "frequency"):
        found = guess(AGGREGATED.rename(columns={"Freq": name}), name)
        assert found.role == "weight" and "no two rows agree" in found.why and found.order == ()
    assert guess(AGGREGATED.rename(columns={"Freq": "cases"}), "cases").role == "ordered"
    for name in ("weight", "Gewicht", "poids", "PESO", "wt"):
        found = guess(AGGREGATED.rename(columns={"Freq": name}), name)
        assert found.role == "ordered" and "whole numbers," in found.why


@pytest.mark.parametrize("name", ["weight", "n"])
def test_whole_numbers_of_persons_are_no_row_weights_though_no_two_agree_otherwise(name):
    rng = np.random.default_rng(0)
    answers = {f"q{i}": rng.choice(list("abcdef"), 200) for i in range(9)}
    frame = pd.DataFrame(answers | {name: rng.integers(45, 110, 200)})
    assert not frame.drop(columns=name).duplicated().any()
    found = guess(frame, name)
    assert found.role == "binned" and found.not_weights


def test_numbers_of_single_cases_are_no_row_weights():
    kilograms = np.random.default_rng(1).integers(50, 110, 300)
    found = guess(people(weight=kilograms), "weight")
    assert found.role == "binned" and found.not_weights.startswith("whole numbers,")
    heights = np.linspace(1.5, 2, 300).round(4)
    assert guess(pd.DataFrame({"height": heights, "weight": kilograms}), "weight").role == "binned"
    told_apart = people(weight=kilograms, name=[f"person {i}" for i in range(300)])
    assert guess(told_apart, "weight").role == "binned"


def test_numbers_with_decimals_are_row_weights_if_their_mean_is_near_1():
    survey = np.random.default_rng(2).uniform(0.2, 1.8, 300).round(3)
    assert guess(people(wt=survey), "wt").role == "weight"
    tonnes = guess(people(wt=survey * 70), "wt")
    assert tonnes.role == "binned" and "mean near 1 (0.8 to 1.25)" in tonnes.why


@pytest.mark.parametrize("name", ["Survey weight", "wt_final", "Gewichtung", "weights", "pweight2"])
def test_survey_weights_are_met_under_longer_names(name):
    survey = np.random.default_rng(2).uniform(0.2, 1.8, 300).round(3)
    assert guess(people(**{name: survey}), name).role == "weight"


def test_a_longer_name_alone_makes_no_row_weights():
    assert guess(AGGREGATED.rename(columns={"Freq": "body weight"}), "body weight").role == "ordered"
    kilograms = np.random.default_rng(1).uniform(2.5, 4.5, 300).round(2)
    assert guess(people(**{"birth weight": kilograms}), "birth weight").role == "binned"
    survey = np.random.default_rng(2).uniform(0.2, 1.8, 300).round(3)
    assert guess(people(weighty=survey), "weighty").role == "binned"


@pytest.mark.parametrize(
    "name, cells, why",
    [
        ("wt", [0.0, *np.linspace(0.4, 1.6, 299)], "1 row with zero"),
        ("weight", [np.nan, np.nan, *np.linspace(0.4, 1.6, 298)], "2 rows without"),
        ("pweight", np.arange(300) % 5 + 1, "whole numbers,"),
        ("survey_weight", np.arange(300) % 9 + 1, "whole numbers,"),
        ("outwt", np.linspace(0.4, 1.6, 300), "mean is 1,"),
        ("outwgt", np.arange(300) % 40 + 80, "whole numbers,"),
    ],
)
def test_columns_named_like_weights_are_asked_about_where_their_numbers_leave_it_open(tmp_path, name, cells, why):
    path = tmp_path / "people.csv"
    people(**{name: cells}).to_csv(path, index=False)
    found = guess(people(**{name: cells}), name)
    assert found.role != "weight" and why in found.not_weights
    with pytest.warns(UserWarning, match=rf"'{name}' of people.csv .*not taken"):
        assert catviz.read_csv(path).weights is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        catviz.read_csv(path, weights=None)


def test_whole_numbers_named_like_weights_are_counts_or_survey_weights_by_the_answer():
    weights = np.arange(300) % 5 + 1
    read = inspect_csv(people(pweight=weights).to_csv(index=False).encode(), "people.csv")
    asked = next(question for question in read.questions if question.key == "row weights: pweight")
    survey, counts = (read.with_recipe(catviz.Recipe(answer.steps)).table() for answer in asked.answers)
    assert counts.weights.tolist() == weights.tolist()
    assert survey.weights.sum() == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
    cells = pd.DataFrame({"sex": list("ffmm"), "smokes": ["yes", "no"] * 2, "Freq": [40, 120, 60, 80]})
    read = inspect_csv(cells.to_csv(index=False).encode(), "cells.csv")
    asked = next(question for question in read.questions if question.key == "row weights: Freq")
    survey, left_out = (read.with_recipe(catviz.Recipe(answer.steps)).table() for answer in asked.answers)
    assert survey.weights.sum() < 4 and left_out.weights is None and read.table().weights.sum() == 300


def test_one_column_of_a_file_is_row_weights_at_most():
    assert [guess(AGGREGATED.assign(n=[1, 2, 3, 4]), name).role for name in ("Freq", "n")] == ["weight", "ordered"]


@pytest.mark.parametrize("read", [catviz.read_csv, catviz.read_table])
def test_a_guess_is_said_and_can_be_switched_off(tmp_path, read):
    path = tmp_path / "counts.csv"
    AGGREGATED.to_csv(path, index=False)
    with pytest.warns(UserWarning, match="'Freq' of counts.csv .*row weights: 4 rows .* 300") as w:
        table = read(path)
    assert w[0].filename == __file__ and table.weights.tolist() == [40, 120, 60, 80]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named, off = read(path, weights="Freq"), read(path, weights=None)
        other = read(path, weights=None, target="Freq")
    assert (named.weights == table.weights).all() and named.attributes == table.attributes
    assert off.weights is None and off.attributes == ("sex", "smokes", "Freq") and other.target_name == "Freq"
    with pytest.raises(ValueError, match="no column 'cases'"):
        read(path, weights="cases")
    with pytest.raises(ValueError, match="'sex' .*'f'.*no number"):
        read(path, weights="sex")


def test_another_column_may_be_named(tmp_path):
    path = tmp_path / "counts.csv"
    AGGREGATED.assign(k=[1, 2, 1, 2]).to_csv(path, index=False)
    table = catviz.read_csv(path, weights="k")
    assert table.weights.tolist() == [1, 2, 1, 2] and "Freq" in table.attributes


FACTORS = np.random.default_rng(4).integers(300, 2500, 300)


@pytest.mark.parametrize(
    "name",
    [
        *("Hochrechnungsfaktor", "hochrechnung", "Expansion factor", "perwt", "PWGTP", "fnlwgt", "surveyWeight"),
        *("gewicht", "weight"),
    ],
)
def test_whole_survey_weights_are_no_counts(tmp_path, name):
    frame = people(**{name: FACTORS})
    found = guess(frame, name)
    different = len(set(FACTORS))
    assert found.role == "weight" and re.search(rf"\b{different} different .*\b300 rows", found.why)
    path = tmp_path / "people.csv"
    frame.to_csv(path, index=False)
    kish = FACTORS.sum() ** 2 / (FACTORS**2).sum()
    with pytest.warns(UserWarning, match=rf"survey weights \({different} different.*300 rows .* {kish:.6g}"):
        assert catviz.read_csv(path).weights.sum() == pytest.approx(kish)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        by_hand = catviz.read_csv(path, recipe=catviz.Recipe().role(name, "weight"))
    assert by_hand.weights.sum() == pytest.approx(kish)
    with pytest.warns(UserWarning, match="survey weights"):
        assert catviz.read_csv(path, weights=name).weights.sum() == FACTORS.sum(), "as documented"


def test_few_large_weights_of_single_cases_are_survey_weights_too():
    found = guess(people(pwgtp=np.arange(300) % 40 + 80), "pwgtp")
    assert found.role == "weight" and "mean of 98.83" in found.why
    assert guess(people(perwt=np.linspace(400, 1600, 300).round(1)), "perwt").role == "weight"


def test_numbers_that_vary_as_those_of_bodies_do_are_not_taken_by_a_name_of_both():
    rng = np.random.default_rng(6)
    for low, high, name in ((45, 120, "Gewicht"), (1600, 5100, "weight"), (2000, 4500, "birth_weight")):
        found = guess(people(**{name: rng.integers(low, high, 300)}), name)
        assert found.role == "binned" and found.not_weights


def test_large_and_different_counts_of_an_aggregated_table_stay_counts():
    rng = np.random.default_rng(7)
    cells = [(a, b, c) for a in "abcde" for b in "uvwxyz" for c in "pq"]
    frame = pd.DataFrame(cells, columns=["a", "b", "c"]).assign(Freq=rng.integers(50, 9000, 60))
    assert guess(frame, "Freq").role == "weight"
    for name in ("Freq", "Personen"):
        named = frame.rename(columns={"Freq": name})
        read = inspect_csv(named.to_csv(index=False).encode(), "f.csv")
        table = read.with_recipe(catviz.Recipe().role(name, "weight")).table()
        assert table.weights.tolist() == frame["Freq"].tolist()
        merged = catviz.Recipe().role(name, "weight").merge("b", ["u", "v"], "uv").filter("a", ["e"], keep=False)
        left = frame["Freq"][frame["a"] != "e"].tolist()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            table = read.with_recipe(merged).table()
        assert table.weights.tolist() == left, "merged rows agree, and are counts as before"
    few = frame.iloc[::9]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named = catviz.CategoricalTable.from_pandas(few, weights="Freq", numeric="category")
    assert named.weights.tolist() == few["Freq"].tolist(), "named as counts, and no two rows agree"
