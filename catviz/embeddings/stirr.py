"""STIRR: weights that values pass on to the values they occur with.

Source: Gibson, Kleinberg & Raghavan 1998/2000, "Clustering categorical data: an approach based on dynamical systems".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.linalg import eigh

from catviz.base import EXACT, CountsMethod
from catviz.geometry.explanation import Explanation
from catviz.geometry.scaling import turned
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.parameters import Number
from catviz.remarks import remark
from catviz.table.counts import Counts

#: A weight below this share of the largest is none.
NO_WEIGHT = 1e-12
#: Two eigenvalues are equal that differ by less than this share of the larger one.
TIED = 1e-9


class STIRR(CountsMethod):
    """Sieving through iterated relational reinforcement (STIRR): values with the same weights co-occur alike.

    Each value's weight becomes the sum of the weights of the values that it occurs with in a row, w <- (G - diag k) w,
    G the Burt matrix and k its diagonal. Several weight vectors are iterated at once and kept orthonormal over all
    values; a value's weights in them are its coordinates. The first vector weighs values by how well connected they
    are; the signs of the later ones split values into groups.

    Our reading: with sums as combiner the iteration converges to the eigenvectors of G - diag k whose eigenvalues are
    largest in size, so these are computed directly; of equal sizes the positive one comes first. The columns share one
    norm; they are not normalised one by one.

    Parameters
    ----------
    n_components : int
        Weight vectors kept; fewer where the iteration takes the others to zero. Warns where the last of them is one
        of many.

    Attributes
    ----------
    eigenvalues_ : (k,) falling in size
        The factor by which a round of the iteration multiplies each vector.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.STIRR(n_components=2).fit(catviz.load_dataset("zoo"))
    >>> bool(m.eigenvalues_[0] > abs(m.eigenvalues_[1]))
    True
    """

    gives = "embedding"
    parameters = {
        "n_components": Number(
            1,
            label="Weight vectors",
            help="How many weight vectors are kept. A value has one coordinate in each vector. With more vectors, "
            "distances show finer differences.",
        )
    }
    invariances = {
        "rename": EXACT,
        "permute": EXACT,
        "constant": "the value of a constant column occurs with every other and strengthens the frequent ones",
    }

    def __init__(self, n_components: int = 10) -> None:
        self.n_components = n_components

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return float(0.003 + 1e-9 * n * d * d + 1.6e-10 * np.sum(c) ** 3)

    def _learn(self, counts: Counts) -> ValueEmbedding:
        values = counts.canonical_order  # ties between eigenvalues must not hang on names
        co_occurrence = counts.matrix[np.ix_(values, values)].astype(float)
        np.fill_diagonal(co_occurrence, 0.0)
        eigenvalues, vectors = eigh(co_occurrence)
        largest = np.abs(eigenvalues).max()
        if not largest:
            remark(
                f"STIRR on the single column {counts.codebook.attributes[0]!r}: its values never occur together, so "
                "all are at one point; add columns, or choose OneHot"
            )
        # rounding would otherwise decide which of two eigenvalues of one size comes first
        order = np.lexsort((-eigenvalues, -np.round(np.abs(eigenvalues) / (largest or 1.0), 9)))
        eigenvalues, vectors = eigenvalues[order], vectors[:, order]
        rank = int((np.abs(eigenvalues) > NO_WEIGHT * largest).sum())
        k = min(self.n_components, rank)
        if k < rank and abs(eigenvalues[k - 1] - eigenvalues[k]) <= TIED * largest:
            remark(f"eigenvalues {k} and {k + 1} are equal, so weight vector {k} is one of many equally good ones")
        self.eigenvalues_ = eigenvalues[:k]
        coordinates = np.empty((len(values), k))
        coordinates[values] = turned(vectors[:, :k])
        return ValueEmbedding(
            counts.codebook,
            tuple(coordinates[part] for part in counts.codebook.slices()),
            counts.frequencies,
            joint=True,
        )

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term a weight vector: the squared difference of the two values' weights."""
        explanation = super().explain(attribute, a, b)
        terms = explanation.terms.assign(term=[f"weight vector {i + 1}" for i in range(len(self.eigenvalues_))])
        terms.insert(1, "eigenvalue", self.eigenvalues_)
        return replace(explanation, terms=terms)
