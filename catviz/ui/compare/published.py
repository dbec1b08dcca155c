"""Compare, Published: the papers' figures beside ours, cell by cell, with a badge and the reason."""

from __future__ import annotations

import re

import pandas as pd
import streamlit as st

from catviz.published import LATER, PAPERS, published_tables
from catviz.published.recomputed import has_ranks
from catviz.published.results import cells_of
from catviz.published.tables import FILES, LATER_FILES, PublishedTable, run_in_words
from catviz.ui.compare import counts, one_cell, paper_figures, statistics
from catviz.ui.compare.cells import POINTS, TABLE, draw_cells
from catviz.ui.state import controls
from catviz.ui.text import plain

OPENING = "OCL", "3"
TABLES, FIGURES, CLAIMS = "tables", "figures", "claims"


def section() -> None:
    """The tab."""
    boxes = st.columns([1.35, 3.2, 2, 2.4, 1], vertical_alignment="bottom")
    paper_box, part_box, table_box, look_box, _ = boxes
    with paper_box:
        paper = controls.select("Paper", PAPERS, "paper", OPENING[0])
    part = TABLES
    with part_box:
        if paper in LATER:
            st.caption("Tables only: no figures and no claims of this paper are checked.")
        else:
            part = controls.segmented("Show as", [TABLES, FIGURES, CLAIMS], "part")
    if part == CLAIMS:
        statistics.claims_section(paper)
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
    _repeated(table, look)
    if has_ranks(table):
        statistics.section(table, table.cells["metric"].iloc[0])


def _repeated(table: PublishedTable, look: str) -> None:
    """Means of repeated runs, beside ours."""
    metric = _choose_metric(table)
    notes = [f"**How the paper obtained its results.** {plain(table.protocol.text, 900)}"]
    if table.excerpt:
        notes.append(f"Some of the results of {plain(_authors(table))}.")
    arranged = _arranged(cells_of(table.paper, table.number), metric)
    draw_cells(arranged, look, notes, table)
    if not table.protocol.exact:
        one_cell.section(table, arranged)
    with st.expander("What was run for each method, and how it differs from the defaults of catviz"):
        lines = {plain(name): plain(run_in_words(run), 300) for name, run in table.methods.items()}
        st.table(pd.DataFrame({"run": lines}))
        st.caption(f"The repository runs this table again by `{_command(table)}`.")


def _command(table: PublishedTable) -> str:
    return f"python -m studies.reproduce {(FILES | LATER_FILES)[table.paper]} --table {table.number}"


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
