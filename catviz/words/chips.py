"""The chips of the pages, from chips.toml: two or three words that limit an answer, and the text that they open."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path


def chips(view: str, *words: str, **facts: object) -> dict[str, str]:
    """Some chips of a view, each with its text; ``facts`` fill the gaps in both.

    Parameters
    ----------
    view : str
        A heading of chips.toml.
    *words : str
        Which of its chips, as the file writes them.
    **facts : object
        What stands in braces in the file.

    Returns
    -------
    dict of chip to text

    Raises
    ------
    KeyError
        No such view or chip.

    Examples
    --------
    >>> list(chips("values", "not a test"))
    ['not a test']
    """
    texts = _texts()[view]
    return {each.format(**facts): texts[each].format(**facts) for each in words}


@cache
def _texts() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
