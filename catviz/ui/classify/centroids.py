"""Coupled centroids on the Classify page: where they stand among the rows, and what their number is worth."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.centroids import NEAREST, SIZES, along_sizes
from catviz.analysis.projection import ConstantInput
from catviz.classification import CoupledCentroidClassifier
from catviz.classification.coupled_centroids import EQUAL
from catviz.plots import centroids as draw
from catviz.plots.style import label
from catviz.registry import DEFAULT_MAP, method
from catviz.ui.classify.trial import largest_class_share, rows_drawn, rows_known, whole_splits
from catviz.ui.state import background, cache, controls
from catviz.ui.state.view import View
from catviz.ui.text import counted, in_percent, plain
from catviz.ui.widgets import charts, formula, panels

REPEATS = 5
DESCRIBED = 8
"""Columns of a centroid that its hover names."""
DRAWN_ROWS = 3_000
GROWING = [name for name, n in SIZES.items() if n != "sqrt"]
NAME = CoupledCentroidClassifier.__name__


def section(view: View) -> None:
    """Centroids of every group on the rows' map, and accuracy against speed along their number."""
    size_box, _ = st.columns([3, 3])
    with size_box:
        help = "Number of centroids per class: one, a share of its rows, or the square root of their number."
        size = controls.segmented("T, centroids per class", list(SIZES), "T", "20\u00a0%", help=help)
    main, side = panels.columns()
    model = fitted(view, size)
    with main:
        _map(view, model, size)
    with side:
        _in_words(view, model)
    main, side = panels.columns()
    with main:
        found = _along(view)
        if found is not None and len(found):
            alt = "Accuracy of coupled centroids and their time to predict, along the number of centroids."
            charts.show(draw.along_sizes(found, NEAREST, GROWING, size, charts.theme()), "along-sizes", alt)
    with side:
        if found is not None and len(found):
            _accuracy_and_speed(found, size, largest_class_share(rows_drawn(view)))


@cache.by_content(12)
def fitted(view: View, size: str) -> CoupledCentroidClassifier:
    """The classifier with centroids of a size, learned from the rows looked at."""
    table = rows_drawn(view)
    return CoupledCentroidClassifier(SIZES[size], random_state=view.seed).fit(table, table.target)


def _map(view: View, model: CoupledCentroidClassifier, size: str) -> None:
    try:
        placed = cache.rows_placed(view, DEFAULT_MAP, (), "PCA")
    except ConstantInput as error:
        st.info(plain(str(error).split(":")[0]) + ".")
        return
    groups, names = cache.point_groups(view, None)
    shown = np.arange(len(placed.coordinates))
    if len(shown) > DRAWN_ROWS:
        shown = np.sort(np.random.default_rng(0).choice(shown, DRAWN_ROWS, replace=False))
    centroids = _placed(view, model, placed.coordinates)
    title = f"{len(centroids)} centroids (T = {size}) on the {DEFAULT_MAP} of the rows"
    axes = f"axis 1 ({DEFAULT_MAP})", f"axis 2 ({DEFAULT_MAP})"
    made = draw.centroid_map(placed.coordinates[shown], groups[shown], centroids, names, charts.theme(), title, axes)
    charts.show(made, "centroids", f"{title}, coloured by class.", of_rows=True)


def _placed(view: View, model: CoupledCentroidClassifier, coordinates: np.ndarray) -> pd.DataFrame:
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
        f"to the nearest centroid of another class {1 - own:.2f}<br>{_cells(frame.columns, cells)}"
        for g, m, own, cells in zip(group, margin, model.margins_, _rows(model), strict=True)
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
    n, known, found = len(table), rows_known(view), model.centroids_
    drawn = f" drawn from {known:,}" if n < known else ""
    st.markdown(
        f"**{counted(len(found), 'centroid')}** represent {counted(n, 'row')}{drawn}. Each is the row of its class "
        "that is most similar to the rows around it (coupled similarity). A new row is compared with the "
        "centroids only."
    )
    st.markdown(
        "The **ring** of a centroid shows its margin: 1 minus its similarity to the most similar centroid of another "
        "class. The widest ring is the largest margin. A thin ring means that another class is close, and the "
        "centroid then counts less. Even the largest margin can be small: see the similarity below."
    )
    group = found.index.get_level_values("class").astype(str)
    margins = pd.DataFrame({"share": _margins(model), "similarity": 1 - model.margins_}).groupby(np.asarray(group))
    margins = margins.agg(n=("share", "size"), margin=("share", "mean"), similarity=("similarity", "mean"))
    lines = [
        [plain(g, 40), f"{line['n']:.0f}", in_percent(line["margin"]), f"{line['similarity']:.2f}"]
        for g, line in margins.sort_values("margin").head(8).iterrows()
    ]
    st.table(pd.DataFrame(lines, columns=["class", "centroids", "mean margin", "mean similarity"]).set_index("class"))
    st.caption(
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
    sizes = [name for name in (*SIZES, NEAREST) if name in set(runs["classifier"])]
    of = runs.groupby("classifier")
    means = {"accuracy": of["accuracy"].mean(), "deviation": of["accuracy"].std(), "splits": of.size()}
    return pd.DataFrame(means | {"predict_seconds": of["predict_seconds"].min()}).loc[sizes]


def _accuracy_and_speed(means: pd.DataFrame, size: str, largest: float) -> None:
    if size not in means.index or NEAREST not in means.index:
        return
    own, every = means.loc[size], means.loc[NEAREST]
    faster = every["predict_seconds"] / own["predict_seconds"]
    st.markdown(
        f"With **T = {size}** {in_percent(own['accuracy'], 1)} of the test rows are right, compared with "
        f"{in_percent(every['accuracy'], 1)} if each is compared with all training rows. Prediction is "
        f"**{faster:.1f} times** as fast. Always predicting the largest class would be right for "
        f"{in_percent(largest, 1)}."
    )
    st.caption(
        f"Half of the rows are training rows, {counted(own['splits'], 'time')}; whiskers are standard deviations, "
        "times the fastest of these runs. The splits share rows, and the two accuracies are not tested against "
        "each other. On small tables both are fast; centroids save time on larger tables."
    )
    with formula.how_it_works():
        formula.show(method(NAME))
        st.caption("The formula is the score of class c for the row x. The class with the largest score wins.")
