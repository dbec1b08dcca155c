"""Two questions about orders learned with groups: does the order matter here, and how many groups are there?"""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from catviz.experiments.cluster_count import cluster_count, structure_warning
from catviz.experiments.order_study import order_study
from catviz.plots import cluster_count as draw_counts
from catviz.plots import strips
from catviz.plots.strips import Measure
from catviz.registry import Method, method
from catviz.ui import background, cache, charts, controls, panels
from catviz.ui.orders import most_groups
from catviz.ui.theatre import ACCURACY, Z, in_words
from catviz.ui.view import View
from catviz.ui.words import plain

LEARNER = "OCL"
"""What learns orders with groups where the page's own method does not."""
REPEATS = 100
"""Runs of each kind of order, as in the paper."""
KINDS = {"Hamming": "none (Hamming)", "declared": "declared", "random": "random", "learned": "learned"}
STARTS = 3
SHUFFLES = 20


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
        _download(runs, "order_study.csv")


def how_many_groups(view: View, chosen: Method, parameters: cache.Parameters) -> None:
    """z and silhouette along k, with what shuffled columns give."""
    fractions = view.table.weights is not None and (view.table.weights % 1).any()
    if fractions:
        st.info("Columns are shuffled among whole rows, but a row weighs a fraction here: choose other row weights.")
        return
    most_box, _ = st.columns([2, 5])
    with most_box:
        most = controls.number("Groups up to", "most", 2, most_groups(view), min(10, most_groups(view)))
    ks = range(2, most + 1)
    name, settings = _learner(chosen, parameters)
    seconds = (1 + SHUFFLES) * len(ks) * _seconds(view, LEARNER, STARTS)
    what = repr(("groups", name, settings, most))
    title = f"{(1 + SHUFFLES) * len(ks)} fits along k"
    found = background.result(view, what, partial(_along_k, view, name, settings, ks), title, seconds, patience=0.5)
    if found is None or found.empty:
        st.caption(f"Fits of {STARTS} tries for each k, on this table and on {SHUFFLES} with shuffled columns.")
        return
    main, side = panels.columns()
    with main:
        alt = "Objective and silhouette along the number of groups, with the band of shuffled columns."
        charts.show(draw_counts.along_k(found, charts.theme(), view.n_groups), "along-k", alt)
    with side:
        _reading(found)
        _download(found, "groups.csv")


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


def _along_k(view: View, name: str, settings: cache.Parameters, ks: range, report) -> pd.DataFrame:
    model = cache.unfitted(view, name, settings)
    return cluster_count(view.table, model, ks, STARTS, SHUFFLES, view.seed, callback=report)


def _reading(found: pd.DataFrame) -> None:
    warning = structure_warning(found)
    if warning:
        st.warning(plain(warning))
    else:
        z = found[found["measure"] == "z"].dropna()
        below = z[z["observed"] < z["null_05"]]["k"].tolist()
        st.markdown(f"z lies below its band for **k = {_listed(below)}**: these groups are more than value counts.")
    silhouettes = found[found["measure"] == "silhouette"].dropna(subset=["observed"])
    if len(silhouettes):
        best = silhouettes.loc[silhouettes["observed"].idxmax()]
        place = "above" if best["observed"] > best["null_95"] else "not above"
        st.markdown(f"The silhouette is highest for **k = {best['k']}** ({best['observed']:.2f}, {place} its band).")
    st.caption(
        "z falls with more groups anyway, so look at the gap to the band, not for the lowest z. It holds 5 to 95 % "
        f"of {SHUFFLES} tables whose columns were shuffled one by one."
    )


def _listed(numbers: list[int]) -> str:
    """Numbers with runs drawn together: 2 to 4, 7."""
    runs: list[list[int]] = []
    for k in numbers:
        if runs and k == runs[-1][-1] + 1:
            runs[-1].append(k)
        else:
            runs.append([k])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


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


def _download(frame: pd.DataFrame, name: str) -> None:
    csv = partial(frame.to_csv, index=False)
    st.download_button("Download the runs (CSV)", csv, name, "text/csv", on_click="ignore", width="stretch")
