"""What clusters are said to be, on every page that shows some: what sets each apart, rules, and what limits this."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.analysis.profiles import most_characteristic as values_of_clusters
from catviz.analysis.rules import Rules
from catviz.analysis.stability import mean_agreement, repeated_labels
from catviz.analysis.statistics import LEVEL
from catviz.plots.clusters import SHOWN_ONLY
from catviz.ui.labels import CLUSTERS, REAL, STABLE
from catviz.ui.state import cache, results, shelves
from catviz.ui.state.view import View
from catviz.ui.text import counted, in_percent, number, plain
from catviz.ui.widgets.clustering import Clustering
from catviz.words.chips import chips
from catviz.words.clusters import LITTLE

RUNS = 20
#: That single runs agree little is pointed out if by estimate they take no more than so many seconds.
#:
#: Of a table with more columns the estimate is too uncertain.
QUICK, FEW = 0.2, 40


def profiles(found: Clustering) -> pd.DataFrame:
    """What sets each cluster apart."""
    return results.profiles(found.view, found.fit, _tests_shown_only(found))


def most_characteristic(frame: pd.DataFrame, most: int) -> list[tuple[str, str]]:
    """So many values at most that tell clusters best, from their `profiles`."""
    return shelves.following(frame, ("most characteristic", most), lambda: values_of_clusters(frame, most))


def rules(found: Clustering, most: int) -> Rules:
    """So many rules at most that lead to the clusters."""
    return results.rules(found.view, found.fit, most)


def shown_only(view: View) -> tuple[str, ...]:
    """Columns that are in the figure and had no part in the clusters."""
    return () if view.shown is None else tuple(name for name in view.shown.attributes if name not in view.numbers)


def what_is_tested(found: Clustering) -> dict[str, str]:
    """The chip that says which test values describe the clusters, and which test something."""
    view, words = found.view, ""
    tested, kept = view.shown_only(kept=False), view.shown_only(kept=True)
    if view.untested:
        words += f" {view.untested}" if view.picked_rows or tested is not None else ""
    elif tested is not None and found.learned.supervised:
        words += (
            " They are not tested either: the method used the known classes, so columns related to these go with the "
            "clusters."
        )
    elif tested is not None:
        words += (
            f" So these are tested: {plain(', '.join(tested.attributes), 200)} (a value is named where it is "
            f"significant, Benjamini-Hochberg at {in_percent(LEVEL)}). This holds if method, clusterer and k were "
            f"chosen before looking. {view.about_rows}"
        )
    if view.kept_selections and kept is not None and not view.untested:
        names = [name for name in kept.attributes if name in view.kept_selections]
        words += f" Not tested, since you chose its rows yourself: {plain(', '.join(names), 200)}."
    if shown_only(view):
        return chips("clusters", "what is tested?", mark=SHOWN_ONLY, more=words)
    return chips("clusters", "not a test", more=words)


def starts_differ(found: Clustering) -> dict[str, str]:
    """A chip if single starts agree little; none if they do not, or would have to be waited for."""
    if not found.starts or found.view.table.n_attributes > FEW or RUNS * found.seconds_of_a_run() > QUICK:
        return {}
    mean = _mean_agreement(found.view, found.fit, found)
    if not mean < LITTLE:
        return {}
    return chips(
        "clusters",
        "one of many groupings: {runs} runs agree {mean}",
        runs=RUNS,
        mean=number(mean),
        starts=counted(found.n_starts, "start"),
        where=f"the tab “{STABLE}” of {CLUSTERS}",
    )


def number_was_asked(found: Clustering, asked: int | None) -> dict[str, str]:
    """A chip: where the number of clusters comes from; none if the method found it (``asked`` is None)."""
    if asked is None:
        return {}
    from_classes = found.view.classes_known and asked == found.view.n_classes
    return chips("clusters", "k taken from the classes" if from_classes else "k was not found", k=asked, where=REAL)


def single_runs(found: Clustering, report=None) -> np.ndarray:
    """(R, n) labels of runs from single starts."""
    return repeated_labels(found.single_run(), found.view.table, RUNS, found.view.seed, callback=report)


@cache.by_content(32)
def _mean_agreement(view: View, fit: cache.Fit, _found: Clustering) -> float:
    return mean_agreement(single_runs(_found), view.table.weights)


def _tests_shown_only(found: Clustering) -> bool:
    """A supervised method fits the classes, and with them whatever is related to them."""
    return not found.view.untested and not found.learned.supervised
