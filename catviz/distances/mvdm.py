"""Distances from known groups: two values are near when their rows fall into the classes in the same proportions.

Sources: Stanfill & Waltz (1986), Cost & Salzberg (1993), Wilson & Martinez (1997). P(c|x) is the share of class c among
the rows with value x whose class is known; a value without such a row takes the shares of the whole column.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from sklearn.utils.validation import check_is_fitted

from catviz.base import CountsMethod, RowsMethod
from catviz.cross_fitting import CrossFitted
from catviz.geometry.explanation import Explanation
from catviz.geometry.numeric import NumericPart, numeric_part
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import RandomState
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts
from catviz.table.encoding import NUMBERS
from catviz.table.sizes import MAX_TABLE_VALUES, BuildsTables


class _ValueDifference(BuildsTables, CrossFitted):
    """Shared by both: the tables from class shares, and an explanation with a term a class."""

    uses_target = True
    parameters = BuildsTables.parameters | CrossFitted.parameters

    def __init__(
        self,
        *,
        max_table_values: int = MAX_TABLE_VALUES,
        cv: int = 5,
        shuffle: bool = True,
        random_state: RandomState | None = None,
    ) -> None:
        BuildsTables.__init__(self, max_table_values=max_table_values)
        CrossFitted.__init__(self, cv=cv, shuffle=shuffle, random_state=random_state)

    def _placed(self, within: np.ndarray) -> list[np.ndarray]:
        """Values of the class shares given, placed among those of the fit by their distances to these."""
        geometry, book = self.geometry_.distances(), self.counts_.codebook
        out = []
        for r, (part, places) in enumerate(zip(book.slices(), geometry.embed().coordinates, strict=True)):
            fitted, power = class_shares(self.counts_, r), geometry.power
            squared = cdist(_shares(within[part]), fitted, "minkowski", p=power) ** power
            mean = (geometry.tables[r] ** power).mean(axis=0)
            # the axes of classical scaling are orthogonal
            out.append(-0.5 * (squared - mean) @ (places / (places**2).sum(axis=0)))
        return out

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term a class: how much its share differs between the rows of both values."""
        check_is_fitted(self)
        counts, book = self.counts_, self.counts_.codebook
        r, i, j = book.position(attribute), book.code(attribute, a), book.code(attribute, b)
        carried, shares, power = class_counts(counts, r), class_shares(counts, r), self.geometry_.power
        difference = np.abs(shares[i] - shares[j])
        terms = pd.DataFrame(
            {
                "term": [f"class {label}" for label in counts.by_class],
                "count with a": carried[i],
                "of a": carried[i].sum(),
                "count with b": carried[j],
                "of b": carried[j].sum(),
                "share of a": shares[i],
                "share of b": shares[j],
                "difference": difference,
                "contribution": difference**power,
            }
        )
        factors = ("difference",) * int(power)
        return Explanation(terms, power, float(self.geometry_.tables[r][i, j]), factors=factors)


class MVDM(_ValueDifference, CountsMethod):
    """Modified value difference metric: the sum over classes of |P(c|x) - P(c|y)|.

    Stanfill & Waltz (1986) as modified by Cost & Salzberg (1993), with exponent 1 and without weights of values or
    rows. Between 0 and 2; a pseudometric. Learns from y; rows without a label do not count. A value never seen is as
    far from another one as the values that differ from it are on average, as in all methods; Wilson & Martinez (1997)
    take all its P(c|x) as 0.

    ``fit_transform(X, y)``, which a pipeline calls on training rows, is cross-fitted: each row is coded by the rows of
    the other folds. It differs from ``fit(X, y).transform(X)``, which codes rows by all of them.

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.
    cv : int, default 5
        Folds of ``fit_transform``.
    shuffle : bool, default True
        Deal rows to folds at random.
    random_state : int, RandomState or None
        Draws the folds; the fit itself draws nothing.

    Attributes
    ----------
    classes_ : (C,) class labels as given, in natural order; from counts and sources as text

    Examples
    --------
    >>> import catviz
    >>> t = catviz.load_dataset("zoo")
    >>> m = catviz.MVDM().fit(t, t.target)
    >>> round(float(m.value_distances_["milk"].iloc[0, 1]), 4)
    2.0
    """

    def _learn(self, counts: Counts) -> ValueDistances:
        return _distances(counts, 1.0)


class HVDM(_ValueDifference, RowsMethod):
    """Heterogeneous value difference metric (Wilson & Martinez 1997), their normalisation N2.

    Values are sqrt(sum over classes of (P(c|x) - P(c|y))^2) apart, numbers |x - y| / (4 sigma), and rows add up
    squares: D^2 = sum of d^2. Numbers are those a table keeps in ``t.numeric``; sigma is their standard deviation over
    all rows (divisor n). A missing value is a value of its own and a missing number stands at the column's mean, where
    Wilson & Martinez put a distance of 1. A value never seen is as far from another one as the values that differ from
    it are on average, as in all methods, where they take all its P(c|x) as 0. Learns from y; rows without a label count
    for sigma only.

    ``fit_transform(X, y)``, which a pipeline calls on training rows, is cross-fitted: each row is coded by the rows of
    the other folds. It differs from ``fit(X, y).transform(X)``, which codes rows by all of them.

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.
    cv : int, default 5
        Folds of ``fit_transform``.
    shuffle : bool, default True
        Deal rows to folds at random.
    random_state : int, RandomState or None
        Draws the folds; the fit itself draws nothing.

    Attributes
    ----------
    classes_ : (C,) class labels as given, in natural order; from counts and sources as text

    Examples
    --------
    >>> import catviz
    >>> t = catviz.load_dataset("zoo")
    >>> m = catviz.HVDM().fit(t, t.target)
    >>> round(float(m.value_distances_["milk"].iloc[0, 1]), 4)
    1.1023
    """

    numeric_columns = NUMBERS

    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None) -> ValueDistances:
        return _distances(self.counts_, 2.0, numeric_part(table, lambda x, weights: 4 * _deviation(x, weights)))


def class_counts(counts: Counts, r: int) -> np.ndarray:
    """(v, C) rows of each class that carry a value of column r."""
    part = counts.codebook.slices()[r]
    return np.column_stack([np.diag(matrix)[part] for matrix in counts.by_class.values()]).astype(float)


def class_shares(counts: Counts, r: int) -> np.ndarray:
    """(v, C) shares P(c|x) of the classes among the rows of each value of column r whose class is known.

    A value without such a row takes the shares of all rows; every class has the same share where no row counts.
    """
    return _shares(class_counts(counts, r))


def _shares(carried: np.ndarray) -> np.ndarray:
    """(v, C) shares of each value's rows, from (v, C) counts."""
    everywhere = carried.sum(axis=0)
    prior = everywhere / everywhere.sum() if everywhere.any() else np.full(len(everywhere), 1 / len(everywhere))
    totals = carried.sum(axis=1, keepdims=True)
    return np.where(totals > 0, carried / np.where(totals > 0, totals, 1), prior)


def _distances(counts: Counts, power: float, numbers: NumericPart | None = None) -> ValueDistances:
    shares = [class_shares(counts, r) for r in range(len(counts.codebook.attributes))]
    tables = tuple(cdist(p, p, "minkowski", p=power) for p in shares)
    return ValueDistances(counts.codebook, tables, counts.frequencies, power, numbers=numbers)


def _deviation(x: np.ndarray, weights: np.ndarray) -> float:
    return float(np.sqrt(np.average((x - np.average(x, weights=weights)) ** 2, weights=weights)))
