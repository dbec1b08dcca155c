"""Classes stand for themselves by a few typical rows each, found by coupled similarity.

Source: Li, "Classification with coupled distance based clustering", section 4; equation numbers are its own.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from sklearn.utils import Tags, check_random_state

from catviz.classification.base import CategoricalClassifier, blocks, likeliest, weights_by_class
from catviz.clustering.base import DistinctRows, as_text, distinct_codes
from catviz.distances.coupled import COS
from catviz.geometry.similarities import ValueSimilarities
from catviz.parameters import SEED, STARTS, Choice, Number, RandomState
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.encoding import UNORDERED
from catviz.table.sizes import refuse_array

#: Similarities (of at most 1) that differ by less are equal; of equally good rows the first in canonical order wins.
EQUAL = 1e-10


class CoupledCentroidClassifier(CategoricalClassifier):
    """Coupled centroids: the rows of a class are clustered by COS, and the clusters' centroids score new rows.

    s(x, y) = COS(x, y) / sqrt(COS(x, x) COS(y, y)), from the training rows. Each class is clustered by spherical
    k-medoids (Eqs. 4.1 to 4.4): a row joins the centroid it is most similar to, a centroid moves to the row with the
    largest sum of similarities to its cluster (Eq. 4.2, whose sign is a slip).
    Centroid t weighs w_t = 1/2 + 1/2 margin_t / max margin, margin_t = 1 - the largest s to a centroid of another
    class. A row scores sum_t w_t exp(-(1 - s(x, m_t)) / (tau s0)) for a class, over the class's centroids; s0 is the
    mean 1 - s of training rows to their own class's nearest centroid. Of classes with equal scores the one with more
    rows wins.

    Our reading: the source tells the weights and the final score in words only.

    Parameters
    ----------
    n_centroids : float, int or "sqrt"
        A class of n rows gets this share of n (a fraction of at most 1), this many, or sqrt(n) centroids, rounded up
        and at most as many as it has distinct rows.
    weighting : {"margin", "uniform"}
        "uniform" takes w_t = 1, to see what the weights contribute.
    tau : float
        Width of a centroid's influence; near 0 only the nearest ones count.
    n_init : int
        Starts from different random rows, a class; the largest sum of similarities wins.
    max_iter : int
        Moves of the centroids at most; 0 keeps the random rows.
    tol : float
        Stop where the sum of similarities changes by no more.
    max_class_size : int or None
        Cluster no more distinct rows of a class than this, drawn at random in proportion to how often they occur.
    random_state : int, RandomState or None
        Draws the starts; an int gives the same result each time.

    Attributes
    ----------
    classes_ : (K,) labels as given, in the order of ``np.unique``
    centroids_ : (T, d) DataFrame of text, indexed by class and weight
    margins_ : (T,) 1 - the largest s to a centroid of another class; 1 where there is no other class
    weights_ : (T,) weights of the centroids
    spread_ : float
        s0.
    n_iter_ : (K,) int
        Rounds of joining rows to centroids, in the run of each class that was kept.
    value_similarities_ : ValueSimilarities
        COS of the training rows, not normalised.

    Raises
    ------
    ValueError
        No ``y``, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> from catviz import CoupledCentroidClassifier
    >>> t = catviz.load_dataset("zoo")
    >>> m = CoupledCentroidClassifier(n_centroids=1, random_state=0).fit(t, t.target)
    >>> m.centroids_.shape, m.predict(t[:3]).tolist()
    ((7, 16), ['mammal', 'mammal', 'fish'])
    """

    numeric_columns = UNORDERED
    parameters = {
        "n_centroids": Number(
            0.0,
            special={"sqrt": "square root of its rows"},
            integer=False,
            label="Centroids per class",
            help="A number up to 1 is a share of the rows of a class, and a larger number is a number of centroids. "
            "With more centroids, a class is described more finely, and predicting takes longer.",
        ),
        "weighting": Choice(
            {"margin": "by margin", "uniform": "all equal"},
            label="Weights of centroids",
            help="With “by margin”, a centroid counts less if it is more similar to a centroid of another class.",
        ),
        "tau": Number(
            0.0,
            integer=False,
            label="Width",
            help="How far the influence of a centroid reaches. Near 0, only the most similar centroids count. With "
            "larger widths, more distant centroids count too.",
        ),
        "n_init": STARTS,
        "max_iter": Number(
            0,
            label="Most steps",
            help="Centroids move at most this many times. With 0, they stay at the random rows that they begin from.",
        ),
        "tol": Number(
            0.0,
            integer=False,
            label="Tolerance",
            help="A run stops if a step changes the sum of similarities by no more than this. A larger tolerance stops "
            "earlier.",
        ),
        "max_class_size": Number(
            1,
            special={None: "all rows"},
            label="Most rows per class",
            help="In a larger class, this many distinct rows are drawn at random and clustered. Fewer rows are faster "
            "and leave out more of the class.",
        ),
        "random_state": SEED,
    }

    def __init__(
        self,
        n_centroids: float | int | str = 0.2,
        weighting: str = "margin",
        tau: float = 0.1,
        n_init: int = 3,
        max_iter: int = 100,
        tol: float = 0.0,
        max_class_size: int | None = None,
        random_state: RandomState | None = None,
    ) -> None:
        self.n_centroids = n_centroids
        self.weighting = weighting
        self.tau = tau
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.max_class_size = max_class_size
        self.random_state = random_state

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows of two classes, d columns and c values."""
        c = np.sum(c)
        return float(0.02 + 1e-9 * n * d * d + 3e-8 * c**2 + 2e-10 * n * n * c)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # on continuous numbers, where no value occurs twice
        return tags

    @property
    def _codebook(self) -> Codebook:
        return self.value_similarities_.codebook

    def _learn(self, table: CategoricalTable, y: ArrayLike | None, classes: np.ndarray) -> None:
        similarities = COS()
        similarities._check(table.codebook)
        width = int((table.codebook.n_values + 1).sum())
        remedy = "fit a sample of the rows, or leave out a column of many values"
        refuse_array(2 * distinct_codes(table), width, "two sets of similarities of rows to values", remedy)
        rows = DistinctRows.of(table)
        members = weights_by_class(table, rows.inverse, classes, len(self.classes_))
        self.value_similarities_ = similarities.fit(rows.table).value_similarities_
        self._tables = _padded(self.value_similarities_)
        left, right = _factors(self._tables, rows.codes)
        # one seed for all classes: what a class is called must not decide what is drawn for it
        seed = check_random_state(self.random_state).randint(np.iinfo(np.int32).max)
        by_class, rounds, apart, counted = [], [], 0.0, 0.0
        for weights in members.T:
            rng = np.random.RandomState(seed)
            sampled = _sample(weights, self.max_class_size, rng)
            k = min(_how_many(self.n_centroids, weights[sampled].sum()), len(sampled))
            medoids, similarity, n_iter = self._medoids(left[sampled], right[sampled], weights[sampled], k, rng)
            by_class.append(sampled[medoids])
            rounds.append(n_iter)
            apart += weights[sampled].sum() - similarity
            counted += weights[sampled].sum()
        self.n_iter_ = np.array(rounds)
        self.spread_ = max(float(apart / counted), 0.0)
        places, of_class = np.concatenate(by_class), np.repeat(np.arange(len(by_class)), [len(m) for m in by_class])
        equal = self.spread_ <= EQUAL and (_rounded(left[places], right[places[:1]]) >= 1 - EQUAL).all()
        if equal and len(by_class) > 1:
            remark(
                "under coupled similarity all training rows are equally similar, so the largest class is always "
                "predicted: the columns carry no information about one another; DistanceKNNClassifier() compares the "
                "values themselves"
            )
        self.margins_ = _margins(left[places], right[places], of_class)
        self.weights_ = self._weigh()
        self._centroids = right[places]
        self._votes = np.eye(len(by_class))[of_class] * self.weights_[:, None]
        self._sizes = members.sum(axis=0)
        names = [pd.Index(self.classes_[of_class], name="class"), pd.Index(self.weights_, name="weight")]
        self.centroids_ = as_text(rows.codes[places], rows.table.codebook).set_axis(pd.MultiIndex.from_arrays(names))

    def _medoids(
        self, left: np.ndarray, right: np.ndarray, weights: np.ndarray, k: int, rng: np.random.RandomState
    ) -> tuple[np.ndarray, float, int]:
        """``(places, sum of similarities, rounds)`` of the best of several runs."""
        best = np.empty(0, dtype=np.intp), -np.inf, 0
        for i in range(self.n_init):
            start = np.sort(rng.choice(len(weights), size=k, replace=False, p=weights / weights.sum()))
            run = _run(left, right, weights, start, self.max_iter, self.tol)
            if not i or run[1] > best[1] * (1 + EQUAL):
                best = run
        return best

    def _weigh(self) -> np.ndarray:
        largest = self.margins_.max()
        if self.weighting == "uniform" or largest <= EQUAL:
            return np.ones(len(self.margins_))
        return 0.5 + 0.5 * self.margins_ / largest

    def _classify(self, rows: CategoricalTable) -> tuple[np.ndarray, np.ndarray]:
        rows, width = rows.recode(self._codebook), max(self.tau * self.spread_, EQUAL)
        shares = np.empty((len(rows), len(self.classes_)))
        for block in blocks(len(rows), len(self._centroids)):
            left, _ = _factors(self._tables, rows.codes[block])
            near = _rounded(left, self._centroids)
            near -= near.max(axis=1, keepdims=True)
            near /= width
            scores = np.exp(near, out=near) @ self._votes
            shares[block] = scores / scores.sum(axis=1, keepdims=True)
        return shares, likeliest(shares, self._sizes)


