"""AVE and TAVE: values as rows of a diffusion matrix on the graph of a column's values and its partner's.

Source: Gu, Zhou & Zhao 2018, "An Euclidean Distance Based on Tensor Product Graph Diffusion Related Attribute Value
Embedding for Nominal Data Clustering"; equation numbers are theirs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count as counter
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.linalg import eigvalsh, solve_discrete_lyapunov

from catviz.base import EXACT, CountsMethod, RowsMethod, ValueMethod, column_sizes
from catviz.embeddings.tave_neighbours import (
    EXACT_ROWS,
    SAMPLED_QUERIES,
    is_sampled,
    neighbour_counts,
    subsets_are_cheaper,
)
from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.parameters import Choice, Number
from catviz.remarks import remark
from catviz.table.association import entropy, information_matrix
from catviz.table.categorical import CategoricalTable
from catviz.table.coded_names import coded_names
from catviz.table.counts import Counts
from catviz.table.kernels import distinct_rows

#: Most values that a column and its partner may have together.
MAX_GRAPH_VALUES = 4096

EQUAL = 1e-12
SLOW = 0.1

#: What the mutual information of a column and candidate partners is divided by, from its entropy and theirs.
DEPENDENCES: dict[str, Callable[[float, np.ndarray], np.ndarray]] = {
    "candidate": lambda own, others: others,
    "max": np.maximum,
    "sqrt": lambda own, others: np.sqrt(own * others),
    "mean": lambda own, others: (own + others) / 2,
}

_CONSTANT = (
    "distances change only in columns that depend on no other column: their partner is the first of the other columns, "
    "which can be the added one"
)


class _ValueGraphs(ValueMethod):
    """Shared by AVE and TAVE: value weights, partners, similarity matrices, and the terms of an explanation."""

    gives = "embedding"
    invariances = {"rename": EXACT, "permute": EXACT, "constant": _CONSTANT}

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term for each value that a column of the matrix stands for: the squared difference of the two entries."""
        explanation = super().explain(attribute, a, b)
        values = self._graph_values(self.counts_, self.geometry_.codebook.position(attribute))
        counts = dict(zip(self.counts_.values, np.diag(self.counts_.matrix), strict=True))
        terms = explanation.terms.assign(term=[f"{u} = {v}" for u, v in values])
        terms.insert(1, "count", [counts[value] for value in values])
        return replace(explanation, terms=terms)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """``attribute_partner=value``, one a column of ``transform``."""
        attributes = self.value_embedding_.codebook.attributes
        return coded_names(
            (a, f"{u}={v}") for r, a in enumerate(attributes) for u, v in self._graph_values(self.counts_, r)
        )

    def _build_graphs(self, counts: Counts, weights: list[np.ndarray], dependence: str) -> None:
        """Set ``weights_``, ``partner_``, ``intra_`` and ``inter_`` (Eqs. 3 and 4)."""
        attributes = counts.codebook.attributes
        partners = _partners(counts, dependence)
        self.partner_ = {a: None if u is None else attributes[u] for a, u in zip(attributes, partners, strict=True)}
        self.weights_, self.intra_, self.inter_ = {}, {}, {}
        labels, parts = _labelled(counts.values), counts.codebook.slices()
        for r, (attribute, u) in enumerate(zip(attributes, partners, strict=True)):
            inner, outer = labels[parts[r]], labels[:0] if u is None else labels[parts[u]]
            if len(inner) + len(outer) > MAX_GRAPH_VALUES:
                raise ValueError(
                    f"column {attribute!r} and its partner {self.partner_[attribute]!r} have "
                    f"{len(inner) + len(outer):,} values: graphs are built for at most {MAX_GRAPH_VALUES:,}; "
                    "leave the column out or group its values"
                )
            inter = np.empty((len(inner), 0))
            if u is not None:
                inter = counts.joint(r, u) / counts.n_rows * _ratios(weights[r], weights[u])
            self.weights_[attribute] = pd.Series(weights[r], index=counts.codebook.labels[r], name="weight")
            self.intra_[attribute] = pd.DataFrame(_ratios(weights[r], weights[r]), index=inner, columns=inner)
            self.inter_[attribute] = pd.DataFrame(inter, index=inner, columns=outer)

    def _graph_values(self, counts: Counts, r: int) -> tuple[tuple[str, str], ...]:
        """The (attribute, value) pairs of a column and of its partner."""
        book = counts.codebook
        partner = self.partner_[book.attributes[r]]
        parts = book.slices()
        return book.values[parts[r]] + (() if partner is None else book.values[parts[book.position(partner)]])

    def _embedding(self, counts: Counts, coordinates: list[np.ndarray]) -> ValueEmbedding:
        alike = [
            attribute
            for attribute, x in zip(counts.codebook.attributes, coordinates, strict=True)
            if len(x) > 1 and np.ptp(x, axis=0).max() <= EQUAL
        ]
        if alike:
            remark(
                f"{type(self).__name__} puts all values of {', '.join(map(repr, alike))} at one point: they are "
                "equally frequent and carry no information about the partner column; choose TAVE with n_iter=1 or "
                "more, or OneHot"
            )
        return ValueEmbedding(counts.codebook, tuple(coordinates), counts.frequencies)


