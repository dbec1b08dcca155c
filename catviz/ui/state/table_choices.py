"""Choices in the link of which several pages know: the table and its outcome, and what ends with another table."""

from __future__ import annotations

from catviz.reading.prepared import Prepared
from catviz.reading.recipe import Recipe
from catviz.reading.steps import Role
from catviz.table.categorical import CategoricalTable
from catviz.table.likely_outcomes import evident_outcome
from catviz.ui.labels import COLUMNS, OVERVIEW, PREPARE
from catviz.ui.state import controls, link, session

NONE = "none"
#: What links have for each way to treat missing values.
AS_VALUE, DROP_ROWS = "a value", "drop rows"
#: The row weights of a table with a column that was read as weights.
FROM_FILE = "read from the file"
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
    "numbers",
)
#: Of the link; in older ones the page Columns had an outcome of its own.
OUTCOME_KEY = "groups"


def go(**choices) -> None:
    """Callback: make choices of any page or the sidebar before the next run; those of another table start anew."""
    if "data" in choices:
        forget()
    controls.choose(**choices)


def forget() -> None:
    """Callback: let the choices that belong to the table left behind start from their defaults."""
    session.AWAITED.take()
    session.SET_ASIDE.take()
    link.forget(*OF_ONE_TABLE)


def show() -> None:
    """Callback: the table just chosen is shown, on a page that is about it."""
    forget()
    session.OPENS.put(OVERVIEW)


#: The choice of rows (`catviz.ui.map.saved`).
ROWS_CHOSEN = "chosen"
#: The numbers of a column's values, from 1, in the order made by hand (`catviz.ui.orders.own_order`).
OWN_ORDER = "own"


def declared_outcome(table: CategoricalTable) -> str | None:
    """The column that a data set, or a recipe, declares as the known classes."""
    return None if table.target_name is None or table.n_classes < 2 else table.target_name


def taken_as_outcome(table: CategoricalTable, prepared: Prepared | None, recipe: Recipe) -> str | None:
    """The column of a file that is taken as the outcome unasked, unless one is declared or its role was set by hand."""
    if prepared is None or declared_outcome(table) is not None:
        return None
    by_hand = {step.column for step in recipe.steps if isinstance(step, Role)}
    return evident_outcome(table, by_hand | _of_choice(prepared))


def outcome_options(table: CategoricalTable, prepared: Prepared | None) -> list[str]:
    """What can be chosen: the column declared, none, and every other column that is drawn."""
    declared = declared_outcome(table)
    shown = () if prepared is None else prepared.shown
    further = [name for name in shown if prepared is not None and name not in _of_choice(prepared)]
    return [*([] if declared is None else [declared]), NONE, *table.attributes, *further]


def choose_outcome(column: str) -> None:
    """Callback: explain this column from now on, on all pages."""
    controls.choose(**{OUTCOME_KEY: column})
    forget_outcome()


def forget_outcome() -> None:
    """Callback: another outcome has values of its own, and is crossed with what goes with it most."""
    link.forget("group", "cross")


def _of_choice(prepared: Prepared) -> set[str]:
    return {column.name for column in prepared.draft.columns if column.of_choice}
