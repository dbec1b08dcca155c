"""What else to ask of clusters: do they match the known classes, are they stable, is their number right?"""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis import metrics, stability
from catviz.analysis.shuffles import ShuffleTest
from catviz.analysis.stability import SHOWN_ROWS, CoAssignment, co_assignment, mean_agreement, repeated_labels
from catviz.parameters import Number
from catviz.plots import clusters as draw
from catviz.progress import reporting
from catviz.registry import Method
from catviz.table.weights import are_whole
from catviz.ui.clusters.parts import FURTHER, STABLE, Clustering, compared_with_chance
from catviz.ui.state import background, cache
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, in_percent, number, plain
from catviz.ui.widgets import charts, panels, structure
from catviz.words.stability import conclusion

RUNS = 20
CLOSE = 0.9
"""Runs that agree at least this much on average agree closely."""
LITTLE, QUICK, FEW = 0.6, 0.2, 40
"""Runs that agree less than this on average agree little: pointed out if by estimate they take no more than so many
seconds.

Of a table with more columns the estimate is too uncertain.
"""
CONFUSED = 3
"""Confusions named at most."""
ROUNDING = 1e-9
"""Of a sum of weights."""
BY_BIC = "bic"
STARTS = 5
HARDLY = 2.0
"""A difference of BIC up to this hardly speaks for either model (Raftery 1995)."""


def against_classes(found: Clustering) -> None:
    """Clusters and known classes, matched one to one."""
    counts, pairs = matched(found)
    main, side = panels.columns()
    with main:
        words = _table_in_words(counts, found.names)
        charts.show(draw.matched(counts, pairs, charts.theme(), found.names), "matched", words)
    with side:
        right, n = sum(counts.iloc[i, j] for i, j in pairs), counts.to_numpy().sum()
        whole, weights = are_whole(found.view.table.weights), found.view.table.row_weights
        agree = f"{right:,} of {n:,} rows" if whole else f"{in_percent(right / n, 1)} of the rows, by weight,"
        st.markdown(
            "Each class is matched with one cluster at most (framed), so that as many rows as possible are in the "
            f"cluster of their class. These are **{agree}**: accuracy {in_percent(right / n, 1)}. "
            f"{compared_with_chance(found, right / n)}"
        )
        st.markdown("\n".join(_confusions(counts, pairs, found.names)))
        unknown = weights[~found.view.table.known].sum()
        if unknown:
            part = in_percent(unknown / weights.sum(), 1)
            left = counted(unknown, "row") if whole else f"{part} of the rows, by weight,"
            st.caption(f"Left out: {left} without a known class.")


def matched(found: Clustering) -> tuple[pd.DataFrame, list[tuple[int, int]]]:
    """``(counts, pairs)``: rows of each group by cluster, groups in the order of their clusters; the matched places."""
    view = found.view
    table, known = view.table, view.table.known
    labels, numbers = np.unique(table.target[known].astype(str)), np.unique(found.labels[known].astype(str))
    counts = metrics.contingency(table.target, found.labels, table.weights)
    counts = pd.DataFrame(counts, labels, numbers.astype(int)).sort_index(axis=1)
    counts = counts.loc[[group for group in view.classes if group in counts.index]]
    cluster_of = dict(zip(*metrics.matching(counts.to_numpy()), strict=True))
    order = sorted(range(len(counts)), key=lambda i: cluster_of.get(i, counts.shape[1]))
    counts = counts.iloc[order]
    places = [(place, int(cluster_of[i])) for place, i in enumerate(order) if i in cluster_of]
    return counts, [(i, j) for i, j in places if counts.iloc[i, j]]


def stable(found: Clustering) -> None:
    """Which rows stay together when the clusterer starts elsewhere."""
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
    main, side = panels.columns()
    with main:
        figure = draw.together(assignment.together, found.labels[assignment.rows], charts.theme(), found.names)
        alt = f"How often two rows are in the same cluster in {len(assignment.agreement)} runs."
        charts.show(figure, "together", alt)
    with side:
        _agreement_in_words(assignment, found.n_starts)
        _stability(found)


