"""Values that a fit has not seen: one rule for the distances of every method.

An unseen value differs from every value seen. So its T^power from a value v is the average over the values that differ
from v, weighted by how often they occur. Two different unseen values have the average over all pairs of different
values. Two equal ones are at 0. Under Hamming all three are exact: 1, 1 and 0.

A missing cell that a method excludes (``na="exclude"``) is no such value: it may hold any value of its column, so its
T^power from v is the average over all values, v included, and two of them have the average over all pairs of values.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.fusion import pair_sums
from catviz.table.sizes import refuse_pairs

_ROWS = 256


@dataclass(frozen=True, eq=False)
class PaddedTable:
    """A column's table of entries, with a slot for excluded missing cells, if any, and one for unseen values.

    Attributes
    ----------
    entries : (v + 1, v + 1), or (v + 2, v + 2) where missing cells are excluded
        The slot of unseen values is the last; its corner is the entry of two equal unseen values.
    different : float
        What two different unseen values have beyond that corner.
    """

    entries: np.ndarray
    different: float

    @classmethod
    def of(
        cls, table: np.ndarray, frequencies: np.ndarray, excluded: bool = False, unlearned: float = 0.0
    ) -> PaddedTable:
        """The slots of a (v, v) table from the values' frequencies.

        ``unlearned`` is the entry of two different values where the column has a single one, so nothing tells it.
        """
        v, diagonal, n = len(table), table.diagonal(), frequencies.sum()
        shares = frequencies / n if n else np.full(v, 1 / max(v, 1))
        others = 1.0 - np.eye(v)
        weights = others @ frequencies
        if v < 2:
            slot, different = np.full(v, unlearned), unlearned
        else:
            apart = table * others
            sums, others_occur = apart @ frequencies, weights > 0
            slot = np.where(others_occur, sums / np.where(others_occur, weights, 1), apart.sum(1) / (v - 1))
            total = frequencies @ weights
            different = frequencies @ sums / total if total else apart.sum() / (v * (v - 1))
        equal = float(shares @ diagonal)
        entries = np.empty((v + 1 + excluded, v + 1 + excluded))
        entries[:v, :v] = table
        if excluded:
            missing, both = table @ shares, float(shares @ slot)
            entries[v, :v] = entries[:v, v] = missing
            entries[v, v:] = entries[v:, v] = shares @ missing, both
        entries[-1, :v] = entries[:v, -1] = slot
        entries[-1, -1] = equal
        return cls(entries, float(different - equal))

    def places(self, codes: np.ndarray) -> np.ndarray:
        """Places in ``entries`` of codes as of `labelled_codes`."""
        return np.minimum(codes, len(self.entries) - 1)

    def unseen(self, codes: np.ndarray) -> np.ndarray:
        """Which of the codes are in the slot of unseen values."""
        return np.flatnonzero(codes >= len(self.entries) - 1)

    def across(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """(len(left), len(right)) entries of two lists of codes."""
        entries = self.entries[self.places(left)[:, None], self.places(right)]
        i, j = self.unseen(left)[:, None], self.unseen(right)
        entries[i, j] += self.different * (left[i] != right[j])
        return entries


def labelled_codes(codebook: Codebook, *tables: CategoricalTable) -> list[np.ndarray]:
    """(n, d) codes of each table against a codebook, where values that it lacks keep apart.

    In a column of v values, a cell without a value gets v, and every value that the codebook lacks gets a code of its
    own from v + 1 on, the same in all tables.
    """
    recoded = [table.recode(codebook).codes for table in tables]
    unlabelled = [(codes >= codebook.n_values).any(axis=0) for codes in recoded]
    if not np.any(unlabelled):
        return recoded
    out = [codes.astype(np.intp) for codes in recoded]
    for r in np.flatnonzero(np.any(unlabelled, axis=0)):
        v, categories = int(codebook.n_values[r]), set(codebook.categories[r])
        places: dict[str, int] = {}
        for table, codes in zip(tables, out, strict=True):
            if table.codebook is codebook:
                continue
            s = table.codebook.position(codebook.attributes[r])
            labels = table.codebook.categories[s]
            if categories.issuperset(labels):
                continue
            added = [v if label in categories else places.setdefault(label, v + 1 + len(places)) for label in labels]
            cells = codes[:, r] == v
            codes[cells, r] = np.array([*added, v, v])[table.codes[cells, s]]
    return out


def kept_apart(table: CategoricalTable, codebook: Codebook) -> CategoricalTable:
    """The table against a codebook, or its columns as they are where the codebook lacks some of their values.

    Recoding would make all values that the codebook lacks one.
    """
    recoded = table.recode(codebook)
    return recoded if (recoded.codes < codebook.n_values).all() else table.select(codebook.attributes)


def sum_of_tables(
    padded: tuple[PaddedTable, ...], codebook: Codebook, a: CategoricalTable, b: CategoricalTable | None
) -> np.ndarray:
    """(n_a, n_b) sums over columns of the entries of two rows' values."""
    refuse_pairs(len(a), len(a if b is None else b))
    codes = labelled_codes(codebook, a) if b is None else labelled_codes(codebook, a, b)
    left, right = codes[0], codes[-1]
    places = [np.minimum(c, [len(p.entries) - 1 for p in padded]) for c in (left, right)]
    # without the slots, where no row stands in them, Hamming's tables are whole numbers
    used = np.maximum(*(p.max(axis=0, initial=0) for p in places)) + 1
    entries = [p.entries[:v, :v] for p, v in zip(padded, used.tolist(), strict=True)]
    total = pair_sums(entries, *places)
    for r, column in enumerate(padded):
        i, j = column.unseen(left[:, r]), column.unseen(right[:, r])
        for first in range(0, len(i) if len(j) else 0, _ROWS):
            some = i[first : first + _ROWS]
            total[np.ix_(some, j)] += column.different * (left[some, r][:, None] != right[j, r])
    return total


def across(padded: tuple[PaddedTable, ...], codebook: Codebook, a: Codebook, b: Codebook) -> list[np.ndarray]:
    """A column: the (v_a + 1, v_b + 1) entries of all codes of two other codebooks, "no value" last."""
    books = [a] if a is b else [a, b]
    every = [_every_code(book.select([book.position(name) for name in codebook.attributes])) for book in books]
    codes = labelled_codes(codebook, *every)
    columns = [
        [column[:n] for column, n in zip(c.T, (table.codebook.n_values + 1).tolist(), strict=True)]
        for c, table in zip(codes, every, strict=True)
    ]
    return [p.across(left, right) for p, left, right in zip(padded, columns[0], columns[-1], strict=True)]


def _every_code(book: Codebook) -> CategoricalTable:
    """A table in which every code of every column stands in its own row, from 0 on; short columns repeat the last."""
    return CategoricalTable(np.minimum(np.arange(book.n_values.max() + 1)[:, None], book.n_values), book)
