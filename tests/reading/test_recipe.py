"""Recipes: each step equals what pandas computes, files give them back, and every refusal is a sentence."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from survey import EVERY_STEP, SURVEY

import catviz
from catviz.reading.csv_files import inspect_csv
from catviz.reading.recipe import Recipe
from catviz.reading.steps import STEPS, Weights, row_numbers, row_ranges
from catviz.table.no_answers import none_among


def understood(frame=SURVEY):
    return inspect_csv(frame.to_csv(index=False).encode(), "survey.csv")


def after(recipe, frame=SURVEY):
    """The cells after a recipe, as pandas has them, with the rows' numbers as index."""
    draft = understood(frame).with_recipe(recipe).prepared.draft
    columns = {column.name: np.asarray(column.cells, dtype=object) for column in draft.columns}
    return pd.DataFrame(columns, index=draft.row_numbers)


def texts(frame=SURVEY):
    return frame.where(frame != "", None).astype(object)


def assert_equal(found, wanted):
    assert found.index.tolist() == wanted.index.tolist() and list(found) == list(wanted)
    for name in wanted:
        assert cells(found[name]) == cells(wanted[name]), name


def cells(column):
    return [None if pd.isna(cell) else cell for cell in column]


def roles(recipe=Recipe()):  # noqa: B008
    return {c.name: (c.role, c.use) for c in understood().with_recipe(recipe).prepared.columns}


# every step against pandas


def test_merge():
    wanted = texts().assign(city=lambda f: f["city"].replace({"Sion": "Valais and Thun", "Thun": "Valais and Thun"}))
    assert_equal(after(Recipe().merge("city", ["Sion", "Thun"], "Valais and Thun")), wanted)


def test_merge_rare():
    counts = SURVEY["city"].value_counts()
    rare = counts.index[counts < 6]
    wanted = texts().assign(city=lambda f: f["city"].where(~f["city"].isin(rare), "elsewhere"))
    assert set(rare) == {"Sion", "Thun"}
    assert_equal(after(Recipe().merge_rare("city", 6, "elsewhere")), wanted)


def test_rename_values_and_columns():
    recipe = Recipe().rename_values("city", {"Bern": "Berne", "Basel": "Basle"})
    recipe = recipe.rename("When did you answer?", "date")
    wanted = texts().replace({"city": {"Bern": "Berne", "Basel": "Basle"}})
    assert_equal(after(recipe), wanted.rename(columns={"When did you answer?": "date"}))
    assert understood().with_recipe(recipe).prepared.full_texts == {"date": "When did you answer?"}


def test_split():
    found = after(Recipe().split("likes"))
    dummies = SURVEY["likes"].str.replace("; ", ";").str.get_dummies(";").astype(bool)
    wanted = texts()
    for place, part in enumerate(("tea", "coffee", "milk"), 4):
        answers = np.where(dummies[part], "yes", "no").astype(object)
        answers[SURVEY["likes"] == ""] = None
        wanted.insert(place, f"likes: {part}", answers)
    assert_equal(found, wanted)
    assert roles(Recipe().split("likes"))["likes"] == ("left out", "")


def test_split_where_an_empty_cell_is_no_to_all():
    prepared = understood().with_recipe(Recipe().split("likes", name="drinks", empty_is_no=True)).prepared
    column = prepared.draft.column("drinks: milk")
    assert np.asarray(column.cells).tolist() == np.where(SURVEY["likes"].str.contains("milk"), "yes", "no").tolist()
    assert prepared.full_texts["drinks: milk"] == "likes: milk"


@pytest.mark.parametrize(("empty_is_no", "said"), [(False, "missing in all"), (True, "no to all")])
def test_a_cell_of_separators_alone_is_split_like_an_empty_one(empty_is_no, said):
    frame = pd.DataFrame({"b": list("xyxyx"), "likes": ["a;b", "", ";", " ; ;", "b"]})
    recipe = Recipe().split("likes", empty_is_no=empty_is_no)
    made, empty = after(recipe, frame), "no" if empty_is_no else None
    assert cells(made["likes: a"]) == ["yes", empty, empty, empty, "no"]
    assert cells(made["likes: b"]) == ["yes", empty, empty, empty, "yes"]
    table = recipe.apply(catviz.CategoricalTable.from_pandas(frame.replace("", None)))
    assert cells(table.to_pandas()["likes: a"]) == cells(made["likes: a"])
    assert recipe.words[0].endswith(f" is {said}.")


