"""Compare, Published: the runs of one cell, with the printed figure."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from catviz.papers.badges import DIFFERS
from catviz.papers.comparison import cell_runs
from catviz.papers.measured import KEPT, RUNS, runs_of_cell
from catviz.papers.published.layout import PublishedTable
from catviz.plots import published as draw
from catviz.ui.compare.cells import full_names, in_full
from catviz.ui.state import controls
from catviz.ui.text import counted, plain
from catviz.ui.widgets import charts


def section(table: PublishedTable, cells: pd.DataFrame, runs: pd.DataFrame | None) -> None:
    """Every run of a chosen cell as a strip.

    Parameters
    ----------
    cells : DataFrame
        As `draw_cells` takes them.
    runs : DataFrame or None
        Runs made here; None for those that come with catviz.
    """
    there = cells[cells["repeats"].gt(0)]
    if not len(there) or (runs is None and not RUNS.is_file()):
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
    values = _values(table, cell, runs)
    names = full_names(table)
    title = f"{in_full(row, names)}, {in_full(column, names)}"
    alt = f"{title}: {counted(len(values), 'run')} of ours, mean {cell['ours']:.4g}, published {cell['published']:.4g}."
    charts.show(draw.strip(values, cell["published"], cell["ours"], charts.theme()), "cell-runs", alt)
    which = f", the first {KEPT} of {cell['repeats']:.0f}" if cell["repeats"] > len(values) else ""
    st.caption(
        f"{plain(title)}. Each point is one run{which}. Solid line: our mean. Dashed line: the printed mean, which is "
        "compared with our mean, not with single runs."
    )


def _values(table: PublishedTable, cell: pd.Series, runs: pd.DataFrame | None) -> np.ndarray:
    if runs is None:
        return runs_of_cell(table.paper, table.number, cell["data"], cell["method"], cell["metric"])
    where = table.cells[["data", "method", "metric"]].eq(cell[["data", "method", "metric"]]).all(axis=1)
    return cell_runs(table, runs)[int(np.flatnonzero(where)[0])]
