"""Two questions about orders learned with groups: does the order matter here, and how many groups are there?"""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from catviz.analysis.chance import equal_baselines
from catviz.analysis.order_study import LEVEL, against_random, order_study
from catviz.analysis.statistics import permutations_needed
from catviz.plots import strips
from catviz.plots.strips import Measure
from catviz.registry import Method, method
from catviz.ui.orders.own_order import ACCURACY, Z, in_words
from catviz.ui.state import background, cache, controls
from catviz.ui.state.view import View
from catviz.ui.text import counted, number
from catviz.ui.widgets import charts, panels, structure
from catviz.ui.widgets.panels import most_groups

LEARNER = "OCL"
"""What learns orders with groups where the page's own method does not."""
REPEATS = 100
"""Runs of each kind of order, as in the paper."""
KINDS = {"Hamming": "none (Hamming)", "declared": "declared", "random": "random", "learned": "learned"}


def does_order_matter(view: View, k: int | None) -> None:
    """k-modes without orders, with declared, random and learned ones: the paper's Figure 1 on this table."""
    if k is None:
        k_box, _ = st.columns([2, 5])
        with k_box:
            k = controls.number("Groups", "k", 1, most_groups(view), panels.n_clusters(view))
    seconds = REPEATS * (4 * _seconds(view, "KModes", 1) + _seconds(view, LEARNER, 1))
    what, title = repr(("does order matter", k)), f"{REPEATS} runs of each kind"
    runs = background.result(view, what, partial(_order_study, view, k), title, seconds, patience=0.5)
    if runs is None or runs.empty:
        st.caption(
            "k-modes clusters the rows without orders (Hamming), with declared, with random and with learned ones; "
            "nothing but the distance between values changes."
        )
        return
    # without orders any two values are 1 apart: that z is on another scale
    runs = runs.assign(z=runs["z"].where(runs["kind"] != "Hamming"))
    measures = [ACCURACY, Z] if view.groups_known else [Z]
    if not view.groups_known:
        runs = runs[runs["kind"] != "Hamming"]
    main, side = panels.columns()
    with main:
        words = f"Runs of k-modes by kind of order: {in_words(runs, measures)}"
        charts.show(strips.strips(runs, KINDS, measures, charts.theme()), "order-study", words)
    with side:
        _compared(runs, measures)
        if view.groups_known:
            equal = equal_baselines(view.table.target, k, view.table.weights)
            st.caption(f"For comparison, accuracy: {equal} (in {k} clusters of equal size).")
        structure.download_runs(runs, "order_study.csv")


def how_many_groups(view: View, chosen: Method, parameters: cache.Parameters) -> None:
    """A permutation test of clusters with learned orders, along their number."""
    structure.section(view, *_learner(chosen, parameters))


def _order_study(view: View, k: int, report) -> pd.DataFrame:
    return order_study(view.table, k, REPEATS, view.seed, report)


def _compared(runs: pd.DataFrame, measures: list[Measure]) -> None:
    first = measures[0]
    found = against_random(runs, first.column, first is ACCURACY)
    means = runs.groupby("kind", sort=False)[[m.column for m in measures]].mean()
    means = means.loc[[kind for kind in KINDS if kind in means.index]].join(found["p_holm"].rename("p (Holm)"))
    formats = {"accuracy": "percent", "z": "%.4g", "p (Holm)": "%.3f"}
    config = {column: st.column_config.NumberColumn(format=formats[column]) for column in means}
    st.dataframe(means.reset_index(), hide_index=True, column_config=config, alt="Mean of the runs by kind of order")
    st.markdown(_verdict(found, runs, first))
    words = "Each point is one run; in all kinds runs start from the same rows. "
    words += (
        "z under Hamming is on another scale and left out."
        if first is ACCURACY
        else "Learned orders minimise z, so a lower z is what they were made for, and no finding about the data."
    )
    st.caption(words)


def _verdict(found: pd.DataFrame, runs: pd.DataFrame, first: Measure) -> str:
    """Which kinds of orders are better than random ones, and what would have been significant."""
    n, uncorrected = len(found), int((found["p"] <= LEVEL).sum())
    random = runs.loc[runs["kind"] == "random", first.column]
    needed = permutations_needed(2 * n)  # the p of a kind is twice a mean
    if len(random) < needed:
        return (
            f"With {len(random)} random orders no kind of order can be significantly better: Holm's correction for "
            f"{counted(n, 'kind')} needs at least {needed}."
        )
    better = found.index[found["better"]].tolist()
    names = f": {', '.join(KINDS[kind] for kind in better)}" if better else ""
    words = (
        f"{first.title.capitalize()} better than with random orders: **{len(better)} of "
        f"{counted(n, 'kind')} of order** (Holm-corrected at 5 %; {uncorrected} uncorrected){names}. p: twice the mean "
        "share of the runs with random orders that are at least as good as a run of the kind. Random and learned "
        "orders are given to every column; declared ones leave columns without a declared order as same or different."
    )
    if len(better) < n:
        allowed = int(LEVEL * (len(random) + 1) / (2 * n) + 1e-9) - 1  # random runs that may be as good
        edge = random.nlargest(allowed + 1).iloc[-1] if first is ACCURACY else random.nsmallest(allowed + 1).iloc[-1]
        shown = f"more than {edge:.1%}" if first is ACCURACY else f"less than {number(edge)}"
        words += f" Not significant does not mean equal: runs that all have {shown} would be significant."
    return words


def _learner(chosen: Method, parameters: cache.Parameters) -> tuple[str, cache.Parameters]:
    """The page's method with its way of learning, or the one that learns orders with groups."""
    if chosen.cls.gives != "order":
        return LEARNER, ()
    return chosen.name, tuple((key, value) for key, value in parameters if key == "mode")


def _seconds(view: View, name: str, starts: int) -> float:
    """What a fit from so many starts takes, roughly."""
    rows, _ = cache.distinct_rows(view)
    values = sum(len(labels) for labels in rows.categories)
    return method(name).cls.cost(len(rows), rows.n_attributes, values) * starts / (5 if name == LEARNER else 1)
