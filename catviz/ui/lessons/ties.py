"""Lesson: equally near neighbours, taken in the order of the file, make a pattern that is not in the data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from catviz.geometry.value_geometries import ValueDistances
from catviz.plots import lessons as draw
from catviz.registry import method
from catviz.table.categorical import CategoricalTable
from catviz.ui import labels
from catviz.ui.labels import HEAT_MAP
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import in_percent, number
from catviz.ui.widgets import charts
from catviz.ui.widgets.downloads import offer_values
from catviz.ui.widgets.kept_figures import kept
from catviz.words.chips import chips
from catviz.words.lesson_answers import shuffled_rows

METHOD, COLUMN = "TAVE", "left_weight"
FIRST_ROWS, SHARED = (("ties", "index"),), (("ties", "fair"),)
SORTED, SHUFFLED, EVENLY = "sorted file", "rows shuffled", "ties shared equally"
SHUFFLES = 5
FIRST, LAST = "1", "5"
#: The choices of the pages that the lesson opens.
SORTED_FILE = {"method": METHOD, f"{METHOD}.ties": "index", "column": COLUMN, "a": FIRST, "b": LAST}
NOTHING = 1e-9
#: Share of the spread that is as good as none; correlation below which a pattern counts as reversed.
GONE, REVERSED = 0.1, -0.5


@dataclass(frozen=True, eq=False)
class Found:
    """Distances from the column's first value, learned from the file, from shuffled rows, and with ties shared."""

    labels: tuple[str, ...]
    file: np.ndarray
    shuffled: list[np.ndarray]
    shared: np.ndarray

    @property
    def spreads(self) -> tuple[float, float, float]:
        """Largest less smallest distance: file, mean of the shuffled, ties shared."""
        return float(np.ptp(self.file)), float(np.mean([np.ptp(s) for s in self.shuffled])), float(np.ptp(self.shared))


