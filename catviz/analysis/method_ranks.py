"""Methods held side by side: one column's pairs of values ranked by each, and two maps of all values in one frame.

Distances of different methods have different units, so pairs are compared by their percentile ranks within a method.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.distance import squareform
from scipy.stats import rankdata

from catviz.geometry.given import geometry_of_rows, geometry_of_values
from catviz.geometry.joint_map import JointMap
from catviz.geometry.scaling import align
from catviz.geometry.value_geometries import EQUAL, ValueDistances
from catviz.parameters import whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.sizes import refuse_array

#: At most so many values of a column are compared, the most frequent ones.
MOST_VALUES = 60
SAME_PLACE, EQUALLY_FAR = "every pair at distance 0", "every pair equally far"
SAMPLED_ROWS = 400


@dataclass(frozen=True, eq=False)
class MethodRanks:
    """One column under several methods.

    Attributes
    ----------
    labels : tuple of str
        The values compared.
    frequencies : (v,) value counts
    names : tuple of str
        The methods.
    ranks : (m, v, v) float64
        Percentile ranks of the pairs within each method, 0 nearest to 1 farthest; 0 on the diagonal, nan throughout
        where a method ties all pairs.
    ties : tuple of str or None
        How a method ties all pairs, in words; None where it does not.
    left_out : int
        Values of the column that are not compared: the rarest, and those that not all methods know.
    declared : bool
        Whether the column's values have a declared order, which ``labels`` has.
    """

    labels: tuple[str, ...]
    frequencies: np.ndarray
    names: tuple[str, ...]
    ranks: np.ndarray
    ties: tuple[str | None, ...]
    left_out: int
    declared: bool = False

    @cached_property
    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """(p,) first and (p,) second value of every pair, as places in ``labels``."""
        return np.triu_indices(len(self.labels), 1)

    @cached_property
    def order(self) -> np.ndarray:
        """(v,) one order for all methods: the declared one, else the optimal leaf order of the mean ranks.

        Methods that tie all pairs have no part in the mean.
        """
        untied = [table for table, tie in zip(self.ranks, self.ties, strict=True) if tie is None]
        if self.declared or not untied:
            return np.arange(len(self.labels))
        book = Codebook(("",), (self.labels,), ("nominal",), (False,))
        mean = ValueDistances(book, (np.mean(untied, axis=0),), (self.frequencies,))
        return np.argsort(mean.order("leaf").ranks[0], kind="stable")

    @cached_property
    def correlations(self) -> pd.DataFrame:
        """(m, m) Spearman's rank correlation over the pairs of values; nan where a method ties all pairs."""
        ranked = self.ranks[(slice(None), *self.pairs)]
        centred = ranked - ranked.mean(axis=1, keepdims=True) if ranked.size else ranked
        size = np.linalg.norm(centred, axis=1)
        size[size <= EQUAL] = np.nan
        matrix = np.clip(centred @ centred.T / np.outer(size, size), -1, 1)
        return pd.DataFrame(matrix, index=self.names, columns=self.names)

    def disagreements(self, most: int = 10) -> pd.DataFrame:
        """The pairs of values whose ranks differ most between methods, frequent values first among equals.

        Returns
        -------
        DataFrame
            ``a``, ``b``, ``near`` and ``far`` (the methods that find the pair nearest and farthest), ``near rank``,
            ``far rank``, ``spread`` (their difference). Pairs on which all agree, and methods that tie, are left out.
        """
        untied = np.array([tie is None for tie in self.ties], dtype=bool)
        first, second = self.pairs
        ranked = self.ranks[untied][:, first, second]
        columns = ["a", "b", "near", "far", "near rank", "far rank", "spread"]
        if not ranked.size:
            return pd.DataFrame(columns=columns)
        spread = np.ptp(ranked, axis=0)
        rarer = np.minimum(self.frequencies[first], self.frequencies[second])
        best = np.lexsort((-rarer, -np.round(spread, 9)))[:most]
        best = best[spread[best] > EQUAL]
        names = np.array(self.names, dtype=object)[untied]
        labels = np.array(self.labels, dtype=object)
        near, far = ranked[:, best].argmin(axis=0), ranked[:, best].argmax(axis=0)
        entries = (
            *(labels[first[best]], labels[second[best]]),
            *(names[near], names[far]),
            *(ranked[near, best], ranked[far, best]),
            spread[best],
        )
        return pd.DataFrame(dict(zip(columns, entries, strict=True)))


