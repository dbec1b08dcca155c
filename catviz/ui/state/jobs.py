"""Work in the background: a bounded pool, with turns, progress and cancel. A job never calls streamlit."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from operator import itemgetter

import streamlit as st

from catviz.progress import stoppable
from catviz.ui.state import session, turns
from catviz.wording import duration, in_percent

WORKERS = 2
#: Jobs of one session that may run or wait at once, one more than a page starts; a further one cancels the oldest.
RUNNING = 4
#: The share of work from which it is given in percent.
SHOWN = 0.005
#: Jobs a session keeps, running or done.
KEPT = 8


class Job:
    """A function running elsewhere: ``function(report)`` calls ``report(share, partial) -> stop?`` as it goes."""

    def __init__(self, function: Callable):
        self.share, self.partial = 0.0, None
        self.started = time.monotonic()
        self.ended: float | None = None
        self._stop = threading.Event()
        self._function = function
        self.future: Future | None = None
        self.pool: _Pool | None = None

    def _report(self, share: float, partial=None) -> bool:
        self.share, self.partial = share, partial
        return self._stop.is_set()

    def run(self):
        """Do the work; called by the pool."""
        self.started = time.monotonic()
        try:
            with stoppable(self._stop.is_set):
                return None if self._stop.is_set() else self._function(self._report)
        finally:
            self.ended = time.monotonic()

    def wait(self, seconds: float) -> None:
        """Give a short job the time to end; meanwhile another page has the turn."""
        with turns.of_pages.lent():
            wait([self.future], timeout=seconds)

    def stop(self) -> None:
        """Ask the work to stop, now or when its turn comes."""
        self._stop.set()

    def cancel(self) -> None:
        """Ask the work to stop; what it has by then is its result. A job that waits for its turn gives it up."""
        self.stop()
        if self.pool is not None:
            self.pool.leave(self)

    @property
    def before(self) -> int | None:
        """How many jobs have their turn before it; None once it is at work."""
        return None if self.pool is None else self.pool.before(self)

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
        """Seconds since it began to wait, or to work."""
        return (self.ended or time.monotonic()) - self.started

    def result(self):
        """The function's result; raises what it raised."""
        return self.future.result()


class _Pool:
    """A few threads for the jobs of all sessions; whoever has the fewest at work has the next turn."""

    def __init__(self):
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="catviz-job")
        self._lock = threading.Lock()
        self._waiting: list[tuple[int, Job]] = []
        self._at_work: list[int] = []

    def add(self, job: Job, owner: int) -> None:
        """Let a job of an owner wait for its turn."""
        job.pool, job.future = self, Future()
        with self._lock:
            self._waiting.append((owner, job))
        self._threads.submit(self._work)

    def before(self, job: Job) -> int | None:
        """How many jobs have their turn before this one; None if it does not wait."""
        with self._lock:
            return next((place for place, (_, other) in enumerate(self._turns()) if other is job), None)

    def leave(self, job: Job) -> None:
        """Take a job out that still waits: it ends without a result."""
        with self._lock:
            turns = [turn for turn in self._waiting if turn[1] is job]
            for turn in turns:
                self._waiting.remove(turn)
        if turns:
            job.ended = time.monotonic()
            job.future.set_result(None)

    def _turns(self) -> list[tuple[int, Job]]:
        """Who waits, in the order of their turns: an owner's second job comes after the first ones of all others."""
        theirs, turns = Counter(self._at_work), []
        for turn in self._waiting:
            turns.append((theirs[turn[0]], turn))
            theirs[turn[0]] += 1
        return [turn for _, turn in sorted(turns, key=itemgetter(0))]

    def _work(self) -> None:
        with self._lock:
            if not self._waiting:
                return  # it was cancelled
            owner, job = turn = self._turns()[0]
            self._waiting.remove(turn)
            self._at_work.append(owner)
        try:
            job.future.set_result(job.run())
        except BaseException as error:
            job.future.set_exception(error)
        finally:
            with self._lock:
                self._at_work.remove(owner)


@st.cache_resource(show_spinner=False)
def _pool() -> _Pool:
    return _Pool()


def find(key: str) -> Job | None:
    """This session's job of that key."""
    return _jobs().get(key)


def unasked(seconds: float, at_once: float) -> bool:
    """True where work of so many seconds starts without being asked for: up to ``at_once``, on the table of the link.

    While the file of the link is not here, a page shows another table, and nothing is worked out for it: the progress
    renews itself, and its next request could bring back choices from before the file was opened.
    """
    return seconds <= at_once and not session.AWAITED.there


def start(key: str, function: Callable) -> Job:
    """Start a job; the session's oldest ones are cancelled where it has too many."""
    jobs = _jobs()
    running = [job for job in jobs.values() if not job.done]
    for other in running[: max(0, len(running) - RUNNING + 1)]:
        other.cancel()
    job = jobs[key] = Job(function)
    _pool().add(job, id(jobs))
    while len(jobs) > KEPT:
        jobs.pop(next(iter(jobs)))
    return job


class _Jobs(dict):
    """A session's jobs. They end with it: some time after its tab was closed, unless it comes back."""

    def __init__(self):
        super().__init__()
        self._end: threading.Timer | None = None

    def __del__(self):
        # no lock here: the thread that lets go of the last reference may hold it
        for job in self.values():
            job.stop()

    def leave(self) -> None:
        """The tab is gone: cancel what runs once Streamlit has forgotten the session."""
        if all(job.done for job in self.values()):
            return
        self._end = threading.Timer(st.get_option("server.disconnectedSessionTTL"), self._cancel)
        self._end.daemon = True
        self._end.start()

    def stay(self) -> None:
        """The tab is there, perhaps again."""
        if self._end is not None:
            self._end.cancel()

    def _cancel(self) -> None:
        for job in self.values():
            job.cancel()


@st.cache_resource(scope="session", max_entries=1, show_spinner=False, on_release=_Jobs.leave)
def _attended(number: int, _jobs: _Jobs) -> _Jobs:
    """Streamlit releases it when the tab is closed or loses its connection."""
    _jobs.stay()
    return _jobs


def attend() -> None:
    """Say that this session is there; asked in every run of a page."""
    if session.JOBS.there:
        _jobs()


def _jobs() -> _Jobs:
    jobs = session.JOBS.first(_Jobs)
    return _attended(id(jobs), jobs)


def panel(key: str, what: str) -> None:
    """Progress, elapsed time and a cancel button, renewed twice a second; the page runs again when the job ends."""

    @st.fragment(run_every=0.5)
    def draw() -> None:
        job = find(key)
        if job is None:
            return
        if job.done:
            st.rerun()
        st.progress(min(job.share, 1.0), text=f"{what}: {_stage(job)}, {duration(job.elapsed)}")
        st.button("Cancel", key=f"cancel-{key}", on_click=job.cancel, disabled=job.cancelled)

    draw()


def _stage(job: Job) -> str:
    if (before := job.before) is not None:
        return f"waiting: {before} before you" if before else "waiting: you are next"
    return in_percent(job.share) if job.share >= SHOWN else "preparing"
