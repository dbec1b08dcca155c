"""Compare, Published: the papers' figures beside ours, cell by cell, with a badge and the reason."""

from __future__ import annotations

import re
from functools import partial

import pandas as pd
import streamlit as st

from catviz.export.tables import table_csv
from catviz.plots import published as draw
from catviz.plots.papers import draw as draw_figure
from catviz.published import LATER, PAPERS, published_tables
from catviz.published.badges import DIFFERS, NONE
from catviz.published.recomputed import has_ranks
from catviz.published.results import KEPT, cells_of, counts_of, figure_result, runs_of_cell
from catviz.published.tables import FILES, LATER_FILES, PublishedTable, figures_of, run_in_words
from catviz.ui.compare import statistics
from catviz.ui.compare.cells import POINTS, TABLE, draw_cells, full_names, in_full
from catviz.ui.state import controls
from catviz.ui.text import counted, plain
from catviz.ui.widgets import charts

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
        _figures(paper)
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
        _counts(table, look)
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
        _runs_of_a_cell(table, arranged)
    with st.expander("What was run for each method, and how it differs from the defaults of catviz"):
        lines = {plain(name): plain(run_in_words(run), 300) for name, run in table.methods.items()}
        st.table(pd.DataFrame({"run": lines}))
        st.caption(f"The repository runs this table again by `{_command(table)}`.")


def _counts(table: PublishedTable, look: str) -> None:
    """The table beside ours."""
    found = counts_of(table.paper, table.number)
    of_calls = found["method"].any()
    found = found.assign(row=found["method" if of_calls else "data"], column=found["metric"])
    whys = [_why_it_differs(table, cell) for cell in found.to_dict("records")]
    notes = [f"From {plain(table.source)}; ours from the files that come with catviz."]
    draw_cells(found.assign(why=whys), look, notes, table)


def _why_it_differs(table: PublishedTable, cell: dict) -> str:
    if cell["badge"] == NONE:
        return "The set is not bundled."
    known = (table.deviations.get(cell["row"]), table.deviations.get(cell["column"]))
    return " ".join(text for text in known if text) if cell["badge"] == DIFFERS else ""


def _figures(paper: str) -> None:
    """A paper's figures, one at a time, or a sentence where it has none."""
    figures = {str(each.number): each for each in figures_of(paper)}
    if not figures:
        st.info(f"{plain(paper)} has no figure of results: all its results are in tables.")
        return
    number = next(iter(figures))
    if len(figures) > 1:
        number = controls.segmented("Its figures", list(figures), "fig", number, text=lambda n: figures[n].name)
    shown = figures[number]
    st.markdown(f"**{plain(shown.title)}**")
    found = figure_result(paper, shown.number)
    alt = f"{paper}, {shown.name}, from our runs: {shown.title}."
    charts.show(draw_figure(paper, shown.number, found, charts.theme()), f"paper-{paper}-{number}", alt)
    st.caption(plain(f"{shown.printed} {shown.note}", 900))
    csv = partial(table_csv, found)
    name = f"{paper}-{number}.csv".lower()
    st.download_button("Download the numbers (CSV)", csv, name, "text/csv", on_click="ignore")


def _runs_of_a_cell(table: PublishedTable, cells: pd.DataFrame) -> None:
    """Every run of a chosen cell as a strip.

    Parameters
    ----------
    cells : DataFrame
        As `draw_cells` takes them.
    """
    there = cells[cells["repeats"].gt(0)]
    if not len(there):
        return
    differs = there[there["badge"] == DIFFERS]
    first = (differs if len(differs) else there).iloc[0]
    st.subheader("Runs of one cell", anchor=False)
    row_box, column_box, _ = st.columns([2, 2, 4])
    with row_box:
        row = controls.select("Row", list(dict.fromkeys(there["row"])), "cell_row", first["row"])
    columns = list(dict.fromkeys(there.loc[there["row"] == row, "column"]))
    with column_box:
        column = controls.select("Column", columns, "cell_column", first["column"])
    cell = there[(there["row"] == row) & (there["column"] == column)].iloc[0]
    values = runs_of_cell(table.paper, table.number, cell["data"], cell["method"], cell["metric"])
    names = full_names(table)
    title = f"{in_full(row, names)}, {in_full(column, names)}"
    alt = f"{title}: {counted(len(values), 'run')} of ours, mean {cell['ours']:.4g}, published {cell['published']:.4g}."
    charts.show(draw.strip(values, cell["published"], cell["ours"], charts.theme()), "cell-runs", alt)
    which = f", the first {KEPT} of {cell['repeats']:.0f}" if cell["repeats"] > len(values) else ""
    st.caption(
        f"{plain(title)}. Each point is one run{which}. Solid line: our mean. Dashed line: the printed mean, which is "
        "compared with our mean, not with single runs."
    )


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
