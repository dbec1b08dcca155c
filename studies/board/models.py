"""What scores a method on the board: clusterers of the rows, and classifiers of rows that were not learned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from catviz.analysis.board.table import CENTRES, LOGISTIC, NEIGHBOURS
from catviz.classification.neighbours import DistanceKNNClassifier
from catviz.clustering.by_name import CLUSTERERS
from catviz.cross_fitting import CrossFitted
from catviz.table.categorical import CategoricalTable

#: The clusterers of a board if none are named.
OPENING = (CENTRES, "spectral", "k-medoids")
CLUSTERER_NAMES = (CENTRES, *CLUSTERERS)
#: Folds of a cross-validation, and neighbours that vote.
FOLDS, VOTERS = 5, 5
#: Rows of a table that classifiers are given at most.
MOST_ROWS = 15_000


@dataclass(frozen=True)
class Size:
    """What seconds are estimated from: distinct rows, rows, values of each column, classes."""

    distinct: int
    rows: int
    values: tuple[int, ...]
    classes: int

    @classmethod
    def of(cls, table: CategoricalTable) -> Size:
        """The size of a table."""
        values = tuple(map(len, table.categories))
        return cls(len(table.unique_rows()[0]), len(table), values, table.n_classes)


class _UnitSpread(TransformerMixin, BaseEstimator):
    """Coordinates divided by one number, after which their variances sum to the number of columns of the table.

    A penalty on coefficients depends on the unit of the coordinates. One common factor makes it the same for all
    methods, and keeps every ratio of distances. If all rows are at one point, that is a coordinate of zeros.
    """

    def __init__(self, total: float = 1.0) -> None:
        self.total = total

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> _UnitSpread:
        """Learn the factor from (n, k) coordinates."""
        spread = float(np.var(np.asarray(X, dtype=float), axis=0).sum())
        self.factor_ = float(np.sqrt(self.total / spread)) if spread > 0 else 0.0
        return self

    def transform(self, X: ArrayLike) -> np.ndarray:
        """(n, k) coordinates in the new unit; (n, 1) zeros if there are none."""
        places = np.asarray(X, dtype=float)
        return places * self.factor_ if places.shape[1] else np.zeros((len(places), 1))


def clusterer(model: str, method: Any) -> str:
    """The name in `catviz.clustering.by_name.CLUSTERERS` of a clusterer of the board, for a method or its class."""
    if model != CENTRES:
        return model
    return "k-means" if method.gives == "embedding" else "k-modes"


def classifier(model: str, learned: Any, n_columns: int) -> Any:
    """An unfitted classifier of tables under a method that has learned from the training rows.

    Logistic regression is trained on the coordinates of the training rows. Under supervised methods that are
    `CrossFitted`, which learn once more for it, each row is coded by the rows of other folds.
    """
    if model == NEIGHBOURS:
        return DistanceKNNClassifier(learned.geometry_, VOTERS)
    encoder = clone(learned) if isinstance(learned, CrossFitted) else FrozenEstimator(learned)
    return make_pipeline(encoder, _UnitSpread(n_columns), LogisticRegression(max_iter=1000))


def some_rows(table: CategoricalTable, random_state: int) -> CategoricalTable:
    """The rows that classifiers are given: of more than ``MOST_ROWS``, so many drawn at random."""
    if len(table) <= MOST_ROWS:
        return table
    return table[np.sort(np.random.default_rng(random_state).choice(len(table), MOST_ROWS, replace=False))]


def refused(model: str, size: Size) -> bool:
    """True if a clusterer does not take so many distinct rows."""
    return model in CLUSTERERS and size.distinct > CLUSTERERS[model].most_rows


def estimated_seconds(model: str, method: Any, size: Size) -> float:
    """Rough seconds of learning and one run; of a classifier, of one cross-validation."""
    n, d, c = size.distinct, len(size.values), sum(size.values)
    learning = float(method.cost(n, d, np.array(size.values)))
    if default := method.get_params().get("n_clusters"):
        # those that cluster as they learn: of more clusters a step takes longer, and there are more steps
        learning *= (size.classes / default) ** 2
    if model == NEIGHBOURS:
        return FOLDS * learning + 5e-9 * size.distinct * size.rows * (d / 10 + np.log2(size.classes + 1))
    if model == LOGISTIC:
        return FOLDS * (learning + 0.01 + 8e-8 * size.rows * c * size.classes)
    return learning + CLUSTERERS[clusterer(model, method)].seconds(n, d, np.array(size.values), starts=1)
