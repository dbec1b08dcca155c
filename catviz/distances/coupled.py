"""Coupled distances and similarities: what two values share with the other columns, and how often they occur.

Sources: Wang et al. (COS, COD), Cao & Wen, "A Weighted Distance Metric on Categorical Data" (W-CADO), and Ahmad & Dey
(ADM). All are functions of the co-occurrence matrix: with P_{l|r}(w|x) the share of value w of column l among the rows
with value x of column r, every inter-column term is a total variation TV_l(x, y) = 1/2 sum_w |P(w|x) - P(w|y)|.
"""

from __future__ import annotations

import warnings
from abc import abstractmethod

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from sklearn.utils.validation import check_is_fitted

from catviz.association import redundancy
from catviz.base import EXACT, UP_TO_SCALE, CountsMethod
from catviz.counts import Counts
from catviz.geometry import Explanation, ValueDistances, ValueSimilarities
from catviz.parameters import Choice, Number

MISSING_RULES = Choice(("category", "exclude"))
MAX_TABLE_VALUES = 4096


def profiles(counts: Counts, r: int, s: int) -> np.ndarray:
    """(v_r, v_s) conditional shares P_{s|r}; a value that never meets column s takes that column's marginal."""
    joint = counts.joint(r, s).astype(float)
    totals = joint.sum(axis=1, keepdims=True)
    marginal = counts.frequencies[s] / max(counts.frequencies[s].sum(), 1)
    return np.where(totals > 0, joint / np.where(totals > 0, totals, 1), marginal)


def total_variation(counts: Counts, r: int, weights: np.ndarray) -> np.ndarray:
    """(v_r, v_r) table of sum_s weights[s] TV_s over the other columns s; [x != y] where there is no other column."""
    others = _others(counts, r)
    if not others:
        return 1.0 - np.eye(counts.codebook.n_values[r])
    stacked = np.hstack([weights[s] * profiles(counts, r, s) for s in others])
    return 0.5 * cdist(stacked, stacked, "cityblock")


class _Coupled(CountsMethod):
    """Shared by the family: missing values, column weights, and the terms of an explanation.

    After a fit ``coupled_counts_`` holds the counts used and ``couplings_`` a vector of column weights a column.
    """

    parameters = {"na": MISSING_RULES}

    def __init__(self, na: str = "category"):
        self.na = na

    def _learn(self, counts: Counts):
        counts = counts.without_missing() if self.na == "exclude" else counts
        _refuse_oversize(counts)
        if len(counts.codebook.attributes) == 1:
            warnings.warn(
                f"{type(self).__name__} on the single column {counts.codebook.attributes[0]!r}: "
                "there is no other column to learn from, so all its values are equally far",
                stacklevel=3,
            )
        self.couplings_ = [self._weights(counts, r) for r in range(len(counts.codebook.attributes))]
        tables = []
        for r, weights in enumerate(self.couplings_):
            table = self._combine(counts, r, total_variation(counts, r, weights))
            tables.append(self._finished(table))
        self.coupled_counts_ = counts
        return self._geometry(counts, tuple(tables))

    def intra(self, attribute: str) -> np.ndarray:
        """(v, v) factor from a column's own value counts."""
        return self._intra(self.coupled_counts_, self.coupled_counts_.codebook.position(attribute))

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term for each other column: its total variation between the two values, times what couples them."""
        check_is_fitted(self)
        counts = self.coupled_counts_
        r, i, j = counts.codebook.position(attribute), *(counts.codebook.code(attribute, v) for v in (a, b))
        others = _others(counts, r)
        attributes = counts.codebook.attributes
        details = _shares(counts, r, i, j)
        if others:
            variations = details.groupby("term", sort=False)["difference"].sum().to_numpy() / 2
        else:
            variations = np.array([float(i != j)])
        terms = pd.DataFrame(
            {
                "term": [attributes[s] for s in others] or [attribute],
                "intra": float(self._intra(counts, r)[i, j]),
                "mix": self._inter_share(),
                "weight": self.couplings_[r][others] if others else 1.0,
                "TV": variations,
                "1 - TV": 1.0 - variations,
            }
        )
        factors = self._factors()
        terms = terms[["term", *factors]].assign(contribution=terms[list(factors)].prod(axis=1))
        terms = self._with_own_term(terms, attribute, i, j, float(self._intra(counts, r)[i, j]))
        quantity = "similarity" if self.gives == "similarities" else "distance"
        return Explanation(terms, 1.0, float(self.value_distances_.tables[r][i, j]), quantity, factors, details)

    def _weights(self, counts: Counts, r: int) -> np.ndarray:
        """(d,) weight of every column in the sum for column r."""
        d = len(counts.codebook.attributes)
        return np.full(d, 1.0 / max(d - 1, 1))

    def _finished(self, table: np.ndarray) -> np.ndarray:
        np.fill_diagonal(table, 0.0)
        return table

    def _geometry(self, counts: Counts, tables: tuple[np.ndarray, ...]):
        return ValueDistances(counts.codebook, tables, counts.frequencies)

    def _factors(self) -> tuple[str, ...]:
        """What a term of an explanation is the product of."""
        return ("intra", "weight", "TV")

    def _inter_share(self) -> float:
        """Factor of the other columns' part in a sum form."""
        return 1.0

    def _with_own_term(self, terms: pd.DataFrame, attribute: str, i: int, j: int, intra: float) -> pd.DataFrame:
        """The terms with whatever the column's own counts add."""
        return terms

    def _combine(self, counts: Counts, r: int, inter: np.ndarray) -> np.ndarray:
        return self._intra(counts, r) * inter

    @abstractmethod
    def _intra(self, counts: Counts, r: int) -> np.ndarray:
        """(v_r, v_r) factor from the value frequencies of column r alone."""


