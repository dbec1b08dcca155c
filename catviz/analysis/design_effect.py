"""How much more the counts of two columns vary if rows belong together: the design effect of their relation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import t as student

from catviz.table.chance import log_tails_and_mid_tails
from catviz.table.row_agreement import Agreement, Grouping

#: Groups that columns are tested on, at least: of fewer, how far their rows agree is not known well enough.
FEWEST_GROUPS = 10
#: Design effects of values are taken as powers of this.
_STEP = 1.05
_ROUNDING = 1e-9


@dataclass(frozen=True)
class DesignEffect:
    """How chi squared of two columns varies if they are unrelated: as the sum of df variables with these moments.

    If columns are unrelated, the covariance of their counts is n (S x S') of single rows, plus n m (C x C') of pairs of
    rows of one group, m the number of those pairs for each row: only the agreement in both columns counts.

    Attributes
    ----------
    mean : float
        Chi squared over its degrees of freedom, on average: the design effect. 1 at least.
    df : float
        Degrees of freedom of the chi-squared distribution with the same mean and variance, after scaling.
    n_groups : int

    Source: J. N. K. Rao & A. J. Scott (1981, 1984), chi-squared tests for tables from surveys; the covariance under
    independence: B. R. Moulton (1986), Random group effects and the precision of regression estimates.
    """

    mean: float
    df: float
    n_groups: int

    @classmethod
    def of(cls, grouping: Grouping, first: Agreement, second: Agreement, df: int) -> DesignEffect:
        """The design effect of two columns, from how far the rows of a group agree in either."""
        both = grouping.pairs * max(first.trace * second.trace, 0.0)
        squares = df + 2 * both + grouping.pairs**2 * first.squares * second.squares
        total = df + both
        return cls(total / max(df, 1), min(total**2 / max(squares, 1e-12), float(df)), grouping.n_groups)


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
    seen: np.ndarray, everywhere: np.ndarray, drawn: np.ndarray, n: float, effects: np.ndarray, n_groups: int
) -> tuple[np.ndarray, np.ndarray]:
    """Those of `catviz.table.chance.log_tails_and_mid_tails`, of counts over their design effects.

    Effects are rounded up by 5 % at most, and counts towards what is expected. No tail is smaller than that of
    Student's t with a degree of freedom less than there are groups: the effects are estimated.

    Parameters
    ----------
    seen, everywhere, drawn : (m,) counts
    n : float
    effects : (m,) design effects
    n_groups : int
    """
    expected = everywhere * drawn / n
    spread = expected * (1 - everywhere / n) * (1 - drawn / n) * effects
    z = np.divide(np.abs(seen - expected), np.sqrt(spread), out=np.zeros(len(seen)), where=spread > _ROUNDING)
    least = student.logsf(z, max(n_groups - 1, 1))
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
