"""How many coordinates methods give the rows of a table, which limits what a linear model can learn from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.comparison import told
from catviz.analysis.comparison_defaults import short_name
from catviz.analysis.splits import settled
from catviz.registry import methods
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable


@dataclass(frozen=True, eq=False)
class Coordinates:
    """How many coordinates methods give rows.

    Attributes
    ----------
    counts : DataFrame, tables by methods
        Of `dimensions`.
    few : list of str
        The methods that give at most one coordinate per column, on each of these tables.
    few_of_two : list of str
        The supervised methods that do so on each table of two classes, and not on all tables.
    """

    counts: pd.DataFrame
    few: list[str]
    few_of_two: list[str]


#: Rows of a table whose coordinates are counted, at most.
SMALL = 200
#: A singular value of centred coordinates that is no larger is rounding.
_SMALLEST = 1e-6


def coordinates(tables: Mapping[str, CategoricalTable], names: Collection[str]) -> Coordinates:
    """Which of some methods give rows few coordinates, on those of some tables that have at most 200 rows."""
    counts = dimensions(tables, names)
    few = _at_most_one_a_column(counts, tables)
    supervised = [m.short for m in methods() if m.supervised and m.short in counts.columns]
    of_two = [name for name in counts.index if tables[name].n_classes == 2]
    few_on_two = _at_most_one_a_column(counts.loc[of_two, supervised], tables)
    return Coordinates(counts, few, [name for name in few_on_two if name not in few])


def dimensions(tables: Mapping[str, CategoricalTable], names: Collection[str], random_state: int = 0) -> pd.DataFrame:
    """The rank of the centred coordinates of the rows, tables by methods.

    Methods learn from all rows and, if supervised, from their classes. Coordinates that are made column by column and
    have as many dimensions as one-hot coding span the same space, whatever the distances are.

    Parameters
    ----------
    tables : mapping of name to CategoricalTable with known classes
        Those of more than 200 rows are left out.
    names : short names of methods
        Those that are not registered here are left out. A method that refuses a table has NaN there.
    random_state : int
        For methods that draw at random.

    Examples
    --------
    >>> import catviz
    >>> from studies.board.coordinates import dimensions
    >>> dimensions({"zoo": catviz.load_dataset("zoo")}, ["Hamming", "MCA"]).loc["zoo"].to_dict()
    {'Hamming': 20.0, 'MCA': 2.0}
    """
    models = {m.short: m.cls() for m in methods() if m.short in names}
    ranks: dict[str, dict[str, float]] = {}
    for data, table in tables.items():
        if len(table) <= SMALL:
            rows, y = settled(table, data)
            with collected_remarks():
                ranks[data] = {name: _rank(told(m, y.max() + 1, random_state), rows, y) for name, m in models.items()}
    return pd.DataFrame.from_dict(ranks, orient="index").reindex(columns=[n for n in names if n in models])


def as_many_as_one_hot(counts: pd.DataFrame) -> tuple[pd.Series, int]:
    """``(numbers, of)``: how many of the methods without known classes span what one-hot coding does, per table."""
    one_hot = short_name("OneHot")
    unaided = [m.short for m in methods() if m.short in counts.columns and not m.supervised]
    if one_hot not in unaided:
        return pd.Series(dtype=int), 0
    return counts[unaided].eq(counts[one_hot], axis=0).sum(axis=1), len(unaided)


def _at_most_one_a_column(found: pd.DataFrame, tables: Mapping[str, CategoricalTable]) -> list[str]:
    """The methods whose coordinates have no more dimensions than a table has columns, on all tables of `dimensions`."""
    columns = pd.Series({data: tables[data].n_attributes for data in found.index}, dtype=float)
    few = found.le(columns, axis=0) | found.isna()
    return list(found.columns[few.all() & found.notna().any()])


def _rank(model: Any, rows: CategoricalTable, y: np.ndarray) -> float:
    """NaN if the method refuses the table."""
    try:
        places = np.asarray(model.fit(rows, y).transform(rows), dtype=float)
    except ValueError:
        return np.nan
    return float(np.linalg.matrix_rank(places - places.mean(axis=0), tol=_SMALLEST)) if places.shape[1] else 0.0
