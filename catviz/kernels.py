"""Array kernels under everything else: row keys, distinct rows, and the co-occurrence (Burt) matrix.

They know only integer codes. ``levels[r]`` is the number of values of column ``r``; a code equal to ``levels[r]``
stands for "no value" and is counted nowhere.
"""

import numpy as np

SUPER_COLUMN = 256
"""Columns are fused while the product of their cardinalities stays at or below this."""

_LARGEST_RADIX = 2**63


def row_keys(codes: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """One integer a row, equal for equal rows and sorted as the rows are (first column most significant).

    Mixed radix over ``levels + 1`` codes a column. Before the running radix would pass 2^63 the keys found so far
    are replaced by their ranks, so no key overflows however wide the table is.
    """
    keys = np.zeros(len(codes), dtype=np.int64)
    radix = 1
    for column, n_levels in zip(codes.T, levels, strict=True):
        size = int(n_levels) + 1
        if radix * size >= _LARGEST_RADIX:
            distinct, keys = np.unique(keys, return_inverse=True)
            radix = len(distinct)
        keys = keys * size + column
        radix *= size
    return keys


def distinct_rows(codes: np.ndarray, levels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """``(first, inverse)``: a row number for each distinct row, in code order, and each row's place among them."""
    _, first, inverse = np.unique(row_keys(codes, levels), return_index=True, return_inverse=True)
    return first, inverse.reshape(-1)


def burt_matrix(codes: np.ndarray, levels: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """Co-occurrence counts of all values of all columns, in one pass over the rows.

    Columns are fused into super-columns of at most ``SUPER_COLUMN`` codes; each pair of super-columns is one
    ``bincount`` and is marginalised to its columns by two small matrix products.

    Parameters
    ----------
    codes : (n, d) unsigned integers, each at most ``levels[r]``
    levels : (d,) number of values a column
    weights : (n,) row weights, or None for ones

    Returns
    -------
    (c, c) matrix, c = sum of ``levels``; int64, or float64 where weights are given.
    """
    levels = np.asarray(levels, dtype=np.intp)
    offsets = np.concatenate([[0], np.cumsum(levels)])
    matrix = np.zeros((offsets[-1], offsets[-1]))
    groups = _super_columns(levels)
    fused = [_fuse(codes, levels, group) for group in groups]
    spread = [_indicator(levels, group) for group in groups]
    for i, first in enumerate(groups):
        rows = slice(offsets[first[0]], offsets[first[-1] + 1])
        size = len(spread[i])
        histogram = np.bincount(fused[i], weights=weights, minlength=size)
        matrix[rows, rows] = spread[i].T @ (histogram[:, None] * spread[i])
        for j in range(i + 1, len(groups)):
            columns = slice(offsets[groups[j][0]], offsets[groups[j][-1] + 1])
            block = spread[i].T @ _pair_product(fused[i], fused[j], size, spread[j], weights)
            matrix[rows, columns] = block
            matrix[columns, rows] = block.T
    return matrix if weights is not None else np.rint(matrix).astype(np.int64)


def _super_columns(levels: np.ndarray) -> list[list[int]]:
    """Consecutive columns, fused while the product of their cardinalities (with "no value") allows it."""
    groups: list[list[int]] = []
    size = SUPER_COLUMN + 1
    for column, n_levels in enumerate(levels):
        size *= int(n_levels) + 1
        if size > SUPER_COLUMN:
            groups.append([])
            size = int(n_levels) + 1
        groups[-1].append(column)
    return groups


def _fuse(codes: np.ndarray, levels: np.ndarray, group: list[int]) -> np.ndarray:
    fused = codes[:, group[0]].astype(np.intp)
    for column in group[1:]:
        fused *= levels[column] + 1
        fused += codes[:, column]
    return fused


def _indicator(levels: np.ndarray, group: list[int]) -> np.ndarray:
    """0/1 matrix: super-code by value of the group's columns ("no value" has no column)."""
    sizes = [int(levels[column]) + 1 for column in group]
    parts = np.unravel_index(np.arange(np.prod(sizes)), sizes)
    return np.hstack([np.eye(size)[part][:, :-1] for part, size in zip(parts, sizes, strict=True)])


def _pair_product(
    left: np.ndarray, right: np.ndarray, size: int, spread: np.ndarray, weights: np.ndarray | None
) -> np.ndarray:
    """(joint histogram of two super-columns) @ spread, dense while the histogram is small against the rows."""
    width = len(spread)
    keys = left * width + right
    if size * width <= max(4 * len(left), SUPER_COLUMN**2):
        return np.bincount(keys, weights=weights, minlength=size * width).reshape(size, width) @ spread
    distinct, inverse = np.unique(keys, return_inverse=True)
    counts = np.bincount(inverse, weights=weights)
    out = np.zeros((size, spread.shape[1]))
    np.add.at(out, distinct // width, counts[:, None] * spread[distinct % width])
    return out
