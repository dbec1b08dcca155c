"""One fact, one place: what the whole package must say, or work out, in one module only."""

import inspect
import re

from public import entries
from python_files import ROOT, files_in, text_of

import catviz
from catviz.plots.style import HIGHLIGHT, LIGHT, PALETTE
from catviz.registry import DEFAULT, DEFAULT_MAP, REFERENCE
from catviz.ui.state import session

SOURCES = {path.relative_to(ROOT).as_posix(): text_of(path) for path in files_in("catviz", "pages")}

ONLY_IN = {
    "Streamlit's session state": (r"session_state", {"catviz/ui/state/session.py"}),
    "colours": (r"#[0-9a-fA-F]{6}\b", {"catviz/plots/style.py"}),
    "programs for the browser": (r"document\.|addEventListener|querySelector", set()),
    "the box How it works": (r"\"How it works\"", {"catviz/ui/widgets/formula.py"}),
    "whether known classes taught a method": (r"hasattr\([^)]*\"classes_\"", set()),
    "durations in minutes": (r"/ 60\b", {"catviz/wording.py"}),
    "p values in words": (
        r"\bp (?:=|<) (?:\{[^}]*:|0?\.0)",
        {"catviz/wording.py"},
    ),
    "row weights of one each": (r"np\.ones\(.*if \w[\w.]*\.weights is None", {"catviz/table/categorical.py"}),
}
"""What, a pattern of it, and the modules that may hold it."""


def test_a_fact_stands_in_its_place_only():
    wrong = []
    for what, (pattern, places) in ONLY_IN.items():
        lines = {
            name: text.count("\n", 0, found.start()) + 1
            for name, text in SOURCES.items()
            if (found := re.search(pattern, text))
        }
        wrong += [f"{name}:{line}: {what}" for name, line in lines.items() if name not in places]
        wrong += [f"{name} holds no more of {what}" for name in places - lines.keys()]
    assert not wrong, "\n".join(wrong)


def test_a_key_of_the_session_is_named_once():
    keys = [key.name for key in vars(session).values() if isinstance(key, session.Key) and key.name.startswith("_")]
    assert len(keys) > 15 and len(set(keys)) == len(keys)
    others = {name for name, text in SOURCES.items() for key in keys if f'"{key}"' in text}
    assert others == {"catviz/ui/state/session.py"}


def test_files_that_cannot_import_the_palette_use_its_colours():
    for asset in ("catviz/ui/frame/icon.svg", ".streamlit/config.toml"):
        used = re.findall(r"#[0-9a-fA-F]{6}\b", text_of(ROOT / asset))
        other = set(used) - {*PALETTE, HIGHLIGHT, *LIGHT.scale, LIGHT.paper}
        assert used and not other, f"{asset}: {other}"


def test_shared_texts_of_docstrings_are_filled_in():
    for name, thing in entries():
        assert "%(" not in (inspect.getdoc(thing) or ""), name
    for method in catviz.methods():
        if method.cls is not None:
            assert "max_table_values" not in method.cls.parameters or "max_table_values : int" in method.cls.__doc__


def test_the_default_methods_are_in_the_registry():
    assert {DEFAULT, DEFAULT_MAP, REFERENCE} <= {method.name for method in catviz.methods()}
