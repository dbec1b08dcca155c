"""COForest: a tree over each column's values, learned together with clusters of rows.

Source: Zhao, Feng, Zhang, Li, Lu & Cheung 2024 (ECAI).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from catviz.base import column_sizes
from catviz.clustering.base import DistinctRows, best_run, distinct_codes, refuse_clusters
from catviz.clustering.kmodes import KModes
from catviz.clustering.value_costs import AssignsByValues, shares_of_clusters, shares_of_values
from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import Choice, RandomState
from catviz.table.categorical import CategoricalTable
from catviz.table.sizes import MAX_TABLE_VALUES

#: Lengths of edges are compared after rounding to so many places; of equal ones the first wins.
ROUNDING = 12


class COForest(AssignsByValues):
    """Clusters of rows, and a tree over the values of each column that is made of the clusters' shares, in turn.

    Q_r(a) holds the shares of the clusters among the rows with value a. The tree of column r is the minimum spanning
    tree of the lengths |Q_r(a) - Q_r(b)| / k, and T_r(a, b) the length of the way from a to b in it. Rows join the
    cluster of the lowest Phi(x, j) = 1/d sum_r sum_g T_r(x_r, g) p_jr(g) / (v_r - 1), p_jr the shares of the values in
    cluster j, until the labels repeat; then the trees are made anew, until the clusters repeat. The first clusters are
    those of k-modes from random rows. Values are T_r / (v_r - 1) apart.

    No objective is lowered: with new trees, Phi has another scale. So runs cannot be compared, and there is one start.
    With two clusters every tree is a path.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    max_iter : int
        Assignments for one forest, and forests, at most.
    centred : bool
        Assign by Phi less p_j' T p_j / 2, the squared distance to the cluster's mean: with one forest, the sum over the
        rows then never rises.
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.
    random_state : int, RandomState or None
        Draws the rows that k-modes starts from; an int gives the same result each time.

    Attributes
    ----------
    labels_ : (n,) int
    trees_ : dict of column to DataFrame
        A line per edge of the tree: ``a``, ``b``, ``length``.
    distributions_ : tuple of (k, v_r)
        Each cluster's shares p_jr, in codebook order.
    history_ : list of float
        The sum over the rows of the cost that they are assigned by, after each step. It has another scale for each
        forest.
    steps_ : list of dict
        The same steps: ``forest``, ``iteration``, ``objective``, ``moved`` (weight of the rows that changed cluster).
    n_iter_ : int
        Forests.
    geometry_ : ValueDistances

    Raises
    ------
    ValueError
        More clusters than distinct rows, a column of too many values, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> model = catviz.COForest(n_clusters=7, random_state=0).fit(catviz.load_dataset("zoo"))
    >>> len(model.trees_["legs"])
    5
    """

    parameters = AssignsByValues.parameters | {
        "centred": Choice(
            {False: "mean distance to its rows", True: "distance to its mean"},
            label="Distance to a cluster",
            help="A row joins the cluster whose rows are nearest on average, as published, or the cluster whose mean "
            "is nearest. The second choice does not prefer clusters of similar rows.",
        ),
    }

    def __init__(
        self,
        n_clusters: int = 8,
        max_iter: int = 51,
        centred: bool = False,
        max_table_values: int = MAX_TABLE_VALUES,
        random_state: RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, max_iter, max_table_values, random_state)
        self.centred = centred

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        sizes = column_sizes(d, c)
        return float(0.06 + 1e-6 * n * d + 1e-5 * (sizes**2).sum())

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term for each edge on the way from one value to the other in the column's tree."""
        check_is_fitted(self)
        book = self.geometry_.codebook
        r, i, j = book.position(attribute), *(book.code(attribute, v) for v in (a, b))
        labels, edges, unit = book.labels[r], self.trees_[book.attributes[r]], 1 / max(len(book.labels[r]) - 1, 1)
        way = _edges_between([labels.index(x) for x in edges["a"]], [labels.index(x) for x in edges["b"]], i, j)
        used = edges.iloc[way]
        terms = pd.DataFrame(
            {
                "term": [f"{x} to {y}" for x, y in zip(used["a"], used["b"], strict=True)] or [f"{a} to {b}"],
                "length": used["length"].tolist() or [0.0],
                "1 / edges": unit,
            }
        )
        factors = ("length", "1 / edges")
        terms["contribution"] = terms[list(factors)].prod(axis=1)
        return Explanation(terms, 1.0, float(self.geometry_.tables[r][i, j]), factors=factors)

    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None) -> ValueDistances:
        k = int(self.n_clusters)
        refuse_clusters(k, distinct_codes(table))
        rows = DistinctRows.of(table)
        rng = check_random_state(self.random_state)
        first = KModes(k, n_init=1, max_iter=int(self.max_iter), random_state=rng.randint(2**31)).fit(rows.table)
        run = _run(rows, first.labels_, k, int(self.max_iter), self.centred)
        best, self.steps_, _ = best_run([run], callback)
        self.history_ = [step["objective"] for step in self.steps_]
        self.n_iter_ = best.step["forest"]
        canonical_codes, book = [np.argsort(at) for at in rows.original_codes], table.codebook
        self.trees_ = {}
        for attribute, labels, (edges, lengths), at in zip(
            book.attributes, book.labels, best.trees, rows.original_codes, strict=True
        ):
            ends = [[labels[at[i]] for i in side] for side in edges.T]
            self.trees_[attribute] = pd.DataFrame({"a": ends[0], "b": ends[1], "length": lengths})
        tables = tuple(t[np.ix_(at, at)] for t, at in zip(best.tables, canonical_codes, strict=True))
        geometry = ValueDistances(book, tables, self.counts_.frequencies)
        self.distributions_ = tuple(p[:, at] for p, at in zip(best.shares, canonical_codes, strict=True))
        costs = []
        for p, padded, t in zip(self.distributions_, geometry.powered, tables, strict=True):
            constant = (p @ t * p).sum(axis=1, keepdims=True) / 2 if self.centred else 0.0
            costs.append((p @ padded[:-1] - constant) / table.n_attributes)
        self._keep(table, rows, best.labels, costs)
        return geometry


