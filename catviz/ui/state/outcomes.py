"""The outcome: the one column of known classes that all pages compare with, chosen in the sidebar or on Columns."""

from __future__ import annotations

from catviz.reading.prepared import Prepared
from catviz.reading.recipe import Recipe
from catviz.reading.steps import Role
from catviz.table.categorical import CategoricalTable
from catviz.table.likely_outcomes import evident_outcome, likely_outcomes
from catviz.ui.state import controls
from catviz.ui.state.table_choices import NONE
from catviz.ui.state.view import View

KEY = "groups"
"""Of the link; in older ones the page Columns had an outcome of its own."""


def declared(table: CategoricalTable) -> str | None:
    """The column that a data set, or a recipe, declares as the known classes."""
    return None if table.target_name is None or table.n_classes < 2 else table.target_name


def evident(table: CategoricalTable, prepared: Prepared | None, recipe: Recipe) -> str | None:
    """The column of a file that is taken as the outcome unasked, unless one is declared or its role was set by hand."""
    if prepared is None or declared(table) is not None:
        return None
    by_hand = {step.column for step in recipe.steps if isinstance(step, Role)}
    return evident_outcome(table, by_hand | _kept(prepared))


def options(table: CategoricalTable, prepared: Prepared | None) -> list[str]:
    """What can be chosen: the column declared, none, and every other column that is drawn."""
    own = declared(table)
    shown = () if prepared is None else prepared.shown
    further = [name for name in shown if prepared is not None and name not in _kept(prepared)]
    return [*([] if own is None else [own]), NONE, *table.attributes, *further]


def candidates(view: View) -> list[str]:
    """Columns that may be the outcome, the likeliest first."""
    if view.whole is None:
        return []
    own, kept = declared(view.whole), set(view.kept_selections)
    likely = [name for name in likely_outcomes(view.whole) if name not in kept]
    return likely if own is None else [own, *likely]


def choose(column: str) -> None:
    """Callback: explain this column from now on, on all pages."""
    controls.choose(**{KEY: column})
    forget()


def forget() -> None:
    """Callback: another outcome has values of its own, and is crossed with what goes with it most."""
    controls.forget("group", "cross")


def _kept(prepared: Prepared) -> set[str]:
    return {column.name for column in prepared.draft.columns if column.of_choice}
