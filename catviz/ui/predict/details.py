"""Closer looks on the Predict page: which groups are confused, accuracy against seconds, coupled centroids."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.encoding_trial import ONE_NEIGHBOUR, SIZES, along_sizes
from catviz.analysis.projection import ConstantInput
from catviz.analysis.splits import confusion
from catviz.classification.coupled_centroids import EQUAL, CoupledCentroidClassifier
from catviz.plots import classify as draw
from catviz.plots.classify import pair_name
from catviz.plots.style import label
from catviz.registry import DEFAULT_MAP, method
from catviz.ui.labels import DETAILS
from catviz.ui.predict import findings
from catviz.ui.predict.results import by_pair, of_pair
from catviz.ui.state import background, cache, controls
from catviz.ui.state.shelves import following
from catviz.ui.state.view import View
from catviz.ui.text import counted, in_percent, plain
from catviz.ui.widgets import charts, formula, panels
from catviz.ui.widgets.charts import method_colours
from catviz.ui.widgets.encoding_trial import Trial, largest_class_share, rows_drawn, rows_known, whole_splits
from catviz.ui.widgets.kept_figures import kept

CONFUSION, SECONDS, CENTROIDS = "Confusion", "Time to predict", "Coupled centroids"
SECTIONS = (CONFUSION, SECONDS, CENTROIDS)
REPEATS = 5
#: Columns of a centroid that its hover names.
DESCRIBED = 8
DRAWN_ROWS = 3_000
GROWING = [name for name, n in SIZES.items() if n != "sqrt"]
NAME = CoupledCentroidClassifier.__name__


def further(view: View, trial: Trial, runs: pd.DataFrame) -> None:
    """Show the closer look chosen."""
    section = controls.segmented("Show", SECTIONS, "closer", formerly={"Seconds": SECONDS})
    if section == CONFUSION:
        _confusion(view, trial, runs)
    elif section == SECONDS:
        _seconds(view, trial, runs)
    else:
        _centroids(view)


def _confusion(view: View, trial: Trial, runs: pd.DataFrame) -> None:
    """Groups by predicted groups of one pair, over all its splits."""
    main, side = panels.columns()
    with side:
        pair = controls.select("Encoding and classifier", [p for p, _ in by_pair(trial, runs)], "pair", text=pair_name)
    pair_runs = of_pair(runs, pair)
    counts = following(runs, ("confusion", pair), lambda: confusion(rows_drawn(view, trial.all_rows), pair_runs))
    order = [label for label in view.classes if label in counts.index]
    counts = counts.loc[order, order]
    with main:
        alt = f"Known by predicted classes under {pair_name(pair)}."
        charts.show(kept(draw.confusion_map)(counts, charts.theme()), "confusion", alt)
    with side:
        right = findings.right_predictions(int(np.trace(counts)), int(counts.sum(axis=None)), len(pair_runs))
        with panels.aside("errors"):
            st.markdown(findings.most_confused(counts))
            st.caption("Rows: known class. Columns: predicted class. Percent of the row; empty: 0.")
        with st.expander(DETAILS):
            st.markdown(f"{right} {findings.always_largest(largest_class_share(rows_drawn(view, trial.all_rows)))}")


def _seconds(view: View, trial: Trial, runs: pd.DataFrame) -> None:
    """Accuracy against the time to predict, a point a pair."""
    runs_of_pairs = by_pair(trial, runs)
    means = pd.DataFrame(
        {
            "encoding": [encoding for (encoding, _), _ in runs_of_pairs],
            "classifier": [classifier for (_, classifier), _ in runs_of_pairs],
            "accuracy": [pair_runs["accuracy"].mean() for _, pair_runs in runs_of_pairs],
            "deviation": [pair_runs["accuracy"].std() for _, pair_runs in runs_of_pairs],
            "predict_seconds": [pair_runs["predict_seconds"].min() for _, pair_runs in runs_of_pairs],
        }
    )
    main, side = panels.columns()
    with main:
        alt = "Mean accuracy of each encoding and classifier, and its seconds to predict."
        theme = charts.theme()
        charts.show(kept(draw.speed)(means, theme, method_colours(theme)), "speed", alt)
    with side:
        largest = largest_class_share(rows_drawn(view, trial.all_rows))
        st.markdown(f"{findings.best_mean(means)} {findings.always_largest(largest)}")
        if faster := findings.faster_one(means):
            st.markdown(faster)
        st.caption("Up and to the left is better. Whiskers: one standard deviation over the splits.")
        with st.expander(DETAILS):
            st.markdown(
                "Nearest neighbours compare every row with all training rows, so their time grows with both numbers. "
                f"{findings.what_was_timed(runs)}"
            )


def _centroids(view: View) -> None:
    """Centroids of every group on the rows' map, and accuracy against speed along their number."""
    size_box, _ = st.columns([3, 3])
    with size_box:
        help = "Number of centroids per class: one, a share of its rows, or the square root of their number."
        size = controls.segmented("T, centroids per class", list(SIZES), "T", "20\u00a0%", help=help)
    main, side = panels.columns()
    model = fitted(view, size)
    with main:
        _draw_map(view, model, size)
    with side:
        _in_words(view, model)
    main, side = panels.columns()
    with main:
        scores = _along(view)
        if scores is not None and len(scores):
            alt = "Accuracy of coupled centroids and their time to predict, along the number of centroids."
            charts.show(
                kept(draw.along_sizes)(scores, ONE_NEIGHBOUR, GROWING, size, charts.theme()), "along-sizes", alt
            )
    with side:
        if scores is not None and len(scores):
            _accuracy_and_speed(scores, size, largest_class_share(rows_drawn(view)))


