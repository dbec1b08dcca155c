"""Cells of a frame as what they are - numbers, truth values, dates or text - whatever the type of their column."""

from __future__ import annotations

import datetime
import numbers
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import pandas as pd

from catviz.table.codebook import MISSING_TOKENS, MissingTokens, label_text

_TOKENS = MissingTokens(MISSING_TOKENS)


def natural(column: pd.Series) -> pd.Series:
    """A column as what its cells are: numbers, truth values, or text, as which dates are written.

    An object column of numbers (Decimal too) or truth values becomes one of these; cells such as "?" beside them are
    missing. Dates and moments become text as files have it, which sorts by time, durations seconds, bytes the text
    that they are in UTF-8. Periods become an ordered Categorical; a declared one stays.

    Raises
    ------
    ValueError
        A number that is infinite, or a cell that holds several values.

    Examples
    --------
    >>> from decimal import Decimal
    >>> natural(pd.Series([Decimal("1.5"), "?", 2], dtype=object)).tolist()
    [1.5, nan, 2.0]
    >>> natural(pd.to_datetime(pd.Series(["2024-03-01", None]))).tolist()
    ['2024-03-01', None]
    """
    if isinstance(column.dtype, pd.CategoricalDtype):
        return column
    if pd.api.types.is_datetime64_any_dtype(column.dtype):
        return _with_text(column)
    if pd.api.types.is_timedelta64_dtype(column.dtype):
        return column.dt.total_seconds()
    if isinstance(column.dtype, pd.PeriodDtype):
        return column.astype(pd.CategoricalDtype(column.dropna().sort_values().unique(), ordered=True))
    if column.dtype != object:
        return _finite(column)
    if pd.api.types.infer_dtype(column, skipna=True) in ("string", "empty"):
        return column
    if any(isinstance(cell, list | dict | set | np.ndarray) for cell in column):
        raise ValueError(f"column {column.name!r} has cells of several values: give each a column, or leave it out")
    bare = column
    kind = _kind_of(bare)
    if kind is None:
        bare = without_tokens(column)
        kind = None if bare is column else _kind_of(bare)
    if kind is bytes:
        return column.map(lambda cell: cell.decode("utf-8", "replace"), na_action="ignore")
    if kind is bool:
        return bare.astype("boolean" if bare.isna().any() else bool)
    if kind is int:
        fit = all(abs(cell) < 2**63 for cell in bare if not pd.isna(cell))
        return bare.astype("Int64" if bare.isna().any() else "int64") if fit else bare
    if kind is float:
        floats = [np.nan if pd.isna(cell) else float(cell) for cell in bare]
        return _finite(pd.Series(floats, column.index, name=column.name, dtype=float))
    return _with_text(bare) if kind is datetime.date else column


def _kind_of(column: pd.Series) -> type | None:
    """What all cells of an object column are: bytes, bool, int, float or date; None for text and others."""
    kinds = {type(cell) for cell in column[column.notna()]}
    if not kinds or str in kinds:
        return None
    if kinds == {bytes}:
        return bytes
    if kinds <= {bool, np.bool_}:
        return bool
    for base, kind in ((numbers.Integral, int), (numbers.Number, float), (datetime.date, datetime.date)):
        if all(issubclass(each, base) and not issubclass(each, bool | np.bool_ | complex) for each in kinds):
            return kind
    return None


def without_tokens(column: pd.Series, but: Collection[str] = ()) -> pd.Series:
    """A column without the cells of text that files read as missing; the column itself where there are none."""
    if pd.api.types.is_numeric_dtype(column) or isinstance(column.dtype, pd.CategoricalDtype):
        return column
    tokens = [v for v in pd.unique(column).tolist() if is_token(v) and v not in but]
    return column.mask(column.isin(tokens), None) if tokens else column


def is_token(cell: Any) -> bool:
    """True for text that files read as missing."""
    return isinstance(cell, str) and cell.strip() in _TOKENS


def texts_of(cells: Sequence[Any]) -> list[str | None]:
    """Cells as text: 2.0 as "2", dates as 2024-03-05, truth values as True and False; no value as None."""
    return [_text(cell) for cell in cells]


def is_day(cell: datetime.date) -> bool:
    """True for a date, and a moment that is a midnight of no zone."""
    if not isinstance(cell, datetime.datetime):
        return True
    return cell.tzinfo is None and cell.time() == datetime.time() and not getattr(cell, "nanosecond", 0)


def as_moment(cell: datetime.date, to_day: bool) -> datetime.date:
    """A date or a moment as a date alone, or as a moment."""
    if isinstance(cell, datetime.datetime):
        return cell.date() if to_day else cell
    return cell if to_day else datetime.datetime.combine(cell, datetime.time())


def _finite(column: pd.Series) -> pd.Series:
    kind = pd.api.types
    are_reals = kind.is_numeric_dtype(column) and not kind.is_bool_dtype(column) and not kind.is_complex_dtype(column)
    if are_reals and np.isinf(column.to_numpy(dtype=float, na_value=np.nan)).any():
        raise ValueError(f"column {column.name!r} has infinite numbers: make them missing, or leave it out")
    return column


def _with_text(column: pd.Series) -> pd.Series:
    """Dates and moments as text; a time of day only if at least one has one."""
    places, distinct = pd.factorize(column)
    moments = list(pd.Series(distinct).astype(object))
    to_day = all(map(is_day, moments))
    texts = np.array([*texts_of([as_moment(cell, to_day) for cell in moments]), None], dtype=object)
    return pd.Series(texts[places], index=column.index, name=column.name, dtype=object)


def _text(cell: Any) -> str | None:
    if cell is None or (not isinstance(cell, str | bytes) and pd.isna(cell)):
        return None
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(sep=" ")
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    return cell.decode("utf-8", "backslashreplace") if isinstance(cell, bytes) else label_text(cell)
