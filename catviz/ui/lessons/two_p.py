"""Lesson: splits of one table share rows, so a test that takes them for independent finds too much."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from catviz.analysis.encoding_trial import NEAREST
from catviz.analysis.statistics import LEVEL, PairedTest, difference_interval, paired_t
from catviz.plots import lessons as draw
from catviz.registry import DEFAULT, method
from catviz.ui.lessons.lesson import Lesson
from catviz.ui.lessons.one_hot import ONE_HOT, TRIAL, Found, OneHotAccuracy, trial
from catviz.ui.state.view import View
from catviz.ui.widgets import charts
from catviz.ui.widgets.encoding_trial import offer_trial
from catviz.ui.widgets.kept_figures import kept
from catviz.wording import in_percent, p_text
from catviz.words.chips import chips
from catviz.words.lesson_answers import naive_and_corrected

#: Levels that part the options.
STEPS = (0.01, LEVEL)


class TwoP(Lesson):
    """What does a test say that allows for rows shared by the splits?"""

    key = "two p"
    step = "Two p"
    title = f"Is {method(DEFAULT).short} better than one-hot?"
    data = OneHotAccuracy.data
    tested = True
    options = ("p under 0.01", "p from 0.01 to 0.05", "p over 0.05")
    takeaway = "Repeated splits share rows, so they are not independent. Use a test that allows for it."
    page_links = tuple(replace(link, label="Both tests, step by step") for link in OneHotAccuracy.page_links)

    def prompt(self, view: View) -> str:
        """What was tested."""
        return (
            f"A paired t-test takes the {TRIAL.repeats} splits as independent. But they share rows. What is p if the "
            "test allows for that?"
        )

    def background(self, view: View) -> str:
        """What is tried."""
        return (
            f"{view.table.n_rows} boards of tic-tac-toe are split {TRIAL.repeats} times at random into two halves. The "
            f"{TRIAL.neighbours} nearest boards of the one half vote on each board of the other. Nearest is measured "
            f"once by one-hot encoding and once by {method(DEFAULT).short}."
        )

    def show(self, view: View) -> None:
        """Both accuracies of each split."""
        if (found := trial(view)) is not None:
            scores = pd.DataFrame({name: found.accuracies(key, NEAREST) for name, key in _encodings().items()})
            naive, _ = tests(found)
            title = f"Nearest neighbours on {TRIAL.repeats} splits; paired t-test: {p_text(naive.p)}"
            words = "; ".join(f"{name}: {in_percent(scores[name].mean(), 1)} on average" for name in scores)
            charts.show(kept(draw.paired_scores)(scores, charts.theme(), title), "pairs", f"{title}. {words}.")

    def find(self, view: View) -> Found | None:
        """Accuracies on repeated splits."""
        return trial(view)

    def answer(self, found: Found) -> str:
        """How small p is."""
        return self.options[sum(tests(found)[1].p > step for step in STEPS)]

    def sentence(self, found: Found) -> str:
        """Both p values."""
        return naive_and_corrected(method(DEFAULT).short, *tests(found))

    def caption(self, found: Found) -> str:
        """What the bars are."""
        return "Points: mean difference. Bars: 95\u00a0% intervals. Grey: the interval holds 0."

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """What a difference that is not significant means, and that this is one comparison of several."""
        return chips("lessons", "not significant is not equal", "one comparison of several")

    def explanation(self, found: Found, guess: str) -> str:
        """Both tests with their numbers."""
        naive, corrected = tests(found)
        return (
            f"On average {method(DEFAULT).short} is {100 * naive.difference:.1f} percentage points better. Student's "
            f"paired t-test divides this difference by its standard error as if the {TRIAL.repeats} splits were "
            f"independent: t = {naive.t:.2f}, {p_text(naive.p)}. But each board is in about half of the training "
            "sets, so the accuracies depend on each other, and the standard error is too small. The corrected "
            "resampled t-test (Nadeau and Bengio) multiplies the variance by 1 / splits + tested rows / training rows "
            f"instead of 1 / splits: t = {corrected.t:.2f}, {p_text(corrected.p)}."
        )

    def export(self, view: View, found: Found) -> None:
        """The accuracies, and the code that runs the splits."""
        offer_trial(view, TRIAL, found.runs)

    def reveal(self, view: View, found: Found) -> None:
        """The difference with both intervals."""
        naive, corrected = tests(found)
        adm, one_hot = _scores(found)
        low, high = difference_interval(adm, one_hot, TRIAL.test_size)
        half = (high - low) / 2 * corrected.t / naive.t
        means = {
            f"splits taken as independent: {p_text(naive.p)}": _points(naive.difference, half),
            f"shared rows allowed for: {p_text(corrected.p)}": _points(corrected.difference, (high - low) / 2),
        }
        title = f"{method(DEFAULT).short} minus one-hot, nearest neighbours"
        quantity = "difference of the accuracies, percentage points"
        words = "; ".join(f"{name}: {a:.2f} to {b:.2f} points" for name, (a, _, b) in means.items())
        charts.show(kept(draw.intervals)(means, charts.theme(), title, quantity), "intervals", f"{title}. {words}.")


def tests(found: Found) -> tuple[PairedTest, PairedTest]:
    """The test of ADM against one-hot that takes splits as independent, and the corrected one."""
    return paired_t(*_scores(found)), found.against_one_hot(DEFAULT, NEAREST)


def _scores(found: Found) -> tuple[np.ndarray, np.ndarray]:
    return found.accuracies(DEFAULT, NEAREST), found.accuracies(ONE_HOT, NEAREST)


def _encodings() -> dict[str, str]:
    return {method(name).short: name for name in (ONE_HOT, DEFAULT)}


def _points(mean: float, half: float) -> tuple[float, float, float]:
    return 100 * (mean - half), 100 * mean, 100 * (mean + half)
