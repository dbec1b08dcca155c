"""One fact, one place: what the whole package must say, or work out, in one module only."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for folder in ("catviz", "pages")
    for path in sorted((ROOT / folder).rglob("*.py"))
}

ONLY_IN = {
    "row weights of one each": (r"np\.ones\(.*if \w[\w.]*\.weights is None", {"catviz/table/categorical.py"}),
}
"""What, a pattern of it, and the modules that may hold it."""


@pytest.mark.parametrize("what", ONLY_IN)
def test_a_fact_stands_in_its_place_only(what):
    pattern, places = ONLY_IN[what]
    assert {name for name, text in SOURCES.items() if re.search(pattern, text)} == places