@whole_numbers("most")
def method_ranks(attribute: str, distances: Mapping[str, Any], most: int = MOST_VALUES) -> MethodRanks:
    """One column under several methods.

    Parameters
    ----------
    attribute : str
    distances : mapping of a method's name to its geometry, or to the fitted method
    most : int
        Values compared, the most frequent ones.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.method_ranks import method_ranks
    >>> t = catviz.load_dataset("mushroom")
    >>> compared = method_ranks("odor", {m: catviz.method(m).cls().fit(t).value_distances_ for m in ("ADM", "COD")})
    >>> compared.correlations.round(2).loc["ADM", "COD"].item()
    0.77
    """
    if not distances:
        raise ValueError("no method to look through: give at least one")
    learned = [geometry_of_values(given).distances() for given in distances.values()]
    tables = [d[attribute] for d in learned]
    shared = [label for label in tables[0].index if all(label in table.index for table in tables)]
    first = learned[0]
    r = first.codebook.position(attribute)
    counts = pd.Series(first.frequencies[r], tables[0].index, dtype=float)[shared]
    kept = np.sort(np.argsort(-counts.to_numpy(), kind="stable")[:most])
    labels = [shared[i] for i in kept]
    refuse_array(len(tables) * len(labels), len(labels), "ranks of pairs of values", "compare fewer values")
    cut = [table.loc[labels, labels].to_numpy() for table in tables]
    ties = tuple(map(tie, cut))
    ranks = [percentile_ranks(t) if why is None else np.full(t.shape, np.nan) for t, why in zip(cut, ties, strict=True)]
    left_out = max(map(len, tables)) - len(labels)
    declared = first.codebook.kinds[r] == "ordinal"
    return MethodRanks(
        tuple(labels), counts.to_numpy()[kept], tuple(distances), np.stack(ranks), ties, left_out, declared
    )


def percentile_ranks(table: np.ndarray) -> np.ndarray:
    """(v, v) ranks of the pairs of values from 0 (nearest) to 1 (farthest), equal distances sharing their mean rank.

    A single pair ranks in the middle, 0.5. The diagonal is 0.
    """
    condensed = squareform(table, checks=False)
    if not len(condensed):
        return np.zeros(table.shape)
    scale = condensed.max() or 1.0
    ranks = rankdata(np.round(condensed / scale, 9)) - 1
    return squareform(ranks / (len(ranks) - 1) if len(ranks) > 1 else np.full(1, 0.5))


def tie(table: np.ndarray) -> str | None:
    """How a table ties all its pairs, in words; None where some pair is nearer than another, or there is but one."""
    condensed = squareform(table, checks=False)
    if not len(condensed):
        return None
    if condensed.max() <= EQUAL:
        return SAME_PLACE
    return EQUALLY_FAR if len(condensed) > 1 and np.ptp(condensed) <= EQUAL * condensed.max() else None


@dataclass(frozen=True, eq=False)
class AlignedMaps:
    """Two maps of the same values, the second in the frame of the first.

    Attributes
    ----------
    values : tuple of (attribute, value)
        Those that both maps show.
    first, second : (c, k) coordinates
    moved : (c,) distance between a value's two places
    common : float
        Share of the first map's (weighted) spread that the second reproduces: 1 where the maps differ by a move, a
        turn, a reflection and a scale only.
    """

    values: tuple[tuple[str, str], ...]
    first: np.ndarray
    second: np.ndarray
    moved: np.ndarray
    common: float


