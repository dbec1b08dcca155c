"""Prepare on Columns: each step is a button away, undone by another, and comes back with the link and the file."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pandas as pd
import pytest
from driver import PAGES
from scripted import SCRIPTS, assert_sound, figures, notes, run, stated, words
from survey import EVERY_STEP, SURVEY
from test_outcome import outcome_box

import catviz
from catviz.export.report import Words
from catviz.reading.recipe import Recipe
from catviz.ui.frame.report import ADD
from catviz.ui.labels import LEFT_OUT, LISTED, REAL, SHOWN_ONLY, STABLE, TABLE
from catviz.ui.orders.parts import SECTIONS
from catviz.ui.state import preparation
from catviz.ui.state.preparation import Preparation
from catviz.ui.state.uploads import Upload
from catviz.ui.text import PICKED

SIDEBAR = tuple(page for page in PAGES if page not in ("start", "lessons"))
ORDER = ["schlecht", "mittel", "gut"]
PREPARED = Recipe().missing(["unbekannt"]).order("mood", ORDER).role("respondent", "id").role("city", "known classes")


def survey():
    return Upload("survey.csv", SURVEY.to_csv(index=False).encode())


def plain_words(at):
    return words(at).replace("\\", "")


def encoded(recipe, **reading):
    return preparation.encoded(Preparation(recipe, tuple(reading.items())))


def opened(recipe, page="columns", **query):
    return run(page, survey(), prep=encoded(recipe), **query)


def recipe_of(at):
    """The recipe that Copy link would carry."""
    link = parse_qs(urlsplit(at.code[-1].value).query)
    return preparation.decoded(link["prep"][0]).recipe if "prep" in link else Recipe()


def chosen(at, column, what):
    title = next(box for box in at.selectbox if box.label == "Column to prepare")
    title.set_value(column).run()
    return at.selectbox(key="prepare-what").set_value(what).run()


def taken(at, label):
    at.button(key=f"take-{label}").click().run()
    assert_sound(at)
    return recipe_of(at)


def test_the_known_classes_become_the_outcome():
    at = run("columns", survey(), outcome="city", cross="age", columns=TABLE)
    chosen(at, "mood", "Role")
    next(box for box in at.selectbox if box.label == "Use it as").set_value("known classes").run()
    taken(at, "Use the column like this")
    assert at.selectbox(key="groups").value == "mood" == outcome_box(at).value


def test_every_step_is_taken_with_the_panel():
    at = run("columns", survey())
    assert stated(at, "Question", "“unbekannt”", "mood (15 rows)")
    absent = chosen(at, "mood", "Missing").multiselect(key="absent-mood-0")
    assert absent.value == ["unbekannt"] and absent.options[0] == "unbekannt (15 rows)"
    recipe = Recipe().missing(["unbekannt"], ["mood"])
    assert taken(at, "Count as missing") == recipe and not stated(at, "Question", "“unbekannt”")
    chosen(at, "mood", "Order")
    recipe = recipe.order("mood", ORDER)
    assert taken(at, "Declare this order") == recipe
    chosen(at, "city", "Merge values").number_input(key="rare-city").set_value(4).run()
    assert taken(at, "Merge rare values") == (recipe := recipe.merge_rare("city", 4))
    at.multiselect(key="merge-city").set_value(["Bern", "Chur"]).run()
    at.text_input(key="merged-city").set_value("Bern or Chur").run()
    assert taken(at, "Merge values") == (recipe := recipe.merge("city", ["Bern", "Chur"], "Bern or Chur"))
    chosen(at, "city", "Rename").text_input(key="rename-city").set_value("town").run()
    assert taken(at, "Rename the column") == (recipe := recipe.rename("city", "town"))
    assert next(box.value for box in at.selectbox if box.label == "Column to prepare") == "town"
    box = chosen(at, "likes", "Split answers").checkbox(key="split-empty-likes")
    assert not box.value and stated(at, "12 cells")
    box.check().run()
    assert taken(at, "Split the column") == (recipe := recipe.split("likes", ";", "likes", True))
    chosen(at, "When did you answer?", "Dates")
    assert taken(at, "Make columns") == (
        recipe := recipe.dates("When did you answer?", ["month", "weekday"], "day.month.year")
    )
    chosen(at, "age", "Cut numbers").segmented_control(key="bins-how").set_value("by hand").run()
    at.text_input(key="limits-age").set_value("30 45.5").run()
    assert taken(at, "Cut the numbers") == (recipe := recipe.bins("age", how="limits", limits=[30, 45.5]))
    chosen(at, "income", "Cut numbers").segmented_control(key="bins-how").set_value("equal frequency").run()
    assert taken(at, "Cut the numbers") == (recipe := recipe.bins("income", 5, "frequency"))
    chosen(at, "respondent", "Role").selectbox(key="role-respondent-id").set_value("left out").run()
    assert taken(at, "Use the column like this") == (recipe := recipe.role("respondent", "left out"))
    chosen(at, "town", "Filter rows").multiselect(key="filter-town").set_value(["other"]).run()
    at.segmented_control(key="filter-how").set_value("drop these rows").run()
    assert stated(at, "56 of 60 rows")
    assert taken(at, "Filter rows") == (recipe := recipe.filter("town", ["other"], keep=False))
    assert at.session_state["_upload"].inspected.recipe == recipe
    assert stated(at, "56", "rows")


def column_in_hand(at):
    return next(box for box in at.selectbox if box.label == "Column to prepare").value


def test_the_panel_begins_with_a_column_that_is_asked_about_and_stays_with_the_one_in_hand():
    at = run("columns", survey())
    assert column_in_hand(at) == "city" and stated(at, "Question", "city", "an order")
    chosen(at, "likes", "Split answers")
    taken(at, "Split the column")
    assert column_in_hand(at) == "likes"
    chosen(at, "age", "Cut numbers")
    taken(at, "Cut the numbers")
    at.button(key="undo-0").click().run()
    assert column_in_hand(at) == "likes"
    chosen(at, "city", "Rename").text_input(key="rename-city").set_value("town").run()
    taken(at, "Rename the column")
    at.button(key="undo-1").click().run()
    assert column_in_hand(at) == "city"


def test_the_box_of_roles_shows_the_role_whatever_changed_it():
    at = run("columns", survey())
    first = chosen(at, "respondent", "Role").selectbox(key="role-respondent-id")
    assert first.value == "id"
    first.set_value("left out").run()
    assert taken(at, "Use the column like this") == Recipe().role("respondent", "left out")
    at.button(key="undo-0").click().run()
    box = next(box for box in at.selectbox if box.label == "Use it as")
    assert box.value == "id" and at.button(key="take-Use the column like this").disabled


def test_a_step_is_undone_and_all_are():
    at = opened(PREPARED)
    at.button(key="undo-0").click().run()
    assert "'unbekannt'" in at.error[0].value.replace("\\", "")
    assert recipe_of(at) == PREPARED, "a step that others need stays"
    at.button(key="undo-3").click().run()
    assert_sound(at)
    assert recipe_of(at) == PREPARED.without(3)
    next(button for button in at.button if button.label == "Start again").click().run()
    assert_sound(at)
    assert recipe_of(at) == Recipe() and "none so far" in words(at)


def test_what_does_not_fit_is_a_sentence_and_nothing_changes():
    at = opened(PREPARED)
    chosen(at, "city", "Rename").text_input(key="rename-city").set_value("mood").run()
    at.button(key="take-Rename the column").click().run()
    assert "'mood'" in at.error[0].value.replace("\\", "") and not at.exception
    assert recipe_of(at) == PREPARED


@pytest.mark.one_in(4)
@pytest.mark.parametrize("page", SIDEBAR)
def test_every_page_obeys_the_order_and_the_roles(page):
    at = opened(PREPARED, page, column="mood", colour="mood", map="PCA")
    assert_sound(at)
    view = at.session_state["_upload"].table
    assert view.categories[view.attributes.index("mood")] == tuple(ORDER)
    drawn = [json.loads(chart.proto.spec) for chart in at.get("plotly_chart")]
    seen = [labels for labels in map(_moods, axes(drawn)) if labels]
    assert seen or page != "map", "the legend of the map has the values"
    for labels in seen:
        assert labels in (ORDER, ORDER[::-1]), "an axis has the values in another order"


@pytest.mark.parametrize("look", [{"second": "COD"}, {"lens": "open"}])
def test_heat_maps_obey_the_order(look):
    made = PREPARED.order("city", ["Sion", "Bern", "Thun", "Chur", "Basel"]).role("city", "ordered")
    made = Recipe(tuple(step for step in made.steps if step != PREPARED.steps[-1]))
    at = opened(made, "values", column="city", **look)
    assert_sound(at)
    maps = [json.loads(chart.proto.spec) for chart in at.get("plotly_chart")]
    maps = [figure for figure in maps if any(trace["type"] == "heatmap" for trace in figure["data"])]
    ticked = [[text.partition(" (")[0] for text in figure["layout"]["xaxis"]["ticktext"]] for figure in maps]
    of_values = [ticks for ticks in ticked if "Bern" in ticks]
    assert of_values
    for ticks in of_values:
        assert ticks == ["Sion", "Bern", "Thun", "Chur", "Basel"]


def axes(figures):
    for figure in figures:
        for name, axis in figure["layout"].items():
            if "axis" in name and isinstance(axis, dict) and axis.get("ticktext") is not None:
                ticks = sorted(zip(map(float, axis["tickvals"]), axis["ticktext"], strict=True))
                yield [text for _, text in ticks]
        names = [trace.get("name") for trace in figure["data"] if trace.get("showlegend", True)]
        yield [name for name in names if name]


def _moods(labels):
    """The moods among labels, where an axis has all of them as they are."""
    found = [label for label in labels if label in ORDER]
    return found if len(found) == len(ORDER) else None


def test_a_link_about_a_file_asks_for_it_and_leaves_the_table_shown_as_it_is():
    first = opened(PREPARED, "map", map="PCA", colour="mood", groups="likes")
    assert_sound(first)
    link = parse_qs(urlsplit(first.code[-1].value).query)
    at = run("map", **{key: values[0] for key, values in link.items()})
    assert_sound(at)
    assert "survey.csv" in at.warning[0].value.replace("\\", "") and not notes(at)
    assert recipe_of(at) == Recipe()


def test_preparations_survive_links():
    for recipe in (Recipe(), PREPARED, EVERY_STEP):
        kept = Preparation(recipe, (("delimiter", ";"), ("header", False), ("missing", ("", "-9"))))
        assert preparation.decoded(preparation.encoded(kept)) == kept


@pytest.mark.parametrize("word", ["x", "eNo", "%%%", "eNqrVgIAAQwAqA", encoded(PREPARED)[:-8]])
def test_a_bad_word_in_a_link_is_left_out_with_a_note(word):
    at = run("columns", survey(), prep=word)
    assert_sound(at)
    assert stated(at, "preparation", "left out") and recipe_of(at) == Recipe()


def test_a_recipe_for_another_table_is_left_out_with_a_note():
    at = run("columns", data="zoo", prep=encoded(PREPARED))
    assert_sound(at)
    assert "'unbekannt'" in words(at) and "step 1" in words(at)


def test_a_long_preparation_is_left_out_of_the_link_and_said():
    rows = np.sort(np.random.default_rng(0).choice(20_000, 9_000, replace=False)) + 1
    frame = pd.DataFrame({"a": ["x", "y"] * 10_000, "b": [*"uvwx"] * 5_000})
    recipe = Recipe().mark("many", rows)
    upload = Upload("long.csv", frame.to_csv(index=False).encode())
    upload.read((), recipe)
    at = run("columns", upload)
    assert_sound(at)
    assert "3,000" in at.warning[0].value.replace("\\", "") and "prep=" not in at.code[-1].value


def test_a_bundled_table_is_prepared():
    recipe = Recipe().filter("legs", ["0", "2", "4"]).order("legs", ["4", "2", "0"]).role("milk", "shown only")
    at = run("map", data="zoo", prep=encoded(recipe), map="PCA", colour="legs")
    assert_sound(at)
    assert stated(at, SHOWN_ONLY, "milk")
    at.session_state["_selection-map"][-1].pick("rows", [0, 1, 2], "map")
    at.run()
    assert_sound(at)
    listing = next(frame.value for frame in at.dataframe if "name" in frame.value)
    names = catviz.row_names("zoo")
    hair = catviz.load_dataset("zoo").to_pandas()["hair"]
    assert set(listing["name"]) <= {name for name, legs in zip(names, legs_of_zoo(), strict=True) if legs in "024"}
    assert [hair[names.index(name)] for name in listing["name"]] == listing["hair"].tolist()
    at.switch_page(f"{SCRIPTS}/columns.py").run()
    assert_sound(at)
    at.selectbox(key="data").set_value("voting").run()
    assert_sound(at)
    assert recipe_of(at) == Recipe()
    at.selectbox(key="data").set_value("zoo").run()
    assert recipe_of(at) == recipe


def legs_of_zoo():
    return catviz.load_dataset("zoo").to_pandas()["legs"].astype(object)


def test_chosen_rows_are_kept_as_a_column_that_no_test_is_made_of():
    at = opened(PREPARED, "map", map="PCA")
    at.session_state["_selection-map"][-1].pick("rows", [0, 1, 2, 3], "map")
    at.run()
    ids = next(frame.value for frame in at.dataframe if "comment" in frame.value)["respondent"].tolist()
    at.text_input(key="keep-name").set_value("loop").run()
    next(button for button in at.button if button.label == "Keep as a column").click().run()
    assert_sound(at)
    assert not stated(at, "nothing is tested")
    table = at.session_state["_upload"].table
    kept = table.extra_columns["loop"] == "chosen"
    assert table.extra_columns["respondent"][kept].tolist() == ids and len(ids) == 4
    at.session_state["_selection-map"][-1].pick("rows", [7, 8, 9, 10, 11, 12], "map")
    at.run()
    assert_sound(at)
    assert stated(at, "|v|", "Not tested: loop") and not stated(at, "|v|", "5\u00a0%")
    at.selectbox(key="colour").set_value("loop").run()
    assert_sound(at)


def test_chosen_rows_are_kept_alone():
    at = opened(PREPARED, "map", map="PCA")
    at.session_state["_selection-map"][-1].pick("rows", list(range(20)), "map")
    at.run()
    next(button for button in at.button if button.label == "Keep these rows only").click().run()
    assert_sound(at)
    assert at.session_state["_upload"].table.n_rows == 20
    assert stated(at, "nothing is tested")
    recipe = recipe_of(at)
    pages = (
        ("outcome", {}),
        ("clusters", {"section": REAL, "shown": "city"}),
        ("clusters", {"section": STABLE}),
        ("map", {"chosen": "value:mood = schlecht"}),
        ("orders", {}),
        ("orders", {"further": SECTIONS[3]}),
    )
    for page, section in pages:
        at = opened(recipe, page, **section)
        assert_sound(at)
        text = words(at)
        assert PICKED in text and "Holm" not in text and not re.search(r"\bp [=<] 0", text)
        assert "Benjamini" not in text and "(significant)" not in text, page


CHOICE = catviz.Recipe().mark("sel", [0, 1, 2, 3, 40, 41, 42, 43])


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "later",
    [
        CHOICE.rename("sel", "sector").role("sector", "category"),
        CHOICE.role("sel", "known classes"),
        CHOICE.rename("sel", "sector").filter("sector", ["chosen"]),
        CHOICE.rename_values("sel", {"chosen": "a"}).filter("sel", ["a"]),
        CHOICE.rename_values("sel", {"chosen": "2020-01-01", "others": "2021-01-01"}).dates("sel", ["year"]),
    ],
    ids=["active", "known classes", "renamed column", "renamed values", "dates"],
)
def test_a_choice_on_a_map_is_not_tested_under_another_name_or_role(later):
    for page in ("outcome", "clusters", "map"):
        at = opened(later, page, **({"chosen": "value:mood = schlecht"} if page == "map" else {}))
        assert_sound(at)
        text = words(at)
        assert PICKED in text and "Holm" not in text and "Benjamini" not in text, page


def test_a_choice_on_a_map_weighs_no_rows_and_its_classes_are_not_predicted():
    numbers = CHOICE.rename_values("sel", {"chosen": "3", "others": "1"})
    with pytest.raises(ValueError, match="column 'sel'.*row weights"):
        survey().read((), numbers.role("sel", "weight"))
    at = opened(numbers.role("sel", "category"), "columns")
    assert "sel" not in at.selectbox(key="weights").options
    at = opened(CHOICE.role("sel", "known classes"), "predict")
    assert_sound(at)
    assert "were chosen" in words(at) and not figures(at)


def test_a_choice_on_a_map_that_is_only_renamed_stays_out_of_the_tests():
    at = opened(CHOICE.rename("sel", "sector"), "columns")
    assert_sound(at)
    assert PICKED not in words(at) and "sector" not in outcome_box(at).options
    at = opened(CHOICE.rename("sel", "sector"), "map", map="PCA")
    at.session_state["_selection-map"][-1].pick("rows", [7, 8, 9, 10, 11, 12], "map")
    assert stated(at.run(), "|v|", "Not tested: sector")


def test_a_file_is_read_again_with_a_preview():
    data = "a;b\nx;1,5\ny;2,5\nz;7\nx;1,5\n".encode("cp1252") * 3
    upload = Upload("f.csv", data)
    at = run("columns", upload)
    digest = upload.digest
    at.selectbox(key=f"read-delimiter-{digest}").set_value("bar").run()
    at.selectbox(key=f"read-header-{digest}").set_value("there are none").run()
    assert at.session_state["_upload"].table.attributes == ("a", "b"), "nothing changes before the button is pressed"
    preview = next(frame.value for frame in at.dataframe if list(frame.value) == ["column 1"])
    assert preview["column 1"].tolist()[:2] == ["a;b", "x;1,5"]
    at.selectbox(key=f"read-delimiter-{digest}").set_value("semicolon").run()
    at.button(key="read-again").click().run()
    assert_sound(at)
    assert at.session_state["_upload"].table.attributes == ("column 1", "column 2")
    assert at.session_state["_upload"].reading == {"delimiter": ";", "encoding": "utf-8", "header": False}
    again = parse_qs(urlsplit(at.code[-1].value).query)["prep"][0]
    assert run("columns", Upload("f.csv", data), prep=again).session_state["_upload"].table.attributes[0] == "column 1"


def test_steps_that_no_longer_fit_are_dropped_with_a_sentence():
    upload = survey()
    at = run("columns", upload, prep=encoded(PREPARED))
    at.selectbox(key=f"read-header-{upload.digest}").set_value("there are none").run()
    at.button(key="read-again").click().run()
    assert "recipe" in at.error[0].value and not at.exception
    assert recipe_of(at) == Recipe() and at.session_state["_upload"].table.attributes[0] == "column 3"


def test_a_full_text_is_in_the_hover():
    at = opened(Recipe().rename("city", "town"))
    assert_sound(at)
    titles = {}
    for chart in at.get("plotly_chart"):
        for note in json.loads(chart.proto.spec)["layout"].get("annotations", []):
            titles[note["text"]] = note.get("hovertext")
    assert titles["town"] == "city" and titles["mood"] == "mood"


def test_the_page_asks_for_several_answers_by_the_sign_between_them():
    answers = ["app", "leaflet", "app,leaflet", "web,app", "web,app,leaflet", "web"]
    stays = ["Yes, always", "Yes, mostly", "No"]
    frame = pd.DataFrame({"told": answers * 5, "stay": stays * 10, "x; y": ["a;b", "a", "b"] * 10})
    at = run("columns", Upload("f.csv", frame.to_csv(index=False).encode()))
    assert stated(at, "Question", "told", "several answers", "“,”")
    assert stated(at, "Question", "x; y", "several answers", "“;”") and stated(at, "Question", "stay", "an order")


def test_known_classes_chosen_in_the_sidebar_stay_while_other_columns_are_prepared():
    at = run("columns", survey(), groups="city")
    assert at.selectbox(key="groups").value == "city"
    chosen(at, "likes", "Filter rows").multiselect(key="filter-likes").set_value(["tea"]).run()
    taken(at, "Filter rows")
    assert at.selectbox(key="groups").value == "city" and not at.multiselect(key="filter-likes").value
    chosen(at, "city", "Rename").text_input(key="rename-city").set_value("town").run()
    taken(at, "Rename the column")
    assert at.selectbox(key="groups").value == "town"
    chosen(at, "mood", "Role")
    next(box for box in at.selectbox if box.label == "Use it as").set_value("known classes").run()
    taken(at, "Use the column like this")
    assert at.selectbox(key="groups").value == "mood"


def test_the_boxes_of_a_merge_are_empty_after_it():
    at = run("columns", survey())
    chosen(at, "city", "Merge values").multiselect(key="merge-city").set_value(["Bern", "Chur"]).run()
    at.text_input(key="merged-city").set_value("Bern").run()
    taken(at, "Merge values")
    assert not at.multiselect(key="merge-city").value and not at.text_input(key="merged-city").value
    assert at.button(key="take-Merge values").disabled


def test_an_answer_that_says_that_none_fits_gets_no_column():
    answers = ["tea;milk", "None of these", "milk", "tea"] * 5
    cells = pd.DataFrame({"drinks": answers, "mood": ["good", "bad"] * 10})
    at = run("columns", Upload("drinks.csv", cells.to_csv(index=False).encode()))
    chosen(at, "drinks", "Split answers")
    assert at.checkbox(key="split-none-drinks").value and stated(at, "2 new columns", "tea, milk")
    assert taken(at, "Split the column") == Recipe().split("drinks", ";", "drinks", none="None of these")


def test_a_question_left_out_by_some_is_named_and_reported_without_the_questions():
    """Who did not answer lacks all columns that the answers are split into; ids come first in lists of rows."""
    rng = np.random.default_rng(1)
    visits = rng.choice(["bus;car", "bus", "car;foot", "foot", ""], 120)
    frame = pd.DataFrame({"mood": rng.choice(list("abcd"), 120), "visits": visits, "who": range(1000, 1120)})
    frame["area"] = rng.choice(["p", "q", "r"], 120)
    recipe = Recipe().split("visits").role("who", "id").role("mood", "shown only")
    at = run("columns", Upload("f.csv", frame.to_csv(index=False).encode()), prep=encoded(recipe))
    n = int((visits == "").sum())
    assert re.search(rf"visits: \w+, visits: \w+, visits: \w+ .*\b{n} rows", plain_words(at))
    for page in ("map", "clusters"):
        beside = run(page, Upload("f.csv", frame.to_csv(index=False).encode()), prep=encoded(recipe))
        assert stated(beside, "all missing", f"{n} rows")
    next(b for b in beside.button if b.label == ADD).click().run()
    settings = dict(beside.session_state["_report"].views[0].settings)
    assert settings["Prepared"] == "; ".join(recipe.words) and LEFT_OUT not in settings
    assert any("have an order?" in line.value for line in at.markdown)
    next(b for b in at.button if b.label == ADD).click().run()
    view = at.session_state["_report"].views[0]
    assert dict(view.settings)["Shown only"] == "mood"
    at.segmented_control(key="columns").set_value(LISTED).run()
    assert at.dataframe[-1].value.columns[0] == "who"
    assert not any("have an order?" in part.text for part in view.parts if isinstance(part, Words))
