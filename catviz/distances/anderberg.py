"""Anderberg's similarity of rows: rare values in common count for it, rare values in which rows differ against it.

Sources: Anderberg 1973, "Cluster Analysis for Applications", as Boriah, Chandola & Kumar 2008 write it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catviz.base import EXACT, ObjectMethod
from catviz.geometry.objects import ObjectDistances
from catviz.table.counts import Counts


class Anderberg(ObjectMethod):
    """Anderberg's similarity (1973) between rows: there are no distances between values.

    D = 1 - A / (A + B). A adds 2 / (v (v + 1) p_a^2) for each column in which the rows have the same value a, B adds
    1 / (v (v + 1) p_a p_b) for each in which they have different ones, v the number of values of the column and p_a
    the share of the rows with a. A value never seen at the fit is taken to occur in one row.

    nomclust, which has this measure too, makes the same distance of it.

    Attributes
    ----------
    object_distances_ : ObjectDistances

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("toy_movie")
    >>> round(float(catviz.Anderberg().fit(table).object_distances_.between(table)[0, 1]), 4)
    0.375
    """

    invariances = {
        "rename": EXACT,
        "permute": EXACT,
        "constant": "a constant column is one more match, so all rows come nearer to each other",
    }

    def _learn(self, counts: Counts) -> ObjectDistances:
        n = max(float(counts.n_rows), 1.0)
        shares = tuple(np.append(f / f.sum(), 1 / n) for f in counts.frequencies)
        return ObjectDistances(counts.codebook, RowComparison(shares))


@dataclass(frozen=True, eq=False)
class RowComparison:
    """The distance of rows by their codes.

    Attributes
    ----------
    shares : tuple of (v_r + 1,) shares of the rows with each value, the last one for values never seen
    """

    shares: tuple[np.ndarray, ...]

    def __call__(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """(m, k) distances of (m, d) codes from (k, d) codes."""
        match, differ = np.zeros((2, len(a), len(b)))
        for r, p in enumerate(self.shares):
            v, equal = len(p) - 1, a[:, r][:, None] == b[:, r]
            inverse_a, inverse_b = (1 / p[np.minimum(codes[:, r], v)] for codes in (a, b))
            terms = np.multiply.outer(inverse_a, inverse_b) / (v * (v + 1))
            match += np.where(equal, 2 * terms, 0)
            differ += np.where(equal, 0, terms)
        return differ / (match + differ)
