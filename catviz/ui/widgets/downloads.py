"""What a page gives away: tables, and the code for what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

import pandas as pd
import streamlit as st

from catviz.export import code as scripts
from catviz.export import tables
from catviz.export.code import Piece
from catviz.parameters import in_words
from catviz.registry import method
from catviz.ui.state import session, uploads
from catviz.ui.state.cache import Fitted, Parameters
from catviz.ui.state.view import View
from catviz.ui.widgets import charts, mca_tables

Tables = Mapping[str, Callable[[], pd.DataFrame]]
#: What makes a file, by its ending.
Kinds = Mapping[str, Callable[[], str | bytes]]
FOR_EXCEL = "CSV for Excel"
EXCEL_HELP = (
    "A CSV file that Excel opens with umlauts and accents intact. Its cells are separated by semicolons if those of "
    "your own file are, as Excel expects in many countries."
)


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
    settings = dict(parameters)
    if "random_state" in method(name).cls().get_params():
        settings["random_state"] = view.seed
    return scripts.learn(name, settings, view.classes_known, view.large is not None)


def geometry_tables(learned: Fitted, name: str | None = None) -> dict[str, Callable[[], pd.DataFrame]]:
    """Distances and coordinates of the values, as tables by title."""
    estimator, name = learned.estimator, name or learned.method.short
    return {
        f"Distances between values, {name}": lambda: estimator.value_distances_.to_frame(),
        f"Coordinates of values, {name}": lambda: estimator.value_embedding_.to_frame(),
    }


def offer_values(view: View, compared: Iterable[Fitted], column: str, pair: tuple[str, str]) -> None:
    """Offer what methods learned of the values; one method with several parameters is named with them."""
    compared = list(compared)
    for fitted in compared:
        short, same = fitted.method.short, [other for other in compared if other.method is fitted.method]
        settings = "; ".join(in_words(fitted.method.cls, name, value) for name, value in fitted.parameters)
        tables, pieces = geometry_tables(fitted, f"{short}, {settings}" if len(same) > 1 else short), []
        if mca_tables.applies(view, fitted):
            tables |= mca_tables.downloads_of(view, fitted)
            pieces.append(scripts.correspondence(view.shown is not None, view.large is not None))
        offer(tables, [learning(view, fitted), scripts.values(column, *pair), *pieces])


def csv_button(label: str, frame: pd.DataFrame, file: str) -> None:
    """Offer the numbers behind a figure as a file."""
    st.download_button(label, partial(tables.table_csv, frame), file, "text/csv", on_click="ignore", width="stretch")


def csv_buttons(table: pd.DataFrame | Callable[[], pd.DataFrame], label: str, file: str) -> None:
    """Offer a table, or what makes it, as CSV, and as CSV that Excel reads as UTF-8."""
    for words, name, excel in ((label, file, False), (FOR_EXCEL, f"excel-{file}", True)):
        st.download_button(
            words,
            partial(as_csv, table, excel),
            name,
            "text/csv",
            key=f"download-{name}",
            help=EXCEL_HELP if excel else None,
            on_click="ignore",
            width="stretch",
        )


def as_csv(table: pd.DataFrame | Callable[[], pd.DataFrame], excel: bool = False) -> bytes:
    """A table as a file that spreadsheets open; for Excel with a byte order mark, or it would not read UTF-8."""
    frame = table if isinstance(table, pd.DataFrame) else table()
    upload = uploads.current()
    semicolons = excel and upload is not None and upload.inspected.delimiter == ";"
    return tables.table_csv(frame, ";" if semicolons else ",").encode("utf-8-sig" if excel else "utf-8", "replace")
