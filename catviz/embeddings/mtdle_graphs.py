"""Values of different columns as a graph, and the shortest paths that make distances of it.

Source: Zhang et al. 2015, "From Categorical to Numerical: Multiple Transitive Distance Learning and Embedding",
section 3.1. Natural logarithms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, shortest_path
from scipy.sparse.linalg import eigsh
from scipy.spatial.distance import squareform
from scipy.special import rel_entr

from catviz.geometry.explanation import Explanation
from catviz.geometry.scaling import RELATIVE_ZERO, classical_scaling, negative_share, principal_coordinates, turned
from catviz.geometry.value_geometries import Geometry, ValueDistances, ValueEmbedding, ValueOrder
from catviz.table.association import NO_INFORMATION
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts

SIMILARITIES = {"cooc": "co-occurrence", "jaccard": "Jaccard similarity", "mi": "mutual information"}
DISSIMILARITIES = {"hamming": "Hamming distance", "euclidean": "Euclidean distance", "cosine": "angle (cosine)"}
TRANSFERS = {"one": "each edge 1 long", "inverse": "1 / x", "neglog": "−ln x"}
#: Every proximity with every transfer it takes, as text, with the name that pages show.
BASES = {
    f"{proximity}/{transfer}": f"{similarity} ({length})"
    for proximity, similarity in SIMILARITIES.items()
    for transfer, length in TRANSFERS.items()
} | DISSIMILARITIES
ALL = "all"
#: Lengths that differ by less than this, relative to the longest, are equal: sums in another order differ so.
TIED = 1e-10
ROUNDING = 1e-12


@dataclass(frozen=True)
class Base:
    """What makes one graph.

    Attributes
    ----------
    proximity : {"cooc", "jaccard", "mi", "hamming", "euclidean", "cosine"}
    transfer : {"one", "inverse", "neglog"} or None
        How a similarity becomes a length; None for the last three proximities, which are lengths already.
    n_neighbors : int, "all" or None
        An edge stays where it is among the shortest so many of either end; None takes the default, "all" keeps all.
    """

    proximity: str
    transfer: str | None = None
    n_neighbors: int | str | None = None

    def __post_init__(self) -> None:
        if self.proximity not in (*SIMILARITIES, *DISSIMILARITIES):
            proximities = ", ".join((*SIMILARITIES, *DISSIMILARITIES))
            raise ValueError(f"{self.proximity!r} is no proximity: choose one of {proximities}")
        if self.proximity in SIMILARITIES and self.transfer not in TRANSFERS:
            raise ValueError(
                f"{self.proximity} with transfer {self.transfer!r}: a similarity becomes a length by one of "
                f"{', '.join(TRANSFERS)}, as in '{self.proximity}/neglog'"
            )
        if self.proximity in DISSIMILARITIES and self.transfer is not None:
            raise ValueError(f"{self.proximity} with transfer {self.transfer!r}: it is a length already, leave it out")
        size = self.n_neighbors
        whole = isinstance(size, int | np.integer) and not isinstance(size, bool) and size >= 1
        if not (whole or size is None or size == ALL):
            raise ValueError(f"{self.proximity} with {size!r} neighbours: give a whole number of at least 1, or 'all'")

    @classmethod
    def of(cls, given: Any) -> Base:
        """A base from "proximity[/transfer[/n_neighbors]]" (without transfer where it takes none) or a tuple of these.

        ValueError says what is wrong with it.
        """
        if isinstance(given, str):
            parts: list[Any] = list(given.split("/"))
            if parts[0] in DISSIMILARITIES and len(parts) > 1 and parts[1] not in TRANSFERS:
                parts.insert(1, None)
            if len(parts) == 3 and parts[2].isdecimal():
                parts[2] = int(parts[2])
        elif isinstance(given, tuple | list):
            parts = list(given)
        else:
            parts = []
        if not 1 <= len(parts) <= 3:
            raise ValueError(f"{given!r} is no base: give text such as 'jaccard/neglog', or such a tuple")
        return cls(*parts)

    def __str__(self) -> str:
        return "/".join(str(part) for part in (self.proximity, self.transfer, self.n_neighbors) if part is not None)

    @property
    def title(self) -> str:
        """The name that pages show, as "Jaccard similarity (−ln x)"."""
        kind = BASES[str(Base(self.proximity, self.transfer))]
        if self.n_neighbors is None:
            return kind
        return f"{kind}, all edges" if self.n_neighbors == ALL else f"{kind}, {self.n_neighbors} nearest"


@dataclass(frozen=True, eq=False)
class SymbolPaths:
    """One graph of values, before and after it was thinned, and the shortest paths in it.

    Attributes
    ----------
    values : tuple of (attribute, value)
    frequencies : (c,) value counts
    lengths : (c, c) float64
        Edges before thinning; inf where there is none.
    kept : (c, c) bool
        Edges among the nearest neighbours of either end.
    bridges : (c, c) bool
        Edges put back because they join parts that thinning left apart.
    distances : (c, c) float64
        Lengths of shortest paths over ``kept`` and ``bridges``; filled where there is none.
    filled : (c, c) bool
        Pairs without a path: twice the longest path (1 where no path is longer than 0).
    """

    values: tuple[tuple[str, str], ...]
    frequencies: np.ndarray
    lengths: np.ndarray
    kept: np.ndarray
    bridges: np.ndarray
    distances: np.ndarray
    filled: np.ndarray

    @property
    def components(self) -> np.ndarray:
        """(c,) which part of the graph each value is in; pairs of different parts are filled."""
        return _parts(self.kept | self.bridges)[1]

    @property
    def n_bridges(self) -> int:
        """Number of edges put back."""
        return int(self.bridges.sum()) // 2

    @property
    def n_filled(self) -> int:
        """Number of pairs without a path."""
        return int(self.filled.sum()) // 2

    def edges(self) -> pd.DataFrame:
        """An edge a row: ``from``, ``to`` as (attribute, value), ``length``, ``kind`` ("edge", "bridge" or "cut")."""
        first, second = np.nonzero(np.triu(np.isfinite(self.lengths)))
        kinds = np.where(self.kept, "edge", np.where(self.bridges, "bridge", "cut"))
        return self._steps(first, second, self.lengths[first, second], kinds[first, second])

    def path(self, first: tuple[str, str], second: tuple[str, str]) -> pd.DataFrame:
        """A shortest path between two values (attribute, value), a step a row as in ``edges``; "filled" where none is.

        Of paths equally short one of fewest steps is given, through frequent values where there is a choice.
        """
        a, b = self._place(first), self._place(second)
        if self.filled[a, b]:
            return self._steps([a], [b], [self.distances[a, b]], ["filled"])
        stations = self._stations(a, b)
        starts, ends = stations[:-1], stations[1:]
        kinds = np.where(self.bridges[starts, ends], "bridge", "edge")
        return self._steps(starts, ends, self.lengths[starts, ends], kinds)

    def _stations(self, a: int, b: int) -> list[int]:
        """Breadth first from a to b over the edges of shortest paths."""
        to_b = self.distances[b]
        longest = self.distances[a, b] + ROUNDING * self.distances.max()
        on_the_way = np.flatnonzero(self.distances[a] + to_b <= longest)
        on_the_way = on_the_way[np.argsort(-self.frequencies[on_the_way], kind="stable")]
        before, layer = {a: a}, [a]
        while b not in before:
            following = []
            for u in layer:
                edge = (self.kept[u] | self.bridges[u])[on_the_way]
                through = self.distances[a, u] + self.lengths[u, on_the_way] + to_b[on_the_way]
                new = [v for v in on_the_way[edge & (through <= longest)].tolist() if v not in before]
                before.update(dict.fromkeys(new, u))
                following += new
            layer = following
        stations = [b]
        while stations[-1] != a:
            stations.append(before[stations[-1]])
        return stations[::-1]

    def _place(self, value: tuple[str, str]) -> int:
        try:
            return self.values.index(tuple(value))
        except ValueError:
            raise ValueError(
                f"{tuple(value)!r} is not in the graph: give (attribute, value), of a column that varies"
            ) from None

    def _steps(self, first: Any, second: Any, lengths: Any, kinds: Any) -> pd.DataFrame:
        return steps([self.values[i] for i in first], [self.values[i] for i in second], lengths, kinds)


def steps(
    first: Sequence[Any] = (), second: Sequence[Any] = (), lengths: Sequence[Any] = (), kinds: Sequence[Any] = ()
) -> pd.DataFrame:
    """Edges or steps, a row each: ``from`` and ``to`` as (attribute, value), ``length``, ``kind``."""
    numbers = np.asarray(lengths, dtype=float)
    return pd.DataFrame({"from": list(first), "to": list(second), "length": numbers, "kind": list(kinds)})


def symbol_paths(counts: Counts, base: Base) -> SymbolPaths:
    """The graph of a base over all values counted, and its shortest paths.

    Thinned to ``n_neighbors``, parts left apart are joined again by the shortest of the edges cut.
    """
    lengths = edge_lengths(counts, base)
    kept = nearest_edges(lengths, counts, base.n_neighbors)
    bridges = bridging_edges(lengths, kept)
    distances = shortest_paths(np.where(kept | bridges, lengths, np.inf))
    filled = np.isinf(distances)
    fill = 2 * distances[~filled].max(initial=0) or 1.0
    return SymbolPaths(
        counts.values,
        np.diag(counts.matrix),
        lengths,
        kept,
        bridges,
        np.where(filled, fill, distances),
        filled,
    )


def edge_lengths(counts: Counts, base: Base) -> np.ndarray:
    """(c, c) lengths of a base's edges, at least 0; inf where there is none.

    Edges join values of different columns that occur together, a similarity above 0.
    """
    together, n = counts.matrix.astype(float), counts.n_rows
    column = np.repeat(np.arange(len(counts.codebook.attributes)), counts.codebook.n_values)
    nearness = proximity(together, n, base.proximity)
    edge = (column[:, None] != column) & (together > 0)
    if base.proximity in SIMILARITIES:
        edge &= nearness > (NO_INFORMATION if base.proximity == "mi" else 0)
    x = nearness[edge]
    if base.transfer == "one":
        x = np.ones_like(x)
    elif base.transfer == "inverse":
        x = 1 / x
    elif base.transfer == "neglog":
        # shares of the rows, or a length would be negative
        x = 0.0 - np.log(np.minimum(x / n if base.proximity == "cooc" else x, 1.0))
    lengths = np.full_like(together, np.inf)
    lengths[edge] = x
    return lengths


def proximity(together: np.ndarray, n_rows: float, name: str) -> np.ndarray:
    """(c, c) proximity of all pairs of values from their co-occurrence matrix (Table 1, where norms are counts)."""
    norms = np.diag(together)
    either = np.add.outer(norms, norms)
    if name == "cooc":
        return together
    if name == "jaccard":
        return together / (either - together)
    if name == "mi":
        return _mutual_information(together / n_rows)
    if name == "cosine":
        cosine = together / np.sqrt(np.outer(norms, norms))
        # arccos turns rounding next to 1 into 1e-8
        return np.arccos(np.where(cosine > 1 - ROUNDING, 1.0, cosine))
    differ = _settled(either - 2 * together, n_rows)
    return differ if name == "hamming" else np.sqrt(differ)


def nearest_edges(lengths: np.ndarray, counts: Counts, n_neighbors: int | str | None) -> np.ndarray:
    """(c, c) bool: edges no longer than the ``n_neighbors``-th shortest of either end, ties included."""
    edge = np.isfinite(lengths)
    size = default_n_neighbors(counts) if n_neighbors is None else n_neighbors
    if isinstance(size, str) or size >= len(lengths):
        return edge
    cut = np.partition(lengths, size - 1, axis=1)[:, size - 1]
    near = edge & (lengths <= (cut + TIED * lengths[edge].max(initial=0))[:, None])
    return near | near.T


def default_n_neighbors(counts: Counts) -> int:
    """Half the number of values, at most the number of columns."""
    return max(1, min(len(counts.matrix) // 2, len(counts.codebook.attributes)))


def bridging_edges(lengths: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """(c, c) bool: the shortest edges that join the parts which ``kept`` leaves apart, ties included.

    They are the edges of all minimum spanning trees of the parts, so no order of the values decides between ties.
    """
    from scipy.cluster.hierarchy import cophenet, linkage  # slow to import

    bridges = np.zeros_like(kept)
    n_parts, part = _parts(kept)
    first, second = np.nonzero(np.isfinite(lengths) & (part[:, None] != part))
    if not len(first):
        return bridges
    shortest = np.full((n_parts, n_parts), np.inf)
    np.minimum.at(shortest, (part[first], part[second]), lengths[first, second])
    joined = np.isfinite(shortest)
    longest = shortest[joined].max()
    np.fill_diagonal(shortest, 0)
    # single linkage merges two parts at the longest edge between them in a minimum spanning tree
    merged = cophenet(linkage(squareform(np.where(np.isinf(shortest), 2 * longest + 1, shortest)), "single"))
    joined &= shortest <= squareform(merged) + TIED * longest
    between = (part[first], part[second])
    chosen = joined[between] & (lengths[first, second] <= shortest[between] + TIED * longest)
    bridges[first[chosen], second[chosen]] = True
    return bridges


def shortest_paths(lengths: np.ndarray) -> np.ndarray:
    """(c, c) lengths of shortest paths over symmetric edges (inf where there is none); inf where there is no path.

    Raises
    ------
    ValueError
        A length below 0 or none at all, with which the search would not end.
    """
    if not (lengths >= 0).all():
        wrong = lengths[~(lengths >= 0)][0]
        raise ValueError(f"an edge of length {wrong}: paths need lengths of at least 0, inf where there is no edge")
    if not len(lengths):
        return lengths
    first, second = np.nonzero(np.isfinite(lengths))
    # from explicit entries, or edges of length 0 would be lost
    graph = csr_array((lengths[first, second], (first, second)), shape=lengths.shape)
    paths = shortest_path(graph)
    return np.minimum(paths, paths.T)


def _parts(edges: np.ndarray) -> tuple[int, np.ndarray]:
    if not len(edges):
        return 0, np.empty(0, dtype=np.intp)
    return connected_components(csr_array(edges), directed=False)


def _mutual_information(together: np.ndarray) -> np.ndarray:
    """(c, c) mutual information of two values' indicators, in nats, from (c, c) shares of the rows."""
    shares = np.diag(together)
    absences = 1 - shares
    only_first = _settled(shares[:, None] - together)
    neither = _settled(1 - np.add.outer(shares, shares) + together)
    one = rel_entr(only_first, np.outer(shares, absences))
    both, none = rel_entr(together, np.outer(shares, shares)), rel_entr(neither, np.outer(absences, absences))
    # both mixed cells first: the sum is then the same in either order of the values
    return np.maximum(one + one.T + both + none, 0)


