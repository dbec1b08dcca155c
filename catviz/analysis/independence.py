"""Are two columns related? Chi squared of their table of counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.stats import chi2 as chi_squared
from scipy.stats import f as fisher
from scipy.stats import gamma, random_table

from catviz.analysis.design_effect import DesignEffect, thinned_margin
from catviz.parameters import whole_numbers
from catviz.table.association import corrected_cramers_v
from catviz.table.two_by_two import share_as_far
from catviz.table.weights import are_whole
from catviz.wording import p_text

#: The chi-squared distribution is used if every cell is expected so often.
FEWEST_EXPECTED = 50
#: Random tables drawn at most.
DRAWS = 9_999
#: The smallest p value that random tables can give.
LEAST_P = 1 / (DRAWS + 1)
#: Drawing stops once so many random tables reach the table itself: p is then known well enough, and not small.
REACHED = 400
#: Larger tables are compared with the mean and the variance of random tables, of which drawing many would take long.
DRAWN_CELLS = 20_000
_BATCH = 2**18
_ROUNDING = 1e-9

CHI_SQUARED, EXACT = "chi-squared", "exact, ordered by chi-squared"
RANDOM, MOMENTS = "random tables", "moments of random tables"
NOT_TESTED, WEIGHTED = "not tested: constant", "not tested: fractional weights"


@dataclass(frozen=True)
class IndependenceTest:
    """Chi squared of a contingency table, and how often unrelated columns reach it.

    Attributes
    ----------
    n : float
        Rows; their effective number if weights are fractional.
    df : int
        Degrees of freedom, (v - 1)(w - 1).
    chi2 : float
    v : float
        Bias-corrected Cramer's V (`catviz.table.association.corrected_cramers_v`).
    p : float
        NaN where a column is constant, and where ``test`` says that nothing is tested.
    test : str
        How p was found. "chi-squared": from that distribution; every cell is expected 50 times or
        more, so that the p of many columns can be corrected for their number. "exact, ordered by chi-squared": of two
        values by two, the probability of all tables with the same margins whose chi squared is as large. Fisher's exact
        test takes those that are as improbable instead, so its p can differ. "random tables": the share of up to 9,999
        random tables with the same margins that reach the table's chi squared. "moments of random tables": from a gamma
        distribution with the mean and the variance of chi squared over all such tables, for more than 20,000 cells;
        approximate, and too small if a value of one column is rare. "whole groups of rows (Rao-Scott)" and "survey
        weights (Rao-Scott)": with a design effect, see `independence_test`; "not tested: fewer than 10 groups of rows"
        and "not tested: a few rows have most of the weight" likewise. "not tested: constant": one has one value. "not
        tested: fractional weights": of counts alone, or if rows belong together too.
    design_effect : float
        How many rows count as one, since rows belong together, or weigh more where both columns vary; chi2 is that of
        the counts, v is corrected for the bias of so many fewer.
    """

    n: float
    df: int
    chi2: float
    v: float
    p: float
    test: str
    design_effect: float = 1.0

    def __repr__(self) -> str:
        result = self.test if np.isnan(self.p) else f"{p_text(self.p)} ({self.test})"
        return f"IndependenceTest(chi2={self.chi2:.4g}, df={self.df}, V={self.v:.3g}, {result}, {self.n:,g} rows)"


@whole_numbers("draws", "random_state")
def independence_test(
    joint: np.ndarray,
    draws: int = DRAWS,
    random_state: int = 0,
    whole: bool = True,
    effect: DesignEffect | None = None,
) -> IndependenceTest:
    """Test whether two columns are related.

    Parameters
    ----------
    joint : (v, w) counts
        Values without a row do not count. Counts that are not whole come from fractional weights: without ``effect``
        they are not tested, since one effective number of rows does not hold for every group of rows. If the rows of a
        group weigh more than the others, tests that took it for all can find relations far too often.
    draws : int
        Random tables drawn at most, if a cell is expected fewer than 50 times. Drawing stops once 400 of them reach the
        table itself; p is then 400 / drawn, with a standard error of 5 % of it, else (1 + reached) / (1 + drawn) (Besag
        and Clifford 1991).
    random_state : int
    whole : bool
        False where the counts are of fractional weights, even if they happen to be whole.
    effect : DesignEffect, optional
        If rows belong together or have survey weights: how much more chi squared varies. The p value is then the
        larger one of two: that of Rao and Scott's second-order correction with an F distribution, and that of chi
        squared over the design effect among random tables of so many fewer rows, which holds for rare values too.
        Nothing is tested with fewer than 10 groups, or if a few rows have nearly all the weight.

    Returns
    -------
    IndependenceTest

    Notes
    -----
    All p values but that of the chi-squared distribution are over random tables with the margins of this one, which is
    what shuffling one of the columns gives. Mean and variance of chi squared over them are exact (Dawson 1954).

    Examples
    --------
    >>> from catviz.analysis.independence import independence_test
    >>> found = independence_test([[30, 10], [20, 40]])
    >>> round(found.chi2, 4), found.df, round(found.v, 4), found.test
    (16.6667, 1, 0.3977, 'exact, ordered by chi-squared')
    >>> round(independence_test([[3, 0], [1, 4]]).p, 4)
    0.1429
    """
    joint = np.asarray(joint, dtype=float)
    joint = joint[joint.sum(axis=1) > 0][:, joint.sum(axis=0) > 0]
    n, (v, w) = float(joint.sum()), joint.shape
    df = (v - 1) * (w - 1)
    if min(v, w) < 2:
        return IndependenceTest(n, 0, 0.0, 0.0, np.nan, NOT_TESTED)
    expected = expected_counts(joint)
    chi2 = float(((joint - expected) ** 2 / expected).sum())
    p, test, rows_as_one = np.nan, WEIGHTED, 1.0 if effect is None else effect.mean
    if effect is not None:
        p, test = _with_effect(joint, chi2, df, effect, draws, random_state)
    elif whole and are_whole(joint):
        p, test = _p_value(joint, chi2, df, float(expected.min()), draws, random_state)
    return IndependenceTest(n, df, chi2, corrected_cramers_v(joint / rows_as_one), p, test, rows_as_one)


def expected_counts(joint: np.ndarray) -> np.ndarray:
    """(v, w) what independence of the two columns expects; zeros where there is no row."""
    joint = np.asarray(joint, dtype=float)
    return np.outer(joint.sum(axis=1), joint.sum(axis=0)) / (joint.sum() or 1.0)


def _p_value(
    joint: np.ndarray, chi2: float, df: int, fewest: float, draws: int, random_state: int
) -> tuple[float, str]:
    if fewest >= FEWEST_EXPECTED and joint.shape != (2, 2):
        return float(chi_squared.sf(chi2, df)), CHI_SQUARED
    n = round(joint.sum())
    rows, columns = (np.rint(joint.sum(axis=axis)).astype(np.int64) for axis in (1, 0))
    if joint.shape == (2, 2):
        return share_as_far(round(joint[0, 0]), int(rows[0]), int(columns[0]), n), EXACT
    if joint.size > DRAWN_CELLS:
        return _by_moments(rows, columns, chi2), MOMENTS
    return _by_drawing(rows, columns, n, chi2, draws, random_state), RANDOM


def _with_effect(
    joint: np.ndarray, chi2: float, df: int, effect: DesignEffect, draws: int, random_state: int
) -> tuple[float, str]:
    if not effect.is_known:
        return np.nan, effect.too_few
    n = max(round(joint.sum() / effect.mean), *joint.shape, 4)
    rows, columns = (thinned_margin(joint.sum(axis=axis), n) for axis in (1, 0))
    p = float(fisher.sf(chi2 / (effect.mean * df), effect.df, effect.df * effect.known_by))
    if np.outer(rows, columns).min() / n >= FEWEST_EXPECTED:
        return p, effect.test
    if joint.size > DRAWN_CELLS:
        return max(p, _by_moments(rows, columns, chi2 / effect.mean)), effect.test
    return max(p, _by_drawing(rows, columns, n, chi2 / effect.mean, draws, random_state)), effect.test


def _by_moments(rows: np.ndarray, columns: np.ndarray, chi2: float) -> float:
    mean, variance = chi2_moments(rows, columns)
    if variance <= _ROUNDING * mean**2:
        return 1.0  # as of a value for each row: chi squared is the same in all tables
    return float(gamma.sf(chi2, mean**2 / variance, scale=variance / mean))


def chi2_moments(rows: np.ndarray, columns: np.ndarray) -> tuple[float, float]:
    """Mean and variance of chi squared over all tables with these margins.

    Parameters
    ----------
    rows, columns : whole counts, more than 0, of at least 4 rows in all

    Source: R. B. Dawson (1954), A simplified expression for the variance of the chi squared function on a contingency
    table, Biometrika 41.

    Examples
    --------
    >>> from catviz.analysis.independence import chi2_moments
    >>> mean, variance = chi2_moments([3, 4, 3], [5, 5])
    >>> round(mean, 4), round(variance, 4)
    (2.2222, 3.8977)
    """
    n = float(np.sum(rows))

    def parts(margin: np.ndarray) -> tuple[float, float]:
        k = len(margin)
        return (n - k) * (k - 1) / (n - 1), (n * (1 / np.asarray(margin, dtype=float)).sum() - k**2) / (n - 2)

    (v, w), (row_part, column_part) = parts(rows), parts(columns)
    mean = n * (len(rows) - 1) * (len(columns) - 1) / (n - 1)
    return mean, float(2 * n / (n - 3) * (v - w) * (row_part - column_part) + n**2 / (n - 1) * w * column_part)


def _by_drawing(rows: np.ndarray, columns: np.ndarray, n: int, chi2: float, draws: int, random_state: int) -> float:
    weight = n / np.outer(rows, columns)

    def of(drawn: np.ndarray) -> np.ndarray:
        chi2: np.ndarray = np.einsum("kij,kij,ij->k", drawn, drawn, weight) - n
        return chi2

    return share_reaching(chi2, of, rows, columns, draws, random_state)


@whole_numbers("draws", "random_state")
def share_reaching(
    observed: float,
    statistic: Callable[[np.ndarray], np.ndarray],
    rows: np.ndarray,
    columns: np.ndarray,
    draws: int = DRAWS,
    random_state: int = 0,
) -> float:
    """The share of random tables with given margins on which a statistic reaches the observed one, as a p value.

    Parameters
    ----------
    observed : float
        At least 0.
    statistic : callable
        Of (k, v, w) tables, (k,) figures.
    rows, columns : (v,) and (w,) whole margins
    draws, random_state
        As in `independence_test`: drawing stops once 400 tables reach it.

    Returns
    -------
    float
    """
    rng, drawer = np.random.default_rng(random_state), random_table(rows, columns)
    reached = done = 0
    size = 100
    while done < draws:
        size = min(size, draws - done, max(1, _BATCH // (len(rows) * len(columns))))
        figures = statistic(drawer.rvs(size, random_state=rng).astype(float))
        as_large = np.flatnonzero(figures >= observed * (1 - _ROUNDING))
        if reached + len(as_large) >= REACHED:
            return REACHED / float(done + as_large[REACHED - reached - 1] + 1)
        reached, done, size = reached + len(as_large), done + size, 2 * size
    return (1 + reached) / (1 + done)
