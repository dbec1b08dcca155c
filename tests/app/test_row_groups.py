"""Which rows belong together: asked of a table with repeated ids, and kept by every test from then on."""

import pandas as pd
import pytest
from analyst import content
from driver import PAGES
from scripted import assert_sound, finished, run, stated, words
from test_ids import chip, said, upload
from test_preparation import encoded, recipe_of

from catviz.analysis.shuffles import ONE_FACTOR
from catviz.export import code as scripts
from catviz.reading.csv_files import inspect_csv
from catviz.reading.questions import TOGETHER
from catviz.reading.recipe import Recipe
from catviz.reading.steps import Role
from catviz.ui.labels import REAL
from catviz.ui.state.uploads import Upload
from catviz.ui.text import INDEPENDENT_ROWS
from catviz.ui.widgets.structure import ONE_GRADIENT_UNTESTED
from studies.calibrate.simulated import persons

PERSONS = Recipe().role("person", "groups")
CHIP = "whole groups: person"
EVERY = [*(page for page in PAGES if page not in ("start", "lessons")), "outcome", "crosstab", "listed"]


def panel():
    return upload("panel_300.csv")


def asked(at):
    return [b for b in at.button if (b.key or "").startswith("answer-") and b.label == "Rows with the same person"]


def test_a_table_with_repeated_ids_asks_which_rows_belong_together():
    at = run("columns", panel(), groups="mood")
    assert_sound(at)
    assert chip(at, "rows not independent") and not chip(at, CHIP)
    [yes] = asked(at)
    yes.click().run()
    assert_sound(at)
    assert recipe_of(at) == PERSONS
    assert not chip(at, "rows not independent") and not asked(at)
    [text] = chip(at, CHIP)
    assert "110 groups" in text.replace("\\", "") and "300 rows" in text
    assert at.session_state["_upload"].table.groups_name == "person"


def test_the_answer_that_rows_are_on_their_own_is_kept():
    at = run("columns", panel(), groups="mood")
    key = asked(at)[0].key.rpartition("-")[0]
    next(b for b in at.button if b.key == f"{key}-0").click().run()
    assert_sound(at)
    assert not asked(at) and at.session_state["_upload"].table.groups is None
    assert recipe_of(at) == Recipe().settle("rows that belong together: person")
    assert not chip(at, "rows not independent")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("page", EVERY)
def test_every_page_opens_and_calls_no_rows_independent(page):
    at = run(page, panel(), groups="mood", prep=encoded(PERSONS))
    assert_sound(at)
    assert chip(at, CHIP) and INDEPENDENT_ROWS not in said(at)
    assert not chip(at, "rows not independent")


@pytest.mark.more
def test_clusters_are_compared_with_shuffled_persons_and_not_with_one_gradient():
    table = persons(2, similar=False, kept=0.7)
    frame = table.to_pandas().astype(str).assign(person=[f"P{g:03d}" for g in table.groups])
    planted = Upload("planted.csv", frame.to_csv(index=False).encode())
    at = finished(run("clusters", planted, prep=encoded(PERSONS), section=REAL))
    assert_sound(at)
    assert ONE_GRADIENT_UNTESTED.format("person") in said(at)
    assert not any(ONE_FACTOR in what for what in map(repr, at.session_state["_jobs"]))


def test_few_groups_are_not_tested():
    at = run("outcome", panel(), groups="mood", prep=encoded(Recipe().role("region", "groups")))
    assert_sound(at)
    assert stated(at, "region", 10) and "significant" not in words(at).lower()


def test_a_column_within_which_rows_agree_is_offered_whatever_its_name():
    rows = [(f"t{g}", "xyz"[g % 3], "abcd"[(g * 7) % 4], "uv"[(g * 5) % 2]) for g in range(40) for _ in range(4)]
    frame = pd.DataFrame(rows, columns=["team", "size", "colour", "side"])
    [question] = about_rows(frame)
    assert question.answers[0].steps == (Role("team", "groups"),)
    frame["team"] = frame["team"].sample(frac=1, random_state=0).to_numpy()
    assert not about_rows(frame)


def about_rows(frame):
    asked = inspect_csv(frame.to_csv(index=False).encode(), "teams.csv").questions
    return [question for question in asked if question.key.startswith(TOGETHER)]


def test_the_exported_code_names_the_groups(tmp_path, monkeypatch):
    (tmp_path / "panel_300.csv").write_bytes(content("panel_300.csv"))
    monkeypatch.chdir(tmp_path)
    pieces = [
        scripts.load(scripts.Source("panel_300.csv", bundled=False, recipe=PERSONS, target="mood")),
        scripts.structure(3, "k-modes", 19, 1, 0, False, 1_000, one_gradient=False),
    ]
    code = scripts.script(pieces)
    assert "'groups'" in code and "one factor" not in code
    made = {}
    exec(scripts.script(pieces[:1]), made)
    assert made["table"].groups_name == "person" and len(set(made["table"].groups.tolist())) == 110
