"""One outcome for the whole app, chosen above the page, or evident; never by the name “class” alone."""

import contextlib
import io

import numpy as np
import pandas as pd
import pytest
from analyst import content
from files import csv
from scripted import assert_sound, notes, run, spec, stated, words
from test_outcome import outcome_box, ranked
from test_preparation import chosen, encoded, recipe_of, taken

import catviz
from catviz.reading.recipe import Recipe
from catviz.table.likely_outcomes import evident_outcome, likely_outcomes
from catviz.ui.labels import TABLE
from catviz.ui.state.uploads import Upload
from catviz.ui.state.view import cut


def passengers(**further):
    rng = np.random.default_rng(8)
    sex = rng.choice(["female", "male"], 200)
    survived = np.where(rng.random(200) < np.where(sex == "female", 0.8, 0.2), "yes", "no")
    columns = {"class": rng.choice(["1st", "2nd", "3rd"], 200), "sex": sex, "survived": survived} | further
    return Upload("passengers.csv", csv(**columns))


def outcome_of(at):
    """The outcome of all pages."""
    return outcome_box(at).value


def test_class_is_no_outcome_by_its_name_where_another_column_is_called_survived():
    at = run("outcome", passengers())
    assert_sound(at)
    assert outcome_of(at) == "survived" and ranked(at)[0] == "sex"
    assert stated(at, "related to survived") and stated(run("columns", passengers()), "Question", "survived")


def test_the_sidebar_and_columns_are_one_switch():
    at = run("outcome", passengers(), groups="class")
    assert outcome_of(at) == "class" and stated(at, "related to class")
    at.selectbox(key="groups").set_value("sex").run()
    assert_sound(at)
    assert outcome_of(at) == "sex" and ranked(at)[0] == "survived" and stated(at, "related to sex")
    outcome_box(at).set_value("survived").run()
    assert_sound(at)
    assert outcome_of(at) == "survived" and ranked(at)[0] == "sex"
    at.switch_page("pages/map.py").run()
    assert at.selectbox(key="colour").value == "known classes (survived)"


@pytest.mark.parametrize("links", [{"outcome": "sex"}, {"groups": "sex"}, {"outcome": "sex", "groups": "class"}])
def test_older_links_lead_to_it(links):
    at = run("outcome", passengers(), **links)
    assert_sound(at)
    assert outcome_of(at) == "sex" and not notes(at)
    assert "groups=sex" in at.code[-1].value and "outcome=" not in at.code[-1].value
    assert run("clusters", passengers(), outcome="sex").selectbox(key="groups").value == "sex"


ASKED = {
    "class alone": {"class": ["a", "b"] * 30, "x": ["u", "v", "w"] * 20},
    "two with a telling name": {
        "survived": ["yes", "no"] * 30,
        "target": ["0", "1", "1"] * 20,
        "x": list("uvwxyz") * 10,
    },
    "three values": {"outcome": ["a", "b", "c"] * 20, "x": ["u", "v"] * 30},
}


@pytest.mark.parametrize("cells", ASKED.values(), ids=ASKED)
def test_it_is_asked_for_where_none_is_evident(cells):
    at = run("outcome", Upload("own.csv", csv(**cells)))
    assert_sound(at)
    assert outcome_of(at) == "none" and "explain?" in words(at) and "Holm" not in words(at)
    buttons = [button.label for button in at.button if str(button.key).startswith("explain-section")]
    assert buttons[0] == next(iter(cells))


@pytest.mark.parametrize(
    "file, found", [("nine.csv", "readmitted"), ("hochrechnung.csv", "kauf"), ("panel_300.csv", None)]
)
def test_files_of_analysts(file, found):
    assert evident_outcome(Upload(file, content(file)).table) == found


def test_the_likeliest_columns_come_first():
    names = ["Kündigungsabsicht", "Target_2", "diagnosis", "churned", "y"]
    cells = {"class": list("abcd") * 15, "sex": ["f", "m"] * 30, "age": [str(i) for i in range(60)]}
    cells |= {name: ["ja", "nein", "ja"] * 20 for name in names}
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame(cells))
    assert likely_outcomes(table) == [*names, "class"] and evident_outcome(table) is None


def test_bundled_data_sets_keep_their_classes_which_describe_another_outcome():
    zoo = catviz.load_dataset("zoo")
    at = run("outcome", data="zoo")
    assert outcome_of(at) == "class"
    outcome_box(at).set_value("milk").run()
    assert_sound(at)
    assert outcome_of(at) == "milk" and ranked(at)[0] == "class"
    active, shown = cut(zoo, "milk", (), (), None, False)
    assert "class" not in active.attributes and "milk" not in active.attributes and shown.attributes == ("class",)
    at.selectbox(key="groups").set_value("none").run()
    assert_sound(at)
    assert at.button(key="explain-section-0").label == "class" and "related to" not in words(at)


def test_a_recipe_and_the_switch_agree():
    at = run("outcome", passengers(), prep=encoded(Recipe().role("class", "known classes")))
    assert outcome_of(at) == "class"
    outcome_box(at).set_value("sex").run()
    assert_sound(at)
    assert outcome_of(at) == "sex" and "class" in ranked(at)
    at.segmented_control(key="columns").set_value(TABLE).run()
    roles = next(frame.value for frame in at.dataframe if "read as" in frame.value)
    assert roles.set_index("column")["read as"].to_dict() == {
        "class": "shown only",
        "sex": "known classes",
        "survived": "category",
    }
    chosen(at, "survived", "Role")
    next(box for box in at.selectbox if box.label == "Use it as").set_value("known classes").run()
    taken(at, "Use the column like this")
    assert outcome_of(at) == "survived"


def test_an_outcome_that_is_used_as_something_else_is_one_no_longer():
    at = chosen(run("columns", passengers()), "survived", "Role")
    next(box for box in at.selectbox if box.label == "Use it as").set_value("category").run()
    assert taken(at, "Use the column like this") == Recipe().role("survived", "category") == recipe_of(at)
    assert outcome_of(at) == "none" and "survived" in at.session_state["_upload"].table.attributes


def test_an_ordered_outcome_keeps_its_order_in_figures_and_code(files, tmp_path, monkeypatch):
    levels = ["low", "medium", "high"]
    rng = np.random.default_rng(3)
    level = rng.integers(0, 3, 90)
    cells = csv(
        income=[levels[i] for i in level], mood=[["bad", "okay", "good"][i] for i in level], kept=["a", "b"] * 45
    )
    (tmp_path / "own.csv").write_bytes(cells)
    recipe = Recipe().order("mood", ["bad", "okay", "good"])
    asked = {"prep": encoded(recipe), "groups": "income"}
    at = run("columns", Upload("own.csv", cells), bars="rows by class", **asked)
    assert_sound(at)
    assert [trace["name"] for trace in spec(at)["data"] if trace.get("name") in levels][:3] == levels
    assert stated(run("crosstab", Upload("own.csv", cells), cross="mood", **asked), "tau-b 1")
    monkeypatch.chdir(tmp_path)
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(next(make for name, make in files.items() if name.endswith("-code.py"))().decode(), names)
    assert list(names["crossed"].counts.columns) == levels and names["crossed"].trend.tau_b == pytest.approx(1)
