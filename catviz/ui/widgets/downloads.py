"""What a page gives away: tables, and the code for what it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import pandas as pd

from catviz.export import code as scripts
from catviz.export.code import Piece
from catviz.registry import method
from catviz.ui.state import session
from catviz.ui.state.cache import Fitted, Parameters
from catviz.ui.state.view import View
from catviz.ui.widgets import charts

Tables = Mapping[str, Callable[[], pd.DataFrame]]
Kinds = Mapping[str, Callable[[], str | bytes]]
"""What makes a file, by its ending."""


def begin() -> None:
    """Start a run: nothing is offered yet."""
    session.OFFERED.put(({}, {}, []))
    session.ABOUT.take()
    session.ABOUT_OTHERS.take()


def offer(tables: Tables, pieces: Sequence[Piece], others: Mapping[str, Kinds] = MappingProxyType({})) -> None:
    """Add tables, by title and made when they are asked for, and pieces of code to what the page gives away.

    ``others`` holds further kinds of file for some of the titles.
    """
    offered, further, code = session.OFFERED.get()
    offered.update(tables)
    further.update(others)
    code.extend(pieces)


def about(view: View) -> None:
    """Say that the page shows a whole table of its own, whatever the sidebar has: files are about that one."""
    session.ABOUT.put(view)
    charts.name_after(view.info.name)


def about_others() -> None:
    """Say that the page shows results of other tables than the sidebar's, which it names itself."""
    session.ABOUT_OTHERS.put(True)


def offered() -> tuple[dict, dict[str, Kinds], list[Piece]]:
    """Tables by title, further kinds of file for some of them, and pieces of code."""
    return session.OFFERED.get()


def about_own() -> View | None:
    """The table of its own that the page shows, if it said so."""
    return session.ABOUT.get()


def learning(view: View, learned: Fitted) -> Piece:
    """The code that fits the method."""
    return fitting(view, learned.method.name, learned.parameters)


def fitting(view: View, name: str, parameters: Parameters) -> Piece:
    """The code that fits a method with its parameters."""
    given = dict(parameters)
    if "random_state" in method(name).cls().get_params():
        given["random_state"] = view.seed
    return scripts.learn(name, given, view.classes_known, view.large is not None)


def geometry_tables(learned: Fitted, name: str | None = None) -> dict[str, Callable[[], pd.DataFrame]]:
    """Distances and coordinates of the values, as tables by title."""
    estimator, name = learned.estimator, name or learned.method.short
    return {
        f"Distances between values, {name}": lambda: estimator.value_distances_.to_frame(),
        f"Coordinates of values, {name}": lambda: estimator.value_embedding_.to_frame(),
    }
