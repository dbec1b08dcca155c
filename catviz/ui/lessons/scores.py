"""How near a drawn guess comes to the truth, and what random guesses reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from catviz.orders import kendall_tau

GUESSES = 2000
"""Random guesses that a guess is compared with."""
SAME = 1e-9


@dataclass(frozen=True)
class Score:
    """A score, its mean over random guesses, and the share of them that are at least as good."""

    value: float
    chance: float
    as_good: float


def linear_correlation(places: Sequence[float], truth: ArrayLike, seed: int) -> Score | None:
    """Pearson's correlation of places and true values; None if all places are equal.

    A random guess gives the same places to the values in random order, so its mean correlation is 0.
    """
    own, true = np.asarray(places, dtype=float), np.asarray(truth, dtype=float)
    if np.ptp(own) <= SAME or np.ptp(true) <= SAME:
        return None
    z = [(x - x.mean()) / x.std() / np.sqrt(len(x)) for x in (own, true)]
    rng = np.random.default_rng(seed)
    random = np.array([rng.permutation(z[0]) @ z[1] for _ in range(GUESSES)])
    value = float(z[0] @ z[1])
    return Score(value, 0.0, float(np.mean(random >= value - SAME)))


def mean_gap(places: Sequence[float], truth: ArrayLike, seed: int) -> Score:
    """Mean absolute difference of places and true values, both from 0 to 1: 0 is best.

    A random guess places every value anywhere on the line, uniformly: its expected gap is (t² + (1 - t)²) / 2 for a
    true value t.
    """
    true = np.asarray(truth, dtype=float)
    random = np.abs(np.random.default_rng(seed).random((GUESSES, len(true))) - true).mean(axis=1)
    value = float(np.abs(np.asarray(places) - true).mean())
    expected = float(((true**2 + (1 - true) ** 2) / 2).mean())
    return Score(value, expected, float(np.mean(random <= value + SAME)))


def tau_either_way(order: Sequence[int], best: Sequence[np.ndarray], seed: int) -> Score:
    """Kendall's tau with the ranks (v,) of that best order which agrees most, in either direction."""
    rng, v = np.random.default_rng(seed), len(order)

    def tau(own: np.ndarray) -> float:
        return max(abs(kendall_tau(own, ranks)) for ranks in best)

    random = np.array([tau(rng.permutation(v)) for _ in range(GUESSES)])
    value = tau(np.argsort(order))
    return Score(value, float(random.mean()), float(np.mean(random >= value - SAME)))


def of_order(order: Sequence[int], value_of: Callable[[np.ndarray], float], best: float, seed: int) -> Score:
    """How much of the way from a random order to the best one: 1 is best, 0 the mean of random orders.

    Parameters
    ----------
    order : numbers of the values in the order guessed
    value_of : what the ranks (v,) of the values are worth; less is better
    best : the least that any order is worth
    """
    rng, v = np.random.default_rng(seed), len(order)
    random = np.array([value_of(rng.permutation(v)) for _ in range(GUESSES)])
    own, mean = value_of(np.argsort(order)), float(random.mean())
    return Score((mean - own) / (mean - best), 0.0, float(np.mean(random <= own + SAME)))
