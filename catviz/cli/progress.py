"""How far a command of many runs is, on the error stream."""

from __future__ import annotations

import sys
import time

from catviz.wording import duration


class Progress:
    """Called with the pieces that are done and all there are; prints them with the time spent and left.

    Parameters
    ----------
    what : str
        What the line begins with.
    most_seconds : float, optional
        When to ask the runs to stop: so long after the first call.
    """

    def __init__(self, what: str, most_seconds: float = float("inf")) -> None:
        self._what, self._start, self._most = what, time.monotonic(), most_seconds
        self._first: int | None = None

    def __call__(self, done: int, total: int) -> bool:
        """Print the line; True if the time is over."""
        self._first = done if self._first is None else self._first
        spent, made = time.monotonic() - self._start, done - self._first
        left = f", about {duration(spent / made * (total - done))} left" if made else ""
        end = "\n" if done == total else ""
        print(
            f"\r{self._what}: {done:,} of {total:,} pieces, {duration(spent)}{left}   ",
            end=end,
            file=sys.stderr,
            flush=True,
        )
        return spent >= self._most
