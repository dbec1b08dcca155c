"""What holds for all tests, the examples of docstrings among them."""

from collections import Counter
from importlib.util import find_spec
from zlib import crc32

import pytest

#: Examples that need an optional package.
NEEDS = {"catviz.export.spss.write_sav": "pyreadstat"}


def pytest_collection_modifyitems(items):
    """An example whose package is not installed is skipped, as tests of readers are.

    Of the cases of a test marked ``one_in(n)``, each n-th is run each time, from a place that its name decides.
    """
    place = Counter()
    for item in items:
        package = NEEDS.get(item.name)
        if package and find_spec(package) is None:
            item.add_marker(pytest.mark.skip(reason=f"{package} is not installed: make extras"))
        mark = item.get_closest_marker("one_in")
        if mark and not item.get_closest_marker("slow"):
            test = item.nodeid.partition("[")[0]
            if (crc32(item.originalname.encode()) + place[test]) % mark.args[0]:
                item.add_marker("more")
            place[test] += 1
