"""Cross-fitted codes of training rows, for methods that code a value by the known classes of its rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import Tags, check_random_state

from catviz.base import ValueMethod, as_table, classes_given
from catviz.parameters import SEED, Choice, Number, RandomState
from catviz.table.categorical import CategoricalTable
from catviz.table.sizes import refuse_coordinates


class Folds(Number):
    """A number of folds, or how to split: scikit-learn's splitters, or pairs of row numbers (training, test)."""

    def validate(self, name: str, value: Any) -> None:
        """Raise ValueError, naming parameter, value and remedy, unless the value is allowed."""
        if isinstance(value, str) or not (isinstance(value, Iterable) or hasattr(value, "split")):
            super().validate(name, value)

    def settled(self, value: Any) -> Any:
        """A number of folds as int, and a way to split as it is."""
        return value if isinstance(value, Iterable) or hasattr(value, "split") else super().settled(value)


class CrossFitted(ValueMethod):
    """A supervised method whose ``fit_transform`` codes each row by the other rows: fill ``_placed``.

    The code of a rare value tells the class of its few rows. A model trained on such codes reads the classes of its own
    training rows from them, and fails on new rows. So ``fit_transform`` deals the rows to ``cv`` folds and codes the
    rows of each fold by the class counts of the others, as scikit-learn's ``TargetEncoder`` does. If rows of a
    table belong together, whole groups are dealt. ``fit(X, y).transform(X)`` differs from it: it codes rows by the
    counts of all of them.
    """

    parameters = {
        "cv": Folds(
            2,
            drawn=False,
            label="Folds",
            help="Training rows are dealt to this many folds, and the rows of each fold are coded by the rows of the "
            "other folds. With more folds, each code is based on more rows, and coding takes longer.",
        ),
        "shuffle": Choice(
            {True: "yes", False: "no"},
            drawn=False,
            label="Shuffled folds",
            help="Whether rows are dealt to folds at random. If not, they are dealt in the order of the table.",
        ),
        "random_state": SEED,
    }

    def __init__(self, *, cv: Any = 5, shuffle: bool = True, random_state: RandomState | None = None) -> None:
        self.cv = cv
        self.shuffle = shuffle
        self.random_state = random_state

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return 0.06 + 6 * ValueMethod.cost(n, d, c)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.non_deterministic = True  # checks that want fit_transform(X, y) to equal fit(X, y).transform(X) skip it
        return tags

    def fit_transform(self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> np.ndarray:
        """Fit to all rows, and code each row by the rows of the other folds.

        Parameters
        ----------
        X : CategoricalTable, DataFrame or array
            Training rows.
        y : (n,) class labels
            None or NaN where unknown.
        sample_weight : (n,) row weights, optional
            As in ``fit``.

        Returns
        -------
        (n, k) array
            The columns of ``transform``; the values differ from ``fit(X, y).transform(X)``. A row of weight w is
            in one fold as a whole.

        Raises
        ------
        ValueError
            As ``fit``, or fewer rows of known class than folds.
        """
        self.fit(X, y, sample_weight=sample_weight)
        table = as_table(X, self, sample_weight=sample_weight)
        rows, unknown = table.recode(self.counts_.codebook), len(self.classes_)
        weights, place = rows.row_weights, {label: i for i, label in enumerate(self.counts_.classes)}
        given = classes_given(y, table, self)
        classes = np.array([*(place.get(label, unknown) for label in given.texts), unknown])[given.places]
        known = classes < unknown
        splits = self._splits(classes, table.groups)
        if known.sum() < len(splits):
            raise ValueError(
                f"fit_transform codes each row by the rows of other folds, and there are {known.sum()} rows of known "
                f"class for cv={len(splits)} folds: lower cv, or use fit(X, y).transform(X)"
            )
        refuse_coordinates(len(rows), sum(x.shape[1] for x in self.value_embedding_.coordinates))
        out = []
        for training, test in splits:
            others = training[known[training]]
            within = _class_counts(rows[others], classes[others], weights[others], unknown)
            placed = self._placed(within)
            blocks = [np.vstack(pair) for pair in zip(placed, self._unseen(placed, within), strict=True)]
            places = (x[codes] for x, codes in zip(blocks, rows.codes[test].T, strict=True))
            out.append(np.hstack([np.empty((len(test), 0)), *places]))
        coded = np.vstack(out)[np.argsort(np.concatenate([test for _, test in splits]))]
        numbers = getattr(self.geometry_, "numbers", None)
        return coded if numbers is None else np.hstack([coded, numbers.places(table)])

    @abstractmethod
    def _placed(self, within: np.ndarray) -> Sequence[np.ndarray]:
        """A column: (v, k) coordinates of its values in ``transform``'s space, from (c, K) counts of each class."""

    def _unseen(self, placed: Sequence[np.ndarray], within: np.ndarray) -> Sequence[np.ndarray]:
        """A column: the place of a value never seen among values that are placed so, by default their mean."""
        return [p @ x for x, p in zip(placed, self.geometry_.shares, strict=True)]

    def _splits(self, classes: np.ndarray, groups: np.ndarray | None) -> list[tuple[np.ndarray, np.ndarray]]:
        """Row numbers (training, test) of each fold; each row is in one test part."""
        if not isinstance(self.cv, Iterable) and not hasattr(self.cv, "split"):
            folds = self._folds(classes, groups)
            return [(np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)) for fold in range(self.cv)]
        pairs = self.cv.split(np.zeros(len(classes)), classes, groups) if hasattr(self.cv, "split") else self.cv
        splits = [(np.asarray(training), np.asarray(test)) for training, test in pairs]
        if not np.array_equal(np.sort(np.concatenate([test for _, test in splits])), np.arange(len(classes))):
            raise ValueError("cv must put each row into the test part of exactly one split")
        return splits

    def _folds(self, classes: np.ndarray, groups: np.ndarray | None = None) -> np.ndarray:
        """(n,) fold of each row: the rows of each class are dealt out in turn; whole groups by their first row."""
        if groups is not None:
            _, first, places = np.unique(groups, return_index=True, return_inverse=True)
            return self._folds(classes[first])[places]
        n = len(classes)
        order = check_random_state(self.random_state).permutation(n) if self.shuffle else np.arange(n)
        folds = np.empty(n, dtype=np.intp)
        folds[order[np.argsort(classes[order], kind="stable")]] = np.arange(n) % self.cv
        return folds


def _class_counts(rows: CategoricalTable, classes: np.ndarray, weights: np.ndarray, n_classes: int) -> np.ndarray:
    """(c, K) weight of the rows of each class that carry each value."""
    counts: list[np.ndarray] = [np.empty((0, n_classes))]
    for codes, v in zip(rows.codes.T, rows.codebook.n_values, strict=True):
        known = codes < v
        places = codes[known].astype(np.intp) * n_classes + classes[known]
        counts.append(np.bincount(places, weights[known], v * n_classes).reshape(v, n_classes))
    return np.vstack(counts)
