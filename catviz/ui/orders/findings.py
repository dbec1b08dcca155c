"""What learned, declared and own orders are worth, in sentences: pure functions of the result."""

from __future__ import annotations

import pandas as pd

from catviz.analysis.shuffles import EARLY, ShuffleTest
from catviz.analysis.statistics import LEVEL
from catviz.ui.text import plain
from catviz.wording import in_percent


def significant_if(test: ShuffleTest) -> str:
    """When the answer of both tests is significant."""
    return (
        f"Significant if none of the first {EARLY} random orders does as well as the declared one, or at most "
        f"{test.allowed} of all {test.planned}; then in the same way for the gain, among shuffled tables. This makes "
        f"the claim in at most {in_percent(LEVEL)} of the tables on which the declared order is exchangeable with "
        "random ones, or the ordered columns are unrelated to all else. Each test stops as soon as its answer is "
        "clear. Both must be significant, so no correction is needed."
    )


def lower_z(z: float, random: pd.Series, attribute: str) -> str:
    """How many random orders of a column one's own order beats."""
    return (
        f"Your order has a lower z than **{int((z < random).sum())} of {len(random)}** random orders of "
        f"{plain(attribute)}. You see z while you change the order, so this is no test."
    )
