"""What clusters are worth and how they differ, in sentences: pure functions of the result."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.plots.clusters import SHOWN_ONLY, cluster_name
from catviz.ui.text import counted, in_percent, number, plain
from catviz.words.clusters import CLOSE, LITTLE, description

#: Confusions named at most.
CONFUSED = 3
#: Of a sum of weights.
ROUNDING = 1e-9
#: A difference of BIC up to this hardly speaks for either model (Raftery 1995).
HARDLY = 2.0
#: A row is said to belong to its cluster with little certainty if its probability is smaller.
UNSURE = 0.7


def by_values(frame: pd.DataFrame, names: dict[int, str], aside: tuple[str, ...]) -> list[str]:
    """Each cluster by the values that made it, then by those of the columns shown only."""
    lines = []
    for cluster, profile in frame.groupby("cluster"):
        made_none = profile["attribute"].isin(aside)
        described = description(profile[~made_none])
        described = described or "no value is much more frequent than among all rows, or there are too few rows"
        beyond = description(profile[made_none])
        described += f"; {SHOWN_ONLY}: {beyond}" if beyond else ""
        lines.append(f"**{plain(cluster_name(cluster, names))}**: {plain(described, 600)}")
    return lines


def confusions(counts: pd.DataFrame, pairs: list[tuple[int, int]], names: dict[int, str]) -> list[str]:
    """The largest numbers of rows outside the matched cells, and how many the others have together, in words."""
    apart = counts.to_numpy().copy()
    for i, j in pairs:
        apart[i, j] = 0
    class_of, cluster_of = {j: i for i, j in pairs}, dict(pairs)
    classes = [plain(name, 40) for name in counts.index]
    clusters = [plain(cluster_name(number, names)) for number in counts.columns]
    lines, others = [], apart.sum()
    for place in np.argsort(-apart, axis=None, kind="stable")[:CONFUSED]:
        i, j = np.unravel_index(place, apart.shape)
        if apart[i, j]:
            # a class with rows in a cluster without a match has another cluster: else these two would be matched
            whose = (
                f"matched with {classes[class_of[j]]}"
                if j in class_of
                else f"matched with no class, since {classes[i]} is matched with {clusters[cluster_of[i]]}"
            )
            lines.append(f"- {classes[i]}: {_rows(apart[i, j])} in {clusters[j]} ({whose})")
            others -= apart[i, j]
    return [*lines, f"- all others together: {_rows(others)}"] if others > ROUNDING else lines


def classes_by_cluster(counts: pd.DataFrame, names: dict[int, str]) -> str:
    """In which cluster most rows of each class are, for those who do not see the figure."""
    largest = counts.idxmax(axis=1)
    parts = [f"{g}: most in {cluster_name(c, names)} ({_amount(counts.loc[g, c])})" for g, c in largest.items()]
    return "Known classes by cluster. " + "; ".join(parts)


def about_agreement(n_runs: int, n_starts: int, near: str) -> str:
    """What closely, in part and little mean, and how to read the map of rows that stay together."""
    return (
        f"Closely: a mean ARI of {CLOSE} or more; in part: {LITTLE} to {CLOSE}; little: less than {LITTLE}. "
        f"Each of the {n_runs} runs has a single start. 1 means that any two runs find the same clusters, 0 that they "
        f"agree no more than random clusters do. The {near}er a cell, the more often its two rows are "
        f"in the same cluster. The strip at the left shows the clusters of the first tab, from the best of "
        f"{counted(n_starts, 'start')}."
    )


def certainty(own: np.ndarray, weights: np.ndarray, whole: bool) -> str:
    """How surely rows belong to the clusters that they are in.

    Parameters
    ----------
    own : (n,) probability of each row's cluster
    weights : (n,)
    whole : bool
        True if weights are numbers of rows.
    """
    unsure = weights[own < UNSURE].sum()
    share = f"{in_percent(unsure / weights.sum(), 1)} of the rows"
    counts = f" ({unsure:,.0f} of {weights.sum():,.0f})" if whole else ", by weight"
    return (
        "Each row belongs to every cluster with a probability, and is counted in the cluster of the largest one. This "
        f"probability is {number(float(np.average(own, weights=weights)))} on average, and below {UNSURE:g} for "
        f"{share}{counts}. The download has all of them."
    )


def lowest(found: pd.DataFrame) -> str:
    """The number of classes with the lowest BIC, and those whose BIC hardly differs from it."""
    best = found.loc[found["bic"].idxmin()]
    others = found[(found["bic"] - best["bic"] <= HARDLY) & (found["clusters"] != best["clusters"])]
    words = f"BIC is lowest with **{_classes(best['clusters'])}** ({number(best['bic'])})"
    missed = (
        " This does not show that there are no classes: BIC misses most weak ones." if best["clusters"] == 1 else ""
    )
    if others.empty:
        return f"{words}.{missed}"
    near = [f"**{_classes(line.clusters)}** ({number(line.bic - best['bic'])} more)" for line in others.itertuples()]
    return (
        f"{words}, and hardly higher with {' and '.join(near)}. The data hardly decide between models whose BIC "
        f"differs by {HARDLY:g} or less: prefer the one whose classes you can interpret.{missed}"
    )


def reached(best: pd.Series) -> str:
    """How many starts reached the best likelihood of a number of classes."""
    n = int(best["reached"])
    return f"{n} of {counted(best['starts'], 'random start')} reached the largest likelihood found." + (
        " A better one may have been missed: try other seeds." if n < best["starts"] else ""
    )


def _rows(count: float) -> str:
    return f"{_amount(count)} {'row' if count == 1 else 'rows'}"


def _amount(count: float) -> str:
    """A number of rows; with one decimal where rows are weighted by fractions."""
    return f"{count:,}" if isinstance(count, int | np.integer) else f"{count:,.1f}"


def _classes(k: float) -> str:
    return f"{int(k)} {'class' if k == 1 else 'classes'}"
