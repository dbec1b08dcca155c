"""Encodings and classifiers tried on splits of the rows: what is tried, on which rows, and the work itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pandas as pd

from catviz.analysis.encoding_trial import CENTROIDS, rows_to_split, trial_blocks
from catviz.analysis.splits import split_by_split
from catviz.export import code as scripts
from catviz.plots.classify import Pair
from catviz.registry import method
from catviz.table.categorical import CategoricalTable
from catviz.ui.state import cache
from catviz.ui.state.shelves import following
from catviz.ui.state.view import View
from catviz.ui.widgets import panels
from catviz.ui.widgets.downloads import offer

FIXED, TUNED = "usual ones", "chosen by cross-validation"
FOLDS = 5
#: C of logistic regression: what may be chosen, and scikit-learn's own; a small one penalises large coefficients.
PENALTIES, USUAL_C = (0.1, 1.0, 10.0, 100.0, 1000.0), 1.0
#: Of larger tables so many rows are drawn, unless all are asked for.
SAMPLED_ROWS = 2_000


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
    return following(table, "largest class", lambda: _largest_share(table))


def _largest_share(table: CategoricalTable) -> float:
    return float(pd.Series(table.target[table.known]).value_counts(normalize=True).max())


def work(view: View, trial: Trial) -> Callable:
    """What runs the trial in the background, where nothing may ask for the view any more."""
    encodings = {
        method(name).short: cache.unfitted(view, name, panels.default_parameters(view, method(name)))
        for name in trial.encodings
    }
    blocks = trial_blocks(encodings, trial.classifiers, trial.c, trial.neighbours, trial.tuned, view.seed)
    table = rows_drawn(view, trial.all_rows)
    return partial(split_by_split, table, blocks, trial.repeats, trial.test_size, FOLDS, view.seed)


def whole_splits(runs: pd.DataFrame, pairs: int) -> pd.DataFrame:
    """Runs of the splits that all pairs have met; a run that was stopped may lack some pairs of its last one."""
    return runs[runs.groupby("repeat")["repeat"].transform("size") == pairs]


def offer_trial(view: View, tried: Trial, runs: pd.DataFrame) -> None:
    """Offer accuracies on repeated splits, and the code that runs them."""
    kept = ["encoding", "classifier", "repeat", "accuracy"]
    tables = {"Accuracies on each split": lambda: runs[kept].sort_values(kept[1:3] + kept[:1])}
    code = scripts.splits(
        {name: dict(panels.default_parameters(view, method(name))) for name in tried.encodings},
        tried.classifiers,
        {"c": tried.c, "n_neighbors": tried.neighbours, "tuned": tried.tuned},
        most_rows(view, tried.all_rows),
        tried.repeats,
        tried.test_size,
        view.seed,
    )
    offer(tables, [code])
