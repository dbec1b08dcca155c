"""The limit of methods that build a table of all pairs of a column's values."""

from __future__ import annotations

from typing import Any, ClassVar

from catviz.parameters import Number
from catviz.table.codebook import Codebook
from catviz.table.column_roles import MOST_DISTINCT

MAX_TABLE_VALUES = MOST_DISTINCT
"""No column that a file is read with is refused."""


class BuildsTables:
    """A method that builds a (v, v) table a column, and refuses a column of more than ``max_table_values`` values."""

    parameters: ClassVar[dict[str, Any]] = {
        "max_table_values": Number(
            1,
            drawn=False,
            label="Most values in a column",
            help="A column with more values is refused, because its table of distances grows with the square of their "
            "number.",
        )
    }

    shared_texts: ClassVar[dict[str, str]] = {
        "max_table_values": f"max_table_values : int, default {MAX_TABLE_VALUES}\n"
        "    A column with more values is refused: its table would grow with their square."
    }

    def __init__(self, max_table_values: int = MAX_TABLE_VALUES) -> None:
        self.max_table_values = max_table_values

    def _check(self, codebook: Codebook) -> None:
        for attribute, v in zip(codebook.attributes, codebook.n_values, strict=True):
            if v > self.max_table_values:
                raise ValueError(
                    f"column {attribute!r} has {v:,} values: distance tables are built for at most max_table_values="
                    f"{self.max_table_values:,}; raise max_table_values, group rare values or leave the column out"
                )
