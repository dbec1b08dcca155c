"""How much more the counts of two columns vary if rows belong together or have survey weights: design effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy.stats import t as student

from catviz.table.categorical import CategoricalTable
from catviz.table.chance import log_tails_and_mid_tails
from catviz.table.row_agreement import Agreement, Grouping
from catviz.table.weights import are_whole

#: Groups that columns are tested on, at least: of fewer, how far their rows agree is not known well enough.
FEWEST_GROUPS = 10
#: How p was found, or why it was not, if rows belong together and if they have survey weights.
GROUPED, FEW_GROUPS = "whole groups of rows (Rao-Scott)", f"not tested: fewer than {FEWEST_GROUPS} groups of rows"
SURVEYED, FEW_WEIGH = "survey weights (Rao-Scott)", "not tested: a few rows have most of the weight"
#: Design effects of values are taken as powers of this.
_STEP = 1.05
_ROUNDING = 1e-9


def allowed_for(table: CategoricalTable) -> Literal["groups", "weights"] | None:
    """Which of groups of rows and survey weights tests of a table allow for; None if it has neither, or both."""
    whole = are_whole(table.weights)
    if whole == (table.groups is None):
        return None
    return "groups" if whole else "weights"


@dataclass(frozen=True)
class DesignEffect:
    """How chi squared of two columns varies if they are unrelated: as the sum of df variables with these moments.

    Attributes
    ----------
    mean : float
        Chi squared over its degrees of freedom, on average: the design effect.
    df : float
        Degrees of freedom of the chi-squared distribution with the same mean and variance, after scaling.
    known_by : float
        Degrees of freedom with which the mean is known.
    test, too_few : str
        What a test with this effect is called, and what to say if ``known_by`` is less than that of `FEWEST_GROUPS`.

    Source: J. N. K. Rao & A. J. Scott (1981, 1984), chi-squared tests for tables from surveys, second order.
    """

    mean: float
    df: float
    known_by: float
    test: str
    too_few: str

    @property
    def is_known(self) -> bool:
        """True if the effect is known well enough for a test."""
        return self.known_by >= FEWEST_GROUPS - 1

    @classmethod
    def of_groups(cls, grouping: Grouping, first: Agreement, second: Agreement, df: int) -> DesignEffect:
        """That of two columns, from how far the rows of a group agree in either; the mean is 1 at least.

        If columns are unrelated, the covariance of their counts is n (S x S') of single rows, plus n m (C x C') of
        pairs of rows of one group, m the number of those pairs for each row: only the agreement in both columns counts.

        Source: B. R. Moulton (1986), Random group effects and the precision of regression estimates.
        """
        both = grouping.pairs * max(first.trace * second.trace, 0.0)
        squares = df + 2 * both + grouping.pairs**2 * first.squares * second.squares
        total = df + both
        mean, of_chi2 = total / max(df, 1), min(total**2 / max(squares, 1e-12), float(df))
        return cls(mean, of_chi2, grouping.n_groups - 1, GROUPED, FEW_GROUPS)

    @classmethod
    def of_ranks(cls, grouping: Grouping, first: float, second: float) -> DesignEffect:
        """That of a rank correlation, from the intraclass correlations of the ranks in either column."""
        return cls(float(grouping.effects(first, second)), 1.0, grouping.n_groups - 1, GROUPED, FEW_GROUPS)


def thinned_margin(counts: np.ndarray, n: int) -> np.ndarray:
    """Whole counts in proportion to some, each 1 at least, that add up to n; n is at least as many as the counts.

    Examples
    --------
    >>> thinned_margin([100, 50, 1], 10).tolist()
    [6, 3, 1]
    """
    scaled = np.asarray(counts, dtype=float) * (n / np.sum(counts))
    whole = np.maximum(np.floor(scaled), 1).astype(np.int64)
    for place in np.argsort(whole - scaled, kind="stable")[: max(n - int(whole.sum()), 0)]:
        whole[place] += 1
    while whole.sum() > n:
        whole[whole.argmax()] -= 1
    return whole


def thinned_tails(
    seen: np.ndarray, everywhere: np.ndarray, drawn: np.ndarray, n: float, effects: np.ndarray, known_by: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Those of `catviz.table.chance.log_tails_and_mid_tails`, of counts over their design effects.

    Effects are rounded up by 5 % at most, to 1 at least, and counts towards what is expected. No tail is smaller than
    that of Student's t: the effects are estimated.

    Parameters
    ----------
    seen, everywhere, drawn : (m,) counts
    n : float
    effects : (m,) design effects
    known_by : float or (m,)
        Degrees of freedom with which they are known.
    """
    expected = everywhere * drawn / n
    spread = expected * (1 - everywhere / n) * (1 - drawn / n) * effects
    z = np.divide(np.abs(seen - expected), np.sqrt(spread), out=np.zeros(len(seen)), where=spread > _ROUNDING)
    least = student.logsf(z, np.maximum(known_by, 1.0))
    tails, mid_tails = np.zeros(len(seen)), np.zeros(len(seen))
    steps = np.ceil(np.log(np.maximum(effects, 1.0)) / np.log(_STEP) - _ROUNDING)
    for step in np.unique(steps):
        some, effect = steps == step, _STEP**step
        rows = max(round(n / effect), 1)
        often, taken = (np.clip(np.rint(each[some] / effect), 0, rows) for each in (everywhere, drawn))
        count, middle = seen[some] / effect, often * taken / rows
        above = seen[some] > expected[some]
        count = np.where(above, np.maximum(np.floor(count + _ROUNDING), np.floor(middle)), np.ceil(count - _ROUNDING))
        count = np.where(above, count, np.minimum(count, np.ceil(middle)))
        tails[some], mid_tails[some] = log_tails_and_mid_tails(count, often, taken, rows)
    return np.maximum(tails, least), np.maximum(mid_tails, least)
