"""What sets chosen rows apart, in sentences: pure functions of their contrasts with all rows."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from scipy.stats import hypergeom

from catviz.analysis.profiles import FEWEST_EXPECTED
from catviz.analysis.statistics import LEVEL
from catviz.ui.text import counted, plain

#: Of values too rare to be judged, those seen so often and with at least this lift are named, at most so many.
FEWEST_SEEN, MUCH, RARE_NAMED = 3, 2.0, 2
OWN_CHOICE = "the column keeps rows that you chose"
BY_VALUES = "you chose these rows by this column"


def rare(contrasts: pd.DataFrame, n: int, n_all: int) -> str:
    """Values too rare to be judged that are much more frequent among n chosen rows, if none that is judged is."""
    rows, tested = (contrasts["share_all"] * n_all).round(), ~contrasts["untested"].isin((BY_VALUES, OWN_CHOICE))
    seldom = tested & ~contrasts["listed"] & (contrasts["expected"] < FEWEST_EXPECTED)
    # as rows chosen at random would rarely have any of so many values (Bonferroni), though nothing is claimed
    chance = hypergeom.sf(contrasts["count"].round() - 1, n_all, rows, n) * seldom.sum()
    much = (contrasts["lift"] >= MUCH) & (chance <= LEVEL)
    rare = contrasts.assign(rows=rows)[seldom & much & (rows >= FEWEST_EXPECTED) & (contrasts["count"] >= FEWEST_SEEN)]
    if not n or rare.empty or (contrasts["listed"] & contrasts["marked"] & (contrasts["v"] > 0)).any():
        return ""
    lines = rare.sort_values("lift", ascending=False, kind="stable").head(RARE_NAMED)
    named = [
        f"{line['attribute']} = {line['value']} ({line['count']:,.0f} of these {n:,} rows; {line['rows']:,.0f} of all "
        f"{n_all:,})"
        for _, line in lines.iterrows()
    ]
    more = len(rare) - len(lines)
    named += [f"and {counted(more, 'other value')}"] if more else []
    few = f"expected fewer than {FEWEST_EXPECTED} times among these rows"
    return plain(f"Not judged ({few}), but much more frequent: {'; '.join(named)}. (A description, not a test.)", 600)


def names(columns: Sequence[str]) -> str:
    """Columns named within a sentence."""
    return plain(", ".join(columns), 200)
