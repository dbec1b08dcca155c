"""Similarities of values, and the distances that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from catviz.geometry.columns import OfColumns
from catviz.geometry.unseen import PaddedTable, sum_of_tables
from catviz.geometry.value_geometries import ValueDistances
from catviz.table.categorical import CategoricalTable
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

    def __getitem__(self, attribute: str) -> pd.DataFrame:
        return self.square(attribute, self.tables)

    def between(self, a: CategoricalTable, b: CategoricalTable | None = None) -> np.ndarray:
        """(n_a, n_b) similarities between rows: the sum over columns.

        Unseen values follow the rule of distances, with averages of similarities; two equal ones are as similar as a
        value is to itself on average.
        """
        pairs = zip(self.tables, self.frequencies, strict=True)
        return sum_of_tables(tuple(PaddedTable.of(t, f, self.excluded) for t, f in pairs), self.codebook, a, b)

    def distances(self) -> ValueDistances:
        """d(a, b) = (s_aa + s_bb) / 2 - s_ab."""
        return self._distances

    @cached_property
    def _distances(self) -> ValueDistances:
        tables = []
        for s in self.tables:
            own = np.diag(s)
            table = np.maximum((own[:, None] + own[None, :]) / 2 - s, 0)
            np.fill_diagonal(table, 0)
            tables.append(table)
        return ValueDistances(self.codebook, tuple(tables), self.frequencies, excluded=self.excluded)
