"""CDE: values embedded by the clusters that they form at many granularities.

Source: Jian et al. 2017, "Embedding-based Representation of Categorical Data by Hierarchical Value Coupling Learning".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, CountsMethod
from catviz.geometry.explanation import Explanation
from catviz.geometry.scaling import principal_coordinates
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.parameters import SEED, Number, RandomState
from catviz.remarks import remark
from catviz.table.association import association_matrix
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts

#: Most values of all columns together.
MAX_VALUES = 1024
NO_RANGE = 1e-10
TIED = 1e-9
ALONE = -1


class CDE(CountsMethod):
    """Coupled data embedding (CDE): values are near when they fall into the same clusters of values, fine and coarse.

    Two matrices couple all c values: occurrence psi p_j / p_i, psi = 2 I / (H + H) between the two columns and 1
    within one, and co-occurrence p_ij / p_i. The rows of each are clustered by k-means for k = 2, 3, ... until
    ``alpha`` clusters hold a single value, or until k is the number of different rows. A value's code tells which
    clusters of more than one value it belongs to; the principal components of the codes are its coordinates.

    Our reading: the stop rule is counted over the clusters of one k, whose other clusters are still kept.

    Parameters
    ----------
    n_components : int or None, default None
        Principal components kept. None keeps all of range 1e-10 or more: squared distances are then the numbers of
        clusters that hold one of two values only.
    alpha : int
        Clusters of a single value at which k stops growing. The larger, the finer the clusters and the slower the fit.
    random_state : int, RandomState or None
        For the starts of k-means, which see the values in an order that does not depend on their names.

    Attributes
    ----------
    value_clusters_ : DataFrame, (c, clusterings)
        Values by (attribute, value), clusterings by (coupling, k): the number of the value's cluster, -1 where it is
        alone in it.

    Raises
    ------
    ValueError
        More than 1,024 values in all.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.CDE(random_state=0).fit(catviz.load_dataset("toy_movie"))
    >>> len(m.value_clusters_), m.transform(catviz.load_dataset("toy_movie")).shape[0]
    (10, 6)
    """

    gives = "embedding"
    parameters = {
        "n_components": Number(
            1,
            special={None: "all"},
            label="Principal components",
            help="How many principal components of the codes are kept as coordinates. Fewer components keep less of "
            "the differences between values.",
        ),
        "alpha": Number(
            1,
            label="Clusters of a single value",
            help="The number of clusters grows until this many clusters hold a single value. With a larger number, the "
            "clusters of values are finer and the fit is slower.",
        ),
        "random_state": SEED,
    }
    invariances = {
        "rename": EXACT,
        "permute": EXACT,
        "constant": "a constant column is one more value to be clustered and moves the centres of the others",
    }

    def __init__(
        self, n_components: int | None = None, *, alpha: int = 10, random_state: RandomState | None = None
    ) -> None:
        self.n_components = n_components
        self.alpha = alpha
        self.random_state = random_state

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        c = np.sum(c)
        return float(1e-9 * n * d * d + 3e-4 * c + 1.5e-8 * c**3)

    def _check(self, codebook: Codebook) -> None:
        if (c := int(codebook.n_values.sum())) > MAX_VALUES:
            raise ValueError(
                f"the columns have {c:,} values in all: CDE clusters at most {MAX_VALUES:,}; "
                "leave out the columns with the most values, or group them"
            )

    def _learn(self, counts: Counts) -> ValueEmbedding:
        book = counts.codebook
        order = counts.canonical_order
        generator = check_random_state(self.random_state)
        labels = {}
        for coupling, matrix in (("occurrence", occurrence(counts)), ("co-occurrence", co_occurrence(counts))):
            for k, clusters in granularities(matrix[np.ix_(order, order)], self.alpha, generator):
                labels[coupling, k] = np.empty_like(clusters)
                labels[coupling, k][order] = clusters
        self.value_clusters_ = pd.DataFrame(
            np.column_stack([*labels.values()]) if labels else np.empty((len(order), 0), dtype=np.intp),
            index=pd.MultiIndex.from_tuples(book.values, names=["attribute", "value"]),
            columns=pd.MultiIndex.from_tuples(labels, names=["coupling", "k"]) if labels else None,
        )
        coordinates = self._components(self.value_clusters_.to_numpy())
        return ValueEmbedding(book, tuple(coordinates[part] for part in book.slices()), counts.frequencies, joint=True)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term a clustering: the clusters that hold one of the two values only; axes where components are cut."""
        check_is_fitted(self)
        explanation = super().explain(attribute, a, b)
        if self.n_components is not None:
            return explanation
        book = self.geometry_.codebook
        start = book.offsets[book.position(attribute)]
        first, second = (self.value_clusters_.to_numpy()[start + book.code(attribute, value)] for value in (a, b))
        terms = pd.DataFrame(
            {
                "term": [f"{coupling}, {k} clusters" for coupling, k in self.value_clusters_],
                "cluster first": first,
                "cluster second": second,
                "contribution": (first != second) * ((first != ALONE) * 1.0 + (second != ALONE)),
            }
        )
        return replace(explanation, terms=terms)

    def _components(self, labels: np.ndarray) -> np.ndarray:
        scores = principal_coordinates(membership(labels), len(labels))
        scores = scores[:, np.ptp(scores, axis=0) >= NO_RANGE]
        if not scores.size:
            remark(
                f"CDE finds no groups among {len(labels)} values: all are at one point; add columns, or choose OneHot"
            )
        k, lengths = self.n_components, (scores**2).sum(axis=0)
        if k is not None and k < len(lengths) and lengths[k - 1] - lengths[k] <= TIED * lengths[0]:
            remark(
                f"components {k} and {k + 1} are equally long, so component {k} is one of many equally good directions"
            )
        return scores[:, :k]


