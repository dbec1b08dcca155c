"""Addresses below a page's, which Streamlit answers with a page that cannot load: they lead to the page."""

import asyncio
import threading
import urllib.request
import webbrowser
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
import streamlit as st
from driver import HANG, ROOT
from scripted import assert_sound, notes, run

from catviz.ui.frame import server as of_explorer
from catviz.ui.navigation import FORMER

HTML = (200, b"text/html; charset=utf-8", b"<html>")


def alone(coroutine):
    """Run to its end in a thread: that of the tests has a loop of its own once a browser was there."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def answered(path, inner=HTML, query=b""):
    """(status, headers, body) of what the server says where Streamlit gives the inner answer."""
    status, kind, body = inner

    async def streamlit(scope, receive, send):
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", kind)]})
        await send({"type": "http.response.body", "body": body})

    said = []

    async def send(message):
        said.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "query_string": query}
    alone(of_explorer.DeepAddresses(streamlit, {"values", "map"}, FORMER)(scope, None, send))
    start, *rest = said
    return start["status"], dict(start["headers"]), b"".join(part.get("body", b"") for part in rest)


@pytest.mark.parametrize(
    ("path", "query", "location"),
    [
        ("/pages/values.py", b"", b"../values"),
        ("/a/b", b"", b"../"),
        ("/values/map/c", b"data=zoo&seed=3", b"../../map?data=zoo&seed=3"),
        ("/rows", b"data=zoo&seed=3", b"map?data=zoo&seed=3"),
        ("/orders", b"data=zoo", b"values?data=zoo&values=Order"),
        ("/inside", b"", b"values?values=Computed"),
        ("/a/compare", b"", b"../methods"),
        ("/pages/start.py", b"", b"../"),
    ],
)
def test_a_deep_address_leads_to_its_page(path, query, location):
    status, headers, body = answered(path, query=query)
    assert (status, headers[b"location"], body) == (307, location, b"")


@pytest.mark.parametrize(
    ("path", "inner"),
    [
        ("/", HTML),
        ("/values", HTML),
        ("/nothing", HTML),
        ("/static/js/index.js", (200, b"text/javascript", b"x")),
        ("/values/_stcore/health", (404, b"text/html", b"no")),
        ("/media/0123abcd.html", (200, b"text/html; charset=utf-8", b"<html>a report</html>")),
    ],
)
def test_all_else_is_answered_as_streamlit_does(path, inner):
    status, headers, body = answered(path, inner)
    assert (status, headers[b"content-type"], body) == inner


def test_one_browser_connects_first_and_the_others_once_it_has_its_page(monkeypatch):
    ready, order = threading.Event(), []
    monkeypatch.setattr(of_explorer.imports, "READY", ready)

    async def streamlit(scope, receive, send):
        order.append(scope["tab"])
        if scope["tab"] == 0:
            await asyncio.sleep(0.1)
            order.append("page")
            ready.set()

    app = of_explorer.OneFirst(streamlit)

    async def every():
        await asyncio.gather(*(app({"type": "websocket", "tab": i}, None, None) for i in range(3)))

    alone(every())
    assert order == [0, "page", 1, 2]
    ready.clear()
    now = 1.0
    monkeypatch.setattr(of_explorer, "time", SimpleNamespace(monotonic=lambda: now))
    app = of_explorer.OneFirst(streamlit)
    alone(app({"type": "websocket", "tab": 3}, None, None))
    now += of_explorer.LONGEST_WAIT
    alone(asyncio.wait_for(app({"type": "websocket", "tab": 4}, None, None), HANG))
    assert order[-2:] == [3, 4], "the first one may have gone; who comes later does not wait as long again"


def test_below_a_base_path_the_pages_are_at_the_root(monkeypatch):
    monkeypatch.setattr(st, "get_option", {"server.baseUrlPath": "/our/cat"}.__getitem__)
    assert answered("/our/cat/values") == answered("/values")
    assert answered("/our/cat/pages/values.py")[1][b"location"] == b"../values"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("former", FORMER)
def test_a_former_address_names_a_page_of_today_and_a_choice_that_it_has(former):
    page, choices = FORMER[former]
    assert (ROOT / "pages" / f"{page}.py").is_file() and not (ROOT / "pages" / f"{former}.py").is_file()
    at = run(former, data="zoo")
    assert_sound(at)
    assert not notes(at) and all(at.session_state[key] == value for key, value in choices.items())


def test_the_running_explorer_redirects(server):
    with urllib.request.urlopen(f"{server.url}/pages/values.py?data=zoo") as page:
        assert page.url == f"{server.url}/values?data=zoo" and b'<div id="root">' in page.read()


@pytest.mark.parametrize("headless", [False, True])
def test_the_browser_opens_unless_the_start_is_headless(monkeypatch, headless):
    opened = []
    options = {
        "server.headless": headless,
        "server.sslCertFile": None,
        "server.baseUrlPath": "cat",
        "browser.serverAddress": "localhost",
        "browser.serverPort": 8502,
    }
    monkeypatch.setattr(st, "get_option", options.__getitem__)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(of_explorer, "OPENS_AFTER", 0.0)

    async def start():
        async with of_explorer.opened(None):
            while not headless and not opened:
                await asyncio.sleep(0.001)

    alone(start())
    assert opened == ([] if headless else ["http://localhost:8502/cat"])
