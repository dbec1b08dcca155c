"""Two people on one server: what a fit says of one table never reaches the other's page."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
from driver import Explorer
from gestures import FILE_BOX, assert_sound

from catviz.table.categorical import CategoricalTable
from catviz.ui.state import cache
from catviz.ui.state.view import View


def private(n=4000, d=6, seed=0):
    """A table with a rare value in every column, on which TAVE remarks that it is far from its limit."""
    rng = np.random.default_rng(seed)
    columns = {f"SECRETc{j}": rng.choice(list("ab"), n) for j in range(d)}
    frame = pd.DataFrame(columns)
    frame.iloc[:1] = "rare"
    return frame


def test_fits_at_the_same_time_keep_their_remarks_apart():
    together = threading.Barrier(2, timeout=60)

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


def test_two_browsers_see_their_own_remarks_only(browser, server):
    contexts = [browser.new_context() for _ in range(2)]
    one, other = (Explorer(context.new_page(), server.url) for context in contexts)
    one.goto("values", data="toy_movie", method="TAVE")
    seen = ""
    one.upload(FILE_BOX, ("mine.csv", private(20_000, 13).to_csv(index=False).encode()))
    one.page.locator('[data-testid="stSidebarNavLink"]').filter(has_text="Values").first.click()
    for steps in (21, 22):
        other.goto("values", data="adult", method="TAVE", **{"TAVE.n_iter.value": steps})
        seen += other.text()
    one.settle()
    assert "SECRETc0" in one.text()
    assert "SECRET" not in seen
    for explorer in (one, other):
        assert_sound(explorer)
        assert not explorer.problems()
    for context in contexts:
        context.close()
