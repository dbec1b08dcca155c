"""Lesson: an accuracy is worth what it is above the share of the largest class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.encoding_trial import NEAREST
from catviz.plots import lessons as draw
from catviz.registry import method
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import background, defaults
from catviz.ui.state.view import View
from catviz.ui.widgets import charts, encoding_trial
from catviz.ui.widgets.encoding_trial import Trial
from catviz.ui.widgets.kept_figures import kept
from catviz.wording import in_percent
from catviz.words.chips import chips
from catviz.words.lesson_answers import above_the_largest_class

ENCODING = "OneHot"
TRIAL = Trial((ENCODING,), (NEAREST,), repeats=10, training=50, neighbours=5, tuned=False, all_rows=False)
#: The tables, by what their rows are.
TABLES = {"solar flares": "solar_flare1", "chess endgames": "kr_vs_kp"}


@dataclass(frozen=True, eq=False)
class Found:
    """What the classifier reaches on each table.

    Attributes
    ----------
    tables : DataFrame, by what the rows are
        ``accuracy``: the mean over the splits; ``largest``: the share of the largest class.
    splits : number of splits of each table
    """

    tables: pd.DataFrame
    splits: int


class Baseline(Lesson):
    """On which of two tables is the same accuracy worth more?"""

    key = "baseline"
    step = "Baseline"
    title = "Which 90\u00a0% is worth more?"
    data = TABLES["solar flares"]
    options = (*TABLES, "both the same")
    takeaway = "Compare an accuracy with that of always naming the largest class."
    page_links = (
        PageLink(
            "More classifiers on this table",
            "predict",
            {
                "encodings": [method(ENCODING).title],
                "classifiers": [NEAREST],
                "splits": TRIAL.repeats,
                "training": TRIAL.training,
                "neighbours": TRIAL.neighbours,
                "tuning": encoding_trial.FIXED,
            },
        ),
    )

    def prompt(self, view: View) -> str:
        """What was predicted."""
        return (
            "The same classifier is right for about 90\u00a0% of the rows of two tables. On which one has it learned "
            "more from the columns?"
        )

    def background(self, view: View) -> str:
        """What is predicted, and how."""
        return (
            f"The {TRIAL.neighbours} nearest rows vote (one-hot encoding). Each table is split {TRIAL.repeats} times "
            f"at random into two halves: the one half votes on the other. Of a table with more than "
            f"{encoding_trial.SAMPLED_ROWS:,} rows, as many are drawn. Solar flares: how often does a region of the "
            "sun flare? Chess endgames: can white win with king and rook against king and pawn?"
        )

    def show(self, view: View) -> None:
        """The accuracies alone."""
        if (found := self.find(view)) is not None:
            _bars(found, with_largest=False)

    def find(self, view: View) -> Found | None:
        """Accuracies on repeated splits, worked out in the background."""
        views = {name: defaults.own_view(data) for name, data in TABLES.items()}
        work, title = partial(_work_out, views), f"{TRIAL.repeats} splits of two tables"
        found = background.result(view, "lesson of baselines", work, title, 3.0, wait_seconds=2.0)
        if found is not None and found.splits < TRIAL.repeats:
            st.caption(f"Cancelled after {found.splits} of {TRIAL.repeats} splits: no answer.")
            return None
        return found

    def answer(self, found: Found) -> str:
        """The table with the larger gain."""
        gains = found.tables["accuracy"] - found.tables["largest"]
        return str(gains.idxmax()) if np.ptp(gains) > 0.01 else self.options[-1]

    def sentence(self, found: Found) -> str:
        """Both accuracies with the shares of the largest class."""
        return above_the_largest_class(found.tables)

    def caption(self, found: Found) -> str:
        """What the marks are."""
        return f"Bars: mean accuracy of {found.splits} splits. Orange lines: always naming the largest class."

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """What accuracy hides, and that nothing is tested."""
        return chips("lessons", "accuracy hides classes", "not tested")

    def explanation(self, found: Found, guess: str) -> str:
        """The gains."""
        lines = [
            f"- {name}: {in_percent(line['accuracy'], 1)} - {in_percent(line['largest'], 1)} = "
            f"{100 * (line['accuracy'] - line['largest']):.1f} percentage points"
            for name, line in found.tables.iterrows()
        ]
        return "\n".join(lines)

    def reveal(self, view: View, found: Found) -> None:
        """The accuracies with the shares of the largest class."""
        _bars(found, with_largest=True)


def _bars(found: Found, with_largest: bool) -> None:
    title = "Accuracy of the same classifier on two tables"
    accuracy, largest = found.tables["accuracy"], found.tables["largest"] if with_largest else None
    words = "; ".join(f"{name} {in_percent(share, 1)}" for name, share in accuracy.items())
    charts.show(kept(draw.share_bars)(accuracy, largest, charts.theme(), title), "accuracies", f"{title}: {words}.")


def _work_out(views: Mapping[str, View], report: Callable) -> Found:
    """The splits of all tables, one table after the other. Work for the background."""
    lines, done = {}, []
    for i, (name, own) in enumerate(views.items()):

        def progress(share: float, partial_result=None, before: int = i) -> bool:
            return bool(report((before + share) / len(views)))

        runs = encoding_trial.work(own, TRIAL)(callback=progress)
        lines[name] = {
            "accuracy": runs["accuracy"].mean(),
            "largest": encoding_trial.largest_class_share(own.table),
        }
        done.append(runs["repeat"].nunique())
    return Found(pd.DataFrame.from_dict(lines, orient="index"), min(done))
