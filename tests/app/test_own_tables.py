"""Tables as people have them: many values in a column, one column alone, columns of gaps; a file opened by its path."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from driver import PAGES
from scripted import NOTHING, SCRIPTS, assert_sound, run, stated, words

import catviz
from catviz.distances.information import icp_calls
from catviz.reading.recipe import Recipe
from catviz.ui.inside import WALKS
from catviz.ui.map.maps import MAPS, SLOW_MAPS
from catviz.ui.state import uploads
from catviz.ui.state.preparation import Preparation, encoded
from catviz.ui.state.uploads import Upload

SIDEBAR = tuple(page for page in PAGES if page not in ("start", "lessons"))
MANY = 1_689


def many_values(n=5_000, many=MANY):
    """A column of many values, most of them rare, beside two short ones."""
    rng = np.random.default_rng(0)
    code = np.concatenate([np.arange(many), rng.choice(many // 4, n - many)])
    size = rng.choice(["S", "M", "L"], n)
    return pd.DataFrame(
        {
            "code": [f"c{i:04d}" for i in code],
            "size": size,
            "price": np.where(size == "L", "high", rng.choice(["low", "high"], n)),
        }
    )


def passengers():
    """Names, numbers, gaps and codes, as in the usual example of a passenger list."""
    rng = np.random.default_rng(1)
    n = 300
    sex = rng.choice(["male", "female"], n)
    return pd.DataFrame(
        {
            "id": np.arange(1, n + 1),
            "survived": np.where(sex == "female", rng.random(n) < 0.74, rng.random(n) < 0.19).astype(int),
            "class": rng.choice([1, 2, 3], n),
            "name": [f"Person {i}" for i in range(n)],
            "sex": sex,
            "age": np.where(rng.random(n) < 0.2, np.nan, rng.uniform(1, 80, n).round(1)),
            "fare": rng.lognormal(3, 1, n).round(4),
            "cabin": np.where(rng.random(n) < 0.77, None, [f"C{i}" for i in rng.integers(0, 150, n)]),
            "harbour": rng.choice(["S", "C", "Q", None], n),
        }
    )


def one_column():
    return pd.DataFrame({"only": ["a", "b", "a", "c"] * 20})


def gaps():
    return pd.DataFrame({"a": ["x", "y"] * 30, "void": [None] * 60, "b": ["u", "v", "w"] * 20})


TABLES = {table.__name__: table for table in (passengers, one_column, gaps)}


def opened(page, frame, **query):
    """A page on a table from the file box."""
    upload = Upload("own.csv", frame.to_csv(index=False).encode())
    return run(page, upload, **query)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("page", SIDEBAR)
@pytest.mark.parametrize("table", TABLES)
def test_every_page_opens(page, table):
    assert_sound(opened(page, TABLES[table]()))


@pytest.mark.parametrize("method", WALKS)
def test_inside_says_that_a_column_of_one_value_has_no_pair(method):
    one = pd.DataFrame({"a": ["x"] * 40, "b": ["u", "v"] * 20})
    at = opened("inside", one, method=method, column="a", groups="b")
    assert_sound(at)
    assert NOTHING in words(at) and "one value only" in words(at)


def test_a_table_without_a_column_left_says_what_to_change():
    at = opened("columns", one_column(), groups="only")
    assert not at.exception and "known classes" in at.error[0].value
    at.selectbox(key="groups").set_value("none").run()
    assert_sound(at)


def test_inside_counts_subsets_of_many_values_as_powers():
    frame = many_values()
    at = opened("inside", frame, method="COS", column="size")
    assert_sound(at)
    forms = next(frame.value for frame in at.dataframe if "look-ups, IRSP" in frame.value)
    assert forms.set_index("by column").loc["code", "look-ups, IRSP"] == in_powers(2 * 2**MANY)
    total = icp_calls(catviz.count(catviz.CategoricalTable.from_pandas(frame)))["P"]
    assert total > 10**500 and f"{in_powers(total)} (IRSP)" in words(at).replace("\\", "")


def in_powers(n):
    mantissa, power = f"{Decimal(n):.2e}".split("e+")
    return f"about {mantissa}·10{power.translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


@pytest.fixture
def by_path(tmp_path, monkeypatch):
    """A file larger than its sample, in which most values of a column occur once: the sample lacks many of them."""
    many_values(uploads.SAMPLE * 2, 120).to_parquet(tmp_path / "sales.parquet")
    monkeypatch.setenv(uploads.VARIABLE, str(tmp_path / "sales.parquet"))
    yield tmp_path / "sales.parquet"
    st.cache_resource.clear()


def file_opened(page, **query):
    at = run(page, **query)
    uploads.opening().wait(60)
    return at.run()


def lacking():
    """Numbers of the values that rows of the file carry, but none of its sample."""
    file = uploads.opened(uploads.opening())
    there = set(catviz.count(file.sample.observed()).values)
    return [i for i, value in enumerate(file.counts.values) if value not in there]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_on_a_file_whose_sample_lacks_values(by_path, page):
    assert_sound(file_opened(page, column="size", method="AhmadDey", order="AhmadDey"))
    assert lacking()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("method", [pytest.param(m, marks=[pytest.mark.slow] * (m == "OCL")) for m in WALKS])
def test_inside_on_a_file_whose_sample_lacks_values(by_path, method):
    assert_sound(file_opened("inside", column="size", method=method))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", [kind for kind in MAPS if kind not in SLOW_MAPS])
def test_rows_are_chosen_in_a_file_whose_sample_lacks_values(by_path, kind):
    at = file_opened("map", map=kind, method="AhmadDey", second="Hamming", colour="size")
    assert_sound(at)
    file = uploads.opened(uploads.opening())
    absent, there = lacking()[0], file.counts.values.index(("size", "L"))
    n = int((file.sample.to_pandas()["size"] == "L").sum())
    for kind, ids, figure, shown in (
        ("rows", list(range(40)), "map", "rows chosen"),
        ("values", [there], "values", f"{n:,} rows chosen"),
        ("values", [absent], None, "No row"),
    ):
        at.session_state["_selection-map"][-1].pick(kind, ids, figure)
        at.run()
        assert_sound(at)
        assert shown in words(at)
    at.switch_page(f"{SCRIPTS}/columns.py").run().switch_page(f"{SCRIPTS}/map.py").run()
    assert_sound(at)
    assert at.session_state["_selection-map"][-1].ids == [absent]


@pytest.mark.more
def test_the_link_is_restored_when_its_file_comes_after_others():
    right, wrong = (frame.to_csv(index=False).encode() for frame in (one_column().assign(b="u"), gaps()))
    recipe = Recipe().rename("only", "one")
    link = {"data": Upload("own.csv", right).title, "groups": "one"}
    overview = run("overview").title[0].value
    at = run("start", **link, prep=encoded(Preparation(recipe)))
    for name, data in (("other.csv", wrong), ("older.csv", right + b"a,u\n")):
        at = at.file_uploader(key="file").set_value((name, data, "text/csv")).run()
        assert_sound(at)
        assert stated(at, "The link", "own.csv") and at.title[0].value == overview
        assert at.selectbox(key="groups").value == "none" and not at.session_state["_upload"].inspected.recipe.steps
    at.number_input(key="seed").set_value(9).run()
    at = at.file_uploader(key="file").set_value(("own.csv", right, "text/csv")).run()
    assert_sound(at)
    assert not stated(at, "The link", "own.csv") and at.session_state["_upload"].inspected.recipe == recipe
    assert [at.selectbox(key=key).value for key in ("data", "groups")] == [link["data"], "one"]
    assert at.title[0].value != overview, "the page of the link comes back"
    assert at.number_input(key="seed").value == 0, "what was chosen for the other file is left behind"


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("page", "query"), [("clusters", {}), ("clusters", {"method": "LatentClass"}), ("map", {})])
def test_the_address_restores_the_view_of_an_own_table_after_a_reload(page, query):
    """Nothing that began as the default of the table shown meanwhile stays when the file is here."""
    data = catviz.load_dataset("car").to_pandas().sample(300, random_state=0).to_csv(index=False).encode()
    upload = Upload("own.csv", data)
    before = choices(run(page, upload, **query))
    held = {"data": upload.title} | {key: text for key, (text, is_default) in before.items() if not is_default}
    at = run(page, **held)
    assert choices(at) != before, "another table is shown meanwhile"
    at = at.file_uploader(key="file").set_value(("own.csv", data, "text/csv")).run()
    assert_sound(at)
    assert choices(at) == before


def choices(at):
    return {key: drawn for key, drawn in at.session_state["_drawn"].items() if key not in ("camera", "picture")}