class AVE(_ValueGraphs, CountsMethod):
    """Attribute value embedding without neighbours and diffusion: a value's row of [M | Q], with weights c / n.

    M compares the frequencies of two values of a column (Eq. 3), Q those of a value and a value of the column that it
    depends on most, times their share of co-occurrence (Eq. 4). Values that are equally frequent and independent of
    the partner coincide (with a warning).

    Attributes
    ----------
    weights_ : dict of attribute to Series, (v,) by value
        Sum 1 a column.
    partner_ : dict of attribute to attribute name
        None where the table has a single column.
    intra_ : dict of attribute to DataFrame M, (v, v)
    inter_ : dict of attribute to DataFrame Q, (v, v of the partner); no columns without a partner
        Rows and columns of M and Q are labelled by (attribute, value).

    Examples
    --------
    >>> import catviz
    >>> m = catviz.AVE().fit(catviz.load_dataset("toy_tave"))
    >>> m.partner_["a_3"]
    'a_1'
    """

    def _learn(self, counts: Counts) -> ValueEmbedding:
        self._build_graphs(counts, [f / counts.n_rows for f in counts.frequencies], "candidate")
        attributes = counts.codebook.attributes
        return self._embedding(counts, [np.hstack([self.intra_[a], self.inter_[a]]) for a in attributes])


