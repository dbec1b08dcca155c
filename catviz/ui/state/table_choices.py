"""Choices in the link of which several pages know: which table is looked at, and what ends when another is chosen."""

from __future__ import annotations

from catviz.ui.labels import COLUMNS, PREPARE
from catviz.ui.state import controls, session

NONE = "none"
AS_VALUE, DROP_ROWS = "a value", "drop rows"
"""What links have for each way to treat missing values."""
FROM_FILE = "read from the file"
"""The row weights of a table with a column that was read as weights."""
CHANGE_WEIGHTS = f"To count every row once, change how the column of row weights is read, on the page {COLUMNS}."
WEIGH = (
    "Whole numbers only: they count as repeated rows. Survey weights are not counts: whole numbers of which nearly "
    "every row has another one, or which are large on rows of single cases, are rescaled, and nothing is tested. If "
    f"they have decimals, choose “row weights” for their column on the page {COLUMNS}, under {PREPARE}."
)
OF_ONE_TABLE = (
    "groups",
    "shown",
    "out",
    "weights",
    "missing",
    "column",
    "a",
    "b",
    "colour",
    "k",
    "group",
    "cross",
    "names",
    "saved",
    "compared",
)


def go(**choices) -> None:
    """Callback: make choices of any page or the sidebar before the next run; those of another table start anew."""
    if "data" in choices:
        forget()
    controls.choose(**choices)


def forget() -> None:
    """Callback: let the choices that belong to the table left behind start from their defaults."""
    session.AWAITED.take()
    session.SET_ASIDE.take()
    controls.forget(*OF_ONE_TABLE)


def show() -> None:
    """Callback: the table just chosen is shown, on a page that is about it."""
    forget()
    session.OPENS.put(COLUMNS)


ROWS_CHOSEN = "chosen"
"""The choice of rows (`catviz.ui.rows.saved`)."""
OWN_ORDER = "own"
"""The numbers of a column's values, from 1, in the order made by hand (`catviz.ui.orders.own_order`)."""
