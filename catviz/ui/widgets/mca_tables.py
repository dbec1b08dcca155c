"""The tables that an MCA is read from, on every page that shows one: inertia, values, columns and rows on its axes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache as once
from functools import partial

import pandas as pd

from catviz.embeddings.mca import MCA
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts
from catviz.ui.labels import MAP_OF_VALUES, SIMILAR
from catviz.ui.labels import VALUES as VALUES_PAGE
from catviz.ui.state import cache, controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.widgets import panels
from catviz.ui.widgets.two_methods import NONE

#: Axes that can be chosen.
MOST_AXES = 10
MORE_OF_MCA = f"This MCA in detail (page {VALUES_PAGE})"


@dataclass(frozen=True, eq=False)
class AxesTables:
    """The tables of an analysis; supplementary columns and known classes are in those of the values and columns."""

    inertia: pd.DataFrame
    values: pd.DataFrame
    columns: pd.DataFrame


def applies(view: View, learned: Fitted) -> bool:
    """Whether a method is MCA and the table has two axes or more."""
    if not isinstance(learned.estimator, MCA):
        return False
    # all axes of a wide table take seconds: they are worked out where one says nothing of a second
    return len(learned.estimator.eigenvalues_) > 1 or len(tables_of(view, learned).inertia) > 1


def door(view: View, learned: Fitted) -> None:
    """Show a button that opens the analysis on Values, for a page that maps rows under it."""
    if not applies(view, learned):
        return
    choices = {"method": learned.method.name, "second": NONE, "look": MAP_OF_VALUES, "values": SIMILAR, "space": "2-D"}
    help = f"Opens the page {VALUES_PAGE}. MCA is then the method chosen on other pages, too."
    panels.door(MORE_OF_MCA, "values", controls.choose, kwargs=choices, help=help, width="stretch")


def downloads_of(view: View, learned: Fitted) -> dict[str, Callable[[], pd.DataFrame]]:
    """The tables of the analysis, by title, made when they are asked for."""
    everything = cache.every_column(view)
    tables = once(partial(_tables, learned, everything))
    return {
        "Inertia of the axes, MCA": lambda: tables().inertia,
        "Values on the axes, MCA": lambda: tables().values,
        "Columns on the axes, MCA": lambda: tables().columns,
        "Rows on the axes, MCA": lambda: _rows(view, learned, int(tables().values["axis"].max())),
    }


@cache.by_content(8)
def tables_of(view: View, learned: Fitted) -> AxesTables:
    """The tables on the first axes; those of values and columns are empty where there is one axis only."""
    return _tables(learned, cache.every_column(view))


def _tables(learned: Fitted, everything: CategoricalTable | Counts) -> AxesTables:
    estimator = learned.estimator
    inertia = estimator.inertia()
    if len(inertia) < 2:
        return AxesTables(inertia, pd.DataFrame(), pd.DataFrame())
    most = min(MOST_AXES, len(inertia))
    return AxesTables(inertia, estimator.values(everything, most), estimator.columns(everything, most))


def _rows(view: View, learned: Fitted, n_axes: int) -> pd.DataFrame:
    rows = learned.estimator.rows(view.table, n_axes)
    return rows.assign(row=view.row_numbers[rows["row"]] + 1)
