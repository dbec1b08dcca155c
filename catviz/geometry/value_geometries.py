"""Geometries of values: distances, coordinates, orders and similarities, and how each becomes the others.

A geometry belongs to a codebook and keeps each value's frequency. Rows inherit it: they are compared and placed
through their values.

Values that the fit has not seen follow one rule in the distances of all geometries (`catviz.geometry.unseen`): such a
value is as far from a value v as the values that differ from v are on average (of T^power, weighted by frequency),
two different ones are as far as two different values are on average, and two equal ones are at 0.

Coordinates (``transform``) need a point: an unseen value stands at its column's mean, or where codings by classes put
what they know nothing of (``ValueEmbedding.unseen``), whatever its label. So two rows
that differ in unseen values only have the same coordinates, and distances of coordinates are smaller than those of
``between``. The identity of both, sum of tables = squared distance of coordinates, holds for values seen.
A geometry that averages coordinates (MCA) has no tables for rows: its ``between`` is the distance of coordinates.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist, squareform

from catviz.geometry.checks import (
    checked_column_weights,
    checked_columns,
    checked_distances,
    checked_frequencies,
    checked_ranks,
)
from catviz.geometry.explanation import Explanation
from catviz.geometry.in_frames import DistancesInFrames, EmbeddingInFrames, OfColumns, OrderInFrames
from catviz.geometry.numeric import NumericPart
from catviz.geometry.scaling import (
    MANY_VALUES,
    axis_ranks,
    classical_scaling,
    first_axis,
    first_of,
    leaf_ranks,
    negative_share,
    oriented,
)
from catviz.geometry.unseen import PaddedTable, across, sum_of_tables
from catviz.parameters import whole_numbers
from catviz.progress import one_thread
from catviz.table.categorical import CategoricalTable, rows_of
from catviz.table.codebook import Codebook
from catviz.table.fusion import row_sums
from catviz.table.sizes import refuse_coordinates, refuse_pairs

#: Distances of coordinates that are smaller than this, relative to the largest, are 0.
_ROUNDING = 1e-12
#: Distances that differ by less than this, relative to the largest, count as equal.
EQUAL = 1e-9


class Geometry(OfColumns):
    """What all geometries share: rows are compared and placed through their values."""

    #: Numeric columns that are compared beside the values, if any.
    numbers: NumericPart | None = None

    def _rows(self, data: Any) -> CategoricalTable:
        return rows_of(data, self.codebook, () if self.numbers is None else self.numbers.names)

    @abstractmethod
    def distances(self) -> ValueDistances:
        """The geometry as distances."""

    @abstractmethod
    @whole_numbers("n_components")
    def embed(self, n_components: int | None = None) -> ValueEmbedding:
        """The geometry as coordinates."""

    @abstractmethod
    def order(self, method: str = "axis") -> ValueOrder:
        """The geometry as orders."""

    def between(self, a: CategoricalTable, b: CategoricalTable | None = None) -> np.ndarray:
        """(n_a, n_b) distances between the rows of two tables; of one table with itself where ``b`` is left out."""
        return self.distances().between(a, b)

    def transform(self, table: CategoricalTable) -> np.ndarray:
        """(n, k) coordinates of a table's rows."""
        return self.embed().transform(table)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """The distance of two values of a column, term by term."""
        return self.distances().explain(attribute, a, b)

    def commensurable(self) -> ValueDistances:
        """The distances, each column scaled so that it adds 1 to D^power of two rows on average.

        The average is over all pairs of rows, those of a row with itself included: T^power is divided by p'T^power p,
        with p the shares of the column's values. A column whose values are all at distance 0 stays as it is.

        Returns
        -------
        ValueDistances

        Raises
        ------
        ValueError
            There are numeric columns, whose mean difference is not known here.

        Notes
        -----
        Source: M. van de Velden, A. Iodice D'Enza, A. Markos and C. Cavicchia (2024), arXiv:2411.00429.

        Examples
        --------
        >>> import catviz
        >>> geometry = catviz.Hamming().fit(catviz.load_dataset("toy_movie")).geometry_
        >>> float(geometry.commensurable()["actor"].iloc[0, 1])
        1.5
        """
        return self.distances().commensurable()

    def weighted(self, columns: Mapping[str, float]) -> ValueDistances:
        """The distances, in which a column of weight w adds w times as much to D^power of two rows.

        With weight 2 a column counts as if it were there twice, with 0 it is left out. Whatever takes a geometry as its
        ``distances`` clusters, classifies and maps rows by them. Of a geometry that averages coordinates (MCA), the
        distances of values are weighted.

        Parameters
        ----------
        columns : mapping of column to number
            Weights, at least 0; columns that are not named have weight 1. Numeric columns may be named too.

        Returns
        -------
        ValueDistances

        Raises
        ------
        ValueError
            No such column, a weight that is no number of at least 0, or no column of a weight above 0.

        Examples
        --------
        >>> import catviz
        >>> movies = catviz.load_dataset("toy_movie")
        >>> geometry = catviz.Hamming().fit(movies).geometry_.weighted({"genre": 2, "actor": 0.5})
        >>> geometry.between(movies)[0, :3].tolist()
        [0.0, 1.0, 3.5]
        >>> catviz.KModes(2, distances=geometry, random_state=0).fit(movies).labels_.tolist()
        [0, 0, 0, 1, 0, 1]
        """
        return self.distances().weighted(columns)

    def to_frame(self) -> pd.DataFrame:
        """The frame of ``distances()``."""
        return self.distances().to_frame()


