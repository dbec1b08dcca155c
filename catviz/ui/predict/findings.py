"""Which encodings and classifiers do better, in sentences: pure functions of the runs and their tests."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.analysis.splits import MARGIN
from catviz.analysis.statistics import LEVEL
from catviz.plots.classify import pair_name
from catviz.table.categorical import CategoricalTable
from catviz.ui.text import counted, in_percent, number, plain

#: Confusions that are named.
NAMED = 3
SAME_EVERYWHERE = "All splits differ by the same amount, so the test cannot be made; take more splits or more rows."
#: What is drawn on the map of centroids.
WHAT_CENTROIDS_ARE = (
    "Each centroid is the row of its class that is most similar to the rows around it (coupled similarity)."
)
WHAT_RINGS_ARE = (
    "The **ring** of a centroid shows its margin: 1 minus its similarity to the most similar centroid of another "
    "class. The widest ring is the largest margin. A thin ring means that another class is close, and the centroid "
    "then counts less. Even the largest margin can be small: see the similarity in the table."
)


def alike(least: float, most: float) -> str:
    """That the means of all combinations are close, given the smallest and the largest."""
    return (
        "**The means of all combinations are within one percentage point**: between "
        f"{in_percent(least, 1)} and {in_percent(most, 1)}. The combinations that this page opens with differ more on:"
    )


def always_largest(share: float) -> str:
    """The accuracy to beat, the share of the largest class, in a sentence."""
    return f"Always predicting the largest class would be right for {in_percent(share, 1)} of these rows."


def what_was_timed(runs: pd.DataFrame) -> str:
    """The time of this page, in a sentence."""
    tested = counted(min(map(len, runs["truth"])), "test row")
    splits = counted(runs["repeat"].nunique(), "split")
    return (
        f"Time to predict: to encode and classify the {tested} of one split, the fastest of {splits}, on this computer."
    )


def claims(found: pd.DataFrame) -> str:
    """How many differences of all pairs from one are significant, by Holm's p and without it."""
    tests = found[found["high"] > found["low"]]
    alike = [plain(pair_name(pair)) for pair, line in found.iterrows() if line["high"] <= line["low"]]
    untested = f"{'; '.join(alike)}: {SAME_EVERYWHERE}  \n" if alike else ""
    if tests.empty:
        return untested
    n = len(tests)
    differ, corrected, naive = (int((tests[p] <= LEVEL).sum()) for p in ("adjusted_p", "p", "naive_p"))
    alone = f" ({corrected} of {n} without Holm's correction; {naive} of {n} by the naive p)"
    alone *= len({differ, corrected, naive}) > 1
    return untested + (
        f"**{int(tests['differs'].sum())} of {n}** differences are significant at {in_percent(LEVEL)} by Holm's "
        f"p{alone}."
    )


def practically_equal(found: pd.DataFrame) -> str:
    """How many pairs are shown to be as accurate as one; empty if the rows are too few to show it of any pair."""
    tests, points = found[found["high"] > found["low"]], 100 * MARGIN
    if not tests["can_be_equivalent"].any():
        return ""
    return (
        f"**{int(tests['equivalent'].sum())} of {len(tests)}** differences are shown to be smaller than {points:g} "
        "percentage point (equivalence: two one-sided tests, Holm-corrected)."
    )


def equal_rows(table: CategoricalTable) -> str:
    """How many rows have an equal row, which can be learned from where the row is tested; empty if none has."""
    counts = table.unique_rows()[0].row_weights
    share = counts[counts > 1].sum() / counts.sum()
    if not share:
        return ""
    return (
        f"{in_percent(share)} of these rows equal another row in all columns, so test rows often have an equal row "
        "among the training rows. The accuracy on new rows can be lower."
    )


def right_predictions(right: int, tested: int, n_splits: int) -> str:
    """How many predictions of a combination are right."""
    return (
        f"**{right:,} of {tested:,}** predictions are right, over {counted(n_splits, 'split')}. Each row counts as "
        "often as it was tested."
    )


def most_confused(counts: pd.DataFrame) -> str:
    """The most frequent wrong predictions, of known by predicted classes."""
    totals = counts.sum(axis=1)
    wrong = counts.where(~np.eye(len(counts), dtype=bool), 0).stack()
    worst = wrong[wrong > 0].nlargest(NAMED)
    if worst.empty:
        return "In these splits no row is predicted in a wrong class."
    lines = [
        f"- class {plain(a, 40)}, predicted as {plain(b, 40)}: **{int(n):,}** of the {int(totals[a]):,} predictions "
        f"for rows of this class ({in_percent(n / totals[a])})"
        for (a, b), n in worst.items()
    ]
    return "Most frequent errors:\n" + "\n".join(lines)


def best_mean(means: pd.DataFrame) -> str:
    """The combination with the highest mean accuracy, its time, and what that is worth.

    Parameters
    ----------
    means : DataFrame, one row per combination
        ``encoding``, ``classifier``, ``accuracy``, ``deviation`` and ``predict_seconds``.
    """
    best = means.loc[means["accuracy"].idxmax()]
    return (
        f"**{_name(best)}** has the highest mean: {in_percent(best['accuracy'], 1)} in "
        f"{number(1000 * best['predict_seconds'])} ms. The highest of several means is partly chance; "
        "the test above holds only if the combination to compare with was chosen before looking."
    )


def faster_one(means: pd.DataFrame) -> str:
    """The fastest combination within one standard deviation of the best mean; empty if it is the best one."""
    best = means.loc[means["accuracy"].idxmax()]
    near = means[means["accuracy"] >= best["accuracy"] - np.nan_to_num(best["deviation"])]
    fast = near.loc[near["predict_seconds"].idxmin()]
    if _name(fast) == _name(best):
        return ""
    times = best["predict_seconds"] / fast["predict_seconds"]
    return (
        f"**{_name(fast)}** has a mean within one standard deviation of it (which is no test), and is {times:.1f} "
        "times as fast."
    )


def _name(line: pd.Series) -> str:
    return plain(pair_name((line["encoding"], line["classifier"])))


def represented(n_centroids: int, n_rows: int, n_known: int) -> str:
    """How many rows the centroids represent, and of how many with a known class these are."""
    drawn = f" drawn from {n_known:,}" if n_rows < n_known else ""
    return (
        f"**{counted(n_centroids, 'centroid')}** represent {counted(n_rows, 'row')}{drawn}. A new row is compared with "
        "the centroids only."
    )


def fewer_comparisons(own: pd.Series, every: pd.Series, size: str, largest: float) -> str:
    """What comparing with centroids only costs in accuracy, and how much faster it is.

    Parameters
    ----------
    own, every : Series
        Mean ``accuracy`` and ``predict_seconds`` with centroids, and with all training rows.
    size : str
        Centroids per class.
    largest : float
        Share of the largest class.
    """
    faster = every["predict_seconds"] / own["predict_seconds"]
    return (
        f"With **T = {size}** {in_percent(own['accuracy'], 1)} of the test rows are right, compared with "
        f"{in_percent(every['accuracy'], 1)} if each is compared with all training rows. Prediction is "
        f"**{faster:.1f} times** as fast. Always predicting the largest class would be right for "
        f"{in_percent(largest, 1)}."
    )
