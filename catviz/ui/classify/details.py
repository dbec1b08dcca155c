"""Closer looks on the Classify page: which groups are confused, accuracy against seconds, coupled centroids."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.splits import confusion
from catviz.plots import classify as draw
from catviz.plots.classify import pair_name
from catviz.ui.classify.centroids import section as centroids
from catviz.ui.classify.results import always_largest, by_pair, of_pair, what_was_timed
from catviz.ui.classify.trial import Trial, rows_drawn
from catviz.ui.state import controls
from catviz.ui.state.view import View
from catviz.ui.text import counted, in_percent, number, plain
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.method_colours import method_colours

CONFUSION, SECONDS, CENTROIDS = "Confusion", "Time to predict", "Coupled centroids"
SECTIONS = (CONFUSION, SECONDS, CENTROIDS)
NAMED = 3
"""Confusions that are named."""


def further(view: View, trial: Trial, runs: pd.DataFrame) -> None:
    """The closer look chosen."""
    section = controls.segmented("Look further", SECTIONS, "closer", formerly={"Seconds": SECONDS})
    if section == CONFUSION:
        _confusion(view, trial, runs)
    elif section == SECONDS:
        _seconds(view, trial, runs)
    else:
        centroids(view)


def _confusion(view: View, trial: Trial, runs: pd.DataFrame) -> None:
    """Groups by predicted groups of one pair, over all its splits."""
    main, side = panels.columns()
    with side:
        pair = controls.select("Encoding and classifier", [p for p, _ in by_pair(trial, runs)], "pair", text=pair_name)
    own = of_pair(runs, pair)
    counts = confusion(rows_drawn(view, trial.all_rows), own)
    order = _class_order(view, counts.index)
    counts = counts.loc[order, order]
    with main:
        alt = f"Known by predicted classes under {pair_name(pair)}."
        charts.show(draw.confusion_map(counts, charts.theme()), "confusion", alt)
    with side:
        right, tested = int(np.trace(counts)), int(counts.sum(axis=None))
        st.markdown(
            f"**{right:,} of {tested:,}** predictions are right, over {counted(len(own), 'split')}. Each row counts as "
            f"often as it was tested. {always_largest(rows_drawn(view, trial.all_rows))}"
        )
        _most_confused(counts)
        st.caption("Rows: known class. Columns: predicted class. Percentages are per row; empty cells are 0.")


def _most_confused(counts: pd.DataFrame) -> None:
    """The most frequent wrong predictions, in words."""
    totals = counts.sum(axis=1)
    wrong = counts.where(~np.eye(len(counts), dtype=bool), 0).stack()
    worst = wrong[wrong > 0].nlargest(NAMED)
    if worst.empty:
        st.markdown("In these splits no row is predicted in a wrong class.")
        return
    lines = [
        f"- class {plain(a, 40)}, predicted as {plain(b, 40)}: **{int(n):,}** of the {int(totals[a]):,} predictions "
        f"for rows of this class ({in_percent(n / totals[a])})"
        for (a, b), n in worst.items()
    ]
    st.markdown("Most frequent errors:\n" + "\n".join(lines))


def _class_order(view: View, present: pd.Index) -> list[str]:
    """The groups in the order of the known classes."""
    return [label for label in view.classes if label in present]


def _seconds(view: View, trial: Trial, runs: pd.DataFrame) -> None:
    """Accuracy against the time to predict, a point a pair."""
    found = by_pair(trial, runs)
    means = pd.DataFrame(
        {
            "encoding": [encoding for (encoding, _), _ in found],
            "classifier": [classifier for (_, classifier), _ in found],
            "accuracy": [own["accuracy"].mean() for _, own in found],
            "deviation": [own["accuracy"].std() for _, own in found],
            "predict_seconds": [own["predict_seconds"].min() for _, own in found],
        }
    )
    main, side = panels.columns()
    with main:
        alt = "Mean accuracy of each encoding and classifier, and its seconds to predict."
        theme = charts.theme()
        charts.show(draw.speed(means, theme, method_colours(theme)), "speed", alt)
    with side:
        best = means.loc[means["accuracy"].idxmax()]
        near = means[means["accuracy"] >= best["accuracy"] - np.nan_to_num(best["deviation"])]
        fast = near.loc[near["predict_seconds"].idxmin()]
        name, quick = (plain(pair_name((line["encoding"], line["classifier"]))) for line in (best, fast))
        st.markdown(
            f"**{name}** has the highest mean: {in_percent(best['accuracy'], 1)} in "
            f"{number(1000 * best['predict_seconds'])} ms. The highest of several means is partly chance; "
            "the test above holds only if the combination to compare with was chosen before looking. "
            f"{always_largest(rows_drawn(view, trial.all_rows))}"
        )
        if quick != name:
            times = best["predict_seconds"] / fast["predict_seconds"]
            st.markdown(
                f"**{quick}** has a mean within one standard deviation of it (which is no test), and is {times:.1f} "
                "times as fast."
            )
        st.caption(
            "Up and to the left is better. Whiskers: one standard deviation over the splits. Nearest neighbours "
            "compare every row with all training rows, so their time grows with both numbers. "
            f"{what_was_timed(runs)}"
        )
