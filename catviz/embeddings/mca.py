"""Multiple correspondence analysis, exact, from the Burt matrix."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import eigsh

from catviz.base import EXACT, CountsMethod
from catviz.geometry.scaling import turned
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.parameters import Number
from catviz.remarks import remark
from catviz.table.counts import Counts

NO_VARIANCE = 1e-12
TIED = 1e-9
MANY_VALUES, FEW_AXES = 1_500, 20
"""From so many values on, up to so many axes are found without all the others."""


class MCA(CountsMethod):
    """Multiple correspondence analysis: all values and rows in one space, by exact eigen-decomposition.

    Eigenvectors of G / (d sqrt(k_p k_q)), G the Burt matrix and k its diagonal, without the trivial eigenvalue 1.
    Values stand at their principal coordinates of the indicator matrix; a row is the mean of its values'
    standard coordinates.

    Parameters
    ----------
    n_components : int or None, default 2
        Axes kept; None keeps all, but then the distances between values carry no co-occurrence (with a warning).

    Attributes
    ----------
    eigenvalues_ : (k,) principal inertias, falling
    total_inertia_ : float

    Examples
    --------
    >>> import catviz
    >>> catviz.MCA().fit_transform(catviz.load_dataset("zoo")).shape
    (101, 2)
    """

    gives = "embedding"
    parameters = {"n_components": Number(1, special=(None,))}
    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}

    def __init__(self, n_components: int | None = 2) -> None:
        self.n_components = n_components

    def _learn(self, counts: Counts) -> ValueEmbedding:
        d = len(counts.codebook.attributes)
        frequencies = np.diag(counts.matrix).astype(float)
        root = np.sqrt(frequencies)
        masses = frequencies / (counts.n_rows * d)
        trivial = np.sqrt(masses)
        standardised = counts.matrix / (d * np.outer(root, root)) - np.outer(trivial, trivial)
        wanted = len(standardised) if self.n_components is None else min(self.n_components + 1, len(standardised))
        eigenvalues, vectors = _largest(standardised, wanted)
        eigenvalues, vectors = eigenvalues[::-1], vectors[:, ::-1]
        kept = eigenvalues > NO_VARIANCE
        self._warn(eigenvalues, int(kept.sum()))
        if self.n_components is not None:
            kept[self.n_components :] = False
        self.eigenvalues_ = eigenvalues[kept]
        self.total_inertia_ = float(np.trace(standardised))
        coordinates = turned(vectors[:, kept] * np.sqrt(self.eigenvalues_) / trivial[:, None])
        return ValueEmbedding(
            counts.codebook,
            tuple(coordinates[part] for part in counts.codebook.slices()),
            counts.frequencies,
            joint=True,
            combine="mean",
            object_scale=1.0 / np.sqrt(self.eigenvalues_),
        )

    def _warn(self, eigenvalues: np.ndarray, rank: int) -> None:
        k = self.n_components
        if k is None:
            remark(
                "with all axes, MCA's distances between values carry no co-occurrence: keep a few components",
                stacklevel=4,
            )
        elif k < rank and eigenvalues[k - 1] - eigenvalues[k] <= TIED * eigenvalues[0]:
            remark(
                f"eigenvalues {k} and {k + 1} are equal, so axis {k} is one of many equally good directions",
                stacklevel=4,
            )


def _largest(matrix: np.ndarray, wanted: int) -> tuple[np.ndarray, np.ndarray]:
    """The largest eigenvalues, rising, and their vectors; by Lanczos' method where they are few of many."""
    c = len(matrix)
    if c < MANY_VALUES or wanted > FEW_AXES:
        return eigh(matrix, subset_by_index=(c - wanted, c - 1))
    start = np.random.default_rng(0).normal(size=c)
    eigenvalues, vectors = eigsh(matrix, wanted, which="LA", v0=start)
    order = np.argsort(eigenvalues, kind="stable")
    return eigenvalues[order], vectors[:, order]
