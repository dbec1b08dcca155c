"""Work in the background: a bounded pool, with progress and cancel. A job never calls streamlit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

import streamlit as st

from catviz.progress import stoppable
from catviz.ui.state import session
from catviz.wording import duration, in_percent

WORKERS = 2
RUNNING = 2
"""Jobs of one session that may run or wait at once; a further one cancels the oldest."""
KEPT = 6
"""Jobs a session keeps, running or done."""


class Job:
    """A function running elsewhere: ``function(report)`` calls ``report(share, partial) -> stop?`` as it goes."""

    def __init__(self, function: Callable):
        self.share, self.partial = 0.0, None
        self.started = time.monotonic()
        self.ended: float | None = None
        self._stop = threading.Event()
        self._function = function
        self.future: Future | None = None

    def _report(self, share: float, partial=None) -> bool:
        self.share, self.partial = share, partial
        return self._stop.is_set()

    def run(self):
        """Do the work; called by the pool."""
        try:
            with stoppable(self._stop.is_set):
                return None if self._stop.is_set() else self._function(self._report)
        finally:
            self.ended = time.monotonic()

    def wait(self, seconds: float) -> None:
        """Give a short job the time to end."""
        wait([self.future], timeout=seconds)

    def cancel(self) -> None:
        """Ask the work to stop; what it has by then is its result."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        """True once cancel was asked for."""
        return self._stop.is_set()

    @property
    def done(self) -> bool:
        """True when the result is there, or the error."""
        return self.future is not None and self.future.done()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return (self.ended or time.monotonic()) - self.started

    def result(self):
        """The function's result; raises what it raised."""
        return self.future.result()


@st.cache_resource(show_spinner=False)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(WORKERS, thread_name_prefix="catviz-job")


def find(key: str) -> Job | None:
    """This session's job of that key."""
    return _jobs().get(key)


def start(key: str, function: Callable) -> Job:
    """Start a job; the session's oldest ones are cancelled where it has too many."""
    jobs = _jobs()
    running = [job for job in jobs.values() if not job.done]
    for other in running[: max(0, len(running) - RUNNING + 1)]:
        other.cancel()
    job = jobs[key] = Job(function)
    job.future = _pool().submit(job.run)
    while len(jobs) > KEPT:
        jobs.pop(next(iter(jobs)))
    return job


class _Jobs(dict):
    """A session's jobs; the session's end cancels what still runs."""

    def __del__(self):
        for job in self.values():
            job.cancel()


def _jobs() -> _Jobs:
    return session.JOBS.first(_Jobs)


def panel(key: str, what: str) -> None:
    """Progress, elapsed time and a cancel button, renewed twice a second; the page runs again when the job ends."""

    @st.fragment(run_every=0.5)
    def draw() -> None:
        job = find(key)
        if job is None:
            return
        if job.done:
            st.rerun()
        waiting = job.share == 0
        st.progress(
            min(job.share, 1.0),
            text=f"{what}: {'preparing' if waiting else in_percent(job.share)}, {duration(job.elapsed)}",
        )
        st.button("Cancel", key=f"cancel-{key}", on_click=job.cancel, disabled=job.cancelled)

    draw()
