"""Sources: rows that come in blocks, so that what adds up over rows needs no more memory than a block."""

from __future__ import annotations

import hashlib
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from catviz.parameters import whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook, HasCodebook, is_known, labelled_places, natural_order
from catviz.table.kernels import distinct_rows

Partial = TypeVar("Partial")
#: Distinct rows that `Source.unique_rows` gathers at most, by default.
MOST_DISTINCT = 5_000_000


class StoppedError(RuntimeError):
    """A pass over a source that its callback stopped."""


@dataclass(frozen=True, eq=False)
class Block:
    """Some rows of a source.

    Attributes
    ----------
    table : CategoricalTable
        Codes against the source's codebook, with weights in effective rows of the whole source; without a target.
    groups : (n,) int or None
        Each row's class, a place in the source's ``classes``; ``len(classes)`` where it has none.
    """

    table: CategoricalTable
    groups: np.ndarray | None = None


class Source(HasCodebook, ABC):
    """Rows in blocks, of which a method sees only what adds up. Make one with `scan`.

    Attributes
    ----------
    codebook : Codebook
        Only values that occur; "missing" is the last value of each column that has it.
    n_rows : int
    target_name : str or None
        The column of known groups.
    classes : tuple of str
        Its values, in natural order.
    """

    codebook: Codebook
    n_rows: int
    target_name: str | None = None
    classes: tuple[str, ...] = ()

    @abstractmethod
    def reduce(
        self,
        kernel: Callable[..., Partial],
        *arguments: Any,
        merge: Callable[[Partial, Partial], Partial] = operator.add,
        callback: Callable[[dict[str, Any]], bool] | None = None,
    ) -> Partial:
        """``kernel(block, *arguments)`` of all blocks, merged (arrays are added up).

        Kernel and merge are functions of modules, so that a cluster can ship them. ``callback`` sees
        ``{"phase": "rows", "rows": done, "of": n_rows}`` as blocks come in; `StoppedError` where it returns True.
        """

    @abstractmethod
    def map(self, kernel: Callable[[CategoricalTable], np.ndarray], path: str | Path, name: str = "cluster") -> None:
        """Write ``kernel(table)``, one entry a row, as the column ``name`` of a Parquet file, in the rows' order.

        A cluster writes a folder of files, which must not exist yet, in the order of its partitions.
        Such as ``source.map(model.predict, "labels.parquet")`` with a fitted model.
        """

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.n_rows, self.n_attributes

    def __len__(self) -> int:
        return self.n_rows

    def unique_rows(
        self, most: int = MOST_DISTINCT, callback: Callable[[dict[str, Any]], bool] | None = None
    ) -> CategoricalTable | None:
        """The distinct rows in code order with their weights summed; None where there are more than ``most``."""
        distinct = self.reduce(_distinct, most, merge=_Distinct.merge, callback=callback)
        codes, weights = distinct.gathered()
        return None if codes is None else CategoricalTable(codes, self.codebook, weights=weights, counting=weights)

    @whole_numbers("n", "seed")
    def sample(
        self, n: int, seed: int = 0, callback: Callable[[dict[str, Any]], bool] | None = None
    ) -> CategoricalTable:
        """``n`` rows drawn at random without replacement (all where there are fewer), with their groups as target.

        Rows are drawn whatever they weigh, and keep their weights.
        """
        block = self.reduce(_drawn, n, seed, merge=_Sample.merge, callback=callback).block
        if self.target_name is None:
            return block.table
        labels = np.array([*self.classes, None], dtype=object)
        return replace(block.table, target=labels[block.groups], target_name=self.target_name)


class TableSource(Source):
    """A table as the source of one block.

    Parameters
    ----------
    table : CategoricalTable
        Its target, if any, holds the known groups.
    """

    def __init__(self, table: CategoricalTable) -> None:
        table = table.observed().missing_as_category()
        self.codebook, self.n_rows, self.target_name = table.codebook, table.n_rows, table.target_name
        groups = None
        if table.target is not None:
            self.classes, groups = classes_of(table.target)
        self._block = Block(replace(table, target=None, target_name=None), groups)

    def reduce(
        self,
        kernel: Callable[..., Any],
        *arguments: Any,
        merge: Callable[..., Any] = operator.add,
        callback: Callable[..., Any] | None = None,
    ) -> Any:
        """See `Source.reduce`."""
        if callback is not None and callback(progress(0, self.n_rows)):
            raise StoppedError("stopped")
        return kernel(self._block, *arguments)

    def map(self, kernel: Callable[..., Any], path: str | Path, name: str = "cluster") -> None:
        """See `Source.map`."""
        import pyarrow as pa
        from pyarrow import parquet

        parquet.write_table(pa.table({name: np.asarray(kernel(self._block.table))}), path)


