"""Clusters described: what sets each apart, the rules that lead to it, how they were found, and files of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz import plots
from catviz.analysis.profiles import FEWEST_EXPECTED, REMARKABLE
from catviz.analysis.rules import Rules, most_by_default, right_of
from catviz.clustering.by_name import CLUSTERERS
from catviz.clustering.kmeans import KMeansCategorical
from catviz.clustering.kmedoids import KMedoidsCategorical
from catviz.clustering.kmodes import KModes
from catviz.clustering.starts import N_STARTS
from catviz.export import code as scripts
from catviz.export import figure_code
from catviz.export.figure_code import Named
from catviz.plots import clusters as draw
from catviz.plots.clusters import cluster_name
from catviz.registry import methods
from catviz.table.weights import are_whole
from catviz.ui.clusters import findings
from catviz.ui.clusters.parts import LISTED, LISTED_HEIGHT, labelled
from catviz.ui.state import controls, session
from catviz.ui.state.shelves import following
from catviz.ui.text import counted, latex, latex_number, number, plain
from catviz.ui.widgets import charts, cluster_findings, formula, panels, structure
from catviz.ui.widgets.cluster_findings import shown_only
from catviz.ui.widgets.clustering import Clustering
from catviz.ui.widgets.downloads import geometry_tables, learning, offer
from catviz.ui.widgets.kept_figures import kept
from catviz.words import clusters as answers
from catviz.words.overview import beyond_chance

#: Values that the heat map shows at most, and in a presentation.
VALUES, PRESENTED_VALUES = 20, 12
#: Rules that can be asked for, and drawn; of more than so many the list scrolls, and its height.
MOST_RULES, DRAWN_RULES, RULES_LISTED, RULES_HEIGHT = 60, 12, 16, 520
#: What opens all rules in words.
DETAILS_OF_RULES = "All rules in words"


def profiles(found: Clustering) -> None:
    """Show the heat map of lifts."""
    frame = cluster_findings.profiles(found)
    most = PRESENTED_VALUES if session.PRESENTING.get() else VALUES
    values = cluster_findings.most_characteristic(frame, most)
    if not values:
        st.info("All rows are in one cluster, so there is nothing to compare: choose more clusters.")
        return
    alt = f"Lift of {len(values)} values in {len(found.sizes)} clusters."
    aside = shown_only(found.view)
    figure, piece = figure_code.draw(
        kept(plots.cluster_profiles),
        Named("table", found.view.table),
        Named("labels"),
        most=most,
        names=dict(found.names),
        aside=Named(None, aside),
        profiles=Named(None, frame),
        theme=charts.theme(),
    )
    charts.show(figure, "lifts", alt, piece=piece if found.view.shown is None else None)
    printed = " Number: share of the cluster's rows." if len(found.sizes) <= draw.PRINTED_CLUSTERS else ""
    st.caption(f"Colour: lift, how many times as frequent as among all rows.{printed}")


def answer(found: Clustering, described: Rules | None) -> str:
    """The answer under the page's title, as plain text; ``described`` by rules that do not make the clusters.

    Where it was tested whether rows cluster better than by chance, that comes first, and rules stand for the values.
    """
    learned = found.learned
    test = structure.known(found.view, learned.method.name, learned.parameters, found.clusterer)
    frame, whole = cluster_findings.profiles(found), are_whole(found.view.table.weights)
    words = following(frame, ("answer", found.k, *found.names.items()), lambda: _by_values(found, frame, whole))
    rules = "" if described is None or len(found.sizes) < 2 else answers.led_by_rules(described, whole)
    said = [words, rules] if test is None else [beyond_chance(test), rules or words]
    return " ".join(filter(None, said))


def _by_values(found: Clustering, frame: pd.DataFrame, whole: bool) -> str:
    return answers.clusters(
        frame[~frame["attribute"].isin(shown_only(found.view))],
        found.sizes,
        partial(cluster_name, names=found.names),
        whole,
        found.k - len(found.sizes),
    )


def details(found: Clustering) -> None:
    """Show each cluster in words."""
    frame, names = cluster_findings.profiles(found), found.names
    by_values = partial(findings.by_values, frame, names, shown_only(found.view))
    words = following(frame, ("each in words", *names.items()), by_values)
    with st.container(height=LISTED_HEIGHT, border=False) if len(words) > LISTED else nullcontext():
        st.markdown("\n".join(f"- {line}" for line in words))
    st.caption(
        "Lift: the share of rows with the value in the cluster, divided by their share among all rows. The list names "
        "the values with the largest test value: how far above the one expected by chance a count is, in standard "
        "deviations of a normal distribution. A frequent value can have a large test value and a small lift: its count "
        "is then far from that of random rows, but not by a large factor."
    )


def how_it_works(found: Clustering | None) -> None:
    """Show the clusterer's objective, and lift and test value with the numbers of one value."""
    if found is None:
        return
    if not found.own:
        clusterer = CLUSTERERS[found.name]
        st.markdown(f"**{plain(found.name)}**: {clusterer.summary}.")
        formula.show(next(m for m in methods() if m.cls is clusterer.estimator))
    _show_objective(found)
    frame = cluster_findings.profiles(found)
    frame = frame[frame["stands_out"] & ~frame["attribute"].isin(shown_only(found.view))]
    if frame.empty:
        return
    top = frame.loc[frame["v"].idxmax()]
    n = frame.drop_duplicates("cluster")["size"].sum()
    st.markdown(f"The value with the largest test value, in {plain(cluster_name(top['cluster'], found.names))}:")
    count, size, expected, with_it, n = map(
        latex_number, (top["count"], top["size"], top["expected"], top["share_all"] * n, n)
    )
    st.latex(
        rf"\text{{lift of }} {latex(top['attribute'])} = {latex(top['value'])}: \quad "
        rf"\frac{{{count} / {size}}}{{{with_it} / {n}}} = {latex_number(top['lift'])}"
    )
    st.latex(
        rf"e = \frac{{{size} \cdot {with_it}}}{{{n}}} = {expected}, \qquad "
        rf"v = \Phi^{{-1}}\bigl(P(N < {count}) + \tfrac12 P(N = {count})\bigr) = {latex_number(top['v'])}"
    )
    st.markdown(
        "- lift: share of rows with the value in the cluster, divided by the share among all rows\n"
        "- $e$: number of rows with the value to be expected in as many rows drawn at random\n"
        "- $N$: their number in that draw, without replacement (hypergeometric distribution)\n"
        "- $v$: test value, the place in a normal distribution as far out as the number seen is among draws"
    )
    st.caption(
        f"Each list has at most the {answers.NAMED} values with the largest v, if v is above {REMARKABLE:g} and the "
        f"count, or the expected count, is at least {FEWEST_EXPECTED}."
    )


