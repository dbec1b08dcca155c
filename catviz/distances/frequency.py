"""Similarities of two values from how often each occurs in its column, and from nothing else.

Sources: Boriah, Chandola & Kumar (2008), "Similarity Measures for Categorical Data", Lin (1998), and Sulc & Rezankova
(2019), whose R package nomclust has these measures. With n rows, f_a of them with value a and p_a = f_a / n, each
measure is a table s(a, b) a column; rows add up their columns' numbers. Boriah et al. also divide the sum by the number
of columns (Smirnov: of values), which is the same for all rows and left out here. Distances follow by the one rule
d(a, b) = (s_aa + s_bb)/2 - s_ab. "Missing" is a value like any other. Logarithms are natural.
"""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from catviz.base import CountsMethod
from catviz.geometry.explanation import Explanation
from catviz.geometry.similarities import ValueSimilarities
from catviz.geometry.value_geometries import ValueDistances
from catviz.parameters import Choice
from catviz.remarks import remark
from catviz.table.codebook import listed
from catviz.table.counts import Counts
from catviz.table.sizes import MAX_TABLE_VALUES, BuildsTables

#: Decimals in which frequencies of equal values agree; fractional weights add up with rounding.
_EQUAL = 9


class _Frequency(BuildsTables, CountsMethod):
    """Shared by the family: a table of similarities from a column's value counts, and the terms of an explanation."""

    gives = "similarities"
    #: Parts of a term whose product is the similarity of two different values.
    _factors: tuple[str, ...] = ()

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

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities

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
        information = np.log(n / f)
        common = 2 * np.log(n / np.minimum(f[:, None] + f[None, :], n))
        both = information[:, None] + information[None, :]
        table = np.divide(common, both, out=np.zeros_like(both), where=both > 0)
        np.fill_diagonal(table, 1.0)
        return table

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        n = f.sum()
        information = np.log(n / f[[i, j]])
        parts = {"p_a": f[i] / n, "p_b": f[j] / n, "ln 1/p_a": information[0], "ln 1/p_b": information[1]}
        if i == j:
            return parts
        common, both = self._factors
        return parts | {common: 2 * np.log(n / min(f[i] + f[j], n)), both: 1 / information.sum()}


class OccurrenceFrequency(_Frequency):
    """Occurrence frequency (OF): two different values are the more similar the more frequent both are.

    s(a, b) = 1 / (1 + ln(n / f_a) ln(n / f_b)), and 1 for equal values, so d = 1 - s.

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities

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

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities

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
    """Goodall's similarity (1966): a match counts the more, the rarer its value.

    s(a, b) = 0 for different values, so d(a, b) = (s_aa + s_bb) / 2. With q_a = f_a (f_a - 1) / (n (n - 1)), the
    estimated chance that two rows both carry a, s(a, a) is, in the variants of Boriah et al.:

    1. one less the sum of q over the values that are as frequent as a or less
    2. one less the sum of q over the values that are as frequent as a or more, so that here a frequent match counts
       for more
    3. 1 - q_a, the default
    4. q_a, so that a frequent match counts for more

    By default a constant column has s = 0, and so has one of a single row. With fractional weights the chance is 0 for
    a value that weighs less than one row.
    nomclust makes a distance of the mean of s over the columns of two rows; here each column has distances of its own,
    by the rule of all similarities, so distances of rows differ from those of nomclust.

    Parameters
    ----------
    variant : {3, 1, 2, 4}
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Goodall().fit(catviz.load_dataset("toy_movie"))
    >>> m.value_similarities_["actor"].loc["De Niro"].round(4).tolist()
    [0.9333, 0.0, 0.0]
    """

    parameters = {
        "variant": Choice(
            {
                3: "only the value itself (variant 3)",
                1: "it and all values as rare or rarer (variant 1)",
                2: "it and all values as frequent or more frequent (variant 2)",
                4: "only the value itself, and frequent values count more (variant 4)",
            },
            label="Chance of a match",
            help="How much a match counts depends on the chance of it. This says which values are part of that chance: "
            "only the value of the match, or also all values that are as rare or rarer, or all that are as frequent or "
            "more frequent.",
        )
    } | BuildsTables.parameters

    def __init__(self, variant: int = 3, *, max_table_values: int = MAX_TABLE_VALUES) -> None:
        super().__init__(max_table_values=max_table_values)
        self.variant = variant

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        return np.diag(self._self_similarities(f))

    def _self_similarities(self, f: np.ndarray) -> np.ndarray:
        """(v,) similarity of each value with itself."""
        chance, rank = _chance(f), np.round(f, _EQUAL)
        if self.variant == 4:
            return chance
        if self.variant == 3:
            return 1 - chance
        counted = rank[None, :] <= rank[:, None] if self.variant == 1 else rank[None, :] >= rank[:, None]
        self_similarities: np.ndarray = np.clip(1 - counted @ chance, 0, 1)
        return self_similarities

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        chance = _chance(f)
        return {"chance of two a": chance[i], "chance of two b": chance[j]}


class Smirnov(_Frequency):
    """Smirnov's similarity (1968): a match counts the more, the rarer its value and the more one other value prevails.

    s(a, a) = 2 + (n - f_a) / f_a + sum over q other than a of f_q / (n - f_q), and
    s(a, b) = sum over q other than a and b of f_q / (n - f_q). So every pair of different values is at least 4 apart:
    d(a, b) = 2 + (o_a + 1 / o_a + o_b + 1 / o_b) / 2 with the odds o = f / (n - f).

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities

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


