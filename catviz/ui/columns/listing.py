"""Rows: the first rows of the table, as the data hold them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from catviz.table.codebook import MISSING
from catviz.ui.labels import TABLE_ROWS
from catviz.ui.state.view import View
from catviz.ui.text import short
from catviz.ui.widgets.charts import show_table
from catviz.words import columns as answers

QUESTION = "What do the rows look like?", "Each line is a row of the table, with ids and columns that are left out."
LISTED = 500
#: Pixels of a letter, around the text of a cell, and of a column at most; and of the table, if its page has no room of
#: its own for it.
_LETTER, _AROUND, _WIDEST, _HEIGHT = 6.4, 20, 420, 560


def section(view: View, say: Callable[[str], None]) -> None:
    """Show the first rows, and say how many there are."""
    frame = view.listed(np.arange(min(LISTED, view.table.n_rows)))
    say(answers.listed_rows(len(frame), view.n_rows, drawn=view.large is not None))
    frame.index = view.row_numbers[: len(frame)] + 1
    frame = frame.apply(lambda column: column.map(lambda cell: short(cell) if isinstance(cell, str) else cell))
    with st.container(key="listed", height=_HEIGHT, border=False):
        show_table(frame, height="stretch", column_config=_widths(frame), placeholder=MISSING, alt=TABLE_ROWS)


def _widths(frame: pd.DataFrame) -> dict[str, Any]:
    """Columns as wide as their longest text: by itself, a table looks at its first rows only."""
    longest = {name: max(len(str(name)), frame[name].astype(str).str.len().max()) for name in frame}
    return {
        name: st.column_config.Column(width=min(_WIDEST, round(_LETTER * letters) + _AROUND))
        for name, letters in longest.items()
    }
