"""Compare, Published: the runs of one cell, with the printed figure."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from catviz.plots import published as draw
from catviz.published.badges import DIFFERS
from catviz.published.results import KEPT, runs_of_cell
from catviz.published.tables import PublishedTable
from catviz.ui.compare.cells import full_names, in_full
from catviz.ui.state import controls
from catviz.ui.text import counted, plain
from catviz.ui.widgets import charts


def section(table: PublishedTable, cells: pd.DataFrame) -> None:
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
