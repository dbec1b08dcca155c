"""The whole way, in a browser: a file is opened, prepared, described, mapped, clustered, tested, reported and linked.

What the pages say is what pandas counts in the same bytes; more files: journeys.py, and, without a
browser, test_prepared_files.py.
"""

import io
import re
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pandas as pd
import pytest
from by_hand import (
    cells,
    change,
    name_clusters,
    open_panel,
    pick,
    pick_several,
    printed,
    put_in_order,
    saved,
    take,
    write,
)
from driver import Explorer
from fields import survey
from gestures import FILE_BOX, assert_sound, lasso_left, rows_of
from recounted import assert_outcome, card, counted

from catviz.registry import method
from catviz.ui.labels import PROFILES, REAL

SCALE = ["trifft gar nicht zu", "trifft eher nicht zu", "teils, teils", "trifft eher zu", "trifft voll zu"]
MEDIA = ["Zeitung", "Radio", "Fernsehen", "Internet"]


@pytest.fixture
def newcomer(browser, server):
    """A person with a browser that has never seen the explorer."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield Explorer(context.new_page(), server.url)
    context.close()


def opened(explorer, file):
    explorer.goto()
    explorer.upload("Open a file", file)
    explorer.page.wait_for_url(re.compile("/overview"))
    explorer.click_page("Columns")
    open_panel(explorer)


def assert_goes_with(explorer, frame, column, group, other, weights=None):
    """What is said of an outcome chosen on the page is what pandas counts."""
    pick(explorer, "Outcome", column)
    explorer.tab("Outcome")
    pick(explorer, "Values that go with", group)
    text = explorer.text()
    explorer.tab("Crosstab")
    pick(explorer, f"{column}, crossed with", other)
    crossed = printed(explorer, f"{other} by {column}: row percent")
    assert_outcome(text, crossed, frame, column, group, other, weights)
    explorer.tab("Table")


def assert_lasso(explorer, frame, keys, weights=None):
    """Rows in a loop on the map are those of the file, and their shares are said rightly."""
    inside = lasso_left(explorer, 0)
    n = rows_of(inside)
    explorer.wait_for(re.compile(rf"^{n:,} rows? chosen" if weights is None else rf"\({n:,} of .* by weight\)"))
    explorer.settle()
    assert_sound(explorer)
    listed = pd.read_csv(io.BytesIO(saved(explorer, "Download CSV")), dtype=str)
    there = set(map(tuple, listed[keys].to_numpy()))
    chosen = frame[[row in there for row in map(tuple, frame[keys].astype(str).to_numpy())]]
    each = pd.Series(1, frame.index) if weights is None else weights
    assert len(chosen) == len(listed) and each[chosen.index].sum() == n
    share, name, value, overall = re.search(
        r"(\d+)\s% .*these rows have (.+)\s=\s(.+), .*?(\d+)\s% of all", explorer.text()
    ).groups()
    shares = [np.average(rows[name] == value, weights=each[rows.index]) for rows in (chosen, frame)]
    assert [f"{x:.0%}" for x in shares] == [f"{share}%", f"{overall}%"]


def sizes(explorer):
    """The clusters' sizes, as the page lists them."""
    head, *lines = cells(explorer.page.locator('[data-testid="stMain"] [data-testid="stDataFrame"]').first)
    return {line[0]: int(line[head.index("rows")].replace(",", "")) for line in lines}


def reported(explorer, n):
    """The report of n views as HTML; its dialog is closed again."""
    explorer.page.get_by_role("button", name=f"Open the report ({n})").click()
    page = saved(explorer, "Download the report (HTML)").decode()
    explorer.page.get_by_role("button", name="Close", exact=True).click()
    explorer.settle()
    return page


def add_to_report(explorer):
    explorer.add_to_report()


def assert_restored(explorer, other, file):
    """With the link and the file, another browser shows what this one shows."""
    chosen, link = explorer.query(), explorer.copied_link()
    other.open(link)
    assert any(file[0] in words for words in other.alerts())
    assert other.query() == dict(parse_qsl(urlsplit(link).query)), "the address waits for the file"
    other.upload(FILE_BOX, file)
    other.finish()
    assert other.page.url.split("?")[0] == explorer.page.url.split("?")[0]
    assert other.until(lambda: other.query() == chosen), sorted(other.query().items() ^ chosen.items())
    assert not other.alerts()
    assert "prep" in chosen and other.copied_link() == link
    assert_sound(other)
    assert not other.problems()


def use_as(explorer, roles, steps):
    """Give columns their roles, the panel having so many steps."""
    for step, (column, role) in enumerate(roles.items(), steps + 1):
        change(explorer, column, "Role")
        pick(explorer, "Use it as", role)
        take(explorer, "Use the column like this", step)


def ask_for_clusters_up_to(explorer, most):
    """Run the tests of cluster structure on few clusters, since more take longer."""
    explorer.tab(REAL)
    explorer.page.get_by_role("slider", name="Clusters up to").focus()
    for key in ("Home", *["ArrowRight"] * (most - 2)):
        explorer.page.keyboard.press(key)
    explorer.settle(0.4)  # a slider waits a moment for its next step
    explorer.finish()


