"""Sums over columns by table look-up: what assigning rows to clusters, and counting values a cluster, come down to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate, pairwise
from math import prod

import numpy as np

from catviz.table.fusion import fused_codes, fusion, outer_sum

#: Columns are fused into one table while its entries stay at or below this, and below the number of rows.
FUSED = 4096
#: Costs are compared after rounding to 1e-10; among equal ones the lowest cluster wins.
ROUNDING = 1e10
_BLOCK = 2**18
_WORD = 64
_LANES = {8: np.uint8, 16: np.uint16}


class RowLookup:
    """Weighted rows whose costs are sums over columns of entries ``tables[r][j, x_r]``.

    Parameters
    ----------
    codes : (m, d) codes, each below ``sizes[r]``
    sizes : (d,) number of codes a column
    weights : (m,) row weights

    Examples
    --------
    >>> rows = RowLookup(np.array([[0, 1], [1, 1]]), np.array([2, 2]), np.ones(2))
    >>> rows.nearest([np.array([[0, 1], [1, 0]]), np.zeros((2, 2))])[0].tolist()
    [0, 1]
    """

    def __init__(self, codes: np.ndarray, sizes: np.ndarray, weights: np.ndarray) -> None:
        self.weights = np.asarray(weights, dtype=float)
        self.sizes = [int(size) for size in sizes]
        self._alike = bool((self.weights == 1).all())
        self._whole = self._alike or bool((self.weights == np.rint(self.weights)).all())
        self._groups = fusion(self.sizes, min(FUSED, max(len(codes), 1)))
        self._fused = [fused_codes(codes, self.sizes, group) for group in self._groups]

    def __len__(self) -> int:
        return len(self.weights)

    def nearest(self, tables: list[np.ndarray], extra: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """``(labels, costs)``: the cheapest cluster of each row and what it costs.

        ``tables[r]`` is (k, v_r); ``extra`` is (k, m), what rows cost besides. Small whole numbers, such as numbers of
        mismatches, are summed and compared for several clusters at once.
        """
        packed = _Packed.of(tables) if extra is None else None
        if packed is not None:
            return self._nearest_packed(packed)
        fused = self._fused_tables(tables)
        k = len(fused[0])
        labels, costs = np.empty(len(self), dtype=np.intp), np.empty(len(self))
        width = max(_BLOCK // k, 1)
        for first in range(0, len(self), width):
            block = slice(first, first + width)
            total = fused[0].take(self._fused[0][block], axis=1)
            for table, codes in zip(fused[1:], self._fused[1:], strict=True):
                total += table.take(codes[block], axis=1)
            if extra is not None:
                total += extra[:, block] * ROUNDING
            np.rint(total, out=total)
            labels[block], costs[block] = _lowest(total)
        return labels, costs / ROUNDING

    def _nearest_packed(self, packed: _Packed) -> tuple[np.ndarray, np.ndarray]:
        words = [[reduce(outer_sum, [word[r] for r in group]) for group in self._groups] for word in packed.words]
        keys = np.empty(len(self), dtype=_LANES[packed.bits])
        width = _BLOCK // 8
        for first in range(0, len(self), width):
            block = slice(first, first + width)
            keys[block] = packed.lowest(self._sums(fused, block) for fused in words)
        labels = keys & (2**packed.label_bits - 1)
        return labels.astype(np.intp), (keys >> packed.label_bits).astype(float)

    def _sums(self, fused: list[np.ndarray], block: slice) -> np.ndarray:
        total = fused[0].take(self._fused[0][block])
        for table, codes in zip(fused[1:], self._fused[1:], strict=True):
            total += table.take(codes[block])
        return total

    def costs(self, tables: list[np.ndarray], labels: np.ndarray, extra: np.ndarray | None = None) -> np.ndarray:
        """(m,) rounded cost of each row in the cluster given."""
        fused = self._fused_tables(tables)
        total = sum(t[labels, codes] for t, codes in zip(fused, self._fused, strict=True))
        if extra is not None:
            total = total + extra[labels, np.arange(len(labels))] * ROUNDING
        return np.rint(total) / ROUNDING

    def counts(self, labels: np.ndarray, k: int) -> list[np.ndarray]:
        """Value weights a cluster: one (k, v_r) array a column."""
        return self._counts(labels, k, slice(None))

    def recounted(self, counts: list[np.ndarray], before: np.ndarray, labels: np.ndarray) -> list[np.ndarray]:
        """(k, v_r) ``counts`` of the labels ``before``, brought up to date."""
        moved, k = np.flatnonzero(labels != before), len(counts[0])
        if not self._whole or len(moved) > len(labels) // 3:
            return self.counts(labels, k)
        left, joined = (self._counts(some[moved], k, moved) for some in (before, labels))
        return [n - a + b for n, a, b in zip(counts, left, joined, strict=True)]

    def _counts(self, labels: np.ndarray, k: int, rows: slice | np.ndarray) -> list[np.ndarray]:
        out: list[np.ndarray] = []
        weights = None if self._alike else self.weights[rows]
        for group, codes in zip(self._groups, self._fused, strict=True):
            shape = [self.sizes[r] for r in group]
            size = prod(shape)
            keys = labels * size
            keys += codes[rows]
            joint = np.bincount(keys, weights, k * size).astype(float)
            for v in shape[:-1]:
                joint = joint.reshape(k, v, -1)
                out.append(np.add.reduce(joint, axis=2))
                joint = np.add.reduce(joint, axis=1)
            out.append(joint.reshape(k, -1))
        return out

    def _fused_tables(self, tables: list[np.ndarray]) -> list[np.ndarray]:
        """One (k, entries) table a group of columns, scaled so that costs are rounded to whole numbers."""
        return [reduce(outer_sum, [tables[r] * ROUNDING for r in group]) for group in self._groups]


@dataclass(frozen=True)
class _Packed:
    """Whole costs of several clusters in the lanes of 64-bit words, each as a key: cost * 2^label_bits + cluster.

    Adding words adds every lane. The lowest key of a row has the lowest cost and, among equal ones, the lowest cluster.

    Attributes
    ----------
    words : for every word a list of (v_r,) uint64, one a column; lanes without a cluster are full
    bits : of a lane
    n_lanes : lanes in use, a power of two
    label_bits : bits of a key that hold the cluster
    """

    words: list[list[np.ndarray]]
    bits: int
    n_lanes: int
    label_bits: int

    @classmethod
    def of(cls, tables: list[np.ndarray]) -> _Packed | None:
        """The costs packed, or None where they are no small whole numbers."""
        flat = np.concatenate(tables, axis=1)
        highest = flat.max(axis=0)
        if not (flat.min() >= 0 and highest.max() < 2**16):
            return None
        whole = flat.astype(np.uint64)
        if (whole != flat).any():
            return None
        k, starts = len(flat), [0, *accumulate(t.shape[1] for t in tables)]
        label_bits = (k - 1).bit_length()
        n_keys = int(np.maximum.reduceat(highest, starts[:-1]).sum() + 1) << label_bits
        bits = next((bits for bits in _LANES if n_keys <= 2**bits), None)
        if bits is None:
            return None
        shifts, firsts, clusters = _lanes(k, bits)
        packed = np.add.reduceat(whole << (shifts + np.uint64(label_bits)), firsts, axis=0)
        packed[:, : starts[1]] += clusters
        words = [[word[first:stop] for first, stop in pairwise(starts)] for word in packed]
        return cls(words, bits, 2 ** (min(k, _WORD // bits) - 1).bit_length(), label_bits)

    def lowest(self, sums: Iterable[np.ndarray]) -> np.ndarray:
        """(m,) lowest key of each row, from its (m,) sums in every word; these are written over."""
        best, *others = sums
        lane = _LANES[self.bits]
        lanes = best.view(lane)
        for other in others:
            np.minimum(lanes, other.view(lane), out=lanes)
        half = self.n_lanes // 2
        while half:
            np.minimum(lanes, (best >> np.uint64(half * self.bits)).view(lane), out=lanes)
            half //= 2
        return best.astype(lane)


@lru_cache(maxsize=64)
def _lanes(k: int, bits: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where k clusters lie in words: (k, 1) shifts, the first cluster of each word, and (words, 1) their numbers."""
    per_word = _WORD // bits
    at = np.arange(-(-k // per_word) * per_word)
    shifts = (at % per_word * bits).astype(np.uint64)[:, None]
    firsts = at[::per_word]
    clusters = np.where(at < k, at, 2**bits - 1).astype(np.uint64)[:, None]
    return shifts[:k], firsts, np.add.reduceat(clusters << shifts, firsts, axis=0)


def _lowest(costs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First minimum of each column of a (k, m) array, by running comparison."""
    labels = np.zeros(costs.shape[1], dtype=np.intp)
    best = costs[0].copy()
    for j in range(1, len(costs)):
        labels[costs[j] < best] = j
        np.minimum(best, costs[j], out=best)
    return labels, best
