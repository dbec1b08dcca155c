"""What the coupled similarities are made of: sets of rows and values, and the shares of one among the other.

Source: Wang et al. 2011, as Li repeats it (COS): set information functions (Eqs. 2.1-2.3), inter-information function
(2.4), information conditional probability ICP (2.5), the four inter-coupled relative similarities IRSP, IRSU, IRSJ and
IRSI (3.3-3.6), and how many ICPs each looks up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import pandas as pd

from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts

#: Conditional probabilities that IRSP, over all subsets of values, may look up.
MOST_ICP_CALLS = 100_000_000
_BLOCK = 2**19


@dataclass(frozen=True, eq=False)
class SetInformation:
    """The set information functions of one column; made by `set_information`."""

    table: CategoricalTable
    attribute: str
    names: tuple[str, ...] | None

    def f_star(self, rows: Iterable[Any]) -> set[str]:
        """f*: the values that some rows carry (Eq. 2.1)."""
        codes = self._codes[self._numbers(rows)]
        return {self._labels[code] for code in codes if code < len(self._labels)}

    def g(self, value: str | None) -> set[Any]:
        """g: the rows that carry a value (Eq. 2.2); None asks for the missing level."""
        return self.g_star([value])

    def g_star(self, values: Iterable[str | None]) -> set[Any]:
        """g*: the rows that carry one of a set of values (Eq. 2.3)."""
        rows = np.flatnonzero(_carries(self.table, self.attribute, values))
        return {int(i) if self.names is None else self.names[i] for i in rows}

    @property
    def _labels(self) -> tuple[str, ...]:
        return self.table.codebook.labels[self.table.codebook.position(self.attribute)]

    @property
    def _codes(self) -> np.ndarray:
        return self.table.codes[:, self.table.codebook.position(self.attribute)]

    def _numbers(self, rows: Iterable[Any]) -> list[int]:
        row_names = range(len(self.table)) if self.names is None else self.names
        wanted = {rows} if isinstance(rows, str) else set(rows)
        unknown = wanted.difference(row_names)
        if unknown:
            choices = f"0 to {len(self.table) - 1}" if self.names is None else "those in names"
            raise ValueError(f"no row {min(unknown, key=str)!r}: the rows are {choices}")
        return [i for i, name in enumerate(row_names) if name in wanted]


def set_information(table: CategoricalTable, attribute: str, names: Sequence[str] | None = None) -> SetInformation:
    """The set information functions f*, g and g* of a column: which rows carry which values.

    Parameters
    ----------
    table : CategoricalTable
        A missing cell carries no value; in ``table.missing_as_category()`` it carries "missing".
    attribute : str
    names : (n,) sequence of str, optional
        What the rows are called; their numbers, from 0, otherwise. A name may stand for several rows.

    Raises
    ------
    ValueError
        An unknown column, value or row, or not one name a row.

    Examples
    --------
    >>> import catviz
    >>> a2 = set_information(catviz.load_dataset("toy_cos"), "a2", names=("u1", "u2", "u3", "u4", "u5", "u6"))
    >>> sorted(a2.f_star({"u1", "u2", "u3"})), sorted(a2.g("B1")), sorted(a2.g_star({"B1", "B2"}))
    (['B1', 'B2'], ['u1', 'u2'], ['u1', 'u2', 'u3', 'u6'])
    """
    table.codebook.position(attribute)
    if names is not None and len(names) != len(table):
        raise ValueError(f"names has {len(names)} entries: give one for each of the {len(table)} rows")
    return SetInformation(table, attribute, None if names is None else tuple(names))


def inter_information(table: CategoricalTable, given: str, value: str | None, attribute: str) -> set[str]:
    """phi (Eq. 2.4): the values of ``attribute`` in the rows whose ``given`` column is ``value``.

    Examples
    --------
    >>> import catviz
    >>> sorted(inter_information(catviz.load_dataset("toy_cos"), "a2", "B1", "a1"))
    ['A1', 'A2']
    """
    return set_information(table, attribute).f_star(set_information(table, given).g(value))


def icp(table: CategoricalTable, attribute: str, values: Collection[str] | str, given: str, value: str | None) -> float:
    """Information conditional probability P(values | value), Eq. 2.5, between 0 and 1.

    The share, by row weight, of the rows whose ``attribute`` is one of ``values`` among those whose ``given`` column
    is ``value`` and whose ``attribute`` is known; where there is no such row, among all that know ``attribute``.
    As printed, rows that do not know it stay in the denominator, and the shares of all values then miss 1.

    Examples
    --------
    >>> import catviz
    >>> icp(catviz.load_dataset("toy_cos"), "a1", {"A1"}, "a2", "B1")
    0.5
    """
    weights = table.row_weights
    carries = _carries(table, attribute, values)
    known = _carries(table, attribute, table.codebook.labels[table.codebook.position(attribute)])
    among = known & _carries(table, given, [value])
    if not weights[among].sum():
        among = known
    total = weights[among].sum()
    return float(weights[among & carries].sum() / total) if total else 0.0


def relative_similarity(shares: np.ndarray, form: str = "I") -> np.ndarray:
    """(k, k) inter-coupled relative similarity of values by another column, each form computed as it is defined.

    All forms equal 1 - TV, TV = 1/2 sum_w |P(w|x) - P(w|y)|, and 1 for equal values.

    Parameters
    ----------
    shares : (k, m) ICPs
        ``shares[x, w] = P(w|x)``, as of `profiles` or some rows of it; rows sum to 1.
    form : {"I", "P", "U", "J"}
        "P", IRSP (Eq. 3.3): the least 2 - P(W|x) - P(not W|y) over all 2^m subsets W of values.
        "U", IRSU (3.4): 2 less the sum over all values of the greater share. "J", IRSJ (3.5): over the values that
        occur with x or y. "I", IRSI (3.6): the sum of the lesser share over the values that occur with both.

    Raises
    ------
    ValueError
        IRSP would look up more than ``MOST_ICP_CALLS`` ICPs.

    Examples
    --------
    >>> import catviz
    >>> from catviz.distances.conditional import profiles
    >>> counts = catviz.count(catviz.load_dataset("toy_cos"))
    >>> [float(relative_similarity(profiles(counts, 1, 0), form)[0, 1]) for form in "PUJI"]
    [0.5, 0.5, 0.5, 0.5]
    """
    k, m = shares.shape
    if k < 2 or m == 0:
        return np.ones((k, k))
    if form == "P":
        _refuse_calls(_power_set_calls(k, m), "a column", m)
        return _over_power_set(shares)
    over = {"U": _over_universe, "J": _over_join, "I": _over_intersection}[form]
    return np.array([over(row, shares) for row in shares])


def refuse_power_sets(codebook: Codebook) -> None:
    """ValueError where IRSP over all pairs of values and columns would look up more than ``MOST_ICP_CALLS`` ICPs."""
    levels = [int(v) for v in codebook.n_values]
    calls = sum(_power_set_calls(m, k) for r, m in enumerate(levels) for s, k in enumerate(levels) if r != s)
    _refuse_calls(calls, f"column {codebook.attributes[int(np.argmax(levels))]!r}", max(levels))


def icp_calls(counts: Counts) -> pd.Series:
    """How many ICPs each form looks up for all pairs of different values of every column by every other column.

    With m_r values in column r, and deg_w of them occurring with the value w of column l:
    P = 2 sum_r C(m_r, 2) sum_{l != r} 2^{m_l}; U the same with m_l for 2^{m_l};
    I = 2 sum_{r, l, w} C(deg_w, 2); J = 2 sum_{r, l} (m_r - 1) (pairs of values of r and l that occur) - I.
    Whole numbers of any size, as objects. The paper leaves missing values out: ``counts.without_missing()``.

    On soybean-large the paper prints P 3328 and I 632 for 5 columns, which hold for the first five, and P 74128,
    which holds, and I 15704, which does not (15114), for all 35. Its P of 5.12e83 on Adult for R = 500 holds
    where R counts intervals: 268 of 500 hold a row. 500 values that occur have 2^500 = 3.3e150 subsets.

    Examples
    --------
    >>> import catviz
    >>> icp_calls(catviz.count(catviz.load_dataset("toy_cos"))).to_dict()
    {'P': 480, 'U': 156, 'J': 126, 'I': 24}
    """
    levels = [int(v) for v in counts.codebook.n_values]
    power = universe = join = intersection = 0
    for r, m_r in enumerate(levels):
        for s, m_s in enumerate(levels):
            if r == s:
                continue
            together = counts.joint(r, s) > 0
            power += _power_set_calls(m_r, m_s)
            universe += 2 * comb(m_r, 2) * m_s
            both = 2 * sum(comb(int(degree), 2) for degree in together.sum(axis=0))
            intersection += both
            join += 2 * (m_r - 1) * int(together.sum()) - both
    return pd.Series({"P": power, "U": universe, "J": join, "I": intersection}, dtype=object)


def icp_calls_of_pair(counts: Counts, attribute: str, a: str | None, b: str | None, other: str) -> pd.Series:
    """How many ICPs each form looks up for two values of a column by one other column.

    Examples
    --------
    >>> import catviz
    >>> icp_calls_of_pair(catviz.count(catviz.load_dataset("toy_cos")), "a2", "B1", "B2", "a1").to_dict()
    {'P': 32, 'U': 8, 'J': 6, 'I': 2}
    """
    joint = counts.block(attribute, other)
    first, second = (joint[counts.codebook.code(attribute, value)] > 0 for value in (a, b))
    m = len(first)
    sizes = {"P": 2**m, "U": m, "J": int((first | second).sum()), "I": int((first & second).sum())}
    return pd.Series({form: 2 * size for form, size in sizes.items()}, dtype=object)


def _carries(table: CategoricalTable, attribute: str, values: Iterable[str | None]) -> np.ndarray:
    """(n,) True for rows whose column is one of the values."""
    wanted = [values] if isinstance(values, str) else values
    codes = [table.codebook.code(attribute, value) for value in wanted]
    return np.isin(table.codes[:, table.codebook.position(attribute)], codes)


def _over_power_set(shares: np.ndarray) -> np.ndarray:
    k, m = shares.shape
    most = np.zeros((k, k))
    step = max(_BLOCK // (k + m), 1)
    for first in range(0, 2**m, step):
        subsets = np.arange(first, min(first + step, 2**m))
        inside = (subsets[:, None] >> np.arange(m) & 1).astype(float)
        chosen, rest = shares @ inside.T, shares @ (1.0 - inside).T
        for x in range(k - 1):
            most[x, x + 1 :] = np.maximum(most[x, x + 1 :], (chosen[x] + rest[x + 1 :]).max(axis=1))
    # for equal values P(W|x) + P(not W|x) = 1, whatever W
    return 2.0 - (most + most.T + np.eye(k))


def _over_universe(row: np.ndarray, shares: np.ndarray) -> np.ndarray:
    return 2.0 - np.maximum(row, shares).sum(axis=1)


def _over_join(row: np.ndarray, shares: np.ndarray) -> np.ndarray:
    return 2.0 - np.where((row > 0) | (shares > 0), np.maximum(row, shares), 0.0).sum(axis=1)


def _over_intersection(row: np.ndarray, shares: np.ndarray) -> np.ndarray:
    return np.where((row > 0) & (shares > 0), np.minimum(row, shares), 0.0).sum(axis=1)


def _power_set_calls(m_r: int, m_s: int) -> int:
    return 2 * comb(m_r, 2) * 2**m_s


def _refuse_calls(calls: int, column: str, m: int) -> None:
    if calls > MOST_ICP_CALLS:
        raise ValueError(
            f"inter='P': {column} has {m} values, so 2^{m} subsets, and more than {MOST_ICP_CALLS:,} conditional "
            "probabilities would be needed; choose inter='I', which gives the same numbers, or group the column's "
            "values or leave it out"
        )
