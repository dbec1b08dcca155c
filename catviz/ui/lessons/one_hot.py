"""Lesson: without a penalty, a linear classifier sees only the space a coding spans, learned or one-hot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.encoding_trial import NEAREST
from catviz.analysis.statistics import LEVEL, PairedTest, corrected_resampled_t, holm
from catviz.classification.on_encodings import LOGISTIC
from catviz.plots import lessons as draw
from catviz.plots.classify import accuracy_strips
from catviz.registry import DEFAULT, method
from catviz.ui.labels import PREDICT
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import background, cache
from catviz.ui.state.view import View
from catviz.ui.text import counted, in_percent
from catviz.ui.widgets import charts, encoding_trial
from catviz.ui.widgets.charts import method_colours
from catviz.ui.widgets.encoding_trial import Trial, offer_trial
from catviz.ui.widgets.kept_figures import kept
from catviz.wording import p_text
from catviz.words.chips import chips
from catviz.words.lesson_answers import encodings

ONE_HOT, LEARNED = "OneHot", "MTDLE"
CODINGS = (ONE_HOT, LEARNED, DEFAULT)
COLUMN = "middle_middle"
#: The run of the page Predict that the lesson shows; with so large a C, logistic regression has hardly any penalty.
TRIAL = Trial(CODINGS, (LOGISTIC, NEAREST), repeats=10, training=50, neighbours=5, tuned=False, all_rows=True, c=1000.0)
#: A difference counts where it is significant and at least this.
MATTERS = 0.01


@dataclass(frozen=True, eq=False)
class Found:
    """Accuracies of all codings and classifiers, and how many dimensions codings span, alone and together.

    Attributes
    ----------
    columns, spans : columns of each coding, and the dimensions that they span with a constant
    together : dimensions that one-hot and the learned coding span together
    squares : columns of the table
    largest : share of the largest class
    """

    runs: pd.DataFrame
    columns: dict[str, int]
    spans: dict[str, int]
    together: int
    squares: int
    largest: float

    @property
    def equal(self) -> bool:
        """True if the numbers of one-hot and of the learned coding are weighted sums of each other, and a constant."""
        worth = self.columns[ONE_HOT] - self.squares
        spans = {self.together, *(self.spans[name] for name in (ONE_HOT, LEARNED))}
        return self.columns[LEARNED] == worth and spans == {worth + 1}

    def against_one_hot(self, coding: str, classifier: str) -> PairedTest:
        """The corrected test of a coding's accuracies against one-hot's."""
        a, b = (self.accuracies(c, classifier) for c in (coding, ONE_HOT))
        return corrected_resampled_t(a, b, TRIAL.test_size)

    def same_predictions(self, coding: str, classifier: str) -> float:
        """Share of tested rows for which a coding and one-hot predict the same."""
        pairs = zip(*(self._runs_of(c, classifier)["predicted"] for c in (coding, ONE_HOT)), strict=True)
        return float(np.mean([np.mean(a == b) for a, b in pairs]))

    def accuracies(self, coding: str, classifier: str) -> np.ndarray:
        """The accuracy of each split."""
        return self._runs_of(coding, classifier)["accuracy"].to_numpy()

    def _runs_of(self, coding: str, classifier: str) -> pd.DataFrame:
        of_coding = (self.runs["encoding"] == _short(coding)) & (self.runs["classifier"] == classifier)
        return self.runs[of_coding].sort_values("repeat")


class OneHotAccuracy(Lesson):
    """Does a learned coding help a linear classifier?"""

    key = "one-hot"
    step = "Encodings"
    title = "Which encoding predicts better?"
    data = "tic_tac_toe"
    tested = True
    options = ("MTDLE", "one-hot", "no difference detected")
    takeaway = (
        "Without a penalty, logistic regression can predict the same with encodings that are weighted sums of each "
        "other. Nearest neighbours use distances, so the encoding matters to them."
    )
    page_links = (
        PageLink(
            "More encodings, classifiers and splits",
            "predict",
            {
                "encodings": [method(name).title for name in TRIAL.encodings],
                "classifiers": list(TRIAL.classifiers),
                "splits": TRIAL.repeats,
                "training": TRIAL.training,
                "neighbours": TRIAL.neighbours,
                "tuning": encoding_trial.FIXED,
                "C": TRIAL.c,
            },
        ),
    )

    def prompt(self, view: View) -> str:
        """The two encodings and the classifier."""
        return (
            "One-hot writes a square of tic-tac-toe as three numbers, MTDLE as two. Logistic regression, almost "
            "without a penalty, predicts whether x wins. Which is better?"
        )

    def background(self, view: View) -> str:
        """The two codings, and how the classifier learns."""
        columns, t = _codings(view)[0], view.table
        return (
            f"The table has {t.n_rows} finished boards of tic-tac-toe; the class says whether x has won. Each of the "
            f"{t.n_attributes} columns is a square: x, o or blank (b). Logistic regression multiplies "
            "numbers by coefficients, adds them up and turns the sum into the probability of a class, so each value "
            "must be written as numbers: an encoding. One-hot encoding writes a square as three 0s and 1s, "
            f"{columns[ONE_HOT]} numbers per board. {method(LEARNED).short} writes it as two numbers, "
            f"{columns[LEARNED]} per board. It learns them with the known classes of the training half (it is "
            f"supervised). The answer also shows {_short(DEFAULT)}, which uses no classes. Logistic regression learns "
            "from half of the boards and predicts the other half. Its penalty, which keeps coefficients small, is "
            f"almost off (C = {TRIAL.c:g}; a large C is a weak penalty)."
        )

    def show(self, view: View) -> None:
        """One square in both encodings."""
        coded = {_short(name): _coded(view, name) for name in (ONE_HOT, LEARNED)}
        title = f"The values of one square, {COLUMN}, in both encodings"
        words = "; ".join(f"{name}: {frame.shape[1]} numbers for each value" for name, frame in coded.items())
        charts.show(kept(draw.coded_values)(coded, charts.theme(), title), "coded", f"{title}. {words}.")

    def find(self, view: View) -> Found | None:
        """Accuracies on repeated splits."""
        return trial(view)

    def answer(self, found: Found) -> str:
        """The better coding, if the difference is significant."""
        test, *_ = _claims(found)
        if test.p > LEVEL or abs(test.difference) < MATTERS:
            return self.options[2]
        return self.options[0] if test.difference > 0 else self.options[1]

    def sentence(self, found: Found) -> str:
        """The differences under both classifiers."""
        linear, near, _ = _claims(found)
        return encodings(_short(LEARNED), linear, near)

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """What a difference that is not significant means, and how many are tested."""
        return chips("lessons", "not significant is not equal", "corrected for three tests")

    def explanation(self, found: Found, guess: str) -> str:
        """The differences under both classifiers, predictions that coincide, and the spaces spanned."""
        same, learned = found.same_predictions(LEARNED, LOGISTIC), _short(LEARNED)
        linear, *near = _claims(found)
        sums = (
            ", as expected: each encoding can be computed from the other by weighted sums and a constant, and the "
            "penalty is almost off"
        ) * found.equal
        differences = "; ".join(f"{_short(name)} is {_points(p)}" for name, p in zip(CODINGS[1:], near, strict=True))
        return (
            f"Logistic regression: {learned} is {_points(linear)}. Both predict the same for {in_percent(same, 1)} of "
            f"the boards{sums}.\n\nA second way to predict: the {TRIAL.neighbours} nearest boards vote. "
            f"{differences}.\n\nA difference is detected if it is significant at {in_percent(LEVEL)} (these p are "
            f"corrected for three tests) and at least {100 * MATTERS:g} percentage point. A difference that is not "
            "detected may still be there."
        )

    def caption(self, found: Found) -> str:
        """What the marks are."""
        splits = counted(found.runs["repeat"].nunique(), "split")
        return f"Each point is one of {splits} into halves, each short line their mean. Colours: encodings."

    def details(self, found: Found) -> str:
        """Why the codings are equal, what is tested, and what a penalty changes."""
        return (
            f"{_spaces(found)}\n\n"
            f"Three differences from one-hot's accuracy are tested: {_short(LEARNED)} under logistic regression, and "
            f"{_short(LEARNED)} and {_short(DEFAULT)} under nearest neighbours ({_short(DEFAULT)} under logistic "
            "regression is drawn, but not tested). Their p values allow for rows that the "
            "splits share (corrected resampled t-test) and for three tests (Holm's correction).\n\nWith a penalty, the "
            f"size of the numbers matters too: open the page {PREDICT} and set C to its usual value, "
            f"{encoding_trial.USUAL_C:g}."
        )

    def export(self, view: View, found: Found) -> None:
        """The accuracies, and the code that runs the splits."""
        offer_trial(view, TRIAL, found.runs)

    def reveal(self, view: View, found: Found) -> None:
        """Accuracies of all codings under both classifiers."""
        pairs = [(_short(coding), classifier) for classifier in (LOGISTIC, NEAREST) for coding in CODINGS]
        theme = charts.theme()
        figure = kept(accuracy_strips)(found.runs, pairs, found.largest, theme, method_colours(theme))
        figure.update_layout(height=draw.TALL)
        means = found.runs.groupby(["classifier", "encoding"])["accuracy"].mean()
        accuracies = [f"{encoding}, {classifier}: {in_percent(m, 1)}" for (classifier, encoding), m in means.items()]
        splits = counted(found.runs["repeat"].nunique(), "split")
        charts.show(figure, "codings", f"Accuracy on {splits} into halves. {'; '.join(accuracies)}")


def trial(view: View) -> Found | None:
    """Accuracies on repeated splits, worked out in the background; None while they are, or if they were cancelled."""
    work, title = partial(_work_out, view), f"{TRIAL.repeats} splits of {len(CODINGS)} encodings"
    answer = background.result(view, "lesson of codings", work, title, 2.0, wait_seconds=2.0)
    if answer is not None and (ended := answer.runs["repeat"].nunique()) < TRIAL.repeats:
        st.caption(f"Cancelled after {ended} of {TRIAL.repeats} splits: no test is made.")
        return None
    return answer


@cache.by_content(4)
def _codings(view: View) -> tuple[dict[str, int], dict[str, int], int]:
    """(columns of each coding, dimensions each spans with a constant, dimensions of one-hot and the learned one)."""
    coded = {name: cache.fitted(view, name).estimator.transform(view.table) for name in CODINGS}
    together = np.hstack([coded[ONE_HOT], coded[LEARNED]])
    return {n: x.shape[1] for n, x in coded.items()}, {n: _rank(x) for n, x in coded.items()}, _rank(together)


def _rank(x: np.ndarray) -> int:
    return int(np.linalg.matrix_rank(np.column_stack([np.ones(len(x)), x]), tol=1e-8 * np.linalg.norm(x)))


def _coded(view: View, name: str) -> pd.DataFrame:
    """The numbers that stand for each value of the column."""
    model, r = cache.fitted(view, name).estimator, view.table.codebook.position(COLUMN)
    at = [i for i, n in enumerate(model.get_feature_names_out()) if n.startswith(f"{COLUMN}_")]
    codes, rows = np.unique(view.table.codes[:, r], return_index=True)
    values = pd.Index([view.table.categories[r][code] for code in codes], name=COLUMN)
    return pd.DataFrame(model.transform(view.table[rows])[:, at], values, [f"number {i + 1}" for i in range(len(at))])


def _work_out(view: View, report: Callable) -> Found:
    runs = encoding_trial.work(view, TRIAL)(callback=report)
    columns, spans, together = _codings(view)
    whole = encoding_trial.whole_splits(runs, len(TRIAL.pairs))
    return Found(
        whole, columns, spans, together, view.table.n_attributes, encoding_trial.largest_class_share(view.table)
    )


def _short(name: str) -> str:
    return method(name).short


def _spaces(found: Found) -> str:
    """How many numbers each coding is worth, and whether each follows from the other."""
    one_hot, squares, learned = found.columns[ONE_HOT], found.squares, _short(LEARNED)
    if found.equal:
        return (
            f"One-hot has {one_hot // squares} numbers per square. They add up to 1, so one of them says nothing new, "
            f"and {one_hot} - {squares} = {one_hot - squares} numbers remain. Each of {learned}'s "
            f"{found.columns[LEARNED]} numbers is a weighted sum of these and a constant, and each of these is a "
            f"weighted sum of {learned}'s numbers and a constant."
        )
    return (
        f"With a constant, one-hot spans {found.spans[ONE_HOT]} dimensions, {learned} {found.spans[LEARNED]}, "
        f"both together {found.together}."
    )


def _claims(found: Found) -> tuple[PairedTest, ...]:
    """The comparisons that the lesson makes, their p corrected for being three."""
    pairs = (LEARNED, LOGISTIC), (LEARNED, NEAREST), (DEFAULT, NEAREST)
    tests = [found.against_one_hot(*pair) for pair in pairs]
    return tuple(test._replace(p=float(p)) for test, p in zip(tests, holm([test.p for test in tests]), strict=True))


def _points(test: PairedTest) -> str:
    side = "better than" if test.difference > 0 else "worse than" if test.difference < 0 else "away from"
    significant = f"{'' if test.p <= LEVEL else 'not '}significant at {in_percent(LEVEL)}"
    return f"{100 * abs(test.difference):.1f} percentage points {side} one-hot, {significant} ({p_text(test.p)})"
