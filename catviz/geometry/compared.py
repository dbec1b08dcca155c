"""Distances between rows from the columns in which both have a value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from catviz.geometry.unseen import PaddedTable, labelled_codes, sum_of_tables
from catviz.geometry.value_geometries import ValueDistances
from catviz.table.categorical import CategoricalTable


@dataclass(frozen=True, eq=False, repr=False)
class ComparedDistances(ValueDistances):
    """Distances of power 1 whose sum for two rows is over the columns in which both have a value (Gower 1971).

    The sum is divided by the share of these columns: D(x, y) = sum of T_r[x_r, y_r] / sum of shares, each over the
    columns r in which neither cell is missing. Two rows without such a column have no distance. ``distances=`` of
    k-modes sees one value at a time: a missing cell takes the expected T there, as in `ValueDistances`.

    Attributes
    ----------
    column_shares : (d + m,) share of each column, those of numbers last; they add up to 1
    """

    column_shares: np.ndarray = field(default_factory=lambda: np.empty(0))

    def between(self, a: CategoricalTable, b: CategoricalTable | None = None) -> np.ndarray:
        """(n_a, n_b) distances between rows; the diagonal of a table with itself is 0.

        Raises
        ------
        ValueError
            Two rows without a column in which both have a value.
        """
        a, b = self._rows(a), None if b is None else self._rows(b)
        total = sum_of_tables(self._without_missing, self.codebook, a, b)
        known = self._known(a, b)
        if self.numbers is not None:
            places = [self.numbers.places(table) for table in (a, b) if table is not None]
            first = len(self.codebook.attributes)
            for k, (x, y) in enumerate(zip(places[0].T, places[-1].T, strict=True)):
                both = np.outer(known[0][:, first + k], known[-1][:, first + k])
                total += np.abs(np.subtract.outer(x, y)) * both
        compared = (known[0] * self.column_shares) @ known[-1].T.astype(float)
        if b is None:
            np.fill_diagonal(compared, 1)
        if not compared.all():
            self._refuse(compared)
        total /= compared
        if b is None:
            np.fill_diagonal(total, 0)
        return total

    def _known(self, *tables: CategoricalTable | None) -> list[np.ndarray]:
        """(n, d + m) of each table: True where a cell is not missing."""
        given = [table for table in tables if table is not None]
        known = [codes != self.codebook.n_values for codes in labelled_codes(self.codebook, *given)]
        if self.numbers is None:
            return known
        return [np.hstack([k, self.numbers.known(table)]) for k, table in zip(known, given, strict=True)]

    @property
    def _without_missing(self) -> tuple[PaddedTable, ...]:
        """The padded tables, in which a missing cell adds nothing."""
        return tuple(replace(column, entries=_cleared(column.entries)) for column in self._padded)

    def _refuse(self, compared: np.ndarray) -> None:
        i, j = (int(k[0]) for k in np.nonzero(compared == 0))
        raise ValueError(
            f"rows {i} and {j} have no column in which both have a value, so they have no distance "
            f"({np.count_nonzero(compared == 0):,} such entries in the matrix): leave out rows with few values, or "
            "choose na='category'"
        )


def _cleared(entries: np.ndarray) -> np.ndarray:
    cleared = entries.copy()
    cleared[-2, :] = cleared[:, -2] = 0
    return cleared
