"""A comparison of methods in words: means, ranks, what chance reaches, and what the tests of ranks say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.baseline_scores import UNCORRECTED, Baselines
from catviz.analysis.comparison_defaults import METRICS
from catviz.analysis.metrics import NAMES, SCORES, SHARES, score_text
from catviz.analysis.significance import Significance, mean_scores, rank_table, significance
from catviz.wording import capital, in_percent, number_of, p_text, significant

#: The quantile of random labels that is named beside their mean.
_HIGH = 0.95
#: Verdicts that are verbs.
_OF_SEVERAL = {"differs": "differ", "holds": "hold"}
#: Methods that are named as the best ones.
_RANKED = 3
_RANDOM = "random labels in clusters of these sizes"
#: Why ranks by a score of ``UNCORRECTED`` are described and not tested.
BY_SIZES = "{} is not corrected for chance: methods can rank differently by the sizes of their clusters alone."


def report(results: pd.DataFrame, metric: str, alpha: float, control: str | None, command: str) -> str:
    """Means and ranks of a comparison, and if its score is corrected for chance, tests of the ranks; in Markdown."""
    scores = mean_scores(results, metric)
    parts = [
        "# Comparison",
        f"{NAMES[metric]}, {SCORES[metric].meaning}. Means of {results['repeat'].nunique()} runs; run i of every "
        "method has the same seed. Clusterers without chance (hierarchical) give the same clusters in all runs.",
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


def markdown_table(frame: pd.DataFrame, decimals: int = 3) -> str:
    """A table in Markdown; numbers with so many decimals, NaN as a dash."""

    def written(value: Any) -> str:
        text = value if isinstance(value, str) else "–" if value != value else f"{value:.{decimals}f}"
        return text.replace("|", "\\|")

    lines = [frame.columns, ["---"] * frame.shape[1], *frame.itertuples(index=False)]
    return "\n".join("| " + " | ".join(map(written, line)) + " |" for line in lines)


def baselines_in_words(baselines: Baselines) -> str:
    """What the accuracy of clusters is to be compared with.

    The accuracy of one single cluster, the mean accuracy of random labels in clusters of the same sizes, and what 95 %
    of them stay at or below; if many draws share that accuracy, how many.

    Examples
    --------
    >>> from catviz.analysis.baseline_scores import baselines
    >>> from catviz.words.comparison import baselines_in_words
    >>> baselines_in_words(baselines(["a", "b"] * 50, [0] * 50 + [1] * 50)).replace("\u00a0", " ").partition("; ")[2]
    'random labels in clusters of these sizes 54 % on average (95th percentile of 300 draws: 60 %)'
    """
    reached, draws = baselines.random, len(baselines.random)
    one = f"all rows in one cluster {in_percent(baselines.one_cluster)}"
    if len(reached) == 1:
        return f"{one}; {_RANDOM} always {in_percent(reached[0])}"
    if np.ptp(reached) == 0:
        return f"{one}; {_RANDOM} {in_percent(reached[0])} in all of {draws} draws"
    high = np.quantile(reached, _HIGH, method="inverted_cdf")
    mean, share = reached.mean(), (reached >= high).mean()
    decimals = 1 if in_percent(mean) == in_percent(high) else 0
    most = in_percent(high, decimals)
    many = share > 2 * (1 - _HIGH)  # few tables are possible, and many draws are the same
    reaching = f"{most}{'' if high == 1 else ' or more'} in {in_percent(share)} of {draws} draws"
    percentile = f"{100 * _HIGH:.0f}th percentile of {draws} draws: {most}"
    return f"{one}; {_RANDOM} {in_percent(mean, decimals)} on average ({reaching if many else percentile})"


def _ranks(scores: pd.DataFrame) -> pd.DataFrame:
    table = rank_table(scores)
    return pd.concat([table, table.mean().rename("average, all tables").to_frame().T]).rename_axis("data")


def sentences(scores: pd.DataFrame, metric: str, alpha: float, control: str | None = None) -> list[str]:
    """What Friedman's test and the critical difference say of scores, data sets by methods."""
    if min(scores.shape) < 2:
        return ["A test of differences needs two data sets and two methods."]
    if metric in UNCORRECTED:
        return [not_tested(metric)]
    tested = scores.dropna()
    unscored = ", ".join(scores.index.drop(tested.index))
    left_out = [not_counted(unscored)] if unscored else []
    if len(tested) < 2:
        return ["Nothing is tested.", *left_out]
    result = significance(tested, alpha, control)
    return [_friedman(result), *([_difference(result)] if result.differ else []), *left_out]


