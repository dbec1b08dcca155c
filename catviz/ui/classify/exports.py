"""What the Classify page gives away."""

from __future__ import annotations

import pandas as pd

from catviz.export import code as scripts
from catviz.ui.classify.trial import Trial, most_rows, settings
from catviz.ui.state.view import View
from catviz.ui.widgets.downloads import offer


def offer_trial(view: View, tried: Trial, runs: pd.DataFrame) -> None:
    """Accuracies on repeated splits, and the code that runs them."""
    kept = ["encoding", "classifier", "repeat", "accuracy"]
    tables = {"Accuracies on each split": lambda: runs[kept].sort_values(kept[1:3] + kept[:1])}
    code = scripts.splits(
        {name: dict(settings(view, name)) for name in tried.encodings},
        tried.classifiers,
        {"c": tried.c, "n_neighbors": tried.neighbours, "tuned": tried.tuned},
        most_rows(view, tried.all_rows),
        tried.repeats,
        tried.test_size,
        view.seed,
    )
    offer(tables, [code])
