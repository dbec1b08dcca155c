"""Remarks: what a fit says of its data. They stay with whoever asked for the fit and are warnings otherwise."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

_LISTENER: ContextVar[list[str] | None] = ContextVar("catviz_remarks", default=None)


def remark(message: str) -> None:
    """Say something about the data at hand: to the innermost `collected_remarks` of this thread, else as a UserWarning.

    A warning names the nearest caller outside catviz.

    Python's warning filters belong to the whole process. A fit that changed them would hear the remarks of other
    threads, so remarks never go through them while somebody listens.

    Parameters
    ----------
    message : str
        The column, what is odd about it, and what to do.
    """
    listener = _LISTENER.get()
    if listener is None:
        warnings.warn(message, stacklevel=_level_outside())
    elif message not in listener:
        listener.append(message)


def remark_single_column(
    method: str,
    attributes: Sequence[str],
    why: str = "there is no other column to learn from, so all its values are equally far apart",
) -> None:
    """Where a table has one column only, the remark of a method that compares columns."""
    if len(attributes) == 1:
        remark(f"{method} on the single column {attributes[0]!r}: {why}")


def _level_outside() -> int:
    """The stack level, seen from `remark`, of the nearest caller that is no module of catviz."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "catviz":
        frame, level = frame.f_back, level + 1
    return level


@contextmanager
def collected_remarks() -> Iterator[list[str]]:
    """A context that collects the remarks of its own thread, each once, in order; none becomes a warning.

    Examples
    --------
    >>> with collected_remarks() as remarks:
    ...     remark("column 'a' has a single value")
    >>> remarks
    ["column 'a' has a single value"]
    """
    remarks: list[str] = []
    token = _LISTENER.set(remarks)
    try:
        yield remarks
    finally:
        _LISTENER.reset(token)
