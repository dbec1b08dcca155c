"""Numeric columns beside orders: scaled to their range, so that they weigh what an ordered column weighs."""

from __future__ import annotations

from dataclasses import replace

from catviz.clustering.base import DistinctRows
from catviz.distances.matching import numeric_part
from catviz.geometry.numeric import NumericPart
from catviz.table.categorical import CategoricalTable


def scaled_numbers(table: CategoricalTable) -> NumericPart | None:
    """The numeric columns of a fitting table on a scale from 0 to 1, missing at the mean; None where it has none."""
    return numeric_part(table, lambda x, weights: 1.0)


def mixed_rows(table: CategoricalTable, numbers: NumericPart | None) -> DistinctRows:
    """The distinct rows of a fitting table, distinguished by their scaled numbers too."""
    if numbers is None:
        return DistinctRows.of(table)
    placed = replace(table, numeric=numbers.places(table), target=None, target_name=None)
    return DistinctRows.with_numbers(placed)