def _settled(counts: np.ndarray, total: float = 1.0) -> np.ndarray:
    """Counts with those that are mere rounding (of sums of row weights) set to 0."""
    return np.where(counts < ROUNDING * total, 0.0, counts)


@dataclass(frozen=True, eq=False, repr=False)
class JointEmbedding(ValueEmbedding):
    """Values of all columns in one space. Rows have each column's values along that column's own axes, side by side.

    A column of v values fills v - 1 axes at most, so rows need no more: the coordinates of a row are short, and all
    distances between rows are those of the joint coordinates side by side.
    """

    joint: bool = True

    def embed(self, n_components: int | None = None) -> JointEmbedding:
        """The embedding itself, or the first axes of the joint space."""
        if n_components is None:
            return self
        return replace(self, coordinates=tuple(x[:, :n_components] for x in self.coordinates))

    @cached_property
    def own_axes(self) -> tuple[np.ndarray, ...]:
        """(v, at most v - 1) centred coordinates of each column's values along their own principal axes."""
        return tuple(principal_coordinates([x], len(x)) for x in self.coordinates)

    def _object_blocks(self) -> list[np.ndarray]:
        return list(self.own_axes) if self.combine == "concatenate" else super()._object_blocks()


@dataclass(frozen=True, eq=False, repr=False)
class JointDistances(Geometry):
    """Distance tables as learned, and a joint embedding of the values they come from.

    Where no points have these distances the embedding only comes near them; the tables stay as learned.

    Attributes
    ----------
    native : ValueDistances
    placed : JointEmbedding
        Its squared distances within a column are those of ``native`` to its power, as far as points can have them.
    """

    native: ValueDistances
    placed: JointEmbedding

    @property
    def codebook(self) -> Codebook:  # type: ignore[override]
        """Columns and values."""
        return self.native.codebook

    @property
    def frequencies(self) -> tuple[np.ndarray, ...]:  # type: ignore[override]
        """(v_r,) value counts of each column."""
        return self.native.frequencies

    def __getitem__(self, attribute: str) -> pd.DataFrame:
        return self.native[attribute]

    def distances(self) -> ValueDistances:
        """The tables."""
        return self.native

    def embed(self, n_components: int | None = None) -> JointEmbedding:
        """The joint embedding, or its first axes."""
        return self.placed.embed(n_components)

    def order(self, method: str = "axis") -> ValueOrder:
        """The order of ``distances().order(method)``."""
        return self.native.order(method)

    def to_frame(self) -> pd.DataFrame:
        """The frame of ``distances()``, without the joint space.

        `ValueDistances.from_frame` reads the same distances back, but places each column in a space of its own.
        ``embed().to_frame()`` holds the joint coordinates.
        """
        return self.native.to_frame()


