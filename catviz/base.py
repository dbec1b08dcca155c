"""The one door for input, and the templates a method fills."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.utils import Tags
from sklearn.utils.validation import check_array, check_is_fitted, validate_data

from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueDistances, ValueEmbedding
from catviz.method_rows import DocstringWithSource
from catviz.parameters import Named
from catviz.progress import listener, one_thread
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook, label_text
from catviz.table.coded_names import coded_names
from catviz.table.counts import ClassCounts, Counts, count
from catviz.table.encoding import AS_IN_FILES, CATEGORY, MIXED, NUMBERS
from catviz.table.frames import as_pandas, is_frame, unmasked
from catviz.table.known_classes import KnownClasses, known_classes
from catviz.table.source import MOST_DISTINCT, Source

EXACT = "exact"
UP_TO_SCALE = "up to scale"


def as_table(
    X: Any,
    estimator: Learner | None = None,
    reset: bool = False,
    sample_weight: Any = None,
    numeric: str = AS_IN_FILES,
) -> CategoricalTable:
    """Any input as a table: a CategoricalTable as it is, a frame by ``from_pandas``, an array as categories.

    Parameters
    ----------
    X : CategoricalTable, frame (pandas, Polars, Arrow) or two-dimensional array
        Numeric columns of a frame are read as in files (``from_pandas(numeric=)`` makes a table with another choice),
        or kept as numbers for a method that compares numbers. Numbers of an array are categories.
    estimator : BaseEstimator, optional
        Keeps the names and the columns as they were read where ``reset``; otherwise X is held to the names and read
        like the columns of the fit.
    reset : bool
    sample_weight : (n,) row weights, optional
        Those of a table that has none of its own: `catviz.CategoricalTable` says what they mean.
    numeric : str
        What numeric columns of a frame are read as without an estimator: a choice of `CategoricalTable.from_pandas`.

    Raises
    ------
    ValueError
        Duplicate column names, no rows, no columns, an input that is not two-dimensional, or one with other columns
        than the estimator was fitted to; weights given twice, or not one for each row. TypeError for sparse input.
    """
    if isinstance(X, Source):
        raise ValueError("a source has no rows to hold: fit to it, then source.map(model.predict, path)")
    if isinstance(X, pd.Series):
        name = label_text("column" if X.name is None else X.name)
        raise ValueError(f"X is a Series, a single column: give a DataFrame, as df[[{name!r}]] or X.to_frame() does")
    if isinstance(X, CategoricalTable):
        table = X
        if estimator is not None and reset:
            estimator._name_columns(table.codebook, table.numeric_names)
        elif estimator is not None and hasattr(estimator, "_read_as"):
            table = table.like(*estimator._read_as)
    else:
        table = _table_of_frame(_frame(X, estimator, reset), numeric if is_frame(X) else CATEGORY, estimator, reset)
    numbers_alone = numeric if estimator is None else estimator._numeric_columns()
    n_columns = table.n_attributes + (len(table.numeric_names) if numbers_alone == NUMBERS else 0)
    if table.n_rows == 0 or n_columns == 0:
        what = "rows (0 samples)" if table.n_rows == 0 else "categorical columns (0 features)"
        raise ValueError(f"the table has no {what}: a method needs at least one row and one categorical column")
    if sample_weight is not None:
        if table.weights is not None:
            raise ValueError("the table has row weights, and sample_weight is given too: give only one of them")
        table = replace(table, weights=sample_weight, counting=None)
    if table.weights is not None and not table.weights.any():
        raise ValueError("all row weights are zero: a method needs at least one row that counts")
    return table


def refuse_weights(X: Any, sample_weight: ArrayLike | None) -> None:
    """ValueError where ``sample_weight`` comes with an input that holds its weights: a ``Source`` or ``Counts``."""
    if sample_weight is not None and isinstance(X, Source | Counts):
        raise ValueError("a source and counts hold the row weights already: leave sample_weight out")


def classes_given(y: Any, table: CategoricalTable, estimator: BaseEstimator) -> KnownClasses:
    """The known classes of a table's rows, as they are given; whole numbers are classes, floats too.

    Raises
    ------
    ValueError
        No ``y``, or one that `known_classes` refuses.
    """
    name = type(estimator).__name__
    if y is None:
        how = "a label for each row"
        if table.target is not None:
            how = "the known classes of the table, as fit(table, table.target) does"
        raise ValueError(f"{name} requires y to be passed, but the target y is None: give it {how}")
    return known_classes(y, table.row_weights, name)


def seeded(estimator: Any, seed: int, **parameters: Any) -> Any:
    """A clone with these parameters, and with the seed where it draws at random and has none of its own."""
    settings = {"random_state": seed} if estimator.get_params().get("random_state", seed) is None else {}
    return clone(estimator).set_params(**settings, **parameters)


def column_sizes(d: int, c: Any) -> np.ndarray:
    """(d,) values of each column; of one number of values in all, each column has an equal share."""
    return np.full(d, c / max(d, 1)) if np.ndim(c) == 0 else np.asarray(c, dtype=float)


class Learner(BaseEstimator):
    """What all estimators share: parameters declared once and checked when fitting, and the door for input.

    Class attributes say what pages and tests need to know: ``needs`` ("counts" or "rows"), ``uses_target`` (it learns
    from known groups) and ``needs_target`` (it cannot do without), ``orders_with_clusters`` (it learns orders of values
    and clusters of rows in turn, in steps), ``numeric_columns`` what a frame's are read as (a choice of
    `CategoricalTable.from_pandas`).
    """

    parameters: ClassVar[dict[str, Any]] = {}
    needs: ClassVar[str] = "counts"
    uses_target: ClassVar[bool] = False
    needs_target: ClassVar[bool] = True
    orders_with_clusters: ClassVar[bool] = False
    numeric_columns: ClassVar[str] = AS_IN_FILES
    _fitted_to_table = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__doc__:
            cls.__doc__ = DocstringWithSource(cls.__doc__)  # type: ignore[assignment]

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit with default parameters takes.

        It is for n distinct rows, d columns and c values, in all or (d,) in each column.
        """
        return float(0.002 + 1e-9 * n * d * d + 3e-8 * np.sum(c) ** 2)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = tags.input_tags.string = tags.input_tags.allow_nan = True
        tags.target_tags.required = self.uses_target and self.needs_target
        return tags

    def _validate_parameters(self) -> None:
        for name, declared in self.parameters.items():
            value = getattr(self, name)
            declared.validate(name, value)
            settled = declared.settled(value) if isinstance(declared, Named) else value
            if settled is not value:
                setattr(self, name, settled)

    def _check(self, codebook: Codebook) -> None:
        """Raise ValueError where columns have more values than the method can take; nothing is counted before."""

    def _rows_in_memory(self, X: Any) -> Any:
        """A source's distinct rows, weighted, as the input; any other input, or a source of too many, as it is."""
        table = X.unique_rows() if isinstance(X, Source) else None
        return X if table is None else table

    def _forget_rows(self) -> None:
        """Drop the labels of an earlier fit: one that goes over blocks of rows has none."""
        self.__dict__.pop("labels_", None)

    def _learn_blocks(self, source: Source, callback: Callable[..., Any] | None) -> Any:
        """Learn from a source of more distinct rows than are held; most methods cannot."""
        raise ValueError(
            f"{type(self).__name__} needs the rows, and the source has more than {MOST_DISTINCT:,} distinct ones: "
            "give it fewer columns, or a sample from source.sample(n)"
        )

    def _numeric_columns(self) -> str:
        """What numeric columns of a frame are read as."""
        return self.numeric_columns

    def _name_columns(self, codebook: Codebook, numeric: tuple[str, ...] = ()) -> None:
        """Take the columns of a table for the fit's, those of values first; numbers too where the method uses them."""
        self._read_as, self._fitted_to_table = (codebook, numeric), True
        names = (*codebook.attributes, *(numeric if self._numeric_columns() in (MIXED, NUMBERS) else ()))
        self.feature_names_in_ = np.array(names, dtype=object)
        self.n_features_in_ = len(names)

    def _fitting_table(self, X: Any, sample_weight: ArrayLike | None = None) -> CategoricalTable:
        """The table a fit sees: values that occur, "missing" the last level of each column where it occurs."""
        return as_table(X, self, True, sample_weight).observed().missing_as_category()

    def _rows(self, X: Any) -> CategoricalTable:
        """Rows for a fitted estimator."""
        check_is_fitted(self)
        return as_table(X, self)

    def _count(self, table: CategoricalTable, y: ArrayLike | None) -> Any:
        """Counts of a fitting table; where ``y`` supervises also those of each class, named by ``classes_``."""
        self.__dict__.pop("classes_", None)
        if not self.uses_target or (y is None and not self.needs_target):
            return count(table)
        classes = classes_given(y, table, self)
        counts = count(table, by=classes.of_rows)
        self.classes_ = classes.named(counts.by_class)
        return counts