class InverseOccurrenceFrequency(_Frequency):
    """Inverse occurrence frequency (IOF): two different values are the more similar the rarer both are.

    s(a, b) = 1 / (1 + ln f_a ln f_b), and 1 for equal values, so d = 1 - s. A value that occurs once has similarity 1
    with all values of its column: it is at distance 0 from each, and a remark says so. With fractional weights, a value
    that weighs less than one row counts as one row.
    nomclust makes a distance of the mean of s over the columns of two rows; here each column has distances of its own,
    by the rule of all similarities, so distances of rows differ from those of nomclust.

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities

    Examples
    --------
    >>> import catviz
    >>> m = catviz.InverseOccurrenceFrequency().fit(catviz.load_dataset("voting"))
    >>> round(float(m.value_similarities_["crime"].loc["no", "yes"]), 4)
    0.0341
    """

    def _learn(self, counts: Counts) -> ValueDistances:
        pairs = zip(counts.codebook.attributes, counts.frequencies, strict=True)
        columns = [attribute for attribute, f in pairs if len(f) > 1 and f.min() <= 1]
        if columns:
            remark(
                f"IOF: values that occur once are at distance 0 from all others of their column ({listed(columns)}); "
                "merge rare values, or choose OF"
            )
        return super()._learn(counts)

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        logs = np.log(np.maximum(f, 1))
        table = 1 / (1 + np.outer(logs, logs))
        np.fill_diagonal(table, 1.0)
        return table

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        first, second = np.log(np.maximum(f[[i, j]], 1))
        return {"ln f_a": first, "ln f_b": second}


class Gambaryan(_Frequency):
    """Gambaryan's similarity (1964): a match counts the most if its value is that of half of the rows.

    s(a, a) = -p_a log2 p_a - (1 - p_a) log2 (1 - p_a), the entropy in bits of having a or not, and 0 for different
    values, so d(a, b) = (s_aa + s_bb) / 2.
    nomclust makes a distance of the mean of s over the columns of two rows; here each column has distances of its own,
    by the rule of all similarities, so distances of rows differ from those of nomclust.

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Gambaryan().fit(catviz.load_dataset("toy_movie"))
    >>> m.value_similarities_["actor"].loc["De Niro"].round(4).tolist()
    [0.9183, 0.0, 0.0]
    """

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        return np.diag(sum(self._bits(f).values(), np.zeros(len(f))))

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        return {f"bits of {what}": bits[i] for what, bits in self._bits(f).items()} if i == j else {}

    def _bits(self, f: np.ndarray) -> dict[str, np.ndarray]:
        n, rest = f.sum(), _others(f)
        return {"a": f / n * np.log2(n / f), "not a": rest / n * np.log2(n / np.where(rest > 0, rest, n))}