def test_an_answer_that_says_that_none_fits_is_no_to_all_others():
    frame = pd.DataFrame({"b": list("xyxy"), "likes": ["tea;milk", "none of these", "", "milk"]})
    recipe = Recipe().split("likes", none="none of these")
    made = after(recipe, frame)
    assert cells(made["likes: tea"]) == ["yes", "no", None, "no"] and cells(made["likes: milk"]) == [
        "yes",
        "no",
        None,
        "yes",
    ]
    assert not any("none" in name for name in made.columns)
    assert recipe.words[0].partition("'none of these'")[2].startswith(" is no")
    assert Recipe.from_json(recipe.to_json()) == recipe
    with pytest.raises(ValueError, match="'nothing'"):
        after(Recipe().split("likes", none="nothing"), frame)
    assert none_among([["tea", "milk"], ["Keine davon"], ["milk"]]) == "Keine davon"
    assert none_among([["tea", "None"], ["None"]]) == none_among([["nonesuch"], ["none given"]]) == ""


def test_the_answer_comes_first_where_the_name_is_long():
    frame = pd.DataFrame({"What do you like to drink?": ["tea;milk", "tea"], "b": ["x", "y"]})
    made = inspect_csv(frame.to_csv(index=False).encode(), "f.csv").with_recipe(Recipe().split(frame.columns[0]))
    assert made.prepared.draft.names[1:3] == [f"{part} (What do you like to drink?)" for part in ("tea", "milk")]


def test_missing_in_one_column_and_in_all():
    recipe = Recipe().missing(["unbekannt"], ["mood"])
    wanted = texts().replace({"unbekannt": None})
    assert_equal(after(recipe), wanted)
    assert_equal(after(Recipe().missing(["unbekannt", "Thun"])), wanted.replace({"Thun": None}))
    assert_equal(after(Recipe().missing(["unbekannt", "n/a"], ["mood"])), wanted)


@pytest.mark.parametrize("keep", [True, False])
def test_filter(keep):
    recipe = Recipe().filter("likes", ["tea", None], keep)
    inside = SURVEY["likes"].isin(["tea", ""])
    assert_equal(after(recipe), texts()[inside if keep else ~inside])


@pytest.mark.parametrize(("how", "cut"), [("width", pd.cut), ("frequency", pd.qcut)])
def test_bins(how, cut):
    found = after(Recipe().bins("income", 4, how))["income"]
    wanted = cut(SURVEY["income"].astype(float), 4, **({"right": False} if how == "width" else {})).cat.codes
    groups = pd.Series(pd.factorize(found)[0])
    assert found.nunique() == 4
    if how == "width":
        assert (groups == pd.Series(pd.factorize(wanted)[0])).all()
    else:
        assert found.value_counts().tolist() == [15] * 4


def test_bins_by_hand_keep_the_numbers():
    table = understood().with_recipe(Recipe().bins("age", how="limits", limits=[30, 65])).table()
    ages = SURVEY["age"].astype(float).to_numpy()
    r = table.attributes.index("age")
    assert table.categories[r] == ("18 to 29", "30 to 64", "65 to 67") and table.kinds[r] == "ordinal"
    halves = understood().with_recipe(Recipe().bins("age", how="limits", limits=[30.5])).table()
    assert halves.categories[r] == ("[18, 30.5)", "[30.5, 67]")
    assert table.codes[:, r].tolist() == np.digitize(ages, [30, 65]).tolist()
    assert (table.extra_columns["age (number)"] == ages).all()
    assert table.codebook.intervals[r].codes(np.array([10.0, 40.0, 99.0])).tolist() == [0, 1, 2]


def test_skewed_numbers_are_cut_into_equal_frequencies():
    table = understood().table()
    shares = {a: np.bincount(table.codes[:, table.attributes.index(a)]) for a in ("age", "income")}
    assert shares["income"].max() == 6 and len(shares["income"]) == 10
    assert table.categories[table.attributes.index("age")][0] == "18 to 22"


