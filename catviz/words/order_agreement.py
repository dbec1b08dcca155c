"""What the agreement of learned with declared orders says."""

from __future__ import annotations

from catviz.analysis.order_null import OrderVerdict
from catviz.analysis.statistics import LEVEL
from catviz.wording import capital, in_percent, p_text
from catviz.words.choices import ONE_CHOICE

_ONE_METHOD = ONE_CHOICE.format("methods, their settings (clusters, algorithm, starts) or columns")
_FEWEST = round(1 / LEVEL) - 1
"""With fewer shuffles no p is as small as the level."""
_NAMED = 4
"""Columns that a sentence names at most."""


def conclusion(verdict: OrderVerdict) -> str:
    """The claim in words, as plain text: for all columns together, then corrected for each on its own."""
    tested, raw = len(verdict.columns), len(verdict.uncorrected)
    if not tested:
        return "No column has a declared order of three or more values and a learned order to compare it with."
    if verdict.permutations < verdict.planned:
        return f"Cancelled after {verdict.permutations} of {verdict.planned} shuffles: no conclusion."
    tau = "mean tau" if tested > 1 else "tau"
    found = (
        f"{tau} is {verdict.mean:.2f}, against {verdict.null:.2f} on average in {verdict.permutations} tables with all "
        f"columns shuffled and {verdict.drawn:.2f} in random orders"
    )
    if not verdict.enough_values:
        return (
            "No claim is possible: with so few values even full agreement comes too often among random orders. "
            f"Here {found}."
        )
    least = f" and the smallest that {verdict.permutations} shuffles can give" if verdict.least else ""
    found += f" ({p_text(verdict.p)}, the larger of the two p values{least})."
    if verdict.permutations < _FEWEST:
        return f"Too few shuffles for a claim at {in_percent(LEVEL)}: {found}"
    orders, agree, ones = ("orders", "agree", "ones") if tested > 1 else ("order", "agrees", "one")
    claim = agree if verdict.agree else f"{'are' if tested > 1 else 'is'} not shown to agree"
    words = f"the learned {orders} {claim} with the declared {ones} better than by chance: {found}"
    words = f"Taken together, {words}" if tested > 1 else capital(words)
    if not verdict.possible:
        words += (
            f" For single columns no claim is possible: Holm's correction for {tested} columns needs at "
            f"least {verdict.needed} shuffles ({raw} of {tested} have p up to {in_percent(LEVEL)} uncorrected)."
        )
        return words + _ONE_METHOD * verdict.agree
    if verdict.agree and tested > 1:
        words += f" {_alone(verdict)}"
    if verdict.out_of_reach:
        words += (
            f" For {_listed(verdict.out_of_reach)} no tau can be significant here"
            f"{' after the correction' if tested > 1 else ''}, not even 1: too many shuffled tables or random "
            "orders reach it."
        )
    return words + _ONE_METHOD * verdict.agree


def _alone(verdict: OrderVerdict) -> str:
    """Which columns are significant each on its own, with Holm's correction for all of them and without it."""
    if not verdict.uncorrected:
        return "No single column is significant."
    corrected = f"Holm's correction for {len(verdict.columns)} columns"
    lost = len(verdict.uncorrected) - len(verdict.better)
    before = f" (without it: {_listed(verdict.uncorrected)})" if lost else ""
    if not verdict.better:
        return f"No single column is significant after {corrected}{before}."
    return f"Single columns that are significant after {corrected}: {_listed(verdict.better)}{before}."


def _listed(names: list[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
