"""Pages of many sessions run in the order in which they are asked for, a few at a time.

If all run at once, each gets a small share of the processor, and one that needs more than the others hears nothing for
long.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Pages that run at the same time: while one waits for a lock, others work.
AT_ONCE = 2
#: Seconds between two words to one who waits.
PATIENCE = 2.0


class Turns:
    """Hands out turns, first come, first served.

    Parameters
    ----------
    at_once : int
        Turns taken at the same time.
    """

    def __init__(self, at_once: int):
        self._lock, self._free, self._at_once = threading.Lock(), at_once, at_once
        self._waiting: deque[threading.Event] = deque()
        self._mine = threading.local()

    @property
    def taken(self) -> bool:
        """True while anybody has a turn."""
        return self._free < self._at_once

    @contextmanager
    def turn(self, waiting: Callable[[int], object] | None = None) -> Iterator[None]:
        """Wait for a turn; it ends with the block.

        Parameters
        ----------
        waiting : callable(how many have to end first), optional
            Called every `PATIENCE` seconds until then. If it fails, the turn is given up.
        """
        self._take(waiting)
        try:
            yield
        finally:
            self._give_back()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Let others work while this thread waits for something else; nothing where it has no turn.

        Afterwards it goes on at once, if need be beside more than `at_once`: others may wait for what it holds.
        """
        if not getattr(self._mine, "taken", False):
            yield
            return
        self._give_back()
        try:
            yield
        finally:
            with self._lock:
                self._free -= 1
            self._mine.taken = True

    def _take(self, waiting: Callable[[int], object] | None) -> None:
        called = threading.Event()
        with self._lock:
            self._waiting.append(called)
            self._call()
        try:
            while not called.wait(None if waiting is None else PATIENCE):
                self._tell(called, waiting)
        except BaseException:
            self._leave(called)
            raise
        self._mine.taken = True

    def _tell(self, called: threading.Event, waiting: Callable[[int], object]) -> None:
        with self._lock:
            first = self._waiting.index(called) + 1 if called in self._waiting else 0
        if first:
            waiting(first)

    def _leave(self, called: threading.Event) -> None:
        """Give up a turn that was not taken."""
        with self._lock:
            if called in self._waiting:
                self._waiting.remove(called)
            else:
                self._free += 1
                self._call()

    def _give_back(self) -> None:
        self._mine.taken = False
        with self._lock:
            self._free += 1
            self._call()

    def _call(self) -> None:
        """Call those whose turn it is."""
        while self._waiting and self._free > 0:
            self._free -= 1
            self._waiting.popleft().set()


#: Those of the pages of this server.
of_pages = Turns(AT_ONCE)
