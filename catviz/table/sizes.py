"""What is refused before any work, judged by the shape of a table alone: what would not fit in memory.

The limits are plain numbers: ``catviz.table.sizes.MOST_BYTES = 16 * 2**30`` raises one for a machine with more memory.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from catviz.parameters import Number
from catviz.table.codebook import Codebook
from catviz.table.column_roles import MOST_DISTINCT

#: Values of all columns together that are counted: a matrix of all pairs of them takes 0.8 GB, and a fit holds some.
MOST_VALUES = 10_000
#: Bytes of one result: distances between rows, coordinates of rows, or the counts of all classes.
MOST_BYTES = 4 * 2**30
_GB = 1e9
#: No column that a file is read with is refused.
MAX_TABLE_VALUES = MOST_DISTINCT


def refuse_counts(codebook: Codebook, n_classes: int = 0) -> None:
    """ValueError where the co-occurrence matrix of all values, or those of all classes, would be too large."""
    c = int(codebook.n_values.sum())
    size = 8 * c * c * (1 + n_classes)
    if c <= MOST_VALUES and size <= MOST_BYTES:
        return
    largest = int(np.argmax(codebook.n_values))
    classes = f" for {n_classes:,} classes" if n_classes else ""
    limit = f"{MOST_VALUES:,} values" if c > MOST_VALUES else f"{MOST_BYTES / _GB:.1f} GB"
    raise ValueError(
        f"the columns have {c:,} values in all, {codebook.n_values[largest]:,} of them in column "
        f"{codebook.attributes[largest]!r}: counting all pairs of values{classes} would take {size / _GB:.1f} GB, and "
        f"the limit is {limit}; leave the column out, or group its rare values"
    )


def largest_columns(codebook: Codebook) -> list[str]:
    """The columns, the largest first, without which the values of the others can be counted; none if all can."""
    order = np.argsort(-codebook.n_values, kind="stable")
    left = int(codebook.n_values.sum()) - np.cumsum(codebook.n_values[order])
    if not len(order) or left[0] + codebook.n_values[order[0]] <= MOST_VALUES:
        return []
    return [codebook.attributes[i] for i in order[: int(np.argmax(left <= MOST_VALUES)) + 1]]


def refuse_array(n: int, k: int, what: str, remedy: str) -> None:
    """ValueError where an (n, k) array of numbers would be too large; ``what`` it holds, ``remedy`` says what to do."""
    if 8 * n * k > MOST_BYTES:
        raise ValueError(
            f"{what}: {n:,} x {k:,} numbers would take {8 * n * k / _GB:.1f} GB, and the limit is "
            f"{MOST_BYTES / _GB:.1f} GB; {remedy}, or raise catviz.table.sizes.MOST_BYTES"
        )


def refuse_pairs(n: int, m: int) -> None:
    """ValueError where distances between n and m rows would be too large to hold at once."""
    refuse_array(n, m, "distances between all pairs of rows", "compare some of the rows at a time")


def refuse_coordinates(n: int, k: int) -> None:
    """ValueError where k coordinates of n rows would be too large to hold at once."""
    refuse_array(
        n, k, "coordinates of rows", "transform some of the rows at a time, or leave out columns of many values"
    )


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

    def __init__(self, *, max_table_values: int = MAX_TABLE_VALUES) -> None:
        self.max_table_values = max_table_values

    def _check(self, codebook: Codebook) -> None:
        for attribute, v in zip(codebook.attributes, codebook.n_values, strict=True):
            if v > self.max_table_values:
                raise ValueError(
                    f"column {attribute!r} has {v:,} values: distance tables are built for at most max_table_values="
                    f"{self.max_table_values:,}; raise max_table_values, group rare values or leave the column out"
                )
