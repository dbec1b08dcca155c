"""Similarities of two values from how often each occurs in its column, and from nothing else.

Sources: Boriah, Chandola & Kumar (2008), "Similarity Measures for Categorical Data", and Lin (1998). With n rows, f_a
of them with value a and p_a = f_a / n, each measure is a table s(a, b) a column; rows add up their columns' numbers.
Boriah et al. also divide the sum by the number of columns (Smirnov: of values), which is the same for all rows and left
out here. Distances follow by the one rule d(a, b) = (s_aa + s_bb)/2 - s_ab. "Missing" is a value like any other.
Logarithms are natural.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from catviz.base import CountsMethod
from catviz.distances.table_size import BuildsTables
from catviz.geometry.explanation import Explanation
from catviz.geometry.similarities import ValueSimilarities
from catviz.geometry.value_geometries import ValueDistances
from catviz.table.counts import Counts


class _Frequency(BuildsTables, CountsMethod):
    """Shared by the family: a table of similarities from a column's value counts, and the terms of an explanation."""

    gives = "similarities"
    _factors: tuple[str, ...] = ()
    """Parts of a term whose product is the similarity of two different values."""

    shared_texts: ClassVar[dict[str, str]] = {
        "parameters_and_attributes": (
            "Parameters\n----------\n%(max_table_values)s\n\n"
            "Attributes\n----------\nvalue_similarities_ : ValueSimilarities"
        )
    }

    def _learn(self, counts: Counts) -> ValueDistances:
        tables = tuple(self._similarity(f.astype(float)) for f in counts.frequencies)
        self.value_similarities_ = ValueSimilarities(counts.codebook, tables, counts.frequencies)
        return self.value_similarities_.distances()

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """The similarity of two values from their counts f_a and f_b among n rows."""
        check_is_fitted(self)
        book, frequencies = self.counts_.codebook, self.counts_.frequencies
        r, i, j = book.position(attribute), book.code(attribute, a), book.code(attribute, b)
        similarity, distance = (float(x.tables[r][i, j]) for x in (self.value_similarities_, self.geometry_))
        terms = self._terms(frequencies[r].astype(float), book.labels[r], i, j, similarity)
        factors = tuple(name for name in self._factors if name in terms)
        return Explanation(terms, 1.0, distance, "similarity", factors)

    def _terms(self, f: np.ndarray, labels: tuple[str, ...], i: int, j: int, similarity: float) -> pd.DataFrame:
        counts = {"term": "equal values" if i == j else "different values", "n": f.sum(), "f_a": f[i], "f_b": f[j]}
        return pd.DataFrame([counts | self._parts(f, i, j) | {"contribution": similarity}])

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        """What the similarity of values i and j is made of, besides their counts."""
        return {}

    @abstractmethod
    def _similarity(self, f: np.ndarray) -> np.ndarray:
        """(v, v) similarities of a column's values, from their counts (each above 0)."""


class Lin(_Frequency):
    """Lin's similarity (1998): the information two values have in common over that in both.

    s(a, b) = 2 ln(p_a + p_b) / (ln p_a + ln p_b), and 1 for equal values, so d = 1 - s. Rare values are near one
    another and frequent ones far; the two values of a binary column have nothing in common (s = 0). This is Lin's
    ratio, taken column by column. Boriah et al. add numerators and denominators over all columns of two rows first,
    which is no sum of value tables.

    %(parameters_and_attributes)s

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Lin().fit(catviz.load_dataset("toy_movie"))
    >>> round(float(m.value_distances_["actor"].loc["De Niro", "Stewart"]), 4)
    0.6309
    """

    _factors = ("2 ln 1/(p_a + p_b)", "1 / (ln 1/p_a + ln 1/p_b)")

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        n = f.sum()
        own = np.log(n / f)
        common = 2 * np.log(n / np.minimum(f[:, None] + f[None, :], n))
        both = own[:, None] + own[None, :]
        table = np.divide(common, both, out=np.zeros_like(both), where=both > 0)
        np.fill_diagonal(table, 1.0)
        return table

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        n = f.sum()
        own = np.log(n / f[[i, j]])
        parts = {"p_a": f[i] / n, "p_b": f[j] / n, "ln 1/p_a": own[0], "ln 1/p_b": own[1]}
        if i == j:
            return parts
        common, both = self._factors
        return parts | {common: 2 * np.log(n / min(f[i] + f[j], n)), both: 1 / own.sum()}