@dataclass(frozen=True, eq=False, repr=False)
class ValueDistances(DistancesInFrames, Geometry):
    """A distance table a column. Rows: ``D(x, y)^power = sum over columns of T_r[x_r, y_r]^power``.

    Attributes
    ----------
    codebook : Codebook
    tables : tuple of (v, v) symmetric float64, zero diagonal
    frequencies : tuple of (v,) value counts
    power : float
    numbers : NumericPart or None
        Numeric columns; each adds (|x - y| / scale)^power to the sum for two rows. A missing number stands at the
        column's mean. Tables and ``embed`` are of values alone.
    excluded : bool
        True where missing cells that are no value of their own are left out (``na="exclude"``): such a cell may hold
        any value, so it takes the expected T^power over all values. Otherwise it counts as one more unseen value.
    unlearned : float, or one for each column
        T of two different values where the method's formula gives it without data (Hamming: 1). Used in a column of a
        single value, where data tell nothing.

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> seen, new = pd.DataFrame({"a": list("xxy")}), pd.DataFrame({"a": ["x", "new", "new", "other"]})
    >>> geometry = catviz.Hamming().fit(seen).geometry_
    >>> geometry.between(catviz.CategoricalTable.from_pandas(new))[1].tolist()
    [1.0, 0.0, 0.0, 1.0]
    """

    codebook: Codebook
    tables: tuple[np.ndarray, ...]
    frequencies: tuple[np.ndarray, ...]
    power: float = 1.0
    numbers: NumericPart | None = None
    excluded: bool = False
    unlearned: float | tuple[float, ...] = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "tables", checked_distances(self.codebook, self.tables))
        checked_frequencies(self.codebook, self.frequencies)
        if not self.power > 0:
            raise ValueError(f"power={self.power!r}: give a number above 0")

    def _facts(self) -> list[str]:
        return [f"power {self.power:g}"]

    def __getitem__(self, attribute: str) -> pd.DataFrame:
        return self.square(attribute, self.tables)

    def distances(self) -> ValueDistances:
        """The geometry itself."""
        return self

    @whole_numbers("n_components")
    def embed(self, n_components: int | None = None) -> ValueEmbedding:
        """Classical scaling of each column's table, with T^power as squared distances.

        Exact where T^power is squared Euclidean; otherwise ``negative_mass`` of the result says what is lost.
        """
        if n_components is None:
            return self._embedding
        cut = tuple(x[:, :n_components] for x in self._embedding.coordinates)
        return ValueEmbedding(self.codebook, cut, self.frequencies, negative_mass=self._embedding.negative_mass)

    @cached_property
    def _embedding(self) -> ValueEmbedding:
        places = tuple(map(self.places, self.codebook.attributes))
        negative = tuple(self._placed[attribute][1] for attribute in self.codebook.attributes)
        return ValueEmbedding(self.codebook, places, self.frequencies, negative_mass=negative)

    def commensurable(self) -> ValueDistances:
        """As `Geometry.commensurable` says."""
        if self.numbers is not None:
            raise ValueError("numeric columns cannot be scaled here: leave them out, or cut them into intervals")
        least = EQUAL * max((float(t.max(initial=0)) for t in self.tables), default=0.0)
        means = [float(p @ t**self.power @ p) for p, t in zip(self.shares, self.tables, strict=True)]
        scaled = (
            t / m ** (1 / self.power) if t.max(initial=0) > least else t
            for m, t in zip(means, self.tables, strict=True)
        )
        return replace(self, tables=tuple(scaled))

    def weighted(self, columns: Mapping[str, float]) -> ValueDistances:
        """As `Geometry.weighted` says."""
        numbers = () if self.numbers is None else self.numbers.names
        weights = checked_column_weights((*self.codebook.attributes, *numbers), columns)
        factors, d = weights ** (1 / self.power), len(self.tables)
        alone = tuple(float(u) for u in np.broadcast_to(self.unlearned, d) * factors[:d])
        part = self.numbers
        if part is not None:
            with np.errstate(divide="ignore"):  # what has no weight is infinitely wide
                part = replace(part, scales=part.scales / factors[d:])
        return replace(
            self,
            tables=tuple(f * table for f, table in zip(factors, self.tables, strict=False)),
            numbers=part,
            unlearned=alone if any(alone) else 0.0,
        )

    def places(self, attribute: str) -> np.ndarray:
        """(v, k_r) coordinates of one column's values in ``embed()``, without the work for the other columns."""
        if attribute not in self._placed:
            with one_thread():
                table = self.tables[self.codebook.position(attribute)]
                places, eigenvalues = classical_scaling(table**self.power)
            self._placed[attribute] = places, negative_share(eigenvalues)
        return self._placed[attribute][0]

    @cached_property
    def _placed(self) -> dict[str, tuple[np.ndarray, float]]:
        return {}

    def order(self, method: str = "axis") -> ValueOrder:
        """An order of each column's values.

        ``"axis"``: along the first axis of ``embed()``. ``"leaf"``: optimal leaf order of average linkage, which keeps
        near values side by side (for heat maps). Of an order and its reverse, the one nearer the codebook's is given.
        """
        if method not in ("axis", "leaf"):
            raise ValueError(f"order method {method!r}: choose 'axis' or 'leaf'")
        return self._axis_order if method == "axis" else self._leaf_order

    @cached_property
    def _axis_order(self) -> ValueOrder:
        if max(map(len, self.tables), default=0) < MANY_VALUES:
            axes = [first_of(x) for x in self.embed().coordinates]
        else:
            with one_thread():
                axes = [first_axis(table**self.power) for table in self.tables]
        return ValueOrder(self.codebook, tuple(oriented(axis_ranks(x)) for x in axes), self.frequencies)

    @cached_property
    def _leaf_order(self) -> ValueOrder:
        return ValueOrder(self.codebook, tuple(map(self.leaf_ranks, self.codebook.attributes)), self.frequencies)

    def leaf_ranks(self, attribute: str) -> np.ndarray:
        """(v,) ranks of one column's values in ``order("leaf")``, without the work for the other columns."""
        if attribute not in self._leaves:
            self._leaves[attribute] = oriented(leaf_ranks(self.tables[self.codebook.position(attribute)]))
        return self._leaves[attribute]

    def arranged(self, attribute: str) -> list[int]:
        """Places of one column's values as figures arrange them: in declared order, else near ones side by side."""
        r = self.codebook.position(attribute)
        if self.codebook.kinds[r] == "ordinal":
            return list(range(len(self.codebook.labels[r])))
        return np.argsort(self.leaf_ranks(attribute), kind="stable").tolist()

    @cached_property
    def _leaves(self) -> dict[str, np.ndarray]:
        return {}

    def between(self, a: CategoricalTable, b: CategoricalTable | None = None) -> np.ndarray:
        """(n_a, n_b) distances between rows; the diagonal of a table with itself is 0.

        Parameters
        ----------
        a, b : CategoricalTable or frame (pandas, Polars, Arrow)
            A frame is read like the columns of the fit (`CategoricalTable.read_like`).

        Returns
        -------
        (n_a, n_b) float64

        Examples
        --------
        >>> import catviz
        >>> movies = catviz.load_dataset("toy_movie")
        >>> geometry = catviz.Hamming().fit(movies).value_distances_
        >>> geometry.between(movies.to_pandas().head(2)).tolist()
        [[0.0, 1.0], [1.0, 0.0]]
        """
        a, b = self._rows(a), None if b is None else self._rows(b)
        total = sum_of_tables(self._padded, self.codebook, a, b)
        if self.numbers is not None:
            x = self.numbers.places(a)
            total += cdist(x, x if b is None else self.numbers.places(b), "minkowski", p=self.power) ** self.power
        if b is None:
            np.fill_diagonal(total, 0)
        if self.power != 1:
            total **= 1 / self.power
        return total

    def transform(self, table: CategoricalTable) -> np.ndarray:
        """(n, k) coordinates of a table's rows, with D^power as squared distances where ``embed`` is exact.

        With power 2 the scaled numbers come last, an axis a column; with another they enter ``between`` only.
        ValueError where there is nothing else then.
        """
        if not self.tables and self.power != 2:
            raise ValueError(
                "all columns are numbers, and these distances give numbers no coordinates: compare rows by between(), "
                "map them by MDS, or choose HVDM"
            )
        table = self._rows(table)
        placed = self.embed().transform(table)
        if self.numbers is None or self.power != 2:
            return placed
        return np.hstack([placed, self.numbers.places(table)])

    @cached_property
    def powered(self) -> tuple[np.ndarray, ...]:
        """T^power, with the slot of unseen values as last row and column."""
        return tuple(column.entries for column in self._padded)

    def across(self, a: Codebook, b: Codebook) -> list[np.ndarray]:
        """A column: (v_a + 1, v_b + 1) T^power between all codes of two other codebooks, "no value" last.

        Values that this geometry has not seen keep apart by their labels.
        """
        return across(self._padded, self.codebook, a, b)

    @cached_property
    def _padded(self) -> tuple[PaddedTable, ...]:
        alone = np.broadcast_to(self.unlearned, len(self.tables)) ** self.power
        return tuple(
            PaddedTable.of(table**self.power, f, self.excluded, float(u))
            for table, f, u in zip(self.tables, self.frequencies, alone, strict=True)
        )

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term: the table's own entry."""
        r = self.codebook.position(attribute)
        distance = float(self.tables[r][self.codebook.code(attribute, a), self.codebook.code(attribute, b)])
        terms = pd.DataFrame({"term": [self.codebook.attributes[r]], "contribution": [distance**self.power]})
        return Explanation(terms, self.power, distance)

    def degenerate(self, attribute: str) -> str | None:
        """Why a column's table has nothing to show, in words, or None."""
        table = self.tables[self.codebook.position(attribute)]
        if len(table) < 2:
            return "the column has a single value"
        off = squareform(table, checks=False)
        if off.max() <= EQUAL:
            return "every pair of values is at distance 0"
        if len(off) > 1 and off.max() - off.min() <= EQUAL * off.max():
            return "every pair of values is equally far"
        return None