def test_dates():
    found = after(Recipe().dates("When did you answer?", ["year", "quarter", "month", "weekday"]))
    when = pd.to_datetime(SURVEY["When did you answer?"], format="%d.%m.%Y")
    for part, wanted in (("year", when.dt.year.astype(str)), ("month", when.dt.month_name())):
        assert found[f"When did you answer?: {part}"].tolist() == wanted.tolist()
    assert found["When did you answer?: quarter"].tolist() == ("Q" + when.dt.quarter.astype(str)).tolist()
    assert found["When did you answer?: weekday"].tolist() == when.dt.day_name().tolist()
    table = understood().with_recipe(Recipe().dates("When did you answer?", ["month"])).table()
    assert table.categories[0] == tuple(dict.fromkeys(when.dt.month_name())) and table.kinds[0] == "ordinal"


@pytest.mark.parametrize("written", ["{:02d}:{:02d}", "2024-03-05 {:02d}:{:02d}:00"])
def test_hours(written):
    clocks = [(hour, 7 * hour % 60) for hour in (7, 23, 0, 12, 7)]
    frame = pd.DataFrame({"when": [*(written.format(*clock) for clock in clocks), None]})
    found = after(Recipe().dates("when", ["hour"]), frame)
    assert found["when: hour"].tolist()[:5] == [f"{hour:02d}" for hour, _ in clocks] and found["when: hour"].isna()[5]
    with pytest.raises(ValueError, match="no weekday" if "2024" not in written else "no part"):
        after(Recipe().dates("when", ["weekday" if "2024" not in written else "minute"]), frame)


def test_a_selection_is_kept_as_a_column():
    rows = [3, 4, 5, 17]
    found = after(Recipe().filter("city", ["Bern"]).mark("loop", rows))
    assert found.index[found["loop"] == "chosen"].tolist() == [row - 1 for row in rows]


# roles, orders


def test_guesses_say_what_dates_and_comments_are():
    sentence = {c.name: (c.role, c.why) for c in understood().columns}
    assert (
        sentence["When did you answer?"][0] == "left out"
        and "dates from 2024-01-01" in sentence["When did you answer?"][1]
    )
    assert sentence["comment"][0] == "left out" and "free text: 40 different" in sentence["comment"][1]
    assert sentence["mood"][0] == "ordered" and sentence["city"][0] == "category"


def test_an_order_is_never_alphabetical_in_silence():
    with pytest.raises(ValueError, match="'city' .*their order"):
        understood().with_recipe(Recipe().role("city", "ordered"))
    with pytest.raises(ValueError, match="'city' .*no scale"):
        understood().changed("city", "ordered")


def test_an_order_follows_the_values():
    recipe = Recipe().order("mood", ["schlecht", "mittel", "gut", "unbekannt"])
    recipe = recipe.rename_values("mood", {"schlecht": "bad", "mittel": "fair", "gut": "good"})
    table = understood().with_recipe(recipe.missing(["unbekannt"], ["mood"])).table()
    assert table.categories[table.attributes.index("mood")] == ("bad", "fair", "good")
    merged = understood().with_recipe(recipe.merge("mood", ["fair", "good"], "not bad").filter("mood", ["bad"], False))
    assert next(c.order for c in merged.prepared.columns if c.name == "mood") == ("not bad", "unbekannt")


def test_roles_carry_ids_and_columns_left_out():
    recipe = Recipe().role("respondent", "id").role("city", "known classes").role("w", "weight")
    recipe = recipe.role("mood", "shown only").filter("mood", ["gut", "schlecht"])
    table = understood().with_recipe(recipe).table()
    kept = SURVEY[SURVEY["mood"].isin(["gut", "schlecht"])]
    assert table.target.tolist() == kept["city"].tolist() and table.target_name == "city"
    assert table.attributes == ("likes", "age", "income")
    assert list(table.extra_columns)[:2] == ["respondent", "mood"] and "comment" in table.extra_columns
    assert table.extra_columns["respondent"].tolist() == kept["respondent"].tolist()
    assert table.extra_columns.index.tolist() == kept.index.tolist()
    some = table[[5, 1]]
    assert some.extra_columns["respondent"].tolist() == kept["respondent"].iloc[[5, 1]].tolist()
    complete = table.drop_missing(["likes"])
    assert complete.extra_columns["respondent"].tolist() == kept["respondent"][kept["likes"] != ""].tolist()
    assert table.unique_rows()[0].extra_columns is None
    weights = kept["w"].astype(float).to_numpy()
    np.testing.assert_allclose(table.weights / table.weights.sum(), weights / weights.sum())


