"""What else to ask of clusters: do they match the known classes, are they stable, is their number right?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz.analysis import metrics, stability
from catviz.analysis.stability import SHOWN_ROWS, CoAssignment, co_assignment
from catviz.parameters import Number
from catviz.plots import clusters as draw
from catviz.progress import reporting
from catviz.registry import Method
from catviz.table.weights import are_whole
from catviz.ui.clusters import findings, parts
from catviz.ui.labels import DETAILS
from catviz.ui.state import background, cache
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, in_percent, number, plain
from catviz.ui.widgets import charts, downloads, panels, structure
from catviz.ui.widgets.cluster_findings import RUNS, single_runs
from catviz.ui.widgets.clustering import Clustering
from catviz.words import clusters as answers
from catviz.words.chips import chips
from catviz.words.clusters import stability_in_words

BY_BIC = "bic"
STARTS = 5


def against_classes(found: Clustering, say: Callable[[str], None]) -> None:
    """Show clusters and known classes, matched one to one."""
    if not found.scored:
        used = f"{plain(found.learned.method.short)} used the known classes"
        st.info(f"**Nothing to draw here:** {used}, so clusters that match them prove nothing.")
        return
    counts, pairs = matched(found)
    words = findings.classes_by_cluster(counts, found.names)
    figure = draw.matched(counts, pairs, charts.theme(), found.names)
    charts.show(figure, "matched", words, leads=charts.LED)
    whole, weights = are_whole(found.view.table.weights), found.view.table.row_weights
    right = sum(counts.iloc[i, j] for i, j in pairs)
    by_chance = parts.by_chance(found.view, found.fit)
    say(answers.matched_with_classes(right, counts.to_numpy().sum(), by_chance, whole))
    main, side = panels.columns()
    with side:
        parts.scores(found)
    with main:
        st.caption(
            "Each class is matched with one cluster at most (framed), so that as many rows as possible are in the "
            "cluster of their class. Rows elsewhere:"
        )
        st.markdown("\n".join(findings.confusions(counts, pairs, found.names)))
        unknown = weights[~found.view.table.known].sum()
        if unknown:
            part = in_percent(unknown / weights.sum(), 1)
            left = counted(unknown, "row") if whole else f"{part} of the rows, by weight,"
            st.caption(f"Left out: {left} without a known class.")


def matched(found: Clustering) -> tuple[pd.DataFrame, list[tuple[int, int]]]:
    """``(counts, pairs)``: rows of each group by cluster, groups in the order of their clusters; the matched places."""
    view = found.view
    table, has_class = view.table, view.table.known
    labels, numbers = np.unique(table.target[has_class].astype(str)), np.unique(found.labels[has_class].astype(str))
    counts = metrics.contingency(table.target, found.labels, table.weights)
    counts = pd.DataFrame(counts, labels, numbers.astype(int)).sort_index(axis=1)
    counts = counts.loc[[group for group in view.classes if group in counts.index]]
    cluster_of = dict(zip(*metrics.matching(counts.to_numpy()), strict=True))
    order = sorted(range(len(counts)), key=lambda i: cluster_of.get(i, counts.shape[1]))
    counts = counts.iloc[order]
    places = [(place, int(cluster_of[i])) for place, i in enumerate(order) if i in cluster_of]
    return counts, [(i, j) for i, j in places if counts.iloc[i, j]]


def stable(found: Clustering, say: Callable[[str], None]) -> None:
    """Show which rows stay together when the clusterer starts elsewhere."""
    if not found.starts:
        st.info(
            f"{plain(found.called)} has no random start: every run gives the same clusters, which says nothing about "
            "whether they are real. Choose another clusterer to see whether it finds them too."
        )
        return
    work = partial(_repeated_runs, found)
    expected = RUNS * found.seconds_of_a_run() + 1
    what, title = found.runs_asked, f"{RUNS} runs from random starts"
    assignment = background.result(found.view, what, work, title, expected, wait_seconds=1.0)
    if assignment is None:
        st.caption("Each run starts from other rows. The map shows how often two rows are in the same cluster.")
        return
    figure = draw.together(assignment.together, found.labels[assignment.rows], charts.theme(), found.names)
    alt = f"How often two rows are in the same cluster in {len(assignment.agreement)} runs."
    charts.show(figure, "together", alt, leads=figure.layout.height)
    say(answers.runs_agree(len(assignment.agreement), assignment.mean_agreement))
    main, side = panels.columns()
    with main:
        _stability(found)
    with side:
        _agreement(assignment, found.n_starts)


def how_many(found: Clustering, say: Callable[[str], None], most_box: DeltaGenerator) -> None:
    """Show a permutation test of the clusters along k, for the method and the clusterer chosen."""
    learned, short = found.learned, plain(found.learned.method.short)
    if not learned.method.has_values:
        st.info(
            f"There is no test of these clusters here. The test asks how far clusters explain the distances between "
            f"rows, and {short} uses no distances."
        )
        return
    if found.own and chooses(learned.method):
        section(found.view, learned)
    if found.own:
        st.caption(f"{short} learns each table anew and finds its own clusters in it, for each number of clusters.")
    structure.section(found.view, learned.method.name, learned.parameters, found.clusterer, True, say, most_box)


def _repeated_runs(found: Clustering, report) -> CoAssignment | None:
    return co_assignment(found.view.table, single_runs(found, report), random_state=found.view.seed)


def _stability(found: Clustering) -> None:
    """The same agreement on shuffled tables, on request."""
    view, learned = found.view, found.learned
    if why := view.not_drawn_anew:
        st.caption(why)
        return
    panels.chips(chips("clusters", "stable is not real"), "stable")
    unfitted = cache.unfitted(view, learned.method.name, learned.parameters)
    arguments = view.table, unfitted, found.k, RUNS, structure.SHUFFLES, view.seed, found.clusterer
    work = partial(stability.stability_test, *arguments, view.target_for(unfitted))
    title = f"Stability of up to {structure.SHUFFLES} shuffled tables"
    expected = structure.SHUFFLES * structure.stability_seconds(view, learned.method.name, found.clusterer, RUNS)
    what, ask = repr(("stability test", found.what, found.k)), "Compare with shuffled tables"
    tested = background.result(view, what, work, title, expected, at_once=0.0, ask=ask, early=True)
    if tested is not None:
        st.markdown(plain(stability_in_words(tested), 1500))
        st.caption(view.about_rows)


def _agreement(assignment: CoAssignment, starts: int) -> None:
    mean = assignment.mean_agreement
    if np.isnan(mean):
        return
    st.metric("mean ARI of two runs", number(mean), help="Mean adjusted Rand index (ARI) over all pairs of runs.")
    with panels.aside("stable-details"), st.expander(DETAILS):
        st.caption(findings.about_agreement(len(assignment.agreement), starts, charts.theme().near))
        if assignment.sampled:
            st.caption(f"{SHOWN_ROWS} of the distinct rows are drawn; the agreement counts them all.")


def chooses(method: Method) -> bool:
    """True for a method that can choose its number of clusters by BIC."""
    declared = method.cls.parameters.get("n_clusters")
    return isinstance(declared, Number) and BY_BIC in declared.special


def section(view: View, learned: Fitted) -> None:
    """Show BIC along the number of classes, and how often random starts reached the best model."""
    settings = dict(learned.parameters) | {"n_clusters": BY_BIC, "n_init": STARTS}
    parameters = tuple(sorted(settings.items()))
    work = partial(_criteria, view, learned.method.name, parameters)
    title = f"{plain(learned.method.short)}: models with 1 to 10 classes"
    seconds = 2.5 * learned.method.cls.cost(*structure.size(view))
    criteria = background.result(view, repr(("bic", learned.method.name, parameters)), work, title, seconds, 2.0, 1.0)
    if criteria is None:
        st.caption(
            f"Fits a model with each number of classes, each from {STARTS} random starts, and compares their BIC."
        )
        return
    best = criteria.loc[criteria["bic"].idxmin()]
    main, side = panels.columns()
    with main:
        alt = f"BIC of models with 1 to {len(criteria)} classes."
        charts.show(draw.criterion(criteria, charts.theme(), view.n_classes), "bic", alt)
    with side:
        st.markdown(findings.lowest(criteria))
        st.markdown(findings.reached(best))
        st.caption(
            "BIC compares these models with each other. It does not test whether there are classes at all, and columns "
            "that depend on each other within a class raise the number of classes."
        )
        downloads.csv_button("Download the runs (CSV)", criteria, "criteria.csv")


def _criteria(view: View, name: str, parameters: cache.Parameters, report) -> pd.DataFrame:
    method, runs = cache.unfitted(view, name, parameters), 10 * STARTS
    done = 0

    def progress(step: dict) -> bool:
        nonlocal done
        done += not step["iteration"]
        return report(min(done / runs, 0.99))

    with reporting(progress):
        return method.fit(view.table).criteria_
