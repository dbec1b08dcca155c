"""The example in CONTRIBUTING, done as it says: one new file, one row, and every page that lists methods has it."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from driver import ROOT

VISIT = """
import json
from streamlit.testing.v1 import AppTest

import catviz

def page(name, **query):
    tab, name = ("Order", "values") if name == "orders" else ("Similar", name)
    query["values"] = tab
    at = AppTest.from_file("app.py", default_timeout=600)
    for key, value in query.items():
        at.query_params[key] = value
    return at.switch_page(f"pages/{name}.py").run()

import pathlib

from catviz.ui.frame import export_popover

files = {}
export_popover._files = lambda title, name, **kinds: files.update({title: kinds})
found = {"module": catviz.__file__, "method": catviz.method("FrequencyGap").title, "code": {}}
PLACES = (("values", "method"), ("values", "second"), ("orders", "order"), ("map", "method"), ("clusters", "method"))
for name, key in PLACES:
    files.clear()
    at = page(name, data="zoo", map="PCA", **{key: "FrequencyGap"})
    box = at.selectbox(key=key)
    found[f"{name}.{key}"] = [list(box.options).count(found["method"]), box.value, len(at.exception) + len(at.error)]
    if key != "second":
        found["code"][name] = files["The code for this"]["py"]()
for name in ("methods", "values", "predict"):
    at = page(name, data="zoo", lens="open", metric="adjusted_rand")
    boxes = [b for b in at.multiselect if {found["method"], "Gap"} & set(b.options)]
    found[f"{name} listed"] = [len(boxes), len(at.exception) + len(at.error)]
print(json.dumps(found))
"""
RUN_ALL = """
import contextlib
import io
import json
import runpy
import sys

printed = {}
for path in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()) as printed[path]:
        runpy.run_path(path, run_name="__main__")
print(json.dumps({path: text.getvalue() for path, text in printed.items()}))
"""
PAGES = ("values", "orders", "map", "clusters")


def example():
    """(file name, text of the file, the row) as CONTRIBUTING has them."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    name = re.search(r"As\s`(catviz/\S+\.py)`", text)[1]
    return name, re.search(r"```python\n(.*?)```", text, re.S)[1], re.search(r"```toml\n(.*?)```", text, re.S)[1]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("contributed")
    name, file, row = example()
    for part in ("catviz", "pages", ".streamlit"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app.py", folder)
    shutil.copytree(ROOT / "data", folder / "data", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / name).write_text(file, encoding="utf-8")
    with open(folder / "catviz" / "methods.toml", "a", encoding="utf-8") as registry:
        registry.write(f"\n{row}")
    return folder


@pytest.fixture(scope="module")
def visited(copy):
    """What the pages of the copy show, and the code they export."""
    return json.loads(run(copy, copy, "-c", VISIT).strip().splitlines()[-1])


def run(copy, folder, *arguments):
    """What Python prints in a folder, with the copy of the project."""
    # the copy is compiled once, not by each process
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, "-W", "ignore", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.more
def test_the_example_appears_on_every_page_that_lists_methods(copy, visited):
    found = {place: what for place, what in visited.items() if place != "code"}
    assert found.pop("module").startswith(str(copy))
    assert found.pop("method") == "Gap (how often)"
    for place in ("values.method", "values.second", "orders.order", "map.method", "clusters.method"):
        assert found.pop(place) == [1, "FrequencyGap", 0], place
    assert len(found) == 3
    for place, (boxes, problems) in found.items():
        assert boxes == 1 and problems == 0, place


@pytest.mark.more
def test_the_code_exported_for_the_example_runs(copy, visited, tmp_path):
    for page in PAGES:
        code = visited["code"][page]
        assert "from catviz.distances.frequency_gap import FrequencyGap" in code and "FrequencyGap().fit(" in code
        (tmp_path / page).with_suffix(".py").write_text(code, encoding="utf-8")
    printed = json.loads(run(copy, tmp_path, "-c", RUN_ALL, *(f"{page}.py" for page in PAGES)))
    assert len(printed) == len(PAGES) and all(text.strip() for text in printed.values())


@pytest.mark.more
def test_the_documentation_is_generated_from_the_row(copy):
    text = run(copy, copy, "-m", "catviz.registry")
    entry = text.split("### Gap (how often) (`FrequencyGap`)\n", 1)[1].split("\n### ")[0]
    assert "d(x,y)=|p_x-p_y|" in entry and "- $p_x$: share of the rows with x" in entry
    assert "Source: an example." in entry and "Status: our reading." in entry and "An example: the" in entry
