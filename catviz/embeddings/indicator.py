"""Indicator embeddings: one axis a value, or one number a value from how often it occurs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, UP_TO_SCALE, CountsMethod
from catviz.geometry.explanation import Explanation
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.parameters import Choice
from catviz.remarks import remark_single_column
from catviz.table.coded_names import coded_names
from catviz.table.counts import Counts


class OneHot(CountsMethod):
    """One-hot (dummy, DVE) coding: every value is an axis of its own, all pairs of values sqrt(2) apart.

    Examples
    --------
    >>> import catviz
    >>> catviz.OneHot().fit_transform(catviz.load_dataset("toy_movie")).shape
    (6, 10)
    """

    gives = "embedding"

    def _learn(self, counts: Counts) -> ValueEmbedding:
        coordinates = tuple(np.eye(v) for v in counts.codebook.n_values)
        return ValueEmbedding(counts.codebook, coordinates, counts.frequencies, unlearned=float(np.sqrt(2)))

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """``attribute_value``, one a column of ``transform``; ``attribute=value`` where two of them were the same."""
        check_is_fitted(self)
        return coded_names(self.geometry_.codebook.values)


class TFIDF(CountsMethod):
    """TF-IDF coding (TVE): a value becomes the number (c / n) log t, from its count c and the number t of columns.

    Each column is a document and each of its values a term, which no other column contains: the share of rows is the
    term frequency, log t (natural) the inverse document frequency. Values that are equally frequent coincide. A table
    of one column has log 1 = 0: all values coincide, with a warning.

    Parameters
    ----------
    sublinear_tf : bool
        Take 1 + ln c in place of the count c, so that frequent values do not dwarf the rest. It is divided by n as
        the count is; a value that occurs once gets the same number either way.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.TFIDF().fit(catviz.load_dataset("toy_movie"))
    >>> m.value_embedding_["director"].round(4)["axis 1"].to_dict()
    {'Coppola': 0.1831, 'Hitchcock': 0.3662, 'Koster': 0.3662, 'Scorsese': 0.1831}
    """

    gives = "embedding"
    parameters = {
        "sublinear_tf": Choice(
            {False: "count", True: "1 + ln of the count"},
            label="Frequency of a value",
            help="How the frequency of a value is measured. With the logarithm, frequent values differ less from rare "
            "values.",
        )
    }
    invariances = {"rename": EXACT, "permute": EXACT, "constant": UP_TO_SCALE}

    def __init__(self, sublinear_tf: bool = False) -> None:
        self.sublinear_tf = sublinear_tf

    def _learn(self, counts: Counts) -> ValueEmbedding:
        attributes = counts.codebook.attributes
        why = "log 1 = 0 puts all its values at one point; add columns, or take OneHot"
        remark_single_column("TFIDF", attributes, why)
        unit = np.log(len(attributes)) / counts.n_rows
        coordinates = tuple(unit * (1 + np.log(c) if self.sublinear_tf else c)[:, None] for c in counts.frequencies)
        return ValueEmbedding(counts.codebook, coordinates, counts.frequencies)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term: the squared difference of the two numbers, with the rows behind each."""
        explanation = super().explain(attribute, a, b)
        book = self.geometry_.codebook
        rows = self.geometry_.frequencies[book.position(attribute)]
        first, second = (rows[book.code(attribute, value)] for value in (a, b))
        terms = explanation.terms.assign(term="tf-idf")
        terms.insert(1, "rows first", first)
        terms.insert(2, "rows second", second)
        return replace(explanation, terms=terms)

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """The columns' own names: each becomes one number."""
        check_is_fitted(self)
        return np.array(self.geometry_.codebook.attributes, dtype=object)
