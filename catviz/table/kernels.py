"""Array kernels under everything else: row keys, distinct rows, and the co-occurrence (Burt) matrix.

They know only integer codes. ``levels[r]`` is the number of values of column ``r``; a code equal to ``levels[r]``
stands for "no value" and is counted nowhere.
"""

import numpy as np

#: Columns are fused while the product of their cardinalities stays at or below this.
SUPER_COLUMN = 256
#: Rows fused and counted at a time, so that they stay in the processor's cache.
BLOCK = 2**15
#: Cells of joint histograms that are counted in one pass over the rows; more of them take several passes.
TOGETHER = 2**24
#: Multiplications of a matrix product that take as long as counting one row, or reading one cell of a histogram.
_PER_CELL = 100

_LARGEST_RADIX = 2**63
_SIDE_BY_SIDE = 64


def largest_codes(codes: np.ndarray) -> np.ndarray:
    """(d,) largest code of each column, 0 where there are no rows.

    A single row is too short for the processor, so many rows in C order are compared as one long row.
    """
    n, d = codes.shape
    times = n // _SIDE_BY_SIDE
    whole = times * _SIDE_BY_SIDE
    folded = codes[:whole].reshape(times, _SIDE_BY_SIDE * d).max(axis=0, initial=0)
    return np.concatenate([folded.reshape(_SIDE_BY_SIDE, d), codes[whole:]]).max(axis=0, initial=0)


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
        keys *= size
        keys += column
        radix *= size
    return keys


