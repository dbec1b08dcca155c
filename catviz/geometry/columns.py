"""What geometries and similarities share: a codebook, and how often its values occur."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import pandas as pd

from catviz.table.codebook import Codebook


class OfCodebook:
    """A codebook, by which it is printed."""

    codebook: Codebook

    def __repr__(self) -> str:
        n_columns, n_values = len(self.codebook.attributes), int(self.codebook.n_values.sum())
        return f"<{type(self).__name__} of {n_columns} columns, {n_values:,} values>"


class OfColumns(OfCodebook):
    """A codebook and value frequencies."""

    frequencies: tuple[np.ndarray, ...]

    @cached_property
    def shares(self) -> tuple[np.ndarray, ...]:
        """Each column's value frequencies as shares of one."""
        return tuple(f / f.sum() if f.sum() else np.full(len(f), 1 / max(len(f), 1)) for f in self.frequencies)

    def square(self, attribute: str, tables: tuple[np.ndarray, ...]) -> pd.DataFrame:
        """A column's table with its labels on both sides."""
        r = self.codebook.position(attribute)
        labels = list(self.codebook.labels[r])
        return pd.DataFrame(tables[r], index=labels, columns=labels)
