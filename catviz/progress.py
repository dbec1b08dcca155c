"""Long work: a fit reports its steps and can be stopped by whoever asks, and runs in one thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController

Callback = Callable[[dict[str, Any]], bool | None]
_LISTENER: ContextVar[Callback | None] = ContextVar("catviz_reporting", default=None)
_STOP: ContextVar[Callable[[], bool] | None] = ContextVar("catviz_stoppable", default=None)


@contextmanager
def reporting(callback: Callback | None) -> Iterator[None]:
    """A context in which each fit of this thread calls ``callback`` after every step.

    A fit inside a fit, such as that of a clusterer's ``distances``, reports nothing.

    Parameters
    ----------
    callback : callable(dict) -> bool, or None to hear nothing
        Sees the step as a dict: as in ``steps_`` with the number of its ``run`` for an iterative estimator, ``rows``
        and ``of`` for a pass over a source. True stops the fit: an iterative estimator keeps the best result so far,
        and a pass over a source raises `catviz.table.source.StoppedError`.

    Yields
    ------
    None

    Examples
    --------
    >>> import catviz
    >>> seen = []
    >>> with catviz.reporting(lambda step: seen.append(step["objective"])):
    ...     model = catviz.KModes(2, n_init=1, random_state=0).fit(catviz.load_dataset("toy_movie"))
    >>> seen == model.history_
    True
    """
    token = _LISTENER.set(callback)
    try:
        yield
    finally:
        _LISTENER.reset(token)


@contextmanager
def stoppable(stop: Callable[[], bool]) -> Iterator[None]:
    """A context in which work of many fits asks ``stop`` within its pieces too, and leaves a piece when it says True.

    Parameters
    ----------
    stop : callable() -> bool
        Cheap: it is asked after steps of fits, a few times a second at most.

    Yields
    ------
    None
    """
    token = _STOP.set(stop)
    try:
        yield
    finally:
        _STOP.reset(token)


def is_stoppable() -> bool:
    """True within `stoppable`."""
    return _STOP.get() is not None


def to_be_stopped() -> bool:
    """True if the innermost `stoppable` of this thread says so."""
    stop = _STOP.get()
    return stop is not None and stop()


@contextmanager
def listener() -> Iterator[Callback | None]:
    """For a fit: the callback of the innermost `reporting` of this thread, or None; fits within report nothing."""
    callback = _LISTENER.get()
    token = _LISTENER.set(None)
    try:
        yield callback
    finally:
        _LISTENER.reset(token)


def one_thread() -> Any:
    """A context in which BLAS and OpenMP use one thread."""
    return _controller().limit(limits=1)


@cache
def _controller() -> ThreadpoolController:
    """The libraries loaded; looking for them takes milliseconds, more than many a fit."""
    return ThreadpoolController()
