"""The server of the explorer: Streamlit's, with an answer for addresses that its pages cannot load from."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import threading
import time
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, MutableMapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from catviz.ui.frame import imports
from catviz.ui.state.turns import of_pages

#: Parameters of glibc's mallopt (malloc.h).
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
#: Bytes from which memory is asked of the system for itself, and goes back as soon as it is free.
LARGE = 2**20
#: Pools of memory that all threads share.
ARENAS = 2
Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
#: Seconds after the first browser's connection from which others connect although it has no page yet: it may have gone.
#:
#: Not seconds of each wait: a browser gives up sooner, and begins another.
LONGEST_WAIT = 20.0
#: Seconds from the start of the server until the browser opens: by then it answers.
OPENS_AFTER = 0.5
#: Seconds between two searches for garbage, and while pages run: all else waits for a search.
#:
#: Streamlit's own after every run of a page take a third of its time.
GARBAGE_EVERY, GARBAGE_AT_LATEST = 15.0, 45.0
#: New objects after which Python looks for garbage among the youngest: by itself after 700, many times in every answer.
GARBAGE_AFTER = 20_000


def give_back_large_arrays() -> None:
    """Let arrays of a megabyte or more go back to the system when they are freed, where glibc is there.

    By itself glibc soon keeps arrays of up to 32 MB for later use, in a pool for each of many threads. The small things
    of sessions come to lie between them, and the server holds twice the memory it needs. ``MALLOC_MMAP_THRESHOLD_`` and
    ``MALLOC_ARENA_MAX`` of the environment win.
    """
    wanted = {
        "MALLOC_MMAP_THRESHOLD_": (_MMAP_THRESHOLD, LARGE),
        "MALLOC_ARENA_MAX": (_ARENA_MAX, ARENAS),
    }
    with suppress(AttributeError, OSError, TypeError):
        set_option = ctypes.CDLL(None).mallopt
        for name, what in wanted.items():
            if name not in os.environ:
                set_option(*what)


class DeepAddresses:
    """Redirects an address such as ``/pages/values.py`` or ``/a/b`` to the page that it names, or to Start.

    An address of a page's former name leads to the page of today.

    Streamlit answers it with a page whose scripts have addresses relative to the root, so nothing would load. Whatever
    else it answers at such an address, a file or a word that there is none, goes through.

    Parameters
    ----------
    app : callable
        The ASGI application that answers.
    pages : collection of str
        The names of the pages in addresses.
    former : mapping
        Former name of a page to its name of today, and what it chooses there.
    """

    def __init__(self, app: Callable, pages: Collection[str], former: Mapping[str, tuple[str, Mapping[str, str]]]):
        self._app, self._pages = app, {name: (name, {}) for name in pages} | dict(former)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Callable, send: Send) -> None:
        """Answer a request."""
        where = self._leads_to(scope) if scope["type"] == "http" else None
        if where is None:
            await self._app(scope, receive, send)
            return
        moved = False

        async def redirect(message: Message) -> None:
            nonlocal moved
            if message["type"] == "http.response.start" and message["status"] == 200:
                kind = dict(message["headers"]).get(b"content-type", b"")
                if moved := kind.startswith(b"text/html"):
                    headers = [(b"location", where), (b"content-length", b"0"), (b"cache-control", b"no-cache")]
                    await send({"type": "http.response.start", "status": 307, "headers": headers})
                    await send({"type": "http.response.body"})
            if not moved:
                await send(message)

        await self._app(scope, receive, redirect)

    def _leads_to(self, scope: MutableMapping[str, Any]) -> bytes | None:
        """The address of the page, relative so that it holds behind a proxy; None for an address at the root."""
        above = len([part for part in st.get_option("server.baseUrlPath").split("/") if part])
        parts = scope["path"].strip("/").split("/")[above:]
        # a file that a page gives away, such as a report, is answered as HTML too
        names = [part.removesuffix(".py") for part in parts]
        named = next((name for name in reversed(names) if name in self._pages), "")
        page, choices = self._pages.get(named, ("", {}))
        if (len(parts) < 2 and page == named) or Path(parts[-1]).suffix not in ("", ".py"):
            return None
        query = b"&".join(filter(None, [scope["query_string"], urlencode(choices).encode()]))
        return b"../" * (len(parts) - 1) + page.encode() + (b"?" + query if query else b"")


class OneFirst:
    """Lets one browser connect to a new server, and the others once its page has imported what all pages need.

    Until the entry script has run once, Streamlit runs a page's script on its own, where nothing keeps several threads
    from importing parts of one package at the same time.

    Parameters
    ----------
    app : callable
        The ASGI application that answers.
    """

    def __init__(self, app: Callable):
        self._app, self._limit = app, 0.0

    async def __call__(self, scope: MutableMapping[str, Any], receive: Callable, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "websocket":
            if self._limit:
                await self._others()
            self._limit = self._limit or time.monotonic() + LONGEST_WAIT
        await self._app(scope, receive, send)

    async def _others(self) -> None:
        while not imports.READY.is_set() and time.monotonic() < self._limit:
            await asyncio.sleep(0.02)


@asynccontextmanager
async def opened(_app: st.App) -> AsyncIterator[None]:
    """Open the browser once the server has started, unless it is headless: Streamlit leaves that to an `st.App`.

    From then on garbage is looked for.
    """
    give_back_large_arrays()
    gc.set_threshold(GARBAGE_AFTER)
    if not st.get_option("server.headless"):
        start = threading.Timer(OPENS_AFTER, webbrowser.open, [_address()])
        start.daemon = True
        start.start()
    collecting = asyncio.create_task(_collect())
    yield
    collecting.cancel()


async def _collect() -> None:
    """Give back what closed sessions and ended runs leave, for all of them at once."""
    while True:
        await asyncio.sleep(GARBAGE_EVERY)
        limit = time.monotonic() + GARBAGE_AT_LATEST - GARBAGE_EVERY
        while of_pages.taken and time.monotonic() < limit:
            await asyncio.sleep(0.1)
        await asyncio.to_thread(_sweep)


def _sweep() -> None:
    """Look for garbage, and give what it held back to the system where glibc would keep it."""
    gc.collect()
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def _address() -> str:
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    base = st.get_option("server.baseUrlPath").strip("/")
    return f"{scheme}://{st.get_option('browser.serverAddress')}:{st.get_option('browser.serverPort')}/{base}"