@dataclass(frozen=True, eq=False, repr=False)
class ValueEmbedding(EmbeddingInFrames, Geometry):
    """Coordinates of values.

    Attributes
    ----------
    codebook : Codebook
    coordinates : tuple of (v, k_r) float64
    frequencies : tuple of (v,) value counts
    joint : bool
        True where coordinates of different columns may be compared.
    combine : {"concatenate", "mean"}
        How a row inherits: its values' coordinates side by side, or their mean.
    object_scale : (k,) or None
        With ``"mean"``: factors from value coordinates to what is averaged (MCA: 1 / sqrt(eigenvalue)).
    negative_mass : tuple of float
        Share of each column's table that classical scaling could not place; zeros elsewhere.
    unlearned : float
        As in `ValueDistances`.
    answered : (d,) or None
        With ``"mean"``, where missing cells are left out (``na="exclude"``): share of the rows that have a value in
        each column. What the values of a column give to a row is then less its mean over all rows, to which cells
        without a value give 0; so the rows' mean is 0. None where every cell counts.
    unseen : (k,) or None
        Where values never seen stand in any column, of a ``joint`` embedding; None puts them at their column's mean.
    numbers : NumericPart or None
        With ``"mean"``: numeric columns, whose scaled numbers times ``number_axes`` are added to the coordinates of a
        row. Values, their distances and ``encoding()`` are without them.
    number_axes : (m, k) or None
        What one scaled unit of each numeric column adds to the coordinates of a row.
    """

    codebook: Codebook
    coordinates: tuple[np.ndarray, ...]
    frequencies: tuple[np.ndarray, ...]
    joint: bool = False
    combine: str = "concatenate"
    object_scale: np.ndarray | None = None
    negative_mass: tuple[float, ...] = ()
    unlearned: float = 0.0
    answered: np.ndarray | None = None
    unseen: np.ndarray | None = None
    numbers: NumericPart | None = None
    number_axes: np.ndarray | None = None

    def __post_init__(self) -> None:
        coordinates = checked_columns(self.codebook, self.coordinates, "table of coordinates")
        for name, x in zip(self.codebook.attributes, coordinates, strict=True):
            if x.ndim != 2:
                raise ValueError(f"column {name!r} has coordinates of shape {x.shape}: give one row for each value")
        if self.combine not in ("concatenate", "mean"):
            raise ValueError(f"combine={self.combine!r}: choose 'concatenate' or 'mean'")
        widths = {x.shape[1] for x in coordinates}
        if (self.joint or self.combine == "mean") and len(widths) > 1:
            raise ValueError(f"columns have {sorted(widths)} axes: values in one space need the same axes")
        checked_frequencies(self.codebook, self.frequencies)
        if self.answered is not None:
            if self.combine != "mean":
                raise ValueError(f"answered is for combine='mean', not {self.combine!r}: leave it out")
            if len(self.answered) != len(coordinates):
                raise ValueError(f"answered has {len(self.answered)} shares: give one for each column")
        if self.numbers is not None and (self.combine != "mean" or self.number_axes is None):
            raise ValueError("numbers are for combine='mean', with number_axes: give both, or neither")
        if self.unseen is not None and not (self.joint and widths <= {len(self.unseen)}):
            raise ValueError(
                "unseen is a point among values of all columns: give it for a joint embedding, an entry an axis"
            )
        object.__setattr__(self, "coordinates", tuple(x.astype(float, copy=False) for x in coordinates))

    def _facts(self) -> list[str]:
        widths = {x.shape[1] for x in self.coordinates}
        low, high = min(widths, default=0), max(widths, default=0)
        axes = f"{low} to {high} axes" if low < high else "1 axis" if high == 1 else f"{high} axes"
        return [axes, *(["joint"] if self.joint else [])]

    def __getitem__(self, attribute: str) -> pd.DataFrame:
        r = self.codebook.position(attribute)
        return pd.DataFrame(self.coordinates[r], index=list(self.codebook.labels[r])).rename(
            columns=lambda k: f"axis {k + 1}"
        )

    def distances(self) -> ValueDistances:
        """Euclidean distances between values, power 2. With ``combine="mean"`` they describe values only."""
        return self._distances

    @cached_property
    def _distances(self) -> ValueDistances:
        tables = [cdist(x, x) if x.shape[1] else np.zeros((len(x), len(x))) for x in self.coordinates]
        least = _ROUNDING * max((float(t.max(initial=0)) for t in tables), default=0.0)
        tables = [np.where(t <= least, 0.0, t) for t in tables]
        excluded = self.answered is not None
        return ValueDistances(
            self.codebook, tuple(tables), self.frequencies, power=2.0, excluded=excluded, unlearned=self.unlearned
        )

    @cached_property
    def centroids(self) -> tuple[np.ndarray, ...]:
        """(k_r,) where ``transform`` puts unseen values, unless ``answered``: ``unseen``, or the column's mean."""
        if self.unseen is not None:
            return (self.unseen,) * len(self.coordinates)
        return tuple(p @ x for p, x in zip(self.shares, self.coordinates, strict=True))

    @whole_numbers("n_components")
    def embed(self, n_components: int | None = None) -> ValueEmbedding:
        """The geometry itself, or its first axes (a column's own axes where columns have separate spaces)."""
        if n_components is None:
            return self
        scale = None if self.object_scale is None else self.object_scale[:n_components]
        cut = tuple(x[:, :n_components] for x in self.coordinates)
        return ValueEmbedding(
            self.codebook,
            cut,
            self.frequencies,
            self.joint,
            self.combine,
            scale,
            self.negative_mass,
            answered=self.answered,
            unseen=None if self.unseen is None else self.unseen[:n_components],
            numbers=self.numbers,
            number_axes=None if self.number_axes is None else self.number_axes[:, :n_components],
        )

    def order(self, method: str = "axis") -> ValueOrder:
        """The order of ``distances().order(method)``."""
        return self.distances().order(method)

    def encoding(self) -> np.ndarray:
        """(c, K) matrix E with: coordinates of rows = indicator matrix @ E - ``centre()``."""
        blocks = self._object_blocks()
        if self.combine == "mean":
            return np.vstack(blocks)
        out = np.zeros((self.codebook.offsets[-1], sum(b.shape[1] for b in blocks)))
        column = 0
        for part, block in zip(self.codebook.slices(), blocks, strict=True):
            out[part, column : column + block.shape[1]] = block
            column += block.shape[1]
        return out

    def centre(self) -> np.ndarray:
        """(K,) mean over all rows of indicator matrix @ E where missing cells are left out; zeros otherwise."""
        if self.answered is None:
            return np.zeros(sum(b.shape[1] for b in self._object_blocks()[: 1 if self.combine == "mean" else None]))
        return np.sum(self._column_centres(), axis=0)

    def transform(self, table: CategoricalTable) -> np.ndarray:
        """(n, k) coordinates of a table's rows, value by value; unseen values stand at ``centroids``.

        Where missing cells are left out (``answered``), cells without a value and unseen values add nothing before
        the rows are centred.
        """
        table = self._rows(table)
        blocks = self._object_blocks()
        widths = [block.shape[1] for block in blocks]
        refuse_coordinates(len(table), max(widths, default=0) if self.combine == "mean" else sum(widths))
        codes = table.recode(self.codebook).codes
        tables = self.row_tables()
        if self.numbers is not None and self.number_axes is not None:
            of_numbers = self.numbers.places(table) @ self.number_axes
            return row_sums(tables, codes) + of_numbers if tables else of_numbers
        if self.combine == "mean":
            return row_sums(tables, codes)
        return np.hstack([np.empty((len(codes), 0)), *(block[codes[:, r]] for r, block in enumerate(tables))])

    def row_tables(self) -> list[np.ndarray]:
        """(v_r + 1, k_r) for each column: what a value, and last an unseen one, gives to the coordinates of a row."""
        if self.answered is not None:
            pairs = zip(self._object_blocks(), self._column_centres(), strict=True)
            return [np.vstack([x, np.zeros(x.shape[1])]) - centre for x, centre in pairs]
        blocks = self._object_blocks()
        if self.unseen is not None:
            point = self.unseen * self._given() if self.combine == "mean" else self.unseen
            return [np.vstack([x, point]) for x in blocks]
        return [np.vstack([x, p @ x]) for x, p in zip(blocks, self.shares, strict=True)]

    def between(self, a: CategoricalTable, b: CategoricalTable | None = None) -> np.ndarray:
        """(n_a, n_b) Euclidean distances between rows.

        Rows with unseen values are compared by ``distances()``, unless rows are means of their values.
        """
        a, b = self._rows(a), None if b is None else self._rows(b)
        refuse_pairs(len(a), len(a if b is None else b))
        all_known = all((t.recode(self.codebook).codes < self.codebook.n_values).all() for t in (a, b) if t is not None)
        if not all_known and self.combine == "concatenate":
            return self.distances().between(a, b)
        x = self.transform(a)
        return cdist(x, x if b is None else self.transform(b))

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """Squared coordinate differences, one term an axis."""
        r = self.codebook.position(attribute)
        first, second = (self.coordinates[r][self.codebook.code(attribute, value)] for value in (a, b))
        terms = pd.DataFrame(
            {
                "term": [f"axis {k + 1}" for k in range(len(first))],
                "first": first,
                "second": second,
                "contribution": (first - second) ** 2,
            }
        )
        return Explanation(terms, 2.0, float(np.sqrt(terms["contribution"].sum())))

    def _column_centres(self) -> list[np.ndarray]:
        """Mean over all rows of what each column gives, where cells without a value give 0."""
        blocks = self._object_blocks()
        answered = np.ones(len(blocks)) if self.answered is None else self.answered
        return [share * (p @ x) for share, p, x in zip(answered, self.shares, blocks, strict=True)]

    def _object_blocks(self) -> list[np.ndarray]:
        if self.combine != "mean":
            return list(self.coordinates)
        return [x * self._given() for x in self.coordinates]

    def _given(self) -> np.ndarray | float:
        """What the coordinates of a value are multiplied by, where a row is the mean of its values."""
        return (1.0 if self.object_scale is None else self.object_scale) / max(len(self.coordinates), 1)