class AhmadDey(_Coupled):
    """ADM (Ahmad & Dey 2007, unweighted): the mean total variation of the other columns between two values.

    Zero for values that the other columns cannot tell apart; a pseudometric.

    Parameters
    ----------
    na : {"category", "exclude"}
        Missing values count as a value of their own, or are left out pair by pair.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.AhmadDey().fit(catviz.load_dataset("toy_movie"))
    >>> float(m.value_distances_["actor"].loc["De Niro", "Stewart"])
    1.0
    """

    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}

    def _intra(self, counts: Counts, r: int) -> np.ndarray:
        return np.ones((counts.codebook.n_values[r],) * 2)

    def _factors(self) -> tuple[str, ...]:
        return ("weight", "TV")


class COD(_Coupled):
    """Coupled object distance (COD, CADO, CNS): (1/a + 1/b) times the ADM distance, a and b the value counts.

    Source: Wang et al. with h1(t) = 1/t - 1 and h2(t) = 1 - t. A dissimilarity: the triangle inequality can fail.

    Parameters
    ----------
    na : {"category", "exclude"}
        Missing values count as a value of their own, or are left out pair by pair.
    """

    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}

    def _intra(self, counts: Counts, r: int) -> np.ndarray:
        return _reciprocal_sums(counts, r)


class COS(_Coupled):
    """Coupled object similarity (COS): ab / (a + b + ab) times 1 - TV, averaged over the other columns.

    A positive semidefinite similarity in ``value_similarities_``; distances follow by d = (s_aa + s_bb)/2 - s_ab.

    Parameters
    ----------
    na : {"category", "exclude"}
        Missing values count as a value of their own, or are left out pair by pair.
    inter : {"I"}
        How the inter-column similarity is computed; all forms of the paper are equal, "I" (intersection) is fastest.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities
        Its ``between`` sums similarities over columns, as the paper's COS of two objects does.
    """

    gives = "similarities"
    parameters = {"na": MISSING_RULES, "inter": Choice(("I",))}
    invariances = {
        "rename": EXACT,
        "permute": EXACT,
        "constant": "a constant column is equally similar for every pair and moves the mean towards 1",
    }

    def __init__(self, na: str = "category", inter: str = "I"):
        super().__init__(na)
        self.inter = inter

    def _intra(self, counts: Counts, r: int) -> np.ndarray:
        a = counts.frequencies[r].astype(float)
        product = np.outer(a, a)
        return product / (a[:, None] + a[None, :] + product)

    def _combine(self, counts: Counts, r: int, inter: np.ndarray) -> np.ndarray:
        return self._intra(counts, r) * (1.0 - inter)

    def _finished(self, table: np.ndarray) -> np.ndarray:
        return table

    def _geometry(self, counts: Counts, tables: tuple[np.ndarray, ...]) -> ValueDistances:
        self.value_similarities_ = ValueSimilarities(counts.codebook, tables, counts.frequencies)
        return self.value_similarities_.distances()

    def _factors(self) -> tuple[str, ...]:
        return ("intra", "weight", "1 - TV")


