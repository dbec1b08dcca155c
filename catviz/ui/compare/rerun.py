"""A published table run anew, a few times, in the background; a stopped run goes on."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from catviz.analysis.pieces import Rows
from catviz.papers.badges import FEWEST
from catviz.papers.one_table import cells_so_far, reproduce_table, runs_so_far, table_pieces, table_seconds
from catviz.papers.published import published
from catviz.papers.published.layout import PublishedTable
from catviz.papers.reproduce import Piece
from catviz.ui.labels import GO_ON
from catviz.ui.state import controls, jobs, session
from catviz.ui.text import failure
from catviz.wording import about


def cells(table: PublishedTable) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The table's cells beside what has been run here, and these runs; draws progress, and how to start or go on."""
    if table.protocol.exact:
        run_box, word_box = st.columns([1.2, 6], vertical_alignment="center")
        repeats = 1
    else:
        repeat_box, run_box, word_box = st.columns([1, 1.2, 5], vertical_alignment="bottom")
        with repeat_box:
            repeats = controls.number("Repeats here", "tries", 1, 20, FEWEST, slider=False)
    pieces, done = _pieces(table.paper, str(table.number), repeats), _done(table.paper, repeats)
    left = [name for name in pieces if name not in done]
    key = f"rerun-{table.paper}-{table.number}-{repeats}"
    job = jobs.find(key)
    running = job is not None and not job.done
    run_box.button(
        "Run this table here" if len(left) == len(pieces) else GO_ON,
        type="primary",
        on_click=jobs.start,  # type: ignore[arg-type]
        args=(key, partial(_run, table, repeats, done)),
        disabled=running or not left,
        width="stretch",
    )
    with word_box:
        if running:
            jobs.panel(key, f"{len(pieces)} parts, quick ones first")
        elif left:
            if job is not None and job.future.exception() is not None:
                failure(job.future.exception())
            share = len(left) / len(pieces)
            seconds = share * _seconds(table.paper, str(table.number), repeats)
            st.caption(f"{len(left)} of {len(pieces)} parts are still to be run, {about(seconds)}.")
        elif table.protocol.exact:
            st.caption(f"All {len(pieces)} parts ran. Nothing in them is random, so one run of each is enough.")
        else:
            st.caption(
                f"All {len(pieces)} parts ran {repeats} times each. Few repeats make wide intervals: a badge says less "
                "than with as many repeats as the paper had."
            )
    return cells_so_far(table, pieces, done), runs_so_far(pieces, done)


def _run(table: PublishedTable, repeats: int, done: dict[str, Rows], report) -> pd.DataFrame:
    return reproduce_table(table, repeats, callback=report, done=done)


def _done(paper: str, repeats: int) -> dict[str, Rows]:
    """Pieces of a paper that this session has run; its tables may share some."""
    return session.RERUNS.first(dict).setdefault((paper, repeats), {})


@st.cache_resource(max_entries=32, show_spinner=False)
def _pieces(paper: str, number: str, repeats: int) -> dict[str, Piece]:
    return table_pieces(_table(paper, number), repeats)


@st.cache_resource(max_entries=32, show_spinner=False)
def _seconds(paper: str, number: str, repeats: int) -> float:
    return table_seconds(_table(paper, number), repeats)


def _table(paper: str, number: str) -> PublishedTable:
    return published(paper, int(number) if number.isdigit() else number)
