"""More columns for the rows of a table: those of another table, and the known classes as a column like any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook, column_name, natural_order


def join_columns(table: CategoricalTable, other: CategoricalTable) -> CategoricalTable:
    """The table with the columns of another one of the same rows, after its own; weights and classes stay its own.

    Parameters
    ----------
    table : CategoricalTable
        Whose columns come first.
    other : CategoricalTable
        With as many rows, in the same order.

    Returns
    -------
    CategoricalTable

    Raises
    ------
    ValueError
        The numbers of rows differ, or a column is in both.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> join_columns(zoo.select(["milk"]), zoo.select(["legs", "fins"])).attributes
    ('milk', 'legs', 'fins')
    """
    if len(other) != len(table):
        raise ValueError(f"{len(table)} rows and {len(other)} rows: only columns of the same rows can be joined")
    return replace(table, codes=np.hstack([table.codes, other.codes]), codebook=_union(table.codebook, other.codebook))


def select_columns(table: CategoricalTable, columns: Sequence[str]) -> CategoricalTable:
    """A table of the same rows with some columns, of which some may be among its ``extra_columns``; its own first.

    Parameters
    ----------
    table : CategoricalTable
        The table, with columns that its recipe keeps aside or without.
    columns : sequence of str
        Names of its columns, or of those kept aside.

    Returns
    -------
    CategoricalTable

    Raises
    ------
    ValueError
        The table has no such column.

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> frame = pd.DataFrame({"town": ["Bonn", "Ulm"], "sex": ["f", "m"], "age": ["old", "young"]})
    >>> table = catviz.Recipe().role("sex", "shown only").apply(catviz.CategoricalTable.from_pandas(frame))
    >>> table.attributes, select_columns(table, ["sex", "age"]).attributes
    (('town', 'age'), ('age', 'sex'))
    """
    columns = [column_name(name) for name in columns]
    in_table = [name for name in columns if name in table.attributes]
    aside = pd.DataFrame() if table.extra_columns is None else table.extra_columns
    extra = [name for name in columns if name not in in_table and name in aside]
    if not extra or len(in_table) + len(extra) < len(columns):
        return table.select(columns)
    frames = table.select(in_table).to_pandas(), aside[extra].reset_index(drop=True)
    both = CategoricalTable.from_pandas(pd.concat(frames, axis=1))
    return replace(table, codes=both.codes, codebook=both.codebook)


def classes_as_column(table: CategoricalTable, order: Sequence[str] = (), ordered: bool = False) -> CategoricalTable:
    """The table with its known classes as its last column; as it is if there are none, or a column has their name.

    They are known no longer: no method learns from them as classes.

    Parameters
    ----------
    table : CategoricalTable
        With known classes or without.
    order : sequence of str
        The order of the classes; their natural order if it lacks any of them.
    ordered : bool
        The order is one from low to high.

    Returns
    -------
    CategoricalTable

    Examples
    --------
    >>> import catviz
    >>> classes_as_column(catviz.load_dataset("zoo")).attributes[-1]
    'class'
    """
    name = table.target_name or "class"
    if table.target is None or name in table.attributes:
        return table
    present = {label for label in table.target if label is not None}
    complete = present <= set(order)
    labels = tuple(order) if complete else tuple(natural_order(present))
    places = {label: i for i, label in enumerate(labels)} | {None: len(labels)}
    codes = np.array([[places[label]] for label in table.target], dtype=np.intp).reshape(-1, 1)
    book = Codebook((name,), (labels,), ("ordinal" if ordered and complete else "nominal",), (False,))
    return join_columns(replace(table, target=None, target_name=None), CategoricalTable(codes, book))


def _union(book: Codebook, other: Codebook) -> Codebook:
    lengths = [part.intervals or (None,) * len(part.attributes) for part in (book, other)]
    return Codebook(
        book.attributes + other.attributes,
        book.categories + other.categories,
        book.kinds + other.kinds,
        book.missing + other.missing,
        lengths[0] + lengths[1] if book.intervals or other.intervals else (),
    )
