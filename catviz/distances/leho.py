"""Le & Ho: values are far when the other columns are distributed differently with either, by Kullback and Leibler.

Source: Le & Ho 2005, "An association-based dissimilarity measure for categorical data".
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, CountsMethod
from catviz.distances.conditional import conditional_profiles, other_columns
from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueDistances
from catviz.remarks import remark_single_column
from catviz.table.counts import Counts
from catviz.table.sizes import BuildsTables


class LeHo(BuildsTables, CountsMethod):
    """Le & Ho 2005: the sum over the other columns of the symmetric Kullback-Leibler divergence between two values.

    d(a, b) = sum over l of KL(P_l(.|a), P_l(.|b)) + KL(P_l(.|b), P_l(.|a)), natural logarithms.
    The divergence is infinite where a value of l occurs with one of a, b and never with the other, so each value of l
    is counted once more than it occurs: P_l(w|a) = (n_aw + 1) / (n_a + |l|). The smoothing is catviz's reading.
    Not a metric: the triangle inequality can fail.

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.LeHo().fit(catviz.load_dataset("toy_movie"))
    >>> round(float(m.value_distances_["actor"].loc["De Niro", "Stewart"]), 6)
    1.178802
    """

    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return CountsMethod.cost(n, d, c) + 4e-6 * d * d

    def _learn(self, counts: Counts) -> ValueDistances:
        attributes = counts.codebook.attributes
        remark_single_column("LeHo", attributes)
        tables = tuple(_table(counts, r) for r in range(len(attributes)))
        return ValueDistances(counts.codebook, tables, counts.frequencies)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term for each other column: both directions of its divergence. Shares in ``details`` are smoothed."""
        check_is_fitted(self)
        counts, book = self.counts_, self.counts_.codebook
        r, i, j = book.position(attribute), *(book.code(attribute, v) for v in (a, b))
        if len(book.attributes) == 1:
            return self.geometry_.explain(attribute, a, b)
        others = other_columns(counts, r)
        details = conditional_profiles(counts, r, others, i, j, [_smoothed(counts, r, s) for s in others])
        surprise = np.log(details["share of a"] / details["share of b"])
        directions = {"KL(a, b)": details["share of a"] * surprise, "KL(b, a)": -details["share of b"] * surprise}
        terms = pd.DataFrame(directions).groupby(details["term"], sort=False).sum().reset_index()
        terms["contribution"] = terms["KL(a, b)"] + terms["KL(b, a)"]
        return Explanation(terms, 1.0, float(self.geometry_.tables[r][i, j]), details=details)


def _table(counts: Counts, r: int) -> np.ndarray:
    """(v_r, v_r) sums of divergences; [x != y] where there is no other column."""
    others = other_columns(counts, r)
    if not others:
        return 1.0 - np.eye(counts.codebook.n_values[r])
    shares = np.hstack([_smoothed(counts, r, s) for s in others])
    crossed = shares @ np.log(shares).T
    negative_entropies = np.diag(crossed)
    table = np.maximum(negative_entropies[:, None] + negative_entropies[None, :] - (crossed + crossed.T), 0)
    np.fill_diagonal(table, 0)
    return table


def _smoothed(counts: Counts, r: int, s: int) -> np.ndarray:
    """(v_r, v_s) conditional shares P_s(w|a) with every count one higher."""
    raised = counts.joint(r, s) + 1.0
    return raised / raised.sum(axis=1, keepdims=True)
