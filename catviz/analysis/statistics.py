"""Is one method better than another? Tests on the scores of repeated runs, and of several methods over data sets."""

from __future__ import annotations

from itertools import permutations
from math import lgamma, log
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2 as chi_squared
from scipy.stats import f as fisher
from scipy.stats import norm, rankdata, studentized_range
from scipy.stats import t as student

from catviz.parameters import whole_numbers

#: Random arrangements where all of them are too many.
PERMUTATIONS = 9_999
#: The level of every test: claims, corrected p values and false discovery rates are held to it.
LEVEL = 0.05
#: The confidence of every interval and set.
CONFIDENCE = 1 - LEVEL
#: Scores of a data set that differ by up to this share of the largest are equal: sums in another order differ so.
EQUAL = 1e-12

#: Up to so many arrangements of ranks, all are looked at.
_ARRANGEMENTS = 20_000
#: Ranks that are permuted at once.
_AT_ONCE = 1_000_000
#: Additions by which sums of signed ranks are counted, at most.
_SUMMED = 500_000_000


class PairedTest(NamedTuple):
    """The mean of a - b, its t statistic, and the two-sided p value."""

    difference: float
    t: float
    p: float


class FriedmanTest(NamedTuple):
    """Friedman's chi squared and Iman and Davenport's F, each with its p value."""

    chi2: float
    chi2_p: float
    f: float
    f_p: float


def paired_t(a: ArrayLike, b: ArrayLike) -> PairedTest:
    """Student's paired t-test of two methods' scores on the same runs.

    It takes the runs for independent. Repeated splits of one data set are not: they share rows, and this test finds
    differences that are not there. Take `corrected_resampled_t` for them.

    Parameters
    ----------
    a, b : (J,) scores on the same J runs, in the same order

    Returns
    -------
    PairedTest
        p = 1 where all scores are equal, p = 0 where all differ by the same amount.

    Raises
    ------
    ValueError
        Not one score a run for both, fewer than two runs, or scores that are no finite numbers.

    Examples
    --------
    >>> from catviz.analysis.statistics import paired_t
    >>> paired_t([3, 4, 6], [2, 2, 3]).t.__round__(4)
    3.4641
    """
    differences = _differences(a, b)
    return _student(differences, 1 / len(differences))


def corrected_resampled_t(a: ArrayLike, b: ArrayLike, test_share: float) -> PairedTest:
    """The corrected resampled t-test of two methods' scores on the same splits of one data set (Nadeau & Bengio 2003).

    t = mean(a - b) / sqrt((1/J + n_test/n_train) var(a - b)), with J - 1 degrees of freedom: the share added to 1/J
    stands for the rows that splits have in common.

    Parameters
    ----------
    a, b : (J,) scores on the same J splits, in the same order
    test_share : float between 0 and 1, exclusive
        Share of the rows that each split tests on; the others train.

    Returns
    -------
    PairedTest

    Raises
    ------
    ValueError
        As `paired_t`, or ``test_share`` out of range.

    Examples
    --------
    >>> from catviz.analysis.statistics import corrected_resampled_t
    >>> corrected_resampled_t([3, 4, 6], [2, 2, 3], test_share=0.5).t.__round__(4)
    1.7321
    """
    shared, differences = _shared(test_share), _differences(a, b)
    return _student(differences, 1 / len(differences) + shared)


def ranks(scores: ArrayLike) -> np.ndarray:
    """Each data set's methods from the best, 1, to the last, k.

    Parameters
    ----------
    scores : (N, k) of N data sets by k methods, higher is better
        A missing score (NaN) ranks after all others.

    Returns
    -------
    (N, k) float
        Ties share the mean of their ranks. Scores tie where they differ by at most 1e-12 of the data set's largest
        finite score (absolute values), which is rounding.

    Raises
    ------
    ValueError
        Not a table of scores.

    Examples
    --------
    >>> from catviz.analysis.statistics import ranks
    >>> ranks([[0.8, 0.9, 0.8], [0.7, float("nan"), 0.6]]).tolist()
    [[2.5, 1.0, 2.5], [1.0, 3.0, 2.0]]
    """
    scores = np.asarray(scores, dtype=float)
    if scores.ndim != 2 or 0 in scores.shape:
        raise ValueError(f"scores of shape {scores.shape}: give a table of data sets by methods")
    return rankdata([_without_rounding(row) for row in np.where(np.isnan(scores), np.inf, -scores)], axis=1)