class Ties(Lesson):
    """What happens to a pattern if the rows of the file are shuffled?"""

    key = "ties"
    step = "Ties"
    title = "What happens if the rows come in another order?"
    data = "balance_scale"
    options = ("it still rises", "it falls", "it becomes flat")
    formerly = MappingProxyType(
        dict(zip(("they stay", "they reverse", "they vanish"), options, strict=True)) | {"yes": options[0]}
    )
    takeaway = (
        "The order of the rows is not data. Count rows that are equally similar equally, and check that shuffled rows "
        "give the same result."
    )
    page_links = (
        PageLink(
            "The distances from the sorted file",
            "values",
            {**SORTED_FILE, "second": "none", "values": labels.SIMILAR, "look": HEAT_MAP},
        ),
        PageLink("The ties, step by step", "values", {**SORTED_FILE, "values": labels.COMPUTED}),
    )

    def prompt(self, view: View) -> str:
        """That no column depends on another, and that a line rises all the same."""
        return (
            "Each combination of values is one row, so no column depends on another. Yet these distances rise. What if "
            "the rows are shuffled?"
        )

    def background(self, view: View) -> str:
        """A table of independent columns, and a rule for ties."""
        alike = sum(len(values) - 1 for values in view.table.categories)
        fitted = cache.fitted(view, METHOD, FIRST_ROWS)
        model, (labels, line) = fitted.estimator, _from_first(fitted.distances)
        return (
            f"This file lists all {view.table.n_rows} combinations of weights and arm lengths on a balance, each "
            "exactly once, so no column depends on another. The rows are sorted. For each row, "
            f"{method(METHOD).title} takes the {model.n_neighbors_:,.0f} most similar rows and counts which values "
            f"they have. Two values come out far apart if one of them is counted often and the other seldom. But here "
            f"{alike} rows are equally similar to each row: those that differ from it in only one of the "
            f"{view.table.n_attributes} columns (ties). The paper takes the {model.n_neighbors_:,.0f} of them that "
            "come first in the file. The figure before the guess shows the result: the "
            f"distances of weight {labels[0]} from the weights {labels[1]} to {labels[-1]} rise, but only by "
            f"{in_percent(line[-1] / line[0] - 1, 1)} (the axis does not start at 0)."
        )

    def show(self, view: View) -> None:
        """The pattern from the file as it is."""
        labels, line = _from_first(cache.fitted(view, METHOD, FIRST_ROWS).distances)
        _lines(labels, {SORTED: [line]})

    def find(self, view: View) -> Found:
        """The same from shuffled rows and with ties shared."""
        return _work_out(view)

    def answer(self, found: Found) -> str:
        """Whether the distances still grow."""
        spread, left, _ = found.spreads
        if left < GONE * spread:
            return self.options[2]
        alike = np.corrcoef(found.file, np.mean(found.shuffled, axis=0))[0, 1]
        return self.options[1] if alike < REVERSED else self.options[0]

    def sentence(self, found: Found) -> str:
        """The spreads before and after."""
        spread, left, _ = found.spreads
        return shuffled_rows(self.answer(found), spread, left)

    def caption(self, found: Found) -> str:
        """What the lines are."""
        return (
            f"Distances of weight {FIRST} from the others: in the file, in {SHUFFLES} shuffled files, with ties shared."
        )

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """That the file is all combinations, and what is described only."""
        return chips("lessons", "every combination once", "not a test")

    def explanation(self, found: Found, guess: str) -> str:
        """The spreads before and after."""
        spread, left, shared = found.spreads
        return (
            f"The largest and the smallest of these distances differ by {number(spread)} in the sorted file, and by "
            f"{left:.4f} on average in {SHUFFLES} shuffled files. If all equally similar rows count the same (ties "
            f"shared equally), they differ by {number(shared if shared > NOTHING else 0)}."
        )

    def details(self, found: Found) -> str:
        """What the shared ties give."""
        return (
            f"With {EVENLY}, all distances are {number(found.shared.mean())}, which is √2. One-hot encoding gives the "
            "same: two different values differ in two of its columns of 0 and 1, so their distance is √(1² + 1²). "
            "The Hamming distance of lesson 1 is 1 for each pair of different values: only the unit differs."
        )

    def export(self, view: View, found: Found) -> None:
        """The distances from the file as it is, and with ties shared."""
        compared = [cache.fitted(view, METHOD, how) for how in (FIRST_ROWS, SHARED)]
        offer_values(view, compared, COLUMN, (FIRST, LAST))

    def reveal(self, view: View, found: Found) -> None:
        """The distances from the file, from shuffled rows, and with ties shared."""
        lines = {SORTED: [found.file], SHUFFLED: found.shuffled, EVENLY: [found.shared]}
        _lines(found.labels, lines)


def _lines(labels: tuple[str, ...], lines: dict[str, list[np.ndarray]]) -> None:
    title = f"{method(METHOD).short}: distances from {COLUMN} {labels[0]}"
    figure = kept(draw.distances_from)(COLUMN, labels[1:], lines, charts.theme(), title)
    charts.show(figure.update_layout(height=draw.TALL), "ties", f"{title}: {', '.join(lines)}.")


@cache.by_content(4)
def _work_out(view: View) -> Found:
    labels, file = _from_first(cache.fitted(view, METHOD, FIRST_ROWS).distances)
    models = [method(METHOD).cls(**dict(FIRST_ROWS)).fit(table) for table in _shuffles(view, SHUFFLES)]
    shuffled = [_from_first(model.value_distances_)[1] for model in models]
    return Found(labels, file, shuffled, _from_first(cache.fitted(view, METHOD, SHARED).distances)[1])


def _shuffles(view: View, n: int) -> Iterator[CategoricalTable]:
    """The table with its rows in another order, n times."""
    rng = np.random.default_rng(view.seed)
    return (view.table[rng.permutation(len(view.table))] for _ in range(n))


def _from_first(distances: ValueDistances) -> tuple[tuple[str, ...], np.ndarray]:
    """(the column's values, distances from the first of them to the others)."""
    table = distances[COLUMN]
    return tuple(table.index), table.iloc[0, 1:].to_numpy()
