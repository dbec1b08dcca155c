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

    BLAS has one number of threads for the whole process, and contexts of several threads may overlap: the first one in
    sets the limit, the last one out restores what was there before. OpenMP has one for each thread.
    """
    limit = _limit()
    before = limit.enter()
    try:
        yield
    finally:
        limit.leave(before)


class _Limit:
    """The libraries loaded, how many contexts are open, and the threads that the first of them found."""

    def __init__(self):
        # looking for the libraries takes milliseconds, more than many a fit
        self._libraries = ThreadpoolController().lib_controllers
        self._lock, self._open, self._first = threading.Lock(), 0, []

    def enter(self) -> list[int]:
        """Set the limit; returns the numbers of threads before."""
        with self._lock:
            before = [library.get_num_threads() for library in self._libraries]
            if not self._open:
                self._first = before
            self._open += 1
            for library in self._libraries:
                library.set_num_threads(1)
        return before

    def leave(self, before: list[int]) -> None:
        """Restore OpenMP's number of this thread, and BLAS's where no context is open any more."""
        with self._lock:
            self._open -= 1
            for library, own, first in zip(self._libraries, before, self._first, strict=True):
                if library.user_api == "openmp":
                    library.set_num_threads(own)
                elif not self._open:
                    library.set_num_threads(first)


@cache
def _limit() -> _Limit:
    return _Limit()
