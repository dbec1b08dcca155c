"""Frames of any kind: pandas, Polars, Arrow and whatever else speaks Arrow, as one kind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from catviz.table.codebook import column_name, refuse_repeated


def is_frame(data: Any) -> bool:
    """True for a pandas DataFrame, a Polars DataFrame or LazyFrame, and a table that speaks Arrow."""
    return isinstance(data, pd.DataFrame) or hasattr(data, "__arrow_c_stream__") or _is_lazy(data)


def as_pandas(data: Any) -> pd.DataFrame:
    """A frame of any kind as a pandas DataFrame with text for column names.

    Arrow's PyCapsule interface is the common language: no library has to be known by name. Categories keep their
    order: a Polars Enum and an ordered Arrow dictionary become ordered Categoricals, also where a dictionary holds a
    value twice, or null. Whole numbers stay whole where cells are missing. A Polars LazyFrame is collected.

    Parameters
    ----------
    data : DataFrame (pandas or Polars), LazyFrame, Arrow table, or an object with ``__arrow_c_stream__``

    Raises
    ------
    ValueError
        A column name that occurs twice.
    TypeError
        Another kind of data.

    Examples
    --------
    >>> import pyarrow as pa
    >>> as_pandas(pa.table({"size": ["S", None]}))["size"].isna().tolist()
    [False, True]
    """
    if _is_lazy(data):
        data = data.collect()
    if len(getattr(data, "shape", (0, 0))) == 1:
        raise TypeError(f"a table is expected, not a {type(data).__name__}: make it a table of one column")
    if not isinstance(data, pd.DataFrame):
        data = _from_polars(data) if _is_polars(data) else _from_arrow(data)
    names = [column_name(name) for name in data.columns]
    refuse_repeated(names)
    return data.set_axis(names, axis=1)


def is_series(data: Any) -> bool:
    """True for a pandas Series, Index or array of its own types, a Polars Series, and an Arrow array."""
    if isinstance(data, pd.Series | pd.Index | pd.api.extensions.ExtensionArray):
        return True
    speaks_arrow = hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__")
    return speaks_arrow and not isinstance(data, pd.DataFrame) and len(getattr(data, "shape", (0,))) == 1


def as_series(values: Any) -> pd.Series:
    """One value for each row as a pandas Series, which keeps whole numbers whole where some are missing.

    Parameters
    ----------
    values : list, one-dimensional array, Series (pandas or Polars) or Arrow array
        Masked entries of a NumPy array are missing.
    """
    if not is_series(values) or isinstance(values, pd.Series | pd.Index | pd.api.extensions.ExtensionArray):
        return values if isinstance(values, pd.Series) else pd.Series(unmasked(values))
    if _is_polars(values):
        return as_pandas(values.to_frame("values")).iloc[:, 0]
    import pyarrow as pa

    column = pa.chunked_array(values) if hasattr(values, "__arrow_c_stream__") else pa.chunked_array([pa.array(values)])
    return _from_arrow(pa.table({"values": column}))["values"]


def unmasked(array: Any) -> Any:
    """A masked array as a plain one, of objects with None for the entries that are masked; anything else as it is."""
    if not isinstance(array, np.ma.MaskedArray):
        return array
    hidden = np.ma.getmaskarray(array)
    if not hidden.any():
        return np.asarray(array.data)
    cells = array.data.astype(object)
    cells[hidden] = None
    return cells


def _is_lazy(data: Any) -> bool:
    """True for a Polars LazyFrame, which has no rows before it is collected."""
    return _is_polars(data) and hasattr(data, "collect")


def _is_polars(data: Any) -> bool:
    return type(data).__module__.partition(".")[0] == "polars"


def _from_polars(data: Any) -> pd.DataFrame:
    """A Polars DataFrame by way of Arrow, which has no type for whole numbers of 128 bits: these go as text."""
    wide = [name for name, kind in data.schema.items() if str(kind) in _WIDE]
    frame = _from_arrow(data.cast(dict.fromkeys(wide, str)) if wide else data)
    for name in wide:
        numbers = [None if pd.isna(cell) else int(cell) for cell in frame[name]]
        narrow = all(number is None or abs(number) < 2**63 for number in numbers)
        whole = pd.Series(numbers, dtype="Int64" if narrow else object)
        frame[name] = whole if not narrow or whole.hasnans else whole.astype(np.int64)
    return frame


def _from_arrow(data: Any) -> pd.DataFrame:
    import pyarrow as pa  # a tenth of a second, which only tables that speak Arrow are worth

    if not hasattr(data, "__arrow_c_stream__"):
        raise TypeError(f"a table is expected, not a {type(data).__name__}: give a DataFrame or an Arrow table")
    try:
        table = data if isinstance(data, pa.Table) else pa.table(data)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise ValueError(f"Arrow has no type for a column ({error}): cast the column to text or numbers") from None
    refuse_repeated(table.column_names)
    kinds = {getattr(pa, name.lower())(): getattr(pd, f"{name}Dtype")() for name in _WHOLE}
    columns = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        if pa.types.is_nested(column.type):
            raise ValueError(f"column {name!r} has cells of several values: give each a column, or leave it out")
        if pa.types.is_decimal(column.type):
            column = column.cast(pa.float64())
        if pa.types.is_dictionary(column.type):
            columns[name] = _of_dictionary(column)
        else:
            columns[name] = column.to_pandas(types_mapper=kinds.get if column.null_count else None)
    return pd.DataFrame(columns, index=pd.RangeIndex(table.num_rows))


def _of_dictionary(column: Any) -> pd.Series:
    """An Arrow dictionary as a Categorical: each value of the dictionary once, and null as missing."""
    parts = [chunk.dictionary for chunk in column.chunks]
    if not any(part.null_count or len(part.unique()) < len(part) for part in parts):
        return column.to_pandas()
    cells = column.cast(column.type.value_type).to_pandas()
    values = pd.concat([part.drop_null().to_pandas() for part in parts]).unique()
    return pd.Series(pd.Categorical(cells, values, ordered=column.type.ordered))


_WIDE = ("Int128", "UInt128")
_WHOLE = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")
