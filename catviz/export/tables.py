"""What leaves the explorer: tables as CSV, safe to open in a spreadsheet, and Parquet; orders of values also as JSON
and pandas code."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from catviz.geometry.value_geometries import ValueOrder
from catviz.table.codebook import MISSING

_FORMULA = "=+-@\t\r"
#: Numbers and lone signs begin as formulas do, and are none.
_NO_FORMULA = re.compile(r"[+-]+|[+-](?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)?(?:\s?[%€$£])?", re.ASCII)

_CODE = '''"""Gives the columns of a DataFrame the orders that catviz learned."""

import pandas as pd

ORDERS = {orders}


def ordered(df: pd.DataFrame) -> pd.DataFrame:
    """A copy of the frame with these columns as ordered Categoricals; values not listed become missing."""
    df = df.copy()
    for column, values in ORDERS.items():
        text = df[column].map(as_text, na_action="ignore").astype(object).where(df[column].notna(), {missing})
        df[column] = pd.Categorical(text.where(text.isin(values), None), categories=values, ordered=True)
    return df


def as_text(value) -> str:
    """A value as catviz names it: whole numbers without decimals."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
'''


def guarded(text: str) -> str:
    """A cell that a spreadsheet shows as text: one that starts like a formula gets a leading apostrophe.

    A number such as -2 is no formula, nor is a sign alone: a scale of -2 to +2 leaves as it is.

    Examples
    --------
    >>> guarded("=1+1"), guarded("odor"), guarded("-2"), guarded("-2+a")
    ("'=1+1", 'odor', '-2', "'-2+a")
    """
    return f"'{text}" if text[:1] and text[0] in _FORMULA and not _NO_FORMULA.fullmatch(text) else text


def table_csv(frame: pd.DataFrame, delimiter: str = ",") -> str:
    """A table as CSV, without its index; column names and cells of text are guarded.

    Examples
    --------
    >>> print(table_csv(pd.DataFrame({"n": [-1], "a": ["=1+1"]})), end="")
    n,a
    -1,'=1+1
    """
    text = frame.astype(object).map(lambda v: guarded(v) if isinstance(v, str) else v)
    return text.rename(columns=lambda name: guarded(str(name))).to_csv(index=False, sep=delimiter, lineterminator="\n")


def table_parquet(frame: pd.DataFrame) -> bytes:
    """A table as a Parquet file, without its index; nothing is guarded."""
    return frame.rename(columns=str).to_parquet(None, index=False)


def orders_table(order: ValueOrder) -> pd.DataFrame:
    """One row per value, in order: ``column``, ``rank`` from 1, ``value``. `ValueOrder.from_frame` reads it back."""
    parts = [
        pd.DataFrame({"column": a, "rank": np.arange(1, len(order.labels(a)) + 1), "value": order.labels(a)})
        for a in order.codebook.attributes
    ]
    return pd.concat(parts, ignore_index=True)


def orders_json(orders: Mapping[str, Sequence[str]]) -> str:
    """Orders as JSON: an object with the list of each column's values in order.

    Examples
    --------
    >>> print(orders_json({"size": ["S", "M"]}))
    {
      "size": [
        "S",
        "M"
      ]
    }
    """
    return json.dumps({column: list(values) for column, values in orders.items()}, ensure_ascii=False, indent=2)


def orders_code(orders: Mapping[str, Sequence[str]], missing: str = MISSING) -> str:
    """Python that gives a DataFrame's columns these orders, as ordered Categoricals.

    Missing cells count as the value ``missing`` where a column lists it, as they do in every fit.
    """
    lines = [f"    {column!r}: {list(values)!r},\n" for column, values in orders.items()]
    return _CODE.format(orders="{\n" + "".join(lines) + "}", missing=repr(missing))