def _margins(left: np.ndarray, right: np.ndarray, of_class: np.ndarray) -> np.ndarray:
    margins = np.ones(len(of_class))
    if (of_class == of_class[0]).all():
        return margins
    for c in np.unique(of_class):
        in_class = of_class == c
        margins[in_class] = 1 - _most_similar(left[in_class], right[~in_class])[1]
    return margins


def _run(
    left: np.ndarray, right: np.ndarray, weights: np.ndarray, medoids: np.ndarray, max_iter: int, tol: float
) -> tuple[np.ndarray, float, int]:
    """``(places, sum of similarities, rounds)`` of k-medoids from a start: rows join, medoids move, until they stay.

    Since s is a product of factors, the sum of a row's similarities to a cluster is the product of its left factor
    with the sum of the cluster's right ones: no two rows of a cluster need to be compared.
    """
    before = -np.inf
    for step in range(max_iter + 1):
        nearest, similarity = _most_similar(left, right[medoids])
        total = float(weights @ similarity)
        if step == max_iter or abs(total - before) <= tol + EQUAL * total:
            break
        moved = _central(left, right, weights, nearest, medoids)
        if np.array_equal(moved, medoids):
            break
        medoids, before = moved, total
    return medoids, total, step + 1


def _central(
    left: np.ndarray, right: np.ndarray, weights: np.ndarray, nearest: np.ndarray, medoids: np.ndarray
) -> np.ndarray:
    """Sorted places of the row most similar to its whole cluster, for each cluster; one without rows keeps its own."""
    m, k = len(weights), len(medoids)
    sums = csr_array((weights, (nearest, np.arange(m))), shape=(k, m)) @ right
    sizes = np.bincount(nearest, weights=weights, minlength=k)
    closeness = np.round(np.einsum("ij,ij->i", left, sums[nearest]) / sizes[nearest] / EQUAL)
    order = np.lexsort((-closeness, nearest))
    filled, first = np.unique(nearest[order], return_index=True)
    moved = medoids.copy()
    moved[filled] = order[first]
    return np.unique(moved)


