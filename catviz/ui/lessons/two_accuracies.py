"""Lesson: two papers call different scores of the same clusters accuracy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from catviz.analysis.metrics import accuracy, contingency, matching, purity
from catviz.plots import lessons as draw
from catviz.ui.labels import AGAINST, PAPERS
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.lessons.single_starts import single_starts
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.widgets import charts
from catviz.ui.widgets.kept_figures import kept
from catviz.wording import in_percent
from catviz.words.chips import chips
from catviz.words.lesson_answers import two_accuracies

CLUSTERER, RUNS = "KModes", 20
#: Papers by what they call accuracy, and how each counts.
PURITY, MATCHED = "W-CADO", "OCL"
SAME = 1e-3


@dataclass(frozen=True, eq=False)
class Found:
    """The same clusters under both scores.

    Attributes
    ----------
    counts : DataFrame, known classes by clusters of the run that is drawn
    pure, matched : (classes, clusters) bool
        The cells whose rows count as right: the largest class of each cluster; classes and clusters matched one to one.
    purity, accuracy : (runs,) both scores
    """

    counts: pd.DataFrame
    pure: np.ndarray
    matched: np.ndarray
    purity: np.ndarray
    accuracy: np.ndarray


class TwoAccuracies(Lesson):
    """Do two papers give the same clusters the same accuracy?"""

    key = "two accuracies"
    step = "Two papers"
    title = "Do two papers mean the same accuracy?"
    data = "zoo"
    options = ("the same", f"{PURITY} is higher", f"{MATCHED} is higher")
    takeaway = "Two numbers with one name can be two scores. Ask how each is counted before you compare papers."
    page_links = (
        PageLink("Clusters and known classes", "clusters", {"method": "Hamming", "section": AGAINST}),
        PageLink("The papers' numbers", "methods", {"compare": PAPERS}),
    )

    def prompt(self, view: View) -> str:
        """What is scored."""
        return (
            f"The tables of {PURITY} and of {MATCHED} hold accuracies of clusters. We give both the same clusters of "
            f"{view.table.n_rows} animals. Which number is higher?"
        )

    def background(self, view: View) -> str:
        """How each paper counts."""
        return (
            f"{PURITY} (AC, Tables 4 to 8): every cluster counts the rows of its largest class; two clusters may count "
            f"the same class. This is purity. {MATCHED} (CA, Table 3): clusters and classes are matched one to one in "
            "the best way, and only rows of matched pairs count. Purity cannot be lower, and it grows with the number "
            "of clusters: with one cluster per row it is 100\u00a0%."
        )

    def show(self, view: View) -> None:
        """The clusters by known class."""
        found = _work_out(view)
        _tables(found, {"one run of k-modes": np.zeros_like(found.pure)})

    def find(self, view: View) -> Found:
        """Both scores of the same runs."""
        return _work_out(view)

    def answer(self, found: Found) -> str:
        """Which score is higher."""
        lead = float(found.purity.mean() - found.accuracy.mean())
        return self.options[0 if abs(lead) < SAME else 1 if lead > 0 else 2]

    def sentence(self, found: Found) -> str:
        """Both means."""
        return two_accuracies(PURITY, float(found.purity.mean()), MATCHED, float(found.accuracy.mean()), RUNS)

    def caption(self, found: Found) -> str:
        """What the cells are."""
        return "Rows: known classes. Columns: clusters. Orange: animals that count as right."

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """How it is known what the papers count."""
        return chips("lessons", "how do we know?", "not tested")

    def explanation(self, found: Found, guess: str) -> str:
        """The run that is drawn."""
        n = int(found.counts.to_numpy().sum())
        right = [int(found.counts.to_numpy()[cells].sum()) for cells in (found.pure, found.matched)]
        return (
            f"In the run that is drawn, {right[0]} of {n} animals count for {PURITY} ({in_percent(right[0] / n, 1)}) "
            f"and {right[1]} for {MATCHED} ({in_percent(right[1] / n, 1)}). The answer is the mean of {RUNS} runs of "
            "k-modes (Hamming distance, one start each)."
        )

    def reveal(self, view: View, found: Found) -> None:
        """The cells that count under both scores."""
        n = found.counts.to_numpy().sum()
        scores = {PURITY: found.pure, MATCHED: found.matched}
        named = {
            f"{name}: {in_percent(found.counts.to_numpy()[cells].sum() / n, 1)} in this run": cells
            for name, cells in scores.items()
        }
        _tables(found, named)


def _tables(found: Found, marked: dict[str, np.ndarray]) -> None:
    title = "Animals by known class and cluster"
    charts.show(
        kept(draw.counted_cells)(found.counts, marked, charts.theme(), title),
        "counted",
        f"{title}: {', '.join(marked)}.",
    )


@cache.by_content(4)
def _work_out(view: View) -> Found:
    runs = single_starts(view, CLUSTERER, RUNS)
    tables = [contingency(view.table.target, labels) for labels in runs]
    first = tables[0]
    pure, matched = np.zeros(first.shape, dtype=bool), np.zeros(first.shape, dtype=bool)
    pure[first.argmax(axis=0), np.arange(first.shape[1])] = True
    matched[matching(first)] = True
    counts = pd.DataFrame(first, sorted(set(view.table.target)), range(1, first.shape[1] + 1))
    return Found(counts, pure, matched, np.array([*map(purity, tables)]), np.array([*map(accuracy, tables)]))
