"""The README keeps its word: its Python runs, its links lead somewhere, its table names methods of every family."""

import re
from pathlib import Path

import pytest

import catviz
from catviz.reading.datasets import is_here
from catviz.ui.lessons.page import LESSONS

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"


def blocks():
    return re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), flags=re.M | re.S)


@pytest.mark.more
def test_every_python_block_runs(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert blocks(), "README.md has no Python to run"
    for number, block in enumerate(blocks(), 1):
        exec(compile(block, f"README.md, Python block {number}", "exec"), {"__name__": "__main__"})
    assert "Traceback" not in capsys.readouterr().err


def test_links_to_files_lead_somewhere():
    targets = re.findall(r"\]\((?!https?:|mailto:|#)([^)#\s]+)", README.read_text(encoding="utf-8"))
    assert targets
    assert [t for t in targets if not (ROOT / t).exists()] == []


def test_methods_of_every_family_are_named():
    named = set(re.findall(r"`(\w+)`", README.read_text(encoding="utf-8")))
    ours = [m for m in catviz.methods() if m.cls is not None]
    assert {m.family for m in ours} == {m.family for m in ours if m.name in named}


def test_every_make_target_named_is_there():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.M))
    assert set(re.findall(r"^make ([a-z]+)", README.read_text(encoding="utf-8"), flags=re.M)) <= targets


def test_the_number_of_data_sets_is_that_of_the_catalog():
    here = [name for name in catviz.list_datasets() if is_here(name)]
    assert f"\n{len(here)} data sets come with it" in README.read_text(encoding="utf-8")


def test_the_number_of_lessons_is_that_of_the_page():
    assert f"| *Lessons* | {len(LESSONS)} questions" in README.read_text(encoding="utf-8")
