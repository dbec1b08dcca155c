"""NDW: weights of the pairs of values in a column, learned together with clusters of rows.

Source: Zhang & Cheung 2022, "Learnable Weighting of Intra-Attribute Distances for Categorical Data Clustering with
Nominal and Ordinal Attributes".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, UP_TO_SCALE, column_sizes
from catviz.clustering.base import DistinctRows, best_run
from catviz.clustering.starts import starting_rows
from catviz.clustering.value_costs import AssignsByValues, shares_of_clusters, shares_of_values
from catviz.distances.hd import HD
from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import STARTING_ROWS, RandomState
from catviz.table.categorical import CategoricalTable
from catviz.table.sizes import MAX_TABLE_VALUES


class NDW(AssignsByValues):
    """Clusters of rows, and a weight for each pair of values of a column that grows if clusters separate the two.

    Two values are d_r(a, b) W_r(a, b) apart: the distance of `HD`, and a weight. Rows join the cluster of the lowest
    Phi(x, j) = sum_r (sum_g p_jr(g) d_r(x_r, g) W_r(x_r, g))^2, p_jr the shares of the values in cluster j, until the
    labels repeat; then W_r(a, b) = d_r(a, b) (1 - sum_j P(j | a) P(j | b)), divided by the sum over the pairs of values
    of all columns, P(j | a) the share of cluster j among the rows with a; until the clusters repeat. First, all weights
    are equal, and the clusters are k rows.

    No objective is lowered: with new weights, Phi has another scale. So runs cannot be compared, and there is one
    start. A cluster without rows stays so. With one cluster there is nothing to weight by, and weights stay equal.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    max_iter : int
        Assignments with the same weights, and rounds of weights, at most.
    orders : {"declared", "none"}
        "none" takes every column as unordered.
    init : sequence of int, "huang" or "cao", optional
        The starting rows instead of random ones: their numbers, one a cluster, or how they are chosen
        (`catviz.clustering.starts`).
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.
    random_state : int, RandomState or None
        Draws the starting rows; an int gives the same result each time.

    Attributes
    ----------
    labels_ : (n,) int
    weights_ : dict of column to DataFrame of (v_r, v_r)
        The weights W_r of the pairs of values; over the pairs of all columns they add up to 1.
    distributions_ : tuple of (k, v_r)
        Each cluster's shares p_jr, in codebook order.
    history_ : list of float
        The sum over the rows of Phi, after each step. It has another scale in each round.
    steps_ : list of dict
        The same steps: ``round``, ``iteration``, ``objective``, ``moved`` (weight of the rows that changed cluster).
    n_iter_ : int
        Rounds.
    geometry_ : ValueDistances

    Raises
    ------
    ValueError
        More clusters than distinct rows, a column of too many values, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> model = catviz.NDW(n_clusters=2, init=[0, 5]).fit(catviz.load_dataset("toy_movie"))
    >>> model.labels_.tolist()
    [0, 0, 1, 1, 1, 1]
    >>> round(float(model.weights_["actor"].loc["De Niro", "Grant"] * 118), 6)
    13.0
    """

    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}
    parameters = AssignsByValues.parameters | {
        "orders": HD.parameters["orders"],
        "init": STARTING_ROWS,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        max_iter: int = 51,
        orders: str = "declared",
        init: Any = None,
        max_table_values: int = MAX_TABLE_VALUES,
        random_state: RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, max_iter, max_table_values, random_state)
        self.orders = orders
        self.init = init

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        sizes = column_sizes(d, c)
        return float(HD.cost(n, d, c) + 0.02 + 1e-6 * n * d + 1e-7 * (sizes**2).sum())

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term a column, as of `HD`, each times the weight of the two values."""
        check_is_fitted(self)
        explanation = self._hd.explain(attribute, a, b)
        book = self.geometry_.codebook
        r, i, j = book.position(attribute), *(book.code(attribute, v) for v in (a, b))
        weight = float(self.weights_[book.attributes[r]].iloc[i, j])
        terms = explanation.terms.drop(columns="contribution").assign(weight=weight)
        factors = (*explanation.factors, "weight")
        terms["contribution"] = terms[list(factors)].prod(axis=1)
        return Explanation(terms, 1.0, float(self.geometry_.tables[r][i, j]), factors=factors)

    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None) -> ValueDistances:
        rows, book = DistinctRows.of(table), table.codebook
        rng = check_random_state(self.random_state)
        (start,) = starting_rows(rows, int(self.n_clusters), 1, self.init, rng)
        self._hd = HD(self.orders, max_table_values=self.max_table_values).fit(self.counts_)
        distances = [t[np.ix_(at, at)] for t, at in zip(self._hd.geometry_.tables, rows.original_codes, strict=True)]
        best, self.steps_, _ = best_run([_run(rows, distances, start, int(self.max_iter))], callback)
        self.history_ = [step["objective"] for step in self.steps_]
        self.n_iter_ = best.step["round"]
        canonical_codes = [np.argsort(at) for at in rows.original_codes]
        weights = [w[np.ix_(at, at)] for w, at in zip(best.weights, canonical_codes, strict=True)]
        self.weights_ = {
            attribute: pd.DataFrame(w, labels, labels)
            for attribute, labels, w in zip(book.attributes, book.labels, weights, strict=True)
        }
        tables = tuple(d * w for d, w in zip(self._hd.geometry_.tables, weights, strict=True))
        geometry = ValueDistances(book, tables, self.counts_.frequencies, power=2.0)
        self.distributions_ = tuple(p[:, at] for p, at in zip(best.shares, canonical_codes, strict=True))
        padded = [np.sqrt(powered[:-1]) for powered in geometry.powered]
        self._keep(table, rows, best.labels, _costs(self.distributions_, padded, best.empty)[0])
        return geometry


