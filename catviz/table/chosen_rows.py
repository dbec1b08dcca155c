"""Rows that are chosen: a mask of whatever type, or row numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from catviz.table.frames import as_series, is_frame, is_series, unmasked


class NoSuchRow(IndexError, ValueError):
    """A row number beyond the last row: an IndexError too, which ends a loop over rows."""


def chosen_rows(selected: Any, n: int, index: pd.Index | None = None) -> np.ndarray:
    """(n,) bool: the rows that a mask or row numbers choose.

    Parameters
    ----------
    selected : (n,) mask, row numbers, slice, or labels of the index
        A mask holds truth values, or 0 and 1, of any type: a list, an array, a Series (pandas or Polars), an Arrow
        array. A row whose entry is missing is not chosen. A pandas Index holds labels of ``index``.
    n : int
        How many rows there are.
    index : Index, optional
        That of the frame: a Series with the same labels in another order is brought into its order.

    Raises
    ------
    ValueError
        Neither a mask of n rows nor row numbers; a Series whose labels are not those of the rows; 0 and 1 of so few
        rows that they may be both.

    Examples
    --------
    >>> chosen_rows([True, None, False], 3).tolist(), chosen_rows([2], 3).tolist(), chosen_rows([0, 1, 1], 3).tolist()
    ([True, False, False], [False, False, True], [False, True, True])
    """
    if isinstance(selected, pd.Index) and index is not None and selected.dtype != bool:
        selected = index.get_indexer_for(selected)
        if (selected < 0).any():
            raise ValueError("the index chosen holds labels that the rows lack: give a mask, True for each row chosen")
    mask = np.zeros(n, dtype=bool)
    if isinstance(selected, slice):
        mask[selected] = True
        return mask
    rows = mask_or_numbers(_in_order(selected, n, index), n)
    if rows.dtype != bool and len(rows) == n and np.isin(rows, (0, 1)).all():
        if len(np.unique(rows)) == n > 0:
            raise ValueError(f"{rows.tolist()} may be a mask or row numbers: give a mask as True and False")
        rows = rows == 1
    mask[rows] = True
    return mask


def mask_or_numbers(selected: Any, n: int) -> np.ndarray:
    """(n,) bool, False where an entry is missing, or (m,) row numbers, which may repeat; ValueError for anything else.

    Whole numbers are row numbers here, 0 and 1 too.
    """
    entries = _entries(selected)
    if entries.ndim != 1:
        raise ValueError(f"the rows chosen have shape {entries.shape}: give a mask of the rows, or row numbers")
    known = ~pd.isna(entries)
    if entries.dtype == object:
        kinds = {isinstance(v, bool | np.bool_) for v in entries[known]}
        if kinds == {True}:
            entries = np.where(known, entries, False).astype(bool)
        elif kinds == {False} and known.all() and all(isinstance(v, int | np.integer) for v in entries):
            entries = entries.astype(np.intp)
    elif entries.dtype.kind == "f" and len(entries) == n and np.isin(entries[known], (0, 1)).all():
        entries = entries == 1
    if not len(entries) or not known.any() and len(entries) == n:
        return np.zeros(len(entries), dtype=bool if len(entries) == n else np.intp)
    if entries.dtype.kind == "b":
        if len(entries) != n:
            raise ValueError(f"the mask has {len(entries)} entries for {n} rows: give one for each row")
        return entries
    if entries.dtype.kind not in "iu":
        raise ValueError(
            f"rows are chosen by {', '.join(map(repr, entries[known][:1].tolist())) or 'missing entries'}: give a "
            "mask, True for each row chosen, or row numbers"
        )
    wrong = entries[(entries < -n) | (entries >= n)]
    if wrong.size:
        raise NoSuchRow(f"there is no row {wrong[0]} among {n} rows, which count from 0: give row numbers, or a mask")
    return entries


def _entries(selected: Any) -> np.ndarray:
    """The entries as an array; missing ones make it one of objects, of types that are not NumPy's."""
    if is_series(selected):
        column = as_series(selected)
        return column.to_numpy() if isinstance(column.dtype, np.dtype) else column.astype(object).to_numpy()
    if is_frame(selected):
        raise ValueError("rows are chosen by a frame: give one of its columns, True for each row chosen")
    if isinstance(selected, list | tuple):
        entries = np.empty(len(selected), dtype=object)
        entries[:] = selected
        return entries
    return np.atleast_1d(unmasked(selected))


def _in_order(selected: Any, n: int, index: pd.Index | None) -> Any:
    """A mask that is a Series in the order of the rows; anything else as it is."""
    if not isinstance(selected, pd.Series) or len(selected) != n:
        return selected
    labels = selected.index
    if index is None:
        sorted_elsewhere = labels.is_unique and not labels.equals(pd.RangeIndex(n)) and labels.isin(range(n)).all()
    elif labels.equals(index):
        return selected
    elif index.is_unique and labels.is_unique and labels.isin(index).all():
        return selected.reindex(index)
    else:
        sorted_elsewhere = True
    if sorted_elsewhere:
        raise ValueError(
            "the index of the mask is not that of the rows, so that its order is in doubt: give mask.to_numpy() if it "
            "is in the order of the rows"
        )
    return selected
