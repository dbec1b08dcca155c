"""What learned, declared and own orders are worth, in sentences: pure functions of the result."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from catviz.analysis.shuffles import EARLY, ShuffleTest
from catviz.analysis.statistics import LEVEL
from catviz.ui.text import counted, number, plain
from catviz.wording import in_percent

#: What the test cannot allow for.
_CHOSEN = "The error rate holds only if the number of clusters was chosen before looking; trying several raises it."


def two_tests(about_rows: str) -> str:
    """Why ARI is tested, what the two tests of declared orders compare, and what they assume, of the rows too."""
    return (
        "ARI is tested because, unlike accuracy, it is 0 on average for labels unrelated to the classes; accuracy "
        "and z are described only. The answer needs two tests. The first compares the declared orders with random "
        "ones. Even an order that means nothing can do better than a random one, because frequent values are often "
        "neighbours in it. So the second compares the gain in ARI with the gain in tables in which the rows of the "
        "ordered columns are shuffled. In columns without a declared order, values are the same or different in "
        f"both. {_CHOSEN} {about_rows}"
    )


def significant_if(test: ShuffleTest) -> str:
    """When the answer of both tests is significant."""
    return (
        f"Significant if none of the first {EARLY} random orders does as well as the declared one, or at most "
        f"{test.allowed} of all {test.planned}; then in the same way for the gain, among shuffled tables. This makes "
        f"the claim in at most {in_percent(LEVEL)} of the tables on which the declared order is exchangeable with "
        "random ones, or the ordered columns are unrelated to all else. Each test stops as soon as its answer is "
        "clear. Both must be significant, so no correction is needed."
    )


def learned_orders(compared_with: str | None) -> str:
    """That learned orders are not tested, and which kind of orders to compare them with."""
    other = "" if compared_with is None else f"; compare them with “{compared_with}”"
    return (
        f"Learned orders are described, not tested{other}. They are learned from the same rows that k-modes then "
        "clusters, so they would do better than random orders on any data."
    )


def lower_z(z: float, random: pd.Series, attribute: str) -> str:
    """How many random orders of a column one's own order beats."""
    return (
        f"Your order has a lower z than **{int((z < random).sum())} of {len(random)}** random orders of "
        f"{plain(attribute)}. You see z while you change the order, so this is no test."
    )


def steps_of_fit(z: Sequence[float]) -> str:
    """How orders were learned, by z after each step."""
    return (
        f"Learned in **{counted(len(z), 'step')}**: z went from {number(z[0])} to {number(z[-1])}. Of several starts, "
        "this one ended with the lowest z."
    )
