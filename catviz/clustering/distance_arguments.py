"""What ``distances=`` may be: a method, its name, a geometry, a function of two rows, or a matrix of distances.

Clusterers and the nearest-neighbour classifier share these rules. A matrix (``"precomputed"``) takes the place of the
rows in ``fit`` and ``predict``, as in scikit-learn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone
from sklearn.utils import Tags
from sklearn.utils.validation import validate_data

from catviz.base import Learner, ObjectMethod, ValueMethod, as_table
from catviz.distances.matching import Hamming
from catviz.geometry.objects import CalledDistances, ObjectDistances
from catviz.geometry.similarities import ValueSimilarities
from catviz.geometry.value_geometries import Geometry
from catviz.registry import make
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts
from catviz.table.frames import unmasked

PRECOMPUTED = "precomputed"
#: Two entries of a matrix are equal that differ by less than this share of its largest.
ROUNDING = 1e-9
#: Distances between rows, with no distances between values behind them.
RowDistances = ObjectDistances | CalledDistances


def fitted_geometry(distances: Any, table: CategoricalTable | Counts, y: ArrayLike | None) -> Geometry | RowDistances:
    """The geometry of an estimator's ``distances``.

    Parameters
    ----------
    distances : None, str, method, geometry or callable
        None is Hamming. A method, or the one of a name or alias, is cloned and fitted to the table. A geometry is
        taken as it is. A callable gives the distance of two rows, see `CalledDistances`.
    table : CategoricalTable or Counts
    y : labels or None
        For methods that learn from known classes.

    Raises
    ------
    ValueError
        ``distances`` is none of these, a name nobody has, or the method needs ``y`` and there is none.
    """
    chosen = named_method(distances)
    chosen = Hamming() if chosen is None else chosen
    if isinstance(chosen, ValueMethod | ObjectMethod):
        return clone(chosen).fit(table, y).geometry_
    if isinstance(chosen, ValueSimilarities):
        return chosen.distances()
    if isinstance(chosen, Geometry | RowDistances):
        return chosen
    if callable(chosen) and is_function(chosen):
        return CalledDistances(table.codebook, chosen)
    raise ValueError(
        f"distances={distances!r}: give a method, such as AhmadDey() or its name 'ADM', a geometry, a function of two "
        "rows, or None for Hamming"
    )


def named_method(distances: Any) -> Any:
    """The method of a name or alias; anything else, a matrix among it, as it is."""
    return make(distances) if isinstance(distances, str) and distances != PRECOMPUTED else distances


def is_function(distances: Any) -> bool:
    """True for a function of two rows; a class is none, though it can be called."""
    return callable(distances) and not isinstance(distances, type)


def refuse_row_distances(distances: Any, needs: str) -> None:
    """ValueError where ``distances`` is a matrix or a function; ``needs`` says what these do not give."""
    if (isinstance(distances, str) and distances == PRECOMPUTED) or is_function(distances):
        what = "distances='precomputed'" if isinstance(distances, str) else "a function of two rows"
        raise ValueError(
            f"{what} gives distances between rows and no {needs}: choose k-medoids, spectral or hierarchical clustering"
        )


class OnDistances(Learner):
    """An estimator that needs nothing but distances between rows: it takes a matrix of these instead of rows."""

    distances: object

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self._is_precomputed
        return tags

    @property
    def _is_precomputed(self) -> bool:
        return isinstance(self.distances, str) and self.distances == PRECOMPUTED

    def _fitting_table(self, X: Any, sample_weight: ArrayLike | None = None) -> CategoricalTable:
        """The table a fit sees; of a matrix, row numbers as the values of a single column."""
        if not self._is_precomputed:
            return super()._fitting_table(X, sample_weight)
        self._matrix = square_distances(X, self)
        n = len(self._matrix)
        book = Codebook(("row",), (tuple(map(str, range(n))),), ("nominal",), (False,))
        return as_table(CategoricalTable(np.arange(n)[:, None], book), sample_weight=sample_weight)

    def _given_distances(self, X: Any) -> np.ndarray:
        """(n_new, n) distances of new rows from the fitted ones, checked."""
        return _finite_matrix(X, self, reset=False)


def square_distances(X: Any, estimator: Learner) -> np.ndarray:
    """(n, n) float64 distances, checked: square, finite, not negative, a diagonal of zeros, symmetric.

    Raises
    ------
    ValueError
        What is wrong with ``X``, and where.
    """
    D = _finite_matrix(X, estimator, reset=True)
    if D.shape[0] != D.shape[1]:
        raise ValueError(
            f"distances='precomputed' takes the square matrix of distances between all rows, and X has shape {D.shape}"
        )
    slack = ROUNDING * D.max(initial=0)
    i = int(np.abs(np.diag(D)).argmax())
    if D[i, i] > slack:
        raise ValueError(f"row {i} is at distance {D[i, i]:.3g} from itself: the diagonal of X must be 0")
    apart = np.abs(D - D.T)
    if apart.max() > slack:
        i, j = np.unravel_index(apart.argmax(), D.shape)
        raise ValueError(
            f"row {i} is at distance {D[i, j]:.3g} from row {j}, and row {j} at {D[j, i]:.3g} from row {i}: "
            "X must be symmetric"
        )
    return D


def _finite_matrix(X: Any, estimator: Learner, reset: bool) -> np.ndarray:
    if isinstance(X, CategoricalTable):
        raise ValueError("distances='precomputed' takes a matrix of distances, and X is a table: give its distances")
    D = validate_data(estimator, unmasked(X), reset=reset, dtype=np.float64)
    if D.min() < 0:
        i, j = np.unravel_index(D.argmin(), D.shape)
        raise ValueError(f"X holds {D[i, j]:.3g} in row {i}, column {j}: distances are not negative")
    return D
