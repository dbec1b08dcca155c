"""What tests of independence and of a trend say, for a caption."""

from __future__ import annotations

import numpy as np

from catviz.analysis.independence import (
    CHI_SQUARED,
    DRAWS,
    EXACT,
    LEAST_P,
    MOMENTS,
    RANDOM,
    WEIGHTED,
    IndependenceTest,
    TrendTest,
)
from catviz.wording import correlation_text, number_of, p_text

_RANGE = "from −1 to 1; above 0, higher values of one column go with higher values of the other"


def independence_in_words(found: IndependenceTest) -> str:
    """The test in words, for a caption: chi squared, its degrees of freedom, p and how it was found."""
    rows = number_of(found.n, "row")
    if found.test == WEIGHTED:
        return (
            f"χ² = {found.chi2:,.1f}, bias-corrected V {found.v:.3g}; {rows}. Not tested: the weights are fractional."
        )
    if np.isnan(found.p):
        return "A column is constant: there is nothing to test."
    none = f"none of {DRAWS:,} " if found.test == RANDOM and found.p <= LEAST_P else ""
    how = {
        CHI_SQUARED: "chi-squared distribution",
        EXACT: "exact, over all tables with the same totals, ordered by χ²",
        RANDOM: f"{none}random tables with the same totals{' reaches this χ²' if none else ''}",
        MOMENTS: "approximate: gamma distribution with the moments of random tables, since the table is large",
    }[found.test]
    p = p_in_words(found.p, found.test)
    return f"χ² = {found.chi2:,.1f}, {found.df:,} df, {p} ({how}), bias-corrected V {found.v:.3g}; {rows}."


def trend_in_words(found: TrendTest) -> str:
    """Kendall's tau-b, p and how it was found; empty if a column is constant."""
    if np.isnan(found.tau_b):
        return ""
    tau = correlation_text(found.tau_b)
    if np.isnan(found.p):
        return f"Kendall's tau-b {tau} ({_RANGE}), not tested: the weights are fractional."
    how = found.test
    if how == RANDOM:
        tables = "random tables with the same totals"
        how = f"none of {DRAWS:,} {tables} is as far from 0" if found.p <= LEAST_P else tables
    return f"Kendall's tau-b {tau} ({_RANGE}), {p_in_words(found.p, found.test)} ({how})."


def p_in_words(p: float, test: str) -> str:
    """A p within a sentence, with ≤ where random tables cannot give a smaller one.

    Examples
    --------
    >>> from catviz.analysis.independence import LEAST_P, RANDOM
    >>> from catviz.words.independence import p_in_words
    >>> p_in_words(LEAST_P, RANDOM)
    'p ≤ 0.0001'
    """
    text = p_text(p)
    return text.replace("p =", "p ≤", 1) if test == RANDOM and p <= LEAST_P else text
