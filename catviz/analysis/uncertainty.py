"""How sure learned distances, nearest values, orders and places of values are, as samples of one population differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.stats import chi2, norm
from sklearn.base import clone

from catviz.analysis.statistics import CONFIDENCE, LEVEL
from catviz.base import CountsMethod, as_table
from catviz.geometry.scaling import first_axis
from catviz.geometry.value_geometries import Geometry, ValueEmbedding
from catviz.parameters import whole_numbers
from catviz.progress import one_thread
from catviz.registry import make
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts, count
from catviz.table.kernels import burt_matrix, distinct_rows
from catviz.table.weights import are_whole

#: A value of fewer rows gets no statement, and one of fewer rows than the second no ellipse.
FEWEST, FEWEST_OF_ELLIPSES = 5, 10
#: How many times the bias of the resamples is taken off a distance at the low end of its interval, and how many
#: standard deviations: for values of `_RARE` rows or more, and for rarer ones. Resampling adds the noise of a sample
#: once more. Where two values have one distribution, that adds sqrt(2) - 1 of the bias there is; where they are far
#: apart, all of it. With these numbers intervals hold the truth in simulations; where those of rare values miss it, it
#: is nearly always below them.
_LOW, _LOW_OF_RARE, _RARE = (1.8, 2.6), (1 / (np.sqrt(2) - 1), 3.0), 12
#: Standard deviations at the high end.
_HIGH = norm.isf(LEVEL / 2)
#: How many times the bias of the resamples is taken off a distance that could be the smallest. By simulation, sets held
#: the nearest value in 88 % of the samples of skewed columns with 1, and in 98 % with 2.
_BIAS_OF_NEAREST = 2.0
#: A value that a resample does not have keeps this share of its rows, so that no method meets an empty value.
_TRACE = 1e-9
#: Products up to which co-occurrences are one product of matrices, which is quicker than counting.
_FEW_PRODUCTS = 1e6
#: Bytes of co-occurrences that are kept, to learn columns one by one; else all are learned in one pass, if their
#: distances in all resamples have no more bytes than the second.
_KEPT, _DISTANCES = 2**22, 2**26
_FEWEST_RESAMPLES = 40
#: Deals of two values' rows that are made at a time.
_DEALS = 25
#: Resamples that must have all values of a column.
_COMPLETE = 20


@dataclass(frozen=True)
class PairUncertainty:
    """How sure the distance of two values is.

    Attributes
    ----------
    distance : float
        In these rows.
    low, high : float
        What it is in the population, with 95 % confidence; ``low`` is 0 where the values are not told apart.
    by_chance : float
        The mean distance of two values of one distribution that have as many rows as these two.
    p_value : float
        Of the hypothesis that both values have one distribution: the share of random deals of their rows that reach the
        distance, these rows included. NaN where whole groups of rows were drawn.
    is_least : bool
        Whether no deal reached the distance, so that p could not be smaller.
    """

    distance: float
    low: float
    high: float
    by_chance: float
    p_value: float
    is_least: bool = False

    @property
    def told_apart(self) -> bool:
        """Whether the two values differ, by the test at `LEVEL`."""
        return self.p_value <= LEVEL


@dataclass(frozen=True)
class NearestValues:
    """Which values can be the nearest to one value.

    Attributes
    ----------
    value : str
    nearest : str
        In these rows.
    possible : tuple of str
        With 95 % confidence the nearest value in the population is one of these; nearer ones first.
    share : float
        Of the resamples in which the nearest value is this one. It is no probability: of those at 95 %, fewer hold.
    n_candidates : int
        Other values of at least five rows.
    """

    value: str
    nearest: str
    possible: tuple[str, ...]
    share: float
    n_candidates: int

    @property
    def is_clear(self) -> bool:
        """Whether no other value can be the nearest."""
        return len(self.possible) == 1


@dataclass(frozen=True, eq=False, repr=False)
class Uncertainty:
    """What other samples of the same population would show of the values of a table, as `uncertainty` makes it.

    Attributes
    ----------
    method : unfitted method of counts
    counts : Counts
        Of these rows.
    n_resamples : int
    grouped : bool
        Whether whole groups of rows were drawn.
    """

    method: Any
    counts: Counts
    n_resamples: int
    grouped: bool
    rows: _Rows
    random_state: int

    def __repr__(self) -> str:
        return f"Uncertainty({self.method}, {self.n_resamples} resamples)"

    def draw(self) -> None:
        """Draw the resamples now; else they are drawn when the first answer needs them."""
        if self._kept_counts is None and self._all_at_once:
            self._tables(0)

    @property
    def codebook(self) -> Codebook:
        """Names of columns, and of the values that have distances."""
        return self.geometry.codebook

    def support(self, r: int) -> np.ndarray:
        """(v_r,) rows that carry each value of a column, by number; groups of rows where whole groups are drawn."""
        return self.rows.support(r)[: self.codebook.n_values[r]]

    @cached_property
    def geometry(self) -> Geometry:
        """What the method learns from these rows."""
        with collected_remarks():
            return clone(self.method)._learn(self.counts)

    @cached_property
    def _kept_counts(self) -> list[np.ndarray] | None:
        c = len(self.counts.matrix)
        if 4 * self.n_resamples * c * c > _KEPT:
            return None
        return list(self.rows.resampled(self.n_resamples, self.random_state))

    def _resampled(self) -> Iterator[np.ndarray]:
        """(c, c) co-occurrences of each resample."""
        kept = self._kept_counts
        return self.rows.resampled(self.n_resamples, self.random_state) if kept is None else iter(kept)

    def _with(self, matrix: np.ndarray) -> Counts:
        return replace(self.counts, matrix=matrix + _TRACE * self.counts.matrix)

    def _tables(self, r: int) -> np.ndarray:
        """(B, v, v) distances of column r in the resamples; NaN for a value that one does not have."""
        if r not in self._learned:
            every = range(len(self.codebook.attributes))
            self._learned.update(self._learn_columns(every if self._all_at_once else [r]))
        return self._learned[r]

    @property
    def _all_at_once(self) -> bool:
        alone = type(self.method)._value_table is not CountsMethod._value_table
        if alone and self._kept_counts is not None:
            return False
        return not alone or 8 * self.n_resamples * float((self.codebook.n_values**2.0).sum()) <= _DISTANCES

    @cached_property
    def _learned(self) -> dict[int, np.ndarray]:
        return {}

    def _learn_columns(self, columns: Sequence[int]) -> dict[int, np.ndarray]:
        """`_tables` of some columns, from one pass over the resamples."""
        parts, sizes, method = self.counts.codebook.slices(), self.codebook.n_values, clone(self.method)
        out = {r: np.empty((self.n_resamples, sizes[r], sizes[r])) for r in columns}
        with collected_remarks(), one_thread():
            for b, matrix in enumerate(self._resampled()):
                counts = self._with(matrix)
                tables = method._learn(counts).distances().tables if len(out) > 1 else ()
                for r, tables_of_r in out.items():
                    table = (tables[r] if tables else method._value_table(counts, r)).copy()
                    gone = np.diag(matrix)[parts[r]][: sizes[r]] < 0.5
                    table[gone] = np.nan
                    table[:, gone] = np.nan
                    tables_of_r[b] = table
        return out

    def _check(self, holds: bool) -> None:
        if not holds:
            name = type(self.method).__name__
            raise ValueError(f"how far {name}'s distances from samples can be trusted was not shown: choose ADM or COS")

    def intervals(self, attribute: str) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Where each distance of a column's values lies in the population, with 95 % confidence for each by itself.

        Distances from counts are too large on average, most for rare values; the bias of the resamples says how much.
        The interval runs from T - 1.8 b - 2.6 s to T - b + 1.96 s, at least 0: T the distance, b the mean of the
        resamples less T, s their standard deviation. It begins at T - 2.41 b - 3 s if one value has fewer than 12 rows.

        Returns
        -------
        low, high : (v, v) DataFrames
            By the names of the values; NaN for values of fewer than five rows.

        Raises
        ------
        ValueError
            It was not shown by simulation that intervals of the method's distances hold the truth.
        """
        self._check(self.method.intervals_hold)
        r = self.codebook.position(attribute)
        own, bias, error = self._spread(r)
        n = self.support(r)
        is_rare = np.minimum.outer(n, n) < _RARE
        times, deviations = (np.where(is_rare, *both) for both in zip(_LOW_OF_RARE, _LOW, strict=True))
        low = np.maximum(own - times * bias - deviations * error, 0)
        high = np.maximum(np.minimum(own - bias + _HIGH * error, self.method.largest_distance), low)
        few = n < FEWEST
        low[few], low[:, few], high[few], high[:, few] = (np.nan,) * 4
        names = list(self.codebook.labels[r])
        return pd.DataFrame(low, names, names), pd.DataFrame(high, names, names)

    def _spread(self, r: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(v, v) distances of a column, their bias (0 at least) and their standard deviations in the resamples."""
        own, many = self.geometry.distances().tables[r], self._tables(r)
        with np.errstate(invalid="ignore"):
            return own, np.maximum(_mean(many) - own, 0), _deviation(many)

    def pairs(self, attribute: str) -> pd.DataFrame:
        """Every pair of a column's values with `intervals`: ``value``, ``other``, ``distance``, ``low`` and ``high``.

        Raises
        ------
        ValueError
            As for `intervals`.
        """
        low, high = self.intervals(attribute)
        own = self.geometry.distances()[attribute].to_numpy()
        first, second = np.triu_indices(len(own), 1)
        names = low.index.to_numpy()
        ends = {"low": low.to_numpy()[first, second], "high": high.to_numpy()[first, second]}
        return pd.DataFrame({"value": names[first], "other": names[second], "distance": own[first, second], **ends})

    def pair(self, attribute: str, a: str, b: str) -> PairUncertainty:
        """How sure the distance of two values of a column is.

        Raises
        ------
        ValueError
            A value of fewer than five rows (groups), or not a value of the column; or as for `intervals`.
        """
        r, i, j = self._places(attribute, a, b)
        distance = float(self.geometry.distances().tables[r][i, j])
        low, high = (float(table.iloc[i, j]) for table in self.intervals(attribute))
        alone = self.grouped or i == j
        dealt = np.full(self.n_resamples, np.nan) if alone else np.concatenate([*self._dealt(r, i, j)])
        reached = _reached(dealt, distance)
        p = np.nan if np.isnan(dealt).any() else (1 + reached) / (1 + len(dealt))
        low = 0.0 if p > LEVEL else low
        return PairUncertainty(distance, low, high, float(dealt.mean()), float(p), reached == 0 and p == p)

    def not_told_apart(self, attribute: str) -> list[tuple[str, str]]:
        """Pairs of a column's values that are not shown to differ: `told_apart` of their `pair` is False.

        Each pair is tested by itself, and no longer than its answer needs. Values of fewer than five rows are in none.

        Raises
        ------
        ValueError
            Whole groups of rows were drawn, for which there is no such test; or as for `intervals`.
        """
        self._check(self.method.intervals_hold)
        if self.grouped:
            raise ValueError("two values are not tested where rows belong together: rows are dealt one by one")
        r, most = self.codebook.position(attribute), LEVEL * (1 + self.n_resamples) - 1
        own, labels = self.geometry.distances().tables[r], self.codebook.labels[r]
        pairs = []
        for i, j in combinations(np.flatnonzero(self.support(r) >= FEWEST).tolist(), 2):
            reached = 0
            for dealt in self._dealt(r, i, j):
                reached += _reached(dealt, own[i, j])
                if reached > most:
                    pairs.append((labels[i], labels[j]))
                    break
        return pairs

    def _dealt(self, r: int, i: int, j: int) -> Iterator[np.ndarray]:
        """Distances of values i and j of column r with their rows dealt at random, as many to each as it has.

        B distances, a few dozen at a time.
        """
        start, method = self.counts.codebook.offsets[r], clone(self.method)
        first, second = start + i, start + j
        both = self.counts.matrix[first] + self.counts.matrix[second]
        n = self.counts.matrix[[first, second], [first, second]]
        for joints in self.rows.dealt(r, i, j, self.n_resamples, self.random_state):
            out = np.empty(len(joints))
            with collected_remarks(), one_thread():
                for b, joint in enumerate(joints):
                    matrix = self.counts.matrix.astype(float)
                    for place, counted in ((first, joint), (second, both - joint)):
                        matrix[place] = matrix[:, place] = counted
                    matrix[np.ix_([first, second], [first, second])] = np.diag(n)
                    out[b] = method._value_table(replace(self.counts, matrix=matrix), r)[i, j]
            yield out

    def nearest(self, attribute: str, value: str) -> NearestValues | None:
        """Which values of a column can be the nearest to one of them.

        None with fewer than two others of five rows, or if few resamples have them all. A value is left out if it is
        farther than another one by more, in units of its error, than the 95 % point of the largest such difference in
        the resamples: multiple comparisons with the best (Hsu 1981), resampled. More bias is taken off its distance
        than off the others', since that of a rare value is large.

        Raises
        ------
        ValueError
            The value has fewer than five rows, or is no value of the column; or it was not shown by simulation that the
            sets of this method hold the nearest value.
        """
        self._check(self.method.nearest_sets_hold)
        r, a = self._places(attribute, value)
        labels, n = self.codebook.labels[r], self.support(r)
        own, many = self.geometry.distances().tables[r][a], self._tables(r)[:, a]
        places = np.array([b for b in range(len(labels)) if b != a and n[b] >= FEWEST], dtype=int)
        if len(places) < 2:
            return None
        X = many[:, places]
        X = X[np.isfinite(X).all(axis=1)]
        if len(X) < _COMPLETE:
            return None
        own = own[places]
        nearest = int(own.argmin())
        kept = _best(own, X)
        names = [labels[places[i]] for i in np.argsort(own, kind="stable") if kept[i]]
        share = float((X.argmin(axis=1) == nearest).mean())
        return NearestValues(labels[a], labels[places[nearest]], tuple(names), share, len(places))

    def order(self, attribute: str) -> pd.DataFrame:
        """How sure the order of each two values of a column is, along the first axis of their distances.

        Returns
        -------
        DataFrame
            ``value``, ``other`` (which comes later), and ``share``: of the resamples in which the two stand in that
            order, after resamples that run the other way were reversed; ``settled`` where that is at least 95 % and
            the distance of the two is above 0, at the low end that `intervals` has for values of fewer than 12 rows.
            Values of fewer than five rows take no part.
            Empty where fewer than three are left, as an order and its reverse are the same.

        Raises
        ------
        ValueError
            As for `intervals`.
        """
        self._check(self.method.intervals_hold)
        r = self.codebook.position(attribute)
        power, n = self.geometry.distances().power, self.support(r)
        kept = np.flatnonzero(n >= FEWEST)
        own = first_axis(self.geometry.distances().tables[r][np.ix_(kept, kept)] ** power)
        share, resamples = np.zeros((len(kept), len(kept))), 0
        for table in self._tables(r)[:, kept][:, :, kept]:
            if np.isnan(table).any():
                continue
            places = first_axis(table**power)
            places = places if (own - own.mean()) @ places >= 0 else -places
            share += np.sign(np.subtract.outer(places, places)) == np.sign(np.subtract.outer(own, own))
            resamples += 1
        known = len(kept) > 2 and resamples >= _COMPLETE
        first, second = np.triu_indices(len(kept) if known else 0, 1)
        forward = own[first] <= own[second]
        names = np.array(self.codebook.labels[r], dtype=object)[kept]
        ahead, behind = np.where(forward, names[first], names[second]), np.where(forward, names[second], names[first])
        shares = share[first, second] / max(resamples, 1)
        distance, bias, error = (table[np.ix_(kept, kept)][first, second] for table in self._spread(r))
        times, deviations = _LOW_OF_RARE
        settled = (shares >= CONFIDENCE) & (distance - times * bias - deviations * error > 0)
        return pd.DataFrame({"value": ahead, "other": behind, "share": shares, "settled": settled})

    def ellipses(self) -> pd.DataFrame:
        """Ellipses of the places of values on the first two axes: 95 % of normal samples, each by itself.

        The axes of each resample are turned onto these by the places of rows (Procrustes), since axes of about equal
        inertia change places between samples. Ellipses have the covariance of the places of a value. Axes that are held
        fixed instead would hold the truth in about half of the cases only. By simulation, ellipses hold it in 95 % of
        the samples if the axes are clear, and in 82 to 88 % if they are weak.

        Returns
        -------
        DataFrame
            A line per value of at least ten rows: ``column``, ``value``, its place ``x`` and ``y``, the half axes
            ``longer`` and ``shorter``, and ``angle`` of the longer one in radians.

        Raises
        ------
        ValueError
            The method does not place all values in one plane.
        """
        geometry = self.geometry
        if not (isinstance(geometry, ValueEmbedding) and geometry.joint and geometry.combine == "mean"):
            raise ValueError(f"{type(self.method).__name__} does not place all values among the rows: choose MCA")
        if geometry.coordinates[0].shape[1] < 2:
            raise ValueError("an ellipse needs two axes, and there is one")
        offsets, sizes = self.counts.codebook.offsets, self.codebook.n_values
        kept = np.concatenate([start + np.arange(v) for start, v in zip(offsets, sizes, strict=False)])
        burt = self.counts.matrix[np.ix_(kept, kept)]
        n = np.concatenate([self.support(r) for r in range(len(sizes))])
        own, seen = np.vstack(geometry.coordinates)[:, :2], geometry.encoding()[:, :2]
        places, method = np.empty((self.n_resamples, *own.shape)), clone(self.method)
        with collected_remarks(), one_thread():
            for b, matrix in enumerate(self._resampled()):
                again = method._learn(self._with(matrix))
                left, _, right = np.linalg.svd(again.encoding()[:, :2].T @ burt @ seen)
                places[b] = np.vstack(again.coordinates)[:, :2] @ left @ right
                places[b, np.diag(matrix)[kept] < 0.5] = np.nan
        radius = np.sqrt(chi2.ppf(CONFIDENCE, 2))
        lines = []
        for p, (column, value) in enumerate(self.codebook.values):
            if n[p] < FEWEST_OF_ELLIPSES:
                continue
            there = places[np.isfinite(places[:, p, 0]), p]
            variances, directions = np.linalg.eigh(np.cov(there.T))
            shorter, longer = radius * np.sqrt(np.maximum(variances, 0))
            angle = float(np.arctan2(directions[1, 1], directions[0, 1]))
            lines.append((column, value, own[p, 0], own[p, 1], longer, shorter, angle))
        return pd.DataFrame(lines, columns=["column", "value", "x", "y", "longer", "shorter", "angle"])

    def _places(self, attribute: str, *values: str) -> tuple[int, ...]:
        """Number of a column, and places of some of its values."""
        r = self.codebook.position(attribute)
        places = [self.codebook.code(attribute, value) for value in values]
        for value, place in zip(values, places, strict=True):
            if self.support(r)[place] < FEWEST:
                what = "groups of rows" if self.grouped else "rows"
                raise ValueError(f"{value!r} has fewer than {FEWEST} {what}: too few to say how sure its distances are")
        return r, *places


@dataclass(frozen=True, eq=False)
class _Rows:
    """The distinct rows that are resampled: (m, d) codes, (m,) whole weights, and (m,) numbers of groups or None."""

    codes: np.ndarray
    levels: np.ndarray
    weights: np.ndarray
    groups: np.ndarray | None

    def support(self, r: int) -> np.ndarray:
        """(v,) rows that carry each value of column r, or groups of which a row does."""
        codes, v = self.codes[:, r].astype(np.intp), int(self.levels[r])
        if self.groups is None:
            return np.bincount(codes, self.weights, v)
        return np.bincount(np.unique(self.groups * v + codes) % v, minlength=v)

    def resampled(self, n_resamples: int, random_state: int) -> Iterator[np.ndarray]:
        """(c, c) float32 co-occurrences of as many rows, or groups, drawn with replacement."""
        rng = np.random.default_rng(random_state)
        n = int(self.weights.sum()) if self.groups is None else int(self.groups.max()) + 1
        chances = self.weights / n if self.groups is None else np.full(n, 1 / n)
        offsets = np.concatenate([[0], np.cumsum(self.levels)])
        indicators = None
        if len(self.codes) * float(offsets[-1]) ** 2 < _FEW_PRODUCTS:
            indicators = np.zeros((len(self.codes), offsets[-1]), dtype=np.float32)
            indicators[np.arange(len(self.codes))[:, None], self.codes + offsets[:-1]] = 1
        for drawn in rng.multinomial(n, chances, size=n_resamples):
            weights = drawn if self.groups is None else self.weights * drawn[self.groups]
            if indicators is not None:
                yield indicators.T @ (weights[:, None].astype(np.float32) * indicators)
            else:
                kept = np.flatnonzero(weights)
                yield burt_matrix(self.codes[kept], self.levels, weights[kept].astype(float)).astype(np.float32)

    def dealt(self, r: int, i: int, j: int, n_deals: int, random_state: int) -> Iterator[np.ndarray]:
        """How the rows dealt to value i meet all values, if the rows of i and j are dealt to both at random.

        Parts of (B, c), a few dozen deals each.
        """
        rng, codes = np.random.default_rng(random_state), self.codes
        rows = np.flatnonzero((codes[:, r] == i) | (codes[:, r] == j))
        n = self.weights[rows].astype(np.int64)
        to_first = int(self.weights[codes[:, r] == i].sum())
        offsets = np.concatenate([[0], np.cumsum(self.levels)])
        indicators = np.zeros((len(rows), offsets[-1]), dtype=np.float32)
        indicators[np.arange(len(rows))[:, None], codes[rows] + offsets[:-1]] = 1
        for begin in range(0, n_deals, _DEALS):
            size = min(_DEALS, n_deals - begin)
            drawn = rng.multivariate_hypergeometric(n, to_first, size=size, method="marginals").astype(np.float32)
            yield (drawn @ indicators).astype(float)


@whole_numbers("n_resamples")
def uncertainty(
    X: Any,
    method: Any = "ADM",
    n_resamples: int = 200,
    groups: ArrayLike | None = None,
    random_state: int = 0,
) -> Uncertainty:
    """How sure a method's distances, nearest values, orders and places of values are.

    The rows are taken for a sample of a population, and as many are drawn again with replacement, with the method
    learned anew each time.

    Parameters
    ----------
    X : CategoricalTable, frame or array
        Row weights must be counts of rows.
    method : str or unfitted method
        One that learns from counts and without known classes.
    n_resamples : int
        At least 40.
    groups : (n,) labels, optional
        Which rows belong together, as those of one person do; then whole groups are drawn. Those of a table if left
        out.
    random_state : int
        Draws the resamples.

    Returns
    -------
    Uncertainty

    Raises
    ------
    ValueError
        The rows are no sample (every combination of values occurs equally often), their weights are fractional, there
        is one column only, or the method learns from rows or from known classes.

    Notes
    -----
    How often intervals, sets and ellipses hold the truth was measured by simulation (docs/statistics.md).

    Examples
    --------
    >>> import catviz
    >>> sure = catviz.uncertainty(catviz.load_dataset("lymphography"), "ADM")
    >>> sure.nearest("changes_in_node", "lacunar").possible
    ('lac_central', 'lac_marginal', 'no')
    """
    if n_resamples < _FEWEST_RESAMPLES:
        raise ValueError(f"n_resamples={n_resamples!r}: give at least {_FEWEST_RESAMPLES}")
    chosen = clone(make(method) if isinstance(method, str) else method)
    if not isinstance(chosen, CountsMethod) or chosen.uses_target and chosen.needs_target:
        raise ValueError(f"{type(chosen).__name__} does not learn from counts alone: choose a method that does, as ADM")
    chosen._validate_parameters()
    table = as_table(X, chosen, reset=True)
    table = replace(table.observed().missing_as_category(), target=None)
    groups = table.groups if groups is None else groups
    rows = _rows(table, groups)
    return Uncertainty(chosen, count(table), n_resamples, groups is not None, rows, random_state)


def _rows(table: CategoricalTable, groups: ArrayLike | None) -> _Rows:
    """The distinct rows of a table, those of a group by themselves."""
    weights, levels = table.row_weights, table.codebook.n_values
    if not are_whole(weights):
        raise ValueError(
            "the row weights are fractional, so how the rows were drawn is not known: leave the weights out"
        )
    if len(levels) < 2:
        raise ValueError("the table has one column only, so there is nothing to learn from")
    if groups is not None:
        numbers = pd.factorize(np.asarray(groups, dtype=object), use_na_sentinel=False)[0]
        if len(numbers) != len(table):
            raise ValueError(f"groups has {len(numbers)} entries: give one for each of the {len(table)} rows")
        counted = weights > 0
        return _Rows(table.codes[counted], levels, weights[counted], pd.factorize(numbers[counted])[0])
    codes, weights = table.codes[weights > 0], weights[weights > 0]
    first, of_rows = distinct_rows(codes, levels + 1)
    summed = np.bincount(of_rows, weights)
    if len(summed) == np.prod(levels.astype(float)) and np.ptp(summed) == 0:
        raise ValueError("every combination of values occurs equally often, so the rows are no sample of a population")
    return _Rows(codes[first], levels, summed, None)


def _best(own: np.ndarray, resampled: np.ndarray) -> np.ndarray:
    """(m,) which of some distances can be the smallest, from (m,) those seen and (B, m) those of resamples."""
    bias, kept = np.maximum(resampled.mean(axis=0) - own, 0), np.zeros(len(own), dtype=bool)
    least, centre = own - _BIAS_OF_NEAREST * bias, own - bias
    for i in range(len(own)):
        others = np.arange(len(own)) != i
        gaps = resampled[:, [i]] - resampled[:, others]
        error = np.maximum(gaps.std(axis=0, ddof=1), 1e-12)
        limit = np.quantile(((gaps - gaps.mean(axis=0)) / error).max(axis=1), CONFIDENCE)
        kept[i] = ((least[i] - centre[others]) / error).max() <= limit
    kept[own.argmin()] = True
    return kept


def _reached(dealt: np.ndarray, distance: float) -> int:
    """How many distances of random deals reach the one seen."""
    return int((dealt >= distance - 1e-9 * max(distance, 1.0)).sum())


def _mean(tables: np.ndarray) -> np.ndarray:
    """(v, v) means over (B, v, v) tables, entries that are NaN left out."""
    there = np.isfinite(tables)
    return np.where(there, tables, 0).sum(axis=0) / np.maximum(there.sum(axis=0), 1)


def _deviation(tables: np.ndarray) -> np.ndarray:
    """(v, v) standard deviations over (B, v, v) tables, entries that are NaN left out."""
    there, mean = np.isfinite(tables), _mean(tables)
    squares = np.where(there, (np.where(there, tables, 0) - mean) ** 2, 0).sum(axis=0)
    return np.sqrt(squares / np.maximum(there.sum(axis=0) - 1, 1))
