"""Two questions about orders learned with groups: does the order matter here, and how many groups are there?"""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from catviz.experiments.order_study import order_study
from catviz.plots import strips
from catviz.plots.strips import Measure
from catviz.registry import Method, method
from catviz.ui import background, cache, charts, controls, panels, structure
from catviz.ui.orders import most_groups
from catviz.ui.theatre import ACCURACY, Z, in_words
from catviz.ui.view import View

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
    runs = runs.rename(columns={"AC": "accuracy"}).assign(z=runs["z"].where(runs["kind"] != "Hamming"))
    measures = [ACCURACY, Z] if view.groups_known else [Z]
    if not view.groups_known:
        runs = runs[runs["kind"] != "Hamming"]
    main, side = panels.columns()
    with main:
        words = f"Runs of k-modes by kind of order: {in_words(runs, measures)}"
        charts.show(strips.strips(runs, KINDS, measures, charts.theme()), "order-study", words)
    with side:
        _compared(runs, measures)
        structure.download_runs(runs, "order_study.csv")


def how_many_groups(view: View, chosen: Method, parameters: cache.Parameters) -> None:
    """A permutation test of clusters with learned orders, along their number."""
    structure.section(view, *_learner(chosen, parameters))


def _order_study(view: View, k: int, report) -> pd.DataFrame:
    return order_study(view.table, k, REPEATS, view.seed, report)


def _compared(runs: pd.DataFrame, measures: list[Measure]) -> None:
    means = runs.groupby("kind", sort=False)[[m.column for m in measures]].mean()
    ordered = means.loc[[kind for kind in KINDS if kind in means.index]].reset_index()
    formats = {"accuracy": "percent", "z": "%.4g"}
    config = {m.column: st.column_config.NumberColumn(format=formats[m.column]) for m in measures}
    st.dataframe(ordered, hide_index=True, column_config=config, alt="Mean of the runs by kind of order")
    first, others = measures[0], runs[runs["kind"] == "random"][measures[0].column]
    learned = means.loc["learned", first.column]
    beaten = (others < learned).mean() if first is ACCURACY else (others > learned).mean()
    st.markdown(f"The mean of learned orders is better than **{beaten:.0%}** of the runs with random ones.")
    words = "Each point is one run; in all kinds runs start from the same rows. "
    words += "z under Hamming is on another scale and left out." if first is ACCURACY else ""
    st.caption(words)


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
