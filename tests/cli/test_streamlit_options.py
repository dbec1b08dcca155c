"""A user's options of Streamlit win over the explorer's, wherever they were set."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from catviz.cli.app import streamlit_variables

OWN = "[server]\nmaxUploadSize = 200\nheadless = false\n[theme.light]\nprimaryColor = '#0072B2'\n"
SEEN = """
import sys
from streamlit import config
config._main_script_path = sys.argv[1]
config.get_config_options(force_reparse=True)
print(config.get_option("server.maxUploadSize"), config.get_option("client.toolbarMode"))
"""
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def files(tmp_path):
    def write(name, text):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return write


def test_nothing_is_handed_on_where_a_user_set_nothing(files, tmp_path):
    own = files("own.toml", OWN)
    assert (
        streamlit_variables(
            own, [tmp_path / "gone.toml", own], {"STREAMLIT_SERVER_PORT": "8502"}, ["--server.port", "1"]
        )
        == {}
    )


def test_the_later_file_wins_and_an_environment_variable_over_both(files):
    own = files("own.toml", OWN)
    home = files("home.toml", "[server]\nmaxUploadSize = 1\nheadless = true\n[browser]\nserverPort = 1\n")
    here = files("here.toml", "server.maxUploadSize = 2")
    found = streamlit_variables(own, [home, here], {}, [])
    assert found == {"STREAMLIT_SERVER_MAX_UPLOAD_SIZE": "2", "STREAMLIT_SERVER_HEADLESS": "true"}
    found = streamlit_variables(own, [home, here], {"STREAMLIT_SERVER_HEADLESS": "false"}, [])
    assert found == {"STREAMLIT_SERVER_MAX_UPLOAD_SIZE": "2"}


@pytest.mark.parametrize(
    ("environment", "flags", "text"),
    [
        ({"STREAMLIT_THEME_PRIMARY_COLOR": "red"}, [], ""),
        ({}, ["--theme.primaryColor", "red"], ""),
        ({}, ["--server.port=1", "--theme.primaryColor=red"], ""),
        ({}, [], "[theme]\nprimaryColor = 'red'"),
    ],
)
def test_a_colour_of_all_themes_is_one_of_each(files, environment, flags, text):
    found = streamlit_variables(files("own.toml", OWN), [files("user.toml", text)], environment, flags)
    assert found == {"STREAMLIT_THEME_LIGHT_PRIMARY_COLOR": "red"}
    chosen = environment | {"STREAMLIT_THEME_LIGHT_PRIMARY_COLOR": "blue"}
    assert streamlit_variables(files("own.toml", OWN), [files("user.toml", text)], chosen, flags) == {}


def test_a_broken_file_is_named(files):
    with pytest.raises(ValueError, match=r"user\.toml .* valid TOML"):
        streamlit_variables(files("own.toml", OWN), [files("user.toml", "[server")], {}, [])


def test_streamlit_reads_the_explorers_file_from_any_folder(tmp_path):
    command = [sys.executable, "-W", "ignore", "-c", SEEN, str(ROOT / "app.py")]
    environment = os.environ | {"HOME": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout.split() == ["200", "minimal"], done.stderr[-2000:]