class TAVE(_ValueGraphs, RowsMethod):
    """Attribute value embedding by tensor product graph diffusion: a value's row of H.

    A value weighs what it occurs in the rows and their k nearest neighbours (Eq. 2). M and Q as in ``AVE`` give the
    graph [[M, Q], [Q', M of the partner]], whose rows are divided by their sums (S). F starts as S and becomes
    ``damping`` S F S' + I, ``n_iter`` times (Eq. 5).

    Parameters
    ----------
    n_neighbors : "auto" or int
        k, cut to n - 1; "auto" is 10 for n < 1000, 100 for n < 10000, else 1000 (Eq. 6). n is the total row weight.
    n_iter : int or inf
        q. F grows without limit, but its row differences converge: ``inf`` gives them in closed form, and rows of
        ``diffusion_`` that are right up to a common shift. Warns where q leaves them far from their limit.
    ties : {"fair", "index"}
        Neighbours at equal distance count by fractions, or the first rows are taken as in the paper. With "index" the
        result depends on the order of the rows, and every pair of rows is compared.
    dependence : {"candidate", "max", "sqrt", "mean"}
        What the mutual information with a candidate partner is divided by: the candidate's entropy, or the larger
        one, the geometric or the arithmetic mean of both.
    damping : float, above 0 and at most 1
        Below 1, F itself has a limit.

    Attributes
    ----------
    weights_, partner_, intra_, inter_
        As in ``AVE``.
    transition_ : dict of attribute to DataFrame S, (f, f), f the values of the column and of its partner
    diffusion_ : dict of attribute to DataFrame H, (f, f)
        The column's own values come first; their rows are its coordinates.
    n_neighbors_ : float
        The k that was used.

    Raises
    ------
    ValueError
        A parameter out of its range, or a column that with its partner has more than 4,096 values.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.TAVE(n_neighbors=2, n_iter=10, ties="index").fit(catviz.load_dataset("toy_tave"))
    >>> round(float(m.value_distances_["a_3"].loc["g_1", "g_2"]), 6)
    1.74199
    """

    parameters = {
        "n_neighbors": Number(
            0,
            special={"auto": "automatic"},
            label="Neighbours",
            help="How many of the nearest rows are counted with each row for the weights of values. “Automatic” takes "
            "10 for fewer than 1,000 rows, 100 for fewer than 10,000, and 1,000 otherwise. With 0, no other rows are "
            "counted.",
        ),
        "n_iter": Number(
            0,
            special={math.inf: "until it converges"},
            label="Diffusion steps",
            help="How many times similarities are passed on along the edges of the graph. With more steps, two values "
            "can also become similar through others: x occurs with w, and w with y. The distances approach a limit.",
        ),
        "ties": Choice(
            {"fair": "share the place", "index": "the first row wins, as in the paper"},
            label="Equally near rows",
            help="What happens if several rows are equally near and not all of them have a place among the neighbours. "
            "If the first row wins, the result depends on the order of the rows.",
        ),
        "dependence": Choice(
            {
                "candidate": "entropy of the other column",
                "max": "larger entropy of the two",
                "sqrt": "geometric mean of both entropies",
                "mean": "mean of both entropies",
            },
            label="Dependence of columns",
            help="How the partner of a column is found, the other column through which its values are compared: it has "
            "the largest mutual information with the column, divided by the number chosen here.",
        ),
        "damping": Number(
            0.0,
            1.0,
            integer=False,
            label="Damping",
            help="In each diffusion step, the similarities passed on are multiplied by this number, above 0 and at "
            "most 1. With a smaller number, long chains of values count less.",
        ),
    }

    def __init__(
        self,
        n_neighbors: Any = "auto",
        *,
        n_iter: Any = 20,
        ties: Any = "fair",
        dependence: Any = "candidate",
        damping: Any = 1.0,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.n_iter = n_iter
        self.ties = ties
        self.dependence = dependence
        self.damping = damping

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit with fair ties takes at most for n distinct rows, d columns and c values.

        It takes this long if the partner of each column is the largest of the others.
        """
        sizes = np.sort(column_sizes(d, c))
        partners = np.append(np.repeat(sizes[-1:], d - 1), sizes[-2:-1])
        if subsets_are_cheaper(n, d):
            neighbours = 1.5e-8 * 2 ** (d + 1) * n
        else:
            neighbours = (4.5e-9 + 4e-11 * d) * n * (n if n <= EXACT_ROWS else SAMPLED_QUERIES)
        return float(0.03 + neighbours + 2e-6 * d**2 + 7e-10 * ((sizes + partners[:d]) ** 3).sum())

    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None = None) -> ValueEmbedding:
        if not self.damping > 0:
            raise ValueError(f"damping={self.damping!r}: give a number above 0 and at most 1")
        counts, attributes = self.counts_, table.codebook.attributes
        self._build_graphs(counts, self._value_weights(table), self.dependence)
        self.transition_, self.diffusion_, slow = {}, {}, {}
        every, parts = _labelled(counts.values), dict(zip(attributes, counts.codebook.slices(), strict=True))
        for attribute in attributes:
            graph, partner = self._transition(attribute), self.partner_[attribute]
            places = [np.r_[parts[a]] for a in (attribute, *([] if partner is None else [partner]))]
            labels = every.take(np.concatenate(places))
            self.transition_[attribute] = pd.DataFrame(graph, index=labels, columns=labels)
            diffused = diffuse(graph, self.n_iter, self.damping)
            self.diffusion_[attribute] = pd.DataFrame(diffused, index=labels, columns=labels)
            rate = 0.0 if self.n_iter in (0, math.inf) else second_eigenvalue(graph)
            if (self.damping * rate**2) ** self.n_iter > SLOW:
                slow[attribute] = rate
        if slow and self.n_iter > 0:
            remark(_slow_message(list(slow), self.n_iter))
        v = dict(zip(attributes, table.codebook.n_values, strict=True))
        return self._embedding(counts, [self.diffusion_[a].to_numpy()[: v[a]].copy() for a in attributes])

    def _value_weights(self, table: CategoricalTable) -> list[np.ndarray]:
        """(v_r,) value weights of each column by Eq. 2."""
        n = float(self.counts_.n_rows)
        wanted = default_n_neighbors(n) if self.n_neighbors == "auto" else self.n_neighbors
        self.n_neighbors_ = k = max(min(float(wanted), n - 1.0), 0.0)
        table = table if table.weights is None else table[table.weights > 0]
        codes, levels = table.codes, table.codebook.n_values
        weights = table.row_weights
        if self.ties == "fair":
            first, inverse = distinct_rows(codes, levels)
            if is_sampled(codes[first]):
                # the draw must not depend on the values' names
                canonical = table.canonical()
                first, inverse = distinct_rows(canonical.codes, canonical.codebook.n_values)
            codes, weights = codes[first], np.bincount(inverse, weights=weights, minlength=len(first))
        usage = neighbour_counts(codes, levels, weights, k, self.ties)
        if usage.n_queries is not None:
            error = max(float(e.max()) for e in usage.errors) / (n * (1 + k))
            remark(
                f"neighbours were counted for a sample of {usage.n_queries:,} of {len(codes):,} distinct rows: the "
                f"standard error of a value's weight is at most {error:.2g}; counts are exact with at most 12 columns"
            )
        return [(c + m) / (n * (1 + k)) for c, m in zip(self.counts_.frequencies, usage.counts, strict=True)]

    def _transition(self, attribute: str) -> np.ndarray:
        """(u, u) S of a column: the graph of its values and its partner's, rows summing to 1."""
        intra, inter, partner = self.intra_[attribute], self.inter_[attribute], self.partner_[attribute]
        graph = intra.to_numpy()
        if partner is not None:
            graph = np.block([[graph, inter.to_numpy()], [inter.to_numpy().T, self.intra_[partner].to_numpy()]])
        return graph / graph.sum(axis=1, keepdims=True)


def default_n_neighbors(n: float) -> int:
    """k for n rows (Eq. 6)."""
    return 10 if n < 1000 else 100 if n < 10000 else 1000


def diffuse(S: np.ndarray, n_iter: float, damping: float = 1.0) -> np.ndarray:
    """F after ``n_iter`` steps F <- damping S F S' + I from F = S (Eq. 5), in O(log n_iter) matrix products.

    ``n_iter=inf`` gives the limit; for ``damping=1``, where F grows by a multiple of 11' each step, the limit of F up
    to a common shift of its rows. S is (f, f) with positive rows that sum to 1; only ``inf`` needs that.
    """
    S = np.asarray(S, dtype=float)
    if n_iter == math.inf:
        return _limit(S, damping)
    if n_iter == 0:
        return S.copy()
    step = math.sqrt(damping) * S
    # total = sum of step^j step'^j over j < m, power = step^m; m runs through the leading bits of n_iter
    total, power = np.eye(len(S)), step
    for bit in f"{int(n_iter):b}"[1:]:
        total, power = total + power @ total @ power.T, power @ power
        if bit == "1":
            total, power = total + power @ power.T, step @ power
    return total + power @ S @ power.T


def diffusion_steps(S: np.ndarray, n_iter: float, damping: float = 1.0) -> Iterator[np.ndarray]:
    """(u, u) F before the first step and after each of ``n_iter`` steps; without end for ``inf``."""
    S = np.asarray(S, dtype=float)
    diffused = S
    yield diffused
    for _ in counter() if n_iter == math.inf else range(int(n_iter)):
        diffused = damping * (S @ diffused @ S.T) + np.eye(len(S))
        yield diffused


def limit_distance(S: np.ndarray, n_iter: int, damping: float = 1.0, n_rows: int | None = None) -> np.ndarray:
    """(n_iter + 1,) how far F is from its limit before the first step and after each.

    The norm of (F - limit) over that of the limit, both of the first ``n_rows`` rows (all, by default) less their
    mean row: only differences between rows have a limit.
    """
    limit = _centred(diffuse(S, math.inf, damping)[:n_rows])
    scale = np.linalg.norm(limit)
    distances = [np.linalg.norm(_centred(F[:n_rows]) - limit) for F in diffusion_steps(S, n_iter, damping)]
    return np.array(distances) / (scale if scale > 0 else 1.0)


def second_eigenvalue(S: np.ndarray) -> float:
    """Second largest absolute eigenvalue of a row-normalised symmetric matrix; 0 where there is only one."""
    if len(S) < 2:
        return 0.0
    root = np.sqrt(_stationary(S))
    symmetric = np.asarray(S) * root[:, None] / root
    return float(np.sort(np.abs(eigvalsh((symmetric + symmetric.T) / 2)))[-2])


def _limit(S: np.ndarray, damping: float) -> np.ndarray:
    identity = np.eye(len(S))
    sums = S.sum(axis=1)
    if not np.allclose(sums, 1.0):
        r = int(np.abs(sums - 1.0).argmax())
        raise ValueError(f"row {r} of S sums to {sums[r]:.6g}: divide every row by its sum before n_iter=inf")
    if damping < 1:
        return solve_discrete_lyapunov(math.sqrt(damping) * S, identity)
    stationary = _stationary(S)
    transient = S - stationary
    drift = np.linalg.solve(identity - transient, stationary) - stationary
    return solve_discrete_lyapunov(transient, identity) + drift[:, None]


def _stationary(S: np.ndarray) -> np.ndarray:
    """(f,) the row vector pi with pi S = pi and sum 1."""
    return np.linalg.solve((np.eye(len(S)) - S + 1.0).T, np.ones(len(S)))


def _centred(rows: np.ndarray) -> np.ndarray:
    return rows - rows.mean(axis=0)


def _partners(counts: Counts, dependence: str) -> list[int | None]:
    """Each column's most informative other column; the first one of those that tie."""
    d = len(counts.codebook.attributes)
    entropies = np.array([entropy(f) for f in counts.frequencies])
    information = information_matrix(counts)
    partners: list[int | None] = []
    for r in range(d):
        scales = DEPENDENCES[dependence](entropies[r], entropies)
        scores = np.divide(information[r], scales, out=np.zeros(d), where=scales > 0)
        scores[r] = -1.0
        partners.append(int(np.argmax(scores >= scores.max() - EQUAL)) if d > 1 else None)
    return partners


def _ratios(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(v, w) smaller over larger weight of all pairs; 1 where both are 0."""
    larger = np.maximum.outer(a, b)
    return np.divide(np.minimum.outer(a, b), larger, out=np.ones_like(larger), where=larger > 0)


def _labelled(values: Any) -> pd.MultiIndex:
    return pd.MultiIndex.from_arrays([[u for u, _ in values], [v for _, v in values]], names=["attribute", "value"])


def _slow_message(slow: list[str], n_iter: int) -> str:
    shown = ", ".join(map(repr, slow[:8]))
    more = f" and {len(slow) - 8} more" if len(slow) > 8 else ""
    return (
        f"with n_iter={n_iter} the distances have not come close to their limit in the columns {shown}{more}; "
        "n_iter=inf gives the limit"
    )
