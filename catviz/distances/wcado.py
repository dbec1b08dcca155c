"""W-CADO: the coupled distance with columns weighted by their dependence and values by chance.

Source: Cao & Wen, "A Weighted Distance Metric on Categorical Data".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from catviz.distances.coupled import MISSING_RULES, PairParts, _Coupled, reciprocal_sums
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import Anything, Choice, Number
from catviz.remarks import remark
from catviz.table.association import association_matrix
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts
from catviz.table.sizes import MAX_TABLE_VALUES, BuildsTables


class WCADO(_Coupled):
    """W-CADO (Cao & Wen): the coupled distance with columns weighted by their dependence and values by chance.

    The product form is W-IaADV(x, y) times sum over the other columns l of xi(r, l) TV_l(x, y), with
    W-IaADV = eta theta (1/a + 1/b), eta = p_s for equal values and 1 - p_s for others, xi = I / H(joint).
    A dissimilarity: the triangle inequality, which the paper claims, can fail (see `catviz.geometry.triangles`).

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
        Missing values count as a value of their own, or are left out pair by pair.
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

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
        "theta": Choice(
            {
                "product": "product of the shares",
                "sum": "weighted sum of the shares",
                "log": "weighted sum of −ln of the shares",
                "one": "1 (no weight)",
            },
            label="Frequency weight θ",
            help="How the shares of rows with each of the two values enter their distance. The product and the sum of "
            "the shares give frequent values more weight; the sum of logarithms gives rare values more weight.",
        ),
        "omega": Choice(
            {"product": "η · θ", "sum": "α η + γ θ"},
            label="Combination of η and θ",
            help="How two weights of the column itself are combined: multiplied, or added with the weights α and γ "
            "(0.5 each by default). η is the share of pairs of rows with different values, and θ is the frequency "
            "weight.",
        ),
        "combine": Choice(
            {"product": "within × between", "sum": "α within + γ between"},
            label="Combination of both parts",
            help="How the part from the column itself (within) and the part from the other columns (between) become "
            "one distance: multiplied, or added with the weights α and γ (0.5 each by default).",
        ),
        "beta": Number(
            0.0,
            1.0,
            special={
                None: "all columns",
                "eq22": "dependence above the mean (Eq. 22)",
                "offdiag": "dependence of at least the mean of different columns",
            },
            integer=False,
            label="Dependence limit β",
            help="For the values of a column, only the other columns count whose dependence with it passes this limit. "
            "A higher limit leaves fewer columns.",
        ),
        "mix": Anything(
            label="Weights α and γ",
            help="The two weights of the sums and logarithms. They are not negative and add up to 1.",
        ),
        "na": MISSING_RULES,
    } | BuildsTables.parameters
    _weight = "xi"

    def __init__(
        self,
        theta: Any = "product",
        *,
        omega: Any = "product",
        combine: Any = "product",
        mix: Any = (0.5, 0.5),
        beta: Any = None,
        na: Any = "category",
        max_table_values: Any = MAX_TABLE_VALUES,
    ) -> None:
        super().__init__(na=na, max_table_values=max_table_values)
        self.theta = theta
        self.omega = omega
        self.combine = combine
        self.mix = mix
        self.beta = beta

    def _check(self, codebook: Codebook) -> None:
        super()._check(codebook)
        pair = np.asarray(self.mix, dtype=object).ravel().tolist()
        numbers = len(pair) == 2 and all(isinstance(x, int | float) and x >= 0 for x in pair)
        if not numbers or abs(sum(pair) - 1) > 1e-9:
            raise ValueError(f"mix={self.mix!r}: give two numbers that are not negative and sum to 1")

    def _couplings(self, counts: Counts) -> np.ndarray:
        attributes = counts.codebook.attributes
        dependence = association_matrix(counts, "redundancy").to_numpy(copy=True)
        np.fill_diagonal(dependence, 1.0)
        kept = dependence * _passes(dependence, self.beta)
        np.fill_diagonal(kept, 0.0)
        self.attribute_weights_ = pd.DataFrame(kept, index=attributes, columns=attributes)
        return kept

    def _intra_parts(self, counts: Counts, r: int) -> dict[str, np.ndarray]:
        alpha, gamma = self.mix
        a = counts.frequencies[r].astype(float)
        n = a.sum()
        # fractional weights below one row hold no pair
        same = (a * np.maximum(a - 1, 0)).sum() / (n * (n - 1)) if n > 1 else 1.0
        eta = np.where(np.eye(len(a), dtype=bool), same, 1.0 - same)
        share = a / n
        thetas: dict[str, Callable[[], np.ndarray]] = {
            "product": lambda: np.outer(share, share),
            "sum": lambda: alpha * share[:, None] + gamma * share[None, :],
            "log": lambda: -alpha * np.log(share)[:, None] - gamma * np.log(share)[None, :],
            "one": lambda: np.ones((len(a), len(a))),
        }
        theta = thetas[self.theta]()
        theta = (theta + theta.T) / 2
        if self.omega == "product":
            return {"eta": eta, "theta": theta} | reciprocal_sums(counts, r)
        return {"alpha eta + gamma theta": alpha * eta + gamma * theta} | reciprocal_sums(counts, r)

    def _combine(self, counts: Counts, r: int, inter: np.ndarray) -> np.ndarray:
        intra = self._intra(counts, r)
        return intra * inter if self.combine == "product" else self.mix[0] * intra + self.mix[1] * inter

    def _geometry(self, counts: Counts, tables: tuple[np.ndarray, ...]) -> ValueDistances:
        geometry = super()._geometry(counts, tables)
        empty = [a for a, t in zip(counts.codebook.attributes, tables, strict=True) if len(t) > 1 and not t.any()]
        if empty:
            remedy = "" if self.beta is None else "; lower beta to keep more couplings"
            remark(f"every distance is zero in the columns {', '.join(empty)}{remedy}")
        return geometry

    def _terms(self, of: PairParts) -> tuple[pd.DataFrame, tuple[str, ...]]:
        """The sum form has one more term, of the column's own counts; a factor that a term does not have is missing."""
        if self.combine == "product":
            return super()._terms(of)
        alpha, gamma = self.mix
        name, differ = f"{of.attribute} (own counts)", float(of.differ)
        first = {"term": name, "alpha or gamma": alpha, **of.intra, "differ": differ}
        others = pd.DataFrame(
            {"term": of.names, "alpha or gamma": gamma, self._weight: of.weights, "TV": of.variations}
        )
        terms = pd.concat([pd.DataFrame([first]), others], ignore_index=True)
        return terms, tuple(terms.columns[1:])


def _passes(dependence: np.ndarray, beta: Any) -> np.ndarray:
    """(d, d) True where a coupling counts."""
    if beta is None:
        return np.ones_like(dependence)
    if beta == "eq22":
        return dependence > dependence.mean()
    if beta == "offdiag":
        off = dependence[~np.eye(len(dependence), dtype=bool)]
        return dependence >= (off.mean() if off.size else 0.0)
    return dependence > beta
