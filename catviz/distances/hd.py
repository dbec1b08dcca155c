"""HD: values are far when every column is distributed differently with either; ordered columns along their levels.

Source: Zhang & Cheung 2022, "Learnable Weighting of Intra-Attribute Distances for Categorical Data Clustering with
Nominal and Ordinal Attributes" (HDC in later tables is k-modes with it).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.distance import pdist, squareform
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, UP_TO_SCALE, CountsMethod, column_sizes
from catviz.distances.conditional import half_differences, profiles
from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import Choice
from catviz.table.counts import Counts
from catviz.table.sizes import MAX_TABLE_VALUES, BuildsTables

#: Numbers of differences of cumulative shares that are worked on at once.
PAIRS_AT_ONCE = 2**20


class HD(BuildsTables, CountsMethod):
    """HD (Zhang & Cheung 2022): the mean over all columns of how differently a column is distributed with two values.

    d_r(a, b) = (1/d) sum over all d columns s, r included, of delta_s(a, b), and D^2 of rows is the sum of d_r^2.

    Unordered s: delta_s is the sum of |P_s(g|a) - P_s(g|b)|, divided by the number of values g of s that occur with a
    or b; so delta_r = 1. Ordered s: the earth mover's distance along the levels, the sum over g of
    |F_s(g|a) - F_s(g|b)| / (levels - 1), with F the cumulative shares in the declared order.

    In an ordered column r, distances of neighbours add up along the order and are divided by the largest sum. The
    missing level has no place in an order: it is as far from each level as the ends are from each other, and its
    pairs are those of an unordered column. That reading of missing cells is catviz's.

    Parameters
    ----------
    orders : {"declared", "none"}
        "none" takes every column as unordered, as the tables of later papers do.
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.HD().fit(catviz.load_dataset("toy_movie"))
    >>> round(float(m.value_distances_["actor"].loc["De Niro", "Grant"]), 4)
    0.7222
    """

    parameters = {
        "orders": Choice(
            {"declared": "declared orders", "none": "no orders"},
            label="Ordered columns",
            help="Ordered columns are compared along their declared order, or value by value like all other columns.",
        )
    } | BuildsTables.parameters
    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}

    def __init__(self, orders: str = "declared", *, max_table_values: int = MAX_TABLE_VALUES) -> None:
        super().__init__(max_table_values=max_table_values)
        self.orders = orders

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds: all pairs of values of one column, over the values of each other column."""
        sizes = column_sizes(d, c)
        return float(0.01 + 1e-9 * n * d * d + 5e-5 * d * d + 2e-9 * (sizes**2).sum() * sizes.sum())

    def _learn(self, counts: Counts) -> ValueDistances:
        ordered = self._ordered(counts)
        tables = tuple(_table(counts, r, ordered) for r in range(len(counts.codebook.attributes)))
        return ValueDistances(counts.codebook, tables, counts.frequencies, power=2.0)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term a column, its own included; between levels of an ordered column, summed over the steps."""
        check_is_fitted(self)
        counts, book = self.counts_, self.counts_.codebook
        r, i, j = book.position(attribute), *(book.code(attribute, v) for v in (a, b))
        d, k = len(book.attributes), len(book.categories[r])
        ordered = self._ordered(counts)
        differences, largest = [_differences(counts, r, s, ordered[s]) for s in range(d)], 1.0
        if ordered[r] and i < k and j < k:
            differences = [_sums_along(table, k) for table in differences]
            largest = float(np.sum(differences, axis=0).max()) / d if k > 1 else 1.0
        terms = pd.DataFrame(
            {
                "term": [f"{name} (own counts)" if s == r else name for s, name in enumerate(book.attributes)],
                "1 / columns": 1.0 / d,
                "1 / largest sum": 1.0 / largest,
                "difference": [table[i, j] for table in differences],
            }
        )
        factors = ("1 / columns", "1 / largest sum", "difference")
        terms["contribution"] = terms[list(factors)].prod(axis=1)
        return Explanation(terms, 1.0, float(self.geometry_.tables[r][i, j]), factors=factors)

    def _ordered(self, counts: Counts) -> list[bool]:
        return [kind == "ordinal" and self.orders == "declared" for kind in counts.codebook.kinds]


def _table(counts: Counts, r: int, ordered: Sequence[bool]) -> np.ndarray:
    """(v_r, v_r) distances of a column's values."""
    d, k = len(ordered), len(counts.codebook.categories[r])
    table: np.ndarray = np.sum([_differences(counts, r, s, ordered[s]) for s in range(d)], axis=0) / d
    if ordered[r] and k > 1:
        levels = _sums_along(table, k)
        table[:k, :k] = levels / levels.max()
    return table


