"""The parts of the Compare page: what to compare, the run in the background, its results, agreement of methods."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from catviz import experiments
from catviz.plots import compare as draw
from catviz.registry import Method, methods
from catviz.ui import cache, charts, controls, jobs, panels
from catviz.ui.view import View
from catviz.ui.words import counted, plain

GROUPS, AGREE, LIST = "Against known groups", "Do the methods agree?", "All methods"
OPENING = 4
"""Methods the page opens with: the first few of the registry that learn values."""
AT_ONCE = 20.0
"""Estimated seconds up to which a comparison starts by itself, in the background."""
PATIENCE = 1.5
"""Seconds the page waits for it before it shows progress instead."""
METRICS = {
    "ARI": "adjusted Rand index: 0 by chance, 1 for the same groups",
    "AC": "share of rows right, on the best matching of clusters to groups",
    "NMI": "mutual information over the root of both entropies",
    "F1": "pairs of rows rightly together: harmonic mean of precision and recall",
    "AMI": "mutual information corrected for chance",
    "purity": "share of rows in their cluster's largest group",
}


def question(view: View) -> str:
    """What to compare by; without known groups, agreement."""
    return controls.segmented("Compare", [GROUPS, AGREE, LIST], "compare", GROUPS if view.groups_known else AGREE)


def choose_methods(view: View, asked: str) -> list[Method]:
    """The methods to compare. One that is told the groups is not scored against them."""
    if asked == GROUPS:
        titles = {m.title: m for m in methods() if m.has_values and not m.supervised}
    else:
        titles = {m.title: m for m in methods() if m.compares_rows and (view.groups_known or not m.supervised)}
    return [titles[t] for t in controls.several("Methods", list(titles), "methods", list(titles)[:OPENING])]


def listing() -> None:
    """Every method of the papers: what it does, where it comes from, how faithful it is, or why there is none."""
    frame = pd.DataFrame(
        {
            "method": [m.title for m in methods()],
            "what it does": [m.summary for m in methods()],
            "here": [m.status + ("; told the groups" if m.supervised else "") for m in methods()],
            "source": [m.paper + (f" ({', '.join(m.aliases)})" if m.aliases else "") for m in methods()],
        }
    )
    st.table(frame.map(plain).set_index("method"))
    told = next(m.title for m in methods() if m.cls is not None and m.cls.uses_target and not m.supervised)
    st.caption(f"{plain(told)} learns from the groups where some are known, and does without where none are.")


def against_groups(view: View, chosen: list[Method]) -> None:
    """Repeated clusterings scored against known groups."""
    if not view.groups_known:
        st.info("No groups are known for this table. Name a column of groups at the left, or see where methods agree.")
        return
    if not chosen:
        st.info("Choose at least one method.")
        return
    catalog = cache.catalog()
    own = view.name
    others = {i.title: n for n, i in catalog.items() if i.n_classes > 1 and i.title != own}
    data_box, how_box, repeat_box, run_box = st.columns([4, 2, 2, 1], vertical_alignment="bottom")
    with data_box:
        extra = controls.several("This table, and also", list(others), "tables")
    with how_box:
        clusterer = controls.select("Clusters by", list(experiments.CLUSTERERS), "clusterer")
    with repeat_box:
        repeats = controls.number("Repeats", "repeats", 2, 50, 5, slider=False)
    tables = {own: view.table} | {title: cache.bundled(others[title]) for title in extra}
    most = experiments.CLUSTERERS[clusterer].most_rows
    large = [title for title, table in tables.items() if len(table) > most and len(table.unique_rows()[0]) > most]
    if large:
        st.info(
            f"{plain(', '.join(large))}: too many rows. {clusterer.capitalize()} clustering compares every pair of "
            f"distinct rows, and takes at most {most:,} of them; k-modes and k-means take any number."
        )
        return
    key = f"compare-{view.fingerprint}-{extra}-{[m.name for m in chosen]}-{clusterer}-{repeats}-{view.seed}"
    work = partial(_compare, tables, {m.title: m.cls for m in chosen}, clusterer, repeats, view.seed)
    run_box.button("Run", type="primary", on_click=jobs.start, args=(key, work), width="stretch")
    job = jobs.find(key)
    seconds = _estimate(tables, chosen, clusterer, repeats)
    if job is None and seconds <= AT_ONCE:
        job = jobs.start(key, work)
        job.wait(PATIENCE)
    if job is None:
        st.info(f"{counted(len(chosen) * len(tables) * repeats, 'run')}, about {seconds:,.0f} s. Press Run.")
    elif not job.done:
        jobs.panel(key, "Comparing")
    else:
        _results(view, job, chosen)


def agreement(view: View, chosen: list[Method]) -> None:
    """Rank correlation of row distances between the methods chosen."""
    if len(chosen) < 2:
        st.info("Choose at least two methods.")
        return
    matrix = cache.agreement(view, tuple(m.name for m in chosen))
    main, side = panels.columns()
    with main:
        charts.show(draw.agreement(matrix, charts.theme()), "agreement", "Rank correlation of row distances by method.")
    with side:
        st.markdown(
            "**1** means two methods put every pair of rows in the same order of nearness, **0** that one says nothing "
            "about the other. Methods that agree will give the same maps and clusters."
        )
        silent = [n for n in matrix.columns if matrix[n].isna().all()]
        if silent:
            st.markdown(f"All rows equally far, so nothing to agree with: {plain(', '.join(silent))}.")


def _compare(tables, classes, clusterer, repeats, seed, report) -> pd.DataFrame:
    estimators = {title: _with_defaults(cls) for title, cls in classes.items()}
    return experiments.compare(tables, estimators, clusterer, repeats, seed, report)


def _with_defaults(cls: type):
    """The method with its defaults; one that clusters as it learns starts small and from a fixed seed."""
    settings = {"n_clusters": 3, "random_state": 0} if "n_clusters" in cls().get_params() else {}
    return cls(**settings)


def _estimate(tables, chosen: list[Method], clusterer: str, repeats: int) -> float:
    clustering = experiments.CLUSTERERS[clusterer].estimator.cost
    seconds = 0.0
    for table in tables.values():
        n, d, c = table.n_rows, table.n_attributes, sum(len(x) for x in table.categories)
        seconds += sum(m.cls.cost(n, d, c) + repeats * clustering(n, d, c) for m in chosen)
    return seconds


def _results(view: View, job: jobs.Job, chosen: list[Method]) -> None:
    results = job.result()
    if job.cancelled:
        st.caption(f"Cancelled after {job.elapsed:.0f} s: the runs finished by then.")
    if results is None or results.empty:
        panels.nothing_to_show(view, "no method tells any two rows apart", "compare")
        return
    metric = controls.segmented("Score", list(METRICS), "metric")
    main, side = panels.columns()
    with main:
        alt = f"{metric} of each run, by method and table."
        charts.show(draw.boxes(results, metric, charts.theme()), "boxes", alt)
    with side:
        st.caption(f"{metric}: {METRICS[metric]}. One point a run from random starts; higher is better.")
        names = ["data", "method"] if results["data"].nunique() > 1 else ["method"]
        means = results.groupby(names, sort=False)[metric].agg(["mean", "std"]).reset_index()
        st.dataframe(
            means,
            hide_index=True,
            column_config={c: st.column_config.NumberColumn(format="%.3f") for c in ("mean", "std")},
            alt="Mean and standard deviation of the runs",
        )
        silent = [m.title for m in chosen if m.title not in set(results["method"])]
        if silent:
            st.markdown(f"Tells no two rows apart here: {plain(', '.join(silent))}.")
        name = "comparison.csv"
        csv = partial(results.to_csv, index=False)
        st.download_button("Download all runs (CSV)", csv, name, "text/csv", on_click="ignore", width="stretch")
