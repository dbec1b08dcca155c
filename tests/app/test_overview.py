"""The page Overview: where a table opens, cards that say what their pages say, and a test that waits to be asked."""

from urllib.parse import parse_qsl

import numpy as np
import pandas as pd
import pytest
from analyst import content
from scripted import assert_shows_something, assert_sound, figures, finished, run, spec, words

import catviz
from catviz.reading.questions import questions
from catviz.registry import DEFAULT
from catviz.ui.labels import COLUMNS, OVERVIEW, REAL, RUN
from catviz.ui.overview.asked import EXPLAIN
from catviz.ui.state import results
from catviz.ui.state.uploads import Upload
from catviz.ui.text import plain
from catviz.ui.widgets import structure
from catviz.words import columns, overview, values

CARDS = ("goes-with", "alike", "rows", "clusters", "chance", "look-out")


def own(frame, name="own.csv"):
    return Upload(name, frame.to_csv(index=False).encode())


def opened(at, card):
    """The page that the question of a card opens, with the choices that the card makes."""
    at.button(key=f"open-{card}").click().run()
    page = {"goes-with": "columns", "alike": "values", "look-out": "columns", "chance": "clusters", "rows": "map"}.get(
        card, card
    )
    return at.switch_page(f"pages/{page}.py").run()


def test_the_answer_and_the_cards_say_what_is_computed():
    at = run("overview", data="zoo")
    assert_shows_something(at)
    zoo = catviz.load_dataset("zoo")
    found = catviz.outcome(zoo)
    said = words(at)
    assert plain(columns.strongest_value(found)) in said and plain(columns.outcome(found)) in said
    distances = catviz.method(DEFAULT).cls().fit(zoo).value_distances_
    assert plain(values.similar_values(distances["legs"], zoo.to_pandas()["legs"].value_counts())) in said
    adm = catviz.method(DEFAULT).cls().fit(zoo)
    labels = catviz.KModes(7, distances=adm, n_init=10, random_state=0).fit(zoo).labels_
    sizes = pd.Series(1, range(101)).groupby(labels + 1).sum()
    assert plain(overview.clusters_by_rules(catviz.rules(zoo, labels + 1), sizes)) in said
    equal = zoo.to_pandas().astype(str).duplicated(keep=False).sum()
    assert f"Rows equal in these columns\\: {equal} of 101" in said
    assert figures(at) == len(CARDS)
    assert {button.key for button in at.button} >= {f"open-{card}" for card in CARDS}


def test_small_figures_show_the_results_of_the_pages():
    at = run("overview", data="mushroom")
    ranking, heat_map = spec(at, 0)["data"][0], spec(at, 1)["data"][0]
    found = catviz.outcome(catviz.load_dataset("mushroom")).columns
    assert len(ranking["text"]) == 6 and ranking["text"][0] == catviz.plots.style.significant(found["v"].iloc[0])
    assert heat_map["type"] == "heatmap" and not spec(at, 1)["layout"].get("annotations")
    points = [trace for trace in spec(at, 2)["data"] if "scatter" in trace["type"]]
    assert {trace["name"] for trace in points} == {"edible", "poisonous"}
    assert not any(any(trace.get("hovertext") or ()) for trace in points), "no words of single rows"


def chosen(at):
    """The choices in the link of a page."""
    return dict(parse_qsl(next(code.value for code in at.code if "?" in code.value).partition("?")[2]))


@pytest.mark.parametrize("card", CARDS)
def test_a_question_opens_its_page_with_its_choices(card):
    at = opened(run("overview", data="zoo", method="COS", look="1-D axes", map="MDS"), card)
    assert_sound(at)
    if card == "alike":
        assert at.selectbox(key="method").value == DEFAULT and at.selectbox(key="column").value == "legs"
        assert chosen(at)["look"] == "heat map"
    if card in ("clusters", "chance"):
        assert at.selectbox(key="method").value == DEFAULT and at.selectbox(key="clusterer").value == "k-modes"
    if card == "chance":
        assert chosen(at)["section"] == REAL
    if card == "rows":
        assert chosen(at)["map"] == "MCA"


def test_the_costly_test_waits_and_is_the_one_of_clusters(monkeypatch):
    monkeypatch.setattr(structure, "SHUFFLES", 19)
    at = run("overview", data="zoo")
    assert "Not tested yet" in words(at) and not at.get("progress")
    (button,) = [button for button in at.button if button.label.startswith(RUN)]
    assert "s" in button.label.removeprefix(RUN)
    at = finished(button.click().run())
    assert_sound(at)
    zoo = catviz.load_dataset("zoo")
    test = catviz.structure_test(zoo, DEFAULT, range(2, 11), 19, 0, "k-modes", structure.STARTS)
    assert plain(overview.beyond_chance(test)) in words(at) and "Not tested yet" not in words(at)
    assert not [button for button in at.button if button.label.startswith(RUN)]
    assert f"{test.exceeding} of {test.n_shuffles} shuffled tables" in words(opened(at, "chance"))


@pytest.mark.parametrize("page", ["start", "lessons"])
def test_a_table_chosen_on_a_page_with_its_own_opens_here(page):
    at = run(page)
    at.selectbox(key="data").set_value("zoo").run()
    assert at.title[0].value == run("overview").title[0].value
    assert at.selectbox(key="data").value == "zoo"
    assert any(f"opens in {OVERVIEW}" in caption.value for caption in run(page).caption)


def test_a_table_chosen_elsewhere_stays_on_that_page():
    at = run("columns", data="zoo")
    title = at.title[0].value
    assert at.selectbox(key="data").set_value("voting").run().title[0].value == title