def not_counted(names: str) -> str:
    """Which tables, listed in a text, are not tested, since not all methods have a score there."""
    return (
        f"Not counted: {names}. There some method has no score, and ranks last whatever the classes are: that alone "
        "would make methods differ."
    )


def not_tested(metric: str) -> str:
    """Why ranks by a score are not tested."""
    name = NAMES[metric]
    tested = " or ".join(NAMES[other] for other in METRICS if other not in UNCORRECTED)
    return (
        f"{BY_SIZES.format(capital(name))} The ranks are therefore described, not tested. Choose {tested} for a test."
    )


def _friedman(result: Significance) -> str:
    """Friedman's test in a sentence."""
    tested = result.friedman
    verdict = "the methods do not all rank alike"
    if not result.differ:
        verdict = "no difference of ranks is detected, which does not show that the methods are equal"
    return (
        f"Friedman over {result.n_data} data sets: chi squared {tested.chi2:.3g}, permutation {p_text(result.p)}. (By "
        f"the approximations for many data sets: chi squared {p_text(tested.chi2_p)}; Iman and Davenport's F "
        f"{tested.f:.3g}, {p_text(tested.f_p)}.) At {result.alpha:.3g}, {verdict}."
    )


def _difference(result: Significance) -> str:
    """The critical difference, and the pairs that differ by more."""
    which = "Nemenyi, any two" if result.control is None else f"Bonferroni-Dunn, all against {result.control}"
    pairs = "; ".join(f"{a} before {b}" for a, b in result.differing_pairs) or "none"
    return f"Critical difference of average ranks ({which}): {result.difference:.4g}. Pairs that differ: {pairs}."


def best_rank(ranks: pd.DataFrame) -> str:
    """Which method has the best average rank; that it is one of these tables only.

    Parameters
    ----------
    ranks : (n, m) DataFrame
        Ranks of m methods on n tables, 1 is the best.

    Examples
    --------
    >>> import pandas as pd
    >>> best_rank(pd.DataFrame({"ADM": [1, 2], "Lin": [2, 1], "TAVE": [3, 3]}, ["zoo", "voting"]))
    'Best average rank of 3 on 2 tables: ADM and Lin (1.50).'
    >>> best_rank(pd.DataFrame({"ADM": [1], "Lin": [2]}, ["zoo"]))
    'Best on zoo: ADM.'
    """
    means = ranks.mean()
    best = " and ".join(map(str, means.index[np.isclose(means, means.min())]))
    if len(ranks) == 1:
        return f"Best on {ranks.index[0]}: {best}."
    return f"Best average rank of {len(means)} on {number_of(len(ranks), 'table')}: {best} ({means.min():.2f})."


def listed_methods(found: int, n: int) -> str:
    """How many methods a search finds.

    Examples
    --------
    >>> listed_methods(58, 58), listed_methods(1, 58)
    ('58 methods.', '1 of 58 methods.')
    """
    return f"{number_of(n, 'method')}." if found == n else f"{found} of {number_of(n, 'method')}."


