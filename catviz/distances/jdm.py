"""JDM: rows are far apart when their values, alone and in pairs of columns that go together, are frequent but differ.

Source: Jia, Cheung & Liu 2016, "A new distance metric for unsupervised learning of categorical data" (JDM, HDM).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from catviz.base import EXACT, ObjectMethod
from catviz.geometry.objects import ObjectDistances
from catviz.table.association import association_matrix
from catviz.table.counts import Counts

#: Dependences that exceed the mean by less do not exceed it.
TIED = 1e-9


class JiaDistance(ObjectMethod):
    """Jia's distance metric (JDM, HDM) between rows: there are no distances between values.

    D(x, y) = sum_r w_r d_r / sum_r w_r over the columns r.
    d_r = sum over l in S_r of R_rl (q(x_r, x_l) + q(y_r, y_l)) where the rows differ in r or in l, else 0;
    q(a, b) = c(c - 1) / (n(n - 1)) for the c of n rows that carry both, the chance that two rows drawn do.
    R = I / H(joint), and S_r holds r itself (R_rr = 1) and the columns whose R_rl is above the mean of all d x d.
    w_r is the chance that two rows drawn differ in r where x and y do, and that they agree in r where x and y do.
    Public readings of the weights disagree: this is catviz's. What occurs in one row only has q = 0, so rows that
    differ in nothing else are at distance 0.

    A value never seen at the fit is one no row carries: q = 0. It differs from every other value, and equals itself.

    Attributes
    ----------
    dependence_ : DataFrame, (d, d)
        R.
    partners_ : dict of str to tuple of str
        S_r without r.
    object_distances_ : ObjectDistances

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("toy_movie")
    >>> JiaDistance().fit(table).object_distances_.between(table).shape
    (6, 6)
    """

    invariances = {
        "rename": EXACT,
        "permute": EXACT,
        "constant": "a constant column enters the average and moves the mean that dependences must exceed",
    }

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return ObjectMethod.cost(n, d, c) + 5e-6 * d * d

    def _learn(self, counts: Counts) -> ObjectDistances:
        attributes, n = counts.codebook.attributes, counts.n_rows
        dependence = association_matrix(counts, "redundancy").to_numpy(copy=True)
        np.fill_diagonal(dependence, 1.0)
        above = dependence > dependence.mean() + TIED
        np.fill_diagonal(above, False)
        self.dependence_ = pd.DataFrame(dependence, index=attributes, columns=attributes)
        self.partners_ = {
            a: tuple(attributes[s] for s in np.flatnonzero(row)) for a, row in zip(attributes, above, strict=True)
        }
        alone = tuple(_chances(f, n) for f in counts.frequencies)
        pairs = tuple(
            tuple((s, dependence[r, s] * _chances(counts.joint(r, s), n)) for s in np.flatnonzero(row).tolist())
            for r, row in enumerate(above)
        )
        agree = np.array([chances.sum() for chances in alone])
        return ObjectDistances(counts.codebook, RowComparison(alone, pairs, agree))


@dataclass(frozen=True, eq=False)
class RowComparison:
    """The distance of rows by their codes.

    Attributes
    ----------
    alone : tuple of (v_r + 1,) chances that two rows carry a value; 0 for values never seen
    pairs : tuple a column of ``(l, table)``: the (v_r + 1, v_l + 1) chances of pairs of values, times R_rl
    agree : (d,) chance that two rows agree in a column
    """

    alone: tuple[np.ndarray, ...]
    pairs: tuple[tuple[tuple[int, np.ndarray], ...], ...]
    agree: np.ndarray

    def __call__(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """(m, k) distances of (m, d) codes from (k, d) codes."""
        differ = [a[:, r][:, None] != b[:, r] for r in range(a.shape[1])]
        a, b = (np.minimum(codes, [len(chances) - 1 for chances in self.alone]) for codes in (a, b))
        total, weights = np.zeros((2, len(a), len(b)))
        for r, agree in enumerate(self.agree):
            all_a, all_b = self.alone[r][a[:, r]], self.alone[r][b[:, r]]
            near = np.zeros_like(total)
            for s, table in self.pairs[r]:
                pair_a, pair_b = table[a[:, r], a[:, s]], table[b[:, r], b[:, s]]
                all_a, all_b = all_a + pair_a, all_b + pair_b
                both = np.add.outer(pair_a, pair_b)
                near += np.multiply(both, differ[s], out=both)
            total += np.where(differ[r], (1.0 - agree) * np.add.outer(all_a, all_b), agree * near)
            weights += np.where(differ[r], 1.0 - agree, agree)
        return np.divide(total, weights, out=total, where=weights > 0)


def _chances(counts: np.ndarray, n: float) -> np.ndarray:
    """c(c - 1) / (n(n - 1)), with one more entry, 0, along each axis; fractional weights below one row hold no pair."""
    chances = counts * np.maximum(counts - 1.0, 0) / (n * (n - 1)) if n > 1 else np.zeros(counts.shape)
    return np.pad(chances, (0, 1))
