"""UDM: entropy distances that keep the order of ordered columns and weight columns by how much they go together.

Source: Zhang & Cheung, "A New Distance Metric Exploiting Heterogeneous Interattribute Relationship for
Ordinal-and-Nominal-Attribute Data Clustering" (UDMC is k-modes with it).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy.special import entr
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, UP_TO_SCALE, CountsMethod, column_sizes
from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueDistances
from catviz.table.counts import Counts
from catviz.table.sizes import BuildsTables

_BLOCK = 2**20


class UDM(BuildsTables, CountsMethod):
    """Unified distance metric (UDM): entropy of two values within each column, weighted by interdependence.

    phi_r(a, b) = (1/d) sum over all d columns s of R_rs psi_rs(a, b), and D^2 of rows is the sum of phi^2.

    psi_rs(a, b) = H(P_a. + P_b.) / log v_s, with P_a. the shares of all rows that carry a and each value of s, and
    H(p) = -sum p log p; for ordered columns r the sum of this over the neighbours between a and b. Constant columns s
    have psi = 0. The missing level has no place in an order: its pairs are those of an unordered column.

    R_rs = (C_same + C_diff) / (n(n-1)/2) is the share of pairs of rows on which both columns agree: C_same pairs are
    equal in both; C_diff is |concordant - discordant| where both columns are ordered, and otherwise (one ordered
    column, or none) the sum over the pairs of values (t, h), (g, u) of |n_tg n_hu - n_tu n_hg|. R_rr = 1.

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    interdependence_ : DataFrame, (d, d)
        R.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.UDM().fit(catviz.load_dataset("toy_movie"))
    >>> round(float(m.interdependence_.loc["actor", "genre"]), 4)
    0.6
    """

    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds: all pairs of values of one column, over the values of each other column."""
        sizes = column_sizes(d, c)
        return float(0.01 + 1e-9 * n * d * d + 5e-5 * d * d + 1.4e-8 * (sizes**2 * (sizes.sum() - sizes)).sum())

    def _learn(self, counts: Counts) -> ValueDistances:
        attributes = counts.codebook.attributes
        d = len(attributes)
        R = np.eye(d)
        for r in range(d):
            for s in range(r + 1, d):
                R[r, s] = R[s, r] = _interdependence(counts, r, s)
        self.interdependence_ = pd.DataFrame(R, index=attributes, columns=attributes)
        tables = tuple(sum(R[r, s] * _spread(counts, r, s) for s in range(d)) / d for r in range(d))
        return ValueDistances(counts.codebook, tables, counts.frequencies, power=2.0)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term a column, its own included: they add up to the distance phi."""
        check_is_fitted(self)
        counts, book = self.counts_, self.counts_.codebook
        r, i, j = book.position(attribute), *(book.code(attribute, v) for v in (a, b))
        d = len(book.attributes)
        terms = pd.DataFrame(
            {
                "term": [f"{name} (own counts)" if s == r else name for s, name in enumerate(book.attributes)],
                "1 / columns": 1.0 / d,
                "R": self.interdependence_.to_numpy()[r],
                "psi": [_spread(counts, r, s)[i, j] for s in range(d)],
            }
        )
        factors = ("1 / columns", "R", "psi")
        terms["contribution"] = terms[list(factors)].prod(axis=1)
        return Explanation(terms, 1.0, float(self.geometry_.tables[r][i, j]), factors=factors)


def _spread(counts: Counts, r: int, s: int) -> np.ndarray:
    """(v_r, v_r) psi: entropy of column s over the rows with either value."""
    book = counts.codebook
    v_s = book.n_values[s]
    if v_s == 1:
        return np.zeros((book.n_values[r],) * 2)
    shares = counts.joint(r, s) / counts.n_rows
    table = (np.add.outer(*[entr(np.diag(shares))] * 2) if r == s else _entropies(shares)) / np.log(v_s)
    if book.kinds[r] == "ordinal":
        k = len(book.categories[r])
        places = np.concatenate([[0.0], np.cumsum(np.diag(table, 1))])[:k]
        table[:k, :k] = np.abs(places[:, None] - places[None, :])
    np.fill_diagonal(table, 0)
    return table


def _entropies(shares: np.ndarray) -> np.ndarray:
    """(v, v) entropy (nats) of the sum of two rows, block by block of rows."""
    v, width = shares.shape
    table = np.empty((v, v))
    step = max(_BLOCK // (v * width), 1)
    for first in range(0, v, step):
        block = slice(first, first + step)
        table[block] = entr(shares[block, None, :] + shares[None, :, :]).sum(axis=2)
    return table


def _interdependence(counts: Counts, r: int, s: int) -> float:
    """R of two columns, between 0 and 1."""
    book, n = counts.codebook, counts.n_rows
    if n <= 1:
        return 0.0
    joint = counts.joint(r, s).astype(float)
    both_ordered = book.kinds[r] == book.kinds[s] == "ordinal"
    ordered = joint[: len(book.categories[r]), : len(book.categories[s])] if both_ordered else joint[:0, :0]
    # fractional weights may leave less than one row in a cell: it holds no pair
    same = (joint * np.maximum(joint - 1, 0)).sum() / 2
    differ = abs(_concordance(ordered)) + _crossed(joint) - _crossed(ordered)
    return min((same + differ) / (n * (n - 1) / 2), 1.0)


def _concordance(joint: np.ndarray) -> float:
    """Concordant less discordant pairs of rows of two ordered columns."""
    lower = np.cumsum(joint, axis=0) - joint
    both_lower = np.cumsum(lower, axis=1) - lower
    lower_higher = lower.sum(axis=1, keepdims=True) - both_lower - lower
    return float((joint * (both_lower - lower_higher)).sum())


def _crossed(joint: np.ndarray) -> float:
    """Sum of |n_tg n_hu - n_tu n_hg| over the pairs of rows t < h and of columns g < u.

    For one pair of rows the columns are points in the plane and the terms their cross products; with the points
    sorted by angle no cross product is negative, and the sum is one of running totals.
    """
    joint = joint if joint.shape[0] <= joint.shape[1] else joint.T
    t, h = np.triu_indices(len(joint), 1)
    step = max(_BLOCK // max(joint.shape[1], 1), 1)
    return float(sum(_plane(joint[t[k : k + step]], joint[h[k : k + step]]) for k in range(0, len(t), step)))


def _plane(x: np.ndarray, y: np.ndarray) -> float:
    length = x + y
    turned = np.argsort(np.divide(y, length, out=np.zeros_like(length), where=length > 0), axis=1)
    x, y = np.take_along_axis(x, turned, axis=1), np.take_along_axis(y, turned, axis=1)
    return (y * np.cumsum(x, axis=1) - x * np.cumsum(y, axis=1)).sum()
