"""The work of a page on a table of many columns, or of columns of thousands of values: calls and bytes, not seconds."""

import cProfile
import sys
import threading
import tracemalloc
from contextlib import contextmanager, suppress
from functools import cache
from types import CodeType

import fields
import pytest
import streamlit as st
from scripted import assert_shows_something, run

from catviz.ui.state import shelves
from catviz.ui.state.uploads import Upload

#: Calls of Python functions that a page may take: three for each pair of 801 columns are 1.9 million.
CALLS = 1_500_000
MEGABYTES = 500
#: Pages that take the most memory.
LARGEST = ((fields.genes, "inside"), (fields.shop, "methods"))


@pytest.fixture
def cold():
    """Nothing kept from a page before."""
    st.cache_resource.clear()
    shelves.clear()


@cache
def read(table):
    """The file, read once: only the pages are measured."""
    return Upload(*table())


@contextmanager
def calls_counted():
    """What counts the calls of Python functions on threads that start meanwhile: a page runs on one of its own."""
    profile = cProfile.Profile(builtins=False)

    def begin(*_):
        sys.setprofile(None)
        with suppress(ValueError):  # from Python 3.12 on, one thread begins for all
            profile.enable()

    threading.setprofile(begin)
    try:
        yield profile
    finally:
        threading.setprofile(None)
        profile.disable()


@pytest.mark.more
@pytest.mark.parametrize(
    "page",
    ("values", "methods", *(pytest.param(page, marks=pytest.mark.slow) for page in ("orders", "inside", "clusters"))),
)
@pytest.mark.parametrize(
    "table", (pytest.param(fields.genes, marks=pytest.mark.slow), fields.shop), ids=lambda table: table.__name__
)
def test_the_work_of_a_page_stays_bounded_and_the_memory_of_the_largest(cold, page, table):
    upload, measured = read(table), (table, page) in LARGEST
    if measured:
        tracemalloc.start()
    try:
        with calls_counted() as profile:
            at = run(page, upload)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    calls = sum(entry.callcount for entry in profile.getstats() if isinstance(entry.code, CodeType))
    assert_shows_something(at)
    assert 10_000 < calls <= CALLS, f"{calls:,} calls"
    assert not measured or 1e6 < peak <= MEGABYTES * 1e6, f"{peak / 1e6:.0f} MB"
