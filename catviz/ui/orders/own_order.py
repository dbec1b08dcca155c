"""Your own order: an order of one column made by hand, compared with learned, declared and random ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.baseline_scores import baselines
from catviz.orders.arrangement import random_ranks
from catviz.orders.objective import OrderTrial
from catviz.plots import strips as draw
from catviz.plots.order_chart import OrderLane
from catviz.plots.strips import Measure
from catviz.ui.labels import CLUSTERS
from catviz.ui.orders import findings, parts
from catviz.ui.orders.parts import WHAT_Z_IS
from catviz.ui.state import background, cache, controls, link
from catviz.ui.state.table_choices import OWN_ORDER
from catviz.ui.state.view import View
from catviz.ui.text import counted, in_percent, number, plain
from catviz.ui.widgets import charts, editors, panels
from catviz.ui.widgets.panels import most_clusters
from catviz.words.comparison import baselines_in_words

RANDOM = 100
WAIT_SECONDS = 1.0
_SAME = 1e-9
KINDS = {"yours": "yours", "learned": "learned", "declared": "declared"}
Z = Measure("z", "objective z", "lower is better", 0.02)
ACCURACY = Measure("accuracy", "accuracy", "higher is better", 0.05, share=True)


@dataclass(frozen=True, eq=False)
class TriedColumn:
    """A column whose order is tried on the orders and groups learned of all columns; ``k`` None: the fit's own."""

    view: View
    fit: cache.Fitted
    k: int | None
    lane: OrderLane

    @property
    def content(self) -> str:
        """The column of the table it is, as text: an order made by hand stays, whatever else is chosen."""
        return repr((self.view.fingerprint, self.lane.attribute))

    @property
    def measures(self) -> list[Measure]:
        """What is measured here."""
        return [Z, ACCURACY] if self.view.classes_known else [Z]

    @property
    def n_clusters(self) -> int:
        """How many clusters the rows are in."""
        return int(np.max(parts.order_trial(self.view, self.fit, self.k).with_orders({}).labels)) + 1

    @property
    def by_chance(self) -> str:
        """What one single cluster and random labels of the same cluster sizes reach, in words."""
        labels = parts.order_trial(self.view, self.fit, self.k).with_orders({}).labels
        return baselines_in_words(baselines(self.view.table.target, labels, self.view.table.weights))

    @property
    def one_cluster(self) -> float:
        """The accuracy of all rows in one cluster: the share of the largest class."""
        table = self.view.table
        sizes = pd.Series(table.row_weights).groupby(table.target).sum()
        return float(sizes.max() / sizes.sum())

    def values(self, order: Sequence[int]) -> tuple[str, ...]:
        """Values in an order, by their labels."""
        return tuple(self.lane.labels[i] for i in order)

    def scores(self, order: Sequence[int]) -> dict[str, float]:
        """What an order of the column is worth."""
        return parts.order_tried(self.view, self.fit, self.k, self.lane.attribute, self.values(order))


def movable(lanes: Sequence[OrderLane]) -> list[OrderLane]:
    """The columns that have other orders: two values in either order are the same one."""
    return [lane for lane in lanes if len(lane.labels) > 2]


def section(view: View, fit: cache.Fitted, lanes: list[OrderLane]) -> None:
    """Show the column to play with, the number of groups where the fit has none of its own, and the play."""
    column_box, k_box, _ = st.columns([2, 2, 3], vertical_alignment="bottom")
    with column_box:
        attribute = controls.select("Column to order", [lane.attribute for lane in lanes], "column")
    k = None
    if not fit.method.orders_with_clusters:
        with k_box:
            k = controls.number("Clusters", "k", 1, most_clusters(view), panels.n_clusters(view))
    tried = TriedColumn(view, fit, k, next(lane for lane in lanes if lane.attribute == attribute))
    _restore(tried)
    _edit(tried, _keep(tried))


def _restore(tried: TriedColumn) -> None:
    """Take over the order that a link asks for, once, if it is one of this column's values."""
    asked = link.asked_texts(OWN_ORDER)
    places = (asked[0] if asked else "").split(".")
    if sorted(places) == sorted(map(str, range(1, len(tried.lane.labels) + 1))):
        editors.put(tried.content, [int(place) - 1 for place in places])


def _keep(tried: TriedColumn) -> list[int]:
    """Have the link carry an order that is not the learned one; the order carried or learned."""
    learned = np.argsort(tried.lane.ranks).tolist()
    order = editors.arranged(tried.content) or learned
    link.keep_texts(OWN_ORDER, [] if order == learned else [".".join(str(i + 1) for i in order)])
    return order