@dataclass(frozen=True, eq=False, repr=False)
class ValueOrder(OrderInFrames, Geometry):
    """An order of each column's values; neighbours are equally spaced: T = |rank difference| / (v - 1), power 1.

    Attributes
    ----------
    codebook : Codebook
    ranks : tuple of (v,) int, 0 .. v - 1
    frequencies : tuple of (v,) value counts
    """

    codebook: Codebook
    ranks: tuple[np.ndarray, ...]
    frequencies: tuple[np.ndarray, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranks", checked_ranks(self.codebook, self.ranks))
        checked_frequencies(self.codebook, self.frequencies)

    def __getitem__(self, attribute: str) -> pd.DataFrame:
        r = self.codebook.position(attribute)
        frame = pd.DataFrame({"rank": self.ranks[r] + 1}, index=list(self.codebook.labels[r]))
        return frame.sort_values("rank")

    def labels(self, attribute: str) -> list[str]:
        """A column's values in order."""
        return list(self[attribute].index)

    def distances(self) -> ValueDistances:
        """Rank differences over v - 1."""
        return self._distances

    @cached_property
    def _distances(self) -> ValueDistances:
        tables = tuple(
            np.abs(rank[:, None] - rank[None, :]) / max(len(rank) - 1, 1) for rank in map(np.asarray, self.ranks)
        )
        return ValueDistances(self.codebook, tables, self.frequencies)

    @whole_numbers("n_components")
    def embed(self, n_components: int | None = None) -> ValueEmbedding:
        """Thermometer code over sqrt(v - 1): squared distances are the rank differences over v - 1."""
        return self._embedding.embed(n_components)

    @cached_property
    def _embedding(self) -> ValueEmbedding:
        codes = tuple(
            (np.asarray(rank)[:, None] > np.arange(len(rank) - 1)) / np.sqrt(max(len(rank) - 1, 1))
            for rank in self.ranks
        )
        return ValueEmbedding(self.codebook, codes, self.frequencies)

    def order(self, method: str = "axis") -> ValueOrder:
        """The order itself."""
        return self

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """The places between both values, over v - 1."""
        r = self.codebook.position(attribute)
        first, second = (int(self.ranks[r][self.codebook.code(attribute, value)]) for value in (a, b))
        steps, unit = abs(first - second), 1 / max(len(self.ranks[r]) - 1, 1)
        term = f"places {first + 1} and {second + 1}"
        terms = pd.DataFrame({"term": [term], "steps": [steps], "one step": [unit], "contribution": [steps * unit]})
        return Explanation(terms, 1.0, steps * unit, factors=("steps", "one step"))
