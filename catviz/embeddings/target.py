"""Codings of a value by the known groups of the rows that carry it. All coordinates are comparable between columns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from catviz.base import CountsMethod, classes_given
from catviz.cross_fitting import CrossFitted
from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import label_text
from catviz.table.coded_names import coded_names
from catviz.table.counts import ClassCounts, Counts, count_classes
from catviz.table.source import Source

#: A value in 20 rows is trusted half; ten more or fewer make it 0.73 or 0.27.
HALF_TRUST, TRUST_WIDTH = 20.0, 10.0
#: Fewer rows than any weight is: a value without a row is not coded by its shares.
TINY = np.finfo(float).tiny


class _ClassCoding(CrossFitted, CountsMethod):
    """Shared by the family: one coordinate a coded class, from the rows whose class is known."""

    gives = "embedding"
    uses_target = True

    counts_: ClassCounts

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return float(0.07 + 1e-7 * n * d + 1e-6 * np.sum(c))

    def _count(self, table: CategoricalTable, y: ArrayLike | None) -> ClassCounts:
        given = classes_given(y, table, self)
        counts = count_classes(table, given.of_rows)
        self.classes_ = given.named(counts.classes)
        return counts

    def _counted(self, source: Source, y: Any, callback: Callable[..., Any] | None) -> ClassCounts:
        return count_classes(source, y, callback)

    def _checked_counts(self, counts: Counts | ClassCounts) -> ClassCounts:
        checked = super()._checked_counts(counts)
        return ClassCounts.of(checked) if isinstance(checked, Counts) else checked

    def _learn(self, counts: ClassCounts) -> ValueEmbedding:
        self.coded_classes_ = self._coded(self.classes_)
        placed, prior = self._placed(counts.within), self._prior(*self._of_classes(counts.within))
        return ValueEmbedding(counts.codebook, placed, counts.frequencies, joint=True, unseen=prior)

    def _placed(self, within: np.ndarray) -> tuple[np.ndarray, ...]:
        rows = within.sum(axis=1, keepdims=True)
        of_class, total = self._of_classes(within)
        coded = within[:, np.isin(self.classes_, self.coded_classes_)]
        coordinates = self._coordinates(coded, rows, of_class, total)
        coordinates = np.where(rows > 0, coordinates, self._prior(of_class, total))
        return tuple(coordinates[part] for part in self.counts_.codebook.slices())

    def _unseen(self, placed: Any, within: np.ndarray) -> list[np.ndarray]:
        return [self._prior(*self._of_classes(within))] * len(placed)

    def _of_classes(self, within: np.ndarray) -> tuple[np.ndarray, float]:
        """(k,) rows of each coded class, and all rows of known class; each row has one value of the first column."""
        of_all = within[self.counts_.codebook.slices()[0]].sum(axis=0)
        if not of_all.any():
            raise ValueError("no row with a known class counts: there is nothing to learn from")
        return of_all[np.isin(self.classes_, self.coded_classes_)], float(of_all.sum())

    def _prior(self, of_class: np.ndarray, total: float) -> np.ndarray:
        """(k,) what a value is coded by of which no row of known class is known, and a value never seen: the shares."""
        return of_class / total

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term a coded class: the squared difference of the two codes, with the rows of known group behind each."""
        check_is_fitted(self)
        explanation = super().explain(attribute, a, b)
        book = self.geometry_.codebook
        start = book.offsets[book.position(attribute)]
        terms = explanation.terms.assign(term=[f"class {label_text(label)}" for label in self.coded_classes_])
        for name, value in (("first", a), ("second", b)):
            rows = self.counts_.within[start + book.code(attribute, value)]
            terms[f"rows {name}"] = rows.sum()
            terms[f"in class {name}"] = rows[np.isin(self.classes_, self.coded_classes_)]
        ordered = [c for c in terms if c != "contribution"] + ["contribution"]
        return replace(explanation, terms=terms[ordered])

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """``attribute_class``, one a column of ``transform``; ``attribute=class`` where two of them were the same."""
        check_is_fitted(self)
        attributes = self.geometry_.codebook.attributes
        return coded_names((a, label_text(label)) for a in attributes for label in self.coded_classes_)

    def _coded(self, classes: np.ndarray) -> np.ndarray:
        """The classes that get a coordinate: each against the rest; of two, the second says it all."""
        return classes[1:] if len(classes) == 2 else classes

    @abstractmethod
    def _coordinates(self, coded: np.ndarray, rows: np.ndarray, of_class: np.ndarray, total: float) -> np.ndarray:
        """(c, k) codes.

        ``coded`` (c, k): rows of each coded class that carry the value; ``rows`` (c, 1): rows of known class that do;
        ``of_class`` (k,) and ``total``: the same for the whole table.
        """


