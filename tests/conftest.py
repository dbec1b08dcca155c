"""What holds for all tests, the examples of docstrings among them."""

from importlib.util import find_spec

import pytest

#: Examples that need an optional package.
NEEDS = {"catviz.export.spss.write_sav": "pyreadstat"}


def pytest_collection_modifyitems(items):
    """An example whose package is not installed is skipped, as tests of readers are."""
    for item in items:
        package = NEEDS.get(item.name)
        if package and find_spec(package) is None:
            item.add_marker(pytest.mark.skip(reason=f"{package} is not installed: make extras"))