@dataclass(frozen=True, eq=False)
class PathExplanation(Explanation):
    """An explanation whose terms are lengths of paths.

    Attributes
    ----------
    paths : dict of term to DataFrame
        A step a row: ``from``, ``to`` as (attribute, value), ``length``, ``kind`` ("edge", "bridge": put back to join
        parts, "filled": there is no path). No steps for a value and itself.
    """

    paths: dict[str, pd.DataFrame] = field(default_factory=dict)

    def title(self, term: str) -> str:
        """The name of a graph that pages show, as "Jaccard similarity (−ln x)"."""
        return Base.of(term).title

    @property
    def path(self) -> pd.DataFrame:
        """All steps, with the term they belong to in front."""
        return pd.concat(self.paths, names=["term", "step"]).reset_index()


def joint_distances(
    powered: np.ndarray,
    codebook: Codebook,
    frequencies: tuple[np.ndarray, ...],
    varies: np.ndarray,
    power: float,
    n_components: int | None = None,
    many: int = 2000,
) -> tuple[JointDistances, np.ndarray]:
    """A geometry from distances between the values of all columns, and the eigenvalues of their joint space.

    Parameters
    ----------
    powered : (m, m) symmetric, zero diagonal
        Distances to the power; the joint space takes them as squared distances.
    codebook : Codebook
    frequencies : tuple of (v,) value counts
    varies : (c,) bool
        The m values that ``powered`` is about; others must be the only one of their column, and stand at the origin.
    power : float
        Of the tables.
    n_components : int, optional
        Axes of the joint space kept; None keeps all.
    many : int
        With more values, and axes not all wanted, no more eigenvalues than needed are computed, and ``negative_mass``
        is nan.
    """
    if not len(powered):
        coordinates, eigenvalues, lost = np.empty((0, 0)), np.empty(0), 0.0
    elif n_components is not None and len(powered) > max(many, n_components + 1):
        (coordinates, eigenvalues), lost = leading_axes(powered, n_components), np.nan
    else:
        coordinates, eigenvalues = classical_scaling(powered, n_components)
        lost = negative_share(eigenvalues)
    whole, places = np.zeros((len(varies), len(varies))), np.zeros((len(varies), coordinates.shape[1]))
    whole[np.ix_(varies, varies)], places[varies] = powered, coordinates
    parts = codebook.slices()
    blocks = [whole[part, part] for part in parts]
    native = ValueDistances(
        codebook,
        tuple(S ** (1 / power) for S in blocks),
        frequencies,
        power=power,
    )
    placed = JointEmbedding(codebook, tuple(places[part] for part in parts), frequencies, negative_mass=(lost,))
    return JointDistances(native, placed), eigenvalues


def leading_axes(squared: np.ndarray, n_components: int) -> tuple[np.ndarray, np.ndarray]:
    """As ``classical_scaling``, for a few axes of many points: only their eigenvalues and one more are computed."""
    centred = squared - squared.mean(axis=0) - squared.mean(axis=1)[:, None] + squared.mean()
    start = np.random.default_rng(0).standard_normal(len(squared))
    values, vectors = eigsh(-0.5 * (centred + centred.T) / 2, n_components + 1, which="LA", v0=start)
    values, vectors = values[::-1], vectors[:, ::-1]
    kept = np.flatnonzero(values[:-1] > RELATIVE_ZERO * max(values[0], np.finfo(float).tiny))
    return turned(vectors[:, kept] * np.sqrt(values[kept])), values
