"""Lesson: which value is nearest differs between samples of the same population."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from catviz.analysis.uncertainty import NearestValues, uncertainty
from catviz.plots import lessons as draw
from catviz.plots.values import bar_below, heat_map
from catviz.registry import DEFAULT, method
from catviz.ui import labels
from catviz.ui.labels import HEAT_MAP
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import in_percent
from catviz.ui.widgets import charts
from catviz.ui.widgets.downloads import offer_values
from catviz.ui.widgets.kept_figures import kept
from catviz.words.chips import chips
from catviz.words.lesson_answers import nearest_again

COLUMN = "purpose"
RESAMPLES = 200
#: Mean shares that part the options.
STEPS = (0.5, 0.85)


@dataclass(frozen=True, eq=False)
class Found:
    """The values that can be the nearest to each value of the column."""

    nearest: tuple[NearestValues, ...]

    @property
    def shares(self) -> pd.Series:
        """Share of the samples in which the nearest value is the same one, by "value → nearest", the largest first."""
        shares = {f"{each.value} → {each.nearest}": each.share for each in self.nearest}
        return pd.Series(shares).sort_values(ascending=False, kind="stable")

    @property
    def n_clear(self) -> int:
        """Values whose nearest value is clear."""
        return sum(each.is_clear for each in self.nearest)


class NextSample(Lesson):
    """In how many samples is the nearest value the same one?"""

    key = "next sample"
    step = "Samples"
    title = "Would the next sample say the same?"
    data = "german_credit"
    options = ("in fewer than half", "in about two thirds", "in nearly all")
    takeaway = "Ask which values can be the nearest, not only which one is the nearest in these rows."
    page_links = (
        PageLink(
            "The distances of all purposes, and how sure they are",
            "values",
            {"method": DEFAULT, "second": "none", "column": COLUMN, "values": labels.SIMILAR, "look": HEAT_MAP},
        ),
    )

    def prompt(self, view: View) -> str:
        """What is drawn again."""
        return (
            f"Each purpose has a nearest one. Draw {view.table.n_rows:,} of these loans with replacement, again and "
            "again: how often is it the same?"
        )

    def background(self, view: View) -> str:
        """What a sample is here."""
        return (
            f"{method(DEFAULT).title} calls two purposes near if their loans are distributed alike in the other "
            f"columns. The {view.table.n_rows:,} loans are a sample of all loans of a bank. Another sample of the same "
            "size would give somewhat different shares, so other distances. One can imitate that: draw as many loans "
            "at random from those of the table, each of which may come several times, and compute all distances anew."
        )

    def show(self, view: View) -> None:
        """The heat map of the purposes."""
        distances = cache.fitted(view, DEFAULT).distances
        title = f"{COLUMN} under {method(DEFAULT).short}; {charts.marks()}: small distance"
        figure = bar_below(heat_map(distances, COLUMN, theme=charts.theme(), title=title))
        charts.show(figure.update_layout(height=draw.TALL), "purposes", f"Distances between the values of {COLUMN}.")

    def find(self, view: View) -> Found:
        """The nearest value of each value, in resamples."""
        return _work_out(view)

    def answer(self, found: Found) -> str:
        """Whether the mean share is small or large."""
        return self.options[int(np.searchsorted(STEPS, found.shares.mean()))]

    def sentence(self, found: Found) -> str:
        """The mean share, and for how many values the nearest one is clear."""
        return nearest_again(float(found.shares.mean()), found.n_clear, len(found.nearest), RESAMPLES)

    def caption(self, found: Found) -> str:
        """What the bars are."""
        return f"Bars: share of {RESAMPLES} resamples in which the nearest purpose is the same as in the table."

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """What a share of resamples is not, and that the rows are taken as a sample."""
        return chips("lessons", "new samples agree less", "a sample?")

    def explanation(self, found: Found, guess: str) -> str:
        """The best and the worst."""
        shares = found.shares
        return (
            f"The nearest purpose is the same most often for {shares.index[0]} ({in_percent(shares.iloc[0])}), and "
            f"seldom for {shares.index[-1]} ({in_percent(shares.iloc[-1])}). Those of few loans change their nearest "
            "one most easily. How often a resample agrees is no chance of being right, and new samples agree less "
            f"often. So the page {labels.VALUES} names all values that can be the nearest: in simulated tables that "
            "list held the right one in at least 95\u00a0% of the samples."
        )

    def export(self, view: View, found: Found) -> None:
        """The distances."""
        offer_values(view, [cache.fitted(view, DEFAULT)], COLUMN, (found.nearest[0].value, found.nearest[0].nearest))

    def reveal(self, view: View, found: Found) -> None:
        """The shares as bars."""
        shares = found.shares
        title = f"Same nearest {COLUMN} in resamples"
        words = "; ".join(f"{name}: {in_percent(share)}" for name, share in shares.items())
        charts.show(kept(draw.share_bars)(shares, None, charts.theme(), title), "same-nearest", f"{title}. {words}.")


@cache.by_content(4)
def _work_out(view: View) -> Found:
    found = uncertainty(view.table, method(DEFAULT).cls(), RESAMPLES, random_state=view.seed)
    values = found.codebook.labels[found.codebook.position(COLUMN)]
    return Found(tuple(each for value in values if (each := found.nearest(COLUMN, value)) is not None))
