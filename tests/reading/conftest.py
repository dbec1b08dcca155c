"""What has a process of its own is read in this one, but in tests marked `apart`: those of damaged files."""

import pytest

from catviz.reading import other_formats, reader_process, statistical, workbooks

APART = (other_formats, statistical, workbooks)


def read_here(kind, data, name, **given):
    return reader_process.answer_for(kind, data, given)


def pytest_runtest_setup(item):
    for module in APART:
        module.read_apart = reader_process.read_apart if item.get_closest_marker("apart") else read_here


@pytest.fixture(scope="session", autouse=True)
def apart_again():
    """Tests of other folders read as users do."""
    yield
    for module in APART:
        module.read_apart = reader_process.read_apart
