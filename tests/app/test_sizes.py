"""The work of a page on a table of many columns, or of columns of thousands of values: calls and bytes, not seconds."""

import threading
import tracemalloc

import fields
import pytest
import streamlit as st
from scripted import assert_shows_something, run

from catviz.ui.state.uploads import Upload

CALLS = 1_500_000
"""Calls of Python functions that a page may take: three for each pair of 801 columns are 1.9 million."""
MEGABYTES = 500


@pytest.fixture
def cold():
    """Nothing kept from a page before."""
    st.cache_resource.clear()


@pytest.mark.parametrize("page", ("values", "orders", "inside", "clusters", "compare"))
@pytest.mark.parametrize("table", (fields.genes, fields.shop), ids=lambda table: table.__name__)
def test_the_work_of_a_page_stays_bounded(cold, page, table):
    upload, calls = Upload(*table()), 0

    def seen(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    threading.setprofile(seen)
    try:
        assert_shows_something(run(page, upload))
    finally:
        threading.setprofile(None)
    assert calls <= CALLS, f"{calls:,} calls"


@pytest.mark.parametrize(("table", "page"), [(fields.genes, "inside"), (fields.shop, "compare")])
def test_the_memory_of_the_largest_pages_stays_bounded(cold, table, page):
    upload = Upload(*table())
    tracemalloc.start()
    try:
        assert_shows_something(run(page, upload))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak <= MEGABYTES * 1e6, f"{peak / 1e6:.0f} MB"