def _most_similar(left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """``(places, similarities)``: for each row of ``left`` the first of the most similar rows of ``right``."""
    places, similarities = np.empty(len(left), dtype=np.intp), np.empty(len(left))
    for block in blocks(len(left), len(right)):
        s = _rounded(left[block], right)
        places[block] = s.argmax(axis=1)
        similarities[block] = np.take_along_axis(s, places[block][:, None], axis=1)[:, 0]
    return places, similarities


def _rounded(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """(m, t) similarities, in whole multiples of ``EQUAL``."""
    s = (left / EQUAL) @ right.T
    np.rint(s, out=s)
    s *= EQUAL
    return s


def _factors(tables: list[np.ndarray], codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """``(left, right)``, (m, sum of v + 1) each: ``left @ right.T`` are the normalised similarities of rows."""
    starts = np.cumsum([0, *(len(table) for table in tables[:-1])])
    places = codes + starts
    left = np.hstack([table[column] for table, column in zip(tables, codes.T, strict=True)])
    scale = 1 / np.sqrt(np.take_along_axis(left, places, axis=1).sum(axis=1, keepdims=True))
    right = np.zeros_like(left)
    np.put_along_axis(right, places, scale, axis=1)
    return left * scale, right


def _padded(similarities: ValueSimilarities) -> list[np.ndarray]:
    """(v + 1, v + 1) similarities of each column's values, the slot of values never seen last."""
    tables = []
    for r, (table, counts) in enumerate(zip(similarities.tables, similarities.frequencies, strict=True)):
        column = ValueSimilarities(similarities.codebook.select([r]), (table,), (counts,))
        tables.append(column.between(CategoricalTable(np.arange(len(table) + 1)[:, None], column.codebook)))
    return tables


def _sample(weights: np.ndarray, most: int | None, rng: np.random.RandomState) -> np.ndarray:
    """Sorted places of the rows with a weight, or of a sample of them."""
    places = np.flatnonzero(weights)
    if most is None or len(places) <= most:
        return places
    return np.sort(rng.choice(places, size=most, replace=False, p=weights[places] / weights[places].sum()))


def _how_many(wanted: float | int | str, n: float) -> int:
    """Centroids for a class of n rows."""
    if isinstance(wanted, str):
        return max(math.ceil(round(math.sqrt(n), 9)), 1)
    if isinstance(wanted, int | np.integer) or wanted > 1:
        if wanted < 1 or wanted != int(wanted):
            raise ValueError(
                f"n_centroids={wanted!r}: give a share between 0 and 1, a whole number of at least 1, or 'sqrt'"
            )
        return int(wanted)
    return max(math.ceil(round(wanted * n, 9)), 1)
