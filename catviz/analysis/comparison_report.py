"""A comparison of methods in words: the scores and methods it opens with, the run that comes with catviz, a report."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from catviz.analysis.baseline_scores import BY_SIZES, UNCORRECTED
from catviz.analysis.metrics import NAMES, SHARES, score_text
from catviz.analysis.significance import Significance, mean_scores, rank_table, significance
from catviz.registry import method
from catviz.wording import p_text

METRICS = {
    "adjusted_rand": "adjusted Rand index, corrected for chance: 0 on average for random labels, 1 if both agree fully",
    "accuracy": "share of rows right, with clusters matched to classes one to one, not corrected for chance",
    "normalized_mutual_info": (
        "mutual information over the geometric mean of the two entropies, not corrected for chance"
    ),
    "f1": "pairs of rows rightly together: harmonic mean of precision and recall, not corrected for chance",
    "adjusted_mutual_info": (
        "mutual information, corrected for chance: 0 on average for random labels, 1 if both agree fully"
    ),
    "purity": "share of rows in the most frequent class of their cluster, not corrected for chance",
}
"""Scores that comparisons show, and what they are."""
_GIVEN = {shown: name for name, shown in NAMES.items()}
METHODS = ("Hamming", "Lin", "ADM")
DATA = ("soybean_small", "zoo", "lymphography", "voting")
CLUSTERER, REPEATS, SEED = "k-modes", 100, 0
SMALL_RUN = Path(__file__).with_name("results") / "comparison.csv"
"""The run that comes with catviz, of the methods and data sets above."""


def short_name(name: str) -> str:
    """What a method is called in runs and figures, given its name or an alias."""
    return method(name).short


def small_run() -> pd.DataFrame:
    """The runs that come with catviz."""
    return pd.read_csv(SMALL_RUN)


def report(results: pd.DataFrame, metric: str, alpha: float, control: str | None, command: str) -> str:
    """Means and ranks of a comparison, and if its score is corrected for chance, tests of the ranks; in Markdown."""
    scores = mean_scores(results, metric)
    parts = [
        "# Comparison",
        f"{NAMES[metric]}, {METRICS[metric]}. Means of {results['repeat'].nunique()} runs; run i of every method "
        "has the same seed. Clusterers without chance (hierarchical) give the same clusters in all runs.",
        markdown_table(score_table(scores, metric).rename_axis("data").reset_index()),
        "## Ranks",
        "1 is best; methods that tie share the mean of their ranks, and one without a score ranks last.",
        markdown_table(_ranks(scores).reset_index(), 2),
        "## Can you tell?",
        *sentences(scores, metric, alpha, control),
        f"Written by `{command}`.",
    ]
    return "\n\n".join(parts) + "\n"


def score_table(scores: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Scores as a table prints them: shares of rows in percent as text, others as they are."""
    return scores.map(partial(score_text, metric)) if metric in SHARES else scores


UNSCORED = (
    "There some method has no score, and ranks last whatever the classes are: that alone would make methods differ."
)
"""Why tables without a score are not tested."""


def sentences(scores: pd.DataFrame, metric: str, alpha: float, control: str | None = None) -> list[str]:
    """What Friedman's test and the critical difference say of scores, data sets by methods."""
    if min(scores.shape) < 2:
        return ["A test of differences needs two data sets and two methods."]
    if metric in UNCORRECTED:
        return [not_tested(metric)]
    tested = scores.dropna()
    unscored = ", ".join(scores.index.drop(tested.index))
    left_out = [f"Not counted: {unscored}. {UNSCORED}"] if unscored else []
    if len(tested) < 2:
        return ["Nothing is tested.", *left_out]
    found = significance(tested, alpha, control)
    return [friedman_sentence(found), *([difference_sentence(found)] if found.differ else []), *left_out]


def not_tested(metric: str) -> str:
    """Why ranks by a score are not tested."""
    name = NAMES[metric]
    tested = " or ".join(NAMES[other] for other in METRICS if other not in UNCORRECTED)
    return (
        f"{BY_SIZES.format(name[0].upper() + name[1:])} The ranks are therefore described, not tested. Choose {tested} "
        "for a test."
    )


def friedman_sentence(found: Significance) -> str:
    """Friedman's test in a sentence."""
    tested = found.friedman
    verdict = "the methods do not all rank alike"
    if not found.differ:
        verdict = "no difference of ranks is detected, which does not show that the methods are equal"
    return (
        f"Friedman over {found.n_data} data sets: chi squared {tested.chi2:.3g}, permutation {p_text(found.p)}. (By "
        f"the approximations for many data sets: chi squared {p_text(tested.chi2_p)}; Iman and Davenport's F "
        f"{tested.f:.3g}, {p_text(tested.f_p)}.) At {found.alpha:.3g}, {verdict}."
    )


def difference_sentence(found: Significance) -> str:
    """The critical difference, and the pairs it tells apart."""
    which = "Nemenyi, any two" if found.control is None else f"Bonferroni-Dunn, all against {found.control}"
    pairs = "; ".join(f"{a} before {b}" for a, b in found.differing_pairs) or "none"
    return f"Critical difference of average ranks ({which}): {found.difference:.4g}. Told apart: {pairs}."


def markdown_table(frame: pd.DataFrame, decimals: int = 3) -> str:
    """A table in Markdown; numbers with so many decimals, NaN as a dash."""

    def written(value: Any) -> str:
        text = value if isinstance(value, str) else "–" if value != value else f"{value:.{decimals}f}"
        return text.replace("|", "\\|")

    lines = [frame.columns, ["---"] * frame.shape[1], *frame.itertuples(index=False)]
    return "\n".join("| " + " | ".join(map(written, line)) + " |" for line in lines)


def _ranks(scores: pd.DataFrame) -> pd.DataFrame:
    table = rank_table(scores)
    return pd.concat([table, table.mean().rename("average, all tables").to_frame().T]).rename_axis("data")


def chosen_metric(name: str) -> str:
    """A score by its name, or the one that pages show ("ARI")."""
    return _GIVEN.get(name, name)
