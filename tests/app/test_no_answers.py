"""Values that may mean “no answer” become missing in the columns that are asked about, and nowhere else unasked."""

import re

from analyst import content
from scripted import assert_sound, run, stated, words
from test_preparation import chosen, recipe_of, taken

from catviz.reading.recipe import Recipe
from catviz.ui.state.uploads import Upload


def nine():
    return Upload("nine.csv", content("nine.csv"))


def missing(at):
    columns = at.session_state["_upload"].inspected.prepared.columns
    return {column.name: column.n_missing for column in columns if column.n_missing}


def cells(at, start):
    """Numbers of cells by column, as a sentence lists them."""
    said = next(text for text in words(at).replace("\\", "").splitlines() if start in text)
    return {name: int(n) for name, n in re.findall(r"(\w+) (\d+) cells?", said.partition(start)[2])}


def where(at):
    return next(box for box in at.multiselect if box.label == "in the columns")


def test_nine_is_missing_in_the_columns_that_are_asked_about_alone():
    at = run("columns", nine())
    assert stated(at, "Question", "“9”", "smoking (25 rows), sex (11 rows)")
    chosen(at, "smoking", "Missing")
    assert at.multiselect(key="absent-smoking-0").value == ["9"]
    assert where(at).value == ["smoking", "sex"]
    assert where(at).options == ["smoking (25 cells)", "sex (11 cells)", "nps (14 cells)", "los_days (14 cells)"]
    assert cells(at, "Will be missing: ") == {"smoking": 25, "sex": 11}
    assert taken(at, "Count as missing") == Recipe().missing(["9"], ["smoking", "sex"])
    assert missing(at) == {"smoking": 25, "sex": 11} == cells(at, "Now missing: ")


def test_other_columns_are_added_by_hand_or_all():
    at = chosen(run("columns", nine()), "sex", "Missing")
    where(at).set_value(["sex", "nps"]).run()
    assert cells(at, "Will be missing: ") == {"sex": 11, "nps": 14}
    at.checkbox(key="absent-everywhere").check().run()
    every = {"smoking": 25, "sex": 11, "nps": 14, "los_days": 14}
    assert cells(at, "Will be missing: ") == every
    assert taken(at, "Count as missing") == Recipe().missing(["9"])
    assert missing(at) == every == cells(at, "Now missing: ")
    at.button(key="undo-0").click().run()
    assert_sound(at)
    assert not missing(at) and recipe_of(at) == Recipe()


def test_without_a_column_nothing_is_taken():
    at = chosen(run("columns", nine()), "smoking", "Missing")
    where(at).set_value([]).run()
    assert at.button(key="take-Count as missing").disabled
    assert "Will be missing" not in words(at)


def test_a_value_chosen_by_hand_is_missing_in_its_column_alone():
    at = chosen(run("columns", nine()), "nps", "Missing")
    assert at.multiselect(key="absent-nps-0").value == []
    at.multiselect(key="absent-nps-0").set_value(["10"]).run()
    assert where(at).value == ["nps"] and "los_days (11 cells)" in where(at).options
    assert taken(at, "Count as missing") == Recipe().missing(["10"], ["nps"])
    assert missing(at) == {"nps": 20}