def test_an_upload_is_asked_what_to_explain_and_what_is_in_doubt():
    at = run("overview", Upload("nine.csv", content("nine.csv")))
    assert_shows_something(at)
    (box,) = [box for box in at.selectbox if box.label == EXPLAIN]
    assert box.value == at.selectbox(key="groups").value
    answer = next(button for button in at.button if button.label == "No answer")
    at = answer.click().run()
    assert_sound(at)
    assert "Answered" in words(at) and at.session_state["_upload"].inspected.recipe.steps
    undone = next(button for button in at.button if button.label == "Undo").click().run()
    assert not undone.session_state["_upload"].inspected.recipe.steps
    assert not [box for box in run("overview", data="zoo").selectbox if box.label == EXPLAIN]


def test_the_outcome_is_chosen_in_the_question_for_all_pages():
    frame = pd.DataFrame({"a": list("uvuvw") * 20, "group": list("xxyyz") * 20, "b": list("klmkk") * 20})
    at = run("overview", own(frame))
    (box,) = [box for box in at.selectbox if box.label == EXPLAIN]
    assert box.value == "none", "no outcome is taken silently"
    assert [button.label for button in at.button if str(button.key).startswith("explain-")] == ["group"]
    at = box.set_value("b").run()
    assert_sound(at)
    assert at.selectbox(key="groups").value == "b"
    assert at.switch_page("pages/columns.py").run().selectbox(key="groups").value == "b"


def test_more_doubts_are_left_to_columns():
    frame = pd.DataFrame({f"date{i}": [f"0{d}/0{d + 1}/2020" for d in range(1, 9)] * 9 for i in range(4)})
    at = run("overview", own(frame.assign(a=list("uvw") * 24)))
    assert_sound(at)
    (link,) = [link.proto.label for link in at.get("page_link")]
    assert link.endswith(COLUMNS) and "3 more questions" in link


def test_unrelated_columns_of_a_survey_with_weights_are_not_called_related():
    at = run("overview", Upload("hochrechnung.csv", content("hochrechnung.csv")), groups="kauf")
    assert_shows_something(at)
    assert "No column is shown to be related to kauf" in words(at) and "against" not in words(at)
    assert [button for button in at.button if button.label.startswith(RUN)]


def test_nothing_is_claimed_where_a_few_rows_have_nearly_all_the_weight():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({name: rng.choice(list("uvw"), 120) for name in ("one", "two", "three")})
    frame["survey_weight"] = np.where(np.arange(120) < 4, 30.05, 0.01)
    at = run("overview", own(frame))
    assert_shows_something(at)
    assert "permutation test, significant" not in words(at) and "are related" not in words(at)
    assert not [button for button in at.button if button.label.startswith(RUN)]
    assert "Nothing is tested" in words(at)


def test_unrelated_columns_are_not_called_related():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({name: rng.choice(list("uvw"), 120) for name in ("one", "two", "three", "four")})
    at = run("overview", own(frame))
    assert_shows_something(at)
    assert "No association of the columns is detected" in words(at) and "Strongest pair" not in words(at)
    assert "strongest of 6 pairs" in words(at) and "Where one" not in words(at)


DEGENERATE = {
    "one column": pd.DataFrame({"a": list("uvw") * 10}),
    "one row": pd.DataFrame({"a": ["u"], "b": ["v"]}),
    "all constant": pd.DataFrame({"a": ["u"] * 20, "b": ["v"] * 20, "c": ["w"] * 20}),
    "all missing but one": pd.DataFrame({"a": ["u", *[None] * 19], "b": list("xy") * 10}),
    "two equal columns": pd.DataFrame({"a": list("uv") * 10, "b": list("uv") * 10}),
}


@pytest.mark.parametrize("which", DEGENERATE)
def test_a_degenerate_table_gets_sentences(which):
    at = run("overview", own(DEGENERATE[which]))
    assert_sound(at)
    assert figures(at), "what to look out for is counted in any table"
    named = run("overview", own(DEGENERATE[which]), groups=list(DEGENERATE[which])[-1])
    assert not named.exception


@pytest.mark.more
def test_a_wide_table_opens():
    rng = np.random.default_rng(1)
    at = run("overview", own(pd.DataFrame({f"c{i}": rng.choice(list("abc"), 100) for i in range(801)})))
    assert_sound(at)
    assert figures(at) == len(CARDS)


@pytest.mark.browser
@pytest.mark.tour
def test_a_phone_has_one_card_beside_none_and_cuts_nothing(explorer):
    for width, beside in ((1440, 3), (1280, 2), (390, 1)):
        explorer.page.set_viewport_size({"width": width, "height": 844})
        explorer.goto("overview", data="zoo")
        explorer.finish()
        boxes = explorer.page.evaluate(
            "() => [...document.querySelectorAll('[class*=\"st-key-card-\"]')].map(e => e.getBoundingClientRect().top)"
        )
        assert sum(abs(top - boxes[0]) < 2 for top in boxes) == beside
        assert not explorer.overflow()


def test_of_very_many_columns_it_is_tested_when_asked_whether_any_are_related():
    rng = np.random.default_rng(0)
    wide = pd.DataFrame({f"c{j}": rng.choice(list("ab"), 12) for j in range(results.TESTED_COLUMNS + 1)})
    at = run("columns", own(wide))
    assert_sound(at)
    assert "related at all" not in words(at)
    (ask,) = (button for button in at.button if button.key == "run-columns related")
    assert "related at all" in words(finished(ask.click().run()))


def test_what_is_in_doubt_is_worked_out_once_for_a_table_as_it_stands(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "catviz.ui.widgets.doubts.questions", lambda prepared: asked.append(prepared) or questions(prepared)
    )
    at = run("overview", own(pd.DataFrame({"a": list("xyxyz") * 4, "b": list("uvuvw") * 4})))
    at.run()
    assert len(asked) == 1