def test_whole_weights_are_of_a_survey_or_counts_as_a_step_says():
    frame = SURVEY.assign(n=np.arange(len(SURVEY)) % 5 + 1)
    survey, counts = (understood(frame).with_recipe(Recipe().weights("n", of)) for of in ("survey", "counts"))
    n = frame["n"].to_numpy(dtype=float)
    assert counts.table().weights.tolist() == n.tolist() and counts.prepared.survey_weights == ""
    np.testing.assert_allclose(survey.table().weights, n * n.sum() / (n**2).sum())
    assert survey.prepared.survey_weights
    for read in (survey, counts):
        assert not [question for question in read.questions if question.key.startswith("row weights: n")]
    by_role = understood(frame).with_recipe(Recipe().role("n", "weight"))
    asked = next(question for question in by_role.questions if question.key == "row weights: n")
    assert by_role.table().weights.tolist() == n.tolist() and asked.answers[0].steps == (Weights("n", "survey"),)
    with pytest.raises(ValueError, match="'survey' or 'counts'"):
        understood(frame).with_recipe(Recipe().weights("n", "rows"))
    with pytest.raises(ValueError, match="no counts"):
        understood(frame).with_recipe(Recipe().weights("w", "counts"))


def test_extra_columns_are_in_the_fingerprint():
    one, other = (understood(SURVEY.assign(respondent=[*names])).table() for names in (range(60), range(1, 61)))
    assert (one.codes == other.codes).all() and one.fingerprint != other.fingerprint


def test_one_column_of_known_classes_and_one_weight():
    recipe = Recipe().role("city", "known classes").role("mood", "known classes").role("w", "weight")
    assert roles(recipe)["city"] == ("category", "") and roles(recipe)["mood"] == ("ordered", "known classes")
    assert roles(recipe.role("age", "weight"))["w"][0] == "left out"


def test_changed_values_are_guessed_anew():
    frame = SURVEY.assign(rooms=["1", "2", "3", "unbekannt"] * 15)
    assert {c.name: c.role for c in understood(frame).columns}["rooms"] == "category"
    made = understood(frame).with_recipe(Recipe().missing(["unbekannt"])).prepared
    assert {c.name: c.role for c in made.columns}["rooms"] == "ordered"


# a table that is there already