class Burnaby(_Frequency):
    """Burnaby's similarity (1970): two different values are the more similar the more frequent both are.

    s(a, b) = C / (ln[p_a p_b / ((1 - p_a)(1 - p_b))] + C) with C = 2 sum over the values q of ln(1 - p_q), and 1 for
    equal values, so d = 1 - s. The two values of a binary column have s = 1: such a column sets no rows apart.
    nomclust makes a distance of the mean of s over the columns of two rows; here each column has distances of its own,
    by the rule of all similarities, so distances of rows differ from those of nomclust.

    Parameters
    ----------
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Burnaby().fit(catviz.load_dataset("toy_movie"))
    >>> round(float(m.value_similarities_["actor"].loc["De Niro", "Stewart"]), 4)
    0.637
    """

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        if len(f) < 2:
            return np.ones((len(f), len(f)))
        odds, C = self._logs(f)
        table = np.minimum(C / (np.minimum(odds[:, None] + odds[None, :], 0) + C), 1)
        np.fill_diagonal(table, 1.0)
        return table

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        if i == j:
            return {}
        odds, C = self._logs(f)
        return {"ln odds of a": odds[i], "ln odds of b": odds[j], "C": C}

    def _logs(self, f: np.ndarray) -> tuple[np.ndarray, float]:
        """``(odds, C)``: ln(p / (1 - p)) of each value of several, and C."""
        rest = _others(f)
        return np.log(f) - np.log(rest), float(2 * np.log(rest / f.sum()).sum())


class Lin1(_Frequency):
    """Lin1, of Boriah et al. (2008): values are similar if few rows have values of a frequency between theirs.

    Over the values q with p_q from p_a to p_b, s(a, b) = 2 ln(sum of p_q) / (ln p_a + ln p_b), and s(a, a) is the sum
    of ln p_q over 2 ln p_a: 1/2 where no other value is as frequent as a. nomclust takes the logarithm of the sum there
    too. Boriah et al. divide by the sum of ln p_a + ln p_b over all columns, which is no sum of value tables. Two rare
    values with few rows between them can be more similar than either is to itself; their distance, (s_aa + s_bb)/2 -
    s_ab, is then set to 0.
    nomclust makes a distance of the mean of s over the columns of two rows; here each column has distances of its own,
    by the rule of all similarities, so distances of rows differ from those of nomclust.

    Parameters
    ----------
    equal : {"logarithms", "sum"}
        What s(a, a) takes of values that are as frequent as a: the sum of their logarithms, as Boriah et al., or the
        logarithm of their sum, as nomclust.
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Lin1().fit(catviz.load_dataset("toy_movie"))
    >>> m.value_similarities_["actor"].loc["De Niro"].round(4).tolist()
    [1.5, 0.0, 0.0]
    """

    parameters = {
        "equal": Choice(
            {"logarithms": "sum of logarithms (Boriah et al.)", "sum": "logarithm of the sum (nomclust)"},
            label="Equally frequent values",
            help="How other values that are as frequent as a value enter the similarity of this value with itself. It "
            "matters only if several values of a column are equally frequent.",
        )
    } | BuildsTables.parameters
    _factors = ("2 ln sum of p", "1 / (ln p_a + ln p_b)")

    def __init__(self, equal: str = "logarithms", *, max_table_values: int = MAX_TABLE_VALUES) -> None:
        super().__init__(max_table_values=max_table_values)
        self.equal = equal

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        n, logs = f.sum(), np.log(f / f.sum())
        table = 2 * np.log(np.minimum(_between(f) / n, 1))
        rank = np.round(f, _EQUAL)
        tied = rank[:, None] == rank[None, :]
        np.fill_diagonal(table, tied @ logs if self.equal == "logarithms" else np.log(np.minimum(tied @ f / n, 1)))
        both = logs[:, None] + logs[None, :]
        return np.divide(table, both, out=np.full_like(both, 0.5), where=both < 0) + 0.0

    def _parts(self, f: np.ndarray, i: int, j: int) -> dict[str, float]:
        n, (first, second) = f.sum(), np.log(f[[i, j]] / f.sum())
        if i == j:
            return {"ln p_a": first}
        common, both = self._factors
        return {common: 2 * np.log(min(_between(f)[i, j] / n, 1)), both: 1 / (first + second)}


