"""What is timed against which peer: each row makes its data, does the work both ways, and compares the answers."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
from timing import OURS, Timed, growth, in_turn

import catviz
from catviz.embeddings.neighbours import neighbour_counts
from catviz.orders import OCL
from catviz.table import CategoricalTable


@dataclass(frozen=True)
class Row:
    """One line of the results.

    Attributes
    ----------
    work : str
    goals : dict of peer to the least ratio wanted
    measure : callable() -> (Timed, sentence on whether the answers agree)
    grows : callable() -> (exponent, reach) or None
    """

    work: str
    goals: dict[str, float]
    measure: Callable[[], tuple[Timed, str]]
    grows: Callable[[], tuple[float, float]] | None = None


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

    timed = in_turn({OURS: lambda: catviz.count(table).matrix, "scipy CSR X'X": product}, 3)
    same = np.array_equal(timed.results[OURS], timed.results["scipy CSR X'X"])
    return timed, "equal cell by cell" if same else "NOT equal"


def k_modes_nursery() -> tuple[Timed, str]:
    """Ten starts of k-modes on nursery."""
    return _k_modes(catviz.load_dataset("nursery"), 5, 10, 3)


def k_modes_large() -> tuple[Timed, str]:
    """Two starts of k-modes on 100k rows and 10 columns."""
    return _k_modes(synthetic(100_000, 10), 5, 2, 1)


def _k_modes(table: CategoricalTable, k: int, n_init: int, rounds: int) -> tuple[Timed, str]:
    from FasterKModes import FasterKModes
    from kluster_fudge import KModes as Fudged
    from kmodes.kmodes import KModes as Theirs

    codes = np.asarray(table.codes)
    X, whole = codes.astype(np.uint8), codes.astype(np.int32)

    def ours():
        return catviz.KModes(k, update="mode", n_init=n_init, random_state=0).fit(table).objective_

    def theirs():
        return Theirs(k, init="random", n_init=n_init, random_state=0).fit(codes).cost_

    def faster():
        model = FasterKModes(k, n_init=n_init, init="random", n_jobs=1, random_state=0, print_log=False)
        model.fit(X)
        return cost_of(model.predict(X))

    def fudged():
        model = Fudged(k, n_init=n_init, init_method="random", random_state=0, n_jobs=1)
        return cost_of(model.fit_predict(whole))

    def cost_of(labels) -> float:
        """Mismatches with the modes of these clusters."""
        return sum(
            len(members) * codes.shape[1] - sum(np.bincount(column).max() for column in members.T)
            for members in (codes[np.asarray(labels) == j] for j in np.unique(labels))
        )

    timed = in_turn({OURS: ours, "kmodes": theirs, "FasterKModes": faster, "kluster-fudge": fudged}, rounds)
    costs = ", ".join(f"{name} {float(cost):,.0f}" for name, cost in timed.results.items())
    return timed, f"cost {costs}"


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
    timed = in_turn(
        {
            OURS: lambda: geometry.between(table),
            "scipy cdist": lambda: cdist(codes, codes, "hamming") * codes.shape[1],
            "gower": lambda: gower.gower_matrix(frame),
        },
        3,
    )
    apart = np.abs(timed.results[OURS] - timed.results["scipy cdist"]).max()
    return timed, f"within {apart:.1e}"


def count_growth() -> tuple[float, float]:
    """Counting against the number of rows."""
    return growth([100_000, 300_000, 1_000_000], lambda n: _counting(synthetic(n, 20)))


def ocl_growth() -> tuple[float, float]:
    """OCL, one start, against the number of rows."""
    return growth([3_000, 30_000, 100_000], lambda n: _ordering(synthetic(n, 10)))


def _counting(table: CategoricalTable) -> Callable[[], object]:
    return lambda: catviz.count(table).matrix


def _ordering(table: CategoricalTable) -> Callable[[], object]:
    return lambda: OCL(5, n_init=1, random_state=0).fit(table)


ROWS = (
    Row("Burt matrix, 1M x 20", {"scipy CSR X'X": 40}, burt, count_growth),
    Row("k-modes, nursery, 10 starts", {"kmodes": 150, "FasterKModes": 3, "kluster-fudge": 3}, k_modes_nursery),
    Row("k-modes, 100k x 10, 2 starts", {"kmodes": 60, "FasterKModes": 3, "kluster-fudge": 3}, k_modes_large),
    Row("OCL monotone, nursery, 10 starts", {"kmodes": 30}, ocl_nursery, ocl_growth),
    Row("MCA, 100k x 10, with rows", {"prince": 40}, mca),
    Row("Hamming neighbours, KRvK, k = 1000", {"scikit-learn": 150}, neighbours),
    Row("Distances of 4000 rows, 200 values", {"scipy cdist": 5, "gower": 50}, object_distances),
)

warnings.simplefilter("ignore", UserWarning)
