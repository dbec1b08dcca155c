"""Methods, Significance: Friedman's test as a gate, and which methods differ by their average ranks.

Only ranks by scores that are corrected for chance are tested.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz.analysis.baseline_scores import UNCORRECTED
from catviz.analysis.metrics import NAMES
from catviz.analysis.significance import Significance, mean_scores, mostly_one_class, rank_table, significance, versions
from catviz.analysis.statistics import LEVEL
from catviz.plots.significance import critical_difference, ranks_on_tables
from catviz.ui.labels import DETAILS
from catviz.ui.methods import findings
from catviz.ui.methods import trial as compare_trial
from catviz.ui.state import controls
from catviz.ui.state.view import View
from catviz.ui.text import counted, latex_number, plain
from catviz.ui.widgets import charts, formula, panels
from catviz.ui.widgets.kept_figures import kept
from catviz.words import comparison as answers
from catviz.words.comparison import not_counted, not_tested

ALL, ONE = "any two", "all against one"


def section(view: View, choices: DeltaGenerator, say: Callable[[str], None]) -> None:
    """Show the tab, and say which methods differ."""
    trial, result, whole = compare_trial.chosen_runs(view, choices)
    if trial is None:
        return
    if not whole:
        st.caption("Results appear when all runs have finished.")
        return
    metric_box, test_box, control_box, alpha_box = st.columns([4.2, 2.5, 2, 1.2], vertical_alignment="bottom")
    with metric_box:
        metric = compare_trial.choose_metric()
    scores = mean_scores(result, metric) if len(result) else pd.DataFrame()
    if min(scores.shape) < 2:
        st.info("Differences are tested over several tables: choose at least two methods and two tables.")
        return
    if metric in UNCORRECTED:
        say(f"The ranks by {NAMES[metric]} are described, not tested.")
        _ranks(scores, None)
        st.info(not_tested(metric))
        compare_trial.where_from(view, trial)
        return
    test, alpha = choose_test(list(scores.columns), test_box, control_box, alpha_box)
    tested = scores.dropna()
    unscored = plain(", ".join(scores.index.drop(tested.index)), 600)
    if len(tested) < 2:
        st.info(f"Nothing is tested. {not_counted(unscored)}")
        _ranks(scores, None)
        compare_trial.where_from(view, trial)
        return
    result = significance(tested, alpha, test)
    say(plain(answers.ranks_that_differ(result), 400))
    _ranks(tested, result)
    compare_trial.where_from(view, trial)
    main, side = panels.columns()
    with main:
        if few := findings.too_few_tables(result):
            st.caption(few)
        with st.expander(DETAILS):
            verdict(result)
            st.caption(
                f"Each mean is over {counted(trial.repeats, 'run')}. With clusterers that start at random, runs from "
                "other seeds can change close ranks, and with them the verdict. ARI and AMI are corrected for chance "
                "only on average; ranks by them can still favour methods that make large clusters."
            )
        if unscored:
            st.markdown(not_counted(unscored))
    with side:
        tables = {title: trial.tables[title] for title in tested.index}
        for group in versions(tables):
            st.warning(findings.versions_of_one(group))
        if titles := mostly_one_class(tables):
            st.warning(findings.of_one_class(titles))
    how_it_works(result)


def choose_test(names: list[str], test_box, control_box, alpha_box, default: str | None = None):
    """``(control or None, alpha)``: which differences are asked for, and how sure one wants to be."""
    help = (
        "Any two: Nemenyi's test. All against one: that of Bonferroni and Dunn. It makes fewer comparisons, so smaller "
        "differences are significant."
    )
    with test_box:
        opening, key = (ALL, "test") if default is None else (ONE, "test-of-table")
        one = controls.segmented("Compare", [ALL, ONE], key, opening, help=help) == ONE
    with control_box:
        control = controls.select(
            "Reference method", names, "control", default or names[0], formerly=compare_trial.titles(), disabled=not one
        )
    with alpha_box:
        help = (
            "The error rate: how often the test may find a difference if all methods are alike. With few methods it "
            "is about right. With many methods, some of them near copies, it is higher: in simulations with shuffled "
            "classes, a test at 5\u00a0% found a difference in 46 of 400 with 36 methods, and in 27 of 400 with ten. "
            "The board therefore tests at 1\u00a0%. If many tables have no clusters, methods can differ significantly "
            "only because their clusters have different sizes, even in ranks by ARI."
        )
        alpha = controls.number("α, %", "alpha", 1, 50, round(100 * LEVEL), help, slider=False) / 100
    return control if one else None, alpha


def diagram(found: Significance, key: str) -> None:
    """Show the critical-difference diagram."""
    charts.show(kept(critical_difference)(found, theme=charts.theme()), key, _in_words(found.ranks, found))


def _ranks(scores: pd.DataFrame, found: Significance | None) -> None:
    """The ranks on every table and their averages, with what the test does not tell apart if there is one."""
    theme = charts.theme()
    figure = kept(ranks_on_tables)(scores, found, theme, charts.method_colours(theme))
    average = rank_table(scores).mean().sort_values(kind="stable")
    charts.show(figure, "ranks-on-tables", _in_words(average, found), leads=charts.LED)


def _in_words(average: pd.Series, found: Significance | None) -> str:
    places = "; ".join(f"{name} {rank:.2f}" for name, rank in average.items())
    return f"Average ranks: {places}.{'' if found is None or found.differ else ' No difference detected.'}"


def verdict(found: Significance, simulated: str = "") -> None:
    """Friedman's test and what the critical difference tells apart, in words; with the error rate in simulations."""
    st.markdown(findings.friedman(found), help=findings.approximations(found))
    if not found.differ:
        st.markdown(findings.none_differ(found))
        return
    st.markdown(findings.apart_by(found))
    st.markdown("\n".join(f"- {line}" for line in findings.apart(found)) or "No pair does.")
    st.caption(findings.about_differences(found, simulated))


