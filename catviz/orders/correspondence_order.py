"""An order of each column's values with spacing, from counts alone: correspondence analysis of one column.

Sources: Hirschfeld 1935; Benzecri 1973; Nishisato 1980.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy.linalg import eigh
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, UP_TO_SCALE, CountsMethod, column_sizes
from catviz.distances.conditional import other_columns, profiles
from catviz.geometry.explanation import Explanation
from catviz.geometry.ranks import axis_ranks, oriented
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.remarks import remark_single_column
from catviz.table.counts import Counts

TIED = 1e-9
"""Singular values that differ by less are equal: no direction is better than another."""


class CorrespondenceOrder(CountsMethod):
    """The line on which a column's values explain most of the chi-squared with all other columns together.

    N: the column's rows of the Burt matrix, its own block left out; P = N / sum N, with margins p and q. Of
    S = diag(p)^-1/2 (P - p q') diag(q)^-1/2 = U diag(s) V', value a stands at f_a = s_1 U_a1 / sqrt(p_a). Distances of
    values are |f_a - f_b|, and rows add up their squares. ``order()`` reads the values along the line; their direction
    is the one nearer to the codebook's order.

    A column that is related to no other (s_1 = 0), or whose two largest singular values are equal, has no order: all
    its values stand at 0. A value of few rows can get an extreme place.

    Attributes
    ----------
    inertias_ : dict of column to (v - 1,) array
        s^2, falling. Their sum is the chi-squared of N over sum N.
    share_on_line_ : dict of column to float
        s_1^2 over the sum of s^2: how much of the chi-squared the line shows; nan where there is no order.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.CorrespondenceOrder().fit(catviz.load_dataset("toy_movie"))
    >>> round(m.share_on_line_["director"], 3)
    0.667
    """

    gives = "embedding"
    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        sizes = column_sizes(d, c)
        return float(
            0.002 + 1e-9 * n * d * d + 1e-4 * d + 2e-10 * (sizes**2).sum() * sizes.sum() + 5e-9 * (sizes**3).sum()
        )

    def _learn(self, counts: Counts) -> ValueEmbedding:
        book = counts.codebook
        remark_single_column("Correspondence order", book.attributes, "there is no other column, so there is no order")
        self.inertias_, self.share_on_line_, coordinates = {}, {}, []
        for r, attribute in enumerate(book.attributes):
            places, inertias = _line(counts, r)
            self.inertias_[attribute] = inertias
            self.share_on_line_[attribute] = float(inertias[0] / inertias.sum()) if places.any() else np.nan
            coordinates.append(places[:, None])
        return ValueEmbedding(book, tuple(coordinates), counts.frequencies)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term for each other column: what it adds to the difference of the two places."""
        check_is_fitted(self)
        counts, book = self.counts_, self.counts_.codebook
        r, i, j = book.position(attribute), *(book.code(attribute, v) for v in (a, b))
        f = self.geometry_.coordinates[r][:, 0]
        side, others = -1.0 if f[i] < f[j] else 1.0, other_columns(counts, r)
        # a value is at the mean of the other columns' values in its rows, and each of these, in units of s_1^2, at the
        # mean of the column's own values in its rows
        scale = float(self.inertias_[attribute][0]) if f.any() else 1.0
        means = []
        for s in others:
            joint = counts.joint(r, s)
            means.append(profiles(counts, r, s)[[i, j]] @ (f @ joint / counts.frequencies[s] / scale))
        first, second = np.array(means or [(0.0, 0.0)]).T
        terms = pd.DataFrame(
            {
                "term": [book.attributes[s] for s in others] or [attribute],
                "mean place with a": first,
                "mean place with b": second,
                "1 / other columns": 1.0 / max(len(others), 1),
                "difference": side * (first - second),
            }
        )
        factors = ("1 / other columns", "difference")
        terms["contribution"] = terms[list(factors)].prod(axis=1)
        return Explanation(terms, 1.0, float(abs(f[i] - f[j])), factors=factors)


def _line(counts: Counts, r: int) -> tuple[np.ndarray, np.ndarray]:
    """``(f, s^2)``: the (v,) places of a column's values on its line, zeros where it has none, and all inertias."""
    v, part = len(counts.frequencies[r]), counts.codebook.slices()[r]
    band = np.delete(counts.matrix[part], np.r_[part], axis=1).astype(float)
    band /= max(band.sum(), 1.0)
    p, q = band.sum(axis=1), band.sum(axis=0)
    if v < 2 or not band.size:
        return np.zeros(v), np.zeros(max(v - 1, 0))
    S = (band - np.outer(p, q)) / np.sqrt(np.outer(p, q))
    inertias, vectors = eigh(S @ S.T)
    inertias = np.maximum(inertias[::-1][: v - 1], 0.0)
    s = np.sqrt(inertias)
    if s[0] < TIED or (v > 2 and s[0] - s[1] < TIED):
        return np.zeros(v), inertias
    f = s[0] * vectors[:, -1] / np.sqrt(p)
    f -= p @ f
    return f if oriented(axis_ranks(f))[0] == axis_ranks(f)[0] else -f, inertias
