"""Compare, Published: the papers' figures beside ours, cell by cell, with a badge and the reason."""

from __future__ import annotations

import re

import pandas as pd
import streamlit as st

from catviz.papers.measured import MEASURED
from catviz.papers.published import LATER, PAPERS, published_tables
from catviz.papers.published.layout import PublishedTable
from catviz.papers.recomputed import has_ranks
from catviz.papers.run_words import run_in_words
from catviz.ui.compare import counts, one_cell, paper_figures, rerun, statistics
from catviz.ui.compare.cells import POINTS, TABLE, draw_cells
from catviz.ui.state import controls
from catviz.ui.text import plain

OPENING = "OCL", "3"
"""Our figures beside all published ones, as `python -m catviz reproduce all` writes them."""
TABLES, FIGURES, CLAIMS = "tables", "figures", "claims"
STORED, HERE = "precomputed", "run now"
_FORMERLY = {"measured": STORED, "computed beforehand": STORED, "run here": HERE, "computed now": HERE}


def section() -> None:
    """The tab."""
    boxes = st.columns([1.35, 2.5, 2, 2.3, 1.85], vertical_alignment="bottom")
    paper_box, part_box, table_box, ours_box, look_box = boxes
    with paper_box:
        paper = controls.select("Paper", PAPERS, "paper", OPENING[0])
    part = TABLES
    with part_box:
        if paper in LATER:
            st.caption("Tables only: no figures and no claims of this paper are checked.")
        else:
            part = controls.segmented("Show as", [TABLES, FIGURES, CLAIMS], "part")
    if part == CLAIMS:
        statistics.claims_of(paper)
        return
    if part == FIGURES:
        paper_figures.section(paper)
        return
    there = {str(table.number): table for table in published_tables() if table.paper == paper}
    with table_box:
        default = OPENING[1] if paper == OPENING[0] else next(n for n, t in there.items() if t.protocol is not None)
        formerly = {f"{_name(t)}: {t.title}": _name(t) for t in there.values()}
        number = controls.select(
            "Table", list(there), "table", default, text=lambda n: _name(there[n]), formerly=formerly
        )
    table = there[number]
    with look_box:
        look = controls.segmented("Draw as", [TABLE, POINTS], "draw")
    st.markdown(f"**{plain(table.title)}**")
    if table.protocol is None:
        counts.section(table, look)
        return
    _repeated(table, look, ours_box)
    if has_ranks(table):
        statistics.section(table, table.cells["metric"].iloc[0])


def _repeated(table: PublishedTable, look: str, ours_box) -> None:
    """Means of repeated runs, beside ours: those measured before, or some made here."""
    stored = _measured(table.paper, str(table.number))
    with ours_box:
        ours = [HERE] if stored is None else [STORED, HERE]
        here = controls.segmented("Our results", ours, "ours", formerly=_FORMERLY) == HERE
    metric = _choose_metric(table)
    if stored is None:
        st.caption(
            f"The file with our results for this table, {plain(MEASURED.name)}, is not here: `python -m catviz "
            "reproduce all` writes it. A few runs can be made at once."
        )
    cells, runs = rerun.cells(table) if here else (stored, None)
    notes = [f"**How the paper obtained its results.** {plain(table.protocol.text, 900)}"]
    if table.excerpt:
        notes.append(f"Some of the results of {plain(_authors(table))}.")
    arranged = _arranged(cells, metric)
    draw_cells(arranged, look, notes, table)
    if not table.protocol.exact:
        one_cell.section(table, arranged, runs)
    with st.expander("What was run for each method, and how it differs from the defaults of catviz"):
        lines = {plain(name): plain(run_in_words(run), 300) for name, run in table.methods.items()}
        st.table(pd.DataFrame({"run": lines}))


def _arranged(cells: pd.DataFrame, metric: str | None) -> pd.DataFrame:
    """Cells with their row and column in the figure: data sets by methods, or those of one or the other by metrics."""
    if metric is None and cells["method"].nunique() == 1:
        return cells.assign(row=cells["data"], column=cells["metric"])
    if metric is None:
        return cells.assign(row=cells["method"], column=cells["metric"])
    cells = cells[cells["metric"] == metric]
    return cells.assign(row=cells["data"], column=cells["method"])


def _choose_metric(table: PublishedTable) -> str | None:
    """The metric drawn; None where a single data set or method has all of them."""
    metrics = list(dict.fromkeys(table.cells["metric"]))
    if len(metrics) > 1 and 1 in (table.cells["data"].nunique(), table.cells["method"].nunique()):
        return None
    return metrics[0] if len(metrics) == 1 else controls.segmented("Score", metrics, "figure")


def _authors(table: PublishedTable) -> str:
    """The source without its title: authors and year."""
    return re.match(r".*?\d{4}|.*", table.source).group()


def _name(table: PublishedTable) -> str:
    return f"Table {table.number}" if isinstance(table.number, int) else str(table.number).capitalize()


@st.cache_resource(max_entries=1, show_spinner=False)
def _all_measured() -> pd.DataFrame | None:
    if not MEASURED.is_file():
        return None
    found = pd.read_csv(MEASURED, dtype={"table": str}, keep_default_na=True)
    return found.assign(badge=found["badge"].fillna(""), why=found["why"].fillna(""))


def _measured(paper: str, number: str) -> pd.DataFrame | None:
    """Our figures for a table; None where the file is not here or does not have it."""
    found = _all_measured()
    if found is None:
        return None
    own = found[(found["paper"] == paper) & (found["table"] == number)]
    return own if len(own) else None
