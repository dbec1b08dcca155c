"""Work in the background: whose turn it is, what a page says until then, and that it ends with its session."""

import threading
import time

import pytest
import streamlit as st
from driver import HANG
from scripted import finished, run, stated
from streamlit.testing.v1 import AppTest

from catviz.ui.state import jobs
from catviz.ui.widgets import encoding_trial


@pytest.fixture
def held():
    """Lets a pool's threads work on jobs that end when it is set."""
    event = threading.Event()
    yield event
    event.set()


def waiting(pool, owner, held):
    """A job of an owner that works until it may end, or is cancelled."""
    job = jobs.Job(lambda report: held.wait(HANG))
    pool.add(job, owner)
    return job


def at_work(pool, owner, held):
    job = waiting(pool, owner, held)
    while job.before is not None:
        time.sleep(0.001)
    return job


def test_the_next_turn_is_of_the_session_with_the_fewest_jobs_at_work(held):
    pool = jobs._Pool()
    first = [at_work(pool, "one", held), at_work(pool, "two", held)]
    second, third, fourth = (waiting(pool, owner, held) for owner in ("one", "three", "three"))
    last = waiting(pool, "four", held)
    assert [job.before for job in (*first, third, last, second, fourth)] == [None, None, 0, 1, 2, 3]
    held.set()
    assert all(job.result() for job in (*first, second, third, fourth, last))


def test_a_job_that_is_cancelled_while_it_waits_ends_at_once(held):
    pool = jobs._Pool()
    for owner in "ab":
        at_work(pool, owner, held)
    one, other = (waiting(pool, owner, held) for owner in "cd")
    one.cancel()
    assert one.done and one.cancelled and one.result() is None and other.before == 0
    held.set()
    assert other.result() is True


def page():
    import time

    from catviz.ui.state import jobs

    if jobs.find("work") is None:

        def work(report):
            while not report(0.5):
                time.sleep(0.005)
            return "stopped"

        jobs.start("work", work)
    if not jobs.find("work").done:
        jobs.panel("work", "Counting")
    jobs.attend()


def text(at):
    return at.get("progress")[0].proto.text


def test_a_page_says_how_many_jobs_are_before_its_own(held):
    pool = jobs._pool()
    for owner in ("one", "two"):
        at_work(pool, owner, held)
    others = [waiting(pool, owner, held) for owner in ("three", "four")]
    at = AppTest.from_function(page, default_timeout=HANG).run()
    assert text(at).startswith("Counting: waiting: 2 ")
    for job in others:
        job.cancel()
    assert text(at.run()).startswith("Counting: waiting: ") and "next" in text(at)
    at.button[0].click().run()
    assert at.session_state["_jobs"]["work"].done


@pytest.mark.parametrize(("share", "stage"), [(0.0, "preparing"), (1e-8, "preparing"), (0.25, "25\u00a0%")])
def test_a_share_too_small_for_a_percent_is_not_given(share, stage):
    job = jobs.Job(lambda report: None)
    job.share = share
    assert jobs._stage(job) == stage


@pytest.mark.parametrize("back", [False, True], ids=["gone", "back"])
def test_a_job_ends_with_its_session(monkeypatch, back):
    at = AppTest.from_function(page, default_timeout=HANG).run()
    job = at.session_state["_jobs"]["work"]
    option = st.get_option
    monkeypatch.setattr(st, "get_option", lambda name: 0.1 if name.endswith("SessionTTL") else option(name))
    # as a closed tab does
    st.cache_resource.clear()
    if back:
        at.run()
    at.session_state["_jobs"]._end.join()
    assert job.cancelled is not back
    job.cancel()
    assert job.result() == "stopped"


def test_while_the_file_of_a_link_is_awaited_nothing_is_worked_out_unasked(monkeypatch):
    started = []
    start = jobs.start
    monkeypatch.setattr(jobs, "start", lambda key, work: started.append(key) or start(key, work))
    awaiting = run("predict", data="elsewhere.csv [0a0a0a0a]")
    assert not awaiting.exception and stated(awaiting, "This link", "elsewhere.csv") and not started
    run("predict")
    assert started


def test_sessions_that_try_the_same_on_a_bundled_table_share_one_trial(monkeypatch):
    worked_out = []
    monkeypatch.setattr(
        "catviz.ui.predict.results.work", lambda view, trial: counted_work(view, trial, worked_out, encoding_trial.work)
    )
    # another seed than elsewhere: what other tests tried is there for all
    tables = [finished(run("predict", data="zoo", seed="77")).table[0].value for _ in range(2)]
    assert len(worked_out) == 1 and tables[0].equals(tables[1])


def counted_work(view, trial, worked_out, work):
    """The work of a trial, which notes that it was done."""
    function = work(view, trial)

    def noted(report):
        worked_out.append(trial)
        return function(report)

    return noted
