"""What the order chart draws of a column: where its values stand, and the order declared, if any."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from catviz.geometry.value_geometries import Geometry, ValueDistances, ValueOrder
from catviz.orders import crossings, kendall_tau


class Chance(NamedTuple):
    """Taus of one column by chance: learned from shuffled tables, and of random orders."""

    shuffled: np.ndarray
    random: np.ndarray


@dataclass(frozen=True, eq=False)
class OrderLane:
    """One column of the order chart: its values, their counts, where each stands, and the order declared, if any."""

    attribute: str
    labels: tuple[str, ...]
    counts: np.ndarray
    ranks: np.ndarray
    declared: np.ndarray | None
    """Declared places, nan for a value without one."""
    positions: np.ndarray
    """0 to 1: evenly spaced, or by true gaps."""
    chance: Chance | None = None

    @property
    def given(self) -> np.ndarray:
        """``declared``, nan throughout where no order is declared."""
        return np.full(len(self.labels), np.nan) if self.declared is None else self.declared

    @cached_property
    def known(self) -> np.ndarray:
        """Values with a declared place."""
        return ~np.isnan(self.given)

    @property
    def moved(self) -> np.ndarray:
        """Values that stand at another place among those with a declared one."""
        out: np.ndarray = np.zeros(len(self.labels), dtype=bool)
        out[self.known] = np.argsort(np.argsort(self.ranks[self.known])) != self.given[self.known]
        return out

    @cached_property
    def tau(self) -> float:
        """Kendall's tau of the learned and the declared order."""
        return kendall_tau(self.ranks[self.known], self.given[self.known])

    @property
    def swapped(self) -> tuple[int, int]:
        """Pairs of values that stand the other way round than declared, and all pairs."""
        n = int(self.known.sum())
        return crossings(self.ranks[self.known], self.given[self.known]), n * (n - 1) // 2

    def titled(self, attribute: str) -> OrderLane:
        """The same lane under another name."""
        return replace(self, attribute=attribute)

    @property
    def remark(self) -> tuple[str, ...]:
        """The agreement in words; empty where no order is declared."""
        if self.declared is None:
            return ()
        swapped, pairs = self.swapped
        chance = "" if self.chance is None else f", shuffled {self.chance.shuffled.mean():.2f}"
        return f"tau {self.tau:.2f}{chance}", f"{swapped} of {pairs} pairs swapped"


def lane(
    geometry: Geometry, order: ValueOrder, column: str, true_gaps: bool = False, chance: Chance | None = None
) -> OrderLane:
    """The values of a column along the order that a geometry gives them (its ``order()``).

    Of an order and its reverse the one nearer the declared order is taken. ``true_gaps`` places the values by their
    distances instead of evenly; a learned order has ranks only, so it makes no difference there.
    """
    distances, book = geometry.distances(), geometry.codebook
    r = book.position(column)
    ranks, n = np.asarray(order.ranks[r]), len(book.categories[r])
    declared = None
    if book.kinds[r] == "ordinal":
        # the missing level has no declared place: it is compared with nothing
        declared = np.full(len(ranks), np.nan)
        declared[:n] = np.arange(n)
        if kendall_tau(ranks[:n], declared[:n]) < 0:
            ranks = len(ranks) - 1 - ranks
    positions = ranks / max(len(ranks) - 1, 1)
    if true_gaps and not isinstance(geometry, ValueOrder):
        positions = _gaps(distances, r, ranks)
    return OrderLane(column, book.labels[r], distances.frequencies[r], ranks, declared, positions, chance)


def _gaps(distances: ValueDistances, r: int, ranks: np.ndarray) -> np.ndarray:
    coordinates = distances.embed().coordinates[r]
    axis = coordinates[:, 0] if coordinates.shape[1] else np.zeros(len(coordinates))
    axis = (axis - axis.min()) / (np.ptp(axis) or 1.0)
    return 1 - axis if np.corrcoef(axis, ranks)[0, 1] < 0 else axis
