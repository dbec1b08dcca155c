"""Coupled distances and similarities: what two values share with the other columns, and how often they occur.

Sources: Wang et al. 2011, 2015, as Li repeats them (COS, COD), and Ahmad & Dey 2007 (ADM);
`catviz.distances.wcado` has W-CADO. All are functions of the co-occurrence matrix: with P_{l|r}(w|x) the share of
value w of column l among the rows with value x of column r, every inter-column term is a total variation
TV_l(x, y) = 1/2 sum_w |P(w|x) - P(w|y)|.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, UP_TO_SCALE, CountsMethod
from catviz.distances.conditional import all_profiles, conditional_profiles, half_differences, other_columns, profiles
from catviz.distances.information import (
    icp,
    inter_information,
    refuse_power_sets,
    relative_similarity,
    set_information,
)
from catviz.geometry.explanation import Explanation
from catviz.geometry.similarities import ValueSimilarities
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import Choice
from catviz.remarks import remark_single_column
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts
from catviz.table.sizes import MAX_TABLE_VALUES, BuildsTables

__all__ = [
    "COD",
    "COS",
    "AhmadDey",
    "icp",
    "inter_information",
    "profiles",
    "set_information",
    "total_variation",
]

MISSING_RULES = Choice(
    {"category": "own value", "exclude": "left out pair by pair"},
    label="Missing values in this method",
    help="A missing value counts as a value of its own, or the missing cell is left out whenever two columns are "
    "counted together. The choice has no effect if rows with missing values are left out of the table.",
)


def total_variation(counts: Counts, r: int, weights: np.ndarray) -> np.ndarray:
    """(v_r, v_r) table of sum_s weights[s] TV_s over the other columns s; [x != y] where there is no other column."""
    others = other_columns(counts, r)
    if not others:
        return 1.0 - np.eye(counts.codebook.n_values[r])
    book = counts.codebook
    if book.n_values.all():  # all at once: one by one takes long for hundreds of columns
        stacked = np.delete(np.repeat(weights, book.n_values) * all_profiles(counts, r), book.slices()[r], axis=1)
    else:
        stacked = np.hstack([weights[s] * profiles(counts, r, s) for s in others])
    return half_differences(stacked)


@dataclass(frozen=True)
class PairParts:
    """What the number of two values is made of: what `_Coupled._terms` puts into a table.

    Attributes
    ----------
    intra : dict of str to float
        The parts of the factor from the column's own counts.
    names, weights, variations : (d - 1,)
        Of the other columns: name, weight, and total variation between the two values.
    attribute : str
        The column.
    differ : bool
        Whether the two values differ.
    """

    intra: dict[str, float]
    names: list[str]
    weights: np.ndarray
    variations: np.ndarray
    attribute: str
    differ: bool


class _Coupled(BuildsTables, CountsMethod):
    """Shared by the family: missing values, column weights, and the terms of an explanation.

    After a fit ``coupled_counts_`` holds the counts used and ``couplings_`` the (d, d) weights: row r those of the
    other columns in the sum for column r.
    """

    parameters = {"na": MISSING_RULES} | BuildsTables.parameters
    #: What the weight of a column is, in an explanation.
    _weight = "1 / other columns"

    def __init__(self, na: str = "category", *, max_table_values: int = MAX_TABLE_VALUES) -> None:
        super().__init__(max_table_values=max_table_values)
        self.na = na

    def _learn(self, counts: Counts) -> ValueDistances:
        counts = counts.without_missing() if self.na == "exclude" else counts
        attributes = counts.codebook.attributes
        remark_single_column(type(self).__name__, attributes)
        self.couplings_ = self._couplings(counts)
        self.coupled_counts_ = counts
        tables = tuple(self._combine(counts, r, self._inter(counts, r)) for r in range(len(attributes)))
        return self._geometry(counts, tables)

    def _value_table(self, counts: Counts, r: int) -> np.ndarray:
        """(v_r, v_r) distances of the values of column r that counts give, without the work for other columns."""
        counts = counts.without_missing() if self.na == "exclude" else counts
        self.couplings_ = self._couplings(counts)
        table = self._combine(counts, r, self._inter(counts, r))
        alone = replace(counts, codebook=counts.codebook.select([r]), matrix=np.diag(counts.frequencies[r]))
        return self._geometry(alone, (table,)).tables[0]

    def intra(self, attribute: str) -> np.ndarray:
        """(v, v) factor from a column's own value counts."""
        return self._intra(self.coupled_counts_, self.coupled_counts_.codebook.position(attribute))

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term for each other column: its total variation between the two values, times what couples them."""
        check_is_fitted(self)
        counts = self.coupled_counts_
        r, i, j = counts.codebook.position(attribute), *(counts.codebook.code(attribute, v) for v in (a, b))
        others = other_columns(counts, r)
        shares = [profiles(counts, r, s) for s in others]
        variations = np.array([np.abs(each[i] - each[j]).sum() / 2 for each in shares] or [float(i != j)])
        intra = {name: float(table[i, j]) for name, table in self._intra_parts(counts, r).items()}
        names = [counts.codebook.attributes[s] for s in others] or [attribute]
        weights = self.couplings_[r][others] if others else np.ones(1)
        terms, factors = self._terms(PairParts(intra, names, weights, variations, attribute, i != j))
        terms["contribution"] = terms[list(factors)].prod(axis=1)
        quantity = "similarity" if self.gives == "similarities" else "distance"
        distance = float(self.value_distances_.tables[r][i, j])
        details = (
            conditional_profiles(counts, r, others, i, j, shares) if sum(each.shape[1] for each in shares) else None
        )
        return Explanation(terms, 1.0, distance, quantity, factors, details)

    def _terms(self, of: PairParts) -> tuple[pd.DataFrame, tuple[str, ...]]:
        """The terms of an explanation, one for each other column, and the columns whose product they are."""
        shared = {"TV": of.variations} if self.gives != "similarities" else {"1 - TV": 1.0 - of.variations}
        factors = of.intra | {self._weight: of.weights} | shared
        return pd.DataFrame({"term": of.names} | factors), tuple(factors)

    def _couplings(self, counts: Counts) -> np.ndarray:
        """(d, d) weight of column s in the sum for column r."""
        d = len(counts.codebook.attributes)
        return np.full((d, d), 1.0 / max(d - 1, 1))

    def _inter(self, counts: Counts, r: int) -> np.ndarray:
        """(v_r, v_r) factor from the other columns."""
        return total_variation(counts, r, self.couplings_[r])

    def _combine(self, counts: Counts, r: int, inter: np.ndarray) -> np.ndarray:
        return self._intra(counts, r) * inter

    def _geometry(self, counts: Counts, tables: tuple[np.ndarray, ...]) -> ValueDistances:
        for table in tables:
            np.fill_diagonal(table, 0.0)
        return ValueDistances(counts.codebook, tables, counts.frequencies, excluded=self.na == "exclude")

    def _intra(self, counts: Counts, r: int) -> np.ndarray:
        """(v_r, v_r) factor from a column's own value counts: the product of its parts."""
        v = counts.codebook.n_values[r]
        return reduce(np.multiply, self._intra_parts(counts, r).values(), np.ones((v, v)))

    @abstractmethod
    def _intra_parts(self, counts: Counts, r: int) -> dict[str, np.ndarray]:
        """(v_r, v_r) parts of the factor from a column's own value counts, by what they hold."""


