"""All orders of a column's values with the smallest mean distance between two rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def best_orders(counts: Sequence[int]) -> list[tuple[int, ...]]:
    """Every order with the smallest mean number of steps between two rows, an order and its reverse counted once.

    A step between two places is taken by each pair of rows on its two sides. So an order costs, summed over its steps,
    rows before times rows after, and the least cost of the values placed first does not depend on those that follow:
    subsets are worked out one after the other, in whole numbers, so that ties are exact.

    Parameters
    ----------
    counts : rows with each value; up to about 15 values

    Returns
    -------
    list of orders, each the numbers of the values from one end to the other

    Examples
    --------
    >>> best_orders([1, 5, 3])
    [(0, 1, 2)]
    """
    counts, v = [int(n) for n in counts], len(counts)
    rows = [sum(n for i, n in enumerate(counts) if placed >> i & 1) for placed in range(1 << v)]
    step = [n * (rows[-1] - n) for n in rows]
    least = [0] * (1 << v)
    for placed in range(1, 1 << v):
        least[placed] = step[placed] + min(least[rest] for _, rest in _without_one(placed, v))

    def orders(placed: int) -> Iterator[tuple[int, ...]]:
        if not placed:
            yield ()
        for last, rest in _without_one(placed, v):
            if least[rest] + step[placed] == least[placed]:
                yield from ((*order, last) for order in orders(rest))

    return [order for order in orders((1 << v) - 1) if order[0] <= order[-1]]


def _without_one(placed: int, v: int) -> Iterator[tuple[int, int]]:
    """(value taken out, the others) of each value in a set of values, which is written in bits."""
    return ((i, placed & ~(1 << i)) for i in range(v) if placed >> i & 1)
