"""Known classes as they are given: a label for each row, of whatever type, and None, NaN or NA where it is unknown."""

from __future__ import annotations

import datetime
import numbers
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.validation import assert_all_finite, check_consistent_length, column_or_1d

from catviz.table.codebook import label_text
from catviz.table.frames import as_pandas, as_series, is_frame, is_series, unmasked

UNKNOWN = -1


@dataclass(frozen=True, eq=False)
class KnownClasses:
    """The classes of some rows.

    Attributes
    ----------
    labels : (K,) array
        The different labels that count, sorted, as they were given: truth values, whole numbers, floats, dates, text.
    places : (n,) int
        The place of each row's label among them, ``UNKNOWN`` where it has none, or where the row counts nothing.
    """

    labels: np.ndarray
    places: np.ndarray

    @cached_property
    def texts(self) -> np.ndarray:
        """(K,) the labels as text."""
        if self.labels.dtype.kind == "M":
            return pd.Series(self.labels).astype(str).to_numpy(dtype=object)
        return np.array([label_text(label) for label in self.labels.tolist()], dtype=object)

    @property
    def of_rows(self) -> np.ndarray:
        """(n,) the label of each row as text, None where unknown."""
        return np.array([*self.texts, None], dtype=object)[self.places]

    def named(self, texts: Any) -> np.ndarray:
        """The labels whose texts these are."""
        at = {text: place for place, text in enumerate(self.texts)}
        return self.labels[[at[text] for text in texts]]


def known_classes(y: Any, weights: np.ndarray, learner: str) -> KnownClasses:
    """The classes of rows, from (n,) labels of any type.

    Parameters
    ----------
    y : (n,) labels
        A list, an array, a Series (pandas or Polars), an Arrow array, or a frame of one column. Missing: unknown.
    weights : (n,) row weights
        A row of weight 0 has no class: a class that only such rows have does not exist.
    learner : str
        What learns from them, for the messages.

    Raises
    ------
    ValueError
        Not one label for each row, numbers with fractions (a continuous target), infinite numbers, labels of several
        kinds, or no row that counts with a label.
    """
    labels = _one_for_each(y)
    check_consistent_length(weights, labels)
    known = ~pd.isna(labels) & (weights > 0)
    if not known.any():
        raise ValueError("no row has a known group: there is nothing to learn from y")
    distinct, found = _distinct(labels[known])
    _refuse_continuous(distinct, learner)
    places = np.full(len(labels), UNKNOWN)
    places[known] = found
    return KnownClasses(distinct, places)


def _one_for_each(y: Any) -> np.ndarray:
    """(n,) labels; those of types that are not NumPy's are Python's, in an array of objects."""
    if is_frame(y) and not is_series(y):
        y = as_pandas(y)
        column_or_1d(np.empty(y.shape), warn=True)  # warns of a column, and refuses several, in scikit-learn's words
        y = y.iloc[:, 0]
    if is_series(y):
        column = as_series(y)
        return column.to_numpy() if isinstance(column.dtype, np.dtype) else column.astype(object).to_numpy()
    if isinstance(y, list | tuple) and len(set(map(type, y))) > 1:
        y = np.array(y, dtype=object)  # NumPy writes True as 1 beside numbers, and NaN as "nan" beside text
    return column_or_1d(unmasked(y), warn=True)


def _distinct(labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """``(distinct, places)``: the labels there are, sorted, and the place of each among them."""
    if labels.dtype.kind in "biufUSMm":
        return np.unique(labels, return_inverse=True)
    kinds = sorted({_kind(kind) for kind in set(map(type, labels))}, reverse=True)
    if len(kinds) > 1:
        raise ValueError(f"y mixes {' and '.join(kinds)}: give labels of one kind")
    try:
        places, distinct = pd.factorize(labels)
        order = np.array(sorted(range(len(distinct)), key=distinct.__getitem__), dtype=np.intp)
    except TypeError:
        raise ValueError(f"y holds labels that have no order ({kinds[0]}): give text or numbers") from None
    return _narrowed(distinct[order]), np.argsort(order)[places]


def _kind(kind: type) -> str:
    for types, name in (
        ((bool, np.bool_), "truth values"),
        ((numbers.Real, Decimal), "numbers"),
        (str, "text"),
        (datetime.datetime, "times"),
        (datetime.date, "dates"),
    ):
        if issubclass(kind, types):
            return name
    return kind.__name__


def _narrowed(labels: np.ndarray) -> np.ndarray:
    """Objects as truth values, whole numbers or floats where NumPy's type holds each of them exactly."""
    plain = np.array(labels.tolist()) if not isinstance(labels[0], str) else labels
    return plain if plain.dtype.kind in "biuf" and plain.tolist() == labels.tolist() else labels


def _refuse_continuous(labels: np.ndarray, learner: str) -> None:
    """ValueError for numbers with fractions, or infinite ones."""
    if labels.dtype.kind == "f":
        assert_all_finite(labels, input_name="y")
    fractions = [v for v in labels if v % 1 != 0] if _kind(type(labels[0])) == "numbers" else []
    if fractions:
        raise ValueError(
            f"Unknown label type: continuous. y holds numbers with fractions, such as {float(fractions[0]):.3g}, and "
            f"{learner} learns from classes: give class labels, or cut y into intervals (pandas.cut)"
        )