@cache.by_content(12)
def fitted(view: View, size: str) -> CoupledCentroidClassifier:
    """The classifier with centroids of a size, learned from the rows looked at."""
    table = rows_drawn(view)
    return CoupledCentroidClassifier(SIZES[size], random_state=view.seed).fit(table, table.target)


def _draw_map(view: View, model: CoupledCentroidClassifier, size: str) -> None:
    try:
        placed = cache.rows_placed(view, DEFAULT_MAP, (), "PCA")
    except ConstantInput as error:
        st.info(f"{error.reason()}.")
        return
    groups, names = cache.point_groups(view, None)
    shown = np.arange(len(placed.coordinates))
    if len(shown) > DRAWN_ROWS:
        shown = np.sort(np.random.default_rng(0).choice(shown, DRAWN_ROWS, replace=False))
    centroids = _place_centroids(view, model, placed.coordinates)
    title = f"{len(centroids)} centroids (T = {size}) on the {DEFAULT_MAP} of the rows"
    axes = f"axis 1 ({DEFAULT_MAP})", f"axis 2 ({DEFAULT_MAP})"
    figure = draw.centroid_map(placed.coordinates[shown], groups[shown], centroids, names, charts.theme(), title, axes)
    charts.show(figure, "centroids", f"{title}, coloured by class.", of_rows=True)


def _place_centroids(view: View, model: CoupledCentroidClassifier, coordinates: np.ndarray) -> pd.DataFrame:
    """Place, group, margin and description of each centroid; a centroid is one of the rows."""
    rows = cache.distinct_rows(view)[0].missing_as_category()
    columns = [np.array(labels, dtype=object)[rows.codes[:, r]] for r, labels in enumerate(rows.codebook.labels)]
    at = {cells: i for i, cells in enumerate(zip(*columns, strict=True))}
    frame = model.centroids_
    places = [at[cells] for cells in _rows(model)]
    group = frame.index.get_level_values("class").astype(str)
    margin = _margins(model)
    words = [
        f"<b>{label(g, 30)}</b>, margin {in_percent(m)} of the largest<br>similarity "
        f"to the nearest centroid of another class {1 - similarity:.2f}<br>{_cells(frame.columns, cells)}"
        for g, m, similarity, cells in zip(group, margin, model.margins_, _rows(model), strict=True)
    ]
    x, y = coordinates[places, 0], coordinates[places, 1]
    return pd.DataFrame({"x": x, "y": y, "group": group, "margin": margin, "words": words})


