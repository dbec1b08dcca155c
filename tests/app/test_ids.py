"""Ids and repeated rows: an id describes no row, and what repeats one is said wherever something is tested."""

import pytest
from analyst import content
from files import csv
from scripted import assert_sound, run, stated, words
from test_orders import finished
from test_preparation import chosen, encoded, taken

import catviz
from catviz.reading.recipe import Recipe
from catviz.ui.state.uploads import Upload
from catviz.ui.text import INDEPENDENT_ROWS

OF_MCA = {"method": "MCA", "look": "map of all values", "mca-details": "values"}
TABLES = {"panel_300.csv": ("person", 110, 300), "basket_lines_3000.csv": ("basket_id", 1203, 2999)}


def upload(name):
    return Upload(name, content(name))


def said(at):
    return words(at).replace("\\", "")


def chip(at, label):
    """The texts that a chip opens."""
    return [m.value for p in at.main.get("popover") if p.proto.popover.label == label for m in p.markdown]


@pytest.mark.parametrize("name", TABLES)
def test_an_id_shapes_nothing_and_its_rows_are_not_called_independent(name):
    column, n, rows = TABLES[name]
    read = upload(name)
    guess = next(each for each in read.inspected.columns if each.name == column)
    assert (guess.role, guess.use, guess.n_distinct) == ("left out", "id", n)
    assert column not in read.table.attributes and column in read.table.extra_columns
    other = read.table.attributes[-1]
    at = run("outcome", read, groups=other)
    assert_sound(at)
    assert stated(at, column, f"{n:,}", f"{rows:,}")
    [before] = chip(at, "rows not independent")
    assert column in before.replace("\\", "") and f"{rows:,}" in before
    assert INDEPENDENT_ROWS not in said(at)
    at = run("crosstab", read, groups=other)
    [crossed] = chip(at, "p of this pair alone")
    assert column in crossed.replace("\\", "") and f"{rows:,}" in crossed
    assert not [box for box in at.selectbox if column in box.options and box.label != "Column to prepare"]


def test_the_warning_stays_when_the_id_is_set_by_hand_and_where_it_is_used():
    read = upload("panel_300.csv")
    at = run("columns", read, groups="mood", prep=encoded(Recipe().role("person", "id")))
    assert_sound(at)
    assert stated(at, "person", 110, 300)
    at = run("columns", upload("panel_300.csv"), groups="mood", prep=encoded(Recipe().role("person", "category")))
    assert_sound(at)
    assert "person" in at.session_state["_upload"].table.attributes
    assert stated(at, "person", 110, 300)


def test_one_row_of_each_is_independent_again():
    at = run("columns", upload("panel_300.csv"), groups="mood", prep=encoded(Recipe().filter("wave", ["W1"])))
    assert_sound(at)
    assert not chip(at, "rows not independent") and INDEPENDENT_ROWS in said(at)


@pytest.mark.parametrize("page, ends, choices", [("orders", finished, {}), ("values", lambda at: at, OF_MCA)])
def test_other_pages_that_test_say_it_too(page, ends, choices):
    at = ends(run(page, upload("panel_300.csv"), groups="mood", **choices))
    assert_sound(at)
    assert stated(at, "person", 110, 300) and INDEPENDENT_ROWS not in said(at)


def test_an_id_is_used_otherwise_by_hand():
    at = chosen(run("columns", upload("panel_300.csv")), "person", "Role")
    next(box for box in at.selectbox if box.label == "Use it as").set_value("category").run()
    assert taken(at, "Use the column like this") == Recipe().role("person", "category")
    assert "person" in at.session_state["_upload"].table.attributes


def test_read_csv_warns_of_rows_that_share_an_id(tmp_path):
    path = tmp_path / "panel.csv"
    path.write_bytes(content("panel_300.csv"))
    with pytest.warns(UserWarning, match=r"panel.csv: .*person \(110 values on 300 rows\).*role\('person', 'groups'\)"):
        assert "person" not in catviz.read_csv(path).attributes
    once = csv(
        person=[f"ID{i}" for i in range(40)], mood=["good", "bad"] * 20, drink=["tea", "milk", "tea", "tea"] * 10
    )
    path.write_bytes(once)
    assert catviz.read_csv(path).attributes == ("mood", "drink")
