"""Work whose result is kept by content: run at once where it is quick, else on demand, with progress and cancel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from catviz.ui.labels import RUN
from catviz.ui.state import cache, jobs
from catviz.ui.state.view import View
from catviz.wording import about, duration

#: Estimated seconds up to which work that was asked for starts without asking again.
AT_ONCE = 15.0


@cache.by_content(128)
def _place(view: View, what: str) -> dict:
    """Where the result of work is put once it has ended, for every session that looks at the same content."""
    return {}


def peek(view: View, what: str):
    """The result of work that has ended, or None; starts nothing."""
    return _place(view, what).get("result")


def result(
    view: View,
    what: str,
    work: Callable,
    title: str,
    seconds: float = 0.0,
    at_once: float = AT_ONCE,
    wait_seconds: float = 0.0,
    ask: str = RUN,
    early: bool = False,
    brief: bool = False,
):
    """The result of ``work(report)``, or None while there is none; draws progress with cancel, or a button to start it.

    Work that was cancelled gives what it has by then, in this session only.

    Parameters
    ----------
    what : str
        What is asked, parameters included: equal text, equal result.
    title : str
        Named with the progress.
    seconds : float
        What it will take, roughly; beyond ``at_once``, a button asks first.
    wait_seconds : float
        Seconds the page waits for it before it shows progress instead.
    ask : str
        The button's words.
    early : bool
        True if the work may end early, so that ``seconds`` are its most.
    brief : bool
        True lets the button say what it takes, where a line about it has no room.
    """
    place, key = _place(view, what), f"{what}-{view.fingerprint}-{view.seed}"
    if "result" in place:
        return place["result"]
    work, job = shared(view, what, work), jobs.find(key)
    if job is None and jobs.unasked(seconds, at_once):
        job = jobs.start(key, work)
    if job is not None and not job.done:
        job.wait(wait_seconds)
    if job is not None and not job.done:
        jobs.panel(key, title)
        return None
    if job is not None and not job.cancelled:
        place["result"] = job.result()  # other sessions may have pushed it out since
        return place["result"]
    if job is not None:
        st.caption(f"{title}: cancelled after {duration(job.elapsed)}.")
    elif not brief:
        st.caption(f"{title}: this takes {about(seconds)}{', often less' if early else ''}.")
    words = (f"{ask}, {about(seconds)}" if brief else ask) if job is None else f"{RUN} again"
    st.button(words, key=f"run-{what}", on_click=jobs.start, args=(key, work))  # type: ignore[arg-type]
    return None if job is None else job.result()


def shared(view: View, what: str, work: Callable) -> Callable:
    """Work that is done once for all sessions that look at the same content."""
    return partial(_share_result, _place(view, what), work)


def _share_result(place: dict, work: Callable, report):
    """The result another session has put there meanwhile, or else worked out, and put there unless it was stopped."""
    if "result" in place:
        return place["result"]
    stopped = False

    def progress(share: float, partial_result=None) -> bool:
        nonlocal stopped
        stopped = report(share, partial_result)
        return stopped

    result = work(progress)
    if not stopped:
        place["result"] = result
    return result
