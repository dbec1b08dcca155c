"""The parts of the Clusters page: how rows are clustered, what sets each cluster apart, how good they are, labels."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis import metrics
from catviz.analysis.baseline_scores import Baselines, baselines, mean_by_chance
from catviz.analysis.cluster_scores import SAMPLED_ROWS, silhouette
from catviz.analysis.projection import ConstantInput
from catviz.plots.clusters import cluster_name
from catviz.plots.rows import most_frequent
from catviz.registry import DEFAULT_MAP
from catviz.table.weights import are_whole
from catviz.ui.clusters import findings
from catviz.ui.labels import AGAINST, BOARD, CLUSTER_COLOURS, METHODS, PROFILES, REAL, STABLE
from catviz.ui.state import background, cache, controls, session
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts, downloads, panels, small_map
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.clustering import Clustering, editor
from catviz.ui.widgets.kept_figures import kept_small
from catviz.wording import in_percent
from catviz.words.chips import chips
from catviz.words.comparison import baselines_in_words

CERTAINTY = "probability"
#: A difference of class shares above which solutions that fit equally well are called several.
SPREAD = 0.05
ABOUT_CERTAINTY = "The mean probability with which the rows of the cluster belong to it."
SILHOUETTE = (
    "From −1 to 1. Above 0, rows are on average nearer to the rows of their own cluster than to those of the nearest "
    "other cluster. It is the mean over the rows of (b - a) / max(a, b): a is the mean distance of a row from the "
    f"other rows of its cluster, b from those of the nearest other cluster. If there are more than {SAMPLED_ROWS:,} "
    f"distinct rows, it is estimated from {SAMPLED_ROWS:,}."
)
#: Scores against the known classes, and what is said of them.
AGAINST_CLASSES = {
    "adjusted_rand": (
        "Adjusted Rand index: agreement with the known classes, corrected for chance: 0 on average for random labels, "
        "1 if equal."
    ),
    "accuracy": (
        "Share of rows whose cluster is matched with their class (one cluster for one class). Not corrected for chance."
    ),
    "normalized_mutual_info": (
        "Normalised mutual information: how much the cluster of a row tells about its class. 1 if clusters and classes "
        "agree fully. Not corrected for chance: with many small clusters, random labels get more than 0."
    ),
}
#: Older names of the tabs, as links may still have them.
FORMERLY = {
    "Profiles only": PROFILES,
    "As rules": PROFILES,
    "How many, and are they real?": REAL,
    "How many, and more than chance?": REAL,
    "How many? More than chance?": REAL,
    "Against the groups known": AGAINST,
    "Compared with the known classes": AGAINST,
}
#: What each tab asks, and what it is about.
QUESTIONS = {
    PROFILES: (
        "Which rows form clusters?",
        "A clusterer (an algorithm such as k-modes) puts rows that are near each other into the same cluster. Rules "
        "say which values lead to which cluster, and the heat map shows which values are more or less frequent in each "
        "cluster than among all rows.",
    ),
    AGAINST: (
        "Do the clusters match the known classes?",
        "The clusters are made without the known classes, and then compared with them.",
    ),
    STABLE: (
        "Do other starts give the same clusters?",
        "A clusterer starts from rows drawn at random. Clusters that depend on the start are one grouping of many.",
    ),
    REAL: (
        "Do rows cluster more than by chance?",
        "The clusters are compared with those of tables in which every column is shuffled.",
    ),
}
#: Places of a map, and distinct rows at each on average, from which it is left out: most rows would be hidden.
FEW_PLACES, ROWS_OF_A_PLACE = 12, 4
#: Of more clusters than so many the list scrolls.
LISTED, LISTED_HEIGHT = 7, 280


def about_k(view: View) -> str:
    """Where the number of clusters that the page opens with comes from."""
    if not view.classes_known:
        return "3 clusters are where the page starts, not a result. Choose your own number."
    return (
        "The page opens with as many clusters as there are known classes. Without the classes you would not know this "
        "number, and with another number the scores against the classes can be lower."
    )


def tabs(view: View) -> list[str]:
    """What can be asked of clusters of a table."""
    return [PROFILES, *([AGAINST] if view.classes_known else []), STABLE, REAL]


def inspect(found: Clustering) -> None:
    """Show sizes, quality, and what to take along."""
    _sizes(found)
    editor(found.view, found.fit, found.sizes.index.tolist())
    _quality(found)
    downloads.csv_buttons(partial(labelled, found), "Download rows (CSV)", "clusters.csv")


def is_spread(found: Clustering) -> bool:
    """False where the rows lie on each other at a few places of the map: it would show the cluster drawn last."""
    _, fit = _map_of(found)
    try:
        placed = cache.rows_placed(found.view, *fit, small_map.AXES)
    except ConstantInput:
        return True
    there = placed.coordinates[placed.has_place]
    places = len(np.unique(there.round(6), axis=0))
    return places > FEW_PLACES or len(there) < ROWS_OF_A_PLACE * places


def _map_of(found: Clustering) -> tuple[str, tuple[str, cache.Parameters]]:
    """The kind of map, and the method, with its parameters, under which it is drawn."""
    learned = found.learned
    if learned.method.has_values:
        return "PCA", (learned.method.name, learned.parameters)
    return DEFAULT_MAP, (DEFAULT_MAP, ())


def on_a_map(found: Clustering, drawn: bool = True) -> None:
    """Show the rows on a small map, coloured by cluster, which leads to the large one; the way alone if not drawn."""
    kind, fit = _map_of(found)
    if drawn:
        _on_a_small_map(found, kind, fit)
    choices = {"colour": CLUSTER_COLOURS, "map": kind, "second": "none"}
    with panels.aside("to-map"):
        width: Literal["stretch", "content"] = "stretch" if drawn else "content"
        panels.door("See them on a map of the rows", "map", controls.choose, kwargs=choices, width=width)


def _on_a_small_map(found: Clustering, kind: str, fit: tuple[str, cache.Parameters]) -> None:
    view = found.view
    _, inverse = cache.distinct_rows(view)
    names = [cluster_name(number, found.names) for number in range(1, found.k + 1)]
    groups = most_frequent(found.labels - 1, names, inverse, view.table.weights)
    try:
        figure, _ = small_map.figure(view, *fit, groups)
        # beside the rules, which name the clusters in their colours, unless it has a screen of its own
        without = () if session.PRESENTING.get() else (small_map.without_legend,)
        drawn = kept_small(figure, small_map.adapted, *without)
        charts.show(drawn, "clusters-map", f"Rows on the map {kind}, coloured by cluster.", leads=charts.LED)
    except ConstantInput:
        st.caption("All rows have the same position on the map.")


def labelled(found: Clustering) -> pd.DataFrame:
    """All rows of the table with the number of their cluster first, and its name if any cluster has one.

    Where rows belong to clusters with probabilities, a column for each of these comes next.
    """
    frame = found.view.listed(np.arange(len(found.labels)))
    columns: dict[str, Any] = {"cluster": found.labels}
    if found.names:
        columns["cluster name"] = [cluster_name(number, found.names) for number in found.labels]
    if found.memberships is not None:
        for number, each in enumerate(found.memberships.T, 1):
            columns[f"probability of {cluster_name(number, found.names)}"] = each
    for place, (name, cells) in enumerate(columns.items()):
        while name in frame:
            name += "_"
        frame.insert(place, name, cells)
    return frame


@cache.by_content(32)
def _silhouette(view: View, fit: cache.Fit) -> float:
    return silhouette(fit.estimator, view.table, view.seed)


def _sizes(found: Clustering) -> None:
    sizes, whole = found.sizes, are_whole(found.view.table.weights)
    rows = "rows" if whole else "weighted rows"
    percent = (100 * sizes / sizes.sum()).to_numpy()
    frame = pd.DataFrame({"cluster": sizes.index, rows: sizes.to_numpy(), "percent": percent})
    config: dict[str, Any] = {}
    if found.memberships is not None and len(sizes) > 1:
        frame[CERTAINTY] = _mean_probability(found).reindex(sizes.index).to_numpy()
        config[CERTAINTY] = st.column_config.NumberColumn(format="%.2f", help=ABOUT_CERTAINTY)
    if found.names:
        # what does not fit is the number of rows, which the figure has too
        names = [found.names.get(number, "") for number in sizes.index]
        frame = frame.assign(name=names)[["cluster", "name", *frame.columns[:0:-1]]]
    # with names there is no room for a bar and its number
    share = (
        st.column_config.NumberColumn(format="%.1f %%", width=70)
        if found.names
        else st.column_config.ProgressColumn(format="%.1f %%", min_value=0.0, max_value=100.0)
    )
    counts = st.column_config.NumberColumn(format="localized" if whole else "%.0f")
    config |= {rows: counts, "percent": share}
    height = LISTED_HEIGHT if len(frame) > LISTED else None
    show_table(frame, hide_index=True, column_config=config, height=height, alt="Sizes of the clusters")
    if not whole:
        st.caption("The row weights are fractional. The silhouette is defined for whole rows, so it is not computed.")


def _mean_probability(found: Clustering) -> pd.Series:
    """The mean probability with which the rows of each cluster belong to it, by weight."""
    weights = pd.Series(found.view.table.row_weights)
    highest = pd.Series(found.memberships.max(axis=1))
    return (highest * weights).groupby(found.labels).sum() / weights.groupby(found.labels).sum()


def _quality(found: Clustering) -> None:
    if found.learned.method.has_values:
        whole = are_whole(found.view.table.weights)
        st.metric("silhouette", number(_silhouette(found.view, found.fit)) if whole else "–", help=SILHOUETTE)


def scores(found: Clustering) -> None:
    """Show the scores of the clusters against the known classes, and what they are by chance."""
    reached = metrics.scores(found.view.table.target, found.labels, sample_weight=found.view.table.weights)
    for box, (key, help) in zip(
        st.container(key="scores").columns(len(AGAINST_CLASSES)), AGAINST_CLASSES.items(), strict=True
    ):
        box.metric(metrics.NAMES[key], metrics.score_text(key, reached[key]), help=help)
    panels.chips(_by_chance_too(found, reached["accuracy"]), "scores")


def details(found: Clustering) -> None:
    """Show how surely rows belong to their clusters, and how many starts there were."""
    _certainty(found)
    st.caption(_from_starts(found))


def _from_starts(found: Clustering) -> str:
    """How many starts the clusters and their scores come from, and how far single ones agree if that is known."""
    if not found.starts:
        return f"{plain(found.called)} has no random start: every run gives these clusters."
    who = "The method" if found.own else "The clusterer"
    words = f"{who} ran from {counted(found.n_starts, 'random start')}. "
    if found.n_starts > 1:
        words += (
            "Shown are the clusters that are best by its own objective, the number that it makes as small as it can. "
            "The classes are not used for this. "
        )
        reached = getattr(found.fit.estimator, "n_reached_", None)
        words += "" if reached is None else f"{reached} of the starts reached it. "
        spread = getattr(found.fit.estimator, "share_spread_", 0.0)
        if spread > SPREAD:
            words += (
                f"The shares of their classes differ by up to {in_percent(spread)}: several solutions fit equally "
                "well, and the data do not choose one. "
            )
    else:
        words += "Another random seed can give other clusters. "
    if found.view.info is not None and not found.own:
        words += f"The tab {BOARD} of the page {METHODS} has mean scores of single starts, which can be far lower. "
    runs = background.peek(found.view, found.runs_asked)
    if runs is None or np.isnan(runs.mean_agreement):
        return f"{words}To see how much the start matters, open the tab “{STABLE}”."
    return (
        f"{words}Two of {len(runs.agreement)} runs from single starts agree with each other to an ARI of "
        f"{number(runs.mean_agreement)} on average."
    )


def _certainty(found: Clustering) -> None:
    """How surely rows belong to the clusters that they are in, where the method says so."""
    if found.memberships is None or len(found.sizes) < 2:
        return
    whole = are_whole(found.view.table.weights)
    st.caption(findings.certainty(found.memberships.max(axis=1), found.view.table.row_weights, whole))


def _by_chance_too(found: Clustering, accuracy: float) -> dict[str, str]:
    """A chip: what one single cluster and random labels of the same cluster sizes reach."""
    against = by_chance(found.view, found.fit)
    no_better = "The clusters shown are no better than a single one by this score. "
    no_better *= bool(accuracy <= against.one_cluster + 1e-9)
    nmi = metrics.score_text("normalized_mutual_info", _nmi_by_chance(found.view, found.fit))
    return chips("clusters", "scores by chance", accuracy=baselines_in_words(against), no_better=no_better, nmi=nmi)


@cache.by_content(32)
def by_chance(view: View, fit: cache.Fit) -> Baselines:
    """What the accuracy of the clusters is to be compared with."""
    return baselines(view.table.target, fit.estimator.labels_, view.table.weights)


@cache.by_content(32)
def _nmi_by_chance(view: View, fit: cache.Fit) -> float:
    return mean_by_chance("normalized_mutual_info", view.table.target, fit.estimator.labels_, view.table.weights)
