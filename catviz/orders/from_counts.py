"""Orders of values from counts alone, with spacing.

An order of each column's values with spacing, from counts alone: correspondence analysis of one column.

Sources: Hirschfeld 1935; Benzecri 1973; Nishisato 1980.

Optimal scaling: how far apart the levels of declared orders are, from counts alone.

Sources: Gifi 1990; de Leeuw & Mair 2009. Known as princals, in one dimension.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from scipy.linalg import eigh
from scipy.optimize import isotonic_regression
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, UP_TO_SCALE, CountsMethod, column_sizes
from catviz.distances.conditional import other_columns, profiles
from catviz.embeddings.mca import MCA
from catviz.geometry.explanation import Explanation
from catviz.geometry.scaling import axis_ranks, oriented, turned
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.parameters import Choice
from catviz.remarks import remark_single_column
from catviz.table.counts import Counts

#: Singular values that differ by less are equal: no direction is better than another.
TIED = 1e-9
TOLERANCE, MOST_STEPS = 1e-12, 5000
NO_VARIANCE = 1e-12


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
    intervals_hold = True
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

    def _value_table(self, counts: Counts, r: int) -> np.ndarray:
        """(v_r, v_r) distances of the values of column r that counts give, without the work for other columns."""
        places = _line(counts, r)[0]
        return np.abs(places[:, None] - places[None, :])

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term for each other column: what it adds to the difference of the two places."""
        check_is_fitted(self)
        counts, book = self.counts_, self.counts_.codebook
        r, i, j = book.position(attribute), *(book.code(attribute, v) for v in (a, b))
        f = self.geometry_.coordinates[r][:, 0]
        side, others = -1.0 if f[i] < f[j] else 1.0, other_columns(counts, r)
        # a value is at the mean of the other columns' values in its rows, and each of these, in units of s_1^2, at the
        # mean of the column's own values in its rows
        scale = float(self.inertias_[book.attributes[r]][0]) if f.any() else 1.0
        means = []
        for s in others:
            joint = counts.joint(r, s)
            means.append(profiles(counts, r, s)[[i, j]] @ (f @ joint / counts.frequencies[s] / scale))
        first, second = np.array(means or [(0.0, 0.0)]).T
        terms = pd.DataFrame(
            {
                "term": [book.attributes[s] for s in others] or [book.attributes[r]],
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


class OptimalScaling(CountsMethod):
    """A number for each value, on one scale for all columns, that makes the columns agree as well as they can.

    With x the rows' scores (mean 0, x'x = n) and y_r the numbers of the values of column r, the loss is the mean over
    columns of |x - Z_r y_r|^2 / n. In turn, y_r becomes the mean scores of the rows of each value, and x the mean over
    columns of the rows' numbers. In an ordered column the numbers then rise or fall with the levels, whichever loses
    less (weighted isotonic regression); levels that the rows do not distinguish get the same number. The loss never
    rises. Without ordered columns it is the first axis of multiple correspondence analysis.

    Everything follows from the Burt matrix. The search starts from that axis and may end in a local minimum where
    columns are ordered. A missing value has a number of its own, outside the order.

    Parameters
    ----------
    levels : {"declared", "nominal"}
        Whether declared orders are kept.

    Attributes
    ----------
    quantifications_ : dict of column to Series
        The numbers y_r, by value.
    explained_ : float
        1 - loss: the mean over columns of the squared correlation of y_r with the scores.
    discrimination_ : Series
        That squared correlation, by column.
    loss_ : float
    history_ : list of float
        The loss after each step, the start included.
    n_iter_ : int

    Examples
    --------
    >>> import catviz
    >>> m = catviz.OptimalScaling().fit(catviz.load_dataset("breast_cancer_ljubljana").drop_missing())
    >>> round(m.explained_, 4), [round(float(y), 3) for y in m.quantifications_["deg_malig"]]
    (0.2709, [-0.949, 0.043, 0.696])
    """

    gives = "embedding"
    parameters = {
        "levels": Choice(
            {"declared": "keep their order", "nominal": "are free"},
            label="Values of ordered columns",
            help="The numbers of the values of an ordered column rise or fall along the declared order, or they can be "
            "any numbers.",
        )
    }
    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}

    def __init__(self, levels: str = "declared") -> None:
        self.levels = levels

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return float(0.01 + 1e-9 * n * d * d + 3e-8 * np.sum(c) ** 2 + 2e-10 * np.sum(c) ** 3)

    def _learn(self, counts: Counts) -> ValueEmbedding:
        book = counts.codebook
        ordered = [kind == "ordinal" and self.levels == "declared" for kind in book.kinds]
        steps = list(_steps(counts, _first_axis(counts), ordered))
        self.history_, (y, _) = [loss for _, loss in steps], steps[-1]
        self.n_iter_, self.loss_ = len(self.history_) - 1, self.history_[-1]
        self.explained_ = 1 - self.loss_
        y = turned(y[:, None])[:, 0]
        n = np.diag(counts.matrix).astype(float)
        parts = list(zip(book.attributes, book.labels, book.slices(), strict=True))
        self.quantifications_ = {a: pd.Series(y[part], index=list(labels)) for a, labels, part in parts}
        self.discrimination_ = pd.Series({a: float(n[part] @ y[part] ** 2 / counts.n_rows) for a, _, part in parts})
        places = tuple(y[part, None] for part in book.slices())
        return ValueEmbedding(book, places, counts.frequencies, joint=True, combine="mean")


def _first_axis(counts: Counts) -> np.ndarray:
    """(c,) places of the values on the first axis of multiple correspondence analysis; zeros where there is none."""
    places = np.vstack(MCA(1).fit(counts).geometry_.coordinates)
    return places[:, 0] if places.shape[1] else np.zeros(len(places))


def _steps(counts: Counts, y: np.ndarray, ordered: list[bool]) -> Iterator[tuple[np.ndarray, float]]:
    """``(y, loss)`` after each step, until the loss falls no more."""
    book, n_rows = counts.codebook, counts.n_rows
    n, d, before = np.diag(counts.matrix).astype(float), len(book.attributes), np.inf
    for _ in range(MOST_STEPS + 1):
        y = y - n @ y / (n_rows * d)
        # the scores are Z y / d; their sum of squares, and their means over the rows of each value, need counts only
        means = counts.matrix @ y / d
        length = np.sqrt(max(y @ means / d, 0.0) / n_rows)
        free = means / n / (length if length > NO_VARIANCE else np.inf)
        y = free.copy()
        for part, labels, is_ordered in zip(book.slices(), book.categories, ordered, strict=True):
            if is_ordered and len(labels) > 1:
                levels = slice(part.start, part.start + len(labels))
                y[levels] = _monotone(free[levels], n[levels])
        loss = 1 + float((n * y) @ (y - 2 * free)) / (n_rows * d)
        if loss > before:  # by rounding alone
            return
        yield y, loss
        if before - loss < TOLERANCE:
            return
        before = loss


def _monotone(y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(v,) nearest numbers that rise, or those that fall if they are nearer."""
    rising, falling = (isotonic_regression(y, weights=weights, increasing=up).x for up in (True, False))
    return rising if weights @ (rising - y) ** 2 <= weights @ (falling - y) ** 2 else falling
