"""Two people on one server: what a fit says of one table never reaches the other's page."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
from scripted import run, words

from catviz.table.categorical import CategoricalTable
from catviz.ui.state import cache
from catviz.ui.state.uploads import Upload
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


def test_a_remark_stands_on_the_page_of_its_table_only():
    mine = Upload("mine.csv", private().to_csv(index=False).encode())
    assert "SECRETc0" in words(run("values", mine, method="TAVE"))
    assert "SECRET" not in words(run("values", data="toy_movie", method="TAVE"))
