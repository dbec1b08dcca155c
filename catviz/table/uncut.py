"""Columns cut into intervals as the numbers that they were cut from, and what is lost by cutting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import column_name, listed


def cut_columns(table: CategoricalTable) -> tuple[str, ...]:
    """The columns of a table that were cut into intervals and whose numbers it has among its extra columns."""
    book = table.codebook
    cut = zip(book.attributes, book.intervals, strict=True) if book.intervals else ()
    return tuple(name for name, of in cut if of is not None and table.numbers_behind(name) is not None)


def with_numbers(table: CategoricalTable, columns: Sequence[str] | None = None) -> CategoricalTable:
    """The table with columns that were cut into intervals as numbers again, for the methods that take numbers.

    `Gower`, `HVDM` and `OCL` are such methods; others leave numbers aside.

    Parameters
    ----------
    table : CategoricalTable
        As read from a file or loaded from the catalog: both keep the numbers beside the intervals.
    columns : sequence of str, optional
        Which; None means all that were cut.

    Returns
    -------
    CategoricalTable
        These columns are in ``numeric``, after its own, and no longer among the categorical ones.

    Raises
    ------
    ValueError
        A column that was not cut, or whose numbers the table does not have.

    Examples
    --------
    >>> import catviz
    >>> table = catviz.with_numbers(catviz.load_dataset("german_credit"))
    >>> table.numeric_names, table.n_attributes
    (('duration', 'credit_amount', 'age'), 17)
    """
    cut = cut_columns(table)
    names = cut if columns is None else tuple(column_name(name) for name in columns)
    if strange := [name for name in names if name not in cut]:
        raise ValueError(f"no numbers were cut into {listed(strange)}: the columns cut are {listed(cut) or 'none'}")
    if not names:
        return table
    numbers = [np.asarray(table.numbers_behind(name)) for name in names]
    return replace(
        table.select([name for name in table.attributes if name not in names]),
        numeric=np.column_stack([table.numeric, *numbers]),
        numeric_names=(*table.numeric_names, *names),
    )


def variance_kept(table: CategoricalTable, column: str) -> float:
    """The share of the variance of a column's numbers that lies between its intervals, from 0 to 1.

    The rest is lost by cutting: within an interval all numbers are equal. It is the correlation ratio eta squared, of
    the rows by weight whose number is known; nan where these numbers do not differ.

    Examples
    --------
    >>> import catviz
    >>> round(variance_kept(catviz.load_dataset("german_credit"), "age"), 3)
    0.981
    """
    numbers = table.numbers_behind(column)
    if numbers is None:
        raise ValueError(
            f"no numbers were cut into {column!r}: the columns cut are {listed(cut_columns(table)) or 'none'}"
        )
    codes, weights = table.codes[:, table.codebook.position(column)].astype(np.intp), table.row_weights
    known = ~np.isnan(numbers) & (weights > 0)
    x, codes, weights = numbers[known], codes[known], weights[known]
    if not len(x) or np.ptp(x) == 0:
        return float("nan")
    x = x - np.average(x, weights=weights)
    totals, sums = np.bincount(codes, weights), np.bincount(codes, weights * x)
    between = (sums[totals > 0] ** 2 / totals[totals > 0]).sum()
    return float(between / (weights * x**2).sum())
