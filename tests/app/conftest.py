"""A server for all tests of a session, one Chromium, and a fresh tab for each test."""

import sys
from pathlib import Path

import pytest
import streamlit as st

sys.path.insert(0, str(Path(__file__).parent))

import driver

pytest.register_assert_rewrite("gestures", "scripted")

import scripted  # noqa: E402, F401 - it registers the components of the pages before a test imports them

from catviz.ui.state import jobs  # noqa: E402
from catviz.ui.widgets import charts  # noqa: E402


def pytest_collection_modifyitems(items):
    """Tests in a real browser are marked so."""
    for item in items:
        if {"browser", "server"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")


@pytest.fixture(scope="session", autouse=True)
def unwatched():
    """Pages that run here, not on a server, do not wait for a browser to draw their first figure."""
    with pytest.MonkeyPatch.context() as patch:
        for seconds in ("_UNTIL_DRAWN", "_A_POINT"):
            patch.setattr(charts, seconds, 0)
        yield


@pytest.fixture(autouse=True)
def no_work_left():
    """Work in the background that a test has started and not waited for ends with it, and takes no time of the next."""
    started = []

    def add(pool, job, owner):
        started.append(job)
        usual(pool, job, owner)

    with pytest.MonkeyPatch.context() as patch:
        usual = jobs._Pool.add
        patch.setattr(jobs._Pool, "add", add)
        yield
    for job in started:
        job.cancel()


@pytest.fixture(scope="session")
def server():
    with driver.Server() as started:
        yield started


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = driver.launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def keeper(browser, server):
    """A page that opens tabs: those of one page run in one process, which has read the explorer's own program."""
    size = {"width": driver.WIDTH, "height": driver.HEIGHT}
    context = browser.new_context(viewport=size, color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{server.url}/_stcore/health")
    yield page
    context.close()


@pytest.fixture
def tab(keeper, server):
    """Hands out tabs, each with a new session of the explorer; a test fails for what went wrong in any."""
    used = []

    def new() -> driver.Explorer:
        with keeper.expect_popup() as opened:
            keeper.evaluate("() => { open('about:blank'); }")
        used.append(driver.Explorer(opened.value, server.url))
        return used[-1]

    yield new
    problems = [t for explorer in used for t in explorer.problems()]
    for explorer in used:
        explorer.page.close()
    assert not problems, problems


@pytest.fixture
def explorer(tab):
    return tab()


@pytest.fixture
def files(monkeypatch):
    """What the run of a page gives away: the function that makes each file, by the file's name."""
    made = {}

    def keep(label, data, file_name, *args, key="", **kwargs):
        if key.startswith("take-"):
            made[file_name] = data

    monkeypatch.setattr(st, "download_button", keep)
    return made
