"""Columns shuffled one by one; where rows belong together, whole groups of rows change places."""

from __future__ import annotations

from itertools import groupby

import numpy as np

#: Groups of one size among which cells change places, at least; sizes of fewer groups are taken together with others.
FEWEST_ALIKE = 10
#: Sizes of few groups stay on their own if they have so few of the rows together: little is then left unshuffled.
_LITTLE = 0.15


class Shuffling:
    """Ways to shuffle columns, each on its own: counts of values stay, every relation between columns is lost.

    With groups, the cells of a group in a column move together, in their order, to another group with as many cells:
    what the rows of a group have in common in one column stays, and if columns are unrelated all these tables are
    equally likely. Sizes that few groups have are taken together with the next ones; a group's cells are then repeated
    from the first on, or some of them drawn in their order, to fit into another group.

    Parameters
    ----------
    columns : (n, d) cells
    stays : (n, d) bool
        Cells that stay where they are, such as missing ones.
    groups : (n,) group of each row, or None
    """

    def __init__(self, columns: np.ndarray, stays: np.ndarray, groups: np.ndarray | None = None) -> None:
        self._columns, self._stays, self._strata = columns, stays, None
        if groups is not None:
            self._strata = [_strata(groups, ~kept) for kept in stays.T]

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        """(n, d) the columns, shuffled."""
        if self._strata is None:
            return shuffled_in_place(self._columns, self._stays, rng)
        shuffled = self._columns.copy()
        for r, strata in enumerate(self._strata):
            for runs in strata:
                order = rng.permutation(len(runs))
                for to, of in _dealt(runs, order, rng):
                    shuffled[to, r] = self._columns[of, r]
        return shuffled


def shuffled_in_place(columns: np.ndarray, stays: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """(n, d) columns, each in random order, but for the cells marked in (n, d) ``stays``."""
    if not stays.any():
        return rng.permuted(columns, axis=0)
    drawn = np.argsort(rng.random(columns.shape) + stays, axis=0)  # those that stay last
    places = np.argsort(stays, axis=0, kind="stable")
    shuffled = np.empty_like(columns)
    np.put_along_axis(shuffled, places, np.take_along_axis(columns, drawn, axis=0), axis=0)
    return np.where(stays, columns, shuffled)


def in_order_of_groups(codes: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """(n,) rows with those of a group side by side, in an order that depends on no name and not on that of the groups.

    The rows of a group keep their order.

    Examples
    --------
    >>> in_order_of_groups(np.array([[1], [0], [1]]), np.array([5, 3, 5])).tolist()
    [1, 0, 2]
    """
    order = np.argsort(groups, kind="stable")
    runs = np.split(order, np.flatnonzero(np.diff(groups[order])) + 1)
    runs.sort(key=lambda run: (len(run), codes[run].tolist()))
    return np.concatenate(runs) if len(order) else order


_Runs = np.ndarray | list[np.ndarray]


def _strata(groups: np.ndarray, moves: np.ndarray) -> list[_Runs]:
    """Groups that change places among each other: (m, size) rows of groups of one size, or a list of rows of each."""
    rows = np.flatnonzero(moves)
    rows = rows[np.argsort(groups[rows], kind="stable")]
    runs = np.split(rows, np.flatnonzero(np.diff(groups[rows])) + 1) if len(rows) else []
    by_size = [list(some) for _, some in groupby(sorted(runs, key=len), key=len)]
    rare = sum(len(some) * len(some[0]) for some in by_size if len(some) < FEWEST_ALIKE)
    strata: list[_Runs] = []
    waiting: list[np.ndarray] = []
    for some in by_size:
        if len(some) >= FEWEST_ALIKE or rare <= _LITTLE * len(rows):
            strata.append(np.array(some))
            continue
        waiting += some
        if len(waiting) >= FEWEST_ALIKE:
            strata.append(waiting)
            waiting = []
    return [*strata, waiting] if waiting else strata


def _dealt(runs: _Runs, order: np.ndarray, rng: np.random.Generator) -> list[tuple[np.ndarray, np.ndarray]]:
    """Rows that cells move to, and those that they come from."""
    if isinstance(runs, np.ndarray):
        return [(runs, runs[order])]
    dealt = []
    for to, place in zip(runs, order.tolist(), strict=True):
        of = runs[place]
        if len(of) > len(to):
            of = of[np.sort(rng.choice(len(of), len(to), replace=False))]
        dealt.append((to, np.resize(of, len(to))))
    return dealt
