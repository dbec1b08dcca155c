"""The explorer as pip installs it: pages and settings lie in the package; a command starts it from any folder."""

import os
import re
import runpy
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

import catviz
from catviz.__main__ import main
from catviz.cli import app

ROOT = Path(__file__).resolve().parents[2]
OPENED = """
from streamlit.testing.v1 import AppTest
from catviz.cli import app

at = AppTest.from_file(str(app.script()), default_timeout=60)
at.query_params["data"] = "toy_movie"
at.switch_page("pages/columns.py").run()
print(app.script(), len(at.exception) + len(at.error), at.title[0].value, sep="|")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the content of the wheel, as pip lays it out."""
    folder = tmp_path_factory.mktemp("wheel")
    before = set(os.listdir(ROOT))
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert set(os.listdir(ROOT)) == before, "the build left something in the checkout"
    (wheel,) = folder.glob("catviz-*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "installed")
    return folder / "installed"


def test_the_wheel_carries_the_library_its_results_and_its_licence(installed):
    kept = {path.relative_to(ROOT) for path in (ROOT / "catviz").rglob("*") if path.is_file()}
    kept = {path for path in kept if "__pycache__" not in path.parts}
    assert {Path("catviz/ui/frame/icon.svg"), Path("catviz/published/results/reproduction.csv")} <= kept
    assert [path for path in kept if not (installed / path).is_file()] == []
    assert len(list(installed.glob("*.dist-info/licenses/LICENSE"))) == 1
    assert not list(installed.rglob("*.pyc"))
    assert not (installed / "tests").exists() and not (installed / "studies").exists()


def test_the_wheel_carries_pages_settings_and_data(installed):
    packed = installed / "catviz" / "_app"
    for original in (ROOT / "app.py", ROOT / ".streamlit" / "config.toml", *(ROOT / "pages").glob("*.py")):
        assert (packed / original.relative_to(ROOT)).read_bytes() == original.read_bytes()
    data = {path.name for path in (ROOT / "data").iterdir() if path.is_file()}
    assert {"catalog.json", "README.md", "zoo.csv"} <= data
    assert {path.name for path in (installed / "catviz" / "_data").iterdir()} == data


def test_the_wheel_says_its_version_and_its_command(installed):
    (about,) = installed.glob("*.dist-info")
    assert about.name == f"catviz-{catviz.__version__}.dist-info"
    assert "catviz = catviz.__main__:main" in (about / "entry_points.txt").read_text(encoding="utf-8")
    text = (about / "METADATA").read_text(encoding="utf-8")
    assert "Requires-Python: >=3.11" in text and "Provides-Extra: app" in text


@pytest.mark.more
def test_an_installed_page_opens_from_any_folder(installed, tmp_path):
    environment = os.environ | {"PYTHONPATH": str(installed)}
    command = [sys.executable, "-W", "ignore", "-c", OPENED]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    script, failures, title = done.stdout.strip().split("|")
    assert Path(script) == installed / "catviz" / "_app" / "app.py"
    words = Path(__file__).parents[1] / "app" / "words" / "columns.txt"
    assert failures == "0" and title in words.read_text(encoding="utf-8").splitlines()


def test_the_command_serves_the_explorer_from_an_empty_folder(installed, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    own = {"PYTHONPATH": str(installed), "HOME": str(tmp_path / "home"), "STREAMLIT_SERVER_PORT": str(port)}
    own |= {"STREAMLIT_SERVER_HEADLESS": "true", "STREAMLIT_SERVER_ADDRESS": "127.0.0.1"}
    (tmp_path / "work").mkdir()
    command = [sys.executable, "-W", "ignore", "-m", "catviz"]
    with (tmp_path / "log").open("w") as log:
        serving = subprocess.Popen(command, cwd=tmp_path / "work", env=os.environ | own, stdout=log, stderr=log)
    try:
        answer, limit = None, time.monotonic() + 60
        while answer is None and serving.poll() is None and time.monotonic() < limit:
            try:
                # an address below a page's leads to the page
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/pages/values.py", timeout=5) as page:
                    answer, where = page.read(), page.url
            except OSError:
                time.sleep(0.1)
    finally:
        serving.terminate()
        serving.wait(20)
    assert answer and b'<div id="root">' in answer, (tmp_path / "log").read_text()
    assert where == f"http://127.0.0.1:{port}/values"
    assert not list((tmp_path / "work").iterdir())


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


@pytest.mark.parametrize("words", [[], ["--server.port", "8502"], ["--theme.base=dark"]])
def test_without_a_command_the_explorer_opens(started, words):
    main(words)
    assert [further for _, (_, _, *further), _ in started] == [words]


def test_help_lists_every_command(started, capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    text = capsys.readouterr().out
    assert re.findall(r"^    (\S+)", text, re.M) == ["app", "compare", "import-uci"]
    assert text.startswith("usage: catviz ") and not started


def test_a_users_own_settings_reach_streamlit(started, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "environ", {"HOME": str(tmp_path / "home")})
    home = "server.maxUploadSize = 3\nrunner.magicEnabled = true"
    for folder, text in (("home", home), ("work", "[server]\nmaxUploadSize = 7")):
        (tmp_path / folder / ".streamlit").mkdir(parents=True)
        (tmp_path / folder / ".streamlit" / "config.toml").write_text(text)
    monkeypatch.chdir(tmp_path / "work")
    main(["app", "--theme.primaryColor=red"])
    options = {name: value for name, value in os.environ.items() if name.startswith("STREAMLIT_")}
    assert options == {
        "STREAMLIT_SERVER_MAX_UPLOAD_SIZE": "7",
        "STREAMLIT_RUNNER_MAGIC_ENABLED": "true",
        "STREAMLIT_THEME_LIGHT_PRIMARY_COLOR": "red",
        "STREAMLIT_THEME_DARK_PRIMARY_COLOR": "red",
    }


def test_a_file_that_is_not_there_is_named(started, capsys):
    with pytest.raises(SystemExit, match="gone.csv is not"):
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


def test_a_headless_start_asks_no_server_for_its_own_address(monkeypatch, capsys):
    config = pytest.importorskip("streamlit.config")
    from streamlit import net_util
    from streamlit.web import bootstrap

    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(net_util, "get_external_ip", lambda: pytest.fail("asked for the external address"))
    before = config._config_options
    try:
        config.get_config_options(force_reparse=True, options_from_flags={"server.headless": True})
        bootstrap._print_url(is_running_hello=False)
    finally:
        monkeypatch.undo()
        config._config_options = before
    assert "http://localhost:" in capsys.readouterr().out
