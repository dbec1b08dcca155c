"""Which options Streamlit runs with: those that a user set anywhere win over those of the explorer.

Streamlit itself lets the file beside the script win over the user's own files, and a colour of one theme over a colour
of both. Environment variables win over every file, so what a user set is handed on as such.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

CONFIG = Path(".streamlit") / "config.toml"
_THEMES = ("theme.light.", "theme.dark.")


def streamlit_variables(
    own: Path, users: Sequence[Path], environment: Mapping[str, str], flags: Sequence[str]
) -> dict[str, str]:
    """Environment variables that keep a user's options.

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
    given = {}
    for option in explorer:
        value = filed.get(option)
        if value is None and option.startswith(_THEMES):
            general = f"theme.{option.rpartition('.')[2]}"
            value = named.get(general) or environment.get(_variable(general)) or filed.get(general)
        if value is not None and _variable(option) not in environment:
            given[_variable(option)] = value
    return given


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