def test_a_bundled_table_is_prepared():
    zoo = catviz.load_dataset("zoo")
    frame = zoo.to_pandas()
    recipe = Recipe().filter("legs", ["0", "2", "4"]).order("legs", ["4", "2", "0"]).role("milk", "shown only")
    table = recipe.apply(zoo)
    kept = frame["legs"].isin(["0", "2", "4"]).to_numpy()
    assert table.target.tolist() == zoo.target[kept].tolist() and "milk" not in table.attributes
    assert table.categories[table.attributes.index("legs")] == ("4", "2", "0")
    assert table.to_pandas()["legs"].astype(str).tolist() == frame["legs"][kept].astype(str).tolist()
    assert table.extra_columns["milk"].tolist() == frame["milk"][kept].tolist()
    same = Recipe().apply(zoo)
    assert same.codebook == zoo.codebook and (same.codes == zoo.codes).all()
    assert same.target.tolist() == zoo.target.tolist()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_random_recipes_equal_pandas(data):
    frame = pd.DataFrame(
        {name: data.draw(st.lists(st.sampled_from("abcde"), min_size=8, max_size=8)) for name in ("p", "q")}
    )
    recipe, wanted = Recipe(), frame.astype(object)
    for _ in range(data.draw(st.integers(1, 4))):
        name = data.draw(st.sampled_from(["p", "q"]))
        there = sorted(wanted[name].dropna().unique())
        if not there:
            break
        some = data.draw(st.lists(st.sampled_from(there), min_size=1, unique=True))
        what = data.draw(st.sampled_from(["merge", "missing", "filter", "drop", "rename", "order"]))
        if what == "merge":
            recipe = recipe.merge(name, some, "m")
            wanted = wanted.assign(**{name: wanted[name].where(~wanted[name].isin(some), "m")})
        elif what == "missing":
            recipe = recipe.missing(some, [name])
            wanted = wanted.assign(**{name: wanted[name].where(~wanted[name].isin(some), None)})
        elif what == "rename":
            recipe = recipe.rename_values(name, {value: f"{value}'" for value in there})
            wanted = wanted.assign(**{name: wanted[name].map(lambda v: f"{v}'", na_action="ignore")})
        elif what == "order":
            recipe = recipe.order(name, data.draw(st.permutations(there)))
        else:
            inside = wanted[name].isin(some)
            inside = inside if what == "filter" else ~inside
            if not inside.any():
                continue
            recipe, wanted = recipe.filter(name, some, what == "filter"), wanted[inside]
    assert_equal(after(recipe, frame), wanted)
    assert Recipe.from_json(recipe.to_json()) == recipe
    if len(recipe):
        assert recipe.without(len(recipe) - 1) == Recipe(recipe.steps[:-1])


def test_steps_are_applied_in_the_order_given():
    first = Recipe().merge("city", ["Sion", "Thun"], "Bern").filter("city", ["Bern"])
    second = Recipe().filter("city", ["Bern"]).merge("city", ["Bern"], "Bern")
    assert len(after(first)) == 34 and len(after(second)) == 30


# files


def test_a_recipe_comes_back_from_its_file(tmp_path):
    assert {type(step) for step in EVERY_STEP.steps} == set(STEPS)
    assert Recipe.from_json(EVERY_STEP.to_json()) == EVERY_STEP
    path, csv = tmp_path / "prep.json", tmp_path / "survey.csv"
    path.write_text(EVERY_STEP.to_json(), encoding="utf-8")
    SURVEY.to_csv(csv, index=False)
    tables = [catviz.read_csv(csv, recipe=recipe) for recipe in (EVERY_STEP, path, str(path))]
    assert len({table.fingerprint for table in tables}) == 1
    assert tables[0].fingerprint == understood().with_recipe(EVERY_STEP).table().fingerprint


def test_the_form_of_the_file_stays():
    assert json.loads(Recipe().bins("age", how="limits", limits=[30]).to_json()) == {
        "catviz recipe": 1,
        "steps": [{"do": "bins", "column": "age", "n": 10, "how": "limits", "limits": [30.0]}],
    }
    short = '{"catviz recipe": 1, "steps": [{"do": "merge_rare", "column": "c", "fewer_than": 5}]}'
    assert Recipe.from_json(short) == Recipe().merge_rare("c", 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[1]", "lacks 'catviz recipe'"),
        ('{"catviz recipe": 2, "steps": []}', "version 2"),
        ('{"catviz recipe": 1, "steps": [3]}', "step 1 .*None"),
        ('{"catviz recipe": 1, "steps": [{"do": "melt"}]}', "step 1 .*'melt'"),
        ('{"catviz recipe": 1, "steps": [{"do": "merge", "column": "a"}]}', "lacks 'values'"),
        ('{"catviz recipe": 1, "steps": [{"do": "role", "column": 1, "role": "id"}]}', "'column': 1"),
        ('{"catviz recipe": 1, "steps": [{"do": "role", "column": "a", "rule": "id"}]}', "'rule'"),
        ('{"catviz recipe": 1, "steps": [{"do": "mark", "name": "a", "rows": "9-"}]}', "numbers from 1"),
    ],
)
def test_texts_that_are_no_recipe(text, message):
    with pytest.raises(ValueError, match=message):
        Recipe.from_json(text)


def test_files_that_are_no_recipe(tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path, tmp_path / "nothing.json", tmp_path / "bytes"):
        with pytest.raises(ValueError, match="cannot be read"):
            Recipe.read(path)


