"""Nested columns on the pages: a month and its quarter are named, and are no finding."""

import numpy as np
from files import csv
from scripted import assert_sound, run, stated, words
from test_orders import finished

from catviz.ui.labels import LEFT_OUT, REAL
from catviz.ui.state.uploads import Upload

PAIR = "month determines quarter"


def upload(nested=True):
    rng = np.random.default_rng(0)
    when = rng.integers(0, 12, 300)
    months = np.array(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
    cells = {f"c{r}": rng.choice(["a", "b", "c"], 300).tolist() for r in range(4)}
    quarter = [f"Q{m // 3 + 1}" for m in when] if nested else rng.choice(["Q1", "Q2"], 300).tolist()
    return Upload("visits.csv", csv(**cells, month=months[when].tolist(), quarter=quarter))


def test_columns_names_nested_columns_and_makes_no_claim_of_them():
    at = run("columns", upload=upload())
    assert_sound(at)
    said = words(at).replace("\\", "")
    assert PAIR in said and f"“{LEFT_OUT}”" in said
    [verdict] = [line for line in said.splitlines() if "related at all" in line]
    assert "No association" in verdict and "significant" not in verdict
    at = run("outcome", upload=upload(), groups="month")
    assert_sound(at)
    assert stated(at, "month", "'quarter'", "one value")


def test_clusters_names_nested_columns_below_the_figure_and_in_the_conclusion():
    at = finished(run("clusters", upload=upload(), method="ADM", section=REAL, most="4"))
    said = words(at).replace("\\", "")
    assert said.count(PAIR) == 1
    assert words(run("clusters", upload=upload(), method="ADM")).replace("\\", "").count(PAIR) == 1
    assert "No cluster structure" in said and "cluster better" not in said


def test_rows_names_nested_columns():
    at = run("map", upload=upload())
    assert_sound(at)
    assert PAIR in words(at).replace("\\", "")


def test_tables_without_nested_columns_have_no_such_note():
    for page in ("columns", "clusters", "map"):
        at = run(page, upload=upload(nested=False))
        assert_sound(at)
        assert "ested columns" not in words(at)
