"""Columns fused into few, so that sums over columns take few look-ups: for rows, and for pairs of rows.

A group of columns has one table, with an entry for each combination of their codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

_ROW_ENTRIES = 4096
_PAIR_ENTRIES = 128
#: Bytes worked on at a time.
_CACHE = 2**18


def fusion(sizes: Sequence[int], entries: int) -> list[list[int]]:
    """Consecutive columns in as few groups as hold at most ``entries`` combinations each, the groups of like size."""
    groups = _grouped(sizes, entries)
    while entries > 1 and len(smaller := _grouped(sizes, entries // 2)) == len(groups):
        groups, entries = smaller, entries // 2
    return groups


def fused_codes(codes: np.ndarray, sizes: Sequence[int], group: Sequence[int]) -> np.ndarray:
    """(n,) code of each row's combination in a group of columns."""
    fused = codes[:, group[0]].astype(np.intp)
    for r in group[1:]:
        fused *= sizes[r]
        fused += codes[:, r]
    return fused


def outer_sum(table: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Every entry of one plus every entry of the other along the last axis: the table of two columns, fused."""
    total: np.ndarray = table[..., None] + other[..., None, :]
    return total.reshape(*table.shape[:-1], table.shape[-1] * other.shape[-1])


def row_sums(tables: Sequence[np.ndarray], codes: np.ndarray) -> np.ndarray:
    """(n, k) sums over columns of ``tables[r][codes[i, r]]``; ``tables[r]`` is (v_r, k).

    Examples
    --------
    >>> row_sums([np.eye(2), 3 * np.eye(2)], np.array([[0, 1], [1, 1]])).tolist()
    [[1.0, 3.0], [0.0, 4.0]]
    """
    sizes = [len(t) for t in tables]
    groups = fusion(sizes, min(_ROW_ENTRIES, max(len(codes) // 4, 1)))
    fused = [reduce(_sum_of_rows, [tables[r] for r in group]) for group in groups]
    total = np.empty((len(codes), tables[0].shape[1]))
    for block in _blocks(len(codes), _CACHE // 16):
        some = codes[block]
        for i, (group, table) in enumerate(zip(groups, fused, strict=True)):
            terms = table.take(fused_codes(some, sizes, group), axis=0)
            total[block] = terms if not i else total[block] + terms
    return total


def pair_sums(tables: Sequence[np.ndarray], left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """(n_a, n_b) sums over columns of ``tables[r][left[i, r], right[j, r]]``, for every pair of rows.

    Parameters
    ----------
    tables : a (v_r, w_r) array a column
        Small whole numbers are added up as such, exactly.
    left : (n_a, d) codes
    right : (n_b, d) codes

    Examples
    --------
    >>> differ = 1 - np.eye(2)
    >>> pair_sums([differ, differ], np.array([[0, 1]]), np.array([[0, 0], [1, 0]])).tolist()
    [[1.0, 2.0]]
    """
    if not tables:
        return np.zeros((len(left), len(right)))
    dtype = _narrowest(tables)
    tables, sizes = [t.astype(dtype) for t in tables], [len(t) for t in tables]
    groups = fusion(sizes, min(_PAIR_ENTRIES, max(len(left) // 8, 1)))
    fused = [fused_codes(left, sizes, group) for group in groups]
    entries = sum(int(np.prod([sizes[r] for r in group])) for group in groups)
    width = min(max(2 * _CACHE // (entries * dtype.itemsize), 64), max(len(right), 1))
    height = min(max(_CACHE // (width * dtype.itemsize), 64), max(len(left), 1))
    total = np.empty((len(left), len(right)), dtype)
    sums, terms = np.empty(height * width, dtype), np.empty(height * width, dtype)
    for columns in _blocks(len(right), width):
        some = right[columns]
        wide = [reduce(_sum_of_rows, [tables[r].take(some[:, r], axis=1) for r in group]) for group in groups]
        for rows in _blocks(len(left), height):
            shape = (len(left[rows]), len(some))
            block, term = (buffer[: shape[0] * shape[1]].reshape(shape) for buffer in (sums, terms))
            # codes are in range; mode "raise" would go by way of a copy
            wide[0].take(fused[0][rows], axis=0, out=block, mode="clip")
            for table, codes in zip(wide[1:], fused[1:], strict=True):
                block += table.take(codes[rows], axis=0, out=term, mode="clip")
            total[rows, columns] = block
    return total.astype(float, copy=False)


def _sum_of_rows(table: np.ndarray, other: np.ndarray) -> np.ndarray:
    """As `outer_sum`, along the first axis of (v, k) tables."""
    total: np.ndarray = table[:, None] + other
    return total.reshape(len(table) * len(other), table.shape[1])


def _narrowest(tables: Sequence[np.ndarray]) -> np.dtype:
    """The smallest type that holds all sums of the tables' entries exactly, or float64 where they are not whole."""
    if all((t == np.rint(t)).all() and t.min() >= 0 for t in tables):
        highest = sum(float(t.max()) for t in tables)
        for dtype in (np.uint8, np.uint16):
            if highest <= np.iinfo(dtype).max:
                return np.dtype(dtype)
    return np.dtype(float)


def _grouped(sizes: Sequence[int], entries: int) -> list[list[int]]:
    """Consecutive columns, grouped while the product of their sizes stays within ``entries``."""
    groups: list[list[int]] = []
    product = entries + 1
    for r, size in enumerate(sizes):
        product *= size
        if product > entries:
            groups.append([])
            product = size
        groups[-1].append(r)
    return groups


def _blocks(n: int, width: int) -> list[slice]:
    return [slice(first, first + width) for first in range(0, n, width)]