class Variability(_Frequency):
    """Variable entropy and mutability (VE, VM): a match counts the more, the more evenly its column's values occur.

    s(a, a) = w for every value of a column, and 0 for different values, so any two of its values are w apart: Hamming
    distances with a weight for each column. The weight is between 0, for a constant column, and 1, if all v values are
    equally frequent: the entropy over ln v, or v / (v - 1) (1 - sum of p^2).
    nomclust makes a distance of the mean of s over the columns of two rows; here each column has distances of its own,
    by the rule of all similarities, so distances of rows differ from those of nomclust.

    Parameters
    ----------
    measure : {"entropy", "mutability"}
    max_table_values : int, default 5000
        A column with more values is refused: its table would grow with their square.

    Attributes
    ----------
    value_similarities_ : ValueSimilarities

    Examples
    --------
    >>> import catviz
    >>> m = catviz.Variability().fit(catviz.load_dataset("toy_movie"))
    >>> m.value_similarities_["actor"].loc["De Niro"].round(4).tolist()
    [1.0, 0.0, 0.0]
    """

    parameters = {
        "measure": Choice(
            {"entropy": "entropy (VE)", "mutability": "mutability (VM)"},
            label="Variability",
            help="What measures how evenly the values of a column occur: the entropy, or the share of pairs of rows "
            "that differ. Each is divided by its largest possible value.",
        )
    } | BuildsTables.parameters

    def __init__(self, measure: str = "entropy", *, max_table_values: int = MAX_TABLE_VALUES) -> None:
        super().__init__(max_table_values=max_table_values)
        self.measure = measure

    def _similarity(self, f: np.ndarray) -> np.ndarray:
        p, v = f / f.sum(), len(f)
        if v < 2:
            return np.zeros((v, v))
        w = -(p @ np.log(p)) / np.log(v) if self.measure == "entropy" else v / (v - 1) * (1 - p @ p)
        return min(float(w), 1.0) * np.eye(v)


def _chance(f: np.ndarray) -> np.ndarray:
    """(v,) estimated chance that two different rows both carry a value."""
    n = f.sum()
    return np.clip(f * (f - 1) / (n * (n - 1)), 0, 1) if n > 1 else f / n


def _others(f: np.ndarray) -> np.ndarray:
    """(v,) rows that carry another value; a sum without differences, so that it is 0 in constant columns only."""
    return (1 - np.eye(len(f))) @ f


def _between(f: np.ndarray) -> np.ndarray:
    """(v, v) rows whose value is at least as frequent as the rarer of two, and at most as the other."""
    rank = np.round(f, _EQUAL)
    order = np.sort(rank)
    below = np.concatenate([[0.0], np.cumsum(f[np.argsort(rank, kind="stable")])])
    least, most = below[np.searchsorted(order, rank, "left")], below[np.searchsorted(order, rank, "right")]
    rows: np.ndarray = np.maximum.outer(most, most) - np.minimum.outer(least, least)
    return rows