@st.fragment
def _edit(tried: TriedColumn, carried: list[int]) -> None:
    lane = tried.lane
    presets = {"learned": np.argsort(lane.ranks).tolist()}
    if lane.declared is not None:
        presets["declared"] = np.argsort(np.where(lane.known, lane.declared, np.inf), kind="stable").tolist()
    main, side = panels.columns()
    with main:
        name = f"Values of {lane.attribute} in your order"
        edited = editors.edit_order(tried.content, name, lane.labels, lane.counts.tolist(), presets["learned"])
    with side:
        _presets(tried, presets)
        random = _random(tried)
    orders = {"yours": edited} | presets
    runs = pd.DataFrame([{"kind": kind} | tried.scores(order) for kind, order in orders.items()] + random)
    with main:
        words = f"Your order of {lane.attribute} and other orders: {in_words(runs, tried.measures)}"
        kinds = KINDS | {"random": f"random × {len(random)}, bar: mean"}
        still = why_constant(runs, tried)
        measures = [Z] if still else tried.measures
        charts.show(draw.strips(runs, kinds, measures, charts.theme()), "theatre", words)
        if still:
            st.info(still)
    with side:
        _verdict(runs, tried)
    if edited != carried:
        st.rerun()  # the link carries the order


def _presets(tried: TriedColumn, presets: dict[str, list[int]]) -> None:
    st.markdown("**Start again from**")
    with st.container(horizontal=True):
        for name, order in presets.items():
            st.button(name, key=f"from-{name}", on_click=editors.put, args=(tried.content, order))
        st.button("random", key="from-random", on_click=_shuffle, args=(tried,))


def _shuffle(tried: TriedColumn) -> None:
    editors.put(tried.content, np.random.default_rng().permutation(len(tried.lane.labels)).tolist())


def _random(tried: TriedColumn) -> list[dict]:
    """The runs of random orders, as far as they are there."""
    what = repr(("random orders", tried.fit.content, tried.k, tried.lane.attribute))
    trial = parts.order_trial(tried.view, tried.fit, tried.k)
    work = partial(_random_orders, trial, tried.lane, tried.view)
    return background.result(tried.view, what, work, f"{RANDOM} random orders", wait_seconds=WAIT_SECONDS) or []


def _random_orders(trial: OrderTrial, lane: OrderLane, view: View, report) -> list[dict]:
    rng, runs, learned = np.random.default_rng(view.seed), [], trial.with_orders({})
    for i in range(RANDOM):
        values = [lane.labels[v] for v in np.argsort(random_ranks(len(lane.labels), rng))]
        tried = trial.with_orders({lane.attribute: values})
        runs.append({"kind": "random"} | parts.order_scores(tried, learned, view.table))
        if report((i + 1) / RANDOM, runs):
            break
    return runs


def _verdict(runs: pd.DataFrame, tried: TriedColumn) -> None:
    yours, learned = (runs[runs["kind"] == kind].iloc[0] for kind in ("yours", "learned"))
    for box, measure in zip(st.columns(len(tried.measures)), tried.measures, strict=True):
        value, change = yours[measure.column], yours[measure.column] - learned[measure.column]
        shown, words = measure.text(value), f"{change:+.3g}"
        if measure is ACCURACY:
            words = f"{100 * change:+.1f} points"
        same = abs(change) <= _SAME * abs(value)
        arrow: Any
        words, arrow = ("as learned", "off") if same else (words, "auto")
        # grey: a change is no test
        help = WHAT_Z_IS if measure is Z else None
        box.metric(f"your {measure.column}", shown, words, delta_color="off", delta_arrow=arrow, help=help)
    random = runs.loc[runs["kind"] == "random", "z"]
    words = "Changes are compared with the learned order; the other columns keep theirs. "
    if len(random):
        words += findings.lower_z(float(yours["z"]), random, tried.lane.attribute)
    st.markdown(words)
    if ACCURACY in tried.measures:
        st.caption(
            f"For comparison, accuracy: {tried.by_chance}. Here the distance of two "
            "values is the number of steps between them in the order, so clusters and accuracy can differ from those "
            f"on the page {CLUSTERS}."
        )


def why_constant(runs: pd.DataFrame, tried: TriedColumn) -> str:
    """Why the accuracy is the same under all orders tried; empty if it is not, or no random order was tried yet."""
    if ACCURACY not in tried.measures or not (runs["kind"] == "random").any() or np.ptp(runs["accuracy"]) > _SAME:
        return ""
    right, column = in_percent(runs["accuracy"].iloc[0], 1), plain(tried.lane.attribute)
    below = runs["accuracy"].iloc[0] < tried.one_cluster - _SAME
    less = ", less than all rows in one cluster reach" if below else ""
    sentence = (
        f"**The accuracy stays at {right}** under your order, the order of the method and every other order tried "
        f"here{less}"
    )
    if tried.n_clusters == 1:
        return f"{sentence}: there is only one cluster, so no row can move. Choose two clusters or more."
    if not runs["moved"].any():
        return (
            f"{sentence}: no row moves to another cluster under any order of {column} tried. Only z changes. Try "
            "another column, or another number of clusters."
        )
    return (
        f"{sentence}: up to {counted(runs['moved'].max(), 'row')} move to another cluster, but as many as before "
        "are in the cluster of their class. Try another column, or more clusters."
    )


def in_words(runs: pd.DataFrame, measures: list[Measure]) -> str:
    """The means of runs by kind, as text."""
    means = runs.groupby("kind", sort=False)[[m.column for m in measures]].mean()
    return "; ".join(f"{k}: " + ", ".join(f"{c} {number(v)}" for c, v in line.items()) for k, line in means.iterrows())
