"""One thread for linear algebra, so that results and timings do not depend on the machine's cores."""

from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController


def one_thread() -> Any:
    """A context in which BLAS and OpenMP use one thread."""
    return _controller().limit(limits=1)


@cache
def _controller() -> ThreadpoolController:
    """The libraries loaded; looking for them takes milliseconds, more than many a fit."""
    return ThreadpoolController()
