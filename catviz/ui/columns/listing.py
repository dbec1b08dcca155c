"""Rows: the first rows of the table, as the data hold them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st

from catviz.table.codebook import MISSING
from catviz.ui.labels import TABLE_ROWS
from catviz.ui.state.view import View
from catviz.ui.text import short
from catviz.ui.widgets.charts import show_table
from catviz.words import answers

QUESTION = "What do the rows look like?", "Each line is a row of the table, with ids and columns that are left out."
LISTED = 500


def section(view: View, say: Callable[[str], None]) -> None:
    """Show the first rows, and say how many there are."""
    frame = view.listed(np.arange(min(LISTED, view.table.n_rows)))
    say(answers.listed_rows(len(frame), view.n_rows, drawn=view.large is not None))
    frame.index = view.row_numbers[: len(frame)] + 1
    frame = frame.apply(lambda column: column.map(lambda cell: short(cell) if isinstance(cell, str) else cell))
    with st.container(key="listed"):
        show_table(frame, height=560, placeholder=MISSING, alt=TABLE_ROWS)
