"""Published results without chance beside ours: sizes of data sets, and numbers of calls."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from catviz.papers.badges import DIFFERS, NONE
from catviz.papers.calls import as_printed, calls, calls_compared
from catviz.papers.comparison import statistics_of_data
from catviz.papers.published import published
from catviz.papers.published.layout import PublishedTable
from catviz.ui.compare.cells import SAME, draw_cells
from catviz.ui.state import jobs
from catviz.ui.text import plain

_CALLS = "published-calls"


def section(table: PublishedTable, look: str) -> None:
    """The table beside ours; calls are counted in the background."""
    if table.methods or table.cells["method"].any():
        found = _calls()
        if found is None:
            return
        printed = set(zip(table.cells["method"], table.cells["metric"], strict=True))
        found = found[[pair in printed for pair in zip(found["method"], found["figure"], strict=True)]]
        found = found.assign(row=found["method"], column=found["figure"])
    else:
        found = _sizes(table.paper, table.number)
        found = found.assign(row=found["data"], column=found["figure"])
    badges = [_badge(*pair) for pair in zip(found["published"], found["ours"], strict=True)]
    whys = [_why(table, cell, badge) for cell, badge in zip(found.to_dict("records"), badges, strict=True)]
    notes = [f"From {plain(table.source)}; ours from the files that come with catviz."]
    draw_cells(found.assign(badge=badges, why=whys), look, notes, table)


def _calls() -> pd.DataFrame | None:
    """Calls beside the printed ones; None while they are counted."""
    place, job = _place(), jobs.find(_CALLS)
    if "calls" in place:
        return place["calls"]
    if job is None:
        job = jobs.start(_CALLS, _count)
    if not job.done:
        jobs.panel(_CALLS, "Counting calls")
    else:
        st.button("Count the calls", on_click=jobs.start, args=(_CALLS, _count))  # type: ignore[arg-type]
    return None


def _count(report) -> None:
    place, settings = _place(), _settings()
    for i, setting in enumerate(settings):
        if report(i / len(settings)):
            return
        calls(setting)
    place["calls"] = calls_compared()


def _settings() -> list[str]:
    return [m for part in ("features", "values") for m in published("COS", part).cells["metric"].unique()]


@st.cache_resource(max_entries=1, show_spinner=False)
def _place() -> dict:
    """Where the calls are put once they are counted."""
    return {}


@st.cache_resource(max_entries=8, show_spinner="Measuring our files")
def _sizes(paper: str, number: int | str) -> pd.DataFrame:
    return statistics_of_data(published(paper, number))


def _why(table: PublishedTable, cell: dict, badge: str) -> str:
    if badge == NONE:
        return "The set is not bundled."
    known = (table.deviations.get(cell["row"]), table.deviations.get(cell["column"]))
    return " ".join(text for text in known if text) if badge == DIFFERS else ""


def _badge(printed: float, ours: float) -> str:
    """Equal to the digits that are printed."""
    if ours != ours:
        return NONE
    return SAME if as_printed(printed, ours) else DIFFERS