def most_alike(agreement: pd.DataFrame) -> str:
    """Which two methods order the pairs of rows most alike, and which least.

    Parameters
    ----------
    agreement : (m, m) DataFrame
        Rank correlations of the distances between rows, by method; nan where a method has all rows equally far apart.

    Examples
    --------
    >>> import pandas as pd
    >>> names = ["ADM", "Lin", "TAVE"]
    >>> most_alike(pd.DataFrame([[1, 0.9, 0.2], [0.9, 1, 0.4], [0.2, 0.4, 1]], names, names))
    'Most alike: ADM and Lin (0.9). Least: ADM and TAVE (0.2).'
    """
    names = list(map(str, agreement.columns))
    first, second = np.triu_indices(len(names), 1)
    alike = agreement.to_numpy()[first, second]
    known = np.flatnonzero(~np.isnan(alike))
    if not len(known):
        return "No two of these methods can be compared: all rows are equally far apart."

    def pair(i: int) -> str:
        return f"{names[first[i]]} and {names[second[i]]} ({significant(alike[i])})"

    most, least = known[np.argmax(alike[known])], known[np.argmin(alike[known])]
    if most == least:
        return f"Rank correlation of {pair(most)}."
    return f"Most alike: {pair(most)}. Least: {pair(least)}."


def ranks_that_differ(found: Significance | None) -> str:
    """How many pairs of methods differ in average rank.

    Parameters
    ----------
    found : Significance or None
        None if there are too few tables for a test.

    Examples
    --------
    >>> ranks_that_differ(None)
    'Nothing is tested: there are too few tables on which all these methods have a score.'
    """
    if found is None:
        return "Nothing is tested: there are too few tables on which all these methods have a score."
    k, pairs = len(found.ranks), len(found.differing_pairs)
    if not found.differ:
        return "No two methods are shown to differ in average rank."
    if not pairs:
        return "Methods differ in average rank, but no two are far enough apart to say which."
    significantly = f"significantly ({in_percent(found.alpha)})"
    verb = "differs" if pairs == 1 else "differ"
    if found.control is not None:
        return f"{pairs} of {k - 1} methods {verb} {significantly} from {found.control} in average rank."
    ahead = sum(found.ranks.index[0] in pair for pair in found.differing_pairs) == k - 1
    none = "" if ahead else "None is shown to be ahead of all: "
    return f"{none}{pairs} of {k * (k - 1) // 2} pairs of methods {verb} {significantly}."


def best_ranks(found: Significance | None) -> str:
    """Which methods have the best average ranks; nothing without a test.

    Examples
    --------
    >>> best_ranks(None)
    ''
    """
    if found is None:
        return ""
    first = found.ranks.head(_RANKED)
    return (
        f"Best average ranks of {len(found.ranks)}: {', '.join(f'{name} {rank:.2f}' for name, rank in first.items())}."
    )


def papers_again(table: str, badges: Mapping[str, int], n_cells: int) -> str:
    """How many printed results of a paper's table come out again.

    Parameters
    ----------
    table : str
        What the table is called.
    badges : mapping of badge to number of cells
    n_cells : int
        Cells with a badge or a printed result.

    Examples
    --------
    >>> papers_again("OCL, Table 3", {"equivalent": 36, "differs": 1}, 40)
    'OCL, Table 3, 40 cells: 36 equivalent, 1 differs, 3 not judged.'
    """
    parts = [_verdict(n, badge) for badge, n in badges.items() if n]
    rest = n_cells - sum(badges.values())
    parts += [f"{rest:,} not judged"] if rest else []
    return f"{table}, {number_of(n_cells, 'cell')}: {', '.join(parts)}."


def claims_again(paper: str, verdicts: Sequence[str]) -> str:
    """How many of a paper's claims hold on our runs, allowing for chance.

    Examples
    --------
    >>> claims_again("OCL", ["holds", "false", "holds"])
    'OCL makes 3 claims. On our runs, allowing for chance: 2 hold, 1 false.'
    """
    counts = ", ".join(_verdict(n, verdict) for verdict, n in Counter(verdicts).most_common())
    return f"{paper} makes {number_of(len(verdicts), 'claim')}. On our runs, allowing for chance: {counts}."


def _verdict(n: int, verdict: str) -> str:
    """How many have a verdict, whose verb agrees with the number."""
    return f"{n:,} {verdict if n == 1 else _OF_SEVERAL.get(verdict, verdict)}"