def first_places(scores: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """On how many data sets each method is the best alone, and on how many it shares that place.

    Parameters
    ----------
    scores : (N, k) of N data sets by k methods, as for `ranks`
        A data set on which no method has a score has no best one.

    Returns
    -------
    (alone, shared) : (k,) int each
        Ties are those of `ranks`.

    Examples
    --------
    >>> from catviz.analysis.statistics import first_places
    >>> [places.tolist() for places in first_places([[0.9, 0.9, 0.1], [0.8, 0.7, 0.6]])]
    [[1, 0, 0], [1, 1, 0]]
    """
    places = ranks(scores)
    first = places == places.min(axis=1, keepdims=True)
    first &= ~np.isnan(np.asarray(scores, dtype=float))
    tied = first.sum(axis=1, keepdims=True) > 1
    return (first & ~tied).sum(axis=0), (first & tied).sum(axis=0)


def average_ranks(scores: ArrayLike) -> np.ndarray:
    """(k,) mean over data sets of the methods' `ranks`.

    Examples
    --------
    >>> from catviz.analysis.statistics import average_ranks
    >>> average_ranks([[0.8, 0.9, 0.8], [0.7, 0.9, 0.6]]).tolist()
    [2.25, 1.0, 2.75]
    """
    return ranks(scores).mean(axis=0)


def friedman(scores: ArrayLike) -> FriedmanTest:
    """Do methods differ over data sets? Friedman 1937 on ranks, and the less conservative F of Iman & Davenport 1980.

    With c = (k + 1) / 2 the mean rank, r the ranks and R_j their averages, chi2 = (k - 1) N^2 sum_j (R_j - c)^2 /
    sum_ij (r_ij - c)^2 on k - 1 degrees of freedom, which allows for ties and without any is 12 N / (k (k + 1))
    sum_j (R_j - c)^2. F = (N - 1) chi2 / (N (k - 1) - chi2), on k - 1 and (k - 1)(N - 1).

    Parameters
    ----------
    scores : (N, k) of N data sets by k methods, as for `ranks`

    Returns
    -------
    FriedmanTest
        p = 1 where all methods tie everywhere; F is infinite, with p = 0, where all data sets agree on all ranks.

    Raises
    ------
    ValueError
        As `ranks`, or fewer than two data sets or two methods.

    Examples
    --------
    >>> from catviz.analysis.statistics import friedman
    >>> friedman([[0.9, 0.8, 0.7], [0.9, 0.7, 0.8], [0.8, 0.6, 0.5], [0.7, 0.9, 0.6]]).chi2.__round__(6)
    4.5
    """
    apart = ranks(scores)
    N, k = apart.shape
    _check_size(k, N)
    apart -= (k + 1) / 2
    between, total = N**2 * (apart.mean(axis=0) ** 2).sum(), (apart**2).sum()
    if not total:
        return FriedmanTest(0.0, 1.0, 0.0, 1.0)
    chi2 = float((k - 1) * between / total)
    left = N * (k - 1) - chi2
    F = (N - 1) * chi2 / left if left > 1e-9 else np.inf
    p = fisher.sf(F, k - 1, (k - 1) * (N - 1))
    return FriedmanTest(chi2, float(chi_squared.sf(chi2, k - 1)), F, float(p))


def all_arrangements(n_methods: int, n_data: int) -> bool:
    """True if `friedman_permutation_p` counts every arrangement of the ranks, False if it draws random ones.

    Examples
    --------
    >>> all_arrangements(5, 3), all_arrangements(5, 4)
    (True, False)
    """
    return (n_data - 1) * lgamma(n_methods + 1) <= log(_ARRANGEMENTS)


@whole_numbers("n_permutations", "random_state")
def friedman_permutation_p(scores: ArrayLike, n_permutations: int = PERMUTATIONS, random_state: int = 0) -> float:
    """p of Friedman's statistic among all ways to permute the methods' ranks within each data set.

    Exact where that takes at most 20,000 arrangements, else over random ones. With few data sets the F
    approximation of `friedman` finds differences far too often (with two methods on two data sets, in one case of two),
    and the chi squared one often cannot find any.

    Parameters
    ----------
    scores : (N, k) of N data sets by k methods, as for `ranks`
    n_permutations, random_state : int
        Random arrangements, and their seed.

    Returns
    -------
    float
        (1 + arrangements at least as extreme) / (1 + all) for random arrangements.

    Examples
    --------
    >>> from catviz.analysis.statistics import friedman_permutation_p
    >>> friedman_permutation_p([[0.9, 0.8], [0.7, 0.6]])
    0.5
    """
    rows = ranks(scores)
    N, k = rows.shape
    _check_size(k, N)

    def spread(sums: np.ndarray) -> np.ndarray:
        return ((sums - N * (k + 1) / 2) ** 2).sum(axis=-1)

    least = spread(rows.sum(axis=0)) - 1e-9
    if all_arrangements(k, N):
        sums = rows[:1]  # a common permutation of all rows changes nothing, so that of the first stays
        for row in rows[1:]:
            sums = (sums[:, None] + np.array(list(permutations(row)))[None]).reshape(-1, k)
        return float((spread(sums) >= least).mean())
    rng = np.random.default_rng(random_state)
    at_once = max(1, _AT_ONCE // rows.size)
    reached = 0
    for start in range(0, n_permutations, at_once):
        several = np.tile(rows, (min(at_once, n_permutations - start), 1))
        reached += int((spread(rng.permuted(several, axis=1).reshape(-1, N, k).sum(axis=1)) >= least).sum())
    return (1 + reached) / (1 + n_permutations)


@whole_numbers("n_methods", "n_data")
def nemenyi_difference(n_methods: int, n_data: int, alpha: float = LEVEL) -> float:
    """The difference of average ranks beyond which any two of the methods differ (Nemenyi 1963).

    q sqrt(k (k + 1) / (6 N)), with q the upper alpha point of the studentized range of k means, over sqrt(2).

    Examples
    --------
    >>> from catviz.analysis.statistics import nemenyi_difference
    >>> nemenyi_difference(4, 5).__round__(3)
    2.098
    """
    _check_size(n_methods, n_data, alpha)
    return float(studentized_range.isf(alpha, n_methods, np.inf) / np.sqrt(2)) * rank_error(n_methods, n_data)


@whole_numbers("n_methods", "n_data")
def bonferroni_dunn_difference(n_methods: int, n_data: int, alpha: float = LEVEL) -> float:
    """The difference of average ranks beyond which a method differs from the one all others are held against.

    q sqrt(k (k + 1) / (6 N)), with q the upper alpha / (2 (k - 1)) point of the normal distribution (Dunn 1961).

    Examples
    --------
    >>> from catviz.analysis.statistics import bonferroni_dunn_difference
    >>> bonferroni_dunn_difference(10, 12).__round__(4)
    3.4274
    """
    _check_size(n_methods, n_data, alpha)
    return float(norm.isf(alpha / (2 * (n_methods - 1)))) * rank_error(n_methods, n_data)


def _without_rounding(values: np.ndarray) -> np.ndarray:
    """Values of which those that differ by rounding are equal."""
    order = np.argsort(values, kind="stable")
    finite = values[np.isfinite(values)]
    with np.errstate(invalid="ignore"):  # two infinite values differ by nan, which is no gap
        gaps = np.diff(values[order]) > EQUAL * np.abs(finite).max(initial=0)
    levels = np.empty(len(values))
    levels[order] = np.concatenate([[0], np.cumsum(gaps)])
    return levels


def signed_rank_p(differences: ArrayLike) -> float:
    """Two-sided p of Wilcoxon's signed-rank test, exact also with ties (Wilcoxon 1945).

    All 2^n choices of signs are counted, given the sizes of the differences. SciPy's exact test knows no ties. Of more
    than about 1,000 differences of many sizes, p is the normal approximation of the same share: of 1,100, it was off by
    3 % of itself at most where p was above 0.0001.

    Parameters
    ----------
    differences : (n,) paired differences
        Zeros are left out. Without any other difference, p is 1. As in `ranks`, sizes tie, and a difference is zero,
        up to 1e-12 of the largest finite one, which is rounding: 0.81 - 0.82 and 0.56 - 0.57 tie.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Not a list of numbers, or a difference that is missing (NaN).

    Examples
    --------
    >>> from catviz.analysis.statistics import signed_rank_p
    >>> signed_rank_p([0.1, 0.2, 0.2, 0.4, 0.0, -0.3])
    0.4375
    """
    differences = np.asarray(differences, dtype=float)
    if differences.ndim != 1:
        raise ValueError(f"differences of shape {differences.shape}: give a list, one difference for each pair")
    missing = int(np.isnan(differences).sum())
    if missing:
        raise ValueError(f"{missing} of {len(differences)} differences are missing (NaN): leave these pairs out")
    *levels, zero = _without_rounding(np.append(np.abs(differences), 0.0))
    sizes, positive = np.array(levels), differences > 0
    sizes, positive = sizes[sizes > zero], positive[sizes > zero]
    if not len(sizes):
        return 1.0
    doubled = np.rint(2 * rankdata(sizes)).astype(np.int64)  # ranks that are tied end in .5
    doubled //= np.gcd.reduce(doubled)
    smaller = min(int(doubled[positive].sum()), int(doubled[~positive].sum()))
    if 2 * smaller + 1 >= doubled.sum():
        return 1.0
    if len(doubled) * smaller <= _SUMMED:
        return 2 * _share_up_to(doubled, smaller)
    halves = doubled / 2
    return float(2 * norm.sf((halves.sum() - smaller - 0.5) / np.sqrt((halves**2).sum())))


def _share_up_to(ranks: np.ndarray, most: int) -> float:
    """The share of all choices among whole ranks whose sum is at most ``most``, by adding one rank after the other."""
    shares, reached = np.zeros(most + 1), 0
    shares[0] = 1.0
    for rank in np.sort(ranks).tolist():
        reached = min(reached + rank, most)
        shares[: reached + 1] *= 0.5
        if rank <= most:
            shares[rank : reached + 1] += shares[: reached + 1 - rank].copy()
    return float(shares.sum())


def holm(p: ArrayLike) -> np.ndarray:
    """p values adjusted for being read together, so that any false claim among them stays as rare as one (Holm 1979).

    The smallest of m p values is multiplied by m, the next by m - 1, and so on; none falls below the one before it, and
    none exceeds 1. Claims are those with an adjusted p up to the level: under any dependence of the tests, the chance
    of one false claim or more is at most that level.

    Parameters
    ----------
    p : (m,) p values of m tests
        NaN, a test that could not be made, stays NaN and counts for nothing.

    Returns
    -------
    (m,) float, in the order given

    Raises
    ------
    ValueError
        Not a list of numbers between 0 and 1.

    Examples
    --------
    >>> from catviz.analysis.statistics import holm
    >>> holm([0.01, 0.04, 0.03, 0.005]).round(4).tolist()
    [0.03, 0.06, 0.06, 0.02]
    """
    p = np.asarray(p, dtype=float)
    tested = ~np.isnan(p)
    if p.ndim != 1 or ((p[tested] < 0) | (p[tested] > 1)).any():
        raise ValueError(f"p={p.tolist()}: give a list of p values, each between 0 and 1")
    adjusted = p.copy()
    order = np.flatnonzero(tested)[np.argsort(p[tested], kind="stable")]
    adjusted[order] = np.maximum.accumulate(p[order] * np.arange(len(order), 0, -1)).clip(max=1)
    return adjusted


@whole_numbers("n_tests")
def permutations_needed(n_tests: int, alpha: float = LEVEL) -> int:
    """The fewest permutations with which one of some tests can pass `holm` at a level at all.

    With n permutations no p value falls below 1 / (n + 1), and Holm multiplies the smallest by the number of tests.

    Examples
    --------
    >>> from catviz.analysis.statistics import permutations_needed
    >>> permutations_needed(1), permutations_needed(9)
    (19, 179)
    """
    if n_tests < 1 or not 0 < alpha < 1:
        raise ValueError(f"n_tests={n_tests!r}, alpha={alpha!r}: give at least one test and a level between 0 and 1")
    return int(np.ceil(n_tests / alpha - 1e-9)) - 1


def difference_interval(
    a: ArrayLike, b: ArrayLike, test_share: float, level: float = CONFIDENCE
) -> tuple[float, float]:
    """Confidence interval of the mean of a - b on the same splits, by the corrected resampled t-test.

    What a test that does not reject leaves open: all differences in here. Two methods are equivalent within a margin
    where the interval at ``level`` 1 - 2 alpha lies within it (two one-sided tests at alpha, Schuirmann 1987).

    Parameters
    ----------
    a, b : (J,) scores on the same J splits, in the same order
    test_share : float between 0 and 1, exclusive
        Share of the rows that each split tests on.
    level : float between 0 and 1, exclusive

    Returns
    -------
    (low, high)

    Raises
    ------
    ValueError
        As `corrected_resampled_t`, or ``level`` out of range.

    Examples
    --------
    >>> from catviz.analysis.statistics import difference_interval
    >>> [round(end, 3) for end in difference_interval([3, 4, 6], [2, 2, 3], test_share=0.5)]
    [-2.968, 6.968]
    """
    if not 0 < level < 1:
        raise ValueError(f"level={level!r}: give a number between 0 and 1, the confidence of the interval")
    mean, error, freedom = _corrected_error(a, b, test_share)
    half = float(student.isf((1 - level) / 2, freedom)) * error
    return mean - half, mean + half


def equivalence_p(a: ArrayLike, b: ArrayLike, test_share: float, margin: float) -> float:
    """Do two methods' scores differ by less than a margin? p of two one-sided tests (Schuirmann 1987).

    The hypothesis tested is that the mean of a - b lies at the margin or beyond, so a small p is evidence that the
    methods are equivalent. A test of difference that does not reject is no such evidence.

    Parameters
    ----------
    a, b : (J,) scores on the same J splits, in the same order
    test_share : float between 0 and 1, exclusive
        Share of the rows that each split tests on.
    margin : float above 0, in the unit of the scores

    Returns
    -------
    float
        The larger p of both tests, by the corrected resampled t-test.

    Raises
    ------
    ValueError
        As `corrected_resampled_t`, or a margin that is not positive.

    Examples
    --------
    >>> from catviz.analysis.statistics import equivalence_p
    >>> round(equivalence_p([3, 4, 6], [2, 2, 3], test_share=0.5, margin=10), 3)
    0.01
    """
    if not margin > 0:
        raise ValueError(f"margin={margin!r}: give the smallest difference that matters, above 0")
    mean, error, freedom = _corrected_error(a, b, test_share)
    if not error:
        return float(abs(mean) >= margin)
    return float(student.sf((margin - abs(mean)) / error, freedom))


def rank_error(k: int, N: int) -> float:
    """The standard error of a difference of average ranks."""
    return float(np.sqrt(k * (k + 1) / (6 * N)))


def _check_size(k: int, N: int, alpha: float = LEVEL) -> None:
    if k < 2 or N < 2:
        raise ValueError(f"{k} methods on {N} data sets: a comparison needs at least two of both")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha={alpha!r}: give a number between 0 and 1, the chance of finding what is not there")


def _differences(a: ArrayLike, b: ArrayLike) -> np.ndarray:
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if a.shape != b.shape or a.ndim != 1:
        raise ValueError(f"shapes {a.shape} and {b.shape}: give both methods one score for each run")
    if len(a) < 2:
        raise ValueError(f"{len(a)} runs: a test needs at least two")
    if not np.isfinite(a).all() or not np.isfinite(b).all():
        raise ValueError("a score is missing or infinite: compare methods on the runs that both have")
    return a - b


def _corrected_error(a: ArrayLike, b: ArrayLike, test_share: float) -> tuple[float, float, int]:
    """Mean of a - b, its standard error corrected for the rows that splits share, and the degrees of freedom."""
    differences = _differences(a, b)
    factor = 1 / len(differences) + _shared(test_share)
    deviation = 0.0 if _constant(differences) else float(differences.std(ddof=1))
    return float(differences.mean()), deviation * float(np.sqrt(factor)), len(differences) - 1


def _shared(test_share: float) -> float:
    """Rows tested on for each row trained on."""
    if not 0 < test_share < 1:
        raise ValueError(f"test_share={test_share!r}: give a number between 0 and 1, the share of rows tested on")
    return test_share / (1 - test_share)


def _constant(differences: np.ndarray) -> bool:
    return bool(np.ptp(differences) <= 1e-12 * np.abs(differences).max(initial=0))


def _student(differences: np.ndarray, factor: float) -> PairedTest:
    """The test of a mean whose variance is ``factor`` times that of the differences."""
    mean, deviation = float(differences.mean()), float(differences.std(ddof=1))
    if _constant(differences):
        return PairedTest(mean, float(np.copysign(np.inf, mean)), 0.0) if mean else PairedTest(0.0, 0.0, 1.0)
    statistic = mean / (deviation * np.sqrt(factor))
    return PairedTest(mean, float(statistic), float(2 * student.sf(abs(statistic), len(differences) - 1)))
