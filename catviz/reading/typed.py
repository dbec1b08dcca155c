"""Columns that know what they are - numbers, dates, labelled codes, a declared order - as columns of text."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from catviz.reading.delimited import UnreadableError, too_many
from catviz.reading.inspected import InspectedFile, inspected
from catviz.reading.limits import Limits
from catviz.table.codebook import label_text
from catviz.table.column_roles import ColumnGuess

#: What a file may say of a column's cells.
ORDINAL, NOMINAL, LISTED, DATES, UNKNOWN = "ordinal", "nominal", "listed", "dates", ""


@dataclass(frozen=True, eq=False)
class TypedColumn:
    """A column as a file with types holds it.

    Attributes
    ----------
    name : str
    cells : sequence
        Its different cells: text, numbers, truth values, dates, or None.
    places : (n,) int array
        Each row's place among them, -1 where it has no value.
    declared : str
        What the file says of the cells: "ordinal" (a scale, in the order of ``cells``), "listed" (``cells`` are in the
        file's order, but no scale), "nominal" (they have no order), or nothing. "dates" are found out here.
    why : str
        How the file says so.
    full_text : str
        What the column is called in full.
    """

    name: str
    cells: Sequence[Any]
    places: np.ndarray
    declared: str = UNKNOWN
    why: str = ""
    full_text: str = ""


def inspected_columns(
    name: str, columns: Iterable[TypedColumn], n_rows: int, notes: Sequence[str], missing: Sequence[str], limits: Limits
) -> InspectedFile:
    """What typed columns hold, each with the role its type, its declaration or else its values suggest."""
    columns = [_dated(column) for column in columns]
    texts = ((column.name, texts_of(column.cells), column.places) for column in columns)
    read = inspected(name, texts, n_rows, notes, missing, limits)
    values = {label: tuple(cells.cat.categories) for label, cells in read.cells.items()}
    orders = {column.name: values[column.name] for column in columns if column.declared in (ORDINAL, LISTED, DATES)}
    guesses = tuple(
        _declared(guess, column, values[guess.name], limits)
        for guess, column in zip(read.columns, columns, strict=True)
    )
    full_texts = {column.name: column.full_text for column in columns if column.full_text}
    return replace(read, columns=guesses, orders=orders, full_texts=full_texts, typed=True)


def check_shape(name: str, n_rows: int, n_columns: int, limits: Limits) -> None:
    """UnreadableError where a table has no rows or columns, or more than the limits."""
    if not n_columns:
        raise UnreadableError(f"{name} has no columns: choose a file with at least one column and one row")
    if not n_rows:
        raise UnreadableError(f"{name} has column names but no rows: choose a file with at least one row")
    if n_columns > limits.columns:
        raise too_many(name, n_columns, "columns", limits)
    if n_rows > limits.rows:
        raise too_many(name, n_rows, "rows", limits)
    if n_rows * n_columns > limits.cells:
        raise UnreadableError(
            f"{name} has {n_rows * n_columns:,} cells, where {limits.cells:,} is the limit: leave out rows or columns"
        )


def check_unpacked(name: str, size: int, limits: Limits) -> None:
    """UnreadableError where a file is larger than the limit once it is unpacked."""
    if size > limits.unpacked:
        raise UnreadableError(
            f"{name} has {size / 2**20:,.0f} MB once unpacked, where {limits.unpacked / 2**20:,.0f} MB is the limit: "
            "leave out rows or columns and choose the smaller file"
        )


def texts_of(cells: Sequence[Any]) -> list[str | None]:
    """Cells as text: 2.0 as "2", dates as 2024-03-05, truth values as True and False; no value as None."""
    return [_text(cell) for cell in cells]


def _text(cell: Any) -> str | None:
    if cell is None or (not isinstance(cell, str | bytes) and pd.isna(cell)):
        return None
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(sep=" ")
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    return cell.decode("utf-8", "backslashreplace") if isinstance(cell, bytes) else label_text(cell)


def _dated(column: TypedColumn) -> TypedColumn:
    """A column of dates from the first to the last; a time of day is left off where every one is midnight."""
    dates = [cell for cell in column.cells if not pd.isna(cell)]
    if column.declared or not dates or not all(isinstance(cell, datetime.date) for cell in dates):
        return column
    to_day = all(map(_is_day, dates))
    texts = texts_of([None if pd.isna(cell) else _moment(cell, to_day) for cell in column.cells])
    rank = np.argsort([text or "" for text in texts], kind="stable")
    place = np.empty(len(rank) + 1, dtype=np.intp)
    place[rank], place[-1] = np.arange(len(rank)), -1
    return replace(column, cells=[texts[i] for i in rank], places=place[column.places], declared=DATES)


def _is_day(cell: datetime.date) -> bool:
    if not isinstance(cell, datetime.datetime):
        return True
    return cell.tzinfo is None and cell.time() == datetime.time() and not getattr(cell, "nanosecond", 0)


def _moment(cell: datetime.date, to_day: bool) -> datetime.date:
    if isinstance(cell, datetime.datetime):
        return cell.date() if to_day else cell
    return cell if to_day else datetime.datetime.combine(cell, datetime.time())


def _declared(guess: ColumnGuess, column: TypedColumn, values: tuple[str, ...], limits: Limits) -> ColumnGuess:
    """A guess by the values, mended by what the file declares."""
    n = len(values)
    if column.declared == UNKNOWN or n < 2 or n > limits.distinct or guess.role == "weight":
        return guess
    if column.declared == ORDINAL:
        return replace(guess, role="ordered", order=values, why=column.why)
    if column.declared == NOMINAL:
        return replace(guess, role="category", order=(), why=column.why) if guess.role != "left out" else guess
    if column.declared == DATES:
        return replace(guess, role="ordered", order=values, why="dates, by time") if guess.role == "category" else guess
    same_values = guess.role == "ordered" and set(guess.order) == set(values)
    if same_values and values in (guess.order, guess.order[::-1]):
        return replace(guess, order=values)
    return guess
