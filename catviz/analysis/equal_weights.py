"""Rows drawn in proportion to fractional weights, for tests that need whole rows."""

from __future__ import annotations

import numpy as np

from catviz.table.categorical import CategoricalTable
from catviz.table.row_groups import refuse_groups
from catviz.table.weights import thinned_rows

#: Rows drawn in proportion to fractional weights that a test needs.
FEWEST_ROWS = 20


class TooUneven(ValueError):
    """Fractional weights so uneven that too few rows can be drawn in proportion to them."""


def rows_of_equal_weight(table: CategoricalTable, most: int, rng: np.random.Generator) -> np.ndarray:
    """Sorted row numbers drawn without replacement, each with a probability in proportion to its fractional weight.

    Parameters
    ----------
    table : CategoricalTable
    most : int
        Rows drawn at most; there are as many as the largest weight allows.
    rng : Generator

    Raises
    ------
    TooUneven
        Fewer than 20 rows can be drawn.
    NotForGroups
        Rows of the table belong together.
    """
    refuse_groups(table.groups, table.groups_name, "the test draws rows by their weights, which")
    rows = thinned_rows(table.row_weights, most, rng)
    if len(rows) < FEWEST_ROWS:
        raise TooUneven(
            f"the row weights are fractional, but rows are drawn in proportion to them, and only {len(rows)} of "
            f"{len(table)} rows can be, of at least {FEWEST_ROWS}: give whole weights, or less uneven ones"
        )
    return rows