def starts_differ(found: Clustering) -> str:
    """A remark if single starts agree little; empty if they do not, or would have to be waited for."""
    if not found.starts or found.view.table.n_attributes > FEW or RUNS * found.seconds_of_a_run() > QUICK:
        return ""
    mean = _mean_agreement(found.view, found.fit, found)
    if not mean < LITTLE:
        return ""
    return (
        f"These clusters are one of many possible groupings. {RUNS} runs, each from its own random start, agree little "
        f"(mean ARI of two runs {number(mean)}; 1 means the same clusters). The clusters shown are the best of "
        f"{counted(found.n_starts, 'start')}, and all scores are theirs. Before you report them, open “{STABLE}” under "
        f"“{FURTHER}”."
    )


def how_many(found: Clustering) -> None:
    """A permutation test of the clusters along k, for the method and the clusterer chosen."""
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
    structure.section(found.view, learned.method.name, learned.parameters, found.clusterer, code=True)


def _repeated_runs(found: Clustering, report) -> CoAssignment | None:
    return co_assignment(found.view.table, _runs(found, report), random_state=found.view.seed)


@cache.by_content(32)
def _mean_agreement(view: View, fit: cache.Fit, _found: Clustering) -> float:
    return mean_agreement(_runs(_found), view.table.weights)


def _runs(found: Clustering, report=None) -> np.ndarray:
    """(R, n) labels of runs from single starts."""
    return repeated_labels(found.single_run(), found.view.table, RUNS, found.view.seed, callback=report)


def _stability(found: Clustering) -> None:
    """The same agreement on shuffled tables, on request."""
    view, learned = found.view, found.learned
    if view.picked_rows:
        st.caption(view.untested)
        return
    if not are_whole(view.table.weights):
        st.caption(
            "No comparison with shuffled tables: the row weights are fractional, and only whole rows can be shuffled."
        )
        return
    st.caption(
        "Stable does not mean real: clusters of unrelated columns can be stable too. The button compares with tables "
        "in which every column is shuffled."
    )
    work = partial(_stability_tested, view, learned.method.name, learned.parameters, found.clusterer, found.k)
    title = f"Stability of up to {structure.SHUFFLES} shuffled tables"
    expected = structure.SHUFFLES * structure.stability_seconds(view, learned.method.name, found.clusterer, RUNS)
    what, ask = repr(("stability test", found.what, found.k)), "Compare with shuffled tables"
    tested = background.result(view, what, work, title, expected, at_once=0.0, ask=ask, early=True)
    if tested is not None:
        st.markdown(plain(conclusion(tested), 1500))
        st.caption(view.about_rows)


def _stability_tested(
    view: View, name: str, parameters: cache.Parameters, clusterer: str | None, k: int, report
) -> ShuffleTest:
    unfitted = cache.unfitted(view, name, parameters)
    y = view.target_for(unfitted)
    return stability.stability_test(view.table, unfitted, k, RUNS, structure.SHUFFLES, view.seed, clusterer, y, report)


def _agreement_in_words(assignment: CoAssignment, starts: int) -> None:
    mean, runs = assignment.mean_agreement, len(assignment.agreement)
    if np.isnan(mean):
        st.markdown("One run alone says nothing about others.")
        return
    if mean >= CLOSE:
        verdict = "On average two of these runs agree closely; single runs may differ."
    elif mean >= LITTLE:
        verdict = "On average two of these runs agree in part."
    else:
        verdict = "On average two of these runs agree little."
    st.metric("mean ARI of two runs", number(mean), help="Mean adjusted Rand index (ARI) over all pairs of runs.")
    st.markdown(f"**{verdict}**")
    st.markdown(
        f"Closely: a mean ARI of {CLOSE} or more; in part: {LITTLE} to {CLOSE}; little: less than {LITTLE}. "
        f"Each of the {runs} runs has a single start. 1 means that any two runs find the same clusters, 0 that they "
        f"agree no more than random clusters do. The {charts.theme().near}er a cell, the more often its two rows are "
        f"in the same cluster. The strip at the left shows the clusters above, from the best of "
        f"{counted(starts, 'start')}."
    )
    if assignment.sampled:
        st.caption(f"{SHOWN_ROWS} of the distinct rows are drawn; the agreement counts them all.")


