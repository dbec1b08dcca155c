"""What the commands of studies share: how arguments are read and errors said, and a line that says how far they are."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from catviz.wording import duration


def run_command(study: Any, arguments: Sequence[str] | None = None) -> None:
    """Parse the command line of a study and run it; an error of what was asked ends the program with its sentence.

    Parameters
    ----------
    study : module
        With ``__doc__``, ``add_arguments(parser)`` and ``command(arguments)``.
    arguments : sequence of str, optional
        Those of the program where left out.
    """
    words, _, rest = str(study.__doc__).partition(": ")
    parser = argparse.ArgumentParser(prog=words.strip("`"), description=rest)
    study.add_arguments(parser)
    handler: Callable[[argparse.Namespace], None] = study.command
    try:
        handler(parser.parse_args(arguments))
    except (ValueError, OSError) as error:
        sys.exit(f"{parser.prog}: {error}")


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
        spent, ended = time.monotonic() - self._start, done - self._first
        left = f", about {duration(spent / ended * (total - done))} left" if ended else ""
        end = "\n" if done == total else ""
        print(
            f"\r{self._what}: {done:,} of {total:,} pieces, {duration(spent)}{left}   ",
            end=end,
            file=sys.stderr,
            flush=True,
        )
        return spent >= self._most