def classes_of(labels: np.ndarray) -> tuple[tuple[str, ...], np.ndarray]:
    """``(classes, groups)``: the labels as text, in natural order, and each row's place; unknown comes last."""
    labels = np.asarray(labels, dtype=object)
    known = is_known(labels)
    names, places = labelled_places(labels[known])
    classes = tuple(natural_order(names))
    groups = np.full(len(labels), len(classes), dtype=np.intp)
    groups[known] = np.array([classes.index(name) for name in names], dtype=np.intp)[places]
    return classes, groups


def progress(rows: int, of: int | None) -> dict[str, Any]:
    """What a callback of `Source.reduce` gets."""
    return {"phase": "rows", "rows": rows, "of": of}


@dataclass
class _Distinct:
    """Distinct rows of some blocks, merged when as many again have come in."""

    levels: np.ndarray
    most: int
    parts: list[tuple[np.ndarray, np.ndarray]] | None
    merged: int = 0

    def merge(self, other: _Distinct) -> _Distinct:
        """Both together; nothing is kept beyond ``most``."""
        if self.parts is None or other.parts is None:
            return _Distinct(self.levels, self.most, None)
        parts, merged = self.parts + other.parts, max(self.merged, other.merged)
        waiting = sum(len(weights) for _, weights in parts) - merged
        together = _Distinct(self.levels, self.most, parts, merged)
        return together._merged(parts) if waiting > max(merged, 2**18) else together

    def gathered(self) -> tuple[np.ndarray | None, np.ndarray | None]:
        """(codes, weights) of the distinct rows, in code order; None where there are too many."""
        whole = self if self.parts is None else self._merged(self.parts)
        return (None, None) if whole.parts is None else whole.parts[0]

    def _merged(self, parts: list[tuple[np.ndarray, np.ndarray]]) -> _Distinct:
        codes = np.concatenate([part[0] for part in parts])
        weights = np.concatenate([part[1] for part in parts])
        first, inverse = distinct_rows(codes, self.levels)
        if len(first) > self.most:
            return _Distinct(self.levels, self.most, None)
        whole = codes[first], np.bincount(inverse, weights=weights, minlength=len(first))
        return _Distinct(self.levels, self.most, [whole], len(first))


def _distinct(block: Block, most: int) -> _Distinct:
    rows, _ = block.table.unique_rows()
    parts = [(np.asarray(rows.codes), np.asarray(rows.weights))] if len(rows) <= most else None
    return _Distinct(rows.codebook.n_values, most, parts)


@dataclass
class _Sample:
    """Rows with the random numbers that drew them, the lowest ``size`` of all seen."""

    size: int
    keys: np.ndarray
    block: Block

    def merge(self, other: _Sample) -> _Sample:
        """The lowest of both."""
        keys = np.concatenate([self.keys, other.keys])
        kept = np.argsort(keys, kind="stable")[: self.size]
        return _Sample(self.size, keys[kept], _joined(self.block, other.block, kept))


def _drawn(block: Block, size: int, seed: int) -> _Sample:
    """A block's rows of the lowest numbers, drawn from its content and the seed: the same in every process."""
    digest = hashlib.blake2b(block.table.codes.tobytes(), digest_size=8).digest()
    keys = np.random.default_rng([seed, int.from_bytes(digest)]).random(len(block.table))
    kept = np.argsort(keys, kind="stable")[:size]
    groups = None if block.groups is None else block.groups[kept]
    return _Sample(size, keys[kept], Block(block.table[kept], groups))


def _joined(a: Block, b: Block, rows: np.ndarray) -> Block:
    """Some rows of two blocks, by number, one below the other."""
    codes = np.concatenate([a.table.codes, b.table.codes])[rows]
    weights = None if a.table.weights is None else np.concatenate([a.table.weights, b.table.weights])[rows]
    groups = None if a.groups is None else np.concatenate([a.groups, b.groups])[rows]
    return Block(CategoricalTable(codes, a.table.codebook, weights=weights, counting=weights), groups)