def _sums_along(table: np.ndarray, k: int) -> np.ndarray:
    """(k, k) sums of the distances of neighbours between any two of the first k values."""
    places = np.concatenate([[0.0], np.cumsum(np.diag(table, 1)[: k - 1])])
    return np.abs(places[:, None] - places[None, :])


def _differences(counts: Counts, r: int, s: int, ordered: bool) -> np.ndarray:
    """(v_r, v_r) delta_s: how differently column s is distributed with two values of column r."""
    book = counts.codebook
    shares = np.eye(book.n_values[r]) if r == s else profiles(counts, r, s)
    if ordered:
        return _moved(shares, len(book.categories[s]))
    return 2 * half_differences(shares) / _with_either(shares > 0)


def _with_either(occurs: np.ndarray) -> np.ndarray:
    """(v, v) number of columns of (v, c) that are true in either of two rows; at least 1."""
    occurs = occurs.astype(float)
    n_columns = occurs.sum(axis=1)
    either: np.ndarray = np.maximum(n_columns[:, None] + n_columns[None, :] - occurs @ occurs.T, 1)
    return either


def _moved(shares: np.ndarray, k: int) -> np.ndarray:
    """(v, v) earth mover's distances of rows of (v, k or k + 1) shares along the first k columns, of length 1.

    What the last column holds, missing cells, is 1 from each of the others.
    """
    if len(shares) < 2:
        return np.zeros((len(shares),) * 2)
    sums, steps = np.cumsum(shares[:, :k], axis=1), max(k - 1, 1)
    moved = pdist(sums[:, :-1] / steps, "cityblock") if k > 1 else np.zeros(len(shares) * (len(shares) - 1) // 2)
    first, second = np.triu_indices(len(shares), 1)
    unequal = np.flatnonzero(shares[first, k:].sum(axis=1) != shares[second, k:].sum(axis=1))
    for at in np.array_split(unequal, -(-len(unequal) * k // PAIRS_AT_ONCE)) if len(unequal) else ():
        moved[at] = _moved_from_missing(sums[second[at]] - sums[first[at]], steps)
    return squareform(moved)


def _moved_from_missing(differences: np.ndarray, steps: int) -> np.ndarray:
    """(p,) earth mover's distances from (p, k) differences of cumulative shares whose last one is not 0.

    What one side has more of missing cells goes to any levels, at 1 each. Along the order there is left what differs
    from the nearest cumulative sum of what came: the nearest rising sequence from 0 to its total, by absolute
    differences. Their sum is an integral over thresholds: below and above each, the best cut of the order in two.
    """
    differences = np.where(differences[:, -1:] < 0, -differences, differences)
    total, inner = differences[:, -1:], differences[:, :-1]
    within = np.clip(inner, 0, total)
    left = np.abs(inner - within).sum(axis=1)
    thresholds = np.sort(np.hstack([np.zeros_like(total), within, total]), axis=1)
    for low, high in zip(thresholds.T[:-1], thresholds.T[1:], strict=True):
        above = within > low[:, None]
        gained = np.cumsum(1 - 2.0 * above[:, ::-1], axis=1).min(axis=1, initial=0)  # by each cut, from all below on
        left += (high - low) * (above.sum(axis=1) + gained)
    moved: np.ndarray = total[:, 0] + left / steps
    return moved