class OccurrenceFrequency(_Frequency):
    """Occurrence frequency (OF): two different values are the more similar the more frequent both are.

    s(a, b) = 1 / (1 + ln(n / f_a) ln(n / f_b)), and 1 for equal values, so d = 1 - s.

    %(parameters_and_attributes)s

    Examples
    --------
    >>> import catviz
    >>> m = catviz.OccurrenceFrequency().fit(catviz.load_dataset("toy_movie"))
    >>> round(float(m.value_similarities_["actor"].loc["De Niro", "Stewart"]), 4)
    0.4531
    """

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        rarity = np.log(f.sum() / f)
        table = 1 / (1 + np.outer(rarity, rarity))
        np.fill_diagonal(table, 1.0)
        return table

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        return {"ln n/f_a": np.log(f.sum() / f[i]), "ln n/f_b": np.log(f.sum() / f[j])}


class Eskin(_Frequency):
    """Eskin's similarity (2002): two different values are the more similar the more values their column has.

    s(a, b) = v^2 / (v^2 + 2) for a column of v values, and 1 for equal values, so d = 2 / (v^2 + 2).

    %(parameters_and_attributes)s

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Eskin().fit(catviz.load_dataset("toy_movie"))
    >>> round(float(m.value_similarities_["actor"].loc["De Niro", "Stewart"]), 4)
    0.8182
    """

    _factors = ("v^2", "1 / (v^2 + 2)")

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        v = len(f)
        table = np.full((v, v), v**2 / (v**2 + 2))
        np.fill_diagonal(table, 1.0)
        return table

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        v = len(f)
        square, over = self._factors
        return {"v": v} if i == j else {"v": v, square: v**2, over: 1 / (v**2 + 2)}


class Goodall(_Frequency):
    """Goodall's similarity (1966), variant 3 of Boriah et al.: a match counts the more, the rarer its value.

    s(a, a) = 1 - f_a (f_a - 1) / (n (n - 1)), one less the estimated chance that two rows both carry a, and 0 for
    different values, so d(a, b) = (s_aa + s_bb) / 2. A constant column has s = 0, and so has one of a single row.
    With fractional weights the chance is 0 for a value that weighs less than one row.

    %(parameters_and_attributes)s

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Goodall().fit(catviz.load_dataset("toy_movie"))
    >>> m.value_similarities_["actor"].loc["De Niro"].round(4).tolist()
    [0.9333, 0.0, 0.0]
    """

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        return np.diag(1 - _chance(f))

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        chance = _chance(f)
        return {"chance of two a": chance[i], "chance of two b": chance[j]}


class Smirnov(_Frequency):
    """Smirnov's similarity (1968): a match counts the more, the rarer its value and the more one other value prevails.

    s(a, a) = 2 + (n - f_a) / f_a + sum over q other than a of f_q / (n - f_q), and
    s(a, b) = sum over q other than a and b of f_q / (n - f_q). So every pair of different values is at least 4 apart:
    d(a, b) = 2 + (o_a + 1 / o_a + o_b + 1 / o_b) / 2 with the odds o = f / (n - f).

    %(parameters_and_attributes)s

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Smirnov().fit(catviz.load_dataset("toy_movie"))
    >>> m.value_similarities_["actor"].loc["De Niro"].tolist()
    [5.0, 0.5, 0.5]
    """

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        rest = _others(f)
        odds = np.divide(f, rest, out=np.zeros_like(f), where=rest > 0)
        table = np.maximum(odds.sum() - odds[:, None] - odds[None, :], 0)
        np.fill_diagonal(table, 2 + rest / f + odds.sum() - odds)
        return table

    def _terms(self, f: np.ndarray, labels: tuple[str, ...], i: int, j: int, similarity: float) -> pd.DataFrame:
        rest = _others(f)
        rows = [("a match", 2.0, 1.0), (f"rarity of {labels[i]}", rest[i], f[i])] if i == j else []
        rows += [(f"other value {labels[q]}", f[q], rest[q]) for q in range(len(f)) if q not in (i, j)]
        terms = pd.DataFrame(rows or [("no other value", 0.0, f.sum())], columns=["term", "rows", "over"])
        return terms.assign(contribution=terms["rows"] / terms["over"])


def _chance(f: np.ndarray) -> np.ndarray:
    """(v,) estimated chance that two different rows both carry a value."""
    n = f.sum()
    return np.clip(f * (f - 1) / (n * (n - 1)), 0, 1) if n > 1 else f / n


def _others(f: np.ndarray) -> np.ndarray:
    """(v,) rows that carry another value; a sum without differences, so that it is 0 in constant columns only."""
    return (1 - np.eye(len(f))) @ f