def aligned(first: JointMap, second: JointMap, weights: np.ndarray | None = None) -> AlignedMaps:
    """The second map moved, turned, reflected and scaled onto the first over the values that both show.

    ``weights`` (one a value of the first map, such as its count) say how much each counts in this; None counts all
    alike.
    """
    a, b, mass, kept = _shared(first, second, weights)
    if not len(kept):
        return AlignedMaps((), a, b, np.empty(0), 0.0)
    laid, common = _aligned(a, b, mass)
    return AlignedMaps(tuple(first.values[i] for i in kept), a, laid, np.linalg.norm(a - laid, axis=1), common)


@whole_numbers("draws")
def common_by_chance(
    first: JointMap, second: JointMap, weights: np.ndarray | None = None, draws: int = 200, random_state: int = 0
) -> np.ndarray:
    """(draws,) shares of the spread that `aligned` finds if the values of the second map are permuted.

    Two maps that are not related share some of their spread too, since one is turned and scaled to fit the other: the
    fewer values, the more.
    """
    a, b, mass, _ = _shared(first, second, weights)
    if not len(a):
        return np.zeros(draws)
    rng = np.random.default_rng(random_state)
    return np.array([max(_aligned(a, rng.permutation(b), mass)[1], 0.0) for _ in range(draws)])


def agreement(table: CategoricalTable, fitted: Mapping[str, Any], random_state: int = 0) -> pd.DataFrame:
    """Spearman correlation of row distances between methods.

    Parameters
    ----------
    table : CategoricalTable
    fitted : mapping of name to fitted method
    random_state : int
        Draws the rows, at most 400 distinct ones of positive weight.

    Returns
    -------
    (m, m) DataFrame; nan where a method finds all rows equally far.
    """
    rows, _ = table.unique_rows()
    rows = rows[rows.row_weights > 0]
    if len(rows) > SAMPLED_ROWS:
        rows = rows[np.sort(np.random.default_rng(random_state).choice(len(rows), SAMPLED_ROWS, replace=False))]
    ranks = {}
    for name, method in fitted.items():
        distances = squareform(geometry_of_rows(method).between(rows), checks=False)
        ranks[name] = rankdata(np.round(distances / (distances.max(initial=0) or 1.0), 9))
    names = list(ranks)
    matrix = [[_correlation(ranks[a], ranks[b]) for b in names] for a in names]
    return pd.DataFrame(matrix, index=names, columns=names)


def _shared(
    first: JointMap, second: JointMap, weights: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """``(a, b, mass, kept)``: places of the values that both maps show, their (m, 1) weights, places in the first."""
    for given in (first, second):
        if not isinstance(given, JointMap):
            raise ValueError(f"a map of values is expected, not a {type(given).__name__}: give what joint_map makes")
    places = {value: i for i, value in enumerate(second.values)}
    kept = np.array([i for i, value in enumerate(first.values) if value in places], dtype=int)
    other = np.array([places[first.values[i]] for i in kept], dtype=int)
    mass = np.ones(len(kept)) if weights is None else np.asarray(weights, dtype=float)[kept]
    mass = np.maximum(mass / (mass.max(initial=0) or 1.0), 1e-12)[:, None]
    return first.coordinates[kept], second.coordinates[other], mass, kept


def _aligned(a: np.ndarray, b: np.ndarray, mass: np.ndarray) -> tuple[np.ndarray, float]:
    """``(b laid onto a, the share of the spread of a that it takes up)``."""
    centre, root = (mass * a).sum(axis=0) / mass.sum(), np.sqrt(mass)
    a_part, b_part = root * (a - centre), root * (b - (mass * b).sum(axis=0) / mass.sum())
    # each point and its mirror image: the weighted centres stay where they are, at zero
    laid = align(np.vstack([a_part, -a_part]), np.vstack([b_part, -b_part]))[: len(a)]
    spread = (a_part**2).sum()
    common = 1 - ((a_part - laid) ** 2).sum() / spread if spread else 0.0
    return laid / root + centre, float(common)


def _correlation(a: np.ndarray, b: np.ndarray) -> float:
    if len(a) < 2 or a.std() == 0 or b.std() == 0:
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])
