"""Whole survey weights: an expansion factor is no count of rows, wherever it is chosen, and tests allow for it."""

import contextlib
import io
import re

import numpy as np
import pandas as pd
import pytest
from analyst import content
from scripted import assert_sound, finished, run, stated, words
from test_preparation import encoded

from catviz.analysis.design_effect import SURVEYED
from catviz.reading.recipe import Recipe
from catviz.ui.labels import REAL
from catviz.ui.state.results import TESTED_COLUMNS
from catviz.ui.state.uploads import Upload
from catviz.ui.text import FRACTIONAL
from catviz.ui.widgets import structure

NAME = "Hochrechnungsfaktor"
OUTCOME = {"groups": "kauf"}


def factors():
    return Upload("hochrechnung.csv", content("hochrechnung.csv"))


def kish(upload):
    weights = upload.inspected.frame[NAME].astype(float).to_numpy()
    return weights.sum() ** 2 / (weights**2).sum()


def said(at):
    return words(at).replace("\\", "")


def test_an_expansion_factor_is_taken_as_weights_asked_about_and_unrelated_columns_are_not_related():
    upload = factors()
    read = next(column for column in upload.inspected.columns if column.name == NAME)
    assert read.role == "weight" and "276 different whole numbers on 300 rows" in read.why
    assert upload.table.weights.sum() == pytest.approx(kish(upload)) == pytest.approx(245.69, abs=0.01)
    at = run("columns", upload, **OUTCOME)
    assert_sound(at)
    assert stated(at, "Question", NAME) and stated(at, 276, 300)
    assert "effective 246 rows" in words(at)
    at = run("outcome", upload, **OUTCOME)
    assert FRACTIONAL not in said(at) and stated(at, "No column", "kauf", 4) and "p < 0" not in said(at)


CHOICES = {
    "by hand": (Recipe().role(NAME, "category").role(NAME, "weight"), {}),
    "by another name": (Recipe().rename(NAME, "x").role("x", "category").role("x", "weight"), {}),
    "in the sidebar": (Recipe().role(NAME, "category"), {"weights": NAME}),
}


@pytest.mark.parametrize("way", CHOICES)
def test_whoever_chooses_them_they_are_no_repeated_rows(way, files, tmp_path, monkeypatch):
    recipe, choices = CHOICES[way]
    at = run("outcome", factors(), prep=encoded(recipe), **OUTCOME, **choices)
    assert_sound(at)
    caption = words(at)
    assert {"276", "300", "246"} <= set(re.findall(r"\d+", caption))
    assert FRACTIONAL not in said(at) and stated(at, "No column", "kauf")
    (tmp_path / "hochrechnung.csv").write_bytes(content("hochrechnung.csv"))
    monkeypatch.chdir(tmp_path)
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(next(make for name, make in files.items() if name.endswith("-code.py"))().decode(), names)
    assert names["table"].weights.sum() == pytest.approx(245.69, abs=0.01)
    assert (names["found"].columns["p"] > 0.05).all() and (names["found"].columns["test"] == SURVEYED).all()


def test_without_them_independent_columns_are_not_related():
    at = run("outcome", factors(), prep=encoded(Recipe().role(NAME, "left out")), **OUTCOME)
    assert_sound(at)
    assert stated(at, "No column", "kauf", 4)


def test_the_counts_of_an_aggregated_table_stay_counts():
    cells = "sex,smokes,persons\nf,yes,2310\nf,no,905\nm,yes,1207\nm,no,88\n"
    for recipe, choices in (
        (Recipe().role("persons", "weight"), {}),
        (Recipe(), {"weights": "persons"}),
    ):
        at = run("outcome", Upload("cells.csv", cells.encode()), prep=encoded(recipe), groups="sex", **choices)
        assert_sound(at)
        assert "repeated rows" in words(at)
        assert "related to sex" in said(at) and FRACTIONAL not in said(at)


def uneven(columns):
    """A file of two-valued columns in which four of sixty rows have nearly all of the weight, and its recipe."""
    frame = pd.DataFrame(np.random.default_rng(0).choice(["a", "b"], (60, columns))).add_prefix("q")
    frame["weight"] = np.where(np.arange(60) < 4, 900.5, 0.5) + np.arange(60) / 100
    return Upload("uneven.csv", frame.to_csv(index=False).encode()), encoded(Recipe().role("weight", "weight"))


def test_weights_too_uneven_to_draw_rows_by_are_said_before_a_test_is_asked_for():
    upload, recipe = uneven(30)
    at = run("clusters", upload, prep=recipe, section=REAL)
    assert_sound(at)
    assert any({"4", "60", "20"} <= set(re.findall(r"\d+", info.value)) for info in at.info)
    assert structure.NOT_TESTED not in words(at)
    assert not [each for each in at.button if each.label.startswith("Run")]


@pytest.mark.parametrize("columns", [30, 301])
def test_weights_too_uneven_to_draw_rows_by_leave_out_the_test_of_many_columns_as_of_few(columns):
    upload, recipe = uneven(columns)
    at = run("columns", upload, prep=recipe)
    assert_sound(at)
    assert "effective 4.1 rows" in words(at)
    asked = next((each for each in at.button if each.label.startswith("Test whether columns are related")), None)
    assert (asked is None) == (columns <= TESTED_COLUMNS)
    if asked is not None:
        asked.click().run()
        finished(at)
        assert_sound(at)
    assert "Are the columns related at all?" not in words(at)
