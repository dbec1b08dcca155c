"""t-SNE that was cancelled, on the Rows page: what is there is drawn, chosen from and downloaded, and counted."""

import io

import numpy as np
import pandas as pd
import pytest
from scripted import assert_sound, figures, run, stated, words
from test_rows import array, maps, pick

from catviz.analysis import stoppable_tsne
from catviz.ui.map import preservation
from catviz.ui.state import jobs

FITTED = 300


@pytest.fixture
def cancelled(monkeypatch):
    """A page on which t-SNE of nursery's rows was cancelled as soon as so many of them had a place."""

    def opened(there):
        monkeypatch.setattr(stoppable_tsne, "N_ITER", (20, 20))
        monkeypatch.setattr(stoppable_tsne, "FITTED_ROWS", FITTED)

        def report(job, done, partial=None):
            job.share = done
            if (0 if partial is None else np.isfinite(partial[:, 0]).sum()) >= there:
                job.cancel()
            return job.cancelled

        monkeypatch.setattr(jobs.Job, "_report", report)
        at = run("map", data="nursery", map="t-SNE", method="Hamming")
        next(b for b in at.button if b.label == "Run").click().run()
        for _ in range(200):
            if "Cancelled after" in words(at):
                return at
            at.run()
        raise AssertionError("the job did not end")

    return opened


def test_cancelled_before_the_first_step_nothing_is_drawn(cancelled):
    at = cancelled(0)
    assert_sound(at)
    assert "nothing yet" in words(at) and not maps(at)


def test_cancelled_later_the_caption_counts_the_rows_that_are_placed(cancelled):
    at = cancelled(FITTED)
    assert_sound(at)
    assert stated(at, f"{FITTED} of 12,960")
    (figure,) = maps(at)
    assert figure["layout"]["title"]["text"].startswith(f"t-SNE of {FITTED} distinct rows")
    ids = np.concatenate([array(trace["customdata"]) for trace in figure["data"]])
    places = np.concatenate([array(trace["x"]) for trace in figure["data"]])
    assert len(set(ids)) == FITTED and np.isfinite(places).all()
    drawn = figures(at)
    pick(at, "rows", set(ids[:40].tolist()), "map")
    assert_sound(at)
    assert "40 rows chosen" in words(at) and figures(at) >= drawn
    pick(at, "values", {0})
    assert_sound(at)


def test_cancelled_while_the_others_are_placed_more_of_them_are_drawn(cancelled):
    at = cancelled(FITTED + 1)
    (figure,) = maps(at)
    there = sum(len(array(trace["customdata"])) for trace in figure["data"])
    assert FITTED < there < 12_960 and stated(at, f"{there:,} of 12,960")


def test_the_file_of_places_leaves_rows_without_one_empty(cancelled, monkeypatch):
    tables = {}
    monkeypatch.setattr(preservation, "offer", lambda given, pieces: tables.update(given))
    cancelled(FITTED)
    made = next(make for title, make in tables.items() if title.startswith("Places of the rows"))
    frame = pd.read_csv(io.StringIO(made().to_csv(index=False)))
    assert len(frame) == 12_960 and frame["axis 1"].notna().sum() == FITTED
    assert (frame["axis 1"].notna() == frame["axis 2"].notna()).all()
