"""Columns that know what they are - numbers, dates, labelled codes, a declared order - as columns of text."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from catviz.reading.delimited import UnreadableError, too_many
from catviz.reading.doubts import COLUMN, Answer, Question
from catviz.reading.inspected import InspectedFile, inspected
from catviz.reading.limits import Limits
from catviz.reading.steps import Merge, RenameValues, Step
from catviz.table.cells import as_moment, is_day, texts_of
from catviz.table.codebook import MissingTokens
from catviz.table.column_roles import ColumnGuess
from catviz.table.dates import as_date, date_forms

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
    tokens, doubts, notes = MissingTokens(missing), [], list(notes)
    columns = list(columns)
    for i, column in enumerate(columns):
        columns[i], doubt, note = _dated(column, tokens)
        doubts += doubt
        notes += note
    texts = ((column.name, texts_of(column.cells), column.places) for column in columns)
    read = inspected(name, texts, n_rows, notes, missing, limits)
    values = {label: tuple(cells.cat.categories) for label, cells in read.cells.items()}
    orders = {column.name: values[column.name] for column in columns if column.declared in (ORDINAL, LISTED, DATES)}
    guesses = tuple(
        _declared(guess, column, values[guess.name], limits)
        for guess, column in zip(read.columns, columns, strict=True)
    )
    full_texts = {column.name: column.full_text for column in columns if column.full_text}
    return replace(
        read, columns=guesses, orders=orders, full_texts=full_texts, typed=True, doubts=(*doubts, *read.doubts)
    )


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


def _dated(column: TypedColumn, tokens: MissingTokens) -> tuple[TypedColumn, list[Question], list[str]]:
    """(a column of dates from the first to the last, a question and a note on dates that are text).

    A time of day is left off where every one is midnight. Texts that are dates in one form alone are dates; where the
    day or the month may be first, this is asked.
    """
    cells = [None if not isinstance(cell, str) and pd.isna(cell) else cell for cell in column.cells]
    dates = [cell for cell in cells if isinstance(cell, datetime.date)]
    others = [cell for cell in cells if cell is not None and not isinstance(cell, datetime.date)]
    if column.declared or not dates or not all(isinstance(cell, str) for cell in others):
        return column, [], []
    texts = list(dict.fromkeys(cell.strip() for cell in others if cell.strip() not in tokens))
    to_day = all(map(is_day, dates))
    forms = date_forms(texts) if texts and not any(":" in text for text in texts) else ()
    moments = [as_moment(cell, to_day) if isinstance(cell, datetime.date) else cell for cell in cells]
    if len(forms) == 1:
        by_text = {text: _from_text(text, forms[0], to_day) for text in texts}
        moments = [by_text.get(cell.strip(), cell) if isinstance(cell, str) else cell for cell in moments]
    written = texts_of(moments)
    column = replace(column, cells=written)
    if texts and len(forms) != 1:
        return column, _about_dates(column.name, texts, forms, {each for each in written if each}), []
    rank = np.argsort([text or "" for text in written], kind="stable")
    place = np.empty(len(rank) + 1, dtype=np.intp)
    place[rank], place[-1] = np.arange(len(rank)), -1
    column = replace(column, cells=[written[i] for i in rank], places=place[column.places], declared=DATES)
    note = (
        f"Column {column.name!r} has dates and dates that are text, such as {texts[0]!r}: all are dates."
        if texts
        else ""
    )
    return column, [], [note] if note else []


def _from_text(text: str, form: str, to_day: bool) -> datetime.date:
    day = as_date(text, form)
    assert day is not None
    return as_moment(day, to_day)


def _about_dates(name: str, texts: Sequence[str], forms: Sequence[str], written: set[str]) -> list[Question]:
    """Whether the day or the month is first in dates that are text."""
    if len(forms) < 2:
        return []
    answers = []
    for form in forms:
        by_day: dict[str, list[str]] = {}
        for text in texts:
            if (day := as_date(text, form)) is not None:
                by_day.setdefault(day.isoformat(), [day.isoformat()] if day.isoformat() in written else []).append(text)
        alone = tuple((same[0], day) for day, same in by_day.items() if len(same) == 1)
        steps: list[Step] = [RenameValues(name, alone)] if alone else []
        steps += [Merge(name, tuple(same), day) for day, same in by_day.items() if len(same) > 1]
        answers.append(Answer(form.capitalize(), tuple(steps)))
    words = f"some dates in {name} are text, such as {texts[0]!r}: is the day or the month first?"
    return [Question(f"dates as text: {name}", words, tuple(answers), (name,), "Text", COLUMN)]


def _declared(guess: ColumnGuess, column: TypedColumn, values: tuple[str, ...], limits: Limits) -> ColumnGuess:
    """A guess by the values, mended by what the file declares."""
    n = len(values)
    if column.declared == UNKNOWN or n < 2 or n > limits.distinct or guess.role == "weight":
        return guess
    if column.declared == ORDINAL:
        return replace(guess, role="ordered", order=values, why=column.why)
    if column.declared == LISTED and guess.use == "id" and n == (column.places >= 0).sum():
        return replace(guess, role="category", order=(), use="", why=f"text, {n:,} different values")
    if column.declared == NOMINAL:
        return replace(guess, role="category", order=(), why=column.why) if guess.role != "left out" else guess
    if column.declared == DATES:
        if guess.use == "id" and not date_forms(values):
            return replace(guess, use="", why=f"dates from {values[0]} to {values[-1]}, nearly all of them different")
        return replace(guess, role="ordered", order=values, why="dates, by time") if guess.role == "category" else guess
    same_values = guess.role == "ordered" and set(guess.order) == set(values)
    if same_values and values in (guess.order, guess.order[::-1]):
        return replace(guess, order=values)
    return guess