def _confusions(counts: pd.DataFrame, pairs: list[tuple[int, int]], names: dict[int, str]) -> list[str]:
    """The largest numbers of rows outside the matched cells, and how many the others have together, in words."""
    apart = counts.to_numpy().copy()
    for i, j in pairs:
        apart[i, j] = 0
    class_of, cluster_of = {j: i for i, j in pairs}, dict(pairs)
    classes = [plain(name, 40) for name in counts.index]
    clusters = [plain(draw.cluster_name(number, names)) for number in counts.columns]
    lines, others = [], apart.sum()
    for place in np.argsort(-apart, axis=None, kind="stable")[:CONFUSED]:
        i, j = np.unravel_index(place, apart.shape)
        if apart[i, j]:
            # a class with rows in a cluster without a match has another cluster: else these two would be matched
            whose = (
                f"matched with {classes[class_of[j]]}"
                if j in class_of
                else f"matched with no class, since {classes[i]} is matched with {clusters[cluster_of[i]]}"
            )
            lines.append(f"- {classes[i]}: {_rows(apart[i, j])} in {clusters[j]} ({whose})")
            others -= apart[i, j]
    return [*lines, f"- all others together: {_rows(others)}"] if others > ROUNDING else lines


def _rows(count: float) -> str:
    return f"{_amount(count)} {'row' if count == 1 else 'rows'}"


def _amount(count: float) -> str:
    """A number of rows; with one decimal where rows are weighted by fractions."""
    return f"{count:,}" if isinstance(count, int | np.integer) else f"{count:,.1f}"


def _table_in_words(counts: pd.DataFrame, names: dict[int, str]) -> str:
    largest = counts.idxmax(axis=1)
    parts = [f"{g}: most in {draw.cluster_name(c, names)} ({_amount(counts.loc[g, c])})" for g, c in largest.items()]
    return "Known classes by cluster. " + "; ".join(parts)


def chooses(method: Method) -> bool:
    """True for a method that can choose its number of clusters by BIC."""
    declared = method.cls.parameters.get("n_clusters")
    return isinstance(declared, Number) and BY_BIC in declared.special


def section(view: View, learned: Fitted) -> None:
    """BIC along the number of classes, and how often random starts reached the best model."""
    given = dict(learned.parameters) | {"n_clusters": BY_BIC, "n_init": STARTS}
    parameters = tuple(sorted(given.items()))
    work = partial(_criteria, view, learned.method.name, parameters)
    title = f"{plain(learned.method.short)}: models with 1 to 10 classes"
    seconds = 2.5 * learned.method.cls.cost(*structure.size(view))
    found = background.result(view, repr(("bic", learned.method.name, parameters)), work, title, seconds, 2.0, 1.0)
    if found is None:
        st.caption(
            f"Fits a model with each number of classes, each from {STARTS} random starts, and compares their BIC."
        )
        return
    best = found.loc[found["bic"].idxmin()]
    main, side = panels.columns()
    with main:
        alt = f"BIC of models with 1 to {len(found)} classes."
        charts.show(draw.criterion(found, charts.theme(), view.n_classes), "bic", alt)
    with side:
        st.markdown(lowest(found))
        reached = int(best["reached"])
        st.markdown(
            f"{reached} of {counted(best['starts'], 'random start')} reached the largest likelihood found."
            + (" A better one may have been missed: try other seeds." if reached < best["starts"] else "")
        )
        st.caption(
            "BIC compares these models with each other. It does not test whether there are classes at all, and columns "
            "that depend on each other within a class raise the number of classes."
        )
        structure.download_runs(found, "criteria.csv")


def lowest(found: pd.DataFrame) -> str:
    """The number of classes with the lowest BIC, and those whose BIC hardly differs from it."""
    best = found.loc[found["bic"].idxmin()]
    others = found[(found["bic"] - best["bic"] <= HARDLY) & (found["clusters"] != best["clusters"])]
    words = f"BIC is lowest with **{_classes(best['clusters'])}** ({number(best['bic'])})"
    if others.empty:
        return f"{words}."
    near = [f"**{_classes(line.clusters)}** ({number(line.bic - best['bic'])} more)" for line in others.itertuples()]
    return (
        f"{words}, and hardly higher with {' and '.join(near)}. The data hardly decide between models whose BIC "
        f"differs by {HARDLY:g} or less: prefer the one whose classes you can interpret."
    )


def _classes(k: float) -> str:
    return f"{int(k)} {'class' if k == 1 else 'classes'}"


def _criteria(view: View, name: str, parameters: cache.Parameters, report) -> pd.DataFrame:
    method, runs = cache.unfitted(view, name, parameters), 10 * STARTS
    done = 0

    def progress(step: dict) -> bool:
        nonlocal done
        done += not step["iteration"]
        return report(min(done / runs, 0.99))

    with reporting(progress):
        return method.fit(view.table).criteria_
