"""What tests of orders say: agreement with declared orders, and whether these help to find the known classes."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from catviz.analysis.order_association import OrderAssociation
from catviz.analysis.order_null import OrderVerdict
from catviz.analysis.order_test import OrderTest
from catviz.analysis.shuffles import ShuffleTest
from catviz.analysis.statistics import LEVEL
from catviz.wording import capital, in_percent, number_of, p_number, p_text, signed, significant
from catviz.words import ONE_CHOICE

_ONE_METHOD = ONE_CHOICE.format("methods, their settings (clusters, algorithm, starts) or columns")
#: Columns that are significant on their own and named.
_ALONE = 2
#: With fewer shuffles no p is as small as the level.
_FEWEST = round(1 / LEVEL) - 1
#: Columns that a sentence names at most.
_NAMED = 4
#: Relative differences of z below this are rounding.
_ROUNDING = 1e-9
#: With fewer different orders, more of the random ones than the level are the declared one.
_FEW_ORDERS = round(1 / LEVEL)
#: An ARI below this is little agreement.
_LITTLE = 0.1


def agreement_in_words(verdict: OrderVerdict) -> str:
    """The claim in words, as plain text: for all columns together, then corrected for each on its own."""
    tested, raw = len(verdict.columns), len(verdict.uncorrected)
    if not tested:
        return "No column has a declared order of three or more values and a learned order to compare it with."
    if verdict.permutations < verdict.planned:
        return f"Cancelled after {verdict.permutations} of {verdict.planned} shuffles: no conclusion."
    tau = "mean tau" if tested > 1 else "tau"
    figures = (
        f"{tau} is {verdict.mean:.2f}, against {verdict.null:.2f} on average in {verdict.permutations} tables with all "
        f"columns shuffled and {verdict.drawn:.2f} in random orders"
    )
    if not verdict.enough_values:
        return (
            "No claim is possible: with so few values even full agreement comes too often among random orders. "
            f"Here {figures}."
        )
    least = f" and the smallest that {verdict.permutations} shuffles can give" if verdict.least else ""
    figures += f" ({p_text(verdict.p)}, the larger of the two p values{least})."
    if verdict.permutations < _FEWEST:
        return f"Too few shuffles for a claim at {in_percent(LEVEL)}: {figures}"
    orders, agree, ones = ("orders", "agree", "ones") if tested > 1 else ("order", "agrees", "one")
    claim = agree if verdict.agree else f"{'are' if tested > 1 else 'is'} not shown to agree"
    words = f"the learned {orders} {claim} with the declared {ones} better than by chance: {figures}"
    words = f"Taken together, {words}" if tested > 1 else capital(words)
    if not verdict.possible:
        words += (
            f" For single columns no claim is possible: Holm's correction for {tested} columns needs at "
            f"least {verdict.needed} shuffles ({raw} of {tested} have p up to {in_percent(LEVEL)} uncorrected)."
        )
        return words + _ONE_METHOD * verdict.agree
    if verdict.agree and tested > 1:
        words += f" {_single_columns(verdict)}"
    if verdict.out_of_reach:
        words += (
            f" For {_listed(verdict.out_of_reach)} no tau can be significant here"
            f"{' after the correction' if tested > 1 else ''}, not even 1: too many shuffled tables or random "
            "orders reach it."
        )
    return words + _ONE_METHOD * verdict.agree


def ranks_related(found: OrderAssociation) -> str:
    """Whether ordered columns rise or fall with each other, with the strongest pair and the figures of the test.

    Examples
    --------
    >>> import numpy as np
    >>> correlations = pd.DataFrame([[1.0, -0.5], [-0.5, 1.0]], ["age", "size"], ["age", "size"])
    >>> words = ranks_related(OrderAssociation(correlations, np.full(199, 0.01), np.full(199, 0.1)))
    >>> words.split(". ")[1]
    'The strongest pair: age and size (rank correlation −0.50)'
    """
    n, (a, b) = len(found.correlations), found.strongest
    verb = "Some" if found.significant else "It is not shown that some"
    p = p_text(found.p_value, at_most=found.p_value <= 1 / (1 + len(found.shuffled)))
    return (
        f"{verb} of the {n} ordered columns rise or fall with each other: the squared rank correlation of two columns "
        f"is {significant(found.statistic)} on average, against {significant(found.shuffled.mean(), 2)} in shuffled "
        f"tables ({p}). The strongest pair: {a} and {b} (rank correlation {signed(found.correlations.loc[a, b], 2)}). "
        f"Random orders of the values give {significant(found.reordered.mean(), 2)} on average."
    )


def answer(found: OrderTest) -> str:
    """Whether the declared orders help k-modes to find the known classes, in one sentence of plain text."""
    kinds, test, gain = set(found.means["kind"]), found.test, found.gain
    if not kinds & {"declared", "random"}:
        return "There is no declared order of three or more values to test."
    if "random" not in kinds:
        return "There is no answer yet: the test was cancelled."
    if test is None and found.means["adjusted_rand"].isna().all():
        return "This cannot be tested: the table has no known classes."
    if test is None:
        return "This cannot be tested: the row weights are fractional."
    if test.significant is None or (test.significant and (gain is None or gain.significant is None)):
        return "There is no answer yet: the test was cancelled."
    if found.different < _FEW_ORDERS and not test.significant:
        return f"No answer is possible: the ordered columns have only {found.different} different orders."
    if not test.significant:
        return "No effect detected: k-modes does not find the classes significantly better with the declared orders."
    if gain is not None and not gain.significant:
        return (
            "No effect is claimed: the declared orders do better than random ones, but not significantly more than in "
            "shuffled tables."
        )
    means = found.means.groupby("kind")["adjusted_rand"].mean()
    weak = " Both agree little with the classes." if means["declared"] < _LITTLE else ""
    return (
        "Yes: k-modes finds the classes significantly better with the declared orders than with random ones (ARI "
        f"{means['declared']:.3f}, against {means['random']:.3f} on average).{weak}"
    )


def order_test_in_words(found: OrderTest) -> str:
    """What was found, in plain text: no more than the random orders that ran support."""
    test = found.test
    means = found.means.groupby("kind")[["adjusted_rand", "accuracy", "z"]].mean()
    if "random" not in means.index:
        if "declared" in means.index:
            return "Cancelled before a random order was run: no conclusion."
        return "No column has a declared order of three or more values, so there is no declared order to test."
    declared, random = (means.loc[kind] for kind in ("declared", "random"))
    if test is None and pd.notna(declared["adjusted_rand"]):
        return (
            f"ARI is {declared['adjusted_rand']:.3f} under the declared orders, and {random['adjusted_rand']:.3f} on "
            "average under random orders of the same columns. Nothing is tested: the row weights are fractional, and "
            "the test shuffles rows."
        )
    if test is None:
        z = found.means.loc[found.means["kind"] == "random", "z"]
        lower = int((declared["z"] < z * (1 - _ROUNDING)).sum())
        return (
            f"z is {declared['z']:.4g} under the declared orders, and {random['z']:.4g} on average under random orders "
            f"of the same columns. z is lower than under {lower} of {len(z)} random orders. Frequent values that "
            "are neighbours are enough for that; this does not show that order matters for clusters."
        )
    ran, reached = test.n_shuffles, test.exceeding
    if test.significant is None:
        return f"Cancelled after {ran} of {test.planned} random orders: no conclusion."
    ari = f"(ARI {declared['adjusted_rand']:.3f}, against {random['adjusted_rand']:.3f} on average)"
    words = f"{reached} of {ran} random orders {'does' if reached == 1 else 'do'} as well or better"
    if ran == test.planned:
        words += f", so p = (1 + {reached}) / (1 + {ran}) = {p_number(test.p_value)}"
    accurate = f"The accuracy is {in_percent(declared['accuracy'], 1)}, against {in_percent(random['accuracy'], 1)}; "
    accurate += "it is not tested."
    if test.significant:
        return _gain_in_words(found.gain, ari, words, accurate)
    words = (
        "k-modes does not find the known classes significantly better under the declared orders than under random ones "
        f"{ari}. {words}: not significant at {in_percent(LEVEL)}. {accurate}"
    )
    if found.different < _FEW_ORDERS:
        return words + (
            f" The ordered columns have only {found.different} different orders: a random order is often the declared "
            "one, so even the best order would hardly be significant."
        )
    return words + " Not significant does not mean that order has no effect."


def _single_columns(verdict: OrderVerdict) -> str:
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


def _gain_in_words(gain: ShuffleTest | None, ari: str, words: str, accurate: str) -> str:
    """What the second test says, where the first is significant."""
    if gain is None or gain.significant is None:
        ran, planned = (0, "its") if gain is None else (gain.n_shuffles, gain.planned)
        return f"Cancelled after {ran} of {planned} shuffles of the ordered columns: no conclusion."
    observed, shuffled = (round(float(each.iloc[0]), 3) + 0.0 for each in (gain.observed, gain.shuffled.mean()))
    figures = (
        f"{observed:.3f} in runs of its own, from fewer starts and random orders, against {shuffled:.3f} on average; "
        f"{gain.exceeding} of {gain.n_shuffles} shuffles gain as much"
    )
    if gain.significant:
        return (
            "k-modes finds the known classes better under the declared orders than under random ones "
            f"{ari}. {words}: significant at {in_percent(LEVEL)}. The gain is also larger than in tables in which the "
            f"rows of the ordered columns are shuffled ({figures}). {accurate}"
        )
    return (
        "No effect of the order is claimed. k-modes finds the known classes better under the declared orders than "
        f"under random ones {ari}; {words}. But the gain is not significantly larger than in tables in which the rows "
        f"of the ordered columns are shuffled ({figures}): frequent values that are neighbours can be enough for it. "
        f"{accurate}"
    )


def learned_orders(n_columns: int, taus: Sequence[float], verdict: OrderVerdict | None) -> str:
    """How well learned orders agree with declared ones, and whether better than by chance.

    Parameters
    ----------
    n_columns : int
        Columns that a method puts in order.
    taus : sequence of float
        Kendall's tau of each column that has a declared order too.
    verdict : OrderVerdict or None
        What their test allows to say; None if there is none.

    Examples
    --------
    >>> learned_orders(3, [0.5, 1.0], None)
    'Mean |tau| of 2 learned and declared orders is 0.75. It is not compared with chance.'
    >>> learned_orders(3, [], None)
    'The method orders the values of 3 columns. None has a declared order.'
    """
    if not taus:
        none = "None has a" if n_columns > 1 else "It has no"
        return f"The method orders the values of {number_of(n_columns, 'column')}. {none} declared order."
    if verdict is None or not verdict.columns:
        which = f"Mean |tau| of {len(taus)} learned and declared orders"
        if len(taus) == 1:
            which = "|tau| of the learned and the declared order"
        return f"{which} is {sum(taus) / len(taus):.2f}. It is not compared with chance."
    if verdict.permutations < verdict.planned:
        return f"No conclusion: the test was cancelled after {verdict.permutations} of {verdict.planned} shuffles."
    n = len(verdict.columns)
    by_chance = f"shuffled tables {verdict.null:.2f}, random orders {verdict.drawn:.2f}"
    figures = f"{'mean ' * (n > 1)}|tau| {verdict.mean:.2f}; {by_chance}"
    if not verdict.enough_values:
        of = f"of {verdict.columns[0]}" if n == 1 else f"of {n} columns"
        return f"No claim is possible on the {'order' if n == 1 else 'orders'} {of}: too few values ({figures})."
    orders = f"The {n} learned orders together" if n > 1 else "The learned order"
    agree = ("agree" if n > 1 else "agrees") if verdict.agree else f"{'are' if n > 1 else 'is'} not shown to agree"
    ones = "ones" if n > 1 else "one"
    words = f"{orders} {agree} with the declared {ones} better than by chance ({figures}; {p_text(verdict.p)})."
    return f"{words} {_on_their_own(verdict)}" if verdict.agree and n > 1 else words


def steps_of_fit(z: Sequence[float]) -> str:
    """How orders were learned, by z after each step, in Markdown.

    Examples
    --------
    >>> steps_of_fit([12.0, 9.5])
    'Learned in **2 steps**: z went from 12 to 9.5. Of several starts, this one ended with the lowest z.'
    """
    return (
        f"Learned in **{number_of(len(z), 'step')}**: z went from {significant(z[0])} to {significant(z[-1])}. "
        "Of several starts, this one ended with the lowest z."
    )


def every_combination(name: str) -> str:
    """That no order is better than another in a table that holds every combination of values once.

    Examples
    --------
    >>> every_combination("Car evaluation")
    'Car evaluation holds every combination of values once, so no order is better than another.'
    """
    return f"{name} holds every combination of values once, so no order is better than another."


def _on_their_own(verdict: OrderVerdict) -> str:
    """Which columns agree significantly each on its own, where all do together."""
    if not verdict.possible:
        return "For single columns no claim is possible."
    if not verdict.better:
        return f"No single column is significant (Holm, {in_percent(LEVEL)})."
    more = len(verdict.better) - _ALONE
    names = ", ".join(verdict.better[:_ALONE]) + (f" and {more} more" if more > 0 else "")
    return f"Significant on {'its' if len(verdict.better) == 1 else 'their'} own: {names}."