def how_it_works(found: Significance) -> None:
    """Show the formulas, with the numbers of what is shown."""
    with formula.how_it_works():
        k, n = len(found.ranks), found.n_data
        chi2, f = latex_number(found.friedman.chi2), latex_number(found.friedman.f)
        st.markdown("Friedman's test: do the average ranks differ by more than random ranks would?")
        st.latex(rf"\chi^2 = \frac{{12N}}{{k(k+1)}}\Bigl[\sum_j R_j^2 - \frac{{k(k+1)^2}}{{4}}\Bigr] = {chi2}")
        with_numbers = rf"\frac{{{n - 1} \cdot {chi2}}}{{{n} \cdot {k - 1} - {chi2}}}"
        if isfinite(found.friedman.f):
            st.latex(rf"F = \frac{{(N-1)\,\chi^2}}{{N(k-1)-\chi^2}} = {with_numbers} = {f}")
        else:
            st.latex(r"F = \frac{(N-1)\,\chi^2}{N(k-1)-\chi^2}")
            st.caption("F has no finite value here: all tables give the methods the same ranks.")
        st.markdown(
            f"- $k$: number of methods, {k}; $N$: number of tables, {n}\n"
            "- $R_j$: average rank of method j over the tables\n"
            "- $\\chi^2$: Friedman's statistic; the formula is that without ties, the number allows for them\n"
            "- $F$: Iman and Davenport's statistic, compared with the F distribution with $k-1$ and $(k-1)(N-1)$ "
            "degrees of freedom; for few tables that finds differences too often, so the p value of $\\chi^2$ among "
            "permuted ranks decides"
        )
        st.markdown(
            "Only if that test is significant: two methods differ significantly if their average ranks are "
            "further apart than"
        )
        root = rf"\sqrt{{\frac{{{k} \cdot {k + 1}}}{{6 \cdot {n}}}}}"
        q = latex_number(found.difference / (k * (k + 1) / (6 * n)) ** 0.5)
        st.latex(rf"q_\alpha\sqrt{{\frac{{k(k+1)}}{{6N}}}} = {q} \cdot {root} = {latex_number(found.difference)}")
        st.caption(
            "q at level α: the quantile of the studentized range, divided by √2 (Nemenyi), or of the normal "
            "distribution at 1 − α/(2(k − 1)) (Bonferroni-Dunn). "
            "Demšar 2006; Iman & Davenport 1980."
        )
