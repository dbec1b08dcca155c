"""The whole way of prepared files: described, mapped, clustered, tested, reported and linked; by hand: test_journey.py.

What the pages say is what pandas counts in the same bytes.
"""

import io
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pandas as pd
import pytest
from fields import shop
from recounted import assert_outcome, card, counted
from scripted import assert_sound, moved_to, run, spec, stated, words
from test_downloads import csv
from test_one_clustering import rename
from test_orders import finished
from test_report import add, report
from test_weights import CELLS

import catviz
from catviz.export.report_page import report_page
from catviz.reading.recipe import Recipe
from catviz.ui.labels import PROFILES, REAL, TABLE
from catviz.ui.state.preparation import Preparation, encoded
from catviz.ui.state.uploads import Upload


def opened(page, file, recipe, **query):
    """A page on a file after the steps of a recipe."""
    at = run(page, Upload(*file), prep=encoded(Preparation(recipe)), **query)
    assert_sound(at)
    return at


def went(at, page):
    moved_to(at, page)
    assert_sound(at)
    return at


def said(at):
    """The words of a page as they are read."""
    return words(at).replace("\\", "").replace("**", "")


def printed(at, alt):
    """What is printed in the figure of this description."""
    (number,) = [i for i, chart in enumerate(at.get("plotly_chart")) if chart.proto.alt.startswith(alt)]
    return [note["text"] for note in spec(at, number)["layout"]["annotations"]]


def sizes(at):
    frame = at.dataframe[0].value
    return dict(zip(frame["cluster"].astype(str), frame["rows"].astype(int), strict=True))


def reported(at):
    """The report as HTML."""
    return report_page(report(at), "1", date(2026, 1, 31))


def assert_restored(at, page, file):
    """With the link and the file, another person sees what this one sees."""
    link = at.code[-1].value
    at = run(page, **parse_qs(urlsplit(link).query))
    assert stated(at, "This link", file[0])
    at = at.file_uploader(key="file").set_value((*file, "text/csv")).run()
    assert_sound(at)
    assert not at.info and not at.warning and "prep=" in link and at.code[-1].value == link
    return at


@pytest.mark.more
def test_passengers_who_are_counted(files):
    file = "titanic.csv", CELLS.encode()
    recipe = Recipe().role("survived", "known classes").order("class", ["crew", "3rd", "2nd", "1st"])
    recipe = recipe.merge("class", ["1st", "2nd"], "1st or 2nd")
    asked = {"outcome": "survived", "group": "yes"}
    at = opened("columns", file, recipe, columns=TABLE, **asked)
    frame = pd.read_csv(io.StringIO(CELLS))
    frame["class"] = frame["class"].replace(["1st", "2nd"], "1st or 2nd")
    assert frame["n"].sum() == 2201
    assert card(said(at)) == counted(frame[["class", "sex", "age"]]) | {"rows": 24, "rows by weight": 2201}
    crossed = printed(opened("crosstab", file, recipe, cross="class", **asked), "class by survived: row percent")
    assert_outcome(
        said(opened("outcome", file, recipe, **asked)), crossed, frame, "survived", "yes", "class", frame["n"]
    )

    at = went(add(at), "map")
    crew = frame[frame["class"] == "crew"]
    values = catviz.count(at.session_state["_upload"].table).values
    at.multiselect(key="rows-with").set_value([values.index(("class", "crew"))]).run()
    assert stated(at, f"{len(crew)} rows", 24, f"{crew['n'].sum()} of 2,201")
    share = crew.loc[crew["sex"] == "male", "n"].sum() / crew["n"].sum()
    assert stated(at, f"{100 * share:.0f}\u00a0%", "sex = male")

    at = rename(went(at, "clusters"), 1, "mixed")
    labels = csv(files, "with-their-cluster")
    cells_of = ["class", "sex", "age", "survived"]
    assert labels[cells_of].to_numpy().tolist() == frame[cells_of].to_numpy().tolist()
    assert sizes(at) == frame["n"].groupby(labels["cluster"]).sum().to_dict()
    at.segmented_control(key="section").set_value(REAL).run()
    at.slider(key="most").set_value(2).run()
    assert "(permutation test" in words(finished(at))
    at.segmented_control(key="section").set_value(PROFILES).run()
    assert "mixed" in reported(add(at)) and len(report(at).views) == 2
    assert "mixed" in words(assert_restored(at, "clusters", file))


@pytest.mark.more
def test_the_shop(files):
    file = shop()
    recipe = Recipe().merge_rare("article", 900).bins("price", 5, "frequency")
    recipe = recipe.filter("device", ["phone", "tablet"]).role("returned", "known classes")
    asked = {"outcome": "returned", "group": "yes"}
    at = opened("columns", file, recipe, columns=TABLE, **asked)
    frame = pd.read_csv(io.BytesIO(file[1]), dtype=str)
    article = frame["article"]
    frame["article"] = article.where(article.groupby(article).transform("size") >= 900, "other")
    frame = frame[frame["device"] != "computer"]
    assert card(said(at))["rows"] == len(frame)
    crossed = printed(opened("crosstab", file, recipe, cross="kind", **asked), "kind by returned: row percent")
    assert_outcome(said(opened("outcome", file, recipe, **asked)), crossed, frame, "returned", "yes", "kind")

    at = rename(finished(went(at, "clusters")), 1, "usual")
    assert sum(sizes(at).values()) == len(frame)
    assert sizes(at) == csv(files, "with-their-cluster")["cluster"].value_counts().to_dict()
    assert "usual" in reported(add(at))
    assert_restored(at, "clusters", file)
