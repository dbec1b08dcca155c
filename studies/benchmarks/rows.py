"""What is timed against which peer: each row makes its data, does the work both ways, and compares the answers."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np
import pandas as pd
from timing import OURS, Timed, growth, in_turn

import catviz
from catviz.analysis.projection import row_map
from catviz.embeddings.tave_neighbours import neighbour_counts
from catviz.orders.ocl import OCL
from catviz.table.categorical import CategoricalTable

#: The least that counting pairs of values one by one could take; ours may take 2.5 times as long.
FLOOR = "one addition a pair"


@dataclass(frozen=True)
class Row:
    """One line of the results.

    Attributes
    ----------
    work : str
    goals : dict of peer to the least ratio wanted
    measure : callable() -> (Timed, sentence on whether the answers agree)
    grows : callable() -> (exponent, reach) or None
    threads : str
        Of ours and of the peers.
    """

    work: str
    goals: dict[str, float]
    measure: Callable[[], tuple[Timed, str]]
    grows: Callable[[], tuple[float, float]] | None = None
    threads: str = "1/1"


def synthetic(n: int, d: int, v: int = 10, seed: int = 0) -> CategoricalTable:
    """A table of n rows and d columns of v values, in five hidden groups."""
    rng = np.random.default_rng(seed)
    group = rng.integers(0, 5, n)
    codes = np.where(rng.random((n, d)) < 0.5, (group[:, None] + np.arange(d)) % v, rng.integers(0, v, (n, d)))
    return CategoricalTable.from_pandas(pd.DataFrame(codes.astype(str), columns=[f"a{r}" for r in range(d)]))


def burt() -> tuple[Timed, str]:
    """The Burt matrix of 1M rows and 20 columns."""
    from scipy import sparse

    table = synthetic(1_000_000, 20)
    codes = table.codes
    sizes = table.codebook.n_values
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def product():
        n, d = codes.shape
        columns = (codes.astype(np.int32) + first.astype(np.int32)).ravel()
        X = sparse.csr_matrix(
            (np.ones(n * d, np.int32), columns, np.arange(0, n * d + 1, d)), shape=(n, int(sizes.sum()))
        )
        return (X.T @ X).toarray()

    frame = table.to_pandas()

    def crosstabs():
        pairs = {(a, b): pd.crosstab(frame[a], frame[b]) for a, b in combinations(frame, 2)}
        return [pairs[pair].to_numpy() for pair in pairs]

    def additions():
        """One addition for each pair of values of each row, in numbers that stay in the processor's cache."""
        n, d = codes.shape
        some = np.zeros(2**15, dtype=np.int64)
        for _ in range(n * d * (d - 1) // 2 // len(some)):
            np.add(some, 1, out=some)

    work = {OURS: lambda: catviz.count(table).matrix, "scipy CSR X'X": product}
    timed = in_turn(
        work | {"pandas crosstab of all pairs": crosstabs, FLOOR: additions}, 3, {"pandas crosstab of all pairs"}
    )
    matrix, parts = timed.results[OURS], table.codebook.slices()
    same = np.array_equal(matrix, timed.results["scipy CSR X'X"]) and all(
        np.array_equal(matrix[a, b], tab)
        for (a, b), tab in zip(combinations(parts, 2), timed.results["pandas crosstab of all pairs"], strict=True)
    )
    note = f"the floor is one np.add for each of {len(codes) * 190 / 1e6:.0f}M pairs of values"
    return timed, f"{'equal' if same else 'NOT equal'} cell by cell; {note}"


def k_modes_nursery() -> tuple[Timed, str]:
    """Ten starts of k-modes on nursery."""
    return _k_modes(catviz.load_dataset("nursery"), 5, 10, rounds=5, seeds=10)


def k_modes_large() -> tuple[Timed, str]:
    """Two starts of k-modes on 100k rows and 10 columns."""
    return _k_modes(synthetic(100_000, 10), 5, 2, rounds=3, seeds=3)


def _k_modes(table: CategoricalTable, k: int, n_init: int, rounds: int, seeds: int) -> tuple[Timed, str]:
    from FasterKModes import FasterKModes
    from kluster_fudge import KModes as Fudged
    from kmodes.kmodes import KModes as Theirs

    codes = np.asarray(table.codes)
    X, whole = codes.astype(np.uint8), codes.astype(np.int32)

    def ours(seed: int = 0):
        return catviz.KModes(k, update="mode", n_init=n_init, random_state=seed).fit(table).labels_

    def theirs(seed: int = 0):
        return Theirs(k, init="random", n_init=n_init, random_state=seed).fit(codes).labels_

    def faster(seed: int = 0):
        model = FasterKModes(k, n_init=n_init, init="random", n_jobs=1, random_state=seed, print_log=False)
        model.fit(X)
        return model.predict(X)

    def fudged(seed: int = 0):
        return Fudged(k, n_init=n_init, init_method="random", random_state=seed, n_jobs=1).fit_predict(whole)

    def cost_of(labels) -> float:
        """Mismatches with the modes of these clusters."""
        return sum(
            len(members) * codes.shape[1] - sum(np.bincount(column).max() for column in members.T)
            for members in (codes[np.asarray(labels) == j] for j in np.unique(labels))
        )

    work = {OURS: ours, "kmodes": theirs, "FasterKModes": faster, "kluster-fudge": fudged}
    timed = in_turn(work, rounds)
    costs = {name: np.mean([cost_of(call(seed)) for seed in range(seeds)]) for name, call in work.items()}
    means = ", ".join(f"{name} {cost:,.0f}" for name, cost in costs.items())
    return timed, f"mean cost of {seeds} seeds: {means}"


def ocl_nursery() -> tuple[Timed, str]:
    """Ten starts of OCL on nursery against as many of kmodes."""
    from kmodes.kmodes import KModes as Theirs

    table = catviz.load_dataset("nursery")
    codes = np.asarray(table.codes)
    timed = in_turn(
        {
            OURS: lambda: OCL(5, n_init=10, random_state=0).fit(table).objective_,
            "kmodes": lambda: Theirs(5, init="Huang", n_init=10, random_state=0).fit(codes).cost_,
        },
        3,
    )
    return timed, f"another objective: z {timed.results[OURS]:,.1f}"


def mca() -> tuple[Timed, str]:
    """MCA of 100k rows and 10 columns, with the rows' coordinates."""
    from prince import MCA as Theirs

    table = synthetic(100_000, 10)
    frame = table.to_pandas().astype(str)

    def ours():
        fitted = catviz.MCA(n_components=2).fit(table)
        return fitted.eigenvalues_[:2], fitted.transform(table)

    def theirs():
        fitted = Theirs(n_components=2, random_state=0).fit(frame)
        return fitted.eigenvalues_[:2], fitted.row_coordinates(frame)

    timed = in_turn({OURS: ours, "prince": theirs}, 3)
    apart = np.abs(timed.results[OURS][0] - timed.results["prince"][0]).max()
    return timed, f"eigenvalues within {apart:.1e}"


def neighbours() -> tuple[Timed, str]:
    """Co-occurrence of neighbours: the 1000 nearest rows of each of 28,056 under Hamming (KRvK)."""
    from sklearn.neighbors import NearestNeighbors

    table = catviz.load_dataset("kr_vs_k")
    some = np.asarray(table.codes, dtype=float)

    def theirs():
        model = NearestNeighbors(n_neighbors=1000, metric="hamming", algorithm="brute").fit(some)
        return sum(len(model.kneighbors(some[i : i + 2000], return_distance=False)) for i in range(0, len(some), 2000))

    codes, weights = np.asarray(table.codes), np.ones(len(table))
    ours = partial(neighbour_counts, codes, np.asarray(table.codebook.n_values), weights, 1000)
    timed = in_turn({OURS: ours, "scikit-learn": theirs}, 1)
    return timed, "ours counts values of the neighbours, ties shared; theirs lists them, ties cut"


def object_distances() -> tuple[Timed, str]:
    """Distances between all of 4000 rows, 200 values."""
    import gower
    from scipy.spatial.distance import cdist

    table = synthetic(4000, 20)
    geometry = catviz.Hamming().fit(table).geometry_
    codes, frame = np.asarray(table.codes, dtype=float), table.to_pandas().astype(object)
    work = {
        OURS: lambda: geometry.between(table),
        "scipy cdist": lambda: cdist(codes, codes, "hamming") * codes.shape[1],
        "gower": lambda: gower.gower_matrix(frame),
    }
    timed = in_turn(work, 5, {"gower"})
    apart = np.abs(timed.results[OURS] - timed.results["scipy cdist"]).max()
    writing = in_turn({OURS: lambda: np.full((len(codes), len(codes)), 1.0)}).seconds[OURS]
    return timed, f"within {apart:.1e}; writing as many numbers alone takes {writing:.3g} s"


def t_sne() -> tuple[Timed, str]:
    """The map of nursery's distinct rows that the explorer draws, against openTSNE on the one-hot coded rows."""
    import openTSNE

    table = catviz.load_dataset("nursery")
    coded = catviz.OneHot().fit_transform(table)
    geometry = catviz.Hamming().fit(table).geometry_

    def ours():
        drawn = row_map(geometry, table, "t-SNE")
        return drawn.coordinates[drawn.inverse]

    def theirs():
        return np.asarray(openTSNE.TSNE(n_jobs=1, random_state=0).fit(coded))

    timed = in_turn({OURS: ours, "openTSNE": theirs}, 1, {OURS, "openTSNE"})
    P = openTSNE.affinity.PerplexityBasedNN(coded, perplexity=30, n_jobs=1, random_state=0).P.tocoo()
    ours_kl, theirs_kl = (_divergence(P, np.asarray(points, float)) for points in timed.results.values())
    return (
        timed,
        f"KL of all rows, exact: catviz {ours_kl:.3f}, openTSNE {theirs_kl:.3f} ({ours_kl / theirs_kl - 1:+.1%})",
    )


def _divergence(P, points: np.ndarray) -> float:
    """Kullback-Leibler divergence of a map from affinities, every pair of rows counted."""
    from scipy.spatial.distance import cdist

    blocks = (points[i : i + 1000] for i in range(0, len(points), 1000))
    total = sum((1 / (1 + cdist(block, points, "sqeuclidean"))).sum() for block in blocks) - len(points)
    near = 1 / (1 + ((points[P.row] - points[P.col]) ** 2).sum(axis=1))
    return float((P.data * np.log(P.data * total / near)).sum() / P.data.sum())


def count_growth() -> tuple[float, float]:
    """Counting against the number of rows."""
    return growth([100_000, 300_000, 1_000_000], lambda n: _counting(synthetic(n, 20)))


def ocl_growth() -> tuple[float, float]:
    """OCL, one start, against the number of rows."""
    return growth([3_000, 30_000, 100_000], lambda n: _ordering(synthetic(n, 10)))


def k_modes_growth() -> tuple[float, float]:
    """K-modes, two starts, against the number of rows."""
    return growth([30_000, 100_000, 300_000], lambda n: _clustering(synthetic(n, 10)))


def mca_growth() -> tuple[float, float]:
    """MCA with the rows' coordinates against the number of rows."""
    return growth([30_000, 100_000, 300_000], lambda n: _placing(synthetic(n, 10)))


def neighbour_growth() -> tuple[float, float]:
    """Neighbours' values, the 1000 nearest rows of each, against the number of rows."""
    return growth([7_000, 14_000, 28_000], lambda n: _near(synthetic(n, 6)))


def distance_growth() -> tuple[float, float]:
    """Distances between all rows against their number."""
    return growth([1000, 2000, 4000], lambda n: _between(synthetic(n, 20)), at_least=2)


def _counting(table: CategoricalTable) -> Callable[[], object]:
    return lambda: catviz.count(table).matrix


def _clustering(table: CategoricalTable) -> Callable[[], object]:
    return lambda: catviz.KModes(5, update="mode", n_init=2, random_state=0).fit(table)


def _ordering(table: CategoricalTable) -> Callable[[], object]:
    return lambda: OCL(5, n_init=1, random_state=0).fit(table)


def _placing(table: CategoricalTable) -> Callable[[], object]:
    return lambda: catviz.MCA(n_components=2).fit_transform(table)


def _near(table: CategoricalTable) -> Callable[[], object]:
    sizes = np.asarray(table.codebook.n_values)
    return partial(neighbour_counts, np.asarray(table.codes), sizes, np.ones(len(table)), 1000)


def _between(table: CategoricalTable) -> Callable[[], object]:
    geometry = catviz.Hamming().fit(table).geometry_
    return lambda: geometry.between(table)


BURT = {"scipy CSR X'X": 40, "pandas crosstab of all pairs": 40, FLOOR: 1 / 2.5}
ROWS = (
    Row("Burt matrix, 1M x 20", BURT, burt, count_growth),
    Row("k-modes, nursery, 10 starts", {"kmodes": 150, "FasterKModes": 3, "kluster-fudge": 3}, k_modes_nursery),
    Row(
        "k-modes, 100k x 10, 2 starts",
        {"kmodes": 60, "FasterKModes": 3, "kluster-fudge": 3},
        k_modes_large,
        k_modes_growth,
    ),
    Row("OCL monotone, nursery, 10 starts", {"kmodes": 30}, ocl_nursery, ocl_growth),
    Row("MCA, 100k x 10, with rows", {"prince": 40}, mca, mca_growth),
    Row("Hamming neighbours, KRvK, k = 1000", {"scikit-learn": 150}, neighbours, neighbour_growth),
    Row("Distances of 4000 rows, 200 values", {"scipy cdist": 5, "gower": 50}, object_distances, distance_growth),
    Row("t-SNE of nursery's rows", {"openTSNE": 1.5}, t_sne),
)

warnings.simplefilter("ignore", UserWarning)