@dataclass(frozen=True, eq=False)
class _State:
    """Clusters of the distinct rows, their shares, and the weights that they were assigned with."""

    labels: np.ndarray
    shares: list[np.ndarray]
    empty: np.ndarray
    weights: list[np.ndarray]
    objective: float
    step: dict[str, Any]


def _run(rows: DistinctRows, distances: list[np.ndarray], start: np.ndarray, max_iter: int) -> Iterator[_State]:
    """A state after each assignment, until the clusters repeat from one round of weights to the next."""
    k, sizes = len(start), rows.lookup.sizes
    shares = [np.eye(v)[codes] for v, codes in zip(sizes, rows.codes[start].T, strict=True)]
    pairs = max(sum(v * (v - 1) // 2 for v in sizes), 1)
    weights = [(1 - np.eye(v)) / pairs for v in sizes]
    labels, at_first, empty = np.full(len(rows.weights), -1), np.empty(0), np.zeros(k, dtype=bool)
    for number in range(1, max_iter + 1):
        tables = [d * w for d, w in zip(distances, weights, strict=True)]
        for iteration in range(max_iter):
            costs, scale = _costs(shares, tables, empty)
            before = labels
            labels, each = rows.lookup.nearest(costs)
            counts = rows.lookup.counts(labels, k)
            shares, empty = shares_of_values(counts, shares), counts[0].sum(axis=1) == 0
            moved, z = rows.weight_of(labels != before), float(rows.weights @ each) * scale**2
            step = {"round": number, "iteration": iteration, "objective": z, "moved": moved}
            yield _State(labels, shares, empty, weights, z, step)
            if not moved:
                break
        if np.array_equal(labels, at_first):
            return
        at_first, weights = labels, pair_weights(distances, counts, weights)


def pair_weights(
    distances: Sequence[np.ndarray], counts: Sequence[np.ndarray], otherwise: Sequence[np.ndarray]
) -> list[np.ndarray]:
    """The weights of the pairs of values in each column, made of the clusters.

    Parameters
    ----------
    distances : (v_r, v_r) distances of each column's values
    counts : (k, v_r) rows of each cluster with each value of a column
    otherwise : weights to return where no two values are apart in the clusters

    Returns
    -------
    list of (v_r, v_r)
        d (1 - the chance that a row of the one value and a row of the other are in one cluster); the pairs of all
        columns add up to 1.
    """
    cluster_shares = [shares_of_clusters(n) for n in counts]
    weights = [d * np.maximum(1 - Q @ Q.T, 0) for d, Q in zip(distances, cluster_shares, strict=True)]
    total = sum(w.sum() for w in weights) / 2
    return [w / total for w in weights] if total > 1e-12 else list(otherwise)


def _costs(
    shares: Sequence[np.ndarray], tables: Sequence[np.ndarray], empty: np.ndarray
) -> tuple[list[np.ndarray], float]:
    """``(costs, scale)``: (k, v_r) squared mean distances over scale^2, infinite for clusters without rows.

    The scale, the largest distance, keeps small weights from being rounded away.
    """
    scale = max(float(t.max(initial=0)) for t in tables) or 1.0
    costs = [(p @ (t / scale)) ** 2 for p, t in zip(shares, tables, strict=True)]
    costs[0][empty] = np.inf
    return costs, scale
