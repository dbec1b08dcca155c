"""What the Classify page tries: encodings, classifiers and splits, on which rows, and how long it will take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.encoding_trial import CENTROIDS, CLASSIFIERS, NEAREST, NEIGHBOURS, rows_to_split, trial_blocks
from catviz.analysis.splits import split_by_split
from catviz.classification import CoupledCentroidClassifier
from catviz.classification.on_encodings import LOGISTIC, TREE
from catviz.plots.classify import Pair
from catviz.registry import DEFAULT, method
from catviz.registry.described import long_forms
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import are_whole
from catviz.ui.labels import MORE, OPTIONS, OUTCOME, ROW_WEIGHTS
from catviz.ui.state import cache, controls
from catviz.ui.state.learned import offered
from catviz.ui.state.table_choices import CHANGE_WEIGHTS
from catviz.ui.state.view import View
from catviz.ui.text import counted
from catviz.ui.widgets import panels

ABOUT_CLASSIFIERS = {
    LOGISTIC: "adds up the numbers of a row, each times a weight, and turns the sum into the probability of a class",
    NEAREST: "the training rows nearest to a row vote for its class",
    TREE: "asks one question after another about the numbers of a row",
    CENTROIDS: "compares a row with a few typical rows of each class, by the similarity COS; it needs no encoding",
}
"""What each classifier does."""
BASELINE = "OneHot"
"""The encoding without any geometry, which the page opens with, next to the default method."""
FIXED, TUNED = "usual ones", "chosen by cross-validation"
C_LABEL = "C of logistic regression"
FOLDS = 5
PENALTIES, USUAL_C = (0.1, 1.0, 10.0, 100.0, 1000.0), 1.0
"""C of logistic regression: what may be chosen, and scikit-learn's own; a small one penalises large coefficients."""
SAMPLED_ROWS = 2_000
"""Of larger tables so many rows are drawn, unless all are asked for."""
FEWEST_ROWS = 10
TRIES = {LOGISTIC: 10, TREE: 10, NEAREST: len(NEIGHBOURS)}
"""Parameters each classifier chooses from."""


@dataclass(frozen=True)
class Trial:
    """What is tried: the names of encodings and classifiers, their parameters, and how the rows are split."""

    encodings: tuple[str, ...]
    classifiers: tuple[str, ...]
    repeats: int
    training: int
    neighbours: int
    tuned: bool
    all_rows: bool
    c: float = USUAL_C

    @property
    def test_size(self) -> float:
        """Share of the rows tested on."""
        return 1 - self.training / 100

    @property
    def pairs(self) -> list[Pair]:
        """Encodings by classifier, in the order drawn; coupled centroids need no encoding."""
        encodings = [method(name).short for name in self.encodings]
        return [
            (encoding, classifier)
            for classifier in self.classifiers
            for encoding in (("",) if classifier == CENTROIDS else encodings)
        ]


def impossible(view: View) -> str:
    """Why nothing can be predicted here; empty where something can."""
    if not view.classes_known:
        return f"this table has no known classes yet. Choose their column in the sidebar, under “{OUTCOME}”"
    if not are_whole(view.table.weights):
        return (
            "the row weights are not whole numbers, and only whole rows can be split into training and test rows; "
            f"choose other {ROW_WEIGHTS.casefold()} in the sidebar, under {MORE}. {CHANGE_WEIGHTS.removesuffix('.')}"
        )
    if view.picked_rows:
        return (
            "rows that you chose by hand are all that is left, or make the known classes: accuracies would "
            "say how they were chosen"
        )
    rows = rows_known(view)
    if rows < FEWEST_ROWS:
        return f"{counted(rows, 'row')} of known class are too few for training and test rows"
    if view.n_classes < 2:
        return f"all rows have the same class in {view.table.target_name}, so there is nothing to predict"
    if view.n_classes > rows / 2:
        return (
            f"{view.table.target_name} has {view.n_classes:,} classes in {rows:,} rows, so there are too few rows "
            f"per class: choose a column with fewer classes in the sidebar, under “{OUTCOME}”"
        )
    return ""


