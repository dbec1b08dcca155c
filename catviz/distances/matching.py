"""Distances that ask whether two values are the same; Gower's also compares ranks and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, UP_TO_SCALE, CountsMethod, RowsMethod
from catviz.geometry.checks import checked_column_weights
from catviz.geometry.compared import ComparedDistances
from catviz.geometry.explanation import Explanation
from catviz.geometry.numeric import numeric_part
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import Anything, Choice
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook, column_name
from catviz.table.counts import Counts
from catviz.table.encoding import NUMBERS
from catviz.table.sizes import MAX_TABLE_VALUES, BuildsTables


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
    """Gower's distance (1971): the mean over columns of how far two rows differ in each, from 0 to 1.

    Two different values of a column are 1 apart, two numbers |x - y| / range. Values of an ordered column are the
    steps between their ranks apart, as a share of the steps between the lowest and the highest, as R's
    ``cluster::daisy`` has it; ranks are those of the values that occur (daisy counts declared values without a row
    too). Each column counts 1/d, with d columns, categorical and numeric ones together. Numbers are those a table keeps
    in ``t.numeric``; they enter the distances between rows. All columns may be numbers.

    By default a missing value is a value of its own, 1 apart from every other, and a missing number stands at the
    column's mean. With ``na="exclude"``, as in Gower's paper and in daisy, the mean is over the columns in which both
    rows have a value.

    Parameters
    ----------
    ordered : {"rank", "equal"}
        Values of an ordered column are compared by their ranks, or only as the same or different.
    na : {"category", "exclude"}
        Missing counts as a value of its own, or missing cells are left out pair by pair.
    column_weights : mapping of column to number, optional
        How much a column counts, 1 where it is not named; at least 0. A column then counts its share of their sum.
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    n_columns_ : int
        d, categorical and numeric columns together.
    column_shares_ : Series
        What each column counts: 1/d, or its share of the weights.

    Raises
    ------
    ValueError
        A column weight that is negative or not finite, of an unknown column, or all of them 0. Rows compared with
        ``na="exclude"`` that have no column in common.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Gower().fit(catviz.load_dataset("toy_movie"))
    >>> m.value_distances_["genre"].iloc[0].round(4).tolist()
    [0.0, 0.3333, 0.3333]
    """

    numeric_columns = NUMBERS
    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}
    parameters = {
        "ordered": Choice(
            {"rank": "by rank", "equal": "same or different"},
            label="Ordered columns",
            help="How two values of an ordered column are compared: by the number of steps between them in the order, "
            "or only as the same or different.",
        ),
        "na": Choice(
            {"category": "own value", "exclude": "left out pair by pair"},
            label="Missing values in this method",
            help="A missing value counts as a value of its own, or two rows are compared in the columns in which both "
            "have a value. The choice has no effect if rows with missing values are left out of the table.",
        ),
        "column_weights": Anything(
            label="Column weights",
            help="How much each column counts, by its name.",
            unset="all columns count the same",
        ),
    } | BuildsTables.parameters

    def __init__(
        self,
        ordered: str = "rank",
        *,
        na: str = "category",
        column_weights: Mapping[str, float] | None = None,
        max_table_values: int = MAX_TABLE_VALUES,
    ) -> None:
        super().__init__(max_table_values=max_table_values)
        self.ordered = ordered
        self.na = na
        self.column_weights = column_weights

    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None) -> ValueDistances:
        counts = self.counts_.without_missing() if self.na == "exclude" else self.counts_
        names = (*table.attributes, *table.numeric_names)
        self.n_columns_ = len(names)
        self.column_shares_ = self._shares(names)
        shares = self.column_shares_.to_numpy()
        of_values, of_numbers = np.split(shares, [len(table.attributes)])
        tables = tuple(share * self._differences(counts.codebook, r) for r, share in enumerate(of_values))
        numbers = numeric_part(table, lambda x, weights: 1.0)
        if numbers is not None:
            with np.errstate(divide="ignore"):
                numbers = replace(numbers, scales=numbers.scales / of_numbers)
        given = counts.codebook, tables, counts.frequencies, 1.0, numbers
        unlearned = tuple(of_values.tolist()) if self.column_weights else 1 / self.n_columns_
        if self.na == "exclude":
            return ComparedDistances(*given, excluded=True, unlearned=unlearned, column_shares=shares)
        return ValueDistances(*given, unlearned=unlearned)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term: how far the values differ, from 0 to 1, times the column's share."""
        check_is_fitted(self)
        share = float(self.column_shares_[column_name(attribute)])
        return _explained(
            self, attribute, a, b, ("share of the weights" if self.column_weights else "1 / columns", share)
        )

    def _shares(self, names: Sequence[str]) -> pd.Series:
        """What each column counts; they add up to 1."""
        weights = checked_column_weights(names, self.column_weights or {})
        return pd.Series(weights / weights.sum(), index=list(names))

    def _differences(self, book: Codebook, r: int) -> np.ndarray:
        """(v, v) how far the values of a column differ, from 0 to 1."""
        table, known = 1.0 - np.eye(book.n_values[r]), len(book.categories[r])
        if self.ordered == "rank" and book.kinds[r] == "ordinal" and known > 1:
            ranks = np.arange(known)
            table[:known, :known] = np.abs(np.subtract.outer(ranks, ranks)) / (known - 1)
        return table


def _explained(
    method: Any, attribute: str, a: str | None, b: str | None, share: tuple[str, float] | None = None
) -> Explanation:
    """One term: how far the values differ, times the share of the column, which comes with its name, if any."""
    check_is_fitted(method)
    geometry = method.geometry_
    distance = float(geometry.explain(attribute, a, b).distance)
    different = geometry.codebook.code(attribute, a) != geometry.codebook.code(attribute, b)
    row: dict[str, object] = {"term": "different values" if different else "equal values", "differ": distance}
    factors: tuple[str, ...] = ("differ",)
    if share is not None:
        name, part = share
        row |= {"differ": distance / part if part else 0.0, "columns": method.n_columns_, name: part}
        factors = "differ", name
    return Explanation(pd.DataFrame([row | {"contribution": distance}]), 1.0, distance, factors=factors)
