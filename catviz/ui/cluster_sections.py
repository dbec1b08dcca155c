"""What else to ask of clusters: do they match the groups known, do they come back, are there that many at all?"""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz import metrics
from catviz.codebook import natural_order
from catviz.experiments import CLUSTERERS
from catviz.experiments.stability import SHOWN_ROWS, CoAssignment, co_assignment, repeated_labels
from catviz.plots import clusters as draw
from catviz.ui import background, cache, charts, group_count, order_questions, panels
from catviz.ui.clusters import DEFAULT, Clustering, by_chance, seconds
from catviz.ui.view import View
from catviz.ui.words import number, plain

TRIES = 20
CONFUSED = 3
"""Confusions named at most."""


def against_groups(found: Clustering) -> None:
    """Clusters beside the known groups, matched one to one."""
    counts, pairs = matched(found)
    main, side = panels.columns()
    with main:
        charts.show(draw.matched(counts, pairs, charts.theme()), "matched", _table_in_words(counts))
    with side:
        right, n = sum(counts.iloc[i, j] for i, j in pairs), int(counts.to_numpy().sum())
        st.markdown(
            f"Matched one to one (framed), **{right:,} of {n:,} rows** are in the cluster of their group: accuracy "
            f"{number(right / n)}. For comparison: {by_chance(found)} (clusters of the same sizes)."
        )
        st.markdown("\n".join(_confusions(counts, pairs)))
        unknown = len(found.labels) - n
        if unknown:
            st.caption(f"{unknown:,} rows without a known group are left out.")


def matched(found: Clustering) -> tuple[pd.DataFrame, list[tuple[int, int]]]:
    """``(counts, pairs)``: rows of each group by cluster, clusters in the order of their groups; the matched places."""
    view = found.view
    known = np.array([g is not None for g in view.table.target], dtype=bool)
    groups, clusters = view.table.target[known].astype(str), found.labels[known]
    counts = pd.DataFrame(
        metrics.contingency(groups, clusters), np.unique(groups), np.unique(clusters.astype(str)).astype(int)
    ).sort_index(axis=1)
    declared = view.info.class_order if view.info is not None and view.info.class_order else ()
    counts = counts.loc[list(declared) if set(counts.index) == set(declared) else natural_order(set(counts.index))]
    rows, columns = metrics.matching(counts.to_numpy())
    rest = [j for j in range(counts.shape[1]) if j not in columns]
    counts = counts.iloc[:, [*columns, *rest]]
    return counts, [(i, j) for j, i in enumerate(rows.tolist()) if counts.iloc[i, j]]


def stable(found: Clustering) -> None:
    """Which rows stay together when the clusterer starts elsewhere."""
    if not CLUSTERERS[found.name].starts:
        st.info(
            f"{plain(found.name).capitalize()} clustering starts nowhere at random: every try gives the same clusters, "
            "which says nothing about whether they are real. Choose another clusterer to see whether it finds them too."
        )
        return
    work = partial(_tries, found.view, found.learned.fit, found.k, found.name)
    expected = TRIES * seconds(found.view, found.name, 1) + 1
    what, title = repr(("stable", found.what, found.k)), f"{TRIES} tries from other starts"
    told = background.result(found.view, what, work, title, expected, patience=1.0)
    if told is None:
        st.caption("Each try starts from other rows; the map shows which rows end up together every time.")
        return
    main, side = panels.columns()
    with main:
        figure = draw.together(told.together, found.labels[told.rows], charts.theme())
        charts.show(figure, "together", f"How often rows fall together in {TRIES} tries.")
    with side:
        _agreement_in_words(told)


def how_many(found: Clustering) -> None:
    """Scores along k beside those of shuffled columns, for the clusterer chosen or the one nearest to it."""
    view, learned, name = found.view, found.learned, found.name
    if learned.method.cls.gives == "order":
        st.caption(f"{plain(learned.method.short)} learns its orders anew on each table, with clusters of its own.")
        order_questions.how_many_groups(view, learned.method, learned.parameters)
        return
    if not CLUSTERERS[name].starts:
        st.caption(
            f"{plain(name).capitalize()} clustering lowers no objective; here are {DEFAULT} under its distances."
        )
        name = DEFAULT
    unfitted = partial(CLUSTERERS[name].unfitted, learned.estimator.geometry_, found.k)
    each = seconds(view, name, group_count.STARTS)
    try:
        group_count.section(view, repr((learned.method.name, learned.parameters, name)), unfitted, each)
    except ValueError as error:
        st.info(f"With shuffled columns, {plain(error, 600)}. Choose {DEFAULT}.")


def _tries(view: View, learned: cache.Fitted, k: int, name: str, report) -> CoAssignment | None:
    model = CLUSTERERS[name].unfitted(learned.estimator.geometry_, k)
    runs = repeated_labels(model, view.table, TRIES, view.seed, callback=report)
    return co_assignment(view.table, runs, random_state=view.seed)


def _agreement_in_words(told: CoAssignment) -> None:
    mean, runs = told.mean_agreement, len(told.agreement)
    if np.isnan(mean):
        st.markdown("One try alone says nothing about others.")
        return
    if mean >= 0.9:
        verdict = "The same clusters come back wherever a try starts."
    elif mean >= 0.6:
        verdict = "A core of each cluster comes back; its border depends on the start."
    else:
        verdict = "Other starts give other clusters: do not read much into a single one."
    st.metric("agreement of two tries", number(mean), help="Mean adjusted Rand index over all pairs of tries.")
    st.markdown(f"**{verdict}**")
    st.markdown(
        f"Of {runs} tries, each a single start: 1 means that any two find the same clusters, 0 that they agree no "
        f"more than chance. {charts.theme().near.capitalize()} squares: rows that always fall together. The strip at "
        f"the left: their cluster above, from the best of {cache.CLUSTER_STARTS} starts."
    )
    st.caption("Stable is not the same as real: columns without any relation can give stable clusters too.")
    if told.sampled:
        st.caption(f"{SHOWN_ROWS} of the distinct rows are drawn; the agreement counts them all.")


def _confusions(counts: pd.DataFrame, pairs: list[tuple[int, int]]) -> list[str]:
    """The largest numbers of rows outside the matched cells, in words."""
    apart = counts.to_numpy().copy()
    for i, j in pairs:
        apart[i, j] = 0
    group_of = {j: counts.index[i] for i, j in pairs}
    lines = []
    for place in np.argsort(-apart, axis=None, kind="stable")[:CONFUSED]:
        i, j = np.unravel_index(place, apart.shape)
        if apart[i, j]:
            whose = f"the cluster of {plain(group_of[j], 40)}" if j in group_of else "matched with no group"
            lines.append(f"- {apart[i, j]:,} of {plain(counts.index[i], 40)} in cluster {counts.columns[j]}, {whose}")
    return lines


def _table_in_words(counts: pd.DataFrame) -> str:
    largest = counts.idxmax(axis=1)
    parts = [f"{g}: most in cluster {c} ({counts.loc[g, c]:,})" for g, c in largest.items()]
    return "Known groups by cluster. " + "; ".join(parts)