class AhmadDey(_Coupled):
    """ADM (Ahmad & Dey 2007, unweighted): the mean total variation of the other columns between two values.

    Zero for values that the other columns cannot tell apart; a pseudometric.

    Parameters
    ----------
    na : {"category", "exclude"}
        Missing values count as a value of their own, or are left out pair by pair.
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.AhmadDey().fit(catviz.load_dataset("toy_movie"))
    >>> float(m.value_distances_["actor"].loc["De Niro", "Stewart"])
    1.0
    """

    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}
    largest_distance = 1.0
    intervals_hold = nearest_sets_hold = True

    def _intra_parts(self, counts: Counts, r: int) -> dict[str, np.ndarray]:
        return {}


class COD(_Coupled):
    """Coupled object distance (COD, CADO, CNS): (1/a + 1/b) times the ADM distance, a and b the value counts.

    Source: Wang et al. 2015 (CADO), and Li with h1(t) = 1/t - 1 and h2(t) = 1 - t. A dissimilarity: the triangle
    inequality can fail.

    Parameters
    ----------
    na : {"category", "exclude"}
        Missing values count as a value of their own, or are left out pair by pair.
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.
    """

    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}

    def _intra_parts(self, counts: Counts, r: int) -> dict[str, np.ndarray]:
        return reciprocal_sums(counts, r)


