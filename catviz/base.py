"""The one door for input, and the two templates a method fills."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted
from threadpoolctl import threadpool_limits

from catviz.counts import Counts, count
from catviz.geometry import Explanation, ValueDistances, ValueEmbedding
from catviz.table import CategoricalTable

EXACT = "exact"
UP_TO_SCALE = "up to scale"


def as_table(X) -> CategoricalTable:
    """Any input as a table: a CategoricalTable as it is, a DataFrame or array by ``from_pandas``.

    Raises
    ------
    ValueError
        Duplicate column names, no rows, no columns, or an input that is not two-dimensional.
    """
    if isinstance(X, CategoricalTable):
        table = X
    elif isinstance(X, pd.DataFrame):
        table = CategoricalTable.from_pandas(X)
    else:
        array = np.asarray(X, dtype=object)
        if array.ndim != 2:
            raise ValueError(
                f"expected 2D input, got {array.ndim}D instead: reshape your data to one row an object, one column "
                "an attribute"
            )
        table = CategoricalTable.from_pandas(pd.DataFrame(array, columns=[f"x{r}" for r in range(array.shape[1])]))
    if table.n_rows == 0 or table.n_attributes == 0:
        what = "rows (0 samples)" if table.n_rows == 0 else "categorical columns (0 features)"
        raise ValueError(f"the table has no {what}: a method needs at least one row and one categorical column")
    if table.weights is not None and not table.weights.any():
        raise ValueError("every row weighs zero: a method needs at least one row that counts")
    return table


def fitting_table(X) -> CategoricalTable:
    """The table a fit sees: values that occur, "missing" the last level of each column where it occurs."""
    return as_table(X).observed().missing_as_category()


class Validated(BaseEstimator):
    """Parameters declared once, checked when fitting."""

    parameters: ClassVar[dict] = {}

    def _validate_parameters(self) -> None:
        for name, declared in self.parameters.items():
            declared.validate(name, getattr(self, name))


class ValueMethod(TransformerMixin, Validated):
    """A method that learns a geometry of values.

    Class attributes say what pages and tests need to know: ``needs`` ("counts" or "rows"), ``gives`` ("distances",
    "embedding", "similarities" or "order"), ``uses_target``, and ``invariances``: what renaming values
    (``rename``), permuting rows (``permute``) and adding a constant column (``constant``) do to the value distances:
    ``EXACT``, ``UP_TO_SCALE``, or a sentence that says why they change.
    """

    needs: ClassVar[str] = "counts"
    gives: ClassVar[str] = "distances"
    uses_target: ClassVar[bool] = False
    invariances: ClassVar[dict[str, str]] = {"rename": EXACT, "permute": EXACT, "constant": EXACT}

    @staticmethod
    def cost(n: int, d: int, c: int) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return 1e-9 * n * d * d + 1e-8 * c**2 * d

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """Where the number between two values of a column comes from, term by term.

        ``a`` and ``b`` are values as text; None means the missing level.
        """
        check_is_fitted(self)
        return self.geometry_.explain(attribute, a, b)

    @property
    def value_distances_(self) -> ValueDistances:
        """The learned geometry as distances."""
        check_is_fitted(self)
        return self.geometry_.distances()

    @property
    def value_embedding_(self) -> ValueEmbedding:
        """The learned geometry as coordinates."""
        check_is_fitted(self)
        return self.geometry_.embed()

    def transform(self, X) -> np.ndarray:
        """(n, k) coordinates of rows; values never seen take their column's slot."""
        check_is_fitted(self)
        return self.geometry_.transform(as_table(X))

    def get_feature_names_out(self, input_features=None) -> np.ndarray:
        """Names of ``transform``'s columns."""
        embedding = self.value_embedding_
        if embedding.combine == "mean":
            names = [f"{type(self).__name__.lower()}{k}" for k in range(embedding.coordinates[0].shape[1])]
        else:
            names = [
                f"{a}_{k}"
                for a, x in zip(embedding.codebook.attributes, embedding.coordinates, strict=True)
                for k in range(x.shape[1])
            ]
        return np.array(names, dtype=object)


class CountsMethod(ValueMethod):
    """A method that reads co-occurrence counts only: fill ``_learn(counts)``."""

    def fit(self, X, y=None, callback: Callable | None = None):
        """Learn from a table, a DataFrame, an array or ``Counts``; ``y`` is ignored."""
        self._validate_parameters()
        self.counts_ = X if isinstance(X, Counts) else count(as_table(X))
        with threadpool_limits(1):
            self.geometry_ = self._learn(self.counts_)
        self.n_features_in_ = len(self.counts_.codebook.attributes)
        return self


class RowsMethod(ValueMethod):
    """A method that needs the rows themselves: fill ``_learn(table, callback)``; ``counts_`` is there already."""

    needs: ClassVar[str] = "rows"

    def fit(self, X, y=None, callback: Callable | None = None):
        """Learn from a table, a DataFrame or an array; ``y`` is ignored. A callback that returns True stops."""
        self._validate_parameters()
        if isinstance(X, Counts):
            raise ValueError(f"{type(self).__name__} needs the rows themselves, not counts: give it the table")
        table = fitting_table(X)
        self.counts_ = count(table)
        with threadpool_limits(1):
            self.geometry_ = self._learn(table, callback)
        self.n_features_in_ = table.n_attributes
        return self