def labelled(explorer):
    """The rows with their clusters, as they are downloaded."""
    return pd.read_csv(io.BytesIO(saved(explorer, "Download rows (CSV)")), dtype=str)


def prepared_survey(data):
    """What the steps below make of the survey, by pandas."""
    frame = pd.read_csv(io.BytesIO(data), sep=";", encoding="cp1252", dtype=str).replace("unbekannt", None)
    frame = frame.rename(columns={"Wie zufrieden sind Sie mit Ihrer Gemeinde?": "zufrieden"})
    for medium in MEDIA:
        used = frame["Welche Medien nutzen Sie?"].fillna("").str.split(";").map(lambda names, m=medium: m in names)
        frame[f"nutzt: {medium}"] = np.where(used, "yes", "no")
    age = frame["Alter"].astype(int)
    frame["Alter"] = np.select([age < 35, age < 60], ["[18, 35)", "[35, 60)"], "[60, 89]")
    day = pd.to_datetime(frame["Interviewdatum"], format="%d.%m.%Y")
    frame["Interviewdatum: month"] = day.dt.month_name()
    return frame


@pytest.mark.tour
def test_the_survey(explorer, newcomer):
    file = survey()
    opened(explorer, file)
    change(explorer, "Ich vertraue der Verwaltung", "Missing")
    take(explorer, "Count as missing", 1)  # “unbekannt” is chosen to begin with
    change(explorer, "Wie zufrieden sind Sie mit Ihrer Gemeinde?", "Rename")
    write(explorer, "Short name of the column", "zufrieden")
    take(explorer, "Rename the column", 2)
    assert explorer.chosen("Column to prepare") == "zufrieden"
    change(explorer, "zufrieden", "Order")
    put_in_order(explorer, SCALE)
    take(explorer, "Declare this order", 3)
    change(explorer, "Welche Medien nutzen Sie?", "Split answers")
    write(explorer, "Name before each answer", "nutzt")
    explorer.page.get_by_text("An empty cell means no to all").click()
    take(explorer, "Split the column", 4)
    change(explorer, "Alter", "Cut numbers")
    explorer.segment("Intervals", "by hand")
    write(explorer, "Limits, separated by spaces, from 18 to 89", "35 60")
    take(explorer, "Cut the numbers", 5)
    change(explorer, "Interviewdatum", "Dates")
    explorer.page.get_by_role("button", name="weekday", exact=True).click()
    explorer.settle(0.1)
    take(explorer, "Make columns", 6)
    use_as(explorer, {"Schulabschluss": "shown only", "Gewicht": "left out", "Bemerkung": "left out"}, 6)

    frame = prepared_survey(file[1])
    active = ["zufrieden", "Ich vertraue der Verwaltung", "Ich fühle mich sicher", *(f"nutzt: {m}" for m in MEDIA)]
    active += ["Alter", "Interviewdatum: month"]
    assert card(explorer.chip("about this table")) == counted(frame[active]) | {"rows": len(frame)}
    assert_goes_with(explorer, frame, "zufrieden", "trifft voll zu", "Ich vertraue der Verwaltung")
    assert_sound(explorer)
    add_to_report(explorer)

    explorer.click_page("Map")
    assert explorer.chosen("Colour") == "known classes (zufrieden)", "one outcome on all pages"
    pick(explorer, "Outcome", "none")
    explorer.segment("Map", "PCA")
    pick(explorer, "Colour", "zufrieden")
    assert_lasso(explorer, frame, ["Nr"])
    write(explorer, "Name of this selection", "left")
    explorer.press("Save selection")
    add_to_report(explorer)

    explorer.click_page("Clusters")
    explorer.unfold(explorer.page.locator("summary").filter(has_text="More"))
    pick_several(explorer, "Shown only", [*(f"nutzt: {medium}" for medium in MEDIA), *active[-2:]])
    pick(explorer, "Method", method("Hamming").title)
    name_clusters(explorer, ["content", "torn"])
    labels = labelled(explorer)
    assert labels["Nr"].tolist() == frame["Nr"].tolist()
    assert sizes(explorer) == labels["cluster"].value_counts().to_dict()
    ask_for_clusters_up_to(explorer, 3)
    explorer.wait_for(re.compile("follow one gradient"))
    explorer.settle()
    assert_sound(explorer)
    add_to_report(explorer)
    explorer.tab(PROFILES)
    add_to_report(explorer)
    page = reported(explorer, 4)
    for words in ("Columns: ", "content", f"{len(frame):,} rows", "follow one gradient"):
        assert words in page
    assert_restored(explorer, newcomer, file)
    assert "content" in newcomer.text()
    newcomer.click_page("Columns")
    assert f"zufrieden is ordered: {' < '.join(SCALE)}." in newcomer.text()
