"""`catviz app`, or plain `catviz`: the explorer in the browser, from any folder."""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import runpy
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

_FOR_STREAMLIT = ("--server.", "--browser.", "--theme.", "--client.", "--runner.", "--logger.", "--global.")
#: The environment variable in which the explorer looks for the path of a file.
DATA_FILE = "CATVIZ_DATA_FILE"
CONFIG = Path(".streamlit") / "config.toml"
_THEMES = ("theme.light.", "theme.dark.")


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


def streamlit_variables(
    own: Path, users: Sequence[Path], environment: Mapping[str, str], flags: Sequence[str]
) -> dict[str, str]:
    """Environment variables that keep a user's options: those that a user set anywhere win over the explorer's.

    Streamlit itself lets the file beside the script win over the user's own files, and a colour of one theme over a
    colour of both. Environment variables win over every file, so what a user set is handed on as such.

    Parameters
    ----------
    own : Path
        The explorer's file of options.
    users : sequence of Path
        The user's files; later ones win. Files that are not there are passed over.
    environment : mapping
        Variables such as STREAMLIT_SERVER_PORT.
    flags : sequence of str
        Words of the command line, such as ``--server.port 8502`` or ``--server.port=8502``.

    Returns
    -------
    dict of str to str
        None of them is in ``environment``.

    Raises
    ------
    ValueError
        A file is no TOML.
    """
    explorer = _options(own)
    filed: dict[str, str] = {}
    for path in users:
        if path.is_file() and path.resolve() != own.resolve():
            filed |= _options(path)
    named = dict(_flags(flags))
    variables = {}
    for option in explorer:
        value = filed.get(option)
        if value is None and option.startswith(_THEMES):
            general = f"theme.{option.rpartition('.')[2]}"
            value = named.get(general) or environment.get(_variable(general)) or filed.get(general)
        if value is not None and _variable(option) not in environment:
            variables[_variable(option)] = value
    return variables


def _options(path: Path) -> dict[str, str]:
    """``{"server.port": "8502"}`` of a file."""
    try:
        with path.open("rb") as file:
            return dict(_flat(tomllib.load(file)))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is not valid TOML ({error}): correct it") from error


def _flat(section: Mapping[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in section.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", str(value).lower() if isinstance(value, bool) else str(value)


def _flags(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    for word, following in pairwise([*words, ""]):
        if word.startswith("--"):
            name, is_one, value = word.removeprefix("--").partition("=")
            yield name, value if is_one else following


def _variable(option: str) -> str:
    """The environment variable of an option.

    Examples
    --------
    >>> _variable("theme.light.primaryColor")
    'STREAMLIT_THEME_LIGHT_PRIMARY_COLOR'
    """
    return "STREAMLIT_" + re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", option).replace(".", "_").upper()
