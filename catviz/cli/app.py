"""`catviz app`, or plain `catviz`: the explorer in the browser, from any folder."""

from __future__ import annotations

import argparse
import importlib.util
import os
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from catviz.cli.streamlit_options import CONFIG, streamlit_variables

_FOR_STREAMLIT = ("--server.", "--browser.", "--theme.", "--client.", "--runner.", "--logger.", "--global.")
DATA_FILE = "CATVIZ_DATA_FILE"
"""The environment variable in which the explorer looks for the path of a file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file to open; options of Streamlit, such as ``--server.port 8502``, follow it."""
    what = "a Parquet, CSV or Arrow file of any size to open, or an Excel, SPSS or Stata file"
    parser.add_argument("file", nargs="?", type=Path, help=what)
    parser.epilog = (
        "Options after it go to Streamlit, for example --server.port 8502 or --server.headless true. Streamlit's "
        "environment variables, such as STREAMLIT_SERVER_PORT, and your own .streamlit/config.toml count as well."
    )


def split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """``(own, further)``: of the command ``app``, all from the first long option on is for Streamlit.

    Nothing, or an option of Streamlit where a command would stand, means ``app``.

    Examples
    --------
    >>> split(["app", "rows.csv", "--server.port", "8502"])
    (['app', 'rows.csv'], ['--server.port', '8502'])
    >>> split([]), split(["--server.port=8502"])
    ((['app'], []), (['app'], ['--server.port=8502']))
    """
    if not arguments or arguments[0].startswith(_FOR_STREAMLIT):
        arguments = ["app", *arguments]
    options = [i for i, word in enumerate(arguments) if word.startswith("--") and word != "--help"]
    end = options[0] if options and arguments[0] == "app" else len(arguments)
    return list(arguments[:end]), list(arguments[end:])


def command(arguments: argparse.Namespace) -> None:
    """Start the explorer and serve it until it is stopped.

    Parameters
    ----------
    arguments : Namespace
        As a parser with `add_arguments` gives it, with ``further`` options for Streamlit.

    Raises
    ------
    ValueError
        Streamlit is not installed, or there is no such file.
    """
    if importlib.util.find_spec("streamlit") is None:
        raise ValueError("the explorer needs Streamlit: pip install 'catviz[app]'")
    if arguments.file is not None:
        if not arguments.file.exists():
            raise ValueError(f"{arguments.file} is not there: give the path of a file")
        os.environ[DATA_FILE] = str(arguments.file.resolve())
    users = [folder / CONFIG for folder in (Path(os.path.expanduser("~")), Path.cwd())]
    os.environ |= streamlit_variables(script().parent / CONFIG, users, os.environ, arguments.further)
    sys.argv = ["streamlit", "run", str(script()), *arguments.further]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)


def script() -> Path:
    """The script that Streamlit runs: packed with the library, or at the root of a checkout.

    Examples
    --------
    >>> script().name, (script().parent / "pages" / "start.py").is_file()
    ('app.py', True)
    """
    package = Path(__file__).resolve().parents[1]
    return next(path for path in (package / "_app" / "app.py", package.parent / "app.py") if path.is_file())
