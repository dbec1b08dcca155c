"""Sums over columns by table look-up: what assigning rows to clusters, and counting values a cluster, come down to."""

from __future__ import annotations

import numpy as np

FUSED = 4096
"""Columns are fused into one table while its entries stay at or below this, and below the number of rows."""
ROUNDING = 1e10
"""Costs are compared after rounding to 1e-10; among equal ones the lowest cluster wins."""
_BLOCK = 2**18


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

    def __init__(self, codes: np.ndarray, sizes: np.ndarray, weights: np.ndarray):
        self.weights = np.asarray(weights, dtype=float)
        self.sizes = [int(size) for size in sizes]
        self._groups = _fusion(self.sizes, min(FUSED, max(len(codes), 1)))
        self._fused = [_fused_codes(codes, self.sizes, group) for group in self._groups]

    def __len__(self) -> int:
        return len(self.weights)

    def nearest(self, tables: list[np.ndarray], extra: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """``(labels, costs)``: the cheapest cluster of each row and what it costs.

        ``tables[r]`` is (k, v_r); ``extra`` is (k, m), what rows cost besides.
        """
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

    def costs(self, tables: list[np.ndarray], labels: np.ndarray, extra: np.ndarray | None = None) -> np.ndarray:
        """(m,) rounded cost of each row in the cluster given."""
        fused = self._fused_tables(tables)
        total = sum(t[labels, codes] for t, codes in zip(fused, self._fused, strict=True))
        if extra is not None:
            total = total + extra[labels, np.arange(len(labels))] * ROUNDING
        return np.rint(total) / ROUNDING

    def counts(self, labels: np.ndarray, k: int) -> list[np.ndarray]:
        """Value weights a cluster: one (k, v_r) array a column."""
        out: list[np.ndarray] = []
        for group, codes in zip(self._groups, self._fused, strict=True):
            shape = [self.sizes[r] for r in group]
            size = int(np.prod(shape))
            joint = np.bincount(labels * size + codes, weights=self.weights, minlength=k * size).reshape(k, *shape)
            for _ in shape[1:]:
                out.append(joint.sum(axis=tuple(range(2, joint.ndim))))
                joint = joint.sum(axis=1)
            out.append(joint)
        return out

    def _fused_tables(self, tables: list[np.ndarray]) -> list[np.ndarray]:
        """One (k, entries) table a group of columns, scaled so that costs are rounded to whole numbers."""
        fused = []
        for group in self._groups:
            total = tables[group[0]] * ROUNDING
            for r in group[1:]:
                total = (total[:, :, None] + tables[r][:, None, :] * ROUNDING).reshape(len(total), -1)
            fused.append(total)
        return fused


def _lowest(costs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First minimum of each column of a (k, m) array, by running comparison."""
    labels = np.zeros(costs.shape[1], dtype=np.intp)
    best = costs[0].copy()
    for j in range(1, len(costs)):
        labels[costs[j] < best] = j
        np.minimum(best, costs[j], out=best)
    return labels, best


def _fusion(sizes: list[int], entries: int) -> list[list[int]]:
    """Consecutive columns in as few groups as hold at most ``entries`` combinations each, the groups of like size."""
    groups = _grouped(sizes, entries)
    while entries > 1 and len(smaller := _grouped(sizes, entries // 2)) == len(groups):
        groups, entries = smaller, entries // 2
    return groups


def _grouped(sizes: list[int], entries: int) -> list[list[int]]:
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


def _fused_codes(codes: np.ndarray, sizes: list[int], group: list[int]) -> np.ndarray:
    fused = codes[:, group[0]].astype(np.intp)
    for r in group[1:]:
        fused *= sizes[r]
        fused += codes[:, r]
    return fused