class WCADO(_Coupled):
    """W-CADO (Cao & Wen): the coupled distance with columns weighted by their dependence and values by chance.

    The product form is W-IaADV(x, y) times sum over the other columns l of xi(r, l) TV_l(x, y), with
    W-IaADV = eta theta (1/a + 1/b), eta = p_s for equal values and 1 - p_s for others, xi = I / H(joint).
    A dissimilarity: the triangle inequality can fail.

    Parameters
    ----------
    theta : {"product", "sum", "log", "one"}
        Frequency weight: (a/N)(b/N) | alpha a/N + gamma b/N | -alpha ln(a/N) - gamma ln(b/N) | 1.
    omega : {"product", "sum"}
        eta theta | alpha eta + gamma theta.
    combine : {"product", "sum"}
        intra times inter | alpha intra + gamma inter, with the diagonal forced to 0.
    mix : (alpha, gamma)
        Not negative, sum 1; for the sum and log forms. Where the two differ, theta is the mean of both directions,
        so that the table stays symmetric.
    beta : None, "eq22", "offdiag" or float
        Which couplings count: all (Eqs. 18-19 as printed); xi > mean over all pairs with the diagonal (Eq. 22);
        xi >= mean off the diagonal; xi > beta.
    na : {"category", "exclude"}

    Attributes
    ----------
    attribute_weights_ : DataFrame, (d, d)
        xi after the beta filter, zero diagonal.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.WCADO().fit(catviz.load_dataset("toy_movie"))
    >>> round(float(m.value_distances_["actor"].loc["De Niro", "Stewart"]), 10)
    0.0678294666
    """

    parameters = {
        "theta": Choice(("product", "sum", "log", "one")),
        "omega": Choice(("product", "sum")),
        "combine": Choice(("product", "sum")),
        "beta": Number(0.0, 1.0, special=(None, "eq22", "offdiag"), integer=False),
        "na": MISSING_RULES,
    }

    def __init__(self, theta="product", omega="product", combine="product", mix=(0.5, 0.5), beta=None, na="category"):
        super().__init__(na)
        self.theta = theta
        self.omega = omega
        self.combine = combine
        self.mix = mix
        self.beta = beta

    def _learn(self, counts: Counts):
        self._check_mix()
        used = counts.without_missing() if self.na == "exclude" else counts
        attributes = used.codebook.attributes
        d = len(attributes)
        dependence = np.array([[redundancy(used.joint(r, s)) if r != s else 1.0 for s in range(d)] for r in range(d)])
        kept = dependence * _passes(dependence, self.beta)
        np.fill_diagonal(kept, 0.0)
        self.attribute_weights_ = pd.DataFrame(kept, index=attributes, columns=attributes)
        geometry = super()._learn(counts)
        empty = [a for a, t in zip(attributes, geometry.tables, strict=True) if len(t) > 1 and not t.any()]
        if empty:
            remedy = "" if self.beta is None else "; lower beta to keep more couplings"
            warnings.warn(f"every distance is zero in the columns {', '.join(empty)}{remedy}", stacklevel=3)
        return geometry

    def _check_mix(self) -> None:
        pair = np.asarray(self.mix, dtype=object).ravel().tolist()
        numbers = len(pair) == 2 and all(isinstance(x, int | float) and x >= 0 for x in pair)
        if not numbers or abs(sum(pair) - 1) > 1e-9:
            raise ValueError(f"mix={self.mix!r}: give two numbers that are not negative and sum to 1")

    def _weights(self, counts: Counts, r: int) -> np.ndarray:
        return self.attribute_weights_.to_numpy()[r]

    def _intra(self, counts: Counts, r: int) -> np.ndarray:
        alpha, gamma = self.mix
        a = counts.frequencies[r].astype(float)
        n = a.sum()
        same = (a * (a - 1)).sum() / (n * (n - 1)) if n > 1 else 1.0
        eta = np.where(np.eye(len(a), dtype=bool), same, 1.0 - same)
        share = a / n
        theta = {
            "product": lambda: np.outer(share, share),
            "sum": lambda: alpha * share[:, None] + gamma * share[None, :],
            "log": lambda: -alpha * np.log(share)[:, None] - gamma * np.log(share)[None, :],
            "one": lambda: np.ones((len(a), len(a))),
        }[self.theta]()
        theta = (theta + theta.T) / 2
        omega = eta * theta if self.omega == "product" else alpha * eta + gamma * theta
        return omega * _reciprocal_sums(counts, r)

    def _combine(self, counts: Counts, r: int, inter: np.ndarray) -> np.ndarray:
        intra = self._intra(counts, r)
        return intra * inter if self.combine == "product" else self.mix[0] * intra + self.mix[1] * inter

    def _factors(self) -> tuple[str, ...]:
        return ("intra", "weight", "TV") if self.combine == "product" else ("mix", "weight", "TV")

    def _inter_share(self) -> float:
        return self.mix[1]

    def _with_own_term(self, terms: pd.DataFrame, attribute: str, i: int, j: int, intra: float) -> pd.DataFrame:
        if self.combine == "product":
            return terms
        own = {"term": f"{attribute} (own counts)", "mix": self.mix[0], "weight": intra, "TV": 1.0}
        both = pd.concat([pd.DataFrame([own | {"contribution": self.mix[0] * intra}]), terms], ignore_index=True)
        return both.assign(contribution=both["contribution"] * (i != j))


