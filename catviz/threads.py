"""One thread for linear algebra, so that results and timings do not depend on the machine's cores."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from threadpoolctl import ThreadpoolController


@contextmanager
def one_thread() -> Iterator[None]:
    """A context in which BLAS and OpenMP use one thread.

    The number of threads belongs to the process. Contexts of several threads may overlap: the first one in sets the
    limit, the last one out restores what was there before.
    """
    limit = _limit()
    limit.enter()
    try:
        yield
    finally:
        limit.leave()


class _Limit:
    """The limit of the process, and how many contexts are open."""

    def __init__(self):
        # looking for the loaded libraries takes milliseconds, more than many a fit
        self._controller = ThreadpoolController()
        self._lock, self._open, self._limits = threading.Lock(), 0, None

    def enter(self) -> None:
        with self._lock:
            if not self._open:
                self._limits = self._controller.limit(limits=1)
            self._open += 1

    def leave(self) -> None:
        with self._lock:
            self._open -= 1
            if not self._open:
                self._limits.restore_original_limits()


@cache
def _limit() -> _Limit:
    return _Limit()