def _margins(model: CoupledCentroidClassifier) -> np.ndarray:
    """Margins as shares of the largest; all 0 if every centroid is equal to one of another group."""
    largest = model.margins_.max()
    return model.margins_ / largest if largest > EQUAL else np.zeros(len(model.margins_))


def _rows(model: CoupledCentroidClassifier) -> list[tuple[str, ...]]:
    return list(model.centroids_.itertuples(index=False, name=None))


def _cells(columns: pd.Index, cells: tuple[str, ...]) -> str:
    lines = [f"{label(a, 20)}: {label(v, 24)}" for a, v in zip(columns[:DESCRIBED], cells, strict=False)]
    more = len(cells) - DESCRIBED
    return "<br>".join([*lines, f"and {more} more columns"] if more > 0 else lines)


def _in_words(view: View, model: CoupledCentroidClassifier) -> None:
    table = rows_drawn(view)
    centroids = model.centroids_
    st.markdown(findings.represented(len(centroids), len(table), rows_known(view)))
    group = centroids.index.get_level_values("class").astype(str)
    margins = pd.DataFrame({"share": _margins(model), "similarity": 1 - model.margins_}).groupby(np.asarray(group))
    margins = margins.agg(n=("share", "size"), margin=("share", "mean"), similarity=("similarity", "mean"))
    lines = [
        [plain(g, 40), f"{line['n']:.0f}", in_percent(line["margin"]), f"{line['similarity']:.2f}"]
        for g, line in margins.sort_values("margin").head(8).iterrows()
    ]
    st.table(pd.DataFrame(lines, columns=["class", "centroids", "mean margin", "mean similarity"]).set_index("class"))
    st.caption("Ring: margin, the distance from the most similar centroid of another class.")
    with st.expander(DETAILS):
        st.markdown(f"{findings.WHAT_CENTROIDS_ARE} {findings.WHAT_RINGS_ARE}")
        st.markdown(
            "Mean margin: in percent of the largest margin; the class with the smallest comes first. Mean similarity: "
            "coupled similarity of a centroid to the most similar one of another class, from 0 to 1 (equal)."
        )


def _along(view: View) -> pd.DataFrame | None:
    table = rows_drawn(view)
    n, d, c = len(table) // 2, table.n_attributes, sum(len(labels) for labels in table.categories)
    seconds = REPEATS * len(SIZES) * 1.5 * CoupledCentroidClassifier.cost(n, d, c)
    title = f"Accuracy and speed for each T, {REPEATS} splits"
    work = partial(along_sizes, table, REPEATS, 0.5, view.seed)
    runs = background.result(view, "coupled centroids for each T", work, title, seconds, wait_seconds=0.5)
    if runs is None:
        return None
    runs = whole_splits(runs, len(SIZES) + 1)
    sizes = [name for name in (*SIZES, ONE_NEIGHBOUR) if name in set(runs["classifier"])]
    of = runs.groupby("classifier")
    means = {"accuracy": of["accuracy"].mean(), "deviation": of["accuracy"].std(), "splits": of.size()}
    return pd.DataFrame(means | {"predict_seconds": of["predict_seconds"].min()}).loc[sizes]


def _accuracy_and_speed(means: pd.DataFrame, size: str, largest: float) -> None:
    if size not in means.index or ONE_NEIGHBOUR not in means.index:
        return
    mean = means.loc[size]
    st.markdown(findings.fewer_comparisons(mean, means.loc[ONE_NEIGHBOUR], size, largest))
    st.caption("Whiskers: standard deviations. The two accuracies are not tested against each other.")
    with st.expander(DETAILS):
        st.markdown(
            f"Half of the rows are training rows, {counted(mean['splits'], 'time')}; times are the fastest of these "
            "runs. The splits share rows. On small tables both are fast; centroids save time on larger tables."
        )
    with formula.how_it_works():
        formula.show(method(NAME))
        st.caption("The formula is the score of class c for the row x. The class with the largest score wins.")
