"""Clusters over blocks of rows: value weights a cluster, one pass over a source at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from catviz.clustering.base import value_codes
from catviz.clustering.lookup import RowLookup
from catviz.table.categorical import CategoricalTable, canonical_codebook
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts
from catviz.table.source import Block, Source

SAMPLE = 100_000
"""Rows of the sample on which a run over more distinct rows than fit starts."""


class BlockRows:
    """The rows of a source in canonical codes, of which only value weights a cluster are seen.

    Parameters
    ----------
    source : Source
    counts : Counts of the source
    """

    def __init__(self, source: Source, counts: Counts) -> None:
        self.codebook = source.codebook
        self._source, self._canonical = source, canonical_codebook(counts.matrix, counts.codebook)

    @cached_property
    def original_codes(self) -> tuple[np.ndarray, ...]:
        """A column: the original code of each canonical code."""
        codes = value_codes(self._canonical, self.codebook)
        return tuple(column[:v] for column, v in zip(codes.T, self.codebook.n_values, strict=True))

    def nearest(self, tables: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Value weights of the clusters, one (k, v_r) array a column, when rows join the cheapest by (k, v_r) costs."""
        return self._split(self._source.reduce(_nearest, list(tables), self._canonical))

    def predicted(self, predict: Callable[[CategoricalTable], np.ndarray], k: int) -> list[np.ndarray]:
        """Value weights of the clusters that a fitted model puts rows in."""
        return self._split(self._source.reduce(_predicted, predict, k, self._canonical))

    def _split(self, counts: np.ndarray) -> list[np.ndarray]:
        return np.split(counts, self.codebook.offsets[1:-1], axis=1)


def _nearest(block: Block, tables: list[np.ndarray], canonical: Codebook) -> np.ndarray:
    rows = _lookup(block.table, canonical)
    return np.hstack(rows.counts(rows.nearest(tables)[0], len(tables[0])))


def _predicted(block: Block, predict: Callable[..., Any], k: int, canonical: Codebook) -> np.ndarray:
    return np.hstack(_lookup(block.table, canonical).counts(np.asarray(predict(block.table)), k))


def _lookup(table: CategoricalTable, canonical: Codebook) -> RowLookup:
    weights = table.row_weights
    return RowLookup(table.recode(canonical).codes, canonical.n_values, weights)
