"""Pages of many sessions run in the order in which they are asked for, a few at a time.

If all run at once, each gets a small share of the processor, and one that needs more than the others hears nothing for
long.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 4
"""Pages that run at the same time: while one waits for a lock or a pause, others work."""


class Turns:
    """Hands out turns, first come, first served.

    Parameters
    ----------
    at_once : int
        Turns taken at the same time.
    """

    def __init__(self, at_once: int):
        self._lock, self._free = threading.Lock(), at_once
        self._waiting: deque[threading.Event] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn; it ends with the block."""
        with self._lock:
            called = threading.Event()
            if self._free:
                self._free -= 1
                called.set()
            else:
                self._waiting.append(called)
        called.wait()
        try:
            yield
        finally:
            with self._lock:
                if self._waiting:
                    self._waiting.popleft().set()
                else:
                    self._free += 1


of_pages = Turns(AT_ONCE)
"""Those of the pages of this server."""
