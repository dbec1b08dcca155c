"""Published results without chance beside ours: sizes of data sets, and numbers of calls."""

from __future__ import annotations

from catviz.published.badges import DIFFERS, NONE
from catviz.published.results import counts_of
from catviz.published.tables import PublishedTable
from catviz.ui.compare.cells import draw_cells
from catviz.ui.text import plain


def section(table: PublishedTable, look: str) -> None:
    """The table beside ours."""
    found = counts_of(table.paper, table.number)
    of_calls = found["method"].any()
    found = found.assign(row=found["method" if of_calls else "data"], column=found["metric"])
    whys = [_why(table, cell) for cell in found.to_dict("records")]
    notes = [f"From {plain(table.source)}; ours from the files that come with catviz."]
    draw_cells(found.assign(why=whys), look, notes, table)


def _why(table: PublishedTable, cell: dict) -> str:
    if cell["badge"] == NONE:
        return "The set is not bundled."
    known = (table.deviations.get(cell["row"]), table.deviations.get(cell["column"]))
    return " ".join(text for text in known if text) if cell["badge"] == DIFFERS else ""
