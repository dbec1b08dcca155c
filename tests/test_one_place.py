"""One fact, one place: what the whole package must say, or work out, in one module only."""

import inspect
import re
from pathlib import Path

import pytest
from public import entries

import catviz
from catviz.plots.style import HIGHLIGHT, LIGHT, PALETTE
from catviz.registry import DEFAULT, DEFAULT_MAP, REFERENCE
from catviz.ui.state import session

ROOT = Path(__file__).resolve().parents[1]
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for folder in ("catviz", "pages")
    for path in sorted((ROOT / folder).rglob("*.py"))
}

ONLY_IN = {
    "Streamlit's session state": (r"session_state", {"catviz/ui/state/session.py"}),
    "colours": (r"#[0-9a-fA-F]{6}\b", {"catviz/plots/style.py"}),
    "programs for the browser": (r"document\.|addEventListener|querySelector", set()),
    "the box How it works": (r"\"How it works\"", {"catviz/ui/widgets/formula.py"}),
    "whether known classes taught a method": (r"hasattr\([^)]*\"classes_\"", set()),
    "durations in minutes": (r"/ 60\b", {"catviz/wording.py"}),
    "p values in words": (
        r"\bp (?:=|<) (?:\{[^}]*:|0?\.0)",
        {"catviz/papers/claims.py", "catviz/wording.py"},
    ),
    "row weights of one each": (r"np\.ones\(.*if \w[\w.]*\.weights is None", {"catviz/table/categorical.py"}),
}
"""What, a pattern of it, and the modules that may hold it."""


@pytest.mark.parametrize("what", ONLY_IN)
def test_a_fact_stands_in_its_place_only(what):
    pattern, places = ONLY_IN[what]
    assert {name for name, text in SOURCES.items() if re.search(pattern, text)} == places


def test_a_key_of_the_session_is_named_once():
    keys = [key.name for key in vars(session).values() if isinstance(key, session.Key) and key.name.startswith("_")]
    assert len(keys) > 15 and len(set(keys)) == len(keys)
    others = {name for name, text in SOURCES.items() for key in keys if f'"{key}"' in text}
    assert others == {"catviz/ui/state/session.py"}


@pytest.mark.parametrize("asset", ["catviz/ui/frame/icon.svg", ".streamlit/config.toml"])
def test_files_that_cannot_import_the_palette_use_its_colours(asset):
    used = re.findall(r"#[0-9a-fA-F]{6}\b", (ROOT / asset).read_text(encoding="utf-8"))
    assert used and set(used) <= {*PALETTE, HIGHLIGHT, *LIGHT.scale, LIGHT.paper}


def test_shared_texts_of_docstrings_are_filled_in():
    for name, thing in entries():
        assert "%(" not in (inspect.getdoc(thing) or ""), name
    for method in catviz.methods():
        if method.cls is not None:
            assert "max_table_values" not in method.cls.parameters or "max_table_values : int" in method.cls.__doc__


def test_the_default_methods_are_in_the_registry():
    assert {DEFAULT, DEFAULT_MAP, REFERENCE} <= {method.name for method in catviz.methods()}