def _show_objective(found: Clustering) -> None:
    """The value of the formula for the clusters shown, and the power with which columns add up under the method."""
    model = found.fit.estimator
    if not isinstance(model, KModes | KMeansCategorical | KMedoidsCategorical):
        return
    power = getattr(model.geometry_, "power", None) if isinstance(model, KModes) else None
    with_power = "" if power is None else f"Under {found.learned.method.short}, q = {power:g}."
    st.markdown(f"{plain(with_power)} The objective of the clusters shown is **{number(model.objective_)}**.")


def rules(found: Clustering, place: DeltaGenerator) -> Rules | None:
    """Show in a place the rules that lead to clusters; None for clusters that a method makes by its own."""
    if defining := getattr(found.fit.estimator, "rules_", None) if found.own else None:
        numbers, sizes = found.sizes.index, found.sizes.to_numpy()
        frame = pd.DataFrame({"rule": [defining[n - 1] for n in numbers], "label": numbers, "rows": sizes})
        with place:
            _draw_rules(found, frame.assign(right=sizes, share=1.0, label_rows=sizes), None)
        return None
    default = most_by_default(len(found.sizes))
    controls.follow("rules", default)
    with panels.aside("rules-details"), st.expander(DETAILS_OF_RULES):
        most = controls.number(
            "Rules at most",
            "rules",
            2,
            MOST_RULES,
            default,
            help="More rules describe more rows. Rules that name the same cluster are joined, so there may be fewer.",
        )
        described = cluster_findings.rules(found, int(most))
        _about_rules(found, described)
    with place:
        _draw_rules(found, described.rules, "found.rules")
    offer({"Rules of the clusters": lambda: listed(found, described)}, [scripts.rules(int(most))])
    return described


def _draw_rules(found: Clustering, frame: pd.DataFrame, code: str | None) -> None:
    """A bar for each rule; ``code`` is how a script names the frame, None where it has no such."""
    figure, piece = figure_code.draw(
        kept(plots.cluster_rules), Named(code, frame), names=dict(found.names), theme=charts.theme()
    )
    alt = f"{counted(len(frame), 'rule')} that lead to {counted(len(found.sizes), 'cluster')}, with the rows of each."
    charts.show(figure, "rules-drawn", alt, piece=piece if code else None, leads=charts.LED)
    drawn = f" The {DRAWN_RULES} rules of most rows." if len(frame) > DRAWN_RULES else ""
    grey = " Grey: rows of other clusters." if (frame["right"] < frame["rows"]).any() else ""
    st.caption(f"Bar: the rows of a rule. Coloured: those of its cluster.{grey}{drawn}")


def _about_rules(found: Clustering, described: Rules) -> None:
    """How many rows the rules describe, all of them in words, and how they are found."""
    st.markdown(plain(described.conclusion("cluster", partial(cluster_name, names=found.names)), 600))
    lines = following(described, ("in words", *found.names.items()), partial(_lines, found, described))
    with st.container(height=RULES_HEIGHT, border=False) if len(lines) > RULES_LISTED else nullcontext():
        st.markdown("\n".join(lines))
    st.caption(
        "In brackets: rows of the cluster among the rows to which the rule applies. Exactly one rule applies to each "
        "row. The rules come from a tree of questions of the kind “column = value?”. Each question is the one whose "
        "answers are most strongly associated with the clusters (chi-squared). “≠” includes missing values. "
        + (
            "The tree stops because no further question with at least 3 rows on each side changes a rule."
            if described.complete
            else "More rules can be allowed."
        )
    )


def listed(found: Clustering, described: Rules) -> pd.DataFrame:
    """The rules, those of the first cluster first, and what each cluster is called."""
    frame = described.rules.sort_values("label", kind="stable").rename(columns={"label": "cluster"})
    frame.insert(0, "name", [cluster_name(number, found.names) for number in frame["cluster"]])
    return frame.rename(columns={"label_rows": "cluster_rows"}).reset_index(drop=True)


def _lines(found: Clustering, described: Rules) -> list[str]:
    lines = listed(found, described).itertuples()
    return [f"- **{plain(line.name)}**: {plain(line.rule, 600)} ({right_of(line)})" for line in lines]


def offer_clusters(found: Clustering) -> None:
    """Offer the rows with their cluster, and what the method learned."""
    if found.own:
        piece = scripts.own_clusters(found.memberships is not None, found.scored)
    else:
        piece = scripts.clusters(found.name, found.k, N_STARTS, found.view.seed, found.scored)
    tables: dict[str, Callable[[], pd.DataFrame]] = {"The rows with their cluster": partial(labelled, found)}
    if found.learned.method.has_values:
        tables |= geometry_tables(found.learned)
    offer(tables, [learning(found.view, found.learned), piece])
