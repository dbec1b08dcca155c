"""Lesson: clusters depend on the random start, so one run is one of many groupings."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from catviz.analysis.metrics import adjusted_rand_index, contingency, matching
from catviz.analysis.projection import row_map
from catviz.plots import lessons as draw
from catviz.reading.datasets import row_names
from catviz.registry import method
from catviz.ui.labels import STABLE
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.lessons.single_starts import single_starts
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.widgets import charts
from catviz.ui.widgets.kept_figures import kept
from catviz.wording import in_percent
from catviz.words.chips import chips
from catviz.words.lesson_answers import two_starts

CLUSTERER, RUNS = "KModes", 20
#: Shares of rows that part the options.
STEPS = (0.1, 0.4)


@dataclass(frozen=True, eq=False)
class Found:
    """Runs of one clusterer from different starts.

    Attributes
    ----------
    places : (n, 2) of the rows in a map
    first, second : (n,) clusters of two runs; those of the second have the numbers of the first that they match best
    changed : (pairs,) share of rows whose cluster differs, of each pair of runs
    agreement : mean ARI of two runs
    """

    places: np.ndarray
    first: np.ndarray
    second: np.ndarray
    changed: np.ndarray
    agreement: float


class StartAgain(Lesson):
    """How many rows change their cluster in a second run?"""

    key = "start again"
    step = "Start again"
    title = "Start again: the same clusters?"
    data = "zoo"
    options = ("under 10\u00a0%", "10 to 40\u00a0%", "over 40\u00a0%")
    takeaway = "One run shows one of many groupings. Run again, and report how well the runs agree."
    page_links = (PageLink("How stable are the clusters?", "clusters", {"method": "Hamming", "section": STABLE}),)

    def prompt(self, view: View) -> str:
        """What is run again."""
        return (
            f"k-modes made {view.n_classes} clusters of {view.table.n_rows} animals, from a random start. It starts "
            "again elsewhere. What share of the animals changes cluster?"
        )

    def background(self, view: View) -> str:
        """What k-modes does."""
        return (
            "k-modes starts from random rows as centres, puts each row into the cluster of the nearest centre, and "
            "moves each centre to the most frequent values of its rows, until nothing changes. Different starts can "
            f"end with different clusters. Here it has {view.n_classes} clusters, as many as there are known classes, "
            f"Hamming distances, and one start per run; {RUNS} runs are made."
        )

    def show(self, view: View) -> None:
        """The clusters of one run."""
        found = _work_out(view)
        _maps(view, [draw.Panel("first run", found.places, found.first)])

    def find(self, view: View) -> Found:
        """Several runs."""
        return _work_out(view)

    def answer(self, found: Found) -> str:
        """The mean share of rows that change."""
        return self.options[int(np.searchsorted(STEPS, found.changed.mean(), side="right"))]

    def sentence(self, found: Found) -> str:
        """How many rows change, and how well runs agree."""
        return two_starts(found.changed, found.agreement, RUNS)

    def caption(self, found: Found) -> str:
        """What the marks are."""
        changed = in_percent(float(np.mean(found.first != found.second)))
        return f"Colours: clusters, matched between both runs. Ringed: animals that change cluster here ({changed})."

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """That no grouping is the right one."""
        return chips("lessons", "one of many groupings", "the best of several starts", "not tested")

    def explanation(self, found: Found, guess: str) -> str:
        """What is counted."""
        return (
            f"Clusters have no names, so those of two runs are matched one to one in the best way before rows are "
            f"counted. Over all {len(found.changed)} pairs of {RUNS} runs, between {in_percent(found.changed.min())} "
            f"and {in_percent(found.changed.max())} of the animals change."
        )

    def reveal(self, view: View, found: Found) -> None:
        """Both runs."""
        moved = found.first != found.second
        panels = [
            draw.Panel("first run", found.places, found.first, moved),
            draw.Panel("second run", found.places, found.second, moved),
        ]
        _maps(view, panels)


def _maps(view: View, panels: list[draw.Panel]) -> None:
    title = f"{view.table.n_rows} animals in {view.n_classes} clusters by k-modes"
    figure = kept(draw.maps)(panels, charts.theme(), title, row_names(StartAgain.data))
    charts.show(figure, "runs", f"{title}: {' and '.join(panel.name for panel in panels)}.")


@cache.by_content(4)
def _work_out(view: View) -> Found:
    runs = single_starts(view, CLUSTERER, RUNS)
    tables = [contingency(a, b) for a, b in combinations(runs, 2)]
    changed = np.array([1 - table[matching(table)].sum() / len(view.table) for table in tables])
    placed = row_map(method("OneHot").cls().fit(view.table).geometry_, view.table, "PCA")
    agreement = float(np.mean([adjusted_rand_index(table) for table in tables]))
    first, second = (np.unique(run, return_inverse=True)[1] for run in runs[:2])
    return Found(placed.coordinates[placed.inverse], first, _matched(first, second), changed, agreement)


def _matched(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The clusters of a run under the numbers of those of another that they match; others get new numbers."""
    counts = np.zeros((first.max() + 1, second.max() + 1), dtype=int)
    np.add.at(counts, (first, second), 1)
    names = dict(zip(*reversed(matching(counts)), strict=True))
    unmatched = [cluster for cluster in range(counts.shape[1]) if cluster not in names]
    names |= {cluster: counts.shape[0] + i for i, cluster in enumerate(unmatched)}
    return np.array([names[cluster] for cluster in second])
