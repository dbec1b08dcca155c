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
    blas = _blas()
    blas.enter()
    try:
        with _libraries().select(user_api="openmp").limit(limits=1):
            yield
    finally:
        blas.leave()


class _Blas:
    """The limit of the process, and how many contexts are open."""

    def __init__(self):
        self._controller = _libraries().select(user_api="blas")
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
def _blas() -> _Blas:
    return _Blas()


@cache
def _libraries() -> ThreadpoolController:
    """The libraries loaded; looking for them takes milliseconds, more than many a fit."""
    return ThreadpoolController()
