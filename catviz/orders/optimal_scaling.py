"""Optimal scaling: how far apart the levels of declared orders are, from counts alone.

Sources: Gifi 1990; de Leeuw & Mair 2009. Known as princals, in one dimension.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import isotonic_regression

from catviz.base import EXACT, CountsMethod
from catviz.embeddings.mca import MCA
from catviz.geometry.scaling import turned
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.parameters import Choice
from catviz.table.counts import Counts

TOLERANCE, MOST_STEPS = 1e-12, 5000
NO_VARIANCE = 1e-12


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
    """The nearest numbers that rise, or those that fall if they are nearer."""
    rising, falling = (isotonic_regression(y, weights=weights, increasing=up).x for up in (True, False))
    return rising if weights @ (rising - y) ** 2 <= weights @ (falling - y) ** 2 else falling
