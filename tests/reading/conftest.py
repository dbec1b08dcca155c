"""Workbooks, SPSS and Stata files are read in this process, but in tests marked `apart`: those of damaged files."""

import pytest

from catviz.reading import reader_process, statistical, workbooks


def read_here(kind, data, name, **given):
    return reader_process.answer_for(kind, data, given)


def pytest_runtest_setup(item):
    for module in (statistical, workbooks):
        module.read_apart = reader_process.read_apart if item.get_closest_marker("apart") else read_here


@pytest.fixture(scope="session", autouse=True)
def apart_again():
    """Tests of other folders read as users do."""
    yield
    for module in (statistical, workbooks):
        module.read_apart = reader_process.read_apart