@dataclass(frozen=True, eq=False)
class _State:
    """Clusters of the distinct rows, their shares, and the forest that they were assigned with."""

    labels: np.ndarray
    shares: list[np.ndarray]
    trees: list[tuple[np.ndarray, np.ndarray]]
    tables: list[np.ndarray]
    objective: float
    step: dict[str, Any]


def _run(rows: DistinctRows, labels: np.ndarray, k: int, max_iter: int, centred: bool) -> Iterator[_State]:
    """A state after each assignment, until the clusters repeat from one forest to the next."""
    d, shares = len(rows.lookup.sizes), [np.zeros((k, v)) for v in rows.lookup.sizes]
    for forest in range(1, max_iter + 1):
        counts, at_first = rows.lookup.counts(labels, k), labels
        shares = shares_of_values(counts, shares)
        trees = [spanning_tree(shares_of_clusters(n)) for n in counts]
        tables = [path_lengths(*tree) / max(v - 1, 1) for tree, v in zip(trees, rows.lookup.sizes, strict=True)]
        for iteration in range(max_iter):
            costs = [p @ t / d for p, t in zip(shares, tables, strict=True)]
            if centred:
                costs = [c - (c * p).sum(axis=1, keepdims=True) / 2 for c, p in zip(costs, shares, strict=True)]
            before = labels
            labels, each = rows.lookup.nearest(costs)
            shares = shares_of_values(rows.lookup.counts(labels, k), shares)
            moved, z = rows.weight_of(labels != before), float(rows.weights @ each)
            step = {"forest": forest, "iteration": iteration, "objective": z, "moved": moved}
            yield _State(labels, shares, trees, tables, z, step)
            if not moved:
                break
        if np.array_equal(labels, at_first):
            return


def spanning_tree(Q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The minimum spanning tree of values by the distances of their clusters' shares.

    Parameters
    ----------
    Q : (v, k) shares of the clusters among the rows of each value

    Returns
    -------
    edges : (v - 1, 2) values
    lengths : (v - 1,) |Q_a - Q_b| / k
        Found by Prim's algorithm from the first value of the shortest edge; of equal edges the first one is taken.
    """
    v = len(Q)
    w = cdist(Q, Q) / Q.shape[1]
    compared = np.round(w, ROUNDING)
    off = compared + np.where(np.eye(v) > 0, np.inf, 0.0)
    start = int(off.min(axis=1).argmin())
    inside = np.arange(v) == start
    nearest, parent, edges = compared[start].copy(), np.full(v, start), []
    for _ in range(v - 1):
        b = int(np.where(inside, np.inf, nearest).argmin())
        edges.append((int(parent[b]), b))
        inside[b] = True
        closer = ~inside & (compared[b] < nearest)
        nearest[closer], parent[closer] = compared[b][closer], b
    pairs = np.array(edges, dtype=np.intp).reshape(-1, 2)
    return pairs, w[pairs[:, 0], pairs[:, 1]]


def path_lengths(edges: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """(v, v) lengths of the ways between all values of a tree, its edges in the order in which it grew."""
    v = len(edges) + 1
    T = np.zeros((v, v))
    inside = [int(edges[0, 0])] if len(edges) else [0]
    for (a, b), length in zip(edges.tolist(), lengths.tolist(), strict=True):
        T[b, inside] = T[inside, b] = T[a, inside] + length
        inside.append(b)
    return T


def _edges_between(first: list[int], second: list[int], i: int, j: int) -> list[int]:
    """Numbers of a tree's edges on the way from value i to value j, in order."""
    came: dict[int, tuple[int, int]] = {i: (i, -1)}
    waiting = [i]
    while waiting:
        a = waiting.pop()
        for number, (x, y) in enumerate(zip(first, second, strict=True)):
            for near, far in ((x, y), (y, x)):
                if near == a and far not in came:
                    came[far] = a, number
                    waiting.append(far)
    way: list[int] = []
    while j != i:
        j, number = came[j]
        way.append(number)
    return way[::-1]
