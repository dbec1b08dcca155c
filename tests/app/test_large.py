"""A file larger than memory, named when the server starts: counts of all rows, a sample where rows are needed."""

import numpy as np
import pytest
import streamlit as st
from scripted import assert_shows_something, assert_sound, run, spec, stated, words

import catviz
from catviz.ui.frame import export_popover
from catviz.ui.state import jobs, uploads
from catviz.ui.values import similar

FILE = "many 'rows.parquet"


@pytest.fixture(scope="module")
def whole():
    table = catviz.load_dataset("nursery")
    return table, catviz.count(table)


@pytest.fixture
def path(tmp_path, monkeypatch, whole):
    frame = whole[0].to_pandas().astype(object)
    frame["id"] = [f"r{i}" for i in range(len(frame))]
    frame.to_parquet(tmp_path / FILE)
    monkeypatch.setenv(uploads.VARIABLE, str(tmp_path / FILE))
    yield tmp_path / FILE
    st.cache_resource.clear()


def opened(page, **query):
    """The page once the file has been read."""
    at = run(page, **query)
    uploads.opening().wait(60)
    return at.run()


def test_the_first_visit_waits_for_the_file(path, monkeypatch):
    monkeypatch.setattr(jobs.Job, "done", property(lambda self: False))
    at = run("columns")
    assert not at.title and "Reading many" in at.get("progress")[0].proto.text


def test_columns_counts_all_rows(path, whole):
    at = opened("columns")
    assert_sound(at)
    assert "**12,960** rows" in words(at)
    assert "as categories" in words(at) and "as row weights" in words(at)
    assert stated(at, "10,000 drawn") and stated(at, "Left out", "id")
    assert stated(opened("listed"), "500 of 12,960 rows")
    found = uploads.opened(uploads.opening())
    assert np.array_equal(found.counts.matrix, whole[1].matrix) and len(found.sample) == 10_000


def test_values_come_from_all_rows(path, whole, monkeypatch):
    fits = {}
    keep = similar.offer_values
    monkeypatch.setattr(
        similar,
        "offer_values",
        lambda view, compared, *rest: fits.update(compared[0].__dict__) or keep(view, compared, *rest),
    )
    at = opened("values", method="MVDM", groups="health", column="housing")
    assert_shows_something(at)
    table = whole[0]
    target = [table.categories[-1][c] for c in table.codes[:, -1]]
    expected = catviz.MVDM().fit(table.select(table.attributes[:-1]), target).value_distances_["housing"]
    assert np.allclose(fits["estimator"].value_distances_["housing"], expected, rtol=0, atol=1e-12)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", ("start", "orders", "inside", "map", "clusters", "predict", "methods"))
def test_every_page_works_with_it(path, page):
    assert_sound(opened(page, groups="health"))


def test_the_code_does_the_same(path, monkeypatch):
    made = {}
    monkeypatch.setattr(export_popover, "_files", lambda title, name, **kinds: made.update({title: kinds}))
    assert_sound(opened("values", groups="health", column="parents", out=["form"]))
    code = next(kinds["py"]() for kinds in made.values() if "py" in kinds)
    monkeypatch.chdir(path.parent)
    names = {}
    exec(compile(code, "script", "exec"), names)
    assert names["counts"].n_rows == 12_960 and len(names["table"]) == 10_000
    assert "form" not in names["table"].attributes and names["table"].target_name == "health"
    assert "health" not in names["counts"].codebook.attributes
    assert names["learned"].counts_ is names["counts"]


def test_a_file_that_is_not_there_is_said_and_the_rest_works(tmp_path, monkeypatch):
    monkeypatch.setenv(uploads.VARIABLE, str(tmp_path / "gone.parquet"))
    at = run("columns", data="zoo")
    assert "gone" in at.error[0].value and "cannot be opened" in at.error[0].value and at.title
    (tmp_path / "gone.parquet").write_bytes(b"PAR1")
    at = run("columns", data="zoo")
    uploads.opening().wait(60)
    at.run()
    assert "Parquet" in at.error[0].value and at.title
    st.cache_resource.clear()


def test_the_map_of_mca_counts_all_rows(path):
    wanted = {
        "method": "MCA",
        "look": "map of all values",
        "class-means": "mean points and ellipses",
        "mca-details": "values",
    }
    at = opened("values", groups="health", **wanted)
    assert_shows_something(at)
    (table,) = (frame.value for frame in at.dataframe if "role" in frame.value.columns)
    classes = table[table["role"] == "supplementary"]
    assert dict(zip(classes["value"], classes["rows"], strict=True)) == dict.fromkeys(
        ("not_recom", "priority", "recommended"), 4320
    )
    assert {*classes["value"]} < {trace["name"] for trace in spec(at)["data"]}
