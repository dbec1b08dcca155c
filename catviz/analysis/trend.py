"""Do two ordered columns rise together? Kendall's tau-b of their table of counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm
from scipy.stats import t as student

from catviz.analysis.design_effect import DesignEffect, thinned_margin
from catviz.analysis.independence import (
    DRAWN_CELLS,
    DRAWS,
    NOT_TESTED,
    RANDOM,
    WEIGHTED,
    share_reaching,
)
from catviz.parameters import whole_numbers
from catviz.table.weights import are_whole
from catviz.wording import p_text

NORMAL = "normal distribution"


@dataclass(frozen=True)
class TrendTest:
    """Whether two columns rise together, by the orders of their values.

    Attributes
    ----------
    n : float
        Rows; their effective number if weights are fractional.
    tau_b : float
        Kendall's tau-b: 1 if both rise together, -1 if one falls as the other rises. NaN where a column is constant.
    p : float
        Two-sided; NaN where a column is constant, and where ``test`` says that nothing is tested.
    test : str
        How p was found. "random tables": the share of up to 9,999 random tables with the same margins whose tau-b is as
        far from 0. "normal distribution": with the variance of such tables, for more than 20,000 cells. "whole groups
        of rows (Rao-Scott)" and "survey weights (Rao-Scott)": tau-b is compared with random tables of fewer rows. "not
        tested: ..." as in `catviz.analysis.independence.IndependenceTest`.
    """

    n: float
    tau_b: float
    p: float
    test: str

    def __repr__(self) -> str:
        result = self.test if np.isnan(self.p) else f"{p_text(self.p)} ({self.test})"
        return f"TrendTest(tau_b={self.tau_b:.3g}, {result}, {self.n:,g} rows)"


@whole_numbers("draws", "random_state")
def trend_test(
    joint: np.ndarray,
    draws: int = DRAWS,
    random_state: int = 0,
    whole: bool = True,
    effect: DesignEffect | None = None,
) -> TrendTest:
    """Test whether one column rises or falls with another.

    Parameters
    ----------
    joint : (v, w) counts
        Values of both columns in their orders. Of a column of two values, either order does: it decides the sign.
    draws, random_state, whole
        As in `catviz.analysis.independence.independence_test`.
    effect : DesignEffect, optional
        Of the ranks, if rows belong together or have survey weights: tau-b is compared with random tables of so many
        fewer rows.

    Returns
    -------
    TrendTest

    Notes
    -----
    The test looks for columns that rise together, or one of which falls as the other rises, and finds this more surely
    than chi squared does. It does not see columns that are related in another way, such as high values at both ends.

    Source: M. G. Kendall (1945), The treatment of ties in ranking problems, Biometrika 33; the variance: M. G. Kendall
    (1970), Rank correlation methods, 4th edition, section 4.

    Examples
    --------
    >>> from catviz.analysis.trend import trend_test
    >>> found = trend_test([[12, 6, 2], [5, 8, 7], [1, 7, 12]])
    >>> round(found.tau_b, 3), found.p, found.test
    (0.476, 0.0001, 'random tables')
    """
    joint = np.asarray(joint, dtype=float)
    joint = joint[joint.sum(axis=1) > 0][:, joint.sum(axis=0) > 0]
    n = float(joint.sum())
    if min(joint.shape) < 2:
        return TrendTest(n, np.nan, np.nan, NOT_TESTED)
    untied = np.prod([(n**2 - (joint.sum(axis=axis) ** 2).sum()) / 2 for axis in (0, 1)])
    tau_b = float(_agreement(joint[None])[0] / np.sqrt(untied))
    if effect is not None:
        return TrendTest(n, tau_b, *_with_effect(joint, tau_b, effect, draws, random_state))
    if not (whole and are_whole(joint)):
        return TrendTest(n, tau_b, np.nan, WEIGHTED)
    rows, columns = (np.rint(joint.sum(axis=axis)).astype(np.int64) for axis in (1, 0))
    off = float(abs(_agreement(joint[None])[0]))
    if joint.size > DRAWN_CELLS:
        return TrendTest(n, tau_b, float(2 * norm.sf(off / np.sqrt(_variance(rows, columns)))), NORMAL)
    p = share_reaching(off, lambda drawn: np.abs(_agreement(drawn)), rows, columns, draws, random_state)
    return TrendTest(n, tau_b, p, RANDOM)


def _with_effect(
    joint: np.ndarray, tau_b: float, effect: DesignEffect, draws: int, random_state: int
) -> tuple[float, str]:
    """p and how it was found, if rows belong together or have survey weights."""
    if not effect.is_known:
        return np.nan, effect.too_few
    n = max(round(joint.sum() / effect.mean), *joint.shape, 4)
    rows, columns = (thinned_margin(joint.sum(axis=axis), n) for axis in (1, 0))
    off = abs(tau_b) * float(np.sqrt(np.prod([(n**2 - (margin**2).sum()) / 2 for margin in (rows, columns)])))
    least = float(2 * student.sf(off / np.sqrt(_variance(rows, columns)), effect.known_by))
    if joint.size > DRAWN_CELLS:
        return least, effect.test
    p = share_reaching(off, lambda drawn: np.abs(_agreement(drawn)), rows, columns, draws, random_state)
    return max(p, least), effect.test


def _agreement(tables: np.ndarray) -> np.ndarray:
    """(k,) of (k, v, w) counts: pairs of rows in the same order in both columns, less those in opposite ones."""
    after = tables[:, ::-1, ::-1].cumsum(axis=1).cumsum(axis=2)[:, ::-1, ::-1]
    before = tables[:, ::-1].cumsum(axis=1).cumsum(axis=2)[:, ::-1]
    same = np.einsum("kij,kij->k", tables[:, :-1, :-1], after[:, 1:, 1:])
    opposite = np.einsum("kij,kij->k", tables[:, :-1, 1:], before[:, 1:, :-1])
    difference: np.ndarray = same - opposite
    return difference


def _variance(rows: np.ndarray, columns: np.ndarray) -> float:
    """The variance of what `_agreement` gives, over all tables with these margins."""
    n = float(rows.sum())

    def tied(*less: int) -> list[float]:
        return [float(np.prod([margin - k for k in less], axis=0).sum()) for margin in (rows, columns)]

    both = sum(float((margin * (margin - 1.0) * (2.0 * margin + 5)).sum()) for margin in (rows, columns))
    pairs, triples = float(np.prod(tied(0, 1))), float(np.prod(tied(0, 1, 2)))
    of_all = n * (n - 1) * (2 * n + 5)
    return (of_all - both) / 18 + pairs / (2 * n * (n - 1)) + triples / (9 * n * (n - 1) * (n - 2))
