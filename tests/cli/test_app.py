"""The explorer as pip installs it: pages and settings lie in the package; a command starts it from any folder."""

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from catviz.__main__ import main
from catviz.cli import app

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("catviz", "pages", "data", ".streamlit", "app.py", "pyproject.toml", "README.md", "LICENSE")
BUILD = "from setuptools import setup; setup(script_args=['-q', 'build_py', '--build-lib', 'installed'])"
OPENED = """
from streamlit.testing.v1 import AppTest
from catviz import app_command

at = AppTest.from_file(str(app_command.script()), default_timeout=60)
at.query_params["data"] = "toy_movie"
at.switch_page("pages/columns.py").run()
print(app_command.script(), len(at.exception) + len(at.error), at.title[0].value, sep="|")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The packages as setuptools lays them out in a wheel."""
    folder = tmp_path_factory.mktemp("project")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, folder)
    # setuptools before 77 does not know these two entries, which say nothing of what is packed
    project = folder / "pyproject.toml"
    project.write_text(re.sub(r"(?m)^license(-files)? = .*\n", "", project.read_text(encoding="utf-8")), "utf-8")
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", BUILD], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder / "installed"


def test_everything_the_explorer_needs_is_installed(installed):
    packed = installed / "catviz" / "_app"
    for original in (ROOT / "app.py", ROOT / ".streamlit" / "config.toml", *(ROOT / "pages").glob("*.py")):
        assert (packed / original.relative_to(ROOT)).read_bytes() == original.read_bytes()
    kept = {path.relative_to(ROOT) for path in (ROOT / "catviz").rglob("*.py")} | {Path("catviz/ui/icon.svg")}
    assert not [path for path in kept if not (installed / path).is_file()]


def test_an_installed_page_opens_from_any_folder(installed, tmp_path):
    environment = os.environ | {"PYTHONPATH": str(installed)}
    command = [sys.executable, "-W", "ignore", "-c", OPENED]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    script, failures, title = done.stdout.strip().split("|")
    assert Path(script) == installed / "catviz" / "_app" / "app.py"
    assert failures == "0" and title == "What is in this table?"


@pytest.fixture
def started(monkeypatch):
    """What would be run: the module and its command line."""
    found = []
    monkeypatch.setattr(runpy, "run_module", lambda name, **how: found.append((name, sys.argv[1:], how)))
    monkeypatch.setattr(sys, "argv", ["catviz"])
    # so that what the command sets is undone
    monkeypatch.setenv(app.DATA_FILE, "")
    return found


def test_the_command_runs_the_script_with_streamlit(started, tmp_path, monkeypatch):
    (tmp_path / "rows.csv").write_text("a,b\nx,y\n")
    monkeypatch.chdir(tmp_path)
    main(["app", "rows.csv", "--server.port", "8502"])
    script = str(ROOT / "app.py")
    assert started == [
        ("streamlit", ["run", script, "--server.port", "8502"], {"run_name": "__main__", "alter_sys": True})
    ]
    assert os.environ[app.DATA_FILE] == str((tmp_path / "rows.csv").resolve())


def test_a_file_that_is_not_there_is_named(started, capsys):
    with pytest.raises(SystemExit, match="gone.csv is not there: give the path"):
        main(["app", "gone.csv"])
    assert not started


def test_without_streamlit_the_command_says_what_to_install(started, monkeypatch):
    monkeypatch.setattr(app.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"pip install 'catviz\[app\]'"):
        main(["app"])
    assert not started


def test_other_commands_take_no_further_options(capsys):
    with pytest.raises(SystemExit):
        main(["import-uci", "caesarian", "file.csv", "--server.port", "1"])
    assert "unrecognized arguments: --server.port 1" in capsys.readouterr().err
