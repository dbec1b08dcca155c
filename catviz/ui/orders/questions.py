"""Two questions about orders and clusters: does the declared order help to find the classes, and how many clusters?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from catviz.analysis.baseline_scores import equal_baselines
from catviz.analysis.order_test import DESCRIBED, GAIN_ORDERS, GAIN_STARTS, OrderTest, order_test
from catviz.analysis.shuffles import EARLY
from catviz.clustering.starts import N_STARTS
from catviz.plots import strips
from catviz.plots.strips import Measure
from catviz.registry import Method
from catviz.table.weights import are_whole
from catviz.ui.labels import DETAILS
from catviz.ui.orders import findings
from catviz.ui.orders.own_order import ACCURACY, Z, in_words
from catviz.ui.orders.parts import WHAT_Z_IS
from catviz.ui.state import background, cache, controls
from catviz.ui.state.learned import seconds_with_groups
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts, downloads, panels, structure
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.panels import most_clusters
from catviz.words.chips import chips
from catviz.words.comparison import baselines_in_words
from catviz.words.orders import answer, order_test_in_words

#: What learns orders with groups where the page's own method does not.
LEARNER = "OCL"
ARI = Measure("adjusted_rand", "adjusted Rand index", "higher is better", 0.05)
#: Random orders at most, and runs under each order.
ORDERS = 99
RANDOM, ALL = "random", "random, all columns"
KINDS = {
    "Hamming": "none (Hamming)",
    "declared": "declared",
    RANDOM: "random, same columns",
    "learned": "learned, all columns",
    ALL: ALL,
}


def does_order_matter(view: View, k: int | None, say: Callable[[str], None]) -> None:
    """k-modes without orders, with declared, random and learned ones; says whether the declared ones help."""
    if view.picked_rows:
        st.info(view.untested)
        return
    if k is None:
        k_box, _ = st.columns([2, 5])
        with k_box:
            k = controls.number("Clusters", "k", 1, most_clusters(view), panels.n_clusters(view))
    tested = view.classes_known and are_whole(view.table.weights)
    # the tests usually end early; a shuffle runs k-modes under five orders from five starts
    orders = 2 + DESCRIBED + (EARLY * (1 + (1 + GAIN_ORDERS) * GAIN_STARTS / N_STARTS) if tested else DESCRIBED)
    learning = seconds_with_groups(view, (("n_clusters", k), ("n_init", N_STARTS)))[1]
    seconds = N_STARTS * orders * _seconds(view) + learning
    what = repr(("does order matter", k))
    title = f"Test with up to {ORDERS} random orders" if tested else f"k-modes under {DESCRIBED} random orders"
    study = background.result(view, what, partial(_order_test, view, k), title, seconds, wait_seconds=0.5, early=tested)
    if study is None or study.runs.empty:
        return
    # without orders any two values are 1 apart: that z is on another scale
    means = study.means.assign(z=study.means["z"].where(study.means["kind"] != "Hamming"))
    measures = [ARI, ACCURACY, Z] if view.classes_known else [Z]
    if not view.classes_known:
        means = means[means["kind"] != "Hamming"]
    say(plain(answer(study)))
    main, side = panels.columns()
    with main:
        words = f"k-modes by kind of order: {in_words(means, measures)}"
        charts.show(strips.strips(means, KINDS, measures, charts.theme()), "order-study", words)
        st.caption(f"Each point: one order, the mean of {N_STARTS} runs of k-modes. Learned orders: one run.")
        _limits(view, study, means)
        _details(view, study, _reading(means, measures), k)
    with side:
        _means(means, measures)
        downloads.csv_button("Download the runs (CSV)", study.runs, "order_study.csv")


def how_many_clusters(view: View, chosen: Method, parameters: cache.Parameters) -> None:
    """A permutation test of clusters with learned orders, by the page's method or one that learns them with groups."""
    if chosen.orders_with_clusters:
        structure.section(view, chosen.name, tuple((key, value) for key, value in parameters if key == "mode"))
    else:
        structure.section(view, LEARNER, ())


def _order_test(view: View, k: int, report) -> OrderTest:
    return order_test(view.table, k, ORDERS, N_STARTS, view.seed, callback=report)


def _means(means: pd.DataFrame, measures: list[Measure]) -> None:
    """The mean of each kind of orders."""
    columns = [m.column for m in measures]
    shown = means.groupby("kind", sort=False)[columns].mean()
    shown.insert(0, "orders", means["kind"].value_counts())
    shown = shown.loc[[kind for kind in KINDS if kind in shown.index]].rename(index=KINDS)
    for share in (m.column for m in measures if m.share):
        shown[share] *= 100
    formats = {"orders": "%d", "adjusted_rand": "%.3f", "accuracy": "%.1f %%", "z": "%.4g"}
    names = {"orders": "orders", **{m.column: m.title for m in measures}}
    config = {c: st.column_config.NumberColumn(names[c], format=formats[c]) for c in shown}
    show_table(shown.reset_index(), hide_index=True, column_config=config, alt="Means by kind of order")


def _limits(view: View, found: OrderTest, means: pd.DataFrame) -> None:
    """Show what limits the answer: the tests, what they assume of the rows, and what is not tested."""
    texts, kinds = {}, set(means["kind"])
    if found.test is not None:
        texts = chips("order matters", "two tests", "clusters chosen before?")
        texts |= panels.of_independence(view)
    if "learned" in kinds:
        with_which = next((KINDS[kind] for kind in (ALL, RANDOM) if kind in kinds), None)
        other = "" if with_which is None else f"; compare them with “{with_which}”"
        texts |= chips("order matters", "learned: not tested", compare=other)
    panels.chips(texts)


def _details(view: View, found: OrderTest, reading: str, k: int) -> None:
    """The numbers behind the answer, when it is significant, and how to read the points."""
    with st.expander(DETAILS):
        words = plain(order_test_in_words(found), 700)
        st.markdown(words, help=None if found.test is None else findings.significant_if(found.test))
        st.markdown(reading, help=WHAT_Z_IS)
        if view.classes_known:
            equal = equal_baselines(view.table.target, k, view.table.weights)
            st.markdown(f"For comparison, accuracy with {k} clusters of equal size: {baselines_in_words(equal)}.")


def _reading(means: pd.DataFrame, measures: list[Measure]) -> str:
    """From which rows the runs start, and which points can be compared."""
    words = (
        "The runs start from the same rows for all orders; that of a learned order from the rows with which it was "
        "learned. "
    )
    if ACCURACY in measures:
        words += "z under Hamming is on another scale and left out. "
    else:
        words += "Learned orders minimise z, so their lower z says nothing about the data. "
    if (means["kind"] == ALL).any() and (means["kind"] == RANDOM).any():
        words += "Compare z between orders of the same columns only."
    return words


def _seconds(view: View) -> float:
    """What a run of k-modes under given orders takes, roughly."""
    rows, _ = cache.distinct_rows(view)
    return 0.001 + 9e-8 * len(rows) * rows.n_attributes
