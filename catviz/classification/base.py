"""What classifiers share: classes as they were given, what the distinct rows say of them, and the template."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import ClassifierMixin

from catviz.base import Learner, classes_given
from catviz.geometry.unseen import kept_apart
from catviz.progress import one_thread
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.known_classes import UNKNOWN

_BLOCK = 2**18
#: Decimals to which shares of classes are compared; ties between them are broken by what else is known.
ROUNDING = 10


class CategoricalClassifier(ClassifierMixin, Learner):
    """A classifier of rows: fill ``_learn(table, y, classes)`` and ``_classify(rows)``.

    After a fit ``classes_`` holds the labels as they were given, in the order of ``np.unique``.
    """

    needs: ClassVar[str] = "rows"
    uses_target: ClassVar[bool] = True
    classes_: np.ndarray

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from a table, a DataFrame or an array, and a label for each row.

        Parameters
        ----------
        X : table, DataFrame or array
            Training rows.
        y : (n,) labels
            Rows without one (None or NaN) count in what is learned of values, but stand for no class.
        sample_weight : (n,) row weights, optional
            The same as the row weights of a table, which then may not have any: whole numbers count rows.

        Returns
        -------
        self
        """
        self._validate_parameters()
        table = self._fitting_table(X, sample_weight)
        known = classes_given(y, table, self)
        self.classes_ = known.labels
        with one_thread():
            self._learn(table, y, known.places)
        return self

    def predict(self, X: Any) -> np.ndarray:
        """(n,) the likeliest class of each row."""
        _, best = self._classified(X)
        return self.classes_[best]

    def predict_proba(self, X: Any) -> np.ndarray:
        """(n, K) shares of the classes, in the order of ``classes_``; a row's add up to 1."""
        return self._classified(X)[0]

    def _classified(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """``_classify`` of each row; equal rows are classified once."""
        rows, inverse = kept_apart(self._rows(X), self._codebook).unique_rows()
        with one_thread():
            shares, best = self._classify(rows)
        return shares[inverse], best[inverse]

    @property
    @abstractmethod
    def _codebook(self) -> Codebook:
        """The columns and values that rows are classified by."""

    @abstractmethod
    def _learn(self, table: CategoricalTable, y: ArrayLike | None, classes: np.ndarray) -> None:
        """Set the results. ``y`` are the labels as given, ``classes`` (n,) their places in ``classes_``, -1 unknown."""

    @abstractmethod
    def _classify(self, rows: CategoricalTable) -> tuple[np.ndarray, np.ndarray]:
        """``(shares, best)``: (m, K) and the (m,) likeliest class, of rows."""


def weights_by_class(table: CategoricalTable, inverse: np.ndarray, classes: np.ndarray, n_classes: int) -> np.ndarray:
    """(m, K) weight of each class in each distinct row; rows of unknown class, or left out (-1), count nowhere."""
    known = (classes != UNKNOWN) & (inverse >= 0)
    weights = table.row_weights[known]
    places = inverse[known] * n_classes + classes[known]
    size = (inverse.max(initial=-1) + 1) * n_classes
    return np.bincount(places, weights=weights, minlength=size).reshape(-1, n_classes)


def likeliest(*criteria: np.ndarray) -> np.ndarray:
    """(m,) the class with the most by the first criterion; equal ones by the next, then the first in order.

    A criterion is (m, K), or (K,) where it is the same for all rows.
    """
    left = np.ones(criteria[0].shape, dtype=bool)
    for criterion in criteria:
        rounded = np.where(left, np.round(criterion, ROUNDING), -np.inf)
        left = rounded == rounded.max(axis=1, keepdims=True)
    return left.argmax(axis=1)


def blocks(n_rows: int, width: int) -> Iterator[slice]:
    """Rows, so many at a time that an array of them by ``width`` stays small."""
    step = max(_BLOCK // max(width, 1), 1)
    return (slice(first, first + step) for first in range(0, n_rows, step))