class _Fit(Learner):
    """``fit`` from a table: fill ``_learn(table, callback)``; ``counts_`` is there already."""

    geometry_: Any
    counts_: Counts

    @abstractmethod
    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None) -> Any:
        """The geometry of a table's values."""

    def fit(self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from a table, a frame (pandas, Polars, Arrow), an array or the distinct rows of a ``Source``.

        Parameters
        ----------
        X : table, frame, array or Source
            Training rows.
        y : (n,) labels, None or NaN where unknown
            Methods that are not supervised ignore it.
        sample_weight : (n,) row weights, optional
            The same as the row weights of a table, which then may not have any: whole numbers count rows.

        Returns
        -------
        self
        """
        self._validate_parameters()
        if isinstance(X, Counts):
            raise ValueError(f"{type(self).__name__} needs the rows themselves, not counts: give it the table")
        refuse_weights(X, sample_weight)
        X = self._rows_in_memory(X)
        with listener() as callback:
            if isinstance(X, Source):
                self._check(X.codebook)
                self.counts_ = count(X)
                self._name_columns(X.codebook)
                self._forget_rows()
                self.geometry_ = self._learn_blocks(X, callback)
                return self
            table = self._fitting_table(X, sample_weight)
            self._check(table.codebook)
            self.counts_ = self._count(table, y)
            with one_thread():
                self.geometry_ = self._learn(table, callback)
        return self


class _FitFromCounts(Learner):
    """``fit`` from counts: fill ``_learn(counts)``."""

    geometry_: Any
    counts_: Any

    @abstractmethod
    def _learn(self, counts: Any) -> Any:
        """The geometry that the counts give, and what else `_fit` knows of the rows."""

    def fit(self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from a table, a frame (pandas, Polars, Arrow), an array, a ``Source`` or ``Counts``.

        Parameters
        ----------
        X : table, frame, array, Source or Counts
            Training rows, or their counts.
        y : (n,) labels, None or NaN where unknown, or the name of a source's column of known classes
            ``Counts`` are made by class instead. Methods that are not supervised ignore it.
        sample_weight : (n,) row weights, optional
            The same as the row weights of a table, which then may not have any: whole numbers count rows.

        Returns
        -------
        self
        """
        return self._fit(X, y, sample_weight)

    def _fit(
        self,
        X: Any,
        y: ArrayLike | None,
        sample_weight: ArrayLike | None,
        *of_rows: Callable[[CategoricalTable], Any],
    ) -> Self:
        """``fit``; what functions find in a table's rows, which counts do not have, goes to ``_learn`` too."""
        self._validate_parameters()
        refuse_weights(X, sample_weight)
        with listener() as callback:
            if not isinstance(X, Counts | Source):
                X = self._fitting_table(X, sample_weight)
            self._check(X.codebook)
            found = [of_table(X) for of_table in of_rows]
            if isinstance(X, Source):
                X = self._counted(X, y, callback)
            self.counts_ = self._checked_counts(X) if isinstance(X, Counts | ClassCounts) else self._count(X, y)
            with one_thread():
                self.geometry_ = self._learn(self.counts_, *found)
        return self

    def _counted(self, source: Source, y: ArrayLike | None, callback: Callable[..., Any] | None) -> Any:
        """Counts of a source; of each class too where ``y`` names its column of groups and supervises."""
        return count(source, by=y if self.uses_target else None, callback=callback)

    def _checked_counts(self, counts: Any) -> Any:
        self.__dict__.pop("classes_", None)
        if self.uses_target and self.needs_target and not counts.classes:
            raise ValueError(
                f"{type(self).__name__} learns from known groups, and these counts have none: count rows with by=y, of "
                "which some that weigh more than 0 have a label"
            )
        if self.uses_target and counts.classes:
            self.classes_ = np.array(counts.classes, dtype=object)
        self._name_columns(counts.codebook)
        return counts


class ValueMethod(TransformerMixin, Learner):
    """A method that learns a geometry of values.

    Class attributes: ``gives`` ("distances", "embedding", "similarities" or "order"), and ``invariances``: what
    renaming values (``rename``), permuting rows (``permute``) and adding a constant column (``constant``) do to the
    value distances: ``EXACT``, ``UP_TO_SCALE``, or a sentence that says why they change.
    """

    gives: ClassVar[str] = "distances"
    invariances: ClassVar[dict[str, str]] = {"rename": EXACT, "permute": EXACT, "constant": EXACT}

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """Where the number between two values of a column comes from, term by term.

        ``a`` and ``b`` are values, as text or as numbers (2 is "2"); None means the missing level.
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

    def transform(self, X: Any) -> np.ndarray:
        """(n, k) coordinates of rows; a value never seen stands at its column's mean, or at the prior of classes."""
        rows = self._rows(X)
        return self.geometry_.transform(rows)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """Names of ``transform``'s columns."""
        embedding = self.value_embedding_
        if embedding.combine == "mean":
            names = [f"{type(self).__name__.lower()}{k}" for k in range(embedding.coordinates[0].shape[1])]
            return np.array(names, dtype=object)
        widths = [x.shape[1] for x in embedding.coordinates]
        axes = [(a, k) for a, width in zip(embedding.codebook.attributes, widths, strict=True) for k in range(width)]
        return coded_names(axes, self._names_after())

    def _names_after(self) -> tuple[str, ...]:
        """Names of the columns of ``transform`` that follow those of values: numbers, where they have coordinates."""
        geometry = self.geometry_
        placed = isinstance(geometry, ValueDistances) and geometry.power == 2 and geometry.numbers is not None
        return tuple(geometry.numbers.names) if placed else ()


class CountsMethod(_FitFromCounts, ValueMethod):
    """A method that reads co-occurrence counts only: fill ``_learn(counts)``."""

    #: No two values are farther apart.
    largest_distance: ClassVar[float] = np.inf
    #: Whether simulation has shown that intervals of its distances from resamples hold the truth (`uncertainty`).
    intervals_hold: ClassVar[bool] = False
    #: Likewise of the sets of values that can be the nearest.
    nearest_sets_hold: ClassVar[bool] = False

    def _value_table(self, counts: Counts, r: int) -> np.ndarray:
        """(v_r, v_r) distances of the values of column r that counts give; a method may leave out all other work."""
        return self._learn(counts).distances().tables[r]


class RowsMethod(_Fit, ValueMethod):
    """A method that needs the rows themselves: fill ``_learn(table, callback)``; ``counts_`` is there already."""

    needs: ClassVar[str] = "rows"


class ObjectMethod(_FitFromCounts, Learner):
    """A method that compares rows and has no value geometry: fill ``_learn(counts)``, which gives `ObjectDistances`."""

    gives: ClassVar[str] = "objects"
    invariances: ClassVar[dict[str, str]] = {"rename": EXACT, "permute": EXACT, "constant": EXACT}

    @property
    def object_distances_(self) -> Any:
        """The learned distances between rows."""
        check_is_fitted(self)
        return self.geometry_


def numbers_for(distances: Any) -> str:
    """What numeric columns of a frame are read as for a method, or a geometry, of distances between rows."""
    if getattr(distances, "numbers", None) is not None:
        return NUMBERS
    return getattr(distances, "numeric_columns", AS_IN_FILES)


def _frame(X: Any, estimator: Learner | None, reset: bool) -> pd.DataFrame:
    """A frame or array as a DataFrame with text for names, checked by scikit-learn's rules.

    Columns go by position, as in scikit-learn, where the fit saw names and the rows have none, or the other way round.
    """
    if is_frame(X):
        X = as_pandas(X)
        if estimator is not None and not reset and estimator._fitted_to_table:  # its columns have no order with numbers
            names = estimator.feature_names_in_.tolist()
            X = X[names] if set(names) == set(X.columns) else X
        if len(X) and len(X.columns) and estimator is not None:
            validate_data(estimator, X, reset=reset, skip_check_array=True)
            if not reset and not hasattr(estimator, "feature_names_in_"):
                return X.set_axis(_unnamed(X.shape[1]), axis=1)
        return X
    X = np.array(X, dtype=object) if isinstance(X, list) else unmasked(X)
    settings = {"dtype": None, "ensure_all_finite": False}
    X = check_array(X, **settings) if estimator is None else validate_data(estimator, X, reset=reset, **settings)
    if estimator is not None and not reset and hasattr(estimator, "feature_names_in_"):
        return pd.DataFrame(X, columns=estimator.feature_names_in_).infer_objects()
    return pd.DataFrame(X, columns=_unnamed(X.shape[1]))


def _unnamed(n: int) -> list[str]:
    """What the columns of an array are called."""
    return [f"x{r}" for r in range(n)]


def _table_of_frame(frame: pd.DataFrame, numeric: str, estimator: Learner | None, reset: bool) -> CategoricalTable:
    """The table of a frame, read like the fit's columns where there was a fit."""
    if estimator is not None and (numeric != CATEGORY or not reset and hasattr(estimator, "feature_names_in_")):
        if not reset:
            return CategoricalTable.read_like(frame, *estimator._read_as)
        numeric = estimator._numeric_columns()
    table = CategoricalTable.from_pandas(frame, numeric=numeric)
    if estimator is not None and reset:
        estimator._read_as, estimator._fitted_to_table = (table.codebook, table.numeric_names), False
    return table