def occurrence(counts: Counts) -> np.ndarray:
    """(c, c) psi p_j / p_i: how the frequencies of two values compare, as far as their columns depend."""
    psi = association_matrix(counts, "NMI").to_numpy().copy()
    np.fill_diagonal(psi, 1.0)
    column = np.repeat(np.arange(len(psi)), counts.codebook.n_values)
    frequencies = np.concatenate(counts.frequencies).astype(float)
    # sums in another order differ in the last digits; ties among values must not hang on them
    return np.round(psi, 12)[np.ix_(column, column)] * (frequencies / frequencies[:, None])


def co_occurrence(counts: Counts) -> np.ndarray:
    """(c, c) p_ij / p_i: the share of the rows with a value that carry the other."""
    return counts.matrix / np.diag(counts.matrix)[:, None]


def granularities(matrix: np.ndarray, alpha: int, generator: Any) -> Iterator[tuple[int, np.ndarray]]:
    """``(k, labels)`` for k = 2, 3, ...: k-means clusters of the rows, -1 where a row is alone.

    Ends with the first k that leaves ``alpha`` rows alone, or with as many clusters as there are different rows.
    Equal rows stay together.
    """
    from sklearn.cluster import KMeans  # slow to import, and only this method needs it

    place, _ = pd.factorize(np.array([row.tobytes() for row in matrix], dtype=object))
    repeats = np.bincount(place)
    points = principal_coordinates([matrix[np.unique(place, return_index=True)[1]]], len(repeats))
    for k in range(2, len(points) + 1):
        clusters = KMeans(k, n_init=1, random_state=generator).fit(points, sample_weight=repeats).labels_[place]
        alone = np.bincount(clusters, minlength=k) == 1
        yield k, np.where(alone[clusters], ALONE, clusters)
        if alone.sum() >= alpha:
            return


def membership(labels: np.ndarray) -> Iterator[np.ndarray]:
    """A clustering: (c, clusters) 1 where a value is in a cluster; who is alone is in none."""
    for column in labels.T:
        yield np.equal.outer(column, np.unique(column[column != ALONE])).astype(float)
