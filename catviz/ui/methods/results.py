"""Methods, Results: scores of every run, means and ranks, and what differs between the methods."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz.analysis.baseline_scores import UNCORRECTED, baselines, mean_by_chance
from catviz.analysis.metrics import NAMES, SCORES, score_text
from catviz.analysis.significance import mean_scores, rank_table
from catviz.analysis.statistics import first_places
from catviz.parameters import in_words
from catviz.plots import compare as draw
from catviz.registry import methods
from catviz.table.categorical import CategoricalTable
from catviz.ui.methods import trial as compare_trial
from catviz.ui.methods.trial import Trial
from catviz.ui.state.view import View
from catviz.ui.text import LONGEST_SUMMARY, latex_number, plain
from catviz.ui.widgets import charts, formula, panels
from catviz.ui.widgets.charts import method_colours
from catviz.ui.widgets.downloads import csv_button
from catviz.words import comparison as answers
from catviz.words.comparison import baselines_in_words

#: Ranks written side by side where their sum is written out.
RANKS_PER_LINE = 10
_SHARED = " (“shared”: others have the same mean there)"
_NEXT = r" \\ + "
_READING = (
    "One line per method, the best average rank at the top. Each cell is the mean score on a table; the {} cell "
    "is the best of its column. Hover for the deviation of the runs."
)


def section(view: View, choices: DeltaGenerator, say: Callable[[str], None]) -> None:
    """Show the tab, and say which method is best."""
    trial, runs, whole = compare_trial.chosen_runs(view, choices)
    if trial is None:
        return
    if runs.empty and whole:
        panels.nothing_to_show(view, "under every method all rows are equally far apart", "compare")
        return
    metric = compare_trial.choose_metric()
    if not whole:
        compare_trial.where_from(view, trial)
        _follow(trial, metric)
        return
    say(plain(answers.best_rank(rank_table(mean_scores(runs, metric))), 400))
    _scores(runs, metric)
    few = runs["method"].nunique() <= draw.FEW
    if not few:
        st.caption(_READING.format(f"{charts.theme().near}est"))
    compare_trial.where_from(view, trial)
    main, side = panels.columns()
    with main, nullcontext() if few else st.expander("Ranks and means"):
        _ranks(mean_scores(runs, metric), metric)
    with side:
        if metric in UNCORRECTED:
            _by_chance(trial, metric)
        without_scores = [title for name, title in compare_trial.titles().items() if name in trial.methods]
        without_scores = [title for title in without_scores if title not in set(runs["method"])]
        if without_scores:
            st.markdown(f"All rows are equally far apart here under: {plain(', '.join(without_scores))}.")
        csv_button("Download all runs (CSV)", runs, "comparison.csv")
    _means(runs, metric)
    _parameters(trial)
    _how_it_works(runs, metric)


def _follow(trial: Trial, metric: str) -> None:
    """The runs known by now, renewed as pieces end."""

    @st.fragment(run_every=1.5 if compare_trial.is_running(trial) else None)
    def draw_so_far() -> None:
        runs = compare_trial.so_far(trial)
        if len(runs):
            _scores(runs, metric)

    draw_so_far()


def _scores(found: pd.DataFrame, metric: str) -> None:
    alt = f"{NAMES[metric]} of each run, by method and table. Means: {_in_words(metric, mean_scores(found, metric))}."
    theme = charts.theme()
    charts.show(draw.scores(found, metric, theme, method_colours(theme)), "boxes", alt, leads=charts.LED)


def _ranks(scores: pd.DataFrame, metric: str) -> None:
    """Methods by their average rank."""
    ranks = rank_table(scores)
    places = [
        f"{alone}\u00a0of\u00a0{len(scores)}" + (f", {shared}\u00a0shared" if shared else "")
        for alone, shared in zip(*first_places(scores), strict=True)
    ]
    table = pd.DataFrame({"average rank": ranks.mean(), "first on": places, f"mean {NAMES[metric]}": scores.mean()})
    table = table.sort_values("average rank", kind="stable")
    words = [f"{r:.2f}" for r in table["average rank"]], table["first on"]
    shown = pd.DataFrame(
        [*words, [score_text(metric, x) for x in table[f"mean {NAMES[metric]}"]]], index=table.columns
    ).T
    st.table(shown.set_axis([plain(name) for name in table.index]))
    st.caption(
        f"{NAMES[metric]}: {SCORES[metric].meaning}. Each point is a run; higher is better. "
        "Rank 1 is the best on a table. First on: tables on which the method has the highest mean"
        f"{_SHARED * ('shared' in ' '.join(table['first on']))}. The Significance tab tests ranks by ARI and AMI."
    )


def _by_chance(trial: Trial, metric: str) -> None:
    """What random labels reach on each table by a score that is not corrected for chance."""
    lines = [
        f"- {plain(title)}: {_score_by_chance(table, metric)}"
        for title, table in trial.tables.items()
        if table.target is not None
    ]
    if metric == "accuracy":
        st.markdown("Not corrected for chance. For comparison (random labels in clusters as large as the classes):")
    else:
        st.markdown("Not corrected for chance: random labels in clusters as large as the classes reach on average")
    with st.container(height=160, border=False) if len(lines) > 5 else nullcontext():
        st.markdown("\n".join(lines))


def _score_by_chance(table: CategoricalTable, metric: str) -> str:
    arguments = table.target, table.target, table.weights
    if metric == "accuracy":
        return baselines_in_words(baselines(*arguments))
    return score_text(metric, mean_by_chance(metric, *arguments))


def _means(found: pd.DataFrame, metric: str) -> None:
    with st.expander("Means and deviations, table by table"):
        table = found.groupby(["data", "method"], sort=False)[metric].agg(["mean", "std"])
        cells = [
            f"{score_text(metric, m)} ± {score_text(metric, s)}"
            for m, s in table.fillna(0).itertuples(index=False, name=None)
        ]
        wide = pd.Series(cells, table.index).unstack("method").reindex(found["data"].unique())
        wide = wide[found["method"].unique()].fillna("–")
        st.table(wide.set_axis(map(plain, wide.index), axis=0).set_axis(map(plain, wide.columns), axis=1))


def _parameters(trial: Trial) -> None:
    """What each method was run with, and what it does."""
    with st.expander("What differs between the methods"):
        by_short = {m.short: m for m in methods()}
        lines = []
        for name in trial.methods:
            piece = next(p for p in trial.pieces.values() if p.name == name)
            declared = {k for k, p in trial.methods[name].parameters.items() if getattr(p, "drawn", True)}
            parameters = {k: v for k, v in piece.unfitted().get_params().items() if k in declared - {"n_clusters"}}
            settings = "; ".join(in_words(trial.methods[name], k, v) for k, v in parameters.items())
            lines.append(
                [plain(by_short[name].title), plain(by_short[name].summary, LONGEST_SUMMARY), plain(settings or "none")]
            )
        st.table(pd.DataFrame(lines, columns=["method", "what it does", "parameters"]).set_index("method"))
        st.caption(
            f"Only the distance between values differs. All rows are clustered by {plain(trial.clusterer)}, with one "
            f"start per run, from seeds {trial.seed} to {trial.seed + trial.repeats - 1}, into as many clusters as "
            "there are known classes. All methods have their default parameters on every table; none was chosen "
            "by looking at the classes."
        )


def _how_it_works(found: pd.DataFrame, metric: str) -> None:
    with formula.how_it_works():
        st.markdown(
            "Each method learns distances between the values of every table. The rows are then clustered several "
            "times, each time from other random starts if the clusterer has any, and each run is scored against the "
            "known classes. A method's rank on a table is its place by the mean of its runs; methods that tie share "
            "the mean of their places. Its average rank is"
        )
        st.latex(r"R_j = \frac1N \sum_{i=1}^N r_{ij}")
        st.markdown(
            "- $R_j$: average rank of method j\n- $N$: number of tables\n"
            "- $r_{ij}$: rank of method j on table i; 1 is the best"
        )
        ranks = rank_table(mean_scores(found, metric))
        first = ranks.mean().idxmin()
        terms = [latex_number(r) for r in ranks[first]]
        lines = [" + ".join(terms[k : k + RANKS_PER_LINE]) for k in range(0, len(terms), RANKS_PER_LINE)]
        sum_of = rf"\begin{{gathered}}{_NEXT.join(lines)}\end{{gathered}}"
        st.markdown(f"For **{plain(first)}**, by {NAMES[metric]}:")
        st.latex(rf"R = \frac{{{sum_of}}}{{{len(ranks)}}} = {latex_number(ranks[first].mean())}")


def _in_words(metric: str, scores: pd.DataFrame) -> str:
    return "; ".join(f"{name} {score_text(metric, score)}" for name, score in scores.mean().items())