def choose(view: View) -> tuple[Trial, object]:
    """What to try, and the place for the button that starts it."""
    boxes = st.columns([4.0, 4.6, 1.2, 1.6, 1.1], vertical_alignment="bottom")
    encoding_box, classifier_box, repeat_box, option_box, run_box = boxes
    methods = offered(view)
    titles = {m.title: name for name, m in methods.items()}
    with encoding_box:
        opening = [method(DEFAULT).title, method(BASELINE).title]
        help = f"Every method gives an encoding of the values.\n\n{long_forms(methods.values())}"
        encodings = controls.several("Encodings", list(titles), "encodings", opening, help)
    with classifier_box:
        help = "  \n".join(f"**{name}**: {words}." for name, words in ABOUT_CLASSIFIERS.items())
        classifiers = controls.several("Classifiers", CLASSIFIERS, "classifiers", CLASSIFIERS[:2], help)
    with repeat_box:
        repeats = controls.number("Repeats", "splits", 2, 100, 10, slider=False)
    with option_box, st.popover(OPTIONS, width="stretch"):
        training = controls.number("Training rows, %", "training", 20, 80, 50)
        neighbours = controls.number("Number of neighbours", "neighbours", 1, 50, 5, slider=False)
        help = (
            f"By {FOLDS}-fold cross-validation within the training rows, for each encoding: then no encoding is at a "
            "disadvantage because of a fixed parameter. Many times slower."
        )
        tuned = controls.segmented("Parameters of classifiers", [FIXED, TUNED], "tuning", help=help) == TUNED
        help = "A small C is a strong penalty on large coefficients. Cross-validation chooses C by itself."
        c = controls.select(C_LABEL, PENALTIES, "C", USUAL_C, "{:g}".format, help, disabled=tuned)
        all_rows = True
        if rows_known(view) > SAMPLED_ROWS:
            some = f"{SAMPLED_ROWS:,} drawn"
            all_rows = controls.segmented("Rows", [some, "all"], "sample") == "all"
    chosen = tuple(name for title, name in titles.items() if title in encodings)
    known = tuple(c for c in CLASSIFIERS if c in classifiers)
    return Trial(chosen, known, repeats, training, neighbours, tuned, all_rows, USUAL_C if tuned else c), run_box


def unusual(trial: Trial) -> str:
    """A sentence on the parameters that the figure does not name; empty where they are the usual ones."""
    if trial.c == USUAL_C or LOGISTIC not in trial.classifiers:
        return ""
    return f"Logistic regression with C = {trial.c:g} (under {OPTIONS}; usual: {USUAL_C:g})."


@cache.by_content(8)
def rows_drawn(view: View, all_rows: bool = False) -> CategoricalTable:
    """The rows that are split (`catviz.analysis.encoding_trial.rows_to_split`), or a sample of them."""
    return rows_to_split(view.table, most_rows(view, all_rows), view.seed)


def most_rows(view: View, all_rows: bool) -> int:
    """The largest number of rows that are split."""
    return rows_known(view) if all_rows else SAMPLED_ROWS


def rows_known(view: View) -> int:
    """Number of rows of known class, by their (whole) weights."""
    return int(view.table.row_weights[view.table.known].sum())


def largest_class_share(table: CategoricalTable) -> float:
    """Share of the largest class among rows of known class."""
    return float(pd.Series(table.target[table.known]).value_counts(normalize=True).max())


def work(view: View, trial: Trial) -> Callable:
    """What runs the trial in the background, where nothing may ask for the view any more."""
    encodings = {method(name).short: cache.unfitted(view, name, settings(view, name)) for name in trial.encodings}
    blocks = trial_blocks(encodings, trial.classifiers, trial.c, trial.neighbours, trial.tuned, view.seed)
    table = rows_drawn(view, trial.all_rows)
    return partial(split_by_split, table, blocks, trial.repeats, trial.test_size, FOLDS, view.seed)


def whole_splits(runs: pd.DataFrame, pairs: int) -> pd.DataFrame:
    """Runs of the splits that all pairs have met; a run that was stopped may lack some pairs of its last one."""
    return runs[runs.groupby("repeat")["repeat"].transform("size") == pairs]


def estimate(view: View, trial: Trial) -> float:
    """Seconds a trial takes, roughly."""
    table = rows_drawn(view, trial.all_rows)
    d, sizes = table.n_attributes, [len(labels) for labels in table.categories]
    n, m = round(len(table) * (1 - trial.test_size)), round(len(table) * trial.test_size)
    folds = FOLDS if trial.tuned else 0
    seconds = 0.0
    for name in trial.encodings:
        learning = 0.003 + method(name).cls.cost(n, d, sizes)
        for classifier in set(trial.classifiers) - {CENTROIDS}:
            tries = 1 + folds * TRIES[classifier]
            once = learning if classifier == NEAREST else learning * (1 + folds) / tries
            seconds += tries * (once + _seconds(classifier, n, m, d, sum(sizes), view.n_classes))
    if CENTROIDS in trial.classifiers:
        seconds += 3 * CoupledCentroidClassifier.cost(n, d, sizes)
    return trial.repeats * seconds


def _seconds(classifier: str, n: float, m: float, d: int, c: int, k: int) -> float:
    """What a classifier takes to learn from n rows and predict m."""
    if classifier == NEAREST:
        return 0.004 + (1.1e-8 + 1.1e-9 * d) * n * m
    if classifier == LOGISTIC:
        return 0.004 + 1e-7 * n * c * (k**1.2 if k > 2 else 1)
    return 0.003 + 8e-9 * n * c * np.log2(n + 1)


def settings(view: View, name: str) -> cache.Parameters:
    """As many clusters as groups, for methods that cluster as they learn."""
    return (("n_clusters", panels.n_clusters(view)),) if "n_clusters" in method(name).cls.parameters else ()
