"""DILCA: values are near when the same values of a few informative columns predict both.

Source: Ienco, Pensa & Meo, "From Context to Distance: Learning Dissimilarity for Categorical Data Clustering".
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, CountsMethod, column_sizes
from catviz.distances.conditional import conditional_profiles
from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import Choice
from catviz.remarks import remark, remark_single_column
from catviz.table.association import association_matrix
from catviz.table.codebook import listed
from catviz.table.counts import Counts
from catviz.table.sizes import MAX_TABLE_VALUES, BuildsTables

#: Associations that differ by less count as equal.
TIED = 1e-9


class DILCA(BuildsTables, CountsMethod):
    """DILCA (context-based distance, CBDM): how differently the values of a column's context predict two values.

    With P(a|x) the share of the rows with value x of a context column X that carry a,
    d(a, b)^2 = sum over X and its values x of (P(a|x) - P(b|x))^2 / sum over X of |X|.
    Rows: D^2 is the sum of the columns' d^2.

    If a column is independent of every other column, all its SU are 0, and so is their mean. Then all columns reach the
    mean ("mean"), or the first one is kept ("fcbf"). Since P(a|x) = P(a), the formula gives d(a, b) = |P(a) - P(b)|:
    values are compared by their frequencies alone, with a warning. So a nearly independent column has nearly the
    same distances. A single column has no context: its values are at distance 0, with a warning.

    Parameters
    ----------
    context : {"mean", "fcbf"}
        Which columns make a column's context, by their symmetric uncertainty SU = 2 I / (H + H) with it: those at or
        above the mean of all other columns; or those that are not redundant: from the highest SU down, a column is
        left out where one kept before has at least as high an SU with it. Of columns tied with each other the one
        with fewer values comes first, then the one that stands first in the table.
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    contexts_ : dict of str to tuple of str
        Each column's context, in the table's order; empty where there is no other column.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.DILCA().fit(catviz.load_dataset("toy_movie"))
    >>> m.contexts_["actor"]
    ('genre',)
    """

    parameters = {
        "context": Choice(
            {"mean": "at least the mean association", "fcbf": "associated, not redundant (FCBF)"},
            label="Context columns",
            help="The other columns through which the values of a column are compared. They are chosen by their "
            "symmetric uncertainty with it. The second choice leaves out a column that is at least as strongly "
            "associated with a column chosen before.",
        )
    } | BuildsTables.parameters
    invariances = {
        "rename": EXACT,
        "permute": EXACT,
        "constant": "a constant column lowers the mean association, so that more columns may join a context",
    }

    def __init__(self, context: str = "mean", *, max_table_values: int = MAX_TABLE_VALUES) -> None:
        super().__init__(max_table_values=max_table_values)
        self.context = context

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        sizes = column_sizes(d, c)
        pairs = (sizes**2 * (sizes.sum() - sizes)).sum()
        return float(CountsMethod.cost(n, d, c) + 1e-6 * d * d + 4e-10 * pairs)

    def _learn(self, counts: Counts) -> ValueDistances:
        attributes = counts.codebook.attributes
        association = association_matrix(counts, "NMI").to_numpy(copy=True)
        choose = _at_least_the_mean if self.context == "mean" else _not_redundant
        chosen = [choose(association, r, counts.codebook.n_values) for r in range(len(attributes))]
        self.contexts_ = {a: tuple(attributes[s] for s in c) for a, c in zip(attributes, chosen, strict=True)}
        np.fill_diagonal(association, 0)
        alone = [
            a
            for a, v, associations in zip(attributes, counts.codebook.n_values, association, strict=True)
            if v > 1 and not associations.any()
        ]
        why = "there is no other column to learn from, so all its values are at distance 0"
        remark_single_column("DILCA", attributes, why)
        if alone and len(attributes) > 1:
            remark(
                f"no other column carries information about {listed(alone)}: there, values are compared by their "
                "frequencies only"
            )
        tables = tuple(_table(counts, r, context) for r, context in enumerate(chosen))
        return ValueDistances(counts.codebook, tables, counts.frequencies, power=2.0)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term for each column of the context: its squared differences, over the context's number of values.

        In ``details`` the share of a is that of the rows with the context's value that carry a: P(a|x).
        """
        check_is_fitted(self)
        counts, book = self.counts_, self.counts_.codebook
        r, i, j = book.position(attribute), *(book.code(attribute, v) for v in (a, b))
        distance = float(self.geometry_.tables[r][i, j])
        context = [book.position(name) for name in self.contexts_[book.attributes[r]]]
        if not context:
            return self.geometry_.explain(attribute, a, b)
        details = conditional_profiles(counts, r, context, i, j, [_conditional_shares(counts, r, s) for s in context])
        squares = (details["difference"] ** 2).groupby(details["term"], sort=False).sum()
        weight = 1.0 / book.n_values[context].sum()
        terms = pd.DataFrame(
            {
                "term": self.contexts_[book.attributes[r]],
                "1 / values of the context": weight,
                "sum of squares": squares.to_numpy(),
            }
        )
        factors = ("1 / values of the context", "sum of squares")
        terms["contribution"] = terms[list(factors)].prod(axis=1)
        return Explanation(terms, 2.0, distance, factors=factors, details=details)


def _at_least_the_mean(association: np.ndarray, r: int, n_values: np.ndarray) -> list[int]:
    others = [s for s in range(len(association)) if s != r]
    mean = association[r, others].mean() if others else 0.0
    return [s for s in others if association[r, s] >= mean - TIED]


def _not_redundant(association: np.ndarray, r: int, n_values: np.ndarray) -> list[int]:
    """The fast correlation-based filter: what a column kept before tells as well is left out."""
    others = [s for s in range(len(association)) if s != r]
    kept: list[int] = []
    for s in _falling(others, association[r], n_values):
        if all(association[k, s] < association[r, s] - TIED for k in kept):
            kept.append(s)
    return sorted(kept)


def _falling(columns: list[int], association: np.ndarray, n_values: np.ndarray) -> list[int]:
    """Columns by falling association; near ties are joined first, since rounding must not order them."""
    by_association = sorted(columns, key=lambda s: -association[s])
    gaps = [association[p] - association[s] > TIED for p, s in zip(by_association, by_association[1:], strict=False)]
    group = dict(zip(by_association, np.cumsum([0, *gaps]).tolist(), strict=False))
    return sorted(columns, key=lambda s: (group[s], n_values[s], s))


def _table(counts: Counts, r: int, context: list[int]) -> np.ndarray:
    """(v_r, v_r) distances; zeros where there is no context."""
    if not context:
        return np.zeros((counts.codebook.n_values[r],) * 2)
    profiles = np.hstack([_conditional_shares(counts, r, s) for s in context])
    return cdist(profiles, profiles) / np.sqrt(profiles.shape[1])


def _conditional_shares(counts: Counts, r: int, s: int) -> np.ndarray:
    """(v_r, v_s) shares P(a|x): of the rows with value x of column s, those with value a of column r."""
    return counts.joint(r, s) / counts.frequencies[s]
