"""What geometries and similarities share: a codebook, how often its values occur, and access to columns by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import pandas as pd

from catviz.table.codebook import Codebook
from catviz.wording import number_of


class OfCodebook:
    """A codebook: its columns in the order of the table, and what a repr says."""

    codebook: Codebook

    def __repr__(self) -> str:
        sizes = [
            number_of(len(self.codebook.attributes), "column"),
            number_of(len(self.codebook.values), "value"),
            *self._facts(),
        ]
        return f"{type(self).__name__}({', '.join(sizes)})"

    def _facts(self) -> list[str]:
        """What a repr says beyond the numbers of columns and values."""
        return []


class OfColumns(OfCodebook):
    """A codebook and value frequencies; columns are reached by name, as in a dictionary of frames."""

    frequencies: tuple[np.ndarray, ...]

    def keys(self) -> tuple[str, ...]:
        """Names of the columns."""
        return self.codebook.attributes

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __contains__(self, attribute: object) -> bool:
        return attribute in self.keys()

    @cached_property
    def shares(self) -> tuple[np.ndarray, ...]:
        """Each column's value frequencies as shares of one."""
        return tuple(f / f.sum() if f.sum() else np.full(len(f), 1 / max(len(f), 1)) for f in self.frequencies)

    def square(self, attribute: str, tables: tuple[np.ndarray, ...]) -> pd.DataFrame:
        """A column's table with its labels on both sides."""
        r = self.codebook.position(attribute)
        labels = list(self.codebook.labels[r])
        return pd.DataFrame(tables[r], index=labels, columns=labels)
