"""Similarities of values, and the distances that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from catviz.geometry.checks import checked_frequencies, checked_squares
from catviz.geometry.in_frames import OfColumns, codebook_of, frequencies_of, pairs, squares_of
from catviz.geometry.unseen import PaddedTable, sum_of_tables
from catviz.geometry.value_geometries import ValueDistances
from catviz.table.categorical import CategoricalTable, rows_of
from catviz.table.codebook import Codebook


@dataclass(frozen=True, eq=False, repr=False)
class ValueSimilarities(OfColumns):
    """A similarity table a column; rows are as similar as the sum over columns. Distances follow by one rule.

    Attributes
    ----------
    codebook : Codebook
    tables : tuple of (v, v) symmetric float64
    frequencies : tuple of (v,) value counts
    excluded : bool
        As in `ValueDistances`.
    """

    codebook: Codebook
    tables: tuple[np.ndarray, ...]
    frequencies: tuple[np.ndarray, ...]
    excluded: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "tables", checked_squares(self.codebook, self.tables, "table of similarities"))
        checked_frequencies(self.codebook, self.frequencies)

    @classmethod
    def from_frame(
        cls,
        tables: Mapping[str, pd.DataFrame] | pd.DataFrame,
        frequencies: Mapping[str, Mapping[str, float]] | None = None,
    ) -> ValueSimilarities:
        """Similarities from your own tables; parameters and errors as in `ValueDistances.from_frame`.

        The number of a long frame is called ``similarity``.

        Examples
        --------
        >>> import catviz, pandas as pd
        >>> own = pd.DataFrame([[1.0, 0.25], [0.25, 1.0]], index=["x", "y"], columns=["x", "y"])
        >>> catviz.ValueSimilarities.from_frame({"a": own}).distances()["a"].loc["x"].tolist()
        [0.0, 0.75]
        """
        squares = squares_of(tables, "similarity")
        book = codebook_of({name: square.index for name, square in squares.items()})
        return cls(book, tuple(square.to_numpy() for square in squares.values()), frequencies_of(book, frequencies))

    def to_frame(self) -> pd.DataFrame:
        """One DataFrame with a row for each ordered pair: ``column``, ``value``, ``other``, ``similarity``."""
        return pairs(self, self.tables, "similarity")

    def __getitem__(self, attribute: str) -> pd.DataFrame:
        return self.square(attribute, self.tables)

    def between(self, a: CategoricalTable, b: CategoricalTable | None = None) -> np.ndarray:
        """(n_a, n_b) similarities between rows: the sum over columns.

        Unseen values follow the rule of distances, with averages of similarities; two equal ones are as similar as a
        value is to itself on average.
        """
        a, b = rows_of(a, self.codebook), None if b is None else rows_of(b, self.codebook)
        columns = zip(self.tables, self.frequencies, strict=True)
        return sum_of_tables(tuple(PaddedTable.of(t, f, self.excluded) for t, f in columns), self.codebook, a, b)

    def distances(self) -> ValueDistances:
        """d(a, b) = (s_aa + s_bb) / 2 - s_ab."""
        return self._distances

    @cached_property
    def _distances(self) -> ValueDistances:
        tables = []
        for s in self.tables:
            self_similarities = np.diag(s)
            table = np.maximum((self_similarities[:, None] + self_similarities[None, :]) / 2 - s, 0)
            np.fill_diagonal(table, 0)
            tables.append(table)
        return ValueDistances(self.codebook, tuple(tables), self.frequencies, excluded=self.excluded)
