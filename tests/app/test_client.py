"""A method in a package of its own: installed, it is on the pages, in the command and in the code that leaves."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pandas as pd
import pytest
from driver import ROOT, Explorer, Server

CLIENT = ROOT / "tests" / "client"
TITLE = "Log gap (orders of magnitude)"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A folder for PYTHONPATH with the client package, as pip installs it."""
    folder = tmp_path_factory.mktemp("client")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder)]
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", *options, str(CLIENT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert not (CLIENT / "build").exists() and not list(CLIENT.glob("*.egg-info"))
    return folder


def run(client, *arguments, cwd):
    paths = os.pathsep.join([str(client), str(ROOT)])
    command = [sys.executable, "-W", "ignore", *arguments]
    done = subprocess.run(command, cwd=cwd, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_contributing_shows_what_the_client_does():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, registering = re.findall(r"```python\n(.*?)```", text, flags=re.S)
    _, named = re.findall(r"```toml\n(.*?)```", text, flags=re.S)
    assert registering in (CLIENT / "log_gap.py").read_text(encoding="utf-8")
    points = tomllib.loads((CLIENT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    assert tomllib.loads(named)["project"]["entry-points"] == points


@pytest.mark.more
def test_the_command_compares_an_installed_method(client, tmp_path):
    words = ("--methods", "loggap", "Hamming", "--data", "zoo", "--repeats", "2", "--out", str(tmp_path / "out"))
    run(client, "-m", "catviz", "compare", *words, cwd=tmp_path)
    found = pd.read_csv(tmp_path / "out" / "runs.csv")
    assert found["method"].value_counts().to_dict() == {"Log gap": 2, "Hamming": 2}
    assert "Log gap" in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")


@pytest.mark.tour
@pytest.mark.browser
def test_an_installed_method_is_on_the_pages_of_the_explorer(client, browser, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(client))
    with Server() as server:
        context = browser.new_context(accept_downloads=True)
        explorer = Explorer(context.new_page(), server.url)
        explorer.goto("values", data="mushroom", column="odor")  # a new server may be asked for any page first
        explorer.choose("Method", TITLE)
        assert explorer.charts()[0]["title"].startswith("odor under Log gap")
        binary = explorer.text()
        explorer.page.get_by_role("button", name="Options").click()
        explorer.choose("Base", "10")
        explorer.page.keyboard.press("Escape")
        explorer.settle()
        assert explorer.text() != binary and explorer.query()["LogGap.base"] == "10"
        code = downloaded_code(explorer, tmp_path)
        explorer.goto("methods", data="zoo", compare="Results", methods=["Hamming", TITLE])
        explorer.finish()
        assert "Log gap" in explorer.text() and not explorer.errors()
        explorer.goto("methods", data="zoo", compare="All methods")
        explorer.unfold(explorer.page.locator("summary").filter(has_text=TITLE))
        assert "from another package" in explorer.text() and "package log_gap" in explorer.text()
        problems = explorer.problems()
        context.close()
    assert not problems
    text = code.read_text(encoding="utf-8")
    assert "from log_gap import LogGap\n" in text and "LogGap(base=10).fit(table)" in text
    assert "contribution" in run(client, str(code), cwd=tmp_path)


def downloaded_code(explorer: Explorer, folder: Path) -> Path:
    """The Python file of "The code for this" in the sidebar."""
    explorer.action("Export")
    with explorer.page.expect_download() as download:
        explorer.page.get_by_role("button", name="Python", exact=True).first.click()
    download.value.save_as(folder / "exported.py")
    explorer.page.keyboard.press("Escape")
    return folder / "exported.py"
