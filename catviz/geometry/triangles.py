"""Is it a metric? How often the triangle inequality D_ik <= D_ij + D_jk fails, and where it fails worst."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catviz.geometry.given import geometry_of_rows
from catviz.geometry.objects import ObjectDistances
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import are_whole, drawn_rows

#: An excess up to this share of the largest distance is rounding, and violates nothing.
ROUNDING = 1e-9


@dataclass(frozen=True)
class Triangle:
    """Three rows, and how far the straight way from i to k exceeds the way by j.

    Attributes
    ----------
    i, j, k : int
        Row numbers.
    direct : float
        D_ik.
    first, second : float
        D_ij and D_jk.
    """

    i: int
    j: int
    k: int
    direct: float
    first: float
    second: float

    @property
    def excess(self) -> float:
        """D_ik - (D_ij + D_jk)."""
        return self.direct - (self.first + self.second)


@dataclass(frozen=True)
class TriangleCount:
    """How often the triangle inequality fails among some rows.

    Attributes
    ----------
    n_violations : int
        Ordered triples (i, j, k) of three different rows with D_ik > D_ij + D_jk.
    n_rows : int
        Rows compared.
    worst : Triangle or None
        The triple with the largest excess (the first of equals); None where there is no violation.
    sampled : bool
        True where the rows compared are a sample.
    """

    n_violations: int
    n_rows: int
    worst: Triangle | None
    sampled: bool = False

    @property
    def n_triples(self) -> int:
        """Ordered triples of three different rows: n (n - 1) (n - 2)."""
        return self.n_rows * (self.n_rows - 1) * (self.n_rows - 2)

    @property
    def share(self) -> float:
        """Violations over triples, 0 where there are no three rows."""
        return self.n_violations / self.n_triples if self.n_triples else 0.0


def triangle_violations(D: np.ndarray) -> TriangleCount:
    """Count the ordered triples of different rows i, j, k with D_ik > D_ij + D_jk, all of them, in O(n^3).

    Parameters
    ----------
    D : (n, n) distances
        Between rows, or between the values of a column (a table of a geometry). The diagonal is not looked at.

    Returns
    -------
    TriangleCount
        An excess of up to 1e-9 of the largest distance is rounding and does not count.

    Raises
    ------
    ValueError
        The matrix is not square, or holds a number that is not finite.

    Examples
    --------
    >>> found = triangle_violations([[0, 1, 3], [1, 0, 1], [3, 1, 0]])
    >>> found.n_violations, found.n_triples, found.worst
    (2, 6, Triangle(i=0, j=1, k=2, direct=3.0, first=1.0, second=1.0))
    """
    D = np.asarray(D, dtype=float)
    if D.ndim != 2 or D.shape[0] != D.shape[1]:
        raise ValueError(f"D has shape {D.shape}: give a square matrix of distances")
    if not np.isfinite(D).all():
        raise ValueError("D holds a number that is not finite: give distances between all pairs")
    n = len(D)
    direct, legs = D.copy(), D.copy()
    # a triple that names a row twice never exceeds
    np.fill_diagonal(direct, -np.inf)
    np.fill_diagonal(legs, np.inf)
    least = ROUNDING * np.abs(D).max(initial=0.0)
    n_violations, largest, worst = 0, least, None
    excess = np.empty((n, n))
    for i in range(n):
        np.add(legs[i][:, None], legs, out=excess)
        np.subtract(direct[i], excess, out=excess)
        n_violations += int(np.count_nonzero(excess > least))
        place = int(excess.argmax())
        if excess.flat[place] > largest:
            largest, (j, k) = float(excess.flat[place]), divmod(place, n)
            worst = Triangle(i, j, k, float(D[i, k]), float(D[i, j]), float(D[j, k]))
    return TriangleCount(n_violations, n, worst)


@whole_numbers("max_rows")
def row_triangle_violations(
    geometry: ValueDistances | ObjectDistances, table: CategoricalTable, max_rows: int = 400, random_state: int = 0
) -> TriangleCount:
    """Count the violations among a table's rows: among all, or among a sample where there are more than ``max_rows``.

    Parameters
    ----------
    geometry : ValueDistances, ObjectDistances or another that has distances ``between`` rows, or a fitted method
    table : CategoricalTable
        A row of weight 3 is three rows; rows of weight zero do not count. Fractional weights do not say how many
        triples there are: rows with such weights count once each.
    max_rows : int
        Rows compared at most, drawn without replacement.
    random_state : int

    Returns
    -------
    TriangleCount
        The worst triple's numbers are row numbers of ``table``.

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("toy_movie")
    >>> row_triangle_violations(catviz.AhmadDey().fit(table).value_distances_, table).n_violations
    0
    """
    if max_rows < 3:
        raise ValueError(f"max_rows={max_rows!r}: give at least 3, a triangle's corners")
    geometry = geometry_of_rows(geometry)
    weights = table.weights if are_whole(table.weights) else (table.row_weights > 0).astype(float)
    sampled = (len(table) if weights is None else weights.sum()) > max_rows
    rng = np.random.default_rng(random_state)
    rows = drawn_rows(weights, len(table), max_rows, "triples of whole rows are counted", rng)
    violations = triangle_violations(geometry.between(table[rows]))
    if violations.worst is None:
        return replace(violations, sampled=sampled)
    corners = {name: int(rows[getattr(violations.worst, name)]) for name in "ijk"}
    return replace(violations, worst=replace(violations.worst, **corners), sampled=sampled)
