"""Lesson: a map of a table without any relation has clumps too, if some columns have few frequent values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catviz.analysis.order_null import permuted_tables
from catviz.analysis.projection import RowMap, row_map
from catviz.plots import lessons as draw
from catviz.registry import method
from catviz.table.categorical import CategoricalTable
from catviz.ui.labels import REAL
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts
from catviz.ui.widgets.kept_figures import kept
from catviz.wording import in_percent
from catviz.words.chips import chips
from catviz.words.lesson_answers import random_map

ENCODING, KIND = "OneHot", "PCA"
SHUFFLED, REAL_ONE = "map A", "map B"
SHUFFLES = 99
#: Columns that are named as the ones that shape a map.
NAMED = 2


@dataclass(frozen=True, eq=False)
class Found:
    """A map of shuffled columns and one of the table, and the shares of their first two axes.

    Attributes
    ----------
    shuffled, real : (n, 2) places of the rows
    share : share of the variance on both axes in the table
    shares : (SHUFFLES,) the same in shuffled tables, the drawn one first
    shaped_by : mapping of column to the share of the drawn shuffled map that it explains, the largest first
    """

    shuffled: np.ndarray
    real: np.ndarray
    share: float
    shares: np.ndarray
    shaped_by: dict[str, float]

    @property
    def p(self) -> float:
        """Share of the tables, the real one among them, whose axes hold as much."""
        return float((1 + (self.shares >= self.share - 1e-12).sum()) / (1 + len(self.shares)))


class RandomMap(Lesson):
    """Which of two maps is that of shuffled columns?"""

    key = "random map"
    step = "Random map"
    title = "Which map is random?"
    data = "breast_cancer_ljubljana"
    tested = True
    options = (SHUFFLED, REAL_ONE)
    takeaway = "Clumps in a map prove nothing. Compare with maps of shuffled tables."
    page_links = (
        PageLink("The map of the table", "map", {"method": ENCODING, "map": KIND}),
        PageLink("Are the clusters more than chance?", "clusters", {"method": ENCODING, "section": REAL}),
    )

    def prompt(self, view: View) -> str:
        """What was shuffled."""
        return (
            "Each point is a patient, near points have similar values. In one map every column was shuffled on its "
            "own, so that nothing depends on anything. In which?"
        )

    def background(self, view: View) -> str:
        """How the maps are made."""
        return (
            f"Both maps show the first two principal components ({KIND}) of {view.table.n_rows} patients with "
            f"{view.table.n_attributes} columns under {method(ENCODING).title}. In the shuffled table each column has "
            "its values in random order: the counts of its values stay, all relations between columns are gone."
        )

    def show(self, view: View) -> None:
        """Both maps."""
        self._maps(_work_out(view), (SHUFFLED, REAL_ONE))

    def find(self, view: View) -> Found:
        """Both maps, and further shuffled tables."""
        return _work_out(view)

    def answer(self, found: Found) -> str:
        """The map of shuffled columns."""
        return SHUFFLED

    def sentence(self, found: Found) -> str:
        """Which map is random, and what its axes hold compared with the other one."""
        return random_map(SHUFFLED, list(found.shaped_by)[:NAMED], found.share, found.shares)

    def caption(self, found: Found) -> str:
        """What the points are."""
        return "Each point is a patient. Axes: first two principal components, with their share of the variance."

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """What is tested, and what is not."""
        return chips("lessons", "chance: {n} shuffled tables", "clumps are not tested", n=SHUFFLES)

    def explanation(self, found: Found, guess: str) -> str:
        """Why the random map has clumps, and how the test counts."""
        shapes = ", ".join(f"{plain(name)} {in_percent(share)}" for name, share in list(found.shaped_by.items())[:4])
        low, high = found.shares.min(), found.shares.max()
        return (
            "Share of the random map that each column explains (between its values, of the variance on both axes): "
            f"{shapes}. Columns with two frequent values make two clumps each, whatever the other columns are.\n\n"
            f"The first two axes hold {in_percent(found.share, 1)} of the variance in the table, and between "
            f"{in_percent(low, 1)} and {in_percent(high, 1)} in {SHUFFLES} shuffled tables: p = (1 + "
            f"{(found.shares >= found.share).sum()}) / (1 + {SHUFFLES}). So the columns of the real table are related, "
            "although its map has no clear clumps."
        )

    def reveal(self, view: View, found: Found) -> None:
        """Both maps with what they are."""
        names = f"{SHUFFLED}: columns shuffled ({in_percent(found.shares[0])})", f"{REAL_ONE}: the table"
        self._maps(found, (names[0], f"{names[1]} ({in_percent(found.share)})"))

    def _maps(self, found: Found, names: tuple[str, str]) -> None:
        panels = [draw.Panel(name, places) for name, places in zip(names, (found.shuffled, found.real), strict=True)]
        title = f"{KIND} of {len(found.real)} patients"
        charts.show(kept(draw.maps)(panels, charts.theme(), title), "two-maps", f"{title}: {'; '.join(names)}.")


@cache.by_content(4)
def _work_out(view: View) -> Found:
    tables = [table for table, _ in permuted_tables(view.table, SHUFFLES, view.seed)]
    maps = [_placed(table) for table in tables]
    real, drawn = _placed(view.table), maps[0].coordinates[maps[0].inverse]
    return Found(
        drawn,
        real.coordinates[real.inverse],
        _on_both_axes(real),
        np.array([_on_both_axes(each) for each in maps]),
        _explained(tables[0], drawn),
    )


def _placed(table: CategoricalTable) -> RowMap:
    return row_map(method(ENCODING).cls().fit(table).geometry_, table, KIND)


def _on_both_axes(placed: RowMap) -> float:
    return float(np.sum(placed.axis_shares))


def _explained(table: CategoricalTable, places: np.ndarray) -> dict[str, float]:
    """The share of the variance of places that lies between the values of each column, the largest first."""
    centred = places - places.mean(axis=0)
    shares = {}
    for name, codes in zip(table.attributes, table.codes.T, strict=True):
        _, groups = np.unique(codes, return_inverse=True)
        counts = np.bincount(groups)
        means = np.stack([np.bincount(groups, axis) / counts for axis in centred.T], axis=1)
        shares[name] = float((counts[:, None] * means**2).sum() / (centred**2).sum())
    return dict(sorted(shares.items(), key=lambda item: -item[1]))