def _others(counts: Counts, r: int) -> list[int]:
    return [s for s in range(len(counts.codebook.attributes)) if s != r]


def _shares(counts: Counts, r: int, i: int, j: int) -> pd.DataFrame:
    """The counts and shares of every value of the other columns, within value i and within value j of column r."""
    parts = []
    for s in _others(counts, r):
        joint, shares = counts.joint(r, s), profiles(counts, r, s)
        parts.append(
            pd.DataFrame(
                {
                    "term": counts.codebook.attributes[s],
                    "value": counts.codebook.labels[s],
                    "count with a": joint[i],
                    "count with b": joint[j],
                    "share of a": shares[i],
                    "share of b": shares[j],
                    "difference": np.abs(shares[i] - shares[j]),
                }
            )
        )
    columns = ["term", "value", "count with a", "count with b", "share of a", "share of b", "difference"]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)


def _reciprocal_sums(counts: Counts, r: int) -> np.ndarray:
    reciprocal = 1.0 / counts.frequencies[r]
    return reciprocal[:, None] + reciprocal[None, :]


def _passes(dependence: np.ndarray, beta) -> np.ndarray:
    if beta is None:
        return np.ones_like(dependence)
    if beta == "eq22":
        return dependence > dependence.mean()
    if beta == "offdiag":
        off = dependence[~np.eye(len(dependence), dtype=bool)]
        return dependence >= (off.mean() if off.size else 0.0)
    return dependence > beta


def _refuse_oversize(counts: Counts) -> None:
    for attribute, v in zip(counts.codebook.attributes, counts.codebook.n_values, strict=True):
        if v > MAX_TABLE_VALUES:
            raise ValueError(
                f"column {attribute!r} has {v:,} values: distance tables are built for at most {MAX_TABLE_VALUES:,}; "
                "leave the column out or group its values"
            )
