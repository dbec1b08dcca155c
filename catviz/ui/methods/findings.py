"""Which methods differ by their average ranks, in sentences: pure functions of the test."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from catviz.analysis.significance import ONE_CLASS, Significance
from catviz.analysis.statistics import PERMUTATIONS
from catviz.plots.significance import MANY
from catviz.ui.text import CHOSEN_BEFORE, in_percent, number, plain
from catviz.wording import p_text

_INDEPENDENT = "The test assumes that the tables are independent; versions of one table are not."
#: Pairs that differ and are named.
_PAIRS = 10


def friedman(found: Significance) -> str:
    """Friedman's test."""
    arrangements = "all arrangements" if found.exact else f"{PERMUTATIONS:,} random arrangements"
    return (
        f"**{'Not all methods have the same average rank.' if found.differ else 'No difference detected.'}** "
        f"Friedman's χ² is {number(found.friedman.chi2)} over {found.n_data} tables and {len(found.ranks)} methods; "
        f"permutation test with {arrangements} of the ranks: {p_text(found.p)}; significant "
        f"if at most {in_percent(found.alpha)}."
    )


def approximations(found: Significance) -> str:
    """The p values of Friedman's test for many tables."""
    tested = found.friedman
    by_f = f", {p_text(tested.f_p)} by Iman and Davenport's F = {number(tested.f)}" if isfinite(tested.f) else ""
    return f"Approximations for many tables, for comparison: {p_text(tested.chi2_p)} by χ²{by_f}."


def none_differ(found: Significance) -> str:
    """What it takes for a difference to be significant, if none is detected."""
    return (
        "Ranks are therefore not compared further. This does not show that the methods are equal: over "
        f"{found.n_data} tables, average ranks would have to differ by more than {found.difference:.2f}, and "
        f"Friedman's p to be at most {in_percent(found.alpha)}, for a difference to be significant. {_INDEPENDENT} "
        f"{CHOSEN_BEFORE}"
    )


def apart_by(found: Significance) -> str:
    """By how much average ranks must differ."""
    which = "of any two methods" if found.control is None else f"from **{plain(found.control)}**"
    return f"Average ranks {which} must differ by more than **{found.difference:.2f}** to differ significantly."


def apart(found: Significance) -> list[str]:
    """The pairs that differ, in words; with a control, those it ranks before and after."""
    control = found.control
    if control is None:
        lines = [f"**{plain(a)}** ranks before **{plain(b)}**" for a, b in found.differing_pairs]
        more = [f"and {len(lines) - _PAIRS} more pairs"] if len(lines) > _PAIRS else []
        return lines[:_PAIRS] + more
    before, after = (
        [b for a, b in found.differing_pairs if a == control],
        [a for a, b in found.differing_pairs if b == control],
    )
    sides = (("before", before), ("after", after))
    return [f"**{plain(control)}** ranks {side} {plain(', '.join(others))}" for side, others in sides if others]


def about_differences(found: Significance, simulated: str) -> str:
    """How to read the diagram, and the error rate of what it says: in theory, and as ``simulated``."""
    if found.control is not None:
        bars = "Grey methods, within the band, do not differ significantly from it, which does not make them equal."
    elif len(found.ranks) > MANY:
        bars = (
            "Two methods differ significantly if their intervals do not overlap. An overlap does not make them equal."
        )
    else:
        bars = "A bar joins methods whose average ranks do not differ significantly, which does not make them equal."
    return (
        f"The best ranks are at the left. {bars} If no methods differ, the risk of one or more wrong claims among all "
        f"comparisons is, in theory, at most {in_percent(found.alpha)}{simulated}. {_INDEPENDENT} {CHOSEN_BEFORE}"
    )


def too_few_tables(found: Significance) -> str:
    """That no difference could be significant with so few tables; empty if one could."""
    if not found.too_few_data:
        return ""
    return (
        f":orange[Note:] {found.n_data} tables are too few: even if {len(found.ranks)} methods ranked alike on all "
        f"of them, Friedman's p would be {number(found.least_p)}, and average ranks would differ by at most "
        f"{len(found.ranks) - 1}, where {found.difference:.2f} are needed."
    )


def of_one_class(titles: Sequence[str]) -> str:
    """That nearly all rows of tables are of one class, and what follows for the test."""
    return (
        f"{plain(', '.join(titles), 600)}: more than {in_percent(ONE_CLASS)} of the rows are of one class. "
        "Methods can then differ significantly only because their clusters have different sizes."
    )


def versions_of_one(titles: Sequence[str]) -> str:
    """That tables may be versions of one table, and what follows for the test."""
    return (
        f"{plain(', '.join(titles), 600)}: these tables have the same columns and values. If they are versions "
        "of one table, they are not independent, and the test finds differences too often. Keep one of them."
    )


def pairs_that_differ(found: Significance | None) -> str:
    """How it is tested which methods of the board differ; None if there are too few tables for a test."""
    if found is None:
        return "Nothing is tested: average ranks need two tables on which all these methods have a score."
    by = (
        f"The average rank of a method is the mean of its ranks on the {found.n_data} tables on which all methods have "
        f"a score. Friedman's test at a nominal {in_percent(found.alpha)} asks whether any methods differ "
        f"({p_text(found.p)})"
    )
    if not found.differ:
        return f"{by}. No difference of ranks is detected, which does not make the methods equal."
    by = f"{by}, and Nemenyi's critical difference which pairs do."
    return f"{by} The other pairs are not shown to differ." if found.differing_pairs else by
