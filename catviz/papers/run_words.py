"""What was run for a published row or column, in words."""

from __future__ import annotations

from collections.abc import Mapping

from catviz.papers.published.layout import Run
from catviz.parameters import in_words
from catviz.registry import method


def run_in_words(run: Run) -> str:
    """Method and model by the names that pages have, with the parameters that are not our defaults.

    Examples
    --------
    >>> from catviz.papers.published.layout import Run
    >>> run_in_words(Run("Hamming", "KModes", model_parameters={"update": "mode", "n_init": 1}))
    'Hamming, k-modes (Centres: most frequent values; Starts: 1)'
    """
    parts = [(run.method, run.parameters), (run.model, run.model_parameters)]
    words = ", ".join(_part(name, given) for name, given in parts if name)
    return f"{words}; {run.rows}" if run.rows else words


def _part(name: str, given: Mapping[str, object]) -> str:
    known = _known(name)
    if known is None:
        return name
    settings = "; ".join(in_words(known.cls, key, value) for key, value in given.items())
    return f"{known.short} ({settings})" if settings else known.short


def _known(name: str):
    """The registry's method of that name; None of a name that is in words already."""
    try:
        return method(name)
    except ValueError:
        return None
