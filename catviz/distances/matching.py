"""Distances that ask only whether two values are the same; Gower's also compares numeric columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, UP_TO_SCALE, CountsMethod, RowsMethod
from catviz.geometry.explanation import Explanation
from catviz.geometry.numeric import NumericPart
from catviz.geometry.value_geometries import ValueDistances
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts
from catviz.table.encoding import NUMBERS
from catviz.table.sizes import BuildsTables


class Hamming(BuildsTables, CountsMethod):
    """Hamming distance (simple matching): 0 for equal values, 1 for any others.

    Rows are as far apart as the number of columns in which they differ.

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Examples
    --------
    >>> import catviz
    >>> catviz.Hamming().fit(catviz.load_dataset("toy_movie")).value_distances_["genre"].iloc[0].tolist()
    [0.0, 1.0, 1.0]
    """

    def _learn(self, counts: Counts) -> ValueDistances:
        tables = tuple(1.0 - np.eye(v) for v in counts.codebook.n_values)
        return ValueDistances(counts.codebook, tables, counts.frequencies, unlearned=1.0)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term: 1 where the values differ."""
        return _explained(self, attribute, a, b)


class Gower(BuildsTables, RowsMethod):
    """Gower's distance (1971): the share of columns in which rows differ, a number by its share of the column's range.

    With d columns, categorical and numeric ones together, two different values are 1/d apart, and two numbers
    |x - y| / (d range). Numbers are those a table keeps in ``t.numeric``; they enter the distances between rows. All
    columns may be numbers.
    A missing value is a value of its own, a missing number stands at the column's mean; Gower leaves out both.

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    n_columns_ : int
        d, categorical and numeric columns together.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Gower().fit(catviz.load_dataset("toy_movie"))
    >>> m.value_distances_["genre"].iloc[0].round(4).tolist()
    [0.0, 0.3333, 0.3333]
    """

    numeric_columns = NUMBERS
    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}

    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None) -> ValueDistances:
        self.n_columns_ = d = table.n_attributes + len(table.numeric_names)
        tables = tuple((1.0 - np.eye(v)) / d for v in table.codebook.n_values)
        numbers = numeric_part(table, lambda x, weights: d)
        return ValueDistances(table.codebook, tables, self.counts_.frequencies, numbers=numbers, unlearned=1 / d)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term: 1 where the values differ, times the column's share 1/d."""
        check_is_fitted(self)
        return _explained(self, attribute, a, b, self.n_columns_)


def numeric_part(table: CategoricalTable, scale: Callable[[np.ndarray, np.ndarray], float]) -> NumericPart | None:
    """The numeric columns of a fitting table, scaled; None where it has none.

    Parameters
    ----------
    table : CategoricalTable
    scale : function of a column's known numbers, moved and shrunk to run from 0 to 1, and their rows' weights
        What a difference between two such numbers is divided by.

    Raises
    ------
    ValueError
        A column with an infinite number or range.
    """
    if not table.numeric_names:
        return None
    weights = table.row_weights
    scales, means = np.full(len(table.numeric_names), np.inf), np.zeros(len(table.numeric_names))
    for k, (name, column) in enumerate(zip(table.numeric_names, table.numeric.T, strict=True)):
        known = ~np.isnan(column) & (weights > 0)
        if not known.any():
            continue
        low, high = float(column[known].min()), float(column[known].max())
        if not np.isfinite(high - low):
            raise ValueError(f"numeric column {name!r} runs from {low:g} to {high:g}: mend it or leave it out")
        means[k] = np.average(column[known], weights=weights[known])
        if high > low:
            scales[k] = (high - low) * scale((column[known] - low) / (high - low), weights[known])
    return NumericPart(table.numeric_names, scales, means)


def _explained(method: Any, attribute: str, a: str | None, b: str | None, columns: int | None = None) -> Explanation:
    """One term: whether the values differ, times the share of a column where there are ``columns`` of them."""
    check_is_fitted(method)
    book, geometry = method.counts_.codebook, method.geometry_
    i, j = book.code(attribute, a), book.code(attribute, b)
    distance = float(geometry.tables[book.position(attribute)][i, j])
    row: dict[str, object] = {"term": "different values" if i != j else "equal values", "differ": int(i != j)}
    factors: tuple[str, ...] = ("differ",)
    if columns is not None:
        row, factors = row | {"columns": columns, "1 / columns": 1 / columns}, ("differ", "1 / columns")
    return Explanation(pd.DataFrame([row | {"contribution": distance}]), 1.0, distance, factors=factors)