def distinct_rows(codes: np.ndarray, levels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """``(first, inverse)``: a row number for each distinct row, in code order, and each row's place among them."""
    keys = row_keys(codes, levels)
    order = _order(keys)
    ordered = keys[order]
    new = np.empty(len(keys), dtype=bool)
    new[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    inverse = np.empty(len(keys), dtype=np.intp)
    inverse[order] = np.cumsum(new) - 1
    return order[new], inverse


def _order(keys: np.ndarray) -> np.ndarray:
    """The keys' places, sorted by key and then by place: as one number each where both fit into 63 bits."""
    bits = max(len(keys) - 1, 1).bit_length()
    if int(keys.max(initial=0)) >> (63 - bits):
        return np.argsort(keys, kind="stable")
    joint = keys << bits
    joint |= np.arange(len(keys))
    joint.sort()
    joint &= (1 << bits) - 1
    return joint


def burt_matrix(codes: np.ndarray, levels: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """Co-occurrence counts of all values of all columns, in one pass over the rows.

    Columns are fused into super-columns of at most ``SUPER_COLUMN`` codes; each pair of super-columns is one
    ``bincount`` a block of rows, and is marginalised to its columns by two small matrix products.

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
    groups = _super_columns(levels)
    sizes = np.array([_size(levels, group) for group in groups])
    cells = [_cells(sizes, i) for i in range(len(groups))]
    pairs = len(groups) * (len(groups) + 1) / 2
    dense = len(codes) * float(offsets[-1]) ** 2
    if sum(cells) > TOGETHER and dense <= _PER_CELL * (pairs * len(codes) + sum(cells)):
        return _product(codes, levels, offsets, weights)
    matrix = np.zeros((offsets[-1], offsets[-1]), dtype=np.int64 if weights is None else float)
    parts = [slice(offsets[group[0]], offsets[group[-1] + 1]) for group in groups]
    spread = [_indicator(levels, group) for group in groups]
    joint: dict[tuple[int, int], np.ndarray] = {}
    for i, indicator in enumerate(spread):
        if (i, i) not in joint and (i, i + 1) not in joint:
            last = i + max(1, int(np.searchsorted(np.cumsum(cells[i:]), TOGETHER, side="right")))
            joint = _joint_histograms(codes, levels, groups, weights, range(i, last))
        histogram = joint[i, i] if (i, i) in joint else joint[i, i + 1].sum(axis=1)
        within = np.diag(histogram[:-1]) if indicator is None else indicator.T @ (histogram[:, None] * indicator)
        _write(matrix, parts[i], parts[i], within)
        for j in range(i + 1, len(groups)):
            if (i, j) in joint:
                product = joint[i, j][:, :-1] if spread[j] is None else joint[i, j] @ spread[j]
            else:
                product = _large_product(codes, levels, groups[i], groups[j], spread[j], weights)
            _write(matrix, parts[i], parts[j], product[:-1] if indicator is None else indicator.T @ product)
            matrix[parts[j], parts[i]] = matrix[parts[i], parts[j]].T
    return matrix


def _write(matrix: np.ndarray, rows: slice, columns: slice, block: np.ndarray) -> None:
    matrix[rows, columns] = block if matrix.dtype.kind == "f" else np.rint(block)


def _cells(sizes: np.ndarray, i: int) -> int:
    """Cells of the histograms of super-column i with those after it that are counted together."""
    products = sizes[i] * sizes[i + 1 :]
    return int(products[products <= SUPER_COLUMN**2].sum())


def _product(codes: np.ndarray, levels: np.ndarray, offsets: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    """The same of many values and few rows: the indicator matrix times itself, some rows at a time.

    Counts of so few rows are exact in single precision.
    """
    kind = np.float32 if weights is None else float
    matrix = np.zeros((offsets[-1], offsets[-1]), dtype=np.int64 if weights is None else float)
    step = max(1, min(TOGETHER // max(int(offsets[-1]), 1), 2**24))
    for first in range(0, len(codes), step):
        part = codes[first : first + step]
        indicator = np.zeros((len(part), offsets[-1]), dtype=kind)
        rows, columns = np.nonzero(part < levels)
        indicator[rows, offsets[columns] + part[rows, columns]] = 1
        product = indicator.T @ (indicator if weights is None else weights[first : first + step, None] * indicator)
        if len(part) == len(codes):
            return product.astype(matrix.dtype, copy=False)
        np.add(matrix, product, out=matrix, casting="unsafe")
    return matrix


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


def _size(levels: np.ndarray, group: list[int]) -> int:
    """Number of super-codes of a group."""
    return int(np.prod(levels[group] + 1))


def _fuse(codes: np.ndarray, levels: np.ndarray, group: list[int]) -> np.ndarray:
    """(n,) super-codes; a group of several columns has at most 256, which fit the codes' own type."""
    fused = codes[:, group[0]]
    for column in group[1:]:
        fused = fused * codes.dtype.type(levels[column] + 1) + codes[:, column]
    return fused.astype(np.intp)


def _indicator(levels: np.ndarray, group: list[int]) -> np.ndarray | None:
    """0/1 matrix: super-code by value of the group's columns ("no value" has no column).

    None for a single column, whose codes are its values, "no value" last.
    """
    if len(group) == 1:
        return None
    sizes = [int(levels[column]) + 1 for column in group]
    parts = np.unravel_index(np.arange(np.prod(sizes)), sizes)
    return np.hstack([np.eye(size)[part][:, :-1] for part, size in zip(parts, sizes, strict=True)])


def _joint_histograms(
    codes: np.ndarray, levels: np.ndarray, groups: list[list[int]], weights: np.ndarray | None, wanted: range
) -> dict[tuple[int, int], np.ndarray]:
    """(s_i, s_j) histograms of the pairs i < j of super-columns that are small, for the i wanted, by blocks of rows.

    (s_i,) histograms of single ones are there under (i, i) where no pair (i, i + 1) tells them.
    """
    sizes = [_size(levels, group) for group in groups]
    count = len(groups)
    pairs = {i: [j for j in range(i + 1, count) if sizes[i] * sizes[j] <= SUPER_COLUMN**2] for i in wanted}
    shapes: dict[tuple[int, int], tuple[int, ...]] = {(i, j): (sizes[i], sizes[j]) for i in wanted for j in pairs[i]}
    shapes |= {(i, i): (sizes[i],) for i in wanted if i + 1 not in pairs[i]}
    joint = {pair: np.zeros(shape, np.int64 if weights is None else float) for pair, shape in shapes.items()}
    for first in range(0, len(codes), BLOCK):
        rows = slice(first, first + BLOCK)
        weight = None if weights is None else weights[rows]
        fused = {i: _fuse(codes[rows], levels, groups[i]) for i in range(wanted.start, count)}
        keys, scaled = np.empty((2, len(codes[rows])), dtype=np.intp)
        for i in wanted:
            left = fused[i]
            if (i, i) in joint:
                joint[i, i] += np.bincount(left, weights=weight, minlength=sizes[i])
            width = 0
            for j in pairs[i]:
                if sizes[j] != width:
                    width = sizes[j]
                    np.multiply(left, width, out=scaled)
                np.add(scaled, fused[j], out=keys)
                counts = np.bincount(keys, weights=weight, minlength=sizes[i] * width)
                joint[i, j] += counts.reshape(sizes[i], width)
    return joint


def _large_product(
    codes: np.ndarray,
    levels: np.ndarray,
    left: list[int],
    right: list[int],
    spread: np.ndarray | None,
    weights: np.ndarray | None,
) -> np.ndarray:
    """(joint histogram of two super-columns) @ spread, over all rows at once: sparse where most of it is empty."""
    size, width = _size(levels, left), _size(levels, right)
    first, second = _fuse(codes, levels, left), _fuse(codes, levels, right)
    if spread is None or size * width <= 4 * len(codes):
        first *= width
        first += second
        histogram = np.bincount(first, weights=weights, minlength=size * width).reshape(size, width)
        return histogram[:, :-1] if spread is None else histogram @ spread
    from scipy.sparse import csr_array  # slow to import

    counts = np.ones(len(codes)) if weights is None else weights
    return csr_array((counts, (first, second)), shape=(size, width)) @ spread
