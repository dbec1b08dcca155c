"""Two people on one server: what a fit says of one table never reaches the other's page."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from driver import HANG, Explorer
from gestures import FILE_BOX, assert_sound
from scripted import run, words

from catviz.table.categorical import CategoricalTable
from catviz.ui.state import cache
from catviz.ui.state.uploads import Upload
from catviz.ui.state.view import View

#: What a page says, in its figures too.
SEEN = """() => document.body.innerText + [...document.querySelectorAll('.js-plotly-plot')]
  .map(plot => JSON.stringify([plot.data, plot.layout]))"""


def private(n=4000, d=6, seed=0):
    """A table with a rare value in every column, on which TAVE remarks that it is far from its limit."""
    rng = np.random.default_rng(seed)
    columns = {f"SECRETc{j}": rng.choice(list("ab"), n) for j in range(d)}
    frame = pd.DataFrame(columns)
    frame.iloc[:1] = "rare"
    return frame


def test_fits_at_the_same_time_keep_their_remarks_apart():
    together = threading.Barrier(2, timeout=HANG)

    def text(frame):
        view = View("upload", CategoricalTable.from_pandas(frame), None, None, 0)
        found = set()
        for _ in range(15):
            together.wait()
            found |= set(cache.fit(view, "TAVE", ()).remarks)
        return found

    other = private(seed=1).rename(columns=lambda name: name.replace("SECRET", "other"))
    with ThreadPoolExecutor(2) as pool:
        mine, theirs = pool.map(text, [private(), other])
    assert len(mine) == len(theirs) == 1, "each fit remarks that it is far from its limit"
    assert "SECRET" in mine.pop() and "SECRET" not in theirs.pop()


def test_a_remark_stands_on_the_page_of_its_table_only():
    mine = Upload("mine.csv", private().to_csv(index=False).encode())
    assert "SECRETc0" in words(run("values", mine, method="TAVE"))
    assert "SECRET" not in words(run("values", data="toy_movie", method="TAVE"))


@pytest.mark.tour
def test_two_browsers_with_files_of_one_name_and_shape_see_their_own_only(browser, server):
    contexts = [browser.new_context() for _ in range(2)]
    mine, theirs = (Explorer(context.new_page(), server.url) for context in contexts)
    kept = {mine: "SECRET", theirs: "PRIVATE"}
    tables = {e: private(seed=7).rename(columns=lambda name, e=e: name.replace("SECRET", kept[e])) for e in kept}
    for explorer in kept:
        explorer.goto("values", data="toy_movie", method="TAVE")
    for explorer, table in tables.items():
        values = table.map(lambda value, explorer=explorer: f"{kept[explorer]} {value}")
        explorer.give(FILE_BOX, ("answers.csv", values.to_csv(index=False).encode()))
    for explorer in kept:
        explorer.page.wait_for_url("**/overview*")
    for page in ("Overview", "Values", "Map"):
        for explorer in kept if page != "Overview" else ():
            explorer.page.locator('[data-testid="stSidebarNavLink"]').filter(has_text=page).first.click()
        for explorer, other in ((mine, theirs), (theirs, mine)):
            explorer.page.wait_for_url(f"**/{page.lower()}*")
            explorer.settle(0.1)
            seen = explorer.page.evaluate(SEEN)
            assert f"{kept[explorer]}c0" in seen and f"{kept[explorer]} a" in seen, page
            assert kept[other] not in seen, page
            assert_sound(explorer)
            assert not explorer.problems()
    for context in contexts:
        context.close()