class TargetEncoding(_ClassCoding):
    """Target coding: the share of a class among the rows that carry the value, drawn towards the overall share.

    prior (1 - s) + mean s with s = 1 / (1 + exp(-(n - 20) / 10)), where n rows of known class carry the value. Two
    classes give one coordinate, the second class in natural order; more give one each, against the rest. A value
    without a row of known class, and one never seen (a missing cell too, if the fit saw none in its column), gets the
    prior, of all rows in ``transform`` and of those of the other folds in ``fit_transform``.

    ``fit_transform(X, y)``, which a pipeline calls on training rows, is cross-fitted: each row is coded by the rows of
    the other folds. It differs from ``fit(X, y).transform(X)``, which codes rows by all of them.

    Parameters
    ----------
    cv : int, default 5
        Folds of ``fit_transform``.
    shuffle : bool, default True
        Deal rows to folds at random.
    random_state : int, RandomState or None
        Draws the folds; the fit itself draws nothing.

    Attributes
    ----------
    classes_ : (K,) class labels as given, in natural order; from counts and sources as text
    coded_classes_ : (k,) those that have a coordinate

    Examples
    --------
    >>> import catviz
    >>> t = catviz.load_dataset("zoo")
    >>> catviz.TargetEncoding().fit(t, t.target).transform(t).shape[1] == t.n_attributes * 7
    True
    """

    def _coordinates(self, coded: Any, rows: Any, of_class: Any, total: Any) -> Any:
        trust = 1 / (1 + np.exp(-(rows - HALF_TRUST) / TRUST_WIDTH))
        return of_class / total * (1 - trust) + coded / np.maximum(rows, TINY) * trust


class WOE(_ClassCoding):
    """Weight of evidence: ln[((pos + 1) / (P + 2)) / ((neg + 1) / (N + 2))], how far a value speaks for a class.

    pos and neg are the rows that carry the value, of the class and of all others; P and N the same for the whole
    table; rows of unknown class are left out. A value without a row of known class, and one never seen, gets 0: it
    speaks for no class. Two classes give one coordinate, the second class in natural order;
    more give one each, against the rest.

    ``fit_transform(X, y)``, which a pipeline calls on training rows, is cross-fitted: each row is coded by the rows of
    the other folds. It differs from ``fit(X, y).transform(X)``, which codes rows by all of them.

    Parameters
    ----------
    cv : int, default 5
        Folds of ``fit_transform``.
    shuffle : bool, default True
        Deal rows to folds at random.
    random_state : int, RandomState or None
        Draws the folds; the fit itself draws nothing.

    Attributes
    ----------
    classes_ : (K,) class labels as given, in natural order; from counts and sources as text
    coded_classes_ : (k,) those that have a coordinate

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> m = catviz.WOE().fit(pd.DataFrame({"a": list("xxyy")}), ["no", "yes", "no", "no"])
    >>> m.value_embedding_["a"].round(4)["axis 1"].to_dict()
    {'x': 0.5108, 'y': -0.5878}
    """

    def _coordinates(self, coded: Any, rows: Any, of_class: Any, total: Any) -> Any:
        favour = (coded + 1) / (of_class + 2)
        against = (rows - coded + 1) / (total - of_class + 2)
        return np.log(favour / against)

    def _prior(self, of_class: np.ndarray, total: float) -> np.ndarray:
        return np.zeros(len(of_class))


class DensityEncoding(_ClassCoding):
    """Density coding (Chen et al. 2013): p(y | value), the shares of all classes among the rows that carry the value.

    Rows of unknown class are left out. A value without a row of known class, and one never seen, gets the shares of
    the whole table.

    ``fit_transform(X, y)``, which a pipeline calls on training rows, is cross-fitted: each row is coded by the rows of
    the other folds. It differs from ``fit(X, y).transform(X)``, which codes rows by all of them.

    Parameters
    ----------
    cv : int, default 5
        Folds of ``fit_transform``.
    shuffle : bool, default True
        Deal rows to folds at random.
    random_state : int, RandomState or None
        Draws the folds; the fit itself draws nothing.

    Attributes
    ----------
    classes_, coded_classes_ : (K,) class labels as given, in natural order; from counts and sources as text

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> m = catviz.DensityEncoding().fit(pd.DataFrame({"a": list("xxyy")}), ["no", "yes", "no", "no"])
    >>> m.value_embedding_["a"].loc["x"].tolist()
    [0.5, 0.5]
    """

    def _coded(self, classes: np.ndarray) -> np.ndarray:
        return classes

    def _coordinates(self, coded: Any, rows: Any, of_class: Any, total: Any) -> Any:
        return coded / np.maximum(rows, TINY)