class COS(_Coupled):
    """Coupled object similarity (COS): ab / (a + b + ab) times 1 - TV, averaged over the other columns.

    A positive semidefinite similarity in ``value_similarities_``; distances follow by d = (s_aa + s_bb)/2 - s_ab.

    Parameters
    ----------
    na : {"category", "exclude"}
        Missing values count as a value of their own, or are left out pair by pair.
    inter : {"I", "P", "U", "J"}
        By which of the paper's forms values are compared through another column: over the values that occur with both
        (IRSI), over all subsets of values (IRSP), over all values (IRSU), over those that occur with either (IRSJ).
        The numbers are equal, since all are 1 - TV, as which "I" is computed; the others are for study, "P" for
        columns of few values only.
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities
        Its ``between`` sums similarities over columns, as the paper's COS of two objects does.
    """

    gives = "similarities"
    largest_distance = 1.0
    intervals_hold = nearest_sets_hold = True
    parameters = {
        "na": MISSING_RULES,
        "inter": Choice(
            {
                "I": "values that occur with both (IRSI)",
                "P": "all subsets of values (IRSP)",
                "U": "all values (IRSU)",
                "J": "values that occur with either (IRSJ)",
            },
            label="Values of the other column",
            help="Two values are compared over values of another column. The paper has four forms, which differ in the "
            "values that they use. All four give the same distances; the first form is the fastest.",
        ),
    } | BuildsTables.parameters
    invariances = {
        "rename": EXACT,
        "permute": EXACT,
        "constant": (
            "through a constant column all values have similarity 1, so the mean over the columns moves towards 1"
        ),
    }

    def __init__(self, na: str = "category", *, inter: str = "I", max_table_values: int = MAX_TABLE_VALUES) -> None:
        super().__init__(na=na, max_table_values=max_table_values)
        self.inter = inter

    def _check(self, codebook: Codebook) -> None:
        super()._check(codebook)
        if self.inter == "P":
            refuse_power_sets(codebook)

    def _intra_parts(self, counts: Counts, r: int) -> dict[str, np.ndarray]:
        a = counts.frequencies[r].astype(float)
        product = np.outer(a, a)
        return {"n_x n_y / (n_x + n_y + n_x n_y)": product / (a[:, None] + a[None, :] + product)}

    def _inter(self, counts: Counts, r: int) -> np.ndarray:
        others = other_columns(counts, r)
        if self.inter == "I" or not others:
            return 1.0 - total_variation(counts, r, self.couplings_[r])
        weights = self.couplings_[r]
        return sum(weights[s] * relative_similarity(profiles(counts, r, s), self.inter) for s in others)

    def _geometry(self, counts: Counts, tables: tuple[np.ndarray, ...]) -> ValueDistances:
        self.value_similarities_ = ValueSimilarities(
            counts.codebook, tables, counts.frequencies, excluded=self.na == "exclude"
        )
        return self.value_similarities_.distances()


def reciprocal_sums(counts: Counts, r: int) -> dict[str, np.ndarray]:
    """(v_r, v_r) sums of one over the counts of two values, under their name in an explanation."""
    reciprocal = 1.0 / counts.frequencies[r]
    return {"1/n_x + 1/n_y": reciprocal[:, None] + reciprocal[None, :]}