@pytest.mark.parametrize(
    ("recipe", "message"),
    [
        (Recipe().role("colour", "id"), r"no column 'colour'.*\(step 1: .*id\)"),
        (Recipe().role("city", "nominal"), "no role 'nominal'"),
        (Recipe().role("city", "weight"), "'city' .*'Bern', .*no number"),
        (Recipe().order("mood", ["gut"]), "'mood' .*'schlecht', .*order"),
        (Recipe().merge("city", ["Genf"], "x"), "'city' .*no value 'Genf'"),
        (Recipe().merge("city", ["Bern"], " "), "is empty"),
        (Recipe().merge_rare("city", 1), "at least 1"),
        (Recipe().rename_values("city", {"Bern": "Basel"}), "merge them instead"),
        (Recipe().rename("city", "mood"), "'mood' already"),
        (Recipe().split("city"), "'city' .*';'"),
        (Recipe().split("likes", ""), "no separator"),
        (Recipe().missing(["-9"]), "'-9'"),
        (Recipe().filter("city", ["Bern"]).filter("city", ["Bern"], False), r"no row .*\(step 2"),
        (Recipe().bins("city"), "'Bern', .*no number"),
        (Recipe().bins("age", how="limits", limits=[5, 5]), "do not rise"),
        (Recipe().bins("age", how="evenly"), "no way 'evenly'"),
        (Recipe().bins("age", 1), "bins is 1"),
        (Recipe().dates("city"), "'Bern', .*no date"),
        (Recipe().dates("When did you answer?", ["minute"]), "no part 'minute'"),
        (Recipe().dates("When did you answer?", ["hour"]), "no hour"),
        (Recipe().mark("loop", "400-500"), "no row"),
    ],
)
def test_a_step_that_does_not_fit_is_a_sentence(recipe, message):
    with pytest.raises(ValueError, match=message):
        understood().with_recipe(recipe)


def test_ambiguous_dates_ask_for_their_form():
    frame = pd.DataFrame({"day": ["01/02/2024", "03/04/2024"] * 3, "b": [*"uv"] * 3})
    with pytest.raises(ValueError, match="day.month.year or month/day/year"):
        after(Recipe().dates("day"), frame)
    assert set(after(Recipe().dates("day", ["month"], "month/day/year"), frame)["day: month"]) == {"January", "March"}


@settings(max_examples=50, deadline=None)
@given(st.sets(st.integers(0, 300), min_size=1))
def test_row_numbers_come_back(rows):
    rows = np.array(sorted(rows))
    assert (row_numbers(row_ranges(rows)) == rows).all()


# reading


def test_a_file_without_names_of_columns():
    made = inspect_csv(b"S;1\nM;2\nL;3\n", "f.csv", header=False)
    assert made.frame.to_dict("list") == {"column 1": ["S", "M", "L"], "column 2": ["1", "2", "3"]}
    assert inspect_csv(b"S\n\nM\n", "f.csv", header=False).frame["column 1"].tolist() == ["S", "M"]


def test_the_sign_before_decimals():
    data = b"a;b;c\n1.234,5;2;x,y\n7;3,25;z\n"
    comma = inspect_csv(data, "f.csv", decimal=",").frame
    assert comma.to_dict("list") == {"a": ["1234.5", "7"], "b": ["2", "3.25"], "c": ["x,y", "z"]}
    point = inspect_csv(b"a;b\n1,234.5;1\n2,000;2\n", "f.csv", decimal=".").frame
    assert point["a"].tolist() == ["1234.5", "2000"]
    with pytest.raises(ValueError, match="decimal is ';'"):
        inspect_csv(data, "f.csv", decimal=";")


def test_read_csv_takes_header_and_decimal(tmp_path):
    path = Path(tmp_path / "f.csv")
    path.write_bytes(b"x;1,5\ny;2,5\nx;9,5\n")
    table = catviz.read_csv(path, header=False, decimal=",")
    assert table.attributes == ("column 1", "column 2") and table.extra_columns["column 2 (number)"].tolist() == [
        1.5,
        2.5,
        9.5,
    ]
